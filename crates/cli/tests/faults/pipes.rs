//! The reader, the writer or the listener has gone away.

use crate::lab::Lab;

/// The status of the program whose reader has gone before it writes.
fn unheard(lab: &Lab, command: &str) -> i32 {
    // The reader is gone for certain once the named pipe's other end was opened and closed.
    lab.bash("rm -f pipe; mkfifo pipe");
    let script = format!("exec 3<>pipe 4>pipe 3<&-; tremaux {command} >&4 4>&-");
    let finished = lab.bash(&script);
    assert!(!finished.err.contains("cannot write"), "{command}: {finished:?}");
    finished.status
}

/// A verdict is in the exit status. It once became "accepted" where nobody read the words.
#[test]
fn a_verdict_outlives_its_reader() {
    let lab = Lab::new();
    let table = [
        ("check curling curling.in wrong.out", 1),
        ("validate curling curling.in --style kattis", 42),
        ("stress curling --cases 2 -- ./wrong.sh", 1),
        ("stress curling --cases 0 -- ./wrong.sh", 0),
    ];
    for (command, status) in table {
        assert_eq!(unheard(&lab, command), status, "{command}");
    }
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let lab = Lab::new();
    for command in [
        "solve curling curling.in",
        "solve maze big.in",
        "solve knight --board 300x300 knight.in",
        "generate maze --seed 1 --rows 500 --cols 500",
        "watch knight knight.in --frames",
        "count --board 5x5",
        "package curling problem",
        "--help",
    ] {
        lab.bash(
            "rm -rf problem; test -e big.in || tremaux generate maze --seed 1 --rows 500 --cols 500 > big.in",
        );
        assert_eq!(unheard(&lab, command), 0, "{command}");
        let script = format!("rm -rf problem; tremaux {command} | head -c 1; exit ${{PIPESTATUS[0]}}");
        assert_eq!(lab.check(&script, 0, "").out.len(), 1, "{command}");
    }
}

#[test]
fn closed_streams() {
    let lab = Lab::new();
    // Nothing to read is an input that is empty.
    lab.check("tremaux solve curling <&-", 2, "expected a dataset");
    lab.check("tremaux validate curling <&-", 1, "expected the width");
    lab.check("tremaux check curling curling.in - <&-", 1, "the end of the text");
    lab.check("tremaux draw maze -o a.svg <&-", 2, "standard input has no dataset 1");
    lab.check("tremaux watch maze <&-", 2, "standard input has no dataset 1");
    lab.check("tremaux convert maze -o a.png <&-", 2, "expected a dataset in standard input");
    lab.check("tremaux stress curling --cases 1 --seed 1 -- ./wrong.sh <&-", 1, "");
    // Who closes standard output wants no answer, but files must not get what was meant for it.
    lab.check("tremaux solve curling curling.in >&-", 0, "");
    lab.check("tremaux check curling curling.in wrong.out >&-", 1, "takes 4 throws");
    lab.check("tremaux draw maze maze.in -o b.svg >&- 2>&- <&-", 0, "");
    assert!(lab.read("b.svg").unwrap().starts_with(b"<svg"));
    assert_eq!(lab.left(), ["b.svg", "curling-1.ans", "curling-1.in", "curling-1.out"]);
}
