//! `tremaux convert`: a dataset from one kind of file to another.

use std::path::PathBuf;

use clap::{Arg, ArgMatches};
use tremaux_core::{Diagnostic, FileFormat, Puzzle, Roles};

use crate::Command;
use crate::context::{Context, Failure, Status};
use crate::file;
use crate::options;

pub(crate) const COMMAND: Command = Command { build, run };

fn build(puzzles: &[&'static dyn Puzzle]) -> clap::Command {
    let command = clap::Command::new("convert")
        .about("Write a dataset as another kind of file")
        .after_help("Example:\n  tremaux convert maze maze.png -o maze.in");
    let convertible: Vec<&'static dyn Puzzle> =
        puzzles.iter().copied().filter(|puzzle| !puzzle.formats().is_empty()).collect();
    options::for_each_puzzle(command, &convertible, Roles::SOLVING, |command, puzzle| {
        let path = || clap::value_parser!(PathBuf);
        command
            .arg(
                Arg::new("file")
                    .value_name("FILE")
                    .value_parser(path())
                    .help("The input; - or none for standard input"),
            )
            .arg(
                Arg::new("out")
                    .long("out")
                    .short('o')
                    .value_name("OUT")
                    .required(true)
                    .value_parser(path())
                    .help(format!(
                        "The file to write; its extension is the format: {}",
                        list(puzzle.formats())
                    )),
            )
            .arg(
                Arg::new("dataset")
                    .long("dataset")
                    .value_name("K")
                    .value_parser(clap::value_parser!(u64).range(1..))
                    .help("Which dataset of the input, counted from 1; needed if there are several"),
            )
            .args(options::budget_arguments())
    })
}

fn list(formats: &[FileFormat]) -> String {
    let line = |format: &FileFormat| format!(".{} ({})", format.extension, format.help);
    formats.iter().map(line).collect::<Vec<_>>().join(", ")
}

fn run(matches: &ArgMatches, context: &Context) -> Result<Status, Failure> {
    let (puzzle, options, matches) = options::chosen(matches, context)?;
    let out: &PathBuf = matches.get_one("out").ok_or_else(|| Diagnostic::expected("a file to write"))?;
    let extension = out.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let format = puzzle.formats().iter().find(|format| format.extension == extension).ok_or_else(|| {
        Diagnostic::new(format!("unknown file extension in {}", out.display()))
            .in_option("out")
            .help(format!("the formats are {}", list(puzzle.formats())))
    })?;
    let mut session = puzzle.open(&options)?;
    let (mut reader, name) = context.open(matches.get_one::<PathBuf>("file").map(PathBuf::as_path))?;
    let mut read =
        || session.read(&mut reader).map_err(|fault| Failure::Unusable(fault.into(), name.clone()));
    let number = matches.get_one::<u64>("dataset").copied();
    let mut dataset = None;
    for before in 0..number.unwrap_or(1) {
        dataset = read()?;
        if dataset.is_none() && before > 0 {
            let fault = format!("{name} has no dataset {}: it ends after {before}", number.unwrap_or(1));
            return Err(Diagnostic::new(fault).help("choose one with --dataset").into());
        }
    }
    let Some(mut dataset) = dataset else {
        return Err(Diagnostic::new(format!("expected a dataset in {name}, found none")).into());
    };
    if number.is_none() && read()?.is_some() {
        let fault = Diagnostic::new(format!("there is more than one dataset in {name}"));
        return Err(fault.help("choose one with --dataset").into());
    }
    let budget = options::budget(matches, context);
    file::write(context, out, |file| Ok(dataset.export(format.name, &budget, file)?))?;
    Ok(Status::Done)
}
