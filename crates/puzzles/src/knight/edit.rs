//! Changing a board by hand. Its size, its blocked squares and the end are options, so an edit changes options.

use std::sync::Arc;

use tremaux_core::{Diagnostic, Edit, OptionChanges};
use tremaux_drawing::{Cell, CellState};

use super::board::{Board, Square};
use super::{Dialect, KnightDataset};

/// Blocks or frees a square, moves the start or the end, or changes the size.
pub(super) fn edit(dataset: &mut KnightDataset, edit: Edit) -> Result<OptionChanges, Diagnostic> {
    dataset.cached = None;
    match edit {
        Edit::Cell(cell, CellState::Start) if dataset.start.is_some() => {
            dataset.start = Some(open_square(&dataset.constraints.board, cell)?);
            // A start among the options would overrule the one of the dataset.
            return Ok(vec![("start", None)]);
        }
        Edit::Cell(cell, CellState::Goal) if dataset.dialect.takes_options() => {
            let end = open_square(&dataset.constraints.board, cell)?;
            dataset.constraints.end = Some(end);
            return Ok(vec![("end", Some((end + 1).to_string()))]);
        }
        Edit::Cell(cell, look @ (CellState::Block | CellState::Vacant)) if can_block(dataset.dialect) => {
            set_blocked(dataset, cell, look == CellState::Block)?;
        }
        Edit::Size(rows, cols) => resize(dataset, rows, cols)?,
        _ => return Err(Diagnostic::new("this dialect does not support the edit")),
    }
    if !dataset.dialect.takes_options() {
        return Ok(OptionChanges::new());
    }
    let board = &dataset.constraints.board;
    let number = |square: Square| (square + 1).to_string();
    // Names, because a list of two numbers has two readings.
    let blocked: Vec<String> = blocked(board).map(|square| board.name(square)).collect();
    Ok(vec![
        ("board", Some(format!("{}x{}", board.rows(), board.cols()))),
        ("blocked", (!blocked.is_empty()).then(|| blocked.join(","))),
        ("end", dataset.constraints.end.map(number)),
        ("start", None),
    ])
}

fn can_block(dialect: Dialect) -> bool {
    dialect.takes_options() || dialect == Dialect::Jutge
}

fn blocked(board: &Board) -> impl Iterator<Item = Square> + '_ {
    (0..board.squares()).filter(|&square| board.is_blocked(square))
}

/// The square of a cell, if it is not blocked.
fn open_square(board: &Board, cell: Cell) -> Result<Square, Diagnostic> {
    let square = board.square(cell.row, cell.col).filter(|&square| !board.is_blocked(square));
    square.ok_or_else(|| Diagnostic::expected("a square of the board that is not blocked"))
}

fn set_blocked(dataset: &mut KnightDataset, cell: Cell, block: bool) -> Result<(), Diagnostic> {
    let old = dataset.constraints.board.clone();
    let outside = || Diagnostic::new("outside the board");
    let square = old.square(cell.row, cell.col).ok_or_else(outside)?;
    if block && (dataset.start == Some(square) || dataset.constraints.end == Some(square)) {
        return Err(Diagnostic::new("the start and the end cannot be blocked"));
    }
    let mut blocked: Vec<Square> = blocked(&old).filter(|&other| other != square).collect();
    blocked.extend(block.then_some(square));
    dataset.constraints.board = Arc::new(like(&old, old.rows(), old.cols())?.with_blocked(&blocked));
    Ok(())
}

/// A board of this size with the old one's moves.
fn like(old: &Board, rows: u32, cols: u32) -> Result<Board, Diagnostic> {
    let board =
        Board::new(rows, cols).ok_or_else(|| Diagnostic::expected("a board with a square at least"))?;
    Ok(board.with_leapers(old.leapers()).with_wrap(old.wrap()))
}

/// Drops blocked squares and an end that no longer fit; the start stays as near as it can.
fn resize(dataset: &mut KnightDataset, rows: u32, cols: u32) -> Result<(), Diagnostic> {
    let old = dataset.constraints.board.clone();
    let board = like(&old, rows, cols)?;
    let moved = |square: Square| {
        let (row, col) = old.place(square);
        board.square(row, col)
    };
    let blocked: Vec<Square> = blocked(&old).filter_map(moved).collect();
    let end = dataset.constraints.end.and_then(moved);
    let board = board.clone().with_blocked(&blocked);
    dataset.start = match dataset.start {
        Some(start) => {
            let (row, col) = old.place(start);
            let near = board.square(row.min(rows - 1), col.min(cols - 1)).unwrap_or(0);
            let mut open = (near..board.squares()).chain((0..near).rev()).filter(|&s| !board.is_blocked(s));
            Some(open.next().ok_or_else(|| Diagnostic::new("no square of the board is left"))?)
        }
        None => None,
    };
    dataset.constraints.board = Arc::new(board);
    dataset.constraints.end = end;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::Knight;
    use super::*;
    use tremaux_core::{Options, Puzzle, Reader};

    fn check(given: &[(&str, &str)], input: &str, change: Edit, expect: Option<(&str, &str)>) {
        let options = Options::parse(Knight.options(), given.iter().copied()).unwrap();
        let mut session = Knight.open(&options).unwrap();
        let mut dataset = session.read(&mut Reader::from_bytes(input.as_bytes())).unwrap().unwrap();
        let got = dataset.edit(change).ok().map(|changed| {
            let mut text = Vec::new();
            dataset.write(&mut text).unwrap();
            let described =
                changed.into_iter().filter_map(|(name, value)| Some(format!("{name}={}", value?)));
            (String::from_utf8(text).unwrap(), described.collect::<Vec<_>>().join(" "))
        });
        let got = got.as_ref().map(|(text, changes)| (text.as_str(), changes.as_str()));
        assert_eq!(got, expect, "{given:?} {change:?}");
    }

    #[test]
    fn every_change() {
        let cell = |row, col, look| Edit::Cell(Cell::new(row, col), look);
        let small: &[(&str, &str)] = &[("board", "3x4"), ("blocked", "12"), ("end", "4")];
        check(small, "1\n", cell(1, 1, CellState::Start), Some(("6\n", "")));
        check(small, "1\n", cell(2, 3, CellState::Start), None);
        check(small, "1\n", cell(1, 1, CellState::Goal), Some(("1\n", "end=6")));
        check(small, "1\n", cell(3, 0, CellState::Goal), None);
        check(small, "1\n", cell(0, 1, CellState::Block), Some(("1\n", "board=3x4 blocked=b3,d1 end=4")));
        check(small, "1\n", cell(2, 3, CellState::Vacant), Some(("1\n", "board=3x4 end=4")));
        check(small, "1\n", cell(0, 0, CellState::Block), None);
        check(small, "1\n", cell(0, 3, CellState::Block), None);
        check(small, "1\n", cell(0, 1, CellState::Path), None);
        check(small, "11\n", Edit::Size(2, 5), Some(("8\n", "board=2x5 end=4")));
        check(small, "1\n", Edit::Size(4, 6), Some(("1\n", "board=4x6 blocked=d2 end=4")));
        check(small, "1\n", Edit::Size(0, 6), None);
        check(&[("blocked", "1")], "64\n", Edit::Size(1, 1), None);
        check(&[("start", "5")], "", cell(0, 1, CellState::Start), Some(("2\n", "")));
        let jutge: &[(&str, &str)] = &[("dialect", "jutge-p43694")];
        check(jutge, "2\n..\n..\n1 1\n", cell(1, 1, CellState::Block), Some(("2\n..\n.*\n1 1\n", "")));
        check(jutge, "2\n..\n..\n1 1\n", cell(1, 1, CellState::Goal), None);
        let leetcode: &[(&str, &str)] = &[("dialect", "leetcode-2664")];
        check(leetcode, "3 4 0 0", Edit::Size(4, 4), Some(("4\n4\n0\n0\n", "")));
        check(leetcode, "3 4 0 0", cell(1, 1, CellState::Block), None);
    }
}
