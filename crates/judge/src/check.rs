//! The special judge: is this output a right answer to this input?

use std::fmt;

use tremaux_core::{Budget, Diagnostic, GaveUp, Reader, Session, Verdict};
use tremaux_drawing::Cell;

/// The result on a whole output.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum CheckResult {
    /// Every dataset is answered correctly, and nothing follows.
    Accepted {
        /// Number of datasets.
        datasets: u64,
    },
    /// The answer to a dataset is wrong, unreadable or missing.
    Wrong {
        /// Which dataset, from 1. The ones before it are answered rightly.
        dataset: u64,
        /// Where in the output and why.
        diagnostic: Diagnostic,
        /// The cell of the board where it goes wrong, if it is one.
        cell: Option<Cell>,
    },
    /// Every dataset is answered correctly, but extra output follows the last answer.
    Extra {
        /// Where in the output, and what.
        diagnostic: Diagnostic,
    },
    /// The output cannot be judged, because a file of the jury is wrong.
    JuryWrong {
        /// Which file.
        file: JuryFile,
        /// Where in it and why.
        diagnostic: Diagnostic,
    },
    /// The output may be right, but that could not be decided within the budget.
    Undecided {
        /// Which dataset, from 1.
        dataset: u64,
        /// What stopped the judge.
        limit: GaveUp,
    },
}

/// A file of the jury.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JuryFile {
    /// The datasets.
    Input,
    /// The jury's own answer to them.
    Answer,
}

impl CheckResult {
    /// The diagnostic, if there is one.
    pub fn diagnostic(&self) -> Option<&Diagnostic> {
        match self {
            CheckResult::Wrong { diagnostic, .. }
            | CheckResult::Extra { diagnostic }
            | CheckResult::JuryWrong { diagnostic, .. } => Some(diagnostic),
            CheckResult::Accepted { .. } | CheckResult::Undecided { .. } => None,
        }
    }
}

/// The details on one line, without the verdict itself.
impl fmt::Display for CheckResult {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            CheckResult::Accepted { datasets: 1 } => write!(f, "1 dataset"),
            CheckResult::Accepted { datasets } => write!(f, "{datasets} datasets"),
            CheckResult::Wrong { dataset, diagnostic, .. } => write!(f, "dataset {dataset}: {diagnostic}"),
            CheckResult::Extra { diagnostic } => diagnostic.fmt(f),
            CheckResult::JuryWrong { file: JuryFile::Input, diagnostic } => {
                write!(f, "the jury's input: {diagnostic}")
            }
            CheckResult::JuryWrong { file: JuryFile::Answer, diagnostic } => {
                write!(f, "the jury's answer: {diagnostic}")
            }
            CheckResult::Undecided { dataset, limit } => write!(f, "dataset {dataset}: undecided, {limit}"),
        }
    }
}

/// Judges an output, dataset by dataset, up to the first fault. The budget is that of one dataset.
///
/// With the jury's `answer`, that is judged too, by the same rules: where it is wrong, nothing is held
/// against the output. A right answer of the jury also settles what the budget could not: an output
/// that may be right, beside an answer that is known to be right, claims something else and is wrong.
///
/// ```
/// use tremaux_core::{Budget, Options, Puzzle, Reader};
/// use tremaux_judge::{CheckResult, check};
/// # use tremaux_puzzles::null::Null;
/// let judge = |output: &str| {
///     let mut session = Null.open(&Options::defaults(Null.options())).unwrap();
///     let (input, output) = (Reader::from_bytes(b"3\n0 1 0\n0\n"), Reader::from_bytes(output.as_bytes()));
///     check(&mut *session, input, output, None, &Budget::unlimited())
/// };
/// assert_eq!(judge("1 3\n"), CheckResult::Accepted { datasets: 1 });
/// assert_eq!(judge("1 2 3\n").to_string(), "dataset 1: 1:3: square 2 is water");
/// ```
pub fn check(
    session: &mut dyn Session,
    mut input: Reader,
    mut output: Reader,
    mut answer: Option<Reader>,
    budget: &Budget,
) -> CheckResult {
    let mut dataset = 0;
    loop {
        let instance = match session.read(&mut input) {
            Ok(Some(instance)) => instance,
            Ok(None) => break,
            Err(diagnostic) => return CheckResult::JuryWrong { file: JuryFile::Input, diagnostic },
        };
        dataset += 1;
        let jury = answer.as_mut().map(|answer| instance.verify(dataset, answer, budget));
        if let Some(Verdict::Wrong { diagnostic, .. }) = jury {
            return CheckResult::JuryWrong { file: JuryFile::Answer, diagnostic };
        }
        match (instance.verify(dataset, &mut output, budget), jury) {
            (Verdict::Accepted, _) => {}
            (Verdict::Wrong { diagnostic, cell }, _) => {
                return CheckResult::Wrong { dataset, diagnostic, cell };
            }
            (Verdict::Undecided(_), Some(Verdict::Accepted)) => {
                let diagnostic = output.error_about("contradicts the jury's answer, which is correct");
                return CheckResult::Wrong { dataset, diagnostic, cell: None };
            }
            (Verdict::Undecided(limit), _) => return CheckResult::Undecided { dataset, limit },
        }
    }
    if let Some(Err(diagnostic)) = answer.as_mut().map(nothing_more) {
        return CheckResult::JuryWrong { file: JuryFile::Answer, diagnostic };
    }
    match nothing_more(&mut output) {
        Ok(()) => CheckResult::Accepted { datasets: dataset },
        Err(diagnostic) => CheckResult::Extra { diagnostic },
    }
}

/// Fails unless the rest is white space.
fn nothing_more(text: &mut Reader) -> Result<(), Diagnostic> {
    if text.at_end()? {
        return Ok(());
    }
    Err(text.error_here("expected end of output after the last answer"))
}
