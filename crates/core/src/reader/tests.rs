use super::*;

/// Gives its text a few bytes at a time, as a slow pipe does.
struct Drip<'a>(&'a [u8], usize);

impl Read for Drip<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.1.min(self.0.len()).min(buffer.len());
        buffer[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

/// Reads integers until the end or a fault, in chunks of every size, and expects them or the fault.
fn check_ints(text: &str, expect: Result<&[i64], &str>) {
    for chunk in [1, 2, 3, 7, 1000] {
        let mut reader = Reader::new(Drip(text.as_bytes(), chunk));
        let read = || -> Result<Vec<i64>, Diagnostic> {
            let mut numbers = Vec::new();
            while !reader.at_end()? {
                numbers.push(reader.int("n", -5..=1_000_000_000_000)?);
            }
            Ok(numbers)
        };
        let got = { read }().map_err(|fault| fault.to_string());
        assert_eq!(got, expect.map(<[i64]>::to_vec).map_err(String::from), "{text:?} by {chunk}");
    }
}

#[test]
fn integers_between_any_white_space() {
    check_ints("", Ok(&[]));
    check_ints(" \r\n\t", Ok(&[]));
    check_ints("1", Ok(&[1]));
    check_ints("  1 -2\r\n\r\n 3\t4", Ok(&[1, -2, 3, 4]));
    check_ints("+7 007 1000000000000", Ok(&[7, 7, 1_000_000_000_000]));
}

#[test]
fn what_is_no_integer_is_reported_with_its_place() {
    const RANGE: &str = "expected n: an integer from -5 to 1000000000000, found";
    check_ints("1 x", Err(&format!("1:3: {RANGE} \"x\"")));
    check_ints("1\n22 3.5\n", Err(&format!("2:4: {RANGE} \"3.5\"")));
    check_ints("1\r\n\r\n  -6", Err(&format!("3:3: {RANGE} \"-6\"")));
    let digits = "9".repeat(30);
    check_ints(&digits, Err(&format!("1:1: {RANGE} \"{digits}\"")));
    check_ints("1 \0\u{ff}", Err(&format!("1:3: {RANGE} \"\\x00\\xc3\\xbf\"")));
    check_ints("--1", Err(&format!("1:1: {RANGE} \"--1\"")));
}

#[test]
fn a_text_that_ends_too_soon_is_reported_so() {
    for text in ["5", "5 ", "5\n\n"] {
        let mut reader = Reader::from_bytes(text.as_bytes());
        reader.int("a", 0..=9).unwrap();
        let fault = reader.int("b", 0..=9).unwrap_err().to_string();
        assert!(fault.ends_with("expected b: an integer from 0 to 9, found the end of the text"), "{fault}");
    }
}

#[test]
fn junk_without_white_space_is_no_burden() {
    let junk = vec![b'7'; 10_000_000];
    let fault = Reader::from_bytes(&junk).int("n", 0..=9).unwrap_err();
    assert!(fault.to_string().starts_with("1:1: expected n: an integer from 0 to 9, found \"7777"));
    let mut reader = Reader::from_bytes(&junk);
    assert!(reader.line(100).is_err());
    assert!(reader.buffer.len() <= 2 * CHUNK, "only as much as needed was read");
}

#[test]
fn a_strict_reader_wants_each_separator_once() {
    let read = |text: &str| -> Result<(), Diagnostic> {
        let mut reader = Reader::from_bytes(text.as_bytes()).strict();
        reader.int("a", 0..=99)?;
        reader.space()?;
        reader.int("b", -9..=99)?;
        reader.newline()?;
        reader.end()
    };
    let cases = [
        ("1 2\n", ""),
        ("10 -1\n", ""),
        ("1  2\n", "1:3: expected b: an integer from -9 to 99, found \" \""),
        (" 1 2\n", "1:1: expected a: an integer from 0 to 99, found \" \""),
        ("1\t2\n", "1:2: expected one space, found \"\\t\""),
        ("1 2 \n", "1:4: expected a newline, found \" \""),
        ("1 2\r\n", "1:4: expected a newline, found \"\\r\""),
        ("1 2", "1:4: expected a newline, found the end of the text"),
        ("1 2\n\n", "2:1: expected the end, found the end of the line"),
        ("01 2\n", "1:1: expected a: an integer from 0 to 99, found \"01\""),
        ("+1 2\n", "1:1: expected a: an integer from 0 to 99, found \"+1\""),
        ("1 -0\n", "1:3: expected b: an integer from -9 to 99, found \"-0\""),
        ("0 00\n", "1:3: expected b: an integer from -9 to 99, found \"00\""),
    ];
    for (text, expect) in cases {
        let got = read(text).map_err(|fault| fault.to_string()).err().unwrap_or_default();
        let got = got.replace("found \"\\n\"", "found the end of the line");
        assert_eq!(got, expect, "{text:?}");
        assert!(
            expect.is_empty() == read(text).is_ok(),
            "a lenient reader takes what a strict one does not: {text:?}"
        );
    }
}

#[test]
fn lines_with_either_end() {
    for chunk in [1, 4, 1000] {
        let mut reader = Reader::new(Drip(b"ab\r\n\ncd\n e", chunk));
        let mut lines = Vec::new();
        while let Some(line) = reader.line(3).unwrap() {
            lines.push(String::from_utf8_lossy(line).into_owned());
        }
        assert_eq!(lines, ["ab", "", "cd", " e"]);
        assert_eq!(reader.line(3).unwrap(), None);
    }
    assert!(Reader::from_bytes(b"abcd\n").line(3).is_err());
}

#[test]
fn faults_are_the_same_in_whatever_pieces_a_text_comes() {
    for chunk in [1, 7, 1000] {
        let reader = || Reader::new(Drip(b"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", chunk));
        let line = reader().line(5).unwrap_err().to_string();
        assert_eq!(line, "1:1: expected a line of at most 5 bytes, found \"xxxxxx\"");
        let rest = reader().rest(5).unwrap_err().to_string();
        assert_eq!(rest, "1:6: expected at most 5 bytes, found \"x\"");
    }
}

#[test]
fn bytes_in_bulk() {
    let text: Vec<u8> = (0..1_000_000u32).map(|i| i as u8).collect();
    let mut reader = Reader::from_bytes(&text);
    assert_eq!(reader.peek_bytes(4).unwrap(), &text[..4]);
    assert_eq!(reader.rest(text.len()).unwrap(), text);
    assert_eq!(reader.peek().unwrap(), None);
    assert!(Reader::from_bytes(&text).rest(text.len() - 1).is_err());
}

#[test]
fn places_are_right_far_behind_the_first_buffer() {
    let mut text = "12 345\n".repeat(200_000);
    text += "  12 oops 3\n";
    let mut reader = Reader::from_bytes(text.as_bytes());
    let fault = loop {
        if let Err(fault) = reader.int("n", 0..=999) {
            break fault;
        }
    };
    let place = fault.place().unwrap().clone();
    assert_eq!((place.line, place.column), (200_001, 6));
    assert_eq!((place.excerpt.as_str(), &place.excerpt[place.span.clone()]), ("  12 oops 3", "oops"));
}

#[test]
fn a_place_in_a_long_line_shows_a_part_of_it() {
    let text = "1 ".repeat(300_000) + "x " + &"2 ".repeat(1000);
    let mut reader = Reader::from_bytes(text.as_bytes());
    let fault = loop {
        if let Err(fault) = reader.int("n", 0..=9) {
            break fault;
        }
    };
    let place = fault.place().unwrap();
    assert_eq!((place.line, place.column), (1, 600_001));
    assert_eq!(&place.excerpt[place.span.clone()], "x");
    assert!(place.excerpt.len() <= 120);
}

#[test]
fn a_source_that_fails_is_a_diagnostic() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }
    let fault = Reader::new((&b"1 "[..]).chain(Broken)).int("n", 2..=3).unwrap_err();
    assert_eq!(fault.to_string(), "1:1: expected n: an integer from 2 to 3, found \"1\"");
    let mut reader = Reader::new((&b"1 "[..]).chain(Broken));
    reader.int("n", 0..=3).unwrap();
    let fault = reader.int("n", 0..=3).unwrap_err();
    assert_eq!(fault.to_string(), "1:3: cannot read on: the disk is gone");
}

#[test]
fn a_rendered_fault_shows_place_line_and_finding() {
    let mut reader = Reader::from_bytes(b"3 3\n0 0 7\n");
    let fault = loop {
        if let Err(fault) = reader.int("the code of row 1, column 3", 0..=3) {
            break fault.help("codes are 0 vacant, 1 block, 2 start, 3 goal");
        }
    };
    let expect = "\
error: expected the code of row 1, column 3: an integer from 0 to 3
 --> board.in:2:5
  |
2 | 0 0 7
  |     ^ found \"7\"
  |
  = help: codes are 0 vacant, 1 block, 2 start, 3 goal";
    assert_eq!(fault.render("board.in", false), expect);
}
