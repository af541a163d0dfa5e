//! Backtracking search by make and unmake.
//!
//! In 1882 Édouard Lucas printed a rule that Charles Pierre Trémaux had found for walking through
//! any labyrinth without a map. In today's words: *at a place you have not seen, take the first passage
//! that you have not tried; if none is left, go back the way you came; if you are back at the entrance
//! with nothing left to try, there is no way.* Every depth-first search is this rule, and
//! [`Search`] is a transcript of it.
//!
//! The transcript is short because of what it leaves to the puzzle:
//!
//! * **No list of moves.** The search never asks "which moves are there?", only "which is your first
//!   legal move after this one?" ([`Backtrack::next_move`]). Nothing is allocated for a node, and a
//!   move that is never tried is never computed.
//! * **No stack.** The position records how it was reached, in the cheapest form for the puzzle, and
//!   [`Backtrack::unmake`] takes back the newest move. A tour keeps its trail; a walk through corridors
//!   needs two bits in each cell: a billion cells fit into a gigabyte, and no input can overflow a call stack.
//! * **No marks.** Whether leaving a place removes its mark (so that it may be entered again by another way) or keeps it
//!   (so that it is never entered twice) is decided in `unmake`, since it is the one difference
//!   between walking all *paths* and visiting all *places*.
//!
//! A list of successors per node (a closure that returns a `Vec`, as in graph libraries) would add
//! the copies; a recursive function would add the call stack, and could not be stopped,
//! resumed, counted or drawn from outside. All of these are done by a [`Visitor`]: `()` costs nothing, visitors combine
//! as pairs, [`NodeLimit`], [`StopWhen`] and [`SearchStats`] are ready, and [`from_fn`] makes one of a closure.
//!
//! [`Search`] finds goals one by one and can be resumed. [`DeepeningSearch`] finds them in order of length, and is a
//! loop of its own because it needs a bound and a limit. [`OrderedMove`] is for positions that
//! sort their moves.
//!
//! The crate has no dependencies and does not need the standard library.
//!
//! # Example: three non-attacking queens do not fit on a 3 x 3 board
//!
//! ```
//! use tremaux_search::{Backtrack, Search, SearchEnd};
//!
//! struct Queens { size: usize, columns: Vec<usize> } // columns[r]: the column of the queen in row r
//!
//! impl Backtrack for Queens {
//!     type Move = usize;
//!     fn is_goal(&self) -> bool {
//!         self.columns.len() == self.size
//!     }
//!     fn next_move(&self, last: Option<usize>) -> Option<usize> {
//!         let row = self.columns.len();
//!         (last.map_or(0, |c| c + 1)..self.size).find(|&column| {
//!             self.columns.iter().enumerate().all(|(r, &c)| c != column && c.abs_diff(column) != row - r)
//!         })
//!     }
//!     fn make(&mut self, column: usize) {
//!         self.columns.push(column);
//!     }
//!     fn unmake(&mut self) -> Option<usize> {
//!         self.columns.pop()
//!     }
//! }
//!
//! let mut three = Search::new(Queens { size: 3, columns: vec![] });
//! assert_eq!(three.next_goal(&mut ()), SearchEnd::Exhausted); // a proof
//!
//! let mut six = Search::new(Queens { size: 6, columns: vec![] });
//! assert_eq!(six.next_goal(&mut ()), SearchEnd::Found);
//! assert_eq!(six.position().columns, [1, 3, 5, 0, 2, 4]);
//! assert_eq!(six.goals(|queens| queens.columns.clone()).count(), 3); // three more
//! ```

#![no_std]

mod deepening;
mod ordered;
mod search;
mod visitor;

pub use deepening::{Bounded, DeepeningEnd, DeepeningSearch};
pub use ordered::OrderedMove;
pub use search::{Search, SearchEnd};
pub use visitor::{Event, FromFn, NodeLimit, SearchStats, StopWhen, Visitor, from_fn};

/// A position on which moves can be made and taken back.
///
/// Making a move and unmaking it must restore whatever [`next_move`](Backtrack::next_move) and
/// [`is_goal`](Backtrack::is_goal) look at, except for marks that the puzzle leaves on purpose. A position with such
/// marks can be searched once.
pub trait Backtrack {
    /// A move. Small and `Copy`: a direction, a square.
    type Move: Copy;

    /// Returns whether this is a solution. Asked once for each position, when it is reached.
    fn is_goal(&self) -> bool;

    /// Returns the first legal move after `last` in this position's order; the first of all for `None`.
    fn next_move(&self, last: Option<Self::Move>) -> Option<Self::Move>;

    /// Makes a move, which came from [`next_move`](Backtrack::next_move).
    fn make(&mut self, mv: Self::Move);

    /// Takes back the newest move and returns it; `None` where the search began.
    fn unmake(&mut self) -> Option<Self::Move>;
}
