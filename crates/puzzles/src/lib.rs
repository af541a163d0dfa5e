//! Grid puzzles.
