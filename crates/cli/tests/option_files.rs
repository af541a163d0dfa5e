//! `--blocked @FILE`: a text too long for a command line is read from a file.

mod common;

use common::{texts, tremaux};

fn check(contents: &[u8], status: i32, words: &str) {
    let folder = tempfile::tempdir().unwrap();
    let holes = folder.path().join("holes");
    std::fs::write(&holes, contents).unwrap();
    let output = tremaux(&format!("solve knight --board 3x4 --start 4 --blocked @{}", holes.display()), b"");
    let (stdout, stderr) = texts(&output);
    assert_eq!(output.status.code(), Some(status), "{contents:?}: {stderr}");
    assert!(format!("{stdout}{stderr}").contains(words), "{contents:?}: {stdout}{stderr}");
}

#[test]
fn a_text_option_is_read_from_a_file() {
    // All squares but three, in each spelling.
    for spelling in
        ["1,2,3,6,7,8,9,10,12\n", "1 2 3\n6 7 8\n9 10 12\n", "1,1\n1,2\n1,3\n2,2\n2,3\n2,4\n3,1\n3,2\n3,4"]
    {
        check(spelling.as_bytes(), 0, "4 11 5\n");
    }
    check(b"13", 2, "--blocked: expected a square");
    check(b"\xff", 2, "--blocked: cannot read");
}

/// `count` once took no commas here.
#[test]
fn count_takes_the_same_lists() {
    let folder = tempfile::tempdir().unwrap();
    let holes = folder.path().join("holes");
    std::fs::write(&holes, "a1\nc2").unwrap();
    for list in ["a1,c2", "a1;c2", "9;2,3", &format!("@{}", holes.display())] {
        let output = tremaux(&format!("count --board 3x4 --blocked {list}"), b"");
        assert_eq!(texts(&output).0, "2 undirected open tours\n", "{list}");
    }
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    for path in ["@absent/holes", "@/"] {
        let output = tremaux(&format!("solve knight --start 4 --blocked {path}"), b"");
        let (_, stderr) = texts(&output);
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains(&format!("--blocked: cannot read {}", &path[1..])), "{stderr}");
    }
}
