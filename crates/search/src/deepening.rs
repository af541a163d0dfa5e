//! Solutions in order of length, in the memory of a single path: iterative deepening with an admissible bound
//! (R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree search", 1985).
//!
//! The tree is searched depth-first under a limit on the number of moves, again and again. Each round raises the
//! limit to the smallest length that the round before had to cut. If the tree branches, the repeated work is a
//! fraction of the last round, and no position but the current one is stored.

use core::fmt;
use core::ops::ControlFlow;

use crate::{Backtrack, Event, Visitor};

/// A position with a lower bound on its distance from a goal.
pub trait Bounded: Backtrack {
    /// Returns a number of moves that are needed to reach a goal, never too many (*admissible*). 0 is always
    /// correct; [`u32::MAX`] means that no goal can be reached from here.
    fn lower_bound(&self) -> u32;
}

/// How a search by iterative deepening ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum DeepeningEnd {
    /// At a goal, after this many moves. The position is at the goal. For the first goal of a search this proves that no
    /// shorter solution exists.
    Found(u32),
    /// No further goal within the limit: proved. With more moves there may be one.
    BeyondLimit,
    /// No further goal at any length: proved.
    Exhausted,
    /// A visitor returned [`ControlFlow::Break`]. Says nothing about goals.
    Stopped,
}

/// A search for the shortest solutions: owns the position, and finds goals in order of the number of moves.
///
/// Like [`Search`](crate::Search), each call continues where the one before ended.
///
/// ```
/// use tremaux_search::{Backtrack, Bounded, DeepeningEnd, DeepeningSearch};
///
/// struct Climb { at: i32, trail: Vec<i32> } // from 0 to 11, by +5 or -2
/// impl Backtrack for Climb {
///     type Move = i32;
///     fn is_goal(&self) -> bool { self.at == 11 }
///     fn next_move(&self, last: Option<i32>) -> Option<i32> {
///         match last { None => Some(5), Some(5) => Some(-2), _ => None }
///     }
///     fn make(&mut self, mv: i32) { self.at += mv; self.trail.push(mv) }
///     fn unmake(&mut self) -> Option<i32> {
///         let mv = self.trail.pop()?;
///         self.at -= mv;
///         Some(mv)
///     }
/// }
/// impl Bounded for Climb {
///     fn lower_bound(&self) -> u32 { ((11 - self.at).max(0) as u32).div_ceil(5) }
/// }
/// let mut search = DeepeningSearch::new(Climb { at: 0, trail: vec![] }, 9);
/// assert_eq!(search.next_goal(&mut ()), DeepeningEnd::Found(5)); // 3 * 5 - 2 * 2
/// assert_eq!(search.position().trail, [5, 5, 5, -2, -2]);
/// assert_eq!(search.next_goal(&mut ()), DeepeningEnd::Found(5));
/// assert_eq!(search.position().trail, [5, 5, -2, 5, -2]);
/// ```
#[derive(Clone)]
pub struct DeepeningSearch<P: Bounded> {
    position: P,
    limit: u32,
    /// Moves allowed in this round, and made.
    depth_limit: u32,
    depth: u32,
    /// The shortest length that this round has cut; `u32::MAX` if none.
    shortest_cut: u32,
    next: Next<P::Move>,
}

/// What the search does next.
#[derive(Clone, Copy)]
enum Next<M> {
    /// Starts a round.
    Round,
    /// Tries the moves after this one; all moves at a position that was just reached.
    Try(Option<M>),
    /// Returns the goal at which the position is: a visitor stopped the search when it saw the goal.
    Return,
    /// Leaves the position.
    Leave,
    /// Nothing: the search has ended like this.
    End(DeepeningEnd),
}

impl<P: Bounded> DeepeningSearch<P> {
    /// Starts a search for solutions of at most `limit` moves. Moves that an earlier search has left on the
    /// position are taken back first.
    pub fn new(mut position: P, limit: u32) -> Self {
        while position.unmake().is_some() {}
        let depth_limit = position.lower_bound();
        DeepeningSearch { position, limit, depth_limit, depth: 0, shortest_cut: u32::MAX, next: Next::Round }
    }

    /// Searches for the next goal, in order of the number of moves. Goals are leaves: no move is made from a goal.
    pub fn next_goal(&mut self, visitor: &mut impl Visitor<P>) -> DeepeningEnd {
        loop {
            let flow = match self.next {
                Next::Round => self.start_round(visitor),
                Next::Try(None) => self.enter(visitor),
                Next::Try(Some(tried)) => self.step(Some(tried), visitor),
                Next::Return => {
                    self.next = Next::Leave;
                    ControlFlow::Break(DeepeningEnd::Found(self.depth))
                }
                Next::Leave => self.go_back(visitor),
                Next::End(end) => ControlFlow::Break(end),
            };
            if let ControlFlow::Break(end) = flow {
                return end;
            }
        }
    }

    /// Returns the position, where the last call left it.
    pub fn position(&self) -> &P {
        &self.position
    }

    /// Ends the search and returns the position, where the last call left it.
    pub fn into_position(self) -> P {
        self.position
    }

    fn start_round(&mut self, visitor: &mut impl Visitor<P>) -> ControlFlow<DeepeningEnd> {
        if self.depth_limit == u32::MAX {
            self.next = Next::End(DeepeningEnd::Exhausted);
            return ControlFlow::Continue(());
        }
        if self.depth_limit > self.limit {
            self.next = Next::End(DeepeningEnd::BeyondLimit);
            return ControlFlow::Continue(());
        }
        self.shortest_cut = u32::MAX;
        self.show(Event::Deepen(self.depth_limit), Next::Try(None), visitor)
    }

    /// Looks at a position that was just reached.
    fn enter(&mut self, visitor: &mut impl Visitor<P>) -> ControlFlow<DeepeningEnd> {
        if self.position.is_goal() {
            // An earlier round has found the goals that take fewer moves.
            if self.depth < self.depth_limit {
                return self.go_back(visitor);
            }
            self.show(Event::Goal, Next::Return, visitor)?;
            self.next = Next::Leave;
            return ControlFlow::Break(DeepeningEnd::Found(self.depth));
        }
        // A position that is no goal needs one more move, whatever the bound says.
        let length = self.depth.saturating_add(self.position.lower_bound().max(1));
        if length > self.depth_limit {
            self.shortest_cut = self.shortest_cut.min(length);
            return self.show(Event::Cut, Next::Leave, visitor);
        }
        self.step(None, visitor)
    }

    /// Makes the next move or, if none is left, takes one back.
    fn step(&mut self, tried: Option<P::Move>, visitor: &mut impl Visitor<P>) -> ControlFlow<DeepeningEnd> {
        let Some(mv) = self.position.next_move(tried) else { return self.go_back(visitor) };
        self.position.make(mv);
        self.depth += 1;
        self.show(Event::Make(mv), Next::Try(None), visitor)
    }

    fn go_back(&mut self, visitor: &mut impl Visitor<P>) -> ControlFlow<DeepeningEnd> {
        let Some(mv) = self.position.unmake() else {
            self.depth_limit = self.shortest_cut;
            self.next = Next::Round;
            return ControlFlow::Continue(());
        };
        self.depth -= 1;
        self.show(Event::Unmake(mv), Next::Try(Some(mv)), visitor)
    }

    /// Shows an event; whether or not the visitor stops the search, it continues with `next`.
    fn show(
        &mut self,
        event: Event<P::Move>,
        next: Next<P::Move>,
        visitor: &mut impl Visitor<P>,
    ) -> ControlFlow<DeepeningEnd> {
        self.next = next;
        match visitor.visit(&self.position, event) {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(()) => ControlFlow::Break(DeepeningEnd::Stopped),
        }
    }
}

impl<P: Bounded + fmt::Debug> fmt::Debug for DeepeningSearch<P> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("DeepeningSearch").field("position", &self.position).finish_non_exhaustive()
    }
}
