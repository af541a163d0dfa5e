//! The same count on several machines, over the `timely` dataflow crate (feature `cluster`).
//!
//! Patterns are dealt out to the workers by a hash. Each worker takes a step with the states it has, by the
//! very function that a single machine uses, and gets a part of each new block. The parts travel to the
//! worker that owns the new pattern, whole blocks as records, and are added up there. For the gluing the
//! lower half's blocks travel once more, to the worker that owns the complement.
//!
//! Only sums of disjoint parts are exchanged, and the time stamp of a record is its step: a worker goes on only when
//! the dataflow has proved that nothing of the step is still under way. When a process or a connection is lost,
//! `timely` brings down all the others: there is an error and no number.

use crate::engine::Engine;
use crate::half::Step;
use crate::head::Head;
use crate::join::join;
use crate::layer::{Builder, Layer, Sum};
use crate::program::{Program, compile};
use crate::rendezvous::connect;
use crate::run::check_resources;
use crate::step::advance;
use crate::{Count, CountQuery, Error, Progress, Settings};
use std::any::Any;
use std::cell::RefCell;
use std::collections::HashMap;
use std::mem::ManuallyDrop;
use std::net::TcpStream;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Once};
use std::thread;
use std::time::Duration;
use timely::WorkerConfig;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::{AllocatorBuilder, Hooks};
use timely::dataflow::operators::{Exchange, Input, Inspect, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

/// The processes that count together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    /// The address of each process, `host:port`, the same list everywhere.
    pub hosts: Vec<String>,
    /// Which of them this one is, from 0.
    pub process: usize,
}

/// A part of a block: pattern, ranks, counts. Or, with no ranks, a part of the number in two halves.
type Record = (u64, Vec<u32>, Vec<u64>);
/// A record with its step, and with the number of the worker it goes to.
type RoutedRecord = (u64, u64, Record);

/// Counts together with the other processes, which must ask the same query; each gets the number.
/// `settings.threads` workers run in each process; there are no checkpoints. A process that was not started
/// yet is waited for; `progress` is called for each step of this process's first worker.
///
/// # Errors
/// As [`count`](crate::count), and [`Error::Cluster`] where the processes do not find each other or one is lost.
/// After an error the process should end: its workers stay where they stopped, and the others learn of it when
/// the connections close.
pub fn count_in_cluster(
    query: &CountQuery,
    settings: &Settings,
    cluster: &Cluster,
    progress: &mut dyn FnMut(Progress),
) -> Result<Count, Error> {
    if let Some(number) = query.number_at_once() {
        return Ok(Count { number, ..Count::default() });
    }
    let Some(program) = compile(query, settings.method)? else { return Ok(Count::default()) };
    let processes = cluster.hosts.len();
    if cluster.process >= processes {
        return Err(Error::Cluster(format!(
            "expected a process number below {processes}, found {}",
            cluster.process
        )));
    }
    check_resources(&program, settings, processes)?;
    let head = Head::new(query, settings.method).with("version", env!("CARGO_PKG_VERSION"));
    let head = head.with("threads", settings.threads.max(1));
    silence_timely();
    let sockets = connect(cluster, &head, &settings.cancel)?;
    let shared =
        Arc::new(Shared { engine: Engine::new(&program, settings, 1), program, settings: settings.clone() });
    let workers = settings.threads.max(1);
    let reports = start(sockets, cluster.process, shared.clone());
    // The first fault is the answer. The threads that wait for a lost process are left alone: joining them
    // could wait without end, each survivor for the others.
    let mut counts = vec![];
    while counts.len() < workers {
        match reports.recv().map_err(|_| Error::Cluster("the cluster did not start".into()))? {
            Report::Step(step) => progress(step),
            Report::End(count) => counts.push(count?),
        }
    }
    // What these workers still have to say to the others has to go out before the process may end.
    let _ = reports.recv_timeout(Duration::from_secs(10));
    let number = counts[0].number.checked_mul(query.factor()).ok_or(Error::TooLarge)?;
    Ok(Count { number, bytes: shared.engine.memory.peak(), ..counts[0] })
}

/// What the workers of a process report.
enum Report {
    Step(Progress),
    End(Result<Count, Error>),
}

/// Starts the workers of this process. Each reports its end; a last report comes when all are gone.
fn start(sockets: Vec<Option<TcpStream>>, process: usize, shared: Arc<Shared>) -> Receiver<Report> {
    let (sender, reports) = channel();
    thread::spawn(move || {
        let from_worker = sender.clone();
        let threads = shared.settings.threads.max(1);
        let hooks = Hooks::default();
        let inside = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), None);
        let built = initialize_networking_from_sockets(inside, sockets, process, threads, hooks);
        let (builders, connections) = match built {
            Ok((builders, guard)) => (builders.into_iter().map(AllocatorBuilder::Tcp).collect(), guard),
            Err(error) => {
                let error = Error::Cluster(format!("cannot use a connection: {error}"));
                let _ = sender.send(Report::End(Err(error)));
                return;
            }
        };
        let config = WorkerConfig::default();
        let guards = timely::execute::execute_from(builders, Box::new(connections), config, move |worker| {
            let mut member = ManuallyDrop::new(ClusterWorker::new(worker, &shared, &from_worker));
            // A lost connection panics in the worker, sooner or later.
            let counted = catch_unwind(AssertUnwindSafe(|| member.count()));
            let report = counted.unwrap_or_else(|panic| Err(Error::Cluster(reason(&*panic))));
            let failed = report.is_err();
            let _ = from_worker.send(Report::End(report));
            if failed {
                // To return would close this worker's input, and the others would go on without its part. To
                // unwind would drop what is connected to the lost process, which may panic a second time and
                // take the whole process with it before the error is reported.
                loop {
                    thread::park();
                }
            }
            drop(ManuallyDrop::into_inner(member));
        });
        let end = guards.map(|guards| drop(guards.join())).map(|()| Count::default());
        let end = end.map_err(|why| Error::Cluster(format!("the cluster did not start: {why}")));
        let _ = sender.send(Report::End(end));
    });
    reports
}

/// Why a worker panicked: `timely` does if a connection is lost.
fn reason(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("unknown reason");
    format!("the cluster broke up: a process or a connection was lost ({text})")
}

/// The threads of `timely` panic when a connection is lost. This is reported as an error, not as a panic.
fn silence_timely() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let others = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !thread::current().name().is_some_and(|name| name.starts_with("timely:")) {
                others(panic);
            }
        }));
    });
}

/// What the workers of a process share.
struct Shared {
    engine: Engine,
    program: Program,
    settings: Settings,
}

type Received = Rc<RefCell<HashMap<u64, Vec<Record>>>>;

/// One worker.
struct ClusterWorker<'a> {
    worker: &'a mut Worker,
    shared: &'a Shared,
    input: InputHandle<u64, timely::container::CapacityContainerBuilder<Vec<RoutedRecord>>>,
    probe: ProbeHandle<u64>,
    /// What came in, by step: others may be one ahead.
    received: Received,
    reports: &'a Sender<Report>,
    steps: usize,
    result: Count,
}

impl<'a> ClusterWorker<'a> {
    fn new(worker: &'a mut Worker, shared: &'a Shared, reports: &'a Sender<Report>) -> Self {
        let received = Received::default();
        let sink = received.clone();
        let mut input = InputHandle::new();
        let probe = worker.dataflow(|scope| {
            scope
                .input_from(&mut input)
                .container::<Vec<RoutedRecord>>()
                .exchange(|(_, to, _): &RoutedRecord| *to)
                .inspect(move |(step, _, record)| {
                    sink.borrow_mut().entry(*step).or_default().push(record.clone())
                })
                .probe()
                .0
        });
        ClusterWorker { worker, shared, input, probe, received, reports, steps: 0, result: Count::default() }
    }

    fn count(&mut self) -> Result<Count, Error> {
        let program = &self.shared.program;
        let mut layers = vec![];
        for half in &program.halves {
            let mut layer = self.start();
            for step in half {
                layer = self.step(step, layer)?;
            }
            layers.push(layer);
        }
        let (first, last) = (layers[0].clone(), layers.remove(layers.len() - 1));
        drop(layers);
        self.shared.engine.memory.add(if program.rotated { first.bytes() } else { 0 });
        let upper = self.step(&program.last[0], first)?;
        let lower = self.step(&program.last[1], last)?;
        let lower = self.exchange(lower, |member, pattern| member.complement(pattern))?;
        let still = program.join_only();
        let engine = &self.shared.engine;
        let part = join(engine, &still, &upper, &lower, &mut |_| ())?;
        for to in 0..self.worker.peers() as u64 {
            self.send(to, (0, vec![], vec![part as u64, (part >> 64) as u64]));
        }
        let parts = self.deliver()?;
        let number = parts.iter().try_fold(0u128, |sum, (_, _, halves)| {
            sum.checked_add(halves[0] as u128 | (halves[1] as u128) << 64)
        });
        Ok(Count { number: number.ok_or(Error::TooLarge)?, ..self.result })
    }

    /// The state in which nothing is decided, at its owner.
    fn start(&self) -> Layer {
        let mut layer = Layer::start(&self.shared.engine.numbering);
        if owner(0) % self.worker.peers() as u64 != self.worker.index() as u64 {
            layer.segments[0] = None;
        }
        self.shared.engine.memory.add(layer.bytes());
        layer
    }

    fn step(&mut self, step: &Step, layer: Layer) -> Result<Layer, Error> {
        let Shared { engine, program, .. } = self.shared;
        let (parts, updates) = advance(engine, step, layer, &mut |_| ())?;
        let layer = self.exchange(parts, |_, pattern| pattern)?;
        self.result.updates += updates;
        self.result.states = self.result.states.max(layer.states());
        self.steps += 1;
        // The two steps that a single machine does while gluing, and the gluing.
        let of = program.halves.iter().map(Vec::len).sum::<usize>() + 3;
        if self.worker.index().is_multiple_of(self.shared.settings.threads.max(1)) {
            let (step, states, updates) = (self.steps, layer.states(), self.result.updates);
            let (bytes, part) = (engine.memory.now(), self.steps as f64 / of as f64);
            let _ = self.reports.send(Report::Step(Progress { step, of, states, updates, bytes, part }));
        }
        Ok(layer)
    }

    /// Sends each block to the owner of a pattern, and adds up what comes in.
    fn exchange(&mut self, parts: Layer, to: impl Fn(&Self, u64) -> u64) -> Result<Layer, Error> {
        let Engine { numbering, memory, .. } = &self.shared.engine;
        let width = numbering.low.len() as u64;
        let pairs = |pattern: u64| {
            numbering.ones((pattern / width) as usize, (pattern % width) as usize).count_ones() as usize / 2
        };
        for (high, segment) in parts.segments.into_iter().enumerate().filter_map(|(h, s)| Some((h, s?))) {
            for low in segment.patterns() {
                let pattern = high as u64 * width + low as u64;
                let (mut ranks, mut counts) = (vec![], vec![]);
                if let Some(block) = segment.block(low, pairs(pattern)) {
                    block.for_each(|rank, count| {
                        ranks.push(rank);
                        counts.push(count);
                    });
                }
                self.send(owner(to(self, pattern)), (pattern, ranks, counts));
            }
            memory.sub(segment.bytes());
            self.worker.step();
        }
        let mut received = self.deliver()?;
        received.sort_unstable_by_key(|(pattern, ..)| *pattern);
        let mut layer = Layer { segments: (0..numbering.high.len()).map(|_| None).collect(), largest: 0 };
        let (mut builder, mut sum) = (Builder::default(), Sum::new());
        for segment in received.chunk_by(|a, b| a.0 / width == b.0 / width) {
            builder.begin(width as usize);
            for block in segment.chunk_by(|a, b| a.0 == b.0) {
                sum.begin(pairs(block[0].0));
                for (_, ranks, counts) in block {
                    ranks.iter().zip(counts).for_each(|(&rank, &count)| sum.add(rank, count));
                }
                builder.take((block[0].0 % width) as usize, &mut sum);
            }
            if let Some((made, largest)) = builder.finish() {
                memory.add(made.bytes());
                layer.largest = layer.largest.max(largest);
                layer.segments[(segment[0].0 / width) as usize] = Some(Arc::new(made));
            }
        }
        Ok(layer)
    }

    fn send(&mut self, to: u64, record: Record) {
        let step = *self.input.time();
        self.input.send((step, to, record));
    }

    /// Waits until everything that all workers sent in this step has arrived, and returns this one's share.
    fn deliver(&mut self) -> Result<Vec<Record>, Error> {
        let step = *self.input.time();
        self.input.advance_to(step + 1);
        self.input.flush();
        while self.probe.less_than(&(step + 1)) {
            self.shared.engine.check()?;
            self.worker.step_or_park(Some(Duration::from_millis(1)));
        }
        Ok(self.received.borrow_mut().remove(&step).unwrap_or_default())
    }

    /// The upper pattern, as it is stored, that a lower one is glued to.
    fn complement(&self, pattern: u64) -> u64 {
        let Shared { engine, program, .. } = self.shared;
        let width = engine.numbering.low.len();
        let (high, low) = (pattern as usize / width, pattern as usize % width);
        let (ones, twos) =
            program.complement(engine.numbering.ones(high, low), engine.numbering.twos(high, low));
        let (high, low) = engine.numbering.pattern(ones, twos);
        let stored = engine.stored(program.folded, high, low);
        (stored.high * width + stored.low) as u64
    }
}

/// Spreads neighbouring patterns, whose blocks differ in size by up to 10^5.
fn owner(pattern: u64) -> u64 {
    let mixed = (pattern + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ mixed >> 32
}
