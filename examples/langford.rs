use std::{io, ops::ControlFlow};
use tremaux_core::*;
use tremaux_drawing::{Cell, Drawing, Label};
use tremaux_puzzles::observe;

struct Langford; // the kind of puzzle; it has no options, so it is its own session
struct Row { n: usize, left: Vec<usize> } // the place of the left one of the two n, n - 1, ...
impl Row {
    fn at(&self, place: usize) -> usize { // the number there, or 0
        let mut pairs = (1..=self.n).rev().zip(&self.left);
        pairs.find(|&(k, &at)| place == at || place == at + k + 1).map_or(0, |(k, _)| k)
    }
}
impl tremaux_search::Backtrack for Row {
    type Move = usize; // where the left one of the next two goes
    fn is_goal(&self) -> bool { self.left.len() == self.n }
    fn next_move(&self, last: Option<usize>) -> Option<usize> {
        let gap = self.n - self.left.len() + 1;
        (last.map_or(0, |at| at + 1)..2 * self.n - gap).find(|&at| self.at(at) + self.at(at + gap) == 0)
    }
    fn make(&mut self, at: usize) { self.left.push(at) }
    fn unmake(&mut self) -> Option<usize> { self.left.pop() }
}
impl observe::Visible for Row {}
impl Puzzle for Langford {
    fn name(&self) -> &'static str { "langford" }
    fn summary(&self) -> &'static str { "pairs of numbers with as many between them" }
    fn sample(&self) -> &'static str { "3\n4\n5\n0\n" }
    fn open(&self, _: &Options) -> Result<Box<dyn Session>, Diagnostic> { Ok(Box::new(Langford)) }
}
impl Session for Langford {
    fn read(&mut self, input: &mut Reader) -> Result<Option<Box<dyn Dataset>>, Diagnostic> {
        if !input.is_strict() && input.at_end()? { return Ok(None) }
        let n = input.int("n, or 0 at the end", 0..=12)? as usize;
        input.newline()?;
        if n > 0 { Ok(Some(Box::new(Row { n, left: vec![] }))) } else { input.end().map(|()| None) }
    }
    fn generate(&mut self, rng: &mut Rng) -> Result<Box<dyn Dataset>, Diagnostic> {
        Ok(Box::new(Row { n: rng.between(1, 8) as usize, left: vec![] }))
    }
    fn terminator(&self) -> &'static str { "0\n" }
}
impl Dataset for Row {
    fn cells(&self) -> u64 { 2 * self.n as u64 }
    fn write(&self, out: &mut dyn io::Write) -> io::Result<()> { writeln!(out, "{}", self.n) }
    fn play(&mut self, budget: &Budget, observer: &mut dyn FnMut(SearchEvent) -> ControlFlow<()>) -> Outcome<'_> {
        observe::search(Row { n: self.n, left: vec![] }, budget, observer)
    }
    fn verify(&self, _: u64, output: &mut Reader, _: &Budget) -> Verdict {
        let (n, none) = (self.n as i64, matches!(self.n % 4, 1 | 2)); // a theorem: R. O. Davies, 1959
        let count = if none { 1 } else { 2 * n };
        let row: Vec<i64> = (0..count).map_while(|_| output.int("a number", -1..=n).ok()).collect();
        let right = |k| (0..row.len()).any(|at| row[at] == k && row.get(at + k as usize + 1) == Some(&k));
        let right = if none { row == [-1] } else { (1..=n).all(right) };
        if right { Verdict::Accepted } else { output.error_about("this is no such row").into() }
    }
    fn draw(&self) -> Result<Drawing, Diagnostic> { Ok(Drawing::new(1, 2 * self.n as u32)) }
}
impl Answer for Row { // if the search found nothing, no number is placed
    fn write(&self, style: OutputStyle, number: u64, out: &mut dyn io::Write) -> io::Result<()> {
        let row: Vec<usize> = (0..2 * self.n).map(|place| self.at(place)).collect();
        let outcome = if self.left.is_empty() { "impossible" } else { "solved" };
        match style {
            OutputStyle::Json => writeln!(out, r#"{{"dataset":{number},"outcome":"{outcome}","row":{row:?}}}"#),
            _ if self.left.is_empty() => writeln!(out, "-1"),
            _ => writeln!(out, "{}", row.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")),
        }
    }
    fn draw(&self) -> Result<Drawing, Diagnostic> {
        let label = |col| Label { cell: Cell::new(0, col), text: self.at(col as usize).to_string() };
        Ok(Drawing { labels: (0..2 * self.n as u32).map(label).collect(), ..Dataset::draw(self)? })
    }
}

fn main() -> std::process::ExitCode {
    tremaux::run(std::env::args_os(), &[&Langford])
}
