//! Smaller mazes of a given one, for the search for the smallest that still does something.
//!
//! What counts as smaller, in this order: fewer cells, fewer goals, fewer inner walls, fewer outer walls
//! told, ends nearer to the north-west. Every candidate is smaller than its parent, so every chain ends.

use std::ops::Range;

use super::board::{EAST, Maze, SOUTH};

/// The cells of all candidates together: a large board has few, its biggest bites.
const MAX_CELLS: usize = 1 << 22;

/// The candidates, the biggest bites first. Where the goal can be reached, it still can be.
pub(super) fn shrink_candidates(maze: &Maze) -> Vec<Maze> {
    let most = (MAX_CELLS / maze.cells.len()).max(16);
    let reachable = maze.shortest().is_some();
    let candidates =
        cuts(maze).chain(single_goals(maze)).chain(openings(maze)).chain(untold(maze)).chain(nearer(maze));
    candidates.take(most).filter(|candidate| !reachable || candidate.shortest().is_some()).collect()
}

/// Halves, quarters, eighths, ... of `0..count`, down to single numbers; never all of it.
fn pieces(count: usize, all_too: bool) -> impl Iterator<Item = Range<usize>> {
    let first = if all_too { count } else { count / 2 };
    std::iter::successors(Some(first), |size| Some(size / 2))
        .take_while(|&size| size > 0)
        .flat_map(move |size| (0..count).step_by(size).map(move |from| from..(from + size).min(count)))
}

/// Without some rows, or without some columns.
fn cuts(maze: &Maze) -> impl Iterator<Item = Maze> {
    let rows = pieces(maze.rows, false).map(|rows| (rows, 0..0));
    let cols = pieces(maze.cols, false).map(|cols| (0..0, cols));
    rows.chain(cols).map(|(rows, cols)| cut(maze, rows, cols))
}

fn cut(maze: &Maze, rows: Range<usize>, cols: Range<usize>) -> Maze {
    let codes = &codes(maze);
    let left_rows: Vec<usize> = (0..maze.rows).filter(|row| !rows.contains(row)).collect();
    let left_cols: Vec<usize> = (0..maze.cols).filter(|col| !cols.contains(col)).collect();
    let cells =
        left_rows.iter().flat_map(|row| left_cols.iter().map(move |col| codes[row * maze.cols + col]));
    // An end in a row that goes moves to the row that takes its place, or to the last one.
    let follow = |left: &[usize], line: usize| left.partition_point(|&l| l < line).min(left.len() - 1);
    let end = |cell: usize| {
        follow(&left_rows, cell / maze.cols) * left_cols.len() + follow(&left_cols, cell % maze.cols)
    };
    let goals = maze.goals.iter().map(|&goal| end(goal)).collect();
    Maze::assemble(left_rows.len(), left_cols.len(), cells.collect(), end(maze.start), goals)
}

/// The codes as they were read.
pub(super) fn codes(maze: &Maze) -> Vec<u8> {
    let mut codes: Vec<u8> = maze.cells.iter().map(|cell| cell & (EAST | SOUTH)).collect();
    for (code, told) in codes[maze.cols - 1..].iter_mut().step_by(maze.cols).zip(&maze.told.east) {
        *code &= if *told { EAST | SOUTH } else { SOUTH };
    }
    let last_row = codes.len() - maze.cols;
    for (code, told) in codes[last_row..].iter_mut().zip(&maze.told.south) {
        *code &= if *told { EAST | SOUTH } else { EAST };
    }
    codes
}

/// With one goal of several.
fn single_goals(maze: &Maze) -> impl Iterator<Item = Maze> {
    let several = maze.goals.iter().filter(|_| maze.goals.len() > 1);
    several.map(|&goal| Maze::assemble(maze.rows, maze.cols, codes(maze), maze.start, vec![goal]))
}

/// Without some inner walls.
fn openings(maze: &Maze) -> impl Iterator<Item = Maze> {
    let inner = |&(cell, wall): &(usize, u8)| {
        let outer = match wall {
            EAST => (cell + 1) % maze.cols == 0,
            _ => cell + maze.cols >= maze.cells.len(),
        };
        maze.cells[cell] & wall != 0 && !outer
    };
    let walls: Vec<(usize, u8)> =
        (0..maze.cells.len()).flat_map(|cell| [(cell, EAST), (cell, SOUTH)]).filter(inner).collect();
    pieces(walls.len(), true).map(move |piece| {
        let mut maze = maze.clone();
        walls[piece].iter().for_each(|&(cell, wall)| maze.cells[cell] &= !wall);
        maze
    })
}

/// Without telling of some outer walls.
fn untold(maze: &Maze) -> impl Iterator<Item = Maze> {
    let told = |flags: &[bool]| flags.iter().enumerate().filter(|(_, told)| **told).map(|(i, _)| i).collect();
    let (east, south): (Vec<usize>, Vec<usize>) = (told(&maze.told.east), told(&maze.told.south));
    pieces(east.len() + south.len(), true).map(move |piece| {
        let mut maze = maze.clone();
        for i in piece {
            match i.checked_sub(east.len()) {
                None => maze.told.east[east[i]] = false,
                Some(i) => maze.told.south[south[i]] = false,
            }
        }
        maze
    })
}

/// With the start or the only goal nearer to the north-west.
fn nearer(maze: &Maze) -> impl Iterator<Item = Maze> {
    let towards_origin = |cell: usize| {
        let (row, col) = (cell / maze.cols, cell % maze.cols);
        let places = [(0, 0), (0, col), (row, 0), (row.saturating_sub(1), col), (row, col.saturating_sub(1))];
        places.into_iter().map(|(row, col)| row * maze.cols + col).filter(move |&there| there < cell)
    };
    let goal = maze.goals[0];
    let starts = towards_origin(maze.start).map(move |start| (start, goal));
    let goals = towards_origin(goal).map(|goal| (maze.start, goal));
    let only = maze.goals.len() == 1;
    starts.chain(goals).filter(move |_| only).map(|(start, goal)| {
        let mut maze = maze.clone();
        maze.move_ends(start, vec![goal]);
        maze
    })
}
