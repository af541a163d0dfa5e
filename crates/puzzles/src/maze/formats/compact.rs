//! Two formats of a character or two for each cell: underscores and bars, and hex digits.

use tremaux_core::Diagnostic;

use super::super::board::{EAST, SOUTH};
use super::draft::Draft;
use super::lines::Lines;

/// Is the first line one of blanks and underscores, with bars below?
pub(super) fn is_underscores(lines: &Lines) -> bool {
    let [first, second, ..] = &lines.lines[..] else { return false };
    first.contains(&b'_') && first.iter().all(|byte| b" _".contains(byte)) && second.contains(&b'|')
}

/// Each cell has two columns: its south wall `_` and its east wall `|`.
pub(super) fn read_underscores(lines: &Lines) -> Result<Draft, Diagnostic> {
    let width = lines.lines.iter().skip(1).map(Vec::len).max().unwrap_or(0) | 1;
    let (rows, cols) = (lines.lines.len() - 1, width / 2);
    let mut draft = Draft::new(rows, cols)?;
    for (line, text) in lines.lines.iter().enumerate() {
        for (col, &byte) in text.iter().enumerate() {
            let known: &[u8] = match (line, col % 2) {
                (0, _) | (_, 1) => b" _",
                _ => b" _|",
            };
            if !known.contains(&byte) || col >= width {
                let character = lines.character(byte);
                return Err(Diagnostic::new(format!("{}: unknown wall {character:?}", lines.at(line, col)))
                    .help("a drawing of underscores has _ below a cell and | between cells"));
            }
        }
    }
    for row in 0..rows {
        for col in 0..cols {
            let south = lines.get(row + 1, 2 * col + 1) == b'_';
            let east = lines.get(row + 1, 2 * col + 2) == b'|';
            draft.codes[row * cols + col] = if east { EAST } else { 0 } | if south { SOUTH } else { 0 };
        }
    }
    let north: Vec<bool> = (0..cols).map(|col| lines.get(0, 2 * col + 1) != b'_').collect();
    let west: Vec<bool> = (0..rows).map(|row| lines.get(row + 1, 0) != b'|').collect();
    let south: Vec<bool> = draft.codes[(rows - 1) * cols..].iter().map(|code| code & SOUTH == 0).collect();
    let east: Vec<bool> = (0..rows).map(|row| draft.codes[row * cols + cols - 1] & EAST == 0).collect();
    draft.open_border(&north, &south, &west, &east);
    Ok(draft)
}

/// Are the first lines equally long and of hex digits?
pub(super) fn is_hex(lines: &Lines) -> bool {
    let count = hex_lines(lines);
    let board = &lines.lines[..count];
    let is_digit = |byte: &u8| byte.is_ascii_hexdigit();
    count > 0
        && board.iter().all(|line| line.len() == board[0].len() && line.iter().all(is_digit))
        && (board.iter().flatten().any(|byte| !b"01".contains(byte)))
        && (count == lines.lines.len() || lines.lines[count].is_empty())
}

fn hex_lines(lines: &Lines) -> usize {
    lines.lines.iter().position(Vec::is_empty).unwrap_or(lines.lines.len())
}

/// A digit for each cell, the sum of its walls: north 1, east 2, south 4, west 8. Start and goal may follow.
pub(super) fn read_hex(lines: &Lines) -> Result<Draft, Diagnostic> {
    if !is_hex(lines) {
        return Err(Diagnostic::expected("equally long lines of hex digits, one for each cell"));
    }
    let (rows, cols) = (hex_lines(lines), lines.lines[0].len());
    let mut draft = Draft::new(rows, cols)?;
    let walls = |row: usize, col: usize| match lines.get(row, col) {
        digit @ b'0'..=b'9' => digit - b'0',
        letter => letter.to_ascii_lowercase() - b'a' + 10,
    };
    for row in 0..rows {
        for col in 0..cols {
            let here = walls(row, col);
            let disagree = |side: &str| {
                Diagnostic::new(format!(
                    "{}: a cell and its neighbour on the {side} disagree",
                    lines.at(row, col)
                ))
                .help("each hex digit is the sum of the walls of a cell: north 1, east 2, south 4, west 8")
            };
            let east = if col + 1 < cols { walls(row, col + 1) & 8 != 0 } else { true };
            let south = if row + 1 < rows { walls(row + 1, col) & 1 != 0 } else { true };
            if (here & 2 != 0) != east || col == 0 && here & 8 == 0 {
                return Err(disagree(if col == 0 && here & 8 == 0 { "west" } else { "east" }));
            }
            if (here & 4 != 0) != south || row == 0 && here & 1 == 0 {
                return Err(disagree(if row == 0 && here & 1 == 0 { "north" } else { "south" }));
            }
            draft.codes[row * cols + col] = if east { EAST } else { 0 } | if south { SOUTH } else { 0 };
        }
    }
    let mut ends = lines.lines[rows..].iter().enumerate().filter(|(_, line)| !line.is_empty());
    for mark in ['S', 'G'] {
        let Some((line, text)) = ends.next() else { break };
        let text = String::from_utf8_lossy(text);
        let place = text
            .split_once(',')
            .and_then(|(x, y)| Some((x.trim().parse::<usize>().ok()?, y.trim().parse::<usize>().ok()?)));
        let Some((x, y)) = place.filter(|&(x, y)| x < cols && y < rows) else {
            return Err(Diagnostic::expected(format!(
                "x,y of a cell, counted from 0, at {}",
                lines.at(rows + line, 0)
            ))
            .found(format!("{text:?}")));
        };
        draft.marks.push((mark, y * cols + x));
    }
    if let Some((line, _)) = ends.find(|(_, text)| !text.iter().all(|byte| b"NESWnesw".contains(byte))) {
        return Err(Diagnostic::expected(format!("a path of N, E, S and W at {}", lines.at(rows + line, 0))));
    }
    Ok(draft)
}
