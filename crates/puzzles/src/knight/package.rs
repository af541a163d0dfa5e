//! The problem package: the tour on 8 x 8.

use tremaux_core::Package;

use crate::package::{cpp, mistakes};

pub(super) static PACKAGE: Package = Package {
    title: "Knight on Tour",
    uuid: "c3a1e7d2-48b9-4d6a-b1f5-7e90a2d4c6f8",
    statement: include_str!("package/statement.tex"),
    input_validator: cpp!("strict.cpp", "knight/package/input.cpp"),
    output_validator: cpp!("judge.cpp", "knight/package/output.cpp"),
    whitespace_sensitive: false,
    solution: include_str!("package/solution.cpp"),
    mistakes: mistakes!("knight":
        "counts_from_zero" "transposed" "corner_only" "last_square_missing" "bent_leap" "wraps_around"
        "not_cleared" "first_start_only" "answers_the_end" "visit_numbers"
    ),
    inputs: &[("corners", "1\n8\n57\n64\n-1\n")],
    invalid_inputs: &[
        ("no_terminator", "4\n"),
        ("zero", "0\n-1\n"),
        ("square_65", "65\n-1\n"),
        ("more_behind_the_end", "4\n-1\n4\n"),
        ("two_in_a_line", "4 5\n-1\n"),
    ],
    invalid_outputs: &[
        ("nothing", "-1\n"),
        ("too_short", "4 10\n"),
        ("no_leap", "4 5\n"),
        ("no_square", "4 65\n"),
        ("no_number", "4 ten\n"),
    ],
};
