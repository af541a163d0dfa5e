//! What is asked: a board, a leaper, and which tours of it to count.

use crate::Error;

/// A square as `(row, column)`, both from 0, row 0 at the top.
pub type Square = (usize, usize);

/// A board of `rows x cols` squares, some of them blocked, and the leaper that moves on it.
///
/// ```
/// use tremaux_count::Board;
/// let board = Board::new(3, 4)?.with_blocked(&[(0, 0)])?;
/// assert_eq!(board.squares(), 11);
/// # Ok::<(), tremaux_count::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    rows: usize,
    cols: usize,
    leaper: (usize, usize),
    blocked: Vec<bool>,
}

impl Board {
    /// The most squares of a board. Far more than can be counted unless the board is narrow.
    pub const MAX_SQUARES: usize = 10_000;

    /// An empty board for the knight.
    ///
    /// # Errors
    /// [`Error::Board`] where it has no square or more than [`Board::MAX_SQUARES`].
    pub fn new(rows: usize, cols: usize) -> Result<Board, Error> {
        match rows.checked_mul(cols) {
            Some(1..=Board::MAX_SQUARES) => {
                Ok(Board { rows, cols, leaper: (1, 2), blocked: vec![false; rows * cols] })
            }
            _ => Err(Error::Board(format!(
                "a board has 1 to {} squares, not {rows}x{cols}",
                Board::MAX_SQUARES
            ))),
        }
    }

    /// The same board for the leaper that goes `a` squares along one axis and `b` along the other: `(1, 2)`
    /// is the knight, `(0, 1)` the wazir (whose tours are the Hamiltonian cycles of the grid graph).
    ///
    /// # Errors
    /// [`Error::Board`] for `(0, 0)`, which does not move.
    pub fn with_leaper(mut self, a: usize, b: usize) -> Result<Board, Error> {
        if (a, b) == (0, 0) {
            return Err(Error::Board("a (0, 0) leaper does not move".into()));
        }
        self.leaper = (a.min(b), a.max(b));
        Ok(self)
    }

    /// The same board with these squares blocked: no tour visits them.
    ///
    /// # Errors
    /// [`Error::Board`] where a square is off the board or none is left free.
    pub fn with_blocked(mut self, squares: &[Square]) -> Result<Board, Error> {
        for &square in squares {
            let index = self.index(square)?;
            self.blocked[index] = true;
        }
        if self.squares() == 0 {
            return Err(Error::Board("every square is blocked".into()));
        }
        Ok(self)
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// The number of squares that are not blocked.
    pub fn squares(&self) -> usize {
        self.blocked.iter().filter(|&&b| !b).count()
    }

    /// The squares that are blocked, in row-major order.
    pub fn blocked(&self) -> impl Iterator<Item = Square> + '_ {
        let squares = (0..self.rows).flat_map(|row| (0..self.cols).map(move |col| (row, col)));
        squares.filter(|&square| !self.is_free(square))
    }

    /// The two legs of the leaper, the shorter first.
    pub fn leaper(&self) -> (usize, usize) {
        self.leaper
    }

    fn index(&self, (row, col): Square) -> Result<usize, Error> {
        if row < self.rows && col < self.cols {
            return Ok(row * self.cols + col);
        }
        Err(Error::Board(format!(
            "square {row},{col} is off the board: rows 0 to {}, columns 0 to {}",
            self.rows - 1,
            self.cols - 1
        )))
    }

    pub(crate) fn is_free(&self, (row, col): Square) -> bool {
        !self.blocked[row * self.cols + col]
    }

    fn transposed(&self) -> Board {
        let blocked =
            (0..self.cols).flat_map(|c| (0..self.rows).map(move |r| self.blocked[r * self.cols + c]));
        Board { rows: self.cols, cols: self.rows, leaper: self.leaper, blocked: blocked.collect() }
    }

    /// The squares one move away, in row-major order.
    pub(crate) fn neighbours(&self, (row, col): Square) -> Vec<Square> {
        let (a, b) = (self.leaper.0 as isize, self.leaper.1 as isize);
        let mut found: Vec<Square> = [(a, b), (b, a)]
            .into_iter()
            .flat_map(|(x, y)| [(x, y), (x, -y), (-x, y), (-x, -y)])
            .filter_map(|(x, y)| Some((row.checked_add_signed(x)?, col.checked_add_signed(y)?)))
            .filter(|&(r, c)| r < self.rows && c < self.cols && self.is_free((r, c)))
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// Which tours to count. A tour visits every free square once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tours {
    /// Tours that return to where they began (Hamiltonian cycles; they have no first square).
    Closed,
    /// Tours with any two ends (Hamiltonian paths, those that could be closed by one more move included).
    Open,
    /// Tours that begin on this square.
    From(Square),
    /// Tours that begin on the first square and end on the second.
    Between(Square, Square),
}

/// A query that [`count`](crate::count) answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountQuery {
    pub(crate) board: Board,
    pub(crate) tours: Tours,
    pub(crate) directed: bool,
}

impl CountQuery {
    /// A query about the undirected tours: a tour and its reverse are one.
    ///
    /// With [`Tours::From`] and [`Tours::Between`] the ends determine the direction, and being directed or not
    /// makes no difference.
    ///
    /// # Errors
    /// [`Error::Board`] where a given end is blocked or off the board.
    pub fn new(board: Board, tours: Tours) -> Result<CountQuery, Error> {
        let ends = match tours {
            Tours::Closed | Tours::Open => vec![],
            Tours::From(s) => vec![s],
            Tours::Between(s, t) => vec![s, t],
        };
        for end in ends {
            board.index(end)?;
            if !board.is_free(end) {
                return Err(Error::Board("no tour ends on a blocked square".into()));
            }
        }
        Ok(CountQuery { board, tours, directed: false })
    }

    /// The same query about directed tours: a tour and its reverse are two, unless they are the same
    /// (the tour of a single square).
    pub fn directed(mut self) -> CountQuery {
        self.directed = true;
        self
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// What is counted, in words, e.g. `undirected closed tours`.
    pub fn what(&self) -> String {
        let direction = if self.directed { "directed" } else { "undirected" };
        match self.tours {
            Tours::Closed => format!("{direction} closed tours"),
            Tours::Open => format!("{direction} open tours"),
            Tours::From(s) => format!("open tours from {},{}", s.0, s.1),
            Tours::Between(s, t) => format!("open tours from {},{} to {},{}", s.0, s.1, t.0, t.1),
        }
    }

    /// The same query with rows and columns exchanged; the answer is the same.
    pub(crate) fn transposed(&self) -> CountQuery {
        let flip = |(r, c): Square| (c, r);
        let tours = match self.tours {
            Tours::From(s) => Tours::From(flip(s)),
            Tours::Between(s, t) => Tours::Between(flip(s), flip(t)),
            any => any,
        };
        CountQuery { board: self.board.transposed(), tours, directed: self.directed }
    }

    /// The number, if it needs no counting: where the apex would not make a proper cycle.
    pub(crate) fn number_at_once(&self) -> Option<u128> {
        match (self.tours, self.board.squares()) {
            // One square: a tour of no moves, its own reverse, which is not closed.
            (Tours::Closed, 1) => Some(0),
            (_, 1) => Some(1),
            (Tours::Between(s, t), _) if s == t => Some(0),
            _ => None,
        }
    }

    /// By how much the number of Hamiltonian cycles the program counts has to be multiplied.
    pub(crate) fn factor(&self) -> u128 {
        if self.directed && matches!(self.tours, Tours::Closed | Tours::Open) { 2 } else { 1 }
    }
}
