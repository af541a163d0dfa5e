//! Stress and shrink, on the template puzzle and programs with one mistake each.

mod common;

use std::ffi::OsString;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tremaux_core::{Budget, Options, Puzzle};
use tremaux_judge::{
    FailingCase, FailureKind, Limits, Progress, ShrinkBudget, ShrinkEnd, Stress, StressOutcome, StressStats,
    generate_file, right_answers,
};
use tremaux_puzzles::null::Null;

const STONES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/stones.awk");
const PROGRAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/programs");

fn words(command: &[&str]) -> Vec<OsString> {
    command.iter().map(OsString::from).collect()
}

/// A search with few cases; `change` makes it another.
fn stress_as(program: &[&str], cancel: &AtomicBool, change: impl FnOnce(&mut Stress)) -> StressOutcome {
    let families = [Options::defaults(Null.options())];
    let mut stress = Stress {
        puzzle: &Null,
        families: &families,
        program: &words(program),
        seed: 1,
        cases: 20,
        datasets: 5,
        limits: Limits { time: Duration::from_secs(4), ..Limits::default() },
        jobs: 2,
        shrink_budget: ShrinkBudget::default(),
        cancel,
        observe: &|_| {},
    };
    change(&mut stress);
    stress.run().unwrap()
}

fn stress(program: &[&str]) -> StressOutcome {
    stress_as(program, &AtomicBool::new(false), |_| {})
}

fn failure(report: StressOutcome) -> FailingCase {
    match report {
        StressOutcome::Failed(_, failure) => *failure,
        other => panic!("{other:?}"),
    }
}

/// Expects a mistake to be found and shrunk to this input.
fn check(mistake: &str, class: FailureKind, case: &str, reason: &str) {
    let short = Limits { time: Duration::from_millis(800), ..Limits::default() };
    let is_hang = class == FailureKind::TimeLimit;
    let failure = failure(stress_as(
        &["awk", "-v", &format!("mistake={mistake}"), "-f", STONES],
        &AtomicBool::new(false),
        |stress| {
            if is_hang {
                stress.limits = short;
            }
        },
    ));
    let text = String::from_utf8(failure.case).unwrap();
    assert_eq!(
        (failure.finding.class, text.as_str(), failure.end),
        (class, case, Some(ShrinkEnd::Minimal)),
        "{mistake}"
    );
    assert!(failure.finding.reason.contains(reason), "{mistake}: {}", failure.finding.reason);
}

#[test]
fn a_right_program_passes() {
    let StressOutcome::Passed(stats) = stress(&["awk", "-f", STONES]) else {
        panic!("a right program is no good")
    };
    assert_eq!(stats, StressStats { passed: 20, ..StressStats::default() });
}

#[test]
fn mistakes_are_found_and_shrunk() {
    check("wet feet", FailureKind::WrongAnswer, "2\n0 1\n0\n", "square 2 is water");
    check("one step", FailureKind::WrongAnswer, "3\n0 1 0\n0\n", "but the output says that there is none");
    check(
        "extra",
        FailureKind::WrongAnswer,
        "1\n0\n0\n",
        "expected end of output after the last answer, found \"7\"",
    );
    check("crash", FailureKind::Crash, "3\n0 0 0\n0\n", "SIGKILL");
}

#[test]
fn a_fault_that_takes_two_datasets_keeps_two() {
    check("not cleared", FailureKind::WrongAnswer, "2\n0 0\n2\n0 0\n0\n", "dataset 2");
}

#[test]
fn a_program_that_hangs_is_shrunk_to_where_it_begins_to() {
    check("hang", FailureKind::TimeLimit, "4\n0 0 0 0\n0\n", "time");
}

#[test]
fn every_misbehaviour_is_survived_and_named() {
    let table = [
        ("crash.sh", FailureKind::Crash, "SIGSEGV"),
        ("exit.sh", FailureKind::Crash, "exit status 3"),
        ("flood.sh", FailureKind::OutputLimit, "more output"),
        ("no_read.sh", FailureKind::WrongAnswer, "found \"a\""),
        ("grandchild.sh", FailureKind::WrongAnswer, "found the end of the text"),
        ("latin.sh", FailureKind::WrongAnswer, r#"found "\xe9\x00\xff""#),
        ("sleep.sh", FailureKind::TimeLimit, "clock"),
        ("hang.sh", FailureKind::TimeLimit, "time"),
    ];
    for (program, class, reason) in table {
        let program = format!("{PROGRAMS}/{program}");
        let found = failure(stress_as(&[&program], &AtomicBool::new(false), |stress| {
            (stress.cases, stress.jobs) = (1, 1);
            if class == FailureKind::TimeLimit {
                stress.limits.time = Duration::from_millis(400);
            }
        }));
        assert_eq!(found.finding.class, class, "{program}");
        assert!(found.finding.reason.contains(reason), "{program}: {}", found.finding.reason);
        assert_eq!(String::from_utf8(found.case).unwrap(), "1\n0\n0\n", "{program}");
    }
}

#[test]
fn a_flaky_program_is_called_so_and_its_case_is_kept() {
    // Whether it fails three times again is chance; four searches leave one in 4,096 that never finds it.
    let flaky = format!("{PROGRAMS}/flaky.sh");
    let tries = (1..=4).map(|seed| {
        failure(stress_as(&[&flaky, "awk", "-f", STONES], &AtomicBool::new(false), |s| s.seed = seed))
    });
    let caught: Vec<FailingCase> = tries.filter(|failure| failure.failed_again < 3).collect();
    assert!(!caught.is_empty());
    assert!(caught.iter().all(|failure| failure.end.is_none() && failure.case == failure.found));
}

#[test]
fn a_failing_case_is_made_again_by_its_seed_whatever_the_jobs() {
    let found = |jobs| {
        let found = failure(stress_as(
            &["awk", "-v", concat!("mistake=", "one step"), "-f", STONES],
            &AtomicBool::new(false),
            |s| s.jobs = jobs,
        ));
        (found.seed, found.found)
    };
    let (seed, case) = found(1);
    assert_eq!(found(2), (seed, case.clone()));
    let mut session = Null.open(&Options::defaults(Null.options())).unwrap();
    assert_eq!(generate_file(&mut *session, seed, 5).unwrap(), case);
}

#[test]
fn patience_ends_with_the_best_so_far() {
    let found = failure(stress_as(
        &["awk", "-v", concat!("mistake=", "wet feet"), "-f", STONES],
        &AtomicBool::new(false),
        |stress| {
            stress.shrink_budget.runs = 1;
        },
    ));
    assert_eq!((found.runs, found.end), (1, Some(ShrinkEnd::BudgetUsedUp)));
    assert!(found.case.len() <= found.found.len());
}

#[test]
fn calling_off_gives_the_best_so_far_at_once() {
    let cancel = AtomicBool::new(false);
    let started = Instant::now();
    let report = stress_as(&["sleep", "60"], &cancel, |stress| {
        stress.limits.time = Duration::from_secs(60);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(200));
                cancel.store(true, Ordering::Relaxed);
            });
        });
    });
    assert!(matches!(report, StressOutcome::Cancelled(_)), "{report:?}");
    assert!(started.elapsed() < Duration::from_secs(20));

    let cancel = AtomicBool::new(false);
    let seen = Mutex::new(Vec::new());
    let observe = |progress| {
        seen.lock().unwrap().push(progress);
        if matches!(progress, Progress::Shrinking { .. }) {
            cancel.store(true, Ordering::Relaxed);
        }
    };
    let families = [Options::defaults(Null.options())];
    let report = Stress {
        puzzle: &Null,
        families: &families,
        program: &words(&["awk", "-v", concat!("mistake=", "wet feet"), "-f", STONES]),
        seed: 1,
        cases: 50,
        datasets: 5,
        limits: Limits::default(),
        jobs: 2,
        shrink_budget: ShrinkBudget::default(),
        cancel: &cancel,
        observe: &observe,
    };
    let found = failure(report.run().unwrap());
    assert_eq!(found.end, Some(ShrinkEnd::Cancelled));
    assert!(found.case.len() < found.found.len(), "the best so far is given back");
    assert!(seen.lock().unwrap().contains(&Progress::Confirming));
}

#[test]
fn a_program_that_cannot_be_started_is_no_failing_case() {
    let families = [Options::defaults(Null.options())];
    let stress = Stress {
        puzzle: &Null,
        families: &families,
        program: &words(&["/nowhere/at/all"]),
        seed: 1,
        cases: 50,
        datasets: 5,
        limits: Limits::default(),
        jobs: 2,
        shrink_budget: ShrinkBudget::default(),
        cancel: &AtomicBool::new(false),
        observe: &|_| {},
    };
    assert!(stress.run().unwrap_err().to_string().starts_with("cannot run \"/nowhere/at/all\": "));
}

#[test]
fn right_answers_are_those_of_the_solver() {
    let mut session = Null.open(&Options::defaults(Null.options())).unwrap();
    let answers = right_answers(&mut *session, b"3\n0 1 0\n3\n0 1 1\n0\n", &Budget::unlimited()).unwrap();
    assert_eq!(answers, b"1 3\n-1\n");
}
