//! The fast exact engine: iterative deepening on bit masks, without the last four throws. Only speed justifies this
//! folder: the plain search (`search.rs`) gives the same answers, and tests compare the two.
//!
//! Three facts make it fast (measured on the hardest boards known, against a plain recursive search):
//!
//! * A throw finds the next set bit, and a block is broken by flipping two bits ([`masks`]).
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
//! into a table costs more than to walk on. Proofs that need all positions are another matter: a 10 x 10 board
//! that takes [`layers`] 14 seconds was not done by rounds in 100. So where the rounds have grown long, the layers
//! are given some work too; where that does not end it, the rounds go on.

pub(super) mod bound;
mod layers;
mod masks;

use std::ops::ControlFlow;

use tremaux_core::{Budget, Bytes, GaveUp, Meter};

use bound::Bound;
use layers::Layers;
use masks::{Hit, Lines, Masks, Narrow, PaddedSquare, Small, Wide};

use super::memory::OutOfMemory;
use super::{Board, Direction, Reason, Route, Solution, Throw, reached};

/// The first round with a bound.
const BOUND_FROM: u32 = 8;
/// Nodes after which the search by [`layers`] is tried first; it is tried again after eight times as many.
const LAYERS_FROM: u64 = 1 << 18;
/// The most memory for [`layers`]: one gibibyte.
const MAX_BYTES: usize = 1 << 30;
/// The largest board for which a proof for any length is tried where few throws are allowed, its nodes and memory.
const PROOF_SQUARES: usize = 400;
const PROOF_NODES: u64 = 10_000;
const PROOF_BYTES: usize = 1 << 24;
/// Memory for [`layers`] for each node of the rounds before, in bytes.
const BYTES_PER_NODE: u64 = 32;

/// A shortest route, or the proof that there is none of at most `max_throws` throws, or none at all.
pub(super) fn shortest(
    board: &Board,
    max_throws: Option<u32>,
    meter: &mut Meter,
) -> Result<Solution, GaveUp> {
    match board.width().max(board.height()) {
        side if side <= Small::MAX => Search::<Small>::new(board, meter)?.run(max_throws),
        side if side <= Narrow::MAX => Search::<Narrow>::new(board, meter)?.run(max_throws),
        _ => Search::<Wide>::new(board, meter)?.run(max_throws),
    }
}

/// The result for a board without a route of at most `limit` throws: on a small board, whether there is a longer one is
/// decided where the rounds were too few to find out.
pub(super) fn beyond(board: &Board, limit: u32) -> Solution {
    let is_small = board.codes().len() <= PROOF_SQUARES && board.width().max(board.height()) <= Narrow::MAX;
    let is_open = limit < BOUND_FROM && is_small;
    let reason = if is_open { refutation(board) } else { None };
    reason.map_or(Solution::BeyondLimit(limit), Solution::Never)
}

fn refutation(board: &Board) -> Option<Reason> {
    let mut meter = Budget::unlimited().with_nodes(PROOF_NODES).meter();
    let bound = Bound::new(board, &mut meter).ok()?;
    bound.refutes(board).or_else(|| {
        let mut masks = Masks::<Narrow>::new(board).ok()?;
        let end = layers::search(board, &mut masks, &bound, None, PROOF_BYTES, &mut meter);
        matches!(end, Layers::Exhausted).then_some(Reason::Exhausted)
    })
}

/// The number of routes of `throws` throws, where no route is shorter.
pub(super) fn count(board: &Board, throws: u32, meter: &mut Meter) -> Result<u128, GaveUp> {
    let bound = Bound::new(board, meter)?;
    let end = match board.width().max(board.height()) {
        side if side <= Small::MAX => count_with::<Small>(board, &bound, throws, meter)?,
        side if side <= Narrow::MAX => count_with::<Narrow>(board, &bound, throws, meter)?,
        _ => count_with::<Wide>(board, &bound, throws, meter)?,
    };
    match end {
        Layers::Found(_, routes) => Ok(routes),
        Layers::Beyond | Layers::Exhausted => Ok(0),
        Layers::Full(bytes) if bytes > MAX_BYTES as u64 => {
            let allowed = Bytes(MAX_BYTES as u64);
            Err(GaveUp::unsupported(format!("to count the routes takes more than {allowed} of memory")))
        }
        Layers::Full(bytes) => Err(GaveUp::out_of_memory(bytes)),
        Layers::Stopped => Err(reached(meter)),
    }
}

fn count_with<L: Lines>(
    board: &Board,
    bound: &Bound,
    throws: u32,
    meter: &mut Meter,
) -> Result<Layers, OutOfMemory> {
    let mut masks = Masks::<L>::new(board)?;
    Ok(layers::search(board, &mut masks, bound, Some(throws), MAX_BYTES, meter))
}

struct Search<'a, L> {
    board: &'a Board,
    masks: Masks<L>,
    bound: Option<Bound>,
    meter: &'a mut Meter,
    stone: PaddedSquare,
    /// The throws made, each with the square before it.
    trail: Vec<(Hit, PaddedSquare)>,
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
    fn new(board: &'a Board, meter: &'a mut Meter) -> Result<Self, OutOfMemory> {
        let stone = PaddedSquare::new(board.start());
        Ok(Search { board, masks: Masks::new(board)?, bound: None, meter, stone, trail: Vec::new() })
    }

    fn run(mut self, max_throws: Option<u32>) -> Result<Solution, GaveUp> {
        let mut throws = 1;
        let mut layers_from = LAYERS_FROM;
        while max_throws.is_none_or(|most| throws <= most) {
            if throws >= BOUND_FROM && self.bound.is_none() {
                let bound = Bound::new(self.board, self.meter)?;
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
                ControlFlow::Break(()) => return Err(reached(self.meter)),
            }
            let Some(bound) = self.bound.as_ref().filter(|_| self.meter.nodes() >= layers_from) else {
                continue;
            };
            let max_bytes =
                (self.meter.nodes().saturating_mul(BYTES_PER_NODE)).min(MAX_BYTES as u64) as usize;
            match layers::search(self.board, &mut self.masks, bound, max_throws, max_bytes, self.meter) {
                Layers::Found(route, _) => return Ok(Solution::Reached(route)),
                Layers::Beyond => break,
                Layers::Exhausted => return Ok(Solution::Never(Reason::Exhausted)),
                Layers::Full(_) => layers_from = self.meter.nodes() * 8,
                Layers::Stopped => return Err(reached(self.meter)),
            }
        }
        Ok(beyond(self.board, max_throws.unwrap_or(u32::MAX)))
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
