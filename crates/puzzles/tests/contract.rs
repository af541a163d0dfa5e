//! What the contract promises, asked of every puzzle: each of these tests runs on the whole registry and
//! on the template.

use std::ops::ControlFlow;

use tremaux_core::{
    Budget, Dataset, EventKind, Families, Options, Outcome, OutputStyle, Puzzle, Reader, Rng, Session,
    Verdict,
};
use tremaux_puzzles::REGISTRY;
use tremaux_puzzles::null::Null;

fn puzzles() -> Vec<&'static dyn Puzzle> {
    REGISTRY.iter().copied().chain([&Null as &dyn Puzzle]).collect()
}

fn open(puzzle: &dyn Puzzle, given: &[(&str, &str)]) -> Box<dyn Session> {
    let options = Options::parse(puzzle.options(), given.iter().copied()).unwrap();
    puzzle.open(&options).unwrap_or_else(|fault| panic!("{} {given:?}: {fault}", puzzle.name()))
}

fn read_all(session: &mut dyn Session, text: &[u8], strict: bool) -> Vec<Box<dyn Dataset>> {
    let mut reader = Reader::from_bytes(text);
    if strict {
        reader = reader.strict();
    }
    let mut datasets = Vec::new();
    while let Some(dataset) = session.read(&mut reader).unwrap_or_else(|fault| {
        panic!("{fault}\n{}", String::from_utf8_lossy(text));
    }) {
        datasets.push(dataset);
    }
    datasets
}

fn written(session: &dyn Session, datasets: &[Box<dyn Dataset>]) -> Vec<u8> {
    let mut text = Vec::new();
    session.write(datasets, &mut text).unwrap();
    text
}

/// The judge's text of an outcome; `None` if the search gave up.
fn judge_text(outcome: Outcome, number: u64) -> Option<Vec<u8>> {
    let (Outcome::Solved(answer) | Outcome::Impossible { answer, .. }) = outcome else { return None };
    let mut text = Vec::new();
    answer.write(OutputStyle::Judge, number, &mut text).unwrap();
    Some(text)
}

/// Is there a solution? `None` if the search gave up.
fn solvable(outcome: Outcome) -> Option<bool> {
    match outcome {
        Outcome::Solved(_) => Some(true),
        Outcome::Impossible { .. } => Some(false),
        Outcome::GaveUp(_) => None,
    }
}

/// Some datasets of every kind that the generator knows.
fn for_some_datasets(test: impl Fn(&dyn Puzzle, &mut dyn Session, Box<dyn Dataset>)) {
    for puzzle in puzzles() {
        let kinds: Vec<Vec<(&str, &str)>> = match puzzle.families() {
            Some(Families { option, names }) => names.iter().map(|name| vec![(option, *name)]).collect(),
            None => vec![vec![]],
        };
        for kind in kinds {
            let mut session = open(puzzle, &kind);
            for seed in 0..12 {
                let dataset = session.generate(&mut Rng::new(seed)).unwrap();
                test(puzzle, session.as_mut(), dataset);
            }
        }
    }
}

#[test]
fn samples_are_valid_and_their_answers_are_accepted() {
    for puzzle in puzzles() {
        let mut session = open(puzzle, &[]);
        let mut datasets = read_all(session.as_mut(), puzzle.sample().as_bytes(), true);
        assert!(!datasets.is_empty());
        assert_eq!(written(session.as_ref(), &datasets), puzzle.sample().as_bytes(), "{}", puzzle.name());
        let mut output = Vec::new();
        for (number, dataset) in (1..).zip(&mut datasets) {
            output.extend(judge_text(dataset.solve(&Budget::unlimited()), number).unwrap());
        }
        let mut output = Reader::from_bytes(&output);
        for (number, dataset) in (1..).zip(&datasets) {
            assert_eq!(dataset.verify(number, &mut output, &Budget::unlimited()), Verdict::Accepted);
        }
        assert!(output.at_end().unwrap());
    }
}

#[test]
fn read_write_round_trips() {
    for_some_datasets(|puzzle, session, dataset| {
        let text = written(session, &[dataset]);
        let again = read_all(session, &text, false);
        assert_eq!(written(session, &again), text, "{}", puzzle.name());
    });
}

#[test]
fn generated_datasets_are_valid() {
    for_some_datasets(|_, session, dataset| {
        let text = written(session, &[dataset]);
        assert_eq!(read_all(session, &text, true).len(), 1);
    });
}

#[test]
fn equal_seeds_give_equal_bytes() {
    for_some_datasets(|_, session, _| {
        let twice = [5, 5].map(|seed| session.generate(&mut Rng::new(seed)).unwrap());
        let texts = twice.map(|dataset| written(session, &[dataset]));
        assert_eq!(texts[0], texts[1]);
    });
}

#[test]
fn every_answer_verifies_and_stays_the_same() {
    for_some_datasets(|puzzle, session, mut dataset| {
        let budget = Budget::unlimited();
        let first = judge_text(dataset.solve(&budget), 1).unwrap();
        let second = judge_text(dataset.solve(&budget), 1).unwrap();
        assert_eq!(first, second, "{}: solving twice", puzzle.name());
        let verdict = dataset.verify(1, &mut Reader::from_bytes(&first), &budget);
        let text = written(session, &[dataset]);
        let [text, first] = [&text, &first].map(|text| String::from_utf8_lossy(text).into_owned());
        assert_eq!(verdict, Verdict::Accepted, "{}\n{text}{first}", puzzle.name());
    });
}

#[test]
fn a_play_ends_as_it_should_and_its_depths_add_up() {
    for_some_datasets(|puzzle, _, mut dataset| {
        let mut depth = 0u32;
        let budget = Budget::unlimited().with_nodes(20_000);
        let played = dataset.play(&budget, &mut |frame| {
            match frame.kind {
                EventKind::Advance => depth += 1,
                EventKind::Retreat => depth -= 1,
                EventKind::Deepen => assert_eq!(depth, 0),
                EventKind::Goal | EventKind::Cut => {}
            }
            assert_eq!(frame.depth, depth);
            ControlFlow::Continue(())
        });
        let played = solvable(played);
        let solved = solvable(dataset.solve(&Budget::unlimited()));
        assert!(played.is_none() || played == solved, "{}", puzzle.name());
    });
}

#[test]
fn a_stopped_search_says_nothing_about_solutions() {
    for_some_datasets(|puzzle, _, mut dataset| {
        let truth = solvable(dataset.solve(&Budget::unlimited()));
        for nodes in [0, 1, 10, 100] {
            let stopped = solvable(dataset.solve(&Budget::unlimited().with_nodes(nodes)));
            assert!(stopped.is_none() || stopped == truth, "{} after {nodes} nodes", puzzle.name());
        }
        let stopped = solvable(dataset.play(&Budget::unlimited(), &mut |_| ControlFlow::Break(())));
        assert!(stopped.is_none() || stopped == truth, "{}", puzzle.name());
    });
}

#[test]
fn smaller_datasets_are_legal_and_every_chain_of_them_ends() {
    for_some_datasets(|puzzle, session, dataset| {
        let mut chain = dataset;
        for length in 0.. {
            let smaller = chain.shrink_candidates();
            for candidate in &smaller {
                let mut text = Vec::new();
                candidate.write(&mut text).unwrap();
                text.extend_from_slice(session.terminator().as_bytes());
                read_all(session, &text, false);
                assert!(candidate.cells() <= chain.cells());
            }
            // Always the last: the smallest bite, so the longest chain.
            match smaller.into_iter().next_back() {
                Some(next) => chain = next,
                None => break,
            }
            assert!(length < 5000, "{}: the chain goes on and on", puzzle.name());
        }
    });
}

#[test]
fn junk_is_a_diagnostic_and_never_a_panic() {
    let mut rng = Rng::new(99);
    let alphabet = b"0123 \n-9\0x+G\xff";
    for puzzle in puzzles() {
        let mut session = open(puzzle, &[]);
        for _ in 0..2000 {
            let length = rng.below(60);
            let junk: Vec<u8> = (0..length).map(|_| *rng.pick(alphabet).unwrap()).collect();
            for strict in [false, true] {
                let mut reader = Reader::from_bytes(&junk);
                if strict {
                    reader = reader.strict();
                }
                while let Ok(Some(_)) = session.read(&mut reader) {}
            }
            let dataset = session.generate(&mut Rng::new(1)).unwrap();
            let budget = Budget::unlimited().with_nodes(1000);
            let _ = dataset.verify(1, &mut Reader::from_bytes(&junk), &budget);
        }
    }
}

#[test]
fn a_board_can_be_drawn_before_and_after() {
    for_some_datasets(|_, _, mut dataset| {
        let board = dataset.draw().unwrap();
        assert_eq!(board.looks.len(), board.rows as usize * board.cols as usize);
        let (Outcome::Solved(answer) | Outcome::Impossible { answer, .. }) =
            dataset.solve(&Budget::unlimited())
        else {
            panic!("no limit, no answer");
        };
        let solved = answer.draw().unwrap();
        assert_eq!((solved.rows, solved.cols), (board.rows, board.cols));
    });
}
