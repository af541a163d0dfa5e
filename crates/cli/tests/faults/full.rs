//! The disk is full.

use crate::lab::Lab;

#[test]
fn standard_output() {
    let lab = Lab::new();
    let commands = [
        "solve curling curling.in",
        "solve maze maze.in",
        "solve knight knight.in --output text",
        "check curling curling.in wrong.out",
        "validate curling curling.in",
        "generate maze --seed 1",
        "stress curling --cases 2 -- ./wrong.sh",
        "stress curling --cases 0 -- ./wrong.sh",
        "package curling package",
        "watch maze maze.in",
        "watch maze maze.in --frames",
        "count --board 5x5",
        "serve --port 0",
        "completions bash",
        "man",
        "--version",
        "solve --help",
        "",
    ];
    for command in commands {
        lab.check(
            &format!("tremaux {command} > /dev/full"),
            4,
            "cannot write standard output: No space left on device",
        );
    }
    // Files do not need standard output.
    assert_eq!(lab.left(), ["curling-1.ans", "curling-1.in", "curling-1.out", "package"]);
}

/// What cannot be written is no reason to break down: each of these once ended in a panic.
#[test]
fn standard_error() {
    let lab = Lab::new();
    let table = [
        ("solve curling bad.in", 2),
        ("solve maze /no/such", 2),
        ("check curling curling.in wrong.out", 1),
        ("check curling --style testlib curling.in wrong.out wrong.out", 3),
        ("validate curling bad.in", 1),
        ("generate maze", 0),
        ("stress curling --cases 3 -- /no/such", 2),
        ("watch maze maze.in --node-limit 1", 3),
        ("draw maze maze.in -o a.svg --node-limit 1", 3),
        ("convert maze maze.in -o a.png", 2),
        ("count --board 5y5", 2),
        ("solve knight knight.in --board 40x40 --leaper 2,11 --time-limit 50ms", 3),
        ("nonsense", 2),
    ];
    for (command, status) in table {
        lab.check(&format!("tremaux {command} 2> /dev/full"), status, "");
        lab.check(&format!("tremaux {command} 2>&-"), status, "");
    }
}

/// A file stays what it was until a new one is whole.
fn check_files(lab: &Lab, full: impl Fn(&str) -> String, reason: &str) {
    let table = [
        ("draw knight knight.in -o a.svg", "a.svg"),
        ("draw knight knight.in -o a.png", "a.png"),
        ("draw knight knight.in -o a.gif", "a.gif"),
        ("draw knight knight.in -o a.html", "a.html"),
        ("draw maze maze.in --animate -o a.txt", "a.txt"),
        ("draw knight knight.in -o a.cast", "a.cast"),
        ("convert maze big.in -o a.txt", "a.txt"),
        ("convert maze big.in -o a.png", "a.png"),
    ];
    lab.bash("tremaux generate maze --seed 1 --rows 300 --cols 300 > big.in");
    for (command, name) in table {
        lab.write(name, "old");
        lab.check(&full(&format!("tremaux {command}")), 4, &format!("cannot write {name}: {reason}"));
        assert_eq!(lab.read(name).as_deref(), Some(b"old".as_slice()), "{command}");
        lab.bash(&format!("rm {name}"));
        lab.check(&full(&format!("tremaux {command}")), 4, &format!("cannot write {name}: {reason}"));
        assert_eq!(lab.left(), ["big.in"], "{command}");
    }
    lab.check(&full("tremaux package curling problem"), 4, "cannot write problem/");
    assert_eq!(lab.left(), ["big.in"], "no half package");
    lab.check(&full("tremaux man --out ."), 4, &format!("cannot write ./tremaux.1: {reason}"));
    assert_eq!(lab.left(), ["big.in"], "no half page");
    lab.check(&full("tremaux count --board 6x6 --checkpoint saved"), 4, "cannot use the checkpoint saved: ");
    assert_eq!(lab.bash("ls saved").out, "lock\n", "no partial checkpoint");
}

#[test]
fn a_file_that_cannot_grow() {
    let lab = Lab::new();
    check_files(&lab, |command| format!("trap '' XFSZ; ulimit -f 1; {command}"), "File too large");
    // The case that was found is on the screen even so.
    let stress = "trap '' XFSZ; ulimit -f 0; tremaux stress curling --cases 2 -- ./wrong.sh | cat; exit ${PIPESTATUS[0]}";
    let finished = lab.check(stress, 4, "cannot write curling-1.in: File too large");
    assert!(
        finished.out.contains("The case, curling-1.in:\n  ") && finished.out.contains("Again:"),
        "{finished:?}"
    );
}

#[test]
#[ignore = "needs root, to mount a small tmpfs"]
fn a_small_disk() {
    let lab = Lab::new();
    lab.bash("mkdir disk");
    // The file system is there for one command alone.
    let full = |command: &str| {
        format!(
            "unshare -m bash -c 'mount -t tmpfs -o size=1m none disk && cp *.in disk && cd disk && \
             {{ cat /dev/zero > filled 2> /dev/null; {command}; status=$?; ls -A >&2; exit $status; }}'"
        )
    };
    for command in [
        "draw knight knight.in -o new.html",
        "convert maze maze-one.in -o new.png",
        "package curling problem",
        "count --board 6x6 --checkpoint saved",
    ] {
        let finished = lab.check(&full(&format!("tremaux {command}")), 4, "No space left on device");
        let (fault, files) = finished.err.split_once('\n').unwrap();
        assert!(fault.contains("cannot "), "{finished:?}");
        assert!(
            !files.contains("new") && !files.contains("problem") && !files.contains("part"),
            "{finished:?}"
        );
    }
}

#[test]
fn a_full_device_in_the_place_of_a_file() {
    let lab = Lab::new();
    for name in ["full.svg", "full.png", "full.gif", "full.html", "full.txt", "full.cast"] {
        lab.bash(&format!("ln -s /dev/full {name}"));
        let words = format!("cannot write {name}: No space left on device");
        lab.check(&format!("tremaux draw knight knight.in -o {name}"), 4, &words);
        lab.check(&format!("test -L {name}"), 0, "");
    }
    for name in ["full.txt", "full.png"] {
        let words = format!("cannot write {name}: No space left on device");
        lab.check(&format!("tremaux convert maze maze-one.in -o {name}"), 4, &words);
        lab.check(&format!("test -L {name}"), 0, "");
    }
}
