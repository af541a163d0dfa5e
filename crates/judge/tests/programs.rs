//! The deliberately wrong programs: `stress` finds each, and shrinks what it finds to a board that a
//! person sees through. Needs g++.
//!
//! `cargo test -p tremaux-judge --test programs -- --ignored --nocapture` prints the table.

mod common;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use tremaux_core::{Budget, Families, Mistake, Options, Puzzle, Reader};
use tremaux_judge::{
    CheckResult, FailingCase, Limits, ShrinkBudget, ShrinkEnd, Stress, StressOutcome, check, run,
};
use tremaux_puzzles::REGISTRY;

fn puzzle(name: &str) -> &'static dyn Puzzle {
    *REGISTRY.iter().find(|puzzle| puzzle.name() == name).unwrap()
}

fn folder(puzzle: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs").join(puzzle)
}

/// Is there a compiler? Where there is none these tests cannot be made, which continuous integration does not
/// forgive.
fn compiler() -> bool {
    let there = Command::new("g++").arg("--version").output().is_ok();
    assert!(there || std::env::var("CI").as_deref() != Ok("true"), "g++ is needed for this test");
    if !there {
        eprintln!("skipped: g++ is not installed");
    }
    there
}

/// Compiles a program, unless that is done already.
fn compile(name: &str, source: &str) -> PathBuf {
    let base = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let (text, program) = (base.with_extension("cpp"), base.with_extension("bin"));
    if !program.exists() || fs::read_to_string(&text).ok().as_deref() != Some(source) {
        fs::write(&text, source).unwrap();
        let status = Command::new("g++").args(["-O2", "-o"]).arg(&program).arg(&text).status();
        assert!(status.unwrap().success(), "{name} does not compile");
    }
    program
}

fn solution(puzzle: &dyn Puzzle) -> PathBuf {
    compile(&format!("{}-solution", puzzle.name()), puzzle.package().unwrap().solution)
}

fn mistaken(puzzle: &dyn Puzzle, name: &str) -> PathBuf {
    let path = folder(puzzle.name()).join(name);
    let program = match fs::read_to_string(path.with_extension("diff")) {
        Ok(text) => {
            // The texts of the registry are static; a test may leak.
            let (name, difference) =
                (Box::leak(name.to_owned().into_boxed_str()), Box::leak(text.into_boxed_str()));
            let made = Mistake { name, diff: difference }.apply(puzzle.package().unwrap().solution);
            made.unwrap_or_else(|| panic!("{name} does not fit the solution"))
        }
        Err(_) => fs::read_to_string(path.with_extension("cpp")).unwrap(),
    };
    compile(&format!("{}-{name}", puzzle.name()), &program)
}

/// Stress with every kind of dataset in turn.
fn stress(
    puzzle: &'static dyn Puzzle,
    given: &[(&str, &str)],
    program: &[OsString],
    cases: u64,
) -> StressOutcome {
    let Families { option, names } = puzzle.families().unwrap();
    let family =
        |name| Options::parse(puzzle.options(), given.iter().copied().chain([(option, name)])).unwrap();
    let families: Vec<Options> = names.iter().map(|name| family(*name)).collect();
    let stress = Stress {
        puzzle,
        families: &families,
        program,
        seed: 1,
        cases,
        datasets: 10,
        limits: Limits::default(),
        jobs: 2,
        shrink_budget: ShrinkBudget::default(),
        cancel: &AtomicBool::new(false),
        observe: &|_| {},
    };
    stress.run().unwrap()
}

/// Number of datasets of a case, and number of cells of all of them.
fn size(puzzle: &dyn Puzzle, given: &[(&str, &str)], case: &[u8]) -> (usize, u64) {
    let options = Options::parse(puzzle.options(), given.iter().copied()).unwrap();
    let mut session = puzzle.open(&options).unwrap();
    let mut reader = Reader::from_bytes(case);
    let mut sizes = Vec::new();
    while let Some(dataset) = session.read(&mut reader).unwrap() {
        sizes.push(dataset.cells());
    }
    (sizes.len(), sizes.iter().sum())
}

/// Expects stress to find the mistake and to shrink the case to so many datasets and at most so many
/// cells. Prints a line of the table.
fn find(
    puzzle: &'static dyn Puzzle,
    name: &str,
    given: &[(&str, &str)],
    program: &[OsString],
    datasets: usize,
    cells: u64,
) -> FailingCase {
    let started = Instant::now();
    let StressOutcome::Failed(stats, failure) = stress(puzzle, given, program, 20_000) else {
        panic!("{name} is not found");
    };
    let seconds = started.elapsed();
    let found = size(puzzle, given, &failure.found);
    let shrunk = size(puzzle, given, &failure.case);
    println!(
        "| {} {name} | {} | {} | {} / {} | {} / {} | {} | {:.1} |",
        puzzle.name(),
        failure.finding.class,
        stats.passed + 1,
        found.0,
        found.1,
        shrunk.0,
        shrunk.1,
        failure.runs,
        seconds.as_secs_f64()
    );
    assert!(seconds < Duration::from_secs(60), "{name} takes {seconds:?}");
    let case = String::from_utf8_lossy(&failure.case).into_owned();
    assert_eq!(failure.end, Some(ShrinkEnd::Minimal), "{name}\n{case}");
    assert!(shrunk.0 == datasets && shrunk.1 <= cells, "{name} leaves {shrunk:?}\n{case}");
    *failure
}

const HEAD: &str =
    "| program | class | cases | found: datasets / cells | shrunk: datasets / cells | runs | seconds |";

fn mistakes_of(puzzle: &str) -> Vec<String> {
    let entries = fs::read_dir(folder(puzzle)).unwrap().map(|entry| entry.unwrap().path());
    let mut names: Vec<String> =
        entries.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    names.sort();
    names
}

fn find_curling(name: &str) {
    let curling = puzzle("curling");
    let program = [mistaken(curling, name).into()];
    let (datasets, cells) = match name {
        "not_cleared" => (2, 16),
        // Ten throws take 12 squares in a row, eleven take 13.
        "nine_throws" => (1, 12),
        "eleven_throws" => (1, 13),
        _ => (1, 16),
    };
    find(curling, name, &[], &program, datasets, cells);
}

fn find_maze(name: &str) {
    let maze = puzzle("maze");
    let program = [mistaken(maze, name).into()];
    let (datasets, cells) = if matches!(name, "not_cleared" | "unnumbered") { (2, 9) } else { (1, 9) };
    find(maze, name, &[], &program, datasets, cells);
}

/// The smallest board on which the program fails, and the start.
fn find_knight(name: &str) -> (u32, u32, String) {
    let knight = puzzle("knight");
    let program = mistaken(knight, name);
    let sides = (1..=8).flat_map(|rows| (rows..=8).flat_map(move |cols| [(rows, cols), (cols, rows)]));
    let mut boards: Vec<(u32, u32)> = sides.filter(|(rows, cols)| rows * cols <= 36).collect();
    boards.sort_by_key(|(rows, cols)| rows * cols);
    boards.dedup();
    for (rows, cols) in boards {
        let (board, [rows_word, cols_word]) = (format!("{rows}x{cols}"), [rows, cols].map(|n| n.to_string()));
        let command = [program.clone().into(), rows_word.into(), cols_word.into()];
        let given = [("board", board.as_str())];
        if let StressOutcome::Failed(..) = stress(knight, &given, &command, 35) {
            let datasets = if matches!(name, "not_cleared" | "first_start_only") { 2 } else { 1 };
            let name = format!("{name} on {board}");
            let datasets = if name.starts_with("answers_the_end") { 1 } else { datasets };
            let found = find(knight, &name, &given, &command, datasets, 2 * 36);
            return (rows, cols, String::from_utf8(found.case).unwrap());
        }
    }
    panic!("{name} fails on no board");
}

#[test]
fn one_mistake_of_each_puzzle_is_found_and_shrunk() {
    if !compiler() {
        return;
    }
    println!("{HEAD}");
    find_curling("swapped");
    find_maze("north_first");
    assert_eq!(find_knight("counts_from_zero"), (1, 1, "1\n-1\n".into()));
}

#[test]
#[ignore = "compiles and tries some forty programs: minutes"]
fn every_mistake_is_found_and_shrunk() {
    if !compiler() {
        return;
    }
    println!("{HEAD}");
    mistakes_of("curling").iter().for_each(|name| find_curling(name));
    mistakes_of("maze").iter().for_each(|name| find_maze(name));
    for name in mistakes_of("knight") {
        find_knight(&name);
    }
}

/// The flaw of a well-known program: right on 8 x 8, and on 5 x 6 from all starts but two.
#[test]
fn one_global_table_of_moves_fails_on_5_x_6_from_14_and_17() {
    if !compiler() {
        return;
    }
    let knight = puzzle("knight");
    let program = mistaken(knight, "global_table");
    let fails = |rows: u32, cols: u32, start: u32| {
        let options =
            Options::parse(knight.options(), [("board", format!("{rows}x{cols}").as_str())]).unwrap();
        let command = [program.clone().into(), rows.to_string().into(), cols.to_string().into()];
        let input = format!("{start}\n-1\n");
        let limits = Limits { time: Duration::from_secs(20), ..Limits::default() };
        let output = run(&command, input.as_bytes(), &limits, &AtomicBool::new(false)).unwrap().output;
        let (input, output) = (Reader::from_bytes(input.as_bytes()), Reader::from_bytes(&output));
        let mut session = knight.open(&options).unwrap();
        check(&mut *session, input, output, None, &Budget::unlimited())
            != CheckResult::Accepted { datasets: 1 }
    };
    assert_eq!((1..=64).filter(|&start| fails(8, 8, start)).count(), 0);
    assert_eq!((1..=30).filter(|&start| fails(5, 6, start)).collect::<Vec<u32>>(), [14, 17]);
}

#[test]
fn every_mistake_of_a_package_fits_its_solution() {
    for puzzle in REGISTRY {
        let package = puzzle.package().unwrap();
        for mistake in package.mistakes {
            assert!(mistake.apply(package.solution).is_some(), "{} {}", puzzle.name(), mistake.name);
        }
        assert!(package.mistakes.len() >= 8);
    }
}

fn right_programs_pass(cases: u64) {
    if !compiler() {
        return;
    }
    for puzzle in REGISTRY {
        let report = stress(*puzzle, &[], &[solution(*puzzle).into()], cases);
        let StressOutcome::Passed(stats) = report else { panic!("{}: {report:?}", puzzle.name()) };
        assert_eq!((stats.passed, stats.undecided), (cases, 0), "{}", puzzle.name());
    }
}

#[test]
fn right_programs_pass_some_cases() {
    right_programs_pass(60);
}

#[test]
#[ignore = "10,000 cases of ten datasets for each puzzle: minutes"]
fn right_programs_pass_ten_thousand_cases() {
    right_programs_pass(10_000);
}
