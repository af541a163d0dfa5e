//! Every answer is correct, and is written in every style.

use std::ops::ControlFlow;

use serde_json::Value;
use tremaux_core::{Answer, Budget, Outcome, OutputStyle, Puzzle, Reader, Verdict};
use tremaux_drawing::Drawing;

use crate::bytes::{BESIDE_THE_RULES, Bytes, CONSTRAINTS, Subject, datasets, in_memory, judged};

/// The answers to an input, verified one after the other, as the special judge does it; those of the plain
/// search as well as those of the fast one.
pub fn every_solution_verifies(data: &[u8]) {
    let mut bytes = Bytes(data);
    let subject = Subject::choose(&mut bytes).without(&CONSTRAINTS).without(&BESIDE_THE_RULES);
    let budget = Budget::unlimited().with_nodes([200, 2000, 20_000][bytes.below(3)]);
    let Some(mut session) = subject.open() else { return };
    let mut datasets = datasets(&mut *session, &mut bytes).all;
    let (mut output, mut answered) = (Vec::new(), 0);
    for (number, dataset) in (1..).zip(&mut datasets) {
        let board = dataset.draw().expect("a small board can be drawn");
        let played = dataset.play(&budget, &mut |_| ControlFlow::Continue(()));
        let (plain, plainly) = (solvable(&played), judged(&played, number));
        drop(played);
        let solved = dataset.solve(&budget);
        let (fast, text) = (solvable(&solved), judged(&solved, number));
        assert!(plain.is_none() || fast.is_none() || plain == fast, "the two searches disagree");
        look_at(&solved, subject.puzzle, number, &board);
        drop(solved);
        assert_eq!(judged(&dataset.solve(&budget), number), text, "solving twice");
        if let Some(plainly) = plainly {
            let verdict = dataset.verify(number as u64, &mut Reader::from_bytes(&plainly), &budget);
            check(verdict, &plainly);
        }
        let Some(text) = text else { break };
        output.extend(text);
        answered = number;
    }
    let mut reader = Reader::from_bytes(&output);
    for (number, dataset) in (1..=answered).zip(&datasets) {
        match dataset.verify(number as u64, &mut reader, &budget) {
            // Where it stops reading is not promised.
            Verdict::Undecided(_) => return,
            verdict => check(verdict, &output),
        }
    }
    assert_eq!(reader.at_end(), Ok(true), "{}", String::from_utf8_lossy(&output));
}

fn check(verdict: Verdict, output: &[u8]) {
    if let Verdict::Wrong { diagnostic, .. } = verdict {
        panic!("{diagnostic}\n{}", String::from_utf8_lossy(output));
    }
}

/// Is there a solution? `None` if the search gave up.
fn solvable(outcome: &Outcome) -> Option<bool> {
    match outcome {
        Outcome::Solved(_) => Some(true),
        Outcome::Impossible { .. } => Some(false),
        Outcome::GaveUp(_) => None,
    }
}

/// Writes an answer in every style, and draws it.
fn look_at(outcome: &Outcome, puzzle: &dyn Puzzle, number: usize, board: &Drawing) {
    let (word, answer): (&str, &dyn Answer) = match outcome {
        Outcome::Solved(answer) => ("solved", &**answer),
        Outcome::Impossible { answer, reason } => {
            assert!(!reason.is_empty());
            ("impossible", &**answer)
        }
        Outcome::GaveUp(_) => return,
    };
    let written = |style| in_memory(|text| answer.write(style, number as u64, text));
    assert!(!String::from_utf8(written(OutputStyle::Text)).expect("words are UTF-8").is_empty());
    for (name, _) in puzzle.extra_styles() {
        assert!(!written(OutputStyle::Own(name)).is_empty(), "{name}");
    }
    let json = String::from_utf8(written(OutputStyle::Json)).expect("JSON is UTF-8");
    assert_eq!(json.trim_end().lines().count(), 1, "{json}");
    let value: Value = serde_json::from_str(&json).expect("JSON as the standard has it");
    assert_eq!((&value["dataset"], &value["outcome"]), (&number.into(), &word.into()), "{json}");

    let drawing = answer.draw().expect("a small board can be drawn");
    assert_eq!((drawing.rows, drawing.cols), (board.rows, board.cols));
    let picture =
        in_memory(|text| tremaux_drawing::svg::write(&drawing, text).map_err(std::io::Error::other));
    assert!(picture.starts_with(b"<"));
}
