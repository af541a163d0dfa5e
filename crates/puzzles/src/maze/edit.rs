//! Changing the maze by hand.

use tremaux_core::{Diagnostic, Edit, Side, try_collected};
use tremaux_drawing::{Cell, CellState};

use super::board::{EAST, Maze, SOUTH, cell_count};

/// The maze with a wall more or fewer, with the start or the goal elsewhere, or of another size.
pub(super) fn edit(maze: &mut Maze, edit: Edit) -> Result<(), Diagnostic> {
    match edit {
        Edit::Cell(cell, CellState::Start) => {
            let start = index(maze, cell)?;
            maze.move_ends(start, maze.goals.clone());
        }
        Edit::Cell(cell, CellState::Goal) => {
            let goal = index(maze, cell)?;
            maze.move_ends(maze.start, vec![goal]);
        }
        Edit::Wall { cell, side, there } => {
            let (beyond, bit) = match side {
                Side::East => (Cell::new(cell.row, cell.col.saturating_add(1)), EAST),
                Side::South => (Cell::new(cell.row.saturating_add(1), cell.col), SOUTH),
            };
            index(maze, beyond).map_err(|_| Diagnostic::new("the outer walls cannot be removed"))?;
            let cell = index(maze, cell)?;
            maze.cells[cell] = if there { maze.cells[cell] | bit } else { maze.cells[cell] & !bit };
        }
        Edit::Size(rows, cols) => *maze = resized(maze, rows, cols)?,
        _ => return Err(Diagnostic::expected("a wall, the start, the goal or a size")),
    }
    Ok(())
}

fn index(maze: &Maze, cell: Cell) -> Result<usize, Diagnostic> {
    let inside = cell.row < maze.rows() && cell.col < maze.cols();
    let index = cell.row as usize * maze.cols + cell.col as usize;
    inside.then_some(index).ok_or_else(|| Diagnostic::new("the cell is outside the board"))
}

/// New cells have no inner walls, an outer wall that gets a cell behind it is gone, and ends that are cut
/// off move to the nearest cell.
fn resized(maze: &Maze, rows: u32, cols: u32) -> Result<Maze, Diagnostic> {
    let count = cell_count(rows, cols)?;
    let code = |row: u32, col: u32| {
        if row >= maze.rows() || col >= maze.cols() {
            return 0;
        }
        let east = if col + 1 == maze.cols() && col + 1 < cols { 0 } else { EAST };
        let south = if row + 1 == maze.rows() && row + 1 < rows { 0 } else { SOUTH };
        maze.code(row as usize, col as usize) & (east | south)
    };
    let cells = (0..rows).flat_map(|row| (0..cols).map(move |col| code(row, col)));
    let nearest =
        |cell: Cell| cell.row.min(rows - 1) as usize * cols as usize + cell.col.min(cols - 1) as usize;
    let goals = maze.goals().map(nearest).collect();
    let cells = try_collected(count, cells)?;
    Ok(Maze::assemble(rows as usize, cols as usize, cells, nearest(maze.start()), goals)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::maze::text;
    use tremaux_core::Reader;

    fn check(change: Edit, expect: Option<&str>) {
        let input = b"2 3 1 1 1 3  1 1 1  0 2 0";
        let mut maze = text::read(&mut Reader::from_bytes(input)).unwrap().unwrap();
        let got = edit(&mut maze, change).ok().map(|()| {
            let mut text = Vec::new();
            let goal = maze.goals().next().unwrap();
            text::write(&maze, goal, &mut text).unwrap();
            String::from_utf8(text).unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
        });
        assert_eq!(got.as_deref(), expect, "{change:?}");
    }

    #[test]
    fn every_change() {
        let wall = |row, col, side, there| Edit::Wall { cell: Cell::new(row, col), side, there };
        check(Edit::Cell(Cell::new(1, 1), CellState::Start), Some("2 3 2 2 1 3 1 1 1 0 2 0"));
        check(Edit::Cell(Cell::new(0, 0), CellState::Goal), Some("2 3 1 1 1 1 1 1 1 0 2 0"));
        check(Edit::Cell(Cell::new(0, 3), CellState::Goal), None);
        check(Edit::Cell(Cell::new(0, 0), CellState::Block), None);
        check(wall(0, 0, Side::East, false), Some("2 3 1 1 1 3 0 1 1 0 2 0"));
        check(wall(0, 0, Side::South, true), Some("2 3 1 1 1 3 3 1 1 0 2 0"));
        check(wall(0, 0, Side::South, false), Some("2 3 1 1 1 3 1 1 1 0 2 0"));
        check(wall(0, 2, Side::East, true), None);
        check(wall(1, 0, Side::South, true), None);
        check(wall(u32::MAX, u32::MAX, Side::South, true), None);
        check(Edit::Size(3, 4), Some("3 4 1 1 1 3 1 1 0 0 0 0 0 0 0 0 0 0"));
        check(Edit::Size(1, 2), Some("1 2 1 1 1 2 1 1"));
        check(Edit::Size(0, 2), None);
    }
}
