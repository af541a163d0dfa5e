//! What all steps of a count share: tables, threads, the memory in use and the request to stop.

use crate::layer::Numbering;
use crate::pairing::Rewirings;
use crate::program::Program;
use crate::{Error, Settings};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread::ScopedJoinHandle;

/// The means of a count.
pub(crate) struct Engine {
    pub numbering: Numbering,
    pub rewirings: Rewirings,
    pub memory: Memory,
    threads: usize,
    limit: u64,
    cancel: Arc<AtomicBool>,
}

impl Engine {
    /// For steps that `threads` threads take together.
    pub(crate) fn new(program: &Program, settings: &Settings, threads: usize) -> Engine {
        Engine {
            numbering: Numbering::new(program.slots, program.low, program.folded && program.apex.is_some()),
            rewirings: Rewirings::new(),
            memory: Memory::default(),
            threads,
            limit: settings.memory_limit,
            cancel: settings.cancel.clone(),
        }
    }

    /// Returns an error if the count has to stop.
    pub(crate) fn check(&self) -> Result<(), Error> {
        if self.cancel.load(Ordering::Relaxed) {
            return Err(Error::Cancelled);
        }
        match self.memory.now() + self.rewirings.bytes() {
            needed if needed > self.limit => {
                Err(Error::Memory { needed, allowed: self.limit, predicted: false })
            }
            _ => Ok(()),
        }
    }

    /// Calls `work` on every thread with the same queue, and returns what each made of it. Calls `report` on
    /// this thread with the part that is done.
    pub(crate) fn on_all_threads<I: Sync, T: Send>(
        &self,
        items: &[I],
        work: impl Fn(&mut Queue<'_, I>) -> T + Sync,
        report: &mut dyn FnMut(f64),
    ) -> Vec<T> {
        let next = AtomicUsize::new(0);
        if self.threads <= 1 {
            return vec![work(&mut Queue { items, next: &next, report })];
        }
        std::thread::scope(|scope| {
            let other = || work(&mut Queue { items, next: &next, report: &mut |_| () });
            // If the system gives no more threads, there are fewer.
            let start = |_| std::thread::Builder::new().spawn_scoped(scope, other).ok();
            let others: Vec<_> = (1..self.threads).filter_map(start).collect();
            let mine = work(&mut Queue { items, next: &next, report });
            let join =
                |thread: ScopedJoinHandle<T>| thread.join().unwrap_or_else(|panic| resume_unwind(panic));
            others.into_iter().map(join).chain([mine]).collect()
        })
    }
}

/// Items that several threads take in turn.
pub(crate) struct Queue<'a, I> {
    items: &'a [I],
    next: &'a AtomicUsize,
    report: &'a mut dyn FnMut(f64),
}

impl<'a, I> Queue<'a, I> {
    /// The next item that no thread has taken.
    pub(crate) fn next(&mut self) -> Option<&'a I> {
        let i = self.next.fetch_add(1, Ordering::Relaxed);
        (self.report)((i as f64 / self.items.len().max(1) as f64).min(1.0));
        self.items.get(i)
    }
}

/// Bytes in use now, and the most there were at once.
#[derive(Default)]
pub(crate) struct Memory {
    now: AtomicU64,
    peak: AtomicU64,
}

impl Memory {
    pub(crate) fn add(&self, bytes: u64) {
        let now = self.now.fetch_add(bytes, Ordering::Relaxed) + bytes;
        self.peak.fetch_max(now, Ordering::Relaxed);
    }

    pub(crate) fn sub(&self, bytes: u64) {
        self.now.fetch_sub(bytes, Ordering::Relaxed);
    }

    pub(crate) fn now(&self) -> u64 {
        self.now.load(Ordering::Relaxed)
    }

    pub(crate) fn peak(&self) -> u64 {
        self.peak.load(Ordering::Relaxed)
    }

    /// Books buffers whose size changes.
    pub(crate) fn book(&self) -> Booking<'_> {
        Booking { memory: self, bytes: 0 }
    }
}

/// Bytes of buffers that are in use until this is dropped.
pub(crate) struct Booking<'a> {
    memory: &'a Memory,
    bytes: u64,
}

impl Booking<'_> {
    /// The buffers have so many bytes now.
    pub(crate) fn set(&mut self, bytes: u64) {
        self.memory.add(bytes);
        self.memory.sub(std::mem::replace(&mut self.bytes, bytes));
    }
}

impl Drop for Booking<'_> {
    fn drop(&mut self) {
        self.memory.sub(self.bytes);
    }
}
