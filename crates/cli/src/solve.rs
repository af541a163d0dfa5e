//! `tremaux solve`: answers every dataset, in order.
//!
//! Datasets are read in batches and a batch is solved on all cores; a big dataset is a batch of its own
//! and writes its answer as it goes. A batch ends where the input would have to be waited for, so that a
//! program on the other end of a pipe gets each answer before it must send the next question, and the
//! first batches are small, so that something is printed soon even if every dataset is hard.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use clap::{Arg, ArgMatches};
use tremaux_core::{
    Budget, Dataset, Diagnostic, GaveUp, Outcome, OutputStyle, Puzzle, Reader, Roles, Session,
};

use crate::Command;
use crate::context::{Context, Failure, Status, print_message};
use crate::options;
use crate::output::Output;

pub(crate) const COMMAND: Command = Command { build, run };

fn build(puzzles: &[&'static dyn Puzzle]) -> clap::Command {
    let command = clap::Command::new("solve")
        .about("Answer every dataset of an input")
        .after_help("Example:\n  tremaux solve curling examples/curling.in");
    options::for_each_puzzle(command, puzzles, Roles::SOLVING, |command, puzzle| {
        let name = puzzle.name();
        command
            .arg(options::file_argument())
            .arg(style_argument(puzzle))
            .args(options::budget_arguments())
            .arg(
                Arg::new("quiet")
                    .long("quiet")
                    .short('q')
                    .action(clap::ArgAction::SetTrue)
                    .help("No warnings on standard error"),
            )
            .after_help(format!(
                "Examples:\n  tremaux solve {name} examples/{name}.in\n  tremaux solve {name} --output text examples/{name}.in"
            ))
    })
}

fn style_argument(puzzle: &'static dyn Puzzle) -> Arg {
    let own = puzzle.extra_styles().iter().map(|(name, _)| *name);
    let names: Vec<&str> = ["judge", "text", "json"].into_iter().chain(own).collect();
    let explain_own = puzzle.extra_styles().iter().map(|(name, what)| format!("; {name}: {what}"));
    Arg::new("output")
        .long("output")
        .value_name("STYLE")
        .value_parser(clap::builder::PossibleValuesParser::new(names))
        .default_value("judge")
        .help(format!(
            "judge: what the judge expects and nothing else; text: an explanation; json: one object a line{}",
            explain_own.collect::<String>()
        ))
}

fn style(matches: &ArgMatches, puzzle: &dyn Puzzle) -> OutputStyle {
    match matches.get_one::<String>("output").map(String::as_str) {
        Some("text") => OutputStyle::Text,
        Some("json") => OutputStyle::Json,
        Some(name) => {
            let own = puzzle.extra_styles().iter().find(|(own, _)| *own == name);
            own.map_or(OutputStyle::Judge, |(own, _)| OutputStyle::Own(own))
        }
        None => OutputStyle::Judge,
    }
}

fn run(matches: &ArgMatches, context: &Context) -> Result<Status, Failure> {
    let (puzzle, options, matches) = options::chosen(matches, context)?;
    let session = puzzle.open(&options)?;
    let file = matches.get_one::<PathBuf>("file").map(PathBuf::as_path);
    let (reader, name) = context.open(file)?;
    let mut batches = Batches { session, reader, size: 1, fault: None, ended: false };
    let solver = Solver { budget: options::budget(matches, context), style: style(matches, puzzle) };
    let quiet = matches.get_flag("quiet");
    let mut out = Output::new();
    let mut status = Status::Done;
    let mut first = 1;
    loop {
        let mut batch = batches.next();
        if batch.is_empty() {
            break;
        }
        let begin = Instant::now();
        for (number, report) in (first..).zip(solver.solve(&mut batch, first, &mut out)?) {
            out.write_all(&report.text)?;
            if let Some(limit) = &report.gave_up {
                status = status.max(Status::GaveUp);
                out.flush()?;
                let headline = format!("gave up on dataset {number} of {name}: {limit}");
                let help = format!("it has no answer here; {}", limit.help());
                print_message(Diagnostic::new(headline).help(help).render_warning(&name, true));
            }
            if let Some(warning) = report.warning.filter(|_| !quiet) {
                out.flush()?;
                let headline = format!("dataset {number} of {name}: {warning}");
                print_message(Diagnostic::new(headline).render_warning(&name, true));
            }
        }
        out.flush()?;
        if context.interrupted.load(Ordering::Relaxed) {
            return Ok(status);
        }
        first += batch.len() as u64;
        batches.adapt(begin.elapsed());
    }
    if first == 1 && batches.fault.is_none() && !batches.reader.has_read() {
        batches.fault = Some(batches.reader.error_here("expected a dataset"));
    }
    if batches.fault.is_none() && !quiet && batches.reader.has_read() && batches.has_more(file) {
        let fault = batches.reader.error_here("the data behind the terminator are not read");
        print_message(
            fault
                .help("an input ends at its terminator; put more datasets before it")
                .render_warning(&name, true),
        );
    }
    match batches.fault {
        Some(fault) => Err(Failure::Unusable(fault.into(), name)),
        None => Ok(status),
    }
}

/// Reads datasets, several at a time.
struct Batches {
    session: Box<dyn Session>,
    reader: Reader<'static>,
    /// The most datasets of the next batch.
    size: usize,
    /// What ended the input before its time. The datasets before it are answered first.
    fault: Option<Diagnostic>,
    ended: bool,
}

impl Batches {
    /// The most datasets of a batch, and the most cells: their answers are kept in memory.
    const MAX_BATCH: usize = 4096;
    const MAX_CELLS: u64 = 1 << 20;

    /// The next datasets; none at the end.
    fn next(&mut self) -> Vec<Box<dyn Dataset>> {
        let mut batch = Vec::new();
        let mut cells = 0;
        while !self.ended && batch.len() < self.size && cells < Self::MAX_CELLS {
            if !batch.is_empty() && !self.reader.has_buffered() {
                break;
            }
            match self.session.read(&mut self.reader) {
                Ok(Some(instance)) => {
                    cells += instance.cells();
                    batch.push(instance);
                }
                Ok(None) => self.ended = true,
                Err(fault) => {
                    self.fault = Some(fault);
                    self.ended = true;
                }
            }
        }
        batch
    }

    /// Returns whether something is left behind the terminator. Waits for no pipe and no person.
    fn has_more(&mut self, file: Option<&Path>) -> bool {
        let is_regular = file.is_some_and(|file| file.is_file());
        (self.reader.has_buffered() || is_regular) && self.reader.at_end().is_ok_and(|ends| !ends)
    }

    /// Larger batches while they take no time that a person would notice, smaller ones otherwise.
    fn adapt(&mut self, time: Duration) {
        self.size = match time < Duration::from_millis(50) {
            true => (self.size * 2).min(Self::MAX_BATCH),
            false => (self.size / 2).max(1),
        };
    }
}

/// How datasets are solved.
struct Solver {
    budget: Budget,
    style: OutputStyle,
}

/// What came of one dataset.
#[derive(Default)]
struct Report {
    /// What is still to be printed.
    text: Vec<u8>,
    warning: Option<String>,
    gave_up: Option<GaveUp>,
}

impl Solver {
    /// Solves a batch whose first dataset has this number. One dataset is written straight to `out`,
    /// several are written to their reports.
    fn solve(
        &self,
        batch: &mut [Box<dyn Dataset>],
        first: u64,
        out: &mut dyn Write,
    ) -> io::Result<Vec<Report>> {
        if let [instance] = batch {
            return Ok(vec![self.solve_one(instance.as_mut(), first, out)?]);
        }
        let task = |instance| Mutex::new((instance, Report::default()));
        let tasks: Vec<Mutex<(&mut Box<dyn Dataset>, Report)>> = batch.iter_mut().map(task).collect();
        let next = AtomicUsize::new(0);
        let work = || -> io::Result<()> {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(task) = tasks.get(index) else { return Ok(()) };
                let (instance, report) = &mut *task.lock().unwrap_or_else(PoisonError::into_inner);
                let mut text = Vec::new();
                *report = self.solve_one(instance.as_mut(), first + index as u64, &mut text)?;
                report.text = text;
            }
        };
        let threads = thread::available_parallelism().map_or(1, usize::from).min(tasks.len());
        thread::scope(|scope| {
            // Where the system gives no more threads, there are fewer.
            (1..threads).for_each(|_| drop(thread::Builder::new().spawn_scoped(scope, work)));
            work()
        })?;
        let report = |task: Mutex<(_, Report)>| task.into_inner().unwrap_or_else(PoisonError::into_inner).1;
        Ok(tasks.into_iter().map(report).collect())
    }

    fn solve_one(&self, instance: &mut dyn Dataset, number: u64, out: &mut dyn Write) -> io::Result<Report> {
        let mut report = Report::default();
        match instance.solve(&self.budget) {
            Outcome::Solved(answer) | Outcome::Impossible { answer, .. } => {
                answer.write(self.style, number, out)?;
                report.warning = answer.warning();
            }
            Outcome::GaveUp(limit) => {
                if self.style == OutputStyle::Json {
                    writeln!(out, r#"{{"dataset":{number},"outcome":"gave-up","limit":"{limit}"}}"#)?;
                }
                report.gave_up = Some(limit);
            }
        }
        Ok(report)
    }
}
