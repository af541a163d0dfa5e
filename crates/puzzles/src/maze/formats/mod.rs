//! Files that mazes come in, besides the judge's text: drawings, files of micromouse contests, pictures.
//!
//! Which one a file is, its text shows; where that leaves a doubt, it is refused. All but the judge's hold one maze.
//! Start and goals are those of the options, or else the marks, or else two openings of the border. For the files of
//! micromouse contests the rules of those hold: from the south-west corner to the centre, which is one cell, two or
//! four.

mod boxes;
mod compact;
mod draft;
mod drawing;
mod four_walls;
mod grid;
mod lines;
mod picture;
mod recognise;

use std::io::Write;

use tremaux_core::{Diagnostic, FileFormat, Reader};

use super::board::{Maze, SOLID};
use super::solution::Solution;
use super::text;
pub(super) use draft::Reading;
use lines::Lines;

/// The formats that are read, for messages.
const KNOWN: &str = "known are: the judge's text; grids of walls and passages (# and space, 0 and 1, ...); drawings with \
                     + or o, - and |; box characters; underscores and bars; hex digits; .maz; num; PNG. Name one with --from";

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
    /// A picture.
    Png,
    /// A character for each cell, wall or passage.
    Grid,
    /// Box characters, which are walls.
    Boxes,
    /// Walls `_` and `|`.
    Underscores,
    /// A hex digit for each cell, the sum of its walls.
    Hex,
}

impl Format {
    /// All formats, and beside them their names.
    pub const ALL: [Format; 9] = [
        Format::Judge,
        Format::Drawing,
        Format::Maz,
        Format::Num,
        Format::Png,
        Format::Grid,
        Format::Boxes,
        Format::Underscores,
        Format::Hex,
    ];
    pub const NAMES: [&'static str; 9] =
        ["uva", "text", "maz", "num", "png", "grid", "box", "underscores", "hex"];

    /// Finds out what a file is, and leaves it unread. The judge's text is known by its first lines, so that a dataset
    /// can be answered before the next one arrives; of other texts all is looked at.
    pub fn of(input: &mut Reader) -> Result<Format, Diagnostic> {
        match input.peek()? {
            Some(0..16) if four_walls::is_maz(input)? => return Ok(Format::Maz),
            Some(0x89) => return Ok(Format::Png),
            _ => lines::refuse_foreign(input.chunk()?)?,
        }
        let [first, second] = first_lines(input)?;
        let Some(numbers) = first.as_deref().and_then(integers) else {
            // A line of blanks and one of numbers with an unreadable one in it belong to the judge's text.
            let text = lines::peek_all(input)?;
            if !is_plausible(text) {
                return Err(input.error_here("expected a maze in a known format").help(KNOWN));
            }
            let lines = Lines::of(text)?;
            return Ok(match &lines.lines[..] {
                [] => Format::Judge,
                _ if boxes::is_boxes(&lines) => Format::Boxes,
                [first, ..] if drawing::is_post_line(first) => Format::Drawing,
                _ if compact::is_underscores(&lines) => Format::Underscores,
                _ if compact::is_hex(&lines) => Format::Hex,
                _ if is_almost_judge(&first) => Format::Judge,
                _ => Format::Grid,
            });
        };
        let is_six = numbers.len() == 6;
        if is_six {
            let is_binary = numbers.iter().all(|&number| number < 2);
            // The lines of a grid are of one length; those of a board of few columns are shorter than its head.
            let is_shorter =
                first.zip(second.as_ref()).is_some_and(|(first, second)| second.len() < first.len());
            let is_head = !is_binary && numbers[0] > 0 && numbers[1] > 0 || numbers[0] == 1 && is_shorter;
            let is_terminator = numbers == [0; 6] && second.is_none();
            if is_head || is_terminator {
                return Ok(Format::Judge);
            }
        }
        Self::of_numbers(lines::peek_all(input)?, is_six && numbers[0] == 0)
    }

    /// Which format a text is that begins with a line of numbers.
    fn of_numbers(text: &[u8], may_be_num: bool) -> Result<Format, Diagnostic> {
        // Only the judge's text takes any white space.
        if text.contains(&b'\t') {
            return Ok(Format::Judge);
        }
        let is_judge = || {
            let mut reader = Reader::from_bytes(text);
            while text::read(&mut reader)?.is_some() {}
            reader.at_end()
        };
        let is_num = || four_walls::read_num(&mut Reader::from_bytes(text)).is_ok();
        let lines = Lines::of(text)?;
        let is_hex = compact::is_hex(&lines) && compact::read_hex(&lines).is_ok();
        // A number of several digits in a line of several is none of a grid.
        let single = |line: &Vec<u8>| {
            integers(line).is_none_or(|numbers| line.len() < 2 * numbers.len() || numbers.len() == 1)
        };
        let behind = lines.lines.iter().skip(1);
        let is_matrix = lines.lines.len() > 2 && behind.clone().all(single) && behind.count() > 1;
        let grid = is_matrix && grid::read(lines.clone(), &Reading::default()).is_ok();
        let numbers = match is_judge() {
            Ok(true) => Some(Format::Judge),
            _ if may_be_num && is_num() => Some(Format::Num),
            _ => None,
        };
        match numbers {
            Some(_) if grid => {
                Err(Diagnostic::new("the text can be a grid of 0 and 1 or numbers of another format")
                    .help("name the format: --from grid, --from uva or --from num"))
            }
            Some(format) => Ok(format),
            None if is_hex => Ok(Format::Hex),
            None if grid => Ok(Format::Grid),
            None if may_be_num => Ok(Format::Num),
            None if is_matrix => Ok(Format::Grid),
            None => Ok(Format::Judge),
        }
    }

    /// The next maze and what is to be said of the way that it was read; `None` at the end.
    pub fn read(
        self,
        input: &mut Reader,
        reading: &Reading,
    ) -> Result<Option<(Maze, Option<String>)>, Diagnostic> {
        if self != Format::Grid {
            let named = [("walls", &reading.walls), ("open", &reading.open)];
            if let Some((name, _)) = named.into_iter().find(|(_, value)| value.is_some()) {
                return Err(Diagnostic::new("acts on grids only, and the input is none").in_option(name));
            }
        }
        let maze = match self {
            Format::Judge => match text::read(input)? {
                Some(maze) => maze,
                None => return Ok(None),
            },
            // White space is nothing to a text, but something to a file of bytes.
            Format::Maz | Format::Png if input.peek()?.is_none() => return Ok(None),
            Format::Maz => four_walls::read_maz(input)?,
            Format::Png => return picture::read(input, reading).map(Some),
            Format::Num => match input.at_end()? {
                true => return Ok(None),
                false => four_walls::read_num(input)?,
            },
            _ => {
                let lines = Lines::read(input)?;
                if lines.lines.is_empty() {
                    return Ok(None);
                }
                let draft = match self {
                    Format::Drawing => drawing::read(lines)?,
                    Format::Boxes => boxes::read(lines)?,
                    Format::Underscores => compact::read_underscores(&lines)?,
                    Format::Hex => compact::read_hex(&lines)?,
                    _ => grid::read(lines, reading)?,
                };
                return draft.finish(reading).map(Some);
            }
        };
        reading.move_ends(maze).map(|maze| Some((maze, None)))
    }
}

/// The first two lines that are not blank, as far as they can be had without waiting for more than the first.
fn first_lines(input: &mut Reader) -> Result<[Option<Vec<u8>>; 2], Diagnostic> {
    const MAX_LINE: usize = 1 << 16;
    loop {
        let chunk = input.chunk()?;
        let (seen, ended) = (chunk.len(), chunk.iter().rposition(|&byte| byte == b'\n'));
        let mut lines =
            chunk.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
        let [first, second] = [lines.next(), lines.next()].map(|line| line.map(<[u8]>::to_vec));
        let whole = first.is_some() && ended.is_some_and(|end| !chunk[..end].trim_ascii().is_empty());
        if whole || seen > MAX_LINE || input.peek_bytes(seen + 1)?.len() == seen {
            return Ok([first, second]);
        }
    }
}

/// The numbers of a line of nothing else.
fn integers(line: &[u8]) -> Option<Vec<u64>> {
    let words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    // A number that is too large is one nevertheless.
    let number = |word: &[u8]| {
        let word =
            std::str::from_utf8(word).ok().filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        word.map(|word| word.parse().unwrap_or(u64::MAX))
    };
    words.map(number).collect()
}

/// Returns whether this can be a maze: text of many letters is prose. Bytes that no text has are refused before.
fn is_plausible(text: &[u8]) -> bool {
    const MAX_LETTERS: usize = 10;
    let mut letters: Vec<u8> = text.iter().copied().filter(u8::is_ascii_alphabetic).collect();
    letters.sort_unstable();
    letters.dedup();
    // Text may follow a drawing.
    let is_drawing = match text.trim_ascii().first_chunk() {
        Some([b'+' | b'o', b'-' | b'=' | b'_' | b' ']) => true,
        first => first.is_some_and(|[first, _]| !first.is_ascii()),
    };
    (is_drawing || letters.len() <= MAX_LETTERS) && std::str::from_utf8(text).is_ok()
}

/// Do numbers begin a line that goes on otherwise, as in a text of the judge with a slip?
fn is_almost_judge(line: &Option<Vec<u8>>) -> bool {
    let Some(line) = line else { return false };
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let is_side = |word: Option<&[u8]>| {
        word.is_some_and(|word| {
            word.len() < 6 && word.iter().all(u8::is_ascii_digit) && word != b"0" && word != b"1"
        })
    };
    let count = words.clone().count();
    let is_integer = |word: &[u8]| std::str::from_utf8(word).is_ok_and(|word| word.parse::<i128>().is_ok());
    if count > 0 && words.clone().all(is_integer) {
        return true;
    }
    is_side(words.next()) && (count == 6 || is_side(words.next()))
}

/// The formats that mazes can be converted to.
pub(super) const WRITABLE: &[FileFormat] = &[
    FileFormat { name: "uva", extension: "in", help: "the judge's text" },
    FileFormat { name: "text", extension: "txt", help: "a drawing with start and goals marked" },
    FileFormat { name: "maz", extension: "maz", help: "the 256 bytes of a micromouse maze" },
    FileFormat { name: "png", extension: "png", help: "a picture" },
];

/// Writes the board of a solution as a file of this format.
pub(super) fn write(solution: &Solution, format: &str, out: &mut dyn Write) -> Result<(), Diagnostic> {
    let maze = solution.maze();
    let written = match format {
        "uva" => {
            let &[goal] = &maze.goals[..] else {
                return Err(Diagnostic::new("the judge's text holds one goal")
                    .found(maze.goals.len())
                    .help("choose one with --goal R,C; drawings hold several goals: .txt is one"));
            };
            text::write(maze, maze.cell(goal), out).and_then(|()| out.write_all(b"0 0 0 0 0 0\n"))
        }
        "text" => drawing::write(maze, out),
        "maz" => out.write_all(&four_walls::maz(maze)?),
        "png" => return picture::write(maze, out),
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
