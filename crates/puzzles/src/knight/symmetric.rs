//! Closed tours that half a turn of the board maps onto themselves.
//!
//! Half a turn pairs the squares, and a symmetric tour is a way through the *pairs*: it visits each once, so we
//! search on half a board. There are two kinds.
//!
//! * The turn carries each square half the tour along. Then the way through the pairs is a cycle, and when
//!   it returns to the pair of the start it is on the *other* square of it: along the cycle, the tour
//!   changes sides an odd number of times.
//! * The turn reverses the tour. Then two jumps lead across the centre of the board, each from a square to its own
//!   partner, and the way through the pairs is a path from the one jump to the other.

use std::collections::BTreeSet;

use tremaux_core::Meter;

use super::board::{Board, Square};
use super::certificate::{Certificate, Impossibility, colours, exhausted};
use super::exact::{self, Search};
use super::graph::Graph;
use super::query::{TourQuery, TourResult};
use super::search::Rules;
use super::tour::Tour;

/// Answers the query for a symmetric tour; the theorems about closed tours have been asked.
pub(super) fn solve(query: &TourQuery, graph: &Graph, meter: &mut Meter) -> TourResult {
    let board = query.board();
    let turn = |square: Square| board.squares() - 1 - square;
    let pair = |square: Square| square.min(turn(square));
    if let Some(square) = graph.squares().find(|&square| !graph.is_present(turn(square))) {
        let partner = board.name(turn(square));
        let reason =
            format!("half a turn of the board maps {} onto {partner}, which is blocked", board.name(square));
        return TourResult::Impossible(Box::new(Impossibility { reason, certificate: Certificate::Query }));
    }
    let pairs = match Graph::new(
        board,
        |square| graph.is_present(square) && pair(square) == square,
        |square| {
            let next: BTreeSet<Square> = graph.neighbours(square).iter().map(|&next| pair(next)).collect();
            next.into_iter().filter(move |&next| next != square)
        },
        meter,
    ) {
        Ok(pairs) => pairs,
        Err(gave_up) => return TourResult::GaveUp(gave_up),
    };
    let (colour_of, proper) = match graph.colours(query.start(), meter) {
        Ok(coloured) => coloured,
        Err(gave_up) => return TourResult::GaveUp(gave_up),
    };
    let ranks = match exact::far_first(board, meter) {
        Ok(ranks) => ranks,
        Err(gave_up) => return TourResult::GaveUp(gave_up),
    };
    let same = colour_of[turn(query.start()) as usize] == Some(true);
    let quarter = board.open_squares().is_multiple_of(4);
    // Half a tour is an even number of jumps exactly if it leads to a square of the same colour.
    let carries = !proper || same == quarter;
    let crossing: Vec<Square> = pairs.squares().filter(|&square| graph.joins(square, turn(square))).collect();
    let rules = |start: Square, ends: &[Square]| {
        let mut rules = Rules {
            start,
            ends: vec![false; pairs.len()],
            fixed_steps: Vec::new(),
            ranks: ranks.clone(),
            by_rank: false,
            deep: false,
            accept: None,
        };
        ends.iter().for_each(|&end| rules.ends[end as usize] = true);
        rules
    };
    if carries {
        let start = pair(query.start());
        let comes_home_turned = |trail: &[Square]| lift(graph, board, trail, true).is_some();
        let mut rules = rules(start, pairs.neighbours(start));
        rules.accept = Some(&comes_home_turned);
        match exact::search(&pairs, &mut rules, meter) {
            Search::Found(trail) => {
                let half = lift(graph, board, &trail, true).unwrap_or_default();
                let tour: Vec<Square> =
                    half.iter().copied().chain(half.iter().map(|&square| turn(square))).collect();
                return TourResult::Tour(begun_at(query.start(), tour));
            }
            Search::Exhausted => {}
            Search::Stopped(gave_up) => return TourResult::GaveUp(gave_up),
        }
    }
    for (i, &start) in crossing.iter().enumerate() {
        match exact::search(&pairs, &mut rules(start, &crossing[i + 1..]), meter) {
            Search::Found(trail) => {
                let half = lift(graph, board, &trail, false).unwrap_or_default();
                let back = half.iter().rev().map(|&square| turn(square));
                return TourResult::Tour(begun_at(query.start(), half.iter().copied().chain(back).collect()));
            }
            Search::Exhausted => {}
            Search::Stopped(gave_up) => return TourResult::GaveUp(gave_up),
        }
    }
    TourResult::Impossible(Box::new(match carries || crossing.len() > 1 {
        true => exhausted(meter.nodes()),
        false => colours(
            "half a tour would lead to a square of the wrong colour, and no two moves cross the centre",
        ),
    }))
}

/// Squares of the pairs of a trail, each a jump from the one before. With `turned`, the last one also is a jump
/// from the *partner* of the first; `None` where that cannot be.
fn lift(graph: &Graph, board: &Board, trail: &[Square], turned: bool) -> Option<Vec<Square>> {
    let turn = |square: Square| board.squares() - 1 - square;
    let mut squares: Vec<Square> = Vec::new();
    // Where both squares of the next pair are a jump away, the rest may be turned.
    let mut loose = None;
    for &pair in trail {
        match squares.last() {
            None => squares.push(pair),
            Some(&here) => {
                let (straight, across) = (graph.joins(here, pair), graph.joins(here, turn(pair)));
                if straight && across {
                    loose = Some(squares.len());
                }
                squares.push(if straight { pair } else { turn(pair) });
            }
        }
    }
    let (&first, &last) = (squares.first()?, squares.last()?);
    if turned && !graph.joins(last, turn(first)) {
        squares[loose?..].iter_mut().for_each(|square| *square = turn(*square));
    }
    Some(squares)
}

/// The same closed tour, from this square.
fn begun_at(start: Square, mut tour: Vec<Square>) -> Tour {
    let at = tour.iter().position(|&square| square == start).unwrap_or(0);
    tour.rotate_left(at);
    Tour::from_list(tour)
}

/// Does half a turn of the board map this closed tour onto itself?
pub(super) fn is_symmetric(board: &Board, tour: &[Square]) -> bool {
    let count = tour.len();
    let mut after = vec![None; board.squares() as usize];
    (0..count).for_each(|i| after[tour[i] as usize] = Some(tour[(i + 1) % count]));
    let turn = |square: Square| board.squares() - 1 - square;
    let follows = |one: Square, other: Square| after[one as usize] == Some(other);
    (0..count).all(|i| {
        let (one, other) = (turn(tour[i]), turn(tour[(i + 1) % count]));
        follows(one, other) || follows(other, one)
    })
}
