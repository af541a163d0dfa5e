//! Each format's bytes for each board, compared with the files in `golden`. `BLESS=1` writes them anew;
//! look at every one before it is committed.

mod common;

use std::{env, fs, path::Path};

use tremaux_drawing::{Drawing, Format, png, svg, text};

fn check(name: &str, found: &[u8]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if env::var_os("BLESS").is_some() {
        fs::write(&path, found).unwrap();
    }
    let expect = fs::read(&path).unwrap_or_default();
    assert!(expect == found, "{name} differs; BLESS=1 writes it anew");
}

fn boards() -> [(&'static str, Drawing); 4] {
    [
        ("knight", common::knight()),
        ("maze", common::maze(12, 12)),
        ("curling", common::curling()),
        ("crowded", common::crowded()),
    ]
}

#[test]
fn svg_stills() {
    for (name, drawing) in boards() {
        let mut bytes = Vec::new();
        svg::write(&drawing, &mut bytes).unwrap();
        check(&format!("{name}.svg"), &bytes);
    }
}

#[test]
fn png_stills() {
    for (name, drawing) in boards() {
        let mut bytes = Vec::new();
        png::write(&drawing, &mut bytes).unwrap();
        check(&format!("{name}.png"), &bytes);
    }
}

#[test]
fn texts() {
    for (name, drawing) in boards() {
        for (kind, ascii, color) in
            [("txt", false, false), ("ascii.txt", true, false), ("ansi.txt", false, true)]
        {
            let mut bytes = Vec::new();
            text::write(&drawing, text::Style { ascii, color }, &mut bytes).unwrap();
            check(&format!("{name}.{kind}"), &bytes);
        }
    }
}

#[test]
fn animations() {
    let searches = [
        ("knight_search", common::knight_search(5, 100)),
        ("maze_search", common::maze_search(8, 8)),
        ("curling_search", common::curling_search()),
    ];
    for (name, animation) in searches {
        for format in Format::ALL.into_iter().filter(|format| format.moves()) {
            let mut bytes = Vec::new();
            format.write(&animation, &mut bytes).unwrap();
            check(&format!("{name}.{}", format.extension()), &bytes);
        }
    }
}
