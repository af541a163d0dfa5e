//! The transcripts of the documentation, run for real.

mod pages;

use std::env;
use std::path::Path;
use std::process::Command;

use pages::{Page, WITH_SCRIPTS};

#[test]
fn the_documentation_tells_what_happens() {
    // The transcripts stand at the top of the repository, as a reader of the README does.
    env::set_current_dir(pages::root()).unwrap();
    std::fs::create_dir_all("target").unwrap();
    prepare();
    trycmd::TestCases::new().case("README.md").case("docs/*.md");
}

/// Runs the `sh` blocks of the pages that have some, which must succeed: programs are compiled and packages
/// written there, on which the transcripts rely. What they print is not on the page.
fn prepare() {
    let program = Path::new(env!("CARGO_BIN_EXE_tremaux")).parent().unwrap();
    let path =
        env::join_paths([program.into()].into_iter().chain(env::split_paths(&env::var_os("PATH").unwrap())));
    let path = path.unwrap();
    for page in WITH_SCRIPTS.map(Page::read) {
        for (_, script) in page.blocks.iter().filter(|(kind, _)| kind == "sh") {
            let run = Command::new("sh").args(["-e", "-c", script]).env("PATH", &path).output().unwrap();
            assert!(run.status.success(), "{}: {script}{run:?}", page.name);
        }
    }
}
