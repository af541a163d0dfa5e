//! Ways to search a maze. All of them leave the same marks in the cells: where they have been, and by which
//! move they came there first, so that whatever is said of a path is said once.

mod breadth_first;
mod dead_ends;
mod tremaux;
mod wall;
mod watch;

use tremaux_core::{GaveUp, Meter};
use tremaux_search::{SearchEnd, Visitor};

use super::board::Maze;
use super::fast;
use super::search::{Order, Walk};
use crate::observe::{Metered, Spectator};
pub(super) use watch::Watch;

/// How a maze is searched. An order of the directions decides wherever there is a choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// The judge's robot: depth-first.
    #[default]
    DepthFirst,
    /// In circles around the start: finds a shortest path.
    BreadthFirst,
    /// Fills dead ends until there are none, then walks depth-first in what is left. In a maze without loops
    /// that is the path.
    DeadEnds,
    /// Trémaux's rule for a walker who sees only the current place, and marks passages.
    Tremaux,
    /// Keeps the left hand on the wall. Goes round and round where a loop keeps it from the goal.
    WallLeft,
    /// Keeps the right hand on the wall.
    WallRight,
}

impl Method {
    /// All methods, and beside them their names.
    pub(super) const ALL: [Method; 6] = [
        Method::DepthFirst,
        Method::BreadthFirst,
        Method::DeadEnds,
        Method::Tremaux,
        Method::WallLeft,
        Method::WallRight,
    ];
    pub(super) const NAMES: [&'static str; 6] =
        ["dfs", "bfs", "dead-end", "tremaux", "wall-left", "wall-right"];
}

/// What came of a search. The marks are in the cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Search {
    /// The goal that was reached. `None` is a proof that none can be.
    pub goal: Option<usize>,
    /// Cells that it has been in, or has filled.
    pub visited: u64,
    /// Steps back.
    pub retreats: u64,
}

/// Searches the maze, before an observer if there is one. Fails at a limit, and where the method is not up to the
/// maze. Observed or not, a method makes the same steps.
pub(super) fn search(
    maze: &mut Maze,
    method: Method,
    order: Order,
    meter: &mut Meter,
    watch: &mut Watch,
) -> Result<Search, GaveUp> {
    maze.begin_search();
    let found = match method {
        Method::DepthFirst => depth_first(maze, order, meter, watch),
        Method::BreadthFirst => breadth_first::search(maze, order, meter, watch)?,
        Method::DeadEnds => dead_ends::search(maze, order, meter, watch),
        Method::Tremaux => tremaux::search(maze, order, meter, watch)?,
        Method::WallLeft => wall::search(maze, order, wall::LEFT, meter, watch),
        Method::WallRight => wall::search(maze, order, wall::RIGHT, meter, watch),
    };
    let found = found.ok_or_else(|| meter.stopped())?;
    if found.goal.is_none()
        && matches!(method, Method::WallLeft | Method::WallRight)
        && let Some(steps) = maze.shortest()?
    {
        return Err(GaveUp::Unsupported(format!(
            "the wall leads back to the start and by no goal, though one is {steps} steps away: there are loops"
        )));
    }
    Ok(found)
}

/// The judge's walk through the cells that are not marked as seen: the fast one, unless it is observed.
fn depth_first(maze: &mut Maze, order: Order, meter: &mut Meter, watch: &mut Watch) -> Option<Search> {
    match watch.observer() {
        None => fast::walk(maze, order, meter),
        Some(observer) => walk(maze, order, &mut (Metered(meter), Spectator::new(observer))),
    }
}

/// The walk on the engine, before a visitor; `None` where that broke off.
pub(super) fn walk<'a>(
    maze: &'a mut Maze,
    order: Order,
    visitor: &mut impl Visitor<Walk<'a>>,
) -> Option<Search> {
    let mut search = tremaux_search::Search::new(Walk::new(maze, order));
    let end = search.next_goal(visitor);
    let walk = search.into_position();
    let goal = match end {
        SearchEnd::Found => Some(walk.here),
        SearchEnd::Exhausted => None,
        SearchEnd::Stopped => return None,
    };
    Some(Search { goal, visited: walk.visited, retreats: walk.retreats })
}
