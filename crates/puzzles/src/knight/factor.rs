//! Two jumps for every square: a necessary condition that sees what exits do not.
//!
//! On the rest of a tour every free square has two jumps, the head and the last square have one. Forget that
//! they must form *one* path, and what remains is a degree-constrained subgraph, which on a board of two
//! colours is a flow from the squares of one to those of the other: quick to find, and where there is none, there
//! is no tour. It sees crowds that compete for the same few neighbours, which no count of exits at a single
//! square shows.
//!
//! The flow is kept from move to move. When the head goes from `h` to `n`, and the flow has the jump `h - n`,
//! nothing is to be done. Else the square `x` that `h` was joined to lacks a jump, `n` has one too many, and one
//! alternating path from `x` to `n` mends both, or proves that the move is wrong. Taking a move
//! back adds `h - n` to whatever flow there is. That the tour may end on one of several squares is said by
//! one more vertex, with one jump, joined to all of them.

use tremaux_core::Meter;

use super::board::Square;
use super::graph::Graph;

/// A flow on a graph of two colours and at most 127 squares.
pub(super) struct Factor {
    /// For each vertex, its neighbours, and those that it is joined to by the flow.
    near: Vec<u128>,
    joined: Vec<u128>,
    /// From where the search for a path came to each vertex.
    came_from: Vec<u8>,
}

impl Factor {
    /// The flow before the first move; `None` on graphs that are too large or have not two colours.
    /// The second value is `false` where there is no flow, and so no tour.
    pub fn new(graph: &Graph, start: Square, ends: &[bool], meter: &mut Meter) -> Option<(Factor, bool)> {
        let count = graph.len();
        if count >= u128::BITS as usize || graph.squares().count() < 2 {
            return None;
        }
        let (colours, proper) = graph.colours(start, meter).ok()?;
        let end_colours: Vec<bool> = graph
            .squares()
            .filter(|&end| ends[end as usize])
            .filter_map(|end| colours[end as usize])
            .collect();
        let &end_colour = end_colours.first()?;
        if !proper || end_colours.contains(&!end_colour) {
            return None;
        }
        let end_mask = (0..count).filter(|&end| ends[end]).fold(0u128, |mask, end| mask | 1 << end);
        let mut near = graph.masks().to_vec();
        near.push(end_mask);
        (0..count).filter(|&end| ends[end]).for_each(|end| near[end] |= 1 << count);
        let mut factor = Factor { near, joined: vec![0; count + 1], came_from: vec![0; count + 1] };
        // Vertices of one side get their jumps one by one; the extra vertex is on the side opposite to the ends.
        let demand = |vertex: usize| if vertex == count || vertex == start as usize { 1 } else { 2 };
        let side = |vertex: usize| if vertex == count { Some(!end_colour) } else { colours[vertex] };
        let open = graph.squares().fold(1u128 << count, |mask, square| mask | 1 << square);
        let lacking = |factor: &Factor| {
            (0..=count)
                .filter(|&to| side(to) == Some(false) && factor.joined[to].count_ones() < demand(to))
                .fold(0u128, |mask, to| mask | 1 << to)
        };
        let mut whole = true;
        for vertex in (0..=count).filter(|&vertex| side(vertex) == Some(true)) {
            for _ in 0..demand(vertex) {
                whole &= factor.reroute(vertex, lacking(&factor), open);
            }
        }
        // All jumps are given out on this side; on the other they must all have arrived.
        whole &= lacking(&factor) == 0;
        Some((factor, whole))
    }

    /// Flips an alternating path that begins at `from`, gives it a jump, and finds one of `ends`: an end on the
    /// other side is given a jump, too, and an end on the same side loses one. `false` where there is no path.
    fn reroute(&mut self, from: usize, ends: u128, open: u128) -> bool {
        let mut fresh = 1u128 << from;
        let mut seen = fresh;
        while fresh != 0 {
            let here = fresh.trailing_zeros() as usize;
            fresh &= fresh - 1;
            let mut there = self.near[here] & open & !self.joined[here] & !seen;
            seen |= there;
            while there != 0 {
                let middle = there.trailing_zeros() as usize;
                there &= there - 1;
                self.came_from[middle] = here as u8;
                let back = self.joined[middle] & open & !seen;
                seen |= back;
                fresh |= back;
                self.mark(back, middle);
                let found = ends & (back | 1 << middle);
                if found != 0 {
                    self.flip(found.trailing_zeros() as usize, from);
                    return true;
                }
            }
        }
        false
    }

    fn mark(&mut self, mut vertices: u128, from: usize) {
        while vertices != 0 {
            self.came_from[vertices.trailing_zeros() as usize] = from as u8;
            vertices &= vertices - 1;
        }
    }

    /// Exchanges joined and not joined along the path that was found.
    fn flip(&mut self, mut at: usize, from: usize) {
        while at != from {
            let before = usize::from(self.came_from[at]);
            self.joined[at] ^= 1 << before;
            self.joined[before] ^= 1 << at;
            at = before;
        }
    }

    /// The head goes from one square to the next; `open` are the free squares and the new head. `false` where
    /// no flow is left; the flow is then the one before the move.
    pub fn advance(&mut self, from: Square, to: Square, open: u128) -> bool {
        let (from, to) = (from as usize, to as usize);
        let other = self.joined[from].trailing_zeros() as usize;
        if other != to {
            let open = open | 1 << (self.near.len() - 1);
            if !self.reroute(other, 1 << to, open) {
                return false;
            }
        }
        self.joined[from] = 0;
        self.joined[other] &= !(1 << from);
        true
    }

    /// The move from one square to the next is taken back.
    pub fn retreat(&mut self, from: Square, to: Square) {
        self.joined[from as usize] |= 1 << to;
        self.joined[to as usize] |= 1 << from;
    }
}
