//! Real processes on the loopback device count together; one that is killed leaves no number.
#![cfg(feature = "cluster")]

use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs};
use tremaux_count::{Board, Cluster, CountQuery, Error, Settings, Tours, count_in_cluster};

const CHILD: &str = "TREMAUX_COUNT_TEST_MEMBER";

/// Not a test of its own: one process of a cluster, whose task is in the environment.
#[test]
#[ignore = "run by another test"]
fn child_member() {
    let Ok(words) = env::var(CHILD) else { return };
    let words: Vec<&str> = words.split(' ').collect();
    let [rows, cols, kind, threads, process, out, hosts @ ..] = &words[..] else { panic!("{words:?}") };
    let tours = match *kind {
        "closed" => Tours::Closed,
        "open" => Tours::Open,
        column => Tours::From((0, column.parse().unwrap())),
    };
    let query =
        CountQuery::new(Board::new(rows.parse().unwrap(), cols.parse().unwrap()).unwrap(), tours).unwrap();
    let settings = Settings { threads: threads.parse().unwrap(), ..Settings::default() };
    let cluster = Cluster {
        hosts: hosts.iter().map(|host| host.to_string()).collect(),
        process: process.parse().unwrap(),
    };
    let mut steps = 0;
    let counted = count_in_cluster(&query, &settings, &cluster, &mut |_| {
        steps += 1;
        if steps == 4 {
            fs::write(format!("{out}-started"), "").unwrap();
        }
    });
    let text = match counted {
        Ok(count) => count.number.to_string(),
        Err(error) => format!("error: {error}"),
    };
    fs::write(out, text).unwrap();
}

/// The file that shows that a worker is at work, not just waiting for the others.
fn started(out: &Path) -> PathBuf {
    PathBuf::from(format!("{}-started", out.display()))
}

/// The file with what a member writes to standard error.
fn messages(out: &Path) -> PathBuf {
    PathBuf::from(format!("{}-messages", out.display()))
}

/// Addresses on which nothing listens yet.
fn hosts(processes: usize) -> Vec<String> {
    let listeners: Vec<TcpListener> =
        (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    listeners.iter().map(|l| l.local_addr().unwrap().to_string()).collect()
}

struct Members {
    children: Vec<Child>,
    outputs: Vec<PathBuf>,
}

impl Members {
    fn start(name: &str, processes: usize, threads: usize, board: &str) -> Members {
        let members: Vec<(usize, String)> =
            (0..processes).map(|i| (i, format!("{board} {threads}"))).collect();
        Members::start_each(name, &hosts(processes), &members)
    }

    /// Each with its process number and its own board, kind of tours and threads.
    fn start_each(name: &str, hosts: &[String], members: &[(usize, String)]) -> Members {
        let file = |i| env::temp_dir().join(format!("tremaux-cluster-{name}-{}-{i}", std::process::id()));
        let outputs: Vec<PathBuf> = (0..members.len()).map(file).collect();
        let child = |((process, query), out): (&(usize, String), &PathBuf)| {
            let _ = fs::remove_file(out);
            Command::new(env::current_exe().unwrap())
                .args(["--exact", "child_member", "--ignored", "--nocapture"])
                .env(CHILD, format!("{query} {process} {} {}", out.display(), hosts.join(" ")))
                .stdout(Stdio::null())
                .stderr(fs::File::create(messages(out)).unwrap())
                .spawn()
                .unwrap()
        };
        Members { children: members.iter().zip(&outputs).map(child).collect(), outputs }
    }

    /// What each process found, once all have ended.
    fn results(mut self) -> Vec<String> {
        let deadline = Instant::now() + Duration::from_secs(120);
        for child in &mut self.children {
            while child.try_wait().unwrap().is_none() {
                if Instant::now() > deadline {
                    child.kill().unwrap();
                }
                std::thread::sleep(Duration::from_millis(20));
            }
        }
        let read = |path: &PathBuf| {
            let text = fs::read_to_string(Path::new(path)).unwrap_or_default();
            let said = fs::read_to_string(messages(path)).unwrap_or_default();
            assert!(!said.contains("panicked"), "{said}");
            for file in [path, &started(path), &messages(path)] {
                let _ = fs::remove_file(file);
            }
            text
        };
        self.outputs.iter().map(read).collect()
    }
}

#[test]
fn processes_agree_with_the_known_numbers() {
    for (processes, threads, board, expected) in [
        (2, 1, "6 6 closed", "9862"),
        (3, 1, "6 6 closed", "9862"),
        (2, 2, "6 7 closed", "1067638"),
        (3, 1, "6 8 closed", "55488142"),
        (2, 1, "3 10 open", "3048"),
        (3, 2, "5 5 open", "864"),
        (2, 1, "6 6 open", "3318960"),
        (2, 1, "1 1 open", "1"),
        (2, 1, "5 5 closed", "0"),
    ] {
        let name = format!("known-{processes}-{threads}-{}", board.replace(' ', "-"));
        let results = Members::start(&name, processes, threads, board).results();
        assert_eq!(results, vec![expected; processes], "{processes} processes, {threads} threads, {board}");
    }
}

#[test]
#[ignore = "a minute: as large as it takes to compare with a single machine"]
fn processes_agree_on_eight_by_eight() {
    let results = Members::start("eight", 2, 1, "8 8 closed").results();
    assert_eq!(results, ["13267364410532"; 2]);
}

/// A survivor once panicked a second time, and was gone before it could say anything.
#[test]
fn a_killed_process_leaves_no_number() {
    for (victim, millis) in [(0, 0), (1, 100), (2, 500)] {
        let mut members = Members::start(&format!("killed-{victim}"), 3, 1, "8 8 closed");
        let all_started = |members: &Members| members.outputs.iter().all(|out| started(out).exists());
        while !all_started(&members) {
            std::thread::sleep(Duration::from_millis(10));
        }
        std::thread::sleep(Duration::from_millis(millis));
        members.children[victim].kill().unwrap();
        for (i, result) in members.results().iter().enumerate() {
            assert!(result.is_empty() || result.starts_with("error: "), "process {i} says {result:?}");
            assert!(i == victim || result.contains("the cluster broke up"), "process {i} says {result:?}");
        }
    }
}

#[test]
fn a_process_that_is_not_listed_is_an_error() {
    let query = CountQuery::new(Board::new(6, 6).unwrap(), Tours::Closed).unwrap();
    let cluster = Cluster { hosts: vec!["127.0.0.1:1".into()], process: 1 };
    assert!(matches!(
        count_in_cluster(&query, &Settings::default(), &cluster, &mut |_| ()),
        Err(Error::Cluster(_))
    ));
}

/// Processes that asked different questions once agreed on a wrong number.
#[test]
fn processes_that_do_not_count_the_same_are_errors() {
    let member = |process: usize, query: &str| (process, query.to_owned());
    let all_fail = |name: &str, members: &[(usize, String)], words: &str| {
        let processes = members.iter().map(|member| member.0).max().unwrap() + 1;
        let begin = Instant::now();
        let results = Members::start_each(name, &hosts(processes), members).results();
        assert!(results.iter().all(|result| result.starts_with("error: ")), "{name}: {results:?}");
        assert!(results.iter().any(|result| result.contains(words)), "{name}: {results:?}");
        assert!(begin.elapsed() < Duration::from_secs(30), "{name}: {:?}", begin.elapsed());
    };
    all_fail(
        "start",
        &[member(0, "5 6 0 1"), member(1, "5 6 5 1")],
        "expected tours from 1,1, found from 1,6",
    );
    all_fail("board", &[member(0, "5 6 open 1"), member(1, "6 6 open 1")], "expected board 5x6, found 6x6");
    all_fail("threads", &[member(0, "5 6 open 1"), member(1, "5 6 open 2")], "expected threads 1, found 2");
    for odd in 0..3 {
        let kind = |process| member(process, if process == odd { "5 6 closed 1" } else { "5 6 open 1" });
        all_fail(&format!("third-{odd}"), &[kind(0), kind(1), kind(2)], "expected tours");
    }
}

/// The second process with a number is refused, the others count.
#[test]
fn a_process_number_is_used_once() {
    let board = "6 6 open 1".to_owned();
    let members = [(0, board.clone()), (1, board.clone()), (1, board)];
    // All hosts are this machine, so the second cannot listen; on another one it would be refused.
    let mut results = Members::start_each("twice", &hosts(2), &members).results();
    results.sort();
    assert_eq!(results[..2], ["3318960"; 2], "{results:?}");
    assert!(results[2].contains("cannot listen"), "{results:?}");
}

#[test]
fn strangers_do_not_disturb() {
    let hosts = hosts(2);
    let board = "6 6 open 1".to_owned();
    // One says something else, one nothing, before the second process is there.
    let first = Members::start_each("stranger-0", &hosts, &[(0, board.clone())]);
    let call = || loop {
        if let Ok(stream) = TcpStream::connect(&hosts[0]) {
            return stream;
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    call().write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
    let silent = call();
    let second = Members::start_each("stranger-1", &hosts, &[(1, board)]);
    assert_eq!(first.results(), ["3318960"]);
    assert_eq!(second.results(), ["3318960"]);
    drop(silent);
    // And one that answers something else is an error.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let hosts = [listener.local_addr().unwrap().to_string(), "127.0.0.1:0".to_owned()];
    std::thread::spawn(move || {
        while let Ok((mut stream, _)) = listener.accept() {
            let _ = stream.write_all(b"SSH-2.0-OpenSSH_9.2\r\n");
        }
    });
    let third = Members::start_each("stranger-2", &hosts, &[(1, "6 6 open 1".to_owned())]).results();
    assert!(third[0].contains("no process of"), "{third:?}");
}

#[test]
fn a_process_that_waits_for_others_can_be_cancelled() {
    let query = CountQuery::new(Board::new(6, 6).unwrap(), Tours::Closed).unwrap();
    let settings = Settings::default();
    let cancel = settings.cancel.clone();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        cancel.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    let cluster = Cluster { hosts: hosts(2), process: 1 };
    let counted = count_in_cluster(&query, &settings, &cluster, &mut |_| ());
    assert!(matches!(counted, Err(Error::Cancelled)), "{counted:?}");
}
