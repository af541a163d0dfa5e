//! How many throws are needed at the least: the distance in a relaxed game.
//!
//! In the relaxed game the stone may slide through any blocks, as if they had been broken before, and
//! may stop before any block of the board, as if it were still there. Whatever is possible in the real
//! game is possible in this one, so a distance here never is too long: it is *admissible*. A square that
//! has no distance can never lead to the goal, at any number of throws.
//!
//! The squares are found layer by layer, going back from the goal: in the first layer are all squares
//! in its row and its column; in the next, all from which a throw may stop on a square of those before.
//! To throw east in the relaxed game means to choose any square to the east that has a block on its
//! east side; so all squares west of the easternmost good one among those join the layer. That is a few
//! operations for a whole row of 64 squares as bits of a word, and a running "or" over the rows for the
//! throws north and south: less than a microsecond for a layer of a contest board, where the textbook way,
//! square by square, takes a thousand times that.

use tremaux_core::Meter;

use super::Reason;
use super::board::{BLOCK, Board};

/// The relaxed distance of every square.
pub(super) struct Bound {
    /// By square, row by row; [`u32::MAX`] where the goal can never be reached.
    distances: Vec<u32>,
    layers: u32,
}

impl Bound {
    /// `None` where the meter stopped it.
    pub fn new(board: &Board, meter: &mut Meter) -> Option<Self> {
        let mut relaxed = Relaxed::new(board);
        let mut bound = Bound { distances: vec![u32::MAX; board.codes().len()], layers: 0 };
        let goal = board.goal();
        relaxed.add_row(goal.row as usize, 0..board.width() as usize);
        (0..board.height() as usize).for_each(|row| relaxed.add(row, goal.col as usize));
        bound.layers = 1;
        while relaxed.collect(bound.layers, &mut bound.distances) {
            bound.layers += 1;
            relaxed.step_back();
            if meter.look().is_break() {
                return None;
            }
        }
        if let Some(square) = board.square(goal) {
            bound.distances[square] = 0;
        }
        Some(bound)
    }

    /// Throws that are needed from a square, at the least; `u32::MAX` where none suffice.
    #[inline]
    pub fn distance(&self, square: usize) -> u32 {
        self.distances[square]
    }

    /// Why the goal can never be reached from the start, if the bound alone proves that.
    pub fn refutes(&self, board: &Board) -> Option<Reason> {
        let start = board.square(board.start())?;
        let never = self.distances[start] == u32::MAX;
        // The layer after the last is empty: with layer 2 empty, nothing can stop in line with the goal.
        never.then_some(if self.layers == 2 { Reason::GoalWalledIn } else { Reason::RelaxedBound })
    }
}

/// Sets of squares as bits, row by row, `words` words of 64 bits a row.
struct Relaxed {
    width: usize,
    words: usize,
    blocks: Vec<u64>,
    /// The squares found so far.
    good: Vec<u64>,
    /// Those of them that have a distance already.
    known: Vec<u64>,
}

impl Relaxed {
    fn new(board: &Board) -> Self {
        let width = board.width() as usize;
        let words = width.div_ceil(64);
        let mut blocks = Vec::with_capacity(words * board.height() as usize);
        for row in board.codes().chunks_exact(width) {
            blocks.extend(
                row.chunks(64).map(|codes| {
                    codes.iter().rev().fold(0, |word, &code| word << 1 | u64::from(code == BLOCK))
                }),
            );
        }
        let none = vec![0; blocks.len()];
        Relaxed { width, words, blocks, good: none.clone(), known: none }
    }

    fn add(&mut self, row: usize, col: usize) {
        self.good[row * self.words + col / 64] |= 1 << (col % 64);
    }

    fn add_row(&mut self, row: usize, cols: std::ops::Range<usize>) {
        cols.for_each(|col| self.add(row, col));
    }

    /// Gives the squares found since the last call their distance. `false` if there are none.
    fn collect(&mut self, distance: u32, distances: &mut [u32]) -> bool {
        let mut any = false;
        for (i, (good, known)) in self.good.iter().zip(&mut self.known).enumerate() {
            let mut new = good & !*known;
            any |= new != 0;
            *known = *good;
            let first = i / self.words * self.width + i % self.words * 64;
            while new != 0 {
                distances[first + new.trailing_zeros() as usize] = distance;
                new &= new - 1;
            }
        }
        any
    }

    /// Adds all squares from which one throw may stop on a good one.
    fn step_back(&mut self) {
        let words = self.words;
        let mut found = self.good.clone();
        // Throws north and south: all rows behind one that holds a good stop, in that column.
        let mut behind = vec![0; words];
        for row in (words..self.good.len()).step_by(words) {
            for word in 0..words {
                found[row + word] |= behind[word];
                behind[word] |= self.good[row + word] & self.blocks[row + word - words];
            }
        }
        behind.fill(0);
        for row in (0..self.good.len() - words).step_by(words).rev() {
            for word in 0..words {
                found[row + word] |= behind[word];
                behind[word] |= self.good[row + word] & self.blocks[row + word + words];
            }
        }
        // Throws east and west: everything west of the easternmost stop, east of the westernmost.
        for row in (0..self.good.len()).step_by(words) {
            let (good, blocks) = (&self.good[row..row + words], &self.blocks[row..row + words]);
            let found = &mut found[row..row + words];
            let mut all = 0;
            for word in (0..words).rev() {
                let next = blocks.get(word + 1).map_or(0, |blocks| blocks << 63);
                let stops = good[word] & (blocks[word] >> 1 | next);
                found[word] |= all | u64::MAX.checked_shr(stops.leading_zeros() + 1).unwrap_or(0);
                all |= if stops == 0 { 0 } else { u64::MAX };
            }
            all = 0;
            let mut previous = 0;
            for word in 0..words {
                let stops = good[word] & (blocks[word] << 1 | previous >> 63);
                found[word] |= all | !(stops ^ stops.wrapping_sub(1));
                all |= if stops == 0 { 0 } else { u64::MAX };
                previous = blocks[word];
            }
            found[words - 1] &= u64::MAX >> ((words * 64 - self.width) as u32);
        }
        self.good = found;
    }
}
