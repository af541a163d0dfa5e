//! Why a count has no result.

use crate::Bytes;
use std::{fmt, io};

/// Why a count was not made. None of these ever means the number 0.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The board or the query makes no sense; the text says what and what is expected.
    Board(String),
    /// The boundary between the decided and the undecided squares would be too wide.
    TooWide {
        /// The slots that the boundary would need: about twice the shorter side for a knight.
        slots: usize,
        /// The most that is supported.
        most: usize,
    },
    /// More memory would be needed than is allowed: either by the prediction, before anything was computed,
    /// or while running, when the prediction proved too low.
    Memory {
        /// The bytes that would be needed.
        needed: u64,
        /// The bytes that are allowed.
        allowed: u64,
        /// Whether this is the prediction, or the figure that a run had reached when it stopped.
        predicted: bool,
    },
    /// The number, or a count on the way to it, does not fit its integer (128 bits for the number).
    TooLarge,
    /// The caller asked to stop.
    Cancelled,
    /// A checkpoint cannot be used: damaged, or of another query. The text says which file and why.
    Checkpoint(String),
    /// The processes of a cluster do not find each other, or one of them was lost.
    Cluster(String),
    /// Reading or writing a checkpoint failed.
    Io(io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Board(what) | Error::Checkpoint(what) | Error::Cluster(what) => f.write_str(what),
            Error::TooWide { slots, most } => {
                write!(f, "frontier too large: {slots} slots, at most {most} supported")
            }
            Error::Memory { needed, allowed, predicted } => {
                let how = if *predicted { "predicted memory" } else { "memory use" };
                write!(f, "{how} of {} exceeds the limit of {}", Bytes(*needed), Bytes(*allowed))
            }
            Error::TooLarge => f.write_str("integer overflow: a count exceeds its integer type"),
            Error::Cancelled => f.write_str("cancelled"),
            Error::Io(error) => write!(f, "checkpoint: {error}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Error::Io(error)
    }
}
