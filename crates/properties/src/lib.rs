//! What must hold on any input: each property is a function of bytes that panics where it is broken.
//!
//! The same functions are run in three ways: by `cargo test` on real files, on every finding of the past and
//! on some seeded random changes of those; by the same test for as long as one likes; and by `cargo fuzz`,
//! which finds its way into the code by its coverage. In this crate, and only here, a panic is meant.
//!
//! The bytes are choices: which puzzle, which options, which dataset, which mistake. No property knows an
//! answer by heart: each holds by what the contract promises, for any puzzle of the registry.

mod asking;
mod bytes;
mod importing;
mod mistaking;
mod reading;
mod seeds;
mod shrinking;
mod solving;
mod writing;

pub use asking::page_requests_never_5xx;
pub use importing::png_and_maz_import_never_panic;
pub use mistaking::mutated_answer_is_rejected;
pub use reading::reader_never_panics;
pub use seeds::seeds;
pub use shrinking::shrunk_case_still_fails;
pub use solving::every_solution_verifies;
pub use writing::read_write_round_trips;

/// A property: panics where the bytes break it.
pub type Property = fn(&[u8]);

/// All of them, by their names.
pub const PROPERTIES: [(&str, Property); 7] = [
    ("reader_never_panics", reader_never_panics),
    ("read_write_round_trips", read_write_round_trips),
    ("every_solution_verifies", every_solution_verifies),
    ("mutated_answer_is_rejected", mutated_answer_is_rejected),
    ("shrunk_case_still_fails", shrunk_case_still_fails),
    ("page_requests_never_5xx", page_requests_never_5xx),
    ("png_and_maz_import_never_panic", png_and_maz_import_never_panic),
];

/// The library guide: its programs are doctests. They are here, and not in the crate of the command, since that is
/// published and must build from its own files.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
mod guide {}
