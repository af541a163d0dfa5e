//! Changing the board by hand.

use tremaux_core::{Diagnostic, Edit};
use tremaux_drawing::{Cell, CellState};

use super::board::{BLOCK, Board, GOAL, MAX_SQUARES, START, VACANT};
use super::memory::{OutOfMemory, copied, filled};

/// The board with a block more or fewer, with the stone or the goal elsewhere, or of another size.
pub(super) fn edit(board: &Board, edit: Edit) -> Result<Board, Diagnostic> {
    let (cell, code) = match edit {
        Edit::Cell(cell, CellState::Vacant) => (cell, VACANT),
        Edit::Cell(cell, CellState::Block) => (cell, BLOCK),
        Edit::Cell(cell, CellState::Start) => (cell, START),
        Edit::Cell(cell, CellState::Goal) => (cell, GOAL),
        Edit::Size(rows, cols) => return resize(board, rows, cols),
        _ => return Err(Diagnostic::expected("a block, the start, the goal or a size")),
    };
    let square = board.square(cell).ok_or_else(|| Diagnostic::new("that is outside the board"))?;
    let mut codes = copied(board.codes()).map_err(OutOfMemory::diagnostic)?;
    if code == START || code == GOAL {
        codes.iter_mut().filter(|old| **old == code).for_each(|old| *old = VACANT);
    }
    codes[square] = code;
    Board::new(board.width(), codes)
}

/// Blocks that no longer fit are lost; the stone and the goal stay as near as they can.
fn resize(board: &Board, rows: u32, cols: u32) -> Result<Board, Diagnostic> {
    let squares = u64::from(rows) * u64::from(cols);
    if !(2..=MAX_SQUARES).contains(&squares) {
        return Err(Diagnostic::new(format!("a board has two squares at least and {MAX_SQUARES} at most")));
    }
    let width = cols as usize;
    let mut codes = filled(VACANT, rows as usize * width).map_err(OutOfMemory::diagnostic)?;
    for (square, code) in codes.iter_mut().enumerate() {
        let cell = Cell::new((square / width) as u32, (square % width) as u32);
        *code = if board.is_block(cell) { BLOCK } else { VACANT };
    }
    for (cell, code) in [(board.start(), START), (board.goal(), GOAL)] {
        let (row, col) = (cell.row.min(rows.saturating_sub(1)), cell.col.min(cols.saturating_sub(1)));
        let near = codes.len().min(row as usize * width + col as usize);
        let mut free = (near..codes.len()).chain((0..near).rev()).filter(|&square| codes[square] < START);
        let square = free.next().ok_or_else(|| Diagnostic::new("a board has two squares at least"))?;
        codes[square] = code;
    }
    Board::new(cols, codes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(change: Edit, expect: Option<&str>) {
        let board: Board = "3 2   2 1 0   0 0 3".parse().unwrap();
        let expect = expect.map(|text| text.parse::<Board>().unwrap());
        assert_eq!(edit(&board, change).ok(), expect, "{change:?}");
    }

    #[test]
    fn every_change() {
        check(Edit::Cell(Cell::new(0, 1), CellState::Vacant), Some("3 2   2 0 0   0 0 3"));
        check(Edit::Cell(Cell::new(1, 0), CellState::Block), Some("3 2   2 1 0   1 0 3"));
        check(Edit::Cell(Cell::new(0, 1), CellState::Start), Some("3 2   0 2 0   0 0 3"));
        check(Edit::Cell(Cell::new(0, 2), CellState::Goal), Some("3 2   2 1 3   0 0 0"));
        check(Edit::Cell(Cell::new(0, 0), CellState::Goal), None);
        check(Edit::Cell(Cell::new(0, 0), CellState::Block), None);
        check(Edit::Cell(Cell::new(2, 0), CellState::Block), None);
        check(Edit::Cell(Cell::new(0, 0), CellState::Path), None);
        check(Edit::Size(3, 4), Some("4 3   2 1 0 0   0 0 3 0   0 0 0 0"));
        check(Edit::Size(1, 2), Some("2 1   2 3"));
        check(Edit::Size(2, 1), Some("1 2   2 3"));
        check(Edit::Size(1, 1), None);
        check(Edit::Size(0, 0), None);
        check(Edit::Size(0, 5), None);
        check(Edit::Size(u32::MAX, u32::MAX), None);
        check(Edit::Size(0, 3), None);
        check(Edit::Size(2, 0), None);
    }
}
