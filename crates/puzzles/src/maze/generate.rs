//! Mazes for tests: random ones, and families that each aim at one way to get the robot wrong.

use tremaux_core::{Diagnostic, GaveUp, Rng, grouped};

use super::board::{Direction, EAST, Maze, SOUTH};
use super::carve::{Algorithm, MazeBuilder};
use super::methods;
use super::search::Order;

/// A family of mazes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Any maze, between any two cells.
    Random,
    /// At most 4 x 4.
    Small,
    /// The judge's largest; some of them with one corridor through all cells.
    Maximal,
    /// One row or column, or two: rows and columns swapped are off the board.
    Oblong,
    /// No inner walls: every step is a choice, and a wrong order shows at once.
    Open,
    /// A chamber that is searched in vain before the passage to the goal is tried: without end, if marks are removed.
    Chamber,
    /// One corridor through all cells: numbers of three digits in half of them, and the deepest recursion.
    Snake,
    /// The goal lies where the robot comes late, after most retreats.
    Late,
    /// The outer walls given in some places only, so that they can be trusted in none.
    Border,
    /// The start is the goal.
    Same,
}

impl Kind {
    /// All families, and beside them their names.
    pub const ALL: [Kind; 10] = [
        Kind::Random,
        Kind::Small,
        Kind::Maximal,
        Kind::Oblong,
        Kind::Open,
        Kind::Chamber,
        Kind::Snake,
        Kind::Late,
        Kind::Border,
        Kind::Same,
    ];
    pub const NAMES: [&'static str; 10] =
        ["random", "small", "maximal", "oblong", "open", "chamber", "snake", "late", "border", "same"];
}

/// What mazes are wanted; what is left open is drawn anew for each.
#[derive(Clone, Copy, Debug)]
pub(super) struct MazeConstraints {
    pub rows: Option<usize>,
    pub cols: Option<usize>,
    pub algorithm: Option<Algorithm>,
    pub loops: Option<u64>,
    pub kind: Kind,
}

/// The most rows and columns where they are left open: those of the judge.
const MAX_SIDE: usize = 12;
/// The most rows and columns of a small maze.
const SMALL_SIDE: u64 = 4;
/// The fewest rows and columns of a long snake: 100 cells.
const LONG_SIDE: u64 = 10;

impl MazeConstraints {
    /// The most cells of a maze that is wanted so.
    pub fn most_cells(&self) -> u64 {
        let [rows, cols] = [self.rows, self.cols].map(|side| side.unwrap_or(MAX_SIDE));
        (rows as u64).saturating_mul(cols as u64)
    }

    /// Refuses a combination in which one option would not act.
    pub fn check(&self) -> Result<(), Diagnostic> {
        let kind = Kind::NAMES[self.kind as usize];
        if matches!(self.kind, Kind::Open | Kind::Chamber | Kind::Snake) {
            let given = [("algorithm", self.algorithm.is_some()), ("loops", self.loops.is_some())];
            if let Some((name, _)) = given.into_iter().find(|(_, is_given)| *is_given) {
                let fault = Diagnostic::new(format!("mazes of --kind {kind} are not carved"));
                return Err(fault
                    .in_option(name)
                    .help(format!("leave out --{name}, or choose another --kind")));
            }
        }
        let sides = [("rows", self.rows), ("cols", self.cols)];
        let side = |fits: fn(usize) -> bool, expected: &str| {
            let misfit =
                sides.into_iter().find_map(|(name, side)| Some((name, side.filter(|&side| !fits(side))?)));
            misfit.map(|(name, side)| {
                let fault = Diagnostic::expected(format!("{expected} for --kind {kind}"));
                fault.found(format!("{side}")).in_option(name)
            })
        };
        let fault = match self.kind {
            Kind::Small => side(|side| side <= SMALL_SIDE as usize, "1 to 4"),
            Kind::Maximal => side(|side| side == MAX_SIDE, "12"),
            Kind::Oblong if self.rows.is_some_and(|rows| rows > 2) => {
                side(|side| side <= 2, "at most two rows or at most two columns")
                    .filter(|_| self.cols.is_some_and(|cols| cols > 2))
            }
            _ => None,
        };
        if let Some(fault) = fault {
            return Err(fault);
        }
        let longest = self.rows.max(self.cols).unwrap_or(MAX_SIDE);
        if self.algorithm == Some(Algorithm::Wilson)
            && longest > Algorithm::MAX_WILSON_SIDE
            && self.rows != Some(1)
            && self.cols != Some(1)
        {
            let most = grouped(Algorithm::MAX_WILSON_SIDE);
            let fault = Diagnostic::new(format!("wilson takes too long where a side is longer than {most}"));
            return Err(fault.in_option("algorithm").help("the other algorithms make mazes of this size"));
        }
        Ok(())
    }
}

/// A maze that meets the constraints. Its goal can be reached. Fails if memory runs out.
pub(super) fn maze(wanted: MazeConstraints, rng: &mut Rng) -> Result<Maze, GaveUp> {
    let (rows, cols) = size(wanted, rng);
    let (top, end) = (0, rows * cols - 1);
    let mut ends =
        [rng.below(rows as u64 * cols as u64), rng.below(rows as u64 * cols as u64)].map(|end| end as usize);
    let is_carved = wanted.algorithm.is_some() || wanted.loops.is_some();
    let is_snake = match wanted.kind {
        Kind::Maximal => !is_carved && rng.percent(30),
        kind => kind == Kind::Snake,
    };
    let carving = match wanted.kind {
        Kind::Open => MazeBuilder::new(rows, cols, false)?,
        _ if is_snake => {
            ends = [top, if rows % 2 == 1 { end } else { end + 1 - cols }];
            if rng.percent(50) {
                ends.reverse();
            }
            snake(rows, cols)?
        }
        Kind::Chamber => {
            let door = rng.below(cols as u64) as usize;
            ends = [(rows - 1) * cols + door, end];
            chamber(rows, cols, door)?
        }
        _ => carved(rows, cols, wanted, rng)?,
    };
    if wanted.kind == Kind::Same {
        ends[1] = ends[0];
    }
    let mut codes = carving.codes;
    if wanted.kind == Kind::Border {
        declare_some_outer_walls(&mut codes, cols, rng);
    }
    let mut maze = Maze::assemble(rows, cols, codes, ends[0], vec![ends[1]])?;
    if wanted.kind == Kind::Late {
        move_ends_late(&mut maze, rng);
    }
    Ok(maze)
}

fn size(wanted: MazeConstraints, rng: &mut Rng) -> (usize, usize) {
    if wanted.kind == Kind::Snake && rng.percent(50) {
        let mut side = || rng.between(LONG_SIDE, MAX_SIDE as u64) as usize;
        let (rows, cols) = (side(), side());
        return (wanted.rows.unwrap_or(rows), wanted.cols.unwrap_or(cols));
    }
    let mut side = |most: usize| rng.between(1, most as u64) as usize;
    let (rows, cols) = match wanted.kind {
        Kind::Small => (side(SMALL_SIDE as usize), side(SMALL_SIDE as usize)),
        Kind::Maximal => (MAX_SIDE, MAX_SIDE),
        // A given side longer than two leaves the choice to the other.
        Kind::Oblong => match (side(2), wanted.rows, wanted.cols) {
            (_, Some(3..), _) => (side(MAX_SIDE), side(2)),
            (_, _, Some(3..)) => (side(2), side(MAX_SIDE)),
            (1, ..) => (side(2), side(MAX_SIDE)),
            _ => (side(MAX_SIDE), side(2)),
        },
        _ => (side(MAX_SIDE), side(MAX_SIDE)),
    };
    (wanted.rows.unwrap_or(rows), wanted.cols.unwrap_or(cols))
}

fn carved(rows: usize, cols: usize, wanted: MazeConstraints, rng: &mut Rng) -> Result<MazeBuilder, GaveUp> {
    let any = match Algorithm::ALL[rng.below(Algorithm::ALL.len() as u64) as usize] {
        Algorithm::Wilson if rows.max(cols) > Algorithm::MAX_ANY_WILSON_SIDE => Algorithm::Backtracker,
        any => any,
    };
    let some = [0, 5, 20, 50][rng.below(4) as usize];
    let mut carving = MazeBuilder::perfect(rows, cols, wanted.algorithm.unwrap_or(any), rng)?;
    carving.add_loops(wanted.loops.unwrap_or(some), rng);
    Ok(carving)
}

/// East along the first row, west along the second, and so on.
fn snake(rows: usize, cols: usize) -> Result<MazeBuilder, GaveUp> {
    let mut carving = MazeBuilder::new(rows, cols, false)?;
    for row in 0..rows {
        let gap = if row % 2 == 0 { cols - 1 } else { 0 };
        for col in (0..cols).filter(|&col| col != gap) {
            carving.build(row * cols + col, Direction::South);
        }
    }
    Ok(carving)
}

/// One chamber above a corridor, with a door between.
fn chamber(rows: usize, cols: usize, door: usize) -> Result<MazeBuilder, GaveUp> {
    let mut carving = MazeBuilder::new(rows, cols, false)?;
    if rows > 1 {
        for col in (0..cols).filter(|&col| col != door) {
            carving.build((rows - 2) * cols + col, Direction::South);
        }
    }
    Ok(carving)
}

fn declare_some_outer_walls(codes: &mut [u8], cols: usize, rng: &mut Rng) {
    let last_row = codes.len() - cols;
    for (cell, code) in codes.iter_mut().enumerate() {
        let outer = [(EAST, (cell + 1) % cols == 0), (SOUTH, cell >= last_row)];
        for (wall, _) in outer.into_iter().filter(|(_, is_outer)| *is_outer) {
            *code |= if rng.percent(50) { wall } else { 0 };
        }
    }
}

/// Moves start and goal to two cells with more retreats between them than most others.
fn move_ends_late(maze: &mut Maze, rng: &mut Rng) {
    let cells = maze.cells.len() as u64;
    let mut latest = (0, maze.start, maze.goals[0]);
    for _ in 0..30 {
        let [start, goal] = [0; 2].map(|_| rng.below(cells) as usize);
        maze.move_ends(start, vec![goal]);
        maze.begin_search();
        let walk = methods::walk(maze, Order::default(), &mut ());
        let retreats = walk.filter(|walk| walk.goal.is_some()).map_or(0, |walk| walk.retreats);
        if retreats > latest.0 {
            latest = (retreats, start, goal);
        }
    }
    maze.move_ends(latest.1, vec![latest.2]);
}
