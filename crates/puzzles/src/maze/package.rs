//! The problem package.

use tremaux_core::Package;

use crate::package::{cpp, mistakes};

pub(super) static PACKAGE: Package = Package {
    title: "Robot in a Maze",
    statement: include_str!("package/statement.tex"),
    input_validator: cpp!("strict.cpp", "maze/package/input.cpp"),
    output_validator: cpp!("judge.cpp", "maze/package/output.cpp"),
    whitespace_sensitive: true,
    solution: include_str!("package/solution.cpp"),
    mistakes: mistakes!("maze":
        "bits_swapped" "north_first" "south_before_east" "marks_cleared" "border_trusted" "own_west_wall"
        "counts_from_zero" "left_aligned" "dead_ends_blank" "columns_first" "start_column_first"
        "not_cleared" "unnumbered"
    ),
    inputs: &[
        ("one_cell", "1 1 1 1 1 1\n0\n0 0 0 0 0 0\n"),
        ("two_cells", "1 2 1 1 1 2\n0 0\n2 1 2 1 1 1\n0\n0\n0 0 0 0 0 0\n"),
    ],
    invalid_inputs: &[
        ("no_maze", "0 0 0 0 0 0\n"),
        ("no_terminator", "1 1 1 1 1 1\n0\n"),
        ("five_zeros", "1 1 1 1 1 1\n0\n0 0 0 0 0\n"),
        ("thirteen_rows", "13 1 1 1 1 1\n0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n0 0 0 0 0 0\n"),
        ("start_outside", "1 1 1 2 1 1\n0\n0 0 0 0 0 0\n"),
        ("goal_outside", "1 1 1 1 2 1\n0\n0 0 0 0 0 0\n"),
        ("goal_walled_in", "1 2 1 1 1 2\n1 0\n0 0 0 0 0 0\n"),
        ("code_four", "1 1 1 1 1 1\n4\n0 0 0 0 0 0\n"),
        ("row_too_long", "1 1 1 1 1 1\n0 0\n0 0 0 0 0 0\n"),
    ],
    invalid_outputs: &[
        ("nothing", "Maze 1\n"),
        (
            "second_missing",
            "Maze 1\n\n+---+---+---+\n|  1|???|  5|\n+   +   +   +\n|  2   3   4|\n+---+---+---+\n\n\n",
        ),
        (
            "unnumbered_cell",
            "Maze 1\n\n+---+---+---+\n|  1|   |  5|\n+   +   +   +\n|  2   3   4|\n+---+---+---+\n\n\n",
        ),
    ],
};
