//! A maze as a file shows it, before it is settled where its start and its goals are.

use tremaux_core::{Diagnostic, try_filled};

use super::super::board::{EAST, MAX_CELLS, Maze, SOLID, SOUTH};
use super::micromouse_endpoints;

/// What the options say of a file.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Reading {
    /// Row and column of the start, from 1.
    pub start: Option<(u64, u64)>,
    /// Of the goals; empty if the options name none.
    pub goals: Vec<(u64, u64)>,
    /// The characters that are walls of a grid, and those that are passages.
    pub walls: Option<String>,
    pub open: Option<String>,
}

impl Reading {
    /// Positions such as `2,3` or `2,3;4,5`.
    pub fn positions(text: &str) -> Result<Vec<(u64, u64)>, Diagnostic> {
        let position = |word: &str| {
            let (row, col) = word.split_once(',')?;
            let side = |text: &str| text.trim().parse().ok().filter(|&side| side > 0);
            Some((side(row)?, side(col)?))
        };
        let words = text.split([';', ' ']).filter(|word| !word.is_empty());
        let positions: Option<Vec<_>> = words.map(position).collect();
        positions.filter(|positions| !positions.is_empty()).ok_or_else(|| {
            Diagnostic::expected("row and column from 1, as in 2,3; several are separated by semicolons")
                .found(format!("{text:?}"))
        })
    }

    /// The maze with the ends that the options name, if they do.
    pub(super) fn move_ends(&self, mut maze: Maze) -> Result<Maze, Diagnostic> {
        let named = |name: &str, &(row, col): &(u64, u64)| {
            if row > maze.rows as u64 || col > maze.cols as u64 {
                let size = format!("expected a cell of the {} x {} board", maze.rows, maze.cols);
                return Err(Diagnostic::new(size).found(format!("{row},{col}")).in_option(name));
            }
            Ok((row as usize - 1) * maze.cols + col as usize - 1)
        };
        let start = self.start.as_ref().map(|place| named("start", place)).transpose()?;
        let goals = self.goals.iter().map(|place| named("goal", place)).collect::<Result<Vec<usize>, _>>()?;
        let goals = if goals.is_empty() { maze.goals.clone() } else { goals };
        maze.move_ends(start.unwrap_or(maze.start), goals);
        Ok(maze)
    }
}

/// A board with its marks and openings.
#[derive(Debug)]
pub(super) struct Draft {
    pub rows: usize,
    pub cols: usize,
    /// A code for each cell, row by row.
    pub codes: Vec<u8>,
    /// Letters in cells.
    pub marks: Vec<(char, usize)>,
    /// Openings of the border: for each the cells, which lie side by side.
    pub openings: Vec<Vec<usize>>,
    /// Do the rules of micromouse say where a maze without marks and openings begins and ends?
    pub is_micromouse: bool,
    /// What a person should know about the way that the file was read.
    pub note: Option<String>,
}

impl Draft {
    /// A board without walls inside.
    pub fn new(rows: usize, cols: usize) -> Result<Self, Diagnostic> {
        if rows == 0 || cols == 0 || rows as u64 * cols as u64 > MAX_CELLS {
            return Err(
                Diagnostic::expected(format!("1 to {MAX_CELLS} cells")).found(format!("{rows} x {cols}"))
            );
        }
        Ok(Draft {
            rows,
            cols,
            codes: try_filled(0, rows * cols)?,
            marks: Vec::new(),
            openings: Vec::new(),
            is_micromouse: false,
            note: None,
        })
    }

    /// Each solid cell has walls all around, and open cells of the border are its openings.
    pub fn close_solid_cells(&mut self) {
        let (rows, cols) = (self.rows, self.cols);
        for cell in 0..self.codes.len() {
            let solid = |cell: usize| self.codes[cell] & SOLID != 0;
            let east = solid(cell) || (cell + 1) % cols != 0 && solid(cell + 1);
            let south = solid(cell) || cell + cols < rows * cols && solid(cell + cols);
            self.codes[cell] |= if east { EAST } else { 0 } | if south { SOUTH } else { 0 };
        }
        let mut border: Vec<usize> = (0..cols).collect();
        border.extend((1..rows).map(|row| row * cols + cols - 1));
        if rows > 1 {
            border.extend((0..cols - 1).rev().map(|col| (rows - 1) * cols + col));
        }
        if cols > 1 {
            border.extend((1..rows.max(2) - 1).rev().map(|row| row * cols));
        }
        let is_open = |&cell: &usize| self.codes[cell] & SOLID == 0;
        // Begin with a solid cell, so that no opening is cut in two.
        let first = border.iter().position(|cell| !is_open(cell)).unwrap_or(0);
        border.rotate_left(first);
        let runs = border.chunk_by(|one, other| is_open(one) && is_open(other));
        self.openings = runs.filter(|run| is_open(&run[0])).map(<[usize]>::to_vec).collect();
    }

    /// Notes the gaps of the border: of `north` and `south` for each column, of `west` and `east` for each row.
    pub fn open_border(&mut self, north: &[bool], south: &[bool], west: &[bool], east: &[bool]) {
        let (rows, cols) = (self.rows, self.cols);
        // Of each side the gaps, the first cell, and how far it is to the next.
        let sides = [(north, 0, 1), (south, (rows - 1) * cols, 1), (west, 0, cols), (east, cols - 1, cols)];
        for (gaps, first, stride) in sides {
            let indices: Vec<usize> = (0..gaps.len()).collect();
            let runs = indices.chunk_by(|&one, &other| gaps[one] && gaps[other]);
            let open = runs.filter(|run| gaps[run[0]]);
            let cells = |run: &[usize]| run.iter().map(|&index| first + index * stride).collect();
            self.openings.extend(open.map(cells));
        }
        for row in 0..rows {
            self.codes[row * cols + cols - 1] |= EAST;
        }
        self.codes[(rows - 1) * cols..].iter_mut().for_each(|code| *code |= SOUTH);
    }

    /// The maze, with the start and the goals of the options, or else of the marks, or else of the openings.
    pub fn finish(self, reading: &Reading) -> Result<(Maze, Option<String>), Diagnostic> {
        let (start, goals) = self.ends(reading)?;
        let note = self.note;
        Ok((Maze::assemble(self.rows, self.cols, self.codes, start, goals)?, note))
    }

    fn ends(&self, reading: &Reading) -> Result<(usize, Vec<usize>), Diagnostic> {
        let named = |name: &str, &(row, col): &(u64, u64)| {
            let fault = |words: String| Diagnostic::new(words).in_option(name);
            if row > self.rows as u64 || col > self.cols as u64 {
                let size = format!("expected a cell of the {} x {} board", self.rows, self.cols);
                return Err(fault(size).found(format!("{row},{col}")));
            }
            let cell = (row as usize - 1) * self.cols + col as usize - 1;
            match self.codes[cell] & SOLID {
                0 => Ok(cell),
                _ => Err(fault(format!("row {row}, column {col} is a wall"))),
            }
        };
        let mut start = reading.start.as_ref().map(|place| named("start", place)).transpose()?;
        let goals = reading.goals.iter().map(|place| named("goal", place));
        let mut goals = goals.collect::<Result<Vec<usize>, _>>()?;
        if start.is_none() || goals.is_empty() {
            if self.marks.is_empty() {
                self.take_openings(&mut start, &mut goals)?;
            } else {
                self.take_marks(&mut start, &mut goals)?;
            }
        }
        match start {
            Some(start) if !goals.is_empty() => Ok((start, goals)),
            _ => Err(self.undecided("the start or the goal is not marked")),
        }
    }

    fn take_marks(&self, start: &mut Option<usize>, goals: &mut Vec<usize>) -> Result<(), Diagnostic> {
        let of = |letters: &str| -> Vec<(char, usize)> {
            let marks = self.marks.iter().map(|&(mark, cell)| (mark.to_ascii_uppercase(), cell));
            marks.filter(|(mark, _)| letters.contains(*mark)).collect()
        };
        let (starts, ends) = (of("SA"), of("EGFB"));
        let list = || {
            let mark = |&(mark, cell): &(char, usize)| format!("{mark} at {}", self.place(cell));
            self.marks.iter().take(8).map(mark).collect::<Vec<_>>().join("; ")
        };
        let fault = |words: &str| {
            Err(Diagnostic::new(format!("{words}: {}", list()))
                .help("mark one start S and goals E, G or F, or A and B; or name --start and --goal"))
        };
        if start.is_none() && starts.len() != 1 {
            return fault("expected one start mark");
        }
        if goals.is_empty() {
            let first = ends.first().map(|end| end.0);
            if first.is_none() || ends.iter().any(|end| Some(end.0) != first) {
                return fault("expected goal marks of one kind");
            }
            if start.is_none() && (starts[0].0 == 'A') != (first == Some('B')) {
                return fault("the marks do not belong together");
            }
            goals.extend(ends.iter().map(|end| end.1));
        }
        start.get_or_insert_with(|| starts[0].1);
        Ok(())
    }

    fn take_openings(&self, start: &mut Option<usize>, goals: &mut Vec<usize>) -> Result<(), Diagnostic> {
        if self.openings.is_empty() && self.is_micromouse {
            let (usual_start, usual_goals) = micromouse_endpoints(self.rows, self.cols);
            start.get_or_insert(usual_start);
            if goals.is_empty() {
                *goals = usual_goals;
            }
            return Ok(());
        }
        if let Some(wide) = self.openings.iter().find(|opening| opening.len() > 1) {
            return Err(self.undecided(&format!("an opening is {} cells wide", wide.len())));
        }
        let known: Vec<usize> = start.iter().chain(goals.iter()).copied().collect();
        let mut open: Vec<usize> =
            self.openings.iter().map(|opening| opening[0]).filter(|cell| !known.contains(cell)).collect();
        open.sort_unstable();
        let needed = usize::from(start.is_none()) + usize::from(goals.is_empty());
        if open.len() != needed {
            return Err(self.undecided("expected two openings in the border or marks"));
        }
        if needed == 2 && open[0] == open[1] {
            return Err(self.undecided("both openings are at one cell"));
        }
        let mut open = open.into_iter();
        if start.is_none() {
            *start = open.next();
        }
        goals.extend(open);
        Ok(())
    }

    fn place(&self, cell: usize) -> String {
        format!("row {}, column {}", cell / self.cols + 1, cell % self.cols + 1)
    }

    /// It is not clear where the maze begins and ends.
    fn undecided(&self, why: &str) -> Diagnostic {
        let opening = |cells: &Vec<usize>| self.place(cells[0]);
        let openings: Vec<String> = self.openings.iter().take(8).map(opening).collect();
        let found = match self.openings.len() {
            0 => "no openings and no marks".to_owned(),
            1 => format!("one opening ({})", openings[0]),
            count => format!("{count} openings ({})", openings.join("; ")),
        };
        Diagnostic::new(why)
            .found(found)
            .help("name --start and --goal as row,column from 1, or mark S and G")
    }
}
