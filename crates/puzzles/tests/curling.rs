//! Curling through the contract: real files, all engines against each other, junk.

use std::ops::ControlFlow;
use std::time::Duration;

use tremaux_core::{Budget, Instance, Limit, Options, Outcome, Puzzle, Reader, Rng, Session, Style, Verdict};
use tremaux_puzzles::curling::{self, Board, Curling, Solution};

fn session(options: &[(&str, &str)]) -> Box<dyn Session> {
    let options = Options::parse(Curling.options(), options.iter().copied()).unwrap();
    Curling.open(&options).unwrap()
}

fn read_all(text: &[u8], options: &[(&str, &str)]) -> Vec<Box<dyn Instance>> {
    let (mut session, mut reader) = (session(options), Reader::from_bytes(text));
    std::iter::from_fn(|| session.read(&mut reader).unwrap()).collect()
}

fn data(name: &str) -> Vec<u8> {
    let path = format!("{}/../../tests/data/curling/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(path).unwrap()
}

/// What an outcome prints, in a style.
fn print(outcome: Outcome, style: Style, number: u64) -> String {
    let mut out = Vec::new();
    match outcome {
        Outcome::Solved(answer) | Outcome::Impossible { answer, .. } => {
            answer.write(style, number, &mut out).unwrap();
        }
        Outcome::GaveUp(limit) => panic!("{limit}"),
    }
    String::from_utf8(out).unwrap()
}

fn solve_text(text: &[u8], options: &[(&str, &str)], style: Style) -> String {
    let budget = Budget::unlimited();
    let numbered = (1..).zip(read_all(text, options));
    numbered.map(|(number, mut dataset)| print(dataset.solve(&budget), style, number)).collect()
}

const FILES: &[&str] = &[
    "official_samples",
    "samples_messy_whitespace",
    "samples_no_terminator",
    "tricky_small",
    "hard_1_none",
    "hard_2_none",
    "hard_3_none_bound_blind",
    "hard_4_ten",
    "hard_5_ten",
    "hard_6_none_at10_twelve_at12",
    "bench_100_hard",
    "random_300",
];

#[test]
fn every_file_gives_its_answers() {
    for name in FILES {
        let expect = String::from_utf8(data(&format!("{name}.out"))).unwrap();
        assert_eq!(solve_text(&data(&format!("{name}.in")), &[], Style::Judge), expect, "{name}");
    }
}

#[test]
fn every_expected_answer_is_accepted_and_others_are_not() {
    for name in FILES.iter().filter(|name| !name.starts_with("bench")) {
        let expect = data(&format!("{name}.out"));
        let mut output = Reader::from_bytes(&expect);
        for (number, dataset) in (1..).zip(read_all(&data(&format!("{name}.in")), &[])).take(60) {
            let answer = output.word("an answer").unwrap().to_vec();
            let verdict =
                |text: &[u8]| dataset.verify(number, &mut Reader::from_bytes(text), &Budget::unlimited());
            assert_eq!(verdict(&answer), Verdict::Accepted, "{name} {number}");
            let right: i64 = std::str::from_utf8(&answer).unwrap().parse().unwrap();
            let wrong = if number % 2 == 0 { right - 1 } else { right + 1 };
            let verdict = verdict(wrong.to_string().as_bytes());
            assert!(matches!(verdict, Verdict::Wrong { .. }), "{name} {number}: {wrong} for {right}");
        }
    }
}

fn check_verdict(board: &str, output: &[u8], expect: &str) {
    let dataset = &read_all(board.as_bytes(), &[])[0];
    match dataset.verify(1, &mut Reader::from_bytes(output), &Budget::unlimited()) {
        Verdict::Accepted => assert_eq!(expect, "accepted", "{output:?}"),
        Verdict::Wrong { diagnostic, .. } => assert_eq!(diagnostic.to_string(), expect, "{output:?}"),
        Verdict::Undecided(limit) => panic!("{limit}"),
    }
}

#[test]
fn verdicts_tell_why() {
    const SAMPLE: &str = "13 1   2 0 1 1 1 1 1 1 1 1 1 1 3";
    check_verdict(SAMPLE, b"-1", "accepted");
    check_verdict(SAMPLE, b" \r\n-1", "accepted");
    let none = "no 10 throws bring the stone to the goal: the answer is -1";
    check_verdict(SAMPLE, b"11", &format!("1:1: {none}, found \"11\""));
    const FOUR: &str = "6 1   1 0 2 1 1 3";
    check_verdict(FOUR, b"4\n", "accepted");
    check_verdict(FOUR, b"5", "1:1: 4 throws bring the stone to the goal: WEEE, found \"5\"");
    check_verdict(FOUR, b"-1", "1:1: 4 throws bring the stone to the goal: WEEE, found \"-1\"");
    check_verdict(FOUR, b"3", "1:1: it takes 4 throws: WEEE, found \"3\"");
    const NUMBER: &str = "expected the fewest throws, or -1: an integer from -1 to 4294967295, found";
    check_verdict(FOUR, b"", &format!("1:1: {NUMBER} the end of the text"));
    check_verdict(FOUR, b"\0\xff", &format!("1:1: {NUMBER} \"\\x00\\xff\""));
    let digits = "9".repeat(30);
    check_verdict(FOUR, digits.as_bytes(), &format!("1:1: {NUMBER} \"{digits}\""));
}

/// The board of a dataset, again as the typed board.
fn board(dataset: &dyn Instance) -> Board {
    let mut text = Vec::new();
    dataset.write(&mut text).unwrap();
    String::from_utf8(text).unwrap().parse().unwrap()
}

/// All engines on one board, and every route replayed by the rules.
fn cross_check(dataset: &mut dyn Instance, max_throws: Option<u32>) {
    let board = board(dataset);
    let budget = Budget::unlimited();
    let fast = curling::solve(&board, max_throws, &budget).unwrap();
    let plain = curling::solve_plainly(&board, max_throws, &budget).unwrap();
    let number = match (&fast, &plain) {
        (Solution::Reached(fast), Solution::Reached(plain)) => {
            assert_eq!(fast.throws().len(), plain.throws().len(), "{board:?}");
            replay(&board, fast);
            replay(&board, plain);
            fast.throws().len() as i64
        }
        (Solution::Reached(_), _) | (_, Solution::Reached(_)) => panic!("{fast:?} {plain:?} {board:?}"),
        _ => -1,
    };
    let verdict = dataset.verify(1, &mut Reader::from_bytes(number.to_string().as_bytes()), &budget);
    assert_eq!(verdict, Verdict::Accepted, "{number} {board:?}");
}

/// Follows a route square by square.
fn replay(board: &Board, route: &curling::Route) {
    let mut codes: Vec<Vec<u8>> = board.codes().chunks(board.width() as usize).map(<[u8]>::to_vec).collect();
    let (mut row, mut col) = (board.start().row as i64, board.start().col as i64);
    let last = route.throws().len() - 1;
    for (i, throw) in route.throws().iter().enumerate() {
        let (down, right) = [(-1, 0), (0, 1), (1, 0), (0, -1)][throw.direction as usize];
        let code = |row: i64, col: i64| {
            *codes.get(row as usize).and_then(|row| row.get(col as usize)).expect("on the board")
        };
        assert_ne!(code(row + down, col + right), 1, "a block next to the stone");
        while code(row, col) != 3 && code(row + down, col + right) != 1 {
            (row, col) = (row + down, col + right);
        }
        assert_eq!((throw.stop.row as i64, throw.stop.col as i64), (row, col));
        assert_eq!(code(row, col) == 3, i == last, "the goal at the last throw only");
        let hit = throw.broken.map(|block| (block.row as i64, block.col as i64));
        assert_eq!(hit, (i < last).then_some((row + down, col + right)));
        if i < last {
            codes[(row + down) as usize][(col + right) as usize] = 0;
        }
    }
}

fn cross_check_random(boards: u32, side: (u64, u64), max_throws: &str) {
    let mut rng = Rng::new(2006);
    for _ in 0..boards {
        let (width, height) = (rng.between(side.0, side.1), rng.between(1, side.1));
        if width * height == 1 {
            continue;
        }
        let (width, height) = (width.to_string(), height.to_string());
        let options = [("max-throws", max_throws), ("width", &width), ("height", &height)];
        let mut dataset = session(&options).generate(&mut rng).unwrap();
        cross_check(&mut *dataset, max_throws.parse().ok());
    }
}

#[test]
fn engines_agree_on_small_boards() {
    cross_check_random(6000, (1, 6), "10");
    cross_check_random(3000, (2, 9), "6");
}

#[test]
fn engines_agree_without_a_limit() {
    cross_check_random(3000, (1, 4), "none");
}

#[test]
fn engines_agree_on_wide_boards() {
    cross_check_random(40, (63, 80), "5");
}

#[test]
fn twelve_throws() {
    let text = data("hard_6_none_at10_twelve_at12.in");
    assert_eq!(solve_text(&text, &[("max-throws", "12")], Style::Judge), "12\n");
    assert_eq!(solve_text(&text, &[("max-throws", "11")], Style::Judge), "-1\n");
    assert_eq!(solve_text(&text, &[("max-throws", "none")], Style::Judge), "12\n");
}

#[test]
fn a_limit_is_no_answer() {
    let text = data("hard_3_none_bound_blind.in");
    let dataset = &mut *read_all(&text, &[])[0];
    let nodes = Budget::unlimited().with_nodes(3);
    assert!(matches!(dataset.solve(&nodes), Outcome::GaveUp(Limit::Nodes(3))));
    let time = Budget::unlimited().with_time(Duration::ZERO);
    assert!(matches!(dataset.solve(&time), Outcome::GaveUp(Limit::Time(_))));
    assert!(matches!(dataset.verify(1, &mut Reader::from_bytes(b"4"), &time), Verdict::Undecided(_)));
    let mut frames = 0;
    let outcome = dataset.play(&Budget::unlimited(), &mut |_| {
        frames += 1;
        if frames < 100 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert!(matches!(outcome, Outcome::GaveUp(Limit::Cancelled)));
    assert_eq!(frames, 100);
}
