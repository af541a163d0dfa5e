//! Changing the row by hand.

use tremaux_core::{Diagnostic, Edit, OptionChanges};
use tremaux_drawing::CellState;

use super::Stones;

/// Squares become stone or water, the row longer or shorter; it begins with a stone.
pub(super) fn edit(stones: &mut Stones, edit: Edit) -> Result<OptionChanges, Diagnostic> {
    let squares = &mut stones.0;
    match edit {
        Edit::Cell(cell, CellState::Vacant | CellState::Block) if cell.row == 0 => {
            let square = squares.get_mut(cell.col as usize);
            *square.ok_or_else(|| Diagnostic::new("that is beside the row"))? =
                edit == Edit::Cell(cell, CellState::Vacant);
        }
        Edit::Size(1, cols @ 1..=1_000_000) => squares.resize(cols as usize, true),
        _ => return Err(Diagnostic::expected("stone, water, or a row of another length")),
    }
    if squares[0] { Ok(OptionChanges::new()) } else { Err(Diagnostic::new("the first square is a stone")) }
}
