//! Vectors that are allowed to fail: what grows with a board asks for its memory where it takes it.
//!
//! An allocation that fails inside `Vec` ends the whole program. Asking beforehand does not help if several
//! threads ask at once, or if more is taken than was asked for. So these functions allocate and report in one
//! step.

use std::collections::TryReserveError;

use crate::GaveUp;

/// Returns a vector of equal elements.
///
/// ```
/// use tremaux_core::{GaveUp, try_filled};
/// assert_eq!(try_filled(7u8, 3), Ok(vec![7, 7, 7]));
/// assert_eq!(try_filled(0u32, usize::MAX / 8), Err(GaveUp::out_of_memory(u64::MAX / 8 * 4)));
/// ```
///
/// # Errors
/// [`Limit::Memory`](crate::Limit::Memory) if the system does not provide the memory.
pub fn try_filled<T: Clone>(value: T, count: usize) -> Result<Vec<T>, GaveUp> {
    let mut vector = Vec::new();
    reserved::<T>(vector.try_reserve_exact(count), count)?;
    vector.resize(count, value);
    Ok(vector)
}

/// Returns a copy of a slice.
///
/// ```
/// assert_eq!(tremaux_core::try_copied(&[1, 2]), Ok(vec![1, 2]));
/// ```
///
/// # Errors
/// [`Limit::Memory`](crate::Limit::Memory) if the system does not provide the memory.
pub fn try_copied<T: Copy>(slice: &[T]) -> Result<Vec<T>, GaveUp> {
    try_collected(slice.len(), slice.iter().copied())
}

/// Collects at most `count` elements of an iterator.
///
/// ```
/// assert_eq!(tremaux_core::try_collected(3, 1..), Ok(vec![1, 2, 3]));
/// ```
///
/// # Errors
/// [`Limit::Memory`](crate::Limit::Memory) if the system does not provide the memory for `count` elements.
pub fn try_collected<T>(count: usize, elements: impl IntoIterator<Item = T>) -> Result<Vec<T>, GaveUp> {
    let mut vector = Vec::new();
    reserved::<T>(vector.try_reserve_exact(count), count)?;
    vector.extend(elements.into_iter().take(count));
    Ok(vector)
}

/// Appends an element.
///
/// ```
/// let mut vector = vec![1];
/// tremaux_core::try_push(&mut vector, 2).unwrap();
/// assert_eq!(vector, [1, 2]);
/// ```
///
/// # Errors
/// [`Limit::Memory`](crate::Limit::Memory) if the vector has to grow and the system does not provide the memory.
#[inline]
pub fn try_push<T>(vector: &mut Vec<T>, element: T) -> Result<(), GaveUp> {
    if vector.len() == vector.capacity() {
        reserved::<T>(vector.try_reserve(1), 2 * vector.len())?;
    }
    vector.push(element);
    Ok(())
}

fn reserved<T>(result: Result<(), TryReserveError>, count: usize) -> Result<(), GaveUp> {
    result.map_err(|_| GaveUp::out_of_memory((count as u64).saturating_mul(size_of::<T>() as u64)))
}
