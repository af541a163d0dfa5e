//! The runner survives whatever a program does: one test for each known pitfall.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tremaux_judge::{Ending, Limits, Run, run};

fn limits() -> Limits {
    Limits { time: Duration::from_secs(10), ..Limits::default() }
}

fn words(command: &[&str]) -> Vec<OsString> {
    command.iter().map(OsString::from).collect()
}

fn shell_within(script: &str, input: &[u8], limits: &Limits) -> Run {
    run(&words(&["sh", "-c", script]), input, limits, &AtomicBool::new(false)).unwrap()
}

fn shell(script: &str, input: &[u8]) -> Run {
    shell_within(script, input, &limits())
}

/// Is a process with this number, found in the output, still at work?
fn alive(run: &Run) -> bool {
    let number = String::from_utf8(run.output.clone()).unwrap();
    let status = fs::read_to_string(format!("/proc/{}/stat", number.trim())).unwrap_or_default();
    !status.is_empty() && !status.contains(") Z ")
}

fn soon(condition: impl Fn() -> bool) -> bool {
    let start = Instant::now();
    while !condition() {
        if start.elapsed() > Duration::from_secs(5) {
            return false;
        }
        thread::sleep(Duration::from_millis(5));
    }
    true
}

#[test]
fn neither_side_blocks_the_other() {
    // More than a pipe holds, written before a byte is read; and much to read before a byte is written.
    let input = vec![b'x'; 1 << 20];
    let got = shell("head -c 1000000 /dev/zero; wc -c", &input);
    assert_eq!(got.ending, Ending::Exit(0));
    assert!(got.output.len() > 1_000_000 && got.output.ends_with(b"1048576\n"));
    assert_eq!(shell("cat", &input).output, input);
}

#[test]
fn a_program_need_not_read_its_input() {
    let got = shell("echo 7", &vec![b'x'; 1 << 20]);
    assert_eq!((got.ending, got.output), (Ending::Exit(0), b"7\n".to_vec()));
    let got = shell("exec <&-; echo 7", &vec![b'x'; 1 << 20]);
    assert_eq!((got.ending, got.output), (Ending::Exit(0), b"7\n".to_vec()));
    assert_eq!(shell("wc -c", b"").output.trim_ascii(), b"0");
}

#[test]
fn a_broken_pipe_kills_the_program_as_it_does_elsewhere() {
    assert_eq!(shell("(yes | head -n 1) 2>&1", b"").output, b"y\n");
    assert_eq!(
        shell("kill -PIPE $$", b"").ending.to_string(),
        "killed by SIGPIPE (writing to a closed pipe)"
    );
}

#[test]
fn a_grandchild_that_holds_the_pipe_is_not_waited_for() {
    let got = shell("sleep 60 & echo $!", b"");
    assert_eq!(got.ending, Ending::Exit(0));
    assert!(got.time < Duration::from_secs(5), "{:?}", got.time);
    assert!(soon(|| !alive(&got)), "the grandchild lives on");
}

#[test]
fn the_whole_group_is_killed_at_a_limit() {
    let short = Limits { time: Duration::from_millis(150), ..limits() };
    let got = shell_within("sleep 60 & echo $!; wait", b"", &short);
    assert_eq!(got.ending, Ending::ClockTime);
    assert!(soon(|| !alive(&got)), "the grandchild lives on");
    let got = shell_within("trap '' TERM INT HUP; echo $$; sleep 60", b"", &short);
    assert_eq!(got.ending, Ending::ClockTime);
    assert!(soon(|| !alive(&got)));
}

#[test]
fn many_forks_are_all_killed() {
    let short = Limits { time: Duration::from_millis(300), ..limits() };
    let got = shell_within(
        "i=0; while [ $i -lt 40 ]; do (sleep 61.25) & i=$((i+1)); done; echo $!; wait",
        b"",
        &short,
    );
    assert_eq!(got.ending, Ending::ClockTime);
    assert!(soon(|| !alive(&got)));
}

#[test]
fn who_calls_off_gets_an_answer_at_once() {
    let cancel = Arc::new(AtomicBool::new(false));
    let flag = cancel.clone();
    let waker = thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        flag.store(true, Ordering::Relaxed);
    });
    let got = run(&words(&["sh", "-c", "echo $$; sleep 60"]), b"", &limits(), &cancel).unwrap();
    waker.join().unwrap();
    assert_eq!(got.ending, Ending::Cancelled);
    assert!(got.time < Duration::from_secs(5));
    assert!(soon(|| !alive(&got)));
}

#[test]
fn a_flood_is_cut_off() {
    let narrow = Limits { output: 100_000, ..limits() };
    let got = shell_within("yes", b"", &narrow);
    assert_eq!((got.ending, got.output.len()), (Ending::OutputLimit, 100_000));
    let got = shell_within("head -c 100000 /dev/zero", b"", &narrow);
    assert_eq!((got.ending, got.output.len()), (Ending::Exit(0), 100_000));
}

#[test]
fn a_flood_of_errors_is_cut_off_without_harm() {
    let narrow = Limits { output: 1000, ..limits() };
    let got = shell_within("head -c 3000000 /dev/zero >&2; echo 7", b"", &narrow);
    assert_eq!((got.ending, got.output, got.errors.len()), (Ending::Exit(0), b"7\n".to_vec(), 1000));
}

#[test]
fn sleepers_and_toilers_are_reported_apart() {
    let short = Limits { time: Duration::from_millis(200), ..limits() };
    assert_eq!(shell_within("sleep 60", b"", &short).ending, Ending::ClockTime);
    // The clock allows for a busy machine: only the processor time decides.
    let second = Limits { time: Duration::from_secs(1), ..limits() };
    let got = shell_within("while :; do :; done", b"", &second);
    assert!(matches!(got.ending, Ending::ProcessorTime | Ending::ClockTime), "{:?}", got.ending);
}

#[test]
fn a_program_that_closes_its_output_and_goes_on_is_waited_for() {
    let got = shell("exec >&- 2>&-; sleep 0.2; exit 3", b"");
    assert_eq!(got.ending, Ending::Exit(3));
    assert!(got.time >= Duration::from_millis(150));
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_limited_where_that_is_asked_for() {
    // `tail` keeps what it may have to print.
    let eat = "head -c 200M /dev/zero | tail -c 200M > /dev/null; echo $?";
    let small = Limits { memory: Some(100 << 20), ..limits() };
    // The shell is limited before it starts the program that eats.
    assert_eq!(shell_within(&format!("sleep 0.2; {eat}"), b"", &small).output, b"1\n");
    assert_eq!(shell(eat, b"").output, b"0\n");
}

#[cfg(target_os = "linux")]
#[test]
fn the_stack_is_deeper_than_usual_and_no_core_is_written() {
    let got = shell("ulimit -s; sleep 0.1; ulimit -c", b"");
    let text = String::from_utf8(got.output).unwrap();
    let (stack, core) = text.trim().split_once('\n').unwrap();
    assert!(stack == "unlimited" || stack.parse::<u64>().unwrap() > 8192, "{stack}");
    assert_eq!(core, "0");
}

#[test]
fn exit_statuses_and_signals_are_reported() {
    assert_eq!(shell("exit 3", b"").ending.to_string(), "exit status 3");
    let killed = |signal: &str| shell(&format!("kill -{signal} $$"), b"").ending.to_string();
    assert!(killed("SEGV").starts_with("killed by SIGSEGV"), "{}", killed("SEGV"));
    assert!(killed("ABRT").starts_with("killed by SIGABRT"));
    assert_eq!(killed("USR1"), "killed by signal 10");
}

#[test]
fn bytes_are_passed_on_as_they_are() {
    let all: Vec<u8> = (0..=255).collect();
    assert_eq!(shell("cat", &all).output, all);
}

#[test]
fn what_cannot_be_started_is_an_error_and_no_verdict() {
    let fails = |command: &[&str]| run(&words(command), b"", &limits(), &AtomicBool::new(false)).is_err();
    assert!(fails(&[]));
    assert!(fails(&["/nowhere/at/all"]));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("program");
    fs::write(&path, "no program").unwrap();
    assert!(fails(&[path.to_str().unwrap()]), "without permission");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    assert!(fails(&[path.to_str().unwrap()]), "neither binary nor script");
}

#[test]
fn a_program_that_is_still_being_written_is_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("program");
    fs::write(&path, "#!/bin/sh\necho 7\n").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let writer = fs::OpenOptions::new().append(true).open(&path).unwrap();
    let closer = thread::spawn(move || {
        thread::sleep(Duration::from_millis(120));
        drop(writer);
    });
    let got = run(&words(&[path.to_str().unwrap()]), b"", &limits(), &AtomicBool::new(false)).unwrap();
    closer.join().unwrap();
    assert_eq!(got.output, b"7\n");
}

#[test]
fn no_zombies_are_left() {
    let numbers: Vec<Run> = (0..20).map(|_| shell("echo $$", b"")).collect();
    for run in &numbers {
        let number = String::from_utf8(run.output.clone()).unwrap();
        let stat = fs::read_to_string(format!("/proc/{}/stat", number.trim())).unwrap_or_default();
        assert!(!stat.contains(") Z "), "{stat}");
    }
}

#[test]
fn the_terminal_is_not_inherited() {
    // The input is a pipe, whatever the standard input of the judge is.
    assert_eq!(shell("[ -p /dev/stdin ] && echo pipe", b"").output, b"pipe\n");
}

/// A small program starts, reads, answers and ends in a few milliseconds: 10,000 cases are no matter.
#[test]
fn a_run_is_quick() {
    let start = Instant::now();
    for _ in 0..50 {
        assert_eq!(run(&words(&["cat"]), b"1", &limits(), &AtomicBool::new(false)).unwrap().output, b"1");
    }
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}
