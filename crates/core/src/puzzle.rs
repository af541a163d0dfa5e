//! The four traits that a puzzle implements, and what they exchange.

use std::io::{self, Write};
use std::ops::ControlFlow;

use tremaux_drawing::{Cell, Drawing, Mark};

use crate::{
    Budget, Diagnostic, Edit, Families, GaveUp, OptionChanges, OptionSpec, Options, Package, Reader, Rng,
    Tool,
};

/// A kind of puzzle: curling, maze, knight.
pub trait Puzzle: Sync {
    /// Its name on the command line: one lower-case word.
    fn name(&self) -> &'static str;

    /// What it is, in one line.
    fn summary(&self) -> &'static str;

    /// A short input in the judge's format, terminator included: the example of the help and the first
    /// board of the page.
    fn sample(&self) -> &'static str;

    /// What can be chosen; nothing by default. One slice feeds the parser, `--help`, the documentation and
    /// the web form.
    fn options(&self) -> &'static [OptionSpec] {
        &[]
    }

    /// The families of generated datasets, for tools that go through all of them; `None` if it has only one. A family
    /// that is impossible under the other options is refused by [`open`](Puzzle::open), before anything is generated.
    fn families(&self) -> Option<Families> {
        Families::of(self.options())
    }

    /// Output styles of its own besides judge, text and json: name and what it is.
    fn extra_styles(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Files that its datasets can be converted to; none for most puzzles.
    fn formats(&self) -> &'static [FileFormat] {
        &[]
    }

    /// What a problem package for other judges needs, where the puzzle has it.
    fn package(&self) -> Option<&'static Package> {
        None
    }

    /// What a person can change on a board; nothing by default.
    fn tools(&self) -> &'static [Tool] {
        &[]
    }

    /// Settles the options. Fails where they contradict each other.
    fn open(&self, options: &Options) -> Result<Box<dyn Session>, Diagnostic>;
}

/// A format of files, besides the judge's input, that a dataset can be converted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileFormat {
    /// Its name.
    pub name: &'static str,
    /// The extension of its files, without the dot.
    pub extension: &'static str,
    /// What it is, in one line.
    pub help: &'static str,
}

/// A puzzle with its options settled: reads, makes and writes datasets.
///
/// A session has a state: it may keep what the datasets of one input share, and where in that input it is. So a
/// session reads one input, from its beginning to its end; who reads two opens two sessions.
pub trait Session: Send {
    /// The next dataset, or `None` at the terminator. With a lenient reader the end of the input in
    /// place of a dataset is a terminator too; a strict reader rejects whatever the judge's rules do.
    fn read(&mut self, input: &mut Reader) -> Result<Option<Box<dyn Dataset>>, Diagnostic>;

    /// A random dataset; equal options and an equal generator give equal bytes in every version.
    fn generate(&mut self, rng: &mut Rng) -> Result<Box<dyn Dataset>, Diagnostic>;

    /// How many cells a generated dataset will have, as far as the options say so: who cannot afford as
    /// many need not find out by trying.
    fn generated_cells(&self) -> u64 {
        0
    }

    /// What ends an input: a line such as `0 0`, with its newline.
    fn terminator(&self) -> &'static str;

    /// A whole input file, terminator included. [`read`](Session::read) gives the datasets back.
    fn write(&self, datasets: &[Box<dyn Dataset>], out: &mut dyn Write) -> io::Result<()> {
        datasets.iter().try_for_each(|dataset| dataset.write(out))?;
        out.write_all(self.terminator().as_bytes())
    }
}

/// One dataset.
pub trait Dataset: Send {
    /// The number of cells: what memory and time grow with.
    fn cells(&self) -> u64;

    /// Writes the dataset in the judge's format; [`Session::read`] gives it back.
    fn write(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Writes the dataset as a whole file of a format in [`Puzzle::formats`], by its name; where the format
    /// shows an answer, after a search within the budget. Fails where the format cannot hold the dataset, and
    /// where nothing can be written.
    fn export(&mut self, format: &str, budget: &Budget, out: &mut dyn Write) -> Result<(), Diagnostic> {
        let _ = (budget, out);
        Err(Diagnostic::new(format!("unsupported format {format:?}")))
    }

    /// Answers the dataset. The answer may borrow the board, so that a big one needs no copy.
    /// Solving twice gives the same answer. By default this is [`play`](Dataset::play) with nobody watching; a
    /// puzzle that knows a faster way takes it here.
    fn solve(&mut self, budget: &Budget) -> Outcome<'_> {
        self.play(budget, &mut |_| ControlFlow::Continue(()))
    }

    /// Answers the dataset in the open: every event of a plain search is shown to `observer`, which
    /// may break it off (the outcome is then [`GaveUp::Cancelled`]).
    fn play(
        &mut self,
        budget: &Budget,
        observer: &mut dyn FnMut(SearchEvent) -> ControlFlow<()>,
    ) -> Outcome<'_>;

    /// Judges what a program printed for this dataset, the `number`-th (from 1) of its input, and leaves
    /// the reader behind it. Shares no code with the solver.
    fn verify(&self, number: u64, output: &mut Reader, budget: &Budget) -> Verdict;

    /// The board before the search. Fails where it is too large for a picture.
    fn draw(&self) -> Result<Drawing, Diagnostic>;

    /// Smaller datasets of the same kind, each of them legal: the biggest bites first. Empty where
    /// nothing is left to bite off, and by default. Following any chain of them ends.
    fn shrink_candidates(&self) -> Vec<Box<dyn Dataset>> {
        Vec::new()
    }

    /// Changes the board by hand. What the change asks of the options is returned: a session opened with
    /// those in addition reads the dataset back. Fails, leaving a board that is of no more use, where the
    /// change would make no legal board.
    fn edit(&mut self, edit: Edit) -> Result<OptionChanges, Diagnostic> {
        Err(Diagnostic::new(format!("the board cannot be changed by hand: {edit:?}")))
    }
}

/// What was found for one dataset: a solution, or the proof that there is none.
pub trait Answer {
    /// Writes the answer. `number` is that of the dataset in its input, from 1.
    fn write(&self, style: OutputStyle, number: u64, out: &mut dyn Write) -> io::Result<()>;

    /// The board with the answer on it. Fails where it is too large for a picture.
    fn draw(&self) -> Result<Drawing, Diagnostic>;

    /// A warning for people, such as that the judge promised something else.
    fn warning(&self) -> Option<String> {
        None
    }
}

/// How an answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OutputStyle {
    /// What the judge expects, byte for byte, and nothing else.
    Judge,
    /// An explanation for people.
    Text,
    /// One JSON object on one line.
    Json,
    /// A style of the puzzle's own, by its name in [`Puzzle::extra_styles`].
    Own(&'static str),
}

/// How a search for an answer ended.
#[must_use]
pub enum Outcome<'a> {
    /// With a solution.
    Solved(Box<dyn Answer + 'a>),
    /// With the proof that there is none, for this reason.
    Impossible {
        /// Why, as the end of the sentence "no solution: ...".
        reason: String,
        /// How "none" is written.
        answer: Box<dyn Answer + 'a>,
    },
    /// It was stopped. Says nothing about solutions.
    GaveUp(GaveUp),
}

/// One event of a search and what it changes on the board: all that an animation needs.
#[derive(Clone, Copy, Debug)]
pub struct SearchEvent<'a> {
    /// What happened.
    pub kind: EventKind,
    /// Moves on the path behind the event.
    pub depth: u32,
    /// Cells that look different from now on.
    pub marks: &'a [Mark],
}

/// What happened in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// The search begins again with a larger limit on the number of moves.
    Deepen,
    /// A move was made.
    Advance,
    /// The goal was reached.
    Goal,
    /// The position was cut: a bound excludes a goal below it.
    Cut,
    /// A move was taken back.
    Retreat,
}

/// The judgement on an output for one dataset.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Verdict {
    /// It is right.
    Accepted,
    /// It is wrong.
    Wrong {
        /// Where in the output, what was expected, what was found, and why.
        diagnostic: Diagnostic,
        /// The cell of the board where it goes wrong, if it is one.
        cell: Option<Cell>,
    },
    /// The output may be right, but that could not be decided within the limit.
    Undecided(GaveUp),
}

impl Verdict {
    /// A wrong output, at no cell in particular.
    pub fn wrong(diagnostic: Diagnostic) -> Self {
        Verdict::Wrong { diagnostic, cell: None }
    }
}

impl From<Diagnostic> for Verdict {
    fn from(diagnostic: Diagnostic) -> Self {
        Verdict::wrong(diagnostic)
    }
}
