//! Boards with any squares blocked, against a table of paths over subsets of squares that shares nothing with
//! the crate.

use std::collections::HashMap;
use tremaux_count::{Board, CountQuery, Method, Settings, Tours, count};

/// The squares of a board and the knight's moves between them.
struct Squares {
    rows: usize,
    cols: usize,
    /// The squares one move away from each, as bits.
    moves: Vec<u32>,
}

impl Squares {
    fn new(rows: usize, cols: usize) -> Squares {
        let near = |s: usize, t: usize| {
            let across = (s % cols).abs_diff(t % cols);
            let down = (s / cols).abs_diff(t / cols);
            across * down == 2
        };
        let moves = |s| (0..rows * cols).filter(|&t| near(s, t)).fold(0, |set, t| set | 1 << t);
        Squares { rows, cols, moves: (0..rows * cols).map(moves).collect() }
    }

    fn len(&self) -> usize {
        self.moves.len()
    }

    /// For each subset of the board the number of paths from `start` to each square that visit exactly the
    /// subset.
    fn paths_over_all_subsets(&self, start: usize) -> Vec<u32> {
        let n = self.len();
        let mut paths = vec![0; n << n];
        paths[n * (1 << start) + start] = 1;
        for set in 0..1usize << n {
            for (at, moves) in self.moves.iter().enumerate() {
                let number = paths[n * set + at];
                if number > 0 {
                    for to in (0..n).filter(|to| moves & !(set as u32) & 1 << to != 0) {
                        paths[n * (set | 1 << to) + to] += number;
                    }
                }
            }
        }
        paths
    }

    /// The number of paths from `start` to each square that visit all squares of `free`.
    fn paths(&self, free: u32, start: usize) -> Vec<u64> {
        let mut ends = HashMap::from([((1u32 << start, start), 1u64)]);
        for _ in 1..free.count_ones() {
            let mut longer = HashMap::new();
            for ((set, at), number) in ends {
                let mut next = self.moves[at] & free & !set;
                while next != 0 {
                    let to = next.trailing_zeros() as usize;
                    next &= next - 1;
                    *longer.entry((set | 1 << to, to)).or_default() += number;
                }
            }
            ends = longer;
        }
        let mut paths = vec![0; self.len()];
        ends.into_iter().for_each(|((_, at), number)| paths[at] += number);
        paths
    }

    fn square(&self, index: usize) -> (usize, usize) {
        (index / self.cols, index % self.cols)
    }

    fn board(&self, free: u32) -> Board {
        let blocked: Vec<_> =
            (0..self.len()).filter(|s| free >> s & 1 == 0).map(|s| self.square(s)).collect();
        Board::new(self.rows, self.cols).unwrap().with_blocked(&blocked).unwrap()
    }

    /// Every kind of tour of the free squares, with its number by the table `paths[start][end]`.
    fn expected(&self, free: u32, paths: &[Vec<u64>]) -> Vec<(Tours, u64)> {
        let squares: Vec<usize> = (0..self.len()).filter(|s| free >> s & 1 == 1).collect();
        let directed: u64 = squares.iter().flat_map(|&s| squares.iter().map(move |&t| paths[s][t])).sum();
        let (first, last) = (squares[0], squares[squares.len() - 1]);
        let closed: u64 =
            (0..self.len()).filter(|t| self.moves[first] >> t & 1 == 1).map(|t| paths[first][t]).sum();
        let from = squares[free as usize % squares.len()];
        let one = squares.len() == 1;
        vec![
            (Tours::Closed, if squares.len() > 2 { closed / 2 } else { 0 }),
            (Tours::Open, if one { directed } else { directed / 2 }),
            (Tours::From(self.square(from)), paths[from].iter().sum()),
            (Tours::Between(self.square(first), self.square(last)), paths[first][last]),
            (Tours::Between(self.square(from), self.square(first)), paths[from][first]),
        ]
    }
}

/// The faults found; there should be none.
#[derive(Default)]
struct Faults {
    checked: u64,
    wrong: Vec<String>,
}

impl Faults {
    fn check(&mut self, squares: &Squares, free: u32, paths: &[Vec<u64>], methods: &[Method]) {
        let settings = Settings { threads: 1, ..Settings::default() };
        for (tours, expected) in squares.expected(free, paths) {
            let query = CountQuery::new(squares.board(free), tours).unwrap();
            for &method in methods {
                let found =
                    count(&query, &Settings { method, ..settings.clone() }, &mut |_| ()).unwrap().number;
                self.checked += 1;
                if found != u128::from(expected) {
                    let (rows, cols) = (squares.rows, squares.cols);
                    self.wrong.push(format!(
                        "{rows}x{cols} free {free:b} {tours:?} {method:?}: found {found}, expected {expected}"
                    ));
                }
            }
        }
    }

    fn report(self) {
        let Faults { checked, wrong } = self;
        assert!(
            wrong.is_empty(),
            "{} of {checked} wrong, e.g. {:#?}",
            wrong.len(),
            &wrong[..wrong.len().min(5)]
        );
    }
}

/// All boards of this size, by these methods.
fn check_all(rows: usize, cols: usize, methods: &[Method]) {
    let squares = Squares::new(rows, cols);
    let n = squares.len();
    let tables: Vec<Vec<u32>> = (0..n).map(|start| squares.paths_over_all_subsets(start)).collect();
    let mut faults = Faults::default();
    for free in 1..1u32 << n {
        let row = |table: &Vec<u32>| table[n * free as usize..][..n].iter().map(|&c| c.into()).collect();
        let paths: Vec<Vec<u64>> = tables.iter().map(row).collect();
        faults.check(&squares, free, &paths, methods);
    }
    faults.report();
}

/// So many random boards of this size, with at least so many squares blocked.
fn check_random(rows: usize, cols: usize, boards: u64, least: u64, methods: &[Method]) {
    let squares = Squares::new(rows, cols);
    let mut faults = Faults::default();
    let mut seed = 0x9e37_79b9_7f4a_7c15u64;
    let mut random = || {
        // Xorshift: any bits do.
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 16) as u32
    };
    for i in 0..boards {
        let mut free = (1u32 << (rows * cols)) - 1;
        let left = (rows * cols) as u64 - least - i % 6;
        while u64::from(free.count_ones()) > left {
            free &= !(1 << (random() % (rows * cols) as u32));
        }
        let paths: Vec<Vec<u64>> = (0..squares.len())
            .map(|s| if free >> s & 1 == 1 { squares.paths(free, s) } else { vec![0; squares.len()] })
            .collect();
        faults.check(&squares, free, &paths, methods);
    }
    faults.report();
}

/// The default, without symmetry, transposed, and every cut of a board with so many rows.
fn all_methods(rows: usize) -> Vec<Method> {
    let cuts = [None].into_iter().chain((0..rows - 1).map(Some));
    let ways = cuts.flat_map(|cut| [(false, cut), (true, cut)]);
    ways.flat_map(|(transpose, rows_above)| {
        [false, true].map(|ignore_symmetry| Method { transpose, rows_above, ignore_symmetry })
    })
    .collect()
}

#[test]
fn all_boards_of_3_by_3() {
    check_all(3, 3, &all_methods(3));
}

#[test]
fn all_boards_of_2_by_5() {
    check_all(2, 5, &all_methods(5));
}

#[test]
fn all_boards_of_3_by_4() {
    check_all(3, 4, &[Method::default(), Method { ignore_symmetry: true, ..Method::default() }]);
}

#[test]
fn all_boards_of_4_by_4() {
    check_all(4, 4, &[Method::default()]);
}

#[test]
fn random_boards_of_4_by_5_to_5_by_6() {
    check_random(4, 5, 60, 0, &[Method::default()]);
    check_random(5, 4, 30, 0, &[Method::default()]);
    check_random(5, 5, 20, 3, &[Method::default()]);
    check_random(5, 6, 20, 8, &[Method::default()]);
}

#[test]
#[ignore = "minutes: every method"]
fn all_boards_by_all_methods() {
    check_all(3, 4, &all_methods(4));
    check_all(4, 4, &all_methods(4));
}

#[test]
#[ignore = "minutes: every method"]
fn many_random_boards_by_all_methods() {
    check_random(4, 5, 400, 0, &all_methods(5));
    check_random(5, 5, 150, 1, &all_methods(5));
    check_random(5, 6, 100, 4, &all_methods(6));
}

/// The first `k` squares of a board of five rows, column by column: OEIS A383661 and A389755 (D. E. Knuth,
/// Hamiltonian paths and cycles, 2025).
#[test]
fn partial_boards() {
    let closed = include_str!("../../../tests/data/count/partial-5-closed.txt");
    let open = include_str!("../../../tests/data/count/partial-5-open.txt");
    let mut checked = 0;
    for (tours, text) in [(Tours::Closed, closed), (Tours::Open, open)] {
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (k, expected) = line.split_once(' ').unwrap();
            let k: usize = k.parse().unwrap();
            let (rows, cols) = (5, k.div_ceil(5));
            let blocked: Vec<_> = (k..rows * cols).map(|i| (i % rows, i / rows)).collect();
            let board = Board::new(rows, cols).unwrap().with_blocked(&blocked).unwrap();
            let query = CountQuery::new(board, tours).unwrap();
            let found = count(&query, &Settings::default(), &mut |_| ()).unwrap().number;
            assert_eq!(found.to_string(), expected, "{tours:?} tours of the first {k} squares");
            checked += 1;
        }
    }
    assert_eq!(checked, 80);
}
