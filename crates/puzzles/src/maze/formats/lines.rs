//! The lines of a text file that holds one maze, with all that editors and systems add to them taken away.

use tremaux_core::{Diagnostic, Reader};

/// The longest text, in bytes: that of a drawing of 2000 x 2000 cells. The judge's text has no limit.
const MAX_BYTES: usize = 1 << 25;

/// What the first bytes of other files are.
const FOREIGN: [(&[u8], &str, &str); 9] = [
    (b"\xff\xd8\xff", "a JPEG picture", "save it as PNG"),
    (b"GIF8", "a GIF picture", "save it as PNG"),
    (b"BM", "a BMP picture", "save it as PNG"),
    (b"II*\0", "a TIFF picture", "save it as PNG"),
    (b"MM\0*", "a TIFF picture", "save it as PNG"),
    (b"RIFF", "a WebP picture", "save it as PNG"),
    (b"<", "an SVG, XML or HTML file", "save the picture as PNG"),
    (b"\xff\xfe", "a text in UTF-16", "save it in UTF-8"),
    (b"\xfe\xff", "a text in UTF-16", "save it in UTF-8"),
];

/// Fails if the bytes begin a file that is known by name and cannot be read.
pub(super) fn refuse_foreign(bytes: &[u8]) -> Result<(), Diagnostic> {
    // A bitmap has its size and two zeros behind its two letters, which a text does not.
    let is_foreign = |signature: &[u8]| {
        bytes.starts_with(signature)
            && (signature != b"BM" || bytes.get(6..10) == Some(&[0; 4]))
            && (signature != b"RIFF" || bytes.get(8..12) == Some(b"WEBP"))
    };
    match FOREIGN.iter().find(|(signature, ..)| is_foreign(signature)) {
        Some((_, name, help)) => Err(Diagnostic::new(format!("the file is {name}")).help(*help)),
        None => Ok(()),
    }
}

/// Everything that is left, unread. Fails at the first byte that no text has and where the text is too long, so that an
/// endless file is refused before it takes the memory.
pub(super) fn peek_all<'a>(input: &'a mut Reader) -> Result<&'a [u8], Diagnostic> {
    let is_text = |byte: u8| !byte.is_ascii_control() || byte.is_ascii_whitespace();
    let mut seen = 0;
    while input.peek_bytes(seen + 1)?.len() > seen {
        let new = &input.chunk()?[seen..];
        let is_all_text = new.iter().copied().all(is_text);
        seen += new.len();
        if !is_all_text {
            return Err(input.error_here("expected a maze in a known format").help(super::KNOWN));
        }
        if seen > MAX_BYTES {
            return Err(input
                .error_here(format!("expected a text of at most {MAX_BYTES} bytes"))
                .help(super::KNOWN));
        }
    }
    input.chunk()
}

/// Lines of one byte a character: ASCII is itself, the others have codes from 128 on.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    pub lines: Vec<Vec<u8>>,
    /// The characters that have the codes from 128 on.
    others: Vec<char>,
    /// Number of empty lines before the first.
    skipped: usize,
}

impl Lines {
    /// Reads everything that is left.
    pub fn read(input: &mut Reader) -> Result<Self, Diagnostic> {
        let text = peek_all(input)?;
        let (lines, length) = (Self::of(text)?, text.len());
        input.consume(length);
        Ok(lines)
    }

    /// The lines of a text, without blanks at their ends and without empty lines around them.
    pub fn of(bytes: &[u8]) -> Result<Self, Diagnostic> {
        refuse_foreign(bytes)?;
        if bytes.trim_ascii().is_empty() {
            return Ok(Lines::default());
        }
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let text = std::str::from_utf8(bytes).map_err(|error| {
            Diagnostic::new(format!("the byte at position {} is not UTF-8", error.valid_up_to() + 1))
                .help("save the text in UTF-8")
        })?;
        let mut lines = Lines::default();
        let mut line = Vec::new();
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            match character {
                '\r' | '\n' => {
                    if character == '\r' {
                        characters.next_if_eq(&'\n');
                    }
                    lines.push(std::mem::take(&mut line));
                }
                '\t' => {
                    let at = lines.at(lines.lines.len(), line.len());
                    return Err(Diagnostic::new(format!("{at}: a tab; write spaces")));
                }
                _ => {
                    let code = lines.code(character)?;
                    line.push(code);
                }
            }
        }
        lines.push(line);
        while lines.lines.last().is_some_and(Vec::is_empty) {
            lines.lines.pop();
        }
        Ok(lines)
    }

    fn push(&mut self, mut line: Vec<u8>) {
        line.truncate(line.trim_ascii_end().len());
        match line.is_empty() && self.lines.is_empty() {
            true => self.skipped += 1,
            false => self.lines.push(line),
        }
    }

    fn code(&mut self, character: char) -> Result<u8, Diagnostic> {
        if character.is_ascii() {
            return Ok(character as u8);
        }
        let known = self.others.iter().position(|&other| other == character);
        let index = known.unwrap_or(self.others.len());
        if known.is_none() {
            if index == 127 {
                return Err(Diagnostic::new("the text has more kinds of characters than a maze has"));
            }
            self.others.push(character);
        }
        Ok(128 + index as u8)
    }

    /// The character of a code.
    pub fn character(&self, code: u8) -> char {
        match code {
            0..128 => code as char,
            _ => self.others.get(usize::from(code) - 128).copied().unwrap_or('?'),
        }
    }

    /// The place of a character, for messages.
    pub fn at(&self, line: usize, col: usize) -> String {
        format!("line {}, column {}", self.skipped + line + 1, col + 1)
    }

    /// The character at a place; blank where the line is shorter.
    pub fn get(&self, line: usize, col: usize) -> u8 {
        self.lines.get(line).and_then(|line| line.get(col)).copied().unwrap_or(b' ')
    }

    /// The length of the longest line.
    pub fn width(&self) -> usize {
        self.lines.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Keeps the first lines only.
    pub fn truncate(&mut self, count: usize) {
        self.lines.truncate(count);
    }

    /// Drops the first line.
    pub fn drop_first(&mut self) {
        self.lines.remove(0);
        self.skipped += 1;
    }

    /// Writes each character as another one.
    pub fn translate(&mut self, other: impl Fn(char) -> u8) {
        let codes: Vec<u8> = (0..=u8::MAX).map(|code| other(self.character(code))).collect();
        self.lines.iter_mut().flatten().for_each(|code| *code = codes[usize::from(*code)]);
    }
}
