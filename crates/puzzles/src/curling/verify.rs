//! Judges an output by a search of its own: layer by layer, every position once.
//!
//! A position is the stone's square and the set of broken blocks. Each throw but the last breaks one block, so
//! all positions after n throws have n broken blocks: no position is met in two layers, and merging equal
//! ones within a layer is all the bookkeeping there is.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use tremaux_core::{Budget, GaveUp, Meter, Reader, Verdict, grouped};

/// The most positions that are kept.
const MAX_POSITIONS: usize = 4_000_000;

/// A board as plain codes.
pub(super) struct Rink<'a> {
    pub width: usize,
    pub codes: &'a [u8],
    /// The most throws; any number for `None`.
    pub max_throws: Option<u32>,
}

/// Reads one number and judges it.
pub(super) fn verify(rink: &Rink, output: &mut Reader, budget: &Budget) -> Verdict {
    let claim = match output.int("the fewest throws, or -1", -1..=i64::from(u32::MAX)) {
        Ok(claim) => claim,
        Err(fault) => return fault.into(),
    };
    let mut meter = budget.meter();
    let route = match rink.fewest(&mut meter) {
        Ok(route) => route,
        Err(limit) => return Verdict::Undecided(limit),
    };
    let why = match &route {
        Some(route) if claim == route.len() as i64 => return Verdict::Accepted,
        None if claim == -1 => return Verdict::Accepted,
        None => match rink.max_throws {
            Some(most) => format!("no {most} throws bring the stone to the goal: the answer is -1"),
            None => "no throws bring the stone to the goal: the answer is -1".into(),
        },
        Some(route) if claim < 1 || claim > route.len() as i64 => {
            format!("{} throws bring the stone to the goal: {route}", route.len())
        }
        Some(route) => format!("it takes {} throws: {route}", route.len()),
    };
    Verdict::wrong(output.error(why))
}

const NAMES: [char; 4] = ['N', 'E', 'S', 'W'];

impl Rink<'_> {
    /// The directions of a shortest route; `None` where there is none within the limit.
    pub fn fewest(&self, meter: &mut Meter) -> Result<Option<String>, GaveUp> {
        let Some(start) = self.codes.iter().position(|&code| code == 2) else { return Ok(None) };
        // Stone and broken blocks in ascending order, with the directions that led there.
        let mut layer = BTreeMap::from([((start, Vec::new()), String::new())]);
        while !layer.is_empty() {
            let mut next = BTreeMap::new();
            for ((stone, broken), route) in &layer {
                if self.max_throws.is_some_and(|most| route.len() >= most as usize) {
                    return Ok(None);
                }
                if meter.tick().is_break() {
                    return Err(meter.stopped());
                }
                for (direction, name) in NAMES.iter().enumerate() {
                    let longer = || format!("{route}{name}");
                    match self.throw(*stone, broken, direction) {
                        ControlFlow::Break(()) => return Ok(Some(longer())),
                        ControlFlow::Continue(None) => {}
                        ControlFlow::Continue(Some((stop, block))) => {
                            let mut broken = broken.clone();
                            let place = broken.partition_point(|&other| other < block);
                            broken.insert(place, block);
                            next.entry((stop, broken)).or_insert_with(longer);
                        }
                    }
                }
                if next.len() > MAX_POSITIONS {
                    let positions = grouped(MAX_POSITIONS);
                    return Err(GaveUp::unsupported(format!("more than {positions} positions to check")));
                }
            }
            layer = next;
        }
        Ok(None)
    }

    /// Breaks at the goal; otherwise where the stone stops and what it breaks, if it does.
    fn throw(
        &self,
        stone: usize,
        broken: &[usize],
        direction: usize,
    ) -> ControlFlow<(), Option<(usize, usize)>> {
        let (width, last_row) = (self.width, self.codes.len() / self.width - 1);
        let mut at = stone;
        loop {
            let (row, col) = (at / width, at % width);
            let ahead = match direction {
                0 if row > 0 => at - width,
                1 if col + 1 < width => at + 1,
                2 if row < last_row => at + width,
                3 if col > 0 => at - 1,
                _ => return ControlFlow::Continue(None),
            };
            if self.codes[ahead] == 3 {
                return ControlFlow::Break(());
            }
            if self.codes[ahead] == 1 && !broken.contains(&ahead) {
                return ControlFlow::Continue((at != stone).then_some((at, ahead)));
            }
            at = ahead;
        }
    }
}
