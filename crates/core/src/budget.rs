//! How long a search may go on, and why it stopped.

use std::fmt;
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::Diagnostic;
use crate::words::Bytes;

/// What a search of one dataset may use. Without limits by default.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    nodes: Option<u64>,
    time: Option<Duration>,
    cancel: Option<Arc<AtomicBool>>,
}

/// Why a search ended without an answer. Says nothing about solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GaveUp {
    /// A limit was set and reached.
    Limit(Limit),
    /// The user or the program stopped the search.
    Cancelled,
    /// The chosen method or the puzzle cannot decide this dataset, for this reason.
    Unsupported(String),
}

/// A limit that was reached. Only this crate makes one, from a [`Budget`] or an allocation that failed: a puzzle cannot
/// report a limit that nobody has set.
///
/// ```compile_fail
/// let untrue = tremaux_core::Limit::Nodes { limit: 50_000_000 };
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The number of nodes.
    #[non_exhaustive]
    Nodes {
        /// The limit.
        limit: u64,
    },
    /// The time.
    #[non_exhaustive]
    Time {
        /// The limit.
        limit: Duration,
    },
    /// The memory: the system did not give this many bytes.
    #[non_exhaustive]
    Memory {
        /// How many.
        bytes: u64,
    },
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            GaveUp::Limit(Limit::Nodes { limit }) => write!(f, "node limit of {limit} reached"),
            GaveUp::Limit(Limit::Time { limit }) => write!(f, "time limit of {limit:?} reached"),
            GaveUp::Limit(Limit::Memory { bytes }) => write!(f, "{} of memory needed", Bytes(*bytes)),
            GaveUp::Cancelled => write!(f, "cancelled"),
            GaveUp::Unsupported(reason) => f.write_str(reason),
        }
    }
}

impl GaveUp {
    /// Returns what the user can do about it, as an imperative.
    pub fn help(&self) -> &'static str {
        match self {
            GaveUp::Limit(Limit::Nodes { .. } | Limit::Time { .. }) => "raise the limit or remove it",
            GaveUp::Limit(Limit::Memory { .. }) => "use a smaller board, or a machine with more memory",
            GaveUp::Cancelled => "run the command again to start over",
            GaveUp::Unsupported(_) => "choose another method",
        }
    }

    /// Returns the cause as one word, for programs: `node-limit`, `time-limit`, `memory`, `cancelled`, `unsupported`.
    pub fn cause(&self) -> &'static str {
        match self {
            GaveUp::Limit(Limit::Nodes { .. }) => "node-limit",
            GaveUp::Limit(Limit::Time { .. }) => "time-limit",
            GaveUp::Limit(Limit::Memory { .. }) => "memory",
            GaveUp::Cancelled => "cancelled",
            GaveUp::Unsupported(_) => "unsupported",
        }
    }

    /// The system did not give this many bytes.
    pub fn out_of_memory(bytes: u64) -> Self {
        GaveUp::Limit(Limit::Memory { bytes })
    }

    /// The dataset is beyond what the method or the puzzle can decide, for this reason.
    pub fn unsupported(reason: impl Into<String>) -> Self {
        GaveUp::Unsupported(reason.into())
    }
}

impl From<GaveUp> for Diagnostic {
    fn from(gave_up: GaveUp) -> Self {
        Diagnostic::new(gave_up.to_string()).help(gave_up.help())
    }
}

impl From<GaveUp> for io::Error {
    fn from(gave_up: GaveUp) -> Self {
        let kind = match gave_up {
            GaveUp::Limit(Limit::Memory { .. }) => io::ErrorKind::OutOfMemory,
            _ => io::ErrorKind::Other,
        };
        io::Error::new(kind, gave_up.to_string())
    }
}

impl Budget {
    /// No limit at all.
    pub fn unlimited() -> Self {
        Budget::default()
    }

    /// At most this many nodes.
    #[must_use]
    pub fn with_nodes(self, nodes: u64) -> Self {
        Budget { nodes: Some(nodes), ..self }
    }

    /// At most this much time for each dataset, counted from [`meter`](Budget::meter).
    #[must_use]
    pub fn with_time(self, time: Duration) -> Self {
        Budget { time: Some(time), ..self }
    }

    /// Stops soon after the flag is set.
    #[must_use]
    pub fn with_cancel(self, cancel: Arc<AtomicBool>) -> Self {
        Budget { cancel: Some(cancel), ..self }
    }

    /// Starts to count. The clock is read only if there is a time limit: a target without a clock can search.
    pub fn meter(&self) -> Meter {
        Meter { start: self.start(), budget: self.clone(), nodes: 0, next_check: 0, reached: None }
    }

    fn start(&self) -> Option<Instant> {
        self.time.map(|_| Instant::now())
    }
}

/// Fails if the system would not give so many bytes at once. To be asked before a large board is made: an allocation
/// that fails ends the program. Code that can allocate fallibly (`try_reserve`) should do that instead and report
/// [`GaveUp::out_of_memory`]: what this function has seen may be gone a moment later.
///
/// ```
/// use tremaux_core::{GaveUp, check_memory};
/// assert_eq!(check_memory(1000), Ok(()));
/// assert_eq!(check_memory(u64::MAX), Err(GaveUp::out_of_memory(u64::MAX)));
/// ```
pub fn check_memory(bytes: u64) -> Result<(), GaveUp> {
    let mut memory = Vec::<u8>::new();
    let is_reserved = usize::try_from(bytes).is_ok_and(|bytes| memory.try_reserve_exact(bytes).is_ok());
    // `black_box` keeps the optimizer from removing the unused allocation.
    std::hint::black_box(&mut memory);
    if is_reserved { Ok(()) } else { Err(GaveUp::out_of_memory(bytes)) }
}

/// A budget being used. Costs an addition and a comparison per node; the clock and the flag are checked every 1,024
/// nodes.
///
/// ```
/// use tremaux_core::{Budget, GaveUp};
/// let mut meter = Budget::unlimited().with_nodes(10).meter();
/// let nodes = (0..).take_while(|_| meter.tick().is_continue()).count();
/// assert_eq!((nodes, meter.nodes()), (10, 10));
/// assert_eq!(meter.stopped().to_string(), "node limit of 10 reached");
/// ```
#[derive(Debug)]
pub struct Meter {
    budget: Budget,
    /// When the meter was started, if there is a time limit.
    start: Option<Instant>,
    nodes: u64,
    next_check: u64,
    reached: Option<GaveUp>,
}

impl Meter {
    const CHECK_EVERY: u64 = 1024;

    /// Counts one node; breaks if a limit is reached.
    #[inline]
    pub fn tick(&mut self) -> ControlFlow<()> {
        if self.nodes == self.next_check {
            self.check()?;
        }
        self.nodes += 1;
        ControlFlow::Continue(())
    }

    /// Checks the clock and the flag now. For work whose pieces are too large to be counted as nodes.
    pub fn check(&mut self) -> ControlFlow<()> {
        let Budget { nodes, time, cancel } = &self.budget;
        let elapsed = || self.start.map_or(Duration::ZERO, |start| start.elapsed());
        let reached = match (nodes, time, cancel) {
            (Some(nodes), _, _) if self.nodes >= *nodes => {
                Some(GaveUp::Limit(Limit::Nodes { limit: *nodes }))
            }
            (_, Some(time), _) if elapsed() >= *time => Some(GaveUp::Limit(Limit::Time { limit: *time })),
            (_, _, Some(cancel)) if cancel.load(Ordering::Relaxed) => Some(GaveUp::Cancelled),
            _ => None,
        };
        self.next_check = (self.nodes + Self::CHECK_EVERY).min(nodes.unwrap_or(u64::MAX));
        if reached.is_none() {
            return ControlFlow::Continue(());
        }
        self.reached = reached;
        self.next_check = self.nodes;
        ControlFlow::Break(())
    }

    /// Begins anew, for the next dataset.
    pub fn restart(&mut self) {
        self.start = self.budget.start();
        (self.nodes, self.next_check, self.reached) = (0, 0, None);
    }

    /// Returns the nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the limit that was reached, if one was.
    pub fn reached(&self) -> Option<&GaveUp> {
        self.reached.as_ref()
    }

    /// Returns why a search ended that was stopped: the limit that this meter has reached; a search that anything else
    /// stopped, such as an observer, was cancelled.
    pub fn stopped(&self) -> GaveUp {
        self.reached.clone().unwrap_or(GaveUp::Cancelled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticks(budget: &Budget) -> (u64, Option<GaveUp>) {
        let mut meter = budget.meter();
        while meter.nodes() < 1_000_000 && meter.tick().is_continue() {}
        assert!(meter.reached().is_none() || meter.tick().is_break(), "a reached limit stays reached");
        (meter.nodes(), meter.reached().cloned())
    }

    /// It was once the same for all: a search that was interrupted was advised to allow more.
    #[test]
    fn help_fits_the_cause() {
        let causes = [
            (GaveUp::Limit(Limit::Nodes { limit: 1 }), "limit", "node-limit", "node limit of 1 reached"),
            (
                GaveUp::Limit(Limit::Time { limit: Duration::from_secs(2) }),
                "limit",
                "time-limit",
                "time limit of 2s reached",
            ),
            (GaveUp::Cancelled, "again", "cancelled", "cancelled"),
            (GaveUp::out_of_memory(1_073_741_824), "memory", "memory", "1.07 GB of memory needed"),
            (GaveUp::unsupported("the maze has loops"), "method", "unsupported", "the maze has loops"),
        ];
        for (gave_up, help, cause, text) in causes {
            assert!(gave_up.help().contains(help), "{gave_up}");
            assert_eq!((gave_up.cause(), gave_up.to_string().as_str()), (cause, text));
        }
    }

    #[test]
    fn nodes_are_counted_exactly() {
        for nodes in [0, 1, 1023, 1024, 1025, 5000] {
            let reached = Some(GaveUp::Limit(Limit::Nodes { limit: nodes }));
            assert_eq!(ticks(&Budget::unlimited().with_nodes(nodes)), (nodes, reached));
        }
        assert_eq!(ticks(&Budget::unlimited()), (1_000_000, None));
    }

    #[test]
    fn the_clock_stops_a_search() {
        let none = Duration::ZERO;
        assert_eq!(
            ticks(&Budget::unlimited().with_time(none)),
            (0, Some(GaveUp::Limit(Limit::Time { limit: none })))
        );
    }

    /// A clock that is not there must not be read: WebAssembly has none.
    #[test]
    fn without_a_time_limit_there_is_no_clock() {
        assert!(Budget::unlimited().with_nodes(5).meter().start.is_none());
        assert!(Budget::unlimited().with_time(Duration::from_secs(1)).meter().start.is_some());
    }

    #[test]
    fn a_restarted_meter_begins_anew() {
        let mut meter = Budget::unlimited().with_nodes(3).meter();
        while meter.tick().is_continue() {}
        assert!(meter.reached().is_some());
        meter.restart();
        assert_eq!((meter.nodes(), meter.reached()), (0, None));
        assert_eq!((0..).take_while(|_| meter.tick().is_continue()).count(), 3);
    }

    #[test]
    fn a_flag_set_during_the_search_is_seen_soon() {
        let flag = Arc::new(AtomicBool::new(false));
        let mut meter = Budget::unlimited().with_cancel(flag.clone()).meter();
        assert!((0..100).all(|_| meter.tick().is_continue()));
        flag.store(true, Ordering::Relaxed);
        while meter.tick().is_continue() {}
        assert!(meter.nodes() <= 1024);
        assert_eq!(meter.stopped(), GaveUp::Cancelled);
    }
}
