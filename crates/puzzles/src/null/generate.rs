//! Random datasets, and smaller ones of a given.

use tremaux_core::{Dataset, Rng};

use super::Stones;

/// A row of this many squares, at least one, a third of them water.
pub(super) fn stones(count: usize, rng: &mut Rng) -> Stones {
    let mut squares: Vec<bool> = (0..count.max(1)).map(|_| !rng.percent(33)).collect();
    squares[0] = true;
    Stones(squares)
}

/// Half of the row, the row without one square, the row with one square of water fewer.
pub(super) fn shrink_candidates(squares: &[bool]) -> Vec<Box<dyn Dataset>> {
    let half = squares[..squares.len().div_ceil(2)].to_vec();
    let without = (1..squares.len()).map(|i| [&squares[..i], &squares[i + 1..]].concat());
    let dried = (0..squares.len()).filter(|&i| !squares[i]).map(|i| {
        let mut squares = squares.to_vec();
        squares[i] = true;
        squares
    });
    let shorter = std::iter::once(half).filter(|half| half.len() < squares.len());
    let rows = shorter.chain(without).chain(dried);
    rows.map(|squares| Box::new(Stones(squares)) as Box<dyn Dataset>).collect()
}
