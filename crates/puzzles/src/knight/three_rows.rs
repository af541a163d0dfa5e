//! Boards of three rows: a small board, made longer by four columns at a time (after Schwenk 1991).
//!
//! A board of 3 x 4 has a tour between the two lower squares of its first column. Where the
//! tour of a board has the jump `u - v` at its right edge, these four columns are put in its place:
//!
//! ```text
//!     . u | . . . .        u is a jump from q, v from p,
//!     . . | p . . .        and the tour of the four columns leads from p to q
//!     v . | q . . .
//! ```
//!
//! (or the same upside down). The four columns have such a jump at their own right edge, so it goes on like that. The small
//! board, with the jumps that are needed at one or both edges, is solved by search: that there is one for every
//! start and every length is a matter of finitely many cases, and a test.

use tremaux_core::Budget;

use super::board::{Board, Square};
use super::exact::{self, Search};
use super::graph::Graph;
use super::search::Rules;
use super::tour::Links;

/// Columns that stay on each side of the start at the least.
const KEPT: u32 = 8;
const PERIOD: u32 = 4;
const SIDES: [Side; 2] = [Side::Left, Side::Right];

#[derive(Clone, Copy, PartialEq)]
enum Side {
    Left,
    Right,
}

/// A tour from a square of a plain board of three rows; `None` where there is none.
pub(super) fn tour(cols: u32, start: Square, closed: bool) -> Option<Links> {
    let (row, col) = (start / cols, start % cols);
    let added = [col, cols - 1 - col].map(|side| side.saturating_sub(KEPT) / PERIOD * PERIOD);
    let small = Board::new(3, cols - added[0] - added[1])?;
    let grows = |side: Side| added[side as usize] > 0;
    let has_jumps = |trail: &[Square]| {
        SIDES.iter().all(|&side| !grows(side) || edge_jump(3, small.cols(), trail, closed, side).is_some())
    };
    let trail = search(&small, small.square(row, col - added[0])?, closed, None, &has_jumps)?;
    let block = Board::new(3, PERIOD)?;
    let ends = (block.square(2, 0)?, block.square(1, 0));
    let goes_on = |trail: &[Square]| edge_jump(3, PERIOD, trail, false, Side::Right).is_some();
    let block_trail = search(&block, ends.0, false, ends.1, &goes_on)?;

    let mut links = Links::new(3, cols);
    links.paste(&Links::from_list(3, small.cols(), &trail, closed), 0, added[0]);
    for side in SIDES.into_iter().filter(|&side| grows(side)) {
        let mut upside_down = edge_jump(3, small.cols(), &trail, closed, side)?;
        let again = edge_jump(3, PERIOD, &block_trail, false, Side::Right)?;
        for step in 0..added[side as usize] / PERIOD {
            // Seen from the edge: row `r` and the `c`-th column beyond it, from 0; -1 is the last one inside.
            let place = |r: u32, c: i64| {
                let row = if upside_down { 2 - r } else { r };
                let col = match side {
                    Side::Right => i64::from(added[0] + small.cols() + step * PERIOD) + c,
                    Side::Left => i64::from(added[0] - step * PERIOD) - 1 - c,
                };
                row * cols + col as u32
            };
            for i in 0..block_trail.len() {
                let square = |i: usize| place(block_trail[i] / PERIOD, i64::from(block_trail[i] % PERIOD));
                let (before, after) = (i.saturating_sub(1), (i + 1).min(block_trail.len() - 1));
                let near = [before, after].map(|near| if near == i { before + after - i } else { near });
                links.link(square(i), square(near[0]), square(near[1]));
            }
            links.splice([place(0, -1), place(2, -2)], [place(2, 0), place(1, 0)]);
            upside_down ^= again;
        }
    }
    Some(links)
}

/// Does a trail have the jump that four more columns can take the place of? Says whether it is upside down.
fn edge_jump(rows: u32, cols: u32, trail: &[Square], closed: bool, side: Side) -> Option<bool> {
    let last = rows - 1;
    let (edge, inner) = match side {
        Side::Left => (0, 1),
        Side::Right => (cols - 1, cols - 2),
    };
    let wrap = trail.last().copied().zip(trail.first().copied()).filter(|_| closed);
    let jumps = || trail.windows(2).map(|jump| (jump[0], jump[1])).chain(wrap);
    let has = |u: Square, v: Square| jumps().any(|jump| jump == (u, v) || jump == (v, u));
    let straight = has(edge, last * cols + inner);
    (straight || has(last * cols + edge, inner)).then_some(!straight)
}

fn search(
    board: &Board,
    start: Square,
    closed: bool,
    end: Option<Square>,
    accept: &(dyn Fn(&[Square]) -> bool + Sync),
) -> Option<Vec<Square>> {
    let mut meter = Budget::unlimited().meter();
    let graph = Graph::of(board, &mut meter).ok()?;
    let may_end = |square: Square| match closed {
        true => graph.joins(start, square),
        false => end.is_none_or(|end| end == square),
    };
    let mut rules = Rules {
        start,
        ends: (0..board.squares()).map(may_end).collect(),
        fixed_steps: Vec::new(),
        ranks: exact::far_first(board, &mut meter).ok()?,
        by_rank: false,
        deep: false,
        accept: Some(accept),
    };
    match exact::search(&graph, &mut rules, &mut meter) {
        Search::Found(tour) => Some(tour),
        _ => None,
    }
}
