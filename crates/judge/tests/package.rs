//! A problem package holds what it should, and our own judge agrees with every file of it.

mod common;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use common::open;
use tremaux_core::{Budget, Diagnostic, Puzzle, Reader};
use tremaux_judge::{CheckResult, PackageFormat, PackageSettings, check, validate, write_package};
use tremaux_puzzles::{REGISTRY, null::Null};

/// The files of a package by their paths.
type Files = BTreeMap<PathBuf, Vec<u8>>;

fn package(puzzle: &dyn Puzzle, name: &str, format: PackageFormat) -> Result<Files, Diagnostic> {
    package_with(puzzle, name, &PackageSettings { format, ..PackageSettings::default() })
}

fn package_with(puzzle: &dyn Puzzle, name: &str, settings: &PackageSettings) -> Result<Files, Diagnostic> {
    let mut files = Files::new();
    let count = write_package(puzzle, name, settings, |path, bytes| {
        assert!(files.insert(path.clone(), bytes.to_vec()).is_none(), "{path:?} is written twice");
        Ok::<(), Diagnostic>(())
    })?;
    assert_eq!(files.len(), count);
    Ok(files)
}

/// Judges an output for the input beside it.
fn judge(puzzle: &dyn Puzzle, files: &Files, output: &Path) -> CheckResult {
    let (input, output) = (&files[&output.with_extension("in")], &files[output]);
    let (input, output) = (Reader::from_bytes(input), Reader::from_bytes(output));
    check(&mut *open(puzzle), input, output, None, &Budget::unlimited())
}

#[test]
fn every_file_of_a_package_is_what_its_place_says() {
    for &puzzle in REGISTRY {
        for format in [PackageFormat::V2025, PackageFormat::Legacy] {
            let files = package(puzzle, "problem1", format).unwrap();
            let paths = |ending: &'static str| {
                files.keys().filter(move |path| path.extension().is_some_and(|own| own == ending))
            };
            for input in paths("in") {
                let legal = validate(&mut *open(puzzle), Reader::from_bytes(&files[input]));
                assert_eq!(legal.is_err(), input.starts_with("data/invalid_input"), "{input:?}: {legal:?}");
            }
            for output in paths("ans").chain(paths("out")) {
                let wrong = output.starts_with("data/invalid_output") && output.extension().unwrap() == "out";
                let result = judge(puzzle, &files, output);
                let accepted = matches!(result, CheckResult::Accepted { .. });
                assert_eq!(accepted, !wrong, "{output:?}: {result}");
                assert_eq!(result.diagnostic().is_some(), wrong, "{output:?}");
            }
            let below = |folder: &str| files.keys().filter(|path| path.starts_with(folder)).count();
            assert_eq!(below("submissions/wrong_answer"), puzzle.package().unwrap().mistakes.len());
            assert!(below("data/sample") == 2 && below("data/secret") > 20, "{}", puzzle.name());
            let parts = puzzle.package().unwrap();
            let first = format!("data/secret/01-{}.in", parts.inputs[0].0);
            assert!(files.contains_key(Path::new(&first)), "{first}: secret files are numbered");
            let is_new = format == PackageFormat::V2025;
            let blanks = files.contains_key(Path::new("data/test_group.yaml"));
            assert_eq!(blanks, is_new && parts.whitespace_sensitive, "{}", puzzle.name());
            assert_eq!(below("data/invalid_output") > 0, is_new, "{}", puzzle.name());
            let yaml = String::from_utf8(files[Path::new("problem.yaml")].clone()).unwrap();
            let version = if is_new { "2025-09" } else { "legacy" };
            assert!(yaml.starts_with(&format!("problem_format_version: {version}\n")), "{yaml}");
        }
    }
}

#[test]
fn what_is_no_name_of_a_problem_is_refused() {
    let check = |puzzle: &dyn Puzzle, name: &str, words: &str| {
        let fault = package(puzzle, name, PackageFormat::V2025).unwrap_err();
        assert!(fault.to_string().contains(words), "{name:?}: {fault}");
    };
    check(&Null, "stones", "null has no package");
    for name in ["", "Curling", "curling 1", "curl-ing", "ling\u{e9}"] {
        check(REGISTRY[0], name, "lower-case letters and digits");
    }
}

#[test]
fn settings_act() {
    let curling = REGISTRY[0];
    let yaml = |files: &Files| String::from_utf8(files[Path::new("problem.yaml")].clone()).unwrap();
    let secret = |files: &Files| -> Vec<Vec<u8>> {
        files
            .iter()
            .filter(|(path, _)| path.starts_with("data/secret"))
            .map(|(_, text)| text.clone())
            .collect()
    };
    let plain = PackageSettings::default();
    let few = PackageSettings {
        seed: 7,
        files: 3,
        count: 4,
        families: vec!["edge".into(), "small".into()],
        title: Some("Ice & \"Stone\"".into()),
        author: "A: B".into(),
        license: "cc by".into(),
        time_limit: 9,
        memory_limit: Some(64),
        ..plain.clone()
    };
    let files = package_with(curling, "ice", &few).unwrap();
    let text = yaml(&files);
    for line in [
        "name: \"Ice & \\\"Stone\\\"\"\n",
        "rights_owner: \"A: B\"\n",
        "license: cc by\n",
        "limits:\n  time_limit: 9.0\n  memory: 64\n",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    let statement = String::from_utf8(files[Path::new("statement/problem.en.tex")].clone()).unwrap();
    assert!(statement.starts_with("\\problemname{Ice \\& \"Stone\"}"), "{statement}");
    // Two files of each: input and answer.
    let fixed = curling.package().unwrap().inputs.len();
    assert_eq!(secret(&files).len(), 2 * (fixed + 2 * 3));
    assert_eq!(
        secret(&files),
        secret(&package_with(curling, "ice", &few).unwrap()),
        "equal seeds, equal data"
    );
    let other = package_with(curling, "ice", &PackageSettings { seed: 8, ..few.clone() }).unwrap();
    assert_ne!(secret(&files), secret(&other));
    assert_ne!(text, yaml(&other), "another UUID");
    let legacy =
        package_with(curling, "ice", &PackageSettings { format: PackageFormat::Legacy, ..few.clone() })
            .unwrap();
    assert_eq!(legacy[Path::new("domjudge-problem.ini")], b"timelimit='9'\n");
    let unknown = PackageSettings { families: vec!["hard".into()], ..plain };
    let fault = package_with(curling, "ice", &unknown).unwrap_err().to_string();
    assert!(fault.starts_with("--kind: expected one of random, small"), "{fault}");
}
