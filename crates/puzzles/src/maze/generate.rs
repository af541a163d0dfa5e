//! MazeSession for tests: random ones, and families that each aim at one way to get the robot wrong.

use tremaux_core::{GaveUp, Rng};

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
    /// The judge's largest.
    Maximal,
    /// One row or column, or two: rows and columns swapped are off the board.
    Oblong,
    /// No inner walls: every step is a choice, and a wrong order shows at once.
    Open,
    /// A chamber that is searched in vain before the passage to the goal is tried: without end, if marks are removed.
    Room,
    /// One corridor through all cells: numbers of three digits, and the deepest recursion.
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
        Kind::Room,
        Kind::Snake,
        Kind::Late,
        Kind::Border,
        Kind::Same,
    ];
    pub const NAMES: [&'static str; 10] =
        ["random", "small", "maximal", "oblong", "open", "room", "snake", "late", "border", "same"];
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

impl MazeConstraints {
    /// The most cells of a maze that is wanted so.
    pub fn most_cells(&self) -> u64 {
        let [rows, cols] = [self.rows, self.cols].map(|side| side.unwrap_or(MAX_SIDE));
        (rows as u64).saturating_mul(cols as u64)
    }
}

/// A maze that meets the constraints. Its goal can be reached. Fails if memory runs out.
pub(super) fn maze(wanted: MazeConstraints, rng: &mut Rng) -> Result<Maze, GaveUp> {
    let (rows, cols) = size(wanted, rng);
    let (top, end) = (0, rows * cols - 1);
    let mut ends =
        [rng.below(rows as u64 * cols as u64), rng.below(rows as u64 * cols as u64)].map(|end| end as usize);
    let carving = match wanted.kind {
        Kind::Open => MazeBuilder::new(rows, cols, false)?,
        Kind::Snake => {
            ends = [top, if rows % 2 == 1 { end } else { end + 1 - cols }];
            if rng.percent(50) {
                ends.reverse();
            }
            snake(rows, cols)?
        }
        Kind::Room => {
            let door = rng.below(cols as u64) as usize;
            ends = [(rows - 1) * cols + door, end];
            room(rows, cols, door)?
        }
        _ => carved(rows, cols, wanted, rng)?,
    };
    if wanted.kind == Kind::Same {
        ends[1] = ends[0];
    }
    let mut codes = carving.codes;
    if wanted.kind == Kind::Border {
        tell_some_outer_walls(&mut codes, cols, rng);
    }
    let mut maze = Maze::assemble(rows, cols, codes, ends[0], vec![ends[1]])?;
    if wanted.kind == Kind::Late {
        move_ends_late(&mut maze, rng);
    }
    Ok(maze)
}

fn size(wanted: MazeConstraints, rng: &mut Rng) -> (usize, usize) {
    let mut side = |most: usize| rng.between(1, most as u64) as usize;
    let (rows, cols) = match wanted.kind {
        Kind::Small => (side(4), side(4)),
        Kind::Maximal => (MAX_SIDE, MAX_SIDE),
        Kind::Oblong => match side(2) {
            1 => (side(2), side(MAX_SIDE)),
            _ => (side(MAX_SIDE), side(2)),
        },
        _ => (side(MAX_SIDE), side(MAX_SIDE)),
    };
    (wanted.rows.unwrap_or(rows), wanted.cols.unwrap_or(cols))
}

fn carved(rows: usize, cols: usize, wanted: MazeConstraints, rng: &mut Rng) -> Result<MazeBuilder, GaveUp> {
    let any = Algorithm::ALL[rng.below(Algorithm::ALL.len() as u64) as usize];
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
fn room(rows: usize, cols: usize, door: usize) -> Result<MazeBuilder, GaveUp> {
    let mut carving = MazeBuilder::new(rows, cols, false)?;
    if rows > 1 {
        for col in (0..cols).filter(|&col| col != door) {
            carving.build((rows - 2) * cols + col, Direction::South);
        }
    }
    Ok(carving)
}

fn tell_some_outer_walls(codes: &mut [u8], cols: usize, rng: &mut Rng) {
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
