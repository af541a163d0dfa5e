//! The rules of the house, as plain tests over the source text.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use tremaux_puzzles::REGISTRY;

/// The files of the repository below a folder, by extension; build output left out.
fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let mut folders = vec![root.join(folder)];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for path in entries.map(|entry| entry.unwrap().path()) {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() && name != "target" && !name.starts_with('.') {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

/// Expects that no line of the files holds one of the words, as whole words, in either case.
fn check_absent(words: &[&str], files: &[PathBuf]) {
    assert!(!files.is_empty());
    for file in files {
        for (number, line) in (1..).zip(text(file).lines()) {
            let line = line.to_lowercase();
            let found =
                line.split(|c: char| !c.is_alphanumeric() && c != ':').find(|word| words.contains(word));
            assert_eq!(found, None, "{}:{number}", file.display());
        }
    }
}

#[test]
fn front_ends_engine_and_pictures_know_no_puzzle_by_name() {
    let names: Vec<&str> = REGISTRY.iter().map(|puzzle| puzzle.name()).collect();
    for name in ["judge", "server", "drawing", "search"] {
        check_absent(&names, &files(&format!("crates/{name}/src"), "rs"));
    }
}

#[test]
fn only_the_outer_crates_touch_files_processes_and_sockets() {
    let outside = ["fs", "std::fs", "std::net", "std::process", "std::env"];
    for name in ["search", "core", "drawing", "puzzles"] {
        check_absent(&outside, &files(&format!("crates/{name}/src"), "rs"));
    }
    check_absent(&["std::time", "std::io", "println", "print"], &files("crates/search/src", "rs"));
}

#[test]
fn every_arrow_points_down() {
    let allowed: [(&str, &[&str]); 9] = [
        ("search", &[]),
        ("drawing", &[]),
        ("count", &[]),
        ("core", &["drawing"]),
        ("puzzles", &["core", "drawing", "search"]),
        ("judge", &["core", "drawing"]),
        ("server", &["core", "drawing"]),
        ("cli", &["core", "count", "drawing", "judge", "puzzles", "server"]),
        ("properties", &["core", "drawing", "judge", "puzzles", "server"]),
    ];
    for (name, below) in allowed {
        let manifest = text(&files(&format!("crates/{name}"), "toml")[0]);
        let dependencies = manifest.split("[dependencies]").nth(1).unwrap_or_default();
        let dependencies = dependencies.split("\n[").next().unwrap_or_default();
        let found: BTreeSet<&str> = dependencies
            .lines()
            .filter_map(|line| line.strip_prefix("tremaux-")?.split(['.', ' ', '=']).next())
            .collect();
        let above: Vec<&&str> = found.iter().filter(|name| !below.contains(name)).collect();
        assert!(above.is_empty(), "{name} must not depend on {above:?}");
    }
}

#[test]
fn each_puzzle_folder_holds_the_same_files() {
    let names = REGISTRY.iter().map(|puzzle| puzzle.name()).chain(["null"]);
    for name in names {
        for file in ["mod.rs", "search.rs", "text.rs", "generate.rs", "verify.rs", "draw.rs"] {
            let folder = format!("crates/puzzles/src/{name}");
            let found = files(&folder, "rs").iter().any(|path| path.ends_with(format!("{folder}/{file}")));
            assert!(found, "{folder}/{file} is missing");
        }
    }
}

#[test]
fn a_verifier_shares_no_code_with_the_solver() {
    for puzzle in REGISTRY.iter().map(|puzzle| puzzle.name()).chain(["null"]) {
        let verifiers: Vec<PathBuf> = files(&format!("crates/puzzles/src/{puzzle}"), "rs")
            .into_iter()
            .filter(|path| path.to_string_lossy().contains("verify"))
            .collect();
        check_absent(&["tremaux_search", "super::search", "search::"], &verifiers);
    }
}

#[test]
fn no_file_is_above_500_lines() {
    for file in files("crates", "rs") {
        let lines = text(&file).lines().count();
        assert!(lines <= 500, "{} has {lines} lines: split it by its ideas", file.display());
    }
}

#[test]
fn every_crate_takes_the_lints_of_the_workspace() {
    for manifest in files("crates", "toml").iter().filter(|path| path.ends_with("Cargo.toml")) {
        assert!(text(manifest).contains("[lints]\nworkspace = true"), "{}", manifest.display());
    }
}

#[test]
fn each_dependency_is_accounted_for_and_nothing_else() {
    let names = |manifest: &str| -> BTreeSet<String> {
        let sections = manifest.split("\n[").filter(|section| {
            section.starts_with("dependencies]") || section.starts_with("dev-dependencies]")
        });
        let lines =
            sections.flat_map(|section| section.lines().skip(1)).filter(|line| !line.starts_with('#'));
        lines.filter_map(|line| Some(line.split_once(['.', ' ', '='])?.0.to_owned())).collect()
    };
    let direct: BTreeSet<String> = files("crates", "toml")
        .iter()
        .flat_map(|manifest| names(&text(manifest)))
        .filter(|name| !name.starts_with("tremaux-"))
        .collect();
    let page = text(&files("docs", "md").into_iter().find(|page| page.ends_with("dependencies.md")).unwrap());
    let row = |line: &str| Some(line.strip_prefix("| `")?.split_once('`')?.0.to_owned());
    assert_eq!(page.lines().filter_map(row).collect::<BTreeSet<_>>(), direct);
}
