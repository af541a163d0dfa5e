//! Whatever a text holds, it is read or refused; and in whatever pieces it comes, it is read in the same way
//! and refused with the same words.

use std::fmt::Debug;
use std::io::{self, Read};

use tremaux_core::{Budget, Diagnostic, Reader, Verdict};

use crate::bytes::{Bytes, MAX_CELLS, Subject, in_memory};

/// Inputs and outputs of every puzzle, and the reader by itself.
pub fn reader_never_panics(data: &[u8]) {
    let mut bytes = Bytes(data);
    let piece = bytes.between(1..=256);
    let strict = bytes.flag();
    if bytes.flag() {
        let text = bytes.text();
        let whole = operate(reader(text, usize::MAX, strict), bytes.clone());
        let pieces = operate(reader(text, piece, strict), bytes);
        assert_eq!(whole, pieces, "in pieces of {piece}");
    } else {
        let subject = Subject::choose(&mut bytes);
        let (input, output) = (bytes.text(), bytes.0);
        let whole = read(&subject, reader(input, usize::MAX, strict), Reader::from_bytes(output));
        let pieces = read(&subject, reader(input, piece, strict), reader(output, piece, false));
        assert_eq!(whole, pieces, "in pieces of {piece}");
        assert!(whole.is_none_or(|(datasets, _)| datasets <= input.len() + 1), "out of nothing");
    }
}

/// A text that comes in pieces of this size, with interruptions.
struct Pieces<'a> {
    text: &'a [u8],
    size: usize,
    interrupted: bool,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let size = self.size.min(buffer.len());
        self.text.read(&mut buffer[..size])
    }
}

fn reader(text: &[u8], size: usize, strict: bool) -> Reader<'_> {
    let reader = Reader::new(Pieces { text, size, interrupted: false });
    if strict { reader.strict() } else { reader }
}

/// A fault in short, which is to be the same in whatever pieces the text came; and for people, which shows as
/// much of the line as has come by then.
fn shown(fault: &Diagnostic) -> String {
    if let Some(place) = fault.place() {
        assert!(place.line >= 1 && place.column >= 1);
        assert!(place.excerpt.get(place.span.clone()).is_some(), "{place:?}");
        assert!(!place.excerpt.contains('\n'), "{place:?}");
    }
    assert!(!fault.render("text", true).is_empty() && !fault.render("text", false).is_empty());
    fault.to_string()
}

/// Number of datasets, and all that is said about them: what they are, what is wrong with the output for
/// them, and what with the input. `None` where the options are refused.
fn read(subject: &Subject, mut input: Reader, mut output: Reader) -> Option<(usize, String)> {
    let mut session = subject.open()?;
    let mut said = String::new();
    for number in 1.. {
        let dataset = match session.read(&mut input) {
            Ok(Some(dataset)) => dataset,
            Ok(None) => return Some((number - 1, said)),
            Err(fault) => return Some((number - 1, said + &shown(&fault))),
        };
        said += &format!("{number}: {} cells\n", dataset.cells());
        if dataset.cells() > MAX_CELLS {
            continue;
        }
        said += &String::from_utf8_lossy(&in_memory(|text| dataset.write(text)));
        let budget = Budget::unlimited().with_nodes(1000);
        match dataset.verify(number as u64, &mut output, &budget) {
            Verdict::Wrong { diagnostic, cell } => said += &format!("{cell:?} {}", shown(&diagnostic)),
            verdict => said += &format!("{verdict:?}\n"),
        }
    }
    None
}

/// Calls the reader's functions, as the bytes say, and writes down what they return.
fn operate(mut reader: Reader, mut bytes: Bytes) -> Vec<String> {
    fn say(said: impl Debug) -> String {
        format!("{said:?}")
    }
    fn fallible<T: Debug>(result: Result<T, Diagnostic>) -> String {
        result.map_or_else(|fault| shown(&fault), say)
    }
    let mut said = Vec::new();
    while !bytes.0.is_empty() {
        let (operation, size) = (bytes.below(14), bytes.below(300));
        said.push(match operation {
            0 => fallible(reader.peek()),
            1 => fallible(reader.peek_bytes(size)),
            2 => fallible(reader.word("a word")),
            3 => fallible(reader.int("a number", -(size as i64)..=size as i64)),
            4 => fallible(reader.line(size)),
            5 => fallible(reader.at_end()),
            6 => fallible(reader.space()),
            7 => fallible(reader.newline()),
            8 => fallible(reader.end()),
            9 => shown(&reader.error_here("here")),
            10 => shown(&reader.error("there")),
            11 => shown(&reader.error_about("about")),
            12 => {
                let there = reader.peek_bytes(size).map_or(0, <[u8]>::len);
                reader.consume(there.min(size));
                say(reader.has_read())
            }
            // Behind it, the newest token is what came last, in whatever pieces.
            _ => {
                said.push(fallible(reader.rest(size)));
                return said;
            }
        });
    }
    said
}
