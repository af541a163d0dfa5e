//! The puzzles: rules, formats, solvers, verifiers, generators, pictures.
//!
//! | module | puzzle | its types |
//! |---|---|---|
//! | [`curling`] | the fewest throws of a stone to the goal | [`Board`](curling::Board), [`Route`](curling::Route) |
//! | [`maze`] | a robot's way through a maze | [`Maze`](maze::Maze), [`Solution`](maze::Solution) |
//! | [`knight`] | tours of a board, by a knight or another leaper | [`Board`](knight::Board), [`Tour`](knight::Tour) |
//! | [`null`] | stepping stones: the template, not in [`REGISTRY`] | [`Stones`](null::Stones) |
//!
//! Each can be used in two ways: through its types, as its module shows, or through the contract of `tremaux-core`, like
//! any puzzle and without knowing which:
//!
//! ```
//! use tremaux_core::{Budget, Options, Outcome, Reader, OutputStyle, Verdict};
//!
//! let puzzle = tremaux_puzzles::REGISTRY.iter().find(|puzzle| puzzle.name() == "curling").unwrap();
//! let mut session = puzzle.open(&Options::defaults(puzzle.options()))?;
//! let mut input = Reader::from_bytes(b"5 1\n1 0 2 1 3\n0 0\n");
//! while let Some(mut dataset) = session.read(&mut input)? {
//!     let mut text = Vec::new();
//!     let Outcome::Solved(answer) = dataset.solve(&Budget::unlimited()) else { panic!("there is a way") };
//!     answer.write(OutputStyle::Judge, 1, &mut text).unwrap();
//!     drop(answer);
//!     assert_eq!(text, b"3\n");
//!     assert_eq!(dataset.verify(1, &mut Reader::from_bytes(&text), &Budget::unlimited()), Verdict::Accepted);
//! }
//! # Ok::<(), tremaux_core::Diagnostic>(())
//! ```
//!
//! [`observe`] is where the engine meets the contract, for puzzles of your own.
//!
//! # Inside
//!
//! Each puzzle is a folder with the same files: `mod.rs` (rules, typed API, the contract), `search.rs`
//! (how it walks), `text.rs` (reading and writing), `generate.rs`, `verify.rs` (shares no code with the
//! solver) and `draw.rs`. To add one, copy `null/`, the smallest that does everything, and name it in
//! [`REGISTRY`].

pub mod curling;
pub mod knight;
pub mod maze;
pub mod null;
pub mod observe;
mod package;

use tremaux_core::Puzzle;

/// Every puzzle that the program offers: one line each.
pub static REGISTRY: &[&dyn Puzzle] = &[&curling::Curling, &maze::MazePuzzle, &knight::Knight];
