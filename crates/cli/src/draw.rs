//! `tremaux draw`: a dataset with its answer, or the whole search for it, as a picture file.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, ArgMatches};
use tremaux_core::{Budget, Dataset, Diagnostic, GaveUp, Outcome, Roles};
use tremaux_drawing::{Animation, Error, Format};

use crate::Command;
use crate::context::{Context, Failure, Status, print_message};
use crate::file;
use crate::options;

pub(crate) const COMMAND: Command = Command { build, run };

fn build(puzzles: &[&'static dyn tremaux_core::Puzzle]) -> clap::Command {
    let command = clap::Command::new("draw")
        .about("Draw a dataset with its answer, or the search for it, into a file")
        .after_help("Example:\n  tremaux draw knight examples/knight.in -o tour.svg");
    options::for_each_puzzle(command, puzzles, Roles::SOLVING, |command, puzzle| {
        let name = puzzle.name();
        command
            .args(dataset_arguments())
            .arg(
                Arg::new("out")
                    .long("out")
                    .short('o')
                    .value_name("OUT")
                    .required(true)
                    .value_parser(clap::value_parser!(PathBuf))
                    .help("The file to write; its ending is one of .svg .png .gif .html .txt .cast"),
            )
            .arg(
                Arg::new("animate")
                    .long("animate")
                    .visible_alias("frames")
                    .action(ArgAction::SetTrue)
                    .help("Show every step of the search, in .gif, .html and .cast always")
                    .long_help(format!(
                        "Show every step of the search, its retreats too. .gif, .html and .cast always do; .png \
                         cannot. Of a search of more than {} steps, evenly spaced ones are shown.",
                        Animation::MAX_FRAMES
                    )),
            )
            .args(options::budget_arguments())
            .after_help(format!(
                "Examples:\n  tremaux draw {name} examples/{name}.in -o answer.svg\n  \
                 tremaux draw {name} examples/{name}.in -o search.html"
            ))
    })
}

fn run(matches: &ArgMatches, context: &Context) -> Result<Status, Failure> {
    let (mut dataset, matches) = ChosenDataset::choose(matches, context)?;
    let path = matches.get_one::<PathBuf>("out").map_or(Path::new(""), PathBuf::as_path);
    let format = format(path)?;
    let animate = matches.get_flag("animate");
    if animate && !format.moves() {
        let message = format!("a .{} file shows no steps", format.extension());
        return Err(Diagnostic::new(message)
            .help("write .svg, .gif or .html, or leave --animate out")
            .into());
    }
    let budget = options::budget(matches, context);
    let moves = animate || matches!(format, Format::Gif | Format::Html | Format::Cast);
    let (animation, gave_up) = match moves {
        true => search(dataset.instance.as_mut(), &budget, format)?,
        false => still(dataset.instance.as_mut(), &budget)?,
    };
    if let Some(limit) = &gave_up {
        dataset.warn(limit);
    }
    let Some(animation) = animation else { return Ok(Status::GaveUp) };
    format.check(animation.last()).map_err(failure)?;
    file::write(context, path, |out| format.write(&animation, out).map_err(failure))?;
    if animation.dropped() > 0 {
        let (shown, steps) = (animation.frames().len(), animation.steps());
        let message = format!("{shown} of {steps} steps are shown, {} are not", animation.dropped());
        print_message(Diagnostic::new(message).render_warning("", true));
    }
    Ok(gave_up.map_or(Status::Done, |_| Status::GaveUp))
}

/// The board with its answer; nothing where none was found in time.
fn still(
    instance: &mut dyn Dataset,
    budget: &Budget,
) -> Result<(Option<Animation>, Option<GaveUp>), Diagnostic> {
    Ok(match instance.solve(budget) {
        Outcome::Solved(answer) | Outcome::Impossible { answer, .. } => {
            (Some(Animation::new(answer.draw()?)), None)
        }
        Outcome::GaveUp(limit) => (None, Some(limit)),
    })
}

/// The search, as far as it came if it was stopped.
fn search(
    instance: &mut dyn Dataset,
    budget: &Budget,
    format: Format,
) -> Result<(Option<Animation>, Option<GaveUp>), Failure> {
    let board = instance.draw()?;
    // Better to refuse before a long search than after it.
    format.check(&board).map_err(failure)?;
    let mut animation = Animation::new(board);
    let outcome = instance.play(budget, &mut |frame| {
        animation.step(frame.marks);
        ControlFlow::Continue(())
    });
    let gave_up = match outcome {
        Outcome::Solved(answer) | Outcome::Impossible { answer, .. } => {
            animation.finish(answer.draw()?);
            None
        }
        Outcome::GaveUp(limit) => {
            animation.finish(animation.played());
            Some(limit)
        }
    };
    Ok((Some(animation), gave_up))
}

fn format(path: &Path) -> Result<Format, Diagnostic> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    Format::ALL.into_iter().find(|format| format.extension() == ending).ok_or_else(|| {
        Diagnostic::expected("a file that ends in .svg, .png, .gif, .html, .txt or .cast")
            .found(format!("{:?}", path.display().to_string()))
            .in_option("out")
    })
}

/// A board too large is a fault of the question, anything else one of the output.
fn failure(error: Error) -> Failure {
    match error {
        Error::Io(error) => error.into(),
        other => Diagnostic::new(other.to_string()).into(),
    }
}

/// FILE and `--dataset`.
pub(crate) fn dataset_arguments() -> [Arg; 2] {
    [
        options::file_argument(),
        Arg::new("dataset")
            .long("dataset")
            .value_name("K")
            .default_value("1")
            .value_parser(clap::value_parser!(u64).range(1..))
            .help("Which dataset of the input, counted from 1"),
    ]
}

/// The dataset that was chosen.
pub(crate) struct ChosenDataset {
    pub(crate) instance: Box<dyn Dataset>,
    number: u64,
    /// The name of the input.
    name: String,
}

impl ChosenDataset {
    /// Reads the input as far as the dataset that the arguments name. Returns the arguments behind the
    /// puzzle's name too.
    pub(crate) fn choose<'m>(
        matches: &'m ArgMatches,
        context: &Context,
    ) -> Result<(Self, &'m ArgMatches), Failure> {
        let (puzzle, options, matches) = options::chosen(matches, context)?;
        let mut session = puzzle.open(&options)?;
        let (mut reader, name) = context.open(matches.get_one::<PathBuf>("file").map(PathBuf::as_path))?;
        let number = matches.get_one::<u64>("dataset").copied().unwrap_or(1);
        for before in 0..number {
            let fault = |fault: Diagnostic| Failure::Unusable(fault.into(), name.clone());
            let instance = session.read(&mut reader).map_err(fault)?.ok_or_else(|| {
                let message = format!("{name} has no dataset {number}: it ends after {before}");
                Diagnostic::new(message).help("choose one with --dataset")
            })?;
            if before + 1 == number {
                return Ok((ChosenDataset { instance, number, name }, matches));
            }
        }
        Err(Diagnostic::new("datasets are counted from 1").in_option("dataset").into())
    }

    /// Prints on standard error that the search was stopped.
    pub(crate) fn warn(&self, limit: &GaveUp) {
        let message = format!("gave up on dataset {} of {}: {limit}", self.number, self.name);
        print_message(Diagnostic::new(message).help(limit.help()).render_warning(&self.name, true));
    }
}
