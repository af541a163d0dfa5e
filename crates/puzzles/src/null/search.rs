//! How the walk goes: one step, or two; back where both are water.

use tremaux_drawing::{Cell, CellState, Mark};
use tremaux_search::{Backtrack, Event};

use crate::observe::Visible;

/// A walk over the stones. The route is its own record of how it came.
pub(super) struct Walk<'a> {
    pub stones: &'a [bool],
    /// The squares stood on, the first square first; never empty.
    pub route: Vec<usize>,
}

impl<'a> Walk<'a> {
    /// Begins on the first square of a row that has one.
    pub fn new(stones: &'a [bool]) -> Self {
        Walk { stones, route: vec![0] }
    }

    /// The way, where the walk has reached the last square.
    pub fn way(&self) -> Option<&[usize]> {
        self.is_goal().then_some(&self.route)
    }

    fn here(&self) -> usize {
        self.route.last().copied().unwrap_or(0)
    }
}

impl Backtrack for Walk<'_> {
    /// How many squares forward.
    type Move = usize;

    fn is_goal(&self) -> bool {
        self.here() + 1 == self.stones.len()
    }

    fn next_move(&self, last: Option<usize>) -> Option<usize> {
        (last.map_or(1, |step| step + 1)..=2).find(|step| self.stones.get(self.here() + step) == Some(&true))
    }

    fn make(&mut self, step: usize) {
        self.route.push(self.here() + step);
    }

    fn unmake(&mut self) -> Option<usize> {
        if self.route.len() == 1 {
            return None;
        }
        let from = self.route.pop()?;
        Some(from - self.here())
    }
}

impl Visible for Walk<'_> {
    fn marks(&self, event: Event<usize>, marks: &mut Vec<Mark>) {
        let mut mark = |square: usize, look, number| {
            marks.push(Mark { cell: Cell::new(0, square as u32), look, number });
        };
        let number = Some(self.route.len() as u32);
        match event {
            Event::Make(step) => {
                mark(self.here() - step, CellState::Path, number.map(|n| n - 1));
                mark(self.here(), CellState::Head, number);
            }
            Event::Unmake(step) => {
                mark(self.here() + step, CellState::Retreat, None);
                mark(self.here(), CellState::Head, number);
            }
            _ => {}
        }
    }
}
