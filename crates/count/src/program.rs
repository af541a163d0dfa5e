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

use crate::half::{self, Step};
use crate::pairing::MAX_PAIRS;
use crate::question::{Question, Square, Tours};
use crate::{Error, Method};
use std::collections::BTreeSet;

/// The most slots of a boundary.
pub(crate) const MAX_SLOTS: usize = 2 * MAX_PAIRS;

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
}

/// The cut of the board, compiled.
pub(crate) struct Program {
    /// The slots of the boundary, the apex's included.
    pub slots: usize,
    /// The slots that number a pattern inside its segment.
    pub low: usize,
    /// The steps of the upper half, and of the lower half where that is not the upper one turned round.
    pub halves: Vec<Vec<Step>>,
    /// One more step of each half, done while gluing so that its result need not be stored.
    pub last: [Step; 2],
    /// The lower half is the upper one turned by 180 degrees.
    pub rotated: bool,
    /// Besides, both last steps are the same: gluing D to its complement and the complement to D is one.
    pub mutual: bool,
    /// The rows of the board as decided, the longer side, and the columns.
    pub shape: (usize, usize),
}

type Edge = (usize, usize);

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
    let mut layout = boundary.clone();
    if let Some(apex) = graph.apex {
        layout.insert(boundary.len() / 2, apex);
    }
    if layout.len() > MAX_SLOTS {
        return Err(Error::TooWide { slots: layout.len(), most: MAX_SLOTS });
    }
    let edges: BTreeSet<Edge> = layout
        .iter()
        .flat_map(|&u| graph.adjacent[u].iter().map(move |&v| (u.min(v), u.max(v))))
        .filter(|&(u, v)| layout.contains(&u) && layout.contains(&v))
        .collect();

    let two_rows = reach == 2 && boundary.len() > 1;
    let symmetric = two_rows && !method.plain && matches!(turned.tours, Tours::Closed | Tours::Open);
    let folded = symmetric && graph.maps_to_itself(&|g, (r, c)| (r, g.cols - 1 - c));
    let turn = |g: &Graph, (r, c): Square| (g.rows - 1 - r, g.cols - 1 - c);
    let mut rotated = symmetric && above == below && graph.maps_to_itself(&turn);

    // Edges that are decided together: a folded layer needs an edge and its mirror image in one step.
    let groups = orbits(&edges, |e| if folded { graph.edge_image(e, &|g, (r, c)| (r, g.cols - 1 - c)) } else { e });
    let turned_group = |group: &[Edge]| -> Vec<Edge> {
        let mut image: Vec<Edge> = group.iter().map(|&e| graph.edge_image(e, &turn)).collect();
        image.sort_unstable();
        image
    };
    let (own, rest): (Vec<_>, Vec<_>) = groups.iter().cloned().partition(|g| turned_group(g) == *g);
    rotated &= own.len() <= 1;

    let mut slots = layout.len();
    let order = |rows: &mut dyn Iterator<Item = usize>| -> Vec<usize> {
        let zigzag = (0..graph.cols).step_by(2).chain((1..graph.cols).step_by(2).rev());
        rows.flat_map(|r| zigzag.clone().map(move |c| (r, c)))
            .filter(|&square| turned.board.is_free(square))
            .map(|(r, c)| r * graph.cols + c)
            .collect()
    };
    let upper = half::Elimination::new(&graph, order(&mut (0..above)), &layout, &mut slots);
    let lower =
        half::Elimination::new(&graph, order(&mut (graph.rows - below..graph.rows).rev()), &layout, &mut slots);
    if slots > MAX_SLOTS {
        return Err(Error::TooWide { slots, most: MAX_SLOTS });
    }
    rotated &= slots == layout.len();
    let low = if folded { boundary.len() / 2 } else { slots.div_ceil(2) };
    let compiler = half::Compiler { graph: &graph, layout: &layout, slots, low, folded };
    let nothing = || compiler.edges(&upper, &[]);

    let (halves, last);
    let mutual = rotated && own.is_empty();
    if rotated {
        let mut mine: Vec<Vec<Edge>> = rest.into_iter().filter(|g| *g < turned_group(g)).collect();
        let both = if own.is_empty() { mine.pop() } else { None };
        let mut steps = compiler.vertices(&upper);
        steps.extend(mine.iter().map(|group| compiler.edges(&upper, group)));
        halves = vec![steps];
        last = match (both, own.first()) {
            (Some(group), _) => [compiler.edges(&upper, &group), compiler.edges(&upper, &group)],
            (None, Some(group)) => [compiler.edges(&upper, group), nothing()],
            (None, None) => [nothing(), nothing()],
        };
    } else {
        // The half with fewer rows has fewer states: it takes the boundary's own edges.
        let mut small = compiler.vertices(if above < below { &upper } else { &lower });
        let at = if above < below { &upper } else { &lower };
        small.extend(groups.iter().map(|group| compiler.edges(at, group)));
        let mut large = compiler.vertices(if above < below { &lower } else { &upper });
        let ends = [large.pop().unwrap_or_else(nothing), small.pop().unwrap_or_else(nothing)];
        halves = vec![large, small];
        last = ends;
    }
    Ok(Some(Program { slots, low, halves, last, rotated, mutual, shape: (graph.rows, graph.cols) }))
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
            .map(|&s| if board.is_free(s) { board.neighbours(s).into_iter().map(vertex).collect() } else { vec![] })
            .collect();

        let (a, b) = board.leaper();
        let colour: Option<Vec<bool>> =
            ((a + b) % 2 == 1).then(|| squares.iter().map(|&(r, c)| (r + c) % 2 == 1).collect());
        // Ends of an open tour: of both colours where there are as many squares of each, of the majority's
        // where there is one more.
        let mut possible: Vec<usize> = (0..rows * cols).filter(|&v| free(v)).collect();
        if let Some(colour) = &colour {
            let odd = possible.iter().filter(|&&v| colour[v]).count();
            let even = possible.len() - odd;
            match odd.abs_diff(even) {
                0 => {}
                1 if question.tours != Tours::Closed => possible.retain(|&v| colour[v] == (odd > even)),
                _ => return None,
            }
            if odd == even {
                if let Tours::From(s) | Tours::Between(s, _) = question.tours {
                    possible.retain(|&v| v == vertex(s) || colour[v] != colour[vertex(s)]);
                }
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
        Some(Graph { rows, cols, adjacent, apex, forced, colour })
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
