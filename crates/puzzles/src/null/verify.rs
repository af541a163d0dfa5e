//! Judges an output, by the rules alone.

use tremaux_core::{Diagnostic, Reader, Verdict};
use tremaux_drawing::Cell;

/// Reads one answer: the squares of a way, or `-1`.
pub(super) fn verify(stones: &[bool], output: &mut Reader) -> Verdict {
    match read_and_follow(stones, output) {
        Ok(verdict) => verdict,
        Err(unreadable) => unreadable.into(),
    }
}

fn read_and_follow(stones: &[bool], output: &mut Reader) -> Result<Verdict, Diagnostic> {
    let count = stones.len() as i64;
    let expected = "the first square of a way, 1, or -1";
    let first = output.int(expected, -1..=1)?;
    if first == 0 {
        return Ok(output.error(format!("expected {expected}")).into());
    }
    if first == -1 {
        // There is a way exactly if no two squares of water are neighbours and the last is a stone.
        let passable = stones.windows(2).all(|pair| pair[0] || pair[1]) && stones.last() == Some(&true);
        let claim = output.error_about("there is a way across, but the output says that there is none");
        return Ok(if passable { claim.into() } else { Verdict::Accepted });
    }
    let mut here = 1;
    while here < count {
        let next = output.int(format_args!("the square after {here}"), 1..=count)?;
        let wrong = match stones.get(next as usize - 1) {
            _ if !(1..=2).contains(&(next - here)) => "is not one or two squares ahead",
            Some(false) => "is water",
            _ => "",
        };
        if !wrong.is_empty() {
            let diagnostic = output.error_about(format!("square {next} {wrong}"));
            return Ok(Verdict::Wrong { diagnostic, cell: Some(Cell::new(0, next as u32 - 1)) });
        }
        here = next;
    }
    Ok(Verdict::Accepted)
}
