//! Memory that may be refused: boards have up to 2^31 squares, and an allocation that fails would end the program.

use tremaux_core::{Diagnostic, GaveUp};

/// The system does not give so many bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OutOfMemory(u64);

impl OutOfMemory {
    /// For `len` elements.
    pub fn of<T>(len: usize) -> Self {
        OutOfMemory(len as u64 * size_of::<T>() as u64)
    }

    pub fn diagnostic(self) -> Diagnostic {
        let fault = GaveUp::from(self);
        Diagnostic::new(fault.to_string()).help(fault.help())
    }
}

impl From<OutOfMemory> for GaveUp {
    fn from(OutOfMemory(bytes): OutOfMemory) -> Self {
        GaveUp::out_of_memory(bytes)
    }
}

/// Returns an empty vector with the capacity for `len` elements.
pub(super) fn reserved<T>(len: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut vec = Vec::new();
    match vec.try_reserve_exact(len) {
        Ok(()) => Ok(vec),
        Err(_) => Err(OutOfMemory::of::<T>(len)),
    }
}

/// Returns a vector of `len` equal elements.
pub(super) fn filled<T: Copy>(value: T, len: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut vec = reserved(len)?;
    vec.resize(len, value);
    Ok(vec)
}

/// Returns a copy.
pub(super) fn copied<T: Copy>(slice: &[T]) -> Result<Vec<T>, OutOfMemory> {
    let mut vec = reserved(slice.len())?;
    vec.extend_from_slice(slice);
    Ok(vec)
}
