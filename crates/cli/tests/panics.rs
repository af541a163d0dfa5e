//! A defect in the search of one dataset: the answers before it are printed, and the status is 4. The test runs itself
//! again as the program.

use std::ffi::OsString;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::{Command, ExitCode};

use tremaux_core::{
    Budget, Dataset, Diagnostic, OptionSpec, Options, Outcome, Puzzle, Reader, Rng, SearchEvent, Session,
    Verdict,
};
use tremaux_drawing::Drawing;
use tremaux_puzzles::null::Null;

/// The template puzzle, whose third dataset breaks down.
struct Fragile;

struct FragileSession {
    inner: Box<dyn Session>,
    read: u64,
}

struct FragileDataset {
    inner: Box<dyn Dataset>,
    number: u64,
}

impl Puzzle for Fragile {
    fn name(&self) -> &'static str {
        "fragile"
    }
    fn summary(&self) -> &'static str {
        "breaks down"
    }
    fn sample(&self) -> &'static str {
        Null.sample()
    }
    fn options(&self) -> &'static [OptionSpec] {
        Null.options()
    }
    fn open(&self, options: &Options) -> Result<Box<dyn Session>, Diagnostic> {
        Ok(Box::new(FragileSession { inner: Null.open(options)?, read: 0 }))
    }
}

impl Session for FragileSession {
    fn read(&mut self, input: &mut Reader) -> Result<Option<Box<dyn Dataset>>, Diagnostic> {
        let Some(inner) = self.inner.read(input)? else { return Ok(None) };
        self.read += 1;
        Ok(Some(Box::new(FragileDataset { inner, number: self.read })))
    }
    fn generate(&mut self, rng: &mut Rng) -> Result<Box<dyn Dataset>, Diagnostic> {
        self.inner.generate(rng)
    }
    fn terminator(&self) -> &'static str {
        self.inner.terminator()
    }
}

impl Dataset for FragileDataset {
    fn cells(&self) -> u64 {
        self.inner.cells()
    }
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.inner.write(out)
    }
    fn solve(&mut self, budget: &Budget) -> Outcome<'_> {
        assert!(self.number != 3, "planted");
        self.inner.solve(budget)
    }
    fn play(
        &mut self,
        budget: &Budget,
        observer: &mut dyn FnMut(SearchEvent) -> ControlFlow<()>,
    ) -> Outcome<'_> {
        self.inner.play(budget, observer)
    }
    fn verify(&self, number: u64, output: &mut Reader, budget: &Budget) -> Verdict {
        self.inner.verify(number, output, budget)
    }
    fn draw(&self) -> Result<Drawing, Diagnostic> {
        self.inner.draw()
    }
    fn shrink_candidates(&self) -> Vec<Box<dyn Dataset>> {
        self.inner.shrink_candidates()
    }
}

const INPUT: &str = "TREMAUX_TEST_INPUT";
const BEGIN: &str = "-- the program begins --\n";

#[test]
fn program() {
    let Ok(input) = std::env::var(INPUT) else { return };
    print!("{BEGIN}");
    let arguments = ["tremaux", "solve", "fragile", &input].map(OsString::from);
    let status = tremaux::run(arguments, &[&Fragile]);
    let number = (0..=255).find(|&number| ExitCode::from(number) == status);
    std::process::exit(number.map_or(255, i32::from));
}

#[test]
fn answers_before_a_panic_are_printed() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("stones.in");
    std::fs::write(&input, "1\n0\n".repeat(6) + "0\n").unwrap();
    let mut program = Command::new(std::env::current_exe().unwrap());
    let output = program.args(["--exact", "program", "--nocapture"]).env(INPUT, &input).output().unwrap();
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(4), "{stderr}");
    assert_eq!(stdout.split_once(BEGIN).map(|(_, printed)| printed), Some("1\n1\n"), "{stderr}");
    assert!(stderr.contains("error: internal error: planted"), "{stderr}");
}
