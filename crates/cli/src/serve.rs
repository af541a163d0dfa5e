//! `tremaux serve`: the workbench as a local web page.

use std::io::{self, IsTerminal, Write};
use std::net::{IpAddr, SocketAddr};
use std::process::{Command as Process, Stdio};

use clap::{Arg, ArgAction, ArgMatches, value_parser};
use tremaux_core::Puzzle;
use tremaux_server::{Config, Server};

use crate::Command;
use crate::context::{Context, Failure, Status, print_message};

pub(crate) const COMMAND: Command = Command { build, run };

fn build(_: &[&'static dyn Puzzle]) -> clap::Command {
    clap::Command::new("serve")
        .about("Open the workbench as a web page on this machine")
        .args([
            Arg::new("port")
                .long("port")
                .value_name("P")
                .value_parser(value_parser!(u16))
                .default_value("3009")
                .help("Port to listen on; 0 takes any that is free"),
            Arg::new("open").long("open").action(ArgAction::SetTrue).help("Show the page in a browser"),
            Arg::new("bind")
                .long("bind")
                .value_name("ADDRESS")
                .value_parser(value_parser!(IpAddr))
                .default_value("127.0.0.1")
                .help("Address to listen on; one that other machines reach needs --allow-host"),
            Arg::new("allow-host")
                .long("allow-host")
                .value_name("NAME")
                .action(ArgAction::Append)
                .help("A name under which the page may be asked for, besides localhost"),
        ])
        .after_help("Examples:\n  tremaux serve --open\n  tremaux serve --port 0")
}

fn run(matches: &ArgMatches, context: &Context) -> Result<Status, Failure> {
    let port = matches.get_one("port").copied().unwrap_or(0);
    let ip = matches.get_one("bind").copied().unwrap_or(IpAddr::from([127, 0, 0, 1]));
    let hosts = matches.get_many::<String>("allow-host").unwrap_or_default().cloned().collect();
    let config = Config { address: SocketAddr::new(ip, port), hosts, ..Config::local(port) };
    let server = Server::bind(context.puzzles, config)?;
    let url = server.url()?;
    writeln!(io::stdout(), "{url}")?;
    if io::stderr().is_terminal() {
        print_message("Press Ctrl-C to stop.");
    }
    if matches.get_flag("open") && show(&url).is_err() {
        print_message(format_args!("Cannot open a browser; visit {url}"));
    }
    server.run_until(&context.interrupted)?;
    Ok(Status::Done)
}

/// Asks the desktop to show a page.
fn show(url: &str) -> io::Result<()> {
    let opener = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let quiet = || Stdio::null();
    Process::new(opener).arg(url).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn().map(drop)
}
