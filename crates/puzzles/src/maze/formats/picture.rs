//! Pictures: lines or blocks of one colour are walls. Start and goal are openings of the border, or green and red.

use std::io::{Cursor, Write};

use png::{BitDepth, ColorType, Decoder, DecodingError, Encoder, EncodingError, Transformations};
use tremaux_core::{Diagnostic, Reader, try_filled};

use super::super::board::{Direction, EAST, Maze, SOLID, SOUTH};
use super::draft::Reading;
use super::is_picture;
use super::recognise::{Picture, recognise};

/// What a file begins with, what its last chunk is called, and the longest file.
const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
const LAST: &[u8] = b"IEND";
const LONGEST: usize = 1 << 30;
/// What a file may unfold to.
const MAX_PIXELS: u64 = 1 << 26;

/// The maze of a picture, and a remark on it.
pub(super) fn read(input: &mut Reader, reading: &Reading) -> Result<(Maze, Option<String>), Diagnostic> {
    recognise(&pixels(file(input)?)?)?.finish(reading)
}

/// The bytes of a file, chunk by chunk: a length, a name, so many bytes, a check sum. What is no picture is
/// known by its first bytes, and what follows the last chunk takes no memory.
fn file(input: &mut Reader) -> Result<Vec<u8>, Diagnostic> {
    if input.peek_bytes(SIGNATURE.len())? != SIGNATURE {
        return Err(input.error_here("expected a PNG, which begins with the byte 137 and \"PNG\""));
    }
    let mut file = Vec::new();
    let mut take = |input: &mut Reader, mut count: usize| {
        while count > 0 {
            let chunk = input.chunk()?;
            let length = chunk.len().min(count);
            if length == 0 {
                return Ok(());
            }
            if file.len() + length > LONGEST {
                return Err(input.error_here(format!("expected a PNG of at most {LONGEST} bytes")));
            }
            if file.try_reserve(length).is_err() {
                return Err(input.out_of_memory());
            }
            file.extend_from_slice(&chunk[..length]);
            input.consume(length);
            count -= length;
        }
        Ok(())
    };
    take(input, SIGNATURE.len())?;
    while let &[a, b, c, d, ref name @ ..] = input.peek_bytes(8)? {
        let last = name == LAST;
        take(input, u32::from_be_bytes([a, b, c, d]) as usize + 12)?;
        if last {
            break;
        }
    }
    while !input.chunk()?.is_empty() {
        let rest = input.chunk()?.len();
        input.consume(rest);
    }
    Ok(file)
}

/// The pixels of a file, in front of white where they are transparent.
fn pixels(file: Vec<u8>) -> Result<Picture, Diagnostic> {
    let unreadable =
        |error: DecodingError| Diagnostic::new(format!("this is no PNG that can be read: {error}"));
    let mut decoder = Decoder::new(Cursor::new(file));
    decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
    let mut image = decoder.read_info().map_err(unreadable)?;
    let (rows, cols) = (image.info().height, image.info().width);
    let count = u64::from(rows) * u64::from(cols);
    if count > MAX_PIXELS {
        let fault = Diagnostic::expected(format!("a picture of at most {MAX_PIXELS} pixels"));
        return Err(fault.found(format!("{cols} x {rows}")).help("save it with smaller cells"));
    }
    if image.info().interlaced {
        return Err(Diagnostic::new("the PNG is interlaced").help("save it without interlacing"));
    }
    let samples = image.output_color_type().0.samples();
    let mut pixels = Vec::new();
    while let Some(row) = image.next_row().map_err(unreadable)? {
        let color = |pixel: &[u8]| {
            let (color, opacity) = match *pixel {
                [grey] => ([grey; 3], u8::MAX),
                [grey, opacity] => ([grey; 3], opacity),
                [red, green, blue] => ([red, green, blue], u8::MAX),
                [red, green, blue, opacity, ..] => ([red, green, blue], opacity),
                [] => ([u8::MAX; 3], u8::MAX),
            };
            let opacity = u16::from(opacity);
            color.map(|part| ((u16::from(part) * opacity + 255 * (255 - opacity)) / 255) as u8)
        };
        if pixels.try_reserve(cols as usize).is_err() {
            return Err(Diagnostic::new(format!("out of memory for a picture of {cols} x {rows} pixels")));
        }
        pixels.extend(row.data().chunks_exact(samples).map(color));
    }
    Ok(Picture { width: cols as usize, pixels })
}

/// The colours of a written picture, by number.
const PALETTE: [[u8; 3]; 4] = [[0, 0, 0], [255, 255, 255], [0, 170, 0], [220, 0, 0]];
const WALL: u8 = 0;
const VACANT: u8 = 1;
const START: u8 = 2;
const GOAL: u8 = 3;
/// Pixels of a wall, and from one wall to the next.
const THICKNESS: usize = 2;
const PITCH: usize = 8;

/// The board: a pixel for each cell of one that was a picture, thin walls between the cells of others. The border is
/// open at the start and the goal if that says which is which; otherwise they are green and red.
pub(super) fn write(maze: &Maze, out: &mut dyn Write) -> Result<(), Diagnostic> {
    let &[goal] = &maze.goals[..] else {
        return Err(Diagnostic::new("a picture holds one goal")
            .found(maze.goals.len())
            .help("drawings hold several goals; .txt is one"));
    };
    let blocks = is_picture(maze);
    let (height, width) = match blocks {
        true => (maze.rows, maze.cols),
        false => (maze.rows * PITCH + THICKNESS, maze.cols * PITCH + THICKNESS),
    };
    if height as u64 * width as u64 > MAX_PIXELS {
        let fault = Diagnostic::expected(format!("a picture of at most {MAX_PIXELS} pixels"));
        return Err(fault.found(format!("{width} x {height}")));
    }
    let mut pixels = try_filled(WALL, height * width)?;
    let mut fill = |(top, bottom): (usize, usize), (left, right): (usize, usize), color: u8| {
        (top..bottom).for_each(|y| pixels[y * width + left..y * width + right].fill(color));
    };
    let gaps = (!blocks).then(|| gap(maze, maze.start).zip(gap(maze, goal))).flatten();
    let gaps = gaps.filter(|_| maze.start < goal);
    let has_openings = match blocks {
        true => openings_are_ends(maze, goal),
        false => gaps.is_some(),
    };
    for cell in 0..maze.cells.len() {
        let (row, col) = (cell / maze.cols, cell % maze.cols);
        let color = match cell {
            _ if !has_openings && cell == maze.start => START,
            _ if !has_openings && cell == goal => GOAL,
            _ if maze.cells[cell] & SOLID != 0 => WALL,
            _ => VACANT,
        };
        if blocks {
            fill((row, row + 1), (col, col + 1), color);
            continue;
        }
        let inside = |index: usize| (index * PITCH + THICKNESS, (index + 1) * PITCH);
        let wall = |index: usize| (index * PITCH, index * PITCH + THICKNESS);
        fill(inside(row), inside(col), color);
        let is_gap = |side: Direction| {
            gaps.is_some_and(|(start, end)| {
                (cell, side) == (maze.start, start) || (cell, side) == (goal, end)
            })
        };
        for side in Direction::ALL {
            if maze.neighbour(cell, side).is_some() || is_gap(side) {
                match side {
                    Direction::West => fill(inside(row), wall(col), VACANT),
                    Direction::North => fill(wall(row), inside(col), VACANT),
                    Direction::East => fill(inside(row), wall(col + 1), VACANT),
                    Direction::South => fill(wall(row + 1), inside(col), VACANT),
                }
            }
        }
    }
    let mut file = Vec::new();
    encode(width, height, &pixels, &mut file)?;
    drop(pixels);
    let again = read(&mut Reader::from_bytes(&file), &Reading::default());
    // Without memory to read it back, nothing is known of the picture.
    if let Some(fault) = again.as_ref().err().filter(|fault| fault.to_string().contains("memory")) {
        return Err(fault.clone());
    }
    let equal = again.is_ok_and(|(again, _)| {
        (again.rows, again.start, &again.goals) == (maze.rows, maze.start, &maze.goals)
            && again.cells.iter().zip(&maze.cells).all(|(one, other)| (one ^ other) & WALLS == 0)
    });
    if !equal {
        return Err(Diagnostic::new("the picture of this maze would be read as another maze")
            .help("other formats hold it; .txt is one"));
    }
    out.write_all(&file).map_err(|error| Diagnostic::new(format!("cannot write the picture: {error}")))
}

/// The bits of a cell that a picture shows.
const WALLS: u8 = EAST | SOUTH | SOLID;

/// The side of the border that a cell lies at.
fn gap(maze: &Maze, cell: usize) -> Option<Direction> {
    let (row, col) = (cell / maze.cols, cell % maze.cols);
    match () {
        () if row == 0 => Some(Direction::North),
        () if row + 1 == maze.rows => Some(Direction::South),
        () if col == 0 => Some(Direction::West),
        () if col + 1 == maze.cols => Some(Direction::East),
        () => None,
    }
}

/// Are the open cells of the border the start and the goal, in this order?
fn openings_are_ends(maze: &Maze, goal: usize) -> bool {
    let is_open = |&cell: &usize| maze.cells[cell] & SOLID == 0 && gap(maze, cell).is_some();
    (0..maze.cells.len()).filter(is_open).eq([maze.start, goal])
}

fn encode(width: usize, height: usize, pixels: &[u8], out: &mut dyn Write) -> Result<(), Diagnostic> {
    let failed = |error: EncodingError| Diagnostic::new(format!("cannot write the picture: {error}"));
    let mut encoder = Encoder::new(out, width as u32, height as u32);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Two);
    encoder.set_palette(PALETTE.concat());
    let mut writer = encoder.write_header().map_err(failed)?;
    let mut stream = writer.stream_writer().map_err(failed)?;
    let pack = |four: &[u8]| four.iter().enumerate().fold(0, |byte, (i, color)| byte | color << (6 - 2 * i));
    for row in pixels.chunks(width) {
        let packed: Vec<u8> = row.chunks(4).map(pack).collect();
        stream.write_all(&packed).map_err(|error| failed(error.into()))?;
    }
    stream.finish().map_err(failed)
}
