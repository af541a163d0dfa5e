//! Two formats of micromouse contests that hold four walls for each cell, so each inner wall twice,
//! and count columns from the west, but rows from the south. They have no start and no goal.
//!
//! `.maz` is 256 bytes: column by column, each from the south, the walls as a sum of north 1, east 2, south 4,
//! west 8. *num* is the text of the simulator mms: a line `x y north east south west` for each cell.

use tremaux_core::{Diagnostic, Reader, try_filled};

use super::super::board::{Direction, EAST, MAX_CELLS, Maze, SOUTH};
use super::micromouse_endpoints;

/// Rows and columns of a .maz file.
const SIDE: usize = 16;
const NORTH_WALL: u8 = 1;
const EAST_WALL: u8 = 2;
const SOUTH_WALL: u8 = 4;
const WEST_WALL: u8 = 8;

/// Is the whole text a .maz file?
pub(super) fn is_maz(input: &mut Reader) -> Result<bool, Diagnostic> {
    let bytes = input.peek_bytes(SIDE * SIDE + 1)?;
    Ok(bytes.len() == SIDE * SIDE && bytes.iter().all(|&byte| byte < 16))
}

pub(super) fn read_maz(input: &mut Reader) -> Result<Maze, Diagnostic> {
    if !is_maz(input)? {
        let found = input.peek_bytes(SIDE * SIDE + 1)?.len();
        let fault = Diagnostic::expected("a .maz file: 256 bytes, each from 0 to 15");
        return Err(
            fault.found(format!("{found} bytes{}", if found > SIDE * SIDE { " or more" } else { "" }))
        );
    }
    let bytes = input.rest(SIDE * SIDE)?;
    let walls = (0..SIDE * SIDE).map(|cell| bytes[SIDE * (cell % SIDE) + SIDE - 1 - cell / SIDE]).collect();
    assemble(SIDE, SIDE, walls)
}

pub(super) fn read_num(input: &mut Reader) -> Result<Maze, Diagnostic> {
    const FARTHEST: i64 = MAX_CELLS as i64;
    let mut cells_read: Vec<(u32, u32, u8)> = Vec::new();
    let (mut rows, mut cols) = (0, 0);
    while !input.at_end()? {
        let x = input.int("x: the column, from 0 in the west", 0..=FARTHEST - 1)? as u32;
        let y = input.int("y: the row, from 0 in the south", 0..=FARTHEST - 1)? as u32;
        let mut walls = 0;
        for (name, wall) in
            [("north", NORTH_WALL), ("east", EAST_WALL), ("south", SOUTH_WALL), ("west", WEST_WALL)]
        {
            walls |= wall * input.int(format_args!("the wall on the {name}"), 0..=1)? as u8;
        }
        (cols, rows) = (cols.max(x as usize + 1), rows.max(y as usize + 1));
        if cells_read.try_reserve(1).is_err() {
            return Err(input.out_of_memory());
        }
        cells_read.push((x, y, walls));
    }
    if cells_read.len() != rows.saturating_mul(cols) {
        let lines = format!("{} lines", cells_read.len());
        return Err(Diagnostic::expected(format!("a line for each of {cols} x {rows} cells")).found(lines));
    }
    const UNTOLD: u8 = u8::MAX;
    let mut board = try_filled(UNTOLD, rows * cols)?;
    for (x, y, walls) in cells_read {
        let cell = (rows - 1 - y as usize) * cols + x as usize;
        if board[cell] != UNTOLD {
            return Err(Diagnostic::new(format!("duplicate line for the cell at x {x}, y {y}")));
        }
        board[cell] = walls;
    }
    assemble(rows, cols, board)
}

/// The board with these four walls for each cell, row by row from the north.
fn assemble(rows: usize, cols: usize, walls: Vec<u8>) -> Result<Maze, Diagnostic> {
    let disagree = |cell: usize, side| {
        let (x, y) = (cell % cols, rows - 1 - cell / cols);
        let fault =
            format!("the cell at x {x}, y {y} and its neighbour on the {side} disagree on the wall between");
        let help = "x counts from the west, y from the south; perhaps this file counts another way";
        Err(Diagnostic::new(fault).help(help))
    };
    let mut codes = try_filled(0, walls.len())?;
    for (cell, &wall) in walls.iter().enumerate() {
        let (east, south) = (wall & EAST_WALL != 0, wall & SOUTH_WALL != 0);
        if (cell + 1) % cols != 0 && east != (walls[cell + 1] & WEST_WALL != 0) {
            return disagree(cell, "east");
        }
        if cell + cols < walls.len() && south != (walls[cell + cols] & NORTH_WALL != 0) {
            return disagree(cell, "south");
        }
        codes[cell] = if east { EAST } else { 0 } | if south { SOUTH } else { 0 };
    }
    let (start, goals) = micromouse_endpoints(rows, cols);
    Ok(Maze::assemble(rows, cols, codes, start, goals)?)
}

/// The bytes of a .maz file. Fails where the format cannot hold the board.
pub(super) fn maz(maze: &Maze) -> Result<Vec<u8>, Diagnostic> {
    if (maze.rows, maze.cols) != (SIDE, SIDE) {
        return Err(Diagnostic::new("a .maz file holds boards of 16 x 16 cells")
            .found(format!("{} x {}", maze.rows, maze.cols)));
    }
    let (start, centre) = micromouse_endpoints(SIDE, SIDE);
    let is_centre = maze.goals == centre || maze.goals.len() == 1 && centre.contains(&maze.goals[0]);
    if maze.start != start || !is_centre {
        let fault =
            "a .maz file begins in the south-west corner and ends in the four central cells or one of them";
        return Err(Diagnostic::new(fault).help("other formats hold start and goal; .txt is one"));
    }
    let sides = [
        (Direction::North, NORTH_WALL),
        (Direction::East, EAST_WALL),
        (Direction::South, SOUTH_WALL),
        (Direction::West, WEST_WALL),
    ];
    let walls = |cell: usize| {
        let cells_read = sides.iter().filter(|(side, _)| maze.neighbour(cell, *side).is_none());
        cells_read.map(|(_, wall)| wall).sum()
    };
    Ok((0..SIDE * SIDE).map(|index| walls(SIDE * (SIDE - 1 - index % SIDE) + index / SIDE)).collect())
}
