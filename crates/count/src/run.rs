//! The whole count: plan, halves, gluing; with limits, progress and a way to stop.

use crate::glue::join;
use crate::layer::{Layer, Memory, Numbering};
use crate::pairing::Rewirings;
use crate::program::{Program, compile};
use crate::question::{Question, Tours};
use crate::step::{Engine, advance};
use crate::{Error, Method};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How to count.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Threads that work at once; at least 1.
    pub threads: usize,
    /// The most bytes the states may take.
    pub memory_limit: u64,
    /// Which of several ways to the same number.
    pub method: Method,
    /// Set this from elsewhere to stop the count.
    pub cancel: Arc<AtomicBool>,
}

impl Default for Settings {
    fn default() -> Self {
        let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
        Settings { threads, memory_limit: 8_000_000_000, method: Method::default(), cancel: Arc::default() }
    }
}

/// How far a count has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Steps that are done, and steps in all.
    pub step: usize,
    /// Steps in all, the gluing included.
    pub of: usize,
    /// States after the step.
    pub states: u64,
    /// States read so far, in all steps.
    pub updates: u64,
    /// Bytes of these states.
    pub bytes: u64,
}

/// A number of tours and what it took to find it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// The number of tours.
    pub number: u128,
    /// The most states after any step.
    pub states: u64,
    /// States read in all steps.
    pub updates: u64,
    /// The most bytes of states at once.
    pub bytes: u64,
}

/// What stops a run from inside.
pub(crate) struct Control<'a> {
    pub cancel: &'a AtomicBool,
    pub limit: u64,
}

impl Control<'_> {
    pub(crate) fn check(&self, memory: &Memory) -> Result<(), Error> {
        if self.cancel.load(Ordering::Relaxed) {
            return Err(Error::Cancelled);
        }
        match memory.now() {
            needed if needed > self.limit => Err(Error::Memory { needed, allowed: self.limit, predicted: false }),
            _ => Ok(()),
        }
    }
}

/// Counts.
pub fn count(question: &Question, settings: &Settings, progress: &mut dyn FnMut(Progress)) -> Result<Count, Error> {
    if let Some(number) = without_counting(question) {
        return Ok(Count { number, ..Count::default() });
    }
    let Some(program) = compile(question, settings.method)? else { return Ok(Count::default()) };
    let engine = Engine {
        numbering: Numbering::new(program.slots, program.low),
        rewirings: Rewirings::new(),
        threads: settings.threads.max(1),
    };
    let memory = Memory::default();
    let control = Control { cancel: &settings.cancel, limit: settings.memory_limit };
    let mut result = Count::default();
    let of = program.halves.iter().map(Vec::len).sum::<usize>() + 1;
    let mut step = 0;
    let mut layers = vec![];
    for half in &program.halves {
        let mut layer = Layer::start(&engine.numbering);
        memory.add(layer.bytes());
        for action in half {
            let (after, read) = advance(&engine, action, layer, &memory, &control)?;
            layer = after;
            step += 1;
            result.updates += read;
            let states = layer.states();
            result.states = result.states.max(states);
            progress(Progress { step, of, states, updates: result.updates, bytes: layer.bytes() });
        }
        layers.push(layer);
    }
    let (upper, lower) = (&layers[0], &layers[layers.len() - 1]);
    let cycles = join(&engine, &program, upper, lower, &memory, &control)?;
    result.number = cycles.checked_mul(question.factor()).ok_or(Error::TooLarge)?;
    result.bytes = memory.peak();
    Ok(result)
}

/// The answers that need no counting, and those for which the apex would be no graph's vertex.
fn without_counting(question: &Question) -> Option<u128> {
    match (question.tours, question.board.squares()) {
        // One square: a tour of no moves, its own reverse, which is not closed.
        (Tours::Closed, 1) => Some(0),
        (_, 1) => Some(1),
        (Tours::Between(s, t), _) if s == t => Some(0),
        _ => None,
    }
}
