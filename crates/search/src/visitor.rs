//! The events of a search, and visitors, which observe them and may stop the search.

use core::fmt;
use core::marker::PhantomData;
use core::ops::ControlFlow;

use crate::Backtrack;

/// An event of a search. What is said of a stop holds if the visitor returns [`ControlFlow::Break`]: the
/// call then returns `Stopped`, and the next call continues as if there had been no stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<M> {
    /// A [`DeepeningSearch`](crate::DeepeningSearch) starts again from its beginning, with this limit on the
    /// number of moves. A stop leaves the position at the beginning.
    Deepen(u32),
    /// A move was made. A stop leaves the position after the move; the next call first asks whether it is a goal.
    Make(M),
    /// The position is a goal. A stop leaves the position there; the next call to `next_goal` returns `Found` without
    /// another event, so the goal is neither lost nor counted twice.
    Goal,
    /// A bound proves that no goal is near enough. A stop leaves the position there; the next call goes back.
    Cut,
    /// A move was taken back. A stop leaves the position before the move; the next call tries the move after it.
    Unmake(M),
}

/// Observes a search and may stop it by returning [`ControlFlow::Break`], at any [`Event`].
///
/// `()` observes nothing and costs nothing. A pair passes each event to the first member and, unless that stops the
/// search, to the second. [`from_fn`] makes a visitor of a closure.
pub trait Visitor<P: Backtrack> {
    /// Called after each event.
    fn visit(&mut self, position: &P, event: Event<P::Move>) -> ControlFlow<()>;
}

impl<P: Backtrack> Visitor<P> for () {
    #[inline(always)]
    fn visit(&mut self, _: &P, _: Event<P::Move>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<P: Backtrack, A: Visitor<P>, B: Visitor<P>> Visitor<P> for (A, B) {
    #[inline(always)]
    fn visit(&mut self, position: &P, event: Event<P::Move>) -> ControlFlow<()> {
        self.0.visit(position, event)?;
        self.1.visit(position, event)
    }
}

impl<P: Backtrack, V: Visitor<P> + ?Sized> Visitor<P> for &mut V {
    #[inline(always)]
    fn visit(&mut self, position: &P, event: Event<P::Move>) -> ControlFlow<()> {
        (**self).visit(position, event)
    }
}

/// The visitor that [`from_fn`] returns.
pub struct FromFn<P, F> {
    closure: F,
    position: PhantomData<fn(&P)>,
}

impl<P, F> fmt::Debug for FromFn<P, F> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("FromFn").finish_non_exhaustive()
    }
}

/// Makes a visitor of a closure.
pub fn from_fn<P, F>(closure: F) -> FromFn<P, F>
where
    P: Backtrack,
    F: FnMut(&P, Event<P::Move>) -> ControlFlow<()>,
{
    FromFn { closure, position: PhantomData }
}

impl<P, F> Visitor<P> for FromFn<P, F>
where
    P: Backtrack,
    F: FnMut(&P, Event<P::Move>) -> ControlFlow<()>,
{
    #[inline]
    fn visit(&mut self, position: &P, event: Event<P::Move>) -> ControlFlow<()> {
        (self.closure)(position, event)
    }
}

/// Allows this many moves and stops the search at the one after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeLimit {
    left: u64,
}

impl NodeLimit {
    /// Allows `moves` moves.
    pub fn new(moves: u64) -> Self {
        NodeLimit { left: moves }
    }
}

impl<P: Backtrack> Visitor<P> for NodeLimit {
    #[inline]
    fn visit(&mut self, _: &P, event: Event<P::Move>) -> ControlFlow<()> {
        if let Event::Make(_) = event {
            let Some(left) = self.left.checked_sub(1) else { return ControlFlow::Break(()) };
            self.left = left;
        }
        ControlFlow::Continue(())
    }
}

/// Stops the search when a condition holds: a flag is set, a time is over. Asked after each move made.
///
/// ```
/// use std::sync::atomic::{AtomicBool, Ordering};
/// use tremaux_search::StopWhen;
///
/// let cancelled = AtomicBool::new(false);
/// let visitor = StopWhen(|| cancelled.load(Ordering::Relaxed));
/// # let _ = visitor;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct StopWhen<F>(pub F);

impl<P: Backtrack, F: FnMut() -> bool> Visitor<P> for StopWhen<F> {
    #[inline]
    fn visit(&mut self, _: &P, event: Event<P::Move>) -> ControlFlow<()> {
        match event {
            Event::Make(_) if (self.0)() => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}

/// Counts events. The sum over a fixed set of searches is a signature: it changes if, and only if, the
/// behaviour of the search does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchStats {
    /// Moves made: the nodes searched, without the root.
    pub makes: u64,
    /// Moves taken back.
    pub unmakes: u64,
    /// Goals reached.
    pub goals: u64,
    /// Positions cut off by a bound.
    pub cuts: u64,
}

impl SearchStats {
    /// Returns the number of moves made and not taken back: the depth of the position.
    pub fn depth(&self) -> u64 {
        self.makes - self.unmakes
    }
}

impl<P: Backtrack> Visitor<P> for SearchStats {
    #[inline]
    fn visit(&mut self, _: &P, event: Event<P::Move>) -> ControlFlow<()> {
        match event {
            Event::Make(_) => self.makes += 1,
            Event::Unmake(_) => self.unmakes += 1,
            Event::Goal => self.goals += 1,
            Event::Cut => self.cuts += 1,
            Event::Deepen(_) => {}
        }
        ControlFlow::Continue(())
    }
}
