//! Changing a board by hand, in terms of its drawing: what a page or a window needs to let a
//! person draw, without knowing what is drawn.

use tremaux_drawing::{Cell, CellState};

/// What can be changed on the boards of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Cells turned into blocks, and back.
    Block,
    /// Thin walls between cells.
    Wall,
    /// Where the search starts.
    Start,
    /// Where it wants to go.
    Goal,
    /// The number of rows and columns.
    Size,
}

/// One change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// The cell becomes vacant or a block; or the start or the goal moves to it.
    Cell(Cell, CellState),
    /// A thin wall beside the cell is built or pulled down.
    Wall {
        /// The cell.
        cell: Cell,
        /// On which side of it.
        side: Side,
        /// Is it there afterwards?
        there: bool,
    },
    /// The board has this many rows and columns from now on; what fits stays.
    Size(u32, u32),
}

/// The side of a cell; the other two are those of its neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Towards the next column.
    East,
    /// Towards the next row.
    South,
}

/// What an [`Edit`] asks of the options: not every board is determined by its dataset alone. Names with their new
/// values, or with `None` where the option is to be left out.
pub type OptionChanges = Vec<(&'static str, Option<String>)>;
