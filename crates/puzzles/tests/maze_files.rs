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
    check("example1", data!("mms-mit/example1.num"), 96, 84);
    check("twoByThree", data!("mms-mit/twoByThree-numtext.maz"), 1, 1);
    check_steps("map-y7", data!("mit-text/map-y7.txt"), None, None);
    check_steps("5x5_test1", data!("mit-text/5x5_test1.txt"), None, None);
    // A drawing with posts `+` is not known to be one of micromouse.
    let unmarked = read(data!("mms-mit/ieee2016.map"), &[]).map(|_| ()).unwrap_err();
    assert_eq!(unmarked, "expected two openings in the border or marks, found no openings and no marks");
}

/// The counts of a parser that was written apart from this one and went to the north-western of the four
/// cells in the centre.
#[test]
fn step_counts_to_one_cell_of_the_centre() {
    let check = |name: &str, file: &[u8], dfs: u64, bfs: u64| {
        let mut maze = read(file, &[("goal", "8,8")]).unwrap();
        let text = String::from_utf8(export(maze.as_mut(), "uva").unwrap()).unwrap();
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
            ["text", "maz"].map(|format| export(maze.as_mut(), format).unwrap())
        });
        assert_eq!(from_binary, from_text);
        assert_eq!(from_text[1], binary);
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
        for format in ["uva", "text", "png"] {
            let written = match export(maze.as_mut(), format) {
                Err(fault) => {
                    assert!(format != "text" && fault.contains("holds one goal, found"), "{format}: {fault}");
                    continue;
                }
                Ok(written) => written,
            };
            assert_eq!(field(&written, "dfs", "steps"), dfs);
            assert_eq!(field(&written, "bfs", "steps"), bfs);
            let mut again = read(&written, &[]).unwrap();
            assert_eq!(export(again.as_mut(), format).unwrap(), written);
        }
    }
}

#[test]
fn goals_are_not_lost() {
    for (file, goals) in
        [(data!("mit-text/empty.txt"), 4), (b"o---o---o---o\n| G   S   G |\no---o---o---o".as_slice(), 2)]
    {
        let mut maze = read(file, &[]).unwrap();
        for format in ["uva", "png"] {
            let fault = export(maze.as_mut(), format).unwrap_err();
            assert!(fault.contains("holds one goal, found"), "{fault}");
        }
        let drawing = export(maze.as_mut(), "text").unwrap();
        assert_eq!(drawing.iter().filter(|&&byte| byte == b'G').count(), goals);
    }
}

/// What a format cannot hold is refused; everything else is read back as it was.
#[test]
fn a_thousand_generated_mazes_are_read_back_in_each_format() {
    let mut rng = tremaux_core::Rng::new(11);
    let mut counts = [0; 3];
    for _ in 0..1000 {
        let [rows, cols] = [rng.between(1, 14), rng.between(1, 14)].map(|side| side.to_string());
        let loops = rng.between(0, 60).to_string();
        let given = [("rows", rows.as_str()), ("cols", &cols), ("loops", &loops)];
        let options = Options::parse(MazePuzzle.options(), given).unwrap();
        let mut maze = MazePuzzle.open(&options).unwrap().generate(&mut rng).unwrap();
        let drawing = |maze: &mut dyn Dataset| export(maze, "text").unwrap();
        let before = drawing(maze.as_mut());
        for (format, count) in ["uva", "text", "png"].into_iter().zip(&mut counts) {
            let Ok(written) = export(maze.as_mut(), format) else { continue };
            *count += 1;
            let mut again = read(&written, &[]).unwrap();
            assert_eq!(drawing(again.as_mut()), before, "{format}");
        }
    }
    assert_eq!(counts[..2], [1000, 1000]);
    assert!(counts[2] > 850, "{counts:?}");
}

#[test]
fn what_is_doubtful_in_a_file_is_refused() {
    let check = |file: &[u8], words: &str| {
        let fault = read(file, &[]).map(|_| ()).unwrap_err();
        assert!(fault.contains(words), "{fault}");
    };
    check(b"\xff\xd8\xff\xe0", "a JPEG picture");
    check(b"GIF89a", "a GIF picture");
    check(b"BM\x01\x01\x01\x01\0\0\0\0", "a BMP picture");
    check(b"<svg/>", "an SVG");
    check(b"+---+---+\n| S . G |\n+---+---+\n", "unknown wall '.'");
    check(b"+---+---+\n| S | G |\n+-  +---+\n|   |   |\n+---+---+\n", "half a wall");
    check(b"+---+---+\n|  1|  2|\n+---+---+\n", "unknown mark '1'");
    check(b"+---+---+\n| S | S |\n+---+---+\n", "one start mark");
    check(b"+---+---+\n| A | E |\n+---+---+\n", "do not belong together");
    check(b"+---+---+\n|   |   |\n+---+---+\n", "no openings and no marks");
    check(b"#####\n#S?G#\n#####\n", "line 2, column 3: unknown character '?'");
    check(b"#####\n#S.\tG#\n#####\n", "a tab");
    check(b"#####\n\n#S.G#\n#####\n", "an empty line");
    check(b"#  ##\n#   #\n### #\n", "cells wide");
    check(b"hello\nworld\n", "cannot say which character is the wall");
}

#[test]
fn options_win_over_marks() {
    let grid = b"#####\n#S G#\n# # #\n#   #\n#####\n";
    let steps = |given: &[(&str, &str)]| {
        let mut maze = read(grid, given).unwrap();
        let Outcome::Solved(answer) = maze.solve(&Budget::unlimited()) else { panic!("no path") };
        let mut json = Vec::new();
        answer.write(OutputStyle::Json, 1, &mut json).unwrap();
        let json = String::from_utf8(json).unwrap();
        json.split_once("\"shortest\":").unwrap().1.split(',').next().unwrap().to_owned()
    };
    assert_eq!(steps(&[]), "2");
    assert_eq!(steps(&[("goal", "4,4")]), "4");
    assert_eq!(steps(&[("goal", "4,4;4,2")]), "2");
    assert_eq!(steps(&[("start", "2,3")]), "1");
    let fault = |given: &[(&str, &str)]| read(grid, given).map(|_| ()).unwrap_err();
    assert_eq!(fault(&[("start", "1,1")]), "--start: row 1, column 1 is a wall");
    assert_eq!(fault(&[("goal", "9,1")]), "--goal: expected a cell of the 5 x 5 board, found 9,1");
    assert!(fault(&[("walls", "S")]).contains("unknown character '#'"));
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
    check(b"o---", "auto", "expected lines of cells below the posts, beginning with |, found none");
    check(b"x", "text", "expected a line of posts, as in o---o---o, found a line of 1 character");
    check(b"o---o", "auto", "expected lines of cells below the posts, beginning with |, found none");
    let below = "expected a line of posts below the cells, after line 2, column 1, found";
    check(b"o---o\n|   |", "auto", &format!("{below} \"|   |\""));
    check(b"o---o\n|   |\nx---x\n", "auto", &format!("{below} \"|   |\""));
    let irregular =
        "the posts and walls of the drawing are not in regular places: 1 columns and 2 lines apart";
    check(b"o---o\n|   |\no--o\n", "auto", irregular);
    check(b"o---o\n|   |  |\no---o\n", "auto", irregular);
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
    let fault =
        "a .maz file begins in the south-west corner and ends in the four central cells or one of them";
    let elsewhere = format!("16 16 1 1 8 8\n{}", "0 ".repeat(256));
    assert_eq!(refused(elsewhere.as_bytes(), "maz"), fault);
    assert_eq!(refused(small, "gif"), "mazes cannot be written as \"gif\"");
}

/// Watched or not, a method gives the same answer, and gives up at the same number of nodes.
#[test]
fn each_method_is_the_same_search_when_watched() {
    let looped = b"+---+---+---+\n| S         |\n+   +---+   +\n|   | G |   |\n+   +   +   +\n|           |\n+---+---+---+\n";
    for file in [looped.as_slice(), data!("mit-text/kirei.txt"), data!("images/small.png")] {
        for method in ["dfs", "bfs", "dead-end", "tremaux", "wall-left", "wall-right"] {
            for nodes in [1, 2, 3, 5, 8, 13, 100, 1_000_000] {
                let budget = Budget::unlimited().with_nodes(nodes);
                let said = |outcome: Outcome| match outcome {
                    Outcome::Solved(answer) | Outcome::Impossible { answer, .. } => {
                        let mut json = Vec::new();
                        answer.write(OutputStyle::Json, 1, &mut json).unwrap();
                        String::from_utf8(json).unwrap()
                    }
                    Outcome::GaveUp(limit) => format!("gave up: {limit}"),
                };
                let mut maze = read(file, &[("method", method)]).unwrap();
                let solved = said(maze.solve(&budget));
                let mut events = 0;
                let watched = said(maze.play(&budget, &mut |_| {
                    events += 1;
                    std::ops::ControlFlow::Continue(())
                }));
                assert_eq!(watched, solved, "{method}, {nodes} nodes");
                assert!(events > 0);
                let stopped = said(maze.play(&budget, &mut |_| std::ops::ControlFlow::Break(())));
                assert!(stopped.starts_with("gave up"), "{method}: {stopped}");
            }
        }
    }
}
