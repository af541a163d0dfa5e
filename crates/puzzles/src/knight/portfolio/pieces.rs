//! Cuts: without k vertices a cycle falls into at most k pieces, so if the board falls into more, there is no tour.

use super::chains::{Chains, Contradiction, Status};
use super::model::Vertex;

/// Looks for no vertex or one vertex without which the graph falls apart.
///
/// # Errors
///
/// There is such a cut: its vertices.
pub(super) fn check(chains: &Chains) -> Result<(), (Vec<Vertex>, Contradiction)> {
    match cut_vertex(chains) {
        Connected::Yes => Ok(()),
        Connected::No => Err((Vec::new(), Contradiction)),
        Connected::Through(vertex) => Err((vec![vertex], Contradiction)),
    }
}

enum Connected {
    Yes,
    No,
    Through(Vertex),
}

/// One depth-first search without recursion (Tarjan).
fn cut_vertex(chains: &Chains) -> Connected {
    let count = chains.model.len();
    let (mut index, mut low) = (vec![0u32; count], vec![0u32; count]);
    let mut calls: Vec<(Vertex, Vertex, usize)> = vec![(0, 0, 0)];
    let (mut seen, mut children_of_root) = (1, 0);
    (index[0], low[0]) = (1, 1);
    while let Some(&mut (vertex, parent, ref mut next)) = calls.last_mut() {
        let here = vertex as usize;
        let Some(arc) = chains.model.arcs(vertex).get(*next) else {
            calls.pop();
            if let Some(&(above, _, _)) = calls.last() {
                low[above as usize] = low[above as usize].min(low[here]);
                if above == 0 {
                    children_of_root += 1;
                } else if low[here] >= index[above as usize] {
                    return Connected::Through(above);
                }
            }
            continue;
        };
        *next += 1;
        let to = arc.to as usize;
        if chains.status(arc.edge) == Status::Struck || arc.to == parent && vertex != 0 {
            continue;
        }
        if index[to] == 0 {
            seen += 1;
            (index[to], low[to]) = (seen, seen);
            calls.push((arc.to, vertex, 0));
        } else {
            low[here] = low[here].min(index[to]);
        }
    }
    match (seen as usize == count, children_of_root > 1) {
        (false, _) => Connected::No,
        (true, true) => Connected::Through(0),
        (true, false) => Connected::Yes,
    }
}

/// Returns the number of pieces without the vertices that are `removed`.
pub(super) fn count(chains: &Chains, removed: &[bool]) -> usize {
    let mut seen = removed.to_vec();
    let mut pieces = 0;
    let mut queue = Vec::new();
    for root in 0..chains.model.len() as Vertex {
        if std::mem::replace(&mut seen[root as usize], true) {
            continue;
        }
        pieces += 1;
        queue.push(root);
        while let Some(vertex) = queue.pop() {
            for arc in chains.model.arcs(vertex) {
                if chains.status(arc.edge) != Status::Struck
                    && !std::mem::replace(&mut seen[arc.to as usize], true)
                {
                    queue.push(arc.to);
                }
            }
        }
    }
    pieces
}
