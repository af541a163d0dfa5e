//! Pictures of grid boards. This crate knows no puzzle and no search: it is handed a [`Drawing`]
//! (the still board) and a stream of [`Mark`]s (one cell changes its look) and knows how to show them.
//!
//! One model serves every output, so that a picture in the terminal, in a browser and in a file
//! always show the same thing.

mod animation;
pub mod cast;
mod film;
mod font;
mod format;
pub mod gif;
pub mod html;
mod model;
mod palette;
pub mod png;
mod raster;
mod scene;
pub mod svg;
pub mod text;

pub use animation::{Animation, Stage};
pub use format::{Error, Format};
pub use model::{Cell, Coordinates, Drawing, Label, Look, Mark, Path, Walls};
