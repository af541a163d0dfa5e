//! Grids: each character is a cell, a wall or a passage.

use tremaux_core::Diagnostic;

use super::super::board::SOLID;
use super::draft::{Draft, Reading};
use super::lines::Lines;

/// Characters that are walls wherever they are, and those that are passages if nothing else is.
const WALLS: &str = "#█▓▒■⬛";
const PASSAGES: &str = " .-_·01";
/// Letters of start and goals.
const MARKS: &str = "SEGFABsegfab";

pub(super) fn read(mut lines: Lines, reading: &Reading) -> Result<Draft, Diagnostic> {
    drop_size(&mut lines)?;
    drop_separators(&mut lines);
    if let Some(empty) = lines.lines.iter().position(Vec::is_empty) {
        return Err(Diagnostic::new(format!("{}: an empty line inside the maze", lines.at(empty, 0))));
    }
    let wall = walls(&lines, reading)?;
    halve(&mut lines, &wall);
    let open = passages(&lines, reading, &wall)?;
    let (rows, cols) = (lines.lines.len(), lines.width());
    let short = lines.lines.iter().position(|line| line.len() < cols);
    let mut draft = Draft::new(rows, cols)?;
    if let Some(short) = short {
        if !open.contains(' ') {
            let found = lines.lines[short].len();
            let at = lines.at(short, found);
            return Err(Diagnostic::expected(format!("{cols} characters, as in the longest line, at {at}"))
                .found(found));
        }
        draft.note =
            Some(format!("{} is shorter than the others: filled up with spaces", lines.at(short, 0)));
    }
    for row in 0..rows {
        for col in 0..cols {
            let character = lines.character(lines.get(row, col));
            let cell = row * cols + col;
            if wall.contains(character) {
                draft.codes[cell] = SOLID;
            } else if MARKS.contains(character) && !open.contains(character) {
                draft.marks.push((character, cell));
            } else if !open.contains(character) {
                let fault = format!("{}: unknown character {character:?}", lines.at(row, col));
                return Err(Diagnostic::new(fault)
                    .help("say what it is with --walls or --open, which list all characters of that kind"));
            }
        }
    }
    draft.close_solid_cells();
    Ok(draft)
}

/// The numbers of a line of nothing else.
fn numbers(line: &[u8]) -> Option<Vec<usize>> {
    let words = line.split(|&byte| byte == b' ' || byte == b',').filter(|word| !word.is_empty());
    words.map(|word| std::str::from_utf8(word).ok()?.parse().ok()).collect()
}

/// Drops a first line that says how many rows and columns follow.
fn drop_size(lines: &mut Lines) -> Result<(), Diagnostic> {
    let Some(size) = lines.lines.first().and_then(|line| numbers(line)) else { return Ok(()) };
    let packed = lines.lines.get(1).is_some_and(|next| next.len() == lines.lines[0].len());
    if !(1..=2).contains(&size.len()) || packed && size.len() == 1 {
        return Ok(());
    }
    let next = lines.lines.get(1).and_then(|line| numbers(line));
    let matrix = next.as_ref().is_some_and(|next| next.len() > 2 || lines.lines[1].len() > 5);
    if next.is_some() && !matrix {
        return Err(Diagnostic::new(format!("{}: coordinates whose order is not known", lines.at(1, 0)))
            .help("remove them and use --start and --goal"));
    }
    lines.drop_first();
    let found = (lines.lines.len(), lines.width());
    let spaced = (found.0, found.1.div_ceil(2));
    let sides = (size[0], size[size.len() - 1]);
    let fits = |found: (usize, usize)| sides == found || sides == (found.1, found.0);
    match fits(found) || fits(spaced) {
        true => Ok(()),
        false => Err(Diagnostic::new(format!("the first line says {} x {}", sides.0, sides.1))
            .found(format!("{} lines of {} characters", found.0, found.1))),
    }
}

/// Drops spaces, commas and semicolons between single characters.
fn drop_separators(lines: &mut Lines) {
    for separator in [b',', b';', b' '] {
        let cells = |line: &Vec<u8>| -> Option<Vec<u8>> {
            let line = line.strip_suffix(&[separator]).unwrap_or(line);
            let words = line.split(|&byte| byte == separator).map(<[u8]>::trim_ascii);
            words.map(|word| <[u8; 1]>::try_from(word).ok().map(|[byte]| byte)).collect()
        };
        let split: Option<Vec<Vec<u8>>> = lines.lines.iter().map(cells).collect();
        let fits = |split: &Vec<Vec<u8>>| {
            split.len() >= 3 && split[0].len() >= 3 && split.iter().all(|line| line.len() == split[0].len())
        };
        if let Some(split) = split.filter(fits) {
            lines.lines = split;
            return;
        }
    }
}

/// Reads doubled block characters as one.
fn halve(lines: &mut Lines, wall: &str) {
    let is_block = wall.chars().all(|wall| WALLS.contains(wall) && wall != '#');
    let cols = lines.width().div_ceil(2);
    let pairs_agree = (0..lines.lines.len())
        .all(|row| (0..cols).all(|col| lines.get(row, 2 * col) == lines.get(row, 2 * col + 1)));
    if is_block && pairs_agree {
        for line in &mut lines.lines {
            *line = line.iter().step_by(2).copied().collect();
        }
    }
}

fn walls(lines: &Lines, reading: &Reading) -> Result<String, Diagnostic> {
    if let Some(walls) = &reading.walls {
        return Ok(walls.clone());
    }
    let open = reading.open.as_deref().unwrap_or_default();
    let mut counts = [0u64; 256];
    lines.lines.iter().flatten().for_each(|&code| counts[usize::from(code)] += 1);
    let present = |walls: &str| -> Vec<char> {
        let characters = (0..=u8::MAX).filter(|&code| counts[usize::from(code)] > 0);
        let characters = characters.map(|code| lines.character(code));
        characters.filter(|&it| walls.contains(it) && !open.contains(it)).collect()
    };
    match present(WALLS)[..] {
        [] => {}
        [wall] => return Ok(wall.into()),
        [one, other, ..] => {
            return Err(Diagnostic::new(format!("{one:?} and {other:?} can both be walls"))
                .help("name the walls with --walls and the passages with --open"));
        }
    }
    let (rows, cols) = (lines.lines.len(), lines.width());
    let mut border: Vec<u8> = Vec::new();
    for row in 0..rows {
        match row == 0 || row + 1 == rows {
            true => border.extend((0..cols).map(|col| lines.get(row, col))),
            false => border.extend([lines.get(row, 0), lines.get(row, cols - 1)]),
        }
    }
    let mut counts = [0usize; 256];
    border.iter().for_each(|&code| counts[usize::from(code)] += 1);
    let wall = (0..=u8::MAX).max_by_key(|&code| counts[usize::from(code)]).unwrap_or(b' ');
    let character = lines.character(wall);
    if counts[usize::from(wall)] + 2 >= border.len()
        && border.len() > 4
        && !" ._".contains(character)
        && !open.contains(character)
    {
        return Ok(character.into());
    }
    Err(match present("01").len() {
        2 => Diagnostic::new("cannot say whether 0 or 1 is the wall: the border is neither")
            .help("name --walls 1 or --walls 0"),
        _ => Diagnostic::new("unknown kind of maze file: cannot say which character is the wall")
            .help(super::KNOWN),
    })
}

fn passages(lines: &Lines, reading: &Reading, wall: &str) -> Result<String, Diagnostic> {
    if let Some(open) = &reading.open {
        return Ok(open.clone());
    }
    let is_present =
        |character: char| lines.lines.iter().flatten().any(|&code| lines.character(code) == character);
    let found: Vec<char> =
        PASSAGES.chars().filter(|&passage| !wall.contains(passage) && is_present(passage)).collect();
    match found[..] {
        [] => Ok(" ".into()),
        [passage] => Ok(passage.into()),
        [one, other, ..] => Err(Diagnostic::new(format!("{one:?} and {other:?} can both be passages"))
            .help("name the passages with --open, which lists all of them")),
    }
}
