//! The transcripts of the documentation, run for real.

mod pages;

use std::env;
use std::path::Path;
use std::process::Command;

use pages::{PAGES, Page, WITH_SCRIPTS};

#[test]
fn the_documentation_shows_what_happens() {
    // The transcripts run at the top of the repository, where a reader of the README is.
    env::set_current_dir(pages::root()).unwrap();
    std::fs::create_dir_all("target").unwrap();
    let skipped = prepare();
    let transcripts = trycmd::TestCases::new();
    for page in PAGES.iter().filter(|page| *page == "README.md" || page.starts_with("docs/")) {
        if !skipped.contains(&page.as_str()) {
            transcripts.case(page);
        }
    }
}

/// Runs the `sh` blocks of the pages that have some, which must succeed: programs are compiled and packages
/// written there, on which the transcripts rely. What they print is not on the page. Gives the pages that cannot
/// be tried because there is no compiler for C++, which continuous integration does not forgive.
fn prepare() -> Vec<&'static str> {
    let program = Path::new(env!("CARGO_BIN_EXE_tremaux")).parent().unwrap();
    let path =
        env::join_paths([program.into()].into_iter().chain(env::split_paths(&env::var_os("PATH").unwrap())));
    let path = path.unwrap();
    let compiler = Command::new("g++").arg("--version").output().is_ok();
    assert!(compiler || env::var("CI").as_deref() != Ok("true"), "g++ is needed for this test");
    let mut skipped = Vec::new();
    for name in WITH_SCRIPTS {
        let page = Page::read(name);
        let scripts = page.blocks.iter().filter(|(kind, _)| kind == "sh").map(|(_, script)| script);
        if !compiler && scripts.clone().any(|script| script.contains("g++")) {
            eprintln!("skipped: {name}, since g++ is not installed");
            skipped.push(name);
            continue;
        }
        for script in scripts {
            let run = Command::new("sh").args(["-e", "-c", script]).env("PATH", &path).output().unwrap();
            assert!(run.status.success(), "{name}: {script}{run:?}");
        }
    }
    skipped
}
