//! Ctrl-C, and what else asks the program to end.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::lab::{ENDLESS, Lab};

/// A program that is running.
struct Running {
    child: Child,
}

impl Running {
    /// Starts a command, and waits until it catches signals and has come this far.
    fn start(lab: &Lab, command: &str, come: impl Fn() -> bool) -> Running {
        let child = lab.tremaux(command).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let catches = || {
            let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
            let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
            u64::from_str_radix(caught.unwrap_or_default().trim(), 16).is_ok_and(|signals| signals & 2 != 0)
        };
        wait_for(command, || catches() && come());
        thread::sleep(Duration::from_millis(100));
        Running { child }
    }

    fn signal(&self, name: &str) {
        let number = self.child.id().to_string();
        assert!(Command::new("kill").args([name, &number]).status().unwrap().success());
    }

    /// Waits for its end: status, standard output, standard error.
    fn end(mut self) -> (Option<i32>, String, String) {
        let begin = Instant::now();
        while self.child.try_wait().unwrap().is_none() {
            if begin.elapsed() > Duration::from_secs(20) {
                self.child.kill().unwrap();
                panic!("it goes on");
            }
            thread::sleep(Duration::from_millis(5));
        }
        let output = self.child.wait_with_output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    }
}

fn wait_for(what: &str, come: impl Fn() -> bool) {
    let begin = Instant::now();
    while !come() {
        assert!(begin.elapsed() < Duration::from_secs(30), "{what}: waited in vain");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Expects status 130 soon after the signal, and these words.
fn check(lab: &Lab, command: &str, words: &str) {
    for signal in ["-INT", "-TERM"] {
        let running = Running::start(lab, command, || true);
        running.signal(signal);
        let (status, out, err) = running.end();
        assert_eq!(status, Some(130), "{command} {signal}: {out} {err}");
        assert!(err.contains(words) || out.contains(words), "{command} {signal}: {out} {err}");
        assert!(!err.contains("raise the limit"), "nobody set a limit: {err}");
    }
}

#[test]
fn while_it_waits_for_its_input() {
    let lab = Lab::new();
    lab.bash("mkfifo pipe");
    // Nobody writes: the pipe is not even open. It once took two.
    for command in [
        "solve curling pipe",
        "check maze pipe maze.in",
        "check maze maze.in pipe",
        "validate maze pipe",
        "draw maze pipe -o a.svg",
        "watch maze pipe",
        "convert maze pipe -o a.png",
        "draw maze maze.in -o pipe.svg",
    ] {
        lab.bash("ln -sf pipe pipe.svg");
        check(&lab, command, "");
    }
    assert_eq!(lab.left(), ["pipe", "pipe.svg"]);
}

#[test]
fn while_it_searches() {
    let lab = Lab::new();
    check(&lab, &format!("solve {ENDLESS}"), ": cancelled");
    check(&lab, &format!("solve {ENDLESS} --output json"), "\"outcome\":\"gave-up\"");
    check(&lab, &format!("watch {ENDLESS}"), "run the command again to start over");
    check(&lab, &format!("draw {ENDLESS} -o a.svg"), ": cancelled");
    assert!(lab.left().is_empty());
    // How far it came is a picture, too.
    check(&lab, &format!("draw {ENDLESS} -o a.svg --animate"), "steps are shown");
    assert_eq!(lab.left(), ["a.svg"]);
    check(&lab, "count --board 8x8", "a count with --checkpoint DIR can go on later");
    lab.bash("rm -r saved");
    check(&lab, "count --board 8x8 --checkpoint saved", "nothing was saved yet");
    check(&lab, "serve --port 0", "http://127.0.0.1:");
}

/// It once made the whole maze first.
#[test]
fn while_it_generates() {
    let lab = Lab::new();
    check(&lab, "generate maze --seed 1 --rows 8000 --cols 8000", "");
    check(&lab, "generate knight --seed 1 --count 1000000", "");
}

/// What was answered before is printed.
#[test]
fn answers_are_not_lost() {
    let lab = Lab::new();
    lab.bash("mkfifo pipe");
    let writer = thread::scope(|scope| {
        let running = scope.spawn(|| Running::start(&lab, "solve curling pipe", || true));
        // Open for writing until the end, so that more could come.
        let pipe = scope.spawn(|| lab.bash("exec 3> pipe; cat curling.in | head -n 8 >&3; sleep 2"));
        let running = running.join().unwrap();
        thread::sleep(Duration::from_millis(500));
        running.signal("-INT");
        let finished = running.end();
        pipe.join().unwrap();
        finished
    });
    assert_eq!((writer.0, writer.1.as_str()), (Some(130), "1\n"), "{}", writer.2);
}

#[test]
fn a_second_one_ends_at_once() {
    let lab = Lab::new();
    // Nobody reads what it prints.
    let running = Running::start(&lab, &format!("watch {ENDLESS} --frames"), || true);
    running.signal("-INT");
    thread::sleep(Duration::from_millis(300));
    running.signal("-INT");
    wait_for("the end", || {
        let stat = fs::read_to_string(format!("/proc/{}/stat", running.child.id())).unwrap_or_default();
        stat.is_empty() || stat.contains(") Z ")
    });
    assert_eq!(running.end().0, Some(130));
}

#[test]
fn no_part_of_a_file_is_left() {
    let lab = Lab::new();
    lab.bash("tremaux generate maze --seed 1 --rows 1000 --cols 1000 > big.in");
    let part = || lab.left().iter().any(|name| name.ends_with(".part"));
    for command in ["draw maze big.in -o a.png", "convert maze big.in -o a.png", "package maze problem"] {
        for signal in ["-INT", "-TERM"] {
            let running = Running::start(&lab, command, || part() || lab.left().len() > 1);
            running.signal(signal);
            let (status, out, err) = running.end();
            let done = lab.left().len() > 1;
            assert!(status == Some(130) || done && status == Some(0), "{command} {status:?}: {out} {err}");
            assert!(!part(), "{command}: {:?}", lab.left());
            lab.bash("rm -rf a.png problem");
        }
    }
}

#[test]
fn stress_takes_the_program_with_it() {
    let lab = Lab::new();
    lab.write("hang.sh", "#!/bin/sh\nsleep 1000 &\necho $! $$ >> pids\nsleep 1000\n");
    lab.bash("chmod +x hang.sh");
    for signal in ["-INT", "-TERM"] {
        lab.bash("rm -f pids");
        let started = || lab.read("pids").is_some_and(|pids| !pids.is_empty());
        let running = Running::start(&lab, "stress curling --time-limit 100s -- ./hang.sh", started);
        running.signal(signal);
        let (status, out, err) = running.end();
        assert_eq!(status, Some(130), "{out} {err}");
        assert!(out.contains("interrupted, no failing case so far"), "{out} {err}");
        let alive = |pid: &str| {
            let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            !stat.is_empty() && !stat.contains(") Z ")
        };
        let pids = String::from_utf8(lab.read("pids").unwrap()).unwrap();
        wait_for("the program's end", || !pids.split_whitespace().any(alive));
    }
    assert_eq!(lab.left(), ["hang.sh", "pids"]);
}
