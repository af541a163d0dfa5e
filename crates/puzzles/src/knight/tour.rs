//! A tour, as a list of squares or as one byte a square.

use tremaux_core::{GaveUp, try_filled};

use super::board::{Board, Square};

/// The jumps of a knight, from north round by the east; the opposite of jump `j` is `j ^ 4`.
pub(super) const JUMPS: [(i64, i64); 8] =
    [(-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1)];

/// A tour that visits every open square of a board once.
#[derive(Clone, Debug)]
pub struct Tour {
    start: Square,
    count: u32,
    steps: Steps,
}

#[derive(Clone, Debug)]
enum Steps {
    List(Vec<Square>),
    Links(Links),
}

impl Tour {
    /// The squares in this order. Not empty.
    pub(super) fn from_list(squares: Vec<Square>) -> Tour {
        Tour {
            start: squares.first().copied().unwrap_or(0),
            count: squares.len() as u32,
            steps: Steps::List(squares),
        }
    }

    /// The tour along the links, from a square where it may begin.
    pub(super) fn from_links(start: Square, links: Links) -> Tour {
        Tour { start, count: links.cells.len() as u32, steps: Steps::Links(links) }
    }

    /// Number of squares.
    pub fn len(&self) -> u32 {
        self.count
    }

    /// Never: a tour has a square at least.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Where it begins.
    pub fn start(&self) -> Square {
        self.start
    }

    /// The squares, in the order of the tour.
    pub fn squares(&self) -> Squares<'_> {
        let jump = match &self.steps {
            Steps::List(_) => 0,
            Steps::Links(links) => links.jumps(self.start).0,
        };
        Squares { tour: self, at: self.start, jump, left: self.count }
    }

    /// Where it ends. Walks all the way.
    pub fn end(&self) -> Square {
        match &self.steps {
            Steps::List(squares) => squares.last().copied().unwrap_or(self.start),
            Steps::Links(_) => self.squares().last().unwrap_or(self.start),
        }
    }

    /// Returns the step of each square, from 1; 0 for blocked squares.
    ///
    /// # Errors
    ///
    /// The system does not give the four bytes for each square.
    ///
    /// ```
    /// use tremaux_core::Budget;
    /// use tremaux_puzzles::knight::{Board, TourQuery, TourResult};
    /// let query = TourQuery::from_start(Board::new(3, 4).unwrap(), 0).unwrap();
    /// let TourResult::Tour(tour) = query.solve(&Budget::unlimited()) else { panic!() };
    /// assert_eq!(tour.steps(query.board()).unwrap()[0], 1);
    /// ```
    pub fn steps(&self, board: &Board) -> Result<Vec<u32>, GaveUp> {
        let mut steps = try_filled(0, board.squares() as usize)?;
        (1..).zip(self.squares()).for_each(|(step, square)| steps[square as usize] = step);
        Ok(steps)
    }
}

/// Iterator over the [squares](Tour::squares) of a tour.
#[derive(Clone, Debug)]
pub struct Squares<'a> {
    tour: &'a Tour,
    at: Square,
    jump: u8,
    left: u32,
}

impl Iterator for Squares<'_> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.left == 0 {
            return None;
        }
        let index = self.tour.count - self.left;
        self.left -= 1;
        match &self.tour.steps {
            Steps::List(squares) => squares.get(index as usize).copied(),
            Steps::Links(links) => {
                let here = self.at;
                if self.left > 0 {
                    self.at = links.land(here, self.jump);
                    let (one, other) = links.jumps(self.at);
                    self.jump = if one == self.jump ^ 4 { other } else { one };
                }
                Some(here)
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left as usize, Some(self.left as usize))
    }
}

impl ExactSizeIterator for Squares<'_> {}

/// The tour of a knight as an undirected line: in each square the two jumps to its neighbours on the tour,
/// three bits each. The ends of an open tour hold their one jump twice. One byte a square holds a tour of
/// any size, and two tours are joined by changing four bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Links {
    cols: u32,
    cells: Vec<u8>,
    offsets: [i64; 8],
}

impl Links {
    /// No line anywhere yet.
    pub fn new(rows: u32, cols: u32) -> Links {
        let offsets = JUMPS.map(|(down, right)| down * i64::from(cols) + right);
        Links { cols, cells: vec![0; (u64::from(rows) * u64::from(cols)) as usize], offsets }
    }

    /// The line of a tour given as squares.
    pub fn from_list(rows: u32, cols: u32, squares: &[Square], closed: bool) -> Links {
        let mut links = Links::new(rows, cols);
        let count = squares.len();
        let jump_to = |links: &Links, from, to| links.jump_between(from, to).unwrap_or(0);
        for (i, &square) in squares.iter().enumerate() {
            let before = (i > 0 || closed).then(|| squares[(i + count - 1) % count]);
            let after = (i + 1 < count || closed).then(|| squares[(i + 1) % count]);
            let one = before.or(after).map_or(0, |next| jump_to(&links, square, next));
            let other = after.or(before).map_or(0, |next| jump_to(&links, square, next));
            links.set(square, one, other);
        }
        links
    }

    /// The jumps to the two neighbours.
    #[inline]
    pub fn jumps(&self, square: Square) -> (u8, u8) {
        let cell = self.cells[square as usize];
        (cell & 7, cell >> 3)
    }

    pub fn set(&mut self, square: Square, one: u8, other: u8) {
        self.cells[square as usize] = one | other << 3;
    }

    /// The square that a jump leads to, which is on the board.
    #[inline]
    pub fn land(&self, square: Square, jump: u8) -> Square {
        (i64::from(square) + self.offsets[usize::from(jump & 7)]) as Square
    }

    /// The square in this row and column.
    pub fn square(&self, row: u32, col: u32) -> Square {
        row * self.cols + col
    }

    /// Copies a board of links into this one, its upper left square to (row, col).
    pub fn paste(&mut self, block: &Links, row: u32, col: u32) {
        let width = block.cols as usize;
        for (i, cells) in block.cells.chunks(width).enumerate() {
            let at = (row as usize + i) * self.cols as usize + col as usize;
            self.cells[at..at + width].copy_from_slice(cells);
        }
    }

    /// The jump from one square to the other, if a knight can make it.
    fn jump_between(&self, from: Square, to: Square) -> Option<u8> {
        let place = |square: Square| (i64::from(square / self.cols), i64::from(square % self.cols));
        let ((r, c), (row, col)) = (place(from), place(to));
        JUMPS.iter().position(|&jump| jump == (row - r, col - c)).map(|jump| jump as u8)
    }

    /// Gives a square its two neighbours on the line; twice the same one at an end.
    pub fn link(&mut self, square: Square, one: Square, other: Square) {
        let jump = |to| self.jump_between(square, to).unwrap_or(0);
        self.set(square, jump(one), jump(other));
    }

    /// Puts an open line, given by its ends, in the place of a jump between two squares, which are a jump away from
    /// the ends.
    pub fn splice(&mut self, jump: [Square; 2], ends: [Square; 2]) {
        for (i, (from, end)) in jump.into_iter().zip(ends).enumerate() {
            let (Some(old), Some(new)) = (self.jump_between(from, jump[1 - i]), self.jump_between(from, end))
            else {
                return;
            };
            self.redirect(from, old, new);
            let (inward, _) = self.jumps(end);
            self.set(end, inward, new ^ 4);
        }
    }

    /// Joins the line through `a` with the line through `c`, two different lines of which one is closed:
    /// a - b and c - d become a - c and b - d. `jump` leads from `a` to `c`. `false` where the squares beside
    /// them are not a jump apart.
    pub fn join(&mut self, a: Square, jump: u8) -> bool {
        let c = self.land(a, jump);
        let (a_jumps, c_jumps) = (self.jumps(a), self.jumps(c));
        for a_to_b in [a_jumps.0, a_jumps.1] {
            for c_to_d in [c_jumps.0, c_jumps.1] {
                let (b, d) = (self.land(a, a_to_b), self.land(c, c_to_d));
                let Some(b_to_d) = self.jump_between(b, d) else { continue };
                self.redirect(a, a_to_b, jump);
                self.redirect(c, c_to_d, jump ^ 4);
                self.redirect(b, a_to_b ^ 4, b_to_d);
                self.redirect(d, c_to_d ^ 4, b_to_d ^ 4);
                return true;
            }
        }
        false
    }

    /// The same line on the board with rows and columns exchanged.
    pub fn transposed(&self) -> Links {
        let rows = self.cells.len() as u32 / self.cols;
        let mut turned = Links::new(self.cols, rows);
        // Exchanging the two coordinates of a jump mirrors the compass: jump j becomes 5 - j.
        let turn = |jump: u8| 5u8.wrapping_sub(jump) & 7;
        for square in 0..self.cells.len() as Square {
            let (one, other) = self.jumps(square);
            turned.set(square % self.cols * rows + square / self.cols, turn(one), turn(other));
        }
        turned
    }

    fn redirect(&mut self, square: Square, old: u8, new: u8) {
        let (one, other) = self.jumps(square);
        let change = |jump| if jump == old { new } else { jump };
        self.set(square, change(one), change(other));
    }
}
