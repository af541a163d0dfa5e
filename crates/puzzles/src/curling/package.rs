//! The problem package.

use tremaux_core::Package;

use crate::package::{cpp, mistakes};

pub(super) static PACKAGE: Package = Package {
    title: "Curling Stone",
    statement: include_str!("package/statement.tex"),
    input_validator: cpp!("strict.cpp", "curling/package/input.cpp"),
    output_validator: cpp!("judge.cpp", "curling/package/output.cpp"),
    whitespace_sensitive: false,
    solution: include_str!("package/solution.cpp"),
    mistakes: mistakes!("curling":
        "swapped" "edge_stops" "eleven_throws" "nine_throws" "start_blocks" "goal_at_rest" "must_turn"
        "no_return" "neighbour_breaks" "blocks_stay" "not_restored" "first_found" "not_cleared"
    ),
    inputs: &[
        ("limits", "12 1\n2 0 1 1 1 1 1 1 1 1 1 3\n13 1\n2 0 1 1 1 1 1 1 1 1 1 1 3\n0 0\n"),
        // Boards with many routes: a search without the limit does not end on them, one throw too many takes three
        // times as long, and a queue of copied boards grows to 150,000.
        ("hard", include_str!("package/hard.in")),
    ],
    invalid_inputs: &[
        ("no_terminator", "2 1\n2 3\n"),
        ("narrow", "1 2\n2\n3\n0 0\n"),
        ("flat", "2 0\n0 0\n"),
        ("wide", "21 1\n2 3 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n0 0\n"),
        ("two_starts", "3 1\n2 2 3\n0 0\n"),
        ("no_goal", "3 1\n2 0 0\n0 0\n"),
        ("code_four", "3 1\n2 4 3\n0 0\n"),
        ("short_row", "3 1\n2 3\n0 0\n"),
        ("more_behind_the_end", "2 1\n2 3\n0 0\n0 0\n"),
    ],
    invalid_outputs: &[
        ("too_few", "1\n4\n"),
        ("too_many", "1\n4\n-1\n4\n10\n-1\n1\n"),
        ("one_less", "1\n3\n-1\n4\n10\n-1\n"),
        ("none_where_one_is", "1\n-1\n-1\n4\n10\n-1\n"),
        ("no_number", "1\nfour\n-1\n4\n10\n-1\n"),
        ("overflow", "1\n4294967300\n-1\n4\n10\n-1\n"),
        ("fraction", "1\n4.0\n-1\n4\n10\n-1\n"),
    ],
};
