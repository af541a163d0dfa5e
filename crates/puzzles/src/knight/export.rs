//! The board as a graph, for other solvers.
//!
//! Vertices are the open squares, counted from 1 row by row; edges are the jumps. A Hamiltonian cycle of it is a closed
//! tour, a Hamiltonian path an open one.

use std::io::{self, Write};

use super::board::{Board, Square};

/// TSPLIB 95, `TYPE : HCP` with an edge list: what LKH and Concorde's kin read.
pub(super) fn tsplib(board: &Board, out: &mut dyn Write) -> io::Result<()> {
    let name: Vec<String> = board.leapers().iter().map(|(a, b)| format!("leaper_{a}_{b}")).collect();
    writeln!(out, "NAME : {}_on_{}x{}", name.join("_"), board.rows(), board.cols())?;
    writeln!(out, "TYPE : HCP\nDIMENSION : {}", board.open_squares())?;
    writeln!(out, "EDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION")?;
    edges(board, |from, to| writeln!(out, "{from} {to}"))?;
    writeln!(out, "-1\nEOF")
}

/// DIMACS, `p edge`.
pub(super) fn dimacs(board: &Board, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "c squares of a board {board}, joined by the moves of a {}", board.piece())?;
    let mut count = 0u64;
    edges(board, |_, _| {
        count += 1;
        Ok(())
    })?;
    writeln!(out, "p edge {} {count}", board.open_squares())?;
    edges(board, |from, to| writeln!(out, "e {from} {to}"))
}

fn edges(board: &Board, mut write_edge: impl FnMut(u32, u32) -> io::Result<()>) -> io::Result<()> {
    let mut vertices = vec![0u32; board.squares() as usize];
    let open = |&square: &Square| !board.is_blocked(square);
    (1..)
        .zip((0..board.squares()).filter(open))
        .for_each(|(vertex, square)| vertices[square as usize] = vertex);
    for square in (0..board.squares()).filter(open) {
        for next in board.neighbours(square).filter(|&next| next > square) {
            write_edge(vertices[square as usize], vertices[next as usize])?;
        }
    }
    Ok(())
}
