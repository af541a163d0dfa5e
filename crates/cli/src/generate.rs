//! `tremaux generate`: test data; the same options and seed give the same bytes in every version.

use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::{Arg, ArgMatches};
use tremaux_core::{Puzzle, Roles};
use tremaux_judge::generate;

use crate::Command;
use crate::context::{Context, Failure, Status, print_message};
use crate::options;
use crate::output::Output;

pub(crate) const COMMAND: Command = Command { build, run };

fn build(puzzles: &[&'static dyn Puzzle]) -> clap::Command {
    let command = clap::Command::new("generate")
        .about("Generate test data; the same options and seed always give the same bytes");
    options::for_each_puzzle(command, puzzles, Roles::GENERATING, |command, puzzle| {
        command
            .arg(seed_argument(
                "Seed; if omitted, one is chosen, and the command that repeats the data is printed to standard error",
            ))
            .arg(
                number("count", "N", 1, "Number of datasets")
                    .value_parser(clap::value_parser!(u64).range(0..=1_000_000)),
            )
            .after_help(format!("Example:\n  tremaux generate {} --seed 7 --count 3", puzzle.name()))
    })
}

pub(crate) fn seed_argument(help: &'static str) -> Arg {
    Arg::new("seed").long("seed").value_name("S").value_parser(clap::value_parser!(u64)).help(help)
}

/// An option with a number and a default.
pub(crate) fn number(name: &'static str, form: &'static str, default: u64, help: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name(form)
        .value_parser(clap::value_parser!(u64))
        .default_value(default.to_string())
        .help(help)
}

fn run(matches: &ArgMatches, context: &Context) -> Result<Status, Failure> {
    let (puzzle, options, matches) = options::chosen(matches, context)?;
    let mut session = puzzle.open(&options)?;
    let count = matches.get_one("count").copied().unwrap_or(1);
    let seed = matches.get_one("seed").copied().unwrap_or_else(|| {
        let seed = made_up();
        let own = options::words(puzzle, &options::given(puzzle, matches));
        print_message(format_args!("tremaux generate {}{own} --seed {seed} --count {count}", puzzle.name()));
        seed
    });
    context.ending_at_once(|| {
        let datasets = generate(&mut *session, seed, count)?;
        let mut out = Output::new();
        session.write(&datasets, &mut out)?;
        out.flush()?;
        Ok(Status::Done)
    })
}

/// A seed from the clock.
fn made_up() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::from(now.subsec_nanos()) ^ now.as_secs() << 20
}
