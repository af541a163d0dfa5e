//! The names of squares: the one parser for every option that takes squares.
//!
//! A square is written in one of three ways: as a number from 1, row by row (`14`); as its row and column from 1
//! (`2,6`); or as on a chess board, with the letter of its column and the number of its row from below (`f7`; column
//! `aa` follows `z`).
//!
//! The squares of a list are separated by commas, semicolons or spaces. Because a comma is also a part of `2,6`, a rule
//! decides what it means:
//!
//! * If the list has a semicolon, or a space that does not belong to a comma, those separate, and a comma between two
//!   numbers joins row and column: `2,6; 3,4` has two squares.
//! * In every other list commas separate: `1,2,3,4` has four squares.
//! * Two numbers alone, `2,6`, have two readings. A reading with a square outside the board, or with the same square
//!   twice, is not valid. If both are valid, the list is refused.

use crate::Diagnostic;

/// Reads and writes the names of the squares of a board. A square is counted from 0, row by row.
///
/// ```
/// use tremaux_core::SquareNames;
///
/// let names = SquareNames::new(5, 6);
/// assert_eq!(names.name(13), "b3");
/// for text in ["14", "3,2", "b3", "B3"] {
///     assert_eq!(names.square(text), Ok(13));
/// }
/// assert_eq!(names.list("14,15 , b1"), Ok(vec![13, 14, 25]));
/// assert_eq!(names.list("3,2; 3,3"), Ok(vec![13, 14]));
/// assert!(names.list("3,2").is_err()); // squares 3 and 2, or row 3, column 2?
/// assert_eq!(SquareNames::new(1, 4).list("3,4"), Ok(vec![2, 3])); // there is no row 3
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareNames {
    rows: u32,
    cols: u32,
}

impl SquareNames {
    /// The names on a board of this size.
    pub const fn new(rows: u32, cols: u32) -> Self {
        SquareNames { rows, cols }
    }

    /// Returns the name on a chess board: `a1` is the square at the lower left.
    pub fn name(&self, square: u32) -> String {
        let (row, col) = (square / self.cols, square % self.cols);
        let mut letters = Vec::new();
        let mut rest = col + 1;
        while rest > 0 {
            letters.push((b'a' + ((rest - 1) % 26) as u8) as char);
            rest = (rest - 1) / 26;
        }
        format!("{}{}", letters.iter().rev().collect::<String>(), self.rows - row)
    }

    /// Reads one square.
    ///
    /// # Errors
    ///
    /// The text names no square of the board.
    pub fn square(&self, text: &str) -> Result<u32, Diagnostic> {
        self.find(text.trim()).ok_or_else(|| {
            let (rows, cols) = (self.rows, self.cols);
            let (count, last) = (u64::from(rows) * u64::from(cols), self.name(cols - 1));
            Diagnostic::expected(format!("a square: 1 to {count}, 1,1 to {rows},{cols}, or a1 to {last}"))
                .found(format!("{text:?}"))
        })
    }

    /// Reads a list of different squares.
    ///
    /// # Errors
    ///
    /// An item is not a square of the board, a square is named twice, or the list has two valid readings.
    pub fn list(&self, text: &str) -> Result<Vec<u32>, Diagnostic> {
        let tight = tighten_commas(text);
        let items: Vec<&str> = items(&tight).collect();
        let commas_separate =
            || self.distinct(items.iter().flat_map(|item| item.split(',')).map(|item| self.square(item)));
        match items[..] {
            [two] if is_pair(two) && !tight.contains(';') => match (self.square(two), commas_separate()) {
                (Ok(joined), Ok(_)) => Err(self.two_readings(two, joined)),
                (Err(_), Ok(separate)) => Ok(separate),
                (joined, Err(_)) => joined.map(|square| vec![square]),
            },
            _ if items.iter().any(|item| is_pair(item)) => {
                self.distinct(items.iter().map(|item| self.square(item)))
            }
            _ => commas_separate(),
        }
    }

    /// Reads a list of squares that each have a value behind `=`: `a1=1, 2,6=5`. The value is not read.
    ///
    /// # Errors
    ///
    /// An item has no `=`, or is not a square of the board.
    pub fn values(&self, text: &str) -> Result<Vec<(u32, String)>, Diagnostic> {
        let tight = tighten_commas(text);
        let mut values = Vec::new();
        let mut rest = tight.trim_start_matches(is_separator);
        // Every square ends at its `=`, every value at the next separator, so a comma before `=` joins.
        while !rest.is_empty() {
            let Some((square, behind)) = rest.split_once('=') else {
                return Err(
                    Diagnostic::expected("a square and its value, as in a1=5").found(format!("{rest:?}"))
                );
            };
            let end = behind.find(|c| c == ',' || is_separator(c)).unwrap_or(behind.len());
            values.push((self.square(square)?, behind[..end].to_owned()));
            rest = behind[end..].trim_start_matches(|c| c == ',' || is_separator(c));
        }
        Ok(values)
    }

    fn find(&self, text: &str) -> Option<u32> {
        let number = |text: &str, last: u64| {
            let number: u64 = text.parse().ok().filter(|_| is_number(text))?;
            (1..=last).contains(&number).then(|| number - 1)
        };
        let (rows, cols) = (u64::from(self.rows), u64::from(self.cols));
        let index = if let Some((row, col)) = text.split_once(',') {
            number(row.trim(), rows)? * cols + number(col.trim(), cols)?
        } else if text.starts_with(|c: char| c.is_ascii_alphabetic()) {
            let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
            let (column, row) = text.split_at(letters);
            let digit = |letter: u8| u64::from(letter.to_ascii_lowercase() - b'a') + 1;
            let col = column
                .bytes()
                .try_fold(0u64, |col, letter| col.checked_mul(26)?.checked_add(digit(letter)))?;
            (1..=cols).contains(&col).then(|| Some((rows - 1 - number(row, rows)?) * cols + col - 1))??
        } else {
            number(text, rows * cols)?
        };
        u32::try_from(index).ok()
    }

    fn distinct(
        &self,
        squares: impl Iterator<Item = Result<u32, Diagnostic>>,
    ) -> Result<Vec<u32>, Diagnostic> {
        let squares: Vec<u32> = squares.collect::<Result<_, _>>()?;
        let mut sorted = squares.clone();
        sorted.sort_unstable();
        match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(Diagnostic::new(format!(
                "duplicate square {} (square {}, row {}, column {})",
                self.name(pair[0]),
                u64::from(pair[0]) + 1,
                pair[0] / self.cols + 1,
                pair[0] % self.cols + 1
            ))
            .help("name each square once")),
            None => Ok(squares),
        }
    }

    fn two_readings(&self, text: &str, joined: u32) -> Diagnostic {
        let name = self.name(joined);
        let (one, other) = text.split_once(',').unwrap_or_default();
        Diagnostic::new(format!(
            "{text:?} has two readings: row {one}, column {other} ({name}); squares {one} and {other}"
        ))
        .help(format!("write {name} for the first, \"{one} {other}\" for the second"))
    }
}

/// The text without the white space around its commas, and without a comma at its end.
fn tighten_commas(text: &str) -> String {
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    parts.join(",").trim_matches(',').to_owned()
}

fn is_separator(c: char) -> bool {
    c == ';' || c.is_whitespace()
}

fn items(tight: &str) -> impl Iterator<Item = &str> {
    tight.split(is_separator).filter(|item| !item.is_empty())
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_pair(item: &str) -> bool {
    item.split_once(',').is_some_and(|(row, col)| is_number(row) && is_number(col))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_square(rows: u32, cols: u32, text: &str, expect: Option<u32>) {
        assert_eq!(SquareNames::new(rows, cols).square(text).ok(), expect, "{text:?} on {rows} x {cols}");
    }

    #[test]
    fn one_square() {
        for text in ["14", "3,2", "3, 2", " 3 ,2", "b3", "B3", "014"] {
            check_square(5, 6, text, Some(13));
        }
        for text in [
            "31", "0", "+14", "-1", "", "3,7", "0,2", "+3,2", "3,2,", "3;2", "b6", "b0", "g1", "b", "1b",
            "b3x", "é",
        ] {
            check_square(5, 6, text, None);
        }
        check_square(1, 1, "1,1", Some(0));
        check_square(2, 702, "zz2", Some(701));
        check_square(2, 702, "aaa1", None);
        check_square(1 << 16, 1 << 15, "65536,32768", Some(u32::MAX >> 1));
        check_square(8, 8, &"9".repeat(40), None);
        check_square(8, 8, &"z".repeat(40), None);
    }

    #[test]
    fn names_are_read_back() {
        for (rows, cols) in [(1, 1), (8, 8), (3, 30), (2, 800), (30, 2)] {
            let names = SquareNames::new(rows, cols);
            (0..rows * cols).for_each(|square| assert_eq!(names.square(&names.name(square)), Ok(square)));
        }
    }

    fn check_list(rows: u32, cols: u32, text: &str, expect: Result<&[u32], &str>) {
        match (SquareNames::new(rows, cols).list(text), expect) {
            (Ok(found), Ok(expect)) => assert_eq!(found, expect, "{text:?} on {rows} x {cols}"),
            (Err(fault), Err(expect)) => assert!(fault.to_string().contains(expect), "{text:?}: {fault}"),
            (found, _) => panic!("{text:?} on {rows} x {cols}: {found:?}"),
        }
    }

    #[test]
    fn lists() {
        check_list(4, 4, "", Ok(&[]));
        check_list(4, 4, " ; ", Ok(&[]));
        check_list(4, 4, "7", Ok(&[6]));
        check_list(4, 4, "1,2,3,4", Ok(&[0, 1, 2, 3]));
        check_list(4, 4, "1, 2 ,3 , 4", Ok(&[0, 1, 2, 3]));
        check_list(4, 4, "1 2 3 4", Ok(&[0, 1, 2, 3]));
        check_list(4, 4, "1;2\n3\t4\n", Ok(&[0, 1, 2, 3]));
        check_list(4, 4, "1,2,\n3,4\n", Ok(&[0, 1, 2, 3]));
        check_list(4, 4, "1,2;3,4", Ok(&[1, 11]));
        check_list(4, 4, "1, 2 3, 4", Ok(&[1, 11]));
        check_list(4, 4, "1,2\n3,4\n", Ok(&[1, 11]));
        check_list(4, 4, "a1,b2 c3", Ok(&[12, 9, 6]));
        check_list(4, 4, "a1,2", Ok(&[12, 1]));
        check_list(4, 4, "1,2,a1", Ok(&[0, 1, 12]));
        check_list(4, 4, "1,2;a1", Ok(&[1, 12]));
        check_list(4, 4, "17", Err("expected a square: 1 to 16, 1,1 to 4,4, or a1 to d4, found \"17\""));
        check_list(4, 4, "1,,2", Err("found \"\""));
        check_list(4, 4, "1,2,3 3,4", Err("found \"1,2,3\""));
        check_list(4, 4, "1,5;2", Err("found \"1,5\""));
    }

    /// `--blocked 2,2` was once square 2, twice.
    #[test]
    fn two_numbers_alone_are_refused_if_both_readings_are_valid() {
        let both = "has two readings: row 2, column 3 (c3); squares 2 and 3";
        check_list(4, 4, "2,3", Err(both));
        check_list(4, 4, " 2 , 3\n", Err(both));
        check_list(4, 4, "2,3,", Err(both));
        check_list(4, 4, "2,3;", Ok(&[6]));
        check_list(4, 4, "2 3", Ok(&[1, 2]));
        check_list(3, 3, "2,2", Ok(&[4]));
        check_list(5, 5, "3,3", Ok(&[12]));
        check_list(1, 4, "3,4", Ok(&[2, 3]));
        check_list(1, 4, "1,4", Err("has two readings: row 1, column 4 (d1); squares 1 and 4"));
        check_list(4, 1, "3,1", Err("has two readings"));
        check_list(4, 4, "3,5", Ok(&[2, 4]));
        check_list(4, 4, "17,1", Err("found \"17,1\""));
        check_list(1, 4, "3,3", Err("found \"3,3\""));
    }

    #[test]
    fn a_square_named_twice_is_refused() {
        check_list(4, 4, "1,2,2", Err("duplicate square b4 (square 2, row 1, column 2)"));
        check_list(4, 4, "2 b4", Err("duplicate square b4"));
        check_list(4, 4, "1,2; b4", Err("duplicate square b4"));
        check_list(4, 4, "2,2,2", Err("duplicate square b4"));
    }

    fn check_values(text: &str, expect: Result<&[(u32, &str)], &str>) {
        match (SquareNames::new(4, 4).values(text), expect) {
            (Ok(found), Ok(expect)) => {
                let found: Vec<(u32, &str)> =
                    found.iter().map(|(square, value)| (*square, &**value)).collect();
                assert_eq!(found, expect, "{text:?}");
            }
            (Err(fault), Err(expect)) => assert!(fault.to_string().contains(expect), "{text:?}: {fault}"),
            (found, _) => panic!("{text:?}: {found:?}"),
        }
    }

    #[test]
    fn squares_with_values() {
        check_values("", Ok(&[]));
        check_values("a1=1", Ok(&[(12, "1")]));
        check_values("1=1,2=2", Ok(&[(0, "1"), (1, "2")]));
        check_values("1,1=1; 2,3=2;11=2", Ok(&[(0, "1"), (6, "2"), (10, "2")]));
        check_values("1,1=1,2,3=2", Ok(&[(0, "1"), (6, "2")]));
        check_values("a1=1 b2=x\nc3=", Ok(&[(12, "1"), (9, "x"), (6, "")]));
        check_values("a1", Err("expected a square and its value, as in a1=5, found \"a1\""));
        check_values("a1=1,b2", Err("found \"b2\""));
        check_values("e1=1", Err("expected a square"));
        check_values("=1", Err("expected a square"));
    }
}
