//! Judges an output by a search of its own: layer by layer, every position once.
//!
//! A position is the stone's square and the set of broken blocks. Each throw but the last breaks one block, so
//! all positions after n throws have n broken blocks: no position is met in two layers, and merging equal
//! ones within a layer is all the bookkeeping there is. A position keeps the block that its last throw broke and
//! the position before that throw, so it takes the same few bytes in every layer.
//!
//! Positions from which too many throws are needed are dropped. For a lower bound on these, the stone may slide
//! through blocks and stop before any block of the board: each real throw is such a throw.

use std::ops::ControlFlow;

use tremaux_core::{
    Budget, GaveUp, Meter, Reader, Verdict, counted, grouped, try_copied, try_filled, try_push,
};

/// The most positions that are kept, of 24 bytes each.
const MAX_POSITIONS: usize = 16_000_000;

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
    // A claim within the limit is tried first: the search for a route of so many throws looks no farther.
    let most = rink.max_throws.unwrap_or(u32::MAX);
    let limit = u32::try_from(claim).ok().filter(|claim| (1..=most).contains(claim)).unwrap_or(most);
    let route = match rink.fewest(limit, &mut meter) {
        Ok(None) if limit < most => rink.fewest(most, &mut meter),
        route => route,
    };
    let route = match route {
        Ok(route) => route,
        Err(limit) => return Verdict::Undecided(limit),
    };
    let why = match &route {
        Some(route) if claim == route.len() as i64 => return Verdict::Accepted,
        None if claim == -1 => return Verdict::Accepted,
        None => match rink.max_throws {
            Some(most) => format!("the goal cannot be reached in {}: expected -1", counted(most, "throw")),
            None => "the goal cannot be reached: expected -1".into(),
        },
        Some(route) if claim < 1 || claim > route.len() as i64 => {
            format!("the goal can be reached in {}: {route}", counted(route.len(), "throw"))
        }
        Some(route) => format!("reaching the goal takes {}: {route}", counted(route.len(), "throw")),
    };
    Verdict::wrong(output.error(why))
}

const NAMES: [char; 4] = ['N', 'E', 'S', 'W'];

/// A position of the search, and how it was reached.
struct Position {
    stone: u32,
    /// The index of the position before the last throw; [`NONE`] at the start.
    before: u32,
    /// The block that the last throw broke.
    block: u32,
    /// The direction of the last throw.
    direction: u8,
    /// A hash of the set of broken blocks.
    hash: u64,
}

/// No position.
const NONE: u32 = u32::MAX;

/// All positions so far, layer behind layer, and those of the newest layer by their hashes.
struct Positions {
    list: Vec<Position>,
    /// Indices plus one by the hash, open addressing; 0 where the slot is free.
    slots: Vec<u32>,
}

impl Positions {
    /// The broken blocks of a position.
    fn broken(&self, position: u32) -> impl Iterator<Item = usize> {
        let mut at = position;
        std::iter::from_fn(move || {
            let Position { before, block, .. } = *self.list.get(at as usize)?;
            at = before;
            (before != NONE).then_some(block as usize)
        })
    }

    /// Adds a position to the layer that begins at `first`, unless an equal one is there. Whether a block is broken
    /// before the last throw, `is_broken` says.
    fn add(&mut self, new: Position, first: usize, is_broken: impl Fn(usize) -> bool) -> Result<(), GaveUp> {
        if 2 * (self.list.len() - first) >= self.slots.len() {
            self.slots = try_filled(0, (4 * self.slots.len()).max(1 << 10))?;
            for index in first..self.list.len() {
                let slot = self.slot(&self.list[index], |_| false);
                self.slots[slot] = index as u32 + 1;
            }
        }
        let equal = |other: u32| {
            let Position { stone, hash, .. } = self.list[other as usize];
            let mut broken = self.broken(other);
            stone == new.stone
                && hash == new.hash
                && broken.all(|block| block == new.block as usize || is_broken(block))
        };
        let slot = self.slot(&new, equal);
        if self.slots[slot] == 0 {
            self.slots[slot] = self.list.len() as u32 + 1;
            try_push(&mut self.list, new)?;
        }
        Ok(())
    }

    /// The slot of a position that is equal, or a free one.
    fn slot(&self, position: &Position, equal: impl Fn(u32) -> bool) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (position.hash ^ mixed(!u64::from(position.stone))) as usize & mask;
        while self.slots[slot] != 0 && !equal(self.slots[slot] - 1) {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// The directions of the throws to a position.
    fn route(&self, position: u32) -> String {
        let mut route = Vec::new();
        let mut at = &self.list[position as usize];
        while at.before != NONE {
            route.push(NAMES[usize::from(at.direction)]);
            at = &self.list[at.before as usize];
        }
        route.iter().rev().collect()
    }
}

/// A number that depends on every bit of another (the finalizer of SplitMix64).
fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Rink<'_> {
    /// The directions of a shortest route; `None` where there is none of at most `limit` throws.
    pub fn fewest(&self, limit: u32, meter: &mut Meter) -> Result<Option<String>, GaveUp> {
        let Some(start) = self.codes.iter().position(|&code| code == 2) else { return Ok(None) };
        let least = self.least_throws()?;
        if least[start] > limit {
            return Ok(None);
        }
        let mut codes = try_copied(self.codes)?;
        let root = Position { stone: start as u32, before: NONE, block: 0, direction: 0, hash: 0 };
        let mut positions = Positions { list: vec![root], slots: Vec::new() };
        let (mut layer, mut throws) = (0..1, 0);
        while !layer.is_empty() {
            positions.slots.fill(0);
            for index in layer.clone() {
                if meter.tick().is_break() {
                    return Err(meter.stopped());
                }
                let Position { stone, hash, .. } = positions.list[index];
                let index = index as u32;
                positions.broken(index).for_each(|block| codes[block] = 0);
                for direction in 0..4_u8 {
                    let thrown = throw(&codes, self.width, stone as usize, usize::from(direction));
                    let ControlFlow::Continue(thrown) = thrown else {
                        let route = positions.route(index);
                        return Ok(Some(format!("{route}{}", NAMES[usize::from(direction)])));
                    };
                    let Some((stop, block)) = thrown else { continue };
                    // After this throw and those that are needed from there.
                    if least[stop].saturating_add(throws + 1) > limit {
                        continue;
                    }
                    let new = Position {
                        stone: stop as u32,
                        before: index,
                        block: block as u32,
                        direction,
                        hash: hash ^ mixed(block as u64),
                    };
                    positions.add(new, layer.end, |block| codes[block] == 0)?;
                }
                positions.broken(index).for_each(|block| codes[block] = 1);
                if positions.list.len() > MAX_POSITIONS {
                    let positions = grouped(MAX_POSITIONS);
                    return Err(GaveUp::unsupported(format!("more than {positions} positions to check")));
                }
            }
            layer = layer.end..positions.list.len();
            throws += 1;
        }
        Ok(None)
    }

    /// A lower bound on the throws from each square to the goal; `u32::MAX` where none lead there.
    fn least_throws(&self) -> Result<Vec<u32>, GaveUp> {
        let (width, height) = (self.width, self.codes.len() / self.width);
        let mut least = try_filled(u32::MAX, self.codes.len())?;
        let Some(goal) = self.codes.iter().position(|&code| code == 3) else { return Ok(least) };
        let mut queue: Vec<usize> = Vec::new();
        // For each direction and line the squares behind the stone that are done, counted from the far edge.
        let mut done =
            [try_filled(0, width)?, try_filled(0, height)?, try_filled(0, width)?, try_filled(0, height)?];
        let mut next = 0;
        let mut at = goal;
        loop {
            let throws = if at == goal { 1 } else { least[at] + 1 };
            let (row, col) = (at / width, at % width);
            for (direction, done) in done.iter_mut().enumerate() {
                if at != goal
                    && ahead(at, width, height, direction).is_none_or(|ahead| self.codes[ahead] != 1)
                {
                    continue;
                }
                // The edge behind the stone, the squares up to there, and the step from that edge to the stone.
                let (line, behind) = match direction {
                    0 => (col, height - 1 - row),
                    1 => (row, col),
                    2 => (col, row),
                    _ => (row, width - 1 - col),
                };
                for distance in done[line]..behind {
                    let from = match direction {
                        0 => (height - 1 - distance) * width + col,
                        1 => row * width + distance,
                        2 => distance * width + col,
                        _ => row * width + width - 1 - distance,
                    };
                    if least[from] == u32::MAX && from != goal {
                        least[from] = throws;
                        try_push(&mut queue, from)?;
                    }
                }
                done[line] = done[line].max(behind);
            }
            let Some(&square) = queue.get(next) else { return Ok(least) };
            at = square;
            next += 1;
        }
    }
}

/// The square ahead of the stone, if it is on the board.
fn ahead(at: usize, width: usize, height: usize, direction: usize) -> Option<usize> {
    let (row, col) = (at / width, at % width);
    match direction {
        0 if row > 0 => Some(at - width),
        1 if col + 1 < width => Some(at + 1),
        2 if row + 1 < height => Some(at + width),
        3 if col > 0 => Some(at - 1),
        _ => None,
    }
}

/// Breaks at the goal; otherwise where the stone stops and what it breaks, if it does.
fn throw(
    codes: &[u8],
    width: usize,
    stone: usize,
    direction: usize,
) -> ControlFlow<(), Option<(usize, usize)>> {
    let height = codes.len() / width;
    let mut at = stone;
    while let Some(ahead) = ahead(at, width, height, direction) {
        match codes[ahead] {
            3 => return ControlFlow::Break(()),
            1 => return ControlFlow::Continue((at != stone).then_some((at, ahead))),
            _ => at = ahead,
        }
    }
    ControlFlow::Continue(None)
}
