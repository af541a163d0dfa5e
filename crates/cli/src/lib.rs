//! The command `tremaux`: parse the arguments, pick the command, print, exit.
//!
//! Each command is a file that gives one `Command`; the table below is the list of them all. What
//! the commands share is in `context` (input, output, interruption, exit status) and
//! `options` (the puzzles' own options on the command line).
//!
//! The puzzles are those that the caller hands over, so a program with a puzzle of its own is three lines:
//!
//! ```
//! use tremaux_puzzles::null::Null; // or one of your own
//!
//! let arguments = ["stones", "generate", "null", "--seed", "7"];
//! let status = tremaux::run(arguments.map(Into::into), &[&Null]);
//! assert_eq!(status, std::process::ExitCode::SUCCESS);
//! ```

mod check;
mod completions;
mod context;
mod convert;
mod count;
mod draw;
mod file;
mod generate;
mod man;
mod options;
mod output;
mod package;
mod serve;
mod solve;
mod stress;
mod validate;
mod watch;

use std::ffi::OsString;
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;

/// What [`run`] offers: the contract that a puzzle implements.
pub use tremaux_core::Puzzle;
use tremaux_core::panic_message;

use context::{Context, Failure, Status};

/// One command: how it is spelled and what it does.
struct Command {
    /// Its arguments and its help.
    build: fn(&[&'static dyn Puzzle]) -> clap::Command,
    run: fn(&clap::ArgMatches, &Context) -> Result<Status, Failure>,
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
    completions::COMMAND,
    man::COMMAND,
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

/// What `tremaux` alone says.
const START: &str = "\
Tremaux answers, explains, judges and draws grid puzzles: curling, maze, knight. Try this:

  tremaux generate maze --seed 1 --rows 5 --cols 9 | tremaux solve maze
  tremaux generate curling --seed 1 | tremaux solve curling --output text
  echo 1 | tremaux watch knight --board 6x6
  tremaux count --board 6x6 --closed
  tremaux serve --open

\"tremaux --help\" lists the commands, \"tremaux solve maze --help\" says all about one.
";

/// The commit that this program was built from and its date, where that is known.
const COMMIT: Option<&str> = option_env!("TREMAUX_COMMIT");

fn version() -> String {
    let number = env!("CARGO_PKG_VERSION");
    COMMIT.map_or(number.to_owned(), |commit| format!("{number} ({commit})"))
}

/// The whole command line; the first subcommands are those of the table, in its order.
fn parser(puzzles: &[&'static dyn Puzzle]) -> clap::Command {
    clap::Command::new("tremaux")
        .version(version())
        .about(ABOUT)
        .after_help(EXIT_STATUS)
        .arg(context::color_argument())
        .subcommands(COMMANDS.iter().map(|command| (command.build)(puzzles)))
}

/// Runs the command line `arguments`, the program's name first, with the given puzzles to choose from.
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    puzzles: &'static [&'static dyn Puzzle],
) -> ExitCode {
    // Allocates the buffer of standard output now: once a board has taken the memory, that would fail.
    drop(io::stdout());
    let mut parser = parser(puzzles);
    let matches = match parser.try_get_matches_from_mut(arguments) {
        Ok(matches) => matches,
        Err(error) => {
            let printed = error.print().map_err(Failure::from);
            return match (error.use_stderr(), printed) {
                (true, _) => Status::Unusable,
                (false, Ok(())) => Status::Done,
                (false, Err(failure)) => failure.report(),
            }
            .into();
        }
    };
    context::set_color(&matches);
    let context = Context::new(puzzles);
    let chosen = matches.subcommand().and_then(|(name, matches)| {
        let index = parser.get_subcommands().position(|command| command.get_name() == name)?;
        let run = COMMANDS.get(index)?.run;
        // The default hook has printed the message by then.
        let result = panic::catch_unwind(AssertUnwindSafe(|| run(matches, &context)));
        Some(result.unwrap_or_else(|payload| Err(Failure::Internal(panic_message(&*payload)))))
    });
    match chosen.unwrap_or_else(|| print(START.as_bytes())) {
        Ok(status) => context.close(status).into(),
        Err(failure) => context.close(failure.report()).into(),
    }
}

/// A text that is all that a command has to say.
fn print(text: &[u8]) -> Result<Status, Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text)?;
    out.flush()?;
    Ok(Status::Done)
}
