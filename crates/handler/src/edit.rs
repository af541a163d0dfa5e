//! Boards changed by hand.

use serde::Deserialize;
use tremaux_core::{Edit, Side};
use tremaux_drawing::Cell;

use crate::board::{Board, BoardRequest, judge_text};
use crate::{ApiError, Handler, wire};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EditRequest {
    board: BoardRequest,
    /// In order; all or none.
    edits: Vec<Change>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Change {
    /// Row, column, state.
    Cell(u32, u32, u8),
    /// Row, column, on the east side (or else south), present.
    Wall(u32, u32, bool, bool),
    /// Rows, columns.
    Size(u32, u32),
}

impl Handler {
    /// Applies changes to a board.
    pub(crate) fn edit(&self, request: EditRequest) -> Result<Board, ApiError> {
        let EditRequest { board, edits } = request;
        if edits.len() as u64 > 2 * self.limits.cells {
            return Err(ApiError::unusable("too many changes at once"));
        }
        let mut dataset = self.dataset(&board)?;
        let mut options = board.options;
        for change in edits {
            for (name, value) in dataset.edit(self.checked(change)?)? {
                match value {
                    Some(value) => options.insert(name.into(), value),
                    None => options.remove(name),
                };
            }
        }
        self.board(&board.puzzle, &options, judge_text(&*dataset)?)
    }

    fn checked(&self, change: Change) -> Result<Edit, ApiError> {
        Ok(match change {
            Change::Cell(row, col, code) => {
                let state = wire::state(code);
                let state = state.ok_or_else(|| ApiError::unusable("unknown state of a cell"))?;
                Edit::Cell(Cell::new(row, col), state)
            }
            Change::Wall(row, col, east, there) => {
                let side = if east { Side::East } else { Side::South };
                Edit::Wall { cell: Cell::new(row, col), side, there }
            }
            Change::Size(rows, cols) => {
                self.check_size(u64::from(rows) * u64::from(cols))?;
                Edit::Size(rows, cols)
            }
        })
    }
}
