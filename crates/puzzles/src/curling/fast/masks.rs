//! Which squares a throw meets, as bit masks: one word (or a few) for each row and each column.
//!
//! The next block in a line is the next set bit: one instruction, however far it is. Both borders of a line
//! are set bits too, so a search for the next obstacle always ends. Squares are counted from 1 here.

use tremaux_drawing::Cell;

use super::super::memory::{OutOfMemory, filled};
use super::super::{Board, Direction, Throw};
use super::bound::Bound;

/// The obstacles of all rows, or of all columns.
pub trait Lines: Sized {
    /// Makes lines 1 to `lines`, each of squares 1 to `length` between its borders 0 and `length + 1`.
    fn new(lines: u32, length: u32) -> Result<Self, OutOfMemory>;
    /// Puts an obstacle on a square, or takes it away.
    fn flip(&mut self, line: u32, square: u32);
    /// Returns the nearest obstacle before a square.
    fn before(&self, line: u32, square: u32) -> u32;
    /// Returns the nearest obstacle after a square.
    fn behind(&self, line: u32, square: u32) -> u32;
}

/// Lines that fit into a word each, in place.
macro_rules! lines_in_words {
    ($name:ident, $word:ty, $about:literal) => {
        #[doc = $about]
        pub struct $name([$word; <$word>::BITS as usize]);

        impl $name {
            /// The longest line and the largest number of lines: two bits of a word are for the borders.
            pub const MAX: u32 = <$word>::BITS - 2;
        }

        impl Lines for $name {
            fn new(_: u32, length: u32) -> Result<Self, OutOfMemory> {
                Ok($name([2 << length; <$word>::BITS as usize]))
            }
            #[inline]
            fn flip(&mut self, line: u32, square: u32) {
                self.0[(line % <$word>::BITS) as usize] ^= 1 << square;
            }
            #[inline]
            fn before(&self, line: u32, square: u32) -> u32 {
                let obstacles = self.0[(line % <$word>::BITS) as usize] & ((1 << square) - 1);
                <$word>::BITS - 1 - (obstacles | 1).leading_zeros()
            }
            #[inline]
            fn behind(&self, line: u32, square: u32) -> u32 {
                let obstacles = self.0[(line % <$word>::BITS) as usize] & (!1 << square);
                (obstacles | 1 << (<$word>::BITS - 1)).trailing_zeros()
            }
        }
    };
}

lines_in_words!(Small, u32, "At most 30 lines of at most 30 squares: any board of the judge's.");
lines_in_words!(Narrow, u64, "At most 62 lines of at most 62 squares.");

/// Lines of any length, `words` words each.
pub struct Wide {
    words: usize,
    obstacles: Vec<u64>,
}

impl Lines for Wide {
    fn new(lines: u32, length: u32) -> Result<Self, OutOfMemory> {
        let words = (length as usize + 2).div_ceil(64);
        let mut wide = Wide { words, obstacles: filled(0, words * (lines as usize + 1))? };
        for line in 0..=lines {
            wide.flip(line, 0);
            wide.flip(line, length + 1);
        }
        Ok(wide)
    }
    fn flip(&mut self, line: u32, square: u32) {
        self.obstacles[line as usize * self.words + square as usize / 64] ^= 1 << (square % 64);
    }
    fn before(&self, line: u32, square: u32) -> u32 {
        let first = line as usize * self.words;
        let mut word = square as usize / 64;
        let mut obstacles = self.obstacles[first + word] & ((1 << (square % 64)) - 1);
        while obstacles == 0 {
            word -= 1;
            obstacles = self.obstacles[first + word];
        }
        word as u32 * 64 + 63 - obstacles.leading_zeros()
    }
    fn behind(&self, line: u32, square: u32) -> u32 {
        let first = line as usize * self.words;
        let mut word = square as usize / 64;
        let mut obstacles = self.obstacles[first + word] & (!1 << (square % 64));
        while obstacles == 0 {
            word += 1;
            obstacles = self.obstacles[first + word];
        }
        word as u32 * 64 + obstacles.trailing_zeros()
    }
}

/// A square, both numbers from 1.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PaddedSquare {
    pub row: u32,
    pub col: u32,
}

impl PaddedSquare {
    pub fn new(cell: Cell) -> Self {
        PaddedSquare { row: cell.row + 1, col: cell.col + 1 }
    }
    pub fn cell(self) -> Cell {
        Cell::new(self.row - 1, self.col - 1)
    }
}

/// A throw that breaks a block.
#[derive(Clone, Copy)]
pub struct Hit {
    pub direction: Direction,
    pub stop: PaddedSquare,
    pub block: PaddedSquare,
}

impl Hit {
    pub fn throw(self) -> Throw {
        Throw { direction: self.direction, stop: self.stop.cell(), broken: Some(self.block.cell()) }
    }
}

/// The first direction of which something is true. Written out four times, so that each is compiled for its
/// direction: a closure in a loop is not, and takes half as long again.
macro_rules! first_direction {
    ($direction:ident => $is_true:expr) => {
        'found: {
            first_direction!('found, $direction => $is_true; North East South West);
            None
        }
    };
    ($found:lifetime, $direction:ident => $is_true:expr; $($each:ident)*) => {
        $({
            let $direction = Direction::$each;
            if $is_true {
                break $found Some($direction);
            }
        })*
    };
}

/// The blocks of a board, and what the goal can see: the obstacles next to it in the four directions.
pub struct Masks<L> {
    rows: L,
    cols: L,
    width: u32,
    height: u32,
    goal: PaddedSquare,
    north: u32,
    east: u32,
    south: u32,
    west: u32,
}

impl<L: Lines> Masks<L> {
    pub fn new(board: &Board) -> Result<Self, OutOfMemory> {
        let (width, height) = (board.width(), board.height());
        let mut masks = Masks {
            rows: L::new(height, width)?,
            cols: L::new(width, height)?,
            width,
            height,
            goal: PaddedSquare::new(board.goal()),
            north: 0,
            east: 0,
            south: 0,
            west: 0,
        };
        let words = width.div_ceil(64);
        for (i, mut blocks) in (0..).zip(board.words_of_blocks()) {
            let (row, first) = (i / words + 1, i % words * 64 + 1);
            while blocks != 0 {
                let col = first + blocks.trailing_zeros();
                masks.rows.flip(row, col);
                masks.cols.flip(col, row);
                blocks &= blocks - 1;
            }
        }
        masks.look_along_row();
        masks.look_along_column();
        Ok(masks)
    }

    fn look_along_row(&mut self) {
        self.west = self.rows.before(self.goal.row, self.goal.col);
        self.east = self.rows.behind(self.goal.row, self.goal.col);
    }

    fn look_along_column(&mut self) {
        self.north = self.cols.before(self.goal.col, self.goal.row);
        self.south = self.cols.behind(self.goal.col, self.goal.row);
    }

    /// Breaks a block, or puts it back.
    #[inline]
    pub fn flip(&mut self, block: PaddedSquare) {
        self.rows.flip(block.row, block.col);
        self.cols.flip(block.col, block.row);
        if block.row == self.goal.row {
            self.look_along_row();
        }
        if block.col == self.goal.col {
            self.look_along_column();
        }
    }

    /// The throw from a square, if it breaks a block. The goal is no obstacle here.
    #[inline(always)]
    pub fn throw(&self, from: PaddedSquare, direction: Direction) -> Option<Hit> {
        let PaddedSquare { row, col } = from;
        let (stop, block, possible) = match direction {
            Direction::North => {
                let block = self.cols.before(col, row);
                (
                    PaddedSquare { row: block + 1, col },
                    PaddedSquare { row: block, col },
                    block > 0 && block + 1 < row,
                )
            }
            Direction::East => {
                let block = self.rows.behind(row, col);
                let possible = block <= self.width && block > col + 1;
                (PaddedSquare { row, col: block - 1 }, PaddedSquare { row, col: block }, possible)
            }
            Direction::South => {
                let block = self.cols.behind(col, row);
                let possible = block <= self.height && block > row + 1;
                (PaddedSquare { row: block - 1, col }, PaddedSquare { row: block, col }, possible)
            }
            Direction::West => {
                let block = self.rows.before(row, col);
                (
                    PaddedSquare { row, col: block + 1 },
                    PaddedSquare { row, col: block },
                    block > 0 && block + 1 < col,
                )
            }
        };
        possible.then_some(Hit { direction, stop, block })
    }

    /// The first of that many throws (1 to 4) that reach the goal from a square, where fewer do not.
    #[inline]
    pub fn first_of(&mut self, throws: u32, from: PaddedSquare, bound: Option<&Bound>) -> Option<Direction> {
        match throws {
            1 => self.one(from),
            2 => self.two(from, from),
            3 => self.three(from),
            _ => self.four(from, bound),
        }
    }

    /// The throw that reaches the goal from a square, if one does.
    #[inline]
    pub fn one(&self, from: PaddedSquare) -> Option<Direction> {
        let PaddedSquare { row, col } = self.goal;
        if from.row == row && self.west < from.col && from.col < self.east {
            Some(if from.col < col { Direction::East } else { Direction::West })
        } else if from.col == col && self.north < from.row && from.row < self.south {
            Some(if from.row < row { Direction::South } else { Direction::North })
        } else {
            None
        }
    }

    /// The first of two throws that reach the goal from a square, where one does not.
    ///
    /// The first throw must stop where the goal can be seen: in the goal's column, coming along a row that
    /// lies within its view, or the other way round; or in the goal's own row or column, where one block
    /// is between, by breaking it.
    ///
    /// `broken` is a block next to the square that is to be taken for broken, or the square itself: the
    /// obstacle behind it is then the next one.
    #[inline(always)]
    fn two(&self, from: PaddedSquare, broken: PaddedSquare) -> Option<Direction> {
        let PaddedSquare { row, col } = self.goal;
        if self.north < from.row && from.row < self.south {
            let before = || self.rows.before(from.row, from.col.min(broken.col));
            let behind = || self.rows.behind(from.row, from.col.max(broken.col));
            let (to_west, to_east) = if from.row == row {
                (
                    from.col > self.east + 1 && before() == self.east,
                    from.col + 1 < self.west && behind() == self.west,
                )
            } else {
                (
                    from.col > col && col > 1 && before() == col - 1,
                    from.col < col && col < self.width && behind() == col + 1,
                )
            };
            if to_west {
                return Some(Direction::West);
            }
            if to_east {
                return Some(Direction::East);
            }
        }
        if self.west < from.col && from.col < self.east {
            let before = || self.cols.before(from.col, from.row.min(broken.row));
            let behind = || self.cols.behind(from.col, from.row.max(broken.row));
            let (to_north, to_south) = if from.col == col {
                (
                    from.row > self.south + 1 && before() == self.south,
                    from.row + 1 < self.north && behind() == self.north,
                )
            } else {
                (
                    from.row > row && row > 1 && before() == row - 1,
                    from.row < row && row < self.height && behind() == row + 1,
                )
            };
            if to_north {
                return Some(Direction::North);
            }
            if to_south {
                return Some(Direction::South);
            }
        }
        None
    }

    /// The first of three throws that reach the goal from a square, where two do not.
    ///
    /// After the first of them, [`two`](Self::two) finds nothing unless the stone stops in a row or a column of
    /// which the goal sees a part, or the broken block changes what it sees. In both cases the block (or,
    /// thrown along it, the row or the column) lies between the obstacles next to the goal, or is one of them.
    #[inline]
    fn three(&mut self, from: PaddedSquare) -> Option<Direction> {
        let in_sight_of_column = self.north < from.row && from.row < self.south;
        let in_sight_of_row = self.west < from.col && from.col < self.east;
        first_direction!(direction => {
            let hit = self.throw(from, direction).filter(|hit| {
                let PaddedSquare { row, col } = hit.block;
                match direction {
                    Direction::East | Direction::West => {
                        in_sight_of_column || from.row == self.goal.row || self.west <= col && col <= self.east
                    }
                    Direction::North | Direction::South => {
                        in_sight_of_row || from.col == self.goal.col || self.north <= row && row <= self.south
                    }
                }
            });
            hit.is_some_and(|hit| {
                if hit.block.row == self.goal.row || hit.block.col == self.goal.col {
                    self.after(hit, |masks| masks.two(hit.stop, hit.stop).is_some())
                } else {
                    self.two(hit.stop, hit.block).is_some()
                }
            })
        })
    }

    /// The first of four throws that reach the goal from a square, where three do not.
    #[inline]
    fn four(&mut self, from: PaddedSquare, bound: Option<&Bound>) -> Option<Direction> {
        first_direction!(direction => {
            let hit = self.throw(from, direction);
            let hit = hit.filter(|hit| bound.is_none_or(|bound| bound.allows(hit.stop.cell(), 3)));
            hit.is_some_and(|hit| self.after(hit, |masks| masks.three(hit.stop).is_some()))
        })
    }

    /// Looks at the board with a block broken.
    #[inline]
    fn after(&mut self, hit: Hit, look: impl FnOnce(&mut Self) -> bool) -> bool {
        self.flip(hit.block);
        let found = look(self);
        self.flip(hit.block);
        found
    }
}
