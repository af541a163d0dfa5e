//! The queries that can be asked, and the ways to answer them.

use std::sync::Arc;

use tremaux_core::{Budget, GaveUp, Meter, check_memory, grouped};
use tremaux_search::{SearchEnd, SearchStats};

use super::board::{Board, Square};
use super::certificate::{Impossibility, exhausted, proved};
use super::exact::{self, Search};
use super::graph::Graph;
use super::portfolio::{self, Decision, Endpoints, Model};
use super::search::{Rules, Walk};
use super::tour::{Links, Tour};
use super::{construct, four_rows, symmetric, theory, three_rows};
use crate::observe::Metered;

/// What is asked about a board: a tour from a square, and what else it must be.
///
/// ```
/// use tremaux_core::Budget;
/// use tremaux_puzzles::knight::{Board, TourResult, TourQuery};
///
/// let query = TourQuery::from_start(Board::new(5, 6).unwrap(), 13).unwrap();
/// let TourResult::Tour(tour) = query.solve(&Budget::unlimited()) else { panic!() };
/// assert_eq!((tour.len(), tour.start()), (30, 13));
///
/// let query = TourQuery::from_start(Board::new(5, 5).unwrap(), 1).unwrap();
/// let TourResult::Impossible(none) = query.solve(&Budget::unlimited()) else { panic!() };
/// assert!(none.reason.contains("colour"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TourQuery {
    pub(super) board: Arc<Board>,
    pub(super) start: Square,
    pub(super) end: Option<Square>,
    pub(super) closed: bool,
    pub(super) symmetric: bool,
    pub(super) fixed_steps: Vec<(u32, Square)>,
    /// The first tour in the order of the ranks is wanted.
    pub(super) ranks: Option<Arc<Vec<u32>>>,
}

/// The answer to a [`TourQuery`].
#[derive(Clone, Debug)]
pub enum TourResult {
    /// A tour.
    Tour(Tour),
    /// There is none: the proof.
    Impossible(Box<Impossibility>),
    /// The budget was used up. Says nothing about tours.
    GaveUp(GaveUp),
}

impl TourQuery {
    /// Boards up to this many squares are searched first, for a tour without the pattern of a construction.
    const SEARCHED_FIRST: u32 = 1024;
    /// An exact search takes some 60 bytes a square; beyond this it is not begun.
    const MAX_SEARCHED: u32 = 20_000_000;
    /// The portfolio takes boards up to this many squares.
    const MAX_DECIDED: usize = 40_000;

    /// An open or closed tour from `start`; `None` where that is not a square of the board.
    pub fn from_start(board: impl Into<Arc<Board>>, start: Square) -> Option<TourQuery> {
        let board = board.into();
        (!board.is_blocked(start)).then(|| TourQuery {
            board,
            start,
            end: None,
            closed: false,
            symmetric: false,
            fixed_steps: Vec::new(),
            ranks: None,
        })
    }

    /// The tour must end on this square.
    pub fn to_end(self, end: Square) -> TourQuery {
        TourQuery { end: Some(end), ..self }
    }

    /// A last jump must lead back to the start.
    pub fn closed(self) -> TourQuery {
        TourQuery { closed: true, ..self }
    }

    /// A closed tour that half a turn of the board maps onto itself.
    pub fn symmetric(self) -> TourQuery {
        TourQuery { closed: true, symmetric: true, ..self }
    }

    /// This square is visited at this step; the start is step 1.
    pub fn with_step(mut self, square: Square, step: u32) -> TourQuery {
        self.fixed_steps.push((step, square));
        self.fixed_steps.sort_unstable();
        self
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Where the tour starts.
    pub fn start(&self) -> Square {
        self.start
    }

    /// Answers the query.
    pub fn solve(&self, budget: &Budget) -> TourResult {
        self.solve_metered(&mut budget.meter())
    }

    pub(super) fn solve_metered(&self, meter: &mut Meter) -> TourResult {
        if let Some(reason) = theory::known(self) {
            return TourResult::Impossible(Box::new(reason));
        }
        let plain = self.board.is_plain()
            && self.end.is_none()
            && self.fixed_steps.is_empty()
            && self.ranks.is_none();
        if plain && !self.symmetric {
            // One byte a square, and another board of that kind where one is turned.
            if let Err(limit) = check_memory(2 * u64::from(self.board.squares())) {
                return TourResult::GaveUp(limit);
            }
            let tour = self.quick_tour(meter).or_else(|| self.construct());
            if let Some(tour) = tour {
                return TourResult::Tour(tour);
            }
        }
        self.search(meter)
    }

    /// The number of tours, by visiting every one: for boards that have few. A closed tour counts twice, once in each direction.
    /// Fails where the budget is used up.
    ///
    /// ```
    /// use tremaux_core::Budget;
    /// use tremaux_puzzles::knight::{Board, TourQuery};
    /// let query = TourQuery::from_start(Board::new(5, 5).unwrap(), 0).unwrap();
    /// assert_eq!(query.count(&Budget::unlimited()), Ok(304)); // OEIS A165134
    /// ```
    pub fn count(&self, budget: &Budget) -> Result<u64, GaveUp> {
        let mut meter = budget.meter();
        let (graph, mut rules) = match self.prepare(&mut meter) {
            Ok(prepared) => prepared,
            Err(TourResult::GaveUp(limit)) => return Err(limit),
            Err(_) => return Ok(0),
        };
        let symmetric = |trail: &[Square]| symmetric::is_symmetric(&self.board, trail);
        if self.symmetric {
            rules.accept = Some(&symmetric);
        }
        let mut tally = SearchStats::default();
        let mut search = tremaux_search::Search::new(Walk::new(&graph, &rules, &mut meter)?);
        match search.enumerate(&mut (Metered(&mut meter), &mut tally)) {
            SearchEnd::Stopped => Err(meter.stopped()),
            _ => Ok(tally.goals),
        }
    }

    /// By Warnsdorff's rule, where that succeeds at once.
    fn quick_tour(&self, meter: &mut Meter) -> Option<Tour> {
        if self.board.squares() > Self::SEARCHED_FIRST {
            return None;
        }
        let graph = Graph::of(&self.board, meter).ok()?;
        let rules = self.rules(&graph, meter).ok()?;
        exact::quick_tour(&graph, &rules, meter).map(Tour::from_list)
    }

    /// A tour of a plain board, where a construction is known.
    fn construct(&self) -> Option<Tour> {
        let (rows, cols) = (self.board.rows(), self.board.cols());
        let lying = rows <= cols;
        let (short, long) = (rows.min(cols), rows.max(cols));
        let turned = if lying { self.start } else { self.start % cols * rows + self.start / cols };
        let links = match short {
            3 => three_rows::tour(long, turned, self.closed),
            4 => four_rows::open(long, turned),
            _ if rows % 2 == 1 && cols % 2 == 1 => {
                return self.at_start(construct::odd(rows, cols, self.start));
            }
            _ => return self.at_start(construct::closed(rows, cols)),
        };
        self.at_start(links.map(|links| if lying { links } else { links.transposed() }))
    }

    fn at_start(&self, links: Option<Links>) -> Option<Tour> {
        links.map(|links| Tour::from_links(self.start, links))
    }

    fn search(&self, meter: &mut Meter) -> TourResult {
        let (graph, mut rules) = match self.prepare(meter) {
            Ok(prepared) => prepared,
            Err(found) => return found,
        };
        if self.ranks.is_none()
            && graph.len() <= Self::MAX_DECIDED
            && let Some(decided) = self.decide(&graph, &rules, meter)
        {
            return decided;
        }
        if self.symmetric {
            return symmetric::solve(self, &graph, meter);
        }
        match exact::search(&graph, &mut rules, meter) {
            Search::Found(trail) => TourResult::Tour(Tour::from_list(trail)),
            Search::Exhausted => TourResult::Impossible(Box::new(exhausted(meter.nodes()))),
            Search::Stopped(gave_up) => TourResult::GaveUp(gave_up),
        }
    }

    /// The portfolio, which proves "none" also of those queries for whose tours it does not look.
    fn decide(&self, graph: &Graph, rules: &Rules, meter: &mut Meter) -> Option<TourResult> {
        let searches = self.fixed_steps.is_empty() && !self.symmetric;
        if searches && let Some(tour) = exact::quick_tour(graph, rules, meter) {
            return Some(TourResult::Tour(Tour::from_list(tour)));
        }
        let last = self.fixed_steps.last().filter(|&&(step, _)| step == self.board.open_squares());
        let ends = Endpoints {
            start: self.start,
            end: self.end.or(last.map(|&(_, square)| square)),
            closed: self.closed,
        };
        let model = match Model::new(graph, &ends, meter) {
            Ok(model) => model,
            Err(gave_up) => return Some(TourResult::GaveUp(gave_up)),
        };
        let none = |proof, nodes| TourResult::Impossible(Box::new(proved(&self.board, &model, proof, nodes)));
        match searches {
            true => Some(match portfolio::decide(&model, meter) {
                Decision::Tour(tour) => TourResult::Tour(Tour::from_list(tour)),
                Decision::None(proof, nodes) => none(proof, nodes),
                Decision::Stopped => TourResult::GaveUp(meter.stopped()),
            }),
            false => match portfolio::refute(&model, meter) {
                Decision::None(proof, nodes) => Some(none(proof, nodes)),
                _ => None,
            },
        }
    }

    /// What a search needs; or the answer, if it needs none or would need too much.
    pub(super) fn prepare(&self, meter: &mut Meter) -> Result<(Graph, Rules<'_>), TourResult> {
        if let Some(reason) = theory::known(self) {
            return Err(TourResult::Impossible(Box::new(reason)));
        }
        if self.board.squares() > Self::MAX_SEARCHED {
            return Err(TourResult::GaveUp(GaveUp::unsupported(format!(
                "boards of more than {} squares are searched only if a theorem or a construction decides them",
                grouped(Self::MAX_SEARCHED)
            ))));
        }
        let graph = Graph::of(&self.board, meter).map_err(TourResult::GaveUp)?;
        let rules = self.rules(&graph, meter)?;
        Ok((graph, rules))
    }

    /// The first tour in the order of these ranks.
    pub(super) fn first_by(self, ranks: &Arc<Vec<u32>>) -> TourQuery {
        TourQuery { ranks: Some(ranks.clone()), ..self }
    }

    /// What the search must keep to; or why there is no tour.
    pub(super) fn rules(&self, graph: &Graph, meter: &mut Meter) -> Result<Rules<'_>, TourResult> {
        let ends = theory::ends(self, graph, meter)?;
        let ranks = match &self.ranks {
            Some(ranks) => ranks.to_vec(),
            None => exact::far_first(&self.board, meter).map_err(TourResult::GaveUp)?,
        };
        Ok(Rules {
            start: self.start,
            ends,
            fixed_steps: self.fixed_steps.clone(),
            ranks,
            by_rank: self.ranks.is_some(),
            deep: false,
            accept: None,
        })
    }
}
