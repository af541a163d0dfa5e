//! Drawings: a line of posts, lines of cells, a line of posts, ...
//!
//! ```text
//! o---o---o
//! |   | G |
//! o   o   o
//! | S     |
//! o---o---o
//! ```
//!
//! Posts are `o` or `+`; those inside may be absent. How far apart they are is found out from the drawing. A wall is
//! drawn from post to post or is absent; half a wall is an error. A gap in the border is an opening. Text may follow.

use std::io::{self, Write};

use tremaux_core::Diagnostic;

use super::super::board::{EAST, GOAL, Maze, SOUTH};
use super::draft::Draft;
use super::lines::Lines;

const ACROSS: &[u8] = b"-=_";
const POSTS: &[u8] = b"+o";
const MARKS: &[u8] = b"SEGFABsegfab";

/// Is this line one of posts, at least two columns apart?
pub(super) fn is_post_line(line: &[u8]) -> bool {
    let posts: Vec<usize> = (0..line.len()).filter(|&col| POSTS.contains(&line[col])).collect();
    let rest = line.iter().all(|byte| POSTS.contains(byte) || ACROSS.contains(byte) || *byte == b' ');
    posts.first() == Some(&0) && rest && line.len() > 2 && posts.windows(2).all(|pair| pair[1] - pair[0] > 1)
}

pub(super) fn read(mut lines: Lines) -> Result<Draft, Diagnostic> {
    if !lines.lines.first().is_some_and(|line| is_post_line(line)) {
        let found = lines.lines.first().map_or(0, Vec::len);
        return Err(Diagnostic::expected("a line of posts, as in o---o---o")
            .found(format!("a line of {}", tremaux_core::counted(found as u64, "character"))));
    }
    let is_across = |line: &[u8]| {
        line.first().is_some_and(|first| POSTS.contains(first))
            || line.iter().any(|byte| POSTS.contains(byte)) && !line.iter().any(u8::is_ascii_uppercase)
    };
    let drawn = lines.lines.iter().take_while(|line| matches!(line.first(), Some(b'|' | b' ' | b'+' | b'o')));
    let is_drawn = |line: &[u8]| is_across(line) && line.iter().any(|byte| POSTS.contains(byte));
    let last = drawn.enumerate().filter(|(_, line)| is_drawn(line)).map(|(index, _)| index).last();
    let count = last.map_or(0, |last| last + 1);
    if let Some(line) = lines.lines.get(count).filter(|line| matches!(line.first(), Some(b'|'))) {
        let at = lines.at(count, 0);
        let found = String::from_utf8_lossy(&line[..line.len().min(20)]).into_owned();
        return Err(Diagnostic::expected(format!("a line of posts below the cells, after {at}"))
            .found(format!("{found:?}")));
    }
    if let Some(second) = (count..lines.lines.len()).find(|&line| is_post_line(&lines.lines[line])) {
        return Err(Diagnostic::new(format!(
            "{}: a second drawing; a file holds one maze",
            lines.at(second, 0)
        )));
    }
    lines.truncate(count);
    let pitch = pitch(&lines)?;
    let mut draft = read_edges(&lines, pitch)?;
    draft.is_micromouse =
        lines.lines[0][0] == b'o' && draft.rows == draft.cols && matches!(draft.rows, 16 | 32);
    Ok(draft)
}

/// The greatest common divisor; of 0 and a number, that number.
pub(super) fn gcd(mut one: usize, mut other: usize) -> usize {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

/// The distance of posts, in columns and in lines.
fn pitch(lines: &Lines) -> Result<(usize, usize), Diagnostic> {
    let (mut across, mut down) = (0, 0);
    for (row, line) in lines.lines.iter().enumerate() {
        let mut is_across = false;
        for (col, byte) in line.iter().enumerate() {
            if POSTS.contains(byte) || *byte == b'|' {
                across = gcd(across, col);
            }
            is_across |= POSTS.contains(byte) || ACROSS.contains(byte);
        }
        if is_across {
            down = gcd(down, row);
        }
    }
    match across >= 2 && down >= 2 {
        true => Ok((across, down)),
        false if down == 0 => Err(Diagnostic::expected("lines of cells below the posts, beginning with |").found("none")),
        false => Err(Diagnostic::new(format!(
            "the posts and walls of the drawing are not in regular places: {across} columns and {down} lines apart"
        ))
        .help("posts must be equally far apart, as in +---+---+")),
    }
}

/// Reads walls, openings and marks, the posts this far apart.
pub(super) fn read_edges(lines: &Lines, (across, down): (usize, usize)) -> Result<Draft, Diagnostic> {
    let (width, height) = (lines.width() - 1, lines.lines.len() - 1);
    if width % across != 0 || height % down != 0 {
        return Err(Diagnostic::new(format!(
            "posts are {across} columns and {down} lines apart, but the drawing has {} columns and {} lines",
            width + 1,
            height + 1
        )));
    }
    let (rows, cols) = (height / down, width / across);
    let mut draft = Draft::new(rows, cols)?;
    let segment = |places: &mut dyn Iterator<Item = (usize, usize)>, wall: &[u8]| {
        let mut found = None;
        for (line, col) in places {
            let byte = lines.get(line, col);
            let is_wall = match byte {
                b' ' => false,
                _ if wall.contains(&byte) => true,
                _ => {
                    let character = lines.character(byte);
                    return Err(Diagnostic::new(format!(
                        "{}: unknown wall {character:?}",
                        lines.at(line, col)
                    ))
                    .help("walls are -, =, _ and |; their absence is blank"));
                }
            };
            if found.replace(is_wall).is_some_and(|before| before != is_wall) {
                return Err(Diagnostic::new(format!("{}: half a wall", lines.at(line, col)))
                    .help("a wall reaches from post to post"));
            }
        }
        Ok(found.unwrap_or(false))
    };
    for row in 0..=rows {
        for col in 0..=cols {
            let (line, place) = (down * row, across * col);
            let post = lines.get(line, place);
            if !b"+o-=_| ".contains(&post) {
                let character = lines.character(post);
                return Err(Diagnostic::new(format!(
                    "{}: expected a post, found {character:?}",
                    lines.at(line, place)
                )));
            }
        }
    }
    let is_level = |row: usize, col: usize| {
        segment(&mut (1..across).map(|step| (down * row, across * col + step)), ACROSS)
    };
    let mut north = vec![false; cols];
    for (col, gap) in north.iter_mut().enumerate() {
        *gap = !is_level(0, col)?;
    }
    for row in 0..rows {
        for col in 0..cols {
            if is_level(row + 1, col)? {
                draft.codes[row * cols + col] |= SOUTH;
            }
        }
    }
    let mut west = Vec::with_capacity(rows);
    for row in 0..rows {
        let is_upright =
            |col: usize| segment(&mut (1..down).map(|step| (down * row + step, across * col)), b"|");
        west.push(!is_upright(0)?);
        for col in 0..cols {
            if is_upright(col + 1)? {
                draft.codes[row * cols + col] |= EAST;
            }
        }
    }
    let south: Vec<bool> = draft.codes[(rows - 1) * cols..].iter().map(|code| code & SOUTH == 0).collect();
    let east: Vec<bool> = (0..rows).map(|row| draft.codes[row * cols + cols - 1] & EAST == 0).collect();
    for row in 0..rows {
        for col in 0..cols {
            let mut content = Vec::new();
            for line in down * row + 1..down * (row + 1) {
                for place in across * col + 1..across * (col + 1) {
                    let byte = lines.get(line, place);
                    if byte == b' ' {
                        continue;
                    }
                    content.push(byte);
                    if !MARKS.contains(&byte) || content.len() > 1 && content != b"SG" {
                        let character = lines.character(byte);
                        let at = lines.at(line, place);
                        let fault = Diagnostic::new(format!("{at}: unknown mark {character:?}"));
                        return Err(fault.help(match byte {
                            b'0'..=b'9' | b'?' => "this is an answer with a path; the maze has only S and G",
                            _ => "a cell holds nothing, a start S or a goal E, G or F, or A and B",
                        }));
                    }
                }
            }
            draft.marks.extend(content.iter().map(|&byte| (byte as char, row * cols + col)));
        }
    }
    draft.open_border(&north, &south, &west, &east);
    Ok(draft)
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
