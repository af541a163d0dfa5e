//! The board as a picture.

use tremaux_core::Diagnostic;
use tremaux_drawing::{CellState, Drawing, Label, Path, Walls};

use super::board::{EAST, Maze, PATH, SEEN, SOLID, SOUTH};
use super::formats::is_picture;
use super::solution::Solution;

/// The most cells of a picture, which takes three bytes for each and eight for each of the path; and the
/// most that are numbered.
const MAX_CELLS: usize = 1 << 25;
const MAX_NUMBERED: usize = 2500;

/// The board before the search.
pub(super) fn board(maze: &Maze) -> Result<Drawing, Diagnostic> {
    if maze.cells.len() > MAX_CELLS {
        let fault = format!("a board of {} x {} cells is too large for a picture", maze.rows, maze.cols);
        return Err(Diagnostic::new(fault).help(format!("the largest has {MAX_CELLS} cells")));
    }
    let mut drawing = Drawing::new(maze.rows(), maze.cols());
    for (look, &cell) in drawing.looks.iter_mut().zip(&maze.cells) {
        if cell & SOLID != 0 {
            *look = CellState::Block;
        }
    }
    if !is_picture(maze) {
        let walls = |wall| maze.cells.iter().map(|cell| cell & wall != 0).collect();
        drawing.walls = Some(Walls { east: walls(EAST), south: walls(SOUTH) });
    }
    for goal in maze.goals() {
        drawing.set(goal, CellState::Goal);
    }
    drawing.set(maze.start(), CellState::Start);
    Ok(drawing)
}

/// The board with what the search has left on it.
pub(super) fn answer(solution: &Solution) -> Result<Drawing, Diagnostic> {
    let maze = solution.maze();
    let mut drawing = board(maze)?;
    for (look, &cell) in drawing.looks.iter_mut().zip(&maze.cells) {
        match *look {
            CellState::Start | CellState::Goal => {}
            _ if cell & PATH != 0 => *look = CellState::Path,
            _ if cell & SEEN != 0 => *look = CellState::Retreat,
            _ => {}
        }
    }
    let cells: Vec<_> = solution.path().collect();
    if maze.cells.len() <= MAX_NUMBERED {
        drawing.labels =
            (1..).zip(&cells).map(|(number, &cell)| Label { cell, text: format!("{number}") }).collect();
    }
    drawing.paths.push(Path { cells, ..Path::default() });
    Ok(drawing)
}
