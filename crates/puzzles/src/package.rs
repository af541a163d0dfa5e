//! The texts of the problem packages: validators in C++, and the mistakes of `tests/programs`.

/// A validator: the part that all puzzles share, and the puzzle's own `main`, as one file.
macro_rules! cpp {
    ($shared:literal, $own:literal) => {
        concat!(
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/cpp/", $shared)),
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/", $own)),
        )
    };
}

/// The mistakes of a folder of `tests/programs`.
macro_rules! mistakes {
    ($folder:literal: $($name:literal)*) => {
        &[$(tremaux_core::Mistake {
            name: $name,
            diff: include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"), "/../../tests/programs/", $folder, "/", $name, ".diff"
            )),
        }),*]
    };
}

pub(crate) use {cpp, mistakes};
