//! The program under test: one run, judged.

use std::ffi::OsString;
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tremaux_core::{Budget, Dataset, Diagnostic, Options, Outcome, OutputStyle, Puzzle, Reader, Session};
use tremaux_drawing::Cell;

use crate::generate::in_memory;
use crate::{CheckResult, Ending, Limits, Run, check, run};

/// In which way a program fails. Shrinking keeps to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FailureKind {
    /// It ends properly, and its output is wrong.
    WrongAnswer,
    /// It is killed by a signal, or its exit status is not 0, whatever it has written.
    Crash,
    /// It does not end in time.
    TimeLimit,
    /// It writes too much.
    OutputLimit,
}

impl fmt::Display for FailureKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            FailureKind::WrongAnswer => "wrong answer",
            FailureKind::Crash => "crash",
            FailureKind::TimeLimit => "time limit",
            FailureKind::OutputLimit => "output limit",
        })
    }
}

/// A failure on one input.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ProgramFailure {
    /// In which way.
    pub class: FailureKind,
    /// Why, on one line.
    pub reason: String,
    /// The place in the output, where that is wrong.
    pub diagnostic: Option<Diagnostic>,
    /// The dataset that is answered wrongly, from 1, where it is one.
    pub dataset: Option<u64>,
    /// The cell of the board where the answer goes wrong.
    pub cell: Option<Cell>,
    /// What the program did.
    pub run: Run,
}

/// What came of one run.
pub(crate) enum Examined {
    Right,
    /// The judge found no verdict within its budget.
    Undecided,
    Failed(Box<ProgramFailure>),
    Cancelled,
}

/// How long the judge thinks about one dataset.
const JUDGE_TIME: Duration = Duration::from_secs(10);

/// A program and what it needs to be judged.
pub(crate) struct ProgramUnderTest<'a> {
    pub puzzle: &'a dyn Puzzle,
    pub options: &'a Options,
    pub program: &'a [OsString],
    pub limits: Limits,
    pub cancel: &'a AtomicBool,
}

impl ProgramUnderTest<'_> {
    /// A session for one input: it may remember what it has read.
    pub fn open(&self) -> Result<Box<dyn Session>, Diagnostic> {
        self.puzzle.open(self.options)
    }

    /// Runs the program on an input and judges it. A time-out or a crash counts before the output does.
    /// Fails where the program cannot be started or the input is none.
    pub fn examine(&self, input: &[u8]) -> Result<Examined, Diagnostic> {
        let run = run(self.program, input, &self.limits, self.cancel)
            .map_err(|error| cannot_run(self.program, &error))?;
        let class = match run.ending {
            Ending::Cancelled => return Ok(Examined::Cancelled),
            Ending::Exit(0) => return self.judge(input, run),
            Ending::Exit(_) | Ending::Signal(_) => FailureKind::Crash,
            Ending::ProcessorTime | Ending::ClockTime => FailureKind::TimeLimit,
            Ending::OutputLimit => FailureKind::OutputLimit,
        };
        let reason = run.ending.to_string();
        Ok(Examined::Failed(Box::new(ProgramFailure {
            class,
            reason,
            diagnostic: None,
            dataset: None,
            cell: None,
            run,
        })))
    }

    fn judge(&self, input: &[u8], run: Run) -> Result<Examined, Diagnostic> {
        let budget = Budget::unlimited().with_time(JUDGE_TIME);
        let (input, output) = (Reader::from_bytes(input), Reader::from_bytes(&run.output));
        let result = check(&mut *self.open()?, input, output, None, &budget);
        let reason = result.to_string();
        let (diagnostic, dataset, cell) = match result {
            CheckResult::Accepted { .. } => return Ok(Examined::Right),
            CheckResult::Undecided { .. } => return Ok(Examined::Undecided),
            CheckResult::JuryWrong { diagnostic, .. } => return Err(diagnostic),
            CheckResult::Wrong { dataset, diagnostic, cell } => (diagnostic, Some(dataset), cell),
            CheckResult::Extra { diagnostic } => (diagnostic, None, None),
        };
        let class = FailureKind::WrongAnswer;
        Ok(Examined::Failed(Box::new(ProgramFailure {
            class,
            reason,
            diagnostic: Some(diagnostic),
            dataset,
            cell,
            run,
        })))
    }
}

fn cannot_run(program: &[OsString], error: &std::io::Error) -> Diagnostic {
    let name = program.first().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Diagnostic::new(format!("cannot run {name:?}: {error}"))
        .help("name the program as you would in a shell: ./program, python3 program.py")
}

/// The datasets of an input.
pub(crate) fn datasets(session: &mut dyn Session, input: &[u8]) -> Result<Vec<Box<dyn Dataset>>, Diagnostic> {
    let mut reader = Reader::from_bytes(input);
    let mut datasets = Vec::new();
    while let Some(dataset) = session.read(&mut reader)? {
        datasets.push(dataset);
    }
    Ok(datasets)
}

/// The right answers to an input, in the judge's format. Fails where one is not found within the budget
/// (that of one dataset).
pub fn right_answers(
    session: &mut dyn Session,
    input: &[u8],
    budget: &Budget,
) -> Result<Vec<u8>, Diagnostic> {
    let mut datasets = datasets(session, input)?;
    let mut text = Vec::new();
    for (number, dataset) in (1..).zip(&mut datasets) {
        match dataset.solve(budget) {
            Outcome::Solved(answer) | Outcome::Impossible { answer, .. } => {
                text.extend(in_memory(|out| answer.write(OutputStyle::Judge, number, out))?);
            }
            Outcome::GaveUp(limit) => return Err(Diagnostic::new(format!("dataset {number}: {limit}"))),
        }
    }
    Ok(text)
}
