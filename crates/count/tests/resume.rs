//! Runs that are stopped, or killed at any time, go on and find the same number.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use std::{env, fs};
use tremaux_count::{Board, Checkpoint, Count, CountQuery, Error, Settings, Tours, count};

/// A directory that goes away with the test.
struct Dir(PathBuf);

impl Dir {
    fn new(name: &str) -> Dir {
        let dir = env::temp_dir().join(format!("tremaux-count-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&dir);
        Dir(dir)
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn settings(dir: &Path, resume: bool) -> Settings {
    let checkpoint = Checkpoint { dir: dir.into(), every: Duration::ZERO, resume };
    Settings { threads: 2, checkpoint: Some(checkpoint), ..Settings::default() }
}

fn query(rows: usize, cols: usize) -> CountQuery {
    CountQuery::new(Board::new(rows, cols).unwrap(), Tours::Closed).unwrap()
}

/// Counts up to a step and stops there.
fn stop_after(query: &CountQuery, settings: &Settings, last: usize) -> Result<Count, Error> {
    settings.cancel.store(false, Ordering::Relaxed);
    count(query, settings, &mut |progress| {
        settings.cancel.store(progress.step >= last, Ordering::Relaxed);
    })
}

#[test]
fn a_stopped_run_goes_on() {
    // 6 x 7 has two different halves, 6 x 6 one that serves for both.
    for (rows, cols, steps, expected) in [(6, 7, 32, 1067638), (6, 6, 15, 9862)] {
        for stop in (1..=steps).step_by(3) {
            let dir = Dir::new(&format!("stop-{rows}x{cols}-{stop}"));
            let query = query(rows, cols);
            let stopped = stop_after(&query, &settings(&dir.0, false), stop);
            assert!(matches!(stopped, Err(Error::Cancelled)), "{stop}: {stopped:?}");
            let mut first = None;
            let resumed = count(&query, &settings(&dir.0, true), &mut |p| {
                first.get_or_insert(p.step);
            });
            assert_eq!(resumed.unwrap().number, expected, "{rows}x{cols} after step {stop}");
        }
    }
}

#[test]
fn a_resumed_run_does_not_start_again() {
    let dir = Dir::new("again");
    let query = query(6, 8);
    let whole = count(&query, &Settings::default(), &mut |_| ()).unwrap();
    assert!(stop_after(&query, &settings(&dir.0, false), 12).is_err());
    let mut first = None;
    let resumed =
        count(&query, &settings(&dir.0, true), &mut |p| first = first.or((p.step > 0).then_some(p.step)));
    assert_eq!((resumed.unwrap().updates, first), (whole.updates, Some(12)));
}

#[test]
fn checkpoints_that_do_not_fit_are_refused() {
    let dir = Dir::new("refused");
    let six = query(6, 6);
    assert!(stop_after(&six, &settings(&dir.0, false), 8).is_err());
    let refused = |query: &CountQuery, resume: bool, text: &str| match count(
        query,
        &settings(&dir.0, resume),
        &mut |_| (),
    ) {
        Err(Error::Checkpoint(why)) => assert!(why.contains(text), "{why}"),
        other => panic!("{other:?}"),
    };
    refused(&six, false, "already");
    refused(&query(6, 8), true, "another count: expected board 6x8, found 6x6");

    let file = dir.0.join("half-0");
    let good = fs::read(&file).unwrap();
    for place in (0..good.len()).step_by(good.len() / 50) {
        let mut bad = good.clone();
        bad[place] ^= 1 << (place % 8);
        fs::write(&file, &bad).unwrap();
        refused(&six, true, "damaged");
        fs::write(&file, &good[..place]).unwrap();
        refused(&six, true, "damaged");
    }
    let mut old = b"tremaux count checkpoint, version 1\n".to_vec();
    old.extend_from_slice(&good);
    fs::write(&file, old).unwrap();
    refused(&six, true, "is of another version of the program");
    fs::write(&file, &good).unwrap();
    assert_eq!(count(&six, &settings(&dir.0, true), &mut |_| ()).unwrap().number, 9862);
}

/// The files of the two halves, swapped, once gave a wrong number.
#[test]
fn files_under_other_names_are_refused() {
    let dir = Dir::new("swapped");
    let query = query(6, 7);
    assert!(stop_after(&query, &settings(&dir.0, false), 27).is_err());
    let [first, second] = ["half-0", "half-1"].map(|name| dir.0.join(name));
    let (a, b) = (fs::read(&first).unwrap(), fs::read(&second).unwrap());
    for (in_first, in_second) in [(&b, &a), (&b, &b), (&a, &a)] {
        fs::write(&first, in_first).unwrap();
        fs::write(&second, in_second).unwrap();
        match count(&query, &settings(&dir.0, true), &mut |_| ()) {
            Err(Error::Checkpoint(why)) => assert!(why.contains("expected half"), "{why}"),
            other => panic!("{other:?}"),
        }
    }
    fs::write(&first, &a).unwrap();
    fs::write(&second, &b).unwrap();
    assert_eq!(count(&query, &settings(&dir.0, true), &mut |_| ()).unwrap().number, 1067638);
}

/// Two processes on one directory once destroyed each other's files.
#[test]
fn one_directory_serves_one_count_at_a_time() {
    let dir = Dir::new("locked");
    let query = query(6, 6);
    let mut second = None;
    count(&query, &settings(&dir.0, false), &mut |_| {
        second.get_or_insert_with(|| count(&query, &settings(&dir.0, true), &mut |_| ()));
    })
    .unwrap();
    match second {
        Some(Err(Error::Checkpoint(why))) => assert!(why.contains("in use by another process"), "{why}"),
        other => panic!("{other:?}"),
    }
    assert_eq!(count(&query, &settings(&dir.0, true), &mut |_| ()).unwrap().number, 9862);
}

const CHILD: &str = "TREMAUX_COUNT_TEST_DIR";

/// Not a test of its own: the process that `a_killed_run_goes_on` kills.
#[test]
#[ignore = "run by another test"]
fn child_counts() {
    if let Some(dir) = env::var_os(CHILD) {
        let number = count(&query(7, 8), &settings(Path::new(&dir), true), &mut |_| ()).unwrap().number;
        fs::write(Path::new(&dir).join("number"), number.to_string()).unwrap();
    }
}

#[test]
fn a_killed_run_goes_on() {
    let dir = Dir::new("killed");
    let mut kills = 0;
    for attempt in 1.. {
        let mut child = Command::new(env::current_exe().unwrap())
            .args(["--exact", "child_counts", "--ignored"])
            .env(CHILD, &dir.0)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let deadline = Instant::now() + Duration::from_millis(60 * attempt);
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break Some(status);
            }
            if Instant::now() > deadline {
                child.kill().unwrap();
                child.wait().unwrap();
                break None;
            }
            std::thread::sleep(Duration::from_millis(3));
        };
        match status {
            Some(status) => {
                assert!(status.success());
                break;
            }
            None => kills += 1,
        }
    }
    assert!(kills > 1, "the count was too quick to be killed");
    assert_eq!(fs::read_to_string(dir.0.join("number")).unwrap(), "34524432316");
}
