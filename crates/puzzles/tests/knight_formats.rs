//! Inputs, outputs and verdicts in every dialect.

use std::time::{Duration, Instant};

use tremaux_core::{
    Budget, Dataset, GaveUp, Limit, Options, Outcome, OutputStyle, Puzzle, Reader, Rng, Session, Verdict,
};
use tremaux_puzzles::knight::Knight;

fn open(given: &[(&str, &str)]) -> Box<dyn Session> {
    Knight.open(&Options::parse(Knight.options(), given.iter().copied()).unwrap()).unwrap()
}

fn read(session: &mut dyn Session, text: &str) -> Vec<Box<dyn Dataset>> {
    let mut reader = Reader::from_bytes(text.as_bytes());
    std::iter::from_fn(|| session.read(&mut reader).unwrap()).collect()
}

fn answer(dataset: &mut dyn Dataset, style: OutputStyle, number: u64) -> String {
    let (Outcome::Solved(answer) | Outcome::Impossible { answer, .. }) = dataset.solve(&Budget::unlimited())
    else {
        panic!("gave up");
    };
    let mut text = Vec::new();
    answer.write(style, number, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

fn answers(given: &[(&str, &str)], input: &str, style: OutputStyle) -> String {
    let mut session = open(given);
    let mut datasets = read(session.as_mut(), input);
    (1..).zip(&mut datasets).map(|(number, dataset)| answer(dataset.as_mut(), style, number)).collect()
}

fn verdict(dataset: &dyn Dataset, output: &str) -> Verdict {
    let budget = Budget::unlimited().with_nodes(2_000_000);
    dataset.verify(1, &mut Reader::from_bytes(output.as_bytes()), &budget)
}

// ---- dialects ----

/// Input to datasets and back, strictly; the answer is the one expected, if one is, and it is accepted.
fn check_dialect(dialect: &str, board: &str, input: &str, expect: Option<&str>) {
    let given = [("dialect", dialect), ("board", board)];
    let mut session = open(&given);
    let mut reader = Reader::from_bytes(input.as_bytes()).strict();
    let mut datasets = Vec::new();
    while let Some(dataset) = session.read(&mut reader).unwrap_or_else(|fault| panic!("{dialect}: {fault}")) {
        datasets.push(dataset);
    }
    let mut again = Vec::new();
    session.write(&datasets, &mut again).unwrap();
    assert_eq!(String::from_utf8(again).unwrap(), input, "{dialect}");
    let output = answers(&given, input, OutputStyle::Judge);
    if let Some(expect) = expect {
        assert_eq!(output, expect, "{dialect}");
    }
    for output in [output.clone(), output.replace('\n', "\r\n"), output.trim_end().to_string()] {
        let mut reader = Reader::from_bytes(output.as_bytes());
        for (number, dataset) in (1..).zip(&datasets) {
            let verdict = dataset.verify(number, &mut reader, &Budget::unlimited());
            assert_eq!(verdict, Verdict::Accepted, "{dialect}: {output}");
        }
        assert!(reader.at_end().unwrap());
    }
}

#[test]
fn every_dialect_makes_the_round() {
    check_dialect("sicily", "8x8", "1\n64\n28\n-1\n", None);
    check_dialect("sicily", "5x6", "14\n17\n-1\n", None);
    check_dialect("sicily", "5x5", "2\n-1\n", Some("-1\n"));
    check_dialect("sicily", "1x1", "1\n-1\n", Some("1\n"));
    // The column comes first: the first step is in the first row.
    check_dialect("cses-1689", "8x8", "2 1\n", None);
    let first = answers(&[("dialect", "cses-1689")], "2 1\n", OutputStyle::Judge);
    assert_eq!(first.split_whitespace().nth(1), Some("1"));
    check_dialect("cses-1689", "4x5", "2 3\n", Some("-1\n"));
    check_dialect("leetcode-2664", "8x8", "1\n1\n0\n0\n", Some("[[0]]\n"));
    check_dialect("leetcode-2664", "8x8", "3\n4\n0\n0\n", Some("[[0,3,6,9],[11,8,1,4],[2,5,10,7]]\n"));
    check_dialect("leetcode-2664", "8x8", "5\n5\n1\n1\n", None);
    // The published sample of POJ 2488.
    let sample = "Scenario #1:\nA1\n\nScenario #2:\nimpossible\n\nScenario #3:\nA1B3C1A2B4C2A3B1C3A4B2C4\n\n";
    check_dialect("poj-2488", "8x8", "3\n1 1\n2 3\n4 3\n", Some(sample));
    check_dialect("poj-2488", "8x8", "4\n5 5\n3 8\n4 6\n1 26\n", None);
    check_dialect("jutge-p43694", "8x8", "3\n...\n.*.\n...\n1 1\n", Some("01 04 07\n06 ** 02\n03 08 05\n"));
    check_dialect("jutge-p43694", "8x8", "3\n...\n...\n...\n1 1\n", Some("no sol\n"));
    check_dialect("jutge-p43694", "8x8", "4\n..*.\n....\n....\n....\n1 1\n", Some("no sol\n"));
}

#[test]
fn an_empty_matrix_is_the_answer_to_one_dataset() {
    let mut session = open(&[("dialect", "leetcode-2664")]);
    // No tour, one square, no tour: each answer is read up to its own end.
    let datasets = read(session.as_mut(), "2\n2\n0\n0\n1\n1\n0\n0\n2\n2\n1\n1\n");
    let mut reader = Reader::from_bytes(b"[]\n[[0]]\n[ ]\n");
    for (number, dataset) in (1..).zip(&datasets) {
        assert_eq!(dataset.verify(number, &mut reader, &Budget::unlimited()), Verdict::Accepted);
    }
    assert!(reader.at_end().unwrap());
    for nothing in ["", "\n", "[", "]", ",", "[["] {
        assert!(matches!(verdict(&*datasets[0], nothing), Verdict::Wrong { .. }), "{nothing:?}");
    }
}

/// Four squares in a row, of which the start is an inner one, the last in the order of the squares: there is a
/// tour, but not from there. And from the last in the row there is one.
#[test]
fn a_tour_that_begins_elsewhere_is_no_tour_from_the_start() {
    let verdict = |start: &str, output: &str| {
        let mut session = open(&[("dialect", "jutge-p43694")]);
        let datasets = read(session.as_mut(), &format!("3\n..*\n**.\n.**\n{start}\n"));
        verdict(&*datasets[0], output)
    };
    assert_eq!(verdict("3 1", "no sol\n"), Verdict::Accepted);
    assert_eq!(verdict("2 3", "no sol\n"), Verdict::Accepted);
    assert!(matches!(verdict("1 2", "no sol\n"), Verdict::Wrong { .. }));
    assert_eq!(verdict("1 2", "04 01 **\n** ** 03\n02 ** **\n"), Verdict::Accepted);
}

#[test]
fn only_the_first_tour_will_do_where_it_is_asked_for() {
    let mut session = open(&[("dialect", "poj-2488")]);
    let datasets = read(session.as_mut(), "1\n3 4\n");
    let first = answers(&[("dialect", "poj-2488")], "1\n3 4\n", OutputStyle::Judge);
    assert_eq!(verdict(datasets[0].as_ref(), &first), Verdict::Accepted);
    let later = "Scenario #1:\nC1A2B4C2A3B1C3A4B2C4A1B3\n";
    assert!(matches!(verdict(datasets[0].as_ref(), later), Verdict::Wrong { .. }));
    // The first tour from C1 mirrored is a tour, and not the first.
    let mirrored: String = first
        .chars()
        .map(|c| match c {
            'A'..='D' if !first.is_empty() => (b'A' + b'D' - c as u8) as char,
            c => c,
        })
        .collect();
    let Verdict::Wrong { diagnostic, cell } = verdict(datasets[0].as_ref(), &mirrored) else { panic!() };
    assert!(diagnostic.to_string().contains("first"), "{diagnostic}");
    assert!(cell.is_some());
}

#[test]
fn generated_datasets_of_every_dialect_are_valid() {
    for dialect in ["sicily", "cses-1689", "leetcode-2664", "poj-2488", "jutge-p43694"] {
        for kind in ["random", "small", "maximal", "middle", "inner", "corner", "off-diagonal"] {
            let given = [("dialect", dialect), ("kind", kind)];
            for seed in 0..8 {
                let dataset = open(&given).generate(&mut Rng::new(seed)).unwrap();
                let mut all = vec![dataset];
                all[0].shrink_candidates().into_iter().take(6).for_each(|smaller| all.push(smaller));
                for dataset in all {
                    let mut text = Vec::new();
                    open(&given).write(&[dataset], &mut text).unwrap();
                    let mut reader = Reader::from_bytes(&text).strict();
                    let mut session = open(&given);
                    let first = session.read(&mut reader);
                    assert!(
                        first.unwrap().is_some() && session.read(&mut reader).unwrap().is_none(),
                        "{given:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_given_start_needs_no_input() {
    for start in ["28", "4,4", "d5"] {
        let mut session = open(&[("start", start)]);
        let mut datasets = read(session.as_mut(), "not a number");
        assert_eq!(datasets.len(), 1);
        assert!(answer(datasets[0].as_mut(), OutputStyle::Judge, 1).starts_with("28 "));
    }
}

#[test]
fn the_order_of_datasets_does_not_matter() {
    let lines = |text: String| text.lines().map(str::to_string).collect::<Vec<_>>();
    let one = lines(answers(&[("board", "5x6")], "14\n3\n17\n14\n-1\n", OutputStyle::Judge));
    let other = lines(answers(&[("board", "5x6")], "17\n14\n3\n-1\n", OutputStyle::Judge));
    assert_eq!([&one[0], &one[1], &one[2], &one[3]], [&other[1], &other[2], &other[0], &other[1]]);
}

// ---- styles ----

#[test]
fn every_style_writes_the_tour() {
    let given = [("board", "3x4")];
    let board = "Dataset 1: a tour of 3 x 4, from a3 (square 1) to d3 (square 4)\n 1  4  7 10\n12  9  2  5\n 3  6 11  8\n\n";
    let text = answers(&given, "1\n-1\n", OutputStyle::Text);
    assert!(text.starts_with("Dataset 1: a tour of 3 x 4, from a3 (square 1) to "), "{text}");
    assert_eq!(text.lines().count(), board.lines().count());
    let json = answers(&given, "1\n2\n-1\n", OutputStyle::Json);
    let mut lines = json.lines();
    assert!(
        lines
            .next()
            .unwrap()
            .starts_with(r#"{"dataset":1,"outcome":"solved","rows":3,"cols":4,"closed":false,"tour":[1,"#)
    );
    assert!(
        lines
            .next()
            .unwrap()
            .starts_with(r#"{"dataset":2,"outcome":"impossible","rows":3,"cols":4,"reason":""#)
    );
    let algebraic = answers(&given, "1\n-1\n", OutputStyle::Own("algebraic"));
    assert!(algebraic.starts_with("a3 ") && algebraic.split_whitespace().count() == 12, "{algebraic}");
    let tsplib = answers(&given, "1\n-1\n", OutputStyle::Own("tsplib"));
    assert!(tsplib.contains("TYPE : HCP\nDIMENSION : 12\n") && tsplib.ends_with("-1\nEOF\n"));
    let dimacs = answers(&given, "1\n-1\n", OutputStyle::Own("dimacs"));
    assert!(dimacs.contains("\np edge 12 14\ne 1 7\n"), "{dimacs}");
    assert_eq!(dimacs.matches("\ne ").count(), 14);
}

// ---- faults ----

fn check_fault(given: &[(&str, &str)], input: &[u8], strict: bool, expect: &str) {
    let begin = Instant::now();
    let mut session = open(given);
    let mut reader = Reader::from_bytes(input);
    if strict {
        reader = reader.strict();
    }
    let fault = loop {
        match session.read(&mut reader) {
            Ok(Some(_)) => {}
            Ok(None) => panic!("{:?} is no fault", String::from_utf8_lossy(input)),
            Err(fault) => break fault.to_string(),
        }
    };
    assert!(fault.contains(expect), "{fault}");
    assert!(begin.elapsed() < Duration::from_secs(1));
}

#[test]
fn faults_are_reported_with_their_place() {
    let none: &[(&str, &str)] = &[];
    let digits = "9".repeat(30);
    check_fault(none, b"1\nx\n", false, "2:1: expected the start");
    check_fault(none, b"1\n65\n", false, "2:1: expected the start");
    check_fault(none, b"0\n", false, "an integer from 1 to 64, or -1");
    check_fault(none, b"-2\n", false, "1:1: expected the start");
    check_fault(none, digits.as_bytes(), false, "1:1: expected the start");
    check_fault(none, b"1\0\n", false, "1:1: expected the start");
    check_fault(none, b"\xff\xfe\x00\x01", false, "1:1: expected the start");
    check_fault(
        &[("blocked", "5")],
        b"4\n5\n",
        false,
        "2:1: expected the start: a square that is not blocked",
    );
    check_fault(none, b"", true, "expected the start");
    check_fault(none, b"1\n", true, "2:1: expected the start");
    check_fault(none, b"1 \n-1\n", true, "1:2: expected a newline");
    check_fault(none, b"1\n-1\n\n", true, "3:1: expected the end");
    let dialect = |name| [("dialect", name)];
    check_fault(&dialect("cses-1689"), b"9 1\n", false, "1:1: expected x, the column");
    check_fault(&dialect("cses-1689"), b"1\n", false, "expected y, the row");
    check_fault(&dialect("cses-1689"), b"1 1\n1 1\n", true, "2:1: expected the end");
    check_fault(&dialect("leetcode-2664"), b"3\n4\n3\n0\n", false, "3:1: expected r, the row");
    check_fault(&dialect("leetcode-2664"), b"1000000000\n1000000000\n", false, "1:1: expected m");
    check_fault(&dialect("leetcode-2664"), b"6\n5\n0\n0\n", true, "1:1: expected m");
    check_fault(&dialect("poj-2488"), b"2\n3 4\n", false, "expected p, the rows");
    check_fault(&dialect("poj-2488"), b"1\n6 5\n", true, "1 to 4");
    check_fault(&dialect("poj-2488"), b"999999999999\n", false, "expected p, the rows");
    check_fault(&dialect("jutge-p43694"), b"3\n..\n", false, "2:1: expected row 1: 3 characters");
    check_fault(&dialect("jutge-p43694"), b"3\n...\n.x.\n", false, "3:1: expected row 2");
    check_fault(&dialect("jutge-p43694"), b"3\n...\n.*.\n...\n2 2\n", false, "not blocked");
    check_fault(&dialect("jutge-p43694"), b"1000000000\n", false, "1:1: expected n");
    check_fault(&dialect("jutge-p43694"), b"4000\n", false, "expected row 1");
}

// ---- verdicts ----

fn check_wrong(given: &[(&str, &str)], input: &str, output: &str, expect: &str) {
    let mut session = open(given);
    let datasets = read(session.as_mut(), input);
    match verdict(datasets[0].as_ref(), output) {
        Verdict::Wrong { diagnostic, .. } => {
            let shown = diagnostic.to_string();
            assert!(shown.contains(expect), "{shown}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn wrong_outputs_are_reported_at_their_step() {
    let small = [("board", "3x4")];
    let right = answers(&small, "1\n-1\n", OutputStyle::Judge);
    let mutate = |f: &dyn Fn(&mut Vec<String>)| {
        let mut words = right.split_whitespace().map(str::to_string).collect();
        f(&mut words);
        words.join(" ") + "\n"
    };
    let check = |f: &dyn Fn(&mut Vec<String>), expect| check_wrong(&small, "1\n-1\n", &mutate(f), expect);
    check(&|words| drop(words.pop()), "expected square 12 of the tour");
    check(&|words| words[5] = "13".into(), "expected square 6 of the tour: an integer from 1 to 12");
    check(&|words| words[5] = "x".into(), "expected square 6 of the tour");
    check(&|words| words[5] = words[1].clone(), "was visited at step 2");
    check(&|words| words.swap(3, 5), "step 4: a knight cannot move");
    check(&|words| words.reverse(), "step 1: the tour begins on");
    check(&|words| words[0] = "0".into(), "squares are numbered from 1");
    check_wrong(&small, "1\n-1\n", "-1\n", "expected a tour: there is one from a3");
    check_wrong(&small, "1\n-1\n", "", "the end of the text");
    check_wrong(&[], "1\n-1\n", "-1\n", "there is one from a8");
    check_wrong(&[("closed", "true")], "1\n-1\n", "-1\n", "there is one");
    let open_tour = answers(&[("board", "5x6")], "1\n-1\n", OutputStyle::Judge);
    check_wrong(&[("board", "5x6"), ("closed", "true")], "1\n-1\n", &open_tour, "not closed");
    check_wrong(&[("board", "5x6"), ("end", "25")], "14\n-1\n", "-1\n", "there is one");
    // None of the eight closed tours of 5 x 6 is symmetric.
    let closed = answers(&[("board", "5x6"), ("closed", "true")], "1\n-1\n", OutputStyle::Judge);
    check_wrong(&[("board", "5x6"), ("symmetric", "true")], "1\n-1\n", &closed, "half a turn");
    check_wrong(&[("dialect", "jutge-p43694")], "3\n...\n.*.\n...\n1 1\n", "no sol\n", "there is one");
    check_wrong(&[("dialect", "cses-1689")], "1 1\n", "1 2 3", "expected the step of");
    check_wrong(
        &[("dialect", "leetcode-2664")],
        "3\n4\n0\n0\n",
        "[[0,3,6,9],[11,8,1,4],[2,5,10,10]]",
        "has step 10",
    );
}

#[test]
fn claims_of_none_are_judged_by_other_means() {
    let accepted = |given: &[(&str, &str)], input: &str| {
        let mut session = open(given);
        let datasets = read(session.as_mut(), input);
        assert_eq!(verdict(datasets[0].as_ref(), "-1\n"), Verdict::Accepted, "{given:?}");
    };
    accepted(&[("board", "5x5")], "2\n-1\n");
    accepted(&[("board", "3x8")], "11\n-1\n");
    accepted(&[("board", "4x4")], "1\n-1\n");
    accepted(&[("board", "7x7"), ("closed", "true")], "1\n-1\n");
    accepted(&[("board", "5x6"), ("end", "3,5")], "2\n-1\n");
    accepted(&[("board", "8x8"), ("blocked", "1")], "5\n-1\n");
    accepted(&[("board", "4x4"), ("leaper", "2,3")], "1\n-1\n");
    accepted(&[("board", "4x4"), ("wrap", "cylinder"), ("closed", "true")], "1\n-1\n");
    accepted(&[("board", "3x8"), ("symmetric", "true")], "1\n-1\n");
    accepted(&[("board", "3x4"), ("fixed", "8=2;7=3")], "1\n-1\n");
}

/// The solver and the verifier's dynamic programming, which share no code, on boards with holes.
#[test]
fn solver_and_verifier_agree_on_random_holes() {
    let mut rng = Rng::new(17);
    let mut counts = [0, 0];
    for _ in 0..200 {
        let (rows, cols) = (rng.between(3, 5), rng.between(3, 6));
        let percent = rng.between(5, 30);
        let squares = rows * cols;
        let holes: Vec<String> =
            (1..=squares).filter(|_| rng.percent(percent)).map(|hole| hole.to_string()).collect();
        let Some(start) = (1..=squares).find(|start| !holes.contains(&start.to_string())) else { continue };
        let (size, holes) = (format!("{rows}x{cols}"), holes.join(" "));
        let joined = rows * cols <= 16 && rng.percent(50);
        let wrap = if joined { *rng.pick(&["cylinder", "torus"]).unwrap() } else { "none" };
        let mut given = vec![("board", &size[..]), ("blocked", &holes), ("wrap", wrap)];
        if rng.percent(40) {
            given.push(("closed", "true"));
        }
        let mut session = open(&given);
        let mut datasets = read(session.as_mut(), &format!("{start}\n-1\n"));
        let output = answer(datasets[0].as_mut(), OutputStyle::Judge, 1);
        let judged = verdict(datasets[0].as_ref(), &output);
        assert_eq!(judged, Verdict::Accepted, "{given:?} {start}: {output}");
        let none = output == "-1\n";
        counts[usize::from(none)] += 1;
        if !none {
            let claim = verdict(datasets[0].as_ref(), "-1\n");
            assert!(matches!(claim, Verdict::Wrong { .. }), "{given:?} {start}");
        }
    }
    assert!(counts.iter().all(|&count| count > 30), "{counts:?}");
}

// ---- limits ----

#[test]
fn a_limit_ends_a_hard_board_without_an_answer() {
    let mut session = open(HARD);
    let mut datasets = read(session.as_mut(), "1\n-1\n");
    let time = Duration::from_millis(100);
    let begin = Instant::now();
    match datasets[0].solve(&Budget::unlimited().with_time(time)) {
        Outcome::GaveUp(limit) => assert!(matches!(limit, GaveUp::Limit(Limit::Time { .. }))),
        Outcome::Solved(_) => panic!("solved in {:?}", begin.elapsed()),
        Outcome::Impossible { reason, .. } => panic!("{reason} in {:?}", begin.elapsed()),
    }
    assert!(begin.elapsed() < Duration::from_secs(2));
    assert!(matches!(
        datasets[0].solve(&Budget::unlimited().with_nodes(0)),
        Outcome::GaveUp(GaveUp::Limit(Limit::Nodes { limit: 0, .. }))
    ));
}

/// A board that no part of the solver decides within seconds.
const HARD: &[(&str, &str)] = &[("board", "16x13"), ("leaper", "1,6"), ("closed", "true")];

/// `check` accepted a closed tour of two squares that `solve` and `count` did not know.
#[test]
fn a_closed_tour_has_three_squares_at_least() {
    for given in [
        &[("board", "2x1"), ("leaper", "0,1"), ("closed", "true")][..],
        &[("board", "1x1"), ("closed", "true")],
        &[("board", "1x2"), ("leaper", "0,1"), ("wrap", "torus"), ("closed", "true")],
        &[("board", "3x2"), ("blocked", "2,3,4,5"), ("closed", "true")],
        &[("board", "3x2"), ("blocked", "2,3,4,5"), ("symmetric", "true")],
    ] {
        assert_eq!(answers(given, "1", OutputStyle::Judge), "-1\n", "{given:?}");
        let datasets = read(open(given).as_mut(), "1");
        assert_eq!(verdict(datasets[0].as_ref(), "-1"), Verdict::Accepted, "{given:?}");
        for output in ["1", "1 2", "1 6"] {
            assert!(
                !matches!(verdict(datasets[0].as_ref(), output), Verdict::Accepted),
                "{given:?} {output}"
            );
        }
    }
    let three = &[("board", "1x3"), ("leaper", "0,1"), ("wrap", "torus"), ("closed", "true")];
    assert_eq!(answers(three, "1", OutputStyle::Judge).split_whitespace().count(), 3);
}

/// It reported a limit of 50,000,000 nodes that nobody set, without a search.
#[test]
fn the_verifier_names_no_limit_that_was_not_set() {
    let given = &[("board", "30x30"), ("fixed", "1=1,900=900"), ("leaper", "2,3")];
    let dataset = open(given).read(&mut Reader::from_bytes(b"")).unwrap().unwrap();
    let verdict = dataset.verify(1, &mut Reader::from_bytes(b"-1"), &Budget::unlimited());
    let Verdict::Undecided(GaveUp::Unsupported(reason)) = verdict else { panic!("{verdict:?}") };
    assert!(reason.contains("more than 400 squares"), "{reason}");
}

/// `--fixed a1=1` alone once read standard input and complained about a start.
#[test]
fn a_fixed_first_step_is_the_start() {
    let mut session = open(&[("board", "5x5"), ("fixed", "a1=1,1=25")]);
    let mut datasets = read(session.as_mut(), "");
    assert_eq!(datasets.len(), 1);
    let tour = answer(datasets[0].as_mut(), OutputStyle::Judge, 1);
    assert!(tour.starts_with("21 ") && tour.ends_with(" 1\n"), "{tour}");
}
