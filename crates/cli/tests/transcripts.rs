//! The transcripts of the documentation, run for real.

#[test]
fn the_documentation_tells_what_happens() {
    // The transcripts stand at the top of the repository, as a reader of the README does.
    std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).unwrap();
    trycmd::TestCases::new().case("README.md").case("docs/*.md").case("crates/cli/tests/cmd/*.md");
}
