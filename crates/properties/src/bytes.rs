//! Bytes as choices: each byte is one, and what is left at the end is a text.
//!
//! One byte a choice, in the order in which they are made, and no more: so that a real file becomes an input
//! of a property by a few bytes in front, and that a change of one byte changes one choice.

use std::ops::RangeInclusive;

use tremaux_core::{
    Dataset, OptionKind, OptionSpec, Options, Outcome, OutputStyle, Puzzle, Reader, Rng, Session,
};
use tremaux_puzzles::REGISTRY;
use tremaux_puzzles::null::Null;

/// Bytes to choose by. When they are used up, every choice is the first.
#[derive(Clone, Debug)]
pub(crate) struct Bytes<'a>(pub &'a [u8]);

impl<'a> Bytes<'a> {
    pub fn byte(&mut self) -> u8 {
        let (&byte, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        byte
    }

    /// A number from 0 to `bound - 1`, of two bytes where one is not enough.
    pub fn below(&mut self, bound: usize) -> usize {
        let low = usize::from(self.byte());
        let high = if bound > 256 { usize::from(self.byte()) } else { 0 };
        (low + 256 * high) % bound.max(1)
    }

    pub fn between(&mut self, range: RangeInclusive<usize>) -> usize {
        range.start() + self.below(range.end() - range.start() + 1)
    }

    pub fn flag(&mut self) -> bool {
        self.byte() % 2 == 1
    }

    /// One of the items, of which there must be one.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// The next bytes, as many as two bytes say; as many as there are for 0xffff.
    pub fn text(&mut self) -> &'a [u8] {
        let length = self.below(1 << 16).min(self.0.len());
        let (text, rest) = self.0.split_at(length);
        self.0 = rest;
        text
    }

    pub fn rng(&mut self) -> Rng {
        Rng::new(self.below(1 << 16) as u64)
    }
}

/// Every puzzle of the registry, and the template.
pub(crate) fn puzzles() -> Vec<&'static dyn Puzzle> {
    REGISTRY.iter().copied().chain([&Null as &dyn Puzzle]).collect()
}

/// Options of reading; they mean nothing to a dataset that was read.
pub(crate) const USED_UP: [&str; 6] = ["from", "throws", "start", "goal", "walls", "open"];

/// Options that ask for something else than the judge does: a maze's way by another method than the robot's.
pub(crate) const BESIDE_THE_RULES: [&str; 1] = ["method"];

/// Options for which boards are tried until one fits, which takes its time.
pub(crate) const CONSTRAINTS: [&str; 3] = ["answer", "unique", "minimal"];

/// A puzzle with some of its options.
#[derive(Clone)]
pub(crate) struct Subject {
    pub puzzle: &'static dyn Puzzle,
    pub given: Vec<(&'static str, String)>,
}

impl Subject {
    /// A puzzle, up to three options, and their values.
    pub fn choose(bytes: &mut Bytes) -> Subject {
        let puzzle = bytes.pick(&puzzles());
        let count = bytes.below(4);
        let given = (0..count).map(|_| {
            let spec = bytes.pick(puzzle.options());
            (spec.name, value(&spec, bytes))
        });
        Subject { puzzle, given: given.collect() }
    }

    /// Without the options of these names.
    pub fn without(&self, names: &[&str]) -> Subject {
        let given = self.given.iter().filter(|(name, _)| !names.contains(name)).cloned().collect();
        Subject { puzzle: self.puzzle, given }
    }

    /// The value of an option, if it is given.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.given.iter().rev().find(|(given, _)| *given == name).map(|(_, value)| value.as_str())
    }

    pub fn options(&self) -> Option<Options> {
        let given = self.given.iter().map(|(name, value)| (*name, value.as_str()));
        Options::parse(self.puzzle.options(), given).ok()
    }

    /// `None` where the options are refused.
    pub fn open(&self) -> Option<Box<dyn Session>> {
        self.puzzle.open(&self.options()?).ok()
    }
}

/// Mostly a small value that is allowed, sometimes a large one, and texts of letters that mean something to
/// some puzzle.
fn value(spec: &OptionSpec, bytes: &mut Bytes) -> String {
    match spec.kind {
        OptionKind::Flag => "true".into(),
        OptionKind::Int { none: true, .. } if bytes.below(8) == 7 => "none".into(),
        OptionKind::Int { min, max, .. } => match bytes.below(8) {
            7 => bytes.pick(&[max, max / 2, min]).to_string(),
            _ => (min + bytes.below(16) as u64).min(max).to_string(),
        },
        OptionKind::Size { max } => {
            let side = |bytes: &mut Bytes| match bytes.below(16) {
                15 => bytes.pick(&[26, 255, 1024, 70_000]).min(max),
                _ => bytes.between(1..=8) as u32,
            };
            format!("{}x{}", side(bytes), side(bytes))
        }
        OptionKind::Choice(words) => bytes.pick(words).into(),
        OptionKind::Text(_) => {
            let length = bytes.below(14);
            let letters = b"NESW0123456789,;=- abcdefgh";
            (0..length).map(|_| char::from(bytes.pick(letters))).collect()
        }
    }
}

/// The most cells of a dataset that a property works on.
pub(crate) const MAX_CELLS: u64 = 400;

/// Datasets, and where they are from.
pub(crate) struct Datasets {
    pub all: Vec<Box<dyn Dataset>>,
    /// Made from a seed, and not read from a text.
    pub generated: bool,
}

/// A few datasets of a session, as far as they are small.
pub(crate) fn datasets(session: &mut dyn Session, bytes: &mut Bytes) -> Datasets {
    let most = bytes.between(1..=4);
    let generated = bytes.flag();
    let mut rng = if generated { bytes.rng() } else { Rng::new(0) };
    let mut reader = Reader::from_bytes(bytes.0);
    let mut next = || match generated {
        true if session.generated_cells() > MAX_CELLS => None,
        true => session.generate(&mut rng).ok(),
        false => session.read(&mut reader).ok().flatten(),
    };
    let small = std::iter::from_fn(|| next().filter(|dataset| dataset.cells() <= MAX_CELLS));
    Datasets { all: small.take(most).collect(), generated }
}

/// The datasets of a text that was written by ourselves.
pub(crate) fn read_back(session: &mut dyn Session, text: &[u8]) -> Vec<Box<dyn Dataset>> {
    let mut reader = Reader::from_bytes(text);
    let next = || match session.read(&mut reader) {
        Ok(dataset) => dataset,
        Err(fault) => panic!("{fault}\n{}", String::from_utf8_lossy(text)),
    };
    std::iter::from_fn(next).collect()
}

/// What the judge gets for an outcome; `None` if the search gave up.
pub(crate) fn judged(outcome: &Outcome, number: usize) -> Option<Vec<u8>> {
    let (Outcome::Solved(answer) | Outcome::Impossible { answer, .. }) = outcome else { return None };
    Some(in_memory(|text| answer.write(OutputStyle::Judge, number as u64, text)))
}

/// What a writing function writes.
pub(crate) fn in_memory(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> Vec<u8> {
    let mut text = Vec::new();
    write(&mut text).expect("memory can be written to");
    text
}

/// The datasets as an input, terminator included.
pub(crate) fn input(session: &dyn Session, datasets: &[Box<dyn Dataset>]) -> Vec<u8> {
    in_memory(|text| session.write(datasets, text))
}
