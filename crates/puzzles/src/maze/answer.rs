//! The answer, in each style.

use std::io::{self, Write};

use tremaux_core::Style;

use super::board::{EAST, PATH, SEEN, SOUTH};
use super::solution::Solution;

/// Text that is gathered before it is handed on.
const GATHERED: usize = 1 << 16;

/// Writes the answer.
pub(super) fn write(solution: &Solution, style: Style, number: u64, out: &mut dyn Write) -> io::Result<()> {
    match style {
        Style::Json => write_json(solution, number, out),
        Style::Text => {
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

/// The drawing, each cell this wide at the least: a longer number takes the room that it needs, as C's
/// `printf` has it.
fn write_drawing(solution: &Solution, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let cols = solution.maze().cols;
    let wall = format!("{}+", "-".repeat(width));
    let gap = format!("{}+", " ".repeat(width));
    let unknown = format!("{:>width$}", "???");
    let blank = " ".repeat(width);
    let mut text = Vec::with_capacity(2 * GATHERED);
    text.push(b'+');
    (0..cols).for_each(|_| text.extend_from_slice(wall.as_bytes()));
    text.push(b'\n');
    solution.for_each_row(|cells, numbers| {
        text.push(b'|');
        for (&cell, number) in cells.iter().zip(numbers) {
            match cell {
                _ if cell & PATH != 0 => write!(text, "{number:>width$}")?,
                _ if cell & SEEN != 0 => text.extend_from_slice(unknown.as_bytes()),
                _ => text.extend_from_slice(blank.as_bytes()),
            }
            text.push(if cell & EAST != 0 { b'|' } else { b' ' });
        }
        text.extend_from_slice(b"\n+");
        for &cell in cells {
            text.extend_from_slice(if cell & SOUTH != 0 { &wall } else { &gap }.as_bytes());
        }
        text.push(b'\n');
        if text.len() >= GATHERED {
            out.write_all(&text)?;
            text.clear();
        }
        Ok::<(), io::Error>(())
    })?;
    out.write_all(&text)
}

fn write_totals(solution: &Solution, out: &mut dyn Write) -> io::Result<()> {
    let count = |number: u64, name: &str| format!("{number} {name}{}", if number == 1 { "" } else { "s" });
    match (solution.steps(), solution.maze().shortest()) {
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
    if let (Some(steps), Some(shortest)) = (solution.steps(), maze.shortest()) {
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
