//! Is this a legal input?

use tremaux_core::{Diagnostic, Reader, Session};

/// Reads an input as strictly as the judge's rules are: each number in its range, one space or one
/// newline between two, the terminator, and nothing after it. Gives the number of datasets.
///
/// ```
/// use tremaux_core::{Options, Puzzle, Reader};
/// # use tremaux_puzzles::null::Null;
/// let validate = |text: &str| {
///     let mut session = Null.open(&Options::defaults(Null.options())).unwrap();
///     tremaux_judge::validate(&mut *session, Reader::from_bytes(text.as_bytes()))
/// };
/// assert_eq!(validate("3\n0 1 0\n0\n"), Ok(1));
/// assert_eq!(validate("3\n0  1 0\n0\n").unwrap_err().to_string(), "2:3: expected the code of square 2: an integer from 0 to 1, found \" \"");
/// ```
pub fn validate(session: &mut dyn Session, input: Reader) -> Result<u64, Diagnostic> {
    let mut input = input.strict();
    let mut datasets = 0;
    while session.read(&mut input)?.is_some() {
        datasets += 1;
    }
    input.end()?;
    Ok(datasets)
}
