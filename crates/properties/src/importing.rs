//! Whatever a file of a maze holds, picture or not, it is imported or refused; and what was imported can be
//! written in the judge's format and in others, and read back.

use png::{BitDepth, ColorType, Encoder};
use tremaux_core::{Budget, Dataset, Options, Puzzle, Reader, Session};
use tremaux_drawing::{CellState, Drawing};
use tremaux_puzzles::maze::MazePuzzle;

use crate::bytes::{Bytes, MAX_CELLS, input};

/// The bytes as they are, as a picture, and as a picture with some of its bytes changed.
pub fn png_and_maz_import_never_panic(data: &[u8]) {
    let mut bytes = Bytes(data);
    let format = bytes.pick(&["auto", "maz", "num", "png", "text", "grid", "box", "underscores", "hex"]);
    match bytes.below(3) {
        0 => import(format, bytes.0),
        1 => import("png", &picture(&mut bytes)),
        _ => {
            let mut file = picture(&mut bytes);
            for _ in 0..bytes.between(1..=3) {
                let at = bytes.below(file.len());
                file[at] = bytes.byte();
            }
            import("auto", &file);
        }
    }
}

/// A picture of any of the kinds that there are, its pixels out of the bytes.
fn picture(bytes: &mut Bytes) -> Vec<u8> {
    let color = bytes.pick(&[
        ColorType::Grayscale,
        ColorType::Rgb,
        ColorType::Indexed,
        ColorType::GrayscaleAlpha,
        ColorType::Rgba,
    ]);
    let depth = match color {
        ColorType::Grayscale => {
            bytes.pick(&[BitDepth::One, BitDepth::Two, BitDepth::Four, BitDepth::Eight, BitDepth::Sixteen])
        }
        ColorType::Indexed => bytes.pick(&[BitDepth::One, BitDepth::Two, BitDepth::Four, BitDepth::Eight]),
        _ => bytes.pick(&[BitDepth::Eight, BitDepth::Sixteen]),
    };
    let (width, height) = (bytes.between(1..=40), bytes.between(1..=40));
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width as u32, height as u32);
    encoder.set_color(color);
    encoder.set_depth(depth);
    if color == ColorType::Indexed {
        let colors = bytes.between(1..=1 << (depth as usize).min(8));
        encoder.set_palette((0..3 * colors).map(|_| bytes.byte()).collect::<Vec<_>>());
        if bytes.flag() {
            encoder.set_trns((0..colors).map(|_| bytes.byte()).collect::<Vec<_>>());
        }
    }
    let row = (width * color.samples() * depth as usize).div_ceil(8);
    let pixels: Vec<u8> = (0..row * height).map(|_| bytes.byte()).collect();
    encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(&pixels))
        .expect("a picture that is as it should be can be written");
    file
}

fn open(from: &str) -> Box<dyn Session> {
    let options = Options::parse(MazePuzzle.options(), [("from", from)]).expect("a known format");
    MazePuzzle.open(&options).expect("options that go together")
}

fn import(format: &str, file: &[u8]) {
    let mut reader = Reader::from_bytes(file);
    let mut session = open(format);
    for _ in 0..4 {
        match session.read(&mut reader) {
            Ok(Some(maze)) => convert(maze),
            Ok(None) => return,
            Err(fault) => return drop(fault.render("file", false)),
        }
    }
}

/// Writes the maze in every format, and reads it again if the format holds everything.
fn convert(mut maze: Box<dyn Dataset>) {
    if maze.cells() > 25 * MAX_CELLS {
        return;
    }
    let drawn = |maze: &dyn Dataset| maze.draw().expect("a small board can be drawn");
    let before = drawn(&*maze);
    let text = input(&*open("uva"), std::slice::from_mut(&mut maze));
    let again = read("uva", &text);
    assert_eq!(input(&*open("uva"), &[again]), text, "the judge's format");
    let budget = Budget::unlimited().with_nodes(20_000);
    for format in MazePuzzle.formats() {
        let mut file = Vec::new();
        if maze.export(format.name, &budget, &mut file).is_err() {
            continue;
        }
        match format.name {
            // The judge has one goal; a picture's solid pixels are cells that are walled in.
            "uva" => assert_eq!(read("uva", &file).cells(), maze.cells()),
            name => assert!(same_maze(&drawn(&*read("auto", &file)), &before), "{name}"),
        }
    }
}

/// The only maze of a file that was written by ourselves.
fn read(format: &str, file: &[u8]) -> Box<dyn Dataset> {
    let maze = open(format).read(&mut Reader::from_bytes(file));
    maze.unwrap_or_else(|fault| panic!("{format}: {fault}")).expect("a maze")
}

/// Do both show the same maze? A format of walls does not say which cells are solid.
fn same_maze(one: &Drawing, other: &Drawing) -> bool {
    let ends = |drawing: &Drawing| -> Vec<CellState> {
        let of = |&look: &CellState| if look == CellState::Block { CellState::Vacant } else { look };
        drawing.looks.iter().map(of).collect()
    };
    let walls = one.walls.as_ref().zip(other.walls.as_ref());
    ends(one) == ends(other) && one.cols == other.cols && walls.is_none_or(|(one, other)| one == other)
}
