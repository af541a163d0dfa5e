//! Two ways to count tours that share nothing: by visiting every one with the search engine, and by the
//! dynamic program. The command is the one place that knows both.

use tremaux_core::Budget;
use tremaux_count::{Board as CountBoard, CountQuery, Settings, Tours, count};
use tremaux_puzzles::knight::{Board, TourQuery};

fn visited(rows: u32, cols: u32, start: u32, closed: bool) -> u64 {
    let question = TourQuery::from_start(Board::new(rows, cols).unwrap(), start).unwrap();
    let question = if closed { question.closed() } else { question };
    question.count(&Budget::unlimited()).unwrap()
}

fn counted(rows: u32, cols: u32, tours: Tours) -> u128 {
    let board = CountBoard::new(rows as usize, cols as usize).unwrap();
    let question = CountQuery::new(board, tours).unwrap();
    count(&question, &Settings::default(), &mut |_| ()).unwrap().number
}

#[test]
fn closed_tours_up_to_6_by_6() {
    for (rows, cols) in [(3, 8), (3, 10), (4, 6), (5, 5), (5, 6), (6, 5), (6, 6)] {
        let both_directions = u128::from(visited(rows, cols, 0, true));
        assert_eq!(both_directions, 2 * counted(rows, cols, Tours::Closed), "{rows} x {cols}");
    }
}

#[test]
fn open_tours_from_each_square() {
    for (rows, cols) in [(3, 4), (3, 7), (4, 5), (5, 5), (4, 6), (5, 6)] {
        for start in 0..rows * cols {
            let from = Tours::From(((start / cols) as usize, (start % cols) as usize));
            let number = u128::from(visited(rows, cols, start, false));
            assert_eq!(number, counted(rows, cols, from), "{rows} x {cols} from {start}");
        }
    }
}
