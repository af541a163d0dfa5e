//! What is in the files, read back by other programs' code: PNG and GIF cell by cell, SVG as XML.

mod common;

use proptest::prelude::*;
use tremaux_drawing::{
    Animation, BoardState, Cell, CellState, Drawing, Error, Format, Label, Mark, Path, Walls, gif, html, png,
    svg, text,
};

const LOOKS: [CellState; 8] = [
    CellState::Vacant,
    CellState::Block,
    CellState::Broken,
    CellState::Start,
    CellState::Goal,
    CellState::Path,
    CellState::Head,
    CellState::Retreat,
];

type Rgb = [u8; 3];

fn mix(below: Rgb, above: Rgb) -> Rgb {
    [0, 1, 2].map(|i| ((u32::from(below[i]) * 72 + u32::from(above[i]) * 28 + 50) / 100) as u8)
}

/// The colours near a cell's corner and in its middle.
fn expected(look: CellState, ground: Rgb) -> (Rgb, Rgb) {
    let [block, rubble, start, goal] =
        [[0x86, 0x8d, 0x97], [0x9a, 0xa0, 0xa8], [0, 0x9e, 0x73], [0xd5, 0x5e, 0]];
    let [path, line, head, retreat] =
        [[0x56, 0xb4, 0xe9], [0, 0x72, 0xb2], [0xe6, 0x9f, 0], [0xcc, 0x79, 0xa7]];
    match look {
        CellState::Vacant => (ground, ground),
        CellState::Block => (block, block),
        CellState::Broken => (mix(ground, rubble), goal),
        CellState::Start => (mix(ground, start), mix(ground, start)),
        CellState::Goal => (mix(ground, goal), goal),
        CellState::Path => (mix(ground, path), line),
        CellState::Head => (mix(ground, head), head),
        CellState::Retreat => (mix(ground, retreat), mix(mix(ground, retreat), retreat)),
    }
}

const WHITE: Rgb = [255; 3];
const SHADE: Rgb = [0xec, 0xea, 0xe4];

/// Pixels of a PNG as colours, and its width.
fn decode(bytes: &[u8]) -> (Vec<Rgb>, usize) {
    let mut decoder = ::png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(::png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    (pixels[..info.buffer_size()].chunks(3).map(|c| [c[0], c[1], c[2]]).collect(), info.width as usize)
}

#[test]
fn a_png_shows_each_look_in_its_cell() {
    let mut drawing = Drawing::new(5, 7);
    for row in 0..5 {
        for col in 0..7 {
            drawing.set(Cell::new(row, col), LOOKS[(row * 3 + col) as usize % 8]);
        }
    }
    for checkered in [false, true] {
        drawing.checkered = checkered;
        let mut bytes = Vec::new();
        png::write(&drawing, &mut bytes).unwrap();
        let (pixels, width) = decode(&bytes);
        for row in 0..5_u32 {
            for col in 0..7_u32 {
                let look = drawing.look(Cell::new(row, col));
                let ground = if checkered && (4 - row + col).is_multiple_of(2) { SHADE } else { WHITE };
                let pixel = |x: u32, y: u32| {
                    pixels[(10 + row * 40 + y) as usize * width + (10 + col * 40 + x) as usize]
                };
                let (corner, middle) = expected(look, ground);
                assert_eq!(pixel(6, 3), corner, "{look:?} at {row}, {col}");
                if look == CellState::Retreat {
                    // A thin stripe covers the pixel in the middle in part.
                    assert_ne!(pixel(20, 20), corner, "{look:?} at {row}, {col}");
                } else {
                    assert_eq!(pixel(20, 20), middle, "{look:?} at {row}, {col}");
                }
            }
        }
    }
}

#[test]
fn a_large_png_has_one_pixel_for_each_cell() {
    let mut drawing = Drawing::new(300, 311);
    for i in 0..300 * 311_u32 {
        drawing.set(Cell::new(i / 311, i % 311), LOOKS[(i % 311 * 5 + i / 7) as usize % 8]);
    }
    let mut bytes = Vec::new();
    png::write(&drawing, &mut bytes).unwrap();
    let (pixels, width) = decode(&bytes);
    assert_eq!((pixels.len() / width, width), (300, 311));
    let colours: Vec<Rgb> = vec![
        WHITE,
        [0x1b, 0x1f, 0x24],
        [0x9a, 0xa0, 0xa8],
        [0, 0x9e, 0x73],
        [0xd5, 0x5e, 0],
        [0, 0x72, 0xb2],
        [0xe6, 0x9f, 0],
        [0xcc, 0x79, 0xa7],
    ];
    for (pixel, look) in pixels.iter().zip(&drawing.looks) {
        assert_eq!(*pixel, colours[*look as usize]);
    }
}

#[test]
fn a_large_png_of_a_walled_board_shows_walls_and_the_way_between_cells() {
    let mut drawing = common::maze(260, 250);
    let mut bytes = Vec::new();
    png::write(&drawing, &mut bytes).unwrap();
    let (pixels, width) = decode(&bytes);
    assert_eq!((pixels.len() / width, width), (521, 501));
    let (wall, line) = ([0x1b, 0x1f, 0x24], [0, 0x72, 0xb2]);
    let walls = drawing.walls.take().unwrap();
    let way: std::collections::BTreeSet<(Cell, Cell)> =
        drawing.paths[0].cells.windows(2).map(|w| (w[0].min(w[1]), w[0].max(w[1]))).collect();
    for row in 0..260_u32 {
        for col in 0..250_u32 {
            let i = (row * 250 + col) as usize;
            let pixel =
                |x: u32, y: u32| pixels[(2 * row + 1 + y) as usize * width + (2 * col + 1 + x) as usize];
            let east = col == 249 || walls.east[i];
            let south = row == 259 || walls.south[i];
            assert_eq!((pixel(1, 0) == wall, pixel(0, 1) == wall), (east, south), "{row}, {col}");
            let here = Cell::new(row, col);
            assert_eq!(pixel(1, 0) == line, way.contains(&(here, Cell::new(row, col + 1))));
            assert_eq!(pixel(0, 1) == line, way.contains(&(here, Cell::new(row + 1, col))));
        }
    }
}

#[test]
fn a_gif_shows_the_board_after_each_step() {
    let animation = common::knight_search(5, 150);
    let mut bytes = Vec::new();
    gif::animate(&animation, &mut bytes).unwrap();
    let mut options = ::gif::DecodeOptions::new();
    options.set_color_output(::gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(&bytes[..]).unwrap();
    let width = usize::from(decoder.width());
    let mut screen = vec![[0; 3]; width * usize::from(decoder.height())];
    let mut stage = BoardState::new(animation.board().clone());
    let mut steps =
        std::iter::once(&Vec::new()).chain(animation.frames()).cloned().collect::<Vec<_>>().into_iter();
    let mut shown = 0;
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        for (i, rgba) in frame.buffer.chunks(4).enumerate() {
            let (x, y) = (i % usize::from(frame.width), i / usize::from(frame.width));
            let at = (usize::from(frame.top) + y) * width + usize::from(frame.left) + x;
            if rgba[3] > 0 {
                screen[at] = [rgba[0], rgba[1], rgba[2]];
            }
        }
        shown += 1;
        let Some(marks) = steps.next() else { continue };
        marks.into_iter().for_each(|mark| _ = stage.apply(mark));
        let picture = stage.picture();
        for cell in (0..25).map(|i| Cell::new(i / 5, i % 5)) {
            // The board's corner lies 19 and 10 units from the picture's; a unit is 0.8 pixels.
            let (x, y) = ((28 + cell.col * 40 + 6) * 8 / 10, (10 + cell.row * 40 + 3) * 8 / 10);
            let ground = if (4 - cell.row + cell.col).is_multiple_of(2) { SHADE } else { WHITE };
            let found = screen[y as usize * width + x as usize];
            assert_eq!(found, expected(picture.look(cell), ground).0, "{cell:?} in frame {shown}");
        }
    }
    assert_eq!(shown, animation.frames().len() + 2, "the first board, each step, the last board");
}

fn walls(rows: u32, cols: u32) -> Walls {
    let n = (rows * cols) as usize;
    Walls { east: vec![true; n], south: vec![false; n] }
}

#[test]
fn a_foreign_text_stays_text() {
    let nasty = "</text><script>&\"'\u{1}\u{ffff}";
    let mut drawing = Drawing::new(1, 1);
    drawing.labels.push(Label { cell: Cell::new(0, 0), text: nasty.into() });
    let mut animation = Animation::new(drawing.clone());
    animation.step(&[Mark { cell: Cell::new(0, 0), look: CellState::Head, number: None }]);
    animation.finish(drawing.clone());
    let mut still = Vec::new();
    svg::write(&drawing, &mut still).unwrap();
    let still = String::from_utf8(still).unwrap();
    let document = roxmltree::Document::parse(&still).unwrap();
    let text = document.descendants().find(|node| node.has_tag_name("text")).and_then(|node| node.text());
    assert_eq!(text, Some("</text><script>&\"'\u{fffd}\u{fffd}"));
    let mut page = Vec::new();
    html::animate(&animation, &mut page).unwrap();
    assert_eq!(String::from_utf8(page).unwrap().matches("<script").count(), 2, "the page's own two");
}

#[test]
fn a_board_too_large_is_refused_with_the_size_that_works() {
    let cases = [
        (
            Format::Svg,
            257,
            "a board of 257 x 257 cells is too large for .svg, which serves up to 65536 cells (256 x 256); .png shows a board of any size",
        ),
        (
            Format::Html,
            257,
            "a board of 257 x 257 cells is too large for .html, which serves up to 65536 cells (256 x 256); .png shows a board of any size",
        ),
        (
            Format::Gif,
            129,
            "a board of 129 x 129 cells is too large for .gif, which serves up to 16384 cells (128 x 128); .png shows a board of any size",
        ),
        (
            Format::Cast,
            101,
            "a board of 101 x 101 cells is too large for .cast, which serves up to 10000 cells (100 x 100); .png shows a board of any size",
        ),
    ];
    for (format, side, message) in cases {
        let large = format.write(&Animation::new(Drawing::new(side, side)), &mut Vec::new());
        assert_eq!(large.map_err(|error| error.to_string()), Err(message.into()));
        let fits = Animation::new(Drawing::new(side - 1, side - 1));
        assert!(format.write(&fits, &mut std::io::sink()).is_ok(), "{format:?}");
    }
}

#[test]
fn a_fault_of_the_writer_is_reported() {
    struct Full;
    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    for format in Format::ALL {
        match format.write(&common::maze_search(4, 4), &mut Full) {
            Err(Error::Io(error)) => assert_eq!(error.kind(), std::io::ErrorKind::StorageFull, "{format:?}"),
            other => panic!("{format:?}: {other:?}"),
        }
    }
}

fn cell() -> impl Strategy<Value = Cell> {
    (0..9_u32, 0..9_u32).prop_map(|(row, col)| Cell::new(row, col))
}

fn mark() -> impl Strategy<Value = Mark> {
    let look = (0..8_usize).prop_map(|i| LOOKS[i]);
    (cell(), look, proptest::option::of(0..9_u32)).prop_map(|(cell, look, number)| Mark {
        cell,
        look,
        number,
    })
}

prop_compose! {
    /// Any board that can be written down, sound or not: cells outside, texts of any kind.
    fn drawing()(
        (rows, cols, some) in (0..8_u32, 0..8_u32, any::<u8>()),
        marks in proptest::collection::vec(mark(), 0..20),
        labels in proptest::collection::vec((cell(), ".{0,5}"), 0..5),
        paths in proptest::collection::vec((proptest::collection::vec(cell(), 0..6), any::<(bool, bool)>()), 0..3),
        far in any::<u32>(),
    ) -> Drawing {
        let mut drawing = Drawing::new(rows, cols);
        marks.iter().for_each(|mark| drawing.set(mark.cell, mark.look));
        drawing.labels = labels.into_iter().map(|(cell, text)| Label { cell, text }).collect();
        drawing.labels.push(Label { cell: Cell::new(far, far), text: "x".into() });
        drawing.paths = paths
            .into_iter()
            .map(|(cells, (numbered_arrows, closed))| Path { cells, numbered_arrows, closed })
            .collect();
        drawing.checkered = some & 1 == 1;
        drawing.walls = (some & 2 == 2).then(|| walls(rows, cols));
        if some & 4 == 4 {
            drawing.coordinates = tremaux_drawing::Coordinates::Algebraic;
        }
        drawing
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn every_format_takes_every_board(
        drawing in drawing(),
        steps in proptest::collection::vec(proptest::collection::vec(mark(), 0..4), 0..12),
    ) {
        let mut animation = Animation::new(drawing.clone());
        steps.iter().for_each(|marks| animation.step(marks));
        animation.finish(drawing.clone());
        for format in Format::ALL {
            let mut bytes = Vec::new();
            format.write(&animation, &mut bytes).unwrap();
            let mut again = Vec::new();
            format.write(&animation, &mut again).unwrap();
            prop_assert!(bytes == again, "{format:?} is not stable");
            if format == Format::Svg {
                let text = String::from_utf8(bytes).unwrap();
                prop_assert!(roxmltree::Document::parse(&text).is_ok(), "{text}");
            }
        }
    }

    #[test]
    fn steps_can_be_taken_back(drawing in drawing(), marks in proptest::collection::vec(mark(), 0..30)) {
        let mut stage = BoardState::new(drawing);
        let mut taken = Vec::new();
        // A number is in one cell at a time.
        for (number, mark) in (1..).zip(marks) {
            let before = stage.picture();
            let back = stage.apply(Mark { number: mark.number.map(|_| number), ..mark });
            taken.push((before, back));
        }
        while let Some((before, back)) = taken.pop() {
            stage.apply(back);
            prop_assert_eq!(stage.picture(), before);
        }
    }

    #[test]
    fn a_thinned_out_search_ends_as_the_whole(
        marks in proptest::collection::vec(mark(), 1..20),
        steps in 1..9000_usize,
    ) {
        let mut animation = Animation::new(Drawing::new(9, 9));
        let mut whole = BoardState::new(Drawing::new(9, 9));
        for step in 0..steps {
            let mark = Mark { number: Some(step as u32), ..marks[step % marks.len()] };
            animation.step(&[mark]);
            whole.apply(mark);
        }
        animation.finish(Drawing::new(9, 9));
        let mut thin = BoardState::new(Drawing::new(9, 9));
        for mark in animation.frames().iter().flatten() {
            thin.apply(*mark);
        }
        prop_assert_eq!(thin.picture(), whole.picture());
        let frames = animation.frames().len();
        prop_assert!(frames <= Animation::MAX_FRAMES && (steps < 2000 || frames >= 1000));
        prop_assert_eq!(animation.dropped() + frames as u64, steps as u64);
        prop_assert_eq!(animation.steps_after(frames - 1), steps as u64);
    }
}

#[test]
fn a_moving_picture_says_what_it_leaves_out() {
    let mut animation = Animation::new(Drawing::new(1, 1));
    for step in 0..5000 {
        animation.step(&[Mark { cell: Cell::new(0, 0), look: CellState::Head, number: Some(step) }]);
    }
    animation.finish(Drawing::new(1, 1));
    let says = [
        (Format::Svg, "<desc>3750 of 5000 steps are not shown</desc>"),
        (Format::Html, "\"steps\":5000,\"dropped\":3750,"),
        (Format::Text, "(3750 steps are not shown)"),
        (Format::Cast, "step 5000 of 5000, 3750 not shown"),
    ];
    for (format, words) in says {
        let mut bytes = Vec::new();
        format.write(&animation, &mut bytes).unwrap();
        assert!(String::from_utf8(bytes).unwrap().contains(words), "{format:?}");
    }
}

#[test]
fn a_window_shows_its_part_of_the_board() {
    let drawing = common::maze(12, 12);
    let style = text::Style { ascii: true, color: false };
    let page = text::Page::new(&drawing, style);
    assert_eq!(page.fitting(7, 17), (3, 4));
    assert_eq!(page.fitting(100, 300), (12, 12));
    assert_eq!(page.fitting(2, 3), (0, 0));
    let (mut all, mut part) = (Vec::new(), Vec::new());
    page.write_all(&mut all).unwrap();
    page.write(&text::Window { rows: 4..7, cols: 2..6 }, &mut part).unwrap();
    let all = String::from_utf8(all).unwrap();
    let expect: Vec<&str> = all.lines().skip(8).take(7).map(|line| line[8..25].trim_end()).collect();
    assert_eq!(String::from_utf8(part).unwrap().lines().collect::<Vec<_>>(), expect);
}
