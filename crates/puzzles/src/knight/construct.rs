//! Tours of large boards that cannot fail: divide and conquer.
//!
//! The board is cut into blocks, each is toured for itself, and two neighbouring tours become one by
//! exchanging two parallel jumps for the two that cross them:
//!
//! ```text
//!     a   c          a - c
//!     |   |    ->               one side of each is opened, and the ends are joined crosswise
//!     b   d          b - d
//! ```
//!
//! A block with an even number of squares has a closed tour if it is 5 high and 6 wide or larger (Schwenk 1991), so a
//! board that falls into such blocks has a closed tour, and with it a tour from any square. A board with an
//! odd number of squares has no closed tour: one of its blocks is odd as well. We cut so that this block holds
//! the start, tour it from there by an open tour, and splice the closed tours of all others into it. Bands
//! are 6, 8 or 10 wide, the one odd band 5, 7, 9 or 11.
//!
//! Only finitely many different blocks and neighbours occur, so a test over all starts of all boards up to a
//! side where each of them has occurred is a proof for all boards. (Parberry 1997 builds square boards
//! from quarters with prescribed corners; looking for the exchange instead of prescribing it serves all
//! rectangles at once.) Time is linear, memory one byte a square.

use std::collections::btree_map::{BTreeMap, Entry};

use super::board::{Board, Square};
use super::exact;
use super::tour::{JUMPS, Links};

/// The width of most bands.
const UNIT: u32 = 6;

/// A board cut along one side: where each band begins, and how wide it is.
type Bands = Vec<(u32, u32)>;

/// A closed tour of a plain board, or `None` where it does not fall into blocks with closed tours.
pub(super) fn closed(rows: u32, cols: u32) -> Option<Links> {
    assemble(rows, cols, None)
}

/// A tour from `start` of a plain board with an odd number of squares, or `None` where it does not fall into blocks.
/// The start must have the colour of the corners.
pub(super) fn odd(rows: u32, cols: u32, start: Square) -> Option<Links> {
    assemble(rows, cols, Some(start))
}

fn assemble(rows: u32, cols: u32, start: Option<Square>) -> Option<Links> {
    let (row, col) = start.map_or((0, 0), |start| (start / cols, start % cols));
    let row_bands = bands(rows, row)?;
    let col_bands = bands(cols, col)?;
    let mut links = Links::new(rows, cols);
    let mut templates = BTreeMap::new();
    for &(top, height) in &row_bands {
        for &(left, width) in &col_bands {
            let start = match (height % 2, width % 2) {
                (1, 1) => Some((row - top) * width + col - left).filter(|_| start.is_some()),
                _ => None,
            };
            let tour = match templates.entry((height, width, start)) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => new.insert(block(height, width, start)?),
            };
            links.paste(tour, top, left);
        }
    }
    for (i, &(top, height)) in row_bands.iter().enumerate() {
        for (j, &(left, width)) in col_bands.iter().enumerate() {
            let block = Block { top, left, height, width };
            let joined = i == 0 && j == 0
                || j > 0 && block.join_left(&mut links)
                || i > 0 && block.join_up(&mut links);
            if !joined {
                return None;
            }
        }
    }
    Some(links)
}

/// A closed tour of a block, or an open one from a square of it.
fn block(rows: u32, cols: u32, start: Option<Square>) -> Option<Links> {
    let board = Board::new(rows, cols)?;
    let tour = exact::any_tour(&board, start.unwrap_or(0), start.is_none())?;
    Some(Links::from_list(rows, cols, &tour, start.is_none()))
}

/// Cuts a side so that at most one band is odd, and that one holds `at`.
fn bands(length: u32, at: u32) -> Option<Bands> {
    let fits = |length: u32| length == 0 || length.is_multiple_of(2) && length >= UNIT;
    let mut bands = Vec::new();
    let (before, odd) = if length.is_multiple_of(2) {
        (length, 0)
    } else {
        let cuts = (5..=11).step_by(2).flat_map(|odd| {
            // The last even numbers of squares before the band that leave `at` within it.
            let latest = at - at % 2;
            (0..=odd / 2).filter_map(move |back| Some((latest.checked_sub(2 * back)?, odd)))
        });
        cuts.into_iter().find(|&(before, odd)| {
            at < before + odd && before + odd <= length && fits(before) && fits(length - before - odd)
        })?
    };
    if !fits(before) {
        return None;
    }
    let even = |from: u32, to: u32, bands: &mut Bands| {
        let mut begin = from;
        while begin < to {
            let left = to - begin;
            let width = if left < 2 * UNIT { left } else { UNIT };
            bands.push((begin, width));
            begin += width;
        }
    };
    even(0, before, &mut bands);
    if odd > 0 {
        bands.push((before, odd));
    }
    even(before + odd, length, &mut bands);
    Some(bands)
}

struct Block {
    top: u32,
    left: u32,
    height: u32,
    width: u32,
}

impl Block {
    /// Joins the tour of this block to that of the blocks on its left.
    fn join_left(&self, links: &mut Links) -> bool {
        let rows = self.top..self.top + self.height;
        rows.into_iter()
            .any(|row| (0..2).any(|i| self.join_from(row, self.left + i, links, |_, col| col < self.left)))
    }

    /// Joins the tour of this block to that of the blocks above.
    fn join_up(&self, links: &mut Links) -> bool {
        let cols = self.left..self.left + self.width;
        cols.into_iter()
            .any(|col| (0..2).any(|i| self.join_from(self.top + i, col, links, |row, _| row < self.top)))
    }

    fn join_from(&self, row: u32, col: u32, links: &mut Links, outside: impl Fn(u32, u32) -> bool) -> bool {
        let (rows, cols) = (self.top..self.top + self.height, self.left..self.left + self.width);
        if !rows.contains(&row) || !cols.contains(&col) {
            return false;
        }
        (0u8..).zip(JUMPS).any(|(jump, (down, right))| {
            let to = (i64::from(row) + down, i64::from(col) + right);
            let (Ok(to_row), Ok(to_col)) = (u32::try_from(to.0), u32::try_from(to.1)) else { return false };
            // Straight across the edge: above or below the neighbouring block lies another.
            let beside = rows.contains(&to_row) || cols.contains(&to_col);
            beside && outside(to_row, to_col) && links.join(links.square(row, col), jump)
        })
    }
}
