//! Curling through the contract: real files, all engines against each other, junk.

use std::ops::ControlFlow;
use std::time::Duration;

use tremaux_core::{
    Budget, Dataset, GaveUp, Limit, Options, Outcome, OutputStyle, Puzzle, Reader, Rng, Session, Verdict,
};
use tremaux_puzzles::curling::{self, Board, Curling, Solution};

fn session(options: &[(&str, &str)]) -> Box<dyn Session> {
    let options = Options::parse(Curling.options(), options.iter().copied()).unwrap();
    Curling.open(&options).unwrap()
}

fn read_all(text: &[u8], options: &[(&str, &str)]) -> Vec<Box<dyn Dataset>> {
    let (mut session, mut reader) = (session(options), Reader::from_bytes(text));
    std::iter::from_fn(|| session.read(&mut reader).unwrap()).collect()
}

fn data(name: &str) -> Vec<u8> {
    let path = format!("{}/../../tests/data/curling/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(path).unwrap()
}

/// What an outcome prints, in a style.
fn print(outcome: Outcome, style: OutputStyle, number: u64) -> String {
    let mut out = Vec::new();
    match outcome {
        Outcome::Solved(answer) | Outcome::Impossible { answer, .. } => {
            answer.write(style, number, &mut out).unwrap();
        }
        Outcome::GaveUp(limit) => panic!("{limit}"),
    }
    String::from_utf8(out).unwrap()
}

fn solve_text(text: &[u8], options: &[(&str, &str)], style: OutputStyle) -> String {
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
        assert_eq!(solve_text(&data(&format!("{name}.in")), &[], OutputStyle::Judge), expect, "{name}");
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
fn verdicts_say_why() {
    const SAMPLE: &str = "13 1   2 0 1 1 1 1 1 1 1 1 1 1 3";
    check_verdict(SAMPLE, b"-1", "accepted");
    check_verdict(SAMPLE, b" \r\n-1", "accepted");
    let none = "the goal cannot be reached in 10 throws: expected -1";
    check_verdict(SAMPLE, b"11", &format!("1:1: {none}, found \"11\""));
    const FOUR: &str = "6 1   1 0 2 1 1 3";
    check_verdict(FOUR, b"4\n", "accepted");
    check_verdict(FOUR, b"5", "1:1: the goal can be reached in 4 throws: WEEE, found \"5\"");
    check_verdict(FOUR, b"-1", "1:1: the goal can be reached in 4 throws: WEEE, found \"-1\"");
    check_verdict(FOUR, b"3", "1:1: reaching the goal takes 4 throws: WEEE, found \"3\"");
    const NUMBER: &str = "expected the fewest throws, or -1: an integer from -1 to 4294967295, found";
    check_verdict(FOUR, b"", &format!("1:1: {NUMBER} the end of the text"));
    check_verdict(FOUR, b"\0\xff", &format!("1:1: {NUMBER} \"\\x00\\xff\""));
    let digits = "9".repeat(30);
    check_verdict(FOUR, digits.as_bytes(), &format!("1:1: {NUMBER} \"{digits}\""));
}

/// The board of a dataset, again as the typed board.
fn board(dataset: &dyn Dataset) -> Board {
    let mut text = Vec::new();
    dataset.write(&mut text).unwrap();
    String::from_utf8(text).unwrap().parse().unwrap()
}

/// All engines on one board, and every route replayed by the rules.
fn cross_check(dataset: &mut dyn Dataset, max_throws: Option<u32>) {
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

/// The rules once more, square by square.
struct Rink {
    codes: Vec<Vec<u8>>,
    stone: (i64, i64),
}

impl Rink {
    fn new(board: &Board) -> Self {
        let codes = board.codes().chunks(board.width() as usize).map(<[u8]>::to_vec).collect();
        Rink { codes, stone: (board.start().row.into(), board.start().col.into()) }
    }

    fn code(&self, (row, col): (i64, i64)) -> Option<u8> {
        self.codes.get(usize::try_from(row).ok()?)?.get(usize::try_from(col).ok()?).copied()
    }

    /// Throws the stone; the block that it broke, or that it reached the goal; `None` if it cannot or is lost.
    fn throw(&mut self, direction: usize) -> Option<Option<(i64, i64)>> {
        let (down, right) = [(-1, 0), (0, 1), (1, 0), (0, -1)][direction];
        let ahead = |(row, col)| (row + down, col + right);
        if self.code(ahead(self.stone)) == Some(1) {
            return None;
        }
        while self.code(self.stone)? != 3 {
            if self.code(ahead(self.stone))? == 1 {
                let block = ahead(self.stone);
                self.codes[block.0 as usize][block.1 as usize] = 0;
                return Some(Some(block));
            }
            self.stone = ahead(self.stone);
        }
        Some(None)
    }
}

/// Follows a route by the rules.
fn replay(board: &Board, route: &curling::Route) {
    let mut rink = Rink::new(board);
    for (i, throw) in route.throws().iter().enumerate() {
        let broken = rink.throw(throw.direction as usize).expect("a throw that is possible and not lost");
        assert_eq!((throw.stop.row.into(), throw.stop.col.into()), rink.stone);
        assert_eq!(throw.broken.map(|block| (block.row.into(), block.col.into())), broken);
        assert_eq!(broken.is_none(), i + 1 == route.throws().len(), "the goal at the last throw only");
    }
}

/// The number of routes of that length, by trying all.
fn count_by_trying(rink: &Rink, length: usize) -> u128 {
    let after = |direction| {
        let mut next = Rink { codes: rink.codes.clone(), stone: rink.stone };
        match next.throw(direction) {
            Some(None) => u128::from(length == 1),
            Some(Some(_)) if length > 1 => count_by_trying(&next, length - 1),
            _ => 0,
        }
    };
    (0..4).map(after).sum()
}

#[test]
fn shortest_routes_are_counted() {
    let budget = Budget::unlimited();
    let mut rng = Rng::new(614);
    let mut session = session(&[("width", "7"), ("height", "6"), ("blocks", "30")]);
    for _ in 0..300 {
        let board = board(&*session.generate(&mut rng).unwrap());
        let routes = curling::count_routes(&board, Some(8), &budget).unwrap();
        let expect = match curling::solve(&board, Some(8), &budget).unwrap() {
            Solution::Reached(route) => count_by_trying(&Rink::new(&board), route.throws().len()),
            _ => 0,
        };
        assert_eq!(routes, expect, "{board:?}");
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
    assert_eq!(solve_text(&text, &[("max-throws", "12")], OutputStyle::Judge), "12\n");
    assert_eq!(solve_text(&text, &[("max-throws", "11")], OutputStyle::Judge), "-1\n");
    assert_eq!(solve_text(&text, &[("max-throws", "none")], OutputStyle::Judge), "12\n");
}

#[test]
fn a_limit_is_no_answer() {
    let text = data("hard_3_none_bound_blind.in");
    let dataset = &mut *read_all(&text, &[])[0];
    let nodes = Budget::unlimited().with_nodes(3);
    assert!(matches!(dataset.solve(&nodes), Outcome::GaveUp(GaveUp::Limit(Limit::Nodes { limit: 3, .. }))));
    let time = Budget::unlimited().with_time(Duration::ZERO);
    assert!(matches!(dataset.solve(&time), Outcome::GaveUp(GaveUp::Limit(Limit::Time { .. }))));
    assert!(matches!(dataset.verify(1, &mut Reader::from_bytes(b"4"), &time), Verdict::Undecided(_)));
    let mut frames = 0;
    let outcome = dataset.play(&Budget::unlimited(), &mut |_| {
        frames += 1;
        if frames < 100 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert!(matches!(outcome, Outcome::GaveUp(GaveUp::Cancelled)));
    assert_eq!(frames, 100);
}

#[test]
fn answers_in_words() {
    const BOARD: &[u8] = b"4 4   2 0 0 1   0 0 0 0   0 0 3 0   1 0 0 0";
    let solve = |options, style| solve_text(BOARD, options, style);
    let text = "Dataset 1: 2 throws
2 distinct routes are that short.
   1. east  stops at row 1, column 3, breaks the block at row 1, column 4
   2. south reaches the goal at row 3, column 3
      S..x
      ....
      ..G.
      #...

";
    assert_eq!(solve(&[("routes", "count")], OutputStyle::Text), text);
    let hint = "Dataset 1: 2 throws
   1. east  stops at row 1, column 3, breaks the block at row 1, column 4

";
    assert_eq!(solve(&[("hints", "true")], OutputStyle::Text), hint);
    let json = r#"{"dataset":1,"outcome":"solved","throws":2,"routes":2,"unique":false,"#;
    let route = r#""route":[{"direction":"E","stop":[1,3],"broken":[1,4]},{"direction":"S","stop":[3,3]}]}"#;
    assert_eq!(solve(&[("routes", "count")], OutputStyle::Json), format!("{json}{route}\n"));
    let json = r#"{"dataset":1,"outcome":"solved","throws":2,"hint":"E"}"#;
    assert_eq!(solve(&[("hints", "true")], OutputStyle::Json), format!("{json}\n"));
}

fn check_none(board: &str, max_throws: &str, text: &str, json: &str) {
    let options = [("max-throws", max_throws)];
    let expect = format!("Dataset 1: no solution: {text}\n\n");
    assert_eq!(solve_text(board.as_bytes(), &options, OutputStyle::Text), expect, "{board}");
    let expect = format!("{{\"dataset\":1,\"outcome\":\"impossible\",\"reason\":{json}}}\n");
    assert_eq!(solve_text(board.as_bytes(), &options, OutputStyle::Json), expect, "{board}");
    assert_eq!(solve_text(board.as_bytes(), &options, OutputStyle::Judge), "-1\n", "{board}");
    let mut dataset = read_all(board.as_bytes(), &options).remove(0);
    assert!(
        matches!(dataset.solve(&Budget::unlimited()), Outcome::Impossible { reason, .. } if reason == text)
    );
    let played = dataset.play(&Budget::unlimited(), &mut |_| ControlFlow::Continue(()));
    assert!(matches!(played, Outcome::Impossible { .. }), "{board}");
}

#[test]
fn none_in_words() {
    const ELEVEN: &str = "13 1   2 0 1 1 1 1 1 1 1 1 1 1 3";
    check_none(ELEVEN, "10", "no route of at most 10 throws", r#""beyond-limit","within":10"#);
    check_none(ELEVEN, "1", "no route of at most 1 throw", r#""beyond-limit","within":1"#);
    assert_eq!(solve_text(ELEVEN.as_bytes(), &[("max-throws", "none")], OutputStyle::Judge), "11\n");
    check_none("2 2   2 0 0 3", "none", "no route of any length: all were tried", r#""exhausted""#);
    // The stone can break twelve blocks, one after the other, and is none the better for it.
    let busy = |below: &str| {
        format!("16 4   2 0 1 1 1 1 1 1 1 1 1 1 1 1 0 0   {below}   0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0")
    };
    let walled = busy("0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0   0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 3");
    let reason = "no route of any length: no throw can stop in the goal's row or column";
    check_none(&walled, "10", reason, r#""goal-walled-in""#);
    // However few throws are allowed, a small board is searched to its end.
    check_none("3 3   2 0 0   0 0 0   0 0 3", "1", reason, r#""goal-walled-in""#);
    check_none(
        "5 3   2 1 0 1 0   0 0 0 0 0   0 0 3 0 0",
        "2",
        "no route of any length: all were tried",
        r#""exhausted""#,
    );
    // A throw north from the last row could stop in line with the goal, but none can stop below it.
    let apart = busy("0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0   0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 3");
    let reason = "no route of any length, even if the stone could slide through blocks";
    check_none(&apart, "none", reason, r#""relaxed-bound""#);
}

#[test]
fn from_the_position_after_some_throws() {
    const BOARD: &[u8] = b"6 1   1 0 2 1 1 3";
    let solve = |throws| solve_text(BOARD, &[("throws", throws)], OutputStyle::Judge);
    assert_eq!(
        (solve(""), solve("W"), solve("we"), solve("WEE")),
        ("4\n".into(), "3\n".into(), "2\n".into(), "1\n".into())
    );
    let fault = |throws| {
        let options = Options::parse(Curling.options(), [("throws", throws)]).unwrap();
        let read = |mut session: Box<dyn Session>| session.read(&mut Reader::from_bytes(BOARD)).map(|_| ());
        Curling.open(&options).and_then(read).unwrap_err().to_string()
    };
    assert_eq!(fault("x"), "--throws: expected the initials of directions, as in NESW, found \"x\"");
    assert_eq!(
        fault("E"),
        "--throws: dataset 1: throw 1 (east) is not possible: a block is next to the stone"
    );
    assert_eq!(fault("WW"), "--throws: dataset 1: throw 2 (west) loses the stone over the edge");
    assert_eq!(
        fault("WEEE"),
        "--throws: dataset 1: throw 4 (east) reaches the goal: nothing is left to solve"
    );
}

#[test]
fn generated_boards_are_as_wanted() {
    let generate =
        |options: &[(&str, &str)], seed| board(&*session(options).generate(&mut Rng::new(seed)).unwrap());
    let solve = |board: &Board| curling::solve(board, Some(10), &Budget::unlimited()).unwrap();
    for wanted in ["-1", "1", "3", "6", "10"] {
        let options = [("width", "9"), ("height", "8"), ("answer", wanted)];
        let board = generate(&options, 1);
        assert_eq!((board.width(), board.height()), (9, 8));
        let throws = match solve(&board) {
            Solution::Reached(route) => route.throws().len().to_string(),
            _ => "-1".into(),
        };
        assert_eq!(throws, wanted);
        assert_eq!(board, generate(&options, 1), "the same bytes for the same seed");
        assert_ne!(board, generate(&options, 2));
    }
    let board = generate(
        &[("width", "8"), ("height", "8"), ("answer", "5"), ("unique", "true"), ("minimal", "true")],
        3,
    );
    assert_eq!(curling::count_routes(&board, Some(10), &Budget::unlimited()), Ok(1));
    for square in (0..64).filter(|&square| board.codes()[square] == 1) {
        let mut codes = board.codes().to_vec();
        codes[square] = 0;
        let fewer = Board::new(8, codes).unwrap();
        let same = matches!(solve(&fewer), Solution::Reached(route) if route.throws().len() == 5);
        let unique = curling::count_routes(&fewer, Some(10), &Budget::unlimited()) == Ok(1);
        assert!(!same || !unique, "a spare block");
    }
    let refused = |options: &[(&str, &str)]| {
        let options = Options::parse(Curling.options(), options.iter().copied()).unwrap();
        Curling.open(&options).err().or_else(|| session_fault(&options)).unwrap().to_string()
    };
    let range = "--answer: expected -1, a number of throws or a range of them as in 3..7, not above --max-throws, found";
    assert_eq!(refused(&[("answer", "11")]), format!("{range} \"11\""));
    assert_eq!(refused(&[("answer", "ten")]), format!("{range} \"ten\""));
    assert_eq!(
        refused(&[("answer", "-1"), ("unique", "true")]),
        "--unique: a board without a route has no unique one"
    );
    assert_eq!(
        refused(&[("answer", "9"), ("width", "2"), ("height", "2")]),
        "none of 20000 random boards meets the constraints"
    );
    assert_eq!(refused(&[("width", "1"), ("height", "1")]), "a board has one start (2) and one goal (3)");
}

/// It went on for hours where boards are large: as many were tried as of small ones.
#[test]
fn a_constraint_that_takes_too_long_is_reported() {
    let given = [("width", "1024"), ("height", "1024"), ("minimal", "true")];
    let options = Options::parse(Curling.options(), given).unwrap();
    let fault = session_fault(&options).unwrap().to_string();
    assert_eq!(fault, "--minimal: it takes too long to find the blocks that can go");
}

fn session_fault(options: &Options) -> Option<tremaux_core::Diagnostic> {
    Curling.open(options).ok()?.generate(&mut Rng::new(0)).err()
}

#[test]
fn smaller_boards_are_legal_and_end() {
    let mut dataset = session(&[("kind", "maximal")]).generate(&mut Rng::new(5)).unwrap();
    let mut rng = Rng::new(6);
    let mut steps = 0;
    loop {
        let mut smaller = dataset.shrink_candidates();
        let size = |dataset: &dyn Dataset| (dataset.cells(), board(dataset).blocks());
        assert!(smaller.iter().all(|bite| size(&**bite) < size(&*dataset)));
        if smaller.is_empty() {
            break;
        }
        let pick = rng.below(smaller.len() as u64) as usize;
        let mut text = Vec::new();
        smaller[pick].write(&mut text).unwrap();
        text.extend_from_slice(b"0 0\n");
        let mut strict = Reader::from_bytes(&text).strict();
        assert!(session(&[]).read(&mut strict).is_ok_and(|dataset| dataset.is_some()));
        dataset = smaller.swap_remove(pick);
        steps += 1;
    }
    assert!(steps > 10);
    assert!(dataset.cells() <= 4 && board(&*dataset).blocks() == 0, "{:?}", board(&*dataset));
    // A big board offers as many bites as memory allows.
    let big = session(&[("width", "1000"), ("height", "1000"), ("blocks", "30")]).generate(&mut rng).unwrap();
    let cells: u64 = big.shrink_candidates().iter().map(|bite| bite.cells()).sum();
    assert!((1..1 << 25).contains(&cells), "{cells}");
}

#[test]
fn big_boards() {
    // 600 x 600: the stone goes round the border by three corner blocks, then comes down on the goal.
    let side = 600;
    let mut codes = vec![0; side * side];
    codes[0] = 2;
    codes[side - 1] = 1;
    codes[side * side - 2] = 1;
    codes[(side - 2) * side] = 1;
    codes[(side - 1) * side + 1] = 3;
    let big = Board::new(side as u32, codes).unwrap();
    let Ok(Solution::Reached(route)) = curling::solve(&big, None, &Budget::unlimited()) else { panic!() };
    replay(&big, &route);
    assert_eq!(route.to_string(), "ESWS");
}

/// Without a bound this took 19 seconds for a hundred hard boards.
#[test]
fn a_hard_board_is_judged_in_few_positions() {
    let text = include_bytes!("../src/curling/fast/hard_4_ten.in");
    let mut session = Curling.open(&Options::defaults(Curling.options())).unwrap();
    let dataset = session.read(&mut Reader::from_bytes(text)).unwrap().unwrap();
    let judge = |output: &[u8]| {
        dataset.verify(1, &mut Reader::from_bytes(output), &Budget::unlimited().with_nodes(100_000))
    };
    assert_eq!(judge(b"10\n"), Verdict::Accepted);
    assert!(
        matches!(judge(b"9\n"), Verdict::Wrong { .. }) && matches!(judge(b"-1\n"), Verdict::Wrong { .. })
    );
}
