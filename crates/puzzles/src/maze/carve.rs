//! Ways to make a maze. None of them recurses, so none has a board that is too large for the stack.

use tremaux_core::{GaveUp, Rng, try_collected, try_filled, try_push};

use super::board::{Direction, EAST, MOVE, MOVE_SHIFT, PATH, SEEN, SOUTH};

/// An algorithm that makes *perfect* mazes: between any two cells there is exactly one path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Algorithm {
    /// A random depth-first walk: long winding corridors, few junctions. A byte a cell.
    Backtracker,
    /// The walls in random order, each opened where it separates (Kruskal 1956): short dead ends.
    /// 21 bytes a cell.
    Kruskal,
    /// Loop-erased random walks (Wilson 1996): every perfect maze is equally likely. A byte a cell.
    Wilson,
    /// Grows from a cell at random places of its rim (after Prim 1957): very short dead ends.
    Prim,
    /// Walls with one gap each, in regions that get smaller and smaller: long straight walls.
    Division,
}

impl Algorithm {
    /// All algorithms, and beside them their names.
    pub const ALL: [Algorithm; 5] =
        [Algorithm::Backtracker, Algorithm::Kruskal, Algorithm::Wilson, Algorithm::Prim, Algorithm::Division];
    pub const NAMES: [&'static str; 5] = ["backtracker", "kruskal", "wilson", "prim", "division"];

    /// The longest side for which Wilson's random walks end in seconds: their steps grow with its square.
    pub const MAX_WILSON_SIDE: usize = 30_000;
    /// The longest side for which they may be taken where any algorithm will do.
    pub const MAX_ANY_WILSON_SIDE: usize = 1_000;
}

/// The codes of a board; they say nothing of its outer walls.
pub(super) struct MazeBuilder {
    pub rows: usize,
    pub cols: usize,
    pub codes: Vec<u8>,
}

impl MazeBuilder {
    /// A board with every wall but the outer ones, or with none.
    pub fn new(rows: usize, cols: usize, walled: bool) -> Result<Self, GaveUp> {
        let mut board = MazeBuilder { rows, cols, codes: try_filled(0, rows * cols)? };
        if walled {
            for cell in 0..rows * cols {
                board.build(cell, Direction::East);
                board.build(cell, Direction::South);
            }
        }
        Ok(board)
    }

    /// A perfect maze. In one row or column there is only one: a corridor.
    pub fn perfect(rows: usize, cols: usize, algorithm: Algorithm, rng: &mut Rng) -> Result<Self, GaveUp> {
        let is_corridor = rows == 1 || cols == 1;
        let mut board = MazeBuilder::new(rows, cols, !is_corridor && algorithm != Algorithm::Division)?;
        if is_corridor {
            return Ok(board);
        }
        match algorithm {
            Algorithm::Backtracker => board.backtracker(rng),
            Algorithm::Kruskal => board.kruskal(rng)?,
            Algorithm::Wilson => board.wilson(rng),
            Algorithm::Prim => board.prim(rng)?,
            Algorithm::Division => board.division(rng),
        }
        board.codes.iter_mut().for_each(|code| *code &= EAST | SOUTH);
        Ok(board)
    }

    /// The cell on this side, if it is on the board.
    pub fn beside(&self, cell: usize, side: Direction) -> Option<usize> {
        let col = cell % self.cols;
        match side {
            Direction::West => (col > 0).then(|| cell - 1),
            Direction::North => cell.checked_sub(self.cols),
            Direction::East => (col + 1 < self.cols).then(|| cell + 1),
            Direction::South => Some(cell + self.cols).filter(|&there| there < self.codes.len()),
        }
    }

    /// Opens the wall on this side of the cell.
    pub fn open(&mut self, cell: usize, side: Direction) {
        self.set(cell, side, false);
    }

    /// Builds a wall on this side of the cell, unless the outer wall is there.
    pub fn build(&mut self, cell: usize, side: Direction) {
        self.set(cell, side, true);
    }

    fn set(&mut self, cell: usize, side: Direction, walled: bool) {
        let Some(there) = self.beside(cell, side) else { return };
        let (teller, wall) = match side {
            Direction::West => (there, EAST),
            Direction::North => (there, SOUTH),
            Direction::East => (cell, EAST),
            Direction::South => (cell, SOUTH),
        };
        self.codes[teller] = self.codes[teller] & !wall | if walled { wall } else { 0 };
    }

    /// Opens each inner wall with this chance.
    pub fn add_loops(&mut self, percent: u64, rng: &mut Rng) {
        for cell in 0..self.codes.len() {
            for (side, wall) in [(Direction::East, EAST), (Direction::South, SOUTH)] {
                if self.codes[cell] & wall != 0 && rng.percent(percent) {
                    self.open(cell, side);
                }
            }
        }
    }

    /// A side of the cell behind which the cell is on the board and pleases; each equally likely.
    fn pick_side(
        &self,
        cell: usize,
        rng: &mut Rng,
        pleases: impl Fn(u8) -> bool,
    ) -> Option<(Direction, usize)> {
        let mut sides = [(Direction::West, 0); 4];
        let mut count = 0;
        for side in Direction::ALL {
            if let Some(there) = self.beside(cell, side).filter(|&there| pleases(self.codes[there])) {
                sides[count] = (side, there);
                count += 1;
            }
        }
        rng.pick(&sides[..count]).copied()
    }

    fn any_cell(&self, rng: &mut Rng) -> usize {
        rng.below(self.codes.len() as u64) as usize
    }

    fn backtracker(&mut self, rng: &mut Rng) {
        let root = self.any_cell(rng);
        self.codes[root] |= SEEN;
        let mut here = root;
        loop {
            if let Some((side, there)) = self.pick_side(here, rng, |code| code & SEEN == 0) {
                self.open(here, side);
                self.codes[there] |= SEEN | (side as u8) << MOVE_SHIFT;
                here = there;
            } else if here == root {
                break;
            } else if let Some(before) = self.beside(here, Direction::of(self.codes[here]).opposite()) {
                here = before;
            }
        }
    }

    fn kruskal(&mut self, rng: &mut Rng) -> Result<(), GaveUp> {
        let cells = self.codes.len();
        let inner = |(cell, side)| self.beside(cell, side).map(|there| (cell as u32, there as u32));
        let sides = |cell| [(cell, Direction::East), (cell, Direction::South)];
        let mut walls: Vec<(u32, u32)> =
            try_collected(2 * cells, (0..cells).flat_map(sides).filter_map(inner))?;
        rng.shuffle(&mut walls);
        let mut parent: Vec<u32> = try_collected(cells, 0..cells as u32)?;
        let mut root = |cell: u32, join: Option<u32>| {
            let mut at = cell;
            while parent[at as usize] != at {
                parent[at as usize] = parent[parent[at as usize] as usize];
                at = parent[at as usize];
            }
            if let Some(other) = join {
                parent[at as usize] = other;
            }
            at
        };
        for (cell, there) in walls {
            let (one, other) = (root(cell, None), root(there, None));
            if one != other {
                root(one, Some(other));
                let side =
                    if there == cell + 1 && self.cols > 1 { Direction::East } else { Direction::South };
                self.open(cell as usize, side);
            }
        }
        Ok(())
    }

    fn wilson(&mut self, rng: &mut Rng) {
        let root = self.any_cell(rng);
        self.codes[root] |= SEEN;
        for first in 0..self.codes.len() {
            // Each cell keeps the side by which the walk left it last: that forgets the loops.
            let mut here = first;
            while self.codes[here] & SEEN == 0 {
                let Some((side, there)) = self.pick_side(here, rng, |_| true) else { return };
                self.codes[here] = self.codes[here] & !MOVE | (side as u8) << MOVE_SHIFT;
                here = there;
            }
            let mut here = first;
            while self.codes[here] & SEEN == 0 {
                let side = Direction::of(self.codes[here]);
                self.codes[here] |= SEEN;
                self.open(here, side);
                let Some(there) = self.beside(here, side) else { return };
                here = there;
            }
        }
    }

    fn prim(&mut self, rng: &mut Rng) -> Result<(), GaveUp> {
        const ON_RIM: u8 = PATH;
        let mut rim = Vec::new();
        let mut next = Some(self.any_cell(rng));
        while let Some(cell) = next {
            if let Some((side, _)) = self.pick_side(cell, rng, |code| code & SEEN != 0) {
                self.open(cell, side);
            }
            self.codes[cell] |= SEEN;
            for side in Direction::ALL {
                if let Some(there) =
                    self.beside(cell, side).filter(|&there| self.codes[there] & (SEEN | ON_RIM) == 0)
                {
                    self.codes[there] |= ON_RIM;
                    try_push(&mut rim, there as u32)?;
                }
            }
            next = match rim.len() {
                0 => None,
                count => Some(rim.swap_remove(rng.below(count as u64) as usize) as usize),
            };
        }
        Ok(())
    }

    fn division(&mut self, rng: &mut Rng) {
        // A region: its first row and column, its rows and columns.
        let mut regions = vec![(0, 0, self.rows, self.cols)];
        while let Some((row, col, rows, cols)) = regions.pop() {
            if rows < 2 || cols < 2 {
                continue;
            }
            let lengthwise = if rows == cols { rng.percent(50) } else { rows > cols };
            if lengthwise {
                let above = rng.between(1, rows as u64 - 1) as usize;
                let gap = rng.below(cols as u64) as usize;
                for c in (0..cols).filter(|&c| c != gap) {
                    self.build((row + above - 1) * self.cols + col + c, Direction::South);
                }
                regions.push((row, col, above, cols));
                regions.push((row + above, col, rows - above, cols));
            } else {
                let left = rng.between(1, cols as u64 - 1) as usize;
                let gap = rng.below(rows as u64) as usize;
                for r in (0..rows).filter(|&r| r != gap) {
                    self.build((row + r) * self.cols + col + left - 1, Direction::East);
                }
                regions.push((row, col, rows, left));
                regions.push((row, col + left, rows, cols - left));
            }
        }
    }
}
