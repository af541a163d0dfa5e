//! `tremaux completions`: the script with which a shell completes our command lines.

use clap::{Arg, ArgMatches};
use clap_complete::Shell;
use tremaux_core::{Diagnostic, Puzzle};

use crate::Command;
use crate::context::{Context, Failure, Status};

pub(crate) const COMMAND: Command = Command { build, run };

fn build(_: &[&'static dyn Puzzle]) -> clap::Command {
    clap::Command::new("completions")
        .about("Print the completions for a shell")
        .after_help("Examples:\n  source <(tremaux completions bash)\n  tremaux completions fish | source")
        .arg(
            Arg::new("shell")
                .value_name("SHELL")
                .required(true)
                .value_parser(clap::value_parser!(Shell))
                .help("The shell"),
        )
}

fn run(matches: &ArgMatches, context: &Context) -> Result<Status, Failure> {
    let shell: &Shell = matches.get_one("shell").ok_or_else(|| Diagnostic::expected("a shell"))?;
    let mut script = Vec::new();
    clap_complete::generate(*shell, &mut crate::parser(context.puzzles), "tremaux", &mut script);
    crate::print(&script)
}
