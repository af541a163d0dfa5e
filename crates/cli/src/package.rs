//! `tremaux package`: a problem package for other judges.

use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches};
use tremaux_core::{Puzzle, Roles};
use tremaux_judge::{LICENSES, PackageFormat, PackageSettings, write_package};

use crate::Command;
use crate::context::{Context, Failure, Status, print_verdict};
use crate::file;
use crate::generate::number;
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
            .args(settings_arguments())
            .args(puzzle.families().map(|families| {
                Arg::new("families")
                    .long(families.option)
                    .value_name("K,K")
                    .value_delimiter(',')
                    .value_parser(PossibleValuesParser::new(families.names))
                    .help("The families of the secret data; all of them if absent")
            }))
            .after_help(format!("Example:\n  tremaux package {0} {0} --format legacy", puzzle.name()))
    })
}

/// The options of all puzzles that say what is in a package.
fn settings_arguments() -> [Arg; 8] {
    let default = PackageSettings::default();
    let text = |name: &'static str, form: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(form).help(help)
    };
    [
        number("seed", "S", default.seed, "Generate the secret data from this seed"),
        number("files", "N", default.files as u64, "The secret files of each family")
            .value_parser(clap::value_parser!(u64).range(1..=100)),
        number("count", "N", default.count, "The datasets of each of these files")
            .value_parser(clap::value_parser!(u64).range(1..=1000)),
        text("title", "TEXT", "The title of the problem; that of the puzzle if absent"),
        text("author", "TEXT", "The owner of the rights").default_value(default.author),
        text("license", "L", "The licence")
            .value_parser(PossibleValuesParser::new(LICENSES))
            .default_value(LICENSES[0]),
        number("time-limit", "SECONDS", default.time_limit.into(), "The time limit for a submission")
            .value_parser(clap::value_parser!(u64).range(1..=600)),
        text(
            "memory-limit",
            "MIB",
            "The memory limit for a submission, in mebibytes; the judge's own if absent",
        )
        .value_parser(clap::value_parser!(u32).range(1..=65_536)),
    ]
}

fn settings(puzzle: &dyn Puzzle, matches: &ArgMatches, format: PackageFormat) -> PackageSettings {
    let default = PackageSettings::default();
    let number = |name| matches.get_one::<u64>(name).copied();
    let text = |name| matches.get_one::<String>(name).cloned();
    let families = puzzle.families().and_then(|_| matches.get_many::<String>("families"));
    PackageSettings {
        format,
        seed: number("seed").unwrap_or(default.seed),
        files: number("files").map_or(default.files, |files| files as usize),
        count: number("count").unwrap_or(default.count),
        families: families.map_or(Vec::new(), |families| families.cloned().collect()),
        title: text("title"),
        author: text("author").unwrap_or(default.author),
        license: text("license").unwrap_or(default.license),
        time_limit: number("time-limit").map_or(default.time_limit, |seconds| seconds as u32),
        memory_limit: matches.get_one::<u32>("memory-limit").copied(),
    }
}

fn run(matches: &ArgMatches, context: &Context) -> Result<Status, Failure> {
    let (puzzle, _, matches) = options::chosen(matches, context)?;
    let name = matches.get_one::<String>("format");
    let format = PackageFormat::ALL.iter().find(|(format, _)| Some(*format) == name.map(String::as_str));
    let format = format.unwrap_or(&PackageFormat::ALL[0]).1;
    let settings = settings(puzzle, matches, format);
    let folder = matches.get_one::<PathBuf>("folder").map_or(Path::new(""), PathBuf::as_path);
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let files = file::write_directory(context, folder, |write| {
        write_package(puzzle, name, &settings, |path, bytes| write(&path, bytes))
    })?;
    print_verdict(format_args!("{files} files in {}", folder.display()))?;
    Ok(Status::Done)
}
