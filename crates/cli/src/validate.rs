//! `tremaux validate`: is a file a legal judge input?

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches};
use tremaux_core::{Puzzle, Roles};
use tremaux_judge::{VALIDATOR_INTERFACES, validate};

use crate::Command;
use crate::context::{Context, Failure, Status, print_message, print_verdict};
use crate::options;

pub(crate) const COMMAND: Command = Command { build, run };

fn build(puzzles: &[&'static dyn Puzzle]) -> clap::Command {
    let command = clap::Command::new("validate").about("Is a file a legal judge input?");
    options::for_each_puzzle(command, puzzles, Roles::VALIDATING, |command, puzzle| {
        command
            .arg(options::file_argument())
            .arg(
                Arg::new("style")
                    .long("style")
                    .value_name("STYLE")
                    .value_parser(PossibleValuesParser::new(
                        VALIDATOR_INTERFACES.iter().map(|style| style.name),
                    ))
                    .default_value(VALIDATOR_INTERFACES[0].name)
                    .help("Whose exit status: tremaux 0 and 1, testlib 0 and 3, kattis 42 and 43"),
            )
            .after_help(format!("Example:\n  tremaux validate {0} {0}.in", puzzle.name()))
    })
}

fn run(matches: &ArgMatches, context: &Context) -> Result<Status, Failure> {
    let (puzzle, options, matches) = options::chosen(matches, context)?;
    let mut session = puzzle.open(&options)?;
    let style = matches.get_one::<String>("style");
    let style = VALIDATOR_INTERFACES.iter().find(|s| Some(s.name) == style.map(String::as_str));
    let style = style.unwrap_or(&VALIDATOR_INTERFACES[0]);
    let (input, name) = context.open(matches.get_one::<PathBuf>("file").map(PathBuf::as_path))?;
    match validate(&mut *session, input) {
        Ok(datasets) => {
            print_verdict(format_args!("valid: {datasets} dataset{}", if datasets == 1 { "" } else { "s" }))?;
            Ok(Status::Foreign(style.valid))
        }
        Err(diagnostic) => {
            print_message(diagnostic.render(&name, true));
            Ok(Status::Foreign(style.invalid))
        }
    }
}
