//! Text: boards with thin walls as drawings of box strokes, other boards as a table of glyphs.
//!
//! A cell's label takes its place; a look that has a glyph of its own then follows it, so
//! that nothing depends on colour. Rows are written one by one, so any size of board is served.

use std::collections::HashMap;
use std::io::{self, Write};
use std::ops::Range;

use crate::animation::{Animation, BoardState};
use crate::format::Error;
use crate::model::{Cell, CellState, Coordinates, Drawing};
use crate::palette::appearance;

/// How a text shows itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Only characters of ASCII.
    pub ascii: bool,
    /// With the escape sequences of a terminal's 256 colours.
    pub color: bool,
}

/// The part of a board that is to be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// Rows of the board.
    pub rows: Range<u32>,
    /// Columns of the board.
    pub cols: Range<u32>,
}

/// Writes the whole board.
///
/// ```
/// use tremaux_drawing::{Cell, Drawing, CellState, text};
/// let mut drawing = Drawing::new(2, 3);
/// drawing.set(Cell::new(0, 1), CellState::Block);
/// let mut page = Vec::new();
/// text::write(&drawing, text::Style { ascii: true, color: false }, &mut page).unwrap();
/// assert_eq!(String::from_utf8(page).unwrap(), ". # .\n. . .\n");
/// ```
///
/// # Errors
/// What the writer reports.
pub fn write(drawing: &Drawing, style: Style, out: &mut dyn Write) -> Result<(), Error> {
    Ok(Page::new(drawing, style).write_all(out)?)
}

/// Writes every frame, each below a line that names it, and the last board.
///
/// # Errors
/// What the writer reports.
pub fn animate(animation: &Animation, style: Style, out: &mut dyn Write) -> Result<(), Error> {
    let mut stage = BoardState::new(animation.board().clone());
    for (i, frame) in animation.frames().iter().enumerate() {
        for mark in frame {
            stage.apply(*mark);
        }
        writeln!(out, "step {} of {}", animation.steps_after(i), animation.steps())?;
        Page::new(&stage.picture(), style).at_least(animation.widest()).write_all(out)?;
        writeln!(out)?;
    }
    if animation.dropped() > 0 {
        writeln!(out, "({} steps are not shown)", animation.dropped())?;
    }
    write(animation.last(), style, out)
}

/// A board made ready to be written in parts.
pub struct Page<'a> {
    drawing: &'a Drawing,
    style: Style,
    /// The contents of a cell in place of its look's glyph.
    texts: HashMap<Cell, String>,
    /// For each cell, row by row: does a line from neighbour to neighbour run over it? Empty without one.
    on_path: Vec<bool>,
    /// Letters in a cell, without the frame around it.
    width: usize,
    /// Letters at the left of each row.
    margin: usize,
}

impl<'a> Page<'a> {
    /// Measures the labels.
    pub fn new(drawing: &'a Drawing, style: Style) -> Self {
        let mut texts = HashMap::new();
        let mut on_path = Vec::new();
        for path in drawing.paths_inside() {
            if path.numbered_arrows {
                arrows(&path.cells, style, &mut texts);
            } else if !path.jumps() {
                on_path.resize(drawing.rows as usize * drawing.cols as usize, false);
                for i in path.cells.iter().filter_map(|cell| drawing.index(*cell)) {
                    on_path[i] = true;
                }
            }
        }
        texts.extend(drawing.labels_inside().map(|label| (label.cell, label.text.clone())));
        let width = texts.values().map(|text| text.chars().count()).max().unwrap_or(1).max(1);
        let margin = match drawing.coordinates {
            Coordinates::None => 0,
            Coordinates::Algebraic => drawing.rows.to_string().len() + 1,
        };
        Page { drawing, style, texts, on_path, width, margin }
    }

    /// The same page with space for so many letters in each cell, so that pictures that follow each
    /// other are equally wide.
    pub fn at_least(mut self, width: usize) -> Self {
        self.width = self.width.max(width);
        self
    }

    /// The most rows and columns of the board that fit so many lines of so many letters.
    pub fn fitting(&self, lines: usize, letters: usize) -> (u32, u32) {
        let letters = letters.saturating_sub(self.margin);
        let foot = usize::from(self.drawing.coordinates != Coordinates::None);
        let lines = lines.saturating_sub(foot);
        let (rows, cols) = match self.drawing.walls {
            Some(_) => (lines.saturating_sub(1) / 2, letters.saturating_sub(1) / (self.width + 3)),
            None => (lines, letters / (self.width + 1)),
        };
        (rows.min(self.drawing.rows as usize) as u32, cols.min(self.drawing.cols as usize) as u32)
    }

    /// Writes the whole board.
    ///
    /// # Errors
    /// What the writer reports.
    pub fn write_all(&self, out: &mut dyn Write) -> io::Result<()> {
        self.write(&Window { rows: 0..self.drawing.rows, cols: 0..self.drawing.cols }, out)
    }

    /// Writes the rows and columns of a window.
    ///
    /// # Errors
    /// What the writer reports.
    pub fn write(&self, window: &Window, out: &mut dyn Write) -> io::Result<()> {
        let thin = self.drawing.walls.is_some();
        let mut line = String::new();
        for row in window.rows.clone() {
            if thin {
                self.wall_line(row, &window.cols, &mut line);
                flush(&mut line, out)?;
            }
            if self.margin > 0 {
                line += &format!("{:>1$} ", self.drawing.rank(row), self.margin - 1);
            }
            for col in window.cols.clone() {
                if thin {
                    line.push(if self.wall_west(row, col) { self.stroke('│', '|') } else { ' ' });
                }
                self.cell(Cell::new(row, col), &mut line);
            }
            if thin {
                line.push(if self.wall_west(row, window.cols.end) { self.stroke('│', '|') } else { ' ' });
            }
            flush(&mut line, out)?;
        }
        if thin {
            self.wall_line(window.rows.end, &window.cols, &mut line);
            flush(&mut line, out)?;
        }
        if self.margin > 0 {
            line += &" ".repeat(self.margin);
            let width = if thin { self.width + 3 } else { self.width + 1 };
            for col in window.cols.clone() {
                let file = Drawing::file(col);
                line += &if thin {
                    format!(" {file:>0$} ", width - 2)
                } else {
                    format!("{file:>0$} ", width - 1)
                };
            }
            flush(&mut line, out)?;
        }
        Ok(())
    }

    fn cell(&self, cell: Cell, line: &mut String) {
        let look = match self.drawing.look(cell) {
            CellState::Vacant if self.is_on_path(cell) => CellState::Path,
            look => look,
        };
        let seen = appearance(look);
        let glyph = if self.style.ascii { seen.ascii } else { seen.glyph };
        let thin = self.drawing.walls.is_some();
        let colours = seen.ansi.filter(|_| self.style.color);
        if let Some((text, ground)) = colours {
            *line += &format!("\x1b[38;5;{text};48;5;{ground}m");
        }
        if thin {
            line.push(' ');
        }
        match self.texts.get(&cell) {
            Some(text) => {
                let plain = matches!(look, CellState::Vacant | CellState::Path);
                *line += &format!("{text:>0$}{1}", self.width, if plain { ' ' } else { glyph });
            }
            None if look == CellState::Block && !self.style.ascii => {
                line.extend(std::iter::repeat_n(glyph, self.width + 1));
            }
            None => {
                let glyph = if thin && look == CellState::Vacant { ' ' } else { glyph };
                *line += &format!("{glyph:>0$} ", self.width);
            }
        }
        if colours.is_some() {
            *line += "\x1b[0m";
        }
    }

    fn is_on_path(&self, cell: Cell) -> bool {
        self.drawing.index(cell).and_then(|i| self.on_path.get(i)).copied().unwrap_or(false)
    }

    /// The line of walls above a row.
    fn wall_line(&self, row: u32, cols: &Range<u32>, line: &mut String) {
        *line += &" ".repeat(self.margin);
        for col in cols.start..=cols.end {
            // The walls that meet at the cell's north-west corner.
            let north = row > 0 && self.wall_west(row - 1, col);
            let south = row < self.drawing.rows && self.wall_west(row, col);
            let west = col > 0 && self.wall_north(row, col - 1);
            let east = col < self.drawing.cols && self.wall_north(row, col);
            let joint =
                usize::from(north) + 2 * usize::from(east) + 4 * usize::from(south) + 8 * usize::from(west);
            line.push(if self.style.ascii { '+' } else { JOINTS[joint] });
            if col < cols.end {
                let stroke = if east { self.stroke('─', '-') } else { ' ' };
                line.extend(std::iter::repeat_n(stroke, self.width + 2));
            }
        }
    }

    fn wall_north(&self, row: u32, col: u32) -> bool {
        row == 0 || self.drawing.wall_south(Cell::new(row - 1, col))
    }

    fn wall_west(&self, row: u32, col: u32) -> bool {
        col == 0 || self.drawing.wall_east(Cell::new(row, col - 1))
    }

    fn stroke(&self, unicode: char, ascii: char) -> char {
        if self.style.ascii { ascii } else { unicode }
    }
}

/// Walls that meet, by the sum of north 1, east 2, south 4, west 8.
const JOINTS: [char; 16] = [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];

/// Arrows along each straight stretch, and where it ends its number.
fn arrows(stops: &[Cell], style: Style, texts: &mut HashMap<Cell, String>) {
    for pair in stops.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let sign = |a: u32, b: u32| (i64::from(b) - i64::from(a)).signum();
        let (down, right) = (sign(from.row, to.row), sign(from.col, to.col));
        let arrow = match (down, right) {
            (0, 1) => ['→', '>'],
            (0, -1) => ['←', '<'],
            (1, 0) => ['↓', 'v'],
            (-1, 0) => ['↑', '^'],
            _ => continue,
        };
        let step =
            |cell: Cell| Cell::new((i64::from(cell.row) + down) as u32, (i64::from(cell.col) + right) as u32);
        let mut cell = step(from);
        while cell != to {
            let glyph = arrow[usize::from(style.ascii)].to_string();
            let crossing = if style.ascii { "+" } else { "┼" };
            texts.entry(cell).and_modify(|before| *before = crossing.to_string()).or_insert(glyph);
            cell = step(cell);
        }
    }
    for (i, stop) in stops.iter().enumerate().skip(1) {
        texts.insert(*stop, i.to_string());
    }
}

/// Writes the line without the blanks at its end.
fn flush(line: &mut String, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", line.trim_end_matches(' '))?;
    line.clear();
    Ok(())
}
