//! The puzzle of the library guide: its file compiled, and put before the front ends.

include!("../../../examples/langford.rs");

use std::ffi::OsString;
use std::fs;
use std::process::ExitCode;

/// What the puzzle prints for n, and whether that is a row.
fn solve(n: usize) -> (String, bool) {
    let (mut text, mut row) = (Vec::new(), Row { n, left: vec![] });
    let found = match row.solve(&Budget::unlimited()) {
        Outcome::Solved(answer) => answer.write(OutputStyle::Judge, 1, &mut text).map(|()| true),
        Outcome::Impossible { answer, .. } => answer.write(OutputStyle::Judge, 1, &mut text).map(|()| false),
        Outcome::GaveUp(limit) => panic!("{limit}"),
    };
    (String::from_utf8(text).unwrap(), found.unwrap())
}

#[test]
fn it_is_as_short_as_it_is_said_to_be() {
    let source = include_str!("../../../examples/langford.rs");
    let is_code = |line: &&str| line.contains(char::is_alphanumeric) && !line.starts_with("use ");
    assert!(source.lines().filter(is_code).count() <= 60);
}

#[test]
fn a_row_is_found_where_there_is_one_and_judged() {
    let judge = |n, output: &str| {
        let row = Row { n, left: vec![] };
        row.verify(1, &mut Reader::from_bytes(output.as_bytes()), &Budget::unlimited())
    };
    for n in 1..=10 {
        let (output, found) = solve(n);
        assert_eq!(found, matches!(n % 4, 0 | 3), "{n}");
        assert_eq!(judge(n, &output), Verdict::Accepted, "{n}: {output}");
    }
    assert_eq!(solve(3).0, "3 1 2 1 3 2\n");
    for (n, output) in [(3, "-1"), (3, "3 1 2 1 3"), (3, "3 1 2 1 2 3"), (3, ""), (5, "5 1 1"), (2, "0")] {
        assert!(matches!(judge(n, output), Verdict::Wrong { .. }), "{n}: {output}");
    }
}

#[test]
fn every_front_end_takes_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).into_os_string();
    let (input, right, wrong) = (path("a.in"), path("a.ans"), path("a.out"));
    fs::write(&input, Langford.sample()).unwrap();
    fs::write(&right, [3, 4, 5].map(|n| solve(n).0).concat()).unwrap();
    fs::write(&wrong, "3 1 2 1 3 2\n-1\n-1\n").unwrap();
    let check = |words: &str, files: &[&OsString], status: u8| {
        let words = words.split(' ').map(OsString::from).chain(files.iter().map(|&file| file.clone()));
        let found = tremaux::run(["tremaux".into()].into_iter().chain(words), &[&Langford]);
        assert_eq!(found, ExitCode::from(status), "{files:?}");
    };
    for style in ["judge", "text", "json"] {
        check(&format!("solve langford --output {style}"), &[&input], 0);
    }
    check("check langford", &[&input, &right], 0);
    check("check langford", &[&input, &wrong], 1);
    check("validate langford", &[&input], 0);
    check("validate langford", &[&right], 1);
    check("generate langford --seed 1 --count 3", &[], 0);
    check("watch langford", &[&input], 0);
    check("draw langford -o", &[&path("row.svg"), &input], 0);
    assert!(fs::read_to_string(path("row.svg")).unwrap().contains(">3<"));
    let program = ["--", "echo", "-1"].map(OsString::from);
    let files = [&path("."), &program[0], &program[1], &program[2]];
    check("stress langford --cases 9 --save", &files, 1);
}
