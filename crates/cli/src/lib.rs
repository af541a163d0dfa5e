//! The command `tremaux`: parse the arguments, pick the command, print, exit.
//!
//! Each command is a file that gives one `Command`; the table below is the list of them all. What
//! the commands share is in `desk` (input, output, interruption, exit status) and
//! `options` (the puzzles' own options on the command line).

mod check;
mod convert;
mod count;
mod desk;
mod draw;
mod file;
mod generate;
mod options;
mod output;
mod package;
mod serve;
mod solve;
mod stress;
mod validate;
mod watch;

use std::ffi::OsString;
use std::process::ExitCode;

use tremaux_core::Puzzle;

use desk::{Desk, Failure, Status};

/// One command: how it is spelled and what it does.
struct Command {
    /// Its arguments and its help.
    build: fn(&[&'static dyn Puzzle]) -> clap::Command,
    run: fn(&clap::ArgMatches, &Desk) -> Result<Status, Failure>,
}

const COMMANDS: &[Command] = &[
    solve::COMMAND,
    check::COMMAND,
    validate::COMMAND,
    generate::COMMAND,
    stress::COMMAND,
    package::COMMAND,
    draw::COMMAND,
    watch::COMMAND,
    convert::COMMAND,
    count::COMMAND,
    serve::COMMAND,
];

const ABOUT: &str = "A workbench for grid puzzles solved by backtracking search";

const EXIT_STATUS: &str = "\
Exit status:
  0    done: every dataset answered (a proved \"none\" is an answer), output accepted, input valid
  1    a negative verdict: output wrong, input invalid, a failing case found
  2    the input or the command line cannot be used
  3    stopped before an answer: a limit was reached
  4    the jury's own file or this program is at fault
  130  interrupted";

/// Runs the command line `arguments`, the program's name first, with the given puzzles to choose from.
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    puzzles: &'static [&'static dyn Puzzle],
) -> ExitCode {
    let commands: Vec<clap::Command> = COMMANDS.iter().map(|command| (command.build)(puzzles)).collect();
    let parser = clap::Command::new("tremaux")
        .version(env!("CARGO_PKG_VERSION"))
        .about(ABOUT)
        .after_help(EXIT_STATUS)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .arg(desk::color_argument())
        .subcommands(commands.clone());
    let matches = match parser.try_get_matches_from(arguments) {
        Ok(matches) => matches,
        Err(error) => {
            let told = error.print().map_err(Failure::from);
            return match (error.use_stderr(), told) {
                (true, _) => Status::Unusable,
                (false, Ok(())) => Status::Done,
                (false, Err(failure)) => failure.report(),
            }
            .into();
        }
    };
    desk::set_color(&matches);
    let desk = Desk::new(puzzles);
    let chosen = matches.subcommand().and_then(|(name, matches)| {
        let index = commands.iter().position(|command| command.get_name() == name)?;
        Some((COMMANDS[index].run)(matches, &desk))
    });
    match chosen {
        Some(Ok(status)) => desk.close(status).into(),
        Some(Err(failure)) => desk.close(failure.report()).into(),
        None => Status::Unusable.into(),
    }
}
