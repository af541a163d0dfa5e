//! Drawings of box characters, single, heavy or double: posts every two, three or four columns and every two lines.

use tremaux_core::Diagnostic;

use super::draft::Draft;
use super::drawing::{gcd, read_edges};
use super::lines::Lines;

/// Arms of a character.
const NORTH: u8 = 1;
const EAST: u8 = 2;
const SOUTH: u8 = 4;
const WEST: u8 = 8;

/// Characters by their arms, at the index that is the sum of the arms.
const SINGLE: [&str; 16] = [
    " ",
    "╵╹",
    "╶╺",
    "└┗╚╰╘╙",
    "╷╻",
    "│┃║",
    "┌┏╔╭╒╓",
    "├┣╠╞╟",
    "╴╸",
    "┘┛╝╯╛╜",
    "─━═",
    "┴┻╩╧╨",
    "┐┓╗╮╕╖",
    "┤┫╣╡╢",
    "┬┳╦╤╥",
    "┼╋╬╪╫",
];

fn arms(character: char) -> Option<u8> {
    SINGLE.iter().position(|characters| characters.contains(character)).map(|arms| arms as u8)
}

/// Does the text hold a box character?
pub(super) fn is_boxes(lines: &Lines) -> bool {
    let codes = lines.lines.iter().flatten().filter(|&&code| code >= 128);
    codes.into_iter().any(|&code| ('\u{2500}'..='\u{257f}').contains(&lines.character(code)))
}

pub(super) fn read(mut lines: Lines) -> Result<Draft, Diagnostic> {
    let doubtful = |at: String| {
        Diagnostic::new(format!("{at}: box characters can be walls or passages: here they do not meet"))
            .help("posts are two, three or four columns and two lines apart, and their arms are walls")
    };
    if let Some(empty) = lines.lines.iter().position(Vec::is_empty) {
        lines.truncate(empty);
    }
    let (height, width) = (lines.lines.len(), lines.width());
    let arms_at = |line: usize, col: usize| arms(lines.character(lines.get(line, col)));
    let mut across = 0;
    for line in 0..height {
        for col in 0..width {
            if arms_at(line, col).is_some_and(|arms| arms != 0 && arms != EAST | WEST) {
                across = gcd(across, col);
            }
        }
    }
    // Where a multiple is all that can be seen, the least is as good.
    let across = [2, 3, 4].into_iter().rev().find(|pitch| across > 0 && across % pitch == 0);
    let Some(across) = across.filter(|across| (width - 1) % across == 0 && height % 2 == 1 && height > 2)
    else {
        return Err(doubtful(lines.at(0, 0)));
    };
    for line in (0..height).step_by(2) {
        for col in (0..width).step_by(across) {
            let Some(arms) = arms_at(line, col) else { return Err(doubtful(lines.at(line, col))) };
            let level = |col: usize| col < width && arms_at(line, col) == Some(EAST | WEST);
            let upright = |line: usize| line < height && arms_at(line, col) == Some(NORTH | SOUTH);
            let expected = if line > 0 && upright(line - 1) { NORTH } else { 0 }
                | if upright(line + 1) { SOUTH } else { 0 }
                | if level(col + 1) { EAST } else { 0 }
                | if col > 0 && level(col - 1) { WEST } else { 0 };
            // Double lines have no character for a free end.
            let ends = [EAST | WEST, NORTH | SOUTH].contains(&arms) && expected != 0 && expected & !arms == 0;
            if arms != expected && !ends {
                return Err(doubtful(lines.at(line, col)));
            }
        }
    }
    let posts: Vec<(usize, usize)> = (0..height)
        .step_by(2)
        .flat_map(|line| (0..width).step_by(across).map(move |col| (line, col)))
        .filter(|&(line, col)| arms_at(line, col) != Some(0))
        .collect();
    for (line, col) in posts {
        lines.lines[line][col] = b'+';
    }
    lines.translate(|character| match arms(character) {
        Some(0) => b' ',
        Some(arms) if arms == EAST | WEST => b'-',
        Some(arms) if arms == NORTH | SOUTH => b'|',
        Some(_) => b'?',
        None if character.is_ascii() => character as u8,
        None => b'?',
    });
    read_edges(&lines, (across, 2))
}
