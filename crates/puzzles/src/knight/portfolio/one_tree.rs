//! A lower bound that proves "none": the 1-tree of Held and Karp (1970), with integer weights.
//!
//! Give every vertex a weight and every edge the sum of the weights of its ends. Every tour then costs exactly twice the sum
//! of all weights. A 1-tree is a spanning tree of all vertices but one, and two edges at that one: every tour is one, so
//! the cheapest 1-tree costs no more than a tour, if there is any. Weights for which the cheapest 1-tree costs
//! more than twice their sum prove that there is none. They are found by raising the weight of vertices with too
//! many edges in the cheapest 1-tree, and lowering that of leaves. The certificate is one integer for each vertex.
//!
//! Where the vertices above some weight are a cut, the proof is that cut, which people can see on the board.

use std::ops::ControlFlow;

use tremaux_core::Meter;

use super::chains::{Chains, Status};
use super::model::Vertex;
use super::pieces;

/// What the ascent found.
pub(super) enum Ascent {
    /// There is no tour: these weights prove it.
    Bound(Vec<i64>),
    /// There is no tour: without these vertices the board falls into more pieces than there are of them.
    Cut(Vec<Vertex>),
    /// The cheapest 1-tree was a tour.
    Tour(Vec<Vertex>),
    /// Nothing is known.
    Open,
    /// The meter stopped it.
    Stopped,
}

const FIRST_STEP: i64 = 1000;

/// Raises the bound for some iterations; each is a node of the meter for every vertex.
pub(super) fn ascend(chains: &Chains, iterations: i64, meter: &mut Meter) -> Ascent {
    let count = chains.model.len();
    let mut tree = OneTree::new(chains);
    let (mut weights, mut before) = (vec![0i64; count], vec![0i64; count]);
    for iteration in 0..iterations {
        if (0..count).try_for_each(|_| meter.tick()).is_break() {
            return Ascent::Stopped;
        }
        let cost = match tree.cheapest(chains, &weights) {
            ControlFlow::Continue(cost) => cost,
            ControlFlow::Break(cut) => return Ascent::Cut(cut),
        };
        if cost > 2 * weights.iter().sum::<i64>() {
            return match cut(chains, &weights) {
                Some(cut) => Ascent::Cut(cut),
                None => Ascent::Bound(weights),
            };
        }
        if tree.degrees.iter().all(|&degree| degree == 2) {
            return Ascent::Tour(tree.cycle(chains));
        }
        let step = (FIRST_STEP * (iterations - iteration) / iterations).max(1);
        for vertex in 0..count {
            let excess = tree.degrees[vertex] - 2;
            weights[vertex] += step * (7 * excess + 3 * before[vertex]) / 10;
            before[vertex] = excess;
        }
    }
    Ascent::Open
}

/// The vertices above some weight, if they are a cut.
fn cut(chains: &Chains, weights: &[i64]) -> Option<Vec<Vertex>> {
    let mut thresholds = weights.to_vec();
    thresholds.sort_unstable();
    thresholds.dedup();
    // A cut is more than a handful of vertices and fewer than half; each threshold costs a look at the whole board.
    thresholds.iter().rev().take(400).find_map(|&threshold| {
        let removed: Vec<bool> = weights.iter().map(|&weight| weight >= threshold).collect();
        let size = removed.iter().filter(|&&removed| removed).count();
        (pieces::count(chains, &removed) > size)
            .then(|| (0..).zip(removed).filter(|&(_, removed)| removed).map(|(vertex, _)| vertex).collect())
    })
}

struct OneTree {
    /// The vertex that is no part of the tree.
    special: Vertex,
    /// The edges away from it that are not struck, the forced ones first.
    edges: Vec<u32>,
    forced: usize,
    /// Its own edges, in the same order.
    special_edges: Vec<u32>,
    special_forced: usize,
    chosen: Vec<u32>,
    degrees: Vec<i64>,
    parents: Vec<Vertex>,
}

impl OneTree {
    fn new(chains: &Chains) -> Self {
        let model = chains.model;
        let special = model.extra().unwrap_or(0);
        let mut usable: Vec<u32> =
            (0..model.edge_count() as u32).filter(|&edge| chains.status(edge) != Status::Struck).collect();
        usable.sort_by_key(|&edge| chains.status(edge) != Status::Forced);
        let (special_edges, edges): (Vec<u32>, Vec<u32>) = usable.into_iter().partition(|&edge| {
            let (one, other) = model.edge(edge);
            one == special || other == special
        });
        let forced = |edges: &[u32]| edges.partition_point(|&edge| chains.status(edge) == Status::Forced);
        OneTree {
            special,
            forced: forced(&edges),
            special_forced: forced(&special_edges),
            edges,
            special_edges,
            chosen: Vec::new(),
            degrees: Vec::new(),
            parents: Vec::new(),
        }
    }

    /// The cost of the cheapest 1-tree that has all forced edges (Kruskal); breaks with a cut if there is none.
    fn cheapest(&mut self, chains: &Chains, weights: &[i64]) -> ControlFlow<Vec<Vertex>, i64> {
        let model = chains.model;
        let count = model.len();
        let price = |edge: u32| {
            let (one, other) = model.edge(edge);
            weights[one as usize] + weights[other as usize]
        };
        self.chosen.clear();
        self.edges[self.forced..].sort_unstable_by_key(|&edge| price(edge));
        self.special_edges[self.special_forced..].sort_unstable_by_key(|&edge| price(edge));
        self.parents.clear();
        self.parents.extend(0..count as Vertex);
        for &edge in &self.edges {
            if self.chosen.len() + 2 == count {
                break;
            }
            let (one, other) = model.edge(edge);
            let (one, other) = (root(&mut self.parents, one), root(&mut self.parents, other));
            if one != other {
                self.parents[one as usize] = other;
                self.chosen.push(edge);
            }
        }
        if self.chosen.len() + 2 != count {
            return ControlFlow::Break(vec![self.special]);
        }
        self.chosen.extend(self.special_edges.iter().take(2));
        self.degrees.clear();
        self.degrees.resize(count, 0);
        for &edge in &self.chosen {
            let (one, other) = model.edge(edge);
            self.degrees[one as usize] += 1;
            self.degrees[other as usize] += 1;
        }
        ControlFlow::Continue(self.chosen.iter().map(|&edge| price(edge)).sum())
    }

    /// The cycle, where every degree is 2.
    fn cycle(&self, chains: &Chains) -> Vec<Vertex> {
        let mut near: Vec<Vec<Vertex>> = vec![Vec::new(); chains.model.len()];
        for &edge in &self.chosen {
            let (one, other) = chains.model.edge(edge);
            near[one as usize].push(other);
            near[other as usize].push(one);
        }
        let mut cycle = vec![0];
        let (mut before, mut here) = (0, near[0][0]);
        while here != 0 {
            cycle.push(here);
            let ends = &near[here as usize];
            (before, here) = (here, if ends[0] == before { ends[1] } else { ends[0] });
        }
        cycle
    }
}

/// The representative of a vertex's tree, with the path halved on the way.
fn root(parents: &mut [Vertex], mut vertex: Vertex) -> Vertex {
    while parents[vertex as usize] != vertex {
        let above = parents[parents[vertex as usize] as usize];
        parents[vertex as usize] = above;
        vertex = above;
    }
    vertex
}
