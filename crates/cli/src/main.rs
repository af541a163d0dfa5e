//! `tremaux`: see the library for what it does.

use std::process::ExitCode;

fn main() -> ExitCode {
    tremaux::run(std::env::args_os(), tremaux_puzzles::REGISTRY)
}
