//! From a query to a program: which vertex is decided when, and what each decision may do.
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
use crate::graph::{Edge, Graph};
use crate::half::{self, Step};
use crate::pairing::MAX_PAIRS;
use crate::query::{CountQuery, Square, Tours};
use std::collections::BTreeSet;

/// The largest frontier: all its slots may be path ends.
pub(crate) const MAX_SLOTS: usize = 2 * MAX_PAIRS;

/// Another way to the same number. The default is the fastest; the others check it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Method {
    /// Lay the boundary along the longer side of the board: another graph, and far more states.
    pub transpose: bool,
    /// Cut after so many rows (at most all but two for a knight), not in the middle. All but two means a
    /// count from end to end without a second half.
    pub rows_above: Option<usize>,
    /// Make no use of the board's symmetries.
    pub ignore_symmetry: bool,
}

/// The cut of the board, compiled.
pub(crate) struct Program {
    /// The slots of the boundary, the apex's included.
    pub slots: usize,
    /// The slots that vertices have at the gluing: all others are empty by then.
    pub glued: usize,
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
    pub dimensions: (usize, usize),
}

impl Program {
    /// The slots of degree 1 and 2 of the pattern in the lower half that completes one in the upper half, or
    /// the other way round.
    pub(crate) fn complement(&self, ones: u32, twos: u32) -> (u32, u32) {
        let twos = ((1 << self.glued) - 1) & !(ones | twos);
        let turn = |slots: u32| slots.reverse_bits() >> (u32::BITS - self.slots as u32);
        if self.rotated { (turn(ones), turn(twos)) } else { (ones, twos) }
    }

    /// The program with all steps taken, but for the gluing.
    #[cfg(feature = "cluster")]
    pub(crate) fn join_only(&self) -> Program {
        let last = [Step::still(self.folded), Step::still(self.folded)];
        Program { halves: vec![], last, ..*self }
    }
}

/// Compiles a query, or finds at once that the answer is 0 (`None`): by colours.
pub(crate) fn compile(query: &CountQuery, method: Method) -> Result<Option<Program>, Error> {
    let wide = query.board.cols() > query.board.rows();
    let turned = if wide != method.transpose { query.transposed() } else { query.clone() };
    let Some(graph) = Graph::of(&turned) else { return Ok(None) };

    let reach = turned.board.leaper().1.min(graph.rows);
    let undecided = graph.rows - reach;
    let above = method.rows_above.unwrap_or(undecided.div_ceil(2)).min(undecided);
    let below = undecided - above;
    let boundary: Vec<usize> = (above * graph.cols..(graph.rows - below) * graph.cols)
        .filter(|&v| turned.board.is_free((v / graph.cols, v % graph.cols)))
        .collect();
    // The apex is in the middle: between the two rows of a knight's boundary.
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
        && !upper.is_empty()
        && !lower.is_empty()
        && !method.ignore_symmetry
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
    let with_edges = |half: &half::Elimination, rows: usize, groups: &[Vec<Edge>], alone| -> Vec<Step> {
        let mut steps = compiler.vertices(half, alone);
        let mut decided = 0;
        steps.extend(groups.iter().map(|group| {
            decided += group.len();
            compiler.edges(half, group, alone, rows as f64 + 1.3 * decided as f64 / edges.len() as f64)
        }));
        steps
    };

    let (halves, last);
    let mutual = rotated && own.is_empty();
    if rotated {
        let mut mine: Vec<Vec<Edge>> = rest.into_iter().filter(|g| *g < turned_group(g)).collect();
        let both = if own.is_empty() { mine.pop() } else { None };
        halves = vec![with_edges(&upper, above, &mine, false)];
        let step = |group: &[Edge]| compiler.edges(&upper, group, false, 0.0);
        last = match (both, own.first()) {
            (Some(group), _) => [step(&group), step(&group)],
            (None, Some(group)) => [step(group), nothing()],
            (None, None) => [nothing(), nothing()],
        };
    } else {
        // The half with fewer rows has fewer states: it takes the boundary's own edges.
        let (small, large) = if above < below { (&upper, &lower) } else { (&lower, &upper) };
        let alone = [small, large].map(half::Elimination::is_empty);
        let mut small = with_edges(small, above.min(below), &groups, alone[1]);
        let mut large = compiler.vertices(large, alone[0]);
        last = [large.pop().unwrap_or_else(nothing), small.pop().unwrap_or_else(nothing)];
        halves = vec![large, small];
    }
    let apex = layout.iter().position(|&v| Some(v) == graph.apex);
    let (majority, dimensions) = (graph.majority, (graph.rows, graph.cols));
    let glued = layout.len();
    Ok(Some(Program { slots, glued, low, folded, halves, last, rotated, mutual, apex, majority, dimensions }))
}

/// The classes of edges that an involution makes one, each sorted.
fn orbits(edges: &BTreeSet<Edge>, image: impl Fn(Edge) -> Edge) -> Vec<Vec<Edge>> {
    edges
        .iter()
        .filter(|&&edge| edge <= image(edge))
        .map(|&edge| if image(edge) == edge { vec![edge] } else { vec![edge, image(edge)] })
        .collect()
}
