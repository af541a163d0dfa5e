//! Reading and writing boards.

use std::io::{self, Write};

use tremaux_core::{Diagnostic, Reader};

use super::board::{Board, GOAL, MAX_SIDE, MAX_SQUARES, START};

/// The next dataset; `None` at the `0 0`, or at the end of a lenient input. A strict reader wants the
/// judge's limits.
pub(super) fn read(input: &mut Reader) -> Result<Option<Board>, Diagnostic> {
    let strict = input.is_strict();
    if !strict && input.at_end()? {
        return Ok(None);
    }
    let (widest, highest) = if strict { (20, 20) } else { (MAX_SIDE.into(), MAX_SIDE.into()) };
    let width = input.int("the width", 0..=widest)?;
    if strict && width == 1 {
        return Err(input.error("expected the width: an integer from 2 to 20, or 0 at the end"));
    }
    input.space()?;
    let height = match width {
        0 => input.int("the height behind the width 0, which ends the input", 0..=0)?,
        _ => input.int("the height", 1..=highest)?,
    };
    input.newline()?;
    if width == 0 {
        input.end()?;
        return Ok(None);
    }
    let squares = width as u64 * height as u64;
    if squares > MAX_SQUARES {
        return Err(input.error(format!("expected at most {MAX_SQUARES} squares in all")));
    }
    read_codes(input, width as usize, squares as usize).map(Some)
}

fn read_codes(input: &mut Reader, width: usize, squares: usize) -> Result<Board, Diagnostic> {
    let mut codes: Vec<u8> = Vec::new();
    let (mut start, mut goal) = (None, None);
    while codes.len() < squares {
        if codes.len() == codes.capacity() {
            // Memory for a small board at once, for a large one as its squares come: the size alone takes none.
            let more = codes.len().max(1 << 12).min(squares - codes.len());
            codes.try_reserve_exact(more).map_err(|_| input.out_of_memory())?;
        }
        if !input.is_strict() {
            read_plain_codes(input, &mut codes)?;
            if codes.len() == codes.capacity() {
                continue;
            }
        }
        let (row, col) = (codes.len() / width + 1, codes.len() % width + 1);
        let code = input.int(format_args!("the code of row {row}, column {col}"), 0..=i64::from(GOAL))? as u8;
        let (once, name) = if code == START { (&mut start, "start") } else { (&mut goal, "goal") };
        if code >= START && once.replace(codes.len()).is_some() {
            return Err(input.error(format!("a second {name}: a board has one")));
        }
        codes.push(code);
        if col < width { input.space()? } else { input.newline()? }
    }
    match (start, goal) {
        (Some(start), Some(goal)) => Ok(Board::checked(width as u32, codes, start, goal)),
        (None, _) => Err(input.error_about("the board that ends here has no start (code 2)")),
        (_, None) => Err(input.error_about("the board that ends here has no goal (code 3)")),
    }
}

/// Reads ahead while there is nothing but vacant squares and blocks, each one digit and one white space:
/// four at a time, since nearly all of an input is like that. At most the capacity is filled.
fn read_plain_codes(input: &mut Reader, codes: &mut Vec<u8>) -> Result<(), Diagnostic> {
    let chunk = input.chunk()?;
    // The white space behind the token before.
    let skipped = usize::from(matches!(chunk.first(), Some(b' ' | b'\n')));
    let unread = &chunk[skipped..];
    let before = codes.len();
    for eight in unread.chunks_exact(8).take((codes.capacity() - before) / 4) {
        match plain_codes(eight) {
            Some(four) => codes.extend_from_slice(&four),
            None => break,
        }
    }
    while let [code @ (b'0' | b'1'), b' ' | b'\n', ..] = unread[2 * (codes.len() - before)..] {
        if codes.len() == codes.capacity() {
            break;
        }
        codes.push(code - b'0');
    }
    input.consume(skipped + 2 * (codes.len() - before));
    Ok(())
}

/// Eight bytes as four codes, if they are four times a 0 or 1 and then a space or newline.
fn plain_codes(eight: &[u8]) -> Option<[u8; 4]> {
    let difference = u64::from_le_bytes(eight.try_into().ok()?) ^ u64::from_le_bytes(*b"0 0 0 0 ");
    let codes = difference & 0x0001_0001_0001_0001;
    // A newline differs from a space in bits 1, 3 and 5.
    let newlines = (difference & 0x0200_0200_0200_0200) * 0b10101;
    let plain = difference == codes | newlines;
    plain.then_some([codes as u8, (codes >> 16) as u8, (codes >> 32) as u8, (codes >> 48) as u8])
}

/// A dataset as [`read`] takes it.
pub(super) fn write(board: &Board, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{} {}", board.width(), board.height())?;
    let mut line = Vec::with_capacity(2 * board.width() as usize);
    for row in board.codes().chunks_exact(board.width() as usize) {
        line.clear();
        line.extend(row.iter().flat_map(|&code| [b'0' + code, b' ']));
        if let Some(last) = line.last_mut() {
            *last = b'\n';
        }
        out.write_all(&line)?;
    }
    Ok(())
}
