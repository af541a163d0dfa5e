//! The rules of the workspace, as tests over the source text. Each rule is a function from files to violations:
//! one test applies it to the repository, another to a file with a violation, which it must find.

mod source;

use std::collections::BTreeSet;
use std::fs;

use source::{Mention, Source, files, root};
use tremaux_puzzles::REGISTRY;

fn crate_sources(name: &str) -> Vec<Source> {
    files(&format!("crates/{name}/src"), "rs")
}

fn puzzle_names() -> Vec<&'static str> {
    REGISTRY.iter().map(|puzzle| puzzle.name()).chain(["null"]).collect()
}

/// Expects no violations.
fn check(violations: impl IntoIterator<Item = String>) {
    let violations: Vec<String> = violations.into_iter().collect();
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

/// Expects that a rule finds a violation in each of these texts, and none in the others.
fn check_bites(rule: impl Fn(&Source) -> Vec<String>, path: &str, bad: &[&str], good: &[&str]) {
    for text in bad {
        assert!(!rule(&Source::new(path, text)).is_empty(), "not found: {text}");
    }
    for text in good {
        assert_eq!(rule(&Source::new(path, text)), [""; 0], "{text}");
    }
}

// ---- no puzzle by name ----

/// The crates that must not know a puzzle, not even in a comment.
const WITHOUT_PUZZLES: [&str; 5] = ["judge", "handler", "server", "drawing", "search"];

fn names_a_puzzle(file: &Source) -> Vec<String> {
    let lines = (1..).zip(file.text.lines());
    let named = lines.flat_map(|(number, line)| {
        let line = line.to_lowercase();
        REGISTRY
            .iter()
            .map(|puzzle| puzzle.name())
            .filter(move |name| line.contains(name))
            .map(move |name| (number, name))
    });
    named.map(|(number, name)| format!("{}:{number}: {name}", file.path.display())).collect()
}

#[test]
fn front_ends_engine_and_pictures_know_no_puzzle_by_name() {
    for name in WITHOUT_PUZZLES {
        check(crate_sources(name).iter().flat_map(names_a_puzzle));
    }
    let bad =
        ["// as in a Maze", "fn knights_move() {}", "const X: &str = \"curling\";", "use a::maze::Maze;"];
    check_bites(names_a_puzzle, "crates/judge/src/x.rs", &bad, &["fn puzzle(name: &str) {}"]);
}

// ---- what may be mentioned ----

/// Whether a mention reaches what is below a forbidden path: by its name, by an import of everything above it, or
/// under another name for what is above it.
fn reaches(mention: &Mention, forbidden: &[&str]) -> bool {
    let segments: Vec<&str> = mention.segments.iter().map(String::as_str).collect();
    if segments.starts_with(forbidden) {
        return true;
    }
    let above = match segments.as_slice() {
        [above @ .., "*" | "self"] => above,
        _ if mention.imported => &segments[..],
        _ => return false,
    };
    !above.is_empty() && above.len() < forbidden.len() && forbidden.starts_with(above)
}

fn mentions_one_of(file: &Source, forbidden: &[&[&str]]) -> Vec<String> {
    let mentions = file.mentions();
    let found = mentions.iter().filter(|mention| forbidden.iter().any(|path| reaches(mention, path)));
    found.map(|m| format!("{}: {}", file.path.display(), m.segments.join("::"))).collect()
}

const OUTSIDE: &[&[&str]] =
    &[&["std", "fs"], &["std", "net"], &["std", "process"], &["std", "env"], &["std", "os"], &["rustix"]];
const OUTSIDE_OF_SEARCH: &[&[&str]] =
    &[&["std", "time"], &["std", "io"], &["println"], &["print"], &["eprintln"], &["eprint"]];

#[test]
fn only_the_outer_crates_touch_files_processes_and_sockets() {
    for name in ["search", "core", "drawing", "puzzles", "handler"] {
        check(crate_sources(name).iter().flat_map(|file| mentions_one_of(file, OUTSIDE)));
    }
    check(crate_sources("search").iter().flat_map(|file| mentions_one_of(file, OUTSIDE_OF_SEARCH)));

    let bad = [
        "use std::fs;",
        "use std::fs::File;",
        "use std::{fmt, fs::{self, File}};",
        "pub(crate) use ::std::process::Command as C;",
        "fn f() { std::env::var(\"X\"); }",
        "fn f() { assert!(std :: fs :: exists(\"x\").unwrap()); }",
        "use std as s; fn f() { s::fs::read(\"x\"); }",
        "use std::*; fn f() { fs::read(\"x\"); }",
        "use std::{self as s, fmt};",
        "mod inner { use std::net::TcpStream; }",
        "macro_rules! m { () => { std::fs::read(\"x\") } }",
    ];
    let good = [
        "use std::fmt; // not std::fs",
        "const X: &str = \"std::fs\";",
        "use std::{io, time::Duration}; mod fs; use crate::fs::File;",
    ];
    check_bites(|file| mentions_one_of(file, OUTSIDE), "crates/core/src/x.rs", &bad, &good);
    let bad = ["use std::time::Instant;", "use std::{io};", "fn f() { println!(\"x\") }"];
    check_bites(
        |file| mentions_one_of(file, OUTSIDE_OF_SEARCH),
        "crates/search/src/x.rs",
        &bad,
        &["use std::fmt;"],
    );
}

// ---- verifiers ----

/// What a verifier of a puzzle may import from its own crate: the board and the rules, nothing that searches,
/// bounds, constructs or remembers. Paths within the crate, without the puzzle's own name.
fn verifier_imports(puzzle: &str) -> &'static [&'static [&'static str]] {
    match puzzle {
        "knight" => {
            &[&["verify"], &["board"], &["options", "TourConstraints"], &["KnightDataset"], &["Dialect"]]
        }
        "maze" => &[&["verify"], &["board"]],
        _ => &[&["verify"]],
    }
}

/// The crates that a verifier may use.
const VERIFIER_CRATES: [&str; 4] = ["std", "core", "tremaux_core", "tremaux_drawing"];

/// Imports of a verifier that are not on the list, and mentions of other crates.
fn shares_code_with_a_solver(file: &Source) -> Vec<String> {
    let module = file.module();
    let puzzle = module[0].as_str();
    let allowed = |target: &[String]| {
        verifier_imports(puzzle)
            .iter()
            .any(|path| target.len() >= path.len() && target.iter().zip(*path).all(|(a, b)| a == b))
    };
    let is_bad = |mention: &Mention| match within_crate(&mention.segments, &module) {
        // `super` alone, as in `pub(super)`.
        Some(target) if target.len() <= 1 => mention.imported,
        Some(target) => target[0] != puzzle || !allowed(&target[1..]),
        None => {
            let first = mention.segments[0].as_str();
            first.starts_with("tremaux") && !VERIFIER_CRATES.contains(&first)
                || mention.imported && !VERIFIER_CRATES.contains(&first)
                || first == "include"
                || first == "path"
        }
    };
    let bad = file.mentions().into_iter().filter(is_bad);
    bad.map(|m| format!("{}: {}", file.path.display(), m.segments.join("::"))).collect()
}

/// The full path within the crate of one that begins with `crate`, `super` or `self`.
fn within_crate(segments: &[String], module: &[String]) -> Option<Vec<String>> {
    let mut base = match segments[0].as_str() {
        "crate" => Vec::new(),
        "self" | "super" if segments.len() > 1 => module.to_vec(),
        _ => return None,
    };
    let mut rest = segments;
    while let [first, tail @ ..] = rest
        && matches!(first.as_str(), "crate" | "self" | "super")
    {
        if first == "super" {
            base.pop();
        }
        rest = tail;
    }
    base.extend(rest.iter().cloned());
    Some(base)
}

#[test]
fn a_verifier_shares_no_code_with_the_solver() {
    for puzzle in puzzle_names() {
        let sources = files(&format!("crates/puzzles/src/{puzzle}"), "rs");
        let verifiers: Vec<Source> =
            sources.into_iter().filter(|file| file.path.to_string_lossy().contains("verify")).collect();
        assert!(!verifiers.is_empty(), "{puzzle}");
        check(verifiers.iter().flat_map(shares_code_with_a_solver));
    }
    let bad = [
        "use tremaux_search::Backtrack;",
        "fn f() { tremaux_search::depth_first(); }",
        "use super::search::Walk;",
        "use super::{board::Board, search::{self, Walk}};",
        "use super::*;",
        "use super::super::knight::theory;",
        "use super::theory as rules;",
        "fn f() { super::search::walk(); }",
        "use crate::knight::exact;",
        "use crate::observe;",
        "use crate::curling::layers::Layer;",
        "use super::bound::least;",
        "mod inner { use super::super::search; }",
        "use super::{self as knight};",
        "include!(\"search.rs\");",
        "#[path = \"search.rs\"] mod own;",
    ];
    let good = [
        "use std::collections::HashSet; use tremaux_core::{Reader, Verdict};",
        "use super::board::{Board, Square}; pub(super) fn verify() {}",
        "// as super::search does it",
        "mod claim; use self::claim::judge; use claim::other;",
    ];
    check_bites(shares_code_with_a_solver, "crates/puzzles/src/knight/verify.rs", &bad, &good[..3]);
    let deeper = ["use super::super::search::Walk;", "use super::super::super::maze::board;"];
    let good = ["use super::super::board::Board; use super::path_dp::exists; use super::reaches;"];
    check_bites(shares_code_with_a_solver, "crates/puzzles/src/knight/verify/claim.rs", &deeper, &good);
}

// ---- layers ----

/// What the manifest of a crate may name of the workspace; tests may name more.
fn below(name: &str) -> Option<&'static [&'static str]> {
    Some(match name {
        "search" | "drawing" | "count" => &[],
        "core" => &["drawing"],
        "puzzles" => &["core", "drawing", "search"],
        "judge" | "handler" => &["core", "drawing"],
        "server" => &["core", "handler"],
        "cli" => &["core", "count", "drawing", "judge", "puzzles", "server"],
        "properties" => &["core", "drawing", "judge", "puzzles", "server"],
        "browser-tests" => &["cli", "core", "puzzles", "server"],
        _ => return None,
    })
}

/// The tables of dependencies of a manifest whose names are accepted, whatever target they are for.
fn dependencies(manifest: &Source, accepted: &[&str]) -> BTreeSet<String> {
    let document: toml_edit::DocumentMut = manifest.text.parse().unwrap();
    let targets = document.get("target").and_then(|targets| targets.as_table_like()).into_iter();
    let targets = targets.flat_map(|targets| targets.iter()).filter_map(|(_, target)| target.as_table_like());
    let tables = targets.chain([document.as_table() as &dyn toml_edit::TableLike]);
    let named =
        tables.flat_map(|table| accepted.iter().filter_map(move |name| table.get(name)?.as_table_like()));
    let renamed = |name: &str, entry: &toml_edit::Item| {
        let package = entry.get("package").and_then(|package| package.as_str());
        package.unwrap_or(name).to_owned()
    };
    named.flat_map(|table| table.iter().map(|(name, entry)| renamed(name, entry))).collect()
}

fn depends_on_what_is_above(manifest: &Source) -> Vec<String> {
    let name = manifest.path.iter().nth(1).unwrap().to_string_lossy().into_owned();
    let Some(below) = below(&name) else { return vec![format!("{name} has no place in the layers")] };
    let found = dependencies(manifest, &["dependencies", "build-dependencies"]);
    let ours = found.iter().filter_map(|found| found.strip_prefix("tremaux-"));
    let above = ours.filter(|found| !below.contains(found));
    above.map(|found| format!("{name} must not depend on {found}")).collect()
}

fn manifests() -> Vec<Source> {
    let all = files("crates", "toml").into_iter();
    all.filter(|file| file.path.ends_with("Cargo.toml") && file.path.iter().count() == 3).collect()
}

#[test]
fn every_arrow_points_down() {
    check(manifests().iter().flat_map(depends_on_what_is_above));
    let bad = [
        "[dependencies]\ntremaux-puzzles.workspace = true",
        "[dependencies.tremaux-search]\npath = \"../search\"",
        "[dependencies]\nengine = { package = \"tremaux-search\", path = \"../search\" }",
        "[target.'cfg(unix)'.dependencies]\ntremaux-cli = { path = \"../cli\" }",
        "[build-dependencies]\ntremaux-server = \"1\"",
    ];
    let good = [
        "[dependencies]\ntremaux-core.workspace = true\n[dev-dependencies]\ntremaux-puzzles.workspace = true",
    ];
    check_bites(depends_on_what_is_above, "crates/judge/Cargo.toml", &bad, &good);
    check_bites(depends_on_what_is_above, "crates/unknown/Cargo.toml", &[""], &[]);
}

// ---- files ----

/// The files of every puzzle, and what is not there.
fn missing_files(puzzle: &str, there: &[&str]) -> Vec<String> {
    let expected = ["mod.rs", "search.rs", "text.rs", "generate.rs", "verify.rs", "draw.rs"];
    let missing = expected.iter().filter(|file| !there.contains(file));
    missing.map(|file| format!("crates/puzzles/src/{puzzle}/{file} is missing")).collect()
}

#[test]
fn each_puzzle_directory_holds_the_same_files() {
    for puzzle in puzzle_names() {
        let directory = format!("crates/puzzles/src/{puzzle}");
        let sources = files(&directory, "rs");
        let there: Vec<&str> =
            sources.iter().filter_map(|file| file.path.strip_prefix(&directory).ok()?.to_str()).collect();
        check(missing_files(puzzle, &there));
    }
    let others = ["mod.rs", "search.rs", "text.rs", "generate.rs", "verify/mod.rs", "draw.rs"];
    assert_eq!(missing_files("x", &others), ["crates/puzzles/src/x/verify.rs is missing"]);
}

fn too_long(file: &Source) -> Vec<String> {
    let lines = file.text.lines().count();
    let path = file.path.display();
    if lines > 500 { vec![format!("{path} has {lines} lines: split it by its ideas")] } else { Vec::new() }
}

#[test]
fn no_file_is_above_500_lines() {
    check(files("crates", "rs").iter().flat_map(too_long));
    check_bites(too_long, "x.rs", &[&"\n".repeat(501)], &[&"\n".repeat(500)]);
}

fn without_lints(manifest: &Source) -> Vec<String> {
    let has_lints = manifest.text.contains("[lints]\nworkspace = true");
    if has_lints { Vec::new() } else { vec![format!("{}", manifest.path.display())] }
}

#[test]
fn every_crate_takes_the_lints_of_the_workspace() {
    check(manifests().iter().flat_map(without_lints));
    let bad = ["[package]\nname = \"x\"", "[lints.rust]\nunsafe_code = \"allow\""];
    check_bites(without_lints, "crates/x/Cargo.toml", &bad, &["[lints]\nworkspace = true\n"]);
}

/// What the manifests name and the page does not, and the other way round.
fn unaccounted(manifests: &[Source], page: &str) -> BTreeSet<String> {
    let kinds = ["dependencies", "dev-dependencies", "build-dependencies"];
    let direct = manifests.iter().flat_map(|manifest| dependencies(manifest, &kinds));
    let direct: BTreeSet<String> = direct.filter(|name| !name.starts_with("tremaux")).collect();
    let row = |line: &str| Some(line.strip_prefix("| `")?.split_once('`')?.0.to_owned());
    let rows: BTreeSet<String> = page.lines().filter_map(row).collect();
    rows.symmetric_difference(&direct).cloned().collect()
}

#[test]
fn each_dependency_is_accounted_for_and_nothing_else() {
    let page = fs::read_to_string(root().join("docs/dependencies.md")).unwrap();
    check(unaccounted(&manifests(), &page));
    let one = [Source::new(
        "crates/x/Cargo.toml",
        "[dependencies]\nclap = \"4\"\n[target.x.dependencies]\nnix = \"1\"",
    )];
    let found: Vec<String> = unaccounted(&one, "| `clap` | x |\n| `gone` | x |\n").into_iter().collect();
    assert_eq!(found, ["gone", "nix"]);
}
