//! `tremaux watch`: the search, step by step, in the terminal.
//!
//! The search runs in a thread of its own and hands over its steps, a batch at a time; it waits where the
//! player is far behind. The [`player`] knows the current step and nothing of terminals, the [`screen`]
//! shows it and nothing else. Without a terminal, the final board is printed, or every step.

mod player;
mod screen;

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use clap::{Arg, ArgAction, ArgMatches};
use tremaux_core::{Budget, Dataset, EventKind, GaveUp, Outcome, Puzzle, Roles};
use tremaux_drawing::{BoardState as Board, Drawing, text};

use crate::Command;
use crate::context::{self, Context, Failure, Status};
use crate::draw::{self, ChosenDataset};
use crate::options;
use crate::output::Output;
use player::{Ending, News, Player, Step};

pub(crate) const COMMAND: Command = Command { build, run };

const KEYS: &str = "\
Keys:
  space        play or pause
  right, left  one step on, one step back
  ], [         to the next retreat, to the one before
  Home, End    to the start, to the end
  +, -         twice or half as fast
  q            quit";

fn build(puzzles: &[&'static dyn Puzzle]) -> clap::Command {
    let command = clap::Command::new("watch")
        .about("Watch the search step by step in the terminal")
        .after_help("Example:\n  tremaux watch maze examples/maze.in");
    options::for_each_puzzle(command, puzzles, Roles::SOLVING, |command, _| {
        command
            .args(draw::dataset_arguments())
            .arg(
                Arg::new("ascii")
                    .long("ascii")
                    .action(ArgAction::SetTrue)
                    .help("Plain ASCII in place of box strokes and signs"),
            )
            .arg(Arg::new("frames").long("frames").action(ArgAction::SetTrue).help(
                "Print every step one after the other, in place of playing them; without it and \
                     without a terminal, the final board is printed",
            ))
            .args(options::budget_arguments())
            .after_help(KEYS)
    })
}

fn run(matches: &ArgMatches, context: &Context) -> Result<Status, Failure> {
    let (mut dataset, matches) = ChosenDataset::choose(matches, context)?;
    let budget = options::budget(matches, context);
    let terminal = io::stdout().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb");
    let style = text::Style { ascii: matches.get_flag("ascii"), color: context::color() };
    let gave_up = if matches.get_flag("frames") {
        print_frames(dataset.instance.as_mut(), &budget, style)?
    } else if terminal {
        let board = dataset.instance.draw()?;
        let player = Player::new(board, search(dataset.instance, budget)?);
        return Ok(screen::show(player, style, &context.interrupted)?);
    } else {
        print_answer(dataset.instance.as_mut(), &budget, style)?
    };
    match gave_up {
        None => Ok(Status::Done),
        Some(limit) => {
            dataset.warn(&limit);
            Ok(Status::GaveUp)
        }
    }
}

/// Runs the search in a thread. It ends soon after the receiver is dropped.
fn search(mut instance: Box<dyn Dataset>, budget: Budget) -> io::Result<Receiver<News>> {
    /// Steps of a batch, and batches ahead of the player. The first steps are sent one by one, so that
    /// there is something to be seen even if each takes long.
    const BATCH: usize = 256;
    const AHEAD: usize = 64;
    const SINGLE: usize = 16;
    let (sender, receiver) = sync_channel(AHEAD);
    thread::Builder::new().spawn(move || {
        let (mut batch, mut singles) = (Vec::new(), 0);
        let outcome = instance.play(&budget, &mut |frame| {
            batch.push(Step { kind: frame.kind, depth: frame.depth, marks: frame.marks.to_vec() });
            if singles >= SINGLE && batch.len() < BATCH {
                return ControlFlow::Continue(());
            }
            singles += 1;
            match sender.send(News::Steps(std::mem::take(&mut batch))) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        });
        let ending = match outcome {
            Outcome::Solved(answer) => Ending { says: "solved".into(), board: answer.draw().ok() },
            Outcome::Impossible { reason, answer } => {
                Ending { says: format!("no solution: {reason}"), board: answer.draw().ok() }
            }
            Outcome::GaveUp(limit) => Ending { says: format!("gave up: {limit}"), board: None },
        };
        let _ = sender.send(News::Steps(batch));
        let _ = sender.send(News::End(ending));
    })?;
    Ok(receiver)
}

/// Prints the board with its answer.
fn print_answer(
    instance: &mut dyn Dataset,
    budget: &Budget,
    style: text::Style,
) -> Result<Option<GaveUp>, Failure> {
    match instance.solve(budget) {
        Outcome::Solved(answer) | Outcome::Impossible { answer, .. } => {
            let mut out = Output::new();
            print(&answer.draw()?, style, &mut out)?;
            out.flush()?;
            Ok(None)
        }
        Outcome::GaveUp(limit) => Ok(Some(limit)),
    }
}

/// Prints the board after every step, and at last with its answer.
fn print_frames(
    instance: &mut dyn Dataset,
    budget: &Budget,
    style: text::Style,
) -> Result<Option<GaveUp>, Failure> {
    let mut out = Output::new();
    let mut board = Board::new(instance.draw()?);
    let mut step = 0_u64;
    let mut written = Ok(());
    let outcome = instance.play(budget, &mut |frame| {
        for mark in frame.marks {
            board.apply(*mark);
        }
        step += 1;
        let title = format!("step {step}: {}, depth {}", word(frame.kind), frame.depth);
        written = writeln!(out, "{title}")
            .and_then(|()| print(&board.picture(), style, &mut out))
            .and_then(|()| writeln!(out));
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    written?;
    let limit = match outcome {
        Outcome::Solved(answer) => {
            writeln!(out, "solved")?;
            print(&answer.draw()?, style, &mut out)?;
            None
        }
        Outcome::Impossible { reason, answer } => {
            writeln!(out, "no solution: {reason}")?;
            print(&answer.draw()?, style, &mut out)?;
            None
        }
        Outcome::GaveUp(limit) => Some(limit),
    };
    out.flush()?;
    Ok(limit)
}

fn word(kind: EventKind) -> &'static str {
    match kind {
        EventKind::Deepen => "deepen",
        EventKind::Advance => "advance",
        EventKind::Goal => "goal",
        EventKind::Cut => "cut",
        EventKind::Retreat => "retreat",
    }
}

fn print(board: &Drawing, style: text::Style, out: &mut dyn Write) -> io::Result<()> {
    text::Page::new(board, style).write_all(out)
}
