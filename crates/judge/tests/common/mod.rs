//! What the tests of the judge share: every puzzle, and the junk that other judges feed to validators.
#![allow(dead_code, reason = "each test uses a part")]

use tremaux_core::{Options, Puzzle, Rng, Session};
use tremaux_puzzles::{REGISTRY, null::Null};

/// Every puzzle, the template among them.
pub fn puzzles() -> Vec<&'static dyn Puzzle> {
    std::iter::once(&Null as &dyn Puzzle).chain(REGISTRY.iter().copied()).collect()
}

/// A puzzle with its options at their defaults.
pub fn open(puzzle: &dyn Puzzle) -> Box<dyn Session> {
    puzzle.open(&Options::defaults(puzzle.options())).unwrap()
}

/// What is no legal input or output of any puzzle, whole files.
pub fn junk_files() -> Vec<Vec<u8>> {
    let mut rng = Rng::new(1);
    let random: Vec<u8> = (0..1024).map(|_| rng.next_u64() as u8).collect();
    let ascii: Vec<u8> = (0..128).collect();
    let words = ["-2147483648", "2147483647", "2147483648", "4294967296", "9223372036854775808", "1.0", "a"];
    let more =
        ["2\n-1 1", "NaN", "inf", "1e309", "\0", "\n\n", "(()", "\u{202e}", "+1", "--1", "0x10", "\u{7f}"];
    let words = words.iter().chain(&more).map(|word| word.as_bytes().to_vec());
    let latin = b"na\xefve caf\xe9\n\x80\xff\n".to_vec();
    let digits = [vec![b'1'], vec![b'0'; 5000]].concat();
    [random, ascii, latin, digits].into_iter().chain(words).collect()
}

/// Files that are near to a legal input and are none, each with what was done to it.
pub fn spoilt(legal: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let text = String::from_utf8(legal.to_vec()).unwrap();
    let body = text.strip_suffix('\n').unwrap();
    let first = text.find(|c: char| c.is_ascii_digit()).unwrap();
    let prefixed = |prefix: &str| [&text[..first], prefix, &text[first..]].concat();
    let spoilt = [
        ("nothing", String::new()),
        ("one newline", "\n".into()),
        ("spaces doubled", text.replace(' ', "  ")),
        ("newlines doubled", text.replace('\n', "\n\n")),
        ("a space before each newline", text.replace('\n', " \n")),
        ("tabs", text.replace(' ', "\t")),
        ("CRLF", text.replace('\n', "\r\n")),
        ("the last newline dropped", body.into()),
        ("a space at the end", format!("{text} ")),
        ("a newline at the end", format!("{text}\n")),
        ("a NUL at the end", format!("{text}\0")),
        ("junk at the end", format!("{text}{}", "Ab$ ".repeat(50))),
        ("one token more", format!("{body} 1\n")),
        ("a space in front", format!(" {text}")),
        ("a newline in front", format!("\n{text}")),
        ("a byte order mark", format!("\u{feff}{text}")),
        ("zeros in front of a number", prefixed("0000000000")),
        ("a plus sign", prefixed("+")),
        ("a letter", prefixed("x")),
        ("a bidi glyph", prefixed("\u{202e}")),
        ("a huge number", prefixed(&"9".repeat(5000))),
        ("a fraction", text.replacen('\n', ".0\n", 1)),
        ("the last line dropped", body.rfind('\n').map_or(String::new(), |at| body[..=at].into())),
    ];
    // A file of one token has no spaces to double, and so on.
    spoilt
        .into_iter()
        .map(|(what, text)| (what, text.into_bytes()))
        .filter(|(_, bytes)| bytes != legal)
        .collect()
}
