//! The exact search, made to last: attempts with other orders, and a proof at the end.
//!
//! Depth-first search has bad luck: a wrong move near the start costs a subtree, however easy the board is
//! otherwise. So an attempt gets a number of nodes, and the next one breaks ties in another way. The
//! numbers grow without bound: sooner or later an attempt sees everything, and its "none" is a proof. The
//! random orders are a fixed sequence: the same query has the same answer for ever.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use tremaux_core::{Meter, Rng};
use tremaux_search::{Backtrack, Event, SearchEnd, Visitor};

use super::board::{Board, Square};
use super::graph::Graph;
use super::search::{Rules, Walk};

/// How the attempts ended.
pub(super) enum Search {
    /// The squares of a tour, in order.
    Found(Vec<Square>),
    /// There is none: everything was tried.
    Exhausted,
    /// The meter stopped it.
    Stopped,
}

/// A tour by these rules, by as many attempts as it takes. The ranks of the rules count in the first one.
pub(super) fn search(graph: &Graph, rules: &mut Rules, meter: &mut Meter) -> Search {
    let mut rng = Rng::new(0);
    for attempt in 0u32.. {
        rules.deep = attempt > 0;
        match first_tour(graph, rules, attempt_nodes(attempt, graph.len() as u64), meter) {
            (Search::Stopped, true) if !rules.by_rank => rng.shuffle(&mut rules.ranks),
            (Search::Stopped, true) => {}
            (end, _) => return end,
        }
    }
    Search::Stopped
}

/// Many short attempts, and ever longer ones between them.
fn attempt_nodes(attempt: u32, squares: u64) -> u64 {
    (2 * squares) << (attempt + 1).trailing_zeros().max(attempt / 8).min(40)
}

/// One attempt. The second value tells whether it was stopped by its own number of nodes.
fn first_tour(graph: &Graph, rules: &Rules, nodes: u64, meter: &mut Meter) -> (Search, bool) {
    let mut search = tremaux_search::Search::new(Walk::new(graph, rules));
    let mut attempt = Attempt { meter, left: nodes };
    match search.next_goal(&mut attempt) {
        SearchEnd::Found => (Search::Found(search.into_position().trail), false),
        SearchEnd::Exhausted => (Search::Exhausted, false),
        SearchEnd::Stopped => (Search::Stopped, attempt.left == 0),
    }
}

/// Warnsdorff's rule without much patience: a tour where it leads to one almost at once.
pub(super) fn quick_tour(graph: &Graph, rules: &Rules, meter: &mut Meter) -> Option<Vec<Square>> {
    match first_tour(graph, rules, 2 * graph.len() as u64, meter) {
        (Search::Found(tour), _) => Some(tour),
        _ => None,
    }
}

/// The reason for "none" behind a search that saw everything.
pub(super) fn nothing_found(meter: &Meter) -> String {
    match meter.nodes() {
        0 => "the jumps that every tour must have contradict each other".into(),
        nodes => format!("an exact search of {nodes} nodes found none"),
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
    let graph = Graph::of(board);
    let mut ends = vec![!closed; graph.len()];
    graph.neighbours(start).iter().for_each(|&end| ends[end as usize] |= closed);
    let mut rules = Rules {
        start,
        ends,
        fixed_steps: Vec::new(),
        ranks: far_first(board),
        by_rank: false,
        deep: false,
        accept: None,
    };
    match search(&graph, &mut rules, &mut tremaux_core::Budget::unlimited().meter()) {
        Search::Found(tour) => Some(tour),
        _ => None,
    }
}

/// Ranks by Roth's rule: the farther from the centre, the lower.
pub(super) fn far_first(board: &Board) -> Vec<u32> {
    let far = |square: Square| {
        let (row, col) = board.place(square);
        let from_centre = |at: u32, side: u32| (2 * u64::from(at) + 1).abs_diff(u64::from(side)).pow(2);
        Reverse(from_centre(row, board.rows()) + from_centre(col, board.cols()))
    };
    let mut order: Vec<Square> = (0..board.squares()).collect();
    order.sort_by_key(|&square| (far(square), square));
    let mut ranks = vec![0; order.len()];
    (0..).zip(order).for_each(|(rank, square)| ranks[square as usize] = rank);
    ranks
}
