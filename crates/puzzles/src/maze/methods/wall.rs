//! Wall following: one hand stays on the wall. Each cell and heading has one successor and one predecessor, so
//! the walk comes back to its first step; without a goal by then, it never meets one. In a maze without
//! loops it sees everything by then, otherwise perhaps not.

use tremaux_core::{EventKind, Meter};

use super::super::board::{Direction, GOAL, MOVE_SHIFT, Maze, SEEN};
use super::super::search::Order;
use super::{Search, Watch};

/// Which hand: the turns to try first, in quarter turns clockwise.
pub(super) const LEFT: [usize; 4] = [3, 0, 1, 2];
pub(super) const RIGHT: [usize; 4] = [1, 0, 3, 2];

pub(super) fn search(
    maze: &mut Maze,
    order: Order,
    hand: [usize; 4],
    meter: &mut Meter,
    watch: &mut Watch,
) -> Option<Search> {
    maze.cells[maze.start] |= SEEN;
    let (mut here, mut heading) = (maze.start, order.directions()[0]);
    let (mut visited, mut retreats) = (1, 0);
    let mut first_step = None;
    loop {
        if maze.cells[here] & GOAL != 0 {
            return Some(Search { goal: Some(here), visited, retreats });
        }
        let turned = hand.map(|turn| Direction::ALL[(heading as usize + turn) % 4]);
        let mut ways = turned.into_iter().filter_map(|side| Some((side, maze.neighbour(here, side)?)));
        let step = ways.next();
        let Some((side, there)) = step.filter(|_| here != maze.start || first_step != step) else {
            return Some(Search { goal: None, visited, retreats });
        };
        if meter.tick().is_break() {
            return None;
        }
        first_step = first_step.or(step);
        let is_new = maze.cells[there] & SEEN == 0;
        let kind = if is_new { EventKind::Advance } else { EventKind::Retreat };
        if watch.step(here, there, kind).is_break() {
            return None;
        }
        if is_new {
            maze.cells[there] |= SEEN | (side as u8) << MOVE_SHIFT;
            visited += 1;
        } else {
            retreats += 1;
        }
        (here, heading) = (there, side);
    }
}
