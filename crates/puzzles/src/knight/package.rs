//! The problem package: the tour on 8 x 8.

use tremaux_core::Package;

use crate::package::{cpp, mistakes};

pub(super) static PACKAGE: Package = Package {
    title: "Knight on Tour",
    statement: include_str!("package/statement.tex"),
    input_validator: cpp!("strict.cpp", "knight/package/input.cpp"),
    output_validator: cpp!("judge.cpp", "knight/package/output.cpp"),
    whitespace_sensitive: false,
    solution: include_str!("package/solution.cpp"),
    mistakes: mistakes!("knight":
        "counts_from_zero" "transposed" "corner_only" "last_square_missing" "bent_leap" "wraps_around"
        "not_cleared" "first_start_only" "answers_the_end" "visit_numbers"
    ),
    inputs: &[
        ("corners", "1\n8\n57\n64\n-1\n"),
        // A program that never goes back (Warnsdorff with a wrong order of the moves) fails from some of these.
        (
            "all-starts",
            "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n\
             17\n18\n19\n20\n21\n22\n23\n24\n25\n26\n27\n28\n29\n30\n31\n32\n\
             33\n34\n35\n36\n37\n38\n39\n40\n41\n42\n43\n44\n45\n46\n47\n48\n\
             49\n50\n51\n52\n53\n54\n55\n56\n57\n58\n59\n60\n61\n62\n63\n64\n\
             -1\n",
        ),
    ],
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
