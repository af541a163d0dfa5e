//! What a newcomer meets: the program alone, its version, its manual, a misspelt word.

mod common;

use std::fs;
use std::process::Command;

use common::{texts, tremaux};

#[test]
fn what_the_program_alone_prints_can_be_typed() {
    let output = tremaux("", b"");
    assert_eq!(output.status.code(), Some(0));
    let (out, err) = texts(&output);
    assert_eq!(err, "");
    let lines: Vec<&str> = out.lines().filter_map(|line| line.strip_prefix("  ")).collect();
    assert!((3..=5).contains(&lines.len()), "{out}");
    for line in lines {
        // A server does not end: it is only asked whether it would understand.
        let line = if line.contains("serve") { format!("{line} --help") } else { line.to_owned() };
        let folder = std::path::Path::new(env!("CARGO_BIN_EXE_tremaux")).parent().unwrap();
        let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
        let run = Command::new("bash")
            .args(["-o", "pipefail", "-c", &line])
            .env("PATH", path)
            .current_dir(tempfile::tempdir().unwrap().path())
            .output()
            .unwrap();
        let (out, err) = texts(&run);
        assert!(run.status.success() && !out.is_empty() && err.is_empty(), "{line}: {out}{err}");
    }
}

#[test]
fn the_version_names_the_commit_where_git_knows_it() {
    let git = Command::new("git").args(["log", "-1", "--no-show-signature", "--format=(%h %cs)"]).output();
    let commit = git.map(|output| texts(&output).0).unwrap_or_default();
    let expected = format!("tremaux {} {commit}", env!("CARGO_PKG_VERSION"));
    for flag in ["--version", "-V"] {
        assert_eq!(texts(&tremaux(flag, b"")).0.trim_end(), expected.trim_end());
    }
}

#[test]
fn a_misspelt_word_is_answered_with_the_right_one() {
    for (line, right) in [
        ("slove maze", "'solve'"),
        ("solve mase", "'maze'"),
        ("solve maze --methd dfs", "'--method'"),
        ("solve maze --method tremax", "'tremaux'"),
        ("man solve knigth", "knight"),
    ] {
        let output = tremaux(line, b"");
        assert_eq!(output.status.code(), Some(2), "{line}");
        let (_, err) = texts(&output);
        assert!(err.contains(right), "{line}: {err}");
    }
}

#[test]
fn the_manual_has_a_page_for_each_command_and_no_page_names_one_that_is_not_there() {
    let folder = tempfile::tempdir().unwrap();
    let output = tremaux(&format!("man --out {}", folder.path().display()), b"");
    assert_eq!(texts(&output), (String::new(), String::new()));
    let mut pages = 0;
    for entry in fs::read_dir(folder.path()).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap().replace('\\', "");
        let name = path.file_stem().unwrap().to_str().unwrap();
        for part in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS"] {
            assert!(text.contains(&format!("\n.SH {part}\n")), "{name} has no {part}");
        }
        for named in text.split("(1)").filter_map(|before| before.lines().last()) {
            let named = named.trim_start_matches("fB").trim_end_matches("fR");
            if named.starts_with("tremaux") {
                assert!(folder.path().join(format!("{named}.1")).exists(), "{name} names {named}");
            }
        }
        let words = name.replace('-', " ");
        let alone = tremaux(&format!("man{}", words.trim_start_matches("tremaux")), b"");
        assert_eq!(alone.stdout, fs::read(&path).unwrap(), "{name}");
        pages += 1;
    }
    assert!(pages > 30, "{pages} pages");
}
