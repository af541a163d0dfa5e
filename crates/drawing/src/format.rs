//! The outputs by their names, the sizes that each serves, and what can go wrong.

use std::io::Write;
use std::{error, fmt, io};

use crate::model::Drawing;
use crate::{Animation, cast, gif, html, png, svg, text};

/// The outputs, one for each kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// Scalable picture, still or moving.
    Svg,
    /// Still picture of pixels.
    Png,
    /// Moving picture of pixels.
    Gif,
    /// A page with a player.
    Html,
    /// Plain text.
    Text,
    /// A recording of a terminal, asciicast version 2.
    Cast,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 6] =
        [Format::Svg, Format::Png, Format::Gif, Format::Html, Format::Text, Format::Cast];

    /// The end of the file names of this format, without the dot.
    ///
    /// ```
    /// use tremaux_drawing::Format;
    /// let format = Format::ALL.into_iter().find(|f| f.extension() == "gif");
    /// assert_eq!(format, Some(Format::Gif));
    /// ```
    pub const fn extension(self) -> &'static str {
        match self {
            Format::Svg => "svg",
            Format::Png => "png",
            Format::Gif => "gif",
            Format::Html => "html",
            Format::Text => "txt",
            Format::Cast => "cast",
        }
    }

    /// The most cells that a board may have, or `None` where every size is served: a PNG shows a
    /// large board at one pixel a cell, a text goes out row by row.
    pub const fn most_cells(self) -> Option<u64> {
        match self {
            Format::Svg | Format::Html => Some(256 * 256),
            Format::Gif => Some(128 * 128),
            Format::Cast => Some(100 * 100),
            Format::Png | Format::Text => None,
        }
    }

    /// Can the format show more than the last board?
    pub const fn moves(self) -> bool {
        !matches!(self, Format::Png)
    }

    /// Writes the animation; without frames, and as a PNG, its last board alone.
    ///
    /// # Errors
    /// [`Error::TooLarge`] where the board has more than [`most_cells`](Format::most_cells), or what the
    /// writer reports.
    pub fn write(self, animation: &Animation, out: &mut dyn Write) -> Result<(), Error> {
        match self {
            Format::Svg => svg::animate(animation, out),
            Format::Png => png::write(animation.last(), out),
            Format::Gif => gif::animate(animation, out),
            Format::Html => html::animate(animation, out),
            Format::Text => text::animate(animation, text::Style::default(), out),
            Format::Cast => cast::animate(animation, out),
        }
    }

    /// Is the board small enough?
    ///
    /// # Errors
    /// [`Error::TooLarge`] if it is not.
    pub fn check(self, drawing: &Drawing) -> Result<(), Error> {
        let (rows, cols) = (drawing.rows, drawing.cols);
        match self.most_cells() {
            Some(most) if u64::from(rows) * u64::from(cols) > most => {
                Err(Error::TooLarge { format: self, rows, cols })
            }
            _ => Ok(()),
        }
    }
}

/// Why a picture cannot be made.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The board has more cells than the format serves.
    TooLarge {
        /// The format asked for.
        format: Format,
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        cols: u32,
    },
    /// The picture could not be written.
    Io(io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::TooLarge { format, rows, cols } => {
                let most = format.most_cells().unwrap_or(u64::MAX);
                write!(
                    f,
                    "a board of {rows} x {cols} cells is too large for .{}, which serves up to {most} cells \
                     ({side} x {side}); .png shows a board of any size",
                    format.extension(),
                    side = most.isqrt()
                )
            }
            Error::Io(error) => error.fmt(f),
        }
    }
}

impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Error::Io(error) => Some(error),
            Error::TooLarge { .. } => None,
        }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Error::Io(error)
    }
}
