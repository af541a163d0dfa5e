//! The rules of docs/style.md that a test can look for: words in a sense that readers stumble over, names of limits,
//! and nouns that agree with their number.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use regex::Regex;

/// What must not be used, and what the style guide puts in its place.
const RULES: [(&str, &str); 9] = [
    (r"(?i)\b(told|tell|tells)\b", "is given by, stores, reports; distinguishes"),
    (r"(?i)\bstands?\b", "is, appears, follows"),
    (r"(?i)\bwish(es|ed)?\b", "constraint, required"),
    (r"(?i)\bwhoever\b", "callers, the user, anyone who"),
    (r"(?i)\b(given up|called off|broken off)\b", "gave up, cancelled, stopped"),
    (r"(?i)\bfor ever\b", "in every version, indefinitely"),
    (r"(?i)(\brooms?\b|\bhouse\b|(^|[^.])\bfloors?\b)", "crate or module, workspace, layer"),
    (r"\bMOST_[A-Z]", "MAX_"),
    (r#""[Tt]here is no\b"#, "unknown ..., expected ..., no ..."),
];

/// The style guide quotes the words.
const EXEMPT: [&str; 2] = ["docs/style.md", "crates/cli/tests/language.rs"];

/// The top of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The violations in a text, each with its line.
fn violations(path: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (pattern, instead) in RULES {
        let pattern = Regex::new(pattern).unwrap();
        for (number, line) in text.lines().enumerate() {
            // Identifiers are words, too: `tell_all` is `tell all`.
            if let Some(word) = pattern.find(&line.replace('_', " ").replace("MOST ", "MOST_")) {
                found.push(format!("{path}:{}: {:?}: rather {instead}", number + 1, word.as_str()));
            }
        }
    }
    found
}

/// The files that people read, from git, so that build output and untracked files are left out.
fn texts() -> Vec<(String, String)> {
    let output = Command::new("git").args(["ls-files", "-z"]).current_dir(root()).output().unwrap();
    let names = String::from_utf8(output.stdout).unwrap();
    let endings = [".rs", ".md", ".js", ".html", ".css", ".sh", ".tex"];
    let read = |name: &str| Some((name.to_owned(), fs::read_to_string(root().join(name)).ok()?));
    let wanted = |name: &&str| endings.iter().any(|ending| name.ends_with(ending)) && !EXEMPT.contains(name);
    names.split('\0').filter(wanted).filter_map(read).collect()
}

#[test]
fn words_of_the_style_guide() {
    let texts = texts();
    assert!(texts.len() > 200 || !root().join(".git").exists(), "only {} files", texts.len());
    let found: Vec<String> = texts.iter().flat_map(|(name, text)| violations(name, text)).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_words_are_found_where_they_are_planted() {
    let planted = [
        "// The caller is told.",
        "fn tell_all() {}",
        "/// What stands in it.",
        "// a wish of the user",
        "// Whoever calls it",
        "format!(\"dataset {number} was given up\")",
        "// the same bytes for ever",
        "// This page says which room is which.",
        "const MOST_CELLS: u32 = 1;",
        "Diagnostic::new(\"there is no file\")",
    ];
    for line in planted {
        assert_ne!(violations("planted", line), [""; 0], "{line}");
    }
    let good =
        ["let low = x.floor();", "an instant", "standard input", "// there is no tour", "intelligible"];
    for line in good {
        assert_eq!(violations("good", line), [""; 0], "{line}");
    }
}

/// What the program prints for 0, 1 and 2 of something.
#[test]
fn nouns_agree_with_their_number() {
    let boards = |count: usize| "2 1\n2 3\n".repeat(count) + "0 0\n";
    let table = [
        ("validate curling", boards(0), "0 datasets"),
        ("validate curling", boards(1), "1 dataset"),
        ("validate curling", boards(2), "2 datasets"),
        ("solve curling --output text", boards(1), "1 throw"),
        ("solve curling --output text", "5 1\n2 0 1 0 3\n0 0\n".into(), "2 throws"),
        ("solve curling --output text --max-throws 1", "5 1\n2 0 1 0 3\n0 0\n".into(), "1 throw"),
        ("solve maze --output text", "1 1 1 1 1 1\n3\n0 0 0 0 0 0\n".into(), "0 steps"),
        ("solve maze --output text", "1 2 1 1 1 2\n2 3\n0 0 0 0 0 0\n".into(), "1 step"),
    ];
    let one_of_many = Regex::new(r"\b1 [a-z]+s\b").unwrap();
    for (command, input, expect) in table {
        let text = run(command, &input);
        assert!(text.contains(expect) && !one_of_many.is_match(&text), "{command} of {input:?}: {text}");
    }
}

fn run(command: &str, input: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("in"), input).unwrap();
    let mut program = Command::new(env!("CARGO_BIN_EXE_tremaux"));
    let output = program.args(command.split(' ')).arg(folder.path().join("in")).output().unwrap();
    String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
}
