//! Knight's tours: visit every square of a board once, by the jumps of a knight.
//!
//! The typed API asks a [`TourQuery`] about a [`Board`] and gets a [`Tour`], or the reason why there is none.
//! Plain boards of any size are answered by theorems and constructions, everything else (blocked, given steps,
//! other leapers, joined edges) by an exact search.
//!
//! Input and output of the judge: squares are numbered from 1, row by row. One start a line, `-1` ends; a
//! line with the squares of a tour from each, or `-1` where there is none. `--dialect` speaks to other judges.

mod answer;
mod board;
mod certificate;
mod construct;
mod dialect;
mod draw;
mod edit;
mod exact;
mod export;
mod factor;
mod forced;
mod four_rows;
mod generate;
mod graph;
mod options;
mod package;
mod portfolio;
mod query;
mod search;
mod symmetric;
mod text;
mod theory;
mod three_rows;
mod tour;
mod verify;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use tremaux_core::{
    Budget, Dataset, Diagnostic, Edit, GaveUp, Meter, OptionChanges, OptionSpec, Options, Outcome, Package,
    Puzzle, Reader, Rng, SearchEvent, Session, Tool, Verdict,
};
use tremaux_drawing::Drawing;
use tremaux_search::{Search, SearchEnd};

pub use board::{Board, Square, Wrap};
pub use certificate::{Certificate, Impossibility};
pub use portfolio::{Cuts, Proof, ProofStep};
pub use query::{TourQuery, TourResult};
pub use tour::{Squares, Tour};

use crate::observe::{Metered, Spectator};
use answer::{CachedAnswer, KnightAnswer};
use certificate::exhausted;
use dialect::Dialect;
use options::{Settings, TourConstraints};
use search::Walk;

/// The kind of puzzle.
pub struct Knight;

impl Puzzle for Knight {
    fn name(&self) -> &'static str {
        "knight"
    }
    fn summary(&self) -> &'static str {
        "tour a board with a knight"
    }
    fn sample(&self) -> &'static str {
        "1\n28\n-1\n"
    }
    fn options(&self) -> &'static [OptionSpec] {
        options::OPTIONS
    }
    fn tools(&self) -> &'static [Tool] {
        &[Tool::Block, Tool::Start, Tool::Goal, Tool::Size]
    }
    fn extra_styles(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("algebraic", "the squares by their names on a chess board"),
            ("tsplib", "the board as a graph, an HCP of TSPLIB"),
            ("dimacs", "the board as a graph, in DIMACS form"),
        ]
    }
    fn package(&self) -> Option<&'static Package> {
        Some(&package::PACKAGE)
    }
    fn open(&self, options: &Options) -> Result<Box<dyn Session>, Diagnostic> {
        Ok(Box::new(KnightSession::new(options::settle(options)?)))
    }
}

/// Answers already known, by start.
type CachedAnswers = Vec<OnceLock<Arc<CachedAnswer>>>;

/// A session.
struct KnightSession {
    dialect: Dialect,
    constraints: TourConstraints,
    kind: &'static str,
    start: Option<Square>,
    cached: Option<Arc<CachedAnswers>>,
    /// Datasets read, and datasets announced by the input.
    served: u64,
    announced: u64,
}

impl KnightSession {
    /// Answers are kept on boards up to this many squares, for every start: a few megabytes.
    const MAX_KEPT: u32 = 1024;

    fn new(settings: Settings) -> KnightSession {
        let Settings { dialect, kind, constraints, start } = settings;
        let squares = constraints.board.squares();
        let cached = || Arc::new((0..squares).map(|_| OnceLock::new()).collect());
        let cached = (dialect.takes_options() && squares <= Self::MAX_KEPT).then(cached);
        KnightSession { dialect, constraints, kind, start, cached, served: 0, announced: 0 }
    }

    /// The dataset with this start; `None` if it is blocked.
    fn dataset(&self, start: Square) -> Option<KnightDataset> {
        (!self.constraints.board.is_blocked(start)).then(|| KnightDataset {
            dialect: self.dialect,
            constraints: self.constraints.clone(),
            start: Some(start),
            cached: self.cached.clone(),
        })
    }
}

impl Session for KnightSession {
    fn read(&mut self, input: &mut Reader) -> Result<Option<Box<dyn Dataset>>, Diagnostic> {
        let dataset = match self.start {
            Some(start) if self.served == 0 => self.dataset(start),
            Some(_) => None,
            None => text::read(self, input)?,
        };
        self.served += u64::from(dataset.is_some());
        Ok(dataset.map(|dataset| Box::new(dataset) as Box<dyn Dataset>))
    }
    fn generate(&mut self, rng: &mut Rng) -> Result<Box<dyn Dataset>, Diagnostic> {
        Ok(Box::new(generate::dataset(self, rng)?))
    }
    fn terminator(&self) -> &'static str {
        if self.dialect == Dialect::Sicily { "-1\n" } else { "" }
    }
    fn write(&self, datasets: &[Box<dyn Dataset>], out: &mut dyn Write) -> io::Result<()> {
        if self.dialect == Dialect::Poj {
            writeln!(out, "{}", datasets.len())?;
        }
        datasets.iter().try_for_each(|dataset| dataset.write(out))?;
        out.write_all(self.terminator().as_bytes())
    }
}

/// One dataset.
struct KnightDataset {
    dialect: Dialect,
    constraints: TourConstraints,
    /// `None` where any start will do, and the first tour in the order of the names is wanted.
    start: Option<Square>,
    cached: Option<Arc<CachedAnswers>>,
}

impl KnightDataset {
    /// The queries of which the first with an answer decides.
    fn queries(&self) -> Vec<TourQuery> {
        match self.start {
            Some(start) => self.constraints.query(start).into_iter().collect(),
            None => {
                let board = &self.constraints.board;
                let (rows, cols) = (board.rows(), board.cols());
                // The names begin with the letter of the column.
                let ranks =
                    Arc::new((0..rows * cols).map(|square| square % cols * rows + square / cols).collect());
                let by_name =
                    (0..cols).flat_map(|col| (0..rows).filter_map(move |row| board.square(row, col)));
                let query = |start| self.constraints.query(start).map(|query| query.first_by(&ranks));
                by_name.filter_map(query).collect()
            }
        }
    }

    fn cached(&self, budget: &Budget) -> Result<Arc<CachedAnswer>, GaveUp> {
        let kept = self.start.and_then(|start| self.cached.as_ref()?.get(start as usize));
        if let Some(cached) = kept.and_then(OnceLock::get) {
            return Ok(cached.clone());
        }
        let cached = Arc::new(CachedAnswer::new(
            self.answer(&mut budget.meter(), |query, meter| query.solve_metered(meter))?,
        ));
        Ok(kept.map_or_else(|| cached.clone(), |kept| kept.get_or_init(|| cached.clone()).clone()))
    }

    /// The first tour of the queries, or the reason against the last of them.
    fn answer(
        &self,
        meter: &mut Meter,
        mut solve: impl FnMut(&TourQuery, &mut Meter) -> TourResult,
    ) -> Result<Result<Tour, Box<Impossibility>>, GaveUp> {
        let mut none = None;
        for query in self.queries() {
            match solve(&query, meter) {
                TourResult::Tour(tour) => return Ok(Ok(tour)),
                TourResult::Impossible(why) => none = Some(why),
                TourResult::GaveUp(limit) => return Err(limit),
            }
        }
        Ok(Err(none.unwrap_or_else(|| Box::new(exhausted(0)))))
    }

    fn outcome(&self, cached: Result<Arc<CachedAnswer>, GaveUp>) -> Outcome<'_> {
        let cached = match cached {
            Ok(cached) => cached,
            Err(limit) => return Outcome::GaveUp(limit),
        };
        let reason = cached.found.as_ref().err().map(|none| none.reason.clone());
        let answer = Box::new(KnightAnswer { dialect: self.dialect, constraints: &self.constraints, cached });
        match reason {
            None => Outcome::Solved(answer),
            Some(reason) => Outcome::Impossible { reason, answer },
        }
    }
}

impl Dataset for KnightDataset {
    fn cells(&self) -> u64 {
        u64::from(self.constraints.board.squares())
    }
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        text::write(self, out)
    }
    fn solve(&mut self, budget: &Budget) -> Outcome<'_> {
        self.outcome(self.cached(budget))
    }
    fn play(
        &mut self,
        budget: &Budget,
        observer: &mut dyn FnMut(SearchEvent) -> ControlFlow<()>,
    ) -> Outcome<'_> {
        let played = self.answer(&mut budget.meter(), |query, meter| play(query, meter, observer));
        self.outcome(played.map(|found| Arc::new(CachedAnswer::new(found))))
    }
    fn verify(&self, number: u64, output: &mut Reader, budget: &Budget) -> Verdict {
        verify::verify(self, number, output, budget)
    }
    fn draw(&self) -> Result<Drawing, Diagnostic> {
        draw::board(&self.constraints, self.start)
    }
    fn shrink_candidates(&self) -> Vec<Box<dyn Dataset>> {
        let boxed = |dataset| Box::new(dataset) as Box<dyn Dataset>;
        generate::shrink_candidates(self).into_iter().map(boxed).collect()
    }
    fn edit(&mut self, edit: Edit) -> Result<OptionChanges, Diagnostic> {
        edit::edit(self, edit)
    }
}

/// One plain search in the open, without restarts. (The search for a symmetric tour sees only half of the
/// board, and is not shown.)
fn play(
    query: &TourQuery,
    meter: &mut Meter,
    observer: &mut dyn FnMut(SearchEvent) -> ControlFlow<()>,
) -> TourResult {
    if query.symmetric {
        return query.solve_metered(meter);
    }
    let prepared = query.prepare(meter);
    let (graph, rules) = match &prepared {
        Ok((graph, rules)) => (graph, rules),
        Err(found) => return found.clone(),
    };
    let walk = match Walk::new(graph, rules, meter) {
        Ok(walk) => walk,
        Err(gave_up) => return TourResult::GaveUp(gave_up),
    };
    let mut search = Search::new(walk);
    match search.next_goal(&mut (Metered(meter), Spectator::new(observer))) {
        SearchEnd::Found => TourResult::Tour(Tour::from_list(search.into_position().trail)),
        SearchEnd::Exhausted => TourResult::Impossible(Box::new(exhausted(meter.nodes()))),
        SearchEnd::Stopped => TourResult::GaveUp(meter.stopped()),
    }
}
