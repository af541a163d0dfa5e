//! The validator rejects what the tools of other judges try on validators, and takes what is generated.

mod common;

use common::{junk_files, open, puzzles, spoilt};
use tremaux_core::Reader;
use tremaux_judge::{generate_file, validate};

#[test]
fn generated_inputs_are_legal_and_spoilt_ones_are_not() {
    for puzzle in puzzles() {
        for seed in 0..5 {
            let count = 1 + seed % 3;
            let legal = generate_file(&mut *open(puzzle), seed, count).unwrap();
            assert_eq!(
                validate(&mut *open(puzzle), Reader::from_bytes(&legal)),
                Ok(count),
                "{}",
                puzzle.name()
            );
            for (what, text) in spoilt(&legal) {
                let got = validate(&mut *open(puzzle), Reader::from_bytes(&text));
                let text = String::from_utf8_lossy(&text);
                assert!(got.is_err(), "{}: {what}: {text:?} is taken for legal", puzzle.name());
            }
        }
    }
}

#[test]
fn junk_is_no_input() {
    for puzzle in puzzles() {
        for junk in junk_files() {
            let got = validate(&mut *open(puzzle), Reader::from_bytes(&junk));
            assert!(
                got.is_err(),
                "{}: {:?} is taken for legal",
                puzzle.name(),
                junk.escape_ascii().to_string()
            );
        }
    }
}

#[test]
fn the_samples_are_legal() {
    for puzzle in puzzles() {
        let sample = Reader::from_bytes(puzzle.sample().as_bytes());
        assert!(validate(&mut *open(puzzle), sample).is_ok(), "{}", puzzle.name());
    }
}
