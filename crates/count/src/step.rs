//! One step: from the states before it to the states after it, pattern by pattern.
//!
//! What a choice does to the degrees does not depend on the pairing. So the states of one new pattern come
//! from at most 16 old patterns (one for each choice), which arithmetic on its number finds, and each of
//! these blocks is rewired as a whole through one table from rank to rank. The new block is *gathered*:
//! zero an array, add the source blocks to it, store what is not zero. Nobody else writes to it, so
//! threads that work on different segments need no lock, and every block is read front to back.
//!
//! An old segment is dropped as soon as the last new segment that reads it is done; the new segments are
//! made in an order that lets this happen early.

use crate::Error;
use crate::engine::{Engine, Memory, Queue};
use crate::half::{Balance, Choice, Step};
use crate::layer::{Block, Builder, Layer, Numbering, Segment, Sum, bits};
use crate::pairing::{Link, Rewire};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A source pattern where it is stored.
pub(crate) struct Stored {
    pub high: usize,
    pub low: usize,
    /// It is stored as its mirror image.
    pub mirrored: bool,
}

impl Engine {
    /// Where a pattern is found in a layer.
    pub(crate) fn stored(&self, folded: bool, high: usize, low: usize) -> Stored {
        let image = if folded { self.numbering.mirror(high, low) } else { (high, low) };
        if image < (high, low) {
            Stored { high: image.0, low: image.1, mirrored: true }
        } else {
            Stored { high, low, mirrored: false }
        }
    }

    /// Whether the result of a step has a block for this pattern.
    pub(crate) fn wanted(&self, step: &Step, high: usize, low: usize) -> bool {
        if step.folded[1] && self.numbering.mirror(high, low) < (high, low) {
            return false;
        }
        let (ones, twos) = (self.numbering.ones(high, low), self.numbering.twos(high, low));
        let degrees = |slots: u32| ((ones & slots).count_ones() + 2 * (twos & slots).count_ones()) as i32;
        match step.balance {
            Some(Balance { colours: [first, second], excess }) if twos & step.ends != 0 => {
                degrees(first) - degrees(second) == excess
            }
            _ => true,
        }
    }

    /// Adds to `sum` what a block becomes when `choice` makes the pattern `(high, low)` of it, turned by 180
    /// degrees at the end if `turn`.
    pub(crate) fn add(&self, sum: &mut Sum, block: Block<'_>, path: Path) {
        let mut links = [const { None }; 4];
        let mut count = 0;
        let mut ones = path.ones;
        let mut push = |rewire: Rewire, pairs: usize| {
            links[count] = Some(self.rewirings.link(rewire, pairs, block.len()));
            count += 1;
        };
        let position = |ones: u32, slot: usize| (ones & ((1 << slot) - 1)).count_ones() as usize;
        let pairs = |ones: u32| ones.count_ones() as usize / 2;
        if path.mirrored {
            let row = (1 << self.numbering.low_slots) - 1;
            push(
                Rewire::Reflect(
                    (ones & row).count_ones() as usize,
                    position(ones, self.numbering.second_row),
                ),
                pairs(ones),
            );
        }
        for &(s, t) in path.joins {
            let after = ones ^ 1 << s ^ 1 << t;
            match (ones >> s & 1, ones >> t & 1) {
                (0, 0) => {
                    let (a, b) = (position(after, s), position(after, t));
                    push(Rewire::Create(a.min(b), a.max(b)), pairs(ones));
                }
                // The only path of a finished tour is closed, not lost: rank 0 of one pair stays rank 0 of none.
                (1, 1) if path.closes && pairs(ones) == 1 => {}
                (1, 1) => push(Rewire::Contract(position(ones, s), position(ones, t)), pairs(ones)),
                (end, _) => {
                    let (from, to) = if end == 1 { (s, t) } else { (t, s) };
                    let (a, b) = (position(ones, from), position(after, to));
                    if a != b {
                        push(Rewire::Relabel(a, b), pairs(ones));
                    }
                }
            }
            ones = after;
        }
        if path.turned {
            let ends = ones.count_ones() as usize;
            push(Rewire::Reflect(ends, ends), pairs(ones));
        }
        match links {
            [None, ..] => block.for_each(|rank, count| sum.add(rank, count)),
            [Some(Link::Table(table)), None, ..] => {
                block.for_each(|rank, count| sum.add(table[rank as usize], count));
            }
            [Some(Link::Table(first)), Some(Link::Table(second)), None, _] => {
                block.for_each(|rank, count| sum.add(second[first[rank as usize] as usize], count));
            }
            _ => block.for_each(|rank, count| {
                let image = links.iter().flatten().fold(rank, |rank, link| link.image(rank));
                sum.add(image, count);
            }),
        }
    }
}

/// How a block of a source pattern comes to its new pattern.
pub(crate) struct Path<'a> {
    /// The slots of degree 1 in the source pattern, as the choice sees it (not mirrored).
    pub ones: u32,
    pub mirrored: bool,
    pub joins: &'a [(usize, usize)],
    pub turned: bool,
    /// The new pattern is that of a whole tour (see [`Step::is_whole_tour`]).
    pub closes: bool,
}

impl Choice {
    /// Whether the choice can lead to a pattern with these slots of degree 1 and 2.
    #[inline]
    pub(crate) fn allows(&self, ones: u32, twos: u32) -> bool {
        let some = ones | twos;
        some & self.at_least[0] == self.at_least[0]
            && twos & self.at_least[1] == self.at_least[1]
            && some & self.at_most[0] == 0
            && twos & self.at_most[1] == 0
    }

    /// The same conditions, on these slots alone.
    fn only(&self, slots: u32) -> Choice {
        let mask = |[a, b]: [u32; 2]| [a & slots, b & slots];
        Choice { at_least: mask(self.at_least), at_most: mask(self.at_most), ..self.clone() }
    }
}

impl Step {
    /// Whether the states of a pattern with these slots of degree 1 and 2 after the step are whole tours: the
    /// last edge may then close the path.
    pub(crate) fn is_whole_tour(&self, ones: u32, twos: u32) -> bool {
        ones == 0 && self.closes == Some(twos)
    }

    /// By which factor the largest count can grow: a new state has at most one source by each choice, but
    /// where paths are joined: of these there may be as many as the new pattern has ends.
    pub(crate) fn growth(&self, slots: usize) -> u64 {
        self.choices.iter().map(|c| (slots as u64).pow(c.joins.len() as u32)).sum()
    }
}

/// A choice, prepared for all patterns of one new segment.
struct Source<'a> {
    choice: &'a Choice,
    /// Which low digits of the new pattern allow it, a bit each.
    allowed: &'a [u64],
    /// High digits of the source patterns.
    high: usize,
    /// The segment that holds these patterns, and the one that holds them as mirror images.
    segments: [Option<Arc<Segment>>; 2],
}

impl Source<'_> {
    fn block(&self, engine: &Engine, folded: bool, low: usize, pairs: usize) -> Option<(Block<'_>, bool)> {
        let stored = engine.stored(folded, self.high, low);
        let segment = self.segments[stored.mirrored as usize].as_ref()?;
        Some((segment.block(stored.low, pairs)?, stored.mirrored))
    }

    /// Sets the bits of the new patterns that the choice leads to from live ones.
    fn mark(&self, engine: &Engine, folded: bool, buffer: &mut [u64], into: &mut [u64]) {
        let live = match &self.segments {
            [Some(straight), None] => &straight.live,
            [straight, mirrored] => {
                buffer.fill(0);
                straight.iter().for_each(|s| buffer.copy_from_slice(&s.live));
                for low in mirrored.iter().flat_map(|s| s.patterns()) {
                    let low = engine.numbering.low.mirror[low] as usize;
                    if engine.stored(folded, self.high, low).mirrored {
                        buffer[low / 64] |= 1 << (low % 64);
                    }
                }
                &*buffer
            }
        };
        let delta = self.choice.delta[0];
        let (words, shift) = (delta.div_euclid(64), delta.rem_euclid(64) as u32);
        let word = |i: i64| usize::try_from(i).ok().and_then(|i| live.get(i)).copied().unwrap_or(0);
        for (i, (into, allowed)) in into.iter_mut().zip(self.allowed).enumerate() {
            let at = i as i64 + words;
            let moved = if shift == 0 { word(at) } else { word(at) >> shift | word(at + 1) << (64 - shift) };
            *into |= moved & allowed;
        }
    }
}

/// The old segments of a step, each with the number of new segments that still have to read it.
struct OldLayer {
    segments: Vec<Mutex<Option<Arc<Segment>>>>,
    readers: Vec<AtomicUsize>,
}

impl OldLayer {
    fn get(&self, high: usize) -> Option<Arc<Segment>> {
        self.segments[high].lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn release(&self, high: usize, memory: &Memory) {
        if self.readers[high].fetch_sub(1, Ordering::AcqRel) == 1 {
            let last = self.segments[high].lock().unwrap_or_else(PoisonError::into_inner).take();
            memory.sub(last.map_or(0, |segment| segment.bytes()));
        }
    }
}

/// Takes a step; the old layer is consumed. Returns the new one and the number of states added to it. Calls
/// `report` now and then with the part of the step that is done.
pub(crate) fn advance(
    engine: &Engine,
    step: &Step,
    layer: Layer,
    report: &mut dyn FnMut(f64),
) -> Result<(Layer, u64), Error> {
    layer.largest.checked_mul(step.growth(engine.numbering.slots)).ok_or(Error::TooLarge)?;
    let numbering = &engine.numbering;
    let plans = plan_segments(engine, step, &layer);
    let mut readers = vec![0; layer.segments.len()];
    plans.iter().flat_map(|plan| &plan.reads).for_each(|&high| readers[high] += 1);
    let old = OldLayer {
        segments: layer.segments.into_iter().map(Mutex::new).collect(),
        readers: readers.iter().map(|&n| AtomicUsize::new(n)).collect(),
    };
    for (high, _) in readers.iter().enumerate().filter(|&(_, &n)| n == 0) {
        old.readers[high].store(1, Ordering::Relaxed);
        old.release(high, &engine.memory);
    }
    let allowed = allowed(numbering, step);

    let updates = AtomicU64::new(0);
    let work = |queue: &mut Queue<'_, SegmentPlan>| -> Result<Vec<_>, Error> {
        let (mut builder, mut sum, mut bits_of) = (Builder::default(), Sum::new(), [vec![], vec![]]);
        let mut buffers = engine.memory.book();
        let (mut made, mut read) = (vec![], 0);
        while let Some(plan) = queue.next() {
            engine.check()?;
            let sources = plan.sources(engine, step, &allowed, |high| old.get(high));
            sources.candidates(engine, &mut bits_of);
            builder.begin(numbering.low.len());
            for low in bits(&bits_of[0]).filter(|&low| engine.wanted(step, plan.high, low)) {
                read += sources.gather(engine, low, &mut sum);
                builder.take(low, &mut sum);
            }
            drop(sources);
            buffers.set(sum.bytes() + builder.bytes());
            if let Some((segment, largest)) = builder.finish() {
                engine.memory.add(segment.bytes());
                made.push((plan.high, Arc::new(segment), largest));
            }
            plan.reads.iter().for_each(|&high| old.release(high, &engine.memory));
        }
        updates.fetch_add(read, Ordering::Relaxed);
        Ok(made)
    };
    let results = engine.on_all_threads(&plans, work, report);

    let mut segments: Vec<Option<Arc<Segment>>> = (0..numbering.high.len()).map(|_| None).collect();
    let mut largest = 0;
    for made in results {
        for (high, segment, count) in made? {
            segments[high] = Some(segment);
            largest = largest.max(count);
        }
    }
    Ok((Layer { segments, largest }, updates.into_inner()))
}

/// For each choice the low digits of new patterns that it allows, a bit each.
pub(crate) fn allowed(numbering: &Numbering, step: &Step) -> Vec<Vec<u64>> {
    let bits_of = |choice: Choice| {
        let mut words = vec![0; numbering.low.len().div_ceil(64)];
        for low in 0..numbering.low.len() {
            let fits = choice.allows(numbering.low.ones[low], numbering.low.twos[low]);
            words[low / 64] |= (fits as u64) << (low % 64);
        }
        words
    };
    let low_slots = (1 << numbering.low_slots) - 1;
    step.choices.iter().map(|choice| bits_of(choice.only(low_slots))).collect()
}

/// A new segment to be made and the old ones it reads.
pub(crate) struct SegmentPlan {
    pub high: usize,
    /// The choices that its high digits allow, and the high digits of their source patterns.
    choices: Vec<(usize, usize)>,
    reads: Vec<usize>,
}

/// Which new segments there may be. Segments that agree in all digits that the step does not touch read the
/// same old ones: they are adjacent.
pub(crate) fn plan_segments(engine: &Engine, step: &Step, layer: &Layer) -> Vec<SegmentPlan> {
    let numbering = &engine.numbering;
    let untouched = |high: usize| {
        let slots = !(step.touched >> numbering.low_slots);
        let (ones, twos) = (numbering.high.ones[high] & slots, numbering.high.twos[high] & slots);
        (ones, twos)
    };
    let high_choices: Vec<Choice> =
        step.choices.iter().map(|c| c.only(u32::MAX << numbering.low_slots)).collect();
    let mut plans: Vec<(_, SegmentPlan)> = (0..numbering.high.len())
        .filter(|&high| !step.folded[1] || numbering.high.mirror[high] as usize >= high)
        .filter_map(|high| {
            let (ones, twos) = (numbering.ones(high, 0), numbering.twos(high, 0));
            let mut plan = SegmentPlan { high, choices: vec![], reads: vec![] };
            for (i, _) in high_choices.iter().enumerate().filter(|(_, c)| c.allows(ones, twos)) {
                let source = (high as i64 + step.choices[i].delta[1]) as usize;
                let image = if step.folded[0] { numbering.high.mirror[source] as usize } else { source };
                let stored = source.min(image);
                if layer.segments[stored].is_some() {
                    plan.choices.push((i, source));
                    plan.reads.push(stored);
                }
            }
            plan.reads.sort_unstable();
            plan.reads.dedup();
            let mirror = numbering.high.mirror[high] as usize;
            let key = if step.folded[1] { untouched(high).min(untouched(mirror)) } else { untouched(high) };
            (!plan.choices.is_empty()).then_some((key, plan))
        })
        .collect();
    plans.sort_by_key(|(key, _)| *key);
    plans.into_iter().map(|(_, plan)| plan).collect()
}

impl SegmentPlan {
    /// The sources of the segment, out of the old layer that `get` reads.
    pub(crate) fn sources<'a>(
        &self,
        engine: &Engine,
        step: &'a Step,
        allowed: &'a [Vec<u64>],
        get: impl Fn(usize) -> Option<Arc<Segment>>,
    ) -> Sources<'a> {
        let folded = step.folded[0];
        let source = |&(i, high): &(usize, usize)| {
            let mirror = engine.numbering.high.mirror[high] as usize;
            let straight = (!folded || high <= mirror).then(|| get(high)).flatten();
            let mirrored = (folded && mirror <= high).then(|| get(mirror)).flatten();
            Source { choice: &step.choices[i], allowed: &allowed[i], high, segments: [straight, mirrored] }
        };
        Sources { high: self.high, step, of: self.choices.iter().map(source).collect() }
    }
}

/// Everything that one new segment is made of.
pub(crate) struct Sources<'a> {
    pub high: usize,
    step: &'a Step,
    of: Vec<Source<'a>>,
}

impl Sources<'_> {
    /// The new patterns that have a live source, as bits.
    pub(crate) fn candidates(&self, engine: &Engine, buffers: &mut [Vec<u64>; 2]) {
        let [candidates, mirror] = buffers;
        for buffer in [&mut *candidates, &mut *mirror] {
            buffer.clear();
            buffer.resize(engine.numbering.low.len().div_ceil(64), 0);
        }
        self.of.iter().for_each(|source| source.mark(engine, self.step.folded[0], mirror, candidates));
    }

    /// Adds up the block of a new pattern; returns the number of states read.
    pub(crate) fn gather(&self, engine: &Engine, low: usize, sum: &mut Sum) -> u64 {
        let mut read = 0;
        let (ones, twos) = (engine.numbering.ones(self.high, low), engine.numbering.twos(self.high, low));
        let closes = self.step.is_whole_tour(ones, twos);
        sum.begin(ones.count_ones() as usize / 2);
        for source in self.of.iter().filter(|source| source.allowed[low / 64] >> (low % 64) & 1 == 1) {
            let from = (low as i64 + source.choice.delta[0]) as usize;
            let ones = engine.numbering.ones(source.high, from);
            let block = source.block(engine, self.step.folded[0], from, ones.count_ones() as usize / 2);
            if let Some((block, mirrored)) = block {
                read += block.len() as u64;
                let joins = &source.choice.joins;
                engine.add(sum, block, Path { ones, mirrored, joins, turned: false, closes });
            }
        }
        read
    }
}
