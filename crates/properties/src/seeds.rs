//! Where the search begins: the repository's own files as inputs of the properties, and seeds that make
//! datasets.

use std::fs;
use std::path::{Path, PathBuf};

/// The longest part of a file that is taken: what breaks is mostly small, and small is fast.
const LONGEST: usize = 4000;

/// The inputs of a property to begin with: the choices in front, and then a file as it is.
pub fn seeds(property: &str) -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for path in files() {
        let file = fs::read(&path).expect("a file of the repository can be read");
        let file = &file[..file.len().min(LONGEST)];
        let puzzle = ["curling", "maze", "knight"].iter().position(|name| {
            path.components().any(|part| part.as_os_str().to_string_lossy().starts_with(name))
        });
        // The puzzle, no options.
        let subject = [puzzle.unwrap_or(1) as u8, 0];
        // Up to four datasets, read from the rest.
        let read = [3, 0];
        let add = |seeds: &mut Vec<Vec<u8>>, parts: &[&[u8]]| seeds.push([&parts.concat(), file].concat());
        match property {
            "reader_never_panics" => {
                let all = [0xff, 0xff];
                for (piece, strict) in [(6, 0), (255, 1)] {
                    add(&mut seeds, &[&[piece, strict, 0], &subject, &all]);
                }
            }
            "read_write_round_trips" => add(&mut seeds, &[&subject, &read]),
            "every_solution_verifies" => add(&mut seeds, &[&subject, &[2], &read]),
            "mutated_answer_is_rejected" => {
                for mistake in 0..6 {
                    add(&mut seeds, &[&subject, &[mistake, 5, 0, 3], &read]);
                }
            }
            "shrunk_case_still_fails" => {
                for test in 0..5 {
                    add(&mut seeds, &[&subject, &[test, 0, 1, 60], &read]);
                }
            }
            "page_requests_never_5xx" => {
                for path in 0..6 {
                    add(&mut seeds, &[&[2, path], &subject, &[1, 0, 0, path, 0, 0, 1]]);
                }
            }
            "png_and_maz_import_never_panic" => add(&mut seeds, &[&[0, 0]]),
            _ => panic!("unknown property {property:?}"),
        }
    }
    // Mostly, any bytes make some dataset of some puzzle.
    seeds.extend(
        (0..32).map(|seed: u8| (0..24u8).map(|i| seed.wrapping_mul(37) ^ i.wrapping_mul(seed)).collect()),
    );
    seeds
}

/// Inputs that people and other programs have made.
fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut folders = vec![root.join("examples"), root.join("tests/data")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of the repository can be read") {
            let path = entry.expect("an entry of a folder can be read").path();
            let name = path.to_string_lossy();
            if path.is_dir() {
                folders.push(path);
            } else if !name.ends_with(".md") && !name.ends_with(".out") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}
