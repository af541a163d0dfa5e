//! The row as a picture.

use tremaux_drawing::{Cell, CellState, Drawing, Label, Path};

fn cell(square: usize) -> Cell {
    Cell::new(0, square as u32)
}

/// The row before the walk.
pub(super) fn board(stones: &[bool]) -> Drawing {
    let mut drawing = Drawing::new(1, stones.len() as u32);
    drawing.set(cell(stones.len() - 1), CellState::Goal);
    for (square, _) in stones.iter().enumerate().filter(|(_, stone)| !**stone) {
        drawing.set(cell(square), CellState::Block);
    }
    drawing.set(cell(0), CellState::Start);
    drawing
}

/// The row with the way on it, if there is one.
pub(super) fn answer(stones: &[bool], route: Option<&[usize]>) -> Drawing {
    let mut drawing = board(stones);
    let cells: Vec<Cell> = route.unwrap_or_default().iter().map(|&square| cell(square)).collect();
    for (i, &cell) in cells.iter().enumerate() {
        drawing.set(cell, CellState::Path);
        drawing.labels.push(Label { cell, text: (i + 1).to_string() });
    }
    drawing.paths.push(Path { cells, ..Path::default() });
    drawing
}
