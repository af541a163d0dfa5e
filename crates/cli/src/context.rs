//! What every command needs: where it reads, how it fails, when it was interrupted.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;

use clap::{Arg, ArgMatches};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use tremaux_core::{Diagnostic, Puzzle, Reader};

use crate::file;

/// The exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// All is well.
    Done,
    /// The verdict is negative: output wrong, input invalid, a failing case found.
    Negative,
    /// The input or the command line cannot be used.
    Unusable,
    /// A limit was reached before an answer.
    GaveUp,
    /// This program, what it writes to, or the jury's own file is at fault.
    Fault,
    /// What the system that calls us wants to see.
    Foreign(u8),
    /// Somebody pressed Ctrl-C.
    Interrupted,
}

impl Status {
    pub(crate) fn code(self) -> u8 {
        match self {
            Status::Done => 0,
            Status::Negative => 1,
            Status::Unusable => 2,
            Status::GaveUp => 3,
            Status::Fault => 4,
            Status::Foreign(code) => code,
            Status::Interrupted => 130,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status.code())
    }
}

/// Why a command cannot go on.
pub(crate) enum Failure {
    /// A fault in a text of this name, or on the command line.
    Unusable(Box<Diagnostic>, String),
    /// What has this name cannot be written; standard output has none.
    Output(io::Error, String),
    /// A defect of this program: the message of a panic, which is on standard error already.
    Internal(String),
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Self {
        Failure::Unusable(diagnostic.into(), String::new())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error, String::new())
    }
}

impl Failure {
    /// Prints it on standard error. A closed pipe on standard output, as in `| head`, is not a failure.
    pub(crate) fn report(self) -> Status {
        match self {
            Failure::Unusable(diagnostic, name) => {
                print_message(diagnostic.render(&name, true));
                Status::Unusable
            }
            Failure::Internal(message) => {
                let help = "this is a defect of the program: please report it with the command line";
                print_message(
                    Diagnostic::new(format!("internal error: {message}")).help(help).render("", true),
                );
                Status::Fault
            }
            Failure::Output(error, _) if error.kind() == io::ErrorKind::BrokenPipe => Status::Done,
            Failure::Output(error, name) => {
                let name = if name.is_empty() { "standard output" } else { &name };
                print_message(Diagnostic::new(format!("cannot write {name}: {error}")).render("", true));
                Status::Fault
            }
        }
    }
}

/// Prints a message for people on standard error. If that fails, the exit status still reports the result.
pub(crate) fn print_message(text: impl Display) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// Says on standard output what the exit status says too, so that nothing is lost where nobody listens.
pub(crate) fn print_verdict(text: impl Display) -> io::Result<()> {
    match writeln!(io::stdout(), "{text}") {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// Ends the program after Ctrl-C.
fn end() -> ! {
    std::process::exit(Status::Interrupted.code().into())
}

/// What every command works with.
pub(crate) struct Context {
    /// The puzzles to choose from.
    pub(crate) puzzles: &'static [&'static dyn Puzzle],
    /// Set at the first Ctrl-C. The second one ends the program at once.
    pub(crate) interrupted: Arc<AtomicBool>,
    /// Is there nothing to stop gently, as while the program waits for its input? Then the first one does.
    at_once: Arc<AtomicBool>,
    /// What is not whole yet, and must not be left behind.
    unfinished: Arc<Mutex<Option<PathBuf>>>,
}

impl Context {
    pub(crate) fn new(puzzles: &'static [&'static dyn Puzzle]) -> Self {
        let context = Context {
            puzzles,
            interrupted: Arc::default(),
            at_once: Arc::default(),
            unfinished: Arc::default(),
        };
        let (interrupted, at_once) = (context.interrupted.clone(), context.at_once.clone());
        let unfinished = context.unfinished.clone();
        let (ready, listening) = mpsc::channel();
        let listen = move || {
            let Ok(mut signals) = Signals::new([SIGINT, SIGTERM, SIGHUP]) else { return };
            let _ = ready.send(());
            for _ in signals.forever() {
                if interrupted.swap(true, Ordering::SeqCst) || at_once.load(Ordering::SeqCst) {
                    // The lock is kept to the end: nothing new can be begun.
                    let unfinished = unfinished.lock().unwrap_or_else(PoisonError::into_inner);
                    unfinished.as_deref().into_iter().for_each(file::remove);
                    end();
                }
            }
        };
        // If no thread can be started, a signal ends the program in the default way.
        if thread::Builder::new().spawn(listen).is_ok() {
            let _ = listening.recv();
        }
        context
    }

    /// The status to end with: an interruption outweighs the others.
    pub(crate) fn close(&self, status: Status) -> Status {
        if self.interrupted.load(Ordering::Relaxed) { Status::Interrupted } else { status }
    }

    /// Does what need not be ended gently: the first Ctrl-C ends the program.
    pub(crate) fn ending_at_once<T>(&self, work: impl FnOnce() -> T) -> T {
        self.at_once.store(true, Ordering::SeqCst);
        let result = work();
        self.at_once.store(false, Ordering::SeqCst);
        result
    }

    /// What is to be removed when the program is interrupted. Until the guard is dropped, the handler waits.
    pub(crate) fn unfinished(&self) -> MutexGuard<'_, Option<PathBuf>> {
        self.unfinished.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a file, or standard input for `-` and for none, and gives its name for diagnostics.
    pub(crate) fn open(&self, path: Option<&Path>) -> Result<(Reader<'static>, String), Failure> {
        let source: Box<dyn Read + Send>;
        let name;
        match path.filter(|path| *path != Path::new("-")) {
            None => {
                name = "standard input".to_owned();
                source = Box::new(io::stdin());
            }
            Some(path) => {
                name = path.display().to_string();
                // A named pipe is opened as soon as somebody writes to it.
                source = Box::new(self.ending_at_once(|| File::open(path)).map_err(|error| {
                    Diagnostic::new(format!("cannot open {name}: {error}"))
                        .help("name a file, or - for standard input")
                })?);
            }
        }
        let announce = name == "standard input" && io::stdin().is_terminal();
        let (interrupted, at_once) = (self.interrupted.clone(), self.at_once.clone());
        Ok((Reader::new(Input { source, announce, interrupted, at_once }), name))
    }
}

/// A source that says when it waits, to a person (once) and to the handler of Ctrl-C.
struct Input {
    source: Box<dyn Read + Send>,
    announce: bool,
    interrupted: Arc<AtomicBool>,
    at_once: Arc<AtomicBool>,
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if std::mem::take(&mut self.announce) {
            print_message("Reading standard input; end it with the terminator line or Ctrl-D.");
        }
        self.at_once.store(true, Ordering::SeqCst);
        // All that was read before has been answered, or needs what comes now.
        if self.interrupted.load(Ordering::SeqCst) {
            end();
        }
        let result = self.source.read(buffer);
        self.at_once.store(false, Ordering::SeqCst);
        result
    }
}

/// `--color`, for every command.
pub(crate) fn color_argument() -> Arg {
    Arg::new("color")
        .long("color")
        .value_name("WHEN")
        .value_parser(["auto", "always", "never"])
        .default_value("auto")
        .global(true)
        .help("Color messages: NO_COLOR, TERM=dumb and CLICOLOR_FORCE are heeded by auto")
}

pub(crate) fn set_color(matches: &ArgMatches) {
    let choice = match matches.get_one::<String>("color").map(String::as_str) {
        Some("always") => anstream::ColorChoice::Always,
        Some("never") => anstream::ColorChoice::Never,
        _ => anstream::ColorChoice::Auto,
    };
    choice.write_global();
}

/// Are colors wanted on standard output?
pub(crate) fn color() -> bool {
    anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
}
