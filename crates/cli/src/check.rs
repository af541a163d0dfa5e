//! `tremaux check`: is an output a right answer to an input?

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches};
use tremaux_core::{Budget, Diagnostic, Roles, Session};
use tremaux_judge::{
    CHECKER_INTERFACES, Channel, CheckResult, CheckerInterface, Files, JuryFile, Slot, check,
};

use crate::Command;
use crate::context::{Context, Failure, Status, print_message, print_verdict};
use crate::options;

pub(crate) const COMMAND: Command = Command { build, run };

fn build(puzzles: &[&'static dyn tremaux_core::Puzzle]) -> clap::Command {
    let command =
        clap::Command::new("check").about("Is an output a right answer to an input? (special judge)");
    options::for_each_puzzle(command, puzzles, Roles::CHECKING, |command, puzzle| {
        let name = puzzle.name();
        let styles: Vec<String> =
            CHECKER_INTERFACES.iter().map(|style| format!("  {:8} {}", style.name, style.about)).collect();
        command
            .arg(
                Arg::new("files")
                    .value_name("FILE")
                    .num_args(1..)
                    .value_parser(clap::value_parser!(OsString))
                    .help("INPUT OUTPUT [ANSWER], or what the style wants; - for standard input"),
            )
            .arg(
                Arg::new("style")
                    .long("style")
                    .value_name("STYLE")
                    .value_parser(PossibleValuesParser::new(
                        CHECKER_INTERFACES.iter().map(|style| style.name),
                    ))
                    .default_value(CHECKER_INTERFACES[0].name)
                    .help("Whose conventions to follow: files, exit status, message"),
            )
            .args(options::budget_arguments())
            .args(foreign_flags().map(|flag| {
                let long = flag.trim_start_matches('-');
                Arg::new(long).long(long).value_parser(clap::value_parser!(OsString)).hide(true)
            }))
            // testlib's `-appes`, which is no flag of the usual form.
            .arg(Arg::new("appes").short('a').value_name("ppes").hide(true))
            .after_help(format!(
                "Styles:\n{}\n\nExample:\n  tremaux check {name} {name}.in answers.out",
                styles.join("\n")
            ))
    })
}

/// The flags in front of files that some styles have.
fn foreign_flags() -> impl Iterator<Item = &'static str> {
    let slots = CHECKER_INTERFACES.iter().flat_map(|style| style.arguments);
    slots.filter_map(|slot| if let Slot::Flagged(flag, _) = slot { Some(*flag) } else { None })
}

/// The files and flags, for the style to sort.
fn arguments(matches: &ArgMatches) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = matches.get_many("files").unwrap_or_default().cloned().collect();
    for flag in foreign_flags() {
        if let Some(file) = matches.get_one::<OsString>(flag.trim_start_matches('-')) {
            arguments.extend([flag.into(), file.clone()]);
        }
    }
    arguments.extend(matches.get_one::<String>("appes").map(|rest| format!("-a{rest}").into()));
    arguments
}

fn run(matches: &ArgMatches, context: &Context) -> Result<Status, Failure> {
    let (puzzle, options, matches) = options::chosen(matches, context)?;
    let mut session = puzzle.open(&options)?;
    let name = matches.get_one::<String>("style").map_or("", String::as_str);
    let style = CheckerInterface::by_name(name).unwrap_or(&CHECKER_INTERFACES[0]);
    let budget = options::budget(matches, context);
    match (judge(&mut *session, style, &arguments(matches), &budget, context), style.channel) {
        // Callers with a convention of their own read 2 as "wrong output format" and the like.
        (Err(failure), Channel::Testlib | Channel::Feedback) => {
            failure.report();
            Ok(Status::Foreign(style.exits.jury))
        }
        (result, _) => result,
    }
}

fn judge(
    session: &mut dyn Session,
    style: &CheckerInterface,
    arguments: &[OsString],
    budget: &Budget,
    context: &Context,
) -> Result<Status, Failure> {
    let files = style.sort(arguments)?;
    let (input, _) = context.open(Some(&files.input))?;
    let (output, _) = context.open(files.output.as_deref())?;
    let answer = files.answer.as_deref().map(|path| context.open(Some(path))).transpose()?;
    let result = check(session, input, output, answer.map(|(reader, _)| reader), budget);
    let mut words = Vec::new();
    style.report(&result, &files, &mut words)?;
    // The exit status is the verdict, whether anybody hears the words or not.
    let _ = io::stderr().write_all(&words);
    if style.channel == Channel::People {
        explain(&result, &files)?;
    }
    Ok(Status::Foreign(style.exit(&result)))
}

fn explain(result: &CheckResult, files: &Files) -> io::Result<()> {
    let name = |path: Option<&Path>| path.map_or("standard input".into(), |path| path.display().to_string());
    let (headline, name) = match result {
        CheckResult::Accepted { .. } => return print_verdict(format_args!("accepted: {result}")),
        CheckResult::Wrong { dataset, .. } => {
            (format!("wrong answer on dataset {dataset}"), name(files.output.as_deref()))
        }
        CheckResult::Extra { .. } => {
            ("wrong answer: extra output after the last answer".into(), name(files.output.as_deref()))
        }
        CheckResult::JuryWrong { file: JuryFile::Input, .. } => {
            ("cannot judge: the input is wrong".into(), name(Some(&files.input)))
        }
        CheckResult::JuryWrong { file: JuryFile::Answer, .. } => {
            ("cannot judge: the jury's answer is wrong".into(), name(files.answer.as_deref()))
        }
        CheckResult::Undecided { dataset, limit } => {
            (format!("dataset {dataset} is undecided: {limit}"), name(files.output.as_deref()))
        }
    };
    print_verdict(headline)?;
    let diagnostic = match result {
        CheckResult::Undecided { limit, .. } => {
            Some(Diagnostic::new("the output may be correct").help(limit.help()))
        }
        result => result.diagnostic().cloned(),
    };
    diagnostic.into_iter().for_each(|diagnostic| print_message(diagnostic.render(&name, true)));
    Ok(())
}
