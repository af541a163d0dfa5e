//! GIF: one palette for all frames, and of each frame only the rectangle that changed.

use std::borrow::Cow;
use std::io::{self, Write};

use ::gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

use crate::animation::{Animation, BoardState};
use crate::film;
use crate::format::{Error, Format};
use crate::model::Drawing;
use crate::png::cell_size;
use crate::raster::{Canvas, palette};
use crate::scene;

/// The most pixels a side, and a cell's pixels on a small board.
const SIDE: u32 = 800;
const MAX_CELL: u32 = 32;

/// Writes the whole animation, repeated without end. Without frames it is a still picture.
///
/// ```
/// use tremaux_drawing::{Animation, Drawing, gif};
/// let mut picture = Vec::new();
/// gif::animate(&Animation::new(Drawing::new(2, 3)), &mut picture).unwrap();
/// assert!(picture.starts_with(b"GIF89a"));
/// ```
///
/// # Errors
/// [`Error::TooLarge`] above 16,384 cells, or what the writer reports.
pub fn animate(animation: &Animation, out: &mut dyn Write) -> Result<(), Error> {
    let board = animation.last();
    Format::Gif.check(board)?;
    let cell = cell_size(board, SIDE).clamp(1, MAX_CELL);
    let whole = |drawing: &Drawing| {
        let mut canvas = Canvas::new(drawing, cell);
        canvas.paint(&scene::still(drawing));
        canvas
    };
    // What does not move under the moving parts is painted once.
    let mut below = Canvas::new(animation.board(), cell);
    below.paint(&scene::ground(animation.board()));
    below.paint(&scene::tiles(animation.board(), film::unchanging(animation).iter().copied()));
    let changing = film::changing(animation);
    let shot = |stage: &BoardState| {
        let (picture, mut canvas) = (stage.picture(), below.clone());
        canvas.paint(&scene::tiles(&picture, changing.iter().copied()));
        canvas.paint(&scene::above(&picture));
        canvas
    };
    let mut stage = BoardState::new(animation.board().clone());
    let first = if animation.frames().is_empty() { whole(board) } else { shot(&stage) };
    let sides = (first.width as u16, first.height as u16);
    let mut encoder = Encoder::new(out, sides.0, sides.1, &palette().colours.concat()).map_err(fault)?;
    if !animation.frames().is_empty() {
        encoder.set_repeat(Repeat::Infinite).map_err(fault)?;
    }
    let mut film = Film { encoder, waiting: all(&first, animation.centiseconds()), seen: first };
    for frame in animation.frames() {
        for mark in frame {
            stage.apply(*mark);
        }
        film.show(shot(&stage), animation.centiseconds())?;
    }
    if !animation.frames().is_empty() {
        film.show(whole(board), Animation::LAST_CENTISECONDS)?;
    }
    film.encoder.write_frame(&film.waiting).map_err(fault)?;
    film.encoder.into_inner().map_err(fault)?;
    Ok(())
}

struct Film<W: Write> {
    encoder: Encoder<W>,
    /// Not yet written: it lasts longer if the next picture is the same.
    waiting: Frame<'static>,
    seen: Canvas,
}

impl<W: Write> Film<W> {
    fn show(&mut self, canvas: Canvas, delay: u16) -> Result<(), Error> {
        match change(&self.seen, &canvas, delay) {
            Some(frame) => {
                self.encoder.write_frame(&self.waiting).map_err(fault)?;
                self.waiting = frame;
                self.seen = canvas;
            }
            None => self.waiting.delay = self.waiting.delay.saturating_add(delay),
        }
        Ok(())
    }
}

/// The number of no colour: pixels that stay as they are.
const SAME: u8 = 255;

/// The part of a picture from one corner to another, both within; what it shares with the picture
/// `before` is left out, which packs better.
fn part(
    canvas: &Canvas,
    before: Option<&Canvas>,
    (left, top): (usize, usize),
    (right, bottom): (usize, usize),
    delay: u16,
) -> Frame<'static> {
    let places = (top..=bottom).flat_map(|y| y * canvas.width + left..=y * canvas.width + right);
    let pixel = |i: usize| match before {
        Some(before) if before.pixels[i] == canvas.pixels[i] => SAME,
        _ => canvas.pixels[i],
    };
    Frame {
        left: left as u16,
        top: top as u16,
        width: (right - left + 1) as u16,
        height: (bottom - top + 1) as u16,
        delay,
        dispose: DisposalMethod::Keep,
        transparent: before.map(|_| SAME),
        buffer: Cow::Owned(places.map(pixel).collect()),
        ..Frame::default()
    }
}

/// The whole picture.
fn all(canvas: &Canvas, delay: u16) -> Frame<'static> {
    part(canvas, None, (0, 0), (canvas.width - 1, canvas.height - 1), delay)
}

/// The smallest rectangle outside of which both pictures are the same.
fn change(before: &Canvas, after: &Canvas, delay: u16) -> Option<Frame<'static>> {
    let width = after.width;
    let row_differs = |y: &usize| before.pixels[y * width..][..width] != after.pixels[y * width..][..width];
    let top = (0..after.height).find(row_differs)?;
    let bottom = (top..after.height).rfind(row_differs)?;
    let column_differs =
        |x: &usize| (top..=bottom).any(|y| before.pixels[y * width + x] != after.pixels[y * width + x]);
    let left = (0..width).find(column_differs)?;
    let right = (left..width).rfind(column_differs)?;
    Some(part(after, Some(before), (left, top), (right, bottom), delay))
}

fn fault(error: EncodingError) -> io::Error {
    match error {
        EncodingError::Io(error) => error,
        error => io::Error::other(error),
    }
}
