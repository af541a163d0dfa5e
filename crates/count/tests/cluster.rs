//! Real processes on the loopback device count together; one that is killed leaves no number.
#![cfg(feature = "cluster")]

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs};
use tremaux_count::{Board, Cluster, CountQuery, Error, Settings, Tours, count_in_cluster};

const CHILD: &str = "TREMAUX_COUNT_TEST_MEMBER";

/// Not a test of its own: one process of a cluster, told by the environment what to do.
#[test]
#[ignore = "run by another test"]
fn child_member() {
    let Ok(words) = env::var(CHILD) else { return };
    let words: Vec<&str> = words.split(' ').collect();
    let [rows, cols, kind, threads, process, out, hosts @ ..] = &words[..] else { panic!("{words:?}") };
    let tours = if *kind == "closed" { Tours::Closed } else { Tours::Open };
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

/// The file that tells that a member is at work, not just waiting for the others.
fn started(out: &Path) -> PathBuf {
    PathBuf::from(format!("{}-started", out.display()))
}

struct Members {
    children: Vec<Child>,
    outputs: Vec<PathBuf>,
}

impl Members {
    fn start(name: &str, processes: usize, threads: usize, board: &str) -> Members {
        let listeners: Vec<TcpListener> =
            (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
        let hosts: Vec<String> = listeners.iter().map(|l| l.local_addr().unwrap().to_string()).collect();
        drop(listeners);
        let file = |i| env::temp_dir().join(format!("tremaux-cluster-{name}-{}-{i}", std::process::id()));
        let outputs: Vec<PathBuf> = (0..processes).map(file).collect();
        let child = |(i, out): (usize, &PathBuf)| {
            let _ = fs::remove_file(out);
            Command::new(env::current_exe().unwrap())
                .args(["--exact", "child_member", "--ignored"])
                .env(CHILD, format!("{board} {threads} {i} {} {}", out.display(), hosts.join(" ")))
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap()
        };
        Members { children: outputs.iter().enumerate().map(child).collect(), outputs }
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
            let _ = fs::remove_file(path);
            let _ = fs::remove_file(started(path));
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
