//! Why there is no tour: what is known without a search.

use tremaux_core::Meter;

use super::board::{Board, Square, Wrap};
use super::certificate::{Certificate, Impossibility, colours, theorem};
use super::graph::Graph;
use super::portfolio::Proof;
use super::{TourQuery, TourResult};

/// A reason that needs no look at the squares, or `None`: the theorems about plain boards and leapers.
pub(super) fn known(query: &TourQuery) -> Option<Impossibility> {
    let board = query.board();
    if query.closed && board.open_squares() <= 2 {
        return Some(Impossibility {
            reason: "a closed tour is a cycle, which has at least three squares".into(),
            certificate: Certificate::Query,
        });
    }
    if board.open_squares() == 1 {
        return None;
    }
    if let Some(reason) = disconnected(board) {
        return Some(reason);
    }
    if query.closed
        && let Some(reason) = no_closed_tour(board)
    {
        return Some(reason);
    }
    if !board.is_plain() {
        return None;
    }
    let count = board.squares();
    let light = |square: Square| (board.place(square).0 + board.place(square).1).is_multiple_of(2);
    let given: Vec<Square> = [Some(query.start), query.end].into_iter().flatten().collect();
    if count % 2 == 1
        && let Some(&square) = given.iter().find(|&&square| !light(square))
    {
        return Some(colours(format!(
            "a tour of {count} squares starts and ends on the corners' colour, which {} does not have",
            board.name(square)
        )));
    }
    if let (0, false, &[start, end]) = (count % 2, query.closed, &given[..])
        && light(start) == light(end)
    {
        return Some(colours(format!(
            "a tour of {count} squares ends on the other colour than it starts on"
        )));
    }
    let inner = |&&square: &&Square| {
        let (row, col) = board.place(square);
        board.rows() == 4 && row % 3 != 0 || board.cols() == 4 && col % 3 != 0
    };
    given.iter().find(inner).map(|&square| {
        theorem(
            SCHWENK,
            format!(
                "on a board 4 squares wide, tours start and end on the long edges, where {} is not",
                board.name(square)
            ),
        )
    })
}

const KNUTH: &str = "Knuth, Leaper Graphs, Mathematical Gazette 78 (1994), theorem 1";
const SCHWENK: &str =
    "Schwenk, Which Rectangular Chessboards Have a Knight's Tour?, Mathematics Magazine 64 (1991)";
const WATKINS: &str =
    "Watkins, Knight's Tours on Cylinders and Other Surfaces, Congressus Numerantium 143 (2000)";
const CHIA: &str = "Chia and Ong, Generalized Knight's Tours on Rectangular Chessboards, Discrete Applied Mathematics 150 (2005)";
const SINGHUN: &str = "Singhun, Loykaew, Boonklurb and Srichote, Closed (a,b)-Knight's Tours on Some Rectangular Chessboards (2020)";

/// Theorems about closed tours of boards without blocked squares.
fn no_closed_tour(board: &Board) -> Option<Impossibility> {
    let (rows, cols) = (board.rows(), board.cols());
    let (short, long) = (rows.min(cols), rows.max(cols));
    let &[(a, b)] = board.leapers() else { return None };
    if board.open_squares() < board.squares() {
        return None;
    }
    match board.wrap() {
        Wrap::None if board.squares() % 2 == 1 && (a + b) % 2 == 1 => Some(colours(format!(
            "a closed tour alternates colours, so it cannot have {} squares, an odd number",
            board.squares()
        ))),
        Wrap::None if (a, b) == (1, 2) && short == 4 => Some(theorem(
            SCHWENK,
            "on a board 4 squares wide, tours start and end on the long edges, and no two squares there are a move apart",
        )),
        Wrap::None if (a, b) == (1, 2) && short == 3 && long <= 8 => {
            Some(theorem(SCHWENK, format!("a board 3 x {long} has no closed tour (Schwenk 1991)")))
        }
        Wrap::None if (a, b) == (2, 3) && matches!(short, 1..=4 | 6 | 7 | 8 | 12) => Some(theorem(
            CHIA,
            format!(
                "a board with a side of {short} has no closed tour of a leaper (2, 3) (Chia and Ong 2005)"
            ),
        )),
        Wrap::None if a > 0 && short == a + b => {
            let excluded = 2 * b < long && long < 4 * b || b < 2 * a && 4 * b < long && long <= 5 * b;
            let reason =
                format!("a board {board} has no closed tour of a leaper ({a}, {b}) (Singhun et al. 2020)");
            excluded.then(|| theorem(SINGHUN, reason))
        }
        // Each row is a ring.
        Wrap::Cylinder if (a, b) == (1, 2) => {
            let excluded = rows == 1 && cols > 1 || matches!(rows, 2 | 4) && cols.is_multiple_of(2);
            let reason =
                format!("a cylinder of {rows} rings of {cols} squares has no closed tour (Watkins 2000)");
            excluded.then(|| theorem(WATKINS, reason))
        }
        _ => None,
    }
}

/// Why a leaper cannot get everywhere on a plain board: Knuth, "Leaper Graphs" (1994), theorem 1.
fn disconnected(board: &Board) -> Option<Impossibility> {
    if board.wrap() != Wrap::None || board.open_squares() < board.squares() {
        return None;
    }
    let &[(a, b)] = board.leapers() else { return None };
    let (short, long) = (board.rows().min(board.cols()), board.rows().max(board.cols()));
    if (u64::from(a) + u64::from(b)) % 2 == 0 {
        return Some(theorem(KNUTH, format!("a leaper ({a}, {b}) never leaves the squares of one colour")));
    }
    let (mut gcd, mut rest) = (u64::from(a) + u64::from(b), u64::from(b - a));
    while rest > 0 {
        (gcd, rest) = (rest, gcd % rest);
    }
    if gcd > 1 {
        return Some(theorem(
            KNUTH,
            format!("a leaper ({a}, {b}) never leaves one of {gcd} classes of squares"),
        ));
    }
    // One row or column of a board for the (0, 1) leaper is connected; the theorem wants two.
    let connected = a == 0 && b == 1
        || u64::from(short) >= u64::from(a) + u64::from(b) && u64::from(long) >= 2 * u64::from(b);
    (!connected)
        .then(|| theorem(KNUTH, format!("on a board {board} a {} cannot reach every square", board.piece())))
}

/// Where a tour may end, one value for each square; or why there is no tour. Looks at every square.
///
/// # Errors
///
/// There is no tour, or the meter stopped it.
pub(super) fn ends(query: &TourQuery, graph: &Graph, meter: &mut Meter) -> Result<Vec<bool>, TourResult> {
    let board = query.board();
    let (colour_of, proper) = graph.colours(query.start, meter).map_err(TourResult::GaveUp)?;
    let name = |square: Square| board.name(square);
    if let Some(square) = graph.squares().find(|&square| colour_of[square as usize].is_none()) {
        let reason = format!("{} cannot be reached from {}", name(square), name(query.start));
        return Err(none(Impossibility { reason, certificate: Certificate::Unreachable }));
    }
    let count = graph.squares().count() as u32;
    if let Some(&(step, square)) =
        query.fixed_steps.iter().find(|&&(step, square)| (step == 1) != (square == query.start))
    {
        let reason =
            format!("step 1 is {}, and {} is given for step {step}", name(query.start), name(square));
        return Err(none(Impossibility { reason, certificate: Certificate::Query }));
    }
    let mut ends: Vec<bool> = (0..board.squares()).map(|square| graph.is_present(square)).collect();
    ends[query.start as usize] = count == 1;
    if proper {
        only_colours(query, graph, &colour_of, &mut ends).map_err(none)?;
    }
    let last = query.fixed_steps.last().filter(|&&(step, _)| step == count).map(|&(_, square)| square);
    for end in [query.end, last].into_iter().flatten() {
        keep(&mut ends, |square| square == end);
    }
    if query.closed {
        keep(&mut ends, |square| graph.joins(query.start, square));
    }
    if board.is_plain() && (board.rows() == 4 || board.cols() == 4) {
        keep(&mut ends, |square| known(&TourQuery { end: Some(square), ..query.clone() }).is_none());
    }
    if !ends.contains(&true) {
        return Err(none(forced("no square is left to end on")));
    }
    dead_ends(query, graph).map_err(none)?;
    Ok(ends)
}

fn none(why: Impossibility) -> TourResult {
    TourResult::Impossible(Box::new(why))
}

/// The forced moves alone are a contradiction, which needs no certificate beside them.
fn forced(reason: impl Into<String>) -> Impossibility {
    Impossibility { reason: reason.into(), certificate: Certificate::Proof(Proof { steps: Vec::new() }) }
}

fn keep(ends: &mut [bool], good: impl Fn(Square) -> bool) {
    (0..).zip(ends).for_each(|(square, end)| *end &= good(square));
}

/// On a board of two colours: the numbers of squares, and the colours of the squares that are given.
fn only_colours(
    query: &TourQuery,
    graph: &Graph,
    colour_of: &[Option<bool>],
    ends: &mut [bool],
) -> Result<(), Impossibility> {
    let board = query.board();
    let count = |colour| colour_of.iter().filter(|&&c| c == Some(colour)).count();
    let (own, other) = (count(true), count(false));
    let most = usize::from(!query.closed);
    if own < other || own > other + most {
        return Err(colours(format!(
            "colours alternate, but {own} squares have the start's colour and {other} the other"
        )));
    }
    let last = own > other;
    keep(ends, |square| colour_of[square as usize] == Some(last));
    if let Some(end) = query.end.filter(|&end| !ends[end as usize] && graph.is_present(end)) {
        return Err(colours(format!(
            "colours alternate, and {} has the wrong one for the last step",
            board.name(end)
        )));
    }
    let wrong = |&&(step, square): &&(u32, Square)| colour_of[square as usize] != Some(step % 2 == 1);
    match query.fixed_steps.iter().find(wrong) {
        Some(&(step, square)) => Err(colours(format!(
            "colours alternate, and {} has the wrong one for step {step}",
            board.name(square)
        ))),
        None => Ok(()),
    }
}

/// A square with one neighbour is an end of every tour.
fn dead_ends(query: &TourQuery, graph: &Graph) -> Result<(), Impossibility> {
    if graph.squares().count() <= 2 {
        return Ok(());
    }
    let board = query.board();
    let dead = |&square: &Square| graph.neighbours(square).len() == 1;
    let inner: Vec<Square> = graph.squares().filter(dead).filter(|&square| square != query.start).collect();
    let describe = |square: Square, why: &str| {
        Err(forced(format!(
            "{} has a single neighbour and can only be the last square, {why}",
            board.name(square)
        )))
    };
    if query.closed {
        return match graph.squares().find(dead) {
            Some(square) => Err(forced(format!(
                "{} has a single neighbour and lies on no closed tour",
                board.name(square)
            ))),
            None => Ok(()),
        };
    }
    match inner[..] {
        [one] if query.end.is_some_and(|end| end != one) => describe(one, "but the end is given"),
        [one, other, ..] => describe(one, &format!("and so can {}", board.name(other))),
        _ => Ok(()),
    }
}
