//! Curling 2.0: the fewest throws that bring the stone to the goal (ICPC Japan 2006, Domestic D; POJ 3009;
//! AOJ 1144).
//!
//! A board of squares, some of them blocks. A throw moves the stone north, east, south or west. It slides
//! until a block is in front of it: there it stops, and the block it hit breaks and is gone. If it comes over
//! the goal, it stops there and the game is won; if it leaves the board, the game is lost: the edge stops
//! nothing. Towards a block on the very next square it cannot be thrown. The start is a square like any
//! other. At most 10 throws are allowed.
//!
//! Input: datasets, each the width, the height, and the codes row by row: 0 vacant, 1 block, 2 start, 3
//! goal; `0 0` ends. Output: one line each, the fewest throws, or `-1`.
//!
//! Each throw but the last breaks a block. So a position (the stone and the broken blocks) comes up at one
//! depth only, no game is longer than the number of blocks and one, and "never, at any length" can be decided.
//!
//! Two engines answer the same. `search.rs` walks on the shared engine of `tremaux_search`, to be read and
//! to be watched; `fast.rs` works on bit masks. `verify.rs` judges by a third, breadth-first.

mod answer;
mod board;
mod draw;
mod edit;
mod families;
mod fast;
mod generate;
mod memory;
mod package;
mod search;
mod text;
mod verify;

use std::io::{self, Write};
use std::ops::ControlFlow;

use tremaux_core::{
    Budget, Dataset, Diagnostic, Edit, GaveUp, Meter, OptionChanges, OptionKind, OptionSpec, Options,
    Outcome, Package, Puzzle, Reader, Rng, Roles, SearchEvent, Session, Tool, Verdict,
};
use tremaux_drawing::Drawing;

use crate::observe::Spectator;
use answer::Report;
use fast::bound::Bound;

pub use board::{Board, Direction, Route, Throw};

/// What is known about a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solution {
    /// A shortest route.
    Reached(Route),
    /// No route of at most this many throws. Whether there is a longer one is left open.
    BeyondLimit(u32),
    /// No route, of any length.
    Never(Reason),
}

/// Why there is no route of any length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// No throw can ever stop in line with the goal, and the start is not in line with it.
    GoalWalledIn,
    /// Even a stone that slides through blocks, and may stop before any block, does not come to the goal.
    RelaxedBound,
    /// Every route was tried.
    Exhausted,
}

/// Finds a shortest route of at most `max_throws` throws (any number for `None`), or proves that there is
/// none. Fails only where the budget ends the search.
///
/// ```
/// use tremaux_core::Budget;
/// use tremaux_puzzles::curling::{Board, Reason, Solution, solve};
///
/// let board: Board = "6 1   1 0 2 1 1 3".parse().unwrap();
/// let Ok(Solution::Reached(route)) = solve(&board, Some(10), &Budget::unlimited()) else { panic!() };
/// assert_eq!(route.to_string(), "WEEE");
///
/// let lost: Board = "3 2   2 1 0   0 0 3".parse().unwrap();
/// assert_eq!(solve(&lost, None, &Budget::unlimited()), Ok(Solution::Never(Reason::Exhausted)));
/// ```
pub fn solve(board: &Board, max_throws: Option<u32>, budget: &Budget) -> Result<Solution, GaveUp> {
    fast::shortest(board, max_throws, &mut budget.meter())
}

/// Counts the distinct shortest routes of at most `max_throws` throws; 0 where there is none. Two routes are
/// distinct if their directions are. Numbers that do not fit are given as [`u128::MAX`].
///
/// ```
/// use tremaux_core::Budget;
/// use tremaux_puzzles::curling::{Board, count_routes};
///
/// // East and then south, or south and then east.
/// let board: Board = "4 4   2 0 0 1   0 0 0 0   0 0 3 0   1 0 0 0".parse().unwrap();
/// assert_eq!(count_routes(&board, Some(10), &Budget::unlimited()), Ok(2));
/// ```
pub fn count_routes(board: &Board, max_throws: Option<u32>, budget: &Budget) -> Result<u128, GaveUp> {
    count_metered(board, max_throws, &mut budget.meter())
}

fn count_metered(board: &Board, max_throws: Option<u32>, meter: &mut Meter) -> Result<u128, GaveUp> {
    match fast::shortest(board, max_throws, meter)? {
        Solution::Reached(route) => fast::count(board, route.throws().len() as u32, meter),
        _ => Ok(0),
    }
}

/// As [`solve`], by the plain search that [`Dataset::play`] shows; slower.
pub fn solve_plainly(board: &Board, max_throws: Option<u32>, budget: &Budget) -> Result<Solution, GaveUp> {
    play(board, max_throws, &mut budget.meter(), &mut |_| ControlFlow::Continue(()))
}

fn play(
    board: &Board,
    max_throws: Option<u32>,
    meter: &mut Meter,
    observer: &mut dyn FnMut(SearchEvent) -> ControlFlow<()>,
) -> Result<Solution, GaveUp> {
    let bound = Bound::new(board, meter)?;
    search::shortest(board, &bound, max_throws, meter, Spectator::new(observer))
}

/// The limit that stopped a search.
fn reached(meter: &Meter) -> GaveUp {
    meter.stopped()
}

/// The kind of puzzle.
pub struct Curling;

impl Puzzle for Curling {
    fn name(&self) -> &'static str {
        "curling"
    }
    fn summary(&self) -> &'static str {
        "the fewest throws of a curling stone to the goal (POJ 3009, AOJ 1144)"
    }
    fn sample(&self) -> &'static str {
        include_str!("sample.in")
    }
    fn options(&self) -> &'static [OptionSpec] {
        OPTIONS
    }
    fn package(&self) -> Option<&'static Package> {
        Some(&package::PACKAGE)
    }

    fn tools(&self) -> &'static [Tool] {
        &[Tool::Block, Tool::Start, Tool::Goal, Tool::Size]
    }
    fn open(&self, options: &Options) -> Result<Box<dyn Session>, Diagnostic> {
        Ok(Box::new(CurlingSession {
            settings: Settings {
                max_throws: options.int("max-throws").map(|most| most as u32),
                hints: options.flag("hints"),
                count_routes: options.text("routes") == Some("count"),
            },
            throws: parse_throws(options.text("throws").unwrap_or(""))?,
            recipe: generate::Recipe::new(options)?,
            datasets: 0,
        }))
    }
}

const OPTIONS: &[OptionSpec] = &[
    OptionSpec::new("max-throws", OptionKind::Int { min: 1, max: 4_000_000_000, none: true }, Roles::RULES.and(Roles::GENERATOR), "the most throws that are allowed").with_default("10"),
    OptionSpec::new("throws", OptionKind::Text("NESW..."), Roles::FILES, "solve from the position after these throws, which do not count against --max-throws"),
    OptionSpec::new("hints", OptionKind::Flag, Roles::ANSWER, "print the number of throws and the next one, not the route"),
    OptionSpec::new("routes", OptionKind::Choice(&["one", "count"]), Roles::ANSWER, "show one shortest route, or count the distinct ones as well").with_default("one"),
    OptionSpec::new("kind", OptionKind::Choice(generate::KINDS), Roles::FAMILY, "any boards, of any size, small or of the judge's largest; or those on which a mistake shows: width and height swapped, the edge stops the stone, ...").with_default("random"),
    OptionSpec::new("width", SIDE, Roles::GENERATOR, "number of columns; random if absent"),
    OptionSpec::new("height", SIDE, Roles::GENERATOR, "number of rows; random if absent"),
    OptionSpec::new("blocks", OptionKind::Int { min: 0, max: 100, none: false }, Roles::GENERATOR, "blocks in a hundred squares; random if absent"),
    OptionSpec::new("answer", OptionKind::Text("N|N..M"), Roles::GENERATOR, "only boards with this answer: a number of throws, from N to M throws, or -1"),
    OptionSpec::new("unique", OptionKind::Flag, Roles::GENERATOR, "only boards with a single shortest route"),
    OptionSpec::new("minimal", OptionKind::Flag, Roles::GENERATOR, "take away all blocks that the answer does not need"),
];

/// A side of a generated board.
const SIDE: OptionKind = OptionKind::Int { min: 1, max: 1024, none: false };

fn parse_throws(letters: &str) -> Result<Vec<Direction>, Diagnostic> {
    let throws = letters.chars().map(Direction::from_letter).collect::<Option<_>>();
    throws.ok_or_else(|| {
        Diagnostic::expected("the initials of directions, as in NESW")
            .found(format!("{letters:?}"))
            .in_option("throws")
    })
}

/// How boards are solved and answers written.
#[derive(Clone, Copy)]
struct Settings {
    max_throws: Option<u32>,
    hints: bool,
    count_routes: bool,
}

struct CurlingSession {
    settings: Settings,
    throws: Vec<Direction>,
    recipe: generate::Recipe,
    /// Number of datasets read.
    datasets: u64,
}

/// The most datasets of a judge's input.
const JUDGE_DATASETS: u64 = 100;

impl Session for CurlingSession {
    fn read(&mut self, input: &mut Reader) -> Result<Option<Box<dyn Dataset>>, Diagnostic> {
        let Some(mut board) = text::read(input)? else { return Ok(None) };
        self.datasets += 1;
        if input.is_strict() && self.datasets > JUDGE_DATASETS {
            return Err(input.error_about(format!("more than {JUDGE_DATASETS} datasets")));
        }
        if !self.throws.is_empty() {
            board = board.throw(&self.throws).map_err(|fault| {
                Diagnostic::new(format!("dataset {}: {}", self.datasets, fault.message())).in_option("throws")
            })?;
        }
        Ok(Some(Box::new(CurlingDataset { board, settings: self.settings })))
    }
    fn generate(&mut self, rng: &mut Rng) -> Result<Box<dyn Dataset>, Diagnostic> {
        let board = self.recipe.board(rng)?;
        Ok(Box::new(CurlingDataset { board, settings: self.settings }))
    }
    fn generated_cells(&self) -> u64 {
        self.recipe.cells()
    }
    fn terminator(&self) -> &'static str {
        "0 0\n"
    }
}

/// A board and how it is asked about.
struct CurlingDataset {
    board: Board,
    settings: Settings,
}

impl CurlingDataset {
    fn outcome(&self, solution: Result<Solution, GaveUp>, meter: &mut Meter) -> Outcome<'_> {
        match solution.and_then(|solution| self.report(solution, meter)) {
            Err(limit) => Outcome::GaveUp(limit),
            Ok(report) if report.solution.route().is_some() => Outcome::Solved(Box::new(report)),
            Ok(report) => Outcome::Impossible { reason: report.solution.reason(), answer: Box::new(report) },
        }
    }

    fn report(&self, solution: Solution, meter: &mut Meter) -> Result<Report<'_>, GaveUp> {
        let length = solution.route().map(|route| route.throws().len() as u32);
        let routes = match length.filter(|_| self.settings.count_routes) {
            Some(throws) => Some(fast::count(&self.board, throws, meter)?),
            None => None,
        };
        Ok(Report { board: &self.board, solution, routes, hints: self.settings.hints })
    }
}

impl Dataset for CurlingDataset {
    fn cells(&self) -> u64 {
        self.board.codes().len() as u64
    }
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        text::write(&self.board, out)
    }
    fn solve(&mut self, budget: &Budget) -> Outcome<'_> {
        let mut meter = budget.meter();
        let solution = fast::shortest(&self.board, self.settings.max_throws, &mut meter);
        self.outcome(solution, &mut meter)
    }
    fn play(
        &mut self,
        budget: &Budget,
        observer: &mut dyn FnMut(SearchEvent) -> ControlFlow<()>,
    ) -> Outcome<'_> {
        let mut meter = budget.meter();
        let solution = play(&self.board, self.settings.max_throws, &mut meter, observer);
        self.outcome(solution, &mut meter)
    }
    fn verify(&self, _number: u64, output: &mut Reader, budget: &Budget) -> Verdict {
        let CurlingDataset { board, settings } = self;
        let rink = verify::Rink {
            width: board.width() as usize,
            codes: board.codes(),
            max_throws: settings.max_throws,
        };
        verify::verify(&rink, output, budget)
    }
    fn draw(&self) -> Result<Drawing, Diagnostic> {
        draw::board(&self.board)
    }
    fn shrink_candidates(&self) -> Vec<Box<dyn Dataset>> {
        let settings = self.settings;
        let boards = generate::shrink_candidates(&self.board).into_iter();
        boards.map(|board| Box::new(CurlingDataset { board, settings }) as Box<dyn Dataset>).collect()
    }
    fn edit(&mut self, edit: Edit) -> Result<OptionChanges, Diagnostic> {
        self.board = edit::edit(&self.board, edit)?;
        Ok(OptionChanges::new())
    }
}
