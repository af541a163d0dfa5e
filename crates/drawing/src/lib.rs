//! Pictures of grid boards. This crate knows no puzzle and no search: it is handed a [`Drawing`]
//! (the still board) and a stream of [`Mark`]s (one cell changes its look) and knows how to show them.
//!
//! One model serves every output, so that a picture in the terminal, in a browser and in a file
//! always show the same thing. On the way from the board to a file lie:
//!
//! - the palette: the colours, glyphs and tiles of all [`CellState`]s, in one place;
//! - the scene: the position of each wall, tile, line, arrow and letter, as a list of shapes;
//! - [`svg`], which writes the shapes down, and a rasteriser, which fills pixels with them for
//!   [`png`](mod@png) and [`gif`](mod@gif); [`html`] wraps the SVG in a player;
//! - [`text`], which sets glyphs in rows, and [`cast`], which records them.
//!
//! A search is an [`Animation`]: the board, what each step changes, the board at the end. A [`BoardState`] plays
//! it both ways, for every mark that is made gives back the mark that takes it back.
//!
//! ```
//! use tremaux_drawing::{Animation, Cell, Drawing, Format, CellState, Mark};
//! let mut search = Animation::new(Drawing::new(1, 3));
//! for col in 0..3 {
//!     search.step(&[Mark { cell: Cell::new(0, col), look: CellState::Path, number: Some(col + 1) }]);
//! }
//! let mut picture = Vec::new();
//! Format::Svg.write(&search, &mut picture)?;
//! # Ok::<(), tremaux_drawing::Error>(())
//! ```

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

pub use animation::{Animation, BoardState};
pub use format::{Error, Format};
pub use model::{Cell, CellState, Coordinates, Drawing, Label, Mark, Path, Walls};
