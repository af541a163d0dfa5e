//! Faults of the search itself, at any number of jobs: a panic of a worker, a case that cannot be generated, a program
//! that disappears. None is lost, and none takes a failing case that was found before it.

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tremaux_core::{Dataset, Diagnostic, OptionSpec, Options, Puzzle, Reader, Rng, Session};
use tremaux_judge::{FailingCase, Fault, Limits, Progress, ShrinkBudget, Stress, StressOutcome};
use tremaux_puzzles::null::Null;

const STONES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/stones.awk");
const JOBS: [usize; 3] = [1, 2, 5];

/// What happens when a dataset of a case is generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Panic,
    Error,
}

/// The template puzzle, with a fault in the cases of these seeds.
struct Faulty(&'static [(u64, Kind)]);

struct FaultySession(Box<dyn Session>, &'static [(u64, Kind)]);

impl Puzzle for Faulty {
    fn name(&self) -> &'static str {
        Null.name()
    }
    fn summary(&self) -> &'static str {
        Null.summary()
    }
    fn sample(&self) -> &'static str {
        Null.sample()
    }
    fn options(&self) -> &'static [OptionSpec] {
        Null.options()
    }
    fn open(&self, options: &Options) -> Result<Box<dyn Session>, Diagnostic> {
        Ok(Box::new(FaultySession(Null.open(options)?, self.0)))
    }
}

impl Session for FaultySession {
    fn read(&mut self, input: &mut Reader) -> Result<Option<Box<dyn Dataset>>, Diagnostic> {
        self.0.read(input)
    }
    fn generate(&mut self, rng: &mut Rng) -> Result<Box<dyn Dataset>, Diagnostic> {
        let next = rng.clone().next_u64();
        match self.1.iter().find(|(seed, _)| Rng::new(*seed).next_u64() == next) {
            Some((_, Kind::Panic)) => panic!("planted"),
            Some((_, Kind::Error)) => Err(Diagnostic::new("no board is as required")),
            None => self.0.generate(rng),
        }
    }
    fn terminator(&self) -> &'static str {
        self.0.terminator()
    }
}

fn stress(puzzle: &dyn Puzzle, mistake: &str, jobs: usize, cases: u64) -> Result<StressOutcome, Diagnostic> {
    let mistake = format!("mistake={mistake}");
    let program: Vec<OsString> = ["awk", "-v", &mistake, "-f", STONES].map(OsString::from).into();
    Stress {
        puzzle,
        families: &[Options::defaults(puzzle.options())],
        program: &program,
        seed: 1,
        cases,
        datasets: 3,
        limits: Limits { time: Duration::from_secs(4), ..Limits::default() },
        jobs,
        shrink_budget: ShrinkBudget::default(),
        cancel: &AtomicBool::new(false),
        observe: &|_: Progress| {},
    }
    .run()
}

fn failure(outcome: Result<StressOutcome, Diagnostic>) -> FailingCase {
    match outcome {
        Ok(StressOutcome::Failed(_, failure)) => *failure,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_panicking_worker_is_not_a_pass() {
    for jobs in JOBS {
        let run = || stress(&Faulty(&[(7, Kind::Panic)]), "", jobs, 20);
        let payload = catch_unwind(AssertUnwindSafe(run)).expect_err("the panic reaches the caller");
        assert_eq!(tremaux_core::panic_message(&*payload), "planted");
    }
}

#[test]
fn a_found_case_is_not_lost_to_a_later_panic() {
    for jobs in JOBS {
        // Every case of this program fails, so the second one is generated while the first is shrunk.
        let found = failure(stress(&Faulty(&[(2, Kind::Panic)]), "extra", jobs, 20));
        assert_eq!((found.seed, found.case.as_slice()), (1, b"1\n0\n0\n".as_slice()), "{jobs} jobs");
        assert!(matches!(&found.fault, Some(Fault::Panicked(message)) if message == "planted"));
    }
}

#[test]
fn a_case_that_cannot_be_generated_is_counted_and_loses_nothing() {
    for jobs in JOBS {
        let puzzle = Faulty(&[(1, Kind::Error), (3, Kind::Error)]);
        let Ok(StressOutcome::Passed(stats)) = stress(&puzzle, "", jobs, 20) else { panic!("not passed") };
        assert_eq!((stats.passed, stats.not_generated), (18, 2));
        assert_eq!(stats.why_not.as_deref(), Some("no board is as required"));
        let found = failure(stress(&puzzle, "extra", jobs, 20));
        assert_eq!((found.seed, found.fault.is_none()), (2, true));
    }
}

#[test]
fn no_case_at_all_is_an_error() {
    for jobs in JOBS {
        let fault = stress(&Faulty(&[(1, Kind::Error), (2, Kind::Error)]), "", jobs, 2).unwrap_err();
        assert_eq!(fault.to_string(), "no board is as required");
    }
}

#[test]
fn the_failing_case_does_not_depend_on_the_number_of_jobs() {
    let seeds = JOBS.map(|jobs| failure(stress(&Null, "wet feet", jobs, 50)).seed);
    assert_eq!(seeds, [seeds[0]; 3]);
}
