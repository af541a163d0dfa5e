//! A question about tours as a question about Hamiltonian cycles.
//!
//! A closed tour is a cycle through all squares. An open tour becomes one by an *extra* vertex, which is joined to the
//! start and to every square where the tour may end; its edge to the start, and to a given end, must be used.

use tremaux_core::{GaveUp, Meter};

use super::super::board::Square;
use super::super::graph::Graph;

/// A vertex: the open squares row by row, then the extra vertex.
pub(in super::super) type Vertex = u32;

/// One direction of an edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arc {
    pub to: Vertex,
    pub edge: u32,
    /// The index of the arc that leads back.
    pub twin: u32,
}

/// The graph whose Hamiltonian cycles are the tours.
pub(in super::super) struct Model {
    /// The square of each vertex but the extra one.
    squares: Vec<Square>,
    /// The vertex of the first square of a tour.
    start: Vertex,
    vertices: u32,
    offsets: Vec<u32>,
    arcs: Vec<Arc>,
    edges: Vec<(Vertex, Vertex)>,
    required: Vec<u32>,
}

/// What a model needs to know about a tour.
pub(in super::super) struct Endpoints {
    pub start: Square,
    /// `None` if the tour may end anywhere.
    pub end: Option<Square>,
    pub closed: bool,
}

impl Model {
    /// The model of a graph with at least two squares.
    ///
    /// # Errors
    ///
    /// A limit of the meter was reached.
    pub fn new(graph: &Graph, ends: &Endpoints, meter: &mut Meter) -> Result<Model, GaveUp> {
        const ABSENT: Vertex = Vertex::MAX;
        let squares: Vec<Square> = graph.squares().collect();
        let count = squares.len() as u32;
        let mut vertex_of = vec![ABSENT; graph.len()];
        (0..).zip(&squares).for_each(|(vertex, &square)| vertex_of[square as usize] = vertex);
        let start = vertex_of[ends.start as usize];
        let mut edges = Vec::new();
        let mut required = Vec::new();
        for (vertex, &square) in (0..).zip(&squares) {
            if vertex % 4096 == 0 && meter.check().is_break() {
                return Err(meter.stopped());
            }
            let later = graph.neighbours(square).iter().map(|&next| vertex_of[next as usize]);
            edges.extend(later.filter(|&next| next != ABSENT && next > vertex).map(|next| (vertex, next)));
        }
        if !ends.closed {
            let end = ends.end.map(|end| vertex_of[end as usize]);
            for vertex in (0..count).filter(|&vertex| vertex == start || end.is_none_or(|end| end == vertex))
            {
                if vertex == start || end == Some(vertex) {
                    required.push(edges.len() as u32);
                }
                edges.push((vertex, count));
            }
        }
        let vertices = count + u32::from(!ends.closed);
        let (offsets, arcs) = adjacency(vertices, &edges);
        Ok(Model { squares, start, vertices, offsets, arcs, edges, required })
    }

    /// Returns the number of vertices.
    pub fn len(&self) -> usize {
        self.vertices as usize
    }

    /// Returns the extra vertex of an open tour.
    pub fn extra(&self) -> Option<Vertex> {
        (self.squares.len() < self.len()).then_some(self.squares.len() as Vertex)
    }

    /// Returns the square of a vertex; `None` for the extra one.
    pub fn square(&self, vertex: Vertex) -> Option<Square> {
        self.squares.get(vertex as usize).copied()
    }

    /// Returns the edges that every tour must have, by the question.
    pub(super) fn required(&self) -> &[u32] {
        &self.required
    }

    /// Returns the number of edges.
    pub(super) fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// Returns the two ends of an edge, the lower vertex first.
    pub(super) fn edge(&self, edge: u32) -> (Vertex, Vertex) {
        self.edges[edge as usize]
    }

    /// Returns the arcs from a vertex.
    #[inline]
    pub(super) fn arcs(&self, vertex: Vertex) -> &[Arc] {
        &self.arcs[self.arc_range(vertex)]
    }

    /// Returns the indices of the arcs from a vertex.
    #[inline]
    pub(super) fn arc_range(&self, vertex: Vertex) -> std::ops::Range<usize> {
        self.offsets[vertex as usize] as usize..self.offsets[vertex as usize + 1] as usize
    }

    /// Returns an arc by its index.
    #[inline]
    pub(super) fn arc(&self, index: usize) -> Arc {
        self.arcs[index]
    }

    /// Returns the edge between two vertices.
    pub(super) fn edge_between(&self, one: Vertex, other: Vertex) -> Option<u32> {
        let (few, many) = if self.arc_range(one).len() <= self.arc_range(other).len() {
            (one, other)
        } else {
            (other, one)
        };
        self.arcs(few).iter().find(|arc| arc.to == many).map(|arc| arc.edge)
    }

    /// Returns the squares of a tour, in order, from a Hamiltonian cycle.
    pub(super) fn tour(&self, mut cycle: Vec<Vertex>) -> Vec<Square> {
        let count = cycle.len();
        let first = self.extra().unwrap_or(self.start);
        let at = cycle.iter().position(|&vertex| vertex == first).unwrap_or(0);
        cycle.rotate_left(at);
        // The start comes right after the extra vertex, or right before it.
        if self.extra().is_some() && cycle[1] != self.start {
            cycle[1..count].reverse();
        }
        cycle.into_iter().filter_map(|vertex| self.square(vertex)).collect()
    }
}

/// The arcs of each vertex, side by side.
fn adjacency(vertices: u32, edges: &[(Vertex, Vertex)]) -> (Vec<u32>, Vec<Arc>) {
    let mut offsets = vec![0u32; vertices as usize + 1];
    for &(one, other) in edges {
        offsets[one as usize + 1] += 1;
        offsets[other as usize + 1] += 1;
    }
    for vertex in 0..vertices as usize {
        offsets[vertex + 1] += offsets[vertex];
    }
    let mut next = offsets.clone();
    let mut arcs = vec![Arc { to: 0, edge: 0, twin: 0 }; 2 * edges.len()];
    for (edge, &(one, other)) in (0..).zip(edges) {
        let (out, back) = (next[one as usize], next[other as usize]);
        arcs[out as usize] = Arc { to: other, edge, twin: back };
        arcs[back as usize] = Arc { to: one, edge, twin: out };
        next[one as usize] += 1;
        next[other as usize] += 1;
    }
    (offsets, arcs)
}
