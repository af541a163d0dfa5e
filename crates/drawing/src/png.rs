//! PNG with a palette: the picture itself for boards of up to 2000 pixels a side, above that one
//! pixel a cell, written row by row.

use std::io::{self, Write};

use ::png::{BitDepth, ColorType, Compression, Encoder};

use crate::error::Error;
use crate::model::{Cell, Drawing, Look};
use crate::palette::{Ink, LOOKS};
use crate::raster::{Canvas, palette};
use crate::scene;

/// The most pixels a side of a picture with tiles and texts.
const SIDE: u32 = 2000;
/// Below so many pixels a cell, tiles are no longer told apart.
const LEAST: u32 = 8;
const MOST: u32 = 40;

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
    let mut canvas = Canvas::new(drawing, cell.min(MOST));
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
/// use tremaux_drawing::{Look, png};
/// let mut picture = Vec::new();
/// png::pixels(3, 2, |y, row| row[y as usize] = Look::Block, &mut picture).unwrap();
/// assert_eq!(&picture[1..4], b"PNG");
/// ```
///
/// # Errors
/// What the writer reports, or `InvalidInput` for a picture without a pixel.
pub fn pixels(
    width: u32,
    height: u32,
    mut fill: impl FnMut(u32, &mut [Look]),
    out: &mut dyn Write,
) -> Result<(), Error> {
    let mut encoder = Encoder::new(out, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Four);
    encoder.set_palette(LOOKS.map(|look| pixel_ink(look).colours().0).concat());
    encoder.set_compression(Compression::Fast);
    let mut writer = encoder.write_header().map_err(fault)?;
    let mut stream = writer.stream_writer_with_size(1 << 16).map_err(fault)?;
    let mut looks = vec![Look::Vacant; width as usize];
    let mut bytes = vec![0; width.div_ceil(2) as usize];
    for y in 0..height {
        looks.fill(Look::Vacant);
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

/// A single pixel has no room for a shape: full colours, and walls as dark as can be.
fn pixel_ink(look: Look) -> Ink {
    match look {
        Look::Vacant => Ink::Paper,
        Look::Block => Ink::Wall,
        Look::Broken => Ink::Rubble,
        Look::Start => Ink::Start,
        Look::Goal => Ink::Goal,
        Look::Path => Ink::Line,
        Look::Head => Ink::Head,
        Look::Retreat => Ink::Retreat,
    }
}

/// What a pixel of a board with thin walls needs to know of each cell, beside its look.
const ON_PATH: u8 = 1;
const PATH_EAST: u8 = 2;
const PATH_SOUTH: u8 = 4;

fn write_pixels(drawing: &Drawing, out: &mut dyn Write) -> Result<(), Error> {
    let (rows, cols) = (drawing.rows as usize, drawing.cols as usize);
    let trail = trail(drawing);
    let look = |i: usize| match drawing.looks[i] {
        Look::Vacant | Look::Retreat if trail[i] & ON_PATH != 0 => Look::Path,
        look => look,
    };
    let Some(walls) = &drawing.walls else {
        let fill = |y: u32, row: &mut [Look]| {
            for (x, pixel) in row.iter_mut().enumerate() {
                *pixel = look(y as usize * cols + x);
            }
        };
        return pixels(drawing.cols, drawing.rows, fill, out);
    };
    let east = |r: usize, c: usize| c + 1 == cols || walls.east[r * cols + c];
    let south = |r: usize, c: usize| r + 1 == rows || walls.south[r * cols + c];
    // The passage between two cells shows the path that runs through it, or the look they share.
    let passage = |a: usize, b: usize, path: u8| match (look(a), look(b)) {
        _ if trail[a] & path != 0 => Look::Path,
        (Look::Retreat, Look::Retreat) => Look::Retreat,
        _ => Look::Vacant,
    };
    let fill = |y: u32, row: &mut [Look]| {
        row[0] = Look::Block;
        if y == 0 {
            row.fill(Look::Block);
            return;
        }
        let r = (y as usize - 1) / 2;
        for c in 0..cols {
            let i = r * cols + c;
            let (cell, side) = if y % 2 == 1 {
                (look(i), if east(r, c) { Look::Block } else { passage(i, i + 1, PATH_EAST) })
            } else {
                let wall = south(r, c);
                let corner = wall || east(r, c) || south(r, c + 1) || east(r + 1, c);
                (
                    if wall { Look::Block } else { passage(i, i + cols, PATH_SOUTH) },
                    if corner { Look::Block } else { Look::Vacant },
                )
            };
            row[2 * c + 1] = cell;
            row[2 * c + 2] = side;
        }
    };
    let sides = |n: u32| n.checked_mul(2).and_then(|n| n.checked_add(1));
    match (sides(drawing.cols), sides(drawing.rows)) {
        (Some(width), Some(height)) => pixels(width, height, fill, out),
        _ => Err(fault("the board has too many cells a side for a PNG").into()),
    }
}

/// Which cells the paths touch and which passages between neighbours they use.
fn trail(drawing: &Drawing) -> Vec<u8> {
    let mut trail = vec![0; drawing.looks.len()];
    let index = |cell: Cell| cell.row as usize * drawing.cols as usize + cell.col as usize;
    let inside = |cell: &Cell| cell.row < drawing.rows && cell.col < drawing.cols;
    for path in &drawing.paths {
        let closing = path.cells.first().filter(|_| path.closed);
        let mut before: Option<Cell> = None;
        for &cell in path.cells.iter().chain(closing).filter(|cell| inside(cell)) {
            trail[index(cell)] |= ON_PATH;
            match before.map(|b| (b.min(cell), b.max(cell))) {
                Some((a, b)) if a.row == b.row => {
                    for col in a.col..b.col {
                        trail[index(Cell::new(a.row, col))] |= ON_PATH | PATH_EAST;
                    }
                }
                Some((a, b)) if a.col == b.col => {
                    for row in a.row..b.row {
                        trail[index(Cell::new(row, a.col))] |= ON_PATH | PATH_SOUTH;
                    }
                }
                _ => {}
            }
            before = Some(cell);
        }
    }
    trail
}

fn fault(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::other(error)
}
