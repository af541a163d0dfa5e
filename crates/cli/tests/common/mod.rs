//! The program with the template puzzle, which the binary does not offer: this test runs itself again as
//! the program.

#![allow(dead_code)] // Each test uses its part.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use tremaux_core::Puzzle;
use tremaux_puzzles::null::Null;

static PUZZLES: &[&dyn Puzzle] = &[&Null];

const ARGUMENTS: &str = "TREMAUX_TEST_ARGUMENTS";

/// Stands between what the test runner prints and what the program prints.
const BEGIN: &str = "-- the program begins --";

/// To be called by a test named `program`, which does nothing else.
pub fn program() {
    let Ok(arguments) = std::env::var(ARGUMENTS) else { return };
    println!("{BEGIN}");
    let arguments = ["tremaux"].into_iter().chain(arguments.split('\n')).map(OsString::from);
    let status = tremaux::run(arguments, PUZZLES);
    let number = (0..=255).find(|&number| ExitCode::from(number) == status);
    std::process::exit(number.map_or(255, i32::from));
}

/// The program as a command of its own, without a terminal.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "program", "--nocapture"]).env(ARGUMENTS, arguments.join("\n"));
    command
}

/// Runs the program: exit status, standard output, standard error.
pub fn run(arguments: &[&str]) -> (i32, String, String) {
    let output = command(arguments).env_remove("CLICOLOR_FORCE").output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let printed = text(&output.stdout);
    let (_, printed) = printed.split_once(&format!("{BEGIN}\n")).unwrap();
    (output.status.code().unwrap(), printed.to_string(), text(&output.stderr))
}

/// A line for the shell that runs the program.
pub fn shell_line(arguments: &[&str]) -> String {
    let program = std::env::current_exe().unwrap();
    format!(
        "env {ARGUMENTS}=\"$(printf '{}')\" {} --exact program --nocapture",
        arguments.join("\\n"),
        program.display()
    )
}

/// The two rows of stones of the template's sample, as a file.
pub fn sample(folder: &Path) -> PathBuf {
    let path = folder.join("stones.in");
    std::fs::write(&path, Null.sample()).unwrap();
    path
}
