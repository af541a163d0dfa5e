//! The whole count: plan, halves, gluing; with limits, progress and a way to stop.

use crate::Error;
use crate::checkpoint::{Checkpoint, Saved, Store};
use crate::glue::join;
use crate::layer::{Layer, Memory, Numbering};
use crate::pairing::{MAX_PAIRS, Rewirings};
use crate::plan::{Plan, of_program};
use crate::program::{Method, Program, compile};
use crate::question::{Question, Tours};
use crate::step::{Engine, advance};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

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
    /// Set this from elsewhere to stop the count; it returns [`Error::Cancelled`] within a second or so.
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

/// How far a count has come: reported after each step, and once before the first.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// Steps that are done.
    pub step: usize,
    /// Steps in all. The last is the gluing of the halves.
    pub of: usize,
    /// States after the step.
    pub states: u64,
    /// States read so far, in all steps.
    pub updates: u64,
    /// Bytes of all states now.
    pub bytes: u64,
    /// Predicted part of the whole work that is done, 0 to 1.
    pub part: f64,
}

/// A number of tours and what it took to find it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Count {
    /// The number of tours.
    pub number: u128,
    /// The most states after any step.
    pub states: u64,
    /// States read in all steps but the gluing.
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
            needed if needed > self.limit => {
                Err(Error::Memory { needed, allowed: self.limit, predicted: false })
            }
            _ => Ok(()),
        }
    }
}

/// Counts tours, exactly.
///
/// # Errors
/// See [`Error`]: a count that would not fit the memory is refused before it starts; one that is stopped has
/// no number.
///
/// ```
/// use tremaux_count::{Board, Question, Settings, Tours, count};
/// let question = Question::new(Board::new(6, 6)?, Tours::Closed)?;
/// let count = count(&question, &Settings::default(), &mut |_| ())?;
/// assert_eq!(count.number, 9862); // OEIS A001230
/// # Ok::<(), tremaux_count::Error>(())
/// ```
pub fn count(
    question: &Question,
    settings: &Settings,
    progress: &mut dyn FnMut(Progress),
) -> Result<Count, Error> {
    if let Some(number) = without_counting(question) {
        return Ok(Count { number, ..Count::default() });
    }
    let Some(program) = compile(question, settings.method)? else { return Ok(Count::default()) };
    let plan = admit(&program, settings, 1)?;
    let store = settings.checkpoint.as_ref().map(|c| Store::open(c, question, settings)).transpose()?;
    let mut run = Run {
        engine: Engine {
            numbering: Numbering::new(program.slots, program.low, program.folded && program.apex.is_some()),
            rewirings: Rewirings::new(),
            threads: settings.threads.max(1),
        },
        memory: Memory::default(),
        control: Control { cancel: &settings.cancel, limit: settings.memory_limit },
        store,
        predicted: plan.steps,
        done: Progress { of: program.halves.iter().map(Vec::len).sum::<usize>() + 1, ..Progress::default() },
        most_states: 0,
        progress,
    };
    (run.progress)(run.done);
    let layers =
        (0..program.halves.len()).map(|half| run.half(&program, half)).collect::<Result<Vec<_>, _>>()?;
    let (upper, lower) = (&layers[0], &layers[layers.len() - 1]);
    let cycles = join(&run.engine, &program, upper, lower, &run.memory, &run.control)?;
    let number = cycles.checked_mul(question.factor()).ok_or(Error::TooLarge)?;
    Ok(Count { number, states: run.most_states, updates: run.done.updates, bytes: run.memory.peak() })
}

/// Refuses what does not fit, before anything is computed, if so many processes share the states.
pub(crate) fn admit(program: &Program, settings: &Settings, processes: usize) -> Result<Plan, Error> {
    let plan = of_program(program, settings.threads);
    let needed = plan.bytes / processes as u64;
    let allowed = settings.memory_limit;
    if needed > allowed {
        return Err(Error::Memory { needed, allowed, predicted: true });
    }
    if program.slots > 2 * MAX_PAIRS {
        return Err(Error::TooWide { slots: program.slots, most: 2 * MAX_PAIRS });
    }
    if let Some(allowed) = less_than(needed) {
        return Err(Error::Memory { needed, allowed, predicted: true });
    }
    Ok(plan)
}

/// What the system gives, in rough steps, where it does not give so many bytes and some for all the rest. An
/// allocation that fails would end the program in the middle of the count.
fn less_than(bytes: u64) -> Option<u64> {
    let gives = |bytes: u64| {
        let mut room = Vec::<u8>::new();
        let given = usize::try_from(bytes).is_ok_and(|bytes| room.try_reserve_exact(bytes).is_ok());
        // Room that nobody looks at need not be asked for, thinks the compiler.
        std::hint::black_box(&mut room);
        given
    };
    let with_rest = |bytes: u64| bytes.saturating_add(bytes / 8).saturating_add(32 << 20);
    let smaller = |&bytes: &u64| (bytes > 0).then(|| bytes - bytes / 8 - 1);
    let mut tried = std::iter::successors(Some(bytes), smaller).map(|bytes| (bytes, gives(with_rest(bytes))));
    let most = tried.find(|(_, given)| *given).map_or(0, |(bytes, _)| bytes);
    (most < bytes).then_some(most)
}

/// A count under way.
struct Run<'a> {
    engine: Engine,
    memory: Memory,
    control: Control<'a>,
    store: Option<Store<'a>>,
    /// States predicted after each step.
    predicted: Vec<u64>,
    done: Progress,
    most_states: u64,
    progress: &'a mut dyn FnMut(Progress),
}

impl Run<'_> {
    /// Takes all steps of a half, from where its checkpoint left off.
    fn half(&mut self, program: &Program, half: usize) -> Result<Layer, Error> {
        let steps = &program.halves[half];
        let segments = self.engine.numbering.high.len();
        let saved = match &self.store {
            Some(store) => store.load(half, segments, &self.memory)?,
            None => None,
        };
        let Saved { steps: first, updates, mut layer } = saved.unwrap_or_else(|| {
            let layer = Layer::start(&self.engine.numbering);
            self.memory.add(layer.bytes());
            Saved { steps: 0, updates: self.done.updates, layer }
        });
        self.done.step += first.min(steps.len());
        self.done.updates = updates;
        let mut newest_save = Instant::now();
        for (i, step) in steps.iter().enumerate().skip(first) {
            let (after, updates) = advance(&self.engine, step, layer, &self.memory, &self.control)?;
            layer = after;
            self.done.updates += updates;
            let at_end = i + 1 == steps.len();
            if let Some(store) = self.store.as_ref().filter(|s| at_end || newest_save.elapsed() >= s.every())
            {
                store.save(half, i + 1, self.done.updates, &layer)?;
                newest_save = Instant::now();
            }
            self.report(&layer);
        }
        Ok(layer)
    }

    fn report(&mut self, layer: &Layer) {
        self.done.step += 1;
        self.done.states = layer.states();
        self.done.bytes = self.memory.now();
        self.most_states = self.most_states.max(self.done.states);
        let work = |steps: &[u64]| steps.iter().sum::<u64>() as f64;
        // Gluing reads the last states about as often as three steps would.
        let gluing = 3.0 * self.predicted.last().copied().unwrap_or(0) as f64;
        let done = self.done.step.min(self.predicted.len());
        self.done.part = work(&self.predicted[..done]) / (work(&self.predicted) + gluing).max(1.0);
        (self.progress)(self.done);
    }
}

/// The answers that need no counting: those where the apex would not make a proper cycle.
pub(crate) fn without_counting(question: &Question) -> Option<u128> {
    match (question.tours, question.board.squares()) {
        // One square: a tour of no moves, its own reverse, which is not closed.
        (Tours::Closed, 1) => Some(0),
        (_, 1) => Some(1),
        (Tours::Between(s, t), _) if s == t => Some(0),
        _ => None,
    }
}
