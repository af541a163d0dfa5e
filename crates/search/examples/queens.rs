//! Eight queens on a chess board, none attacked by another: the number of ways, and the first of them.
//!
//! `cargo run -p tremaux-search --example queens`

use tremaux_search::{Backtrack, Search};

/// Queens in the first rows: for each its column, and the columns that the queens so far attack in the next row, as
/// bits: straight down, to the left, to the right.
struct Queens {
    size: u32,
    rows: Vec<(u32, [u32; 3])>,
}

impl Queens {
    fn attacked(&self) -> [u32; 3] {
        self.rows.last().map_or([0; 3], |&(_, attacked)| attacked)
    }
}

impl Backtrack for Queens {
    /// The column of the next queen.
    type Move = u32;

    fn is_goal(&self) -> bool {
        self.rows.len() as u32 == self.size
    }
    fn next_move(&self, last: Option<u32>) -> Option<u32> {
        let [down, left, right] = self.attacked();
        (last.map_or(0, |column| column + 1)..self.size)
            .find(|column| (down | left | right) >> column & 1 == 0)
    }
    fn make(&mut self, column: u32) {
        let [down, left, right] = self.attacked().map(|squares| squares | 1 << column);
        self.rows.push((column, [down, left >> 1, right << 1]));
    }
    fn unmake(&mut self) -> Option<u32> {
        self.rows.pop().map(|(column, _)| column)
    }
}

fn ways(size: u32) -> usize {
    Search::new(Queens { size, rows: vec![] }).goals(|_| ()).count()
}

fn main() {
    println!("{} ways, the first of them:", ways(8));
    let mut search = Search::new(Queens { size: 8, rows: vec![] });
    for (column, _) in search.goals(|queens| queens.rows.clone()).next().into_iter().flatten() {
        println!("{}", (0..8).map(|c| if c == column { "Q " } else { ". " }).collect::<String>());
    }
}

#[test]
fn the_known_numbers() {
    assert_eq!([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(ways), [1, 0, 0, 2, 10, 4, 40, 92, 352, 724]);
}
