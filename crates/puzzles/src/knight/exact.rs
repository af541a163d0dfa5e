//! The exact search, made to last: attempts with other orders, and a proof at the end.
//!
//! Depth-first search has bad luck: a wrong move near the start costs a subtree, however easy the board is
//! otherwise. So an attempt gets a number of nodes, and the next one breaks ties in another way. The
//! numbers grow without bound: sooner or later an attempt sees everything, and its "none" is a proof. The
//! random orders are a fixed sequence: the same query has the same answer in every version.

use std::ops::ControlFlow;

use tremaux_core::{Budget, GaveUp, Meter, Rng, try_filled};
use tremaux_search::{Backtrack, Event, SearchEnd, Visitor};

use super::board::{Board, Square};
use super::graph::{CHECK_EVERY, Graph};
use super::search::{Rules, Walk};

/// How the attempts ended.
pub(super) enum Search {
    /// The squares of a tour, in order.
    Found(Vec<Square>),
    /// There is none: everything was tried.
    Exhausted,
    /// A limit was reached.
    Stopped(GaveUp),
}

/// A tour by these rules, by as many attempts as it takes. The ranks of the rules count in the first one.
pub(super) fn search(graph: &Graph, rules: &mut Rules, meter: &mut Meter) -> Search {
    let mut rng = Rng::new(0);
    for attempt in 0u32.. {
        rules.deep = attempt > 0;
        match first_tour(graph, rules, attempt_nodes(attempt, graph.len() as u64), meter) {
            (Search::Stopped(_), true) if !rules.by_rank => rng.shuffle(&mut rules.ranks),
            (Search::Stopped(_), true) => {}
            (end, _) => return end,
        }
    }
    Search::Stopped(meter.stopped())
}

/// Many short attempts, and ever longer ones between them.
fn attempt_nodes(attempt: u32, squares: u64) -> u64 {
    (2 * squares) << (attempt + 1).trailing_zeros().max(attempt / 8).min(40)
}

/// One attempt. The second value says whether it was stopped by its own number of nodes.
fn first_tour(graph: &Graph, rules: &Rules, nodes: u64, meter: &mut Meter) -> (Search, bool) {
    let walk = match Walk::new(graph, rules, meter) {
        Ok(walk) => walk,
        Err(gave_up) => return (Search::Stopped(gave_up), false),
    };
    let mut search = tremaux_search::Search::new(walk);
    let mut attempt = Attempt { meter, left: nodes };
    match search.next_goal(&mut attempt) {
        SearchEnd::Found => (Search::Found(search.into_position().trail), false),
        SearchEnd::Exhausted => (Search::Exhausted, false),
        SearchEnd::Stopped => {
            let by_itself = attempt.left == 0;
            (Search::Stopped(meter.stopped()), by_itself)
        }
    }
}

/// Warnsdorff's rule without much patience: a tour where it leads to one almost at once.
pub(super) fn quick_tour(graph: &Graph, rules: &Rules, meter: &mut Meter) -> Option<Vec<Square>> {
    match first_tour(graph, rules, 2 * graph.len() as u64, meter) {
        (Search::Found(tour), _) => Some(tour),
        _ => None,
    }
}

/// A visitor that counts moves against a budget and against an attempt's own number.
struct Attempt<'a> {
    meter: &'a mut Meter,
    left: u64,
}

impl<P: Backtrack> Visitor<P> for Attempt<'_> {
    #[inline]
    fn visit(&mut self, _: &P, event: Event<P::Move>) -> ControlFlow<()> {
        if !matches!(event, Event::Make(_)) {
            return ControlFlow::Continue(());
        }
        if self.left == 0 {
            return ControlFlow::Break(());
        }
        self.left -= 1;
        self.meter.tick()
    }
}

/// A tour of a small plain board that is known to have one.
pub(super) fn any_tour(board: &Board, start: Square, closed: bool) -> Option<Vec<Square>> {
    let mut meter = Budget::unlimited().meter();
    let graph = Graph::of(board, &mut meter).ok()?;
    let mut ends = vec![!closed; graph.len()];
    graph.neighbours(start).iter().for_each(|&end| ends[end as usize] |= closed);
    let mut rules = Rules {
        start,
        ends,
        fixed_steps: Vec::new(),
        ranks: far_first(board, &mut meter).ok()?,
        by_rank: false,
        deep: false,
        accept: None,
    };
    match search(&graph, &mut rules, &mut meter) {
        Search::Found(tour) => Some(tour),
        _ => None,
    }
}

/// Ranks by Roth's rule: the farther from the centre, the lower.
///
/// # Errors
///
/// A limit of the meter was reached, or the memory does not suffice.
pub(super) fn far_first(board: &Board, meter: &mut Meter) -> Result<Vec<u32>, GaveUp> {
    // Squares of one distance are one bucket; on huge boards those of similar distances are.
    const MAX_BUCKETS: u64 = 1 << 22;
    let from_centre = |at: u32, side: u32| (2 * u64::from(at) + 1).abs_diff(u64::from(side)).pow(2);
    let farthest = from_centre(0, board.rows()) + from_centre(0, board.cols());
    let width = farthest / MAX_BUCKETS + 1;
    let bucket = |square: Square| {
        let (row, col) = board.place(square);
        let far = from_centre(row, board.rows()) + from_centre(col, board.cols());
        ((farthest - far) / width) as usize
    };
    let mut first_rank: Vec<u32> = try_filled(0, (farthest / width) as usize + 2)?;
    let mut ranks: Vec<u32> = try_filled(0, board.squares() as usize)?;
    let mut each_square = |work: &mut dyn FnMut(Square)| {
        (0..board.squares()).try_for_each(|square| {
            work(square);
            match square % CHECK_EVERY == 0 && meter.check().is_break() {
                true => Err(meter.stopped()),
                false => Ok(()),
            }
        })
    };
    each_square(&mut |square| first_rank[bucket(square) + 1] += 1)?;
    for at in 1..first_rank.len() {
        first_rank[at] += first_rank[at - 1];
    }
    each_square(&mut |square| {
        let next = &mut first_rank[bucket(square)];
        ranks[square as usize] = *next;
        *next += 1;
    })?;
    Ok(ranks)
}
