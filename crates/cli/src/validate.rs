//! `tremaux validate`: is a file a legal judge input?

use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches};
use tremaux_core::{Puzzle, Roles, counted};
use tremaux_judge::{VALIDATOR_INTERFACES, validate};

use crate::Command;
use crate::context::{Context, Failure, Status, print_message, print_verdict};
use crate::options;

pub(crate) const COMMAND: Command = Command { build, run };

fn build(puzzles: &[&'static dyn Puzzle]) -> clap::Command {
    let command = clap::Command::new("validate").about("Is a file a legal judge input?");
    options::for_each_puzzle(command, puzzles, Roles::VALIDATING, |command, puzzle| {
        command
            .arg(options::file_argument().num_args(0..).help("The inputs; - or none for standard input"))
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
    puzzle.open(&options)?;
    let style = matches.get_one::<String>("style");
    let style = VALIDATOR_INTERFACES.iter().find(|s| Some(s.name) == style.map(String::as_str));
    let style = style.unwrap_or(&VALIDATOR_INTERFACES[0]);
    let files: Vec<Option<&Path>> = match matches.get_many::<PathBuf>("file") {
        Some(files) => files.map(|file| Some(file.as_path())).collect(),
        None => vec![None],
    };
    let mut status = style.valid;
    for &file in &files {
        let (input, name) = context.open(file)?;
        // A session reads one input.
        match validate(&mut *puzzle.open(&options)?, input) {
            Ok(datasets) => {
                let verdict = format!("valid: {}", counted(datasets, "dataset"));
                let named = if files.len() > 1 { format!("{name}: {verdict}") } else { verdict };
                print_verdict(format_args!("{named}"))?;
            }
            Err(diagnostic) => {
                print_message(diagnostic.render(&name, true));
                status = style.invalid;
            }
        }
    }
    Ok(Status::Foreign(status))
}
