//! How the stone is walked: the plain search on the shared engine, written to be read and watched.
//!
//! A throw is made by sliding square by square; the trail keeps what each throw broke, so that it can be
//! put back. Iterative deepening with the relaxed distance of [`Bound`] as its admissible bound finds a
//! shortest route. The engine of [`fast`](super::fast) answers the same, much faster, and cannot be watched.

use tremaux_core::Meter;
use tremaux_drawing::{CellState, Mark};
use tremaux_search::{Backtrack, Bounded, DeepeningEnd, DeepeningSearch, Event, Visitor};

use super::board::{BLOCK, GOAL, Slide, VACANT};
use super::fast::{beyond, bound::Bound};
use super::memory::{OutOfMemory, copied};
use super::{Board, Direction, GaveUp, Reason, Route, Solution, Throw, reached};
use crate::observe::{Metered, Visible};

/// A stone under way.
pub(super) struct Position<'a> {
    board: &'a Board,
    bound: &'a Bound,
    codes: Vec<u8>,
    stone: usize,
    /// How it came: throw, square before it.
    trail: Vec<(Throw, usize)>,
}

impl<'a> Position<'a> {
    pub fn new(board: &'a Board, bound: &'a Bound) -> Result<Self, OutOfMemory> {
        let stone = board.square(board.start()).unwrap_or(0);
        let mut codes = copied(board.codes())?;
        codes[stone] = VACANT;
        Ok(Position { board, bound, codes, stone, trail: Vec::new() })
    }

    /// The throws made so far.
    pub fn route(&self) -> Route {
        Route { throws: self.trail.iter().map(|(throw, _)| *throw).collect() }
    }
}

impl Backtrack for Position<'_> {
    type Move = Direction;

    fn is_goal(&self) -> bool {
        self.codes[self.stone] == GOAL
    }

    fn next_move(&self, last: Option<Direction>) -> Option<Direction> {
        let untried = &Direction::ALL[last.map_or(0, |last| last as usize + 1)..];
        untried.iter().copied().find(|&direction| {
            matches!(self.board.slide(&self.codes, self.stone, direction), Slide::Stops { .. } | Slide::Goal)
        })
    }

    fn make(&mut self, direction: Direction) {
        let before = self.stone;
        let broken = match self.board.slide(&self.codes, before, direction) {
            Slide::Stops { stop, block } => {
                self.stone = stop;
                self.codes[block] = VACANT;
                Some(self.board.cell(block))
            }
            _ => {
                self.stone = self.board.square(self.board.goal()).unwrap_or(0);
                None
            }
        };
        self.trail.push((Throw { direction, stop: self.board.cell(self.stone), broken }, before));
    }

    fn unmake(&mut self) -> Option<Direction> {
        let (throw, before) = self.trail.pop()?;
        self.stone = before;
        if let Some(block) = throw.broken.and_then(|cell| self.board.square(cell)) {
            self.codes[block] = BLOCK;
        }
        Some(throw.direction)
    }
}

impl Bounded for Position<'_> {
    fn lower_bound(&self) -> u32 {
        if self.is_goal() { 0 } else { self.bound.distance(self.board.cell(self.stone)) }
    }
}

impl Visible for Position<'_> {
    fn marks(&self, event: Event<Direction>, marks: &mut Vec<Mark>) {
        let mut mark = |cell, look, number| marks.push(Mark { cell, look, number });
        let depth = self.trail.len() as u32;
        match event {
            Event::Make(_) => {
                let Some(&(throw, before)) = self.trail.last() else { return };
                mark(self.board.cell(before), CellState::Path, Some(depth - 1).filter(|&depth| depth > 0));
                if let Some(block) = throw.broken {
                    mark(block, CellState::Broken, None);
                }
                mark(throw.stop, CellState::Head, Some(depth));
            }
            // What the newest throw left and broke is known only from where it began: the throw is still
            // possible, and does what it did.
            Event::Unmake(direction) => {
                let (left, block) = match self.board.slide(&self.codes, self.stone, direction) {
                    Slide::Stops { stop, block } => (self.board.cell(stop), Some(self.board.cell(block))),
                    _ => (self.board.goal(), None),
                };
                if let Some(block) = block {
                    mark(block, CellState::Block, None);
                }
                let earlier = self.trail.iter().rposition(|(throw, _)| throw.stop == left);
                match earlier {
                    Some(throw) => mark(left, CellState::Path, Some(throw as u32 + 1)),
                    None if left == self.board.start() => mark(left, CellState::Start, None),
                    None if left == self.board.goal() => mark(left, CellState::Goal, None),
                    None => mark(left, CellState::Retreat, None),
                }
                mark(self.board.cell(self.stone), CellState::Head, Some(depth).filter(|&depth| depth > 0));
            }
            _ => {}
        }
    }
}

/// A shortest route by the plain search, shown to a visitor. Without a limit on the throws for `None`.
pub(super) fn shortest<'a>(
    board: &'a Board,
    bound: &'a Bound,
    max_throws: Option<u32>,
    meter: &mut Meter,
    visitor: impl Visitor<Position<'a>>,
) -> Result<Solution, GaveUp> {
    let limit = max_throws.unwrap_or(u32::MAX);
    let mut search = DeepeningSearch::new(Position::new(board, bound)?, limit);
    match search.next_goal(&mut (Metered(meter), visitor)) {
        DeepeningEnd::Found(_) => Ok(Solution::Reached(search.position().route())),
        DeepeningEnd::BeyondLimit => Ok(beyond(board, limit)),
        DeepeningEnd::Exhausted => Ok(Solution::Never(bound.refutes(board).unwrap_or(Reason::Exhausted))),
        DeepeningEnd::Stopped => Err(reached(meter)),
    }
}
