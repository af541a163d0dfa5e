//! Pictures: every pixel is a cell, a black one is solid. The way leads in and out through openings in the
//! border. A board of cells with walls between them becomes a picture of two pixels a cell, one for the
//! cell and one for the wall.

use std::io::{Cursor, Write};

use png::{BitDepth, ColorType, Decoder, DecodingError, Encoder, EncodingError, Transformations};
use tremaux_core::{Diagnostic, Reader};

use super::super::board::{Direction, EAST, MAX_CELLS, Maze, PATH, SEEN, SOLID, SOUTH};
use super::super::solution::Solution;
use super::is_picture;

/// What a file begins with, what its last chunk is called, and the longest file.
const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
const LAST: &[u8] = b"IEND";
const LONGEST: usize = 1 << 30;

/// Of black and white pictures, and of coloured ones: a pixel is solid where red, green and blue are all dark.
pub(super) fn read(input: &mut Reader) -> Result<Maze, Diagnostic> {
    let (cols, mut cells) = pixels(file(input)?)?;
    let rows = cells.len() / cols;
    let (start, goals) = openings(rows, cols, &cells).ok_or_else(|| {
        Diagnostic::new("the picture has no two openings in its border, one to start from and one to go to")
            .help("black pixels are walls; the first opening from the top is the start, those in the last row are goals")
    })?;
    for cell in 0..cells.len() {
        let solid = |cell: usize| cells[cell] & SOLID != 0;
        let east = solid(cell) || (cell + 1) % cols != 0 && solid(cell + 1);
        let south = solid(cell) || cell + cols < cells.len() && solid(cell + cols);
        cells[cell] |= if east { EAST } else { 0 } | if south { SOUTH } else { 0 };
    }
    Ok(Maze::assemble(rows, cols, cells, start, goals)?)
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

/// Number of columns, and [`SOLID`] or 0 for each pixel.
fn pixels(file: Vec<u8>) -> Result<(usize, Vec<u8>), Diagnostic> {
    let unreadable =
        |error: DecodingError| Diagnostic::new(format!("this is no PNG that can be read: {error}"));
    let mut decoder = Decoder::new(Cursor::new(file));
    decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
    let mut image = decoder.read_info().map_err(unreadable)?;
    let (rows, cols) = (image.info().height, image.info().width);
    if u64::from(rows) * u64::from(cols) > MAX_CELLS {
        let fault = format!("a picture of {cols} x {rows} pixels is more than {MAX_CELLS} cells");
        return Err(Diagnostic::new(fault));
    }
    if image.info().interlaced {
        return Err(Diagnostic::new("the PNG is interlaced").help("save it without interlacing"));
    }
    let samples = image.output_color_type().0.samples();
    let mut cells = Vec::new();
    while let Some(row) = image.next_row().map_err(unreadable)? {
        let is_solid = |pixel: &[u8]| match *pixel {
            [grey] => grey < 128,
            [grey, opacity] => grey < 128 && opacity > 0,
            [red, green, blue] => red.max(green).max(blue) < 128,
            [red, green, blue, opacity, ..] => red.max(green).max(blue) < 128 && opacity > 0,
            [] => false,
        };
        if cells.try_reserve(cols as usize).is_err() {
            return Err(Diagnostic::new(format!("out of memory for a picture of {cols} x {rows} pixels")));
        }
        cells.extend(row.data().chunks_exact(samples).map(|pixel| if is_solid(pixel) { SOLID } else { 0 }));
    }
    Ok((cols as usize, cells))
}

/// Start and goals: the first opening in reading order, and all those in the last row, or else the last.
fn openings(rows: usize, cols: usize, cells: &[u8]) -> Option<(usize, Vec<usize>)> {
    let on_border = |cell: &usize| {
        let (row, col) = (cell / cols, cell % cols);
        row == 0 || row + 1 == rows || col == 0 || col + 1 == cols
    };
    let mut open = (0..cells.len()).filter(on_border).filter(|&cell| cells[cell] & SOLID == 0);
    let start = open.next()?;
    let others: Vec<usize> = open.collect();
    let last_row = others.partition_point(|&cell| cell < (rows - 1) * cols);
    let goals = if last_row < others.len() { others[last_row..].to_vec() } else { vec![*others.last()?] };
    Some((start, goals))
}

/// The colours of a written picture, by number. A reader of pictures takes all but the first for cells.
const PALETTE: [[u8; 3]; 4] = [[0, 0, 0], [255, 255, 255], [217, 222, 230], [213, 94, 0]];
const WALL: u8 = 0;
const VACANT: u8 = 1;
const VISITED: u8 = 2;
const ON_PATH: u8 = 3;

/// The board with the path and what was visited beside it.
pub(super) fn write(solution: &Solution, out: &mut dyn Write) -> Result<(), Diagnostic> {
    let failed = |error: EncodingError| Diagnostic::new(format!("cannot write the picture: {error}"));
    let maze = solution.maze();
    let pixels = is_picture(maze);
    let scaled = |count: usize| if pixels { count } else { 2 * count + 1 } as u32;
    let (height, width) = (scaled(maze.rows), scaled(maze.cols));
    let mut encoder = Encoder::new(out, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Two);
    encoder.set_palette(PALETTE.concat());
    let mut writer = encoder.write_header().map_err(failed)?;
    let mut stream = writer.stream_writer().map_err(failed)?;
    let mut packed = Vec::new();
    for y in 0..height as usize {
        packed.clear();
        let mut next = 0;
        for x in 0..width as usize {
            let color = if pixels {
                cell_color(maze.cells[y * maze.cols + x])
            } else {
                lattice_color(solution, y, x)
            };
            next = next << 2 | color;
            if x % 4 == 3 {
                packed.push(std::mem::take(&mut next));
            }
        }
        if width % 4 != 0 {
            packed.push(next << (2 * (4 - width % 4)));
        }
        stream.write_all(&packed).map_err(|error| failed(error.into()))?;
    }
    stream.finish().map_err(failed)
}

fn cell_color(cell: u8) -> u8 {
    match cell {
        _ if cell & SOLID != 0 => WALL,
        _ if cell & PATH != 0 => ON_PATH,
        _ if cell & SEEN != 0 => VISITED,
        _ => VACANT,
    }
}

/// The colour of a pixel where cells have odd coordinates and walls are between.
fn lattice_color(solution: &Solution, y: usize, x: usize) -> u8 {
    let maze = solution.maze();
    let cell = |row: usize, col: usize| row * maze.cols + col;
    // A pixel between two cells: `one` and, towards `side` from it, the other.
    let between = |one: usize, side: Direction| match maze.neighbour(one, side) {
        None => WALL,
        Some(other) if solution.leads(one, side) || solution.leads(other, side.opposite()) => ON_PATH,
        Some(other) if maze.cells[one] & maze.cells[other] & SEEN != 0 => VISITED,
        Some(_) => VACANT,
    };
    // An opening above a start in the first row, and below a goal in the last.
    let opening = |end: usize| if solution.steps().is_some() { ON_PATH } else { cell_color(maze.cells[end]) };
    let (row, col) = (y / 2, x / 2);
    match (y % 2, x % 2) {
        (1, 1) => cell_color(maze.cells[cell(row, col)]),
        (1, _) if col > 0 => between(cell(row, col - 1), Direction::East),
        (_, 1) if row == 0 && cell(0, col) == maze.start => opening(maze.start),
        (_, 1) if row == maze.rows && solution.end() == Some(cell(row - 1, col)) => {
            opening(cell(row - 1, col))
        }
        (_, 1) if row > 0 => between(cell(row - 1, col), Direction::South),
        _ => WALL,
    }
}
