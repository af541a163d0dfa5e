//! The formats of the judges: how each asks for a tour, and how it wants the answer.

/// A judge whose input and output formats are spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Sicily 1153 and 1152: a start a line, `-1` ends; the squares of the tour in one line.
    Sicily,
    /// CSES 1689: `x y`, the column first, from 1; rows of steps from 1.
    Cses,
    /// LeetCode 2664: rows, columns, row and column of the start from 0; a matrix of steps from 0.
    Leetcode,
    /// POJ 2488: number of cases, each `p q` (rows, columns); the first tour in the order of square names.
    Poj,
    /// Jutge P43694: `n`, rows of `.` and `*`, row and column from 1; steps of two digits.
    Jutge,
}

impl Dialect {
    /// Their names on the command line.
    pub const NAMES: &'static [&'static str] =
        &["sicily", "cses-1689", "leetcode-2664", "poj-2488", "jutge-p43694"];
    const ALL: [Dialect; 5] =
        [Dialect::Sicily, Dialect::Cses, Dialect::Leetcode, Dialect::Poj, Dialect::Jutge];

    /// The dialect of this name; sicily for any other.
    pub fn named(name: &str) -> Dialect {
        let index = Self::NAMES.iter().position(|&known| known == name).unwrap_or(0);
        Self::ALL[index]
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// Is the board given by options? The other judges give it in the input.
    pub fn takes_options(self) -> bool {
        matches!(self, Dialect::Sicily | Dialect::Cses)
    }

    /// How the absence of a tour is written.
    pub fn none(self) -> &'static str {
        match self {
            Dialect::Sicily | Dialect::Cses => "-1",
            Dialect::Leetcode => "[]",
            Dialect::Poj => "impossible",
            Dialect::Jutge => "no sol",
        }
    }
}
