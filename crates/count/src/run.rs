//! The whole count: plan, halves, gluing; with limits, progress and a way to stop.

use crate::checkpoint::{Saved, Store};
use crate::engine::Engine;
use crate::join::join;
use crate::layer::Layer;
use crate::plan::{Plan, of_program};
use crate::program::{Program, compile};
use crate::step::advance;
use crate::{CountQuery, Error, Settings};
use std::time::Instant;

/// How far a count has come: reported before the first step, within steps, and after each.
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

/// Counts tours, exactly.
///
/// # Errors
/// See [`Error`]: a count that would not fit the memory is refused before it starts; one that is stopped has
/// no number.
///
/// ```
/// use tremaux_count::{Board, CountQuery, Settings, Tours, count};
/// let query = CountQuery::new(Board::new(6, 6)?, Tours::Closed)?;
/// let count = count(&query, &Settings::default(), &mut |_| ())?;
/// assert_eq!(count.number, 9862); // OEIS A001230
/// # Ok::<(), tremaux_count::Error>(())
/// ```
pub fn count(
    query: &CountQuery,
    settings: &Settings,
    progress: &mut dyn FnMut(Progress),
) -> Result<Count, Error> {
    if let Some(number) = query.number_at_once() {
        return Ok(Count { number, ..Count::default() });
    }
    let Some(program) = compile(query, settings.method)? else { return Ok(Count::default()) };
    let plan = check_resources(&program, settings, 1)?;
    let store = settings.checkpoint.as_ref().map(|c| Store::open(c, query, settings)).transpose()?;
    let mut run = Run {
        engine: Engine::new(&program, settings, settings.threads.max(1)),
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
    let Run { engine, predicted, done, progress, .. } = &mut run;
    let mut report = |part: f64| progress(Progress { part: part_done(predicted, done.step, part), ..*done });
    let cycles = join(engine, &program, upper, lower, &mut report)?;
    let number = cycles.checked_mul(query.factor()).ok_or(Error::TooLarge)?;
    let bytes = run.engine.memory.peak() + run.engine.rewirings.bytes();
    Ok(Count { number, states: run.most_states, updates: run.done.updates, bytes })
}

/// Refuses what does not fit, before anything is computed, if so many processes share the states.
pub(crate) fn check_resources(
    program: &Program,
    settings: &Settings,
    processes: usize,
) -> Result<Plan, Error> {
    let plan = of_program(program, settings.threads);
    let needed = plan.bytes / processes as u64;
    let allowed = settings.memory_limit;
    if needed > allowed {
        return Err(Error::Memory { needed, allowed, predicted: true });
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
        let mut block = Vec::<u8>::new();
        let given = usize::try_from(bytes).is_ok_and(|bytes| block.try_reserve_exact(bytes).is_ok());
        // `black_box` keeps the optimizer from removing the unused allocation.
        std::hint::black_box(&mut block);
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
            Some(store) => store.load(half, segments, &self.engine.memory)?,
            None => None,
        };
        let Saved { steps: first, updates, mut layer } = saved.unwrap_or_else(|| {
            let layer = Layer::start(&self.engine.numbering);
            self.engine.memory.add(layer.bytes());
            Saved { steps: 0, updates: self.done.updates, layer }
        });
        self.done.step += first.min(steps.len());
        self.done.updates = updates;
        let mut newest_save = Instant::now();
        for (i, step) in steps.iter().enumerate().skip(first) {
            let Run { engine, predicted, done, progress, .. } = self;
            let mut report =
                |part: f64| progress(Progress { part: part_done(predicted, done.step, part), ..*done });
            let (after, updates) = advance(engine, step, layer, &mut report)?;
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
        self.done.bytes = self.engine.memory.now() + self.engine.rewirings.bytes();
        self.most_states = self.most_states.max(self.done.states);
        self.done.part = part_done(&self.predicted, self.done.step, 0.0);
        (self.progress)(self.done);
    }
}

/// The part of the whole work that is done after `step` steps and a part of the next.
fn part_done(predicted: &[u64], step: usize, part: f64) -> f64 {
    // Gluing reads the last states about as often as three steps would.
    let gluing = 3.0 * predicted.last().copied().unwrap_or(0) as f64;
    let work = |step: usize| predicted.get(step).map_or(gluing, |&states| states as f64);
    let all: f64 = (0..=predicted.len()).map(work).sum();
    let done: f64 = (0..step).map(work).sum();
    ((done + part * work(step)) / all.max(1.0)).min(1.0)
}
