//! Why there is no tour: what is known without a search.

use super::TourQuery;
use super::board::{Board, Square, Wrap};
use super::graph::Graph;

/// A reason that needs no look at the squares, or `None`: the theorems about plain boards and leapers.
pub(super) fn known(query: &TourQuery) -> Option<String> {
    let board = query.board();
    let (short, long) = (board.rows().min(board.cols()), board.rows().max(board.cols()));
    if query.closed && board.open_squares() <= 2 {
        return Some("a closed tour is a cycle, which has at least three squares".into());
    }
    if board.open_squares() == 1 {
        return None;
    }
    if let Some(reason) = disconnected(board) {
        return Some(reason);
    }
    if !board.is_plain() {
        return None;
    }
    let odd = board.squares() % 2 == 1;
    let [start, end] = [Some(query.start), query.end].map(|square| square.map(|square| (square, board)));
    let light = |(square, board): (Square, &Board)| board.place(square).0 % 2 == board.place(square).1 % 2;
    if odd && query.closed {
        return Some(format!(
            "a knight changes colour at every jump and cannot come home after {} of them",
            board.squares()
        ));
    }
    if let Some((square, _)) = [start, end].into_iter().flatten().find(|&square| odd && !light(square)) {
        return Some(format!(
            "of {} squares, the corners' colour has one more: a tour begins and ends on it, and {} has the other",
            board.squares(),
            board.name(square)
        ));
    }
    if !odd && !query.closed && end.is_some_and(|end| start.is_some_and(|start| light(start) == light(end))) {
        return Some(format!(
            "after {} jumps a knight stands on a square of the other colour than at first",
            board.squares() - 1
        ));
    }
    if board.rows() == 4 || board.cols() == 4 {
        let inner = |&(square, board): &(Square, &Board)| {
            let (row, col) = board.place(square);
            board.rows() == 4 && row % 3 != 0 || board.cols() == 4 && col % 3 != 0
        };
        if query.closed {
            return Some(
                "on a board 4 squares wide a tour begins and ends at the long edges, never a jump apart"
                    .into(),
            );
        }
        if let Some((square, _)) = [start, end].into_iter().flatten().find(inner) {
            return Some(format!(
                "on a board 4 squares wide a tour begins and ends at the long edges, and {} is not there",
                board.name(square)
            ));
        }
    }
    (query.closed && short == 3 && long <= 8)
        .then(|| format!("by Schwenk's theorem, a board 3 x {long} has no closed tour"))
}

/// Why a leaper cannot get everywhere on a plain board: Knuth, "Leaper Graphs" (1994), theorem 1.
fn disconnected(board: &Board) -> Option<String> {
    if board.wrap() != Wrap::None || board.open_squares() < board.squares() {
        return None;
    }
    let (a, b) = board.leaper();
    let (short, long) = (board.rows().min(board.cols()), board.rows().max(board.cols()));
    if (u64::from(a) + u64::from(b)) % 2 == 0 {
        return Some(format!("a leaper ({a}, {b}) never leaves the squares of one colour"));
    }
    let (mut gcd, mut rest) = (u64::from(a) + u64::from(b), u64::from(b - a));
    while rest > 0 {
        (gcd, rest) = (rest, gcd % rest);
    }
    if gcd > 1 {
        return Some(format!("a leaper ({a}, {b}) never leaves the squares of one of {gcd} classes"));
    }
    // One row or column of a board for the (0, 1) leaper is connected; the theorem wants two.
    let connected = a == 0 && b == 1
        || u64::from(short) >= u64::from(a) + u64::from(b) && u64::from(long) >= 2 * u64::from(b);
    (!connected).then(|| match (a, b) {
        (1, 2) => format!("on a board {board} a knight cannot reach every square"),
        _ => format!("on a board {board} a leaper ({a}, {b}) cannot reach every square"),
    })
}

/// Where a tour may end, one value for each square; or why there is no tour. Looks at every square.
pub(super) fn ends(query: &TourQuery, graph: &Graph) -> Result<Vec<bool>, String> {
    let board = query.board();
    let (colours, proper) = graph.colours(query.start);
    let name = |square: Square| board.name(square);
    if let Some(square) = graph.squares().find(|&square| colours[square as usize].is_none()) {
        return Err(format!("{} cannot be reached from {}", name(square), name(query.start)));
    }
    let count = graph.squares().count() as u32;
    if let Some(&(step, square)) =
        query.fixed_steps.iter().find(|&&(step, square)| (step == 1) != (square == query.start))
    {
        return Err(format!(
            "step 1 is {}, and {} is given for step {step}",
            name(query.start),
            name(square)
        ));
    }
    let mut ends: Vec<bool> = (0..board.squares()).map(|square| graph.is_present(square)).collect();
    ends[query.start as usize] = count == 1;
    if proper {
        only_colours(query, graph, &colours, &mut ends)?;
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
        return Err("there is no square left to end on".into());
    }
    dead_ends(query, graph, &ends)?;
    Ok(ends)
}

fn keep(ends: &mut [bool], good: impl Fn(Square) -> bool) {
    (0..).zip(ends).for_each(|(square, end)| *end &= good(square));
}

/// On a board of two colours: the numbers of squares, and the colours of the squares that are given.
fn only_colours(
    query: &TourQuery,
    graph: &Graph,
    colours: &[Option<bool>],
    ends: &mut [bool],
) -> Result<(), String> {
    let board = query.board();
    let count = |colour| colours.iter().filter(|&&c| c == Some(colour)).count();
    let (own, other) = (count(true), count(false));
    let most = usize::from(!query.closed);
    if own < other || own > other + most {
        return Err(format!(
            "colours alternate, and there are {own} squares of the start's colour and {other} of the other"
        ));
    }
    let last = own > other;
    keep(ends, |square| colours[square as usize] == Some(last));
    if let Some(end) = query.end.filter(|&end| !ends[end as usize] && graph.is_present(end)) {
        return Err(format!(
            "colours alternate, and {} has the wrong one for the last step",
            board.name(end)
        ));
    }
    let wrong = |&&(step, square): &&(u32, Square)| colours[square as usize] != Some(step % 2 == 1);
    match query.fixed_steps.iter().find(wrong) {
        Some(&(step, square)) => {
            Err(format!("colours alternate, and {} has the wrong one for step {step}", board.name(square)))
        }
        None => Ok(()),
    }
}

/// A square with one neighbour is an end of every tour.
fn dead_ends(query: &TourQuery, graph: &Graph, ends: &[bool]) -> Result<(), String> {
    if graph.squares().count() <= 2 {
        return Ok(());
    }
    let board = query.board();
    let dead = |&square: &Square| graph.neighbours(square).len() == 1;
    let inner: Vec<Square> = graph.squares().filter(dead).filter(|&square| square != query.start).collect();
    let tell = |square: Square, why: &str| {
        Err(format!("{} has a single neighbour and can only be the last square, {why}", board.name(square)))
    };
    if query.closed {
        return match graph.squares().find(dead) {
            Some(square) => {
                Err(format!("{} has a single neighbour and lies on no closed tour", board.name(square)))
            }
            None => Ok(()),
        };
    }
    match inner[..] {
        [one] if !ends[one as usize] => tell(one, "but it must not be"),
        [one, other, ..] => tell(one, &format!("and so can {}", board.name(other))),
        _ => Ok(()),
    }
}
