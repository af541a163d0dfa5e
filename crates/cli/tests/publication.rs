//! What a crate needs before it can be published: it must build from its own files, and say what it is.

use std::fs;
use std::path::{Path, PathBuf};

use toml_edit::DocumentMut;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Reads a file by its path from the top of the repository.
fn text(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn manifest(path: impl AsRef<Path>) -> DocumentMut {
    text(path).parse().unwrap()
}

/// The directories of the crates that are published, from the top, with their manifests.
fn published() -> Vec<(PathBuf, DocumentMut)> {
    let entries = fs::read_dir(root().join("crates")).unwrap();
    let crates = entries.map(|entry| Path::new("crates").join(entry.unwrap().file_name()));
    let all = crates.map(|path| (path.clone(), manifest(path.join("Cargo.toml"))));
    let published: Vec<_> =
        all.filter(|(_, m)| m["package"].get("publish").and_then(|p| p.as_bool()) != Some(false)).collect();
    assert!(published.len() >= 8);
    published
}

#[test]
fn every_published_crate_says_what_it_is() {
    for (path, manifest) in published() {
        let package = &manifest["package"];
        let name = package["name"].as_str().unwrap();
        for key in ["version", "edition", "rust-version", "license", "repository", "homepage"] {
            assert!(package[key]["workspace"].as_bool() == Some(true), "{name}: {key}");
        }
        assert_eq!(package["documentation"].as_str(), Some(&*format!("https://docs.rs/{name}")));
        assert!(package["description"].as_str().is_some_and(|text| text.len() > 20), "{name}: description");
        for (key, most) in [("keywords", 5), ("categories", 5)] {
            let words = package[key].as_array().unwrap_or_else(|| panic!("{name}: {key}"));
            assert!((1..=most).contains(&words.len()), "{name}: {key}");
            assert!(words.iter().all(|word| word.as_str().is_some_and(|w| w.len() <= 40)), "{name}: {key}");
        }
        assert!(text(path.join("README.md")).starts_with(&format!("# {name}\n")), "{name}: README.md");
    }
}

#[test]
fn every_published_crate_holds_the_licence_texts() {
    for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
        let expected = text(licence);
        for (path, _) in published() {
            assert!(text(path.join(licence)) == expected, "{}: {licence} differs", path.display());
        }
    }
}

/// The places at which a source text includes a file from outside the directory of its crate. `depth` is the number
/// of directories between the source file and the directory of the crate.
fn outside(source: &str, depth: usize) -> Vec<&str> {
    let names = ["include_str!(\"", "include_bytes!(\"", "include!(\""];
    let included = names.iter().flat_map(|name| source.split(name).skip(1));
    let paths = included.filter_map(|rest| rest.split('"').next());
    paths.filter(|path| path.starts_with('/') || path.matches("../").count() > depth).collect()
}

#[test]
fn a_published_crate_includes_no_file_from_outside() {
    for (path, _) in published() {
        let mut directories = vec![(root().join(&path).join("src"), 1)];
        while let Some((directory, depth)) = directories.pop() {
            for entry in fs::read_dir(&directory).unwrap() {
                let entry = entry.unwrap().path();
                if entry.is_dir() {
                    directories.push((entry, depth + 1));
                } else if entry.extension().is_some_and(|e| e == "rs") {
                    let source = fs::read_to_string(&entry).unwrap();
                    assert_eq!(outside(&source, depth), [""; 0], "{}", entry.display());
                }
            }
        }
    }
}

#[test]
fn an_included_file_from_outside_is_found() {
    assert_eq!(outside("include_str!(\"../../x.in\")", 1), ["../../x.in"]);
    assert_eq!(outside("const A: &[u8] = include_bytes!(\"/etc/x\");", 3), ["/etc/x"]);
    assert_eq!(outside("include_str!(\"../sample.in\")", 1), [""; 0]);
}

#[test]
fn copies_in_crates_equal_their_originals() {
    let curling = "crates/puzzles/src/curling";
    assert_eq!(text(format!("{curling}/sample.in")), text("examples/curling.in"));
    assert_eq!(text(format!("{curling}/fast/hard_4_ten.in")), text("tests/data/curling/hard_4_ten.in"));
}

/// What only the owner can decide. Run it before a release.
#[test]
#[ignore = "fails until the owner has filled in the addresses"]
fn the_addresses_are_filled_in() {
    let workspace = manifest("Cargo.toml");
    let package = &workspace["workspace"]["package"];
    let missing: Vec<&str> = ["repository", "homepage"]
        .into_iter()
        .filter(|&key| package[key].as_str().is_none_or(|address| address.contains(".invalid")))
        .collect();
    assert_eq!(missing, [""; 0], "fill these in in Cargo.toml, [workspace.package]");
}
