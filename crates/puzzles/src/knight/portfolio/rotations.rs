//! Tours by rotations (Posa 1976): a path grows at its tail, and where it is stuck, a part of it is turned round.
//!
//! The tail goes to the free neighbour that has the fewest free neighbours itself. A tail without free neighbours is
//! joined to a vertex of the path, and the part behind that vertex is reversed: the path has a new tail. If the
//! ends of a path that is not complete are neighbours, it is a ring, and is opened beside a vertex that has a free neighbour.
//! Forced edges are walked as soon as one of their ends is reached, and are never broken. Tails of the last rotations are avoided;
//! where no rotation is left, a part of the path is removed.
//!
//! On boards that have tours, narrow and holed ones too, this finds one within a few hundred rotations, where a depth-first search
//! can be lost in a subtree. It proves nothing.

use std::ops::ControlFlow;

use tremaux_core::{Meter, Rng};

use super::chains::{Chains, Status};
use super::model::Vertex;

/// A tail is not used again for so many rotations, if there is another.
const RECENT: u64 = 200;

/// Looks for a Hamiltonian cycle with at most so many rotations; breaks if the meter stopped it.
pub(super) fn search(
    chains: &Chains,
    rotations: u64,
    rng: &mut Rng,
    meter: &mut Meter,
) -> ControlFlow<(), Option<Vec<Vertex>>> {
    let mut path = Path::new(chains);
    path.begin(rng);
    while path.rotations < rotations {
        meter.tick()?;
        path.grow(rng, meter)?;
        if path.is_complete() && path.is_ring() {
            return ControlFlow::Continue(Some(path.vertices));
        }
        if path.is_ring() && path.open_ring() {
            continue;
        }
        if !path.rotate(rng) {
            path.shorten(rng);
        }
    }
    ControlFlow::Continue(None)
}

struct Path<'a> {
    chains: &'a Chains<'a>,
    vertices: Vec<Vertex>,
    /// The place of each vertex in the path; [`FREE`] for the others.
    place: Vec<u32>,
    /// Free neighbours of each vertex.
    free_near: Vec<u32>,
    /// The rotation that made each vertex the tail.
    tail_at: Vec<u64>,
    rotations: u64,
}

const FREE: u32 = u32::MAX;

impl<'a> Path<'a> {
    fn new(chains: &'a Chains<'a>) -> Self {
        let count = chains.model.len();
        Path {
            chains,
            vertices: Vec::with_capacity(count),
            place: vec![FREE; count],
            free_near: (0..count as Vertex).map(|vertex| chains.usable(vertex)).collect(),
            tail_at: vec![0; count],
            rotations: RECENT + 1,
        }
    }

    fn is_complete(&self) -> bool {
        self.vertices.len() == self.chains.model.len()
    }

    fn usable(&self, vertex: Vertex) -> impl Iterator<Item = Vertex> + '_ {
        let usable = |edge| self.chains.status(edge) != Status::Struck;
        self.chains.model.arcs(vertex).iter().filter(move |arc| usable(arc.edge)).map(|arc| arc.to)
    }

    fn is_free(&self, vertex: Vertex) -> bool {
        self.place[vertex as usize] == FREE
    }

    fn is_forced(&self, one: Vertex, other: Vertex) -> bool {
        self.chains.forced(one) > 0
            && self.chains.forced(other) > 0
            && self
                .chains
                .model
                .edge_between(one, other)
                .is_some_and(|edge| self.chains.status(edge) == Status::Forced)
    }

    fn tail(&self) -> Vertex {
        self.vertices[self.vertices.len() - 1]
    }

    fn push(&mut self, vertex: Vertex) {
        self.place[vertex as usize] = self.vertices.len() as u32;
        self.vertices.push(vertex);
        for arc in self.chains.model.arcs(vertex) {
            if self.chains.status(arc.edge) != Status::Struck {
                self.free_near[arc.to as usize] -= 1;
            }
        }
    }

    fn pop(&mut self) {
        if let Some(vertex) = self.vertices.pop() {
            self.place[vertex as usize] = FREE;
            for arc in self.chains.model.arcs(vertex) {
                if self.chains.status(arc.edge) != Status::Struck {
                    self.free_near[arc.to as usize] += 1;
                }
            }
        }
    }

    /// Appends a vertex, and the chain of forced edges that begins there.
    fn push_chain(&mut self, vertex: Vertex) {
        self.push(vertex);
        while let Some(next) = self.forced_on(self.tail()) {
            self.push(next);
        }
    }

    /// Begins at the extra vertex, or anywhere.
    fn begin(&mut self, rng: &mut Rng) {
        let model = self.chains.model;
        let first = model.extra().unwrap_or_else(|| rng.below(model.len() as u64) as Vertex);
        self.push_chain(first);
        // The chain may go on at the other side of the first vertex.
        self.reverse_all();
        if let Some(next) = self.forced_on(first) {
            self.push_chain(next);
        }
    }

    /// The free vertex that a forced edge leads to.
    fn forced_on(&self, vertex: Vertex) -> Option<Vertex> {
        let mut arcs = self.chains.model.arcs(vertex).iter();
        arcs.find(|arc| self.chains.status(arc.edge) == Status::Forced && self.is_free(arc.to))
            .map(|arc| arc.to)
    }

    /// Grows at the tail, then at the head, as far as that goes.
    fn grow(&mut self, rng: &mut Rng, meter: &mut Meter) -> ControlFlow<()> {
        for _ in 0..2 {
            while self.free_near[self.tail() as usize] > 0 {
                meter.tick()?;
                let free = self.usable(self.tail()).filter(|&next| self.is_free(next));
                let Some(next) = fewest(free, |next| self.free_near[next as usize], rng) else { break };
                self.push_chain(next);
            }
            let head = self.vertices[0];
            if self.free_near[head as usize] == 0 {
                break;
            }
            self.reverse_all();
        }
        ControlFlow::Continue(())
    }

    fn is_ring(&self) -> bool {
        let (head, tail) = (self.vertices[0], self.tail());
        let edge = self.chains.model.edge_between(head, tail);
        self.vertices.len() > 2 && edge.is_some_and(|edge| self.chains.status(edge) != Status::Struck)
    }

    /// Turns the ring so that its tail has a free neighbour.
    fn open_ring(&mut self) -> bool {
        let count = self.vertices.len();
        for at in 0..count {
            if self.free_near[self.vertices[at] as usize] == 0 {
                continue;
            }
            let (after, before) = ((at + 1) % count, (at + count - 1) % count);
            if !self.is_forced(self.vertices[at], self.vertices[after]) {
                self.vertices.rotate_left(after);
            } else if !self.is_forced(self.vertices[at], self.vertices[before]) {
                self.vertices.rotate_left(at);
                self.vertices.reverse();
            } else {
                continue;
            }
            self.renumber(0);
            return true;
        }
        false
    }

    /// Joins the tail to the path and gets a new one.
    fn rotate(&mut self, rng: &mut Rng) -> bool {
        self.rotations += 1;
        let tail = self.tail();
        let last = self.vertices.len() as u32 - 1;
        let head = self.vertices[0];
        let goes_on = |vertex: Vertex| match self.is_complete() {
            true => self
                .chains
                .model
                .edge_between(head, vertex)
                .is_some_and(|edge| self.chains.status(edge) != Status::Struck),
            false => self.free_near[vertex as usize] > 0,
        };
        let cuts = self.usable(tail).filter_map(|near| {
            let at = self.place[near as usize];
            let cut = at != FREE && at + 1 < last;
            let next = || self.vertices[at as usize + 1];
            (cut && !self.is_forced(near, next())).then(|| (at + 1, next()))
        });
        let rank = |(_, vertex): (u32, Vertex)| {
            let recent = self.tail_at[vertex as usize] + RECENT > self.rotations;
            u32::from(!goes_on(vertex)) + 2 * u32::from(recent)
        };
        let Some((at, vertex)) = fewest(cuts, rank, rng) else { return false };
        if self.tail_at[vertex as usize] + RECENT > self.rotations && rng.percent(50) {
            return false;
        }
        self.vertices[at as usize..].reverse();
        self.renumber(at as usize);
        self.tail_at[vertex as usize] = self.rotations;
        true
    }

    /// Gives up to an eighth of the path up, but no part of a chain.
    fn shorten(&mut self, rng: &mut Rng) {
        let most = (self.vertices.len() as u64 / 8).max(1);
        for _ in 0..1 + rng.below(most) {
            if self.vertices.len() > 2 {
                self.pop();
            }
        }
        while self.forced_on(self.tail()).is_some() {
            self.pop();
            if self.vertices.is_empty() {
                return self.begin(rng);
            }
        }
    }

    fn reverse_all(&mut self) {
        self.vertices.reverse();
        self.renumber(0);
    }

    fn renumber(&mut self, from: usize) {
        for at in from..self.vertices.len() {
            self.place[self.vertices[at] as usize] = at as u32;
        }
    }
}

/// The item with the lowest key; one of them at random if there are several.
fn fewest<T: Copy>(items: impl Iterator<Item = T>, key: impl Fn(T) -> u32, rng: &mut Rng) -> Option<T> {
    let mut best: Option<(u32, T)> = None;
    let mut ties = 0;
    for item in items {
        let key = key(item);
        match best {
            Some((least, _)) if key > least => {}
            Some((least, _)) if key == least => {
                ties += 1;
                if rng.below(ties + 1) == 0 {
                    best = Some((key, item));
                }
            }
            _ => {
                ties = 0;
                best = Some((key, item));
            }
        }
    }
    best.map(|(_, item)| item)
}
