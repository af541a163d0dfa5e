//! The puzzles: rules, formats, solvers, verifiers, generators, pictures.
//!
//! Each puzzle is a folder with the same files: `mod.rs` (rules, typed API, the contract), `search.rs`
//! (how it walks), `text.rs` (reading and writing), `generate.rs`, `verify.rs` (shares no code with the
//! solver) and `draw.rs`. To add one, copy `null/`, the smallest that does everything, and name it in
//! [`REGISTRY`].

pub mod curling;
pub mod knight;
pub mod maze;
pub mod null;
mod package;
pub mod stage;

use tremaux_core::Puzzle;

/// Every puzzle that the program offers: one line each.
pub static REGISTRY: &[&dyn Puzzle] = &[&curling::Curling, &maze::MappingTheRoute, &knight::Knight];
