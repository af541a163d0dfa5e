//! Each property on real files, on random changes of them, and on what has broken it before.
//!
//! `TREMAUX_RUNS=1000000 cargo test -p tremaux-properties --test properties NAME` runs one for long.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::{env, fs};

use tremaux_core::Rng;
use tremaux_properties::{PROPERTIES, Property, seeds};

/// Random changes that are tried, unless the environment says how many.
const RUNS: u64 = 1500;

/// The longest input: those that grow are cut off.
const LONGEST: usize = 8192;

/// Runs the property on one input, and shows that where it is broken.
fn run(property: Property, input: &[u8]) {
    if let Err(broken) = catch_unwind(AssertUnwindSafe(|| property(input))) {
        eprintln!("broken by: {}", input.escape_ascii());
        resume_unwind(broken);
    }
}

fn check(name: &str) {
    let (_, property) = PROPERTIES.iter().find(|(known, _)| *known == name).unwrap();
    let seeds = seeds(name);
    seeds.iter().for_each(|seed| run(*property, seed));
    let runs = env::var("TREMAUX_RUNS").map_or(RUNS, |runs| runs.parse().expect("TREMAUX_RUNS is a number"));
    let mut rng = Rng::new(2026);
    for _ in 0..runs {
        run(*property, &changed(&seeds, &mut rng));
    }
}

/// One of the seeds with some changes.
fn changed(seeds: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    let mut input = rng.pick(seeds).cloned().unwrap_or_default();
    for _ in 0..rng.between(1, 6) {
        // The choices come first: that is where a change does most.
        let end = if rng.percent(50) { input.len().min(24) } else { input.len() };
        let at = rng.below(end as u64 + 1) as usize;
        let longest = 1 << rng.below(7);
        let length = (rng.between(1, longest) as usize).min(input.len() - at);
        match rng.below(6) {
            0 => drop(input.splice(at..at + length.min(1), [rng.next_u64() as u8])),
            1 => drop(input.splice(at..at + length.min(1), [b"0123 -\n"[rng.below(7) as usize]])),
            2 => drop(input.drain(at..at + length)),
            3 => input.insert(at, rng.next_u64() as u8),
            4 => {
                let again = input[at..at + length].to_vec();
                input.splice(at..at, again);
            }
            _ => {
                let other = rng.pick(seeds).map_or(&[][..], |seed| seed);
                let from = rng.below(other.len() as u64 + 1) as usize;
                input.splice(at.., other[from..].iter().copied());
            }
        }
    }
    input.truncate(LONGEST);
    input
}

#[test]
fn reader_never_panics() {
    check("reader_never_panics");
}

#[test]
fn read_write_round_trips() {
    check("read_write_round_trips");
}

#[test]
fn every_solution_verifies() {
    check("every_solution_verifies");
}

#[test]
fn mutated_answer_is_rejected() {
    check("mutated_answer_is_rejected");
}

#[test]
fn shrunk_case_still_fails() {
    check("shrunk_case_still_fails");
}

#[test]
fn page_requests_never_5xx() {
    check("page_requests_never_5xx");
}

#[test]
fn png_and_maz_import_never_panic() {
    check("png_and_maz_import_never_panic");
}

/// `findings/PROPERTY/BUG`: the input that showed it, made small.
#[test]
fn findings_of_the_past_stay_mended() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/findings");
    let mut findings = 0;
    for (name, property) in PROPERTIES {
        let Ok(entries) = fs::read_dir(folder.join(name)) else { continue };
        for entry in entries {
            run(property, &fs::read(entry.unwrap().path()).unwrap());
            findings += 1;
        }
    }
    assert!(findings > 0, "they are in {}", folder.display());
}
