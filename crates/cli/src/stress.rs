//! `tremaux stress`: finds the smallest input on which a program is wrong.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use clap::{Arg, ArgMatches};
use indicatif::{ProgressBar, ProgressStyle};
use tremaux_core::{Budget, Diagnostic, Families, Options, Outcome, Puzzle, Reader, Roles, counted};
use tremaux_drawing::text;
use tremaux_judge::{
    FailingCase, FailureKind, Fault, Limits, Progress, RETRIES, ShrinkBudget, ShrinkEnd, Stress,
    StressOutcome, StressStats, right_answers,
};

use crate::Command;
use crate::context::{self, Context, Failure, Status, print_message, print_verdict};
use crate::file;
use crate::generate::{number, seed_argument};
use crate::options;
use crate::output::Output;

pub(crate) const COMMAND: Command = Command { build, run };

fn build(puzzles: &[&'static dyn Puzzle]) -> clap::Command {
    let command = clap::Command::new("stress").about("Find the smallest input on which a program is wrong");
    options::for_each_puzzle(command, puzzles, Roles::STRESSING, |command, puzzle| {
        let kinds = puzzle.families().map_or(String::new(), |families| {
            format!("\n\nWithout --{}, cases cycle through all of its values.", families.option)
        });
        command
            .arg(
                Arg::new("program")
                    .value_name("PROGRAM")
                    .num_args(1..)
                    .required(true)
                    .last(true)
                    .value_parser(clap::value_parser!(OsString))
                    .help("The program and its arguments: reads an input on standard input, answers on standard output"),
            )
            .arg(seed_argument("The seed of the first case [default: 1]"))
            .arg(number("cases", "N", 1000, "Number of cases"))
            .arg(number("count", "N", 10, "Number of datasets of a case"))
            .arg(duration("time-limit", "2s", "Processor time of a run, and half of its time on the clock"))
            .arg(
                Arg::new("memory-limit")
                    .long("memory-limit")
                    .value_name("MIB")
                    .value_parser(clap::value_parser!(u64).range(1..=1 << 40))
                    .help("Address space of a run in MiB; not for Java, JavaScript and their like"),
            )
            .arg(
                Arg::new("jobs")
                    .long("jobs")
                    .short('j')
                    .value_name("N")
                    .value_parser(clap::value_parser!(u16).range(1..=1024))
                    .help("Runs at the same time [default: number of processors]"),
            )
            .arg(number("shrink-runs", "N", ShrinkBudget::default().runs, "Most runs for shrinking"))
            .arg(duration("shrink-time", "30s", "Most time for shrinking"))
            .arg(
                Arg::new("save")
                    .long("save")
                    .value_name("FOLDER")
                    .value_parser(clap::value_parser!(PathBuf))
                    .help("Where the failing case is saved, as PUZZLE-SEED.in, .ans and .out [default: here]"),
            )
            .after_help(format!(
                "Example:\n  tremaux stress {} -- ./solution{kinds}\n\nThe program is limited, not locked in: run nobody's code whom you do not trust.",
                puzzle.name()
            ))
    })
}

fn duration(name: &'static str, default: &'static str, help: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name("TIME")
        .value_parser(humantime::parse_duration)
        .default_value(default)
        .help(help)
}

/// Options as on the command line.
type Given<'m> = Vec<(&'static str, &'m str)>;

/// Options to generate by: those given, with each kind in turn where none is given.
fn families<'m>(puzzle: &dyn Puzzle, given: Given<'m>) -> Result<Vec<(Given<'m>, Options)>, Diagnostic> {
    let is_given = |option| given.iter().any(|(name, _)| *name == option);
    let lists = match puzzle.families().filter(|families| !is_given(families.option)) {
        Some(Families { option, names }) => {
            names.iter().map(|name| [given.clone(), vec![(option, *name)]].concat()).collect()
        }
        None => vec![given],
    };
    let is_only = lists.len() == 1;
    let (mut possible, mut refused) = (Vec::new(), Vec::new());
    for list in lists {
        let options = options::settle(puzzle, &list)?;
        // Kinds that are impossible with these options are found before anything runs.
        match puzzle.open(&options) {
            Ok(_) => possible.push((list, options)),
            Err(why) if is_only => return Err(why),
            Err(why) => refused.push((list.last().map_or("", |(_, kind)| *kind), why)),
        }
    }
    if !possible.is_empty()
        && let [(first, why), ..] = &refused[..]
    {
        let kinds: Vec<&str> = refused.iter().map(|(kind, _)| *kind).collect();
        let message =
            format!("kinds that are impossible with these options are skipped: {}", kinds.join(", "));
        print_message(Diagnostic::new(message).help(format!("{first}: {why}")).render_warning("", true));
    }
    match refused.into_iter().next() {
        Some((_, why)) if possible.is_empty() => Err(why),
        _ => Ok(possible),
    }
}

fn run(matches: &ArgMatches, context: &Context) -> Result<Status, Failure> {
    let (puzzle, _, matches) = options::chosen(matches, context)?;
    let (words, families): (Vec<_>, Vec<_>) =
        families(puzzle, options::given(puzzle, matches))?.into_iter().unzip();
    let program: Vec<OsString> = matches.get_many("program").unwrap_or_default().cloned().collect();
    let number = |name| matches.get_one::<u64>(name).copied();
    let time = |name, default| matches.get_one::<Duration>(name).copied().unwrap_or(default);
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let (limits, shrink_budget) = (Limits::default(), ShrinkBudget::default());
    let folder = matches.get_one::<PathBuf>("save").map_or(Path::new(""), PathBuf::as_path);
    // Better to know it before a long search than after it.
    file::try_directory(context, folder)?;
    let bar = progress_bar();
    let cases = number("cases").unwrap_or(1000);
    let stress = Stress {
        puzzle,
        families: &families,
        program: &program,
        seed: number("seed").unwrap_or(1),
        cases,
        datasets: number("count").unwrap_or(10),
        limits: Limits {
            time: time("time-limit", limits.time),
            memory: number("memory-limit").map(|mib| mib << 20),
            ..limits
        },
        jobs: matches.get_one::<u16>("jobs").map_or(processors, |&jobs| jobs.into()),
        shrink_budget: ShrinkBudget {
            runs: number("shrink-runs").unwrap_or(shrink_budget.runs),
            time: time("shrink-time", shrink_budget.time),
        },
        cancel: &context.interrupted,
        observe: &|progress| bar.set_message(describe(progress, cases)),
    };
    let report = stress.run();
    bar.finish_and_clear();
    match report? {
        StressOutcome::Passed(stats) => {
            print_verdict(format_args!("no failing case: {}", count(&stats)))?;
            Ok(Status::Done)
        }
        StressOutcome::Cancelled(stats) => {
            print_verdict(format_args!("interrupted, no failing case so far: {}", count(&stats)))?;
            Ok(Status::Interrupted)
        }
        StressOutcome::Failed(stats, found) => {
            let own = &words[found.family];
            let options = &families[found.family];
            let showing = Showing { puzzle, options, own, stress: &stress, folder, found: &found };
            let saved = showing.save(context);
            match showing.show(&stats) {
                // The case is in its files, and the exit status says that there is one.
                Err(Failure::Output(error, _)) if error.kind() == io::ErrorKind::BrokenPipe => {}
                shown => shown?,
            }
            saved?;
            match &found.fault {
                None => Ok(Status::Negative),
                Some(Fault::Failed(why)) => {
                    print_message(why.render("", true));
                    Ok(Status::Negative)
                }
                Some(Fault::Panicked(message)) => Err(Failure::Internal(message.clone())),
            }
        }
    }
}

fn progress_bar() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
        bar.set_style(style);
    }
    // It takes a thread, which a program that nobody watches may have none to spare for.
    if io::stderr().is_terminal() {
        bar.enable_steady_tick(Duration::from_millis(200));
    }
    bar
}

fn describe(progress: Progress, cases: u64) -> String {
    match progress {
        Progress::Passed(passed) => format!("{passed} of {cases} cases passed"),
        Progress::Confirming => "a case failed, trying it again".into(),
        Progress::Shrinking { bytes, runs } => format!("shrinking: {bytes} bytes after {runs} runs"),
    }
}

fn count(stats: &StressStats) -> String {
    let mut text = format!("{} passed", counted(stats.passed, "case"));
    if stats.undecided > 0 {
        text += &format!(", {} could not be judged in time", stats.undecided);
    }
    if stats.unconfirmed > 0 {
        text += &format!(", {} ran out of time once but not again", stats.unconfirmed);
    }
    if let Some(why) = &stats.why_not {
        text += &format!(", {} could not be generated ({why})", stats.not_generated);
    }
    text
}

/// Lines of a text that are shown, and letters of a line.
const MAX_LINES: usize = 30;
const MAX_LETTERS: usize = 100;

/// Cells of a board that is drawn.
const MAX_CELLS: u64 = 400;

/// What a person sees of a failing case.
struct Showing<'a> {
    puzzle: &'a dyn Puzzle,
    options: &'a Options,
    own: &'a Given<'a>,
    stress: &'a Stress<'a>,
    folder: &'a Path,
    found: &'a FailingCase,
}

impl Showing<'_> {
    /// Input, right answer and output of the case.
    fn files(&self) -> [PathBuf; 3] {
        let name = |ending| format!("{}-{}.{ending}", self.puzzle.name(), self.found.seed);
        ["in", "ans", "out"].map(|ending| self.folder.join(name(ending)))
    }

    fn answers(&self) -> Result<Vec<u8>, Diagnostic> {
        let budget = Budget::unlimited().with_time(Duration::from_secs(10));
        right_answers(&mut *self.puzzle.open(self.options)?, &self.found.case, &budget)
    }

    /// What took long to find comes first.
    fn save(&self, context: &Context) -> Result<(), Failure> {
        let save = |path: &Path, bytes: &[u8]| file::write(context, path, |out| Ok(out.write_all(bytes)?));
        let [input, answer, output] = self.files();
        save(&input, &self.found.case)?;
        save(&output, &self.found.finding.run.output)?;
        self.answers().map_or(Ok(()), |answers| save(&answer, &answers))
    }

    fn show(&self, stats: &StressStats) -> Result<(), Failure> {
        let finding = &self.found.finding;
        let found = self.found;
        let [input, answer, output] = self.files();
        let answers = self.answers();
        let mut out = Output::new();
        writeln!(out, "{}: {}", finding.class, finding.reason)?;
        writeln!(out, "{} before; {}", count(stats), how_it_was_shrunk(found))?;
        writeln!(out, "\nThe case, {}:\n{}", input.display(), indented(&found.case))?;
        let given = (format!("Given, {}:", output.display()), finding.run.output.as_slice());
        match &answers {
            Ok(answers) => {
                write!(out, "{}", side_by_side((format!("Right, {}:", answer.display()), answers), given))?
            }
            Err(limit) => {
                writeln!(out, "The right answer was not found: {limit}\n")?;
                writeln!(out, "{}\n{}", given.0, indented(given.1))?;
            }
        }
        if let Some(board) = self.board() {
            writeln!(out, "{board}")?;
        }
        if !finding.run.errors.is_empty() {
            writeln!(out, "On standard error:\n{}", indented(&finding.run.errors))?;
        }
        if let Some(diagnostic) = &finding.diagnostic {
            out.flush()?;
            writeln!(anstream::stdout(), "{}\n", diagnostic.render(&output.display().to_string(), true))?;
        }
        self.say_again(&input, &output, &mut out)?;
        out.flush()?;
        Ok(())
    }

    /// The dataset that is answered wrongly, else the first, with the right answer, as a picture of
    /// letters. `None` where it is too large to be looked at.
    fn board(&self) -> Option<String> {
        let mut session = self.puzzle.open(self.options).ok()?;
        let mut reader = Reader::from_bytes(&self.found.case);
        let number = self.found.finding.dataset.unwrap_or(1);
        let mut dataset = session.read(&mut reader).ok()??;
        for _ in 1..number {
            dataset = session.read(&mut reader).ok()??;
        }
        if dataset.cells() > MAX_CELLS {
            return None;
        }
        let budget = Budget::unlimited().with_time(Duration::from_secs(10));
        let drawing = match dataset.solve(&budget) {
            Outcome::Solved(answer) | Outcome::Impossible { answer, .. } => answer.draw().ok()?,
            Outcome::GaveUp(_) => return None,
        };
        let mut picture = Vec::new();
        text::write(&drawing, text::Style { ascii: false, color: context::color() }, &mut picture).ok()?;
        let picture = String::from_utf8(picture).ok()?;
        let lines: String = picture.lines().map(|line| format!("  {line}\n")).collect();
        Some(format!("Dataset {number}, with the right answer:\n{lines}"))
    }

    fn say_again(&self, input: &Path, output: &Path, out: &mut dyn Write) -> io::Result<()> {
        let Showing { found, puzzle, stress, .. } = self;
        let quote = |word: &str| shell_words::quote(word).into_owned();
        let program: Vec<String> = stress.program.iter().map(|word| quote(&word.to_string_lossy())).collect();
        let program = program.join(" ");
        let (name, own) = (puzzle.name(), options::words(*puzzle, self.own));
        let rules = self.own.iter().copied().filter(|(name, _)| {
            puzzle.options().iter().any(|spec| spec.name == *name && spec.roles.meets(Roles::CHECKING))
        });
        let rules = options::words(*puzzle, &rules.collect::<Vec<_>>());
        let [input, output] = [input, output].map(|path| quote(&path.to_string_lossy()));
        writeln!(out, "Again:")?;
        writeln!(out, "  {program} < {input}")?;
        if found.finding.class == FailureKind::WrongAnswer {
            writeln!(out, "  tremaux check {name}{rules} {input} {output}")?;
        }
        let (seed, count) = (found.seed, stress.datasets);
        writeln!(out, "  tremaux stress {name}{own} --seed {seed} --cases 1 --count {count} -- {program}")
    }
}

fn how_it_was_shrunk(found: &FailingCase) -> String {
    let (from, to, runs) = (found.found.len(), found.case.len(), found.runs);
    if found.end.is_none() && found.fault.is_some() {
        return format!("the case of {from} bytes is not shrunk, since an error ended the search");
    }
    match found.end {
        None => format!(
            "flaky: tried again it failed {} of {RETRIES} times, so the case of {from} bytes is not shrunk",
            found.failed_again
        ),
        Some(ShrinkEnd::Minimal) => {
            format!("shrunk from {from} to {to} bytes in {runs} runs; nothing smaller fails")
        }
        Some(ShrinkEnd::BudgetUsedUp) => {
            format!(
                "shrunk from {from} to {to} bytes in {runs} runs; --shrink-time and --shrink-runs allow more"
            )
        }
        Some(ShrinkEnd::Cancelled) => format!("interrupted: shrunk from {from} to {to} bytes in {runs} runs"),
    }
}

/// The lines of a text, as many and as much of each as can be shown; what is no text is escaped, since
/// it may hold anything, codes that steer the terminal among it.
fn lines(bytes: &[u8]) -> Vec<String> {
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    if bytes.is_empty() {
        return vec!["(nothing)".into()];
    }
    let all = bytes.split(|&byte| byte == b'\n');
    let shown = all.clone().take(MAX_LINES).map(|line| {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let text: String = line
            .iter()
            .take(MAX_LETTERS)
            .map(|byte| match byte {
                b'\\' | b'"' | b'\'' => char::from(*byte).to_string(),
                _ => byte.escape_ascii().to_string(),
            })
            .collect();
        text + if line.len() > MAX_LETTERS { " ..." } else { "" }
    });
    let mut shown: Vec<String> = shown.collect();
    let count = all.count();
    if count > MAX_LINES {
        shown.push(format!("... ({} lines more)", count - MAX_LINES));
    }
    shown
}

fn indented(bytes: &[u8]) -> String {
    lines(bytes).iter().map(|line| format!("  {line}\n")).collect()
}

/// Two texts beside each other, or one below the other where they are wide.
fn side_by_side(left: (String, &[u8]), right: (String, &[u8])) -> String {
    let (left_lines, right_lines) = (lines(left.1), lines(right.1));
    let width =
        left_lines.iter().map(|line| line.chars().count() + 2).max().unwrap_or(0).max(left.0.chars().count());
    if width > 50 {
        return format!("{}\n{}\n{}\n{}\n", left.0, indented(left.1), right.0, indented(right.1));
    }
    let mut text = format!("{:width$}   {}\n", left.0, right.0);
    for row in 0..left_lines.len().max(right_lines.len()) {
        let cell = |lines: &[String]| lines.get(row).map(|line| format!("  {line}")).unwrap_or_default();
        let line = format!("{:width$}   {}", cell(&left_lines), cell(&right_lines));
        text += line.trim_end();
        text += "\n";
    }
    text + "\n"
}
