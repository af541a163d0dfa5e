//! Checks a drawing by the rules alone: walks the maze again, with a stack and a number for each cell, and compares
//! the expected drawing with the output up to the first byte that differs.

use tremaux_core::{Budget, GaveUp, Reader, Verdict, grouped, try_filled, try_push};
use tremaux_drawing::Cell;

use super::board::{Direction, EAST, GOAL, Maze, SOUTH};

/// Cells that can be checked: the walk takes up to twelve bytes for each.
const MAX_CELLS: usize = 1 << 28;

/// Judges the drawing of maze `number`.
pub(super) fn verify(
    maze: &Maze,
    order: [Direction; 4],
    number: u64,
    output: &mut Reader,
    budget: &Budget,
) -> Verdict {
    if maze.cells.len() > MAX_CELLS {
        return Verdict::Undecided(GaveUp::unsupported(format!(
            "mazes of more than {} cells are not checked",
            grouped(MAX_CELLS)
        )));
    }
    match Robot::walk(maze, order, budget) {
        Ok(robot) => match (Comparison { robot, output }).drawing(number) {
            Ok(()) => Verdict::Accepted,
            Err(wrong) => *wrong,
        },
        Err(limit) => Verdict::Undecided(limit),
    }
}

/// Where the robot has been.
struct Robot<'a> {
    maze: &'a Maze,
    /// For each cell: its number in the path, from 1; or one of the two below.
    numbers: Vec<u32>,
}

const UNVISITED: u32 = 0;
const BACKTRACKED: u32 = u32::MAX;

impl<'a> Robot<'a> {
    fn walk(maze: &'a Maze, order: [Direction; 4], budget: &Budget) -> Result<Self, GaveUp> {
        let mut meter = budget.meter();
        let mut robot = Robot { maze, numbers: try_filled(UNVISITED, maze.cells.len())? };
        let mut way = vec![maze.start as u32];
        robot.numbers[maze.start] = 1;
        while let Some(&here) = way.last() {
            let here = here as usize;
            if maze.cells[here] & GOAL != 0 {
                break;
            }
            let steps = order.iter().filter_map(|&direction| robot.step(here, direction));
            match { steps }.find(|&there| robot.numbers[there] == UNVISITED) {
                Some(there) => {
                    if meter.tick().is_break() {
                        return Err(meter.stopped());
                    }
                    try_push(&mut way, there as u32)?;
                    robot.numbers[there] = way.len() as u32;
                }
                None => {
                    robot.numbers[here] = BACKTRACKED;
                    way.pop();
                }
            }
        }
        Ok(robot)
    }

    /// The cell one step from here, unless it is off the board or behind a wall.
    fn step(&self, here: usize, direction: Direction) -> Option<usize> {
        let cols = self.maze.cols;
        let (row, col) = (here / cols, here % cols);
        // Every wall is declared by the cell to its west or north.
        let (there, declared_by, wall) = match direction {
            Direction::West if col > 0 => (here - 1, here - 1, EAST),
            Direction::North if row > 0 => (here - cols, here - cols, SOUTH),
            Direction::East if col + 1 < cols => (here + 1, here, EAST),
            Direction::South if row + 1 < self.maze.rows => (here + cols, here, SOUTH),
            _ => return None,
        };
        (self.maze.cells[declared_by] & wall == 0).then_some(there)
    }

    /// What a cell must show, and why.
    fn content(&self, cell: usize) -> (String, &'static str) {
        match self.numbers[cell] {
            UNVISITED => ("   ".into(), "the robot never enters this cell"),
            BACKTRACKED => ("???".into(), "the robot enters this cell, but the path does not go through it"),
            number => (format!("{number:3}"), "the path goes through this cell"),
        }
    }
}

/// An output beside what it must be.
struct Comparison<'a, 'r, 's> {
    robot: Robot<'a>,
    output: &'r mut Reader<'s>,
}

/// A verdict is large, and a wrong one rare.
type Compared = Result<(), Box<Verdict>>;

impl Comparison<'_, '_, '_> {
    fn drawing(&mut self, number: u64) -> Compared {
        let maze = self.robot.maze;
        self.text(&format!("Maze {number}"), None, "the headline comes first")?;
        self.line_end("the end of the headline")?;
        self.line_end("an empty line after the headline")?;
        self.wall_line(None)?;
        for row in 0..maze.rows {
            self.text("|", Some(row * maze.cols), "the outer wall is on the west of this cell")?;
            for col in 0..maze.cols {
                let cell = row * maze.cols + col;
                let (content, why) = self.robot.content(cell);
                self.text(&content, Some(cell), why)?;
                match col + 1 == maze.cols || maze.cells[cell] & EAST != 0 {
                    true => self.text("|", Some(cell), "a wall is on the east of this cell")?,
                    false => self.text(" ", Some(cell), "no wall is on the east of this cell")?,
                }
            }
            self.line_end("the end of the line")?;
            self.wall_line(Some(row))?;
        }
        self.line_end("two empty lines after the drawing")?;
        // The last newline of an output may be missing.
        match self.output.peek() {
            Ok(None) => Ok(()),
            _ => self.line_end("two empty lines after the drawing"),
        }
    }

    /// The walls on the south of a row, or those on the north of the first.
    fn wall_line(&mut self, row: Option<usize>) -> Compared {
        let maze = self.robot.maze;
        self.text("+", None, "a post is in each corner")?;
        for col in 0..maze.cols {
            let cell = row.unwrap_or(0) * maze.cols + col;
            match row {
                None => self.text("---", Some(cell), "the outer wall is on the north of this cell")?,
                Some(row) if row + 1 == maze.rows || maze.cells[cell] & SOUTH != 0 => {
                    self.text("---", Some(cell), "a wall is on the south of this cell")?;
                }
                Some(_) => self.text("   ", Some(cell), "no wall is on the south of this cell")?,
            }
            self.text("+", Some(cell), "a post is in each corner")?;
        }
        self.line_end("the end of the line")
    }

    /// Expects this text, because of this cell and for this reason.
    fn text(&mut self, expected: &str, cell: Option<usize>, why: &str) -> Compared {
        let found = match self.output.peek_bytes(expected.len()) {
            Ok(found) if found == expected.as_bytes() => {
                self.output.consume(expected.len());
                return Ok(());
            }
            Ok(found) => {
                found.split(|byte| matches!(byte, b'\r' | b'\n')).next().unwrap_or_default().to_vec()
            }
            Err(unreadable) => return Err(Box::new(unreadable.into())),
        };
        let cell = cell.map(|cell| self.robot.maze.cell(cell));
        let place = cell.map(|Cell { row, col }| format!(" (row {}, column {})", row + 1, col + 1));
        let message = format!("expected {expected:?}: {why}{}", place.unwrap_or_default());
        let mut diagnostic = self.output.error_here(message);
        if !found.is_empty() {
            diagnostic = diagnostic.found(format!("\"{}\"", found.escape_ascii()));
        }
        Err(Box::new(Verdict::Wrong { diagnostic, cell }))
    }

    /// Expects the end of a line; blanks before it do not matter.
    fn line_end(&mut self, name: &str) -> Compared {
        loop {
            match self.output.peek() {
                Ok(Some(b' ' | b'\t' | b'\r')) => self.output.consume(1),
                Ok(Some(b'\n')) => {
                    self.output.consume(1);
                    return Ok(());
                }
                Ok(_) => return Err(Box::new(self.output.error_here(format!("expected {name}")).into())),
                Err(unreadable) => return Err(Box::new(unreadable.into())),
            }
        }
    }
}
