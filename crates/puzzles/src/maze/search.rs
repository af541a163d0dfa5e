//! The robot's walk: depth-first, in a fixed order of the four directions.
//!
//! Leaving a cell leaves its mark, so a cell is never entered twice, and the moves before the one taken
//! last are known to be closed: they led to walls or to cells with marks. The first open move is therefore
//! the next move, and nothing need be remembered of what was tried.

use std::str::FromStr;

use tremaux_core::Diagnostic;
use tremaux_drawing::{Look, Mark};
use tremaux_search::{Backtrack, Event};

use super::board::{Direction, EAST, GOAL, MOVE_SHIFT, Maze, SEEN, SOUTH};
use crate::stage::Visible;

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
    /// Its number on the way from the start, from 1.
    number: u32,
    /// For each set of open directions (bit 0 for west to bit 3 for south): the one to take.
    choice: [Option<Direction>; 16],
}

impl<'a> Walk<'a> {
    /// Stands at the start. Cells that are marked as seen are not entered.
    pub fn new(maze: &'a mut Maze, order: Order) -> Self {
        let (strides, start) = (maze.strides(), maze.start);
        maze.cells[start] |= SEEN;
        let first = |open: usize| order.0.into_iter().find(|&direction| open >> direction as usize & 1 != 0);
        let choice = std::array::from_fn(first);
        Walk { cells: &mut maze.cells, strides, start, here: start, number: 1, choice }
    }

    fn stride(&self, direction: Direction) -> usize {
        self.strides[direction as usize]
    }

    /// A cell, or walls and a mark where there is none.
    #[inline(always)]
    fn look(&self, index: usize) -> u8 {
        self.cells.get(index).copied().unwrap_or(EAST | SOUTH | SEEN)
    }
}

impl Backtrack for Walk<'_> {
    type Move = Direction;

    #[inline(always)]
    fn is_goal(&self) -> bool {
        self.look(self.here) & GOAL != 0
    }

    #[inline(always)]
    fn next_move(&self, _last: Option<Direction>) -> Option<Direction> {
        let [west, north, east, south] = self.strides.map(|stride| self.look(self.here.wrapping_add(stride)));
        let here = self.look(self.here);
        // The wall towards west or north is told over there, the wall towards east or south is told here.
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
    fn make(&mut self, direction: Direction) {
        self.here = self.here.wrapping_add(self.stride(direction));
        self.number += 1;
        self.cells[self.here] |= SEEN | (direction as u8) << MOVE_SHIFT;
    }

    #[inline(always)]
    fn unmake(&mut self) -> Option<Direction> {
        if self.here == self.start {
            return None;
        }
        let direction = Direction::of(self.look(self.here));
        self.here = self.here.wrapping_sub(self.stride(direction));
        self.number -= 1;
        Some(direction)
    }
}

/// The walk knows no columns, only how far it is to the next row.
impl Visible for Walk<'_> {
    fn marks(&self, event: Event<Direction>, marks: &mut Vec<Mark>) {
        let cols = self.strides[Direction::South as usize];
        let mut mark = |index: usize, look, number| {
            let cell = tremaux_drawing::Cell::new((index / cols) as u32, (index % cols) as u32);
            marks.push(Mark { cell, look, number });
        };
        match event {
            Event::Make(direction) => {
                mark(self.here.wrapping_sub(self.stride(direction)), Look::Path, Some(self.number - 1));
                mark(self.here, Look::Head, Some(self.number));
            }
            Event::Unmake(direction) => {
                mark(self.here.wrapping_add(self.stride(direction)), Look::Retreat, None);
                mark(self.here, Look::Head, Some(self.number));
            }
            _ => {}
        }
    }
}
