//! The model: what is to be seen, with no word on how it is painted.

/// A square of the board: row and column, both counted from 0 at the north-west corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// Row, 0 at the top.
    pub row: u32,
    /// Column, 0 at the left.
    pub col: u32,
}

impl Cell {
    /// The cell in the given row and column.
    pub const fn new(row: u32, col: u32) -> Self {
        Cell { row, col }
    }
}

/// What a cell is, or what has become of it. Every output distinguishes the looks by glyph or
/// hatching as well as by colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CellState {
    /// Nothing to be seen.
    #[default]
    Vacant,
    /// Solid: a block, a wall cell, a hole in the board.
    Block,
    /// A block that has been broken.
    Broken,
    /// Where the search starts.
    Start,
    /// Where it wants to go.
    Goal,
    /// On the path that the search is trying now, or on the path it found.
    Path,
    /// The newest cell of the path.
    Head,
    /// The search was here and went back.
    Retreat,
}

/// One cell takes a new look: the only thing that an animation needs to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The cell that changes.
    pub cell: Cell,
    /// Its look from now on.
    pub look: CellState,
    /// The number shown in it from now on (a step of the path), or none.
    pub number: Option<u32>,
}

/// Thin walls between cells. The border of the board is always walled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walls {
    /// For each cell, row by row: is there a wall on its east side?
    pub east: Vec<bool>,
    /// For each cell, row by row: is there a wall on its south side?
    pub south: Vec<bool>,
}

/// A short text in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The cell.
    pub cell: Cell,
    /// Its contents.
    pub text: String,
}

/// A line through the centres of cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path {
    /// The corners of the line, in order. Two that follow each other need not be neighbours.
    pub cells: Vec<Cell>,
    /// Draw each stretch as an arrow with its number (1, 2, ...) beside it.
    pub numbered_arrows: bool,
    /// The last cell is followed by the first.
    pub closed: bool,
}

impl Path {
    /// Does a step lead further than to a neighbour?
    pub(crate) fn jumps(&self) -> bool {
        let far = |a: Cell, b: Cell| a.row.abs_diff(b.row) + a.col.abs_diff(b.col) > 1;
        self.cells.windows(2).any(|pair| far(pair[0], pair[1]))
    }
}

/// What is written along the edges of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Coordinates {
    /// Nothing.
    #[default]
    None,
    /// Letters below for the columns, numbers at the left for the rows, row 1 at the bottom, as on
    /// a chess board.
    Algebraic,
}

/// A still picture of a board.
///
/// ```
/// use tremaux_drawing::{Cell, Drawing, CellState};
/// let mut drawing = Drawing::new(2, 3);
/// drawing.set(Cell::new(0, 1), CellState::Block);
/// assert_eq!(drawing.look(Cell::new(0, 1)), CellState::Block);
/// assert_eq!(drawing.look(Cell::new(1, 1)), CellState::Vacant);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// Number of rows.
    pub rows: u32,
    /// Number of columns.
    pub cols: u32,
    /// The look of each cell, row by row; `rows * cols` of them.
    pub looks: Vec<CellState>,
    /// Thin walls, where the board has such; a board without them shows its cells as squares.
    pub walls: Option<Walls>,
    /// Two tints of squares in turn, as on a chess board.
    pub checkered: bool,
    /// Texts in cells.
    pub labels: Vec<Label>,
    /// Lines over the board.
    pub paths: Vec<Path>,
    /// The labels along the edges.
    pub coordinates: Coordinates,
}

impl Drawing {
    /// A board of vacant cells.
    pub fn new(rows: u32, cols: u32) -> Self {
        let looks = vec![CellState::Vacant; rows as usize * cols as usize];
        Drawing { rows, cols, looks, ..Drawing::default() }
    }

    /// The look of a cell; vacant outside the board.
    pub fn look(&self, cell: Cell) -> CellState {
        self.index(cell).and_then(|i| self.looks.get(i)).copied().unwrap_or_default()
    }

    /// Gives a cell its look. A cell outside the board is left alone.
    pub fn set(&mut self, cell: Cell, look: CellState) {
        let i = self.index(cell);
        if let Some(seen) = i.and_then(|i| self.looks.get_mut(i)) {
            *seen = look;
        }
    }

    pub(crate) fn index(&self, cell: Cell) -> Option<usize> {
        let inside = cell.row < self.rows && cell.col < self.cols;
        inside.then(|| cell.row as usize * self.cols as usize + cell.col as usize)
    }

    /// All cells, row by row.
    pub(crate) fn cells(&self) -> impl Iterator<Item = Cell> + Clone + use<> {
        let cols = self.cols;
        (0..self.rows).flat_map(move |row| (0..cols).map(move |col| Cell::new(row, col)))
    }

    /// The labels on the board.
    pub(crate) fn labels_inside(&self) -> impl Iterator<Item = &Label> {
        self.labels.iter().filter(|label| self.index(label.cell).is_some())
    }

    /// The paths without the cells that are not on the board, and with their first cell at the end where
    /// they are closed.
    pub(crate) fn paths_inside(&self) -> impl Iterator<Item = Path> {
        self.paths.iter().map(|path| {
            let closing = path.cells.first().filter(|_| path.closed);
            let cells = path.cells.iter().chain(closing).copied().filter(|cell| self.index(*cell).is_some());
            Path { cells: cells.collect(), numbered_arrows: path.numbered_arrows, closed: false }
        })
    }

    /// Is there a thin wall on the east side of a cell, or the border of the board?
    pub(crate) fn wall_east(&self, cell: Cell) -> bool {
        cell.col + 1 >= self.cols || self.wall(cell, |walls| &walls.east)
    }

    /// Is there a thin wall on the south side of a cell, or the border of the board?
    pub(crate) fn wall_south(&self, cell: Cell) -> bool {
        cell.row + 1 >= self.rows || self.wall(cell, |walls| &walls.south)
    }

    fn wall(&self, cell: Cell, side: fn(&Walls) -> &Vec<bool>) -> bool {
        let wall = self.walls.as_ref().and_then(|walls| side(walls).get(self.index(cell)?));
        wall.copied().unwrap_or(false)
    }

    /// The number of a row as written at the edge: row 1 is at the bottom.
    pub(crate) fn rank(&self, row: u32) -> String {
        (self.rows - row).to_string()
    }

    /// The letters of a column as written at the edge: a to z, then aa, ab and so on.
    pub(crate) fn file(col: u32) -> String {
        let mut letters = Vec::new();
        let mut rest = u64::from(col) + 1;
        while rest > 0 {
            rest -= 1;
            letters.push(char::from(b'a' + (rest % 26) as u8));
            rest /= 26;
        }
        letters.iter().rev().collect()
    }
}
