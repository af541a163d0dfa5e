//! The board: a byte a cell.
//!
//! Eight bits are all that a cell needs. Two are its walls: a wall between two cells is stored once, by
//! its western or northern neighbour. One says that the search has been here, and two by which move it
//! came, so that a walk of any length takes itself back without a stack. One bit each says that the
//! cell is a goal, that it lies on the path that was found, and that it is solid, as a black pixel of a
//! picture is. A board of 10^9 cells is a gigabyte, searched and answered in place.

use tremaux_core::{Budget, Diagnostic, GaveUp, try_collected, try_copied, try_filled, try_push};
use tremaux_drawing::Cell;

use super::methods::{self, Method, Watch};
use super::search::Order;
use super::solution::Solution;

/// The bits of a cell. [`EAST`] and [`SOUTH`] are the codes of the judge's input.
pub(super) const EAST: u8 = 1;
pub(super) const SOUTH: u8 = 2;
pub(super) const SEEN: u8 = 4;
pub(super) const MOVE: u8 = 8 + 16;
pub(super) const MOVE_SHIFT: u32 = 3;
pub(super) const GOAL: u8 = 32;
pub(super) const PATH: u8 = 64;
pub(super) const SOLID: u8 = 128;
/// What a search leaves behind.
const MARKS: u8 = SEEN | MOVE | PATH;

/// A direction on the board; the numbers fit in two bits of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Direction {
    /// To the left.
    West,
    /// Up.
    North,
    /// To the right.
    East,
    /// Down.
    South,
}

impl Direction {
    /// All four, in the order of the judge's robot.
    pub const ALL: [Direction; 4] = [Direction::West, Direction::North, Direction::East, Direction::South];

    /// The direction back.
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 2) % 4]
    }

    /// The initial: `W`, `N`, `E` or `S`.
    pub const fn letter(self) -> char {
        ['W', 'N', 'E', 'S'][self as usize]
    }

    /// By which move the search came to a cell, or goes on from it once the path is turned round.
    #[inline(always)]
    pub(super) fn of(cell: u8) -> Self {
        match (cell & MOVE) >> MOVE_SHIFT {
            0 => Direction::West,
            1 => Direction::North,
            2 => Direction::East,
            _ => Direction::South,
        }
    }
}

/// A rectangle of cells with walls between them, a start and one or more goals. The outer walls are
/// always there. Cells are counted from 0 at the north-west.
///
/// ```
/// use tremaux_drawing::Cell;
/// use tremaux_puzzles::maze::{Direction, Maze, Method, Order};
///
/// // +---+---+---+
/// // | S |   | G |
/// // +   +   +   +
/// // |           |
/// // +---+---+---+
/// let codes = vec![1, 1, 0, 0, 0, 0]; // 1: wall on the east, 2: on the south
/// let mut maze = Maze::new(2, 3, codes, Cell::new(0, 0), &[Cell::new(0, 2)]).unwrap();
/// assert!(maze.has_wall(Cell::new(0, 1), Direction::West));
/// let solution = maze.solve(Method::DepthFirst, Order::default()).unwrap();
/// assert_eq!((solution.steps(), solution.visited(), solution.retreats()), (Some(4), 6, 1));
/// let path: Vec<Cell> = solution.path().collect();
/// assert_eq!(path[1], Cell::new(1, 0));
/// ```
#[derive(Clone, Debug)]
pub struct Maze {
    pub(super) rows: usize,
    pub(super) cols: usize,
    pub(super) start: usize,
    /// Ascending, at least one.
    pub(super) goals: Vec<usize>,
    /// Row by row. The outer walls are in it.
    pub(super) cells: Vec<u8>,
    pub(super) declared: DeclaredOuterWalls,
    /// Whether the cells hold marks of a search.
    marked: bool,
}

/// The outer walls that the codes of the input declare. All of them exist, but programs depend on the codes, so
/// what is written must be what was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DeclaredOuterWalls {
    /// For each row: whether its last cell declares the wall on its east.
    pub east: Vec<bool>,
    /// For each column: whether its last cell declares the wall on its south.
    pub south: Vec<bool>,
}

/// The most cells of a board: their numbers, and so those of a path, fit into 32 bits.
pub(super) const MAX_CELLS: u64 = u32::MAX as u64;

/// The number of cells of a board of this size.
pub(super) fn cell_count(rows: u32, cols: u32) -> Result<usize, Diagnostic> {
    match u64::from(rows) * u64::from(cols) {
        count @ 1..=MAX_CELLS => Ok(count as usize),
        count => Err(Diagnostic::expected(format!("1 to {MAX_CELLS} cells")).found(count)),
    }
}

impl Maze {
    /// The board with these codes, row by row: 1 = wall on the east side, 2 = wall on the south side, 3 =
    /// both, 0 = none.
    ///
    /// Fails unless there are `rows * cols` codes from 0 to 3, one cell to 2^32 - 1 of them, the start and
    /// the goals are on the board, and there is a goal.
    pub fn new(
        rows: u32,
        cols: u32,
        codes: Vec<u8>,
        start: Cell,
        goals: &[Cell],
    ) -> Result<Self, Diagnostic> {
        let count = cell_count(rows, cols)?;
        if codes.len() != count {
            return Err(Diagnostic::expected(format!("{count} codes")).found(codes.len()));
        }
        if let Some(code) = codes.iter().find(|&&code| code > EAST | SOUTH) {
            return Err(Diagnostic::expected("codes from 0 to 3").found(code));
        }
        if let Some(cell) = goals.iter().chain([&start]).find(|cell| cell.row >= rows || cell.col >= cols) {
            let found = format!("row {}, column {}", cell.row, cell.col);
            return Err(Diagnostic::expected(format!("cells of a {rows} x {cols} board")).found(found));
        }
        if goals.is_empty() {
            return Err(Diagnostic::expected("a goal").found("none"));
        }
        let index = |cell: &Cell| cell.row as usize * cols as usize + cell.col as usize;
        let goals = goals.iter().map(index).collect();
        Ok(Self::assemble(rows as usize, cols as usize, codes, index(&start), goals)?)
    }

    /// As [`new`](Maze::new), from parts known to be valid; codes may also be [`SOLID`]. Fails if memory runs
    /// out.
    pub(super) fn assemble(
        rows: usize,
        cols: usize,
        mut cells: Vec<u8>,
        start: usize,
        goals: Vec<usize>,
    ) -> Result<Self, GaveUp> {
        let last_col = cells[cols - 1..].iter().step_by(cols);
        let east = try_collected(rows, last_col.map(|cell| cell & EAST != 0))?;
        let last_row = (rows - 1) * cols;
        let south = try_collected(cols, cells[last_row..].iter().map(|cell| cell & SOUTH != 0))?;
        cells[cols - 1..].iter_mut().step_by(cols).for_each(|cell| *cell |= EAST);
        cells[last_row..].iter_mut().for_each(|cell| *cell |= SOUTH);
        let declared = DeclaredOuterWalls { east, south };
        let mut maze = Maze { rows, cols, start, goals: vec![], cells, declared, marked: false };
        maze.move_ends(start, goals);
        Ok(maze)
    }

    /// As `clone`, but fails if memory runs out.
    pub(super) fn try_clone(&self) -> Result<Self, GaveUp> {
        let DeclaredOuterWalls { east, south } = &self.declared;
        Ok(Maze {
            cells: try_copied(&self.cells)?,
            goals: try_copied(&self.goals)?,
            declared: DeclaredOuterWalls { east: try_copied(east)?, south: try_copied(south)? },
            ..*self
        })
    }

    /// Searches for a path from the start to a goal.
    ///
    /// # Errors
    /// If a wall follower misses the goal because the maze has loops, or if memory runs out.
    pub fn solve(&mut self, method: Method, order: Order) -> Result<Solution<'_>, GaveUp> {
        let found =
            methods::search(self, method, order, &mut Budget::unlimited().meter(), &mut Watch::nobody())?;
        Solution::new(self, method, found)
    }

    /// Number of rows.
    pub fn rows(&self) -> u32 {
        self.rows as u32
    }

    /// Number of columns.
    pub fn cols(&self) -> u32 {
        self.cols as u32
    }

    /// Where the robot starts.
    pub fn start(&self) -> Cell {
        self.cell(self.start)
    }

    /// Where it wants to go: to any of these, in reading order.
    pub fn goals(&self) -> impl Iterator<Item = Cell> {
        self.goals.iter().map(|&goal| self.cell(goal))
    }

    /// Is there a wall on this side of the cell? Around cells off the board there are walls.
    pub fn has_wall(&self, cell: Cell, side: Direction) -> bool {
        let (row, col) = (cell.row as usize, cell.col as usize);
        if row >= self.rows || col >= self.cols {
            return true;
        }
        self.neighbour(row * self.cols + col, side).is_none()
    }

    /// The cell on this side, unless a wall is between.
    #[inline]
    pub(super) fn neighbour(&self, cell: usize, side: Direction) -> Option<usize> {
        let (teller, wall, neighbour) = match side {
            // A cell that does not exist has its walls; the last cell of the row before has one on its east.
            Direction::West => (cell.wrapping_sub(1), EAST, cell.wrapping_sub(1)),
            Direction::North => (cell.wrapping_sub(self.cols), SOUTH, cell.wrapping_sub(self.cols)),
            Direction::East => (cell, EAST, cell + 1),
            Direction::South => (cell, SOUTH, cell + self.cols),
        };
        self.cells.get(teller).filter(|&&teller| teller & wall == 0).map(|_| neighbour)
    }

    /// The cell with this number.
    pub(super) fn cell(&self, index: usize) -> Cell {
        Cell::new((index / self.cols) as u32, (index % self.cols) as u32)
    }

    /// The walls that the input declares for a cell, as a code of the judge.
    #[inline]
    pub(super) fn code(&self, row: usize, col: usize) -> u8 {
        let undeclared_east = col + 1 == self.cols && !self.declared.east[row];
        let undeclared_south = row + 1 == self.rows && !self.declared.south[col];
        let undeclared = if undeclared_east { EAST } else { 0 } | if undeclared_south { SOUTH } else { 0 };
        self.cells[row * self.cols + col] & (EAST | SOUTH) & !undeclared
    }

    /// How far a move goes, in cell numbers; to be added with wrapping.
    pub(super) fn strides(&self) -> [usize; 4] {
        [1usize.wrapping_neg(), self.cols.wrapping_neg(), 1, self.cols]
    }

    /// Another start and other goals, at least one.
    pub(super) fn move_ends(&mut self, start: usize, mut goals: Vec<usize>) {
        for goal in std::mem::take(&mut self.goals) {
            self.cells[goal] &= !GOAL;
        }
        goals.sort_unstable();
        goals.dedup();
        goals.iter().for_each(|&goal| self.cells[goal] |= GOAL);
        (self.start, self.goals) = (start, goals);
    }

    /// Wipes the marks of an earlier search; says that there will be new ones.
    pub(super) fn begin_search(&mut self) {
        if self.marked {
            self.cells.iter_mut().for_each(|cell| *cell &= !MARKS);
        }
        self.marked = true;
    }

    /// Returns the fewest steps from the start to a goal, or `None` if no goal can be reached. Depends on nothing
    /// that a search has left.
    ///
    /// # Errors
    /// If memory runs out.
    pub fn shortest(&self) -> Result<Option<u64>, GaveUp> {
        let mut reached = try_filled(0u64, self.cells.len().div_ceil(64))?;
        let mut front = vec![self.start as u32];
        reached[self.start / 64] |= 1 << (self.start % 64);
        for steps in 0.. {
            let mut next = Vec::new();
            for &cell in &front {
                if self.cells[cell as usize] & GOAL != 0 {
                    return Ok(Some(steps));
                }
                for side in Direction::ALL {
                    let Some(there) = self.neighbour(cell as usize, side) else { continue };
                    let (word, bit) = (&mut reached[there / 64], 1 << (there % 64));
                    if *word & bit == 0 {
                        *word |= bit;
                        try_push(&mut next, there as u32)?;
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            front = next;
        }
        Ok(None)
    }
}
