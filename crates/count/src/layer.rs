//! All states at one moment: blocks of counts, one block for each pattern of degrees, no hashing.
//!
//! A pattern gives each slot a degree 0, 1 or 2: a number in base 3. Its high digits say which *segment*
//! it is in, its low digits where inside. A segment has a bit for each of its patterns, and for the live
//! ones a block: the ranks of the pairings that occur, ascending, and their counts. Segments are the
//! unit of work, of memory that is freed, and of a checkpoint.
//!
//! Ranks take 16 bits. In the rare blocks with more pairings an entry with count 0, which no state has,
//! carries the upper half of the ranks that follow. Counts take 32 bits, or 64 in the segments that need it.

use crate::pairing::pairings;
use std::sync::Arc;

/// Blocks of so many pairs have ranks of more than 16 bits.
pub(crate) const WIDE_PAIRS: usize = 7;

/// The digits of numbers in base 3, for one end of a pattern.
pub(crate) struct Digits {
    /// The slots of degree 1 and of degree 2, for each number.
    pub ones: Vec<u32>,
    pub twos: Vec<u32>,
    /// The number that reads its digits back to front (the lowest one stays for an apex in front).
    pub mirror: Vec<u32>,
    /// For each set of slots the number that has degree 1 there.
    pub number: Vec<u32>,
}

impl Digits {
    /// Of numbers with so many digits; `apex` says that the lowest is the apex's.
    pub(crate) fn new(digits: usize, apex: bool) -> Digits {
        let (mut ones, mut twos) = (vec![0], vec![0]);
        for digit in 0..digits {
            let size = ones.len();
            for degree in 1..3 {
                for i in 0..size {
                    ones.push(ones[i] | u32::from(degree == 1) << digit);
                    twos.push(twos[i] | u32::from(degree == 2) << digit);
                }
            }
        }
        let mut number = vec![0u32; 1 << digits];
        for set in 1..number.len() {
            let top = set.ilog2();
            number[set] = number[set ^ 1 << top] + 3u32.pow(top);
        }
        let keep = apex as usize;
        let back = |mask: u32| -> usize {
            let turn = |i: usize| if i < keep { i } else { digits - 1 - (i - keep) };
            (0..digits).filter(|&i| mask >> i & 1 == 1).fold(0, |m, i| m | 1 << turn(i))
        };
        let mirror = ones.iter().zip(&twos).map(|(&o, &t)| number[back(o)] + 2 * number[back(t)]).collect();
        Digits { ones, twos, mirror, number }
    }

    pub(crate) fn len(&self) -> usize {
        self.ones.len()
    }
}

/// How patterns are numbered.
pub(crate) struct Numbering {
    pub slots: usize,
    pub low_slots: usize,
    /// The first slot of the second row, where layers are folded.
    pub second_row: usize,
    pub low: Digits,
    pub high: Digits,
}

impl Numbering {
    /// Of `slots` slots, the first `low_slots` of them in a segment. `apex` says that the next slot is that of
    /// an apex between two rows.
    pub(crate) fn new(slots: usize, low_slots: usize, apex: bool) -> Numbering {
        let (low, high) = (Digits::new(low_slots, false), Digits::new(slots - low_slots, apex));
        Numbering { slots, low_slots, second_row: low_slots + apex as usize, low, high }
    }

    pub(crate) fn ones(&self, high: usize, low: usize) -> u32 {
        self.high.ones[high] << self.low_slots | self.low.ones[low]
    }

    pub(crate) fn twos(&self, high: usize, low: usize) -> u32 {
        self.high.twos[high] << self.low_slots | self.low.twos[low]
    }

    /// The pattern with these slots of degree 1 and 2, as `(high, low)`.
    pub(crate) fn pattern(&self, ones: u32, twos: u32) -> (usize, usize) {
        let mask = (1 << self.low_slots) - 1;
        let half = |d: &Digits, o: u32, t: u32| (d.number[o as usize] + 2 * d.number[t as usize]) as usize;
        (
            half(&self.high, ones >> self.low_slots, twos >> self.low_slots),
            half(&self.low, ones & mask, twos & mask),
        )
    }

    /// The pattern seen in a mirror beside the board.
    pub(crate) fn mirror(&self, high: usize, low: usize) -> (usize, usize) {
        (self.high.mirror[high] as usize, self.low.mirror[low] as usize)
    }
}

/// Counts of the states of a segment.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Counts {
    Short(Box<[u32]>),
    Long(Box<[u64]>),
}

/// The states whose patterns share their high digits.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Segment {
    /// A bit for each value of the low digits.
    pub live: Box<[u64]>,
    /// The number of live patterns before each word of `live`.
    pub before: Box<[u32]>,
    /// Where each live pattern's block begins, and the end of the last.
    pub offsets: Box<[u32]>,
    pub ranks: Box<[u16]>,
    pub counts: Counts,
}

/// The block of one pattern.
#[derive(Clone, Copy)]
pub(crate) struct Block<'a> {
    ranks: &'a [u16],
    counts: Slice<'a>,
    wide: bool,
}

#[derive(Clone, Copy)]
enum Slice<'a> {
    Short(&'a [u32]),
    Long(&'a [u64]),
}

impl Block<'_> {
    pub(crate) fn len(&self) -> usize {
        self.ranks.len()
    }

    /// Calls `f(rank, count)` for each state. Inlined into each use, so that the loop over a block is
    /// compiled for the change it makes.
    #[inline(always)]
    pub(crate) fn for_each(&self, mut f: impl FnMut(u32, u64)) {
        match self.counts {
            Slice::Short(counts) => entries(self.ranks, counts, self.wide, |r, c| f(r, c as u64)),
            Slice::Long(counts) => entries(self.ranks, counts, self.wide, f),
        }
    }
}

#[inline(always)]
fn entries<C: Copy + Default + PartialEq>(
    ranks: &[u16],
    counts: &[C],
    wide: bool,
    mut f: impl FnMut(u32, C),
) {
    if !wide {
        return ranks.iter().zip(counts).for_each(|(&r, &c)| f(r as u32, c));
    }
    let mut upper = 0;
    for (&r, &c) in ranks.iter().zip(counts) {
        if c == C::default() {
            upper = (r as u32) << 16;
        } else {
            f(upper | r as u32, c);
        }
    }
}

impl Segment {
    /// The block of a live pattern of `pairs` pairs.
    #[inline]
    pub(crate) fn block(&self, low: usize, pairs: usize) -> Option<Block<'_>> {
        let (word, bit) = (self.live[low / 64], low % 64);
        if word >> bit & 1 == 0 {
            return None;
        }
        let index = self.before[low / 64] as usize + (word & ((1 << bit) - 1)).count_ones() as usize;
        let range = self.offsets[index] as usize..self.offsets[index + 1] as usize;
        let ranks = &self.ranks[range.clone()];
        let counts = match &self.counts {
            Counts::Short(counts) => Slice::Short(&counts[range]),
            Counts::Long(counts) => Slice::Long(&counts[range]),
        };
        Some(Block { ranks, counts, wide: pairs >= WIDE_PAIRS })
    }

    /// The low digits of the live patterns, ascending.
    pub(crate) fn patterns(&self) -> impl Iterator<Item = usize> + '_ {
        bits(&self.live)
    }

    pub(crate) fn bytes(&self) -> u64 {
        let counts = match &self.counts {
            Counts::Short(counts) => size_of_val(&**counts),
            Counts::Long(counts) => size_of_val(&**counts),
        };
        let rest = size_of_val(&*self.live) + size_of_val(&*self.before) + size_of_val(&*self.offsets);
        (counts + size_of_val(&*self.ranks) + rest) as u64
    }

    /// The number of entries: the states, and a few marks in wide blocks.
    pub(crate) fn states(&self) -> u64 {
        self.ranks.len() as u64
    }
}

/// The places of the bits that are set.
pub(crate) fn bits(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(i, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(64 * i + bit)
        })
    })
}

/// Collects the blocks of a segment, in ascending order of patterns; used again for the next one.
#[derive(Default)]
pub(crate) struct Builder {
    live: Vec<u64>,
    offsets: Vec<u32>,
    ranks: Vec<u16>,
    counts: Vec<u64>,
    largest: u64,
}

impl Builder {
    pub(crate) fn begin(&mut self, patterns: usize) {
        self.live.clear();
        self.live.resize(patterns.div_ceil(64), 0);
        self.offsets.clear();
        self.ranks.clear();
        self.counts.clear();
        self.largest = 0;
    }

    /// Bytes of the buffers.
    pub(crate) fn bytes(&self) -> u64 {
        let Builder { live, offsets, ranks, counts, .. } = self;
        (8 * (live.capacity() + counts.capacity()) + 4 * offsets.capacity() + 2 * ranks.capacity()) as u64
    }

    /// Moves what `sum` holds into a block for the pattern; no block where it holds nothing.
    pub(crate) fn take(&mut self, low: usize, sum: &mut Sum) {
        let start = self.ranks.len() as u32;
        let mut upper = 0;
        sum.drain(|rank, count| {
            if rank >> 16 != upper {
                upper = rank >> 16;
                self.ranks.push(upper as u16);
                self.counts.push(0);
            }
            self.ranks.push(rank as u16);
            self.counts.push(count);
            self.largest = self.largest.max(count);
        });
        if self.ranks.len() as u32 > start {
            self.live[low / 64] |= 1 << (low % 64);
            self.offsets.push(start);
        }
    }

    /// The segment, with its largest count, unless it is empty.
    pub(crate) fn finish(&mut self) -> Option<(Segment, u64)> {
        if self.ranks.is_empty() {
            return None;
        }
        self.offsets.push(self.ranks.len() as u32);
        let counts = if self.largest <= u32::MAX as u64 {
            Counts::Short(self.counts.iter().map(|&c| c as u32).collect())
        } else {
            Counts::Long(self.counts.as_slice().into())
        };
        let segment = Segment {
            before: before(&self.live),
            live: self.live.as_slice().into(),
            offsets: self.offsets.as_slice().into(),
            ranks: self.ranks.as_slice().into(),
            counts,
        };
        Some((segment, self.largest))
    }
}

pub(crate) fn before(live: &[u64]) -> Box<[u32]> {
    let mut sum = 0;
    live.iter()
        .map(|word| {
            sum += word.count_ones();
            sum - word.count_ones()
        })
        .collect()
}

/// A dense array of counts by rank, with a bit for each rank that was touched: emptying it costs the
/// states it holds, not its size.
pub(crate) struct Sum {
    counts: Vec<u64>,
    touched: Vec<u64>,
    size: usize,
}

impl Sum {
    pub(crate) fn new() -> Sum {
        Sum { counts: vec![], touched: vec![], size: 0 }
    }

    /// Bytes of the array.
    pub(crate) fn bytes(&self) -> u64 {
        8 * (self.counts.capacity() + self.touched.capacity()) as u64
    }

    /// Gets ready for blocks of `pairs` pairs; the array is empty then.
    pub(crate) fn begin(&mut self, pairs: usize) {
        self.size = pairings(pairs) as usize;
        if self.counts.len() <= self.size {
            self.counts.resize(self.size + 1, 0); // and the waste slot
            self.touched.resize(self.size / 64 + 1, 0);
        }
    }

    #[inline(always)]
    pub(crate) fn add(&mut self, rank: u32, count: u64) {
        // Cannot overflow but in the waste slot: see `growth` in `step`.
        self.counts[rank as usize] = self.counts[rank as usize].wrapping_add(count);
        self.touched[rank as usize / 64] |= 1 << (rank % 64);
    }

    /// Calls `f(rank, count)` in ascending order and empties the array.
    pub(crate) fn drain(&mut self, mut f: impl FnMut(u32, u64)) {
        let waste = self.size;
        self.counts[waste] = 0;
        self.touched[waste / 64] &= !(1 << (waste % 64));
        for (i, word) in self.touched[..=waste / 64].iter_mut().enumerate() {
            while *word != 0 {
                let rank = 64 * i + word.trailing_zeros() as usize;
                *word &= *word - 1;
                f(rank as u32, std::mem::take(&mut self.counts[rank]));
            }
        }
    }

    /// The counts by rank, the waste slot left out.
    pub(crate) fn dense(&self) -> &[u64] {
        &self.counts[..self.size]
    }

    /// The sum of all counts, or `None` where it does not fit.
    pub(crate) fn total(&self) -> Option<u64> {
        bits(&self.touched[..=self.size / 64])
            .filter(|&rank| rank < self.size)
            .try_fold(0u64, |sum, rank| sum.checked_add(self.counts[rank]))
    }
}

/// All states at one moment.
#[derive(Clone)]
pub(crate) struct Layer {
    pub segments: Vec<Option<Arc<Segment>>>,
    /// The largest count of all.
    pub largest: u64,
}

impl Layer {
    /// Nothing is decided: one state, all degrees 0.
    pub(crate) fn start(numbering: &Numbering) -> Layer {
        let mut segments: Vec<Option<Arc<Segment>>> = (0..numbering.high.len()).map(|_| None).collect();
        let (mut builder, mut sum) = (Builder::default(), Sum::new());
        builder.begin(numbering.low.len());
        sum.begin(0);
        sum.add(0, 1);
        builder.take(0, &mut sum);
        segments[0] = builder.finish().map(|(segment, _)| Arc::new(segment));
        Layer { segments, largest: 1 }
    }

    pub(crate) fn states(&self) -> u64 {
        self.segments.iter().flatten().map(|s| s.states()).sum()
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.segments.iter().flatten().map(|s| s.bytes()).sum()
    }
}
