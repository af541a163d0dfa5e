//! Random datasets, aimed at what programs get wrong, and smaller ones of a given.
//!
//! * `random`: any start; boards of random size where the dialect gives one.
//! * `small`, `maximal`: the smallest and the largest boards that the dialect allows; with a board given by
//!   an option, starts near its first and its last square.
//! * `middle`: starts halfway along an edge, one square in. On narrow boards few tours begin there (16 of
//!   37,568 from 14 and from 17 on 5 x 6), and programs with one global table of moves, or that count exits
//!   without looking at what is visited, miss them.
//! * `inner`: starts away from the edges, for programs that were tried from corners only.
//! * `corner`: the corners.
//! * `off-diagonal`: row and column differ as much as they can, for programs that exchange them.

use tremaux_core::{Diagnostic, Rng};

use super::board::{Board, Square};
use super::text::on_board;
use super::{Dialect, KnightDataset, KnightSession};

/// A dataset of the session's kind.
pub(super) fn dataset(session: &KnightSession, rng: &mut Rng) -> Result<KnightDataset, Diagnostic> {
    let dataset = match session.dialect {
        Dialect::Sicily | Dialect::Cses => {
            let board = &session.constraints.board;
            start(session, board, rng).and_then(|start| session.dataset(start))
        }
        Dialect::Leetcode => {
            let mut solvable = None;
            while solvable.is_none() {
                solvable = leetcode(session, rng);
            }
            solvable
        }
        Dialect::Poj => {
            let (rows, cols) = match session.kind {
                "small" => (rng.between(1, 4), rng.between(1, 4)),
                "maximal" => {
                    *rng.pick(&[(4, 6), (6, 4), (5, 5), (3, 8), (8, 3), (1, 26), (26, 1)]).unwrap_or(&(5, 5))
                }
                _ => {
                    let rows = rng.between(1, 26);
                    (rows, rng.between(1, 26 / rows))
                }
            };
            on_board(Dialect::Poj, rows as u32, cols as u32, &[], None)
        }
        Dialect::Jutge => {
            let side = match session.kind {
                "small" => 3,
                "maximal" => 9,
                _ => rng.between(3, 9),
            } as u32;
            let percent = rng.below(20);
            let blocked: Vec<Square> = (0..side * side).filter(|_| rng.percent(percent)).collect();
            let board = Board::new(side, side).map(|board| board.with_blocked(&blocked));
            let start = board.as_ref().and_then(|board| start(session, board, rng));
            start.and_then(|start| {
                on_board(Dialect::Jutge, side, side, &blocked, Some((start / side, start % side)))
            })
        }
    };
    dataset.ok_or_else(|| {
        Diagnostic::new("no dataset meets these options").help("try another --kind or --board")
    })
}

/// The judge promises a tour: boards and starts that have one.
fn leetcode(session: &KnightSession, rng: &mut Rng) -> Option<KnightDataset> {
    let (rows, cols) = match session.kind {
        "small" => *rng.pick(&[(1, 1), (3, 4), (4, 3)])?,
        "maximal" => (5, 5),
        _ => *rng.pick(&[(1, 1), (3, 4), (4, 3), (4, 5), (5, 4), (5, 5)])?,
    };
    let board = Board::new(rows, cols)?;
    let (row, col) = board.place(start(session, &board, rng)?);
    let solvable = match (rows, cols) {
        (4, _) => row % 3 == 0,
        (_, 4) => col % 3 == 0,
        _ => (row + col) % 2 == 0,
    };
    on_board(Dialect::Leetcode, rows, cols, &[], Some((row, col))).filter(|_| solvable)
}

/// A start of the session's kind; `None` where the board has no square left.
fn start(session: &KnightSession, board: &Board, rng: &mut Rng) -> Option<Square> {
    let (rows, cols) = (board.rows(), board.cols());
    let any = |rng: &mut Rng| rng.below(u64::from(board.squares())) as Square;
    // On a huge board with few squares left, luck is not enough.
    for _ in 0..1000 {
        let square = match session.kind {
            "small" => rng.below(u64::from(board.squares().min(4))) as Square,
            "maximal" => board.squares() - 1 - rng.below(u64::from(board.squares().min(4))) as Square,
            "middle" if rows > 2 && cols > 2 => {
                let upright = rng.percent(50);
                let (across, along) = if upright { (rows, cols) } else { (cols, rows) };
                let (across, along) = (
                    across / 2 - rng.below(2) as u32 * (1 - across % 2),
                    rng.below(2) as u32 * (along - 3) + 1,
                );
                if upright { across * cols + along } else { along * cols + across }
            }
            "corner" => rng.below(2) as u32 * (rows - 1) * cols + rng.below(2) as u32 * (cols - 1),
            "inner" if rows > 4 && cols > 4 => {
                let row = rng.between(2, u64::from(rows) - 3) as u32;
                row * cols + rng.between(2, u64::from(cols) - 3) as u32
            }
            "off-diagonal" => {
                let (row, col) =
                    (rng.below(u64::from(rows.div_ceil(3))), rng.below(u64::from(cols.div_ceil(3))));
                let (row, col) = (row as u32, col as u32);
                if rng.percent(50) { row * cols + cols - 1 - col } else { (rows - 1 - row) * cols + col }
            }
            _ => any(rng),
        };
        if !board.is_blocked(square) {
            return Some(square);
        }
    }
    (0..board.squares()).find(|&square| !board.is_blocked(square))
}

/// Lower starts; where the dataset brings its board along, first of all smaller boards and fewer blocked squares.
pub(super) fn shrink_candidates(dataset: &KnightDataset) -> Vec<KnightDataset> {
    let board = &dataset.constraints.board;
    let mut smaller = Vec::new();
    if !dataset.dialect.takes_options() {
        smaller.extend(smaller_boards(dataset));
    }
    let Some(start) = dataset.start else { return smaller };
    let mut starts = vec![0, start / 2, start.saturating_sub(1)];
    starts.dedup();
    for lower in starts.into_iter().filter(|&lower| lower < start && !board.is_blocked(lower)) {
        smaller.push(KnightDataset {
            dialect: dataset.dialect,
            constraints: dataset.constraints.clone(),
            start: Some(lower),
            cached: dataset.cached.clone(),
        });
    }
    smaller
}

fn smaller_boards(dataset: &KnightDataset) -> Vec<KnightDataset> {
    let board = &dataset.constraints.board;
    let (rows, cols) = (board.rows(), board.cols());
    let square_only = dataset.dialect == Dialect::Jutge;
    let mut smaller = Vec::new();
    // Cut rows from below, and columns from the right; the start moves in with the edge.
    let mut cut = |rows: u32, cols: u32| {
        let blocked: Vec<Square> = (0..rows * cols)
            .filter(|square| {
                board.square(square / cols, square % cols).is_none_or(|square| board.is_blocked(square))
            })
            .collect();
        let start = dataset.start.map(|start| {
            let (row, col) = board.place(start);
            (row.min(rows - 1), col.min(cols - 1))
        });
        smaller.extend(on_board(dataset.dialect, rows, cols, &blocked, start));
    };
    if square_only {
        [rows / 2, rows - 1]
            .into_iter()
            .filter(|&side| side >= 3 && side < rows)
            .for_each(|side| cut(side, side));
    } else {
        [rows / 2, rows - 1]
            .into_iter()
            .filter(|&less| less >= 1 && less < rows)
            .for_each(|less| cut(less, cols));
        [cols / 2, cols - 1]
            .into_iter()
            .filter(|&less| less >= 1 && less < cols)
            .for_each(|less| cut(rows, less));
    }
    let blocked: Vec<Square> = (0..board.squares()).filter(|&square| board.is_blocked(square)).collect();
    let start = dataset.start.map(|start| board.place(start));
    for filled in 0..blocked.len() {
        let fewer: Vec<Square> =
            blocked.iter().enumerate().filter(|&(i, _)| i != filled).map(|(_, &blocked)| blocked).collect();
        smaller.extend(on_board(dataset.dialect, rows, cols, &fewer, start));
    }
    smaller
}
