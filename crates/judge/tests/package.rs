//! A problem package holds what it should, and our own judge agrees with every file of it.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::open;
use tremaux_core::{Budget, Puzzle, Reader};
use tremaux_judge::{Judgement, PackageFormat, check, validate, write_package};
use tremaux_puzzles::{REGISTRY, null::Null};

/// All files below a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    found
}

/// Judges the output in a file for the input beside it.
fn judge(puzzle: &dyn Puzzle, output: &Path) -> Judgement {
    let input = fs::read(output.with_extension("in")).unwrap();
    let output = fs::read(output).unwrap();
    let (input, output) = (Reader::from_bytes(&input), Reader::from_bytes(&output));
    check(&mut *open(puzzle), input, output, None, &Budget::unlimited())
}

#[test]
fn every_file_of_a_package_is_what_its_place_says() {
    for &puzzle in REGISTRY {
        for format in [PackageFormat::V2025, PackageFormat::Legacy] {
            let scratch = tempfile::tempdir().unwrap();
            let folder = scratch.path().join(puzzle.name());
            let count = write_package(puzzle, &folder, format).unwrap();
            let files = files(&folder);
            assert_eq!(files.len(), count, "{} {format:?}", puzzle.name());
            let inside = |path: &Path, part: &str| path.strip_prefix(&folder).unwrap().starts_with(part);
            let with = |ending: &'static str| {
                files.iter().filter(move |path| path.extension().is_some_and(|own| own == ending))
            };
            for input in with("in") {
                let text = fs::read(input).unwrap();
                let legal = validate(&mut *open(puzzle), Reader::from_bytes(&text));
                assert_eq!(legal.is_err(), inside(input, "data/invalid_input"), "{input:?}: {legal:?}");
            }
            for output in with("ans").chain(with("out")) {
                let wrong = inside(output, "data/invalid_output") && output.extension().unwrap() == "out";
                let judgement = judge(puzzle, output);
                assert_eq!(
                    !matches!(judgement, Judgement::Accepted { .. }),
                    wrong,
                    "{output:?}: {judgement}"
                );
                assert_eq!(judgement.diagnostic().is_some(), wrong, "{output:?}");
            }
            assert!(with("ans").count() > 10, "{}: sample and secret data", puzzle.name());
            let wrong = files.iter().filter(|path| inside(path, "submissions/wrong_answer"));
            assert_eq!(wrong.count(), puzzle.package().unwrap().mistakes.len());
        }
    }
}

#[test]
fn a_folder_that_is_no_place_for_a_package_is_refused() {
    let scratch = tempfile::tempdir().unwrap();
    fs::write(scratch.path().join("file"), "").unwrap();
    let check = |puzzle: &dyn Puzzle, folder: &Path, words: &str| {
        let fault = write_package(puzzle, folder, PackageFormat::V2025).unwrap_err();
        assert!(fault.to_string().contains(words), "{folder:?}: {fault}");
    };
    check(&Null, &scratch.path().join("stones"), "null has no package");
    check(REGISTRY[0], &scratch.path().join("Curling 1"), "lower-case letters and digits");
    check(REGISTRY[0], Path::new("/"), "lower-case letters and digits");
    check(REGISTRY[0], &scratch.path().join("file/curling"), "cannot write");
    let used = scratch.path().join("used");
    fs::create_dir(&used).unwrap();
    fs::write(used.join("mine"), "").unwrap();
    check(REGISTRY[0], &used, "is not empty");
    assert_eq!(files(scratch.path()).len(), 2, "nothing was written");
}
