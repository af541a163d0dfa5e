//! Reading and writing datasets, in every dialect.

use std::io::{self, Write};

use tremaux_core::{Diagnostic, Reader};

use super::board::{Board, Square};
use super::options::TourConstraints;
use super::{Dialect, KnightDataset, KnightSession};

/// The next dataset; `None` behind the last.
pub(super) fn read(
    session: &mut KnightSession,
    input: &mut Reader,
) -> Result<Option<KnightDataset>, Diagnostic> {
    if session.dialect == Dialect::Poj {
        return read_poj(session, input);
    }
    // Of these judges only sicily has several datasets in a file; a lenient reader takes any number.
    if session.dialect != Dialect::Sicily && session.served > 0 && input.is_strict() {
        input.end()?;
        return Ok(None);
    }
    if (!input.is_strict() || session.served > 0 && session.dialect != Dialect::Sicily) && input.at_end()? {
        return Ok(None);
    }
    match session.dialect {
        Dialect::Sicily => read_sicily(session, input),
        Dialect::Cses => read_cses(session, input).map(Some),
        Dialect::Leetcode => read_leetcode(input).map(Some),
        Dialect::Jutge => read_jutge(input).map(Some),
        Dialect::Poj => Ok(None),
    }
}

fn read_sicily(session: &KnightSession, input: &mut Reader) -> Result<Option<KnightDataset>, Diagnostic> {
    let last = i64::from(session.constraints.board.squares());
    let number = input.int("the start, or -1 behind the last one", -1..=last)?;
    if number == 0 {
        return Err(input.error(format!("expected the start: an integer from 1 to {last}, or -1")));
    }
    input.newline()?;
    if number < 0 {
        input.end()?;
        return Ok(None);
    }
    session.dataset(number as Square - 1).map(Some).ok_or_else(|| is_blocked(input, "the start"))
}

fn is_blocked(input: &Reader, what: &str) -> Diagnostic {
    input.error(format!("expected {what}: a square that is not blocked"))
}

fn read_cses(session: &KnightSession, input: &mut Reader) -> Result<KnightDataset, Diagnostic> {
    let board = &session.constraints.board;
    let x = input.int("x, the column of the start", 1..=i64::from(board.cols()))?;
    input.space()?;
    let y = input.int("y, the row of the start", 1..=i64::from(board.rows()))?;
    input.newline()?;
    let start = board.square(y as u32 - 1, x as u32 - 1);
    start.and_then(|start| session.dataset(start)).ok_or_else(|| is_blocked(input, "the start"))
}

fn read_leetcode(input: &mut Reader) -> Result<KnightDataset, Diagnostic> {
    let most = if input.is_strict() { 5 } else { 10_000 };
    let mut number = |name: &str, range| {
        let number = input.int(name, range)?;
        input.newline()?;
        Ok::<u32, Diagnostic>(number as u32)
    };
    let rows = number("m, the rows", 1..=most)?;
    let cols = number("n, the columns", 1..=most)?;
    let row = number("r, the row of the start", 0..=i64::from(rows) - 1)?;
    let col = number("c, the column of the start", 0..=i64::from(cols) - 1)?;
    on_board(Dialect::Leetcode, rows, cols, &[], Some((row, col)))
        .ok_or_else(|| is_blocked(input, "the start"))
}

fn read_poj(session: &mut KnightSession, input: &mut Reader) -> Result<Option<KnightDataset>, Diagnostic> {
    if session.served == 0 {
        if !input.is_strict() && input.at_end()? {
            return Ok(None);
        }
        let fewest = i64::from(input.is_strict());
        session.announced = input.int("the number of cases", fewest..=i64::MAX)? as u64;
        input.newline()?;
    }
    if session.served == session.announced {
        input.end()?;
        return Ok(None);
    }
    let rows = input.int("p, the rows", 1..=26)?;
    input.space()?;
    let cols = input.int("q, the columns", 1..=if input.is_strict() { 26 / rows } else { 26 })?;
    input.newline()?;
    Ok(on_board(Dialect::Poj, rows as u32, cols as u32, &[], None))
}

fn read_jutge(input: &mut Reader) -> Result<KnightDataset, Diagnostic> {
    let strict = input.is_strict();
    let side = input.int("n, the side of the board", if strict { 3..=9 } else { 1..=4000 })? as usize;
    input.newline()?;
    let mut blocked = Vec::new();
    for row in 1..=side {
        let expected = format!("row {row}: {side} characters, each . or *");
        let codes = input.word(&expected)?;
        if codes.len() != side || codes.iter().any(|code| !b".*".contains(code)) {
            return Err(input.error(format!("expected {expected}")));
        }
        let in_row = (0..side).filter(|&col| codes[col] == b'*');
        blocked.extend(in_row.map(|col| ((row - 1) * side + col) as Square));
        input.newline()?;
    }
    let row = input.int("r, the row of the start", 1..=side as i64)? as u32;
    input.space()?;
    let col = input.int("c, the column of the start", 1..=side as i64)? as u32;
    input.newline()?;
    on_board(Dialect::Jutge, side as u32, side as u32, &blocked, Some((row - 1, col - 1)))
        .ok_or_else(|| is_blocked(input, "the start"))
}

/// A dataset that brings its board along; `None` if no such board is supported, or the start is blocked.
pub(super) fn on_board(
    dialect: Dialect,
    rows: u32,
    cols: u32,
    blocked: &[Square],
    start: Option<(u32, u32)>,
) -> Option<KnightDataset> {
    let board = Board::new(rows, cols)?;
    let board = if blocked.is_empty() { board } else { board.with_blocked(blocked) };
    let start = match start {
        Some((row, col)) => Some(board.square(row, col).filter(|&start| !board.is_blocked(start))?),
        None => None,
    };
    Some(KnightDataset { dialect, constraints: TourConstraints::of(board), start, cached: None })
}

/// A dataset as [`read`] takes it.
pub(super) fn write(dataset: &KnightDataset, out: &mut dyn Write) -> io::Result<()> {
    let board = &dataset.constraints.board;
    let (row, col) = board.place(dataset.start.unwrap_or(0));
    match dataset.dialect {
        Dialect::Sicily => writeln!(out, "{}", dataset.start.unwrap_or(0) + 1),
        Dialect::Cses => writeln!(out, "{} {}", col + 1, row + 1),
        Dialect::Leetcode => writeln!(out, "{}\n{}\n{row}\n{col}", board.rows(), board.cols()),
        Dialect::Poj => writeln!(out, "{} {}", board.rows(), board.cols()),
        Dialect::Jutge => {
            writeln!(out, "{}", board.rows())?;
            for row in 0..board.rows() {
                let code = |col| board.square(row, col).is_none_or(|square| board.is_blocked(square));
                let codes = (0..board.cols()).map(|col| if code(col) { '*' } else { '.' });
                writeln!(out, "{}", codes.collect::<String>())?;
            }
            writeln!(out, "{} {}", row + 1, col + 1)
        }
    }
}
