//! A search as a moving picture: the board before it, what each step changes, the board after it.

use std::collections::BTreeMap;

use crate::model::{Cell, CellState, Drawing, Label, Mark, Path};

/// A board in motion: each cell's look and number, which [`Mark`]s change and change back.
///
/// Cells whose numbers follow each other are joined by a line, so that the path of a search is seen
/// to grow and to shrink; a number is in one cell at a time. A cell without a number shows the board's own label.
///
/// ```
/// use tremaux_drawing::{Cell, Drawing, CellState, Mark, BoardState};
/// let mut stage = BoardState::new(Drawing::new(1, 2));
/// let mark = Mark { cell: Cell::new(0, 1), look: CellState::Head, number: Some(1) };
/// let before = stage.apply(mark);
/// assert_eq!(stage.picture().look(mark.cell), CellState::Head);
/// stage.apply(before);
/// assert_eq!(stage.picture().look(mark.cell), CellState::Vacant);
/// ```
#[derive(Clone, Debug)]
pub struct BoardState {
    board: Drawing,
    numbers: Vec<Option<u32>>,
    /// The cell of each number.
    places: BTreeMap<u32, Cell>,
}

impl BoardState {
    /// The board before the first step. Its paths are not shown: they belong to a finished search.
    pub fn new(mut board: Drawing) -> Self {
        board.paths.clear();
        let numbers = vec![None; board.rows as usize * board.cols as usize];
        BoardState { board, numbers, places: BTreeMap::new() }
    }

    /// Changes a cell and returns the mark that changes it back. A cell outside the board is left
    /// alone.
    pub fn apply(&mut self, mark: Mark) -> Mark {
        let Some(i) = self.board.index(mark.cell) else { return mark };
        let (look, number) = self.at(mark.cell);
        let before = Mark { cell: mark.cell, look, number };
        self.board.set(mark.cell, mark.look);
        self.numbers[i] = mark.number;
        if let Some(n) = before.number.filter(|n| self.places.get(n) == Some(&mark.cell)) {
            self.places.remove(&n);
        }
        if let Some(n) = mark.number {
            self.places.insert(n, mark.cell);
        }
        before
    }

    /// The look and the number of a cell as they are now.
    pub fn at(&self, cell: Cell) -> (CellState, Option<u32>) {
        (self.board.look(cell), self.board.index(cell).and_then(|i| self.numbers[i]))
    }

    /// The current cell of a number.
    pub fn place(&self, number: u32) -> Option<Cell> {
        self.places.get(&number).copied()
    }

    /// The whole board as it is now.
    pub fn picture(&self) -> Drawing {
        let mut picture = self.board.clone();
        picture.labels.retain(|label| self.at(label.cell).1.is_none());
        let numbered = self.places.iter().map(|(n, cell)| Label { cell: *cell, text: n.to_string() });
        picture.labels.extend(numbered);
        let places: Vec<(u32, Cell)> = self.places.iter().map(|(n, cell)| (*n, *cell)).collect();
        for run in places.chunk_by(|a, b| a.0 + 1 == b.0).filter(|run| run.len() > 1) {
            picture
                .paths
                .push(Path { cells: run.iter().map(|(_, cell)| *cell).collect(), ..Path::default() });
        }
        picture
    }
}

/// A whole search, thinned out to a number of frames that a file can hold.
///
/// Steps are added one by one, however many there are. Whenever more than [`Animation::MAX_FRAMES`]
/// would have to be kept, every two frames that follow each other become one: it shows the later of
/// the two boards. So the frames that remain lie evenly over the search, and the work and memory stay
/// bounded without knowing its length before.
///
/// ```
/// use tremaux_drawing::{Animation, Cell, Drawing, CellState, Mark};
/// let mut animation = Animation::new(Drawing::new(1, 1));
/// for step in 0..5000 {
///     animation.step(&[Mark { cell: Cell::new(0, 0), look: CellState::Head, number: Some(step) }]);
/// }
/// animation.finish(Drawing::new(1, 1));
/// assert_eq!((animation.steps(), animation.frames().len(), animation.dropped()), (5000, 1250, 3750));
/// ```
#[derive(Clone, Debug)]
pub struct Animation {
    board: Drawing,
    frames: Vec<Vec<Mark>>,
    marks: usize,
    most_marks: usize,
    /// So many steps make a frame.
    stride: u64,
    steps: u64,
    last: Option<Drawing>,
}

impl Animation {
    /// The most frames that are kept. Above it steps are dropped.
    pub const MAX_FRAMES: usize = 2000;

    /// The most marks that all frames hold together.
    const MAX_MARKS: usize = 1_000_000;

    /// A search that has not yet begun, on this board.
    pub fn new(board: Drawing) -> Self {
        let most_marks = Self::MAX_MARKS;
        Animation { board, frames: Vec::new(), marks: 0, most_marks, stride: 1, steps: 0, last: None }
    }

    /// Adds what one step of the search changes.
    pub fn step(&mut self, marks: &[Mark]) {
        if self.steps.is_multiple_of(self.stride) {
            self.frames.push(Vec::new());
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.extend_from_slice(marks);
        }
        self.marks += marks.len();
        self.steps += 1;
        while self.frames.len() > Self::MAX_FRAMES || self.marks > self.most_marks {
            self.halve();
        }
    }

    /// Ends the search with the board that stays to be seen.
    pub fn finish(&mut self, last: Drawing) {
        self.last = Some(last);
        self.frames.iter_mut().for_each(settle);
    }

    /// The board after the last step: what a search that was stopped leaves.
    pub fn played(&self) -> Drawing {
        let mut stage = BoardState::new(self.board.clone());
        self.frames.iter().flatten().for_each(|mark| _ = stage.apply(*mark));
        stage.picture()
    }

    fn halve(&mut self) {
        self.frames = self.frames.chunks(2).map(<[_]>::concat).collect();
        self.frames.iter_mut().for_each(settle);
        self.marks = self.frames.iter().map(Vec::len).sum();
        self.stride *= 2;
        // A single frame may need more marks on a board of more cells.
        if self.frames.len() == 1 {
            self.most_marks = self.most_marks.max(2 * self.marks);
        }
    }

    /// The board before the search.
    pub fn board(&self) -> &Drawing {
        &self.board
    }

    /// What each frame changes.
    pub fn frames(&self) -> &[Vec<Mark>] {
        &self.frames
    }

    /// The board after the search; the one before it as long as the search has not ended.
    pub fn last(&self) -> &Drawing {
        self.last.as_ref().unwrap_or(&self.board)
    }

    /// How many steps the search had.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// How many of them have no frame of their own.
    pub fn dropped(&self) -> u64 {
        self.steps - self.frames.len() as u64
    }

    /// The number of steps made once the frame is shown.
    pub fn steps_after(&self, frame: usize) -> u64 {
        ((frame as u64 + 1) * self.stride).min(self.steps)
    }

    /// Letters of the longest number or label that any frame shows.
    pub(crate) fn widest(&self) -> usize {
        let numbers = self.frames.iter().flatten().filter_map(|mark| mark.number);
        let number = numbers.max().map_or(0, |n| n.to_string().len());
        let labels =
            self.board.labels.iter().chain(&self.last().labels).map(|label| label.text.chars().count());
        labels.fold(number, usize::max)
    }

    /// How long each frame is shown, in hundredths of a second: short searches calmly, long ones in
    /// about 15 seconds, but never too fast for a viewer.
    pub(crate) fn centiseconds(&self) -> u16 {
        (1500 / self.frames.len().max(1)).clamp(2, 25) as u16
    }

    /// How long the last board is shown, in hundredths of a second.
    pub const LAST_CENTISECONDS: u16 = 400;
}

/// Keeps the last mark of each cell, in the order in which they came.
fn settle(frame: &mut Vec<Mark>) {
    let mut newest = BTreeMap::new();
    for (i, mark) in frame.iter().enumerate() {
        newest.insert(mark.cell, i);
    }
    let mut i = 0;
    frame.retain(|mark| {
        i += 1;
        newest[&mark.cell] == i - 1
    });
}
