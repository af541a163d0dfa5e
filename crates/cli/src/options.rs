//! The puzzles' own options on the command line: `tremaux COMMAND PUZZLE [OPTIONS]`.

use std::fmt::Display;
use std::fs::File;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches};
use tremaux_core::{Budget, Diagnostic, OptionKind, OptionSpec, Options, Puzzle, Reader, Roles};

use crate::context::{Context, Failure};

/// Adds one subcommand for each puzzle to a command: the puzzle's options that act in what the command does, and then
/// what `complete` adds.
pub(crate) fn for_each_puzzle(
    command: clap::Command,
    puzzles: &[&'static dyn Puzzle],
    roles: Roles,
    complete: impl Fn(clap::Command, &'static dyn Puzzle) -> clap::Command,
) -> clap::Command {
    let subcommand = |&puzzle: &&'static dyn Puzzle| {
        let specs = puzzle.options().iter().filter(|spec| spec.roles.meets(roles));
        let own = clap::Command::new(puzzle.name())
            .about(capital(puzzle.summary()))
            .next_help_heading("Puzzle options")
            .args(specs.map(argument))
            .next_help_heading(None);
        complete(own, puzzle)
    };
    command
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand_value_name("PUZZLE")
        .subcommand_help_heading("Puzzles")
        .subcommands(puzzles.iter().map(subcommand))
}

/// The text with a capital letter in front, as help texts have.
fn capital(text: &str) -> String {
    let mut text = text.to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

fn argument(spec: &OptionSpec) -> Arg {
    let argument = Arg::new(spec.name).long(spec.name);
    let mut help = capital(spec.help);
    if let Some(default) = spec.default {
        help += &format!(" [default: {default}]");
    }
    match spec.kind.placeholder() {
        None => argument.action(ArgAction::SetTrue),
        Some(form) => match spec.kind {
            // The shells complete them. A long list would leave no space for the help beside it.
            OptionKind::Choice(words) => {
                let long = form.len() > 48;
                argument
                    .value_parser(PossibleValuesParser::new(words))
                    .value_name(if long { spec.name.to_uppercase() } else { form })
                    .hide_possible_values(!long)
            }
            OptionKind::Text(_) => argument.value_name(form).allow_hyphen_values(true),
            _ => argument.value_name(form),
        },
    }
    .help(help)
}

/// The puzzle that was named, its options, and the arguments behind its name.
pub(crate) fn chosen<'m>(
    matches: &'m ArgMatches,
    context: &Context,
) -> Result<(&'static dyn Puzzle, Options, &'m ArgMatches), Failure> {
    let unknown = || Diagnostic::new("no puzzle was named");
    let (name, matches) = matches.subcommand().ok_or_else(unknown)?;
    let puzzle = context.puzzles.iter().find(|puzzle| puzzle.name() == name).ok_or_else(unknown)?;
    Ok((*puzzle, settle(*puzzle, &given(*puzzle, matches))?, matches))
}

/// The largest size of a file that holds the value of an option, in bytes.
const MAX_BYTES: usize = 1 << 24;

/// The options as they were given.
pub(crate) fn settle(puzzle: &dyn Puzzle, given: &[(&'static str, &str)]) -> Result<Options, Diagnostic> {
    let specs = puzzle.options();
    let is_text = |name| specs.iter().any(|s| s.name == name && matches!(s.kind, OptionKind::Text(_)));
    let value = |&(name, word): &(&'static str, &str)| match is_text(name) {
        true => Ok((name, text(name, word)?)),
        false => Ok((name, word.to_owned())),
    };
    let values = given.iter().map(value).collect::<Result<Vec<_>, Diagnostic>>()?;
    Options::parse(specs, values.iter().map(|(name, value)| (*name, value.as_str())))
}

/// The value of an option: the word, or the contents of the file that is named after an `@`.
pub(crate) fn text(option: &str, word: &str) -> Result<String, Diagnostic> {
    let Some(path) = word.strip_prefix('@') else { return Ok(word.to_owned()) };
    let cannot =
        |error: &dyn Display| Diagnostic::new(format!("cannot read {path}: {error}")).in_option(option);
    let file = File::open(path).map_err(|error| cannot(&error))?;
    let bytes = Reader::new(file).rest(MAX_BYTES).map_err(|fault| cannot(&fault))?;
    let text = String::from_utf8(bytes).map_err(|error| cannot(&error))?;
    Ok(text.trim().to_owned())
}

/// The puzzle's options on the command line, with their values.
pub(crate) fn given<'m>(puzzle: &dyn Puzzle, matches: &'m ArgMatches) -> Vec<(&'static str, &'m str)> {
    let value = |spec: &OptionSpec| match spec.kind {
        OptionKind::Flag => {
            matches!(matches.try_get_one::<bool>(spec.name), Ok(Some(true))).then_some((spec.name, "true"))
        }
        _ => Some((spec.name, matches.try_get_one::<String>(spec.name).ok()??.as_str())),
    };
    puzzle.options().iter().filter_map(value).collect()
}

/// Options as on a command line.
pub(crate) fn words(puzzle: &dyn Puzzle, given: &[(&'static str, &str)]) -> String {
    let is_flag = |name: &str| puzzle.options().iter().any(|s| s.name == name && s.kind == OptionKind::Flag);
    let word = |&(name, value): &(&str, &str)| match is_flag(name) {
        true => format!(" --{name}"),
        false => format!(" --{name} {}", shell_words::quote(value)),
    };
    given.iter().map(word).collect()
}

/// The input of a command that reads one.
pub(crate) fn file_argument() -> Arg {
    Arg::new("file")
        .value_name("FILE")
        .value_parser(clap::value_parser!(PathBuf))
        .help("The input; - or none for standard input")
}

/// `--time-limit` and `--node-limit`.
pub(crate) fn budget_arguments() -> [Arg; 2] {
    [
        Arg::new("time-limit")
            .long("time-limit")
            .value_name("TIME")
            .value_parser(humantime::parse_duration)
            .help("Give a dataset up after this time, as in 10s or 500ms"),
        Arg::new("node-limit")
            .long("node-limit")
            .value_name("N")
            .value_parser(clap::value_parser!(u64))
            .help("Give a dataset up after this many search nodes"),
    ]
}

/// The limits that were given; every budget ends when the program is interrupted.
pub(crate) fn budget(matches: &ArgMatches, context: &Context) -> Budget {
    let mut budget = Budget::unlimited().with_cancel(context.interrupted.clone());
    if let Some(&time) = matches.get_one::<Duration>("time-limit") {
        budget = budget.with_time(time);
    }
    if let Some(&nodes) = matches.get_one::<u64>("node-limit") {
        budget = budget.with_nodes(nodes);
    }
    budget
}
