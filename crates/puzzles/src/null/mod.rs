//! Stepping stones: the smallest puzzle that does all that a puzzle can do. It is the template for a
//! new one and serves as "any puzzle" in the tests of the front ends.
//!
//! A row of squares is stone (0) or water (1). From the first, which is a stone, step to the next
//! square or to the one after it, never on water, until you are on the last.
//!
//! Input: datasets, each the number of squares and then that many codes; `0` ends. Output: a line with the
//! squares of a way, counted from 1, or `-1` where there is none. Any way is right.

mod draw;
mod edit;
mod generate;
mod search;
mod text;
mod verify;

use std::io::{self, Write};
use std::ops::ControlFlow;

use tremaux_core::{
    Answer, Budget, Dataset, Diagnostic, Edit, OptionChanges, OptionKind, OptionSpec, Options, Outcome,
    OutputStyle, Puzzle, Reader, Rng, Roles, SearchEvent, Session, Tool, Verdict,
};
use tremaux_drawing::Drawing;
use tremaux_search::{Search, SearchEnd};

use crate::observe;
use search::Walk;

/// A row of stones and water, at least one square long, the first a stone.
///
/// ```
/// use tremaux_puzzles::null::Stones;
/// assert_eq!(Stones::new(vec![true, false, true]).unwrap().route(), Some(vec![0, 2]));
/// assert_eq!(Stones::new(vec![true, false, false, true]).unwrap().route(), None);
/// assert!(Stones::new(vec![]).is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stones(Vec<bool>);

impl Stones {
    /// The row with a stone wherever `squares` is true; `None` unless it begins with a stone.
    pub fn new(squares: Vec<bool>) -> Option<Self> {
        (squares.first() == Some(&true)).then_some(Stones(squares))
    }

    /// The first way to the last square: squares from 0. `None` where there is none.
    pub fn route(&self) -> Option<Vec<usize>> {
        let mut search = Search::new(Walk::new(&self.0));
        (search.next_goal(&mut ()) == SearchEnd::Found).then(|| search.into_position().route)
    }
}

/// The kind of puzzle.
pub struct Null;

impl Puzzle for Null {
    fn name(&self) -> &'static str {
        "null"
    }
    fn summary(&self) -> &'static str {
        "cross a row of stepping stones"
    }
    fn sample(&self) -> &'static str {
        "6\n0 0 1 0 1 0\n4\n0 1 1 0\n0\n"
    }
    fn options(&self) -> &'static [OptionSpec] {
        const {
            &[OptionSpec::new(
                "squares",
                OptionKind::Int { min: 1, max: 1000, none: false },
                Roles::GENERATOR,
                "number of squares",
            )
            .with_default("10")]
        }
    }
    fn tools(&self) -> &'static [Tool] {
        &[Tool::Block, Tool::Size]
    }
    fn open(&self, options: &Options) -> Result<Box<dyn Session>, Diagnostic> {
        Ok(Box::new(NullSession { squares: options.int("squares").unwrap_or(10) as usize }))
    }
}

struct NullSession {
    squares: usize,
}

impl Session for NullSession {
    fn read(&mut self, input: &mut Reader) -> Result<Option<Box<dyn Dataset>>, Diagnostic> {
        Ok(text::read(input)?.map(|stones| Box::new(stones) as Box<dyn Dataset>))
    }
    fn generate(&mut self, rng: &mut Rng) -> Result<Box<dyn Dataset>, Diagnostic> {
        Ok(Box::new(generate::stones(self.squares, rng)))
    }
    fn generated_cells(&self) -> u64 {
        self.squares as u64
    }
    fn terminator(&self) -> &'static str {
        "0\n"
    }
}

impl Dataset for Stones {
    fn cells(&self) -> u64 {
        self.0.len() as u64
    }
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        text::write(&self.0, out)
    }
    fn play(
        &mut self,
        budget: &Budget,
        observer: &mut dyn FnMut(SearchEvent) -> ControlFlow<()>,
    ) -> Outcome<'_> {
        observe::search(Walk::new(&self.0), budget, observer)
    }
    fn verify(&self, _number: u64, output: &mut Reader, _budget: &Budget) -> Verdict {
        verify::verify(&self.0, output)
    }
    fn draw(&self) -> Result<Drawing, Diagnostic> {
        Ok(draw::board(&self.0))
    }
    fn shrink_candidates(&self) -> Vec<Box<dyn Dataset>> {
        generate::shrink_candidates(&self.0)
    }
    fn edit(&mut self, edit: Edit) -> Result<OptionChanges, Diagnostic> {
        edit::edit(self, edit)
    }
}

impl Answer for Walk<'_> {
    fn write(&self, style: OutputStyle, number: u64, out: &mut dyn Write) -> io::Result<()> {
        text::write_answer(self.way(), style, number, out)
    }
    fn draw(&self) -> Result<Drawing, Diagnostic> {
        Ok(draw::answer(self.stones, self.way()))
    }
}
