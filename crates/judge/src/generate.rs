//! Test data from a seed.

use std::io::{self, Write};

use tremaux_core::{Dataset, Diagnostic, Rng, Session};

/// `count` random datasets: the same for the same session, seed and count in every version; a larger count
/// begins with the same datasets.
///
/// ```
/// use tremaux_core::{Options, Puzzle};
/// # use tremaux_puzzles::null::Null;
/// let mut session = Null.open(&Options::defaults(Null.options())).unwrap();
/// let three = tremaux_judge::generate_file(&mut *session, 7, 3).unwrap();
/// let four = tremaux_judge::generate_file(&mut *session, 7, 4).unwrap();
/// assert!(four.starts_with(three.strip_suffix(b"0\n").unwrap()));
/// ```
pub fn generate(
    session: &mut dyn Session,
    seed: u64,
    count: u64,
) -> Result<Vec<Box<dyn Dataset>>, Diagnostic> {
    let mut rng = Rng::new(seed);
    (0..count).map(|_| session.generate(&mut rng)).collect()
}

/// As [`generate`], as the text of an input, terminator included.
pub fn generate_file(session: &mut dyn Session, seed: u64, count: u64) -> Result<Vec<u8>, Diagnostic> {
    let datasets = generate(session, seed, count)?;
    to_text(session, &datasets)
}

/// The text of an input, in memory.
pub(crate) fn to_text(session: &dyn Session, datasets: &[Box<dyn Dataset>]) -> Result<Vec<u8>, Diagnostic> {
    in_memory(|text| session.write(datasets, text))
}

/// What a writing function writes.
pub(crate) fn in_memory(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<Vec<u8>, Diagnostic> {
    let mut text = Vec::new();
    write(&mut text).map_err(|error| Diagnostic::new(format!("cannot be written: {error}")))?;
    Ok(text)
}
