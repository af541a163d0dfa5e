//! What happens in a search, told to whoever watches.

use std::ops::ControlFlow;

use crate::Backtrack;

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<M> {
    /// [`iterative_deepening`](crate::iterative_deepening) begins again from the start with this limit.
    Deepen(u32),
    /// A move was made; the position is already behind it.
    Make(M),
    /// The position is a goal.
    Goal,
    /// The position was given up because a bound says that no goal is near enough.
    Cut,
    /// A move was taken back; the position is already before it.
    Unmake(M),
}

/// Watches a search and may stop it by returning [`ControlFlow::Break`].
///
/// `()` watches nothing and costs nothing; a pair watches with both, the first one first.
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

/// Counts events. The sum of a fixed set of searches is a signature: it changes when, and only when,
/// the behaviour of the search does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchStats {
    /// Moves made: the nodes searched, without the root.
    pub makes: u64,
    /// Moves taken back.
    pub unmakes: u64,
    /// Goals met.
    pub goals: u64,
    /// Positions cut off by a bound.
    pub cuts: u64,
}

impl SearchStats {
    /// Moves made and not taken back: how deep the position is now.
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
