//! The contract between puzzles and front ends.
//!
//! A puzzle is text in, text and pictures out: [`Puzzle`] is the kind ("curling"), [`Session`] the kind
//! with its options settled, [`Dataset`] one dataset, [`Answer`] what was found. All four are
//! object-safe, so that `solve`, the judge, the terminal player and the web page are written once and
//! know no puzzle by name.
//!
//! | trait | is | made by |
//! |---|---|---|
//! | [`Puzzle`] | a kind of puzzle, with its [`OptionSpec`]s | listing it where the program starts |
//! | [`Session`] | the kind with its [`Options`] settled: reads, makes, writes one input | [`Puzzle::open`] |
//! | [`Dataset`] | one dataset: solve, play, verify, draw, make smaller | [`Session::read`], [`Session::generate`] |
//! | [`Answer`] | what was found: writes and draws itself | the [`Outcome`] of [`Dataset::solve`] |
//!
//! Most methods have defaults; what a puzzle must say for itself is how to read, how to search, how to judge
//! and how to draw. The crate `tremaux-puzzles` has a template that implements all of them, `null`, and helpers for
//! those who search with `tremaux-search`, `observe`.
//!
//! The enums that a front end must handle in full ([`Outcome`], [`Verdict`], [`EventKind`], [`OptionKind`],
//! [`Tool`]) are exhaustive on purpose: a new variant is a new duty. Those that only grow ([`Limit`], [`OutputStyle`])
//! are not.
//!
//! # Example: reading is validating
//!
//! One piece of code reads a dataset for `solve` and for `validate`; the reader decides how strictly.
//!
//! ```
//! use tremaux_core::{Diagnostic, Reader};
//!
//! fn size(input: &mut Reader) -> Result<(i64, i64), Diagnostic> {
//!     let rows = input.int("the number of rows", 1..=20)?;
//!     input.space()?; // one blank: for a strict reader
//!     let cols = input.int("the number of columns", 1..=20)?;
//!     input.newline()?;
//!     Ok((rows, cols))
//! }
//!
//! assert_eq!(size(&mut Reader::from_bytes(b"3\r\n  5")), Ok((3, 5)));
//! let fault = size(&mut Reader::from_bytes(b"3  5\n").strict()).unwrap_err();
//! assert_eq!(fault.to_string(), "1:3: expected the number of columns: an integer from 1 to 20, found \" \"");
//! let fault = size(&mut Reader::from_bytes(b"3 50\n")).unwrap_err();
//! assert_eq!(fault.to_string(), "1:3: expected the number of columns: an integer from 1 to 20, found \"50\"");
//! ```
//!
//! Beside the contract are the few things that both sides need: the [`Reader`] that is also the
//! validator, [`Diagnostic`]s with location, expectation and finding, [`OptionSpec`]s that feed the
//! command line, the help and the web form from one slice, the [`Budget`] of a search and the frozen
//! random generator [`Rng`].

mod budget;
mod diagnostic;
mod edit;
mod memory;
mod options;
mod package;
mod pool;
mod puzzle;
mod reader;
mod rng;
mod roles;
mod squares;
mod words;

pub use budget::{Budget, GaveUp, Limit, Meter, check_memory};
pub use diagnostic::{Diagnostic, Location};
pub use edit::{Edit, OptionChanges, Side, Tool};
pub use memory::{try_collected, try_copied, try_filled, try_push};
pub use options::{Families, OptionKind, OptionSpec, Options};
pub use package::{Mistake, Package};
pub use pool::{Tasks, in_order, panic_message};
pub use puzzle::{
    Answer, Dataset, EventKind, FileFormat, Outcome, OutputStyle, Puzzle, SearchEvent, Session, Verdict,
};
pub use reader::Reader;
pub use rng::Rng;
pub use roles::Roles;
pub use squares::SquareNames;
/// The crate whose boards, cells and looks are part of the contract.
pub use tremaux_drawing as drawing;
pub use words::{Bytes, counted, grouped};
