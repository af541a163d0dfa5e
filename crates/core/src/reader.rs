//! The reader of every text: inputs of puzzles and outputs of programs.
//!
//! The reader is the validator. A puzzle is read by one piece of code that names each number and its
//! range; a *lenient* reader takes any white space between two tokens, a *strict* one checks in
//! [`space`](Reader::space), [`newline`](Reader::newline) and [`end`](Reader::end) what the lenient one
//! passes over. Bytes, never strings: an input may hold anything.
//!
//! The text is streamed through a buffer, whatever its size. Lines are not counted while tokens are
//! read: the place of a fault is reckoned when there is one, from the number of the buffer's first line
//! and the newlines behind it. Some bytes that were already read stay in front of the buffer, so that a
//! diagnostic can show them.

use std::fmt::Display;
use std::io::{self, Read};
use std::ops::{Range, RangeInclusive};

use crate::{Diagnostic, Location};

/// Bytes asked of the source at a time.
const CHUNK: usize = 1 << 18;
/// Bytes that are kept in front of the next one, for diagnostics.
const CONTEXT: usize = 256;
/// The longest token that is read as one. No number is longer; binary junk is.
const LONGEST_TOKEN: usize = 4096;

/// Reads tokens, numbers, lines and bytes, and knows where it is.
///
/// ```
/// use tremaux_core::Reader;
/// let mut reader = Reader::from_bytes(b"3 x\n");
/// assert_eq!(reader.int("the width", 1..=20).unwrap(), 3);
/// let fault = reader.int("the height", 1..=20).unwrap_err();
/// assert_eq!(fault.to_string(), "1:3: expected the height: an integer from 1 to 20, found \"x\"");
/// ```
pub struct Reader<'a> {
    source: Box<dyn Read + Send + 'a>,
    /// `buffer[next..]` is unread; at most [`CONTEXT`] bytes before it are kept.
    buffer: Vec<u8>,
    next: usize,
    /// Number of bytes of the text before the buffer, newlines among them, and where its line begins.
    dropped: u64,
    lines_dropped: u64,
    line_start: u64,
    /// The newest token, in the buffer.
    token: Range<usize>,
    ended: bool,
    strict: bool,
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

impl<'a> Reader<'a> {
    /// A lenient reader.
    pub fn new(source: impl Read + Send + 'a) -> Self {
        Reader {
            source: Box::new(source),
            buffer: Vec::new(),
            next: 0,
            dropped: 0,
            lines_dropped: 0,
            line_start: 0,
            token: 0..0,
            ended: false,
            strict: false,
        }
    }

    /// A lenient reader of a text in memory.
    pub fn from_bytes(text: &'a [u8]) -> Self {
        Reader::new(text)
    }

    /// The same reader, strict from here on.
    #[must_use]
    pub fn strict(self) -> Self {
        Reader { strict: true, ..self }
    }

    /// Does this reader check white space and the judge's limits?
    pub fn is_strict(&self) -> bool {
        self.strict
    }

    // ---- tokens ----

    /// Is nothing left, white space apart? (A strict reader passes over no white space.)
    pub fn at_end(&mut self) -> Result<bool, Diagnostic> {
        if !self.strict {
            self.skip_space()?;
        }
        Ok(self.peek()?.is_none())
    }

    /// The next token: the bytes up to white space or the end. `name` says what is expected.
    pub fn word(&mut self, name: impl Display) -> Result<&[u8], Diagnostic> {
        if !self.strict {
            self.skip_space()?;
        }
        let length = self.find(is_space, LONGEST_TOKEN)?;
        self.token = self.next..self.next + length.min(LONGEST_TOKEN);
        if length == 0 {
            return Err(self.error_here(format!("expected {name}")));
        }
        if length > LONGEST_TOKEN {
            return Err(self.error(format!("expected {name}")));
        }
        self.next = self.token.end;
        Ok(&self.buffer[self.token.clone()])
    }

    /// The next token as a decimal integer in a range. `name` says what it is, as in "the width".
    ///
    /// A strict reader also rejects a plus sign, leading zeros and `-0`.
    pub fn int(&mut self, name: impl Display, range: RangeInclusive<i64>) -> Result<i64, Diagnostic> {
        if let Some((number, token)) = self.short_int().filter(|(number, _)| range.contains(number)) {
            self.next = token.end;
            self.token = token;
            return Ok(number);
        }
        let strict = self.strict;
        let expected = |name: &dyn Display| match (*range.start(), *range.end()) {
            (0, i64::MAX) => format!("{name}: an integer, not negative"),
            (1, i64::MAX) => format!("{name}: a positive integer"),
            (low, high) if low == high => format!("{name}: {low}"),
            (low, high) => format!("{name}: an integer from {low} to {high}"),
        };
        let word = self.word(expected(&name))?;
        match parse_int(word, strict).filter(|number| range.contains(number)) {
            Some(number) => Ok(number),
            None => Err(self.error(format!("expected {}", expected(&name)))),
        }
    }

    /// The common case of [`int`](Reader::int): a lenient reader, few digits, all in the buffer.
    #[inline]
    fn short_int(&self) -> Option<(i64, Range<usize>)> {
        if self.strict {
            return None;
        }
        let unread = &self.buffer[self.next..];
        let start = unread.iter().position(|&byte| !is_space(byte))?;
        let mut number = 0;
        for (length, &byte) in unread[start..].iter().enumerate().take(10) {
            if byte.is_ascii_digit() {
                number = number * 10 + i64::from(byte - b'0');
            } else if length > 0 && is_space(byte) {
                let start = self.next + start;
                return Some((number, start..start + length));
            } else {
                return None;
            }
        }
        None
    }

    /// A strict reader wants exactly one space here.
    pub fn space(&mut self) -> Result<(), Diagnostic> {
        self.separator(b' ', "one space")
    }

    /// A strict reader wants exactly one newline here.
    pub fn newline(&mut self) -> Result<(), Diagnostic> {
        self.separator(b'\n', "a newline")
    }

    /// A strict reader wants nothing more here.
    pub fn end(&mut self) -> Result<(), Diagnostic> {
        if self.strict && self.peek()?.is_some() { Err(self.error_here("expected the end")) } else { Ok(()) }
    }

    fn separator(&mut self, byte: u8, name: &str) -> Result<(), Diagnostic> {
        if !self.strict {
            return Ok(());
        }
        if self.peek()? != Some(byte) {
            return Err(self.error_here(format!("expected {name}")));
        }
        self.next += 1;
        Ok(())
    }

    fn skip_space(&mut self) -> Result<(), Diagnostic> {
        loop {
            let unread = &self.buffer[self.next..];
            if let Some(blanks) = unread.iter().position(|&byte| !is_space(byte)) {
                self.next += blanks;
                return Ok(());
            }
            self.next = self.buffer.len();
            if !self.refill()? {
                return Ok(());
            }
        }
    }

    /// Number of unread bytes before the first that `stop` is true of, or before the end. Once there are
    /// more than `longest`, the number of those that happen to be in the buffer.
    fn find(&mut self, stop: fn(u8) -> bool, longest: usize) -> Result<usize, Diagnostic> {
        let mut length = 0;
        loop {
            let unread = &self.buffer[self.next..];
            match unread[length..].iter().position(|&byte| stop(byte)) {
                Some(more) => return Ok(length + more),
                None => length = unread.len(),
            }
            if length > longest || !self.refill()? {
                return Ok(length);
            }
        }
    }

    // ---- bytes and lines ----

    /// The next byte, left unread; `None` at the end.
    pub fn peek(&mut self) -> Result<Option<u8>, Diagnostic> {
        Ok(self.peek_bytes(1)?.first().copied())
    }

    /// The next bytes, left unread: `count` of them, or fewer where the text ends before.
    pub fn peek_bytes(&mut self, count: usize) -> Result<&[u8], Diagnostic> {
        while self.buffer.len() - self.next < count && self.refill()? {}
        let end = self.buffer.len().min(self.next + count);
        Ok(&self.buffer[self.next..end])
    }

    /// Some unread bytes, empty only at the end. For bulk reading, with [`consume`](Reader::consume).
    pub fn chunk(&mut self) -> Result<&[u8], Diagnostic> {
        self.peek_bytes(1)?;
        Ok(&self.buffer[self.next..])
    }

    /// Passes over bytes of the [`chunk`](Reader::chunk); the last token among them is the newest now.
    pub fn consume(&mut self, count: usize) {
        let end = self.buffer.len().min(self.next + count);
        let consumed = &self.buffer[self.next..end];
        let length = consumed.iter().rposition(|&byte| !is_space(byte)).map_or(0, |last| last + 1);
        let start = consumed[..length].iter().rposition(|&byte| is_space(byte)).map_or(0, |blank| blank + 1);
        self.token = self.next + start.max(length.saturating_sub(LONGEST_TOKEN))..self.next + length;
        self.next = end;
    }

    /// The next line without its end (LF or CR LF), or `None` at the end of the text. Fails at a line of
    /// more than `longest` bytes.
    pub fn line(&mut self, longest: usize) -> Result<Option<&[u8]>, Diagnostic> {
        let length = self.find(|byte| byte == b'\n', longest + 1)?;
        self.token = self.next..self.next + length;
        let newline = self.next + length < self.buffer.len();
        if length == 0 && !newline {
            return Ok(None);
        }
        let line = &self.buffer[self.token.clone()];
        let length = line.strip_suffix(b"\r").unwrap_or(line).len();
        if length > longest {
            self.token.end = self.token.start + LONGEST_TOKEN.min(longest + 1);
            return Err(self.error(format!("expected a line of at most {longest} bytes")));
        }
        self.next = self.token.end + usize::from(newline);
        self.token.end = self.token.start + length;
        Ok(Some(&self.buffer[self.token.clone()]))
    }

    /// Everything that is left. Fails where that is more than `most` bytes.
    pub fn rest(&mut self, most: usize) -> Result<Vec<u8>, Diagnostic> {
        let mut rest = Vec::new();
        loop {
            let chunk = self.chunk()?;
            if chunk.is_empty() {
                return Ok(rest);
            }
            let length = chunk.len().min(most - rest.len());
            if length == 0 {
                return Err(self.error_here(format!("expected at most {most} bytes")));
            }
            if rest.try_reserve(length).is_err() {
                return Err(self.out_of_memory());
            }
            rest.extend_from_slice(&chunk[..length]);
            self.consume(length);
        }
    }

    /// A fault at the next byte: no memory is left for what comes.
    pub fn out_of_memory(&self) -> Diagnostic {
        let fault = Diagnostic::new("out of memory while reading");
        fault.at(self.place(self.next..self.next)).help("allow the program more memory, or give it less")
    }

    /// Was there anything but white space so far?
    pub fn has_read(&self) -> bool {
        !self.token.is_empty()
    }

    /// Is there something to read without waiting for the source?
    pub fn has_buffered(&self) -> bool {
        self.buffer[self.next..].iter().any(|&byte| !is_space(byte))
    }

    // ---- faults ----

    /// A fault at the newest token: shows the text there.
    pub fn error(&self, message: impl Into<String>) -> Diagnostic {
        let diagnostic = Diagnostic::new(message).at(self.place(self.token.clone()));
        if self.token.is_empty() && self.token.start == self.buffer.len() && self.ended {
            return diagnostic.found("the end of the text").help("is the file cut off?");
        }
        diagnostic.found(quote(&self.buffer[self.token.clone()]))
    }

    /// A fault at the next byte: shows the text there.
    pub fn error_here(&mut self, message: impl Into<String>) -> Diagnostic {
        if let Err(unreadable) = self.peek() {
            return unreadable;
        }
        let width = usize::from(self.next < self.buffer.len());
        self.token = self.next..self.next + width;
        self.error(message)
    }

    /// A fault of the text as a whole, shown at the newest token without quoting it.
    pub fn error_about(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(message).at(self.place(self.token.clone()))
    }

    fn place(&self, span: Range<usize>) -> Location {
        let before = &self.buffer[..span.start];
        let line = 1 + self.lines_dropped + count_newlines(before);
        let in_buffer = before.iter().rposition(|&byte| byte == b'\n').map(|newline| newline + 1);
        let column = match in_buffer {
            Some(start) => (span.start - start) as u64 + 1,
            None => self.dropped + span.start as u64 - self.line_start + 1,
        };
        let shown_from = in_buffer.unwrap_or(0).max(span.start.saturating_sub(60));
        let behind = &self.buffer[span.start..];
        let line_end = behind.iter().position(|&byte| byte == b'\n').unwrap_or(behind.len());
        let shown_to = span.start + line_end.min(60);
        let printable = |bytes: &[u8]| -> String { bytes.iter().map(|&byte| printable(byte)).collect() };
        let mut excerpt = printable(&self.buffer[shown_from..span.start]);
        let from = excerpt.len();
        excerpt += &printable(&self.buffer[span.start..span.end.min(shown_to)]);
        let to = excerpt.len();
        excerpt += &printable(&self.buffer[span.end.min(shown_to)..shown_to]);
        Location { line, column, excerpt, span: from..to }
    }

    // ---- the source ----

    /// Reads more behind the unread bytes. `false` at the end of the text.
    fn refill(&mut self) -> Result<bool, Diagnostic> {
        if self.ended {
            return Ok(false);
        }
        self.drop_read_bytes();
        let old = self.buffer.len();
        if self.buffer.try_reserve(CHUNK).is_err() {
            return Err(self.out_of_memory());
        }
        self.buffer.resize(old + CHUNK, 0);
        let result = loop {
            match self.source.read(&mut self.buffer[old..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                result => break result,
            }
        };
        let count = *result.as_ref().unwrap_or(&0);
        self.buffer.truncate(old + count);
        self.ended = count == 0;
        match result {
            Ok(count) => Ok(count > 0),
            Err(error) => Err(Diagnostic::new(format!("cannot read on: {error}")).at(self.place(old..old))),
        }
    }

    fn drop_read_bytes(&mut self) {
        let count = self.next.saturating_sub(CONTEXT);
        let gone = &self.buffer[..count];
        self.lines_dropped += count_newlines(gone);
        if let Some(newline) = gone.iter().rposition(|&byte| byte == b'\n') {
            self.line_start = self.dropped + newline as u64 + 1;
        }
        self.dropped += count as u64;
        self.buffer.drain(..count);
        self.next -= count;
        self.token = self.token.start.saturating_sub(count)..self.token.end.saturating_sub(count);
    }
}

fn count_newlines(bytes: &[u8]) -> u64 {
    // In short runs of byte-sized counters, which the compiler turns into vector code.
    let run = |bytes: &[u8]| bytes.iter().map(|&byte| u8::from(byte == b'\n')).sum::<u8>();
    bytes.chunks(255).map(|bytes| u64::from(run(bytes))).sum()
}

/// A decimal integer; `None` where the word is anything else or does not fit.
fn parse_int(word: &[u8], strict: bool) -> Option<i64> {
    let text = std::str::from_utf8(word).ok()?;
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = digits == "0" && digits.len() == text.len() || !digits.starts_with(['0', '+']);
    if strict && !plain { None } else { text.parse().ok() }
}

fn printable(byte: u8) -> char {
    match byte {
        b'\t' | b'\r' => ' ',
        0x20..0x7f => byte as char,
        _ => char::REPLACEMENT_CHARACTER,
    }
}

/// Bytes in quotes, long ones cut off, unprintable ones as escapes.
fn quote(bytes: &[u8]) -> String {
    match bytes {
        b"\n" => "the end of the line".into(),
        [] => "nothing".into(),
        _ if bytes.len() > 40 => format!("\"{}...\" ({} bytes)", bytes[..30].escape_ascii(), bytes.len()),
        _ => format!("\"{}\"", bytes.escape_ascii()),
    }
}

#[cfg(test)]
mod tests;
