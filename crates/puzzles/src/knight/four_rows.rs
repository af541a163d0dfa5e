//! Boards of four rows: the tours with a seam.
//!
//! Call the top and bottom rows outer, the other two inner. No two outer squares are a jump apart, and there
//! are as many of them as inner ones, so a tour goes from outer to inner and back except for one jump
//! between two inner squares. Hence it begins and ends on outer squares, none is closed, and the blocks of the
//! other constructions do not exist here. But the middle of a long tour can be one of *strands*: jumps of two
//! columns that swap the upper two rows with each other and the lower two,
//!
//! ```text
//!     a . b . a . b .
//!     b . a . b . a .
//!     c . d . c . d .
//!     d . c . d . c .
//! ```
//!
//! eight of them side by side (the letters once more, one column on). After four columns every strand is in its row again,
//! so four more columns can be sewn in wherever all eight strands cross. A board of any length is
//! a small one, solved by search with such a seam on one or both sides of the start, and seams of
//! the length that is missing.

use tremaux_core::Budget;

use super::board::{Board, Square};
use super::exact::{self, Search};
use super::graph::Graph;
use super::search::Rules;
use super::tour::Links;

/// Columns that stay on each side of the start at the least, and one period more is the most.
const KEPT: u32 = 8;
const PERIOD: u32 = 4;

/// A tour from an outer square of a plain board with four rows and five columns or more; `None` from an
/// inner one.
pub(super) fn open(cols: u32, start: Square) -> Option<Links> {
    let (row, col) = (start / cols, start % cols);
    let (right, left) = (cols - 1 - col, col);
    let sewn = |side: u32| side.saturating_sub(KEPT) / PERIOD * PERIOD;
    let (sewn_left, sewn_right) = (sewn(left), sewn(right));
    let small = Board::new(4, cols - sewn_left - sewn_right)?;
    // A seam is named by its second column: the strands cross between it and the column before.
    let mut seams = Vec::new();
    seams.extend((left >= KEPT).then_some((KEPT / 2, sewn_left)));
    seams.extend((right >= KEPT).then(|| (small.cols() - KEPT / 2, sewn_right)));
    let tour = tour_with_seams(&small, small.square(row, col - sewn_left)?, &seams)?;
    Some(sew(&small, &tour, &seams, cols))
}

fn tour_with_seams(board: &Board, start: Square, seams: &[(u32, u32)]) -> Option<Vec<Square>> {
    let near = |col: u32| seams.iter().any(|&(seam, _)| col + 2 >= seam && col < seam + 2);
    let strand = |from: Square, to: Square| {
        let ((row, col), (to_row, to_col)) = (board.place(from), board.place(to));
        col.abs_diff(to_col) == 2 && row / 2 == to_row / 2
    };
    let crosses = |from: Square, to: Square| {
        let (col, to_col) = (board.place(from).1, board.place(to).1);
        seams.iter().any(|&(seam, _)| (col < seam) != (to_col < seam))
    };
    let mut meter = Budget::unlimited().meter();
    let graph = Graph::new(
        board,
        |_| true,
        |square| {
            board.neighbours(square).filter(move |&next| {
                let seam = near(board.place(square).1) || near(board.place(next).1);
                !seam || strand(square, next)
            })
        },
        &mut meter,
    )
    .ok()?;
    let all_strands = |trail: &[Square]| {
        trail.windows(2).filter(|jump| crosses(jump[0], jump[1])).count() == 8 * seams.len()
    };
    let outer = |square: Square| board.place(square).0.is_multiple_of(3);
    let mut rules = Rules {
        start,
        ends: (0..board.squares()).map(outer).collect(),
        fixed_steps: Vec::new(),
        ranks: exact::far_first(board, &mut meter).ok()?,
        by_rank: false,
        deep: false,
        accept: Some(&all_strands),
    };
    match exact::search(&graph, &mut rules, &mut meter) {
        Search::Found(tour) => Some(tour),
        _ => None,
    }
}

/// Pulls the seams apart and fills the gaps with strands.
fn sew(board: &Board, tour: &[Square], seams: &[(u32, u32)], cols: u32) -> Links {
    let small = Links::from_list(4, board.cols(), tour, false);
    let mut links = Links::new(4, cols);
    // The jumps of a strand to the left and to the right, in the even rows and in the odd ones.
    let strands = [(5, 2), (6, 1)];
    let mut sewn = 0;
    for col in 0..board.cols() {
        for &(_, length) in seams.iter().filter(|&&(seam, _)| seam == col) {
            for row in 0..4 {
                for filled in 0..length {
                    let (left, right) = strands[row as usize % 2];
                    links.set(row * cols + col + sewn + filled, left, right);
                }
            }
            sewn += length;
        }
        for row in 0..4 {
            let (one, other) = small.jumps(row * board.cols() + col);
            links.set(row * cols + col + sewn, one, other);
        }
    }
    links
}
