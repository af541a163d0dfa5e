//! `tremaux count`: the exact number of knight's tours of a board.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Arg, ArgAction, ArgMatches, value_parser};
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};
use tremaux_core::{Diagnostic, SquareNames};
use tremaux_count::{Board, Bytes, Checkpoint, CountQuery, Error, Progress, Settings, Square, Tours};

use crate::context::{Context, Failure, Status, print_message};
use crate::{Command, options};

pub(crate) const COMMAND: Command = Command { build: |_| build(), run };

/// How often a long count is saved at most.
const SAVE_EVERY: Duration = Duration::from_secs(30);

fn build() -> clap::Command {
    let text = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).help(help)
    };
    let flag = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
    };
    let command = clap::Command::new("count")
        .about("Count the knight's tours of a board, exactly")
        .after_help(
            "A square is a number from 1 (row by row), row,column, or a name as on a chess board (a1).\n\n\
             Examples:\n  tremaux count --board 6x6 --closed\n  tremaux count --board 5x5 --from a1 --to e5",
        )
        .arg(text("board", "RxC", "Rows and columns").default_value("8x8"))
        .arg(flag("open", "Tours with any two ends, also those that one more move would close (the default)"))
        .arg(flag("closed", "Tours that return to where they began").conflicts_with("open"))
        .arg(flag("directed", "A tour and its reverse are two tours"))
        .arg(text("from", "SQ", "Open tours that begin here").conflicts_with("closed"))
        .arg(text("to", "SQ", "Open tours that end here").conflicts_with("closed"))
        .arg(text("leaper", "A,B", "How far the piece goes").default_value("1,2"))
        .arg(text("blocked", "SQ,SQ", "Squares that no tour visits; @FILE reads them from a file"))
        .arg(
            text("threads", "N", "Threads [default: one for each core]")
                .value_parser(value_parser!(u16).range(1..)),
        )
        .arg(
            text("memory-limit", "SIZE", "Refuse to use more memory than this")
                .default_value("8GB")
                .value_parser(value_parser!(Bytes)),
        )
        .arg(
            text("checkpoint", "DIR", "Save what was computed here, about twice a minute")
                .value_parser(value_parser!(PathBuf)),
        )
        .arg(flag("resume", "Go on from the checkpoint").requires("checkpoint"));
    #[cfg(feature = "cluster")]
    let command = command.args([
        text(
            "cluster",
            "FILE",
            "Count together with other processes: their addresses, host:port, one a line",
        )
        .value_parser(value_parser!(PathBuf))
        .requires("process")
        .conflicts_with("checkpoint"),
        text("process", "I", "Which line of the file this process is, from 0")
            .value_parser(value_parser!(usize))
            .requires("cluster"),
    ]);
    command
}

fn run(matches: &ArgMatches, context: &Context) -> Result<Status, Failure> {
    let (question, words) = question(matches)?;
    let mut settings = Settings {
        memory_limit: matches.get_one::<Bytes>("memory-limit").map_or(0, |limit| limit.0),
        checkpoint: matches.get_one::<PathBuf>("checkpoint").map(|dir| Checkpoint {
            dir: dir.clone(),
            every: SAVE_EVERY,
            resume: matches.get_flag("resume"),
        }),
        cancel: context.interrupted.clone(),
        ..Settings::default()
    };
    if let Some(&threads) = matches.get_one::<u16>("threads") {
        settings.threads = threads.into();
    }
    let mut meter = Meter::new();
    let mut show = |progress| meter.show(progress);
    #[cfg(not(feature = "cluster"))]
    let counted = tremaux_count::count(&question, &settings, &mut show);
    #[cfg(feature = "cluster")]
    let counted = match cluster(matches)? {
        Some(cluster) => tremaux_count::count_in_cluster(&question, &settings, &cluster, &mut show),
        None => tremaux_count::count(&question, &settings, &mut show),
    };
    meter.bar.iter().for_each(ProgressBar::finish_and_clear);
    let give_up = |diagnostic: Diagnostic| {
        print_message(diagnostic.render("", true));
        Ok(Status::GaveUp)
    };
    match counted {
        Ok(count) => {
            writeln!(std::io::stdout(), "{} {words}", count.number)?;
            Ok(Status::Done)
        }
        Err(Error::Cancelled) => give_up(Diagnostic::new("interrupted").help(match &settings.checkpoint {
            Some(checkpoint) if checkpoint.is_there() => {
                "the same command with --resume goes on from what was saved last"
            }
            Some(_) => "nothing was saved yet: that is done twice a minute",
            None => "a count with --checkpoint DIR can go on later",
        })),
        Err(error @ (Error::TooLarge | Error::Memory { predicted: false, .. })) => {
            give_up(Diagnostic::new(error.to_string()))
        }
        Err(error @ Error::Memory { .. }) => Err(Diagnostic::new(error.to_string())
            .help("allow more with --memory-limit if the machine has it; the shorter side decides")
            .into()),
        Err(Error::Io(error)) => {
            let dir = settings.checkpoint.map(|checkpoint| checkpoint.dir).unwrap_or_default();
            print_message(
                Diagnostic::new(format!("cannot use the checkpoint {}: {error}", dir.display()))
                    .render("", true),
            );
            Ok(Status::Fault)
        }
        Err(error @ Error::Cluster(_)) => {
            print_message(Diagnostic::new(error.to_string()).render("", true));
            Ok(Status::Fault)
        }
        Err(error) => Err(Diagnostic::new(error.to_string()).into()),
    }
}

/// The processes that count together, where a file names them.
#[cfg(feature = "cluster")]
fn cluster(matches: &ArgMatches) -> Result<Option<tremaux_count::Cluster>, Failure> {
    let (Some(path), Some(&process)) = (matches.get_one::<PathBuf>("cluster"), matches.get_one("process"))
    else {
        return Ok(None);
    };
    let text = std::fs::read_to_string(path).map_err(|error| {
        Diagnostic::new(format!("cannot read {}: {error}", path.display())).in_option("cluster")
    })?;
    let hosts = text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect();
    Ok(Some(tremaux_count::Cluster { hosts, process }))
}

/// The question, and what its number counts in the user's own words.
fn question(matches: &ArgMatches) -> Result<(CountQuery, String), Failure> {
    let text = |name: &str| matches.get_one::<String>(name).map(String::as_str);
    let (size, leaper) = (text("board").unwrap_or_default(), text("leaper").unwrap_or_default());
    let pair = |text: &str, separators: &[char]| -> Option<(u32, u32)> {
        let (a, b) = text.split_once(separators)?;
        Some((a.trim().parse().ok()?, b.trim().parse().ok()?))
    };
    let (rows, cols) = pair(size, &['x', 'X']).ok_or_else(|| {
        Diagnostic::expected("rows and columns, as in 6x8").found(format!("{size:?}")).in_option("board")
    })?;
    let (a, b) = pair(leaper, &[',']).ok_or_else(|| {
        Diagnostic::expected("two distances, as in 1,2").found(format!("{leaper:?}")).in_option("leaper")
    })?;
    let in_option =
        |name: &'static str| move |error: Error| Diagnostic::new(error.to_string()).in_option(name);
    let board = Board::new(rows as usize, cols as usize)
        .map_err(in_option("board"))?
        .with_leaper(a as usize, b as usize)
        .map_err(in_option("leaper"))?;
    let names = SquareNames::new(rows, cols);
    let place = |square: u32| -> Square { ((square / cols) as usize, (square % cols) as usize) };
    let blocked = options::text("blocked", text("blocked").unwrap_or_default())?;
    let blocked = names.list(&blocked).map_err(|fault| fault.in_option("blocked"))?;
    let blocked: Vec<Square> = blocked.into_iter().map(place).collect();
    let board = board.with_blocked(&blocked).map_err(in_option("blocked"))?;

    let end = |name: &'static str| -> Result<Option<Square>, Diagnostic> {
        let square = text(name).map(|text| names.square(text)).transpose();
        Ok(square.map_err(|fault| fault.in_option(name))?.map(place))
    };
    let direction = if matches.get_flag("directed") { "directed" } else { "undirected" };
    let (tours, words) = match (end("from")?, end("to")?) {
        (Some(from), Some(to)) => (Tours::Between(from, to), "open tours between these ends".to_owned()),
        (Some(end), None) => (Tours::From(end), "open tours from there".to_owned()),
        (None, Some(end)) => (Tours::From(end), "open tours to there".to_owned()),
        (None, None) if matches.get_flag("closed") => (Tours::Closed, format!("{direction} closed tours")),
        (None, None) => (Tours::Open, format!("{direction} open tours")),
    };
    let question = CountQuery::new(board, tours).map_err(in_option(if text("from").is_some() {
        "from"
    } else {
        "to"
    }))?;
    Ok((if matches.get_flag("directed") { question.directed() } else { question }, words))
}

/// Shows the progress of a count that takes over a second, if standard error is a terminal.
struct Meter {
    begin: Instant,
    bar: Option<ProgressBar>,
    shown: Duration,
    left: TimeLeft,
}

impl Meter {
    const PARTS: u64 = 10_000;
    const INTERVAL: Duration = Duration::from_millis(200);

    fn new() -> Meter {
        Meter { begin: Instant::now(), bar: None, shown: Duration::ZERO, left: TimeLeft::default() }
    }

    fn show(&mut self, progress: Progress) {
        let elapsed = self.begin.elapsed();
        let left = self.left.update(progress.step, progress.part, elapsed);
        if elapsed < Duration::from_secs(1)
            || elapsed < self.shown + Self::INTERVAL
            || !io::stderr().is_terminal()
        {
            return;
        }
        self.shown = elapsed;
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::new(Self::PARTS);
            bar.set_style(
                ProgressStyle::with_template("{wide_bar} {msg}")
                    .unwrap_or_else(|_| ProgressStyle::default_bar()),
            );
            bar
        });
        bar.set_position((progress.part * Self::PARTS as f64) as u64);
        let (step, of, states) = (progress.step, progress.of, HumanCount(progress.states));
        bar.set_message(format!("step {step} of {of}, {states} states, {} left", HumanDuration(left)));
    }
}

/// An estimate of the time left. It is made anew after each step; within a step it never rises.
#[derive(Default)]
struct TimeLeft {
    step: usize,
    left: Option<Duration>,
}

impl TimeLeft {
    fn update(&mut self, step: usize, part: f64, elapsed: Duration) -> Duration {
        let estimate = elapsed.mul_f64((1.0 - part).max(0.0) / part.max(1e-6));
        let before = self.left.filter(|_| step == self.step);
        self.step = step;
        *self.left.insert(before.map_or(estimate, |before| before.min(estimate)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_never_rises_within_a_step() {
        let mut left = TimeLeft::default();
        let seconds = Duration::from_secs;
        assert_eq!(left.update(3, 0.5, seconds(10)), seconds(10));
        assert_eq!(left.update(3, 0.5, seconds(20)), seconds(10), "nothing was done meanwhile");
        assert_eq!(left.update(3, 0.8, seconds(20)), seconds(5));
        assert_eq!(left.update(4, 0.5, seconds(30)), seconds(30), "another step, another estimate");
    }
}
