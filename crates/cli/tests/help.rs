//! The help of every command for every puzzle.

use std::process::Command;

use tremaux_puzzles::REGISTRY;

/// An option with fifteen possible values, set as its placeholder, once left space for one word a line.
#[test]
fn a_long_list_of_values_leaves_space_for_the_help() {
    let commands =
        ["solve", "check", "validate", "generate", "stress", "package", "draw", "watch", "convert"];
    for (command, puzzle) in commands.iter().flat_map(|command| REGISTRY.iter().map(move |p| (command, p))) {
        let mut program = Command::new(env!("CARGO_BIN_EXE_tremaux"));
        let output = program.args([command, puzzle.name(), "--help"]).output().unwrap();
        for line in String::from_utf8(output.stdout).unwrap().lines() {
            let indent = line.len() - line.trim_start().len();
            assert!(indent <= 60 && line.len() <= 120, "{command} {}: {line}", puzzle.name());
        }
    }
}
