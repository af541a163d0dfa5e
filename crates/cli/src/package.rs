//! `tremaux package`: a problem package for other judges.

use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches};
use tremaux_core::{Puzzle, Roles};
use tremaux_judge::{PackageFormat, write_package};

use crate::Command;
use crate::context::{Context, Failure, Status, print_verdict};
use crate::file;
use crate::options;

pub(crate) const COMMAND: Command = Command { build, run };

fn build(puzzles: &[&'static dyn Puzzle]) -> clap::Command {
    let command = clap::Command::new("package")
        .about("A problem package for other judges: statement, data, validators, submissions");
    // A package is of the judge's own problem, whatever else the puzzle can do.
    options::for_each_puzzle(command, puzzles, Roles::NONE, |command, puzzle| {
        command
            .arg(
                Arg::new("folder")
                    .value_name("DIR")
                    .required(true)
                    .value_parser(clap::value_parser!(PathBuf))
                    .help("A new folder; its name, of lower-case letters and digits, is that of the problem"),
            )
            .arg(
                Arg::new("format")
                    .long("format")
                    .value_name("F")
                    .value_parser(PossibleValuesParser::new(PackageFormat::ALL.map(|(name, _)| name)))
                    .default_value(PackageFormat::ALL[0].0)
                    .help("The version of the package format"),
            )
            .after_help(format!("Example:\n  tremaux package {0} {0} --format legacy", puzzle.name()))
    })
}

fn run(matches: &ArgMatches, context: &Context) -> Result<Status, Failure> {
    let (puzzle, _, matches) = options::chosen(matches, context)?;
    let name = matches.get_one::<String>("format");
    let format = PackageFormat::ALL.iter().find(|(format, _)| Some(*format) == name.map(String::as_str));
    let format = format.unwrap_or(&PackageFormat::ALL[0]).1;
    let folder = matches.get_one::<PathBuf>("folder").map_or(Path::new(""), PathBuf::as_path);
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let files = file::write_directory(context, folder, |write| {
        write_package(puzzle, name, format, |path, bytes| write(&path, bytes))
    })?;
    print_verdict(format_args!("{files} files in {}", folder.display()))?;
    Ok(Status::Done)
}
