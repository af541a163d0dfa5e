//! The answer, in each style.

use std::io::{self, Write};

use tremaux_core::OutputStyle;

use super::board::{EAST, PATH, SEEN, SOUTH};
use super::solution::Solution;

/// Text that is gathered before it is handed on.
const GATHERED: usize = 1 << 16;
/// Cells of a row that are written at a time, so that a long row needs no more memory than a short one.
const PIECE: usize = 1 << 12;

/// Writes the answer.
pub(super) fn write(
    solution: &Solution,
    style: OutputStyle,
    number: u64,
    out: &mut dyn Write,
) -> io::Result<()> {
    match style {
        OutputStyle::Json => write_json(solution, number, out),
        OutputStyle::Text => {
            let digits = solution.steps().map_or(1, |steps| (steps + 1).ilog10() as usize + 1);
            writeln!(out, "Maze {number}\n")?;
            write_drawing(solution, digits.max(3), out)?;
            write_totals(solution, out)
        }
        _ => {
            writeln!(out, "Maze {number}\n")?;
            write_drawing(solution, 3, out)?;
            out.write_all(b"\n\n")
        }
    }
}

/// The drawing, each cell this wide at the least.
fn write_drawing(solution: &Solution, width: usize, out: &mut dyn Write) -> io::Result<()> {
    match width {
        ..4 => write_fields::<4>(solution, out),
        4 => write_fields::<5>(solution, out),
        5 => write_fields::<6>(solution, out),
        6 => write_fields::<7>(solution, out),
        7 => write_fields::<8>(solution, out),
        8 => write_fields::<9>(solution, out),
        9 => write_fields::<10>(solution, out),
        10.. => write_fields::<11>(solution, out),
    }
}

/// The drawing, with so many bytes for a cell and for the wall or post on its east. A number that is longer takes
/// the width that it needs, as C's `printf` has it. The bytes of most cells are one of few texts of a fixed
/// length, and that is what makes it fast.
fn write_fields<const FIELD: usize>(solution: &Solution, out: &mut dyn Write) -> io::Result<()> {
    let field = |text: &str, last: u8| {
        let mut field = [b' '; FIELD];
        field[FIELD - 1 - text.len()..FIELD - 1].copy_from_slice(text.as_bytes());
        field[FIELD - 1] = last;
        field
    };
    let (gap, wall) = (field("", b'+'), field(&"-".repeat(FIELD - 1), b'+'));
    let fields = [field("", b' '), field("", b'|'), field("???", b' '), field("???", b'|')];
    let mut digits = itoa::Buffer::new();
    let mut text = Vec::with_capacity(2 * GATHERED);
    out.write_all(b"+")?;
    for first in (0..solution.maze().cols).step_by(PIECE) {
        text.clear();
        (first..solution.maze().cols.min(first + PIECE)).for_each(|_| text.extend_from_slice(&wall));
        out.write_all(&text)?;
    }
    text.clear();
    text.push(b'\n');
    let mut write_if_full = |text: &mut Vec<u8>| {
        if text.len() >= GATHERED {
            out.write_all(text)?;
            text.clear();
        }
        Ok::<(), io::Error>(())
    };
    solution.for_each_row(|cells, numbers| {
        text.push(b'|');
        for (cells, numbers) in cells.chunks(PIECE).zip(numbers.chunks(PIECE)) {
            for (&cell, &number) in cells.iter().zip(numbers) {
                if cell & PATH == 0 {
                    text.extend_from_slice(
                        &fields[usize::from(cell & SEEN != 0) << 1 | usize::from(cell & EAST != 0)],
                    );
                } else {
                    let number = digits.format(number).as_bytes();
                    text.extend_from_slice(&gap[..(FIELD - 1).saturating_sub(number.len())]);
                    text.extend_from_slice(number);
                    text.push(if cell & EAST != 0 { b'|' } else { b' ' });
                }
            }
            write_if_full(&mut text)?;
        }
        text.extend_from_slice(b"\n+");
        for cells in cells.chunks(PIECE) {
            let from = text.len();
            text.resize(from + FIELD * cells.len(), 0);
            for (field, cell) in text[from..].as_chunks_mut::<FIELD>().0.iter_mut().zip(cells) {
                *field = if cell & SOUTH != 0 { wall } else { gap };
            }
            write_if_full(&mut text)?;
        }
        text.push(b'\n');
        write_if_full(&mut text)
    })?;
    out.write_all(&text)
}

fn write_totals(solution: &Solution, out: &mut dyn Write) -> io::Result<()> {
    let count = |number: u64, name: &str| format!("{number} {name}{}", if number == 1 { "" } else { "s" });
    match (solution.steps(), solution.maze().shortest()?) {
        (Some(steps), Some(shortest)) => {
            writeln!(out, "path: {}; the shortest has {shortest}", count(steps, "step"))?
        }
        _ => writeln!(out, "path: none, the goal cannot be reached")?,
    }
    writeln!(
        out,
        "visited: {} of {}; retreats: {}\n",
        count(solution.visited(), "cell"),
        solution.maze().cells.len(),
        solution.retreats()
    )
}

fn write_json(solution: &Solution, number: u64, out: &mut dyn Write) -> io::Result<()> {
    let maze = solution.maze();
    let outcome = if solution.steps().is_some() { "solved" } else { "impossible" };
    write!(out, r#"{{"dataset":{number},"outcome":"{outcome}","rows":{},"cols":{}"#, maze.rows, maze.cols)?;
    write!(out, r#","visited":{},"retreats":{}"#, solution.visited(), solution.retreats())?;
    if let (Some(steps), Some(shortest)) = (solution.steps(), maze.shortest()?) {
        write!(out, r#","steps":{steps},"shortest":{shortest},"moves":""#)?;
        let mut text = Vec::with_capacity(GATHERED);
        for direction in solution.directions() {
            text.push(direction.letter() as u8);
            if text.len() == GATHERED {
                out.write_all(&text)?;
                text.clear();
            }
        }
        out.write_all(&text)?;
        writeln!(out, r#""}}"#)
    } else {
        writeln!(out, r#","reason":"{}"}}"#, solution.reason())
    }
}
