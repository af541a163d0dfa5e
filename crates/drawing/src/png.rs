//! PNG with a palette: the picture itself for boards of up to 2000 pixels a side, above that one
//! pixel a cell, written row by row.

use std::io::{self, Write};

use ::png::{BitDepth, ColorType, Compression, Encoder, EncodingError};

use crate::format::Error;
use crate::model::{Cell, CellState, Drawing};
use crate::palette::{Ink, LOOKS};
use crate::raster::{Canvas, palette};
use crate::scene;

/// The most pixels a side of a picture with tiles and texts.
const SIDE: u32 = 2000;
/// Below so many pixels a cell, tiles can no longer be distinguished.
const LEAST: u32 = 8;
const MAX_CELL: u32 = 40;

/// Writes the still picture. A board too large for tiles of 8 pixels is written by [`pixels`]: one
/// pixel a cell, or, with thin walls, `2 * rows + 1` by `2 * cols + 1` pixels.
///
/// # Errors
/// What the writer reports.
pub fn write(drawing: &Drawing, out: &mut dyn Write) -> Result<(), Error> {
    let cell = cell_size(drawing, SIDE);
    if cell < LEAST {
        return write_pixels(drawing, out);
    }
    let mut canvas = Canvas::new(drawing, cell.min(MAX_CELL));
    canvas.paint(&scene::still(drawing));
    let mut encoder = Encoder::new(out, canvas.width as u32, canvas.height as u32);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette().colours.concat());
    encoder.set_compression(Compression::High);
    let mut writer = encoder.write_header().map_err(fault)?;
    writer.write_image_data(&canvas.pixels).map_err(fault)?;
    writer.finish().map_err(fault)?;
    Ok(())
}

/// Pixels a cell such that the board fits a square of `side` pixels.
pub(crate) fn cell_size(drawing: &Drawing, side: u32) -> u32 {
    side / (drawing.rows.max(drawing.cols) + 1)
}

/// Writes a picture of one pixel for each look, row by row, so that no more than a row is held:
/// `fill(y, row)` gives the looks of row `y`, all vacant when it is called.
///
/// ```
/// use tremaux_drawing::{CellState, png};
/// let mut picture = Vec::new();
/// png::pixels(3, 2, |y, row| row[y as usize] = CellState::Block, &mut picture).unwrap();
/// assert_eq!(&picture[1..4], b"PNG");
/// ```
///
/// # Errors
/// What the writer reports, or `InvalidInput` for a picture without a pixel.
pub fn pixels(
    width: u32,
    height: u32,
    mut fill: impl FnMut(u32, &mut [CellState]),
    out: &mut dyn Write,
) -> Result<(), Error> {
    let mut encoder = Encoder::new(out, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Four);
    encoder.set_palette(LOOKS.map(|look| pixel_ink(look).colours().0).concat());
    encoder.set_compression(Compression::Fast);
    let mut writer = encoder.write_header().map_err(fault)?;
    let mut stream = writer.stream_writer_with_size(1 << 16).map_err(fault)?;
    let mut looks = vec![CellState::Vacant; width as usize];
    let mut bytes = vec![0; width.div_ceil(2) as usize];
    for y in 0..height {
        looks.fill(CellState::Vacant);
        fill(y, &mut looks);
        for (byte, pair) in bytes.iter_mut().zip(looks.chunks(2)) {
            *byte = (pair[0] as u8) << 4 | pair.get(1).map_or(0, |look| *look as u8);
        }
        stream.write_all(&bytes)?;
    }
    stream.finish().map_err(fault)?;
    writer.finish().map_err(fault)?;
    Ok(())
}

/// A single pixel is too small for a shape: full colours, and walls as dark as can be.
fn pixel_ink(look: CellState) -> Ink {
    match look {
        CellState::Vacant => Ink::Paper,
        CellState::Block => Ink::Wall,
        CellState::Broken => Ink::Rubble,
        CellState::Start => Ink::Start,
        CellState::Goal => Ink::Goal,
        CellState::Path => Ink::Line,
        CellState::Head => Ink::Head,
        CellState::Retreat => Ink::Retreat,
    }
}

/// What a pixel of a board with thin walls needs to know of each cell, beside its look.
const ON_PATH: u8 = 1;
const PATH_EAST: u8 = 2;
const PATH_SOUTH: u8 = 4;

fn write_pixels(drawing: &Drawing, out: &mut dyn Write) -> Result<(), Error> {
    let (rows, cols) = (drawing.rows, drawing.cols);
    let trail = trail(drawing);
    let on_trail = |cell: Cell, what: u8| drawing.index(cell).is_some_and(|i| trail[i] & what != 0);
    let look = |cell: Cell| match drawing.look(cell) {
        CellState::Vacant | CellState::Retreat if on_trail(cell, ON_PATH) => CellState::Path,
        look => look,
    };
    if drawing.walls.is_none() {
        let fill = |row: u32, pixels: &mut [CellState]| {
            for (col, pixel) in (0..).zip(pixels) {
                *pixel = look(Cell::new(row, col));
            }
        };
        return pixels(cols, rows, fill, out);
    }
    // What is seen between two cells: a wall, the path that runs through, or the look that they share.
    let between = |wall: bool, a: Cell, b: Cell, way: u8| match (look(a), look(b)) {
        _ if wall => CellState::Block,
        _ if on_trail(a, way) => CellState::Path,
        (CellState::Retreat, CellState::Retreat) => CellState::Retreat,
        _ => CellState::Vacant,
    };
    let fill = |y: u32, pixels: &mut [CellState]| {
        if y == 0 {
            pixels.fill(CellState::Block);
            return;
        }
        pixels[0] = CellState::Block;
        let row = (y - 1) / 2;
        for (col, pair) in (0..).zip(pixels[1..].chunks_exact_mut(2)) {
            let cell = Cell::new(row, col);
            let (right, below) = (Cell::new(row, col + 1), Cell::new(row + 1, col));
            let (east, south) = (drawing.wall_east(cell), drawing.wall_south(cell));
            if y % 2 == 1 {
                pair[0] = look(cell);
                pair[1] = between(east, cell, right, PATH_EAST);
            } else {
                let corner = east || south || drawing.wall_south(right) || drawing.wall_east(below);
                pair[0] = between(south, cell, below, PATH_SOUTH);
                pair[1] = if corner { CellState::Block } else { CellState::Vacant };
            }
        }
    };
    let sides = |n: u32| n.checked_mul(2).and_then(|n| n.checked_add(1));
    match (sides(cols), sides(rows)) {
        (Some(width), Some(height)) => pixels(width, height, fill, out),
        _ => Err(io::Error::other("the board has too many cells a side for a PNG").into()),
    }
}

/// Which cells the paths touch and which passages between neighbours they use.
fn trail(drawing: &Drawing) -> Vec<u8> {
    let mut trail = vec![0; drawing.rows as usize * drawing.cols as usize];
    let mut touch = |cell: Cell, what: u8| {
        if let Some(i) = drawing.index(cell) {
            trail[i] |= what;
        }
    };
    for path in drawing.paths_inside() {
        path.cells.iter().for_each(|cell| touch(*cell, ON_PATH));
        for pair in path.cells.windows(2) {
            let (a, b) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
            if a.row == b.row {
                (a.col..b.col).for_each(|col| touch(Cell::new(a.row, col), ON_PATH | PATH_EAST));
            } else if a.col == b.col {
                (a.row..b.row).for_each(|row| touch(Cell::new(row, a.col), ON_PATH | PATH_SOUTH));
            }
        }
    }
    trail
}

fn fault(error: EncodingError) -> io::Error {
    match error {
        EncodingError::IoError(error) => error,
        error => io::Error::other(error),
    }
}
