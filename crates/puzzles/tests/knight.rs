//! Knight's tours: verdicts against the theorems, counts against the published tables, properties.

use std::sync::Arc;

use tremaux_core::{Budget, Rng};
use tremaux_puzzles::knight::{Board, Square, Tour, TourQuery, TourResult, Wrap};

fn board(rows: u32, cols: u32) -> Board {
    Board::new(rows, cols).unwrap()
}

fn from(board: &Arc<Board>, start: Square) -> TourQuery {
    TourQuery::from_start(board.clone(), start).unwrap()
}

/// The tour, checked square by square, or `None` where there is none.
fn answer(query: &TourQuery) -> Option<Tour> {
    match query.solve(&Budget::unlimited()) {
        TourResult::Tour(tour) => {
            check_tour(query.board(), query.start(), &tour);
            Some(tour)
        }
        TourResult::Impossible(_) => None,
        TourResult::GaveUp(limit) => panic!("{}: {limit}", query.board()),
    }
}

fn check_tour(board: &Board, start: Square, tour: &Tour) {
    let squares: Vec<Square> = tour.squares().collect();
    assert_eq!(squares.len() as u32, board.open_squares(), "{board}");
    assert_eq!((tour.start(), squares[0], tour.len()), (start, start, board.open_squares()));
    assert_eq!(Some(&tour.end()), squares.last());
    let mut visited = vec![false; board.squares() as usize];
    for &square in &squares {
        assert!(
            !board.is_blocked(square) && !std::mem::replace(&mut visited[square as usize], true),
            "{board}"
        );
    }
    assert!(squares.windows(2).all(|pair| jumps(board, pair[0], pair[1])), "{board}");
}

/// The rule of the jump once more, for knights on plain boards; other boards are asked.
fn jumps(board: &Board, one: Square, other: Square) -> bool {
    if !board.is_plain() {
        return board.neighbours(one).any(|next| next == other);
    }
    let ((r, c), (row, col)) = (board.place(one), board.place(other));
    r.abs_diff(row) * c.abs_diff(col) == 2
}

fn check_closed(query: &TourQuery) -> bool {
    let Some(tour) = answer(query) else { return false };
    assert!(jumps(query.board(), tour.end(), tour.start()), "{} is not closed", query.board());
    true
}

/// Is there an open tour from this square? The tables and theorems, for boards with rows <= columns.
fn exists(rows: u32, cols: u32, row: u32, col: u32) -> bool {
    let own_colour = (rows * cols).is_multiple_of(2) || (row + col).is_multiple_of(2);
    match (rows, cols) {
        (1, 1) => true,
        (1 | 2, _) | (3, 3 | 5 | 6) | (4, 4) => false,
        (3, 4) => col.is_multiple_of(3),
        (3, 7) => own_colour && (row, col) != (1, 3),
        (3, 8) => !(row == 1 && (col == 2 || col == 5)),
        (4, _) => row.is_multiple_of(3),
        _ => own_colour,
    }
}

fn check_all_starts(rows: u32, cols: u32) {
    let board = Arc::new(board(rows, cols));
    for start in 0..rows * cols {
        let found = answer(&from(&board, start)).is_some();
        assert_eq!(found, exists(rows, cols, start / cols, start % cols), "{rows} x {cols} from {start}");
    }
}

#[test]
fn every_start_of_every_board_up_to_12_by_12() {
    for rows in 1..=12 {
        for cols in rows..=12 {
            check_all_starts(rows, cols);
        }
    }
}

#[test]
fn the_other_way_up_too() {
    for (rows, cols) in [(4, 3), (7, 3), (8, 3), (9, 3), (19, 3), (5, 4), (9, 4), (26, 4), (40, 4), (12, 5)] {
        let (lying, upright) = (Arc::new(board(cols, rows)), Arc::new(board(rows, cols)));
        for start in 0..rows * cols {
            let turned = start % cols * rows + start / cols;
            let found =
                [answer(&from(&upright, start)), answer(&from(&lying, turned))].map(|tour| tour.is_some());
            assert_eq!(found[0], found[1], "{rows} x {cols} from {start}");
        }
    }
}

/// The constructions: on boards up to these sides every block, next to every other block, has occurred.
#[test]
fn strips_of_every_length() {
    for cols in 13..=34 {
        check_all_starts(3, cols);
        check_all_starts(4, cols);
    }
}

#[test]
fn large_boards_by_construction() {
    // Above 1,024 squares nothing is searched for first.
    for (rows, cols) in
        [(5, 206), (5, 207), (6, 173), (7, 147), (9, 115), (11, 95), (33, 33), (34, 35), (32, 33)]
    {
        check_all_starts(rows, cols);
    }
    for side in [76, 100, 200, 201] {
        let board = Arc::new(board(side, side));
        for start in (0..side * side).step_by(side as usize * 7 + 3) {
            let light = (start / side + start % side) % 2 == 0;
            assert_eq!(answer(&from(&board, start)).is_some(), side % 2 == 0 || light, "{side} from {start}");
        }
    }
}

#[test]
#[ignore = "minutes: every odd board up to 37 x 37 from every start; run with --ignored after a change to the blocks"]
fn every_odd_board_of_every_combination_of_blocks() {
    for rows in (5..=37).step_by(2) {
        for cols in (rows.max(1024 / rows)..=37.max(1024 / rows + 30)).filter(|cols| cols % 2 == 1) {
            check_all_starts(rows, cols);
        }
    }
}

#[test]
fn closed_tours_are_where_schwenk_says() {
    for rows in 1..=20 {
        for cols in rows..=20 {
            let none =
                rows * cols % 2 == 1 || [1, 2, 4].contains(&rows) || rows == 3 && [4, 6, 8].contains(&cols);
            for (rows, cols) in [(rows, cols), (cols, rows)] {
                let board = Arc::new(board(rows, cols));
                for start in [0, rows * cols / 2, rows * cols - 1] {
                    assert_eq!(check_closed(&from(&board, start).closed()), !none, "{rows} x {cols}");
                }
            }
        }
    }
}

#[test]
fn closed_tours_of_large_boards() {
    for (rows, cols) in [(3, 1000), (3, 1002), (5, 300), (7, 302), (64, 33), (101, 100), (200, 200)] {
        let board = Arc::new(board(rows, cols));
        assert!(check_closed(&from(&board, rows * cols / 3).closed()), "{rows} x {cols}");
    }
}

fn check_pairs(rows: u32, cols: u32, solvable: usize, none: usize) {
    let board = Arc::new(board(rows, cols));
    let colour = |square: Square| (square / cols + square % cols) % 2;
    let admissible = |&(start, end): &(Square, Square)| match rows * cols % 2 {
        0 => colour(start) != colour(end),
        _ => colour(start) == 0 && colour(end) == 0,
    };
    let squares = rows * cols;
    let pairs = (0..squares).flat_map(|start| (start + 1..squares).map(move |end| (start, end)));
    let (mut yes, mut no) = (0, 0);
    for (start, end) in pairs {
        let tour = answer(&from(&board, start).to_end(end));
        match tour {
            Some(tour) => {
                assert!(admissible(&(start, end)));
                assert_eq!(tour.end(), end);
                yes += 1;
            }
            None if admissible(&(start, end)) => no += 1,
            None => {}
        }
    }
    assert_eq!((yes, no), (solvable, none), "{rows} x {cols}");
}

#[test]
fn given_ends() {
    check_pairs(5, 5, 42, 36);
    check_pairs(5, 6, 178, 47);
    check_pairs(6, 5, 178, 47);
    check_pairs(5, 7, 153, 0);
    check_pairs(6, 6, 324, 0);
    check_pairs(7, 7, 300, 0);
    check_pairs(6, 8, 576, 0);
    check_pairs(8, 8, 1024, 0);
}

/// Numbers of tours from each square, row by row: the first rows of the board, as far as symmetry does not give them.
fn check_counts(rows: u32, cols: u32, expect: &[u64]) {
    let board = Arc::new(board(rows, cols));
    let count = |start: usize| from(&board, start as Square).count(&Budget::unlimited()).unwrap();
    let got: Vec<u64> = (0..expect.len()).map(count).collect();
    assert_eq!(got, expect, "{rows} x {cols}");
}

fn count_all(rows: u32, cols: u32) -> u64 {
    let board = Arc::new(board(rows, cols));
    (0..rows * cols).map(|start| from(&board, start).count(&Budget::unlimited()).unwrap()).sum()
}

#[test]
fn counts_agree_with_the_tables() {
    check_counts(1, 1, &[1]);
    check_counts(3, 4, &[2, 0, 0, 2, 4, 0, 0, 4, 2, 0, 0, 2]);
    check_counts(3, 8, &[82, 20, 4, 24, 24, 4, 20, 82, 68, 48, 0, 20, 20, 0, 48, 68]);
    check_counts(4, 5, &[32, 7, 4, 7, 32, 0, 0, 0, 0, 0]);
    check_counts(4, 6, &[220, 116, 36, 36, 116, 220, 0]);
    check_counts(4, 7, &[1682, 581, 526, 800, 526, 581, 1682, 0]);
    check_counts(4, 8, &[7630, 2740, 2066, 3108]);
    check_counts(5, 5, &[304, 0, 56, 0, 304, 0, 56, 0, 56, 0, 56, 0, 64]);
    check_counts(
        5,
        6,
        &[4542, 1910, 906, 906, 1910, 4542, 1080, 742, 84, 84, 742, 1080, 172, 16, 68, 68, 16],
    );
    // Open tours both ways: twice the numbers of OEIS A169696.
    for (cols, undirected) in [(3, 0), (4, 8), (5, 0), (6, 0), (7, 52), (8, 396), (9, 560), (10, 3048)] {
        assert_eq!(count_all(3, cols), 2 * undirected, "3 x {cols}");
    }
    assert_eq!(count_all(4, 4), 0);
    assert_eq!(count_all(5, 6), 37_568);
}

#[test]
#[ignore = "half a minute of counting"]
fn larger_counts_agree_with_the_tables() {
    assert_eq!(count_all(3, 11), 2 * 10_672);
    assert_eq!(count_all(3, 12), 2 * 57_248);
    assert_eq!(count_all(4, 8), 2 * 31_088);
}

#[test]
fn closed_counts() {
    // Through any square go all closed tours, each in two directions: OEIS A001230, A070030, A175855.
    for (rows, cols, tours) in [(5, 6, 8), (3, 10, 16), (3, 12, 176), (3, 8, 0), (4, 6, 0)] {
        let query = from(&Arc::new(board(rows, cols)), 0).closed();
        assert_eq!(query.count(&Budget::unlimited()), Ok(2 * tours), "{rows} x {cols}");
    }
}

/// The search on half a board against a look at every closed tour.
#[test]
fn symmetric_tours_exist_where_enumeration_finds_them() {
    for (rows, cols) in [(5, 6), (6, 5), (3, 10), (3, 12), (3, 14), (4, 6), (3, 8)] {
        let query = from(&Arc::new(board(rows, cols)), 1).symmetric();
        let some = query.count(&Budget::unlimited()).unwrap() > 0;
        assert_eq!(check_closed(&query), some, "{rows} x {cols}");
    }
    for (rows, cols) in [(6, 6), (6, 8), (7, 6), (8, 8), (9, 10), (10, 10), (5, 12), (20, 20)] {
        let query = from(&Arc::new(board(rows, cols)), 5).symmetric();
        let tour = answer(&query).unwrap_or_else(|| panic!("{rows} x {cols}"));
        let steps = tour.steps(query.board()).unwrap();
        let (count, last) = (steps.len() as u32, steps.len() - 1);
        for (square, &step) in steps.iter().enumerate() {
            let next = steps.iter().position(|&other| other == step % count + 1).unwrap();
            let apart = steps[last - square].abs_diff(steps[last - next]);
            assert!(apart == 1 || apart == count - 1, "{rows} x {cols}");
        }
    }
}

#[test]
fn reflections_and_transposition_change_no_verdict() {
    let mut rng = Rng::new(3);
    for _ in 0..150 {
        let (rows, cols) = (rng.between(3, 7) as u32, rng.between(3, 7) as u32);
        let holes: Vec<Square> = (0..rows * cols).filter(|_| rng.percent(8)).collect();
        let start = rng.below(u64::from(rows * cols)) as Square;
        let closed = rng.percent(30);
        type Map = fn(Square, u32, u32) -> Square;
        let maps: [(Map, bool); 4] = [
            (|square, _, _| square, false),
            (|square, rows, cols| (rows - 1 - square / cols) * cols + square % cols, false),
            (|square, _, cols| square / cols * cols + cols - 1 - square % cols, false),
            (|square, rows, cols| square % cols * rows + square / cols, true),
        ];
        let verdicts: Vec<Option<bool>> = maps
            .iter()
            .map(|(map, turned)| {
                let holes: Vec<Square> = holes.iter().map(|&hole| map(hole, rows, cols)).collect();
                let board = if *turned { board(cols, rows) } else { board(rows, cols) }.with_blocked(&holes);
                let query = TourQuery::from_start(board, map(start, rows, cols))?;
                Some(answer(&if closed { query.closed() } else { query }).is_some())
            })
            .collect();
        assert!(verdicts.iter().all(|verdict| *verdict == verdicts[0]), "{rows} x {cols} {holes:?} {start}");
    }
}

#[test]
fn the_same_question_has_the_same_answer() {
    for (rows, cols, start) in [(8, 8, 27), (5, 6, 13), (5, 6, 16), (7, 7, 24), (50, 50, 100), (33, 35, 12)] {
        let board = Arc::new(board(rows, cols));
        let tour = || answer(&from(&board, start)).unwrap().squares().collect::<Vec<_>>();
        let first = tour();
        answer(&from(&board, rows * cols - 1));
        assert_eq!(first, tour());
    }
}

#[test]
fn given_steps_are_kept() {
    let board = Arc::new(board(6, 6));
    let mut rng = Rng::new(5);
    let tour: Vec<Square> = answer(&from(&board, 0)).unwrap().squares().collect();
    for _ in 0..40 {
        let mut query = from(&board, 0);
        let steps: Vec<usize> = (0..rng.between(1, 6)).map(|_| rng.below(36) as usize).collect();
        for &step in &steps {
            query = query.with_step(tour[step], step as u32 + 1);
        }
        let found: Vec<Square> = answer(&query).unwrap().squares().collect();
        assert!(steps.iter().all(|&step| found[step] == tour[step]), "{steps:?}");
    }
    // Square 2 is of the other colour than step 3.
    assert!(answer(&from(&board, 0).with_step(1, 3)).is_none());
    // The right colour, and too far away.
    assert!(answer(&from(&board, 0).with_step(35, 3)).is_none());
    // The start is step 1.
    assert!(answer(&from(&board, 0).with_step(0, 5)).is_none());
    assert!(answer(&from(&board, 0).with_step(14, 1)).is_none());
}

fn reason(query: &TourQuery) -> String {
    match query.solve(&Budget::unlimited().with_nodes(100_000)) {
        TourResult::Impossible(none) => none.reason,
        other => panic!("{}: {other:?}", query.board()),
    }
}

fn check_reason(board: Board, start: Square, shape: impl Fn(TourQuery) -> TourQuery, expect: &str) {
    let reason = reason(&shape(TourQuery::from_start(board, start).unwrap()));
    assert!(reason.contains(expect), "{reason}");
}

#[test]
fn none_has_its_reason() {
    let plain = |query| query;
    check_reason(board(5, 5), 1, plain, "corners' colour");
    check_reason(board(1001, 1001), 1, plain, "corners' colour");
    check_reason(board(7, 7), 0, TourQuery::closed, "cannot have 49 squares");
    check_reason(board(4, 1_000_000), 1_000_000, plain, "long edges");
    check_reason(board(4, 6), 0, TourQuery::closed, "long edges");
    check_reason(board(3, 8), 0, TourQuery::closed, "Schwenk");
    check_reason(board(2, 1_000_000), 0, plain, "cannot reach every square");
    check_reason(board(3, 3), 0, plain, "cannot reach every square");
    check_reason(board(1, 1), 0, TourQuery::closed, "at least three squares");
    check_reason(board(8, 8), 0, |query| query.to_end(9), "other colour");
    check_reason(board(8, 8).with_leaper(1, 1), 0, plain, "one colour");
    check_reason(board(9, 9).with_leaper(3, 6), 0, plain, "3 classes");
    check_reason(board(8, 8).with_leaper(4, 5), 0, plain, "leaper (4, 5) cannot reach");
    check_reason(board(8, 8).with_blocked(&[0, 2]), 4, plain, "colours alternate");
    check_reason(board(8, 8).with_blocked(&[10, 17]), 1, plain, "cannot be reached");
    check_reason(board(8, 8).with_blocked(&[10, 63]), 3, TourQuery::closed, "single neighbour");
    check_reason(board(3, 5), 0, plain, "too few moves join the 3 squares e3, a1, e1");
    check_reason(board(3, 8), 10, plain, "lower bound");
}

#[test]
fn other_leapers_and_joined_edges() {
    assert!(answer(&TourQuery::from_start(board(6, 6).with_wrap(Wrap::Torus), 8).unwrap()).is_some());
    assert!(check_closed(&TourQuery::from_start(board(5, 5).with_wrap(Wrap::Torus), 0).unwrap().closed()));
    assert!(check_closed(&TourQuery::from_start(board(3, 3).with_wrap(Wrap::Torus), 0).unwrap().closed()));
    // Watkins: a cylinder has a closed tour but for one row of several, and for two or four rows of an
    // even number of columns.
    for (rows, cols, closed) in
        [(2, 7, true), (3, 5, true), (4, 4, false), (2, 6, false), (1, 5, false), (5, 5, true)]
    {
        let query = TourQuery::from_start(board(rows, cols).with_wrap(Wrap::Cylinder), 0).unwrap().closed();
        assert_eq!(check_closed(&query), closed, "{rows} x {cols}");
    }
    assert!(answer(&TourQuery::from_start(board(10, 10).with_leaper(2, 3), 0).unwrap()).is_some());
    assert!(answer(&TourQuery::from_start(board(5, 8).with_leaper(0, 1), 0).unwrap()).is_some());
    assert!(answer(&TourQuery::from_start(board(6, 6).with_leaper(1, 4), 0).unwrap()).is_none());
}

/// Random holes against a search without any insight.
#[test]
fn holes_against_brute_force() {
    // `None` where it would take too long.
    fn brute(board: &Board, path: &mut Vec<Square>, closed: bool, nodes: &mut u32) -> Option<bool> {
        *nodes = nodes.checked_sub(1)?;
        let here = path[path.len() - 1];
        if path.len() as u32 == board.open_squares() {
            return Some(!closed || path.len() > 2 && jumps(board, here, path[0]));
        }
        for next in board.neighbours(here).collect::<Vec<_>>() {
            if !path.contains(&next) {
                path.push(next);
                if brute(board, path, closed, nodes)? {
                    return Some(true);
                }
                path.pop();
            }
        }
        Some(false)
    }
    let mut rng = Rng::new(11);
    let (mut some, mut none) = (0, 0);
    for _ in 0..250 {
        let (rows, cols) = (rng.between(3, 5) as u32, rng.between(3, 5) as u32);
        let percent = rng.between(5, 40);
        let holes: Vec<Square> = (0..rows * cols).filter(|_| rng.percent(percent)).collect();
        let board = Arc::new(board(rows, cols).with_blocked(&holes));
        for start in (0..rows * cols).filter(|&square| !board.is_blocked(square)) {
            let closed = rng.percent(40);
            let query = if closed { from(&board, start).closed() } else { from(&board, start) };
            let found = answer(&query).is_some();
            let truth = brute(&board, &mut vec![start], closed, &mut 5_000);
            assert!(truth.is_none_or(|truth| truth == found), "{board} {holes:?} {start} {closed}");
            if truth.is_none() {
                continue;
            }
            *if found { &mut some } else { &mut none } += 1;
        }
    }
    assert!(some > 50 && none > 300, "{some} {none}");
}
