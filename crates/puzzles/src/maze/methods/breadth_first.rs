//! Breadth-first search: the cells of one distance, then those of the next.

use tremaux_core::{GaveUp, Meter, try_push};

use super::super::board::{GOAL, MOVE_SHIFT, Maze, SEEN};
use super::super::search::Order;
use super::{Search, Watch};

pub(super) fn search(
    maze: &mut Maze,
    order: Order,
    meter: &mut Meter,
    watch: &mut Watch,
) -> Result<Option<Search>, GaveUp> {
    maze.cells[maze.start] |= SEEN;
    let mut front = vec![maze.start as u32];
    let mut visited = 1;
    while !front.is_empty() {
        let mut next = Vec::new();
        for here in front.into_iter().map(|here| here as usize) {
            if maze.cells[here] & GOAL != 0 {
                return Ok(Some(Search { goal: Some(here), visited, retreats: 0 }));
            }
            for side in order.directions() {
                let there = maze.neighbour(here, side).filter(|&there| maze.cells[there] & SEEN == 0);
                let Some(there) = there else { continue };
                if meter.tick().is_break() || watch.visit(there).is_break() {
                    return Ok(None);
                }
                maze.cells[there] |= SEEN | (side as u8) << MOVE_SHIFT;
                visited += 1;
                try_push(&mut next, there as u32)?;
            }
        }
        front = next;
    }
    Ok(Some(Search { goal: None, visited, retreats: 0 }))
}
