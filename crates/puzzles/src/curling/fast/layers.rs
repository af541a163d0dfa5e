//! All positions after one throw, after two, and so on, each of them once: for proofs, for counting, and
//! for boards on which most routes lead to the same positions.
//!
//! A position is the stone's square and the set of broken blocks. Each throw breaks one block, so positions of
//! different layers differ, and merging equal ones within a layer is all that is needed: there is no table of
//! visited positions. A position keeps the number of ways that lead to it, so the number of shortest routes comes
//! at no extra cost; and where it came from, so that a route can be traced back. Positions are compared in full,
//! not by their hashes: a proof is a proof.
//!
//! Per position this costs some ten times as much as the rounds of [`fast`](super), and takes memory. It pays
//! if rounds would meet the same positions again and again, that is in deep searches on small boards.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};
use tremaux_core::Meter;

use super::super::{Board, Direction, Route, Throw};
use super::bound::Bound;
use super::masks::{Hit, Lines, Masks, PaddedSquare};

/// How it ended.
pub enum Layers {
    /// With a shortest route and the number of routes of its length.
    Found(Route, u128),
    /// There is no route of at most that many throws.
    Beyond,
    /// There is no route.
    Exhausted,
    /// More memory would be needed than is allowed, or than the system gives: so many bytes.
    Full(u64),
    /// The meter stopped it.
    Stopped,
}

/// The memory of the layers: what is held, and the most that may be.
struct Memory {
    held: usize,
    max: usize,
}

/// So many bytes were not to be had.
struct Full(usize);

impl Memory {
    /// Fails unless `bytes` more may be held.
    fn allow(&self, bytes: usize) -> Result<(), Full> {
        let needed = self.held + bytes;
        if needed <= self.max { Ok(()) } else { Err(Full(needed)) }
    }

    /// Makes space for `more` elements. While they move to a larger allocation, both are held.
    fn reserve<T>(&mut self, vec: &mut Vec<T>, more: usize) -> Result<(), Full> {
        let needed = vec.len() + more;
        if needed <= vec.capacity() {
            return Ok(());
        }
        let size = size_of::<T>();
        let (old, capacity) = (vec.capacity(), needed.max(vec.capacity() + vec.capacity() / 2));
        self.allow(capacity * size)?;
        let reserved = vec.try_reserve_exact(capacity - vec.len());
        reserved.map_err(|_| Full(self.held + capacity * size))?;
        self.held += (vec.capacity() - old) * size;
        Ok(())
    }
}

/// One layer: positions in the order in which they were found.
struct Layer {
    /// The stone's square, then the broken blocks in ascending order: `depth + 1` numbers for a position.
    keys: Vec<u32>,
    depth: usize,
    /// For each position, how many ways lead to it.
    ways: Vec<u128>,
    /// For each position, the number of one that leads to it, and by which throw.
    origins: Vec<(u32, Direction)>,
    index: HashTable<u32>,
}

impl Layer {
    fn new(depth: usize) -> Self {
        Layer { keys: Vec::new(), depth, ways: Vec::new(), origins: Vec::new(), index: HashTable::new() }
    }

    fn key(&self, position: usize) -> &[u32] {
        let size = self.depth + 1;
        &self.keys[position * size..][..size]
    }

    fn add(
        &mut self,
        key: &[u32],
        ways: u128,
        origin: (u32, Direction),
        hasher: &DefaultHashBuilder,
        memory: &mut Memory,
    ) -> Result<(), Full> {
        let (keys, size) = (&self.keys, key.len());
        let key_of = |position: u32| &keys[position as usize * size..][..size];
        let hash = hasher.hash_one(key);
        if let Some(&position) = self.index.find(hash, |&position| key_of(position) == key) {
            self.ways[position as usize] = self.ways[position as usize].saturating_add(ways);
            return Ok(());
        }
        let rehash = |&position: &u32| hasher.hash_one(key_of(position));
        if self.index.len() == self.index.capacity() {
            // The table doubles, and the old one is held until all is copied.
            let old = self.index.allocation_size();
            let grown = 2 * old + 64;
            memory.allow(grown)?;
            self.index.try_reserve(1, rehash).map_err(|_| Full(memory.held + grown))?;
            memory.held += self.index.allocation_size() - old;
        }
        self.index.insert_unique(hash, self.ways.len() as u32, rehash);
        memory.reserve(&mut self.keys, key.len())?;
        memory.reserve(&mut self.ways, 1)?;
        memory.reserve(&mut self.origins, 1)?;
        self.keys.extend_from_slice(key);
        self.ways.push(ways);
        self.origins.push(origin);
        Ok(())
    }

    /// Gives back the memory of all but the origins, which are returned.
    fn into_origins(self, memory: &mut Memory) -> Vec<(u32, Direction)> {
        memory.held -= self.keys.capacity() * size_of::<u32>()
            + self.ways.capacity() * size_of::<u128>()
            + self.index.allocation_size();
        self.origins
    }
}

/// Searches with at most `max_throws` throws (any number for `None`), in at most `max_bytes` of memory.
pub fn search<L: Lines>(
    board: &Board,
    masks: &mut Masks<L>,
    bound: &Bound,
    max_throws: Option<u32>,
    max_bytes: usize,
    meter: &mut Meter,
) -> Layers {
    let memory = Memory { held: 0, max: max_bytes };
    let hasher = DefaultHashBuilder::default();
    let squares = Squares { width: board.width() };
    let mut search = LayerSearch { masks, bound, squares, memory, hasher, key: Vec::new(), cut: false };
    search.run(board, max_throws, meter).unwrap_or_else(|Full(bytes)| Layers::Full(bytes as u64))
}

struct LayerSearch<'a, L> {
    masks: &'a mut Masks<L>,
    bound: &'a Bound,
    squares: Squares,
    memory: Memory,
    hasher: DefaultHashBuilder,
    /// The key of a new position.
    key: Vec<u32>,
    /// Was a position left out because of the limit on throws?
    cut: bool,
}

impl<L: Lines> LayerSearch<'_, L> {
    fn run(&mut self, board: &Board, max_throws: Option<u32>, meter: &mut Meter) -> Result<Layers, Full> {
        let mut layer = Layer::new(0);
        let start = [self.squares.number(PaddedSquare::new(board.start()))];
        layer.add(&start, 1, (0, Direction::North), &self.hasher, &mut self.memory)?;
        let mut history: Vec<Vec<(u32, Direction)>> = Vec::new();
        loop {
            let throws = layer.depth as u32 + 1;
            let Some(left) = max_throws.unwrap_or(u32::MAX).checked_sub(throws) else {
                return Ok(Layers::Beyond);
            };
            let mut next = Layer::new(layer.depth + 1);
            let mut first_goal = None;
            let mut routes: u128 = 0;
            for position in 0..layer.ways.len() {
                if meter.tick().is_break() {
                    return Ok(Layers::Stopped);
                }
                let key = layer.key(position);
                key[1..].iter().for_each(|&block| self.masks.flip(self.squares.square(block)));
                let mut added = Ok(());
                if self.masks.one(self.squares.square(key[0])).is_some() {
                    first_goal = first_goal.or(Some(position));
                    routes = routes.saturating_add(layer.ways[position]);
                } else if first_goal.is_none() {
                    added = self.expand(&layer, position, left, &mut next);
                }
                key[1..].iter().for_each(|&block| self.masks.flip(self.squares.square(block)));
                added?;
            }
            history.push(layer.into_origins(&mut self.memory));
            if let Some(goal) = first_goal {
                return Ok(Layers::Found(self.route(board, &history, goal), routes));
            }
            if next.ways.is_empty() {
                return Ok(if self.cut { Layers::Beyond } else { Layers::Exhausted });
            }
            layer = next;
        }
    }

    /// Adds the positions after one more throw, if `left` further throws may bring the stone to the goal.
    fn expand(&mut self, layer: &Layer, position: usize, left: u32, next: &mut Layer) -> Result<(), Full> {
        let (stone, broken) = (self.squares.square(layer.key(position)[0]), &layer.key(position)[1..]);
        for direction in Direction::ALL {
            let Some(hit) = self.masks.throw(stone, direction) else { continue };
            if left == 0 || !self.bound.allows(hit.stop.cell(), left) {
                self.cut |= self.bound.allows(hit.stop.cell(), u32::MAX);
                continue;
            }
            let block = self.squares.number(hit.block);
            let place = broken.partition_point(|&other| other < block);
            self.key.clear();
            self.key.push(self.squares.number(hit.stop));
            self.key.extend_from_slice(&broken[..place]);
            self.key.push(block);
            self.key.extend_from_slice(&broken[place..]);
            let origin = (position as u32, direction);
            next.add(&self.key, layer.ways[position], origin, &self.hasher, &mut self.memory)?;
        }
        Ok(())
    }

    /// The route to a position of the last layer, and on to the goal.
    fn route(&mut self, board: &Board, history: &[Vec<(u32, Direction)>], last: usize) -> Route {
        let mut position = last;
        let mut directions: Vec<Direction> = Vec::with_capacity(history.len());
        for origins in history[1..].iter().rev() {
            let (origin, direction) = origins[position];
            directions.push(direction);
            position = origin as usize;
        }
        let mut stone = PaddedSquare::new(board.start());
        let mut hits: Vec<Hit> = Vec::with_capacity(history.len());
        for direction in directions.into_iter().rev() {
            let Some(hit) = self.masks.throw(stone, direction) else { break };
            self.masks.flip(hit.block);
            stone = hit.stop;
            hits.push(hit);
        }
        let last = self.masks.one(stone);
        hits.iter().for_each(|hit| self.masks.flip(hit.block));
        let mut throws: Vec<Throw> = hits.into_iter().map(Hit::throw).collect();
        throws.extend(last.map(|direction| Throw { direction, stop: board.goal(), broken: None }));
        Route { throws }
    }
}

/// Squares by number, row by row.
struct Squares {
    width: u32,
}

impl Squares {
    fn number(&self, square: PaddedSquare) -> u32 {
        (square.row - 1) * self.width + square.col - 1
    }
    fn square(&self, number: u32) -> PaddedSquare {
        PaddedSquare { row: number / self.width + 1, col: number % self.width + 1 }
    }
}

#[cfg(test)]
mod tests {
    use tremaux_core::Budget;

    use super::super::masks::Small;
    use super::*;

    /// What was said to be one gibibyte once was 1.8: neither the layer before, nor the index, nor the capacity that
    /// is not used yet was counted.
    #[test]
    fn all_memory_is_counted() {
        let hasher = DefaultHashBuilder::default();
        for max in [0, 100, 5_000, 300_000] {
            let mut memory = Memory { held: 0, max };
            let mut layer = Layer::new(2);
            let bytes = |layer: &Layer| {
                layer.keys.capacity() * 4
                    + layer.ways.capacity() * 16
                    + layer.origins.capacity() * 8
                    + layer.index.allocation_size()
            };
            let full = (0..).find_map(|i| {
                let added = layer.add(&[i, i + 1, i + 2], 1, (i, Direction::North), &hasher, &mut memory);
                assert_eq!(memory.held, bytes(&layer));
                assert!(memory.held <= max, "{} of {max}", memory.held);
                added.err()
            });
            assert!(full.is_some_and(|Full(needed)| needed > max));
            let origins = layer.into_origins(&mut memory);
            assert_eq!(memory.held, origins.capacity() * 8);
        }
    }

    #[test]
    fn a_search_that_is_full_leaves_the_masks_as_they_were() {
        let text = include_str!("hard_4_ten.in");
        let board: Board = text.trim_end().trim_end_matches("0 0").parse().unwrap();
        let mut meter = Budget::unlimited().meter();
        let bound = Bound::new(&board, &mut meter).unwrap();
        let mut masks = Masks::<Small>::new(&board).unwrap();
        for max_bytes in [0, 1 << 10, 1 << 14, 1 << 16] {
            let end = search(&board, &mut masks, &bound, Some(10), max_bytes, &mut meter);
            assert!(matches!(end, Layers::Full(needed) if needed > max_bytes as u64));
        }
        let end = search(&board, &mut masks, &bound, Some(10), 1 << 26, &mut meter);
        assert!(matches!(end, Layers::Found(route, _) if route.throws().len() == 10));
    }
}
