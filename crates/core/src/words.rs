//! Numbers in messages: with their nouns, with their digits in groups, with units of memory.

use std::fmt::{self, Display};

/// Returns a whole number and its noun, in the singular or in the plural. The plural has an `s` or, after a sibilant,
/// an `es`; of several words it is the last one that changes.
///
/// ```
/// use tremaux_core::counted;
/// assert_eq!(counted(0, "dataset"), "0 datasets");
/// assert_eq!(counted(1, "dataset"), "1 dataset");
/// assert_eq!(counted(12_345, "distinct square"), "12,345 distinct squares");
/// assert_eq!(counted(2, "branch"), "2 branches");
/// ```
pub fn counted(number: impl Display, noun: &str) -> String {
    let number = grouped(number);
    let is_sibilant = ["s", "x", "z", "ch", "sh"].iter().any(|ending| noun.ends_with(ending));
    let ending = match number.as_str() {
        "1" => "",
        _ if is_sibilant => "es",
        _ => "s",
    };
    format!("{number} {noun}{ending}")
}

/// Returns a whole number whose digits are in groups of three from 10,000 on. For messages; a judge's formats are never
/// grouped.
///
/// ```
/// use tremaux_core::grouped;
/// assert_eq!(grouped(9_999), "9999");
/// assert_eq!(grouped(1_234_567), "1,234,567");
/// ```
pub fn grouped(number: impl Display) -> String {
    let digits = number.to_string();
    if digits.len() < 5 {
        return digits;
    }
    let mut text = String::new();
    for (i, digit) in digits.char_indices() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of bytes, as people read it: three significant digits and a decimal unit.
///
/// ```
/// use tremaux_core::Bytes;
/// assert_eq!(Bytes(999).to_string(), "999 bytes");
/// assert_eq!(Bytes(1).to_string(), "1 byte");
/// assert_eq!(Bytes(1_073_741_824).to_string(), "1.07 GB");
/// assert_eq!(Bytes(64_000_000).to_string(), "64 MB");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes(pub u64);

impl Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        const UNITS: [&str; 6] = ["kB", "MB", "GB", "TB", "PB", "EB"];
        if self.0 < 1000 {
            return f.write_str(&counted(self.0, "byte"));
        }
        // A number that rounds to 1000 belongs to the next unit.
        let (mut value, mut unit) = (self.0 as f64 / 1000.0, 0);
        while value >= 999.5 {
            value /= 1000.0;
            unit += 1;
        }
        let decimals = if value >= 99.95 {
            0
        } else if value >= 9.995 {
            1
        } else {
            2
        };
        let digits = format!("{value:.decimals$}");
        let digits = if decimals > 0 { digits.trim_end_matches('0').trim_end_matches('.') } else { &digits };
        write!(f, "{digits} {}", UNITS[unit])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_rounded_to_three_digits() {
        let sizes = [
            (0, "0 bytes"),
            (1000, "1 kB"),
            (1234, "1.23 kB"),
            (99_949, "99.9 kB"),
            (99_960, "100 kB"),
            (999_499, "999 kB"),
            (999_500, "1 MB"),
            (u64::MAX, "18.4 EB"),
        ];
        for (bytes, text) in sizes {
            assert_eq!(Bytes(bytes).to_string(), text);
        }
    }

    #[test]
    fn plurals_agree() {
        for (number, noun, text) in [
            (0_u32, "throw", "0 throws"),
            (1, "throw", "1 throw"),
            (2, "throw", "2 throws"),
            (1, "branch", "1 branch"),
            (2, "box", "2 boxes"),
            (10_000, "closed tour", "10,000 closed tours"),
        ] {
            assert_eq!(counted(number, noun), text);
        }
    }
}
