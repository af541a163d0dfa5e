//! Inputs without end, and files with holes of 100 GB: a fault at the start is reported at once, and nothing is
//! kept that need not be. 200 MB of address space are enough for all of it.

use std::time::{Duration, Instant};

use crate::lab::Lab;

/// As [`Lab::check`], in little memory and not for long.
fn check(lab: &Lab, script: &str, status: i32, words: &str) {
    let begin = Instant::now();
    lab.check(&format!("ulimit -Sv 200000; {script}"), status, words);
    assert!(begin.elapsed() < Duration::from_secs(20), "{script}: a second, and some for a busy machine");
}

/// Bytes without end.
fn endless(text: &str) -> String {
    match text.len() {
        1 => format!("tr '\\0' '{text}' < /dev/zero"),
        _ => format!("yes '{text}'"),
    }
}

#[test]
fn endless_nonsense() {
    let lab = Lab::new();
    for text in ["7", "x", "-", "?", "x 1 2", "+---+"] {
        let feed = endless(text);
        for puzzle in ["curling", "maze", "knight"] {
            // A word of `yes` that could be a maze drawn as a text is tested below.
            let words = if puzzle == "maze" && text == "+---+" { "expected" } else { "found" };
            check(&lab, &format!("{feed} | tremaux solve {puzzle}"), 2, words);
            check(&lab, &format!("{feed} | tremaux validate {puzzle}"), 1, "found");
            check(&lab, &format!("{feed} | tremaux check {puzzle} {puzzle}.in -"), 1, "found");
            check(&lab, &format!("{feed} | tremaux check {puzzle} - wrong.out"), 4, words);
            check(&lab, &format!("{feed} | tremaux draw {puzzle} - -o a.svg"), 2, words);
            check(&lab, &format!("{feed} | tremaux watch {puzzle}"), 2, words);
        }
    }
    check(&lab, "tremaux solve knight /dev/zero", 2, "\\x00");
    check(&lab, "tremaux check maze maze.in /dev/zero", 1, "\\x00");
    assert!(lab.left().is_empty());
}

#[test]
fn endless_files_of_mazes() {
    let lab = Lab::new();
    lab.bash("tremaux convert maze maze-one.in -o maze.png; tremaux convert maze maze-one.in -o maze.txt");
    for (format, words) in [
        ("png", "expected a PNG, which begins with the byte 137"),
        ("maz", "expected a .maz file: 256 bytes"),
        ("num", "expected x: the column"),
        ("uva", "expected the number of rows"),
        ("text", "expected a maze in a known format"),
    ] {
        check(&lab, &format!("tremaux convert maze --from {format} /dev/zero -o a.in"), 2, words);
    }
    check(
        &lab,
        "tr '\\0' o < /dev/zero | tremaux solve maze",
        2,
        "expected a text of at most 33554432 bytes",
    );
    check(
        &lab,
        "{ cat maze.txt; cat /dev/zero; } | tremaux solve maze",
        2,
        "expected a maze in a known format",
    );
    // It once panicked on nothing but blanks.
    check(&lab, "echo | tremaux solve maze --from num", 2, "expected a dataset");
    // What follows a picture is skipped.
    let picture = "{ cat maze.png; head -c 200M /dev/zero; } | tremaux solve maze > /dev/null";
    let finished = lab.bash(&format!("ulimit -v 200000; {picture}"));
    assert_eq!(finished.status, 0, "{finished:?}");
    // A chunk that is only announced takes no memory.
    check(
        &lab,
        "{ head -c 8 maze.png; printf '\\177\\377\\377\\377IDAT'; } | tremaux solve maze",
        2,
        "no PNG",
    );
}

#[test]
fn sparse_files() {
    let lab = Lab::new();
    lab.bash("truncate -s 100G sparse; mkdir saved; truncate -s 100G saved/half-0");
    for puzzle in ["curling", "maze", "knight"] {
        check(&lab, &format!("tremaux solve {puzzle} sparse"), 2, "sparse:1:1");
        check(&lab, &format!("tremaux validate {puzzle} sparse"), 1, "sparse:1:1");
        check(&lab, &format!("tremaux check {puzzle} {puzzle}.in sparse"), 1, "sparse:1:1");
        check(&lab, &format!("tremaux check {puzzle} sparse wrong.out"), 4, "sparse:1:1");
        check(&lab, &format!("tremaux check {puzzle} {puzzle}.in wrong.out sparse"), 4, "sparse:1:1");
        check(&lab, &format!("tremaux draw {puzzle} sparse -o a.svg"), 2, "sparse:1:1");
    }
    check(&lab, "tremaux convert maze sparse -o a.png", 2, "sparse:1:1");
    let count = "ulimit -Sv 400000; tremaux count --board 5x5 --checkpoint saved --resume";
    check(&lab, count, 2, "half-0 is damaged, or no checkpoint");
    assert_eq!(lab.left(), ["saved", "sparse"]);
}

/// So much white space, and then nothing or an answer.
fn check_blanks(size: &str) {
    let lab = Lab::new();
    for blank in ["' '", "'\\n'"] {
        let feed = format!("{{ head -c {size} /dev/zero | tr '\\0' {blank}; echo 4; }}");
        let script = format!("ulimit -v 200000; {feed} | tremaux solve knight | wc -l");
        assert_eq!(lab.check(&script, 0, "").out.trim(), "1", "{script}");
        let nothing = format!("ulimit -v 200000; head -c {size} /dev/zero | tr '\\0' {blank}");
        for puzzle in ["curling", "maze", "knight"] {
            lab.check(&format!("{nothing} | tremaux solve {puzzle}"), 2, "the end of the text");
            let words = if puzzle == "maze" { "the headline comes first" } else { "the end of the text" };
            lab.check(&format!("{nothing} | tremaux check {puzzle} {puzzle}.in -"), 1, words);
        }
    }
    let finished = lab.check(
        &format!("ulimit -v 200000; head -c {size} /dev/zero | tr '\\0' ' ' | tremaux solve curling"),
        2,
        "expected a dataset",
    );
    let column = finished.err.split(":1:").nth(1).and_then(|rest| rest.lines().next());
    assert!(column.is_some_and(|column| column.parse::<u64>().is_ok()), "{finished:?}");
}

#[test]
fn blanks_stream() {
    check_blanks("16M");
}

#[test]
#[ignore = "4 GiB, fourteen times: minutes"]
fn four_gigabytes_of_blanks_stream() {
    check_blanks("4G");
}
