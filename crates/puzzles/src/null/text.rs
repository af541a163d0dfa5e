//! Reading and writing.

use std::io::{self, Write};

use tremaux_core::{Diagnostic, OutputStyle, Reader};

use super::Stones;

/// Why a row has no solution.
const NONE: &str = "every step was tried";

/// The most squares of a dataset.
const MAX_SQUARES: i64 = 1_000_000;

/// The next dataset; `None` at the `0`, or at the end of a lenient input.
pub(super) fn read(input: &mut Reader) -> Result<Option<Stones>, Diagnostic> {
    if !input.is_strict() && input.at_end()? {
        return Ok(None);
    }
    let count = input.int("the number of squares", 0..=MAX_SQUARES)?;
    input.newline()?;
    if count == 0 {
        input.end()?;
        return Ok(None);
    }
    let mut squares = Vec::new();
    for i in 1..=count {
        squares.push(input.int(format_args!("the code of square {i}"), 0..=1)? == 0);
        if i < count { input.space()? } else { input.newline()? }
    }
    let begins_with_water = || input.error_about("the first square is water");
    Stones::new(squares).map(Some).ok_or_else(begins_with_water)
}

/// A dataset as [`read`] takes it.
pub(super) fn write(squares: &[bool], out: &mut dyn Write) -> io::Result<()> {
    let codes: Vec<&str> = squares.iter().map(|&stone| if stone { "0" } else { "1" }).collect();
    writeln!(out, "{}\n{}", codes.len(), codes.join(" "))
}

/// The answer in each style. Squares are counted from 1 outside the program. JSON:
/// `{"dataset":1,"outcome":"solved","route":[1,3]}`, or
/// `{"dataset":1,"outcome":"impossible","reason":"..."}`.
pub(super) fn write_answer(
    way: Option<&[usize]>,
    style: OutputStyle,
    number: u64,
    out: &mut dyn Write,
) -> io::Result<()> {
    let list = |route: &[usize], separator: &str| {
        let squares: Vec<String> = route.iter().map(|square| (square + 1).to_string()).collect();
        squares.join(separator)
    };
    match (style, way) {
        (OutputStyle::Text, Some(route)) => {
            writeln!(out, "Dataset {number}: {} steps, over squares {}", route.len() - 1, list(route, ", "))
        }
        (OutputStyle::Text, None) => writeln!(out, "Dataset {number}: no solution: {NONE}"),
        (OutputStyle::Json, Some(route)) => {
            writeln!(out, r#"{{"dataset":{number},"outcome":"solved","route":[{}]}}"#, list(route, ","))
        }
        (OutputStyle::Json, None) => {
            writeln!(out, r#"{{"dataset":{number},"outcome":"impossible","reason":"{NONE}"}}"#)
        }
        (_, Some(route)) => writeln!(out, "{}", list(route, " ")),
        (_, None) => writeln!(out, "-1"),
    }
}
