//! The rules of docs/style.md that a test can look for: words in a sense that readers stumble over, names of limits,
//! and nouns that agree with their number.

mod source;

use std::fs;
use std::process::Command;

use regex::Regex;
use source::{Source, files};

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

/// The rules, ready to be looked for.
fn rules() -> Vec<(Regex, &'static str)> {
    RULES.map(|(pattern, instead)| (Regex::new(pattern).unwrap(), instead)).into()
}

/// The violations in a text, each with its line.
fn violations(rules: &[(Regex, &str)], source: &Source) -> Vec<String> {
    let mut found = Vec::new();
    for (number, line) in source.text.lines().enumerate() {
        // Identifiers are words, too: `tell_all` is `tell all`.
        let line = line.replace('_', " ").replace("MOST ", "MOST_");
        let broken = rules.iter().filter_map(|(pattern, instead)| Some((pattern.find(&line)?, instead)));
        found.extend(broken.map(|(word, instead)| {
            format!("{}:{}: {:?}: rather {instead}", source.path.display(), number + 1, word.as_str())
        }));
    }
    found
}

#[test]
fn words_of_the_style_guide() {
    let rules = rules();
    let endings = ["rs", "md", "js", "html", "css", "sh", "tex"];
    let sources = endings.into_iter().flat_map(|ending| files("", ending));
    let read = sources.filter(|source| !EXEMPT.iter().any(|exempt| source.path.ends_with(exempt)));
    let found: Vec<String> = read.flat_map(|source| violations(&rules, &source)).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_words_are_found_where_they_are_planted() {
    let rules = rules();
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
        assert_ne!(violations(&rules, &Source::new("planted", line)), [""; 0], "{line}");
    }
    let good =
        ["let low = x.floor();", "an instant", "standard input", "// there is no tour", "intelligible"];
    for line in good {
        assert_eq!(violations(&rules, &Source::new("good", line)), [""; 0], "{line}");
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
