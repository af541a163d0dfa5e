//! Outputs of the other judges, read into a list of squares.

use tremaux_core::{Diagnostic, Reader};

use super::super::board::Square;
use super::super::{Dialect, KnightDataset};

/// Reads the squares in the order of the tour into `squares`, which has one item for each; `false` for "there is none".
pub(super) fn tour(
    dataset: &KnightDataset,
    number: u64,
    output: &mut Reader,
    squares: &mut Vec<Square>,
) -> Result<bool, Diagnostic> {
    match dataset.dialect {
        Dialect::Poj => poj(dataset, number, output, squares),
        Dialect::Jutge => {
            output.at_end()?;
            if output.peek()? == Some(b'n') {
                word(output, "no")?;
                word(output, "sol")?;
                return Ok(false);
            }
            matrix(dataset, output, 1, b"*", squares)
        }
        Dialect::Leetcode => {
            // An empty matrix is `[]`: a bracket, and at once the other.
            let brackets = b"[], \t\r\n";
            output.at_end()?;
            if output.peek()? == Some(b'[') {
                output.consume(1);
                output.at_end()?;
                if output.peek()? == Some(b']') {
                    output.consume(1);
                    return Ok(false);
                }
            }
            matrix(dataset, output, 0, brackets, squares)
        }
        Dialect::Cses | Dialect::Sicily => {
            output.at_end()?;
            if output.peek()? == Some(b'-') {
                output.int("-1, or the first row", -1..=-1)?;
                return Ok(false);
            }
            matrix(dataset, output, 1, b"", squares)
        }
    }
}

fn word(output: &mut Reader, expected: &str) -> Result<(), Diagnostic> {
    let found = output.word(format_args!("\"{expected}\""))? == expected.as_bytes();
    if found { Ok(()) } else { Err(output.error(format!("expected \"{expected}\""))) }
}

fn skip(output: &mut Reader, bytes: &[u8]) -> Result<(), Diagnostic> {
    while output.peek()?.is_some_and(|byte| byte.is_ascii_whitespace() || bytes.contains(&byte)) {
        output.consume(1);
    }
    Ok(())
}

/// A step for each square, row by row, counted from `first`. Bytes of `between` are passed over like blanks; blocked
/// are written with such bytes, or as a step of 0.
fn matrix(
    dataset: &KnightDataset,
    output: &mut Reader,
    first: u64,
    between: &[u8],
    squares: &mut [Square],
) -> Result<bool, Diagnostic> {
    let board = &dataset.constraints.board;
    let count = u64::from(board.open_squares());
    // Where cells have two digits they may be adjacent.
    let width = if dataset.dialect == Dialect::Jutge && count <= 99 { 2 } else { 10 };
    const NONE: Square = Square::MAX;
    squares.fill(NONE);
    for square in 0..board.squares() {
        let blocked = board.is_blocked(square);
        if blocked && dataset.dialect == Dialect::Jutge {
            skip(output, b"")?;
            if output.peek_bytes(2)? != b"**" {
                return Err(
                    output.error_here(format!("expected ** for the prohibited {}", board.name(square)))
                );
            }
            output.consume(2);
            continue;
        }
        skip(output, if dataset.dialect == Dialect::Jutge { b"" } else { between })?;
        let mut step = 0;
        let digits = output.peek_bytes(width)?.iter().take_while(|byte| byte.is_ascii_digit()).count();
        for &digit in &output.peek_bytes(digits)?[..digits] {
            step = step * 10 + u64::from(digit - b'0');
        }
        let name = board.name(square);
        let steps = first..=count + first - 1;
        let empty = blocked && step == 0 && digits > 0;
        if !empty && (digits == 0 || blocked || !steps.contains(&step)) {
            let range = format!("{} to {}", steps.start(), steps.end());
            return Err(output.error_here(format!("expected the step of {name}: an integer from {range}")));
        }
        let entry = squares.get_mut(step.wrapping_sub(first) as usize).filter(|_| !empty);
        let before = entry.map_or(NONE, |entry| std::mem::replace(entry, square));
        if let Some(other) = Some(before).filter(|&before| before != NONE) {
            let message = format!("{} has step {step} already; {name} needs another", board.name(other));
            return Err(output.error_here(message));
        }
        output.consume(digits);
    }
    if dataset.dialect == Dialect::Leetcode {
        while output.peek()? == Some(b']') {
            output.consume(1);
        }
    }
    Ok(true)
}

/// `Scenario #1:` and a string of names, or `impossible`.
fn poj(
    dataset: &KnightDataset,
    number: u64,
    output: &mut Reader,
    squares: &mut Vec<Square>,
) -> Result<bool, Diagnostic> {
    let board = &dataset.constraints.board;
    word(output, "Scenario")?;
    word(output, &format!("#{number}:"))?;
    let text = output.word("a string of squares, or \"impossible\"")?.to_vec();
    if text == b"impossible" {
        return Ok(false);
    }
    squares.clear();
    let mut rest = &text[..];
    while let [letter, tail @ ..] = rest {
        let digits = tail.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let row = std::str::from_utf8(&tail[..digits]).ok().and_then(|digits| digits.parse::<u32>().ok());
        let col = letter.checked_sub(b'A').map(u32::from);
        let square = row.zip(col).and_then(|(row, col)| board.square(row.checked_sub(1)?, col));
        let Some(square) = square else {
            return Err(output
                .error("expected the names of squares, as in A1B3")
                .help("letter of the column, number of the row"));
        };
        squares.push(square);
        rest = &tail[digits..];
    }
    if squares.len() != board.squares() as usize {
        return Err(output.error(format!("expected {} squares, found {}", board.squares(), squares.len())));
    }
    Ok(true)
}
