//! From a question to a program: which vertex is decided when, and what each decision may do.
//!
//! An open tour becomes a closed one by an extra vertex, the *apex*, joined to every square that may be an
//! end. The board is then cut: rows above, a *boundary* of as many rows as a leap is high, rows below.
//! The upper half decides its rows from the top down, the lower half from the bottom up, and each ends
//! with every edge decided that touches one of its rows. The edges inside the boundary are dealt out to
//! the halves. Both halves use the same slots for the boundary's squares, so that the gluing can compare
//! them slot by slot.
//!
//! Inside a row the columns are visited 0, 2, 4, ... and then the odd ones backwards. For a knight each
//! step then lets exactly one new square into the boundary, which takes the slot of the square that
//! leaves: 2m slots suffice where row-major order needs 2m + 1.

use crate::Error;
use crate::half::{self, Step};
use crate::question::{Question, Square, Tours};
use std::collections::BTreeSet;

/// The most slots of a boundary that can be planned; fewer can be counted.
pub(crate) const MAX_SLOTS: usize = 30;

/// Another way to the same number. The default is the fastest; the others check it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Method {
    /// Lay the boundary along the longer side of the board: another graph, and far more states.
    pub transpose: bool,
    /// Cut after so many rows (at most all but two for a knight), not in the middle. All but two means a
    /// count from end to end without a second half.
    pub rows_above: Option<usize>,
    /// Make no use of the board's symmetries.
    pub plain: bool,
}

/// The graph whose Hamiltonian cycles are the tours. Vertices are squares, row by row, and the apex last.
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

/// The cut of the board, compiled.
pub(crate) struct Program {
    /// The slots of the boundary, the apex's included.
    pub slots: usize,
    /// The slots that number a pattern inside its segment.
    pub low: usize,
    /// Halves end with layers of which the mirror image is left out.
    pub folded: bool,
    /// The steps of the upper half, and of the lower half where that is not the upper one turned round.
    pub halves: Vec<Vec<Step>>,
    /// One more step of each half, done while gluing so that its result need not be stored.
    pub last: [Step; 2],
    /// The lower half is the upper one turned by 180 degrees.
    pub rotated: bool,
    /// Besides, both last steps are the same: gluing D to its complement and the complement to D is one.
    pub mutual: bool,
    /// The slot of the apex.
    pub apex: Option<usize>,
    /// The colour that both ends have, where it is only one.
    pub majority: Option<bool>,
    /// The rows of the board as decided, the longer side, and the columns.
    pub shape: (usize, usize),
}

type Edge = (usize, usize);

impl Program {
    /// The slots of degree 1 and 2 of the pattern in the lower half that completes one in the upper half, or
    /// the other way round.
    pub(crate) fn complement(&self, ones: u32, twos: u32) -> (u32, u32) {
        let twos = ((1 << self.slots) - 1) & !(ones | twos);
        let turn = |slots: u32| slots.reverse_bits() >> (u32::BITS - self.slots as u32);
        if self.rotated { (turn(ones), turn(twos)) } else { (ones, twos) }
    }

    /// The program with all steps taken, but for the gluing.
    #[cfg(feature = "cluster")]
    pub(crate) fn glued_only(&self) -> Program {
        let last = [Step::still(self.folded), Step::still(self.folded)];
        Program { halves: vec![], last, ..*self }
    }
}

/// Compiles a question, or tells at once that the answer is 0 (`None`): by colours.
pub(crate) fn compile(question: &Question, method: Method) -> Result<Option<Program>, Error> {
    let wide = question.board.cols() > question.board.rows();
    let turned = if wide != method.transpose { question.transposed() } else { question.clone() };
    let Some(graph) = Graph::of(&turned) else { return Ok(None) };

    let reach = turned.board.leaper().1.min(graph.rows);
    let undecided = graph.rows - reach;
    let above = method.rows_above.unwrap_or(undecided.div_ceil(2)).min(undecided);
    let below = undecided - above;
    let boundary: Vec<usize> = (above * graph.cols..(graph.rows - below) * graph.cols)
        .filter(|&v| turned.board.is_free((v / graph.cols, v % graph.cols)))
        .collect();
    // The apex stands in the middle: between the two rows of a knight's boundary.
    let middle = if reach == 2 {
        boundary.iter().filter(|&&v| v < (above + 1) * graph.cols).count()
    } else {
        boundary.len() / 2
    };
    let mut layout = boundary.clone();
    layout.splice(middle..middle, graph.apex);
    if layout.len() > MAX_SLOTS {
        return Err(Error::TooWide { slots: layout.len(), most: MAX_SLOTS });
    }
    let edges: BTreeSet<Edge> = layout
        .iter()
        .flat_map(|&u| graph.adjacent[u].iter().map(move |&v| (u.min(v), u.max(v))))
        .filter(|&(u, v)| layout.contains(&u) && layout.contains(&v))
        .collect();

    let mut slots = layout.len();
    let order = |rows: &mut dyn Iterator<Item = usize>| -> Vec<usize> {
        let zigzag = (0..graph.cols).step_by(2).chain((1..graph.cols).step_by(2).rev());
        rows.flat_map(|r| zigzag.clone().map(move |c| (r, c)))
            .filter(|&square| turned.board.is_free(square))
            .map(|(r, c)| r * graph.cols + c)
            .collect()
    };
    let upper = half::Elimination::new(&graph, order(&mut (0..above)), &layout, &mut slots);
    let lower = half::Elimination::new(
        &graph,
        order(&mut (graph.rows - below..graph.rows).rev()),
        &layout,
        &mut slots,
    );
    if slots > MAX_SLOTS {
        return Err(Error::TooWide { slots, most: MAX_SLOTS });
    }

    let symmetric = reach == 2
        && slots == layout.len()
        && !method.plain
        && matches!(turned.tours, Tours::Closed | Tours::Open);
    let folded = symmetric && graph.maps_to_itself(&|g, (r, c)| (r, g.cols - 1 - c));
    let turn = |g: &Graph, (r, c): Square| (g.rows - 1 - r, g.cols - 1 - c);
    let mut rotated = symmetric && above == below && graph.maps_to_itself(&turn);

    // Edges that are decided together: a folded layer needs an edge and its mirror image in one step.
    let groups =
        orbits(&edges, |e| if folded { graph.edge_image(e, &|g, (r, c)| (r, g.cols - 1 - c)) } else { e });
    let turned_group = |group: &[Edge]| -> Vec<Edge> {
        let mut image: Vec<Edge> = group.iter().map(|&e| graph.edge_image(e, &turn)).collect();
        image.sort_unstable();
        image
    };
    let (own, rest): (Vec<_>, Vec<_>) = groups.iter().cloned().partition(|g| turned_group(g) == *g);
    rotated &= own.len() <= 1;

    let low = if folded { middle } else { slots.div_ceil(2) };
    let compiler = half::Compiler { graph: &graph, layout: &layout, slots, low, folded };
    let nothing = || Step::still(folded);
    // All edges of the boundary change the states about as much as 1.3 rows do.
    let with_edges = |half: &half::Elimination, rows: usize, groups: &[Vec<Edge>]| -> Vec<Step> {
        let mut steps = compiler.vertices(half);
        let mut decided = 0;
        steps.extend(groups.iter().map(|group| {
            decided += group.len();
            compiler.edges(half, group, rows as f64 + 1.3 * decided as f64 / edges.len() as f64)
        }));
        steps
    };

    let (halves, last);
    let mutual = rotated && own.is_empty();
    if rotated {
        let mut mine: Vec<Vec<Edge>> = rest.into_iter().filter(|g| *g < turned_group(g)).collect();
        let both = if own.is_empty() { mine.pop() } else { None };
        halves = vec![with_edges(&upper, above, &mine)];
        last = match (both, own.first()) {
            (Some(group), _) => [compiler.edges(&upper, &group, 0.0), compiler.edges(&upper, &group, 0.0)],
            (None, Some(group)) => [compiler.edges(&upper, group, 0.0), nothing()],
            (None, None) => [nothing(), nothing()],
        };
    } else {
        // The half with fewer rows has fewer states: it takes the boundary's own edges.
        let (small, large) = if above < below { (&upper, &lower) } else { (&lower, &upper) };
        let mut small = with_edges(small, above.min(below), &groups);
        let mut large = compiler.vertices(large);
        last = [large.pop().unwrap_or_else(nothing), small.pop().unwrap_or_else(nothing)];
        halves = vec![large, small];
    }
    let apex = layout.iter().position(|&v| Some(v) == graph.apex);
    let (majority, shape) = (graph.majority, (graph.rows, graph.cols));
    Ok(Some(Program { slots, low, folded, halves, last, rotated, mutual, apex, majority, shape }))
}

/// The classes of edges that an involution makes one, each sorted.
fn orbits(edges: &BTreeSet<Edge>, image: impl Fn(Edge) -> Edge) -> Vec<Vec<Edge>> {
    edges
        .iter()
        .filter(|&&edge| edge <= image(edge))
        .map(|&edge| if image(edge) == edge { vec![edge] } else { vec![edge, image(edge)] })
        .collect()
}

impl Graph {
    /// The graph of a question, or `None` where the colours already rule out every tour.
    fn of(question: &Question) -> Option<Graph> {
        let board = &question.board;
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
                1 if question.tours != Tours::Closed => {
                    majority = Some(odd > even);
                    possible.retain(|&v| Some(colour[v]) == majority);
                }
                _ => return None,
            }
            if let (true, Tours::From(s) | Tours::Between(s, _)) = (odd == even, question.tours) {
                possible.retain(|&v| v == vertex(s) || colour[v] != colour[vertex(s)]);
            }
        }
        let forced = match question.tours {
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
        let apex = (question.tours != Tours::Closed).then_some(rows * cols);
        if let Some(apex) = apex {
            possible.iter().for_each(|&v| adjacent[v].push(apex));
            adjacent.push(possible);
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

    fn edge_image(&self, (u, v): Edge, map: &dyn Fn(&Graph, Square) -> Square) -> Edge {
        let (u, v) = (self.image(u, map), self.image(v, map));
        (u.min(v), u.max(v))
    }

    /// Whether a symmetry of the board is one of the graph: it may fail where squares are blocked.
    fn maps_to_itself(&self, map: &dyn Fn(&Graph, Square) -> Square) -> bool {
        (0..self.adjacent.len()).all(|v| {
            let image = &self.adjacent[self.image(v, map)];
            image.len() == self.adjacent[v].len()
                && self.adjacent[v].iter().all(|&w| image.contains(&self.image(w, map)))
        })
    }
}
