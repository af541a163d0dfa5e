//! The answer, in each style.

use std::fmt::Write as _;
use std::io::{self, Write};

use tremaux_core::{Answer, Diagnostic, OutputStyle, counted};
use tremaux_drawing::{Cell, Drawing};

use super::board::{BLOCK, Board, GOAL, START};
use super::{Reason, Route, Solution, Throw, draw};

/// What was found for a board.
pub(super) struct Report<'a> {
    pub board: &'a Board,
    pub solution: Solution,
    /// Number of distinct shortest routes, where it was asked for.
    pub routes: Option<u128>,
    /// Show the next throw only.
    pub hints: bool,
}

impl Solution {
    pub(super) fn route(&self) -> Option<&Route> {
        match self {
            Solution::Reached(route) => Some(route),
            _ => None,
        }
    }

    /// Why there is no route, as the end of a sentence; empty if there is one.
    pub(super) fn reason(&self) -> String {
        match self {
            Solution::Reached(_) => String::new(),
            Solution::BeyondLimit(throws) => format!("no route of at most {}", counted(throws, "throw")),
            Solution::Never(Reason::GoalWalledIn) => {
                "no route of any length: no throw can stop in the goal's row or column".into()
            }
            Solution::Never(Reason::RelaxedBound) => {
                "no route of any length, even if the stone could slide through blocks".into()
            }
            Solution::Never(Reason::Exhausted) => "no route of any length: all were tried".into(),
        }
    }
}

/// Row and column from 1, as people count.
fn place(cell: Cell) -> String {
    format!("row {}, column {}", cell.row + 1, cell.col + 1)
}

impl Report<'_> {
    fn write_judge(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.solution.route() {
            Some(route) => writeln!(out, "{}", route.throws().len()),
            None => out.write_all(b"-1\n"),
        }
    }

    fn write_text(&self, number: u64, out: &mut dyn Write) -> io::Result<()> {
        let Some(route) = self.solution.route() else {
            return writeln!(out, "Dataset {number}: no solution: {}\n", self.solution.reason());
        };
        writeln!(out, "Dataset {number}: {}", counted(route.throws().len(), "throw"))?;
        match self.routes {
            Some(1) => writeln!(out, "No other route is as short.")?,
            Some(routes) => writeln!(out, "{routes} distinct routes are that short.")?,
            None => {}
        }
        let shown = if self.hints { 1 } else { route.throws().len() };
        for (i, throw) in route.throws()[..shown].iter().enumerate() {
            let Throw { direction, stop, broken } = throw;
            write!(out, "{:>4}. {:<5} ", i + 1, direction.name())?;
            match broken {
                Some(block) => {
                    writeln!(out, "stops at {}, breaks the block at {}", place(*stop), place(*block))?
                }
                None => writeln!(out, "reaches the goal at {}", place(*stop))?,
            }
        }
        if !self.hints {
            write_final_board(self.board, route, out)?;
        }
        writeln!(out)
    }

    /// One object:
    /// `{"dataset":N,"outcome":"solved","throws":N,"route":[{"direction":"E","stop":[row,column],"broken":[row,column]},...]}`;
    /// the last throw breaks nothing and has no `broken`. Rows and columns are counted from 1. With
    /// `--hints`, `hint` (a direction) replaces `route`; with `--routes count`, `routes` is the number of
    /// distinct shortest routes and `unique` says whether it is 1. Or `{"dataset":N,"outcome":"impossible","reason":R,"within":N}`, where R is
    /// `beyond-limit`; or, without `within`, `goal-walled-in`, `relaxed-bound` or `exhausted`: impossible at any
    /// length.
    fn write_json(&self, number: u64, out: &mut dyn Write) -> io::Result<()> {
        write!(out, r#"{{"dataset":{number},"#)?;
        match &self.solution {
            Solution::Reached(route) => {
                write!(out, r#""outcome":"solved","throws":{}"#, route.throws().len())?;
                if let Some(routes) = self.routes {
                    write!(out, r#","routes":{routes},"unique":{}"#, routes == 1)?;
                }
                match route.throws() {
                    [next, ..] if self.hints => {
                        write!(out, r#","hint":"{}""#, next.direction.letter())?;
                    }
                    throws => {
                        let list: Vec<String> = throws.iter().map(json_throw).collect();
                        write!(out, r#","route":[{}]"#, list.join(","))?;
                    }
                }
            }
            Solution::BeyondLimit(throws) => {
                write!(out, r#""outcome":"impossible","reason":"beyond-limit","within":{throws}"#)?;
            }
            Solution::Never(reason) => {
                let reason = match reason {
                    Reason::GoalWalledIn => "goal-walled-in",
                    Reason::RelaxedBound => "relaxed-bound",
                    Reason::Exhausted => "exhausted",
                };
                write!(out, r#""outcome":"impossible","reason":"{reason}""#)?;
            }
        }
        writeln!(out, "}}")
    }
}

fn json_throw(throw: &Throw) -> String {
    let cell = |cell: Cell| format!("[{},{}]", cell.row + 1, cell.col + 1);
    let mut json = format!(r#"{{"direction":"{}","stop":{}"#, throw.direction.letter(), cell(throw.stop));
    if let Some(block) = throw.broken {
        let _ = write!(json, r#","broken":{}"#, cell(block));
    }
    json + "}"
}

/// The board when the stone has reached the goal: `#` block, `x` broken block, `S` start, `G` goal with the
/// stone on it.
fn write_final_board(board: &Board, route: &Route, out: &mut dyn Write) -> io::Result<()> {
    let mut broken: Vec<usize> =
        route.throws().iter().filter_map(|throw| board.square(throw.broken?)).collect();
    broken.sort_unstable();
    let glyph = |(square, &code)| match code {
        _ if broken.binary_search(&square).is_ok() => b'x',
        BLOCK => b'#',
        START => b'S',
        GOAL => b'G',
        _ => b'.',
    };
    let width = board.width() as usize;
    let mut line = Vec::with_capacity(width + 7);
    for (row, codes) in board.codes().chunks_exact(width).enumerate() {
        line.clear();
        line.extend_from_slice(b"      ");
        line.extend((row * width..).zip(codes).map(glyph));
        line.push(b'\n');
        out.write_all(&line)?;
    }
    Ok(())
}

impl Answer for Report<'_> {
    fn write(&self, style: OutputStyle, number: u64, out: &mut dyn Write) -> io::Result<()> {
        match style {
            OutputStyle::Text => self.write_text(number, out),
            OutputStyle::Json => self.write_json(number, out),
            _ => self.write_judge(out),
        }
    }

    fn draw(&self) -> Result<Drawing, Diagnostic> {
        draw::answer(self.board, self.solution.route())
    }
}
