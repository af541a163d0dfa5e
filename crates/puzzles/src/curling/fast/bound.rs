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

use tremaux_core::{GaveUp, Meter};
use tremaux_drawing::Cell;

use super::super::memory::{OutOfMemory, reserved};
use super::super::{Board, Reason, reached};

/// The squares from which the goal may be reached by one throw, by two, and so on.
pub struct Bound {
    /// 64-bit words for a row.
    words: usize,
    /// Sets of squares as bits, row by row, one after the other; each holds the one before it. Those behind
    /// the [`MAX_LAYERS`](Self::MAX_LAYERS)th are left out, but for the last.
    layers: Vec<u64>,
    /// Words for a layer.
    size: usize,
}

impl Bound {
    /// The most layers that are kept: a few suffice on all boards but mazes.
    const MAX_LAYERS: usize = 64;

    /// Builds the layers. Fails if the meter stops it, or if the system does not give the memory.
    pub fn new(board: &Board, meter: &mut Meter) -> Result<Self, GaveUp> {
        let width = board.width() as usize;
        let words = width.div_ceil(64);
        let last_word = u64::MAX >> (words * 64 - width);
        let size = words * board.height() as usize;
        let mut blocks = reserved(size)?;
        blocks.extend(board.words_of_blocks());
        let mut layers = reserved(size.saturating_mul(2))?;
        layers.resize(size, 0);
        line_up(board.goal(), words, last_word, &mut layers);
        while meter.check().is_continue() {
            let last = layers.len() - size;
            layers.try_reserve(size).map_err(|_| OutOfMemory::of::<u64>(last + 2 * size))?;
            layers.extend_from_within(last..);
            let (good, next) = layers[last..].split_at_mut(size);
            match words {
                1 => step_back(good, &blocks, 1, last_word, next),
                _ => step_back(good, &blocks, words, last_word, next),
            }
            if good == next {
                layers.truncate(last + size);
                return Ok(Bound { words, layers, size });
            }
            if last >= Self::MAX_LAYERS * size {
                layers.drain(last..last + size);
            }
        }
        Err(reached(meter))
    }

    /// Returns whether the goal may be reached from a cell by at most that many throws, at least one.
    #[inline]
    pub fn allows(&self, cell: Cell, throws: u32) -> bool {
        let word = cell.row as usize * self.words + cell.col as usize / 64;
        let layer = (throws as usize - 1).saturating_mul(self.size).min(self.layers.len() - self.size);
        self.layers[layer + word] >> (cell.col % 64) & 1 == 1
    }

    /// Returns a number of throws that are needed from a cell, `u32::MAX` if none suffice.
    pub fn distance(&self, cell: Cell) -> u32 {
        let layers = (self.layers.len() / self.size) as u32;
        (1..=layers).find(|&throws| self.allows(cell, throws)).unwrap_or(u32::MAX)
    }

    /// Returns why the goal can never be reached from the start, if the bound alone proves that.
    pub fn refutes(&self, board: &Board) -> Option<Reason> {
        let walled_in = self.layers.len() == self.size;
        let reason = if walled_in { Reason::GoalWalledIn } else { Reason::RelaxedBound };
        (self.distance(board.start()) == u32::MAX).then_some(reason)
    }
}

/// The first layer: adds the goal's row and its column.
fn line_up(goal: Cell, words: usize, last_word: u64, layer: &mut [u64]) {
    let (word, bit) = (goal.col as usize / 64, 1 << (goal.col % 64));
    layer.iter_mut().skip(word).step_by(words).for_each(|column| *column |= bit);
    let row = &mut layer[goal.row as usize * words..][..words];
    row.fill(u64::MAX);
    row[words - 1] = last_word;
}

/// Adds to `found` all squares from which one throw may stop on a good one.
#[inline(always)]
fn step_back(good: &[u64], blocks: &[u64], words: usize, last_word: u64, found: &mut [u64]) {
    let rows = || (0..good.len()).step_by(words);
    // Throws north stop below a block, throws south above one. They may come from all rows behind.
    let mut behind = vec![0; words];
    for row in rows().skip(1) {
        for word in 0..words {
            found[row + word] |= behind[word];
            behind[word] |= good[row + word] & blocks[row + word - words];
        }
    }
    behind.fill(0);
    for row in rows().rev().skip(1) {
        for word in 0..words {
            found[row + word] |= behind[word];
            behind[word] |= good[row + word] & blocks[row + word + words];
        }
    }
    for row in rows() {
        let (good, blocks, found) =
            (&good[row..][..words], &blocks[row..][..words], &mut found[row..][..words]);
        // Throws east may come from everything west of the easternmost stop.
        let mut all = 0;
        let mut next = 0;
        for word in (0..words).rev() {
            let stops = good[word] & (blocks[word] >> 1 | next << 63);
            found[word] |= all | u64::MAX.checked_shr(stops.leading_zeros() + 1).unwrap_or(0);
            all |= if stops == 0 { 0 } else { u64::MAX };
            next = blocks[word];
        }
        // Throws west, from everything east of the westernmost.
        let mut all = 0;
        let mut previous = 0;
        for word in 0..words {
            let stops = good[word] & (blocks[word] << 1 | previous >> 63);
            found[word] |= all | !(stops ^ stops.wrapping_sub(1));
            all |= if stops == 0 { 0 } else { u64::MAX };
            previous = blocks[word];
        }
        found[words - 1] &= last_word;
    }
}
