//! Two edges for every vertex: a necessary condition that looks at the whole board at once.
//!
//! Forget that a tour is *one* cycle. Then every vertex must have two edges, and that is a flow in the *double cover*: two
//! copies of each vertex, left and right, an arc from the left copy of `u` to the right copy of `w` for each edge `uw`
//! (so each edge occurs in both directions), and each copy needs two arcs. A tour gives such a flow, so if there is no flow
//! there is no tour. It needs neither two colours nor a small board. Forced edges are taken out, and
//! the needs of their ends are lower by one each.
//!
//! A flow also shows which edges are decided. In its residual graph (an arc without flow leads from left to right, one with
//! flow from right to left) an arc between two strongly connected components has the same flow in *every* solution.
//! Its edge is struck, or forced.
//!
//! The certificate of both is a [`Cuts`]: a rank for every copy. For a threshold let S be the left copies
//! and T the right copies of a rank up to it. What the vertices of S need must come from T, or over the arcs from S to the
//! other right copies, of which each carries one. If S needs more than T needs and these arcs carry, there is no tour. If
//! it is exactly as much, all these arcs are forced, and the arcs into T from outside S are struck.
//! The components in topological order are such ranks, so a checker needs no flow to see that the solver is right.

use std::collections::VecDeque;

use super::chains::{Chains, Contradiction, Status};
use super::model::Vertex;

/// A rank for each left and each right copy of the vertices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cuts {
    /// The rank of each left copy.
    pub left: Vec<u32>,
    /// The rank of each right copy.
    pub right: Vec<u32>,
}

/// The flow, kept from one position of a search to the next.
pub(super) struct TwoFactor {
    /// For each arc, whether it carries flow from the left copy of its vertex to the right copy of its target.
    flow: Vec<bool>,
    /// What each left and each right copy lacks.
    left_lacks: Vec<u8>,
    right_lacks: Vec<u8>,
    /// Levels of the left copies in a search for augmenting paths, and how far each has looked.
    level: Vec<u32>,
    next: Vec<u32>,
}

const UNSEEN: u32 = u32::MAX;

impl TwoFactor {
    pub fn new(chains: &Chains) -> Self {
        let (vertices, arcs) = (chains.model.len(), 2 * chains.model.edge_count());
        TwoFactor {
            flow: vec![false; arcs],
            left_lacks: vec![0; vertices],
            right_lacks: vec![0; vertices],
            level: vec![UNSEEN; vertices],
            next: vec![0; vertices],
        }
    }

    /// Strikes and forces what the flow decides. `cuts` gets the certificate, if there is anything to certify. The chains
    /// are settled before and must be settled again.
    ///
    /// # Errors
    ///
    /// There is no flow; `cuts` then has the proof.
    pub fn filter(&mut self, chains: &mut Chains, cuts: &mut Option<Cuts>) -> Result<(), Contradiction> {
        self.fit(chains);
        if !self.augment_all(chains) {
            *cuts = Some(self.short_of(chains));
            return Err(Contradiction);
        }
        let ranks = self.components(chains);
        let count = chains.model.len();
        let mut decided = Vec::new();
        for vertex in 0..count as Vertex {
            for index in chains.model.arc_range(vertex) {
                let arc = chains.model.arc(index);
                if chains.status(arc.edge) == Status::Open
                    && ranks.left[vertex as usize] != ranks.right[arc.to as usize]
                {
                    decided.push((arc.edge, self.flow[index]));
                }
            }
        }
        if !decided.is_empty() {
            *cuts = Some(ranks);
        }
        decided.into_iter().try_for_each(|(edge, used)| match used {
            true => chains.force(edge),
            false => chains.strike(edge),
        })
    }

    /// Drops the flow of arcs that are no longer open, and what exceeds the needs of a copy.
    fn fit(&mut self, chains: &Chains) {
        let need = |vertex: Vertex| 2 - chains.forced(vertex);
        for vertex in 0..chains.model.len() as Vertex {
            self.left_lacks[vertex as usize] = need(vertex);
            self.right_lacks[vertex as usize] = need(vertex);
        }
        for vertex in 0..chains.model.len() as Vertex {
            for index in chains.model.arc_range(vertex) {
                let arc = chains.model.arc(index);
                let (from, to) = (vertex as usize, arc.to as usize);
                // A greedy start: take what both copies lack.
                let open = chains.status(arc.edge) == Status::Open;
                let lacking = self.left_lacks[from] > 0 && self.right_lacks[to] > 0;
                self.flow[index] &= open && lacking;
                if self.flow[index] {
                    self.left_lacks[from] -= 1;
                    self.right_lacks[to] -= 1;
                }
            }
        }
    }

    /// Completes the flow, by phases of shortest augmenting paths (Dinic). Returns whether nothing lacks.
    fn augment_all(&mut self, chains: &Chains) -> bool {
        while self.left_lacks.iter().any(|&lacks| lacks > 0) {
            if !self.find_levels(chains) {
                return false;
            }
            self.next.fill(0);
            for vertex in 0..chains.model.len() as Vertex {
                while self.left_lacks[vertex as usize] > 0 && self.augment(chains, vertex) {}
            }
        }
        true
    }

    /// Levels of the left copies by distance from those that lack something. Returns whether a right copy that lacks
    /// something is within reach.
    fn find_levels(&mut self, chains: &Chains) -> bool {
        self.level.fill(UNSEEN);
        let lacking = (0..chains.model.len() as Vertex).filter(|&v| self.left_lacks[v as usize] > 0);
        let mut queue: VecDeque<Vertex> = lacking.collect();
        queue.iter().for_each(|&vertex| self.level[vertex as usize] = 0);
        let mut seen = vec![false; chains.model.len()];
        let mut found = false;
        while let Some(vertex) = queue.pop_front() {
            for index in chains.model.arc_range(vertex) {
                let arc = chains.model.arc(index);
                let right = arc.to as usize;
                if self.flow[index] || seen[right] || chains.status(arc.edge) != Status::Open {
                    continue;
                }
                seen[right] = true;
                found |= self.right_lacks[right] > 0;
                for back in chains.model.arcs(arc.to) {
                    if self.flow[back.twin as usize] && self.level[back.to as usize] == UNSEEN {
                        self.level[back.to as usize] = self.level[vertex as usize] + 1;
                        queue.push_back(back.to);
                    }
                }
            }
        }
        found
    }

    /// One augmenting path from a left copy, along the levels.
    fn augment(&mut self, chains: &Chains, from: Vertex) -> bool {
        // Pairs of arcs: without flow from a left copy to a right one, and with flow on to the next left copy.
        let mut path: Vec<(usize, usize)> = Vec::new();
        let mut here = from;
        loop {
            let range = chains.model.arc_range(here);
            let mut step = None;
            while step.is_none() && (self.next[here as usize] as usize) < range.len() {
                let index = range.start + self.next[here as usize] as usize;
                let arc = chains.model.arc(index);
                if !self.flow[index] && chains.status(arc.edge) == Status::Open {
                    if self.right_lacks[arc.to as usize] > 0 {
                        self.right_lacks[arc.to as usize] -= 1;
                        self.left_lacks[from as usize] -= 1;
                        self.flow[index] = true;
                        for (without, with) in path {
                            self.flow[without] = true;
                            self.flow[with] = false;
                        }
                        return true;
                    }
                    let level = self.level[here as usize] + 1;
                    let back = chains.model.arcs(arc.to).iter().find(|back| {
                        self.flow[back.twin as usize]
                            && self.level[back.to as usize] == level
                            && (self.next[back.to as usize] as usize) < chains.model.arc_range(back.to).len()
                    });
                    step = back.map(|back| (index, back.twin as usize, back.to));
                }
                if step.is_none() {
                    self.next[here as usize] += 1;
                }
            }
            match step {
                Some((without, with, next)) => {
                    path.push((without, with));
                    here = next;
                }
                None => {
                    // A dead end: nobody comes here again in this phase.
                    let Some((without, _)) = path.pop() else { return false };
                    here = chains.model.arc(chains.model.arc(without).twin as usize).to;
                }
            }
        }
    }

    /// The proof that there is no flow: S are the left copies within reach of those that lack something.
    fn short_of(&self, chains: &Chains) -> Cuts {
        let count = chains.model.len();
        let mut right = vec![1; count];
        for vertex in (0..count as Vertex).filter(|&vertex| self.level[vertex as usize] != UNSEEN) {
            for index in chains.model.arc_range(vertex) {
                let arc = chains.model.arc(index);
                if !self.flow[index] && chains.status(arc.edge) == Status::Open {
                    right[arc.to as usize] = 0;
                }
            }
        }
        Cuts { left: self.level.iter().map(|&level| u32::from(level == UNSEEN)).collect(), right }
    }

    /// The strongly connected components of the residual graph, numbered so that arcs lead to lower numbers (Tarjan,
    /// without recursion).
    fn components(&self, chains: &Chains) -> Cuts {
        let count = chains.model.len();
        // Nodes are the left copies and then the right ones. An index of 0 means not seen.
        let (mut index, mut low) = (vec![0u32; 2 * count], vec![0u32; 2 * count]);
        let mut component = vec![UNSEEN; 2 * count];
        let (mut open, mut calls) = (Vec::new(), Vec::new());
        let (mut seen, mut components) = (0, 0);
        for root in 0..2 * count {
            if index[root] == 0 {
                calls.push((root, 0usize));
            }
            while let Some(&mut (node, ref mut next)) = calls.last_mut() {
                if *next == 0 {
                    seen += 1;
                    (index[node], low[node]) = (seen, seen);
                    open.push(node);
                }
                let is_left = node < count;
                let vertex = (node % count) as Vertex;
                let range = chains.model.arc_range(vertex);
                let mut entered = None;
                while *next < range.len() {
                    let at = range.start + *next;
                    *next += 1;
                    let arc = chains.model.arc(at);
                    let carries = self.flow[if is_left { at } else { arc.twin as usize }];
                    if chains.status(arc.edge) != Status::Open || carries == is_left {
                        continue;
                    }
                    let target = arc.to as usize + if is_left { count } else { 0 };
                    if index[target] == 0 {
                        entered = Some(target);
                        break;
                    }
                    if component[target] == UNSEEN {
                        low[node] = low[node].min(index[target]);
                    }
                }
                if let Some(target) = entered {
                    calls.push((target, 0));
                    continue;
                }
                if low[node] == index[node] {
                    while let Some(member) = open.pop() {
                        component[member] = components;
                        if member == node {
                            break;
                        }
                    }
                    components += 1;
                }
                calls.pop();
                if let Some(&(parent, _)) = calls.last() {
                    low[parent] = low[parent].min(low[node]);
                }
            }
        }
        let right = component.split_off(count);
        Cuts { left: component, right }
    }
}
