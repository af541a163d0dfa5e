//! Knight's tours: visit every square of a board once, by the jumps of a knight.
//!
//! The typed API asks a [`Question`] about a [`Board`] and gets a [`Tour`], or the reason why there is none.
//! Plain boards of any size are answered by theorems and constructions, everything else (holes, given steps,
//! other leapers, joined edges) by an exact search.
//!
//! Input and output of the judge: squares are numbered from 1, row by row. One start a line, `-1` ends; a
//! line with the squares of a tour from each, or `-1` where there is none. `--dialect` speaks to other judges.

mod answer;
mod board;
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
mod question;
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
use tremaux_search::{SearchEnd, depth_first};

pub use board::{Board, Square, Wrap};
pub use question::{Found, Question};
pub use tour::{Squares, Tour};

use crate::observe::{Metered, Spectator};
use answer::{Reply, Told};
use dialect::Dialect;
use options::{Settings, Shape};
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
type Replies = Vec<OnceLock<Arc<Reply>>>;

/// A session.
struct KnightSession {
    dialect: Dialect,
    shape: Shape,
    kind: &'static str,
    start: Option<Square>,
    replies: Option<Arc<Replies>>,
    /// Datasets read, and datasets announced by the input.
    served: u64,
    announced: u64,
}

impl KnightSession {
    /// Answers are kept on boards up to this many squares, for every start: a few megabytes.
    const MAX_KEPT: u32 = 1024;

    fn new(settings: Settings) -> KnightSession {
        let Settings { dialect, kind, shape, start } = settings;
        let squares = shape.board.squares();
        let replies = || Arc::new((0..squares).map(|_| OnceLock::new()).collect());
        let replies = (dialect.takes_options() && squares <= Self::MAX_KEPT).then(replies);
        KnightSession { dialect, shape, kind, start, replies, served: 0, announced: 0 }
    }

    /// The dataset with this start; `None` where it is a hole.
    fn dataset(&self, start: Square) -> Option<KnightDataset> {
        (!self.shape.board.is_hole(start)).then(|| KnightDataset {
            dialect: self.dialect,
            shape: self.shape.clone(),
            start: Some(start),
            replies: self.replies.clone(),
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
    shape: Shape,
    /// `None` where any start will do, and the first tour in the order of the names is wanted.
    start: Option<Square>,
    replies: Option<Arc<Replies>>,
}

impl KnightDataset {
    /// The questions of which the first with an answer decides.
    fn questions(&self) -> Vec<Question> {
        match self.start {
            Some(start) => self.shape.question(start).into_iter().collect(),
            None => {
                let board = &self.shape.board;
                let (rows, cols) = (board.rows(), board.cols());
                // The names begin with the letter of the column.
                let ranks =
                    Arc::new((0..rows * cols).map(|square| square % cols * rows + square / cols).collect());
                let by_name =
                    (0..cols).flat_map(|col| (0..rows).filter_map(move |row| board.square(row, col)));
                let question = |start| self.shape.question(start).map(|question| question.first_by(&ranks));
                by_name.filter_map(question).collect()
            }
        }
    }

    fn reply(&self, budget: &Budget) -> Result<Arc<Reply>, GaveUp> {
        let kept = self.start.and_then(|start| self.replies.as_ref()?.get(start as usize));
        if let Some(reply) = kept.and_then(OnceLock::get) {
            return Ok(reply.clone());
        }
        let reply = Arc::new(Reply::new(
            self.answer(&mut budget.meter(), |question, meter| question.solve_metered(meter))?,
        ));
        Ok(kept.map_or_else(|| reply.clone(), |kept| kept.get_or_init(|| reply.clone()).clone()))
    }

    /// The first tour of the questions, or the reason against the last of them.
    fn answer(
        &self,
        meter: &mut Meter,
        mut solve: impl FnMut(&Question, &mut Meter) -> Found,
    ) -> Result<Result<Tour, String>, GaveUp> {
        let mut reason = String::new();
        for question in self.questions() {
            match solve(&question, meter) {
                Found::Tour(tour) => return Ok(Ok(tour)),
                Found::None(why) => reason = why,
                Found::GaveUp(limit) => return Err(limit),
            }
        }
        Ok(Err(reason))
    }

    fn outcome(&self, reply: Result<Arc<Reply>, GaveUp>) -> Outcome<'_> {
        let reply = match reply {
            Ok(reply) => reply,
            Err(limit) => return Outcome::GaveUp(limit),
        };
        let reason = reply.found.as_ref().err().cloned();
        let answer = Box::new(Told { dialect: self.dialect, shape: &self.shape, reply });
        match reason {
            None => Outcome::Solved(answer),
            Some(reason) => Outcome::Impossible { reason, answer },
        }
    }
}

impl Dataset for KnightDataset {
    fn cells(&self) -> u64 {
        u64::from(self.shape.board.squares())
    }
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        text::write(self, out)
    }
    fn solve(&mut self, budget: &Budget) -> Outcome<'_> {
        self.outcome(self.reply(budget))
    }
    fn play(
        &mut self,
        budget: &Budget,
        observer: &mut dyn FnMut(SearchEvent) -> ControlFlow<()>,
    ) -> Outcome<'_> {
        let played = self.answer(&mut budget.meter(), |question, meter| play(question, meter, observer));
        self.outcome(played.map(|found| Arc::new(Reply::new(found))))
    }
    fn verify(&self, number: u64, output: &mut Reader, budget: &Budget) -> Verdict {
        verify::verify(self, number, output, budget)
    }
    fn draw(&self) -> Result<Drawing, Diagnostic> {
        draw::board(&self.shape, self.start)
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
    question: &Question,
    meter: &mut Meter,
    observer: &mut dyn FnMut(SearchEvent) -> ControlFlow<()>,
) -> Found {
    if question.symmetric {
        return question.solve_metered(meter);
    }
    let prepared = question.prepare();
    let (graph, rules) = match &prepared {
        Ok((graph, rules)) => (graph, rules),
        Err(found) => return found.clone(),
    };
    let mut walk = Walk::new(graph, rules);
    match depth_first(&mut walk, &mut (Metered(meter), Spectator::new(observer))) {
        SearchEnd::Found => Found::Tour(Tour::from_list(walk.trail)),
        SearchEnd::Exhausted => Found::None(exact::nothing_found(meter)),
        SearchEnd::Stopped => Found::GaveUp(meter.stopped()),
    }
}
