//! Is there a tour? A sequence of methods that decides every board we tried.
//!
//! Each is strong where the others are weak, and they run from the cheapest to the dearest:
//!
//! 1. *Chains*: edges that must be used, and what follows from them.
//! 2. *Two-factor*: two edges for every vertex, by a flow; and the edges that every such flow has, or none.
//! 3. *Cuts*: the board falls into too many pieces without some squares.
//! 4. *Rotations*: a tour, where there are many.
//! 5. *1-tree*: a lower bound on the cost of a tour that is higher than its cost.
//! 6. *Search*: depth-first, with the first three at every node.
//!
//! Every "none" is a [`Proof`] that a few lines of code can check; the solver's flow, its ascent and its order
//! of branching need not be believed.

mod branch;
mod chains;
mod model;
mod one_tree;
mod pieces;
mod rotations;
mod two_factor;

use std::ops::ControlFlow;

use tremaux_core::{Meter, Rng};

use super::board::Square;
use branch::{Position, Searched};
use one_tree::Ascent;

pub use branch::ProofStep;
pub(super) use model::{Endpoints, Model, Vertex};
pub use two_factor::Cuts;

/// A proof that a graph has no Hamiltonian cycle.
///
/// The vertices are the open squares, row by row; an open tour has one more, the last, which is joined to the start and to
/// every square where the tour may end, and whose edges to the start and to a given end must be used.
///
/// The steps are those of a search in depth-first order. Between any two of them the simple consequences are drawn, until
/// nothing changes: a vertex with two edges left uses both; one with two forced edges uses no others; an edge that would close
/// a path of forced edges into too short a cycle is struck. A position that contradicts itself is closed, and the steps
/// go on with the other side of the last [`Split`](ProofStep::Split) that has one left. The proof is complete if every position
/// is closed at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The steps; empty if the simple consequences are a contradiction.
    pub steps: Vec<ProofStep>,
}

/// Whether there is a tour.
pub(super) enum Decision {
    /// A tour, in order.
    Tour(Vec<Square>),
    /// There is none. The proof is absent if it was too large; the number is that of the nodes searched.
    None(Option<Proof>, u64),
    /// The meter stopped it.
    Stopped,
}

/// Rotations for each vertex and attempts; iterations of the ascent; nodes of the search: how long each method is tried.
const FIRST_ROTATIONS: (u64, u32) = (50, 6);
const MORE_ROTATIONS: (u64, u32) = (200, 20);
const LAST_ROTATIONS: (u64, u32) = (500, 10);
const FIRST_ASCENT: i64 = 300;
const LONG_ASCENT: i64 = 4000;
const FIRST_NODES: u64 = 300;

/// Decides whether a model has a Hamiltonian cycle.
pub(super) fn decide(model: &Model, meter: &mut Meter) -> Decision {
    let mut position = match Position::reduced(model, meter) {
        Ok(position) => position,
        Err(decision) => return decision,
    };
    let mut rng = Rng::new(0);
    match rotate(&position, FIRST_ROTATIONS, &mut rng, meter) {
        ControlFlow::Break(()) => return Decision::Stopped,
        ControlFlow::Continue(Some(tour)) => return Decision::Tour(tour),
        ControlFlow::Continue(None) => {}
    }
    if let Some(decision) = position.ascend(FIRST_ASCENT, meter) {
        return decision;
    }
    let mut nodes = FIRST_NODES;
    for (rotations, round) in
        [MORE_ROTATIONS].into_iter().chain(std::iter::repeat(LAST_ROTATIONS)).zip(0u64..)
    {
        match rotate(&position, rotations, &mut rng, meter) {
            ControlFlow::Break(()) => return Decision::Stopped,
            ControlFlow::Continue(Some(tour)) => return Decision::Tour(tour),
            ControlFlow::Continue(None) => {}
        }
        match position.search(nodes, meter) {
            Searched::Tour => return Decision::Tour(model.tour(position.chains.cycle())),
            Searched::None => return position.none(meter.nodes()),
            Searched::Stopped => return Decision::Stopped,
            Searched::OutOfNodes => nodes *= 2,
        }
        if round == 0
            && let Some(decision) = position.ascend(LONG_ASCENT, meter)
        {
            return decision;
        }
    }
    Decision::Stopped
}

/// Looks for a proof that there is none, without a search. A tour that is found on the way need not be the one that is wanted,
/// where a query says more than the model.
pub(super) fn refute(model: &Model, meter: &mut Meter) -> Decision {
    match Position::reduced(model, meter) {
        Ok(mut position) => position.ascend(FIRST_ASCENT, meter).unwrap_or(Decision::Stopped),
        Err(decision) => decision,
    }
}

impl<'a> Position<'a> {
    /// The first position, or what its reduction decides.
    fn reduced(model: &'a Model, meter: &mut Meter) -> Result<Self, Decision> {
        if meter.check().is_break() {
            return Err(Decision::Stopped);
        }
        let Ok(mut position) = Position::new(model) else {
            return Err(Decision::None(Some(Proof { steps: Vec::new() }), 0));
        };
        if position.reduce().is_err() {
            return Err(position.none(0));
        }
        match position.chains.is_complete() {
            true => Err(Decision::Tour(model.tour(position.chains.cycle()))),
            false => Ok(position),
        }
    }

    /// What the 1-tree bound decides.
    fn ascend(&mut self, iterations: i64, meter: &mut Meter) -> Option<Decision> {
        let step = match one_tree::ascend(&self.chains, iterations, meter) {
            Ascent::Open => return None,
            Ascent::Stopped => return Some(Decision::Stopped),
            Ascent::Tour(cycle) => return Some(Decision::Tour(self.chains.model.tour(cycle))),
            Ascent::Bound(weights) => ProofStep::Weights(weights),
            Ascent::Cut(removed) => ProofStep::Pieces(removed),
        };
        self.record(step);
        Some(self.none(0))
    }

    /// "None", with the proof so far.
    fn none(&mut self, nodes: u64) -> Decision {
        Decision::None(self.proof.take().map(|steps| Proof { steps }), nodes)
    }
}

/// Some attempts to find a tour by rotations.
fn rotate(
    position: &Position,
    (each, attempts): (u64, u32),
    rng: &mut Rng,
    meter: &mut Meter,
) -> ControlFlow<(), Option<Vec<Square>>> {
    let model = position.chains.model;
    for _ in 0..attempts {
        if let Some(cycle) = rotations::search(&position.chains, each * model.len() as u64, rng, meter)? {
            return ControlFlow::Continue(Some(model.tour(cycle)));
        }
    }
    ControlFlow::Continue(None)
}
