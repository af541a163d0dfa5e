//! Boards on which a wrong reading of the rules shows.
//!
//! Each family is aimed at a mistake that programs make: a board belongs to it if a program with that mistake
//! prints another number than is right. So there is a program here with every mistake.

use super::board::{BLOCK, Board, GOAL, START, VACANT};
use super::{Direction, Solution};

/// A wrong reading of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mistake {
    /// Height before width.
    Swapped,
    /// The edge stops the stone.
    EdgeStops,
    /// The start stays on the board as an obstacle.
    StartBlocks,
    /// The goal counts only where the stone stops on it anyway.
    GoalAtRest,
    /// After a hit the stone goes on to the left or to the right.
    MustTurn,
    /// No square is stopped on twice.
    NoReturn,
    /// A block next to the stone can be hit.
    NeighbourBreaks,
    /// Blocks do not break.
    BlocksStay,
    /// Blocks that one attempt broke are missing in the next.
    NotRestored,
    /// The first route that is found, not the shortest.
    FirstFound,
    /// One throw more or fewer than allowed.
    OtherLimit,
}

/// Throws allowed by the statement, and the most that the programs here try.
const LIMIT: u32 = 10;
/// Positions after which the search of a mistaken program is stopped.
const MAX_POSITIONS: u32 = 100_000;

impl Mistake {
    /// Returns whether the mistake shows. `right` is what is known about the board within the limit, or one throw
    /// more. The positions that are looked at are added to the effort.
    pub fn shows(self, board: &Board, right: &Solution, max_throws: Option<u32>, effort: &mut u64) -> bool {
        let right = right.route().map(|route| route.throws().len() as u32);
        let limit = max_throws.unwrap_or(LIMIT).min(LIMIT);
        let within = right.filter(|&throws| max_throws.is_none_or(|most| throws <= most));
        // Of longer routes the mistaken programs know nothing.
        if self != Mistake::OtherLimit && within.is_some_and(|throws| throws > limit) {
            return false;
        }
        let mut differs =
            |board: &Board| answer(board, self, limit, effort).is_some_and(|answer| answer != within);
        match self {
            Mistake::OtherLimit => right.zip(max_throws).is_some_and(|(throws, most)| throws >= most),
            Mistake::Swapped => {
                Board::new(board.height(), board.codes().to_vec()).is_ok_and(|swapped| differs(&swapped))
            }
            _ => differs(board),
        }
    }

    /// Returns whether a board without a route can show the mistake. Programs that try too few throws fail only
    /// where there is a route.
    pub fn shows_without_route(self) -> bool {
        !matches!(self, Mistake::GoalAtRest | Mistake::MustTurn | Mistake::NoReturn | Mistake::FirstFound)
    }
}

/// What a program with this mistake finds, `None` where that takes too long.
fn answer(board: &Board, mistake: Mistake, limit: u32, effort: &mut u64) -> Option<Option<u32>> {
    let start = board.square(board.start())?;
    let mut codes = board.codes().to_vec();
    if mistake != Mistake::StartBlocks {
        codes[start] = VACANT;
    }
    let mut program = Program {
        board,
        mistake,
        stops: vec![false; codes.len()],
        codes,
        limit,
        best: limit + 1,
        positions: 0,
    };
    program.play(start, 0, None);
    *effort += u64::from(program.positions);
    let done = program.positions < MAX_POSITIONS;
    done.then_some(Some(program.best).filter(|&best| best <= limit))
}

struct Program<'a> {
    board: &'a Board,
    mistake: Mistake,
    codes: Vec<u8>,
    /// The squares on which the stone has stopped.
    stops: Vec<bool>,
    /// The most throws.
    limit: u32,
    best: u32,
    positions: u32,
}

impl Program<'_> {
    /// Recursive as such programs are: ten levels at the most.
    fn play(&mut self, stone: usize, throws: u32, last: Option<Direction>) {
        if throws + 1 >= self.best || self.positions == MAX_POSITIONS {
            return;
        }
        self.positions += 1;
        self.stops[stone] = true;
        for direction in Direction::ALL {
            if self.mistake == Mistake::FirstFound && self.best <= self.limit {
                return;
            }
            let same_line = last.is_some_and(|last| last as usize % 2 == direction as usize % 2);
            if self.mistake == Mistake::MustTurn && same_line {
                continue;
            }
            match self.throw(stone, direction) {
                End::Lost => {}
                End::Won => self.best = self.best.min(throws + 1),
                End::Stops(stop, _) if self.mistake == Mistake::NoReturn && self.stops[stop] => {}
                End::Stops(stop, block) => {
                    let broken = block
                        .filter(|&block| self.codes[block] == BLOCK && self.mistake != Mistake::BlocksStay);
                    if let Some(block) = broken {
                        self.codes[block] = VACANT;
                    }
                    self.play(stop, throws + 1, Some(direction));
                    if let Some(block) = broken.filter(|_| self.mistake != Mistake::NotRestored) {
                        self.codes[block] = BLOCK;
                    }
                }
            }
        }
        self.stops[stone] = false;
    }

    fn throw(&self, stone: usize, direction: Direction) -> End {
        let mut stop = stone;
        loop {
            let ahead = self.board.square(direction.neighbour(self.board.cell(stop)));
            let at_rest = |block| match self.codes[stop] == GOAL {
                true => End::Won,
                false => End::Stops(stop, block),
            };
            match ahead.map(|square| (square, self.codes[square])) {
                None if self.mistake == Mistake::EdgeStops && stop != stone => return at_rest(None),
                None => return End::Lost,
                Some((_, BLOCK | START)) if stop == stone && self.mistake != Mistake::NeighbourBreaks => {
                    return End::Lost;
                }
                Some((square, BLOCK | START)) => return at_rest(Some(square)),
                Some((_, GOAL)) if self.mistake != Mistake::GoalAtRest => return End::Won,
                Some((square, _)) => stop = square,
            }
        }
    }
}

/// What becomes of a throw.
enum End {
    Lost,
    Won,
    /// Where it stops, and what it hit.
    Stops(usize, Option<usize>),
}

#[cfg(test)]
mod tests {
    use tremaux_core::Budget;

    use super::super::solve;
    use super::*;

    /// The mistake shows on the one board, not on the other.
    fn check(mistake: Mistake, shows: &str, hides: &str) {
        for (text, expect) in [(shows, true), (hides, false)] {
            let board: Board = text.parse().unwrap();
            let right = solve(&board, Some(LIMIT + 1), &Budget::unlimited()).unwrap();
            assert_eq!(mistake.shows(&board, &right, Some(LIMIT), &mut 0), expect, "{mistake:?} {text}");
        }
    }

    #[test]
    fn each_mistake_shows_where_it_should() {
        const STRAIGHT: &str = "2 1  2 3";
        check(Mistake::Swapped, "3 2  2 0 0  3 0 0", "2 2  2 0  3 0");
        check(Mistake::EdgeStops, "2 2  2 0  0 3", STRAIGHT);
        check(Mistake::StartBlocks, "6 1  1 0 2 1 1 3", STRAIGHT);
        check(Mistake::GoalAtRest, "5 1  2 0 3 0 1", "4 1  2 0 3 1");
        check(Mistake::MustTurn, "4 1  2 0 1 3", STRAIGHT);
        check(Mistake::NoReturn, "6 1  1 0 2 1 1 3", STRAIGHT);
        check(Mistake::NeighbourBreaks, "4 1  2 1 0 3", STRAIGHT);
        check(Mistake::BlocksStay, "4 1  2 0 1 3", STRAIGHT);
        check(Mistake::OtherLimit, "12 1  2 0 1 1 1 1 1 1 1 1 1 3", "11 1  2 0 1 1 1 1 1 1 1 1 3");
        check(Mistake::OtherLimit, "13 1  2 0 1 1 1 1 1 1 1 1 1 1 3", STRAIGHT);
        check(Mistake::FirstFound, "4 3  0 0 0 1  1 0 0 0  0 3 0 2", STRAIGHT);
    }
}
