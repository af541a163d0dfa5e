//! Mapping the Route (ACM North Central regional 1997; UVa 614): a robot in a maze.
//!
//! A board of square cells with walls between them, a start, a goal. The robot tries west, north, east,
//! south, in this order; it enters a cell if no wall is between and where it has not been; it goes
//! a step back where it cannot go on; it stops in the goal. What is asked for is its map: the cells of the
//! path numbered from 1, `???` in those that it was in and went back from.
//!
//! Input: mazes, each `rows cols start_row start_col goal_row goal_col`, counted from 1 at the north-west, and
//! then a code for each cell, row by row: 1 = wall on the east side, 2 = wall on the south side, 3 = both,
//! 0 = none; six zeros end it. Output for each: `Maze k`, an empty line, the drawing, two empty lines.
//!
//! Where the statement is silent:
//!
//! * The outer walls are there, whatever the codes of the last row and column say.
//! * Where the start is the goal, the path is that one cell.
//! * Where the goal cannot be reached (the judge promises that it can), every cell that can be reached
//!   shows `???`, the start too.
//! * A number of more than three digits (on boards beyond the judge's) takes the width it needs, as a C
//!   `%3d` does.

mod answer;
mod board;
mod carve;
mod draw;
mod edit;
mod fast;
mod formats;
mod generate;
mod methods;
mod package;
mod search;
mod shrink;
mod solution;
mod text;
mod verify;

use std::io::{self, Write};
use std::ops::ControlFlow;

use tremaux_core::{
    Answer, Budget, Dataset, Diagnostic, Edit, FileFormat, OptionChanges, OptionKind, OptionSpec, Options,
    Outcome, OutputStyle, Package, Puzzle, Reader, Rng, Roles, SearchEvent, Session, Tool, Verdict,
};
use tremaux_drawing::Drawing;

pub use board::{Direction, Maze};
pub use methods::Method;
pub use search::Order;
pub use solution::Solution;

use board::MAX_CELLS;
use carve::Algorithm;
use formats::{Format, Reading};
use generate::{Kind, MazeConstraints};
use methods::Watch;

/// The kind of puzzle.
pub struct MazePuzzle;

const fn option(
    name: &'static str,
    kind: OptionKind,
    default: Option<&'static str>,
    help: &'static str,
    roles: Roles,
) -> OptionSpec {
    let spec = OptionSpec::new(name, kind, roles, help);
    match default {
        None => spec,
        Some(default) => spec.with_default(default),
    }
}

const SIDE: OptionKind = OptionKind::Int { min: 1, max: MAX_CELLS, none: false };
const FROM: [&str; 10] = {
    let [uva, text, maz, num, png, grid, boxes, underscores, hex] = Format::NAMES;
    ["auto", uva, text, maz, num, png, grid, boxes, underscores, hex]
};
const OPTIONS: &[OptionSpec] = &[
    option(
        "order",
        OptionKind::Text("WNES"),
        Some("WNES"),
        "the order in which the robot tries west, north, east, south",
        Roles::RULES,
    ),
    option(
        "method",
        OptionKind::Choice(&Method::NAMES),
        Some("dfs"),
        "how to search; the judge's robot is dfs",
        Roles::ANSWER,
    ),
    option(
        "from",
        OptionKind::Choice(&FROM),
        Some("auto"),
        "the format of the input; auto finds it out",
        Roles::FILES,
    ),
    option(
        "start",
        OptionKind::Text("R,C"),
        None,
        "row and column of the start, from 1 in the north-west, whatever the input marks",
        Roles::FILES,
    ),
    option(
        "goal",
        OptionKind::Text("R,C"),
        None,
        "row and column of the goal; several are separated by semicolons",
        Roles::FILES,
    ),
    option("walls", OptionKind::Text("CHARS"), None, "the characters that are walls of a grid", Roles::FILES),
    option(
        "open",
        OptionKind::Text("CHARS"),
        None,
        "the characters that are passages of a grid",
        Roles::FILES,
    ),
    option("rows", SIDE, None, "number of rows", Roles::GENERATOR),
    option("cols", SIDE, None, "number of columns", Roles::GENERATOR),
    option(
        "algorithm",
        OptionKind::Choice(&Algorithm::NAMES),
        None,
        "how its passages are carved; any of these if absent",
        Roles::GENERATOR,
    ),
    option(
        "loops",
        OptionKind::Int { min: 0, max: 100, none: false },
        None,
        "inner walls opened afterwards, in percent: 0 makes a perfect maze; 0, 5, 20 or 50 if absent",
        Roles::GENERATOR,
    ),
    option("kind", OptionKind::Choice(&Kind::NAMES), Some("random"), "the family of mazes", Roles::FAMILY),
];

impl Puzzle for MazePuzzle {
    fn name(&self) -> &'static str {
        "maze"
    }
    fn summary(&self) -> &'static str {
        "map a robot's way through a maze"
    }
    fn sample(&self) -> &'static str {
        "2 3 1 1 1 3\n1 1 0\n0 0 0\n\n4 3 3 2 4 3\n0 3 0\n0 2 0\n0 3 0\n0 1 0\n\n0 0 0 0 0 0\n"
    }
    fn options(&self) -> &'static [OptionSpec] {
        OPTIONS
    }
    fn formats(&self) -> &'static [FileFormat] {
        formats::WRITABLE
    }

    fn package(&self) -> Option<&'static Package> {
        Some(&package::PACKAGE)
    }

    fn tools(&self) -> &'static [Tool] {
        &[Tool::Wall, Tool::Start, Tool::Goal, Tool::Size]
    }
    fn open(&self, options: &Options) -> Result<Box<dyn Session>, Diagnostic> {
        let order = options.text("order").unwrap_or_default().parse();
        let order = order.map_err(|fault: Diagnostic| fault.in_option("order"))?;
        let word = |name: &str| options.text(name).unwrap_or_default();
        let method = Method::ALL[position(&Method::NAMES, word("method")).unwrap_or(0)];
        let [rows, cols] = ["rows", "cols"].map(|name| options.int(name).map(|side| side as usize));
        let wanted = MazeConstraints {
            rows,
            cols,
            algorithm: position(&Algorithm::NAMES, word("algorithm")).map(|i| Algorithm::ALL[i]),
            loops: options.int("loops"),
            kind: Kind::ALL[position(&Kind::NAMES, word("kind")).unwrap_or(0)],
        };
        if wanted.most_cells() > MAX_CELLS {
            let fault = Diagnostic::expected(format!("at most {MAX_CELLS} cells"));
            return Err(fault.in_option(if cols.is_some() { "cols" } else { "rows" }));
        }
        wanted.check()?;
        let format = position(&Format::NAMES, word("from")).map(|i| Format::ALL[i]);
        let places = |name: &str| {
            let places = options.text(name).map(Reading::positions).transpose();
            places.map(Option::unwrap_or_default).map_err(|fault| fault.in_option(name))
        };
        let (start, goals) = (places("start")?, places("goal")?);
        if start.len() > 1 {
            return Err(Diagnostic::expected("one start").found(start.len()).in_option("start"));
        }
        let [walls, open] = ["walls", "open"].map(|name| options.text(name).map(str::to_owned));
        let reading = Reading { start: start.first().copied(), goals, walls, open };
        Ok(Box::new(MazeSession { order, method, format, has_read: false, wanted, reading }))
    }
}

fn position(names: &[&str], name: &str) -> Option<usize> {
    names.iter().position(|&known| known == name)
}

struct MazeSession {
    order: Order,
    method: Method,
    /// That of the input; `None` until its first bytes have been seen.
    format: Option<Format>,
    /// Whether a maze has been read.
    has_read: bool,
    wanted: MazeConstraints,
    reading: Reading,
}

impl MazeSession {
    fn dataset(&self, maze: Maze, note: Option<String>) -> Box<dyn Dataset> {
        Box::new(MazeDataset { maze, method: self.method, order: self.order, note })
    }
}

impl Session for MazeSession {
    fn read(&mut self, input: &mut Reader) -> Result<Option<Box<dyn Dataset>>, Diagnostic> {
        let format = match self.format {
            Some(format) => format,
            // The judge takes nothing but the judge's text.
            None if input.is_strict() => Format::Judge,
            None => Format::of(input)?,
        };
        self.format = Some(format);
        let maze = format.read(input, &self.reading)?;
        if maze.is_none() && !self.has_read && input.is_strict() {
            return Err(input.error_about("expected one or more mazes before the six zeros"));
        }
        self.has_read = true;
        Ok(maze.map(|(maze, note)| self.dataset(maze, note)))
    }
    fn generate(&mut self, rng: &mut Rng) -> Result<Box<dyn Dataset>, Diagnostic> {
        Ok(self.dataset(generate::maze(self.wanted, rng)?, None))
    }
    fn generated_cells(&self) -> u64 {
        self.wanted.most_cells()
    }
    fn terminator(&self) -> &'static str {
        "0 0 0 0 0 0\n"
    }
}

/// A maze, and how it is to be searched.
struct MazeDataset {
    maze: Maze,
    method: Method,
    order: Order,
    /// What a person should know about the way that the maze was read from a file.
    note: Option<String>,
}

impl MazeDataset {
    fn search(&mut self, budget: &Budget, watch: &mut Watch) -> Outcome<'_> {
        let search =
            match methods::search(&mut self.maze, self.method, self.order, &mut budget.meter(), watch) {
                Ok(search) => search,
                Err(limit) => return Outcome::GaveUp(limit),
            };
        let note = self.note.as_deref();
        match Solution::new(&mut self.maze, self.method, search).map(|solution| solution.with_note(note)) {
            Ok(solution) if solution.steps().is_some() => Outcome::Solved(Box::new(solution)),
            Ok(solution) => Outcome::Impossible { reason: solution.reason(), answer: Box::new(solution) },
            Err(limit) => Outcome::GaveUp(limit),
        }
    }
}

impl Dataset for MazeDataset {
    fn cells(&self) -> u64 {
        self.maze.cells.len() as u64
    }
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let first_goal = self.maze.cell(self.maze.goals[0]);
        text::write(&self.maze, first_goal, out)
    }
    fn export(&mut self, format: &str, budget: &Budget, out: &mut dyn Write) -> Result<(), Diagnostic> {
        let mut meter = budget.meter();
        let search =
            methods::search(&mut self.maze, self.method, self.order, &mut meter, &mut Watch::nobody());
        let search = search.map_err(|limit| Diagnostic::new(format!("the search gave up: {limit}")))?;
        formats::write(&Solution::new(&mut self.maze, self.method, search)?, format, out)
    }
    fn solve(&mut self, budget: &Budget) -> Outcome<'_> {
        self.search(budget, &mut Watch::nobody())
    }
    fn play(
        &mut self,
        budget: &Budget,
        observer: &mut dyn FnMut(SearchEvent) -> ControlFlow<()>,
    ) -> Outcome<'_> {
        let cols = self.maze.cols;
        self.search(budget, &mut Watch::new(observer, cols))
    }
    fn verify(&self, number: u64, output: &mut Reader, budget: &Budget) -> Verdict {
        verify::verify(&self.maze, self.order.directions(), number, output, budget)
    }
    fn draw(&self) -> Result<Drawing, Diagnostic> {
        draw::board(&self.maze)
    }
    fn shrink_candidates(&self) -> Vec<Box<dyn Dataset>> {
        let dataset = |maze| Box::new(MazeDataset { maze, note: None, ..*self }) as Box<dyn Dataset>;
        shrink::shrink_candidates(&self.maze).into_iter().map(dataset).collect()
    }
    fn edit(&mut self, edit: Edit) -> Result<OptionChanges, Diagnostic> {
        edit::edit(&mut self.maze, edit)?;
        Ok(OptionChanges::new())
    }
}

impl Answer for Solution<'_> {
    fn write(&self, style: OutputStyle, number: u64, out: &mut dyn Write) -> io::Result<()> {
        answer::write(self, style, number, out)
    }
    fn draw(&self) -> Result<Drawing, Diagnostic> {
        draw::answer(self)
    }
    fn warning(&self) -> Option<String> {
        let unreachable = self.steps().is_none();
        let unreachable = unreachable.then(|| format!("the goal cannot be reached: {}", self.reason()));
        let warnings: Vec<String> = self.note().map(str::to_owned).into_iter().chain(unreachable).collect();
        (!warnings.is_empty()).then(|| warnings.join("; "))
    }
}
