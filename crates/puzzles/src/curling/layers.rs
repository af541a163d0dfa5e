//! All positions after one throw, after two, and so on, each of them once: for proofs, for counting, and
//! for boards on which most routes lead to the same positions.
//!
//! A position is the stone's square and the set of broken blocks. Every throw breaks one block, so positions of
//! different layers differ, and merging equal ones within a layer is all that is needed: there is no table of
//! visited positions. A position keeps the number of ways that lead to it, so the number of shortest routes comes
//! for nothing; and where it came from, so that a route can be walked back. Positions are compared in full,
//! not by their hashes: a proof is a proof.
//!
//! Per position this is some ten times as dear as the rounds of [`fast`](super::fast), and takes memory. It pays
//! where rounds would meet the same positions again and again, that is in deep searches on small boards.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};
use tremaux_core::Meter;

use super::bound::Bound;
use super::masks::{Hit, Lines, Masks, Square};
use super::{Board, Direction, Route, Throw};

/// How it ended.
pub(super) enum Layers {
    /// With a shortest route and the number of routes of its length.
    Found(Route, u128),
    /// There is no route of at most that many throws.
    Beyond,
    /// There is no route.
    Exhausted,
    /// The positions would be too many.
    Full,
    /// The meter stopped it.
    Stopped,
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

    /// Fails where the system gives no more memory.
    fn add(
        &mut self,
        key: &[u32],
        ways: u128,
        origin: (u32, Direction),
        hasher: &DefaultHashBuilder,
    ) -> Option<()> {
        let (keys, size) = (&self.keys, key.len());
        let key_of = |position: u32| &keys[position as usize * size..][..size];
        let found = self.index.find(hasher.hash_one(key), |&position| key_of(position) == key);
        if let Some(&position) = found {
            self.ways[position as usize] = self.ways[position as usize].saturating_add(ways);
            return Some(());
        }
        let rehash = |&position: &u32| hasher.hash_one(key_of(position));
        self.index.try_reserve(1, rehash).ok()?;
        self.index.insert_unique(hasher.hash_one(key), self.ways.len() as u32, rehash);
        self.keys.try_reserve(key.len()).ok()?;
        self.ways.try_reserve(1).ok()?;
        self.origins.try_reserve(1).ok()?;
        self.keys.extend_from_slice(key);
        self.ways.push(ways);
        self.origins.push(origin);
        Some(())
    }
}

/// Searches with at most `max_throws` throws (any number for `None`), while no more than `most` numbers of 32 bits are
/// needed for the positions.
pub(super) fn search<L: Lines>(
    board: &Board,
    masks: &mut Masks<L>,
    bound: &Bound,
    max_throws: Option<u32>,
    most: usize,
    meter: &mut Meter,
) -> Layers {
    let hasher = DefaultHashBuilder::default();
    let squares = Squares { width: board.width() };
    let mut layer = Layer::new(0);
    let start = [squares.number(Square::new(board.start()))];
    if layer.add(&start, 1, (0, Direction::North), &hasher).is_none() {
        return Layers::Full;
    }
    let mut history: Vec<Vec<(u32, Direction)>> = Vec::new();
    let mut cut = false;
    let mut used = 0;
    let mut key = Vec::new();
    loop {
        let throws = layer.depth as u32 + 1;
        let Some(left) = max_throws.unwrap_or(u32::MAX).checked_sub(throws) else { return Layers::Beyond };
        let mut next = Layer::new(layer.depth + 1);
        let mut goals = Vec::new();
        for position in 0..layer.ways.len() {
            if meter.tick().is_break() {
                return Layers::Stopped;
            }
            let (stone, broken) = (squares.square(layer.key(position)[0]), &layer.key(position)[1..]);
            broken.iter().for_each(|&block| masks.flip(squares.square(block)));
            if masks.one(stone).is_some() {
                goals.push(position);
            }
            // From the first goal on, this layer is the last.
            let directions = if goals.is_empty() { &Direction::ALL[..] } else { &[] };
            for hit in directions.iter().filter_map(|&direction| masks.throw(stone, direction)) {
                if !bound.allows(hit.stop.cell(), left.max(1)) || left == 0 {
                    cut |= bound.allows(hit.stop.cell(), u32::MAX);
                    continue;
                }
                let block = squares.number(hit.block);
                let place = broken.partition_point(|&other| other < block);
                key.clear();
                key.push(squares.number(hit.stop));
                key.extend_from_slice(&broken[..place]);
                key.push(block);
                key.extend_from_slice(&broken[place..]);
                let added = next.add(&key, layer.ways[position], (position as u32, hit.direction), &hasher);
                if added.is_none() {
                    // As it was before this position.
                    broken.iter().for_each(|&block| masks.flip(squares.square(block)));
                    return Layers::Full;
                }
            }
            broken.iter().for_each(|&block| masks.flip(squares.square(block)));
            if used + next.keys.len() + 8 * next.ways.len() > most {
                return Layers::Full;
            }
        }
        used += 2 * layer.origins.len();
        history.push(layer.origins);
        if let [first, ..] = goals[..] {
            let routes = goals.iter().fold(0, |sum: u128, &goal| sum.saturating_add(layer.ways[goal]));
            return Layers::Found(route(board, masks, &history, first), routes);
        }
        if next.ways.is_empty() {
            return if cut { Layers::Beyond } else { Layers::Exhausted };
        }
        layer = next;
    }
}

/// The route to a position of the last layer, and on to the goal.
fn route<L: Lines>(
    board: &Board,
    masks: &mut Masks<L>,
    history: &[Vec<(u32, Direction)>],
    last: usize,
) -> Route {
    let mut position = last;
    let mut directions: Vec<Direction> = Vec::with_capacity(history.len());
    for origins in history[1..].iter().rev() {
        let (origin, direction) = origins[position];
        directions.push(direction);
        position = origin as usize;
    }
    let mut stone = Square::new(board.start());
    let mut hits: Vec<Hit> = Vec::with_capacity(history.len());
    for direction in directions.into_iter().rev() {
        let Some(hit) = masks.throw(stone, direction) else { break };
        masks.flip(hit.block);
        stone = hit.stop;
        hits.push(hit);
    }
    let last = masks.one(stone);
    hits.iter().for_each(|hit| masks.flip(hit.block));
    let mut throws: Vec<Throw> = hits.into_iter().map(Hit::throw).collect();
    throws.extend(last.map(|direction| Throw { direction, stop: board.goal(), broken: None }));
    Route { throws }
}

/// Squares by number, row by row.
struct Squares {
    width: u32,
}

impl Squares {
    fn number(&self, square: Square) -> u32 {
        (square.row - 1) * self.width + square.col - 1
    }
    fn square(&self, number: u32) -> Square {
        Square { row: number / self.width + 1, col: number % self.width + 1 }
    }
}
