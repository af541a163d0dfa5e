//! Counts against published values, against brute force, and against themselves by other ways.

mod brute;

use brute::Plain;
use tremaux_count::{Board, CountQuery, Error, Method, Settings, Tours, count, plan};

const KNOWN: &str = include_str!("../../../tests/data/count/known.txt");

fn settings() -> Settings {
    Settings { threads: 2, memory_limit: 12_000_000_000, ..Settings::default() }
}

fn number(query: &CountQuery, method: Method) -> u128 {
    count(query, &Settings { method, ..settings() }, &mut |_| ()).expect("a count").number
}

fn board(rows: usize, cols: usize) -> Board {
    Board::new(rows, cols).expect("a board")
}

fn query(board: &Board, tours: Tours) -> CountQuery {
    CountQuery::new(board.clone(), tours).expect("a query")
}

/// The lines of the table of known values whose predicted number of states is in the range.
fn check_known(states: std::ops::Range<u64>) {
    let mut checked = 0;
    for line in KNOWN.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [kind, rows, cols, expected] = words[..4] else { panic!("short line: {line}") };
        let tours = if kind == "closed" { Tours::Closed } else { Tours::Open };
        let mut query = query(&board(rows.parse().unwrap(), cols.parse().unwrap()), tours);
        if kind == "directed" {
            query = query.directed();
        }
        if states.contains(&plan(&query, &settings()).unwrap().states()) {
            assert_eq!(number(&query, Method::default()).to_string(), expected, "{line}");
            checked += 1;
        }
    }
    assert!(checked > 10, "only {checked} lines checked");
}

#[test]
fn known_values() {
    check_known(0..3_000_000);
}

#[test]
#[ignore = "8 x 8 to 8 x 11 and 7 x 7 open: minutes, and up to 5 GB"]
fn known_values_of_large_boards() {
    check_known(3_000_000..u64::MAX);
}

/// Two values of 8 x 11 are in circulation that differ by 2 * 2^64. Here the counts of half boards are exact
/// in 64 bits and their products are added up in 128.
#[test]
#[ignore = "a minute and 3 GB"]
fn eight_by_eleven_is_not_cut_off_at_64_bits() {
    let found = number(&query(&board(8, 11), Tours::Closed), Method::default());
    assert_eq!(found, 2122880233853945590892);
    assert_eq!(found - 2085986745706526487660, 2 << 64);
}

/// The same on boards that are quick, by cuts in different places.
#[test]
fn numbers_beyond_64_bits_do_not_depend_on_the_cut() {
    for (rows, cols, tours) in [(5, 20, Tours::Closed), (6, 15, Tours::Closed), (4, 30, Tours::Open)] {
        let query = query(&board(rows, cols), tours);
        let found = [0, 1, 4]
            .map(|off| number(&query, Method { rows_above: Some(cols / 2 - 1 + off), ..Method::default() }));
        assert!(found[0] > u64::MAX as u128, "{rows}x{cols}: {}", found[0]);
        assert_eq!(found, [found[0]; 3], "{rows}x{cols}");
    }
}

/// Every query about a board against brute force.
fn check_brute(rows: usize, cols: usize, legs: (usize, usize), blocked: &[(usize, usize)]) {
    let plain = Plain {
        rows: rows as i32,
        cols: cols as i32,
        legs: (legs.0 as i32, legs.1 as i32),
        blocked: blocked.to_vec(),
    };
    let name = format!("{rows}x{cols} {legs:?} without {blocked:?}");
    let (ends, closable) = plain.tours();
    let squares = rows * cols;
    let free = squares - blocked.len();
    let board = board(rows, cols).with_leaper(legs.0, legs.1).unwrap().with_blocked(blocked).unwrap();
    let directed: u64 = ends.iter().flatten().sum();
    // Each closed tour of more than two squares is cut open by `free` pairs of neighbours, in two directions.
    let closed = if free > 2 { closable / (2 * free as u64) } else { 0 };
    let check = |query: CountQuery, expected: u64| {
        assert_eq!(number(&query, Method::default()), expected as u128, "{name}: {}", query.what());
    };
    check(query(&board, Tours::Closed), closed);
    check(query(&board, Tours::Closed).directed(), 2 * closed);
    check(query(&board, Tours::Open).directed(), directed);
    check(query(&board, Tours::Open), if free == 1 { 1 } else { directed / 2 });
    for s in (0..squares).map(|v| (v / cols, v % cols)).filter(|s| !blocked.contains(s)) {
        let from = &ends[s.0 * cols + s.1];
        check(query(&board, Tours::From(s)), from.iter().sum());
        // A few ends of each start, other ones each time.
        for v in (0..squares).filter(|v| (v + 7 * s.0 + s.1) % 5 == 0) {
            let t = (v / cols, v % cols);
            if !blocked.contains(&t) {
                check(query(&board, Tours::Between(s, t)), from[v]);
            }
        }
    }
}

#[test]
fn brute_force_agrees_on_small_boards() {
    for rows in 1..=5 {
        for cols in 1..=5 {
            if rows * cols <= 20 {
                check_brute(rows, cols, (1, 2), &[]);
            }
        }
    }
    for (rows, cols) in [(1, 9), (2, 8), (9, 2), (3, 7), (7, 3)] {
        check_brute(rows, cols, (1, 2), &[]);
    }
}

#[test]
fn brute_force_agrees_with_blocked_squares() {
    let check = |rows, cols, blocked: &[(usize, usize)]| check_brute(rows, cols, (1, 2), blocked);
    check(3, 3, &[(1, 1)]); // the ring of eight: one closed tour
    check(4, 4, &[(0, 0), (3, 3)]); // symmetric by a half turn only
    check(4, 4, &[(1, 1), (1, 2), (2, 1), (2, 2)]); // by everything
    check(4, 5, &[(0, 2)]); // by the mirror only
    check(5, 4, &[(2, 1)]);
    check(5, 4, &[(2, 1), (0, 0), (0, 1)]);
    check(3, 7, &[(1, 3)]);
    check(1, 4, &[(0, 1), (0, 2), (0, 3)]); // a single square left
}

#[test]
fn brute_force_agrees_with_other_leapers() {
    for legs in [(0, 1), (1, 1), (0, 2), (1, 3), (2, 3)] {
        for (rows, cols) in [(1, 2), (1, 5), (2, 3), (3, 4), (4, 4), (2, 7)] {
            check_brute(rows, cols, legs, &[]);
        }
    }
    check_brute(4, 4, (0, 1), &[(0, 0), (1, 0)]);
    check_brute(4, 5, (0, 1), &[(3, 3), (3, 4)]);
}

/// Closed tours of the wazir are the Hamiltonian cycles of the grid graph: OEIS A003763.
#[test]
fn grid_graphs() {
    for (n, expected) in [(2, 1), (4, 6), (6, 1072), (8, 4638576), (10, 467260456608)] {
        let board = board(n, n).with_leaper(0, 1).unwrap();
        assert_eq!(number(&query(&board, Tours::Closed), Method::default()), expected, "{n}x{n}");
    }
}

/// Transposed boards, other cuts, no symmetry: always the same number.
#[test]
fn every_way_gives_the_same_number() {
    let ways = |rows: usize| {
        let cuts = [None].into_iter().chain((0..rows).map(Some)).map(|rows_above| (false, rows_above));
        // The transposed board has a boundary of twice the longer side.
        let all = cuts.chain((rows <= 8).then_some((true, None)));
        all.flat_map(|(transpose, rows_above)| {
            [false, true].map(|ignore_symmetry| Method { transpose, rows_above, ignore_symmetry })
        })
    };
    for (rows, cols) in
        [(3, 4), (3, 8), (4, 5), (5, 4), (4, 6), (5, 5), (5, 6), (6, 5), (3, 10), (1, 6), (2, 5)]
    {
        for tours in [Tours::Closed, Tours::Open, Tours::From((0, 0))] {
            let query = query(&board(rows, cols), tours);
            let expected = number(&query, Method::default());
            for method in ways(rows.max(cols)) {
                assert_eq!(number(&query, method), expected, "{rows}x{cols} {tours:?} {method:?}");
            }
        }
    }
}

/// Directed tours by start square (sums are those of A165134 and A083386).
#[test]
fn tours_from_each_square() {
    let table = |rows: usize, cols: usize, expected: &[u128]| {
        let found: Vec<u128> = (0..rows * cols)
            .map(|v| number(&query(&board(rows, cols), Tours::From((v / cols, v % cols))), Method::default()))
            .collect();
        assert_eq!(found, expected, "{rows}x{cols}");
    };
    table(3, 4, &[2, 0, 0, 2, 4, 0, 0, 4, 2, 0, 0, 2]);
    let row = [304, 0, 56, 0, 304, 0, 56, 0, 56, 0];
    let (middle, back) = ([56, 0, 64, 0, 56], [0, 56, 0, 56, 0, 304, 0, 56, 0, 304]);
    table(5, 5, &[&row[..], &middle, &back].concat());
    let (outer, second, third) =
        ([4542, 1910, 906, 906, 1910, 4542], [1080, 742, 84, 84, 742, 1080], [172, 16, 68, 68, 16, 172]);
    table(5, 6, &[outer, second, third, second, outer].concat());
}

#[test]
fn threads_do_not_change_the_number() {
    let query = query(&board(6, 8), Tours::Closed);
    for threads in [0, 1, 2, 3, 8] {
        let count = count(&query, &Settings { threads, ..settings() }, &mut |_| ()).unwrap();
        assert_eq!(count.number, 55488142, "{threads} threads");
    }
}

#[test]
fn predictions_are_near() {
    for (rows, cols, tours) in [
        (6, 6, Tours::Closed),
        (6, 9, Tours::Closed),
        (7, 8, Tours::Closed),
        (6, 6, Tours::Open),
        (6, 7, Tours::Open),
    ] {
        let query = query(&board(rows, cols), tours);
        let predicted = plan(&query, &settings()).unwrap();
        let found = count(&query, &settings(), &mut |_| ()).unwrap();
        let ratio = predicted.states() as f64 / found.states as f64;
        assert!(
            (0.4..2.5).contains(&ratio),
            "{rows}x{cols}: {} predicted, {} found",
            predicted.states(),
            found.states
        );
        assert!(
            predicted.bytes >= found.bytes,
            "{rows}x{cols}: {} bytes predicted, {}",
            predicted.bytes,
            found.bytes
        );
    }
}

#[test]
fn what_cannot_be_counted_is_refused() {
    let settings = |memory_limit| Settings { memory_limit, ..settings() };
    let large = query(&board(10, 10), Tours::Closed);
    match count(&large, &settings(8_000_000_000), &mut |_| panic!("it started")) {
        Err(Error::Memory { needed, allowed: 8_000_000_000, predicted: true }) => {
            assert!((200_000_000_000..2_000_000_000_000).contains(&needed), "{needed}");
        }
        other => panic!("{other:?}"),
    }
    // 20 slots, whatever memory there is.
    for (rows, cols, tours, wide) in [
        (40, 40, Tours::Closed, 80),
        (11, 11, Tours::Open, 23),
        (10, 10, Tours::Open, 21),
        (11, 12, Tours::Closed, 22),
    ] {
        let wide_board = query(&board(rows, cols), tours);
        for limit in [8_000_000_000, u64::MAX] {
            match count(&wide_board, &settings(limit), &mut |_| ()) {
                Err(Error::TooWide { slots, most: 20 }) => assert_eq!(slots, wide, "{rows}x{cols}"),
                other => panic!("{rows}x{cols}: {other:?}"),
            }
        }
    }
    // 3 x 400 has some 10^100 tours.
    let long = query(&board(3, 400), Tours::Closed);
    assert!(matches!(count(&long, &settings(u64::MAX), &mut |_| ()), Err(Error::TooLarge)));
}

#[test]
fn boards_that_make_no_sense_are_errors() {
    let is_error = |result: Result<Board, Error>| matches!(result, Err(Error::Board(_)));
    assert!(is_error(Board::new(0, 4)));
    assert!(is_error(Board::new(usize::MAX, 2)));
    assert!(is_error(board(3, 3).with_leaper(0, 0)));
    assert!(is_error(board(3, 3).with_blocked(&[(3, 0)])));
    assert!(is_error(board(1, 1).with_blocked(&[(0, 0)])));
    assert!(CountQuery::new(board(3, 3), Tours::From((0, 3))).is_err());
    assert!(
        CountQuery::new(board(3, 3).with_blocked(&[(1, 1)]).unwrap(), Tours::Between((0, 0), (1, 1)))
            .is_err()
    );
}

#[test]
fn progress_counts_the_steps_and_a_request_stops() {
    let query = query(&board(6, 7), Tours::Closed);
    let settings = settings();
    let mut steps = vec![];
    let number = count(&query, &settings, &mut |p| steps.push((p.step, p.of, p.part))).unwrap().number;
    assert_eq!(number, 1067638);
    let whole: Vec<usize> = steps.chunk_by(|a, b| a.0 == b.0).map(|reports| reports[0].0).collect();
    assert_eq!(whole, (0..steps[0].1).collect::<Vec<_>>(), "every step once, the last of them the join");
    assert!(steps.windows(2).all(|pair| pair[0].2 <= pair[1].2 && pair[1].2 <= 1.0), "{steps:?}");
    assert!(steps.len() > 3 * whole.len(), "there are reports within steps");
    let stopped = count(&query, &settings, &mut |progress| {
        settings.cancel.store(progress.step == 5, std::sync::atomic::Ordering::Relaxed);
    });
    assert!(matches!(stopped, Err(Error::Cancelled)), "{stopped:?}");
}
