//! The board as a picture.

use tremaux_core::Diagnostic;
use tremaux_drawing::{Cell, CellState, Drawing, Path};

use super::board::{BLOCK, Board, GOAL, START};
use super::{Route, Throw};

/// The most squares of a picture.
const MAX_SQUARES: usize = 4_000_000;

/// The board before the first throw.
pub(super) fn board(board: &Board) -> Result<Drawing, Diagnostic> {
    if board.codes().len() > MAX_SQUARES {
        let size = format!("{} x {}", board.width(), board.height());
        return Err(Diagnostic::expected(format!("at most {MAX_SQUARES} squares in a picture")).found(size));
    }
    let mut drawing = Drawing::new(board.height(), board.width());
    for (look, &code) in drawing.looks.iter_mut().zip(board.codes()) {
        *look = match code {
            BLOCK => CellState::Block,
            START => CellState::Start,
            GOAL => CellState::Goal,
            _ => CellState::Vacant,
        };
    }
    Ok(drawing)
}

/// The board with the throws on it as numbered arrows, if there is a route.
pub(super) fn answer(on: &Board, route: Option<&Route>) -> Result<Drawing, Diagnostic> {
    let mut drawing = board(on)?;
    let throws: &[Throw] = route.map_or(&[], Route::throws);
    for block in throws.iter().filter_map(|throw| throw.broken) {
        drawing.set(block, CellState::Broken);
    }
    if !throws.is_empty() {
        let cells: Vec<Cell> = std::iter::once(on.start()).chain(throws.iter().map(|t| t.stop)).collect();
        drawing.paths.push(Path { cells, numbered_arrows: true, closed: false });
    }
    Ok(drawing)
}
