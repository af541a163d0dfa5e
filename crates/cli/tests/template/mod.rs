//! The program with the template puzzle, which the binary does not offer: this test runs itself again as
//! the program.

#![allow(dead_code)] // Each test uses its part.

use std::ffi::OsString;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use tremaux_core::{
    Budget, Dataset, Diagnostic, EventKind, GaveUp, OptionSpec, Options, Outcome, Puzzle, Reader, Rng,
    SearchEvent, Session, Verdict,
};
use tremaux_drawing::Drawing;
use tremaux_puzzles::null::Null;

static PUZZLES: &[&dyn Puzzle] = &[&Null, &Broken];

/// A search that breaks down while it is played.
struct Broken;

impl Puzzle for Broken {
    fn name(&self) -> &'static str {
        "broken"
    }
    fn summary(&self) -> &'static str {
        "breaks down"
    }
    fn sample(&self) -> &'static str {
        Null.sample()
    }
    fn options(&self) -> &'static [OptionSpec] {
        &[]
    }
    fn open(&self, _: &Options) -> Result<Box<dyn Session>, Diagnostic> {
        Ok(Box::new(Broken))
    }
}

impl Session for Broken {
    fn read(&mut self, _: &mut Reader) -> Result<Option<Box<dyn Dataset>>, Diagnostic> {
        Ok(Some(Box::new(Broken)))
    }
    fn generate(&mut self, _: &mut Rng) -> Result<Box<dyn Dataset>, Diagnostic> {
        Ok(Box::new(Broken))
    }
    fn terminator(&self) -> &'static str {
        "0\n"
    }
}

impl Dataset for Broken {
    fn cells(&self) -> u64 {
        1
    }
    fn write(&self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
    fn solve(&mut self, _: &Budget) -> Outcome<'_> {
        Outcome::GaveUp(GaveUp::Cancelled)
    }
    fn play(&mut self, _: &Budget, observer: &mut dyn FnMut(SearchEvent) -> ControlFlow<()>) -> Outcome<'_> {
        let _ = observer(SearchEvent { kind: EventKind::Advance, depth: 1, marks: &[] });
        std::thread::sleep(Duration::from_millis(300));
        panic!("the search breaks down");
    }
    fn verify(&self, _: u64, _: &mut Reader, _: &Budget) -> Verdict {
        Verdict::Accepted
    }
    fn draw(&self) -> Result<Drawing, Diagnostic> {
        Ok(Drawing::new(1, 1))
    }
    fn shrink_candidates(&self) -> Vec<Box<dyn Dataset>> {
        Vec::new()
    }
}

const ARGUMENTS: &str = "TREMAUX_TEST_ARGUMENTS";

/// Separates what the test runner prints from what the program prints.
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
