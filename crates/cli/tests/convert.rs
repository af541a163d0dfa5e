//! `tremaux convert`, on files.

mod common;

use std::fs;

use common::{texts, tremaux};

const MAZE: &[u8] = b"o---o---o\n|   | G |\no   o   o\n| S     |\no---o---o\n";

/// Converts to a file of this name, over whatever is there; gives the status, what was err, and the file.
fn convert(input: &[u8], name: &str, before: Option<&[u8]>) -> (Option<i32>, String, Option<Vec<u8>>) {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join(name);
    if let Some(before) = before {
        fs::write(&out, before).unwrap();
    }
    let output = tremaux(&format!("convert maze - -o {}", out.display()), input);
    let left = fs::read_dir(folder.path()).unwrap().count();
    assert!(left <= 1, "no half-written file is left behind");
    (output.status.code(), texts(&output).1, fs::read(&out).ok())
}

#[test]
fn the_extension_is_the_format() {
    let judge = b"2 2 2 1 1 2\n1 1\n2 3\n\n0 0 0 0 0 0\n".as_slice();
    assert_eq!(convert(MAZE, "maze.in", None), (Some(0), String::new(), Some(judge.to_vec())));
    assert_eq!(convert(judge, "maze.TXT", None), (Some(0), String::new(), Some(MAZE.to_vec())));
    let (status, _, picture) = convert(MAZE, "maze.png", Some(b"old"));
    assert_eq!(status, Some(0));
    // A picture that is written is read back as the same maze; the border or colours say where it begins and ends.
    assert_eq!(convert(&picture.unwrap(), "maze.txt", None).2.as_deref(), Some(MAZE));
}

#[test]
fn what_cannot_be_converted_leaves_the_old_file_alone() {
    let check = |input: &[u8], name: &str, words: &str| {
        let (status, err, file) = convert(input, name, Some(b"old"));
        assert_eq!((status, file.as_deref()), (Some(2), Some(b"old".as_slice())), "{err}");
        assert!(err.contains(words), "{err}");
    };
    check(MAZE, "maze.maz", "a .maz file holds boards of 16 x 16 cells");
    check(MAZE, "maze", "unknown file extension");
    check(MAZE, "maze.gif", "unknown file extension");
    check(b"", "maze.in", "expected a dataset");
    check(b"o---o---o---o\n| G   S   G |\no---o---o---o\n", "maze.in", "the judge's text holds one goal");
    check(b"1 1 1 1 1 1\n0\n1 1 1 1 1 1\n0\n", "maze.in", "more than one dataset");
    check(b"o---o\n", "maze.in", "expected lines of cells");
}

#[test]
fn one_dataset_of_several_is_chosen() {
    let two = b"1 1 1 1 1 1\n0\n1 2 1 1 1 2\n0 0\n0 0 0 0 0 0\n";
    let choose = |number: &str| {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("maze.txt");
        let output = tremaux(&format!("convert maze --dataset {number} - -o {}", out.display()), two);
        (output.status.code(), texts(&output).1, fs::read_to_string(&out).unwrap_or_default())
    };
    assert_eq!(choose("2"), (Some(0), String::new(), "o---o---o\n| S   G |\no---o---o\n".to_owned()));
    assert_eq!(choose("1").2, "o---o\n|S G|\no---o\n");
    let (status, err, _) = choose("3");
    assert_eq!(status, Some(2));
    assert!(err.contains("no dataset 3: it ends after 2"), "{err}");
}
