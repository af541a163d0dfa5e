//! Random boards, and smaller ones of a given.

use tremaux_core::{Budget, Diagnostic, Options, Rng};
use tremaux_drawing::Cell;

use super::board::{BLOCK, Board, GOAL, START, VACANT};
use super::{Solution, solve};

/// What a wanted board looks like.
pub(super) struct Recipe {
    kind: Kind,
    width: Option<u64>,
    height: Option<u64>,
    /// Blocks in a hundred squares.
    blocks: Option<u64>,
    answer: Option<Wanted>,
    max_throws: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Random,
    Small,
    Maximal,
}

/// The names of the kinds, in the order of [`Kind`].
pub(super) const KINDS: &[&str] = &["random", "small", "maximal"];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    None,
    Throws(u32),
}

/// Boards that are tried before a wish is given up.
const TRIES: u32 = 20_000;

impl Recipe {
    pub fn new(options: &Options) -> Result<Self, Diagnostic> {
        let max_throws = options.int("max-throws").map(|most| most as u32);
        let answer = options.text("answer").map(|text| match text.parse::<i64>() {
            Ok(-1) => Ok(Wanted::None),
            Ok(throws @ 1..) if throws <= max_throws.map_or(i64::from(u32::MAX), i64::from) => {
                Ok(Wanted::Throws(throws as u32))
            }
            _ => Err(Diagnostic::expected("-1 or a number of throws, not above --max-throws")
                .found(format!("{text:?}"))
                .in_option("answer")),
        });
        let kind = match options.text("kind") {
            Some("small") => Kind::Small,
            Some("maximal") => Kind::Maximal,
            _ => Kind::Random,
        };
        Ok(Recipe {
            kind,
            width: options.int("width"),
            height: options.int("height"),
            blocks: options.int("blocks"),
            answer: answer.transpose()?,
            max_throws,
        })
    }

    /// A random board as wanted. Fails where none is found.
    pub fn board(&self, rng: &mut Rng) -> Result<Board, Diagnostic> {
        for _ in 0..TRIES {
            let board = self.random(rng)?;
            if self.suits(&board) {
                return Ok(board);
            }
        }
        Err(Diagnostic::new(format!("none of {TRIES} random boards is as wanted"))
            .help("ask for another size, share of blocks, or answer"))
    }

    /// The squares of its boards, as far as it says so.
    pub fn cells(&self) -> u64 {
        self.width.unwrap_or(1) * self.height.unwrap_or(1)
    }

    fn random(&self, rng: &mut Rng) -> Result<Board, Diagnostic> {
        let (shortest, longest) = match self.kind {
            Kind::Random => (2, 20),
            Kind::Small => (2, 5),
            Kind::Maximal => (20, 20),
        };
        let width = self.width.unwrap_or_else(|| rng.between(shortest, longest));
        let height = self.height.unwrap_or_else(|| rng.between(shortest, longest));
        let blocks = self.blocks.unwrap_or_else(|| rng.between(5, 60));
        let mut codes: Vec<u8> =
            (0..width * height).map(|_| if rng.percent(blocks) { BLOCK } else { VACANT }).collect();
        let start = rng.below(width * height) as usize;
        let goal = (start + 1 + rng.below((width * height).saturating_sub(1)) as usize) % codes.len();
        codes[start] = START;
        codes[goal] = GOAL;
        Board::new(width as u32, codes)
    }

    fn suits(&self, board: &Board) -> bool {
        let Some(wanted) = self.answer else { return true };
        match solve(board, self.max_throws, &Budget::unlimited().with_nodes(1_000_000)) {
            Ok(Solution::Reached(route)) => wanted == Wanted::Throws(route.throws().len() as u32),
            Ok(_) => wanted == Wanted::None,
            Err(_) => false,
        }
    }
}

/// The most squares that all smaller boards of one board may have together.
const MOST_SQUARES: usize = 1 << 24;

/// Smaller boards: half of the rows or columns, a row or a column fewer, then the blocks by halves, quarters
/// and so on down to single ones, as far as memory allows. Start and goal stay.
pub(super) fn smaller(board: &Board) -> Vec<Board> {
    let (width, height) = (board.width(), board.height());
    let mut bites: Vec<Board> = Vec::new();
    let rows =
        [(0, height / 2), (height - height / 2, height)].into_iter().chain((0..height).map(|r| (r, r + 1)));
    let cols = [(0, width / 2), (width - width / 2, width)].into_iter().chain((0..width).map(|c| (c, c + 1)));
    let rows = rows.map(|(from, to)| without(board, |cell| (from..to).contains(&cell.row)));
    let cols = cols.map(|(from, to)| without(board, |cell| (from..to).contains(&cell.col)));
    let most = (MOST_SQUARES / board.codes().len()).max(1);
    bites.extend(rows.chain(cols).flatten().take(most));
    bites.sort_by_key(|bite| bite.codes().len());

    let blocks: Vec<usize> =
        (0..board.codes().len()).filter(|&square| board.codes()[square] == BLOCK).collect();
    let mut size = blocks.len();
    while size > 0 && bites.len() + blocks.len().div_ceil(size) <= most {
        for some in blocks.chunks(size) {
            let mut codes = board.codes().to_vec();
            some.iter().for_each(|&block| codes[block] = VACANT);
            bites.extend(Board::new(width, codes).ok());
        }
        size /= 2;
    }
    bites
}

/// The board without some of its rows or columns; `None` where the start, the goal or too much would go.
fn without(board: &Board, gone: impl Fn(Cell) -> bool) -> Option<Board> {
    let kept: Vec<usize> = (0..board.codes().len()).filter(|&square| !gone(board.cell(square))).collect();
    if kept.len() == board.codes().len() {
        return None;
    }
    let first_row = kept.first().map(|&square| board.cell(square).row)?;
    let width = kept.iter().take_while(|&&square| board.cell(square).row == first_row).count() as u32;
    // The judge wants two columns at the least.
    if width < 2 {
        return None;
    }
    Board::new(width, kept.iter().map(|&square| board.codes()[square]).collect()).ok()
}
