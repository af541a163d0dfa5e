//! Drawings: a line of posts, a line of cells, a line of posts, ...
//!
//! ```text
//! o---o---o
//! |   | G |
//! o   o   o
//! | S     |
//! o---o---o
//! ```
//!
//! Posts are `o` or `+`, every four columns. A wall is present if anything but a space is midway between
//! two posts, or between two cells. Whatever follows the drawing is passed over.

use std::io::{self, Write};

use tremaux_core::{Diagnostic, Reader};

use super::super::board::{EAST, GOAL, MAX_CELLS, Maze, SOUTH};
use super::micromouse_endpoints;

/// The longest line.
const LONGEST: usize = 1 << 24;

pub(super) fn read(input: &mut Reader) -> Result<Maze, Diagnostic> {
    input.at_end()?;
    let width = line(input)?.map_or(0, |line| line.len());
    if width < 5 || width % 4 != 1 {
        let fault = input.error("expected a line of posts, one every four columns, as in o---o---o");
        return Err(
            fault.help(format!("this line has {width} characters; it must have 4 for each cell, and 1 more"))
        );
    }
    let cols = width / 4;
    let mut cells: Vec<u8> = Vec::new();
    let (mut start, mut goals) = (None, Vec::new());
    while let Some(text) = line(input)?.filter(|line| matches!(line.first(), Some(b'|' | b' '))) {
        let first = cells.len();
        if text.len() > width || (first + cols) as u64 > MAX_CELLS {
            return Err(input.error(format!("expected a line of {cols} cells, {width} characters long")));
        }
        if cells.try_reserve(cols).is_err() {
            return Err(input.out_of_memory());
        }
        for col in 0..cols {
            cells.push(if is_wall(text, 4 * col + 4) { EAST } else { 0 });
            let content = text.get(4 * col + 1..text.len().min(4 * col + 4)).unwrap_or_default();
            if content.contains(&b'G') {
                goals.push(first + col);
            }
            if content.contains(&b'S') && start.replace(first + col).is_some() {
                return Err(input.error("expected one start, but this is the second S"));
            }
        }
        let posts = line(input)?.unwrap_or_default();
        if posts.len() != width || !posts.iter().step_by(4).all(|post| matches!(post, b'o' | b'+')) {
            return Err(
                input.error(format!("expected a line of posts below the cells, {width} characters long"))
            );
        }
        for col in 0..cols {
            cells[first + col] |= if is_wall(posts, 4 * col + 2) { SOUTH } else { 0 };
        }
    }
    if cells.is_empty() {
        return Err(input.error("expected a line of cells below the posts, beginning with |"));
    }
    while !input.chunk()?.is_empty() {
        let rest = input.chunk()?.len();
        input.consume(rest);
    }
    let rows = cells.len() / cols;
    let (usual_start, usual_goals) = micromouse_endpoints(rows, cols);
    let goals = if goals.is_empty() { usual_goals } else { goals };
    Ok(Maze::assemble(rows, cols, cells, start.unwrap_or(usual_start), goals)?)
}

/// The next line without blanks at its end.
fn line<'a>(input: &'a mut Reader) -> Result<Option<&'a [u8]>, Diagnostic> {
    Ok(input.line(LONGEST)?.map(<[u8]>::trim_ascii_end))
}

fn is_wall(line: &[u8], place: usize) -> bool {
    line.get(place).is_some_and(|&byte| byte != b' ')
}

/// The drawing, with S and G. Where a start is a goal, it is both.
pub(super) fn write(maze: &Maze, out: &mut dyn Write) -> io::Result<()> {
    let mut text = b"o---".repeat(maze.cols);
    text.extend_from_slice(b"o\n");
    for (row, cells) in maze.cells.chunks(maze.cols).enumerate() {
        text.push(b'|');
        for (col, cell) in cells.iter().enumerate() {
            let start = row * maze.cols + col == maze.start;
            text.extend_from_slice(match (start, cell & GOAL != 0) {
                (true, true) => b"S G",
                (true, false) => b" S ",
                (false, true) => b" G ",
                (false, false) => b"   ",
            });
            text.push(if cell & EAST != 0 { b'|' } else { b' ' });
        }
        text.push(b'\n');
        for cell in cells {
            text.extend_from_slice(if cell & SOUTH != 0 { b"o---" } else { b"o   " });
        }
        text.extend_from_slice(b"o\n");
        out.write_all(&text)?;
        text.clear();
    }
    Ok(())
}
