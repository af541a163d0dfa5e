//! The judge's format of a dataset.

use std::io::{self, Write};

use tremaux_core::{Diagnostic, Reader};
use tremaux_drawing::Cell;

use super::board::{MAX_CELLS, Maze};

/// The most rows and columns of the judge's boards.
const JUDGE_SIDE: i64 = 12;

/// Cells whose text is gathered before it is written.
const GATHERED: usize = 1 << 15;

/// The next dataset; `None` at the six zeros, or at the end of a lenient input.
pub(super) fn read(input: &mut Reader) -> Result<Option<Maze>, Diagnostic> {
    if !input.is_strict() && input.at_end()? {
        return Ok(None);
    }
    let most = if input.is_strict() { JUDGE_SIDE } else { MAX_CELLS as i64 };
    let rows = input.int("the number of rows", 0..=most)?;
    if rows == 0 {
        for _ in 1..6 {
            input.space()?;
            input.int("one of the six zeros that end the input", 0..=0)?;
        }
        input.newline()?;
        input.end()?;
        return Ok(None);
    }
    read_maze(rows, most, input).map(Some)
}

/// The rest of a dataset that begins with this number of rows.
fn read_maze(rows: i64, most: i64, input: &mut Reader) -> Result<Maze, Diagnostic> {
    let mut next = |name: &str, most| {
        input.space()?;
        input.int(name, 1..=most)
    };
    let cols = next("the number of columns", most)?;
    if rows.saturating_mul(cols) > MAX_CELLS as i64 {
        let message = format!("a board of {rows} x {cols} cells is more than {MAX_CELLS} cells");
        return Err(input.error_about(message));
    }
    let start = (next("the row of the start", rows)?, next("the column of the start", cols)?);
    let goal = (next("the row of the goal", rows)?, next("the column of the goal", cols)?);
    input.newline()?;
    let index = |(row, col): (i64, i64)| ((row - 1) * cols + col - 1) as usize;
    let codes = read_codes(rows as usize, cols as usize, input)?;
    let maze = Maze::assemble(rows as usize, cols as usize, codes, index(start), vec![index(goal)])?;
    if input.is_strict() {
        if input.peek()? == Some(b'\n') {
            input.newline()?;
        }
        if maze.shortest()?.is_none() {
            return Err(input.error_about("the goal of this maze cannot be reached"));
        }
    }
    Ok(maze)
}

/// Reads the codes of a board. Memory grows with the text, not with the announced size.
fn read_codes(rows: usize, cols: usize, input: &mut Reader) -> Result<Vec<u8>, Diagnostic> {
    let count = rows * cols;
    // Those from `read` on are zeros that make space for the codes of the current chunk.
    let (mut codes, mut read): (Vec<u8>, usize) = (Vec::new(), 0);
    while read < count {
        let announced = if input.is_strict() { 0 } else { input.chunk()?.len() / 2 };
        let needed = read + announced.clamp(1, count - read);
        if needed > codes.len() {
            if codes.try_reserve(needed - codes.len()).is_err() {
                return Err(input.out_of_memory());
            }
            codes.resize(needed, 0);
        }
        if !input.is_strict() {
            let (taken, used) = take_codes(input.chunk()?, &mut codes[read..needed]);
            read += taken;
            input.consume(used);
            if read == needed {
                continue;
            }
        }
        let (row, col) = (read / cols + 1, read % cols + 1);
        let name = format_args!("the walls of the cell in row {row}, column {col}");
        codes[read] = input.int(name, 0..=3)? as u8;
        read += 1;
        if col < cols { input.space()? } else { input.newline()? }
    }
    codes.truncate(count);
    Ok(codes)
}

/// Takes codes from the front of a text while they are single digits followed by white space. Returns the
/// numbers of codes and of bytes taken.
fn take_codes(text: &[u8], codes: &mut [u8]) -> (usize, usize) {
    let (mut taken, mut used) = (0, 0);
    while taken < codes.len() {
        // Mostly, the next eight bytes are four times a digit and a space.
        if let Some(four) = codes[taken..].first_chunk_mut::<4>()
            && let Some(eight) = text[used..].first_chunk::<8>()
            && let word = u64::from_le_bytes(*eight) ^ u64::from_le_bytes(*b"0 0 0 0 ")
            && word & !u64::from_le_bytes([3, 0, 3, 0, 3, 0, 3, 0]) == 0
        {
            *four = [word, word >> 16, word >> 32, word >> 48].map(|code| code as u8);
            taken += 4;
            used += 8;
            continue;
        }
        match text[used..] {
            [b' ' | b'\t' | b'\r' | b'\n', ..] => used += 1,
            [digit @ b'0'..=b'3', b' ' | b'\t' | b'\r' | b'\n', ..] => {
                codes[taken] = digit - b'0';
                taken += 1;
                used += 2;
            }
            _ => break,
        }
    }
    (taken, used)
}

/// A dataset as [`read`] takes it, with this goal: the format has only one.
pub(super) fn write(maze: &Maze, goal: Cell, out: &mut dyn Write) -> io::Result<()> {
    let (rows, cols) = (maze.rows, maze.cols);
    let start = maze.start();
    let [start_row, start_col, goal_row, goal_col] =
        [start.row, start.col, goal.row, goal.col].map(|n| n + 1);
    writeln!(out, "{rows} {cols} {start_row} {start_col} {goal_row} {goal_col}")?;
    let mut text = Vec::with_capacity(2 * cols.min(GATHERED));
    for row in 0..rows {
        for first in (0..cols).step_by(GATHERED) {
            text.clear();
            for col in first..cols.min(first + GATHERED) {
                let end = if col + 1 < cols { b' ' } else { b'\n' };
                text.extend_from_slice(&[b'0' + maze.code(row, col), end]);
            }
            out.write_all(&text)?;
        }
    }
    writeln!(out)
}
