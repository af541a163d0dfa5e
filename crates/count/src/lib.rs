//! Exact counting of knight's tours by frontier dynamic programming.
#![allow(missing_docs)]
mod error;
mod glue;
mod half;
mod layer;
mod pairing;
mod program;
mod question;
mod run;
mod step;

pub use error::{Bytes, Error};
pub use question::{Board, Question, Square, Tours};
pub use run::{Count, Progress, Settings, count};

/// Another way to the same number, for checks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Method {
    /// Decide along the shorter side: wider boundary, more states.
    pub transpose: bool,
    /// Cut after so many rows rather than in the middle.
    pub rows_above: Option<usize>,
    /// Make no use of symmetry.
    pub plain: bool,
}
