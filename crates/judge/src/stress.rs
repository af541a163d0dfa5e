//! Looks for an input on which a program fails: makes cases, runs the program, judges it; what fails is
//! tried again, and shrunk.

use std::ffi::OsString;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tremaux_core::{Diagnostic, Options, Puzzle, in_order, panic_message};

use crate::program::{Examined, ProgramUnderTest};
use crate::shrink::{Shrinker, Tried};
use crate::{FailureKind, Limits, ProgramFailure, ShrinkBudget, ShrinkEnd, generate_file};

/// A search for a failing input.
///
/// Case number i, from 0, is the file that [`generate_file`] makes from the seed `seed + i` with the
/// options of a family, the families in turn. So a case that fails is made again by its own seed alone.
pub struct Stress<'a> {
    /// The puzzle.
    pub puzzle: &'a dyn Puzzle,
    /// Options to generate by; at least one family.
    pub families: &'a [Options],
    /// The program and its arguments.
    pub program: &'a [OsString],
    /// The seed of the first case.
    pub seed: u64,
    /// Number of cases.
    pub cases: u64,
    /// Number of datasets of a case.
    pub datasets: u64,
    /// What the program may use in one run.
    pub limits: Limits,
    /// Runs at the same time.
    pub jobs: usize,
    /// How long a failing case is shrunk.
    pub shrink_budget: ShrinkBudget,
    /// Calls the search off; what was found so far is given back.
    pub cancel: &'a AtomicBool,
    /// Receives the progress.
    pub observe: &'a (dyn Fn(Progress) + Sync),
}

/// How a search goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// So many cases have passed.
    Passed(u64),
    /// A case failed, and is tried again.
    Confirming,
    /// A case is being shrunk.
    Shrinking {
        /// The size of the smallest that fails, in bytes.
        bytes: usize,
        /// Runs so far.
        runs: u64,
    },
}

/// The end of a search.
#[derive(Debug)]
#[must_use]
pub enum StressOutcome {
    /// No case failed.
    Passed(StressStats),
    /// A case fails.
    Failed(StressStats, Box<FailingCase>),
    /// Cancelled before any case failed.
    Cancelled(StressStats),
}

/// What was tried.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StressStats {
    /// Cases that passed.
    pub passed: u64,
    /// Cases that the judge could not decide in time; they are not held against the program.
    pub undecided: u64,
    /// Cases that ran out of time once, beside other runs, and passed when tried again alone.
    pub unconfirmed: u64,
    /// Cases that could not be generated.
    pub not_generated: u64,
    /// Why the first of them could not.
    pub why_not: Option<String>,
}

/// A case on which the program fails.
#[derive(Debug)]
#[non_exhaustive]
pub struct FailingCase {
    /// The seed that makes the case.
    pub seed: u64,
    /// Which family of options made it.
    pub family: usize,
    /// The case as it was found.
    pub found: Vec<u8>,
    /// The smallest failing case.
    pub case: Vec<u8>,
    /// How the program fails on the smallest case.
    pub finding: ProgramFailure,
    /// How often it failed when the case was tried again, of [`RETRIES`] times. Below that the program
    /// is flaky and the case is not shrunk: what fails by chance passes by chance.
    pub failed_again: u32,
    /// Runs for shrinking.
    pub runs: u64,
    /// Why shrinking ended; `None` for a flaky program, and after a fault.
    pub end: Option<ShrinkEnd>,
    /// What went wrong after the case had been found. It ends the search, and does not lose the case.
    pub fault: Option<Fault>,
}

/// What ends a search that has found a failing case.
#[derive(Clone, Debug)]
pub enum Fault {
    /// The program can no longer be started, for example.
    Failed(Diagnostic),
    /// A defect of this program: the message of a panic.
    Panicked(String),
}

/// Runs `work`; a panic is a fault like others.
fn guarded<T>(work: impl FnOnce() -> Result<T, Diagnostic>) -> Result<T, Fault> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(result) => result.map_err(Fault::Failed),
        Err(payload) => Err(Fault::Panicked(panic_message(&*payload))),
    }
}

/// How often a failing case is tried again before it is believed.
pub const RETRIES: u32 = 3;

/// How many more failing cases are shrunk in the hope of a smaller one.
const MAX_OTHERS: u32 = 10;

/// A case that failed once.
struct Suspect {
    number: u64,
    case: Vec<u8>,
    finding: ProgramFailure,
}

/// What came of one case.
enum Case {
    /// Its text could not be generated.
    NotGenerated(Diagnostic),
    Tried {
        number: u64,
        text: Vec<u8>,
        examined: Examined,
    },
}

impl Stress<'_> {
    /// Searches, confirms, shrinks. Fails if no case can be generated or the program cannot be started.
    ///
    /// The cases are judged in their order, so the failing case of the lowest number is found, whatever the number of
    /// jobs.
    ///
    /// Shrinking ends where no small change makes the case smaller, and from another case it may get
    /// farther down. So a few more failing cases are looked for, not for long, and the smallest is given.
    pub fn run(&self) -> Result<StressOutcome, Diagnostic> {
        let mut stats = StressStats::default();
        let Some((number, mut best)) = self.search_and_shrink(0..self.cases, None, &mut stats)? else {
            let cancelled = self.cancel.load(Ordering::Relaxed);
            return Ok(if cancelled {
                StressOutcome::Cancelled(stats)
            } else {
                StressOutcome::Passed(stats)
            });
        };
        let alike = Some((best.finding.class, Instant::now() + self.shrink_budget.time / 3));
        let mut from = number + 1;
        let to = self.cases.min(10 * (number + 10));
        let mut others = MAX_OTHERS;
        // Each try of a program that hangs takes its whole time.
        while best.end == Some(ShrinkEnd::Minimal)
            && best.finding.class != FailureKind::TimeLimit
            && others > 0
        {
            let other = guarded(|| self.search_and_shrink(from..to, alike, &mut StressStats::default()));
            let (number, other) = match other {
                Ok(Some(found)) => found,
                Ok(None) => break,
                Err(fault) => {
                    best.fault = Some(fault);
                    break;
                }
            };
            (from, others) = (number + 1, others - 1);
            if other.end == Some(ShrinkEnd::Minimal) && other.case.len() < best.case.len() {
                best = other;
            }
        }
        Ok(StressOutcome::Failed(stats, Box::new(best)))
    }

    /// The first failing case, and its number. With `alike`, of this class only and until then.
    fn search_and_shrink(
        &self,
        mut numbers: Range<u64>,
        alike: Option<(FailureKind, Instant)>,
        stats: &mut StressStats,
    ) -> Result<Option<(u64, FailingCase)>, Diagnostic> {
        while let Some(suspect) = self.search(numbers.clone(), alike.map(|(_, until)| until), stats)? {
            let number = suspect.number;
            numbers.start = number + 1;
            if alike.is_some_and(|(class, _)| class != suspect.finding.class) {
                continue;
            }
            (self.observe)(Progress::Confirming);
            let failed_again = match guarded(|| self.try_again(&suspect)) {
                Ok(failed_again) => failed_again,
                Err(fault) => return Ok(Some((number, self.as_found(suspect, 0, Some(fault))))),
            };
            let cancelled = self.cancel.load(Ordering::Relaxed);
            // Beside other runs a quick program may look slow. Alone it is heard again.
            if suspect.finding.class == FailureKind::TimeLimit && failed_again == 0 && !cancelled {
                stats.unconfirmed += 1;
                continue;
            }
            return Ok(Some((number, self.shrink(suspect, failed_again))));
        }
        Ok(None)
    }

    fn family(&self, number: u64) -> usize {
        (number % self.families.len().max(1) as u64) as usize
    }

    fn program(&self, family: usize) -> Result<ProgramUnderTest<'_>, Diagnostic> {
        let none = || Diagnostic::new("expected a kind of data to generate");
        let options = self.families.get(family).ok_or_else(none)?;
        let limits = self.limits.clone();
        Ok(ProgramUnderTest {
            puzzle: self.puzzle,
            options,
            program: self.program,
            limits,
            cancel: self.cancel,
        })
    }

    /// The failing case of the lowest number. The cases are tried on all threads and judged in their order.
    fn search(
        &self,
        mut numbers: Range<u64>,
        deadline: Option<Instant>,
        stats: &mut StressStats,
    ) -> Result<Option<Suspect>, Diagnostic> {
        let ahead = 4 * self.jobs.max(1);
        let is_over =
            || self.cancel.load(Ordering::Relaxed) || deadline.is_some_and(|at| Instant::now() >= at);
        in_order(
            self.jobs,
            || (),
            |(), number| self.try_case(number),
            |cases| {
                while !is_over() {
                    while cases.pending() < ahead {
                        let Some(number) = numbers.next() else { break };
                        cases.give(number);
                    }
                    let Some(tried) = cases.take() else { break };
                    match tried? {
                        Case::Tried { examined: Examined::Right, .. } => {
                            stats.passed += 1;
                            (self.observe)(Progress::Passed(stats.passed));
                        }
                        Case::Tried { examined: Examined::Undecided, .. } => stats.undecided += 1,
                        Case::Tried { examined: Examined::Cancelled, .. } => break,
                        Case::Tried { examined: Examined::Failed(finding), number, text } => {
                            return Ok(Some(Suspect { number, case: text, finding: *finding }));
                        }
                        Case::NotGenerated(why) => {
                            stats.not_generated += 1;
                            stats.why_not.get_or_insert_with(|| why.to_string());
                            if stats.not_generated == self.cases {
                                return Err(why);
                            }
                        }
                    }
                }
                Ok(None)
            },
        )
    }

    /// Generates a case and runs the program on it. Fails if the program cannot be run.
    fn try_case(&self, number: u64) -> Result<Case, Diagnostic> {
        let program = self.program(self.family(number))?;
        let seed = self.seed.wrapping_add(number);
        match generate_file(&mut *program.open()?, seed, self.datasets) {
            Ok(text) => Ok(Case::Tried { number, examined: program.examine(&text)?, text }),
            Err(why) => Ok(Case::NotGenerated(why)),
        }
    }

    /// How often the program fails in the same way when it is tried again alone.
    fn try_again(&self, suspect: &Suspect) -> Result<u32, Diagnostic> {
        let program = self.program(self.family(suspect.number))?;
        let mut failed = 0;
        for _ in 0..RETRIES {
            match program.examine(&suspect.case)? {
                Examined::Failed(finding) if finding.class == suspect.finding.class => failed += 1,
                Examined::Cancelled => break,
                _ => {}
            }
        }
        Ok(failed)
    }

    fn as_found(&self, suspect: Suspect, failed_again: u32, fault: Option<Fault>) -> FailingCase {
        let Suspect { number, case, finding } = suspect;
        let (seed, family) = (self.seed.wrapping_add(number), self.family(number));
        let found = case.clone();
        FailingCase { seed, family, found, case, finding, failed_again, runs: 0, end: None, fault }
    }

    fn shrink(&self, suspect: Suspect, failed_again: u32) -> FailingCase {
        let mut failure = self.as_found(suspect, failed_again, None);
        if self.cancel.load(Ordering::Relaxed) {
            failure.end = Some(ShrinkEnd::Cancelled);
        } else if failed_again == RETRIES {
            let first = self.first_limits(&failure);
            let shrunk = guarded(|| {
                let is_done = self.shrink_within(&mut failure, first)?;
                Ok(is_done || self.shrink_within(&mut failure, self.limits.clone())?)
            });
            failure.fault = shrunk.err();
        }
        failure
    }

    /// A case that runs out of time is shrunk with a shorter limit first.
    fn first_limits(&self, failure: &FailingCase) -> Limits {
        let time = match failure.finding.class {
            FailureKind::TimeLimit => {
                (self.limits.time / 4).max(Duration::from_millis(100)).min(self.limits.time)
            }
            _ => self.limits.time,
        };
        Limits { time, ..self.limits.clone() }
    }

    /// Shrinks under these limits. `false` where the result does not fail under the full limits.
    fn shrink_within(&self, failure: &mut FailingCase, limits: Limits) -> Result<bool, Diagnostic> {
        let shorter = limits.time < self.limits.time;
        let program = ProgramUnderTest { limits, ..self.program(failure.family)? };
        let observe = |bytes, runs| (self.observe)(Progress::Shrinking { bytes, runs });
        let class = failure.finding.class;
        let open = || program.open();
        let examine = |input: &[u8]| {
            Ok(match program.examine(input)? {
                Examined::Failed(finding) if finding.class == class => {
                    Tried::Fails { dataset: finding.dataset, finding: *finding }
                }
                Examined::Cancelled => Tried::Cancelled,
                _ => Tried::Passes,
            })
        };
        let (case, finding) = (failure.found.clone(), (failure.finding.clone(), failure.finding.dataset));
        let mut shrinker = Shrinker::new(&open, &examine, case, finding, self.shrink_budget, &observe)?;
        let end = shrinker.shrink()?;
        failure.runs += shrinker.runs;
        let (case, mut finding) = (shrinker.best, shrinker.finding);
        if shorter && end != ShrinkEnd::Cancelled {
            failure.runs += 1;
            match self.program(failure.family)?.examine(&case)? {
                Examined::Failed(full) if full.class == finding.class => finding = *full,
                _ => return Ok(false),
            }
        }
        (failure.case, failure.finding, failure.end) = (case, finding, Some(end));
        Ok(true)
    }
}
