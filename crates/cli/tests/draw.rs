//! Pictures of a puzzle that `draw` and `watch` know nothing of, and what is printed without a terminal.

mod template;

use std::fs;

use template::{run, sample};

#[test]
fn program() {
    template::program();
}

#[test]
fn each_format_is_written_by_its_ending() {
    let folder = tempfile::tempdir().unwrap();
    let input = sample(folder.path());
    let begins: [(&str, &[u8]); 6] = [
        ("svg", b"<svg xmlns="),
        ("png", b"\x89PNG\r\n"),
        ("gif", b"GIF89a"),
        ("html", b"<!DOCTYPE html>"),
        ("txt", "1S".as_bytes()),
        ("cast", b"{\"version\":2,"),
    ];
    for (ending, begin) in begins {
        let out = folder.path().join(format!("picture.{ending}"));
        let (status, printed, err) =
            run(&["draw", "null", input.to_str().unwrap(), "-o", out.to_str().unwrap()]);
        assert_eq!((status, printed.as_str(), err.as_str()), (0, "", ""), "{ending}");
        let written = fs::read(&out).unwrap();
        if ending == "txt" {
            assert_eq!(String::from_utf8(written).unwrap(), "1 2 ██3 ██4\n");
        } else {
            assert!(written.starts_with(begin), "{ending}");
        }
    }
}

#[test]
fn a_search_is_drawn_with_its_steps() {
    let folder = tempfile::tempdir().unwrap();
    let input = sample(folder.path());
    let out = folder.path().join("search.txt");
    let arguments = ["draw", "null", input.to_str().unwrap(), "--animate", "-o", out.to_str().unwrap()];
    assert_eq!(run(&arguments).0, 0);
    let text = fs::read_to_string(&out).unwrap();
    assert!(text.starts_with("step 1 of "), "{text}");
    assert!(text.ends_with("\n1 2 ██3 ██4\n"), "{text}");
    let svg = folder.path().join("search.svg");
    assert_eq!(run(&["draw", "null", input.to_str().unwrap(), "--frames", "-o", svg.to_str().unwrap()]).0, 0);
    assert!(fs::read_to_string(&svg).unwrap().contains("@keyframes"));
}

#[test]
fn what_cannot_be_drawn_is_err() {
    let folder = tempfile::tempdir().unwrap();
    let input = sample(folder.path());
    let input = input.to_str().unwrap();
    let large = folder.path().join("large.in");
    fs::write(&large, format!("70000\n{}0\n0\n", "0 ".repeat(69_999))).unwrap();
    let large = large.to_str().unwrap();
    let out = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let cases: [(&[&str], i32, &str); 7] = [
        (
            &[input, "-o", &out("a.jpg")],
            2,
            "--out: expected a file that ends in .svg, .png, .gif, .html, .txt or .cast",
        ),
        (&[input, "-o", &out("b.png"), "--animate"], 2, "a .png file shows no steps"),
        (&[input, "-o", &out("c.svg"), "--dataset", "3"], 2, "has no dataset 3: it ends after 2"),
        (
            &[large, "-o", &out("d.svg")],
            2,
            "a board of 1 x 70000 cells is too large for .svg, which serves up to 65536 cells",
        ),
        (&[input, "-o", &out("no/such/folder/e.svg")], 2, "cannot write"),
        (&[input, "-o", &out("f.svg"), "--node-limit", "1"], 3, ": node limit of 1 reached"),
        (&["/no/such/file", "-o", &out("g.svg")], 2, "cannot open /no/such/file"),
    ];
    for (arguments, status, message) in cases {
        let (found, printed, err) = run(&[&["draw", "null"], arguments].concat());
        assert_eq!((found, printed.as_str()), (status, ""), "{arguments:?}");
        assert!(err.contains(message), "{arguments:?}: {err}");
    }
    let files: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(files.len(), 2, "only the inputs: {files:?}");
    assert_eq!(run(&["draw", "null", large, "-o", &out("large.png")]).0, 0, "a PNG has no limit");
    let cut = out("cut.svg");
    let (status, _, err) = run(&["draw", "null", input, "-o", &cut, "--animate", "--node-limit", "2"]);
    assert_eq!(status, 3, "{err}");
    assert!(fs::read_to_string(cut).unwrap().contains("@keyframes"), "the search so far is drawn");
}

#[test]
fn without_a_terminal_the_board_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    let input = sample(folder.path());
    let input = input.to_str().unwrap();
    let check = |arguments: &[&str], status: i32, expect: &str| {
        let (found, printed, _) = run(&[&["watch", "null", input], arguments].concat());
        assert_eq!((found, printed.as_str()), (status, expect), "{arguments:?}");
    };
    check(&[], 0, "1 2 ██3 ██4\n");
    check(&["--ascii"], 0, "1 2 # 3 # 4\n");
    check(&["--dataset", "2", "--ascii"], 0, "S # # G\n");
    check(&["--node-limit", "1"], 3, "");
    let frames = "step 1: advance, depth 1\n1 2@# . # G\n\n\
                  step 2: advance, depth 2\n1 2 # 3@# G\n\n\
                  step 3: advance, depth 3\n1 2 # 3 # 4@\n\n\
                  step 4: goal, depth 3\n1 2 # 3 # 4@\n\n\
                  solved\n1 2 # 3 # 4\n";
    check(&["--frames", "--ascii"], 0, frames);
    let (_, colored, _) = run(&["watch", "null", input, "--color", "always"]);
    assert!(colored.contains("\u{1b}[38;5;16;48;5;74m1 \u{1b}[0m"), "{colored:?}");
}

#[test]
fn the_pictures_of_the_documentation_are_the_tools_own() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("picture.svg");
    let pictures: [(&str, &[&str]); 6] = [
        ("curling.svg", &["curling", "docs/pictures/curling.in"]),
        ("maze.svg", &["maze", "docs/pictures/maze.in", "--animate"]),
        ("knight.svg", &["knight", "examples/knight.in", "--closed"]),
        ("six.svg", &["knight", "--board", "6x6", "--start", "a1", "--closed"]),
        ("wrong-answer.svg", &["curling", "examples/tutorial/smallest.in"]),
        ("designed.svg", &["curling", "examples/tutorial/designed.in"]),
    ];
    for (name, arguments) in pictures {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tremaux"));
        let run =
            command.current_dir(&root).arg("draw").args(arguments).arg("-o").arg(&out).output().unwrap();
        assert!(run.status.success(), "{name}: {run:?}");
        let same = fs::read(&out).unwrap() == fs::read(root.join("docs/pictures").join(name)).unwrap();
        assert!(same, "{name}: draw it anew, look at it, commit it");
    }
}
