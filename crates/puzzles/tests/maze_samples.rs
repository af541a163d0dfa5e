//! Files as people have them, each with what is expected of it in `expected.tsv`.

use std::fs;
use std::path::PathBuf;

use tremaux_core::{Budget, Options, Outcome, OutputStyle, Puzzle, Reader};
use tremaux_puzzles::maze::MazePuzzle;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/maze/files")
}

/// The numbers of rows, columns, steps, of a shortest path, of visited cells, and the moves; then the warning.
fn answer(file: &[u8], from: &str) -> Result<(Vec<String>, Option<String>), String> {
    let options = Options::parse(MazePuzzle.options(), [("from", from)]).unwrap();
    let mut session = MazePuzzle.open(&options).unwrap();
    let mut reader = Reader::from_bytes(file);
    let mut maze = session.read(&mut reader).map_err(|fault| fault.to_string())?.expect("a maze");
    assert!(session.read(&mut reader).unwrap().is_none());
    let Outcome::Solved(answer) = maze.solve(&Budget::unlimited()) else { return Err("no path".into()) };
    let mut json = Vec::new();
    answer.write(OutputStyle::Json, 1, &mut json).unwrap();
    let json = String::from_utf8(json).unwrap();
    let field = |name: &str| {
        let (_, behind) = json.split_once(&format!("\"{name}\":")).unwrap();
        behind.split([',', '}']).next().unwrap().trim_matches('"').to_owned()
    };
    let fields = ["rows", "cols", "shortest", "steps", "visited", "moves"].map(field);
    Ok((fields.to_vec(), answer.warning()))
}

#[test]
fn files_as_people_have_them() {
    let table = fs::read_to_string(folder().join("expected.tsv")).unwrap();
    let mut faults = Vec::new();
    let mut count = 0;
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, _, outcome, _, rows, cols, _, _, shortest, steps, visited, moves, message] = fields[..]
        else {
            panic!("{line}");
        };
        count += 1;
        let found = answer(&fs::read(folder().join(name)).unwrap(), "auto");
        let is_right = match (outcome, &found) {
            ("error", Err(_)) => true,
            ("ok" | "warn", Ok((fields, warning))) => {
                *fields == [rows, cols, shortest, steps, visited, moves]
                    && warning.is_some() == (outcome == "warn")
            }
            _ => false,
        };
        if !is_right {
            faults.push(format!("{name}: {found:?}, expected {line}"));
        }
        if outcome == "error" {
            let words = message.split([' ', ';', ':']).next().unwrap();
            let found = found.err().unwrap_or_default();
            assert!(found.contains(words) || found.contains("openings"), "{name}: {found}");
        }
    }
    assert_eq!(count, 26);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
