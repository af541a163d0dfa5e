//! The robot's walk: depth-first, in a fixed order of the four directions.
//!
//! Leaving a cell leaves its mark, so a cell is never entered twice, and the moves before the one taken
//! last are known to be closed: they led to walls or to cells with marks. The first open move is therefore
//! the next move, and nothing need be remembered of what was tried.

use std::str::FromStr;

use tremaux_core::Diagnostic;
use tremaux_drawing::{CellState, Mark};
use tremaux_search::{Backtrack, Event};

use super::board::{Direction, EAST, GOAL, MOVE_SHIFT, Maze, SEEN, SOUTH};
use crate::observe::Visible;

/// The order in which a walk tries the four directions. West, north, east, south by default.
///
/// ```
/// use tremaux_puzzles::maze::{Direction, Order};
/// let order: Order = "ESWN".parse().unwrap();
/// assert_eq!(order.directions()[0], Direction::East);
/// assert!("ESWW".parse::<Order>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order([Direction; 4]);

impl Order {
    /// The directions, first choice first.
    pub fn directions(self) -> [Direction; 4] {
        self.0
    }
}

impl Default for Order {
    fn default() -> Self {
        Order(Direction::ALL)
    }
}

impl FromStr for Order {
    type Err = Diagnostic;

    /// Each of the letters W, N, E, S once, in either case.
    fn from_str(text: &str) -> Result<Self, Diagnostic> {
        let direction = |letter: char| {
            Direction::ALL.into_iter().find(|direction| direction.letter() == letter.to_ascii_uppercase())
        };
        let directions: Option<Vec<Direction>> = text.chars().map(direction).collect();
        let order = directions.and_then(|directions| <[Direction; 4]>::try_from(directions).ok());
        order
            .filter(|order| Direction::ALL.iter().all(|direction| order.contains(direction)))
            .map(Order)
            .ok_or_else(|| {
                Diagnostic::expected("each of W, N, E, S once, as in WNES").found(format!("{text:?}"))
            })
    }
}

/// A walk through a maze: marks each cell with the move by which it came.
pub(super) struct Walk<'a> {
    cells: &'a mut [u8],
    strides: [usize; 4],
    start: usize,
    /// The cell that the robot is in.
    pub here: usize,
    /// Cells that it has been in.
    pub visited: u64,
    /// How often it went a step back.
    pub retreats: u64,
    /// For each set of open directions (bit 0 for west to bit 3 for south): the one to take.
    choice: [Option<Step>; 16],
}

/// A step to a neighbour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    direction: Direction,
    /// How far that is in cell numbers; to be added with wrapping.
    stride: usize,
}

impl<'a> Walk<'a> {
    /// Begins at the start. Cells that are marked as seen are not entered.
    pub fn new(maze: &'a mut Maze, order: Order) -> Self {
        let (strides, start) = (maze.strides(), maze.start);
        maze.cells[start] |= SEEN;
        let first = |open: usize| order.0.into_iter().find(|&direction| open >> direction as usize & 1 != 0);
        let step = |direction| Step { direction, stride: strides[direction as usize] };
        let choice = std::array::from_fn(|open| first(open).map(step));
        Walk { cells: &mut maze.cells, strides, start, here: start, visited: 1, retreats: 0, choice }
    }

    /// The number of the cell that it is in, on the way from the start, from 1.
    fn number(&self) -> u32 {
        (self.visited - self.retreats) as u32
    }

    /// A cell, or walls and a mark where there is none.
    #[inline(always)]
    fn look(&self, index: usize) -> u8 {
        self.cells.get(index).copied().unwrap_or(EAST | SOUTH | SEEN)
    }
}

impl Backtrack for Walk<'_> {
    type Move = Step;

    #[inline(always)]
    fn is_goal(&self) -> bool {
        self.look(self.here) & GOAL != 0
    }

    #[inline(always)]
    fn next_move(&self, _last: Option<Step>) -> Option<Step> {
        let [west, north, east, south] = self.strides.map(|stride| self.look(self.here.wrapping_add(stride)));
        let here = self.look(self.here);
        // The wall towards west or north is stored there, the wall towards east or south is stored here.
        let closed = [
            west & (EAST | SEEN),
            north & (SOUTH | SEEN),
            here & EAST | east & SEEN,
            here & SOUTH | south & SEEN,
        ];
        let open = (0..4).fold(0, |open, i| open | usize::from(closed[i] == 0) << i);
        self.choice[open]
    }

    #[inline(always)]
    fn make(&mut self, step: Step) {
        self.here = self.here.wrapping_add(step.stride);
        self.visited += 1;
        self.cells[self.here] |= SEEN | (step.direction as u8) << MOVE_SHIFT;
    }

    #[inline(always)]
    fn unmake(&mut self) -> Option<Step> {
        if self.here == self.start {
            return None;
        }
        let direction = Direction::of(self.look(self.here));
        let stride = self.strides[direction as usize];
        self.here = self.here.wrapping_sub(stride);
        self.retreats += 1;
        Some(Step { direction, stride })
    }
}

/// The walk knows no columns, only how far it is to the next row.
impl Visible for Walk<'_> {
    fn marks(&self, event: Event<Step>, marks: &mut Vec<Mark>) {
        let cols = self.strides[Direction::South as usize];
        let mut mark = |index: usize, look, number| {
            let cell = tremaux_drawing::Cell::new((index / cols) as u32, (index % cols) as u32);
            marks.push(Mark { cell, look, number });
        };
        match event {
            Event::Make(step) => {
                mark(self.here.wrapping_sub(step.stride), CellState::Path, Some(self.number() - 1));
                mark(self.here, CellState::Head, Some(self.number()));
            }
            Event::Unmake(step) => {
                mark(self.here.wrapping_add(step.stride), CellState::Retreat, None);
                mark(self.here, CellState::Head, Some(self.number()));
            }
            _ => {}
        }
    }
}
