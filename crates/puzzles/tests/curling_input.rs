//! What the reader of curling boards takes and what it turns away, leniently and strictly.

use tremaux_core::{Options, Puzzle, Reader};
use tremaux_puzzles::curling::Curling;

/// Reads everything; the fault, or nothing.
fn read(mut reader: Reader) -> String {
    let mut session = Curling.open(&Options::defaults(Curling.options())).unwrap();
    loop {
        match session.read(&mut reader) {
            Ok(Some(_)) => {}
            Ok(None) => return String::new(),
            Err(fault) => return fault.to_string(),
        }
    }
}

fn check(text: &str, lenient: &str, strict: &str) {
    let shown = &text[..text.len().min(60)];
    assert_eq!(read(Reader::from_bytes(text.as_bytes())), lenient, "{shown:?}, lenient");
    assert_eq!(read(Reader::from_bytes(text.as_bytes()).strict()), strict, "{shown:?}, strict");
}

const END: &str = "found the end of the text";
const WIDTH: &str = "expected the width: an integer from 0 to";
const HEIGHT: &str = "expected the height: an integer from 1 to";
const CODE: &str = "expected the code of row 1, column";

#[test]
fn white_space_is_free_for_solvers_and_fixed_for_the_judge() {
    check("2 1\n2 3\n0 0\n", "", "");
    check("0 0\n", "", "");
    check("", "", &format!("1:1: {WIDTH} 20, {END}"));
    check("0 0", "", &format!("1:4: expected a newline, {END}"));
    check("0 0\n\n", "", "2:1: expected the end, found the end of the line");
    check("0 0 1\n", "", "1:4: expected a newline, found \" \"");
    check("2 1\r\n2 3\r\n0 0\r\n", "", "1:4: expected a newline, found \"\\r\"");
    check("2 1\n2 3 \n0 0\n", "", "2:4: expected a newline, found \" \"");
    check("2  1\n2 3\n0 0\n", "", &format!("1:3: {HEIGHT} 20, found \" \""));
    check("2 1\n2 3\n", "", &format!("3:1: {WIDTH} 20, {END}"));
    check("2 1 2 3 0 0", "", "1:4: expected a newline, found \" \"");
}

#[test]
fn numbers_are_plain_for_the_judge() {
    check("02 1\n2 3\n0 0\n", "", &format!("1:1: {WIDTH} 20, found \"02\""));
    check("+2 1\n2 3\n0 0\n", "", &format!("1:1: {WIDTH} 20, found \"+2\""));
    check("2 1\n2 03\n0 0\n", "", &format!("2:3: {CODE} 2: an integer from 0 to 3, found \"03\""));
}

#[test]
fn the_judge_has_limits() {
    let row = |width: usize| format!("2 3{}\n", " 0".repeat(width - 2));
    check(&format!("20 1\n{}0 0\n", row(20)), "", "");
    check(&format!("21 1\n{}0 0\n", row(21)), "", &format!("1:1: {WIDTH} 20, found \"21\""));
    check(&format!("2 20\n{}{}0 0\n", row(2), "0 1\n".repeat(19)), "", "");
    check(
        &format!("2 21\n{}{}0 0\n", row(2), "0 1\n".repeat(20)),
        "",
        &format!("1:3: {HEIGHT} 20, found \"21\""),
    );
    let narrow = "1:1: expected the width: an integer from 2 to 20, or 0 at the end, found \"1\"";
    check("1 2\n2\n3\n0 0\n", "", narrow);
    check(&format!("{}0 0\n", "2 1\n2 3\n".repeat(100)), "", "");
    check(&format!("{}0 0\n", "2 1\n2 3\n".repeat(101)), "", "202:3: more than 100 datasets");
}

/// The same fault for both readers, in the ranges of each.
fn check_fault(text: &str, fault: impl Fn(u32) -> String) {
    check(text, &fault(1_000_000), &fault(20));
}

#[test]
fn junk_is_reported_with_its_place() {
    for word in ["-2", "x", "2.0", "1e1", &"9".repeat(30), "\0", "\u{7f}ELF\u{1}\u{1}\0", "\u{fffd}"] {
        let shown = word.as_bytes().escape_ascii().to_string();
        check_fault(&format!("{word} 1\n2 3\n"), |most| format!("1:1: {WIDTH} {most}, found \"{shown}\""));
        check_fault(&format!("2 {word}\n2 3\n"), |most| format!("1:3: {HEIGHT} {most}, found \"{shown}\""));
        let fault = format!("2:3: {CODE} 2: an integer from 0 to 3, found \"{shown}\"");
        check_fault(&format!("2 1\n2 {word}\n0 0\n"), |_| fault.clone());
    }
    check_fault("2 1\n2 4\n", |_| format!("2:3: {CODE} 2: an integer from 0 to 3, found \"4\""));
    check_fault("2 0\n", |most| format!("1:3: {HEIGHT} {most}, found \"0\""));
    check_fault("0 5\n", |_| {
        "1:3: expected the height behind the width 0, which ends the input: 0, found \"5\"".into()
    });
    check_fault("3 1\n2 2 3\n", |_| "2:3: a second start: a board has one, found \"2\"".into());
    check_fault("3 1\n2 3 3\n", |_| "2:5: a second goal: a board has one, found \"3\"".into());
    check_fault("3 1\n2 0 1\n0 0\n", |_| "2:5: the board that ends here has no goal (code 3)".into());
    check_fault("3 1\n0 3 1\n0 0\n", |_| "2:5: the board that ends here has no start (code 2)".into());
}

#[test]
fn what_is_cut_off_is_reported_so() {
    let board = "9 2\n0 0 0 1 1 0 0 2 1\n0 3 0 0 1 0 1 0 1\n0 0\n";
    for length in 1..board.len() - 5 {
        let fault = read(Reader::from_bytes(&board.as_bytes()[..length]));
        assert!(fault.ends_with(END), "{length}: {fault}");
    }
    check(
        "2 1\n2",
        &format!("2:2: {CODE} 2: an integer from 0 to 3, {END}"),
        &format!("2:2: expected one space, {END}"),
    );
}

#[test]
fn a_size_alone_takes_no_memory() {
    check_fault("1000000000 1000000000\n", |most| format!("1:1: {WIDTH} {most}, found \"1000000000\""));
    let most = "1:9: expected at most 2147483648 squares in all, found \"1000000\"";
    check("1000000 1000000\n", most, &format!("1:1: {WIDTH} 20, found \"1000000\""));
    let fault = read(Reader::from_bytes(b"1000000 2000\n"));
    assert_eq!(fault, format!("2:1: {CODE} 1: an integer from 0 to 3, {END}"));
}
