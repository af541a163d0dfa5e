//! MazeSession from files: what is read, what is written, what is refused.

use tremaux_core::{Budget, Dataset, Options, Outcome, OutputStyle, Puzzle, Reader};
use tremaux_puzzles::maze::MazePuzzle;

macro_rules! data {
    ($path:literal) => {
        include_bytes!(concat!("../../../tests/data/maze/", $path)).as_slice()
    };
}

fn read(file: &[u8], given: &[(&str, &str)]) -> Result<Box<dyn Dataset>, String> {
    let options = Options::parse(MazePuzzle.options(), given.iter().copied()).unwrap();
    let mut session = MazePuzzle.open(&options).unwrap();
    let mut reader = Reader::from_bytes(file);
    let maze = session.read(&mut reader).map_err(|fault| fault.to_string())?.unwrap();
    assert!(session.read(&mut reader).unwrap().is_none(), "one maze a file");
    Ok(maze)
}

/// A number in the JSON of the answer.
fn field(file: &[u8], method: &str, name: &str) -> Option<u64> {
    let mut maze = read(file, &[("method", method)]).unwrap();
    let (Outcome::Solved(answer) | Outcome::Impossible { answer, .. }) = maze.solve(&Budget::unlimited())
    else {
        panic!("gave up")
    };
    let mut json = Vec::new();
    answer.write(OutputStyle::Json, 1, &mut json).unwrap();
    let json = String::from_utf8(json).unwrap();
    let (_, behind) = json.split_once(&format!("\"{name}\":"))?;
    behind.split([',', '}']).next()?.parse().ok()
}

fn export(maze: &mut dyn Dataset, format: &str) -> Result<Vec<u8>, String> {
    let mut file = Vec::new();
    maze.export(format, &Budget::unlimited(), &mut file).map_err(|fault| fault.to_string())?;
    Ok(file)
}

/// Expects these numbers of steps of the robot and of a shortest path.
fn check_steps(name: &str, file: &[u8], dfs: Option<u64>, bfs: Option<u64>) {
    assert_eq!(field(file, "dfs", "steps"), dfs, "{name}");
    assert_eq!(field(file, "dfs", "shortest"), bfs, "{name}");
    assert_eq!(field(file, "bfs", "steps"), bfs, "{name}");
}

#[test]
fn step_counts_of_micromouse_mazes() {
    let check = |name, file, dfs: u64, bfs: u64| check_steps(name, file, Some(dfs), Some(bfs));
    check("100", data!("mit-text/100.txt"), 64, 64);
    check("1stworld", data!("mit-text/1stworld.txt"), 107, 85);
    check("apec2018", data!("mit-text/apec2018.txt"), 174, 86);
    check("japan1993ef", data!("mit-text/japan1993ef.txt"), 82, 72);
    check("chubu2017", data!("mit-text/chubu2017.txt"), 147, 115);
    check("kirei", data!("mit-text/kirei.txt"), 89, 15);
    check("maze05", data!("mit-text/maze05.txt"), 127, 19);
    check("empty", data!("mit-text/empty.txt"), 128, 14);
    check("1stworld.maz", data!("mit-maz/1stworld.maz"), 107, 85);
    check("apec2018.maz", data!("mit-maz/apec2018.maz"), 174, 86);
    check("kirei.maz", data!("mit-maz/kirei.maz"), 89, 15);
    check("ieee2016", data!("mms-mit/ieee2016.map"), 79, 67);
    check("example1", data!("mms-mit/example1.num"), 96, 84);
    check("twoByThree", data!("mms-mit/twoByThree-numtext.maz"), 1, 1);
    check_steps("map-y7", data!("mit-text/map-y7.txt"), None, None);
    check_steps("5x5_test1", data!("mit-text/5x5_test1.txt"), None, None);
}

/// The counts of a parser that was written apart from this one and went to the north-western of the four
/// cells in the centre.
#[test]
fn step_counts_to_one_cell_of_the_centre() {
    let check = |name: &str, file: &[u8], dfs: u64, bfs: u64| {
        let text = String::from_utf8(export(read(file, &[]).unwrap().as_mut(), "uva").unwrap()).unwrap();
        let (_, codes) = text.split_once('\n').unwrap();
        check_steps(name, format!("16 16 16 1 8 8\n{codes}").as_bytes(), Some(dfs), Some(bfs));
    };
    check("1stworld", data!("mit-text/1stworld.txt"), 109, 87);
    check("apec2018", data!("mit-text/apec2018.txt"), 175, 87);
    check("japan1993ef", data!("mit-text/japan1993ef.txt"), 83, 73);
    check("chubu2017", data!("mit-text/chubu2017.txt"), 147, 115);
    check("kirei", data!("mit-text/kirei.txt"), 89, 15);
    check("maze05", data!("mit-text/maze05.txt"), 127, 19);
    check("empty", data!("mit-text/empty.txt"), 129, 15);
}

#[test]
fn step_counts_of_pictures() {
    let check = |name, file, dfs: u64, bfs: u64| check_steps(name, file, Some(dfs), Some(bfs));
    check("tiny", data!("images/tiny.png"), 17, 15);
    check("small", data!("images/small.png"), 44, 44);
    check("normal", data!("images/normal.png"), 308, 308);
    check("braid200", data!("images/braid200.png"), 4316, 596);
    check("combo400", data!("images/combo400.png"), 11992, 1008);
    check("logo", data!("images/logo.png"), 4164, 1788);
}

// ---- from format to format ----

#[test]
fn a_binary_file_and_its_text_are_the_same_maze() {
    let check = |binary: &[u8], text: &[u8]| {
        let [from_binary, from_text] = [binary, text].map(|file| {
            let mut maze = read(file, &[]).unwrap();
            ["uva", "text", "maz", "png"].map(|format| export(maze.as_mut(), format).unwrap())
        });
        assert_eq!(from_binary, from_text);
        assert_eq!(from_text[2], binary);
    };
    check(data!("mit-maz/1stworld.maz"), data!("mit-text/1stworld.txt"));
    check(data!("mit-maz/apec2018.maz"), data!("mit-text/apec2018.txt"));
    check(data!("mit-maz/kirei.maz"), data!("mit-text/kirei.txt"));
}

#[test]
fn what_is_written_is_read_again() {
    let files = [
        data!("sample.in").split_at(25).0,
        data!("mit-text/japan1993ef.txt"),
        data!("mms-mit/twoByThree-numtext.maz"),
        data!("images/braid200.png"),
    ];
    for file in files {
        let mut maze = read(file, &[]).unwrap();
        let (dfs, bfs) = (field(file, "dfs", "steps"), field(file, "bfs", "steps"));
        for format in ["uva", "text"] {
            let written = export(maze.as_mut(), format).unwrap();
            assert_eq!(field(&written, "dfs", "steps"), dfs);
            assert!(format == "uva" || field(&written, "bfs", "steps") == bfs);
            let mut again = read(&written, &[]).unwrap();
            assert_eq!(export(again.as_mut(), format).unwrap(), written);
        }
    }
}

#[test]
fn the_answer_to_a_converted_maze_stays_the_same() {
    // Of the goals of a drawing, the judge's text keeps the one that the robot reaches.
    for file in [
        data!("mit-text/empty.txt"),
        data!("images/logo.png"),
        b"o---o---o---o\n| G   S   G |\no---o---o---o",
    ] {
        let mut maze = read(file, &[]).unwrap();
        let converted = export(maze.as_mut(), "uva").unwrap();
        for name in ["steps", "visited", "retreats"] {
            assert_eq!(field(&converted, "dfs", name), field(file, "dfs", name));
        }
    }
}

#[test]
fn a_picture_of_a_maze_is_a_maze() {
    // Two pixels a cell, and one more at each end, for the openings.
    let input = b"3 3 1 2 3 3\n0 2 0\n1 0 2\n0 0 0\n0 0 0 0 0 0\n";
    let picture = export(read(input, &[]).unwrap().as_mut(), "png").unwrap();
    assert_eq!((field(&picture, "dfs", "rows"), field(&picture, "dfs", "cols")), (Some(7), Some(7)));
    let twice = |steps: Option<u64>| steps.map(|steps| 2 * steps + 2);
    assert_eq!(field(&picture, "dfs", "steps"), twice(field(input, "dfs", "steps")));
    assert_eq!(field(&picture, "bfs", "steps"), twice(field(input, "bfs", "steps")));
    // A picture of a picture has the same size, and the path is still a way.
    for file in [data!("images/combo400.png"), data!("images/tiny.png")] {
        let again = export(read(file, &[]).unwrap().as_mut(), "png").unwrap();
        for name in ["rows", "cols", "steps", "shortest", "visited"] {
            assert_eq!(field(&again, "dfs", name), field(file, "dfs", name));
        }
    }
}

#[test]
fn drawings_are_taken_as_people_write_them() {
    let plain = "+---+---+\n|   | G |\n+   +   +\n| S     |\n+---+---+\n";
    let judge = |file: &str| export(read(file.as_bytes(), &[]).unwrap().as_mut(), "uva").unwrap();
    let expect = judge(plain);
    assert_eq!(expect, b"2 2 2 1 1 2\n1 1\n2 3\n\n0 0 0 0 0 0\n");
    for file in [
        plain.replace('\n', "\r\n"),
        plain.replace('+', "o"),
        plain.trim_end().to_owned(),
        format!("\n\n{plain}\nA comment, as long as you like\n16 16\n"),
        plain.replace(" S ", "S  ").replace(" G ", "  G"),
        plain.replace("---", " # ").replace(" | ", " # "),
        plain.replace('\n', "   \n"),
    ] {
        assert_eq!(judge(&file), expect, "{file}");
    }
}

// ---- what is refused ----

#[test]
fn bad_files_report_what_they_lack() {
    let check = |file: &[u8], from: &str, expect: &str| {
        let fault = read(file, &[("from", from)]).map(|_| ()).unwrap_err();
        assert_eq!(fault, expect, "{:?}", String::from_utf8_lossy(file));
    };
    let posts = "expected a line of posts, one every four columns, as in o---o---o";
    check(b"o---", "auto", &format!("1:1: {posts}, found \"o---\""));
    check(b"x", "text", &format!("1:1: {posts}, found \"x\""));
    check(
        b"o---o",
        "auto",
        "1:6: expected a line of cells below the posts, beginning with |, found the end of the text",
    );
    let below = "expected a line of posts below the cells, 5 characters long";
    check(b"o---o\n|   |", "auto", &format!("2:6: {below}, found the end of the text"));
    check(b"o---o\n|   |\no--o\n", "auto", &format!("3:1: {below}, found \"o--o\""));
    check(b"o---o\n|   |\nx---x\n", "auto", &format!("3:1: {below}, found \"x---x\""));
    check(
        b"o---o\n|   |  |\no---o\n",
        "auto",
        "2:1: expected a line of 1 cells, 5 characters long, found \"|   |  |\"",
    );
    check(
        b"o---o---o\n| S   S |\no---o---o\n",
        "auto",
        "2:1: expected one start, but this is the second S, found \"| S   S |\"",
    );
    check(&[14; 255], "maz", "expected a .maz file: 256 bytes, each from 0 to 15, found 255 bytes");
    check(&[14; 300], "maz", "expected a .maz file: 256 bytes, each from 0 to 15, found 257 bytes or more");
    let disagree = "the cell at x 0, y 15 and its neighbour on the south disagree on the wall between";
    check(&[14; 256], "auto", disagree);
    check(b"0 0 0 0 1 1\n0 0 0 0 1 1\n", "auto", "expected a line for each of 1 x 1 cells, found 2 lines");
    check(
        b"0 0 0 0 1 1\n0 0 0 0 1 1\n1 1 1 1 0 0\n1 0 0 1 1 0",
        "auto",
        "duplicate line for the cell at x 0, y 0",
    );
    check(
        b"0 0 0 0 1 1\n9999 99999 0 0 1 1\n",
        "auto",
        "expected a line for each of 10000 x 100000 cells, found 2 lines",
    );
    check(b"0 0 0 0 1 2", "auto", "1:11: expected the wall on the west: an integer from 0 to 1, found \"2\"");
    let begin = "1:1: expected a PNG, which begins with the byte 137 and \"PNG\", found";
    check(b"\x89PNG", "auto", &format!("{begin} \"\\x89\""));
    check(b"GIF89a..", "png", &format!("{begin} \"G\""));
    check(b"\x89PNG\r\n\x1a\n", "auto", "this is no PNG that can be read: unexpected end of file");
    let tiny = data!("images/tiny.png");
    check(&tiny[..60], "auto", "this is no PNG that can be read: unexpected end of file");
    assert!(read(tiny, &[("from", "uva")]).is_err());
}

#[test]
fn white_space_alone_is_no_maze() {
    for format in ["auto", "uva", "text", "num"] {
        let options = Options::parse(MazePuzzle.options(), [("from", format)]).unwrap();
        for blank in ["", " ", "\n\n", " \t\r\n"] {
            let mut session = MazePuzzle.open(&options).unwrap();
            let read = session.read(&mut Reader::from_bytes(blank.as_bytes()));
            assert!(read.unwrap().is_none(), "{format} {blank:?}");
        }
    }
}

#[test]
fn junk_in_every_format_is_a_diagnostic_and_never_a_panic() {
    let mut rng = tremaux_core::Rng::new(4);
    let files = [
        data!("mit-text/kirei.txt"),
        data!("mit-maz/kirei.maz"),
        data!("mms-mit/example1.num"),
        data!("images/tiny.png"),
    ];
    for (file, from) in files.into_iter().zip(["text", "maz", "num", "png"]) {
        for _ in 0..500 {
            let mut junk = file.to_vec();
            for _ in 0..rng.between(1, 4) {
                let place = rng.below(junk.len() as u64) as usize;
                junk[place] = rng.next_u64() as u8;
            }
            junk.truncate(rng.between(0, 2 * file.len() as u64) as usize);
            for from in [from, "auto"] {
                let options = Options::parse(MazePuzzle.options(), [("from", from)]).unwrap();
                let mut session = MazePuzzle.open(&options).unwrap();
                if let Ok(Some(mut maze)) = session.read(&mut Reader::from_bytes(&junk)) {
                    let _ = maze.solve(&Budget::unlimited());
                }
            }
        }
    }
}

#[test]
fn formats_refuse_what_they_cannot_hold() {
    let refused = |file: &[u8], format: &str| export(read(file, &[]).unwrap().as_mut(), format).unwrap_err();
    let small = b"2 2 1 1 2 2\n0 0\n0 0\n";
    assert_eq!(refused(small, "maz"), "a .maz file holds boards of 16 x 16 cells, found 2 x 2");
    let fault = "a .maz file has no start and no goal: all begin in the south-west and end in the centre";
    let elsewhere = format!("16 16 1 1 8 8\n{}", "0 ".repeat(256));
    assert_eq!(refused(elsewhere.as_bytes(), "maz"), fault);
    assert_eq!(refused(small, "gif"), "mazes cannot be written as \"gif\"");
    let mut maze = read(small, &[]).unwrap();
    let stopped = maze.export("png", &Budget::unlimited().with_nodes(1), &mut Vec::new());
    assert_eq!(stopped.unwrap_err().to_string(), "the search gave up: node limit of 1 reached");
}
