//! Boards and tours as pictures.

use tremaux_core::Diagnostic;
use tremaux_drawing::{Cell, CellState, Coordinates, Drawing, Label, Path};

use super::board::{Board, Square, Wrap};
use super::options::TourConstraints;
use super::tour::Tour;

/// The most squares of a picture.
const MAX_SQUARES: u32 = 1_000_000;

fn cell(board: &Board, square: Square) -> Cell {
    let (row, col) = board.place(square);
    Cell::new(row, col)
}

/// The board before the tour.
pub(super) fn board(constraints: &TourConstraints, start: Option<Square>) -> Result<Drawing, Diagnostic> {
    let board = &constraints.board;
    if board.squares() > MAX_SQUARES {
        return Err(Diagnostic::new(format!("a board of {board} is too large for a picture"))
            .help(format!("pictures have {MAX_SQUARES} squares at most")));
    }
    let mut drawing = Drawing::new(board.rows(), board.cols());
    drawing.checkered = true;
    drawing.coordinates = Coordinates::Algebraic;
    for square in (0..board.squares()).filter(|&square| board.is_blocked(square)) {
        drawing.set(cell(board, square), CellState::Block);
    }
    for &(step, square) in &constraints.fixed_steps {
        drawing.labels.push(Label { cell: cell(board, square), text: step.to_string() });
    }
    for (square, look) in [(constraints.end, CellState::Goal), (start, CellState::Start)] {
        if let Some(square) = square {
            drawing.set(cell(board, square), look);
        }
    }
    Ok(drawing)
}

/// The board with a tour on it, if there is one.
pub(super) fn answer(constraints: &TourConstraints, tour: Option<&Tour>) -> Result<Drawing, Diagnostic> {
    let board = &constraints.board;
    let mut drawing = self::board(constraints, tour.map(Tour::start))?;
    let Some(tour) = tour else { return Ok(drawing) };
    let cells: Vec<Cell> = tour.squares().map(|square| cell(board, square)).collect();
    let label = |(step, &cell): (usize, &Cell)| Label { cell, text: step.to_string() };
    drawing.labels = (1..).zip(&cells).map(label).collect();
    if let Some(&last) = cells.last().filter(|_| !constraints.closed && cells.len() > 1) {
        drawing.set(last, CellState::Goal);
    }
    // Over a joined edge a straight line would cross the whole board.
    if board.wrap() == Wrap::None {
        drawing.paths.push(Path { cells, closed: constraints.closed, ..Path::default() });
    }
    Ok(drawing)
}
