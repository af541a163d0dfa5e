//! The pages of the documentation: nothing on them is untested, no link leads nowhere, none is forgotten.
//! Their `console` and `sh` blocks are run by `transcripts.rs`, Rust by rustdoc.

mod pages;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use pages::{PAGES, Page, root};

/// The pages whose `sh` blocks are run elsewhere: the gate builds, tests, installs and packs by scripts of its own,
/// and to fuzz takes hours.
const ELSEWHERE: &[&str] = &["README.md", "CONTRIBUTING.md", "docs/install.md"];

#[test]
fn every_block_is_of_a_kind_that_is_tested() {
    for page in PAGES.iter().map(|name| Page::read(name)) {
        let site = page.name.starts_with("docs/");
        for (kind, text) in &page.blocks {
            let tested = match kind.as_str() {
                // Pictures, and what is no command of ours.
                "text" => true,
                // Run by trycmd, which looks at the README and at the site.
                "console" => site || page.name == "README.md",
                "sh" => [&pages::WITH_SCRIPTS[..], ELSEWHERE].concat().contains(&page.name.as_str()),
                // Run by `tests/packages.sh`, with the tools of other judges.
                "bash" => page.name == "docs/set-a-problem.md",
                // Compiled by rustdoc, and what is not run there is a file of `examples`, as are the others.
                "rust" => page.name == "docs/library.md",
                "rust,no_run" | "cpp" | "diff" => is_in_examples(text),
                _ => false,
            };
            assert!(tested, "{}: a block of {kind:?} is not tested:\n{text}", page.name);
        }
    }
}

/// Is the text in a file of `examples`, as it is?
fn is_in_examples(text: &str) -> bool {
    let folders = ["examples", "examples/tutorial"].map(|folder| root().join(folder));
    let mut files = folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    files.any(|file| fs::read_to_string(file.unwrap().path()).is_ok_and(|whole| whole.contains(text)))
}

#[test]
fn every_link_leads_somewhere() {
    for page in PAGES.iter().map(|name| Page::read(name)) {
        for link in page.links.iter().filter(|link| !link.contains("://")) {
            let (path, anchor) = link.split_once('#').map_or((link.as_str(), None), |(p, a)| (p, Some(a)));
            let folder = Path::new(&page.name).parent().unwrap();
            let target = if path.is_empty() { page.name.clone() } else { pages::join(folder, path) };
            assert!(root().join(&target).exists(), "{}: {link} leads nowhere", page.name);
            // The site holds what is in docs, and nothing else.
            assert!(target.starts_with("docs/") || !page.name.starts_with("docs/"), "{}: {link}", page.name);
            if let Some(anchor) = anchor {
                let there = Page::read(&target).anchors.iter().any(|found| found == anchor);
                assert!(there, "{}: {target} has no heading #{anchor}", page.name);
            }
        }
    }
}

#[test]
fn the_summary_names_every_page_once() {
    let mut named: Vec<String> =
        Page::read("docs/SUMMARY.md").links.iter().map(|link| format!("docs/{link}")).collect();
    named.push("docs/SUMMARY.md".into());
    named.sort();
    let there: BTreeSet<String> = PAGES.iter().filter(|name| name.starts_with("docs/")).cloned().collect();
    assert_eq!(named, there.into_iter().collect::<Vec<_>>());
}

#[test]
fn every_picture_is_shown() {
    let shown: BTreeSet<String> = PAGES.iter().flat_map(|name| Page::read(name).pictures).collect();
    for file in fs::read_dir(root().join("docs/pictures")).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let is_picture = path.extension().is_some_and(|e| e == "svg" || e == "png");
        assert!(!is_picture || shown.contains(&name), "docs/pictures/{name} is on no page");
    }
}
