//! A hard sudoku: its solution, and the proof that it has no other.

use tremaux_search::{Backtrack, Search};

const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// 81 cells row by row, 0 for an empty one, and the cells that were filled in, in order.
struct Sudoku([u8; 81], Vec<usize>);

impl Sudoku {
    /// Digits row by row; anything else is an empty cell.
    fn new(text: &str) -> Self {
        let mut digits = text.chars().map(|c| c.to_digit(10).unwrap_or(0) as u8);
        Sudoku(std::array::from_fn(|_| digits.next().unwrap_or(0)), Vec::new())
    }
    fn fits(&self, cell: usize, digit: u8) -> bool {
        let place = |cell: usize| (cell / 9, cell % 9, cell / 27 * 3 + cell % 9 / 3);
        let (row, col, square) = place(cell);
        (0..81).filter(|&c| self.0[c] == digit).map(place).all(|p| p.0 != row && p.1 != col && p.2 != square)
    }
    /// The empty cell that the fewest digits fit into: it fails first, or is settled.
    fn tightest(&self) -> Option<usize> {
        let empty = (0..81).filter(|&cell| self.0[cell] == 0);
        empty.min_by_key(|&cell| (1..=9).filter(|&digit| self.fits(cell, digit)).count())
    }
}

impl Backtrack for Sudoku {
    type Move = (usize, u8); // the cell and the digit

    fn is_goal(&self) -> bool {
        !self.0.contains(&0)
    }
    fn next_move(&self, last: Option<(usize, u8)>) -> Option<(usize, u8)> {
        let (cell, tried) = last.or_else(|| Some((self.tightest()?, 0)))?;
        (tried + 1..=9).find(|&digit| self.fits(cell, digit)).map(|digit| (cell, digit))
    }
    fn make(&mut self, (cell, digit): (usize, u8)) {
        self.0[cell] = digit;
        self.1.push(cell);
    }
    fn unmake(&mut self) -> Option<(usize, u8)> {
        let cell = self.1.pop()?;
        Some((cell, std::mem::take(&mut self.0[cell])))
    }
}

fn main() {
    let mut search = Search::new(Sudoku::new(HARD));
    let solutions: Vec<[u8; 81]> = search.goals(|sudoku| sudoku.0).collect();
    solutions[0].chunks(9).for_each(|row| println!("{row:?}"));
    assert_eq!(solutions.len(), 1, "it has no other");
}

#[test]
fn a_hard_one_has_one_solution() {
    main();
}
