//! The board: its squares, and where a leaper may jump from each.

use std::fmt;

use tremaux_core::SquareNames;

/// A square, counted from 0 row by row: `row * cols + col`.
pub type Square = u32;

/// Which edges of a board are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wrap {
    /// None: the plain board.
    #[default]
    None,
    /// The left edge to the right one: each row is a ring.
    Cylinder,
    /// Left to right and top to bottom: rows and columns are rings.
    Torus,
}

/// A board of rows x columns squares, some of them perhaps blocked, and the piece that tours it.
///
/// ```
/// use tremaux_puzzles::knight::Board;
/// let board = Board::new(8, 8).unwrap();
/// assert_eq!(board.name(0), "a8");
/// assert_eq!(board.neighbours(0).collect::<Vec<_>>(), [10, 17]);
/// assert!(Board::new(0, 8).is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    rows: u32,
    cols: u32,
    /// Empty where there is none.
    blocked: Vec<bool>,
    open: u32,
    leapers: Vec<(u32, u32)>,
    jumps: Vec<(i64, i64)>,
    wrap: Wrap,
}

impl Board {
    /// The most squares of a board.
    pub const MAX_SQUARES: u64 = 1 << 31;

    /// The most different moves of a piece.
    pub const MAX_LEAPERS: usize = 6;

    /// A plain board for a knight; `None` without a square, or with more than
    /// [`MAX_SQUARES`](Board::MAX_SQUARES).
    pub fn new(rows: u32, cols: u32) -> Option<Board> {
        let squares = u64::from(rows) * u64::from(cols);
        (1..=Self::MAX_SQUARES).contains(&squares).then(|| Board {
            rows,
            cols,
            blocked: Vec::new(),
            open: squares as u32,
            leapers: vec![(1, 2)],
            jumps: jumps(&[(1, 2)]),
            wrap: Wrap::None,
        })
    }

    /// Blocks these squares, and no others. Squares outside the board are ignored.
    pub fn with_blocked(mut self, blocked: &[Square]) -> Board {
        if blocked.is_empty() {
            return Board { blocked: Vec::new(), open: self.squares(), ..self };
        }
        self.blocked = vec![false; self.squares() as usize];
        for &square in blocked {
            if let Some(blocked) = self.blocked.get_mut(square as usize) {
                *blocked = true;
            }
        }
        self.open = self.blocked.iter().filter(|&&blocked| !blocked).count() as u32;
        if self.open == self.squares() {
            self.blocked = Vec::new();
        }
        self
    }

    /// For a piece that goes `a` squares one way and `b` squares the other.
    pub fn with_leaper(self, a: u32, b: u32) -> Board {
        self.with_leapers(&[(a, b)])
    }

    /// For a piece that has each of these moves, at most [`MAX_LEAPERS`](Board::MAX_LEAPERS) of them; more are ignored.
    ///
    /// ```
    /// use tremaux_puzzles::knight::Board;
    /// let board = Board::new(4, 4).unwrap().with_leapers(&[(0, 3), (2, 2)]);
    /// assert_eq!(board.neighbours(0).collect::<Vec<_>>(), [3, 12, 10]);
    /// assert_eq!(board.piece(), "leaper (0, 3; 2, 2)");
    /// ```
    pub fn with_leapers(self, leapers: &[(u32, u32)]) -> Board {
        let mut distinct = Vec::new();
        for &(a, b) in leapers.iter().take(Self::MAX_LEAPERS) {
            let leaper = (a.min(b), a.max(b));
            if !distinct.contains(&leaper) {
                distinct.push(leaper);
            }
        }
        Board { jumps: jumps(&distinct), leapers: distinct, ..self }
    }

    /// With edges joined.
    pub fn with_wrap(self, wrap: Wrap) -> Board {
        Board { wrap, ..self }
    }

    /// Number of rows.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Number of columns.
    pub fn cols(&self) -> u32 {
        self.cols
    }

    /// Number of squares, blocked ones included.
    pub fn squares(&self) -> u32 {
        (u64::from(self.rows) * u64::from(self.cols)) as u32
    }

    /// Number of squares that a tour visits.
    pub fn open_squares(&self) -> u32 {
        self.open
    }

    /// Returns how far the piece goes: (1, 2) for a knight, the smaller number first. A piece can have several moves.
    pub fn leapers(&self) -> &[(u32, u32)] {
        &self.leapers
    }

    /// Returns what the piece is called: "knight" or "leaper (1, 3)".
    pub fn piece(&self) -> String {
        if self.leapers == [(1, 2)] {
            return "knight".into();
        }
        let moves: Vec<String> = self.leapers.iter().map(|(a, b)| format!("{a}, {b}")).collect();
        format!("leaper ({})", moves.join("; "))
    }

    /// Which edges are joined.
    pub fn wrap(&self) -> Wrap {
        self.wrap
    }

    /// Is the square blocked, or off the board?
    pub fn is_blocked(&self, square: Square) -> bool {
        square >= self.squares() || self.blocked.get(square as usize) == Some(&true)
    }

    /// Is this a knight's board without blocked squares and joined edges, as in the theorems?
    pub fn is_plain(&self) -> bool {
        self.blocked.is_empty() && self.leapers == [(1, 2)] && self.wrap == Wrap::None
    }

    /// Row and column, from 0.
    pub fn place(&self, square: Square) -> (u32, u32) {
        (square / self.cols, square % self.cols)
    }

    /// The square in this row and column, from 0; `None` off the board.
    pub fn square(&self, row: u32, col: u32) -> Option<Square> {
        (row < self.rows && col < self.cols).then(|| row * self.cols + col)
    }

    /// The squares that one jump reaches, each once, in the order of the jumps.
    pub fn neighbours(&self, square: Square) -> impl Iterator<Item = Square> + '_ {
        self.jumps.iter().enumerate().filter_map(move |(i, &jump)| {
            let target = self.jump(square, jump)?;
            // Only on a ring two jumps can lead to one square.
            let mut earlier = self.jumps[..i].iter().filter(|_| self.wrap != Wrap::None);
            let again = earlier.any(|&jump| self.jump(square, jump) == Some(target));
            (!again && target != square && !self.is_blocked(target)).then_some(target)
        })
    }

    fn jump(&self, square: Square, (down, right): (i64, i64)) -> Option<Square> {
        let (row, col) = self.place(square);
        let land = |from: u32, by: i64, side: u32, ring: bool| {
            let to = i64::from(from) + by;
            let to = if ring { to.rem_euclid(i64::from(side)) } else { to };
            (0..i64::from(side)).contains(&to).then_some(to as u32)
        };
        let row = land(row, down, self.rows, self.wrap == Wrap::Torus)?;
        let col = land(col, right, self.cols, self.wrap != Wrap::None)?;
        self.square(row, col)
    }

    /// Returns the names of the squares, which read squares, too.
    pub fn names(&self) -> SquareNames {
        SquareNames::new(self.rows, self.cols)
    }

    /// Returns the name of a square on a chess board: the letter of its column and the number of its row from below.
    pub fn name(&self, square: Square) -> String {
        self.names().name(square)
    }
}

/// "8 x 8".
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} x {}", self.rows, self.cols)
    }
}

/// All ways to go `a` and `b` in different directions, each once, clockwise from north.
fn jumps(leapers: &[(u32, u32)]) -> Vec<(i64, i64)> {
    let mut jumps = Vec::new();
    for &(a, b) in leapers {
        let (a, b) = (i64::from(a), i64::from(b));
        for jump in [(-b, a), (-a, b), (a, b), (b, a), (b, -a), (a, -b), (-a, -b), (-b, -a)] {
            if !jumps.contains(&jump) {
                jumps.push(jump);
            }
        }
    }
    jumps
}
