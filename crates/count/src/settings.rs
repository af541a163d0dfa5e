//! How to count.

use crate::{Checkpoint, Method};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// How to count.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Threads that work at once; at least 1.
    pub threads: usize,
    /// The most bytes that may be used: more than that is refused, by prediction or while running.
    pub memory_limit: u64,
    /// Which of several ways to the same number.
    pub method: Method,
    /// Where to save what was computed, so that a run that was killed can go on.
    pub checkpoint: Option<Checkpoint>,
    /// Set this from elsewhere to stop the count; it returns [`Error::Cancelled`](crate::Error::Cancelled) within a second or so.
    pub cancel: Arc<AtomicBool>,
}

impl Default for Settings {
    /// All processors, 8 GB, no checkpoint.
    fn default() -> Self {
        Settings {
            threads: std::thread::available_parallelism().map_or(1, |n| n.get()),
            memory_limit: 8_000_000_000,
            method: Method::default(),
            checkpoint: None,
            cancel: Arc::default(),
        }
    }
}
