//! Smaller mazes of a given one, for the search for the smallest that still does something.
//!
//! The order of size: fewer cells, fewer goals, fewer inner walls, fewer declared outer walls, ends nearer to the
//! north-west. Every candidate is smaller than its parent, so every chain ends.

use std::ops::Range;

use tremaux_core::{GaveUp, try_collected};

use super::board::{EAST, Maze, SOUTH};

/// The cells of all candidates together: a large board has few, its biggest bites.
const MAX_CELLS: usize = 1 << 22;

/// The candidates, the smallest first, as many as memory allows. If the goal can be reached, it still can be.
pub(super) fn shrink_candidates(maze: &Maze) -> Vec<Maze> {
    let most = (MAX_CELLS / maze.cells.len()).max(16);
    let Ok(shortest) = maze.shortest() else { return vec![] };
    let candidates = cuts(maze)
        .chain(single_goals(maze))
        .chain(openings(maze))
        .chain(undeclared(maze))
        .chain(nearer(maze));
    let is_solvable =
        |candidate: &Maze| shortest.is_none() || candidate.shortest().is_ok_and(|s| s.is_some());
    candidates.take(most).map_while(Result::ok).filter(is_solvable).collect()
}

/// Halves, quarters, eighths, ... of `0..count`, down to single numbers; never all of it.
fn pieces(count: usize, all_too: bool) -> impl Iterator<Item = Range<usize>> {
    let first = if all_too { count } else { count / 2 };
    std::iter::successors(Some(first), |size| Some(size / 2))
        .take_while(|&size| size > 0)
        .flat_map(move |size| (0..count).step_by(size).map(move |from| from..(from + size).min(count)))
}

/// Without some rows, or without some columns.
fn cuts(maze: &Maze) -> impl Iterator<Item = Result<Maze, GaveUp>> {
    let rows = pieces(maze.rows, false).map(|rows| (rows, 0..0));
    let cols = pieces(maze.cols, false).map(|cols| (0..0, cols));
    rows.chain(cols).map(|(rows, cols)| cut(maze, rows, cols))
}

fn cut(maze: &Maze, rows: Range<usize>, cols: Range<usize>) -> Result<Maze, GaveUp> {
    let left_rows: Vec<usize> = (0..maze.rows).filter(|row| !rows.contains(row)).collect();
    let left_cols: Vec<usize> = (0..maze.cols).filter(|col| !cols.contains(col)).collect();
    let cells = left_rows.iter().flat_map(|row| left_cols.iter().map(move |&col| maze.code(*row, col)));
    // An end in a row that goes moves to the row that takes its place, or to the last one.
    let follow = |left: &[usize], line: usize| left.partition_point(|&l| l < line).min(left.len() - 1);
    let end = |cell: usize| {
        follow(&left_rows, cell / maze.cols) * left_cols.len() + follow(&left_cols, cell % maze.cols)
    };
    let goals = maze.goals.iter().map(|&goal| end(goal)).collect();
    let cells = try_collected(left_rows.len() * left_cols.len(), cells)?;
    Maze::assemble(left_rows.len(), left_cols.len(), cells, end(maze.start), goals)
}

/// With one goal of several.
fn single_goals(maze: &Maze) -> impl Iterator<Item = Result<Maze, GaveUp>> {
    let several = maze.goals.iter().filter(|_| maze.goals.len() > 1);
    several.map(|&goal| changed(maze, |maze| maze.move_ends(maze.start, vec![goal])))
}

/// Without some inner walls.
fn openings(maze: &Maze) -> impl Iterator<Item = Result<Maze, GaveUp>> {
    // Wall 2n is on the east of cell n, wall 2n + 1 on its south.
    let place = |wall: usize| (wall / 2, if wall.is_multiple_of(2) { EAST } else { SOUTH });
    let inner = |&wall: &usize| {
        let (cell, side) = place(wall);
        let outer = match side {
            EAST => (cell + 1) % maze.cols == 0,
            _ => cell + maze.cols >= maze.cells.len(),
        };
        maze.cells[cell] & side != 0 && !outer
    };
    let most = 2 * maze.cells.len();
    let walls = try_collected(most, (0..most).filter(inner)).unwrap_or_default();
    pieces(walls.len(), true).map(move |piece| {
        changed(maze, |maze| {
            for (cell, side) in walls[piece].iter().map(|&wall| place(wall)) {
                maze.cells[cell] &= !side;
            }
        })
    })
}

/// With fewer declared outer walls.
fn undeclared(maze: &Maze) -> impl Iterator<Item = Result<Maze, GaveUp>> {
    let declared = |flags: &[bool]| (0..flags.len()).filter(|&i| flags[i]).collect();
    let (east, south): (Vec<usize>, Vec<usize>) =
        (declared(&maze.declared.east), declared(&maze.declared.south));
    pieces(east.len() + south.len(), true).map(move |piece| {
        changed(maze, |maze| {
            for i in piece {
                match i.checked_sub(east.len()) {
                    None => maze.declared.east[east[i]] = false,
                    Some(i) => maze.declared.south[south[i]] = false,
                }
            }
        })
    })
}

/// With the start or the only goal nearer to the north-west.
fn nearer(maze: &Maze) -> impl Iterator<Item = Result<Maze, GaveUp>> {
    let towards_origin = |cell: usize| {
        let (row, col) = (cell / maze.cols, cell % maze.cols);
        let places = [(0, 0), (0, col), (row, 0), (row.saturating_sub(1), col), (row, col.saturating_sub(1))];
        places.into_iter().map(|(row, col)| row * maze.cols + col).filter(move |&there| there < cell)
    };
    let goal = maze.goals[0];
    let starts = towards_origin(maze.start).map(move |start| (start, goal));
    let goals = towards_origin(goal).map(|goal| (maze.start, goal));
    let only = maze.goals.len() == 1;
    let ends = starts.chain(goals).filter(move |_| only);
    ends.map(|(start, goal)| changed(maze, |maze| maze.move_ends(start, vec![goal])))
}

/// A changed copy.
fn changed(maze: &Maze, change: impl FnOnce(&mut Maze)) -> Result<Maze, GaveUp> {
    let mut maze = maze.try_clone()?;
    change(&mut maze);
    Ok(maze)
}
