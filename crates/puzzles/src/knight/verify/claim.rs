//! Is there really no tour? And is this really the first one?

use tremaux_core::{Budget, GaveUp, Meter, Reader, Verdict, grouped};

use super::super::KnightDataset;
use super::super::board::{Board, Square};
use super::super::options::TourConstraints;
use super::path_dp::{Ends, Exists, exists};
use super::reaches;

/// The most nodes of the plain search for what dynamic programming cannot decide.
const MAX_NODES: u64 = 50_000_000;
/// The most squares of a board that it is tried on.
const MAX_SEARCHED: u32 = 400;

/// The output says that there is no tour.
pub(super) fn judge(dataset: &KnightDataset, output: &Reader, budget: &Budget) -> Verdict {
    let constraints = &dataset.constraints;
    match any_tour(constraints, dataset.start, budget) {
        Exists::No => Verdict::Accepted,
        Exists::Undecided(limit) => Verdict::Undecided(limit),
        Exists::Yes => {
            let from = dataset
                .start
                .map_or(String::new(), |start| format!(" from {}", constraints.board.name(start)));
            output.error(format!("expected a tour: there is one{from}")).into()
        }
    }
}

fn any_tour(constraints: &TourConstraints, start: Option<Square>, budget: &Budget) -> Exists {
    let board = &constraints.board;
    if constraints.fixed_steps.is_empty()
        && !constraints.symmetric
        && constraints.end.is_none()
        && board.is_plain()
    {
        let some = match start {
            Some(start) if !constraints.closed => theorem(board, start),
            Some(_) => Some(closed_theorem(board)),
            // The corner has a tour wherever any square has.
            None => theorem(board, 0),
        };
        if let Some(exists) = some {
            return if exists { Exists::Yes } else { Exists::No };
        }
    }
    // What forbids every closed tour forbids those with more demands as well.
    if colours_forbid(constraints, start) || constraints.closed && board.is_plain() && !closed_theorem(board)
    {
        return Exists::No;
    }
    let mut meter = budget.meter();
    if !constraints.fixed_steps.is_empty() || constraints.symmetric {
        return plain_search(constraints, start, &mut meter);
    }
    let ends = Ends { start, end: constraints.end, closed: constraints.closed };
    exists(board, &ends, |square| !board.is_blocked(square), &mut meter)
}

/// Is there an open tour of a plain board from this square? `None` where the table has no answer.
///
/// Cull and De Curtins 1978 for boards of five rows and more; for three and four rows the tables are the
/// result of exhaustive counts, which agree with those of OEIS A169696 and A079137.
fn theorem(board: &Board, start: Square) -> Option<bool> {
    let (row, col) = (start / board.cols(), start % board.cols());
    let (short, long, row, col) = if board.rows() <= board.cols() {
        (board.rows(), board.cols(), row, col)
    } else {
        (board.cols(), board.rows(), col, row)
    };
    let own_colour = short * long % 2 == 0 || (row + col) % 2 == 0;
    match (short, long) {
        (1, 1) => Some(true),
        (1 | 2, _) | (3, 3 | 5 | 6) | (4, 4) => Some(false),
        (3, 4) => Some(col == 0 || col == 3),
        (3, 7) => Some(own_colour && (row, col) != (1, 3)),
        (3, 8) => Some(!(row == 1 && (col == 2 || col == 5))),
        (3, _) => Some(own_colour),
        (4, _) => Some(row == 0 || row == 3),
        _ => Some(own_colour),
    }
}

/// Schwenk 1991.
fn closed_theorem(board: &Board) -> bool {
    let (short, long) = (board.rows().min(board.cols()), board.rows().max(board.cols()));
    let both_odd = short % 2 == 1 && long % 2 == 1;
    !(both_odd || matches!(short, 1 | 2 | 4) || short == 3 && matches!(long, 4 | 6 | 8))
}

/// Do the numbers of light and dark squares forbid a tour? Only where every jump changes the colour.
fn colours_forbid(constraints: &TourConstraints, start: Option<Square>) -> bool {
    let board = &constraints.board;
    if board.leapers().iter().any(|(a, b)| (a + b) % 2 == 0) || board.wrap() != super::Wrap::None {
        return false;
    }
    let light = |square: Square| (square / board.cols() + square % board.cols()).is_multiple_of(2);
    let open = (0..board.squares()).filter(|&square| !board.is_blocked(square));
    let (mut lights, mut darks) = (0u32, 0u32);
    open.for_each(|square| if light(square) { lights += 1 } else { darks += 1 });
    let surplus = i64::from(lights) - i64::from(darks);
    // A tour from a light square has as many light squares as dark ones, or one more.
    let fits = |light_end: bool| surplus == 0 || surplus == if light_end { 1 } else { -1 };
    let even = surplus == 0;
    surplus.abs() > 1
        || constraints.closed && !even
        || start.is_some_and(|start| !fits(light(start)))
        || constraints.end.is_some_and(|end| !fits(light(end)))
        || start
            .zip(constraints.end)
            .is_some_and(|(s, e)| lights + darks > 1 && (light(s) == light(e)) == even)
}

/// The claim that there is no tour is not checked under this condition.
fn undecidable(condition: &str) -> GaveUp {
    GaveUp::unsupported(format!("cannot decide {condition} whether there is a tour"))
}

/// Every path in some order, with nothing but the rules.
fn plain_search(constraints: &TourConstraints, start: Option<Square>, meter: &mut Meter) -> Exists {
    let board = &constraints.board;
    let Some(start) = start else { return Exists::Undecided(undecidable("without a given start")) };
    if board.squares() > MAX_SEARCHED {
        return Exists::Undecided(undecidable(&format!("on more than {MAX_SEARCHED} squares")));
    }
    let next: Vec<Vec<Square>> = (0..board.squares())
        .map(|from| {
            (0..board.squares()).filter(|&to| !board.is_blocked(to) && reaches(board, from, to)).collect()
        })
        .collect();
    let mut trail = match super::Trail::new(constraints, Some(start)) {
        Ok(trail) => trail,
        Err(limit) => return Exists::Undecided(limit),
    };
    // For each square of the trail, how many of its neighbours were tried.
    let mut tried = vec![0];
    if trail.push(start).is_err() {
        return Exists::No;
    }
    while let Some(last) = tried.last_mut() {
        let here = trail.squares[trail.squares.len() - 1];
        if trail.squares.len() as u32 == board.open_squares() && trail.finish().is_ok() {
            return Exists::Yes;
        }
        match next[here as usize].get(*last) {
            Some(&to) => {
                *last += 1;
                if meter.tick().is_break() {
                    return Exists::Undecided(meter.stopped());
                }
                if meter.nodes() > MAX_NODES {
                    return Exists::Undecided(undecidable(&format!("within {} nodes", grouped(MAX_NODES))));
                }
                if trail.steps[to as usize] == 0 && trail.push(to).is_ok() {
                    tried.push(0);
                }
            }
            None => {
                tried.pop();
                trail.squares.pop();
                trail.steps[here as usize] = 0;
            }
        }
    }
    Exists::No
}

/// Is this tour the first in the order of square names? At each step, no square with a smaller name may
/// have a way to complete the tour.
pub(super) fn is_first(
    dataset: &KnightDataset,
    tour: &[Square],
    output: &Reader,
    budget: &Budget,
) -> Verdict {
    let board = &dataset.constraints.board;
    let order = |square: Square| (square % board.cols(), square / board.cols());
    let mut meter = budget.meter();
    let mut visited = vec![false; board.squares() as usize];
    for (step, &square) in tour.iter().enumerate() {
        let earlier = (0..board.squares()).filter(|&other| {
            !visited[other as usize]
                && order(other) < order(square)
                && (step == 0 || reaches(board, tour[step - 1], other))
        });
        for other in earlier {
            let ends = Ends { start: Some(other), end: None, closed: false };
            match exists(board, &ends, |square| !visited[square as usize], &mut meter) {
                Exists::No => {}
                Exists::Undecided(limit) => return Verdict::Undecided(limit),
                Exists::Yes => {
                    let diagnostic = output.error(format!(
                        "expected the first tour in the order of the names: another one has {} at step {}",
                        name(board, other),
                        step + 1
                    ));
                    return Verdict::Wrong { diagnostic, cell: Some(super::cell(board, other)) };
                }
            }
        }
        visited[square as usize] = true;
    }
    Verdict::Accepted
}

fn name(board: &Board, square: Square) -> String {
    format!("{}{}", char::from(b'A' + (square % board.cols()) as u8), square / board.cols() + 1)
}
