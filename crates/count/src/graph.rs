//! The graph whose Hamiltonian cycles are the tours that a query asks for.

use crate::query::{CountQuery, Square, Tours};

pub(crate) type Edge = (usize, usize);

/// Vertices are squares, row by row, and the apex last.
pub(crate) struct Graph {
    pub rows: usize,
    pub cols: usize,
    /// Neighbours of each vertex, none for a blocked square.
    pub adjacent: Vec<Vec<usize>>,
    /// The vertex joined to all possible ends, where the tours are open.
    pub apex: Option<usize>,
    /// Squares whose edge to the apex is on every tour.
    pub forced: Vec<usize>,
    /// Two colours such that every move changes the colour, where the leaper's moves do.
    pub colour: Option<Vec<bool>>,
    /// The colour of one square more than the other colour has: both ends of an open tour have it.
    pub majority: Option<bool>,
}

impl Graph {
    /// The graph of a query, or `None` if colours or degrees already exclude every tour.
    pub(crate) fn of(query: &CountQuery) -> Option<Graph> {
        let board = &query.board;
        let (rows, cols) = (board.rows(), board.cols());
        let squares: Vec<Square> = (0..rows * cols).map(|v| (v / cols, v % cols)).collect();
        let free = |v: usize| board.is_free(squares[v]);
        let vertex = |(r, c): Square| r * cols + c;
        let mut adjacent: Vec<Vec<usize>> = squares
            .iter()
            .map(|&s| {
                if board.is_free(s) { board.neighbours(s).into_iter().map(vertex).collect() } else { vec![] }
            })
            .collect();

        let (a, b) = board.leaper();
        let colour: Option<Vec<bool>> =
            ((a + b) % 2 == 1).then(|| squares.iter().map(|&(r, c)| (r + c) % 2 == 1).collect());
        let mut majority = None;
        // Ends of an open tour: of both colours where there are as many squares of each, of the majority's
        // where there is one more.
        let mut possible: Vec<usize> = (0..rows * cols).filter(|&v| free(v)).collect();
        if let Some(colour) = &colour {
            let odd = possible.iter().filter(|&&v| colour[v]).count();
            let even = possible.len() - odd;
            match odd.abs_diff(even) {
                0 => {}
                1 if query.tours != Tours::Closed => {
                    majority = Some(odd > even);
                    possible.retain(|&v| Some(colour[v]) == majority);
                }
                _ => return None,
            }
            if let (true, Tours::From(s) | Tours::Between(s, _)) = (odd == even, query.tours) {
                possible.retain(|&v| v == vertex(s) || colour[v] != colour[vertex(s)]);
            }
        }
        let forced = match query.tours {
            Tours::Closed | Tours::Open => vec![],
            Tours::From(s) => vec![vertex(s)],
            Tours::Between(s, t) => {
                possible.retain(|&v| v == vertex(s) || v == vertex(t));
                vec![vertex(s), vertex(t)]
            }
        };
        if forced.iter().any(|v| !possible.contains(v)) {
            return None;
        }
        let apex = (query.tours != Tours::Closed).then_some(rows * cols);
        if let Some(apex) = apex {
            possible.iter().for_each(|&v| adjacent[v].push(apex));
            adjacent.push(possible);
        }
        // A square without two edges would otherwise count as the mirror image of a blocked one.
        let is_dead_end = |v: usize| adjacent[v].len() < 2;
        if (0..rows * cols).any(|v| free(v) && is_dead_end(v)) || apex.is_some_and(is_dead_end) {
            return None;
        }
        Some(Graph { rows, cols, adjacent, apex, forced, colour, majority })
    }

    fn image(&self, v: usize, map: &dyn Fn(&Graph, Square) -> Square) -> usize {
        if Some(v) == self.apex {
            return v;
        }
        let (r, c) = map(self, (v / self.cols, v % self.cols));
        r * self.cols + c
    }

    pub(crate) fn edge_image(&self, (u, v): Edge, map: &dyn Fn(&Graph, Square) -> Square) -> Edge {
        let (u, v) = (self.image(u, map), self.image(v, map));
        (u.min(v), u.max(v))
    }

    /// Whether a symmetry of the board is one of the graph: it may fail where squares are blocked.
    pub(crate) fn maps_to_itself(&self, map: &dyn Fn(&Graph, Square) -> Square) -> bool {
        (0..self.adjacent.len()).all(|v| {
            let image = &self.adjacent[self.image(v, map)];
            image.len() == self.adjacent[v].len()
                && self.adjacent[v].iter().all(|&w| image.contains(&self.image(w, map)))
        })
    }
}
