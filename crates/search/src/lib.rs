//! Backtracking search by make and unmake.
//!
//! In 1882 Édouard Lucas printed a rule that Charles Pierre Trémaux had found for walking through
//! any labyrinth without a map. In today's words: *at a place you have not seen, take the first passage
//! that you have not tried; where there is none left, go back the way you came; back at the entrance
//! with nothing left to try, there is no way.* Every depth-first search is this rule, and
//! [`depth_first`] is a transcript of it.
//!
//! What makes the transcript short is what it leaves to the puzzle:
//!
//! * **No list of moves.** The engine never asks "which moves are there?", only "which is your first
//!   legal move after this one?" ([`Backtrack::next_move`]). Nothing is allocated for a node, and a
//!   move that is never tried is never computed.
//! * **No stack in the engine.** The puzzle remembers how it came, in the cheapest form it knows, and
//!   [`Backtrack::unmake`] gives the newest move back. A wandering piece keeps its trail, a walk through
//!   corridors needs two bits in the very cell: a billion cells fit into a gigabyte, and no input can
//!   overflow a call stack.
//! * **No marks.** Whether leaving a place wipes its mark (it may be entered again by another way) or leaves it
//!   as a scar (it is never entered twice) is decided inside `unmake`, since it is the one difference
//!   between walking all *paths* and visiting all *places*.
//!
//! Against a list of successors per node (a closure that returns a `Vec`, as graph libraries have it)
//! this saves the copies; against a recursive function it saves the call stack and gains that the
//! search can be stopped, counted, traced and drawn from outside. All of these are [`Visitor`]s: a
//! node limit, a clock, a tally, an animation. The unit visitor `()` costs nothing, and visitors
//! compose as pairs.
//!
//! [`enumerate`] walks on behind each goal. [`iterative_deepening`] finds the shortest solution and is
//! a loop of its own, because it has a bound and a limit.
//!
//! # Example: three non-attacking queens do not fit on a 3 x 3 board
//!
//! ```
//! use tremaux_search::{Backtrack, SearchEnd, depth_first};
//!
//! struct Queens { size: usize, columns: Vec<usize> } // columns[r]: where the queen of row r stands
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
//! let mut three = Queens { size: 3, columns: vec![] };
//! assert_eq!(depth_first(&mut three, &mut ()), SearchEnd::Exhausted); // a proof
//!
//! let mut six = Queens { size: 6, columns: vec![] };
//! assert_eq!(depth_first(&mut six, &mut ()), SearchEnd::Found);
//! assert_eq!(six.columns, [1, 3, 5, 0, 2, 4]); // the position stands at the goal
//! ```

mod deepening;
mod visitor;

use std::ops::ControlFlow;

pub use deepening::{Bounded, Deepening, iterative_deepening};
pub use visitor::{Event, SearchStats, Visitor};

/// A position that can go forward and back.
///
/// Making a move and unmaking it must restore whatever [`next_move`](Backtrack::next_move) and
/// [`is_goal`](Backtrack::is_goal) look at, except for marks that the puzzle leaves on purpose.
pub trait Backtrack {
    /// One step forward. Small and `Copy`: a direction, a square.
    type Move: Copy;

    /// Is this a solution? Asked once for each position, when it is reached.
    fn is_goal(&self) -> bool;

    /// The first legal move after `last` in this position's fixed order; the first of all for `None`.
    fn next_move(&self, last: Option<Self::Move>) -> Option<Self::Move>;

    /// Goes forward. The move came from [`next_move`](Backtrack::next_move).
    fn make(&mut self, mv: Self::Move);

    /// Takes the newest move back and returns it; `None` where the search began.
    fn unmake(&mut self) -> Option<Self::Move>;
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchEnd {
    /// At a goal; the position stands there.
    Found,
    /// Everything was tried; the position is back where it began. For [`depth_first`] a proof that
    /// there is no goal.
    Exhausted,
    /// A visitor broke off; the position stands where that happened. Says nothing about goals.
    Stopped,
}

/// Searches for the first goal, by Trémaux's rule.
///
/// The position is left at the goal, where the search began, or where a visitor stopped it: see
/// [`SearchEnd`]. Time and memory are the puzzle's own; the engine adds no allocation and no recursion.
pub fn depth_first<P: Backtrack>(position: &mut P, visitor: &mut impl Visitor<P>) -> SearchEnd {
    let mut last = None;
    loop {
        if last.is_none() && position.is_goal() {
            let _ = visitor.visit(position, Event::Goal);
            return SearchEnd::Found;
        }
        match step(position, last, visitor) {
            ControlFlow::Continue(tried) => last = tried,
            ControlFlow::Break(end) => return end,
        }
    }
}

/// Visits every goal: as [`depth_first`], but a goal is shown to the visitor ([`Event::Goal`]) and
/// then left again. A goal is a leaf: the search does not go on from it.
///
/// Never returns [`SearchEnd::Found`].
///
/// ```
/// use std::ops::ControlFlow;
/// use tremaux_search::{Backtrack, SearchStats, enumerate};
///
/// struct Bits(Vec<bool>); // all words of four bits
/// impl Backtrack for Bits {
///     type Move = bool;
///     fn is_goal(&self) -> bool { self.0.len() == 4 }
///     fn next_move(&self, last: Option<bool>) -> Option<bool> {
///         match last { None => Some(false), Some(false) => Some(true), Some(true) => None }
///     }
///     fn make(&mut self, bit: bool) { self.0.push(bit) }
///     fn unmake(&mut self) -> Option<bool> { self.0.pop() }
/// }
/// let mut tally = SearchStats::default();
/// enumerate(&mut Bits(vec![]), &mut tally);
/// assert_eq!(tally.goals, 16);
/// ```
pub fn enumerate<P: Backtrack>(position: &mut P, visitor: &mut impl Visitor<P>) -> SearchEnd {
    let mut last = None;
    loop {
        let flow = if last.is_none() && position.is_goal() {
            match visitor.visit(position, Event::Goal) {
                ControlFlow::Continue(()) => go_back(position, visitor),
                ControlFlow::Break(()) => return SearchEnd::Stopped,
            }
        } else {
            step(position, last, visitor)
        };
        match flow {
            ControlFlow::Continue(tried) => last = tried,
            ControlFlow::Break(end) => return end,
        }
    }
}

/// Forward if there is a move left to try, else back. Returns the move to try the next one after.
#[inline(always)]
fn step<P: Backtrack>(
    position: &mut P,
    last: Option<P::Move>,
    visitor: &mut impl Visitor<P>,
) -> ControlFlow<SearchEnd, Option<P::Move>> {
    let Some(mv) = position.next_move(last) else { return go_back(position, visitor) };
    position.make(mv);
    match visitor.visit(position, Event::Make(mv)) {
        ControlFlow::Continue(()) => ControlFlow::Continue(None),
        ControlFlow::Break(()) => ControlFlow::Break(SearchEnd::Stopped),
    }
}

#[inline(always)]
fn go_back<P: Backtrack>(
    position: &mut P,
    visitor: &mut impl Visitor<P>,
) -> ControlFlow<SearchEnd, Option<P::Move>> {
    let Some(mv) = position.unmake() else { return ControlFlow::Break(SearchEnd::Exhausted) };
    match visitor.visit(position, Event::Unmake(mv)) {
        ControlFlow::Continue(()) => ControlFlow::Continue(Some(mv)),
        ControlFlow::Break(()) => ControlFlow::Break(SearchEnd::Stopped),
    }
}
