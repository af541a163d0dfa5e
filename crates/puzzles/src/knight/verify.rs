//! Judges an output by the rules alone.
//!
//! A tour is followed square by square. The claim that there is none is judged by other means than the
//! solver's: by a table of theorems, by counting colours, and by a frontier dynamic programming that knows no
//! order of moves ([`path_dp`]).

mod claim;
mod path_dp;
mod read;

use tremaux_core::{Budget, Diagnostic, GaveUp, Reader, Verdict, try_collected, try_filled};
use tremaux_drawing::Cell;

use super::board::{Board, Square, Wrap};
use super::options::TourConstraints;
use super::{Dialect, KnightDataset};

/// Reads one answer and leaves the reader behind it.
pub(super) fn verify(dataset: &KnightDataset, number: u64, output: &mut Reader, budget: &Budget) -> Verdict {
    let judged = match dataset.dialect {
        Dialect::Sicily => follow_line(dataset, output, budget),
        _ => follow_other(dataset, number, output, budget),
    };
    judged.unwrap_or_else(Verdict::from)
}

/// A line of numbers: judged as they come, so that the fault is shown at its number.
fn follow_line(dataset: &KnightDataset, output: &mut Reader, budget: &Budget) -> Result<Verdict, Diagnostic> {
    let board = &dataset.constraints.board;
    let last = i64::from(board.squares());
    let mut trail = match Trail::new(&dataset.constraints, dataset.start) {
        Ok(trail) => trail,
        Err(limit) => return Ok(Verdict::Undecided(limit)),
    };
    for step in 1..=board.open_squares() {
        let low = if step == 1 { -1 } else { 1 };
        let number = output.int(format_args!("square {step} of the tour"), low..=last)?;
        if number < 0 {
            return Ok(claim::judge(dataset, output, budget));
        }
        let fault = match number {
            0 => Err("squares are numbered from 1".into()),
            _ => trail.push(number as Square - 1),
        };
        if let Err(why) = fault {
            let cell = (number > 0).then(|| cell(board, number as Square - 1));
            return Ok(Verdict::Wrong { diagnostic: output.error(format!("step {step}: {why}")), cell });
        }
    }
    Ok(match trail.finish() {
        Ok(()) => Verdict::Accepted,
        Err(why) => output.error_about(why).into(),
    })
}

/// Matrices and strings: read as a whole, then followed.
fn follow_other(
    dataset: &KnightDataset,
    number: u64,
    output: &mut Reader,
    budget: &Budget,
) -> Result<Verdict, Diagnostic> {
    let mut trail = match Trail::new(&dataset.constraints, dataset.start) {
        Ok(trail) => trail,
        Err(limit) => return Ok(Verdict::Undecided(limit)),
    };
    let mut squares = match try_filled(0, dataset.constraints.board.open_squares() as usize) {
        Ok(squares) => squares,
        Err(limit) => return Ok(Verdict::Undecided(limit)),
    };
    if !read::tour(dataset, number, output, &mut squares)? {
        return Ok(claim::judge(dataset, output, budget));
    }
    for (step, &square) in (1..).zip(&squares) {
        if let Err(why) = trail.push(square) {
            let diagnostic = output.error_about(format!("step {step}: {why}"));
            return Ok(Verdict::Wrong { diagnostic, cell: Some(cell(&dataset.constraints.board, square)) });
        }
    }
    if let Err(why) = trail.finish() {
        return Ok(output.error_about(why).into());
    }
    match dataset.dialect {
        Dialect::Poj => Ok(claim::is_first(dataset, &squares, output, budget)),
        _ => Ok(Verdict::Accepted),
    }
}

fn cell(board: &Board, square: Square) -> Cell {
    Cell::new(square / board.cols(), square % board.cols())
}

/// Can the piece jump from one square to the other? By the distances alone.
fn reaches(board: &Board, from: Square, to: Square) -> bool {
    let along = |from: u32, to: u32, side: u32, ring: bool| {
        let straight = from.abs_diff(to);
        [straight, if ring { side - straight } else { straight }]
    };
    // On a ring, a distance longer than the ring goes around it.
    let fits = |distances: [u32; 2], way: u32, side: u32, ring: bool| {
        distances.iter().any(|&distance| distance == way || ring && distance % side == way % side)
    };
    let (rings_down, rings_right) = (board.wrap() == Wrap::Torus, board.wrap() != Wrap::None);
    let down = along(from / board.cols(), to / board.cols(), board.rows(), rings_down);
    let right = along(from % board.cols(), to % board.cols(), board.cols(), rings_right);
    let both_ways = board.leapers().iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
    from != to
        && both_ways.into_iter().any(|(d, r)| {
            fits(down, d, board.rows(), rings_down) && fits(right, r, board.cols(), rings_right)
        })
}

/// A tour as far as it has been read.
struct Trail<'a> {
    constraints: &'a TourConstraints,
    start: Option<Square>,
    /// The step of each square; 0 for those not visited.
    steps: Vec<u32>,
    squares: Vec<Square>,
}

impl<'a> Trail<'a> {
    /// Eight bytes a square.
    fn new(constraints: &'a TourConstraints, start: Option<Square>) -> Result<Self, GaveUp> {
        let count = constraints.board.squares() as usize;
        Ok(Trail { constraints, start, steps: try_filled(0, count)?, squares: try_collected(count, [])? })
    }

    fn push(&mut self, square: Square) -> Result<(), String> {
        let board = &self.constraints.board;
        let name = |square: Square| format!("square {} ({})", square + 1, board.name(square));
        let step = self.squares.len() as u32 + 1;
        let earlier = self.steps[square as usize];
        if board.is_blocked(square) {
            return Err(format!("{} is blocked", name(square)));
        }
        if earlier > 0 {
            return Err(format!("{} was visited at step {earlier}", name(square)));
        }
        match (self.squares.last(), self.start) {
            (None, Some(start)) if start != square => {
                return Err(format!("the tour begins on {}, not on {}", name(square), name(start)));
            }
            (Some(&before), _) if !reaches(board, before, square) => {
                let piece = board.piece();
                return Err(format!("a {piece} cannot move from {} to {}", name(before), name(square)));
            }
            _ => {}
        }
        let wrong = |&&(fixed, target): &&(u32, Square)| (fixed == step) != (target == square);
        if let Some(&(fixed, target)) = self.constraints.fixed_steps.iter().find(wrong) {
            return Err(format!("step {fixed} must be {}", name(target)));
        }
        self.steps[square as usize] = step;
        self.squares.push(square);
        Ok(())
    }

    /// All squares were visited; is it the tour that was asked for?
    fn finish(&self) -> Result<(), String> {
        let board = &self.constraints.board;
        let (Some(&first), Some(&last)) = (self.squares.first(), self.squares.last()) else {
            return Err("the tour is empty".into());
        };
        if let Some(end) = self.constraints.end.filter(|&end| end != last) {
            return Err(format!("the tour ends on {}, not on {}", board.name(last), board.name(end)));
        }
        if self.constraints.closed && self.squares.len() <= 2 {
            return Err("a closed tour is a cycle, which has at least three squares".into());
        }
        if self.constraints.closed && !reaches(board, last, first) {
            return Err(format!(
                "the tour is not closed: no jump leads from {} to {}",
                board.name(last),
                board.name(first)
            ));
        }
        if self.constraints.symmetric
            && let Some(square) = self.squares.iter().position(|&square| !self.turns(square))
        {
            let square = self.squares[square];
            return Err(format!(
                "half a turn of the board does not map the tour onto itself: see {}",
                board.name(square)
            ));
        }
        Ok(())
    }

    /// Is the jump away from this square, turned by half a turn, a jump of the tour as well?
    fn turns(&self, square: Square) -> bool {
        let count = self.squares.len() as u32;
        let turned = |square: Square| self.constraints.board.squares() - 1 - square;
        let after = self.squares[(self.steps[square as usize] % count) as usize];
        let (one, other) = (self.steps[turned(square) as usize], self.steps[turned(after) as usize]);
        one != 0 && other != 0 && (one % count + 1 == other || other % count + 1 == one)
    }
}
