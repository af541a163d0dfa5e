//! Pictures of grid boards. This crate knows no puzzle and no search: it is handed a [`Drawing`]
//! (the still board) and a stream of [`Mark`]s (one cell changes its look) and knows how to show them.
//!
//! One model serves every output, so that a picture in the terminal, in a browser and in a file
//! always show the same thing.

mod model;

pub use model::{Cell, Coordinates, Drawing, Label, Look, Mark, Path, Walls};
