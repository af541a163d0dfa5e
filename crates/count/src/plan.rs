//! What a count will need, before anything is counted.
//!
//! Two facts make a prediction. The *ceiling*: degrees of a pattern are balanced between the colours (each
//! edge has an end of each), and a pattern with `2k` ends has `(2k-1)!!` pairings; the balanced patterns are
//! counted by a small polynomial product. The *fill*: which part of the ceiling is reached depends almost
//! only on the number of rows decided, not on the width; it was measured on boards of width 4 to 8.

use crate::half::{Balance, Step};
use crate::program::compile;
use crate::program::{MAX_SLOTS, Program};
use crate::{CountQuery, Error, Settings};

/// A prediction. States are estimates, right within a factor of about 2 where squares are not blocked and the leaper
/// is a knight, else usually too high.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Plan {
    /// Rows and columns as they will be decided: the board may be turned round.
    pub dimensions: (usize, usize),
    /// Slots of the boundary: squares, and one more for the ends of open tours.
    pub slots: usize,
    /// The predicted number of states after each step.
    pub steps: Vec<u64>,
    /// The predicted most bytes of memory: states, tables and buffers.
    pub bytes: u64,
}

impl Plan {
    /// The predicted most states after any step.
    pub fn states(&self) -> u64 {
        self.steps.iter().copied().max().unwrap_or(0)
    }
}

/// Predicts what [`count`](crate::count) will need.
///
/// # Errors
/// [`Error::TooWide`] where the frontier has more than 20 squares.
///
/// ```
/// use tremaux_count::{Board, CountQuery, Settings, Tours, plan};
/// let plan = plan(&CountQuery::new(Board::new(10, 10)?, Tours::Closed)?, &Settings::default())?;
/// assert!(plan.bytes > 100_000_000_000);
/// # Ok::<(), tremaux_count::Error>(())
/// ```
pub fn plan(query: &CountQuery, settings: &Settings) -> Result<Plan, Error> {
    match (query.number_at_once(), compile(query, settings.method)?) {
        (None, Some(program)) => Ok(of_program(&program, settings.threads)),
        _ => Ok(Plan::default()),
    }
}

/// Bytes of a state: 16 bits of rank, 32 of count, and its share of the offsets.
const STATE: u64 = 7;
/// Bytes of a pattern's place in the index, whether it is live or not, and of the tables of rewirings.
const PATTERNS_PER_BYTE: u64 = 4;
const TABLES: u64 = 200_000_000;

pub(crate) fn of_program(program: &Program, threads: usize) -> Plan {
    let steps: Vec<Vec<u64>> = program
        .halves
        .iter()
        .map(|half| half.iter().map(|step| predicted(program, step)).collect())
        .collect();
    // While a half is worked on, those finished before it are kept.
    let (mut kept, mut peak) = (0, 0);
    for half in &steps {
        peak = peak.max(kept + half.iter().copied().max().unwrap_or(0));
        kept += half.last().copied().unwrap_or(0);
    }
    // Each thread sums up blocks of all pairings, with half as much again for gluing.
    let buffers = pairings(program.slots / 2) * (8 * 3 * threads) as f64;
    let index = 3u64.pow(program.slots as u32) / PATTERNS_PER_BYTE;
    let tables = TABLES.min(3u64.pow(program.slots as u32) * 100);
    let bytes = peak.saturating_mul(STATE).saturating_add(buffers as u64).saturating_add(index + tables);
    Plan { dimensions: program.dimensions, slots: program.slots, steps: steps.concat(), bytes }
}

fn predicted(program: &Program, step: &Step) -> u64 {
    let states = ceiling(program, step) * fill(step.rows, program.apex.is_some());
    (if step.folded[1] { states / 2.0 } else { states }).ceil() as u64
}

/// The most states after a step, by colours.
fn ceiling(program: &Program, step: &Step) -> f64 {
    // weight[balance][ones]: the patterns of the slots so far, by the excess of the first colour's degrees.
    const MIDDLE: usize = 2 * MAX_SLOTS + 4;
    let mut weight = vec![[0f64; MAX_SLOTS + 1]; 2 * MIDDLE + 1];
    weight[MIDDLE][0] = 1.0;
    let colours = step.balance.map_or([(1 << program.slots) - 1, 0], |balance| balance.colours);
    for slot in (0..program.slots).filter(|s| (colours[0] | colours[1]) >> s & 1 == 1) {
        let mut next = vec![[0f64; MAX_SLOTS + 1]; 2 * MIDDLE + 1];
        for (balance, by_ones) in weight.iter().enumerate() {
            for (ones, &patterns) in by_ones.iter().enumerate().filter(|(_, p)| **p > 0.0) {
                for degree in 0..3 {
                    let to = if colours[1] >> slot & 1 == 1 { balance - degree } else { balance + degree };
                    next[to][ones + (degree == 1) as usize] += patterns;
                }
            }
        }
        weight = next;
    }
    let Some(Balance { excess, .. }) = step.balance else {
        return weight.iter().map(|by_ones| states(by_ones, 0)).sum();
    };
    let with = |apex: i32, by: i32| {
        let balance = usize::try_from(MIDDLE as i32 + excess + by).unwrap_or(usize::MAX);
        weight.get(balance).map_or(0.0, |by_ones| states(by_ones, apex as usize % 2))
    };
    match (program.apex, program.majority) {
        (None, _) => with(0, 0),
        // The apex has no edge, or one to either colour, or one to each; or all to one colour.
        (Some(_), None) => with(0, 0) + with(1, 1) + with(1, -1) + with(2, 0),
        (Some(_), Some(colour)) => (0..3).map(|edges| with(edges, if colour { -edges } else { edges })).sum(),
    }
}

/// The number of ways to pair `2k` ends; more of them than anything but a prediction can handle.
fn pairings(k: usize) -> f64 {
    (1..=k).map(|i| (2 * i - 1) as f64).product()
}

/// The states of balanced patterns, given how many of these have how many ends besides the apex's.
fn states(by_ones: &[f64], apex: usize) -> f64 {
    let even = by_ones.iter().enumerate().filter(|(ones, _)| (ones + apex).is_multiple_of(2));
    even.map(|(ones, patterns)| patterns * pairings((ones + apex) / 2)).sum()
}

/// The part of the ceiling that is reached after so many rows.
fn fill(rows: f64, open: bool) -> f64 {
    const CLOSED: [f64; 7] = [1e-7, 2.5e-5, 0.004, 0.047, 0.45, 0.62, 0.64];
    const OPEN: [f64; 7] = [1e-6, 4e-4, 0.02, 0.12, 0.45, 0.62, 0.64];
    let after = if open { OPEN } else { CLOSED };
    let row = (rows as usize).min(after.len() - 2);
    let part = (rows - row as f64).min(1.0);
    after[row].powf(1.0 - part) * after[row + 1].powf(part)
}
