//! The board, the throws and the routes.

use std::fmt;
use std::str::FromStr;

use tremaux_core::{Diagnostic, Reader};
use tremaux_drawing::Cell;

use super::memory::{OutOfMemory, copied};
use super::text;

/// The code of a vacant square.
pub(super) const VACANT: u8 = 0;
/// The code of a block.
pub(super) const BLOCK: u8 = 1;
/// The code of the square where the stone lies.
pub(super) const START: u8 = 2;
/// The code of the goal.
pub(super) const GOAL: u8 = 3;

/// The most rows and the most columns of a board.
pub(super) const MAX_SIDE: u32 = 1_000_000;
/// The most squares of a board, so that a square's number fits into 32 bits.
pub(super) const MAX_SQUARES: u64 = 1 << 31;

/// A direction of a throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// To row 0.
    North,
    /// To the last column.
    East,
    /// To the last row.
    South,
    /// To column 0.
    West,
}

impl Direction {
    /// All four, in the order in which they are tried.
    pub const ALL: [Direction; 4] = [Direction::North, Direction::East, Direction::South, Direction::West];

    /// Its initial: N, E, S, W.
    pub fn letter(self) -> char {
        self.name().as_bytes()[0].to_ascii_uppercase() as char
    }

    /// Its name: north, east, south, west.
    pub fn name(self) -> &'static str {
        ["north", "east", "south", "west"][self as usize]
    }

    /// The direction of an initial, upper or lower case.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.letter() == letter.to_ascii_uppercase())
    }

    /// The neighbour of a cell, which may lie outside any board.
    pub(super) fn neighbour(self, cell: Cell) -> Cell {
        let Cell { row, col } = cell;
        match self {
            Direction::North => Cell::new(row.wrapping_sub(1), col),
            Direction::East => Cell::new(row, col.wrapping_add(1)),
            Direction::South => Cell::new(row.wrapping_add(1), col),
            Direction::West => Cell::new(row, col.wrapping_sub(1)),
        }
    }
}

/// One throw of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Throw {
    /// Where to.
    pub direction: Direction,
    /// Where the stone stops.
    pub stop: Cell,
    /// The block it breaks; none in the throw that reaches the goal.
    pub broken: Option<Cell>,
}

/// Throws that bring the stone to the goal: each but the last breaks a block.
///
/// Displayed as the initials of its directions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    pub(super) throws: Vec<Throw>,
}

impl Route {
    /// The throws in order; at least one.
    pub fn throws(&self) -> &[Throw] {
        &self.throws
    }

    /// The directions of the throws.
    pub fn directions(&self) -> impl Iterator<Item = Direction> {
        self.throws.iter().map(|throw| throw.direction)
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.directions().try_for_each(|direction| write!(f, "{}", direction.letter()))
    }
}

/// A board with one stone and one goal.
///
/// ```
/// use tremaux_puzzles::curling::{Board, Direction};
/// use tremaux_drawing::Cell;
///
/// // Width, height, and the codes row by row: 0 vacant, 1 block, 2 start, 3 goal.
/// let board: Board = "6 1   1 1 2 1 1 3".parse().unwrap();
/// assert_eq!((board.width(), board.height()), (6, 1));
/// assert_eq!(board.start(), Cell::new(0, 2));
/// assert!(board.is_block(Cell::new(0, 3)));
///
/// assert!(Board::new(2, vec![2, 0, 0, 2]).is_err()); // two starts
/// assert!(board.after(&[Direction::East]).is_err()); // a block is in the way
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    width: u32,
    codes: Vec<u8>,
    start: usize,
    goal: usize,
}

impl Board {
    /// A board of the given width, from its codes row by row: 0 vacant, 1 block, 2 start, 3 goal.
    ///
    /// Fails unless the rows are whole, each code is from 0 to 3, there is exactly one start and one
    /// goal, and neither side is longer than 1,000,000 (2^31 squares in all).
    pub fn new(width: u32, codes: Vec<u8>) -> Result<Self, Diagnostic> {
        let fault = |message: &str| Err(Diagnostic::new(message));
        let squares = codes.len() as u64;
        if width == 0 || squares == 0 || !squares.is_multiple_of(u64::from(width)) {
            return fault("a board has whole rows, one at least");
        }
        let height = squares / u64::from(width);
        if width > MAX_SIDE || height > u64::from(MAX_SIDE) || squares > MAX_SQUARES {
            return fault("the board is too large");
        }
        if codes.iter().any(|&code| code > GOAL) {
            return fault("the code of a square is from 0 to 3");
        }
        let mut starts = (0..codes.len()).filter(|&square| codes[square] == START);
        let mut goals = (0..codes.len()).filter(|&square| codes[square] == GOAL);
        match (starts.next(), starts.next(), goals.next(), goals.next()) {
            (Some(start), None, Some(goal), None) => Ok(Board { width, start, goal, codes }),
            _ => fault("a board has one start (2) and one goal (3)"),
        }
    }

    /// What the reader has found to be a board: whole rows, one start, one goal.
    pub(super) fn checked(width: u32, codes: Vec<u8>, start: usize, goal: usize) -> Self {
        Board { width, codes, start, goal }
    }

    /// Number of columns.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Number of rows.
    pub fn height(&self) -> u32 {
        (self.codes.len() / self.width as usize) as u32
    }

    /// Where the stone lies.
    pub fn start(&self) -> Cell {
        self.cell(self.start)
    }

    /// Where it shall go.
    pub fn goal(&self) -> Cell {
        self.cell(self.goal)
    }

    /// The codes, row by row: 0 vacant, 1 block, 2 start, 3 goal.
    pub fn codes(&self) -> &[u8] {
        &self.codes
    }

    /// Number of blocks. A route has at most one throw more, since each but the last breaks one.
    pub fn blocks(&self) -> usize {
        self.codes.iter().filter(|&&code| code == BLOCK).count()
    }

    /// Is there a block? None is outside the board.
    pub fn is_block(&self, cell: Cell) -> bool {
        self.square(cell).is_some_and(|square| self.codes[square] == BLOCK)
    }

    /// The blocks as bits, row by row, each row in as many words as it takes; column 0 is the lowest bit.
    pub(super) fn words_of_blocks(&self) -> impl Iterator<Item = u64> {
        let rows = self.codes.chunks_exact(self.width as usize);
        rows.flat_map(|row| row.chunks(64).map(word_of_blocks))
    }

    /// The number of a cell, row by row from 0; `None` outside the board.
    pub(super) fn square(&self, cell: Cell) -> Option<usize> {
        let inside = cell.row < self.height() && cell.col < self.width;
        inside.then(|| cell.row as usize * self.width as usize + cell.col as usize)
    }

    /// The cell of a number.
    pub(super) fn cell(&self, square: usize) -> Cell {
        let width = self.width as usize;
        Cell::new((square / width) as u32, (square % width) as u32)
    }

    /// The position after some throws, as a board of its own: the stone lies where it stopped, the broken
    /// blocks are gone.
    ///
    /// Fails at a throw that is not possible, that loses the stone, or that comes after the goal was reached
    /// or reaches it (then nothing is left to solve).
    ///
    /// ```
    /// use tremaux_puzzles::curling::{Board, Direction::*};
    /// let board: Board = "6 1   1 0 2 1 1 3".parse().unwrap();
    /// assert_eq!(board.after(&[West, East]).unwrap(), "6 1   0 0 2 0 1 3".parse().unwrap());
    /// assert!(board.after(&[West, West]).is_err()); // over the edge
    /// ```
    pub fn after(&self, throws: &[Direction]) -> Result<Self, Diagnostic> {
        let codes = copied(&self.codes).map_err(OutOfMemory::diagnostic)?;
        Board { codes, ..*self }.throw(throws)
    }

    /// As [`after`](Self::after), without a copy.
    pub(super) fn throw(mut self, throws: &[Direction]) -> Result<Self, Diagnostic> {
        self.codes[self.start] = VACANT;
        for (i, &direction) in throws.iter().enumerate() {
            let why = match self.slide(&self.codes, self.start, direction) {
                Slide::Stops { stop, block } => {
                    self.codes[block] = VACANT;
                    self.start = stop;
                    continue;
                }
                Slide::Blocked => "is not possible: a block is next to the stone",
                Slide::Lost => "loses the stone over the edge",
                Slide::Goal => "reaches the goal: nothing is left to solve",
            };
            return Err(Diagnostic::new(format!("throw {} ({}) {why}", i + 1, direction.name())));
        }
        self.codes[self.start] = START;
        Ok(self)
    }

    /// What a throw from `stone` does where the blocks are those of `codes`.
    pub(super) fn slide(&self, codes: &[u8], stone: usize, direction: Direction) -> Slide {
        let mut stop = stone;
        let mut ahead = direction.neighbour(self.cell(stone));
        while let Some(square) = self.square(ahead) {
            match codes[square] {
                BLOCK if stop == stone => return Slide::Blocked,
                BLOCK => return Slide::Stops { stop, block: square },
                GOAL => return Slide::Goal,
                _ => {}
            }
            stop = square;
            ahead = direction.neighbour(ahead);
        }
        Slide::Lost
    }
}

/// At most 64 codes as bits, the first one as the lowest. Eight of them are gathered by one multiplication.
fn word_of_blocks(codes: &[u8]) -> u64 {
    let (eights, rest) = codes.as_chunks::<8>();
    let rest = rest.iter().rev().fold(0, |word, &code| word << 1 | u64::from(code == BLOCK));
    eights.iter().rev().fold(rest, |word, eight| {
        let codes = u64::from_le_bytes(*eight);
        let blocks = codes & !(codes >> 1) & 0x0101_0101_0101_0101;
        word << 8 | blocks.wrapping_mul(0x0102_0408_1020_4080) >> 56
    })
}

/// What becomes of a throw. Squares by number.
pub(super) enum Slide {
    /// A block is next to the stone: the throw is not possible.
    Blocked,
    /// The stone leaves the board.
    Lost,
    /// It stops before a block, which breaks.
    Stops { stop: usize, block: usize },
    /// It reaches the goal.
    Goal,
}

/// Reads one dataset of the judge's format.
impl FromStr for Board {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self, Diagnostic> {
        let mut input = Reader::from_bytes(text.as_bytes());
        let board = text::read(&mut input)?.ok_or_else(|| Diagnostic::expected("a board"))?;
        if input.at_end()? { Ok(board) } else { Err(input.error_here("expected the end")) }
    }
}
