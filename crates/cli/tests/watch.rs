//! The player in a real terminal: a tmux session, driven by keys and compared with what is on its
//! screen.

#![cfg(unix)]

mod template;

use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use template::sample;

#[test]
fn program() {
    template::program();
}

/// A tmux server of its own with one window.
struct Terminal {
    server: String,
}

impl Terminal {
    /// None where tmux is absent, which continuous integration does not forgive.
    fn start(name: &str, columns: u32, lines: u32) -> Option<Terminal> {
        if Command::new("tmux").arg("-V").output().is_err() {
            assert!(std::env::var("CI").as_deref() != Ok("true"), "tmux is needed for this test");
            eprintln!("skipped: tmux is not installed");
            return None;
        }
        let terminal = Terminal { server: format!("tremaux-{name}-{}", std::process::id()) };
        let (columns, lines) = (columns.to_string(), lines.to_string());
        terminal.tmux(&[
            "-f",
            "/dev/null",
            "new-session",
            "-d",
            "-x",
            &columns,
            "-y",
            &lines,
            "env PS1='$ ' sh",
        ]);
        Some(terminal)
    }

    fn tmux(&self, arguments: &[&str]) -> String {
        let output = Command::new("tmux")
            .args(["-L", &self.server])
            .args(arguments)
            .env_remove("TMUX")
            .env("LC_ALL", "C.UTF-8")
            .output()
            .unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn type_line(&self, line: &str) {
        self.tmux(&["send-keys", "-l", line]);
        self.key("Enter");
    }

    fn key(&self, key: &str) {
        self.tmux(&["send-keys", key]);
    }

    /// Waits until the screen is as expected; gives it back.
    fn wait(&self, what: &str, expected: impl Fn(&str) -> bool) -> String {
        let begin = Instant::now();
        loop {
            let screen = self.tmux(&["capture-pane", "-p"]);
            if expected(&screen) {
                return screen;
            }
            assert!(begin.elapsed() < Duration::from_secs(30), "{what} is not on the screen:\n{screen}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits for the shell and asks it how the program ended.
    fn wait_for_status(&self, status: u8) -> String {
        let prompt = |screen: &str| screen.contains("the program begins") && screen.trim_end().ends_with('$');
        self.wait("the prompt", prompt);
        self.type_line("echo status $?");
        self.wait("the status", |screen| screen.contains(&format!("status {status}")))
    }

    /// Waits for a first line and the beginning of the status line.
    fn wait_for(&self, board: &str, status: &str) {
        let seen = |screen: &str| {
            screen.lines().next() == Some(board) && screen.lines().any(|line| line.starts_with(status))
        };
        self.wait(&format!("{board:?} with {status:?}"), seen);
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}

#[test]
fn keys_step_both_ways() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("stones.in");
    // A dead end: 1 2 3 4 and nothing further, so back to 3, and by 5 to the end.
    std::fs::write(&input, "7\n0 0 0 1 0 1 0\n0\n").unwrap();
    let Some(terminal) = Terminal::start("keys", 100, 12) else { return };
    let line =
        template::shell_line(&["watch", "null", input.to_str().unwrap(), "--ascii", "--color", "never"]);
    terminal.type_line(&line);
    terminal.wait_for("S . . # . # G", "step 0  depth 0  retreats 0  paused  8/s");
    let walk = [
        ("1 2@. # . # G", "step 1"),
        ("1 2 3@# . # G", "step 2"),
        ("1 2 3 # 4@# G", "step 3"),
        ("1 2 3 # 4 # 5@", "step 4"),
    ];
    for (board, status) in walk {
        terminal.key("Right");
        terminal.wait_for(board, status);
    }
    for (board, status) in walk.iter().rev().skip(1) {
        terminal.key("Left");
        terminal.wait_for(board, status);
    }
    terminal.key("Left");
    terminal.wait_for("S . . # . # G", "step 0");
    terminal.key("End");
    terminal.wait_for("1 2 3 # 4 # 5", "step 5 of 5  depth 4  retreats 0  solved");
    terminal.key("Home");
    terminal.wait_for("S . . # . # G", "step 0 of 5");
    terminal.key("+");
    terminal.wait_for("S . . # . # G", "step 0 of 5  depth 0  retreats 0  paused  16/s");
    terminal.key("Space");
    terminal.wait_for("1 2 3 # 4 # 5", "step 5 of 5  depth 4  retreats 0  solved  paused");
    terminal.key("q");
    terminal.wait_for_status(0);
}

#[test]
fn retreats_are_found_both_ways() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("stones.in");
    // Two squares of water in a row: every way ends there.
    std::fs::write(&input, "6\n0 0 0 1 1 0\n0\n").unwrap();
    let Some(terminal) = Terminal::start("retreats", 100, 12) else { return };
    let line =
        template::shell_line(&["watch", "null", input.to_str().unwrap(), "--ascii", "--color", "never"]);
    terminal.type_line(&line);
    terminal.wait_for("S . . # # G", "step 0");
    terminal.key("]");
    terminal.wait_for("1 2@? # # G", "step 3  depth 1  retreats 1");
    terminal.key("]");
    terminal.wait_for("1@? ? # # G", "step 4  depth 0  retreats 2");
    terminal.key("]");
    terminal.wait_for("1@? ? # # G", "step 6  depth 0  retreats 3");
    terminal.key("[");
    terminal.wait_for("1@? ? # # G", "step 4  depth 0  retreats 2");
    terminal.key("[");
    terminal.wait_for("1 2@? # # G", "step 3  depth 1  retreats 1");
    terminal.key("End");
    terminal.wait_for("S . . # # G", "step 6 of 6  depth 0  retreats 3  no solution: all 3 moves were tried");
    terminal.key("q");
}

#[test]
fn a_board_too_wide_is_seen_through_a_window() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("stones.in");
    std::fs::write(&input, format!("200\n{}0\n0\n", "0 ".repeat(199))).unwrap();
    let Some(terminal) = Terminal::start("window", 100, 12) else { return };
    let line =
        template::shell_line(&["watch", "null", input.to_str().unwrap(), "--ascii", "--color", "never"]);
    terminal.type_line(&line);
    terminal.wait("the window", |screen| screen.contains("columns 1-50 of 200"));
    terminal.key("End");
    terminal.wait("the end", |screen| screen.contains("solved") && screen.contains("of 200"));
    terminal.tmux(&["resize-window", "-x", "60", "-y", "8"]);
    let wide =
        |screen: &str| screen.lines().all(|line| line.chars().count() <= 60) && screen.contains("199 200");
    terminal.wait("the last squares in the narrower window", wide);
    terminal.key("C-c");
    terminal.wait_for_status(130);
}

#[test]
fn a_signal_gives_the_terminal_back() {
    let folder = tempfile::tempdir().unwrap();
    let input = sample(folder.path());
    let Some(terminal) = Terminal::start("signal", 100, 12) else { return };
    let line =
        template::shell_line(&["watch", "null", input.to_str().unwrap(), "--ascii", "--color", "never"]);
    let (script, pid) = (folder.path().join("run"), folder.path().join("pid"));
    std::fs::write(&script, format!("echo $$ > {}\nexec {line}\n", pid.display())).unwrap();
    terminal.type_line(&format!("sh {}", script.display()));
    terminal.wait_for("S . # . # G", "step 0");
    let pid = std::fs::read_to_string(pid).unwrap();
    assert!(Command::new("kill").args(["-TERM", pid.trim()]).status().unwrap().success());
    let screen = terminal.wait_for_status(130);
    assert!(screen.contains("echo status"), "what is typed is seen again:\n{screen}");
}

/// It once never ended, and kept a processor busy with it.
#[test]
fn a_terminal_that_goes_away_ends_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let Some(terminal) = Terminal::start("gone", 80, 12) else { return };
    let pid = folder.path().join("pid");
    let input = sample(folder.path());
    let watch = template::shell_line(&["watch", "null", input.to_str().unwrap()]);
    // Even where the signal that announces it is ignored.
    terminal.type_line(&format!("trap '' HUP; echo $$ > {}; exec {watch}", pid.display()));
    terminal.wait("the status line", |screen| screen.contains("paused"));
    let pid = std::fs::read_to_string(pid).unwrap();
    drop(terminal);
    let alive = || {
        let status = std::fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
        !status.is_empty() && !status.contains(") Z ")
    };
    let begin = Instant::now();
    while cfg!(target_os = "linux") && alive() {
        assert!(begin.elapsed() < Duration::from_secs(10), "the program goes on without its terminal");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_panic_gives_the_terminal_back() {
    let folder = tempfile::tempdir().unwrap();
    let input = sample(folder.path());
    let Some(terminal) = Terminal::start("panic", 100, 60) else { return };
    terminal.type_line(&template::shell_line(&["watch", "broken", input.to_str().unwrap(), "--ascii"]));
    let screen = terminal.wait_for_status(4);
    assert!(screen.contains("the search breaks down"), "the message is seen:\n{screen}");
    assert!(screen.contains("echo status"), "what is typed is seen again:\n{screen}");
}
