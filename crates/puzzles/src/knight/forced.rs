//! Jumps that every tour must have, and what follows from them.
//!
//! Join the head, and the squares where the tour may end, to one more vertex: then the rest of a tour is a cycle
//! through everything. A vertex with two neighbours lies between them on the cycle. A vertex with two
//! forced jumps needs none of its others, so they are struck out, and more vertices have two neighbours
//! left. Forced jumps grow to chains, and the jump that would close a chain too early is struck out too. Where
//! that goes round until a vertex is left with one neighbour, or is forced three ways, there is no tour.

use super::board::Square;
use super::graph::Graph;

/// What is known about the jumps of the free squares and the head. Made once, filled again for each position.
pub(super) struct Chains {
    /// For each square, its jumps that are not struck out, a bit for each in the order of the graph, and those
    /// among them that are forced. Bit [`EXTRA`] is the jump to the extra vertex.
    left: Vec<u64>,
    forced: Vec<u64>,
    /// For the end of a chain, its other end; a vertex without forced jumps is a chain of its own. The extra
    /// vertex comes last.
    other_end: Vec<Square>,
    /// Squares that may have got too few jumps to choose from.
    narrow: Vec<Square>,
    extra: Square,
    extra_left: u32,
    extra_forced: u32,
    /// Vertices, and forced jumps so far.
    vertices: u32,
    jumps: u32,
}

/// The bit of the jump to the extra vertex; a piece has at most 48 others.
const EXTRA: u32 = 63;

/// There is no tour.
struct Contradiction;

impl Chains {
    /// Buffers for a graph of this size.
    pub fn new(squares: usize) -> Chains {
        Chains {
            left: vec![0; squares],
            forced: vec![0; squares],
            other_end: (0..=squares as Square).collect(),
            narrow: Vec::new(),
            extra: squares as Square,
            extra_left: 0,
            extra_forced: 0,
            vertices: 0,
            jumps: 0,
        }
    }

    /// Could a tour go on from `head` over all the squares not visited, as far as forced moves decide?
    pub fn may_complete(&mut self, graph: &Graph, visited: &[bool], ends: &[bool], head: Square) -> bool {
        self.fill(graph, visited, ends, head);
        self.force(graph, head, EXTRA).and_then(|()| self.settle(graph, ends)).is_ok()
    }

    fn fill(&mut self, graph: &Graph, visited: &[bool], ends: &[bool], head: Square) {
        self.narrow.clear();
        (self.extra_left, self.extra_forced, self.vertices, self.jumps) = (0, 0, 1, 0);
        self.other_end[self.extra as usize] = self.extra;
        for square in 0..graph.len() as Square {
            let index = square as usize;
            self.left[index] = 0;
            if visited[index] && square != head {
                continue;
            }
            let open = |next: Square| !visited[next as usize] || next == head;
            let bits = graph.neighbours(square).iter().enumerate().filter(|&(_, &next)| open(next));
            let jumps = bits.fold(0, |jumps, (bit, _)| jumps | 1 << bit);
            let to_extra = u64::from(ends[index] || square == head);
            self.left[index] = jumps | to_extra << EXTRA;
            self.forced[index] = 0;
            self.other_end[index] = square;
            self.extra_left += to_extra as u32;
            self.vertices += 1;
            if self.left[index].count_ones() <= 2 {
                self.narrow.push(square);
            }
        }
    }

    /// Follows everything up.
    fn settle(&mut self, graph: &Graph, ends: &[bool]) -> Result<(), Contradiction> {
        loop {
            while let Some(square) = self.narrow.pop() {
                loop {
                    let (left, forced) = (self.left[square as usize], self.forced[square as usize]);
                    match left.count_ones() {
                        0 | 1 => return Err(Contradiction),
                        2 if left != forced => {
                            self.force(graph, square, (left & !forced).trailing_zeros())?
                        }
                        _ => break,
                    }
                }
            }
            if self.extra_left < 2 {
                return Err(Contradiction);
            }
            if self.extra_left > 2 || self.extra_forced == 2 {
                return Ok(());
            }
            // The tour can end on one square only.
            let open = |square: &Square| {
                (self.left[*square as usize] & !self.forced[*square as usize]) >> EXTRA & 1 != 0
            };
            let end =
                (0..self.extra).find(|square| ends[*square as usize] && open(square)).ok_or(Contradiction)?;
            self.force(graph, end, EXTRA)?;
        }
    }

    /// This jump belongs to every tour.
    fn force(&mut self, graph: &Graph, square: Square, bit: u32) -> Result<(), Contradiction> {
        let to = self.target(graph, square, bit);
        let full = |chains: &Chains, vertex: Square| match chains.forced.get(vertex as usize) {
            Some(forced) => forced.count_ones() == 2,
            None => chains.extra_forced == 2,
        };
        if full(self, square) || full(self, to) {
            return Err(Contradiction);
        }
        let (end, other) = (self.other_end[square as usize], self.other_end[to as usize]);
        self.forced[square as usize] |= 1 << bit;
        match bit {
            EXTRA => self.extra_forced += 1,
            _ => self.forced[to as usize] |= 1 << back(graph, square, to),
        }
        self.jumps += 1;
        if end == to {
            // The chain is closed: right if it is everything.
            return if self.jumps == self.vertices { Ok(()) } else { Err(Contradiction) };
        }
        self.other_end[end as usize] = other;
        self.other_end[other as usize] = end;
        if self.jumps + 1 < self.vertices {
            self.keep_apart(graph, end, other);
        }
        for vertex in [square, to] {
            if vertex == self.extra {
                continue;
            }
            let forced = self.forced[vertex as usize];
            if forced.count_ones() == 2 {
                self.strike(graph, vertex, self.left[vertex as usize] & !forced);
            }
        }
        if self.extra_forced == 2 && self.extra_left > 2 {
            self.strike_extra();
        }
        Ok(())
    }

    /// The ends of a chain must not be joined, except by the very last jump.
    fn keep_apart(&mut self, graph: &Graph, end: Square, other: Square) {
        let (square, to) = if end == self.extra { (other, end) } else { (end, other) };
        let bit = match to == self.extra {
            true => Some(EXTRA),
            false => graph.neighbours(square).iter().position(|&next| next == to).map(|bit| bit as u32),
        };
        if let Some(bit) = bit {
            let jump = 1 << bit & !self.forced[square as usize];
            self.strike(graph, square, jump);
        }
    }

    /// Strikes out some jumps of a square.
    fn strike(&mut self, graph: &Graph, square: Square, jumps: u64) {
        let mut gone = self.left[square as usize] & jumps;
        if gone == 0 {
            return;
        }
        self.left[square as usize] &= !gone;
        self.narrow.push(square);
        while gone != 0 {
            let bit = gone.trailing_zeros();
            gone &= gone - 1;
            if bit == EXTRA {
                self.extra_left -= 1;
            } else {
                let to = self.target(graph, square, bit);
                self.left[to as usize] &= !(1 << back(graph, square, to));
                self.narrow.push(to);
            }
        }
    }

    /// Where the tour ends is settled: it ends nowhere else.
    fn strike_extra(&mut self) {
        for square in 0..self.extra {
            let index = square as usize;
            if self.left[index] & !self.forced[index] & 1 << EXTRA != 0 {
                self.left[index] &= !(1 << EXTRA);
                self.narrow.push(square);
            }
        }
        self.extra_left = 2;
    }

    fn target(&self, graph: &Graph, square: Square, bit: u32) -> Square {
        if bit == EXTRA { self.extra } else { graph.neighbours(square)[bit as usize] }
    }
}

/// The bit of the jump from `to` to `square`.
fn back(graph: &Graph, square: Square, to: Square) -> u32 {
    graph.neighbours(to).iter().position(|&next| next == square).unwrap_or(0) as u32
}

#[cfg(test)]
mod tests {
    use super::super::board::Board;
    use super::*;

    fn check(edges: &[(Square, Square)], head: Square, ends: &[Square], expect: bool) {
        let joined = |a: Square, b: Square| edges.contains(&(a, b)) || edges.contains(&(b, a));
        let near = |a: Square| (0..8).filter(move |&b| joined(a, b)).collect::<Vec<_>>().into_iter();
        let mut meter = tremaux_core::Budget::unlimited().meter();
        let graph =
            Graph::new(&Board::new(1, 8).unwrap(), |a| near(a).next().is_some(), near, &mut meter).unwrap();
        let visited: Vec<bool> = (0..8).map(|a| a == head || !graph.is_present(a)).collect();
        let end: Vec<bool> = (0..8).map(|a| ends.contains(&a)).collect();
        let got = Chains::new(8).may_complete(&graph, &visited, &end, head);
        assert_eq!(got, expect, "{edges:?} from {head} to {ends:?}");
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
