//! How long a search may go on.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a search of one dataset may use. Without limits by default.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    nodes: Option<u64>,
    time: Option<Duration>,
    cancel: Option<Arc<AtomicBool>>,
}

/// Which limit stopped a search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Limit {
    /// The number of nodes.
    Nodes(u64),
    /// The time.
    Time(Duration),
    /// Somebody called it off.
    Cancelled,
    /// The memory that it would need, in bytes.
    Memory(u64),
    /// The method that was chosen is not up to it, for this reason. Another may be.
    Method(String),
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Limit::Nodes(nodes) => write!(f, "node limit of {nodes} reached"),
            Limit::Time(time) => write!(f, "time limit of {time:?} reached"),
            Limit::Cancelled => write!(f, "cancelled"),
            Limit::Method(reason) => f.write_str(reason),
            Limit::Memory(bytes) => write!(f, "{bytes} bytes of memory would be needed"),
        }
    }
}

impl Limit {
    /// What whoever asked can do about it.
    pub fn advice(&self) -> &'static str {
        match self {
            Limit::Nodes(_) | Limit::Time(_) => "allow more, or leave the limit out",
            Limit::Cancelled => "run it again to begin anew",
            Limit::Memory(_) => "a smaller board needs less",
            Limit::Method(_) => "choose another method",
        }
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

    /// Starts the clock.
    pub fn meter(&self) -> Meter {
        let start = Instant::now();
        Meter { budget: self.clone(), start, nodes: 0, next_look: 0, reached: None }
    }
}

/// Fails where the system would not give so many bytes at once. To be asked before a large board is made:
/// an allocation that fails ends the program.
///
/// ```
/// use tremaux_core::{Limit, memory_for};
/// assert_eq!(memory_for(1000), Ok(()));
/// assert_eq!(memory_for(u64::MAX), Err(Limit::Memory(u64::MAX)));
/// ```
pub fn memory_for(bytes: u64) -> Result<(), Limit> {
    let mut room = Vec::<u8>::new();
    let reserved = usize::try_from(bytes).is_ok_and(|bytes| room.try_reserve_exact(bytes).is_ok());
    // Room that nobody looks at need not be asked for, thinks the compiler.
    std::hint::black_box(&mut room);
    if reserved { Ok(()) } else { Err(Limit::Memory(bytes)) }
}

/// A budget being used. Costs an addition and a comparison a node; the clock and the flag are looked at
/// every 1,024 nodes.
///
/// ```
/// use tremaux_core::{Budget, Limit};
/// let mut meter = Budget::unlimited().with_nodes(10).meter();
/// let nodes = (0..).take_while(|_| meter.tick().is_continue()).count();
/// assert_eq!((nodes, meter.limit()), (10, Some(&Limit::Nodes(10))));
/// ```
#[derive(Debug)]
pub struct Meter {
    budget: Budget,
    start: Instant,
    nodes: u64,
    next_look: u64,
    reached: Option<Limit>,
}

impl Meter {
    const LOOK_EVERY: u64 = 1024;

    /// One node more; breaks where a limit is reached.
    #[inline]
    pub fn tick(&mut self) -> ControlFlow<()> {
        if self.nodes == self.next_look {
            self.look()?;
        }
        self.nodes += 1;
        ControlFlow::Continue(())
    }

    /// Looks at the clock and the flag now. For work whose pieces are too large to be counted as nodes.
    pub fn look(&mut self) -> ControlFlow<()> {
        let Budget { nodes, time, cancel } = &self.budget;
        let reached = match (nodes, time, cancel) {
            (Some(nodes), _, _) if self.nodes >= *nodes => Some(Limit::Nodes(*nodes)),
            (_, Some(time), _) if self.start.elapsed() >= *time => Some(Limit::Time(*time)),
            (_, _, Some(cancel)) if cancel.load(Ordering::Relaxed) => Some(Limit::Cancelled),
            _ => None,
        };
        self.next_look = (self.nodes + Self::LOOK_EVERY).min(nodes.unwrap_or(u64::MAX));
        if reached.is_none() {
            return ControlFlow::Continue(());
        }
        self.reached = reached;
        self.next_look = self.nodes;
        ControlFlow::Break(())
    }

    /// Nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The limit that was reached, if one was.
    pub fn limit(&self) -> Option<&Limit> {
        self.reached.as_ref()
    }

    /// What to report for a search that this meter stopped; a search stopped by anything else was
    /// cancelled.
    pub fn into_limit(self) -> Limit {
        self.reached.unwrap_or(Limit::Cancelled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticks(budget: &Budget) -> (u64, Option<Limit>) {
        let mut meter = budget.meter();
        while meter.nodes() < 1_000_000 && meter.tick().is_continue() {}
        assert!(meter.limit().is_none() || meter.tick().is_break(), "a reached limit stays reached");
        (meter.nodes(), meter.limit().cloned())
    }

    /// It was once the same for all: a search that was interrupted was advised to allow more.
    #[test]
    fn advice_fits_the_limit() {
        let speaks_of_limits = |limit: &Limit| limit.advice().contains("limit");
        assert!([Limit::Nodes(1), Limit::Time(Duration::ZERO)].iter().all(speaks_of_limits));
        let others = [Limit::Cancelled, Limit::Memory(1), Limit::Method("loops".into())];
        assert!(!others.iter().any(speaks_of_limits));
    }

    #[test]
    fn nodes_are_counted_exactly() {
        for nodes in [0, 1, 1023, 1024, 1025, 5000] {
            assert_eq!(ticks(&Budget::unlimited().with_nodes(nodes)), (nodes, Some(Limit::Nodes(nodes))));
        }
        assert_eq!(ticks(&Budget::unlimited()), (1_000_000, None));
    }

    #[test]
    fn the_clock_stops_a_search() {
        let none = Duration::ZERO;
        assert_eq!(ticks(&Budget::unlimited().with_time(none)), (0, Some(Limit::Time(none))));
    }

    #[test]
    fn a_flag_set_during_the_search_is_seen_soon() {
        let flag = Arc::new(AtomicBool::new(false));
        let mut meter = Budget::unlimited().with_cancel(flag.clone()).meter();
        assert!((0..100).all(|_| meter.tick().is_continue()));
        flag.store(true, Ordering::Relaxed);
        while meter.tick().is_continue() {}
        assert!(meter.nodes() <= 1024);
        assert_eq!(meter.into_limit(), Limit::Cancelled);
    }
}
