//! Gluing the halves: for each pattern of the upper half the lower half must have the complement, and the
//! two pairings together must make one cycle.
//!
//! `w` and `v` are the counts of the two halves by rank. Let end 0 have partner `x` in the lower half. The
//! lower pairings with that partner are a contiguous part of `v`. Through it the upper paths that end at 0
//! and at `x` become one, so `w` is contracted to the other ends, and two ends fewer remain on both sides:
//! the same problem again, once for each `x`. With one pair left, any two counts make one cycle. Trying
//! all pairs of pairings would take `(2k-1)!!²` products, 10^8 for six pairs; this takes 4·10^5 sums.

use crate::Error;
use crate::engine::{Engine, Queue};
use crate::half::Step;
use crate::layer::{Layer, Sum, bits};
use crate::pairing::{Link, MAX_PAIRS, Rewire, Rewirings, pairings};
use crate::program::Program;
use crate::step::{Path, SegmentPlan, allowed, plan_segments};
use std::cmp::Ordering::{Equal, Greater, Less};
use std::ops::{AddAssign, Mul, Sub};

/// Unsigned integers that hold all sums of a gluing.
pub(crate) trait Integer:
    Copy + Default + PartialEq + AddAssign + Sub<Output = Self> + Mul<Output = Self>
{
}
impl Integer for u64 {}
impl Integer for u128 {}

/// The number of pairs of states, one from each side, that make one cycle.
fn glue<T: Integer>(rewirings: &Rewirings, pairs: usize, w: &[T], v: &[T], scratch: &mut [Vec<T>]) -> T {
    match pairs {
        // Without ends, one side is a whole tour and the other has no edges; with one pair, any two make a cycle.
        0 | 1 => return w[0] * v[0],
        2 => {
            // Two pairings of four ends make one cycle unless they are the same.
            let sum = |a: &[T]| a.iter().fold(T::default(), |mut s, &x| (s += x, s).1);
            let mut same = T::default();
            w.iter().zip(v).for_each(|(&x, &y)| same += x * y);
            return sum(w) * sum(v) - same;
        }
        _ => {}
    }
    let size = pairings(pairs - 1) as usize;
    let others = 2 * pairs - 1; // all ends but end 0, counted from 0
    let Some((mine, scratch)) = scratch.split_first_mut() else { return T::default() };
    let mut total = T::default();
    for (x, v) in v.chunks_exact(size).enumerate().filter(|(_, v)| v.iter().any(|&c| c != T::default())) {
        mine.clear();
        mine.resize(size, T::default());
        for (y, w) in w.chunks_exact(size).enumerate().filter(|&(y, _)| y != x) {
            // Above, end 0 is paired with y. Joining 0 and x leaves x's old partner paired with y: in the
            // pairing of the others, end x is called y from now on.
            let (from, to) = (x - (y < x) as usize, y - (x < y) as usize);
            debug_assert!(from < others && to < others);
            if from == to {
                mine.iter_mut().zip(w).for_each(|(sum, &count)| *sum += count);
                continue;
            }
            match rewirings.link(Rewire::Relabel(from, to), pairs - 1, size) {
                Link::Table(table) => {
                    w.iter().zip(table).for_each(|(&count, &rank)| mine[rank as usize] += count);
                }
                link => w
                    .iter()
                    .enumerate()
                    .filter(|(_, count)| **count != T::default())
                    .for_each(|(rank, &count)| mine[link.image(rank as u32) as usize] += count),
            }
        }
        total += glue(rewirings, pairs - 1, mine, v, scratch);
    }
    total
}

/// The buffers of one thread.
struct JoinBuffers {
    sums: [Sum; 2],
    candidates: [Vec<u64>; 2],
    short: Vec<Vec<u64>>,
    long: Vec<Vec<u128>>,
}

impl JoinBuffers {
    fn bytes(&self) -> u64 {
        let short: usize = self.short.iter().map(Vec::capacity).sum();
        let long: usize = self.long.iter().map(Vec::capacity).sum();
        self.sums.iter().map(Sum::bytes).sum::<u64>() + (8 * short + 16 * long) as u64
    }

    /// The product of the two blocks that `sums` hold, which are emptied.
    fn product(&mut self, rewirings: &Rewirings, pairs: usize) -> Result<u128, Error> {
        let [upper, lower] = &mut self.sums;
        let (w, v) = (upper.total().ok_or(Error::TooLarge)?, lower.total().ok_or(Error::TooLarge)?);
        // No sum on the way exceeds the product of the totals: it determines how many bits are enough.
        let product = if w as u128 * v as u128 <= u64::MAX as u128 {
            glue(rewirings, pairs, upper.dense(), lower.dense(), &mut self.short) as u128
        } else {
            let long = |sum: &Sum| sum.dense().iter().map(|&c| c as u128).collect::<Vec<_>>();
            glue(rewirings, pairs, &long(upper), &long(lower), &mut self.long)
        };
        self.sums.iter_mut().for_each(|sum| sum.drain(|_, _| ()));
        Ok(product)
    }
}

/// Adds up one block of the result of a step, for a pattern anywhere in the layer.
fn gather(
    engine: &Engine,
    step: &Step,
    layer: &Layer,
    ones: u32,
    twos: u32,
    turned: bool,
    sum: &mut Sum,
) -> bool {
    let (high, low) = engine.numbering.pattern(ones, twos);
    let mut found = false;
    let closes = step.is_whole_tour(ones, twos);
    sum.begin(ones.count_ones() as usize / 2);
    for choice in step.choices.iter().filter(|choice| choice.allows(ones, twos)) {
        let high = (high as i64 + choice.delta[1]) as usize;
        let low = (low as i64 + choice.delta[0]) as usize;
        let ones = engine.numbering.ones(high, low);
        let stored = engine.stored(step.folded[0], high, low);
        let segment = layer.segments[stored.high].as_ref();
        if let Some(block) = segment.and_then(|s| s.block(stored.low, ones.count_ones() as usize / 2)) {
            let (mirrored, joins) = (stored.mirrored, &choice.joins);
            engine.add(sum, block, Path { ones, mirrored, joins, turned, closes });
            found = true;
        }
    }
    found
}

/// The number of Hamiltonian cycles that the states of two halves make.
pub(crate) fn join(
    engine: &Engine,
    program: &Program,
    upper: &Layer,
    lower: &Layer,
    report: &mut dyn FnMut(f64),
) -> Result<u128, Error> {
    let numbering = &engine.numbering;
    let [above, below] = &program.last;
    for (layer, step) in [(upper, above), (lower, below)] {
        layer.largest.checked_mul(step.growth(numbering.slots)).ok_or(Error::TooLarge)?;
    }
    let plans = plan_segments(engine, above, upper);
    let allowed = allowed(numbering, above);
    let work = |queue: &mut Queue<'_, SegmentPlan>| {
        let mut buffers = JoinBuffers {
            sums: [Sum::new(), Sum::new()],
            candidates: [vec![], vec![]],
            short: vec![vec![]; MAX_PAIRS],
            long: vec![vec![]; MAX_PAIRS],
        };
        let mut booked = engine.memory.book();
        let mut total = 0u128;
        while let Some(plan) = queue.next() {
            booked.set(buffers.bytes());
            engine.check()?;
            let sources = plan.sources(engine, above, &allowed, |high| upper.segments[high].clone());
            sources.candidates(engine, &mut buffers.candidates);
            let candidates = std::mem::take(&mut buffers.candidates[0]);
            for low in bits(&candidates).filter(|&low| engine.wanted(above, plan.high, low)) {
                let (ones, twos) =
                    program.complement(numbering.ones(plan.high, low), numbering.twos(plan.high, low));
                let mirrored = above.folded[1] && numbering.mirror(plan.high, low) != (plan.high, low);
                let mut weight = 1 + mirrored as u128;
                if program.mutual {
                    let (high, other) = numbering.pattern(ones, twos);
                    let partner = engine.stored(above.folded[1], high, other);
                    match (partner.high, partner.low).cmp(&(plan.high, low)) {
                        Less => continue,
                        Equal => {}
                        Greater => weight *= 2,
                    }
                }
                if gather(engine, below, lower, ones, twos, program.rotated, &mut buffers.sums[1]) {
                    sources.gather(engine, low, &mut buffers.sums[0]);
                    let product = buffers.product(&engine.rewirings, ones.count_ones() as usize / 2)?;
                    let weighted = product.checked_mul(weight);
                    total = weighted.and_then(|more| total.checked_add(more)).ok_or(Error::TooLarge)?;
                }
            }
            buffers.candidates[0] = candidates;
        }
        Ok(total)
    };
    let totals: Vec<Result<u128, Error>> = engine.on_all_threads(&plans, work, report);
    totals.into_iter().try_fold(0u128, |sum, part| sum.checked_add(part?).ok_or(Error::TooLarge))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::{Method, compile};
    use crate::step::advance;
    use crate::{Board, CountQuery, Settings, Tours};

    /// All pairings of the ends `0..2k` as lists of partners, in order of rank.
    fn matchings(free: &[usize]) -> Vec<Vec<(usize, usize)>> {
        let Some((&low, rest)) = free.split_first() else { return vec![vec![]] };
        let with = |&partner: &usize| {
            let left: Vec<usize> = rest.iter().copied().filter(|&i| i != partner).collect();
            matchings(&left).into_iter().map(move |mut pairs| {
                pairs.push((low, partner));
                pairs
            })
        };
        rest.iter().flat_map(with).collect()
    }

    fn one_cycle(k: usize, m: &[(usize, usize)], n: &[(usize, usize)]) -> bool {
        let partner = |pairs: &[(usize, usize)], i| {
            pairs.iter().find_map(|&(a, b)| (a == i).then_some(b).or((b == i).then_some(a))).unwrap()
        };
        let (mut at, mut steps) = (0, 0);
        loop {
            at = partner(n, partner(m, at));
            steps += 1;
            if at == 0 {
                return steps == k;
            }
        }
    }

    #[test]
    fn gluing_is_the_sum_over_pairs_that_make_one_cycle() {
        let rewirings = Rewirings::new();
        for k in 1..=5 {
            let all = matchings(&(0..2 * k).collect::<Vec<_>>());
            // Any numbers do, some of them 0.
            let numbers = |seed: u64| -> Vec<u64> {
                (0..all.len() as u64).map(|i| ((i + seed) * 2654435761 % 1009) % 7).collect()
            };
            let (w, v) = (numbers(1), numbers(5));
            let pairs = (0..all.len()).flat_map(|i| (0..all.len()).map(move |j| (i, j)));
            let expected: u64 =
                pairs.filter(|&(i, j)| one_cycle(k, &all[i], &all[j])).map(|(i, j)| w[i] * v[j]).sum();
            assert_eq!(glue(&rewirings, k, &w, &v, &mut vec![vec![]; k]), expected, "{k} pairs");
        }
    }

    /// The example of the crate's documentation.
    #[test]
    fn three_by_four_step_by_step() {
        let query = CountQuery::new(Board::new(4, 3).unwrap(), Tours::Open).unwrap();
        let program = compile(&query, Method::default()).unwrap().unwrap();
        assert!(program.rotated && program.folded);
        let engine = Engine::new(&program, &Settings::default(), 1);
        let mut layer = Layer::start(&engine.numbering);
        let mut states = vec![];
        for step in &program.halves[0] {
            layer = advance(&engine, step, layer, &mut |_| ()).unwrap().0;
            states.push(layer.states());
        }
        assert_eq!(states, [3, 5, 9, 12, 15]);
        assert_eq!(join(&engine, &program, &layer, &layer, &mut |_| ()).unwrap(), 8);
    }
}
