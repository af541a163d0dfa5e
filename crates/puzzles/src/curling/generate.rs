//! Random boards, and smaller ones of a given.

use std::collections::VecDeque;

use tremaux_core::{Budget, Diagnostic, Options, Rng};
use tremaux_drawing::Cell;

use super::board::{BLOCK, Board, GOAL, START, VACANT};
use super::families::Mistake;
use super::{count_metered, fast};

/// What a wanted board looks like.
pub(super) struct Recipe {
    kind: &'static Kind,
    width: Option<u64>,
    height: Option<u64>,
    /// Blocks in a hundred squares.
    blocks: Option<u64>,
    answer: Option<AnswerRange>,
    unique: bool,
    minimal: bool,
    max_throws: Option<u32>,
}

/// The answer to a board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BoardAnswer {
    None,
    Throws(u32),
}

/// The answers that are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AnswerRange {
    None,
    /// The fewest and the most throws.
    Throws(u32, u32),
}

impl AnswerRange {
    /// `-1`, `N` or `N..M`; the most throws are at most `max_throws`, and that where they are left out.
    fn parse(text: &str, max_throws: Option<u32>) -> Option<Self> {
        if text == "-1" {
            return Some(AnswerRange::None);
        }
        let limit = max_throws.unwrap_or(u32::MAX);
        let (least, most) = match text.split_once("..") {
            Some((least, "")) => (least.parse().ok()?, limit),
            Some((least, most)) => (least.parse().ok()?, most.parse().ok()?),
            None => (text.parse().ok()?, text.parse().ok()?),
        };
        (1 <= least && least <= most && most <= limit).then_some(AnswerRange::Throws(least, most))
    }

    fn holds(self, answer: BoardAnswer) -> bool {
        match (self, answer) {
            (AnswerRange::None, BoardAnswer::None) => true,
            (AnswerRange::Throws(least, most), BoardAnswer::Throws(throws)) => {
                (least..=most).contains(&throws)
            }
            _ => false,
        }
    }
}

/// What boards are aimed at.
struct Kind {
    /// Widths, heights and shares of blocks, from and to, where the options do not say.
    widths: (u64, u64),
    heights: (u64, u64),
    blocks: (u64, u64),
    mistake: Option<Mistake>,
}

/// The names of the kinds.
pub(super) const KINDS: &[&str] = &[
    "random",
    "small",
    "maximal",
    "swapped",
    "edge",
    "start",
    "at-rest",
    "turn",
    "return",
    "neighbour",
    "stay",
    "restore",
    "first",
    "limit",
    "row",
];

/// The kinds, in the order of [`KINDS`].
static BY_NAME: [Kind; 15] = [
    square((2, 20), (5, 60), None),
    square((2, 5), (5, 60), None),
    square((20, 20), (5, 60), None),
    aimed_at(Mistake::Swapped),
    aimed_at(Mistake::EdgeStops),
    aimed_at(Mistake::StartBlocks),
    aimed_at(Mistake::GoalAtRest),
    aimed_at(Mistake::MustTurn),
    aimed_at(Mistake::NoReturn),
    aimed_at(Mistake::NeighbourBreaks),
    aimed_at(Mistake::BlocksStay),
    aimed_at(Mistake::NotRestored),
    aimed_at(Mistake::FirstFound),
    square((8, 20), (40, 60), Some(Mistake::OtherLimit)),
    // The smallest boards that need so many throws are rows.
    Kind { widths: (12, 20), heights: (1, 1), blocks: (60, 95), mistake: Some(Mistake::OtherLimit) },
];

const fn square(sides: (u64, u64), blocks: (u64, u64), mistake: Option<Mistake>) -> Kind {
    Kind { widths: sides, heights: sides, blocks, mistake }
}

const fn aimed_at(mistake: Mistake) -> Kind {
    square((2, 10), (15, 55), Some(mistake))
}

/// Boards that are tried before a constraint is reported as not met.
const TRIES: u32 = 20_000;
/// Boards without a route that are passed over where one with a route is preferred.
const ROUTELESS: u32 = 200;
/// The effort after which generation stops, some seconds: in squares looked at, of which a node is worth two.
const MAX_EFFORT: u64 = 1 << 28;
const NODE: u64 = 2;

impl Recipe {
    pub fn new(options: &Options) -> Result<Self, Diagnostic> {
        let max_throws = options.int("max-throws").map(|most| most as u32);
        let answer = options.text("answer").map(|text| {
            AnswerRange::parse(text, max_throws).ok_or_else(|| {
                Diagnostic::expected(
                    "-1, a number of throws or a range of them as in 3..7, not above --max-throws",
                )
                .found(format!("{text:?}"))
                .in_option("answer")
            })
        });
        let answer = answer.transpose()?;
        let unique = options.flag("unique");
        if unique && answer == Some(AnswerRange::None) {
            return Err(Diagnostic::new("a board without a route has no unique one").in_option("unique"));
        }
        let kind = KINDS.iter().position(|&name| options.text("kind") == Some(name)).unwrap_or(0);
        let recipe = Recipe {
            kind: &BY_NAME[kind],
            width: options.int("width"),
            height: options.int("height"),
            blocks: options.int("blocks"),
            answer,
            unique,
            minimal: options.flag("minimal"),
            max_throws,
        };
        recipe.check(KINDS[kind])?;
        Ok(recipe)
    }

    /// Refuses what no board of its kind can have.
    fn check(&self, name: &str) -> Result<(), Diagnostic> {
        let Kind { widths, heights, mistake, .. } = *self.kind;
        let side = |option: &'static str, given: Option<u64>, (least, most): (u64, u64)| {
            let misfit = given.filter(|given| !(least..=most).contains(given))?;
            let range = if least == most { least.to_string() } else { format!("{least} to {most}") };
            let fault = Diagnostic::expected(format!("{range} for --kind {name}"));
            Some(fault.found(misfit.to_string()).in_option(option))
        };
        let fixed = if matches!(name, "small" | "maximal") { Some((widths, heights)) } else { None };
        let row = (name == "row").then_some(((1, u64::MAX), heights));
        if let Some((widths, heights)) = fixed.or(row) {
            let fault = side("width", self.width, widths).or_else(|| side("height", self.height, heights));
            if let Some(fault) = fault {
                return Err(fault);
            }
        }
        let Some(mistake) = mistake else { return Ok(()) };
        let answer = |why: &str| Err(Diagnostic::new(format!("{why} of --kind {name}")).in_option("answer"));
        match (mistake, self.answer, self.max_throws) {
            (Mistake::OtherLimit, _, None) => {
                let fault = Diagnostic::new(format!("without a limit there are no boards of --kind {name}"));
                Err(fault.in_option("max-throws"))
            }
            (Mistake::OtherLimit, _, Some(most))
                if self.most_throws().is_some_and(|throws| throws < u64::from(most)) =>
            {
                let fault = Diagnostic::new(format!(
                    "no board of this size needs as many throws as --kind {name} wants"
                ));
                Err(fault.in_option(if self.width.is_some() { "width" } else { "height" }))
            }
            (Mistake::OtherLimit, Some(AnswerRange::Throws(_, throws)), Some(most)) if throws < most => {
                answer(&format!("only {most} and -1 are answers"))
            }
            (_, Some(AnswerRange::None), _) if !mistake.shows_without_route() => answer("-1 is no answer"),
            _ => Ok(()),
        }
    }

    /// The most throws to the goal on a board of this size, where the size is given: each but the last breaks a
    /// block.
    fn most_throws(&self) -> Option<u64> {
        let squares = self.width?.saturating_mul(self.height?);
        Some(squares.saturating_sub(2) + 1)
    }

    /// The squares of its boards, as far as it says so.
    pub fn cells(&self) -> u64 {
        self.width.unwrap_or(1) * self.height.unwrap_or(1)
    }

    /// A random board as wanted. Fails where none is found.
    pub fn board(&self, rng: &mut Rng) -> Result<Board, Diagnostic> {
        let mut effort = 0;
        let mut tries = 0;
        // Many mistakes show mostly on boards without a route: half of the boards have one, as far as some are found.
        let balanced = self.kind.mistake.is_some() && self.answer.is_none();
        let mut routeless = if balanced && rng.percent(50) { ROUTELESS } else { 0 };
        while tries < TRIES && effort < MAX_EFFORT {
            tries += 1;
            let board = self.random(rng)?;
            let answer = self.answer(&board, &mut effort);
            if answer.is_some_and(|answer| self.answer.is_none_or(|wanted| wanted.holds(answer))) {
                if answer == Some(BoardAnswer::None) && routeless > 0 {
                    routeless -= 1;
                    continue;
                }
                return if self.minimal { self.without_spare_blocks(board, rng, effort) } else { Ok(board) };
            }
        }
        Err(Diagnostic::new(format!("none of {tries} random boards meets the constraints"))
            .help("ask for another size, share of blocks, or answer"))
    }

    fn random(&self, rng: &mut Rng) -> Result<Board, Diagnostic> {
        let Kind { widths, heights, blocks, .. } = self.kind;
        let width = self.width.unwrap_or_else(|| rng.between(widths.0, widths.1));
        let height = self.height.unwrap_or_else(|| rng.between(heights.0, heights.1));
        let blocks = self.blocks.unwrap_or_else(|| rng.between(blocks.0, blocks.1));
        let mut codes: Vec<u8> =
            (0..width * height).map(|_| if rng.percent(blocks) { BLOCK } else { VACANT }).collect();
        let start = rng.below(width * height) as usize;
        let goal = (start + 1 + rng.below((width * height).saturating_sub(1)) as usize) % codes.len();
        codes[start] = START;
        codes[goal] = GOAL;
        Board::new(width as u32, codes)
    }

    /// The answer to a board that is of the wanted kind; `None` if it is not, or that takes too long.
    fn answer(&self, board: &Board, effort: &mut u64) -> Option<BoardAnswer> {
        *effort += board.codes().len() as u64;
        if self.kind.mistake.is_none() && self.answer.is_none() && !self.unique && !self.minimal {
            return Some(BoardAnswer::None);
        }
        let budget = Budget::unlimited().with_nodes(1_000_000);
        // A mistake about the limit shows where one throw more would do.
        let most =
            self.max_throws.map(|most| most + u32::from(self.kind.mistake == Some(Mistake::OtherLimit)));
        let mut meter = budget.meter();
        let solution = fast::shortest(board, most, &mut meter);
        *effort += NODE * meter.nodes();
        let solution = solution.ok()?;
        if self.kind.mistake.is_some_and(|mistake| !mistake.shows(board, &solution, self.max_throws, effort))
        {
            return None;
        }
        let throws = solution.route().map(|route| route.throws().len() as u32);
        if self.unique {
            let mut meter = budget.meter();
            let routes = count_metered(board, throws, &mut meter);
            *effort += NODE * meter.nodes();
            if routes != Ok(1) {
                return None;
            }
        }
        let within = throws.filter(|&throws| self.max_throws.is_none_or(|most| throws <= most));
        Some(within.map_or(BoardAnswer::None, BoardAnswer::Throws))
    }

    /// Takes away the blocks, in a random order, that can go without changing the answer, until none can.
    fn without_spare_blocks(
        &self,
        mut board: Board,
        rng: &mut Rng,
        mut effort: u64,
    ) -> Result<Board, Diagnostic> {
        let answer = self.answer(&board, &mut effort);
        let mut blocks: Vec<usize> =
            (0..board.codes().len()).filter(|&square| board.codes()[square] == BLOCK).collect();
        rng.shuffle(&mut blocks);
        // A block that was needed can be spare when others are gone: the turn after the last success is a full one.
        let mut needed = 0;
        let mut turn = VecDeque::from(blocks);
        while needed < turn.len()
            && let Some(block) = turn.pop_front()
        {
            if effort >= MAX_EFFORT {
                return Err(Diagnostic::new("it takes too long to find the blocks that can go")
                    .in_option("minimal")
                    .help("ask for a smaller board, or for fewer blocks"));
            }
            let mut codes = board.codes().to_vec();
            codes[block] = VACANT;
            match Board::new(board.width(), codes) {
                Ok(fewer) if self.answer(&fewer, &mut effort) == answer => {
                    board = fewer;
                    needed = 0;
                }
                _ => {
                    turn.push_back(block);
                    needed += 1;
                }
            }
        }
        Ok(board)
    }
}

/// The most squares that all smaller boards of one board may have together.
const MAX_SQUARES: usize = 1 << 24;

/// Smaller boards: half of the rows or columns, a row or a column fewer, then the blocks by halves, quarters
/// and so on down to single ones, as far as memory allows. Start and goal stay.
pub(super) fn shrink_candidates(board: &Board) -> Vec<Board> {
    let (width, height) = (board.width(), board.height());
    let mut bites: Vec<Board> = Vec::new();
    let rows =
        [(0, height / 2), (height - height / 2, height)].into_iter().chain((0..height).map(|r| (r, r + 1)));
    let cols = [(0, width / 2), (width - width / 2, width)].into_iter().chain((0..width).map(|c| (c, c + 1)));
    let rows = rows.map(|(from, to)| without(board, |cell| (from..to).contains(&cell.row)));
    let cols = cols.map(|(from, to)| without(board, |cell| (from..to).contains(&cell.col)));
    let most = (MAX_SQUARES / board.codes().len()).max(1);
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
