//! How other systems call a checker or a validator, and how they want to be answered: one row of a table
//! for each.

use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tremaux_core::Diagnostic;

use crate::CheckResult;

/// The convention of a system for special judges.
#[derive(Debug)]
pub struct CheckerInterface {
    /// Its name, as in `--style name`.
    pub name: &'static str,
    /// Who calls like that, in one line.
    pub about: &'static str,
    /// What the arguments are, in order; each may be given behind a flag instead, if it has one.
    pub arguments: &'static [Slot],
    /// Number of arguments that must be there.
    pub required: usize,
    /// The exit statuses.
    pub exits: Exits,
    /// Where the message goes.
    pub channel: Channel,
}

/// What an argument of a checker is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// The file with the datasets.
    Input,
    /// The file with the output that is judged. Where a style has none, it comes on standard input.
    Output,
    /// The file with the jury's answer.
    Answer,
    /// The file that the message is written to.
    Report,
    /// The word `-appes`: the report is to be XML.
    Appes,
    /// The folder that the messages are added to.
    Feedback,
    /// A file behind a flag.
    Flagged(&'static str, &'static Slot),
}

/// The exit statuses of a checker.
#[derive(Clone, Copy, Debug)]
pub struct Exits {
    /// The output is right.
    pub accepted: u8,
    /// It is wrong.
    pub wrong: u8,
    /// It is correct, but extra output follows it.
    pub extra: u8,
    /// A file of the jury is wrong.
    pub jury: u8,
    /// A limit was reached before the verdict.
    pub undecided: u8,
}

/// Where a checker reports its verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// For people; the caller prints it.
    People,
    /// One line on standard error, or in the report file; begins with one of testlib's words.
    Testlib,
    /// The files `judgemessage.txt` and `teammessage.txt` of the feedback folder.
    Feedback,
}

use Slot::{Answer, Appes, Feedback, Flagged, Input, Output, Report};

/// The checker styles; the first is the default.
pub static CHECKER_INTERFACES: &[CheckerInterface] = &[
    CheckerInterface {
        name: "tremaux",
        about: "INPUT OUTPUT [ANSWER]; exit 0 right, 1 wrong, 3 undecided, 4 the jury's file is wrong",
        arguments: &[Input, Output, Answer],
        required: 2,
        exits: Exits { accepted: 0, wrong: 1, extra: 1, jury: 4, undecided: 3 },
        channel: Channel::People,
    },
    CheckerInterface {
        name: "testlib",
        about: "INPUT OUTPUT ANSWER [REPORT [-appes]]; exit 0 ok, 1 wrong, 2 extra output, 3 FAIL",
        arguments: &[Input, Output, Answer, Report, Appes],
        required: 3,
        exits: Exits { accepted: 0, wrong: 1, extra: 2, jury: 3, undecided: 3 },
        channel: Channel::Testlib,
    },
    CheckerInterface {
        name: "kattis",
        about: "INPUT ANSWER FEEDBACK/ < OUTPUT; exit 42 right, 43 wrong, 4 judge error",
        arguments: &[Input, Answer, Feedback],
        required: 3,
        exits: Exits { accepted: 42, wrong: 43, extra: 43, jury: 4, undecided: 3 },
        channel: Channel::Feedback,
    },
    CheckerInterface {
        name: "oj",
        about: "INPUT ACTUAL EXPECTED; exit 0 right, else wrong",
        arguments: &[Input, Output, Answer],
        required: 3,
        exits: Exits { accepted: 0, wrong: 1, extra: 1, jury: 4, undecided: 3 },
        channel: Channel::Testlib,
    },
    CheckerInterface {
        name: "cph",
        about: "INPUT OUTPUT; exit 0 right, else wrong",
        arguments: &[Input, Output],
        required: 2,
        exits: Exits { accepted: 0, wrong: 1, extra: 1, jury: 4, undecided: 3 },
        channel: Channel::Testlib,
    },
    CheckerInterface {
        name: "rime",
        about: "--infile INPUT --difffile ANSWER --outfile OUTPUT; exit 0 right, else wrong",
        arguments: &[
            Flagged("--infile", &Input),
            Flagged("--difffile", &Answer),
            Flagged("--outfile", &Output),
        ],
        required: 3,
        exits: Exits { accepted: 0, wrong: 1, extra: 1, jury: 4, undecided: 3 },
        channel: Channel::Testlib,
    },
];

/// The convention of a system for validators, which read the input on standard input.
#[derive(Debug)]
pub struct ValidatorInterface {
    /// Its name, as in `--style name`.
    pub name: &'static str,
    /// Exit status for a legal input.
    pub valid: u8,
    /// Exit status for any other.
    pub invalid: u8,
}

/// The validator styles; the first is the default.
pub static VALIDATOR_INTERFACES: &[ValidatorInterface] = &[
    ValidatorInterface { name: "tremaux", valid: 0, invalid: 1 },
    ValidatorInterface { name: "testlib", valid: 0, invalid: 3 },
    ValidatorInterface { name: "kattis", valid: 42, invalid: 43 },
];

/// The arguments of a checker, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    /// The datasets.
    pub input: PathBuf,
    /// The output that is judged; `None` for standard input.
    pub output: Option<PathBuf>,
    /// The jury's answer.
    pub answer: Option<PathBuf>,
    report: Option<PathBuf>,
    appes: bool,
    feedback: Option<PathBuf>,
}

impl CheckerInterface {
    /// The style of this name.
    pub fn by_name(name: &str) -> Option<&'static CheckerInterface> {
        CHECKER_INTERFACES.iter().find(|style| style.name == name)
    }

    /// Sorts the arguments. Fails where one is missing or too many.
    ///
    /// ```
    /// use tremaux_judge::CheckerInterface;
    /// let files = CheckerInterface::by_name("kattis").unwrap().sort(&["1.in".into(), "1.ans".into(), "out/".into()]).unwrap();
    /// assert_eq!((files.output, files.answer), (None, Some("1.ans".into())));
    /// ```
    pub fn sort(&self, arguments: &[OsString]) -> Result<Files, Diagnostic> {
        let usage = |message: String| Diagnostic::new(message).help(format!("{}: {}", self.name, self.about));
        let mut files = Files::default();
        let mut given = 0;
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            let flagged = self.arguments.iter().find(|slot| slot.flag().is_some_and(|flag| argument == flag));
            let unflagged = || self.arguments.get(given).filter(|slot| slot.flag().is_none());
            let slot = flagged.or_else(unflagged);
            let value = if flagged.is_some() { arguments.next() } else { Some(argument) };
            match (slot.copied(), value) {
                (Some(Appes), Some(word)) if word != "-appes" => {
                    return Err(usage(format!("expected -appes, found {word:?}")));
                }
                (Some(slot), Some(value)) => files.put(slot, value),
                (Some(_), None) => return Err(usage(format!("{argument:?} wants a file"))),
                (None, _) => return Err(usage(format!("{argument:?} is one argument too many"))),
            }
            given += 1;
        }
        if given < self.required {
            return Err(usage(format!("{} files are wanted, {given} are given", self.required)));
        }
        Ok(files)
    }

    /// The exit status for a result.
    pub fn exit(&self, result: &CheckResult) -> u8 {
        match result {
            CheckResult::Accepted { .. } => self.exits.accepted,
            CheckResult::Wrong { .. } => self.exits.wrong,
            CheckResult::Extra { .. } => self.exits.extra,
            CheckResult::JuryWrong { .. } => self.exits.jury,
            CheckResult::Undecided { .. } => self.exits.undecided,
        }
    }

    /// Writes the result to the files of the interface, or to `err`. Nothing for people: the
    /// caller knows better how those see it.
    pub fn report(&self, result: &CheckResult, files: &Files, err: &mut dyn Write) -> Result<(), Diagnostic> {
        let (outcome, word) = testlib_words(result);
        match self.channel {
            Channel::People => Ok(()),
            Channel::Testlib => match &files.report {
                None => writeln!(err, "{word} {result}").map_err(cannot_write(Path::new("standard error"))),
                Some(path) if files.appes => {
                    let comment = escape_xml(&format!("{word} {result}"));
                    let head = r#"<?xml version="1.0" encoding="utf-8"?>"#;
                    let text = format!("{head}<result outcome=\"{outcome}\">{comment}</result>\n");
                    std::fs::write(path, text).map_err(cannot_write(path))
                }
                Some(path) => std::fs::write(path, format!("{word} {result}\n")).map_err(cannot_write(path)),
            },
            Channel::Feedback => {
                let folder = files.feedback.as_deref().unwrap_or(Path::new("."));
                append(&folder.join("judgemessage.txt"), &format!("{word} {result}\n"))?;
                match result {
                    // Only what reveals nothing about the datasets.
                    CheckResult::Wrong { dataset, .. } => append(
                        &folder.join("teammessage.txt"),
                        &format!("The answer to dataset {dataset} is wrong.\n"),
                    ),
                    CheckResult::Extra { .. } => {
                        append(&folder.join("teammessage.txt"), "Extra output after the last answer.\n")
                    }
                    _ => Ok(()),
                }
            }
        }
    }
}

impl Slot {
    fn flag(&self) -> Option<&'static str> {
        match self {
            Flagged(flag, _) => Some(flag),
            _ => None,
        }
    }
}

impl Files {
    fn put(&mut self, slot: Slot, value: &OsString) {
        let path = PathBuf::from(value);
        match slot {
            Input => self.input = path,
            Output => self.output = Some(path),
            Answer => self.answer = Some(path),
            Report => self.report = Some(path),
            Appes => self.appes = true,
            Feedback => self.feedback = Some(path),
            Flagged(_, slot) => self.put(*slot, value),
        }
    }
}

/// The outcome attribute of testlib's XML, and the first words of its message.
fn testlib_words(result: &CheckResult) -> (&'static str, &'static str) {
    match result {
        CheckResult::Accepted { .. } => ("accepted", "ok"),
        CheckResult::Wrong { .. } => ("wrong-answer", "wrong answer"),
        CheckResult::Extra { .. } => ("presentation-error", "wrong output format"),
        CheckResult::JuryWrong { .. } | CheckResult::Undecided { .. } => ("fail", "FAIL"),
    }
}

fn escape_xml(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn append(path: &Path, text: &str) -> Result<(), Diagnostic> {
    let open = OpenOptions::new().create(true).append(true).open(path);
    open.and_then(|mut file| file.write_all(text.as_bytes())).map_err(cannot_write(path))
}

fn cannot_write(path: &Path) -> impl Fn(io::Error) -> Diagnostic {
    move |error| Diagnostic::new(format!("cannot write {}: {error}", path.display()))
}
