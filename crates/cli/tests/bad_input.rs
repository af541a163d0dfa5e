//! Whatever comes in: an answer or a diagnostic that names the place, quickly, in little memory, and never
//! a panic.

mod common;

use std::time::{Duration, Instant};

use common::{texts, tremaux};

/// Expects status 2, these answers first, and a diagnostic with this place and these words.
fn check(puzzle: &str, input: &[u8], answers: &str, place: &str, words: &str) {
    let begin = Instant::now();
    let output = tremaux(&format!("solve {puzzle}"), input);
    let (stdout, stderr) = texts(&output);
    let shown = String::from_utf8_lossy(&input[..input.len().min(100)]).into_owned();
    assert_eq!(output.status.code(), Some(2), "{puzzle} {shown:?}: {stdout}{stderr}");
    assert_eq!(stdout, answers, "{puzzle} {shown:?}");
    assert!(stderr.contains(&format!("standard input:{place}\n")), "{puzzle} {shown:?}: {stderr}");
    assert!(stderr.contains(words), "{puzzle} {shown:?}: {stderr}");
    assert!(begin.elapsed() < Duration::from_secs(5), "a second, and some for a busy machine");
}

const LONG: &str = "999999999999999999999999999999";

#[test]
fn curling() {
    let check = |input: &str, answers: &str, place: &str, words: &str| {
        check("curling", input.as_bytes(), answers, place, words);
    };
    check("3", "", "1:2", "the end of the text");
    check("3 1\n2 0", "", "2:4", "the end of the text");
    check("2 1\n3 2\n3 1\n2 0", "1\n", "4:4", "the end of the text");
    check("3 x\n", "", "1:3", "found \"x\"");
    check(&format!("{LONG} 1\n2 0 3\n"), "", "1:1", LONG);
    check("3 -1\n2 0 3\n", "", "1:3", "found \"-1\"");
    check("-3 1\n2 0 3\n", "", "1:1", "found \"-3\"");
    check("4 1\n2 0 2 3\n0 0\n", "", "2:5", "start");
    check("4 1\n2 0 3 3\n0 0\n", "", "2:7", "goal");
    check("3 1\n2 0 0\n0 0\n", "", "2:5", "goal");
    check("3 1\n0 0 3\n0 0\n", "", "2:5", "start");
    check("3 1\n2 4 3\n0 0\n", "", "2:3", "found \"4\"");
    check("3 1\n2 \0 3\n0 0\n", "", "2:3", "\\x00");
    check("1000000000 1000000000\n2 0 3", "", "1:1", "1000000000");
    check("2 1\n3 2\nrubbish", "1\n", "3:1", "found \"rubbish\"");
}

#[test]
fn maze() {
    let check = |input: &str, place: &str, words: &str| check("maze", input.as_bytes(), "", place, words);
    check("2 3 1 1 1", "1:10", "the end of the text");
    check("2 3 1 1 1 3\n1 1 0\n0 0", "3:4", "the end of the text");
    check("2 3 1 1 1 x\n", "1:11", "found \"x\"");
    check(&format!("2 {LONG} 1 1 1 1\n"), "1:3", LONG);
    check("2 -3 1 1 1 1\n", "1:3", "found \"-3\"");
    check("2 3 3 1 1 3\n1 1 0\n0 0 0\n", "1:5", "row of the start");
    check("2 3 1 1 1 4\n1 1 0\n0 0 0\n", "1:11", "column of the goal");
    check("2 3 1 1 1 3\n1 4 0\n0 0 0\n", "2:3", "found \"4\"");
    check("2 3 1 1 1 3\n1 \0 0\n0 0 0\n", "2:3", "\\x00");
    check("1000000000 1000000000 1 1 2 2\n1 2", "1:12", "1000000000");
}

#[test]
fn knight() {
    let check = |input: &str, place: &str, words: &str| {
        let output = tremaux("solve knight", input.as_bytes());
        let (_, stderr) = texts(&output);
        assert_eq!(output.status.code(), Some(2), "{input:?}: {stderr}");
        assert!(stderr.contains(&format!("standard input:{place}\n")), "{input:?}: {stderr}");
        assert!(stderr.contains(words), "{input:?}: {stderr}");
    };
    check("x\n", "1:1", "found \"x\"");
    check("4\n0\n", "2:1", "found \"0\"");
    check("4\n65\n-1\n", "2:1", "found \"65\"");
    check("-2\n", "1:1", "found \"-2\"");
    check("4\n\0\n", "2:1", "\\x00");
    check(LONG, "1:1", LONG);
}

#[test]
fn binary_junk_and_nothing_at_all() {
    let junk: Vec<u8> = (0..100_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    for puzzle in ["curling", "maze", "knight"] {
        check(puzzle, &junk, "", "1:1", "found");
        check(puzzle, &vec![b'7'; 3_000_000], "", "1:1", "(4096 bytes)");
        check(puzzle, &[0; 1000], "", "1:1", "found");
        check(puzzle, b"", "", "1:1", "expected a dataset");
        check(puzzle, b" \r\n\n", "", "3:1", "the end of the text");
    }
}

#[test]
fn what_cannot_be_opened_or_chosen() {
    let cases = [
        ("solve curling /no/such/file", "cannot open /no/such/file"),
        ("solve curling /", "cannot read on"),
        ("solve knight --board 5y6", "--board: expected rows x columns"),
        ("solve curling --max-throws many", "--max-throws: expected an integer"),
        ("solve maze --order WNEE", "--order: expected"),
        ("solve chess", "chess"),
        ("solve knight --time-limit soon", "--time-limit"),
    ];
    for (arguments, words) in cases {
        let output = tremaux(arguments, b"");
        let (_, stderr) = texts(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {stderr}");
        assert!(stderr.contains(words), "{arguments}: {stderr}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_and_a_closed_pipe() {
    let run = |script: &str| {
        let script = script.replace("tremaux", env!("CARGO_BIN_EXE_tremaux"));
        let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
        (output.status.code(), texts(&output))
    };
    let (status, (_, stderr)) = run("printf '2 1\\n3 2\\n' | tremaux solve curling > /dev/full");
    assert_eq!(status, Some(4), "{stderr}");
    assert!(stderr.contains("cannot write"), "{stderr}");
    let endless = "yes '2 1 3 2' | tremaux solve curling | head -3";
    assert_eq!(run(endless), (Some(0), ("1\n1\n1\n".into(), String::new())));
}

#[cfg(target_os = "linux")]
#[test]
fn a_board_that_is_only_announced_takes_no_memory() {
    for (puzzle, header) in [("curling", "20000 20000"), ("maze", "30000 30000 1 1 2 2")] {
        let script =
            format!("ulimit -v 300000; echo {header} | {} solve {puzzle}", env!("CARGO_BIN_EXE_tremaux"));
        let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
        let (_, stderr) = texts(&output);
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains("the end of the text"), "{stderr}");
    }
}

/// A board that has tours: limits that are reached before one is found say nothing, on any machine.
#[test]
fn a_search_that_was_stopped_never_says_none() {
    let begin = Instant::now();
    let output = tremaux("solve knight --board 22x22 --leaper 2,5 --time-limit 1ns", b"7\n1\n-1\n");
    let (stdout, stderr) = texts(&output);
    assert_eq!((output.status.code(), stdout.as_str()), (Some(3), ""), "{stderr}");
    for number in 1..=2 {
        let words = format!("gave up on dataset {number} of standard input: time limit of 1ns reached");
        assert!(stderr.contains(&words), "{stderr}");
    }
    assert!(begin.elapsed() < Duration::from_secs(10));
    let output =
        tremaux("solve knight --board 22x22 --leaper 2,5 --node-limit 1000 --output json", b"7\n-1\n");
    let (stdout, _) = texts(&output);
    assert_eq!(output.status.code(), Some(3));
    let expect = "{\"dataset\":1,\"outcome\":\"gave-up\",\"limit\":\"node limit of 1000 reached\"}\n";
    assert_eq!(stdout, expect);
}

/// They were passed over in silence.
#[test]
fn data_behind_the_terminator_draw_a_warning() {
    for (puzzle, input, answers, place) in [
        ("curling", "2 1\n3 2\n0 0\n3 1\n2 0 3\n", "1\n", "4:1"),
        ("knight --board 1x1", "1\n-1\n1\n", "1\n", "3:1"),
    ] {
        let (stdout, stderr) = texts(&tremaux(&format!("solve {puzzle}"), input.as_bytes()));
        assert_eq!(stdout, answers, "{puzzle}");
        assert!(
            stderr.contains("warning: the data behind the terminator are not read"),
            "{puzzle}: {stderr}"
        );
        assert!(stderr.contains(&format!("standard input:{place}\n")), "{puzzle}: {stderr}");
        let (_, stderr) = texts(&tremaux(&format!("solve {puzzle} --quiet"), input.as_bytes()));
        assert_eq!(stderr, "", "{puzzle}");
    }
    let (_, stderr) = texts(&tremaux("solve curling", b"2 1\n3 2\n0 0\n\n \n"));
    assert_eq!(stderr, "");
}

#[test]
fn several_files_are_validated_and_one_that_is_not_valid_decides() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str, text: &str| {
        let path = directory.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let good = path("good.in", "2 1\n2 3\n0 0\n");
    let bad = path("bad.in", "2 1\n2 2\n0 0\n");
    let both = tremaux(&format!("validate curling {bad} {good}"), b"");
    let (stdout, stderr) = texts(&both);
    assert_eq!((both.status.code(), stdout), (Some(1), format!("{good}: valid: 1 dataset\n")));
    assert!(stderr.contains("bad.in:2:3"), "{stderr}");
    assert_eq!(tremaux(&format!("validate curling {good} {good}"), b"").status.code(), Some(0));
}
