//! Trémaux's rule (Lucas, "Récréations mathématiques", 1882), for a walker without a map, who sees a passage only
//! up to the next place and finds a place known only by the marks there:
//!
//! * Mark each passage where you enter it and where you leave it: here, a mark each time it is walked.
//! * At a new place, take a passage without marks; where there is none, go back the way you came.
//! * Coming by a new passage to a known place, go back at once.
//! * Coming back by an old passage, take one without marks if there is one, else one with a single mark.
//! * No passage is walked three times. Those walked once are the way from the start to the current place.
//!
//! The path is that of depth-first search in the same order. What differs is the walk: the walker must go and
//! see what the robot of the judge knows from afar. The marks take a second byte for each cell.

use tremaux_core::{EventKind, GaveUp, Meter, try_filled};

use super::super::board::{Direction, GOAL, MOVE_SHIFT, Maze, SEEN};
use super::super::search::Order;
use super::{Search, Watch};

pub(super) fn search(
    maze: &mut Maze,
    order: Order,
    meter: &mut Meter,
    watch: &mut Watch,
) -> Result<Option<Search>, GaveUp> {
    let strides = maze.strides();
    let mut marks = Marks { of: try_filled(0, maze.cells.len())?, cols: maze.cols };
    let (mut here, mut came) = (maze.start, None);
    let (mut visited, mut retreats) = (0, 0);
    loop {
        let is_new = maze.cells[here] & SEEN == 0;
        if is_new {
            visited += 1;
            maze.cells[here] |= SEEN | came.map_or(0, |came| came as u8) << MOVE_SHIFT;
        }
        if maze.cells[here] & GOAL != 0 {
            return Ok(Some(Search { goal: Some(here), visited, retreats }));
        }
        let way_back = came.map(Direction::opposite);
        let with_marks = |count: u8| {
            let mut passages = order.directions().into_iter();
            passages.find(|&side| maze.neighbour(here, side).is_some() && marks.count(here, side) == count)
        };
        let turns_round = way_back.filter(|&back| !is_new && marks.count(here, back) == 1);
        let Some(side) = turns_round.or_else(|| with_marks(0)).or_else(|| with_marks(1)) else {
            return Ok(Some(Search { goal: None, visited, retreats }));
        };
        if meter.tick().is_break() {
            return Ok(None);
        }
        let is_retreat = marks.count(here, side) == 1;
        retreats += u64::from(is_retreat);
        marks.add(here, side);
        let there = here.wrapping_add(strides[side as usize]);
        let kind = if is_retreat { EventKind::Retreat } else { EventKind::Advance };
        if watch.step(here, there, kind).is_break() {
            return Ok(None);
        }
        here = there;
        came = Some(side);
    }
}

/// Marks in passages: two bits for the one on the east of each cell, two for the one on its south.
struct Marks {
    of: Vec<u8>,
    cols: usize,
}

impl Marks {
    /// The cell that keeps the marks of a passage, and where in its bits.
    fn place(&self, cell: usize, side: Direction) -> (usize, u32) {
        match side {
            Direction::West => (cell - 1, 0),
            Direction::North => (cell - self.cols, 2),
            Direction::East => (cell, 0),
            Direction::South => (cell, 2),
        }
    }

    fn count(&self, cell: usize, side: Direction) -> u8 {
        let (keeper, shift) = self.place(cell, side);
        self.of[keeper] >> shift & 3
    }

    fn add(&mut self, cell: usize, side: Direction) {
        let (keeper, shift) = self.place(cell, side);
        self.of[keeper] += 1 << shift;
    }
}
