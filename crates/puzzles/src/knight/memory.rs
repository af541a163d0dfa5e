//! Vectors whose allocation can fail without ending the program.

use tremaux_core::GaveUp;

/// Returns a vector of so many equal items.
///
/// # Errors
///
/// The system does not give that much memory.
pub(super) fn filled<T: Clone>(value: T, count: usize) -> Result<Vec<T>, GaveUp> {
    let mut items = reserved(count)?;
    items.resize(count, value);
    Ok(items)
}

/// Returns an empty vector with space for so many items.
///
/// # Errors
///
/// The system does not give that much memory.
pub(super) fn reserved<T>(count: usize) -> Result<Vec<T>, GaveUp> {
    let mut items = Vec::new();
    match items.try_reserve_exact(count) {
        Ok(()) => Ok(items),
        Err(_) => Err(GaveUp::out_of_memory((count as u64).saturating_mul(size_of::<T>() as u64))),
    }
}
