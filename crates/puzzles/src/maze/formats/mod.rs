//! Files that mazes come in, besides the judge's text: drawings, files of micromouse contests, pictures.
//!
//! The first bytes of a file decide which one it is. All of them hold one maze. Where a format has no marks for start
//! and goal, the rules of micromouse hold: from the south-west corner to the centre, which is one cell, two
//! or four.

mod drawing;
mod four_walls;
mod picture;

use std::io::Write;

use tremaux_core::{Diagnostic, FileFormat, Reader};

use super::board::{Maze, SOLID};
use super::solution::Solution;
use super::text;

/// A format of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// The judge's text.
    Judge,
    /// Posts `o` or `+`, walls `---` and `|`, marks `S` and `G`.
    Drawing,
    /// 256 bytes, one for each cell of a micromouse maze of 16 x 16.
    Maz,
    /// A line `x y north east south west` for each cell, as the simulator mms has it.
    Num,
    /// A picture: black pixels are walls, the others are cells.
    Png,
}

impl Format {
    /// All formats, and beside them their names.
    pub const ALL: [Format; 5] = [Format::Judge, Format::Drawing, Format::Maz, Format::Num, Format::Png];
    pub const NAMES: [&'static str; 5] = ["uva", "text", "maz", "num", "png"];

    /// What the first bytes of a text say. Leaves them unread, white space before a text apart.
    pub fn of(input: &mut Reader) -> Result<Format, Diagnostic> {
        match input.peek()? {
            Some(0..16) if four_walls::is_maz(input)? => return Ok(Format::Maz),
            Some(0x89) => return Ok(Format::Png),
            _ => {}
        }
        input.at_end()?;
        Ok(match input.peek()? {
            Some(b'o' | b'+') => Format::Drawing,
            // The south-west corner has walls, the end of the judge's text is all zeros.
            Some(b'0') if input.peek_bytes(11)?.contains(&b'1') => Format::Num,
            _ => Format::Judge,
        })
    }

    /// The next maze; `None` at the end.
    pub fn read(self, input: &mut Reader) -> Result<Option<Maze>, Diagnostic> {
        if self == Format::Judge {
            return text::read(input);
        }
        // White space is nothing to a text, but something to a file of bytes.
        let at_end = match self {
            Format::Maz | Format::Png => input.peek()?.is_none(),
            _ => input.at_end()?,
        };
        if at_end {
            return Ok(None);
        }
        match self {
            Format::Judge => text::read(input),
            Format::Drawing => drawing::read(input).map(Some),
            Format::Maz => four_walls::read_maz(input).map(Some),
            Format::Num => four_walls::read_num(input).map(Some),
            Format::Png => picture::read(input).map(Some),
        }
    }
}

/// The formats that mazes can be converted to.
pub(super) const WRITABLE: &[FileFormat] = &[
    FileFormat { name: "uva", extension: "in", help: "the judge's text" },
    FileFormat { name: "text", extension: "txt", help: "a drawing with start and goals marked" },
    FileFormat { name: "maz", extension: "maz", help: "the 256 bytes of a micromouse maze" },
    FileFormat { name: "png", extension: "png", help: "a picture with the path" },
];

/// Writes the board of a solution as a file of this format.
pub(super) fn write(solution: &Solution, format: &str, out: &mut dyn Write) -> Result<(), Diagnostic> {
    let maze = solution.maze();
    let written = match format {
        "uva" => {
            // One goal is all that the format holds. With the one that was reached, the answer stays the same.
            let goal = solution.path().last().or_else(|| maze.goals().next());
            goal.map_or(Ok(()), |goal| text::write(maze, goal, out))
                .and_then(|()| out.write_all(b"0 0 0 0 0 0\n"))
        }
        "text" => drawing::write(maze, out),
        "maz" => out.write_all(&four_walls::maz(maze)?),
        "png" => return picture::write(solution, out),
        _ => return Err(Diagnostic::new(format!("mazes cannot be written as {format:?}"))),
    };
    written.map_err(|error| Diagnostic::new(format!("cannot write: {error}")))
}

/// Start and goals by the rules of micromouse.
fn micromouse_endpoints(rows: usize, cols: usize) -> (usize, Vec<usize>) {
    let centre = |count: usize| (count - 1) / 2..=count / 2;
    let goals = centre(rows).flat_map(|row| centre(cols).map(move |col| row * cols + col)).collect();
    ((rows - 1) * cols, goals)
}

/// Is the board a picture, with solid cells for walls?
pub(super) fn is_picture(maze: &Maze) -> bool {
    maze.cells.iter().any(|cell| cell & SOLID != 0)
}
