//! The commands of the judge, on the template puzzle: exit statuses, files, messages of other systems.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use tempfile::TempDir;
use tremaux_core::Puzzle;
use tremaux_puzzles::null::Null;

static PUZZLES: &[&dyn Puzzle] = &[&Null];

/// A folder with an input, right and wrong answers to it.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let files = [
        ("in", "5\n0 0 1 0 0\n4\n0 1 1 0\n0\n"),
        ("right", "1 2 4 5\n-1\n"),
        ("other", "1 2 4 5\r\n-1"),
        ("wrong", "1 3 5\n-1\n"),
        ("extra", "1 2 4 5\n-1\n7\n"),
        ("broken", "5\n0 0 2 0 0\n0\n"),
        ("spaced", "5\n0 0  1 0 0\n0\n"),
    ];
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// Runs a command line whose words with an `@` in front are files of the folder, and expects the status.
fn check(folder: &Path, line: &str, status: u8) {
    let word = |word: &str| match word.strip_prefix('@') {
        Some(name) => folder.join(name).into_os_string(),
        None => OsString::from(word),
    };
    let got = tremaux::run(line.split_whitespace().map(word), PUZZLES);
    assert_eq!(got, ExitCode::from(status), "{line}");
}

#[test]
fn check_in_every_style() {
    let folder = folder();
    let table = [
        ("@in @right", 0),
        ("@in @other @right", 0),
        ("@in @wrong", 1),
        ("@in @extra", 1),
        ("@in @right @wrong", 4),
        ("@broken @right", 4),
        ("@in @right --node-limit 5", 0),
        ("@in", 2),
        ("@in @right @right @right", 2),
        ("@in @nowhere", 2),
        ("--style testlib @in @right @right", 0),
        ("@in @wrong @right --style testlib", 1),
        ("@in @extra @right --style testlib", 2),
        ("@in @right @wrong --style testlib", 3),
        ("@in @nowhere @right --style testlib", 3),
        ("@in @wrong @right @report -appes --style testlib", 1),
        ("@in @right @right --style oj", 0),
        ("@in @wrong @right --style oj", 1),
        ("@in @right --style cph", 0),
        ("@in @wrong --style cph", 1),
        ("--style rime --infile @in --difffile @right --outfile @wrong", 1),
        ("--style rime --infile @in --difffile @right --outfile @right", 0),
    ];
    for (line, status) in table {
        check(folder.path(), &format!("tremaux check null {line}"), status);
    }
    let report = fs::read_to_string(folder.path().join("report")).unwrap();
    assert!(
        report.contains("<result outcome=\"wrong-answer\">wrong answer dataset 1: 1:3: square 3 is water")
    );
}

#[test]
fn validate_in_every_style() {
    let folder = folder();
    for (style, valid, invalid) in [("tremaux", 0, 1), ("testlib", 0, 3), ("kattis", 42, 43)] {
        check(folder.path(), &format!("tremaux validate null --style {style} @in"), valid);
        for file in ["@broken", "@spaced", "@right"] {
            check(folder.path(), &format!("tremaux validate null --style {style} {file}"), invalid);
        }
    }
    check(folder.path(), "tremaux validate null @nowhere", 2);
}

#[test]
fn generate_takes_options_and_a_seed() {
    let folder = folder();
    check(folder.path(), "tremaux generate null --seed 1 --count 3 --squares 5", 0);
    check(folder.path(), "tremaux generate null", 0);
    check(folder.path(), "tremaux generate null --squares 0", 2);
    check(folder.path(), "tremaux generate null --seed x", 2);
}

#[test]
fn stress_saves_the_smallest_case() {
    let folder = folder();
    let programs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/programs");
    check(folder.path(), &format!("tremaux stress null --seed 5 --save @ -- {programs}/no_read.sh"), 1);
    let saved = |ending: &str| fs::read_to_string(folder.path().join(format!("null-5.{ending}"))).unwrap();
    assert_eq!([saved("in"), saved("ans"), saved("out")], ["1\n0\n0\n", "1\n", "a guess\n"]);
    check(folder.path(), "tremaux check null @null-5.in @null-5.out", 1);
    check(folder.path(), "tremaux check null @null-5.in @null-5.ans", 0);

    check(folder.path(), &format!("tremaux stress null --seed 6 --save @ -- {programs}/crash.sh"), 1);
    check(folder.path(), &format!("tremaux stress null --seed 7 --save @ -- {programs}/latin.sh"), 1);
    check(folder.path(), "tremaux stress null --save @ -- /nowhere/at/all", 2);
    check(folder.path(), "tremaux stress null --cases 3 --save @nowhere -- false", 2);
    check(folder.path(), "tremaux stress null", 2);
}
