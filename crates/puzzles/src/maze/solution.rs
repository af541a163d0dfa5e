//! What a search found: a path, stored as two bits in each of its cells.
//!
//! A search leaves in each cell the move by which it came. Walking back from the goal, these moves are
//! turned round: each cell of the path then holds the move that leads on, and the path can be walked
//! forward, with no list of it anywhere.
//!
//! The numbers of the path are wanted row by row, in whatever order the path comes by there. So the board
//! is cut into bands of [`BAND`] rows, and the walk back notes where the path enters each band and how far
//! from the goal that is. A band is then numbered by itself: from each entry on until the path leaves it. Both
//! walks together are twice the path; the notes need at most a quarter of a byte a cell, the numbers of
//! one band are all that is in memory at a time.

use std::ops::{Range, RangeInclusive};

use tremaux_core::{GaveUp, try_filled, try_push};
use tremaux_drawing::Cell;

use super::board::{Direction, MOVE, MOVE_SHIFT, Maze, PATH};
use super::methods::{Method, Search};

/// Rows that are numbered at a time.
const BAND: usize = 32;

/// The answer to a maze: a path to a goal, or that there is none, and what was seen on the way.
#[derive(Debug)]
pub struct Solution<'a> {
    maze: &'a Maze,
    method: Method,
    visited: u64,
    retreats: u64,
    route: Option<Route>,
    /// What a person should know about the way that the maze was read from a file.
    note: Option<&'a str>,
}

#[derive(Debug)]
struct Route {
    steps: u32,
    /// For each band of rows, from the north: where the path enters it.
    entries: Vec<Vec<Entry>>,
}

/// A cell of the path and its distance from the goal along the path.
#[derive(Clone, Copy, Debug)]
struct Entry {
    cell: u32,
    to_goal: u32,
}

impl<'a> Solution<'a> {
    /// Turns the path of a search that has ended round. Fails if memory runs out.
    pub(super) fn new(maze: &'a mut Maze, method: Method, search: Search) -> Result<Self, GaveUp> {
        let route = search.goal.map(|goal| turn_round(maze, goal)).transpose()?;
        Ok(Solution { maze, method, visited: search.visited, retreats: search.retreats, route, note: None })
    }

    /// The same solution of a maze whose file needs a remark.
    pub(super) fn with_note(self, note: Option<&'a str>) -> Self {
        Solution { note, ..self }
    }

    /// What a person should know about the way that the maze was read from a file.
    pub(super) fn note(&self) -> Option<&'a str> {
        self.note
    }

    /// The board.
    pub fn maze(&self) -> &'a Maze {
        self.maze
    }

    /// How it was searched.
    pub fn method(&self) -> Method {
        self.method
    }

    /// Cells that the search has been in.
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// How often the search went a step back.
    pub fn retreats(&self) -> u64 {
        self.retreats
    }

    /// Length of the path in steps, one less than its cells; `None` where no goal was reached.
    pub fn steps(&self) -> Option<u64> {
        self.route.as_ref().map(|route| u64::from(route.steps))
    }

    /// Why no goal was reached.
    pub(super) fn reason(&self) -> String {
        match self.method {
            Method::DepthFirst | Method::BreadthFirst | Method::Tremaux => {
                let cells = if self.visited == 1 { "cell" } else { "cells" };
                let visited = self.visited;
                format!(
                    "the search has been in every cell that can be reached, {visited} {cells}, and none is a goal"
                )
            }
            Method::DeadEnds => "without its dead ends, the maze has no way from the start to a goal".into(),
            Method::WallLeft | Method::WallRight => "no way leads from the start to a goal".into(),
        }
    }

    /// The directions of the path, from the start; nothing where there is none.
    pub fn directions(&self) -> impl Iterator<Item = Direction> {
        self.walk().map(|cell| Direction::of(self.maze.cells[cell])).take(self.steps().unwrap_or(0) as usize)
    }

    /// The cells of the path, the start first; nothing where there is none.
    pub fn path(&self) -> impl Iterator<Item = Cell> {
        self.walk().map(|cell| self.maze.cell(cell))
    }

    fn walk(&self) -> impl Iterator<Item = usize> {
        let strides = self.maze.strides();
        let cells = self.steps().map_or(0, |steps| steps as usize + 1);
        let next = move |&cell: &usize| {
            Some(cell.wrapping_add(strides[Direction::of(self.maze.cells[cell]) as usize]))
        };
        std::iter::successors(Some(self.maze.start), next).take(cells)
    }

    /// The rows of the board, from the north: their cells, and beside them the numbers of those that are on
    /// the path; numbers in other cells mean nothing.
    pub(super) fn for_each_row<E: From<GaveUp>>(
        &self,
        mut each: impl FnMut(&[u8], &[u32]) -> Result<(), E>,
    ) -> Result<(), E> {
        let cols = self.maze.cols;
        let strides = self.maze.strides();
        let mut numbers = try_filled(0, BAND.min(self.maze.rows) * cols)?;
        for (band, cells) in self.maze.cells.chunks(BAND * cols).enumerate() {
            if let Some(route) = &self.route {
                let first = band * BAND * cols;
                for entry in &route.entries[band] {
                    let here = entry.cell as usize - first;
                    number_path(
                        cells,
                        &strides,
                        here,
                        route.steps + 1 - entry.to_goal..=route.steps + 1,
                        &mut numbers,
                    );
                }
            }
            for (cells, numbers) in cells.chunks(cols).zip(numbers.chunks(cols)) {
                each(cells, numbers)?;
            }
        }
        Ok(())
    }
}

/// Numbers the cells of the path from here on, until the numbers end or the path leaves these cells.
///
/// The inner loops of this and of the next function go straight on: a processor that guesses "no turn" need
/// not wait for one cell to know where the next one is.
fn number_path(
    cells: &[u8],
    strides: &[usize; 4],
    mut here: usize,
    path: RangeInclusive<u32>,
    numbers: &mut [u32],
) {
    let (mut number, last) = path.into_inner();
    while here < cells.len() {
        let onward = Direction::of(cells[here]);
        let stride = strides[onward as usize];
        loop {
            numbers[here] = number;
            if number == last {
                return;
            }
            number += 1;
            here = here.wrapping_add(stride);
            if here >= cells.len() || Direction::of(cells[here]) != onward {
                break;
            }
        }
    }
}

/// Walks back from the goal by the moves of the search, and leaves in each cell the move that leads on.
fn turn_round(maze: &mut Maze, goal: usize) -> Result<Route, GaveUp> {
    let band_size = BAND * maze.cols;
    let strides = maze.strides();
    let start = maze.start;
    let mut entries = try_filled(Vec::new(), maze.rows.div_ceil(BAND))?;
    let mut enter =
        |cell: usize, to_goal| try_push(&mut entries[cell / band_size], Entry { cell: cell as u32, to_goal });
    let (mut here, mut steps, mut onward) = (goal, 0, Direction::West);
    let mut band = band_of(goal, band_size);
    loop {
        let came = Direction::of(maze.cells[here]);
        let stride = strides[came as usize];
        loop {
            maze.cells[here] = maze.cells[here] & !MOVE | PATH | (onward as u8) << MOVE_SHIFT;
            if here == start {
                enter(here, steps)?;
                return Ok(Route { steps, entries });
            }
            let before = here.wrapping_sub(stride);
            if !band.contains(&before) {
                enter(here, steps)?;
                band = band_of(before, band_size);
            }
            (here, onward) = (before, came);
            steps += 1;
            if Direction::of(maze.cells[here]) != came {
                break;
            }
        }
    }
}

/// The cells of the band of rows that a cell lies in.
fn band_of(cell: usize, band_size: usize) -> Range<usize> {
    let first = cell / band_size * band_size;
    first..first + band_size
}
