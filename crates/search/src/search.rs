//! Depth-first search that can be stopped and resumed.

use core::fmt;
use core::ops::ControlFlow;

use crate::{Backtrack, Event, Visitor};

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum SearchEnd {
    /// At a goal. The position is at the goal.
    Found,
    /// All moves were tried. The position is back where the search began. If no goal was found before, this
    /// proves that none exists.
    Exhausted,
    /// A visitor returned [`ControlFlow::Break`]. The position is where that happened. Says nothing about goals.
    Stopped,
}

/// A depth-first search: owns the position and knows which move was tried last.
///
/// Each call continues where the one before ended, whether at a goal or because a visitor stopped it. So
/// no goal is found twice, and the events of all calls together are those of a single uninterrupted search.
/// Time and memory are those of the position; the search allocates nothing and does not recurse.
///
/// ```
/// use std::ops::ControlFlow;
/// use tremaux_search::{Backtrack, Event, NodeLimit, Search, SearchEnd, SearchStats, from_fn};
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
///
/// // Goal by goal:
/// let mut search = Search::new(Bits(vec![]));
/// assert_eq!(search.next_goal(&mut ()), SearchEnd::Found);
/// assert_eq!(search.position().0, [false, false, false, false]);
/// assert_eq!(search.next_goal(&mut ()), SearchEnd::Found);
/// assert_eq!(search.position().0, [false, false, false, true]);
///
/// // The remaining ones, as an iterator:
/// assert_eq!(search.goals(|bits| bits.0.clone()).count(), 14);
///
/// // All at once, with statistics; stopped after five moves, and resumed:
/// let mut search = Search::new(Bits(vec![]));
/// let mut visitor = (SearchStats::default(), NodeLimit::new(5));
/// assert_eq!(search.enumerate(&mut visitor), SearchEnd::Stopped);
/// visitor.1 = NodeLimit::new(1000);
/// assert_eq!(search.enumerate(&mut visitor), SearchEnd::Exhausted);
/// assert_eq!((visitor.0.goals, visitor.0.makes), (16, 30));
///
/// // A closure as a visitor:
/// let mut deepest = 0;
/// let mut visitor = from_fn(|bits: &Bits, _| {
///     deepest = deepest.max(bits.0.len());
///     ControlFlow::Continue(())
/// });
/// assert_eq!(Search::new(Bits(vec![])).enumerate(&mut visitor), SearchEnd::Exhausted);
/// assert_eq!(deepest, 4);
/// ```
#[derive(Clone)]
pub struct Search<P: Backtrack> {
    position: P,
    next: Next<P::Move>,
}

/// What the search does next.
#[derive(Clone, Copy)]
enum Next<M> {
    /// Tries the moves after this one; all moves at a position that was just reached.
    Try(Option<M>),
    /// Returns the goal at which the position is: a visitor stopped the search when it saw the goal.
    Return,
    /// Leaves the goal at which the position is.
    Leave,
    /// Nothing: all moves were tried.
    End,
}

impl<P: Backtrack> Search<P> {
    /// Starts a search. Moves that an earlier search has left on the position are taken back first.
    pub fn new(mut position: P) -> Self {
        while position.unmake().is_some() {}
        Search { position, next: Next::Try(None) }
    }

    /// Searches for the next goal. Goals are leaves: no move is made from a goal.
    pub fn next_goal(&mut self, visitor: &mut impl Visitor<P>) -> SearchEnd {
        let mut tried = match self.next {
            Next::Try(tried) => tried,
            Next::Return => {
                self.next = Next::Leave;
                return SearchEnd::Found;
            }
            Next::Leave => match self.go_back(visitor) {
                ControlFlow::Continue(tried) => tried,
                ControlFlow::Break(end) => return end,
            },
            Next::End => return SearchEnd::Exhausted,
        };
        loop {
            let flow = if tried.is_none() && self.position.is_goal() {
                ControlFlow::Break(self.reach_goal(visitor))
            } else {
                self.step(tried, visitor)
            };
            match flow {
                ControlFlow::Continue(last) => tried = last,
                ControlFlow::Break(end) => return end,
            }
        }
    }

    /// Visits all remaining goals: each is an [`Event::Goal`] for the visitor. Never returns
    /// [`SearchEnd::Found`].
    pub fn enumerate(&mut self, visitor: &mut impl Visitor<P>) -> SearchEnd {
        loop {
            match self.next_goal(visitor) {
                SearchEnd::Found => {}
                end => return end,
            }
        }
    }

    /// Iterates over the remaining goals. `view` makes of the position at a goal what the iterator yields.
    pub fn goals<T>(&mut self, mut view: impl FnMut(&P) -> T) -> impl Iterator<Item = T> {
        core::iter::from_fn(move || match self.next_goal(&mut ()) {
            SearchEnd::Found => Some(view(&self.position)),
            SearchEnd::Exhausted | SearchEnd::Stopped => None,
        })
    }

    /// Returns the position, where the last call left it.
    pub fn position(&self) -> &P {
        &self.position
    }

    /// Ends the search and returns the position, where the last call left it.
    pub fn into_position(self) -> P {
        self.position
    }

    fn reach_goal(&mut self, visitor: &mut impl Visitor<P>) -> SearchEnd {
        match visitor.visit(&self.position, Event::Goal) {
            ControlFlow::Continue(()) => {
                self.next = Next::Leave;
                SearchEnd::Found
            }
            ControlFlow::Break(()) => {
                self.next = Next::Return;
                SearchEnd::Stopped
            }
        }
    }

    /// Makes the next move or, if none is left, takes one back. Returns the move to continue after.
    #[inline(always)]
    fn step(
        &mut self,
        tried: Option<P::Move>,
        visitor: &mut impl Visitor<P>,
    ) -> ControlFlow<SearchEnd, Option<P::Move>> {
        let Some(mv) = self.position.next_move(tried) else { return self.go_back(visitor) };
        self.position.make(mv);
        self.show(Event::Make(mv), None, visitor)
    }

    #[inline(always)]
    fn go_back(&mut self, visitor: &mut impl Visitor<P>) -> ControlFlow<SearchEnd, Option<P::Move>> {
        let Some(mv) = self.position.unmake() else {
            self.next = Next::End;
            return ControlFlow::Break(SearchEnd::Exhausted);
        };
        self.show(Event::Unmake(mv), Some(mv), visitor)
    }

    /// Shows an event, and continues after the move `tried` unless the visitor stops the search.
    #[inline(always)]
    fn show(
        &mut self,
        event: Event<P::Move>,
        tried: Option<P::Move>,
        visitor: &mut impl Visitor<P>,
    ) -> ControlFlow<SearchEnd, Option<P::Move>> {
        match visitor.visit(&self.position, event) {
            ControlFlow::Continue(()) => ControlFlow::Continue(tried),
            ControlFlow::Break(()) => {
                self.next = Next::Try(tried);
                ControlFlow::Break(SearchEnd::Stopped)
            }
        }
    }
}

impl<P: Backtrack + fmt::Debug> fmt::Debug for Search<P> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Search").field("position", &self.position).finish_non_exhaustive()
    }
}
