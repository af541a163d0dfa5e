//! Does a tour exist? By frontier dynamic programming, which knows no order of moves.
//!
//! The edges are looked at one by one, each is taken or left. What matters of a choice is only, for every
//! square, whether it has both its jumps already, and else the other end of the path that it is an end of
//! (Kuznetsov's "simpath", Knuth, TAOCP 7.1.4, exercise 225). Choices that agree in this are one state. An
//! open tour is made a cycle by one more vertex, joined to the squares where the tour may begin and end.

use std::collections::HashSet;

use tremaux_core::{GaveUp, Meter, grouped};

use super::super::board::{Board, Square};
use super::reaches;

/// Where a tour must begin and end.
pub(super) struct Ends {
    pub start: Option<Square>,
    pub end: Option<Square>,
    pub closed: bool,
}

/// Is there a tour?
pub(super) enum Exists {
    Yes,
    No,
    /// Not decided within the limit.
    Undecided(GaveUp),
}

/// The most states at a time, and the most squares.
const MAX_STATES: usize = 400_000;
const MAX_SQUARES: usize = 128;
/// The mark of a square that has both its jumps.
const INNER: u8 = u8::MAX;

/// Is there a tour of the squares that are `open`?
pub(super) fn exists(board: &Board, ends: &Ends, open: impl Fn(Square) -> bool, meter: &mut Meter) -> Exists {
    let mut squares: Vec<Square> = (0..board.squares()).filter(|&square| open(square)).collect();
    if squares.len() > MAX_SQUARES {
        return Exists::Undecided(GaveUp::unsupported(format!(
            "cannot decide on more than {MAX_SQUARES} squares whether there is a tour"
        )));
    }
    if let [only] = squares[..] {
        let fits = |square: Option<Square>| square.is_none_or(|square| square == only);
        return if !ends.closed && fits(ends.start) && fits(ends.end) { Exists::Yes } else { Exists::No };
    }
    // Along the longer side, so that few squares are half done at a time.
    if board.cols() > board.rows() {
        squares.sort_by_key(|square| (square % board.cols(), square / board.cols()));
    }
    let beyond = squares.len();
    let vertices = if ends.closed { beyond } else { beyond + 1 };
    let mut first: Vec<u8> = (0..vertices as u8).collect();
    // What must be is taken before anything else: a cycle may close before its square has its turn.
    for must in [ends.start, ends.end].into_iter().flatten().filter(|_| !ends.closed) {
        let Some(v) = squares.iter().position(|&square| square == must) else { return Exists::No };
        match take(&first, v, beyond) {
            Taken::Path(taken) => first = taken,
            Taken::Closed | Taken::Not => return Exists::No,
        }
    }
    let mut states = HashSet::from([first]);
    for (v, &square) in squares.iter().enumerate() {
        let mut edges: Vec<usize> = (v + 1..beyond).filter(|&w| reaches(board, square, squares[w])).collect();
        if !ends.closed && ends.start != Some(square) && ends.end != Some(square) {
            edges.push(beyond);
        }
        for w in edges {
            let mut next = HashSet::with_capacity(states.len());
            for state in states {
                if meter.tick().is_break() {
                    return Exists::Undecided(meter.stopped());
                }
                match take(&state, v, w) {
                    Taken::Closed => return Exists::Yes,
                    Taken::Path(taken) => drop(next.insert(taken)),
                    Taken::Not => {}
                }
                next.insert(state);
            }
            states = next;
            if states.len() > MAX_STATES {
                return Exists::Undecided(GaveUp::unsupported(format!(
                    "cannot decide with {} states whether there is a tour",
                    grouped(MAX_STATES)
                )));
            }
        }
        states.retain(|state| state[v] == INNER);
    }
    Exists::No
}

enum Taken {
    /// The edge closes a cycle through every vertex.
    Closed,
    Path(Vec<u8>),
    /// The edge cannot be taken.
    Not,
}

fn take(state: &[u8], v: usize, w: usize) -> Taken {
    let (end, other) = (state[v], state[w]);
    if end == INNER || other == INNER {
        return Taken::Not;
    }
    if usize::from(end) == w {
        let rest = state.iter().enumerate().all(|(i, &mate)| i == v || i == w || mate == INNER);
        // Two squares alone are joined by one jump; going back over it is no cycle.
        return if rest && state.len() > 2 { Taken::Closed } else { Taken::Not };
    }
    let mut state = state.to_vec();
    // An end in the middle of the new path has both its jumps; one that stood alone stays an end.
    if usize::from(end) != v {
        state[v] = INNER;
    }
    if usize::from(other) != w {
        state[w] = INNER;
    }
    state[usize::from(end)] = other;
    state[usize::from(other)] = end;
    Taken::Path(state)
}
