//! What every command needs: where it reads, how it fails, when it was interrupted.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{Arg, ArgMatches};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;
use tremaux_core::{Diagnostic, Puzzle, Reader};

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
    /// The output cannot be written.
    Output(io::Error),
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Self {
        Failure::Unusable(diagnostic.into(), String::new())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}

impl Failure {
    /// Tells it on stderr. A reader of our output that has gone away, as in `| head`, is no failure.
    pub(crate) fn report(self) -> Status {
        match self {
            Failure::Unusable(diagnostic, name) => {
                anstream::eprintln!("{}", diagnostic.render(&name, true));
                Status::Unusable
            }
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Status::Done,
            Failure::Output(error) => {
                anstream::eprintln!("{}", Diagnostic::new(format!("cannot write: {error}")).render("", true));
                Status::Fault
            }
        }
    }
}

/// The desk at which a command works.
pub(crate) struct Desk {
    /// The puzzles to choose from.
    pub(crate) puzzles: &'static [&'static dyn Puzzle],
    /// Set at the first Ctrl-C. The second one ends the program at once.
    pub(crate) interrupted: Arc<AtomicBool>,
    /// Is the program waiting for its input? Then there is nothing to stop gently.
    waiting: Arc<AtomicBool>,
}

impl Desk {
    pub(crate) fn new(puzzles: &'static [&'static dyn Puzzle]) -> Self {
        let desk = Desk { puzzles, interrupted: Arc::default(), waiting: Arc::default() };
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            // What is registered first is done first: so it is the second signal that ends the program, or the
            // first one, where there is nothing to stop gently.
            let status = Status::Interrupted.code().into();
            for reason in [&desk.interrupted, &desk.waiting] {
                let _ = flag::register_conditional_shutdown(signal, status, reason.clone());
            }
            let _ = flag::register(signal, desk.interrupted.clone());
        }
        desk
    }

    /// The status to end with: an interruption outweighs the others.
    pub(crate) fn close(&self, status: Status) -> Status {
        if self.interrupted.load(Ordering::Relaxed) { Status::Interrupted } else { status }
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
                source = Box::new(File::open(path).map_err(|error| {
                    Diagnostic::new(format!("cannot open {name}: {error}"))
                        .help("name a file, or - for standard input")
                })?);
            }
        }
        let announce = name == "standard input" && io::stdin().is_terminal();
        Ok((Reader::new(Input { source, announce, waiting: self.waiting.clone() }), name))
    }
}

/// A source that says when it waits, to a person (once) and to the handler of Ctrl-C.
struct Input {
    source: Box<dyn Read + Send>,
    announce: bool,
    waiting: Arc<AtomicBool>,
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if std::mem::take(&mut self.announce) {
            anstream::eprintln!("Type or paste the input; end it with its last line or with Ctrl-D.");
        }
        self.waiting.store(true, Ordering::Relaxed);
        let result = self.source.read(buffer);
        self.waiting.store(false, Ordering::Relaxed);
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
