//! The shortest solution in the memory of a single path: iterative deepening with an admissible bound
//! (R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree search", 1985).
//!
//! The tree is searched depth-first under a limit on the number of moves, again and again, with the
//! limit raised to the smallest length that the last round had to turn away. The repeated work is a
//! fraction of the last round where the tree branches, and no position but the current one is stored.

use crate::{Backtrack, Event, Visitor};

/// A position that knows how far it is from a goal at the least.
pub trait Bounded: Backtrack {
    /// Moves still needed to reach a goal, never too many (*admissible*); 0 is always right, and
    /// [`u32::MAX`] says that no goal can be reached from here at all.
    fn lower_bound(&self) -> u32;
}

/// How an iterative deepening ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deepening {
    /// At a goal, by this many moves, and fewer do not do. The position stands there.
    Found(u32),
    /// No goal within the limit: proved. With more moves there may be one.
    BeyondLimit,
    /// No goal at any length: proved.
    Exhausted,
    /// A visitor broke off; says nothing about goals.
    Stopped,
}

/// Searches for a goal by the fewest moves, `limit` at the most.
///
/// ```
/// use tremaux_search::{Backtrack, Bounded, Deepening, iterative_deepening};
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
/// let mut climb = Climb { at: 0, trail: vec![] };
/// assert_eq!(iterative_deepening(&mut climb, 9, &mut ()), Deepening::Found(5)); // 3 * 5 - 2 * 2
/// ```
pub fn iterative_deepening<P: Bounded>(
    position: &mut P,
    limit: u32,
    visitor: &mut impl Visitor<P>,
) -> Deepening {
    let mut depth_limit = position.lower_bound();
    while depth_limit != u32::MAX && depth_limit <= limit {
        if visitor.visit(position, Event::Deepen(depth_limit)).is_break() {
            return Deepening::Stopped;
        }
        match search_within(position, depth_limit, visitor) {
            Round::Found(depth) => return Deepening::Found(depth),
            Round::Stopped => return Deepening::Stopped,
            Round::Nearest(length) => depth_limit = length,
        }
    }
    if depth_limit == u32::MAX { Deepening::Exhausted } else { Deepening::BeyondLimit }
}

/// One round: depth-first, nothing beyond `depth_limit` moves.
enum Round {
    Found(u32),
    Stopped,
    /// The shortest length that was turned away; `u32::MAX` where nothing was.
    Nearest(u32),
}

fn search_within<P: Bounded>(position: &mut P, depth_limit: u32, visitor: &mut impl Visitor<P>) -> Round {
    let mut nearest = u32::MAX;
    let mut depth = 0u32;
    let mut last = None;
    loop {
        let mut cut = false;
        if last.is_none() {
            if position.is_goal() {
                let _ = visitor.visit(position, Event::Goal);
                return Round::Found(depth);
            }
            // A position that is no goal needs a move more, whatever the bound says.
            let length = depth.saturating_add(position.lower_bound().max(1));
            cut = length > depth_limit;
            if cut {
                nearest = nearest.min(length);
                if visitor.visit(position, Event::Cut).is_break() {
                    return Round::Stopped;
                }
            }
        }
        let next = if cut { None } else { position.next_move(last) };
        let event = match next {
            Some(mv) => {
                position.make(mv);
                depth += 1;
                last = None;
                Event::Make(mv)
            }
            None => {
                let Some(mv) = position.unmake() else { return Round::Nearest(nearest) };
                depth -= 1;
                last = Some(mv);
                Event::Unmake(mv)
            }
        };
        if visitor.visit(position, event).is_break() {
            return Round::Stopped;
        }
    }
}
