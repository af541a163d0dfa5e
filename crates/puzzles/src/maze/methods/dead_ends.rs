//! Dead-end filling: a cell with one way out, or none, is on no path, unless it is an end of it. It is filled,
//! and then its neighbour may be a dead end. A filled cell is marked as seen, so that a walk through what is
//! left does not enter it.

use tremaux_core::Meter;

use super::super::board::{Direction, GOAL, Maze, SEEN, SOLID};
use super::super::search::Order;
use super::{Search, Watch, depth_first};

pub(super) fn search(maze: &mut Maze, order: Order, meter: &mut Meter, watch: &mut Watch) -> Option<Search> {
    let mut filled = 0;
    for first in 0..maze.cells.len() {
        let mut next = Some(first);
        while let Some(cell) = next.filter(|&cell| is_fillable(maze, cell)) {
            let mut ways_out = Direction::ALL
                .into_iter()
                .filter_map(|side| maze.neighbour(cell, side))
                .filter(|&there| maze.cells[there] & SEEN == 0);
            next = ways_out.next();
            if ways_out.next().is_some() {
                break;
            }
            if meter.tick().is_break() || watch.visit(cell).is_break() {
                return None;
            }
            maze.cells[cell] |= SEEN;
            filled += 1;
        }
    }
    let found = depth_first(maze, order, meter, watch)?;
    Some(Search { visited: found.visited + filled, ..found })
}

fn is_fillable(maze: &Maze, cell: usize) -> bool {
    maze.cells[cell] & (SEEN | GOAL | SOLID) == 0 && cell != maze.start
}
