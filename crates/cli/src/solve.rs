//! `tremaux solve`: answers every dataset, in order.
//!
//! Datasets are read in batches and a batch is solved on all cores; a big dataset is a batch of its own
//! and writes its answer as it goes. A batch ends where the input would have to be waited for, so that a
//! program on the other end of a pipe gets each answer before it must send the next question, and the
//! first batches are small, so that something is printed soon even if every dataset is hard.

use std::any::Any;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use clap::{Arg, ArgMatches};
use tremaux_core::{
    Budget, Dataset, Diagnostic, GaveUp, Outcome, OutputStyle, Puzzle, Reader, Roles, Session, in_order,
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
    let mut printer = Printer { out: Output::new(), status: Status::Done, name: name.clone(), quiet };
    let mut first = 1;
    loop {
        let mut batch = batches.next();
        if batch.is_empty() {
            break;
        }
        let begin = Instant::now();
        solver.solve(&mut batch, first, &mut printer)?;
        printer.out.flush()?;
        if context.interrupted.load(Ordering::Relaxed) {
            return Ok(printer.status);
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
        None => Ok(printer.status),
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

/// What ends the work on a part of a batch: an error of writing, or a panic with its payload.
enum Stop {
    Error(io::Error),
    Panic(Box<dyn Any + Send>),
}

/// Prints reports in the order of their datasets.
struct Printer {
    out: Output,
    status: Status,
    /// The name of the input.
    name: String,
    quiet: bool,
}

impl Printer {
    fn print(&mut self, number: u64, report: Report) -> io::Result<()> {
        self.out.write_all(&report.text)?;
        let name = &self.name;
        if let Some(limit) = &report.gave_up {
            self.status = self.status.max(Status::GaveUp);
            self.out.flush()?;
            let headline = format!("gave up on dataset {number} of {name}: {limit}");
            let help = format!("it has no answer here; {}", limit.help());
            print_message(Diagnostic::new(headline).help(help).render_warning(name, true));
        }
        if let Some(warning) = report.warning.filter(|_| !self.quiet) {
            self.out.flush()?;
            let headline = format!("dataset {number} of {name}: {warning}");
            print_message(Diagnostic::new(headline).render_warning(name, true));
        }
        Ok(())
    }
}

impl Solver {
    /// Parts of a batch for each thread, so that all threads end at about the same time.
    const PARTS: usize = 8;

    /// Solves a batch whose first dataset has this number, and prints the reports. One dataset is written straight to
    /// the output. What precedes an error or a panic is printed first.
    fn solve(&self, batch: &mut [Box<dyn Dataset>], first: u64, printer: &mut Printer) -> io::Result<()> {
        if let [dataset] = batch {
            let report = self.solve_one(dataset.as_mut(), first, &mut printer.out)?;
            return printer.print(first, report);
        }
        let threads = thread::available_parallelism().map_or(1, usize::from).min(batch.len());
        let length = batch.len().div_ceil(threads * Self::PARTS);
        let work = |(): &mut (), (first, part)| self.solve_part(part, first);
        in_order(
            threads,
            || (),
            work,
            |parts| {
                let firsts = (first..).step_by(length);
                firsts.zip(batch.chunks_mut(length)).for_each(|task| parts.give(task));
                let mut number = first;
                while let Some((reports, stop)) = parts.take() {
                    for report in reports {
                        printer.print(number, report)?;
                        number += 1;
                    }
                    match stop {
                        None => {}
                        Some(Stop::Error(error)) => return Err(error),
                        Some(Stop::Panic(payload)) => {
                            printer.out.flush()?;
                            resume_unwind(payload);
                        }
                    }
                }
                Ok(())
            },
        )
    }

    /// Solves a part of a batch, as far as nothing goes wrong.
    fn solve_part(&self, part: &mut [Box<dyn Dataset>], first: u64) -> (Vec<Report>, Option<Stop>) {
        let mut reports = Vec::with_capacity(part.len());
        for (number, dataset) in (first..).zip(part) {
            let mut text = Vec::new();
            let solve = || self.solve_one(dataset.as_mut(), number, &mut text);
            match catch_unwind(AssertUnwindSafe(solve)) {
                Ok(Ok(report)) => reports.push(Report { text, ..report }),
                Ok(Err(error)) => return (reports, Some(Stop::Error(error))),
                Err(payload) => return (reports, Some(Stop::Panic(payload))),
            }
        }
        (reports, None)
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
