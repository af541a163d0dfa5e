//! Ways to search a maze. All of them leave the same marks in the cells: where they have been, and by which
//! move they came there first, so that whatever is said of a path is said once.

use std::ops::ControlFlow;

use tremaux_core::{Limit, Meter};
use tremaux_search::{End, Tally, Visitor, depth_first};

use super::board::{GOAL, MOVE_SHIFT, Maze, SEEN};
use super::search::{Order, Walk};
use crate::stage::Metered;

/// How a maze is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// The judge's robot: depth-first, in a fixed order of the directions.
    #[default]
    DepthFirst,
    /// In circles around the start: finds a shortest path.
    BreadthFirst,
}

impl Method {
    /// All methods, and beside them their names.
    pub(super) const ALL: [Method; 2] = [Method::DepthFirst, Method::BreadthFirst];
    pub(super) const NAMES: [&'static str; 2] = ["dfs", "bfs"];
}

/// What came of a search. The marks are in the cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Search {
    /// The goal that was reached. `None` is a proof that none can be.
    pub goal: Option<usize>,
    pub visited: u64,
    pub retreats: u64,
}

/// Searches the maze.
pub(super) fn search(
    maze: &mut Maze,
    method: Method,
    order: Order,
    meter: &mut Meter,
) -> Result<Search, Limit> {
    match method {
        Method::DepthFirst => walk(maze, order, &mut Metered(meter)).ok_or(()),
        Method::BreadthFirst => breadth_first(maze, order, meter).ok_or(()),
    }
    .map_err(|()| meter.limit().cloned().unwrap_or(Limit::Cancelled))
}

/// The walk on the engine, before a visitor; `None` where that broke off.
pub(super) fn walk<'a>(
    maze: &'a mut Maze,
    order: Order,
    visitor: &mut impl Visitor<Walk<'a>>,
) -> Option<Search> {
    let mut tally = Tally::default();
    let mut walk = Walk::new(maze, order);
    let goal = match depth_first(&mut walk, &mut (visitor, &mut tally)) {
        End::Found => Some(walk.here),
        End::Exhausted => None,
        End::Stopped => return None,
    };
    Some(Search { goal, visited: tally.makes + 1, retreats: tally.unmakes })
}

/// A queue of cells, those of one distance and those of the next.
fn breadth_first(maze: &mut Maze, order: Order, meter: &mut Meter) -> Option<Search> {
    maze.begin_search();
    maze.cells[maze.start] |= SEEN;
    let mut front = vec![maze.start as u32];
    let mut visited = 1;
    while !front.is_empty() {
        let mut next = Vec::new();
        for here in front.into_iter().map(|here| here as usize) {
            if maze.cells[here] & GOAL != 0 {
                return Some(Search { goal: Some(here), visited, retreats: 0 });
            }
            for side in order.directions() {
                let Some(there) = maze.neighbour(here, side).filter(|&there| maze.cells[there] & SEEN == 0)
                else {
                    continue;
                };
                if let ControlFlow::Break(()) = meter.tick() {
                    return None;
                }
                maze.cells[there] |= SEEN | (side as u8) << MOVE_SHIFT;
                visited += 1;
                next.push(there as u32);
            }
        }
        front = next;
    }
    Some(Search { goal: None, visited, retreats: 0 })
}
