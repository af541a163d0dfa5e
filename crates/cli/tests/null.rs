//! A puzzle that the program does not know by name, through the library behind the command: what it
//! takes to add a puzzle is its folder and one line in a registry.

use std::ffi::OsString;
use std::process::ExitCode;

use tremaux_core::Puzzle;
use tremaux_puzzles::null::Null;

static PUZZLES: &[&dyn Puzzle] = &[&Null];

fn run(arguments: &[&str]) -> ExitCode {
    tremaux::run(["tremaux"].iter().chain(arguments).map(OsString::from), PUZZLES)
}

#[test]
fn a_new_puzzle_is_solved_by_the_command() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("stones.in");
    std::fs::write(&input, Null.sample()).unwrap();
    for style in ["judge", "text", "json"] {
        let status = run(&["solve", "null", "--output", style, input.to_str().unwrap()]);
        assert_eq!(status, ExitCode::from(0));
    }
    std::fs::write(&input, "3\n0 2 0\n").unwrap();
    assert_eq!(run(&["solve", "null", input.to_str().unwrap()]), ExitCode::from(2));
    std::fs::write(&input, "3\n0 0 0\n0\n").unwrap();
    assert_eq!(run(&["solve", "null", "--node-limit", "1", input.to_str().unwrap()]), ExitCode::from(3));
    assert_eq!(run(&["solve", "sudoku"]), ExitCode::from(2));
}
