//! Reduction, and the search that reduces at every node.
//!
//! A node uses an edge, or rules it out. Chains, the flow and cuts then decide what they can, and where they find a
//! contradiction the node is closed. What was needed is recorded, so that "none" can be checked without a search.

use tremaux_core::Meter;

use super::chains::{Chains, Contradiction, Status};
use super::model::{Model, Vertex};
use super::pieces;
use super::two_factor::{Cuts, TwoFactor};

/// One step of a [`Proof`](super::Proof).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofStep {
    /// Edges are forced and struck by these cuts of the double cover, or they contradict each other.
    Cuts(Cuts),
    /// Without these vertices the graph falls into more pieces than there are of them.
    Pieces(Vec<Vertex>),
    /// With these weights the cheapest 1-tree costs more than any tour.
    Weights(Vec<i64>),
    /// Either the edge between these vertices is used, or it is not: the proofs of both follow.
    Split(Vertex, Vertex),
}

/// How a search ended.
pub(super) enum Searched {
    Tour,
    None,
    OutOfNodes,
    Stopped,
}

/// What is known about the edges, and the proof so far.
pub(super) struct Position<'a> {
    pub chains: Chains<'a>,
    two_factor: TwoFactor,
    /// `None` once it was too large to be kept.
    pub proof: Option<Vec<ProofStep>>,
    size: usize,
}

impl<'a> Position<'a> {
    /// The largest proof that is kept, in vertices and ranks.
    const MAX_PROOF: usize = 4_000_000;

    pub fn new(model: &'a Model) -> Result<Self, Contradiction> {
        let chains = Chains::new(model)?;
        let two_factor = TwoFactor::new(&chains);
        Ok(Position { chains, two_factor, proof: Some(Vec::new()), size: 0 })
    }

    pub fn record(&mut self, step: ProofStep) {
        self.size += match &step {
            ProofStep::Cuts(cuts) => 2 * cuts.left.len(),
            ProofStep::Pieces(removed) => removed.len(),
            ProofStep::Weights(weights) => weights.len(),
            ProofStep::Split(..) => 2,
        };
        match &mut self.proof {
            Some(proof) if self.size <= Self::MAX_PROOF => proof.push(step),
            _ => self.proof = None,
        }
    }

    /// Decides what chains, the flow and cut vertices decide.
    pub fn reduce(&mut self) -> Result<(), Contradiction> {
        loop {
            self.chains.settle()?;
            if self.chains.is_complete() {
                return Ok(());
            }
            let mut cuts = None;
            let filtered = self.two_factor.filter(&mut self.chains, &mut cuts);
            let Some(cuts) = cuts else { break };
            self.record(ProofStep::Cuts(cuts));
            filtered?;
        }
        pieces::check(&self.chains).map_err(|(removed, contradiction)| {
            self.record(ProofStep::Pieces(removed));
            contradiction
        })
    }

    /// A depth-first search of at most so many nodes. It begins at a reduced position, and ends there unless it found a tour.
    pub fn search(&mut self, nodes: u64, meter: &mut Meter) -> Searched {
        let root = self.chains.mark();
        let (steps, size) = (self.proof.as_ref().map(Vec::len), self.size);
        let mut splits: Vec<(u32, usize)> = Vec::new();
        let mut left = nodes;
        let ended = loop {
            // A node for each vertex that is looked at.
            if (0..self.chains.model.len()).try_for_each(|_| meter.tick()).is_break() {
                break Searched::Stopped;
            }
            if left == 0 {
                break Searched::OutOfNodes;
            }
            left -= 1;
            let mut reduced = if splits.is_empty() && left + 1 == nodes { Ok(()) } else { self.reduce() };
            if reduced.is_ok() {
                if self.chains.is_complete() {
                    return Searched::Tour;
                }
                let edge = self.choose();
                let (one, other) = self.chains.model.edge(edge);
                self.record(ProofStep::Split(one, other));
                splits.push((edge, self.chains.mark()));
                reduced = self.chains.force(edge);
            }
            let mut closed = reduced.is_err();
            while closed && let Some((edge, mark)) = splits.pop() {
                self.chains.undo(mark);
                closed = self.chains.strike(edge).is_err();
            }
            if closed {
                return Searched::None;
            }
        };
        self.chains.undo(root);
        // The position before the search had a proof if it has one now, or lost it to this search.
        if let Some(steps) = steps {
            self.proof.get_or_insert_default().truncate(steps);
            self.size = size;
        }
        ended
    }

    /// An edge at the vertex with the fewest open edges; ends of chains come first.
    fn choose(&self) -> u32 {
        let chains = &self.chains;
        let open = |vertex: Vertex| chains.usable(vertex) - u32::from(chains.forced(vertex));
        let vertices = (0..chains.model.len() as Vertex).filter(|&vertex| chains.forced(vertex) < 2);
        let vertex = vertices.min_by_key(|&vertex| (chains.forced(vertex) == 0, open(vertex))).unwrap_or(0);
        let edges = chains.model.arcs(vertex).iter().filter(|arc| chains.status(arc.edge) == Status::Open);
        edges.min_by_key(|arc| open(arc.to)).map_or(0, |arc| arc.edge)
    }
}
