//! Writing answers, in every dialect and style.

use std::io::{self, Write};
use std::sync::{Arc, OnceLock};

use tremaux_core::{Answer, Diagnostic, GaveUp, OutputStyle};
use tremaux_drawing::Drawing;

use super::board::Board;
use super::certificate::Impossibility;
use super::options::TourConstraints;
use super::tour::Tour;
use super::{Dialect, draw, export};

/// A tour, or why there is none.
#[derive(Debug)]
pub(super) struct CachedAnswer {
    pub found: Result<Tour, Box<Impossibility>>,
    /// The judge's text of a small board, once it was asked for: the same start is often asked again.
    rendered: OnceLock<Vec<u8>>,
}

impl CachedAnswer {
    pub fn new(found: Result<Tour, Box<Impossibility>>) -> CachedAnswer {
        CachedAnswer { found, rendered: OnceLock::new() }
    }
}

/// The answer to a dataset.
pub(super) struct KnightAnswer<'a> {
    pub dialect: Dialect,
    pub constraints: &'a TourConstraints,
    pub cached: Arc<CachedAnswer>,
}

impl Answer for KnightAnswer<'_> {
    fn write(&self, style: OutputStyle, number: u64, out: &mut dyn Write) -> io::Result<()> {
        match (style, &self.cached.found) {
            (OutputStyle::Own("tsplib"), _) => export::tsplib(&self.constraints.board, out),
            (OutputStyle::Own("dimacs"), _) => export::dimacs(&self.constraints.board, out),
            (OutputStyle::Own(_), Ok(tour)) => algebraic(&self.constraints.board, tour, out),
            (OutputStyle::Own(_), Err(_)) => writeln!(out, "{}", self.dialect.none()),
            (OutputStyle::Text, _) => self.explain(number, out),
            (OutputStyle::Json, _) => self.json(number, out),
            (OutputStyle::Judge, _)
                if self.dialect == Dialect::Sicily && self.constraints.board.squares() <= 1024 =>
            {
                let render = || {
                    let mut text = Vec::new();
                    // Writing to memory does not fail.
                    let _ = self.judge(number, &mut text);
                    text
                };
                out.write_all(self.cached.rendered.get_or_init(render))
            }
            _ => self.judge(number, out),
        }
    }

    fn draw(&self) -> Result<Drawing, Diagnostic> {
        draw::answer(self.constraints, self.cached.found.as_ref().ok())
    }

    fn warning(&self) -> Option<String> {
        match &self.cached.found {
            Err(none) if self.dialect == Dialect::Leetcode => {
                Some(format!("the judge promises that there is a tour, but {}", none.reason))
            }
            _ => None,
        }
    }
}

impl KnightAnswer<'_> {
    fn judge(&self, number: u64, out: &mut dyn Write) -> io::Result<()> {
        let board = &self.constraints.board;
        if self.dialect == Dialect::Poj {
            writeln!(out, "Scenario #{number}:")?;
        }
        let Ok(tour) = &self.cached.found else {
            writeln!(out, "{}", self.dialect.none())?;
            return if self.dialect == Dialect::Poj { writeln!(out) } else { Ok(()) };
        };
        match self.dialect {
            Dialect::Sicily => numbers(tour.squares().map(|square| square + 1), b' ', b"\n", out),
            Dialect::Cses => rows(board, tour, out, |step| step.to_string(), " "),
            Dialect::Jutge => {
                let cell = |step| if step == 0 { "**".into() } else { format!("{step:02}") };
                rows(board, tour, out, cell, " ")
            }
            Dialect::Leetcode => {
                let steps = tour.steps(board).map_err(out_of_memory)?;
                for (i, row) in steps.chunks(board.cols() as usize).enumerate() {
                    out.write_all(if i == 0 { b"[[" } else { b",[" })?;
                    numbers(row.iter().map(|step| step - 1), b',', b"]", out)?;
                }
                writeln!(out, "]")
            }
            Dialect::Poj => {
                for square in tour.squares() {
                    let (row, col) = board.place(square);
                    write!(out, "{}{}", char::from(b'A' + col as u8), row + 1)?;
                }
                write!(out, "\n\n")
            }
        }
    }

    /// For people: what was found, and the board with the step of each square.
    fn explain(&self, number: u64, out: &mut dyn Write) -> io::Result<()> {
        let board = &self.constraints.board;
        let kind = match (self.constraints.symmetric, self.constraints.closed) {
            (true, _) => "closed, symmetric tour",
            (_, true) => "closed tour",
            _ => "tour",
        };
        let tour = match &self.cached.found {
            Ok(tour) => tour,
            Err(none) => {
                return writeln!(out, "Dataset {number}: no {kind} of {board}: {}", none.reason);
            }
        };
        let name = |square| format!("{} (square {})", board.name(square), square + 1);
        let ends = match tour.end() {
            end if self.constraints.closed => {
                format!("through {}, back from {}", name(tour.start()), name(end))
            }
            end => format!("from {} to {}", name(tour.start()), name(end)),
        };
        writeln!(out, "Dataset {number}: a {kind} of {board}, {ends}")?;
        let width = tour.len().to_string().len();
        rows(
            board,
            tour,
            out,
            |step| if step == 0 { "-".repeat(width) } else { format!("{step:width$}") },
            " ",
        )?;
        writeln!(out)
    }

    /// One object: `dataset`, `outcome` (`solved` or `impossible`), `rows`, `cols`, and `reason` or `closed` and
    /// `tour` (the squares in order, from 1, row by row).
    fn json(&self, number: u64, out: &mut dyn Write) -> io::Result<()> {
        let (rows, cols) = (self.constraints.board.rows(), self.constraints.board.cols());
        let head =
            |outcome| format!(r#"{{"dataset":{number},"outcome":"{outcome}","rows":{rows},"cols":{cols}"#);
        match &self.cached.found {
            Err(none) => {
                write!(out, r#"{},"reason":"{}","certificate":"#, head("impossible"), none.reason)?;
                none.certificate.json(&self.constraints.board, out)?;
                writeln!(out, "}}")
            }
            Ok(tour) => {
                write!(out, r#"{},"closed":{},"tour":["#, head("solved"), self.constraints.closed)?;
                numbers(tour.squares().map(|square| square + 1), b',', b"]}\n", out)
            }
        }
    }
}

/// Numbers with a byte between two of them and something behind the last.
fn numbers(
    list: impl Iterator<Item = u32>,
    between: u8,
    behind: &[u8],
    out: &mut dyn Write,
) -> io::Result<()> {
    const CHUNK: usize = 1 << 16;
    let mut text = Vec::with_capacity(CHUNK + 16);
    let mut digits = itoa::Buffer::new();
    for number in list {
        text.extend_from_slice(digits.format(number).as_bytes());
        text.push(between);
        if text.len() >= CHUNK {
            out.write_all(&text)?;
            text.clear();
            text.shrink_to(CHUNK + 16);
        }
    }
    // The byte behind the last number stays back: it is the last byte of a text that is never empty here.
    if text.is_empty() {
        return out.write_all(behind);
    }
    text.pop();
    text.extend_from_slice(behind);
    out.write_all(&text)
}

fn rows(
    board: &Board,
    tour: &Tour,
    out: &mut dyn Write,
    cell: impl Fn(u32) -> String,
    between: &str,
) -> io::Result<()> {
    for row in tour.steps(board).map_err(out_of_memory)?.chunks(board.cols() as usize) {
        let cells: Vec<String> = row.iter().map(|&step| cell(step)).collect();
        writeln!(out, "{}", cells.join(between))?;
    }
    Ok(())
}

fn out_of_memory(limit: GaveUp) -> io::Error {
    io::Error::new(io::ErrorKind::OutOfMemory, limit.to_string())
}

fn algebraic(board: &Board, tour: &Tour, out: &mut dyn Write) -> io::Result<()> {
    for (i, square) in tour.squares().enumerate() {
        if i > 0 {
            out.write_all(b" ")?;
        }
        out.write_all(board.name(square).as_bytes())?;
    }
    writeln!(out)
}
