//! Too little memory, stack, files or threads.

use crate::lab::{ENDLESS, Lab};

/// Where there is a board to be had, the answer is the same as ever; where there is not, that is said.
#[test]
fn memory() {
    let lab = Lab::new();
    lab.bash(
        "tremaux generate maze --seed 1 --rows 200 --cols 200 > large.in; \
         { echo 9000 9000 1 1 1 1; yes '0 0 0 0 0 0 0 0 0 0 0 0' | head -c 162000000; } > huge.in",
    );
    let few = |command: &str| format!("ulimit -v 100000; tremaux {command}");
    for command in [
        "solve curling curling.in",
        "solve maze large.in",
        "solve knight --board 300x300 knight.in",
        "draw maze large.in -o a.png",
        "convert maze large.in -o b.png",
        "package maze problem",
        "generate maze --seed 1 --rows 300 --cols 300",
    ] {
        lab.check(&format!("{} > /dev/null", few(command)), 0, "");
    }
    let table = [
        ("solve maze huge.in", 2, "out of memory while reading"),
        ("draw maze huge.in -o c.png", 2, "out of memory while reading"),
        ("solve knight --board 10000x10000 knight.in", 3, "200 MB of memory needed"),
        ("generate maze --seed 1 --rows 10000 --cols 10000", 2, "100 MB of memory needed"),
        ("count --board 8x8", 2, "exceeds the limit of"),
        ("count --board 8x8 --closed", 2, "exceeds the limit of"),
    ];
    for (command, status, words) in table {
        lab.check(&format!("{} > /dev/null", few(command)), status, words);
    }
    assert!(!lab.left().contains(&"c.png".to_owned()));
}

/// Runs a command of the maze in ever less memory, from enough to too little: it ends as always or says what is
/// missing, and is never ended by the system. Excepted are allocations of at most 4 KiB, which libraries make and
/// cannot make fallibly: if one of them is the first that fails, the program aborts.
fn check_edge(lab: &Lab, command: &str, kibibytes: &[u32]) {
    for limit in kibibytes {
        let result = lab.bash(&format!("ulimit -v {limit}; tremaux {command} > /dev/null"));
        let is_explained = ["memory", "there are loops"].iter().any(|words| result.err.contains(words));
        let ended = (0..=4).contains(&result.status) && (result.status == 0 || is_explained);
        assert!(ended || is_small_allocation(&result.err), "{limit}: {command}: {result:?}");
    }
}

fn is_small_allocation(err: &str) -> bool {
    let bytes = err.strip_prefix("memory allocation of ").and_then(|rest| rest.split(' ').next());
    bytes.and_then(|bytes| bytes.parse::<u64>().ok()).is_some_and(|bytes| bytes <= 4096)
}

/// A maze of a million cells takes a megabyte; what its searches, generators and writers keep beside it is up to
/// twenty-one bytes a cell.
#[test]
fn memory_near_the_edge() {
    let lab = Lab::new();
    lab.bash(
        "tremaux generate maze --seed 1 --rows 1500 --cols 1500 --kind open > open.in; \
         tremaux generate maze --seed 1 --rows 1500 --cols 1500 --kind snake > snake.in; \
         tremaux generate maze --seed 1 --rows 1500 --cols 1500 --count 4 --kind snake > batch.in; \
         tremaux solve maze snake.in > snake.out",
    );
    // The program itself needs about 11 MB.
    let limits: Vec<u32> = (6..20).map(|step| 2000 * step + step * step * 50).collect();
    for file in ["open.in", "snake.in"] {
        for method in ["dfs", "bfs", "dead-end", "tremaux", "wall-left"] {
            check_edge(&lab, &format!("solve maze {file} --method {method}"), &limits);
        }
        for style in ["text", "json"] {
            check_edge(&lab, &format!("solve maze {file} --output {style}"), &limits);
        }
    }
    check_edge(&lab, "solve maze batch.in --output text", &limits);
    check_edge(&lab, "check maze snake.in snake.out", &limits);
    for algorithm in ["backtracker", "kruskal", "wilson", "prim", "division"] {
        let command = format!("generate maze --seed 1 --rows 1000 --cols 1000 --algorithm {algorithm}");
        check_edge(&lab, &command, &limits);
    }
    check_edge(&lab, "generate maze --seed 1 --rows 1000 --cols 1000 --kind late", &limits);
}

const COMMANDS: &[(&str, i32)] = &[
    ("solve curling curling.in", 0),
    ("solve maze large.in", 0),
    ("solve maze large.in --method bfs", 0),
    ("solve maze large.in --method tremaux", 0),
    ("solve maze large.in --method dead-end", 0),
    ("solve knight --board 300x300 knight.in", 0),
    ("solve knight --board 20x20 --closed knight.in", 0),
    ("generate maze --seed 1 --rows 300 --cols 300", 0),
    ("generate maze --seed 1 --rows 300 --cols 300 --algorithm division", 0),
    ("generate maze --seed 1 --rows 300 --cols 300 --algorithm wilson", 0),
    ("generate curling --seed 1 --count 300", 0),
    ("check curling curling.in wrong.out", 1),
    ("validate curling curling.in", 0),
    ("draw maze large.in -o a.png", 0),
    ("draw knight --board 50x50 --animate knight.in -o a.svg", 0),
    ("draw knight knight.in -o a.gif", 0),
    ("watch knight --board 100x100 knight.in", 0),
    ("convert maze large.in -o b.png", 0),
    ("count --board 5x6", 0),
    ("stress curling --cases 3 -- ./wrong.sh", 1),
    ("package maze problem", 0),
];

fn check_all(lab: &Lab, limited: impl Fn(&str) -> String) {
    lab.bash("tremaux generate maze --seed 1 --rows 200 --cols 200 > large.in");
    for (command, status) in COMMANDS {
        lab.bash("rm -rf problem");
        let finished = lab.bash(&format!("{} > /dev/null", limited(&format!("tremaux {command}"))));
        assert_eq!(finished.status, *status, "{command}: {finished:?}");
        assert!(
            !finished.err.contains("panicked") && !finished.err.contains("overflow"),
            "{command}: {finished:?}"
        );
    }
}

/// Threads have stacks of their own, which this limit does not touch.
#[test]
fn stack() {
    check_all(&Lab::new(), |command| format!("ulimit -s 256; {command}"));
}

#[test]
fn open_files() {
    let lab = Lab::new();
    check_all(&lab, |command| format!("ulimit -n 24; {command}"));
    lab.check("ulimit -n 8; tremaux stress curling --cases 3 -- ./wrong.sh", 2, "Too many open files");
}

/// A program that may start no thread works alone. Root may start as many as it likes, so then it is
/// somebody else who tries.
#[test]
fn threads() {
    let lab = Lab::new();
    let limited = if lab.bash("id -u").out.trim() == "0" {
        lab.bash(&format!("cp {} tremaux; chmod 777 .", env!("CARGO_BIN_EXE_tremaux")));
        "setpriv --reuid=65533 --regid=65533 --clear-groups env PATH=$PWD:$PATH"
    } else {
        "env"
    };
    let alone = |command: &str| format!("{limited} bash -c 'ulimit -u 1; exec {command}'");
    lab.bash("tremaux generate maze --seed 1 --rows 200 --cols 200 > large.in; chmod a+r *");
    for (command, status) in COMMANDS.iter().filter(|(command, _)| !command.starts_with("stress")) {
        lab.bash("rm -rf problem a.* b.*");
        let finished = lab.bash(&format!("{} > /dev/null", alone(&format!("tremaux {command}"))));
        assert_eq!(finished.status, *status, "{command}: {finished:?}");
        assert!(!finished.err.contains("panicked"), "{command}: {finished:?}");
    }
    // It once could not be ended then, by anything but a kill.
    lab.bash("mkfifo pipe; chmod 666 pipe");
    let finished = lab.bash(&format!("timeout -k 5 1 {}", alone("tremaux solve curling pipe")));
    assert_eq!(finished.status, 124, "{finished:?}");
    // A program is tried in a process of its own.
    lab.check(&alone("tremaux stress curling --cases 3 -- ./wrong.sh"), 2, "cannot run \"./wrong.sh\"");
}

/// The help once spoke of a limit to everybody whose search ended early.
#[test]
fn help_fits_what_ended_the_search() {
    let lab = Lab::new();
    let limited = format!("tremaux solve {ENDLESS} --time-limit 50ms");
    lab.check(&limited, 3, "it has no answer here; raise the limit or remove it");
    lab.bash("tremaux generate maze --seed 3 --rows 12 --cols 12 --loops 100 > loops.in");
    let methods = ["wall-left", "wall-right"]
        .map(|method| lab.bash(&format!("tremaux solve maze loops.in --method {method} > /dev/null")).err);
    let beaten: Vec<&String> = methods.iter().filter(|err| err.contains("there are loops")).collect();
    assert!(beaten.iter().all(|err| err.contains("choose another method")), "{methods:?}");
    assert!(!beaten.is_empty(), "a maze of loops beats a wall follower");
}
