//! The robot's walk once more, hand-written: what `solve` runs.
//!
//! It does what [`Walk`](super::search::Walk) does on the engine: the same marks in the same cells, the same
//! counts, the same limits. The engine's walk is the one to read, and the one that can be watched; tests pit
//! this one against it. Three things make this one faster: 0.20 s instead of 0.28 s in a random maze of 4000 x 4000
//! cells, 0.09 s instead of 0.16 s where the path winds through all of them.
//!
//! * **Ways back are not walked.** A cell that is left while only one move is open has none left when the
//!   robot comes back. So it is enough to remember the cells where there was a choice, and to go on from
//!   the last of them; the steps between are the difference of their numbers on the way. Only the last
//!   [`JUNCTIONS`] are remembered, so that memory is bounded: when they are used up, the robot goes back step
//!   by step, from the moves in the cells.
//! * **Few instructions between a cell and the next.** Each step must wait for the one before it, so what
//!   counts is the longest chain: a load, a shift, three `or`s, a look into a table. There is no branch in it: to
//!   guess the move at every cell made the random maze slower by two fifths.
//! * **Straight on is guessed in long corridors.** After [`STRAIGHT`] steps in one direction the next step is
//!   likely the same, and a guess breaks the chain: a processor that guesses "no turn" need not wait.

use tremaux_core::Meter;

use super::board::{Direction, EAST, GOAL, MOVE, MOVE_SHIFT, Maze, SEEN, SOUTH};
use super::methods::Search;
use super::search::Order;

/// The most junctions that are remembered.
const JUNCTIONS: usize = 4096;
/// Steps straight on before more of them are guessed.
const STRAIGHT: u32 = 16;

/// A cell that was left while more than one move was open, and its number on the way from the start.
#[derive(Clone, Copy, Default)]
struct Junction {
    cell: u32,
    number: u32,
}

/// The move to take: how far it goes, to be added with wrapping, and the mark that it leaves.
#[derive(Clone, Copy, Default)]
struct Step {
    stride: usize,
    mark: u8,
}

/// Walks from the start to a goal; `None` at a limit. Cells that are marked as seen are not entered.
pub(super) fn walk(maze: &mut Maze, order: Order, meter: &mut Meter) -> Option<Search> {
    let (strides, start) = (maze.strides(), maze.start);
    let steps = steps(order, strides);
    let cells = &mut maze.cells[..];
    // A ring: number n is at n % JUNCTIONS; those from `oldest` to before `newest` can be gone back to.
    let mut junctions = [Junction::default(); JUNCTIONS];
    let (mut oldest, mut newest) = (0, 0usize);
    let (mut here, mut number, mut visited) = (start, 1u32, 1u64);
    let mut straight = 0;
    cells[start] |= SEEN;
    let mut code = cells[start];
    while code & GOAL == 0 {
        let mut open = open_moves(cells, strides, here, code);
        if open != 0 {
            let (step, before) = (steps[open], code);
            loop {
                // Written in any case, kept where there is a choice: no branch.
                junctions[newest % JUNCTIONS] = Junction { cell: here as u32, number };
                newest += usize::from(open & (open - 1) != 0);
                oldest = oldest.max(newest.saturating_sub(JUNCTIONS));
                here = here.wrapping_add(step.stride);
                code = cells[here] | step.mark;
                cells[here] = code;
                number += 1;
                visited += 1;
                if meter.tick().is_break() {
                    return None;
                }
                if straight < STRAIGHT || code & GOAL != 0 {
                    break;
                }
                open = open_moves(cells, strides, here, code);
                if steps[open].mark != step.mark {
                    break;
                }
            }
            straight = if (before ^ code) & MOVE == 0 { straight + 1 } else { 0 };
        } else if newest > oldest {
            newest -= 1;
            let junction = junctions[newest % JUNCTIONS];
            (here, number) = (junction.cell as usize, junction.number);
            code = cells[here];
        } else if here != start {
            here = here.wrapping_sub(strides[Direction::of(code) as usize]);
            number -= 1;
            code = cells[here];
        } else {
            return Some(Search { goal: None, visited, retreats: visited - 1 });
        }
    }
    Some(Search { goal: Some(here), visited, retreats: visited - u64::from(number) })
}

/// For each set of open moves the one to take; for none a step that is none.
fn steps(order: Order, strides: [usize; 4]) -> [Step; 16] {
    std::array::from_fn(|open| {
        let first = order.directions().into_iter().find(|&direction| open >> direction as usize & 1 != 0);
        first.map_or(Step::default(), |direction| Step {
            stride: strides[direction as usize],
            mark: SEEN | (direction as u8) << MOVE_SHIFT,
        })
    })
}

/// The open moves from a cell with this code: bit 0 for west to bit 3 for south, as [`Direction`] counts.
#[inline(always)]
fn open_moves(cells: &[u8], strides: [usize; 4], here: usize, code: u8) -> usize {
    // Where there is no cell, there are walls and a mark.
    let look = |index: usize| usize::from(cells.get(index).copied().unwrap_or(EAST | SOUTH | SEEN));
    let [west, north, east, south] = strides.map(|stride| look(here.wrapping_add(stride)));
    let code = usize::from(code);
    // The wall towards west or north is stored there, the wall towards east or south is stored here. The bits
    // are EAST = 1, SOUTH = 2, SEEN = 4; each pair is shifted to where the move has its own.
    let west = (west | west >> 2) & 1;
    let north = (north | north >> 1) & 2;
    let east = (code << 2 | east) & 4;
    let south = (code << 2 | south << 1) & 8;
    (west | north | east | south) ^ 15
}

#[cfg(test)]
mod tests {
    use tremaux_core::{Budget, Rng};
    use tremaux_drawing::Cell;

    use super::super::carve::Algorithm;
    use super::super::generate::{self, Kind, MazeConstraints};
    use super::super::methods;
    use super::*;
    use crate::observe::Metered;

    /// This walk and that on the engine: the same end, the same counts, the same byte in every cell, and the
    /// same nodes of a budget.
    fn check(maze: &Maze, order: &str, nodes: u64) -> Option<Search> {
        let order = order.parse().unwrap();
        let budget = Budget::unlimited().with_nodes(nodes);
        let (mut plain, mut fast) = (maze.clone(), maze.clone());
        let (mut plain_meter, mut fast_meter) = (budget.meter(), budget.meter());
        let expect = methods::walk(&mut plain, order, &mut Metered(&mut plain_meter));
        let found = walk(&mut fast, order, &mut fast_meter);
        let parts = |search: Option<Search>| search.map(|s| (s.goal, s.visited, s.retreats));
        assert_eq!(parts(found), parts(expect));
        assert_eq!(fast_meter.nodes(), plain_meter.nodes());
        assert!(fast.cells == plain.cells, "the cells differ");
        found
    }

    #[test]
    fn random_mazes_are_walked_as_on_the_engine() {
        let mut rng = Rng::new(1882);
        let (mut unreachable, mut stopped) = (0, 0);
        for round in 0..6000 {
            let (rows, cols) = (rng.between(1, 20), rng.between(1, 20));
            let density = rng.between(0, 70);
            let mut wall = |code| if rng.percent(density) { code } else { 0 };
            let codes = (0..rows * cols).map(|_| wall(1) | wall(2)).collect();
            let mut cell = || Cell::new(rng.below(rows) as u32, rng.below(cols) as u32);
            let (start, mut goals) = (cell(), vec![cell()]);
            goals.extend((0..round % 3).map(|_| cell()));
            let maze = Maze::new(rows as u32, cols as u32, codes, start, &goals).unwrap();
            let order = ["WNES", "ENWS", "SENW", "NSEW", "WSEN"][round % 5];
            match check(&maze, order, u64::MAX) {
                Some(search) => unreachable += u32::from(search.goal.is_none()),
                None => panic!("stopped without a limit"),
            }
            stopped += u32::from(check(&maze, order, rng.below(60)).is_none());
        }
        assert!(unreachable > 500 && stopped > 500, "{unreachable} {stopped}");
    }

    #[test]
    fn large_mazes_are_walked_as_on_the_engine() {
        let mut rng = Rng::new(614);
        let mut check_all = |algorithm, loops, kind| {
            let (side, algorithm, loops) = (Some(300), Some(algorithm), Some(loops));
            let maze =
                generate::maze(MazeConstraints { rows: side, cols: side, algorithm, loops, kind }, &mut rng)
                    .unwrap();
            for order in ["WNES", "SENW"] {
                check(&maze, order, u64::MAX);
                check(&maze, order, 5000);
            }
        };
        for algorithm in Algorithm::ALL {
            check_all(algorithm, 0, Kind::Random);
            check_all(algorithm, 10, Kind::Late);
        }
        check_all(Algorithm::Backtracker, 0, Kind::Snake);
        check_all(Algorithm::Backtracker, 0, Kind::Open);
    }

    /// An open field whose junctions are more than are remembered, with a goal that is walled off: the robot
    /// goes back through all of them.
    #[test]
    fn more_junctions_than_are_remembered_are_gone_back_to() {
        let side = 300;
        let mut codes = vec![0; side * side];
        codes[side * side - 2] |= EAST;
        codes[side * side - 1 - side] |= SOUTH;
        let end = Cell::new(side as u32 - 1, side as u32 - 1);
        let maze = Maze::new(side as u32, side as u32, codes, Cell::new(150, 7), &[end]).unwrap();
        for order in ["WNES", "ENWS", "SENW", "NSEW"] {
            let search = check(&maze, order, u64::MAX).unwrap();
            assert_eq!((search.goal, search.visited), (None, (side * side - 1) as u64));
        }
    }

    /// A corridor with a dead end at each cell, walked to its end first: all but the last junctions are found
    /// again step by step, and the goal is in the dead end of one of the first.
    #[test]
    fn forgotten_junctions_are_found_again() {
        let cols = 4 * JUNCTIONS;
        let codes = (0..2 * cols).map(|i| if i < cols { 0 } else { EAST }).collect();
        let maze = Maze::new(2, cols as u32, codes, Cell::new(0, 0), &[Cell::new(1, 3)]).unwrap();
        let search = check(&maze, "ENWS", u64::MAX).unwrap();
        let visited = 2 * cols as u64 - 3;
        assert_eq!((search.goal, search.visited, search.retreats), (Some(cols + 3), visited, visited - 5));
    }
}
