//! The fast exact engine: iterative deepening on bit masks, without the last four throws.
//!
//! Three facts make it fast (measured on the hardest boards known, against a plain recursive search):
//!
//! * A throw is a look for the next set bit, and a block is broken by flipping two bits ([`masks`](super::masks)).
//! * The tree grows about threefold with each throw, so its last levels are nearly all of it. Whether the
//!   goal can be reached by four more throws is decided without making them: only a stop in line with the goal
//!   counts, and the goal seldom sees far ([`Masks::three`]). This alone saves nine parts in ten.
//! * The relaxed distance ([`Bound`]) proves many a goal out of reach at once. On an easy board it would cost
//!   more than the search, so it is built only when the first rounds have failed.
//!
//! Since the rounds leave out no length, a round of n throws knows that fewer do not do, and need not
//! look for the goal before the last four throws.
//!
//! A table of visited positions is not used: few positions of a tree of ten throws are met twice, and a look
//! into a table costs more than to walk on.

use std::ops::ControlFlow;

use tremaux_core::Meter;

use super::bound::Bound;
use super::masks::{Hit, Lines, Masks, Narrow, Square, Wide};
use super::{Board, Direction, Limit, Reason, Route, Solution, Throw};

/// The first round with a bound.
const BOUND_FROM: u32 = 6;

/// A shortest route, or the proof that there is none of at most `max_throws` throws, or none at all.
pub(super) fn shortest(board: &Board, max_throws: Option<u32>, meter: Meter) -> Result<Solution, Limit> {
    if board.width().max(board.height()) <= Narrow::LONGEST {
        Search::<Narrow>::new(board, meter).run(max_throws)
    } else {
        Search::<Wide>::new(board, meter).run(max_throws)
    }
}

struct Search<'a, L> {
    board: &'a Board,
    masks: Masks<L>,
    bound: Option<Bound>,
    meter: Meter,
    stone: Square,
    /// The throws made, each with the square before it.
    trail: Vec<(Hit, Square)>,
}

/// How a round ended.
enum Round {
    Found,
    /// Not within this many throws.
    Beyond,
    /// No throw was left out: there is no route of any length.
    Exhausted,
}

impl<'a, L: Lines> Search<'a, L> {
    fn new(board: &'a Board, meter: Meter) -> Self {
        let stone = Square::new(board.start());
        Search { board, masks: Masks::new(board), bound: None, meter, stone, trail: Vec::new() }
    }

    fn run(mut self, max_throws: Option<u32>) -> Result<Solution, Limit> {
        let mut throws = 1;
        while max_throws.is_none_or(|most| throws <= most) {
            if throws >= BOUND_FROM && self.bound.is_none() {
                let Some(bound) = Bound::new(self.board, &mut self.meter) else { break };
                if let Some(reason) = bound.refutes(self.board) {
                    return Ok(Solution::Never(reason));
                }
                throws = throws.max(bound.distance(self.board.start()));
                self.bound = Some(bound);
                continue;
            }
            match self.round(throws) {
                ControlFlow::Continue(Round::Found) => return Ok(Solution::Reached(self.route())),
                ControlFlow::Continue(Round::Exhausted) => return Ok(Solution::Never(Reason::Exhausted)),
                ControlFlow::Continue(Round::Beyond) => throws += 1,
                ControlFlow::Break(()) => break,
            }
        }
        match (self.meter.limit(), max_throws) {
            (None, Some(most)) => Ok(Solution::BeyondLimit(most)),
            _ => Err(self.meter.into_limit()),
        }
    }

    /// Looks for a route of exactly `throws` throws, where none is shorter. A found one is made up to its
    /// last throw.
    fn round(&mut self, throws: u32) -> ControlFlow<(), Round> {
        let Some(upper) = throws.checked_sub(4) else {
            let first = self.masks.first_of(throws, self.stone, None);
            return ControlFlow::Continue(self.finish(first, throws));
        };
        let mut end = Round::Exhausted;
        let mut untried = 0;
        loop {
            if self.trail.len() == upper as usize {
                let first = self.masks.first_of(4, self.stone, self.bound.as_ref());
                if first.is_some() {
                    return ControlFlow::Continue(self.finish(first, 4));
                }
                end = Round::Beyond;
            } else if let Some(hit) = self.next(untried, throws, &mut end) {
                self.meter.tick()?;
                self.make(hit);
                untried = 0;
                continue;
            }
            let Some((hit, before)) = self.trail.pop() else { return ControlFlow::Continue(end) };
            self.masks.flip(hit.block);
            self.stone = before;
            untried = hit.direction as usize + 1;
        }
    }

    /// The first throw from here among the directions from `untried` on that may lead to the goal in time.
    fn next(&self, untried: usize, throws: u32, end: &mut Round) -> Option<Hit> {
        let left = throws - 1 - self.trail.len() as u32;
        Direction::ALL[untried..].iter().find_map(|&direction| {
            let hit = self.masks.throw(self.stone, direction)?;
            let Some(bound) = &self.bound else { return Some(hit) };
            if bound.allows(hit.stop.cell(), left) {
                return Some(hit);
            }
            if bound.allows(hit.stop.cell(), u32::MAX) {
                *end = Round::Beyond;
            }
            None
        })
    }

    fn make(&mut self, hit: Hit) {
        self.masks.flip(hit.block);
        self.trail.push((hit, self.stone));
        self.stone = hit.stop;
    }

    /// Makes all but the last of the `left` throws of which `first` is the first.
    fn finish(&mut self, first: Option<Direction>, left: u32) -> Round {
        let Some(mut direction) = first else { return Round::Beyond };
        for left in (1..left).rev() {
            let Some(hit) = self.masks.throw(self.stone, direction) else { break };
            self.make(hit);
            direction = self.masks.first_of(left, self.stone, None).unwrap_or(direction);
        }
        Round::Found
    }

    fn route(&self) -> Route {
        let mut throws: Vec<Throw> = self.trail.iter().map(|(hit, _)| hit.throw()).collect();
        let last = self.masks.one(self.stone);
        throws.extend(last.map(|direction| Throw { direction, stop: self.board.goal(), broken: None }));
        Route { throws }
    }
}
