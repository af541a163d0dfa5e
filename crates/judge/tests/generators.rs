//! What generators promise: options act or are refused, answers are balanced, and minimal boards are minimal.

mod common;

use std::time::{Duration, Instant};

use tremaux_core::{Budget, Diagnostic, Options, Outcome, Puzzle, Reader, Session};
use tremaux_judge::{generate, generate_file, right_answers, validate};
use tremaux_puzzles::curling::{Board, Curling, Solution, solve};
use tremaux_puzzles::maze::MazePuzzle;

fn open(puzzle: &dyn Puzzle, given: &[(&str, &str)]) -> Result<Box<dyn Session>, Diagnostic> {
    puzzle.open(&Options::parse(puzzle.options(), given.iter().copied())?)
}

fn refused(puzzle: &dyn Puzzle, given: &[(&str, &str)], expect: &str) {
    match open(puzzle, given) {
        Ok(_) => panic!("{given:?} are accepted"),
        Err(fault) => assert_eq!(fault.to_string(), expect, "{given:?}"),
    }
}

#[test]
fn an_input_of_zero_mazes_is_refused() {
    let fault = validate(&mut *common::open(&MazePuzzle), Reader::from_bytes(b"0 0 0 0 0 0\n"));
    assert_eq!(fault.unwrap_err().to_string(), "1:11: expected one or more mazes before the six zeros");
}

#[test]
fn combinations_in_which_an_option_would_not_act_are_refused() {
    let maze = |given: &[(&str, &str)], expect: &str| refused(&MazePuzzle, given, expect);
    maze(&[("kind", "open"), ("algorithm", "wilson")], "--algorithm: mazes of --kind open are not carved");
    maze(&[("kind", "chamber"), ("loops", "5")], "--loops: mazes of --kind chamber are not carved");
    maze(&[("kind", "small"), ("rows", "13")], "--rows: expected 1 to 4 for --kind small, found 13");
    maze(&[("kind", "maximal"), ("cols", "11")], "--cols: expected 12 for --kind maximal, found 11");
    assert!(open(&MazePuzzle, &[("kind", "oblong"), ("rows", "3"), ("cols", "3")]).is_err());
    assert!(open(&MazePuzzle, &[("kind", "oblong"), ("rows", "9")]).is_ok());
    let curling = |given: &[(&str, &str)], expect: &str| refused(&Curling, given, expect);
    curling(&[("kind", "small"), ("width", "6")], "--width: expected 2 to 5 for --kind small, found 6");
    curling(&[("kind", "row"), ("height", "2")], "--height: expected 1 for --kind row, found 2");
    curling(&[("kind", "turn"), ("answer", "-1")], "--answer: -1 is no answer of --kind turn");
    curling(&[("kind", "limit"), ("answer", "3")], "--answer: only 10 and -1 are answers of --kind limit");
    curling(
        &[("kind", "limit"), ("max-throws", "none")],
        "--max-throws: without a limit there are no boards of --kind limit",
    );
    assert!(open(&Curling, &[("kind", "limit"), ("width", "3"), ("height", "3")]).is_err());
}

/// The random walks of Wilson's algorithm took minutes in a corridor.
#[test]
fn long_mazes_are_made_at_once() {
    let begin = Instant::now();
    for (rows, cols, seed) in
        [("1", "1000000", 0), ("1000000", "1", 1), ("2", "200000", 2), ("3", "100000", 3)]
    {
        for seed in seed..seed + 10 {
            let mut session = open(&MazePuzzle, &[("rows", rows), ("cols", cols)]).unwrap();
            assert!(generate(&mut *session, seed, 1).is_ok(), "{rows} x {cols}");
        }
    }
    assert!(begin.elapsed() < Duration::from_secs(60), "{:?}", begin.elapsed());
    let wilson = [("rows", "1"), ("cols", "1000000"), ("algorithm", "wilson")];
    assert!(open(&MazePuzzle, &wilson).is_ok());
    assert!(open(&MazePuzzle, &[("rows", "2"), wilson[1], wilson[2]]).is_err());
}

/// On 48 of 50 boards of this family the answer was -1.
#[test]
fn a_program_that_always_prints_none_fails_early_in_each_family() {
    for kind in ["edge", "neighbour", "start", "stay", "limit", "row"] {
        let mut session = open(&Curling, &[("kind", kind)]).unwrap();
        let input = generate_file(&mut *session, 3, 50).unwrap();
        let answers = right_answers(&mut *session, &input, &Budget::unlimited()).unwrap();
        let answers = String::from_utf8(answers).unwrap();
        let none = answers.lines().filter(|&line| line == "-1").count();
        assert!(none <= 35, "{kind}: {none} of 50");
    }
}

/// One pass over the blocks left 106 of these 200 boards with a block to spare.
#[test]
fn a_minimal_board_has_no_spare_block() {
    let given = [("kind", "small"), ("answer", "3"), ("minimal", "true")];
    let mut session = open(&Curling, &given).unwrap();
    for (number, dataset) in generate(&mut *session, 3, 200).unwrap().iter_mut().enumerate() {
        assert!(matches!(dataset.solve(&Budget::unlimited()), Outcome::Solved(_)));
        let mut text = Vec::new();
        dataset.write(&mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        for (block, _) in text.match_indices(" 1").chain(text.match_indices("\n1")) {
            let mut fewer = text.clone();
            fewer.replace_range(block + 1..block + 2, "0");
            let Ok(board) = fewer.parse::<Board>() else { continue };
            let answer = solve(&board, Some(10), &Budget::unlimited()).unwrap();
            let three = matches!(&answer, Solution::Reached(route) if route.throws().len() == 3);
            assert!(!three, "board {number}: {text}");
        }
    }
}

#[test]
fn answers_lie_in_the_range_that_is_asked_for() {
    for (range, expect) in [("3..5", 3..=5), ("7..", 7..=10), ("2", 2..=2), ("-1", -1..=-1)] {
        let mut session = open(&Curling, &[("answer", range)]).unwrap();
        let input = generate_file(&mut *session, 1, 20).unwrap();
        let answers = right_answers(&mut *session, &input, &Budget::unlimited()).unwrap();
        for answer in String::from_utf8(answers).unwrap().lines() {
            assert!(expect.contains(&answer.parse::<i64>().unwrap()), "{range}: {answer}");
        }
    }
    for bad in ["0", "5..3", "3..11", "..", "..3", "1..x", "-2", "-1..3"] {
        assert!(open(&Curling, &[("answer", bad)]).is_err(), "{bad}");
    }
    refused(
        &Curling,
        &[("kind", "row"), ("answer", "3..9")],
        "--answer: only 10 and -1 are answers of --kind row",
    );
}
