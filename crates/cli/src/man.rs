//! `tremaux man`: the manual, one page for each command, made from what `--help` says.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use tremaux_core::{Diagnostic, Puzzle};

use crate::context::{Context, Failure, Status};
use crate::{COMMIT, Command, file, version};

pub(crate) const COMMAND: Command = Command { build, run };

fn build(_: &[&'static dyn Puzzle]) -> clap::Command {
    clap::Command::new("man")
        .about("Print a page of the manual")
        .after_help("Examples:\n  tremaux man | man -l -\n  tremaux man solve knight | man -l -")
        .arg(
            Arg::new("command")
                .value_name("COMMAND")
                .action(ArgAction::Append)
                .help("The command that the page is about, as in: solve knight; none for the whole"),
        )
        .arg(
            Arg::new("out")
                .long("out")
                .short('o')
                .value_name("DIR")
                .conflicts_with("command")
                .value_parser(clap::value_parser!(PathBuf))
                .help("Write all pages into this folder, each as a file"),
        )
}

fn run(matches: &ArgMatches, context: &Context) -> Result<Status, Failure> {
    let mut whole = crate::parser(context.puzzles).disable_help_subcommand(true);
    whole.build();
    if let Some(folder) = matches.get_one::<PathBuf>("out") {
        let mut commands = vec![&whole];
        while let Some(command) = commands.pop() {
            let path = folder.join(format!("{}.1", name(command)));
            file::write(context, &path, |out| Ok(out.write_all(&page(command)?)?))?;
            commands.extend(command.get_subcommands());
        }
        return Ok(Status::Done);
    }
    let mut command = &whole;
    for word in matches.get_many::<String>("command").into_iter().flatten() {
        command = command.find_subcommand(word).ok_or_else(|| {
            let known: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
            Diagnostic::new(format!("no man page for {} {word}", name(command))).help(format!(
                "the pages after {} are {}",
                name(command),
                known.join(", ")
            ))
        })?;
    }
    crate::print(&page(command)?)
}

/// The name of a command's page, as in `tremaux-solve-knight`.
fn name(command: &clap::Command) -> &str {
    command.get_display_name().unwrap_or_else(|| command.get_name())
}

fn page(command: &clap::Command) -> io::Result<Vec<u8>> {
    let man = Man::new(command.clone());
    let date = COMMIT.and_then(|commit| commit.split(' ').next_back()).unwrap_or_default();
    let mut page = Vec::new();
    writeln!(page, r#".TH "{}" 1 "{date}" "tremaux {}""#, name(command).to_uppercase(), version())?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    let mut end = Roff::new();
    if let Some(text) = command.get_after_help() {
        sections(&text.to_string(), &mut end);
    }
    if let Some((parent, _)) = name(command).rsplit_once('-') {
        end.control("SH", ["SEE ALSO"]).text([bold(parent), roman("(1)")]);
    }
    end.to_writer(&mut page)?;
    Ok(page)
}

/// The text after the options in a help text: paragraphs, of which some begin with a heading and a colon
/// and are laid out line by line.
fn sections(text: &str, page: &mut Roff) {
    for paragraph in text.split("\n\n") {
        let (first, rest) = paragraph.split_once('\n').unwrap_or((paragraph, ""));
        let Some(heading) = first.strip_suffix(':') else {
            page.control("SH", ["NOTES"]).text([roman(paragraph)]);
            continue;
        };
        page.control("SH", [heading.to_uppercase().as_str()]).control("nf", []);
        for line in rest.lines() {
            page.text([roman(line.trim_start())]);
        }
        page.control("fi", []);
    }
}
