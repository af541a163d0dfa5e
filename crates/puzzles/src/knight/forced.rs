//! Jumps that every tour must have, and what follows from them.
//!
//! Join the head, and the squares where the tour may end, to one more vertex: then the rest of a tour is a cycle
//! through everything. A vertex with two neighbours lies between them on the cycle. A vertex with two
//! forced jumps needs none of its others, so they are struck out, and more vertices have two neighbours
//! left. Forced jumps grow to chains, and the jump that would close a chain too early is struck out too. Where
//! that goes round until a vertex is left with one neighbour, or is forced three ways, there is no tour.

/// At most this many squares: one bit is for the extra vertex.
pub(super) const MOST_SQUARES: usize = 127;
const EXTRA: usize = 127;

/// Could the rest be a cycle, as far as forced jumps tell? The squares of `open` are joined as `near` says; the
/// extra vertex to `head`, for certain, and to the squares of `ends`.
pub(super) fn may_close(near: &[u128], open: u128, head: usize, ends: u128) -> bool {
    let mut chains = Chains::new(near, open, head, ends);
    chains.force(EXTRA, head) && chains.settle()
}

struct Chains {
    near: [u128; 128],
    /// The vertices joined to each by forced jumps: two at the most.
    forced: [u128; 128],
    /// For the end of a chain, its other end; a vertex without forced jumps is a chain of its own.
    other_end: [u8; 128],
    /// Vertices that have two neighbours left and have not been looked at since.
    narrow: u128,
    /// Vertices, and forced jumps so far.
    count: u32,
    jumps: u32,
}

impl Chains {
    fn new(near: &[u128], open: u128, head: usize, ends: u128) -> Chains {
        let mut chains = Chains {
            near: [0; 128],
            forced: [0; 128],
            other_end: [0; 128],
            narrow: 0,
            count: open.count_ones() + 1,
            jumps: 0,
        };
        let to_extra = ends & open | 1 << head;
        let mut rest = open;
        while rest != 0 {
            let vertex = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            chains.near[vertex] = near[vertex] & open | (to_extra >> vertex & 1) << EXTRA;
            chains.other_end[vertex] = vertex as u8;
            chains.narrow |= u128::from(chains.near[vertex].count_ones() <= 2) << vertex;
        }
        chains.near[EXTRA] = to_extra;
        chains.other_end[EXTRA] = EXTRA as u8;
        chains.narrow |= u128::from(to_extra.count_ones() <= 2) << EXTRA;
        chains
    }

    /// Follows everything up. `false` at a contradiction.
    fn settle(&mut self) -> bool {
        while self.narrow != 0 {
            let vertex = self.narrow.trailing_zeros() as usize;
            self.narrow &= self.narrow - 1;
            if self.near[vertex].count_ones() < 2 {
                return false;
            }
            let mut fresh = self.near[vertex] & !self.forced[vertex];
            // Its neighbours may be struck out while we go.
            while fresh != 0 {
                if !self.force(vertex, fresh.trailing_zeros() as usize) {
                    return false;
                }
                fresh = self.near[vertex] & !self.forced[vertex];
                if self.near[vertex].count_ones() < 2 {
                    return false;
                }
            }
        }
        true
    }

    fn force(&mut self, a: usize, b: usize) -> bool {
        if self.forced[a] >> b & 1 != 0 {
            return true;
        }
        if self.forced[a].count_ones() == 2 || self.forced[b].count_ones() == 2 {
            return false;
        }
        let (end_a, end_b) = (usize::from(self.other_end[a]), usize::from(self.other_end[b]));
        self.forced[a] |= 1 << b;
        self.forced[b] |= 1 << a;
        self.jumps += 1;
        if end_a == b {
            // The chain is closed: right if it is everything.
            return self.jumps == self.count;
        }
        self.other_end[end_a] = end_b as u8;
        self.other_end[end_b] = end_a as u8;
        // The jump between the ends of the longer chain would close it: only the very last one may.
        if self.jumps + 1 < self.count && self.forced[end_a] >> end_b & 1 == 0 {
            self.strike(end_a, 1 << end_b);
        }
        for vertex in [a, b] {
            if self.forced[vertex].count_ones() == 2 {
                self.strike(vertex, !self.forced[vertex]);
            }
        }
        true
    }

    /// Strikes out jumps between a vertex and some others.
    fn strike(&mut self, vertex: usize, others: u128) {
        let mut gone = self.near[vertex] & others;
        if gone == 0 {
            return;
        }
        self.near[vertex] &= !gone;
        self.narrow |= u128::from(self.near[vertex].count_ones() <= 2) << vertex;
        while gone != 0 {
            let other = gone.trailing_zeros() as usize;
            gone &= gone - 1;
            self.near[other] &= !(1 << vertex);
            self.narrow |= u128::from(self.near[other].count_ones() <= 2) << other;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(edges: &[(usize, usize)], head: usize, ends: &[usize], expect: bool) {
        let (mut near, mut open) = ([0u128; 8], 1 << head);
        for &(a, b) in edges {
            near[a] |= 1 << b;
            near[b] |= 1 << a;
            open |= 1 << a | 1 << b;
        }
        let ends = ends.iter().fold(0, |mask, &end| mask | 1u128 << end);
        assert_eq!(may_close(&near, open, head, ends), expect, "{edges:?} from {head} to {ends:b}");
    }

    #[test]
    fn contradictions_are_found() {
        check(&[(0, 1)], 0, &[1], true);
        check(&[(0, 1), (1, 2)], 0, &[2], true);
        check(&[(0, 1), (1, 2)], 0, &[1], false);
        check(&[(0, 1), (1, 2)], 1, &[0, 2], false);
        check(&[(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2)], 0, &[4], true);
        // A square of four, of which two corners have no other neighbours, can only be gone round by itself.
        check(&[(0, 1), (1, 2), (2, 3), (3, 4), (4, 1), (1, 5), (3, 5), (5, 6)], 0, &[6], false);
        // Three squares that each need both of the same two neighbours.
        check(&[(0, 1), (1, 2), (1, 3), (1, 4), (5, 2), (5, 3), (5, 4), (5, 6)], 0, &[6], false);
    }
}
