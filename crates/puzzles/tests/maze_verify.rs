//! The verifier of the maze: what it accepts, and the first fault that it names.

use tremaux_core::{Budget, Dataset, Options, Outcome, OutputStyle, Puzzle, Reader, Rng, Session, Verdict};
use tremaux_drawing::Cell;
use tremaux_puzzles::maze::MazePuzzle;

const SAMPLE: &[u8] = include_bytes!("../../../tests/data/maze/sample.in");
const SAMPLE_OUT: &str = include_str!("../../../tests/data/maze/sample.out");

fn open() -> Box<dyn Session> {
    MazePuzzle.open(&Options::defaults(MazePuzzle.options())).unwrap()
}

fn answer(maze: &mut dyn Dataset) -> Vec<u8> {
    let Outcome::Solved(answer) = maze.solve(&Budget::unlimited()) else { panic!("no way") };
    let mut text = Vec::new();
    answer.write(OutputStyle::Judge, 1, &mut text).unwrap();
    text
}

#[test]
fn the_verifier_names_the_first_fault() {
    let check = |output: &str, expect: Option<(&str, Option<(u32, u32)>)>| {
        let verdict = open().read(&mut Reader::from_bytes(SAMPLE)).unwrap().unwrap().verify(
            1,
            &mut Reader::from_bytes(output.as_bytes()),
            &Budget::unlimited(),
        );
        match (verdict, expect) {
            (Verdict::Accepted, None) => {}
            (Verdict::Wrong { diagnostic, cell }, Some((message, place))) => {
                assert_eq!(diagnostic.to_string(), message, "{output}");
                assert_eq!(cell, place.map(|(row, col)| Cell::new(row, col)));
            }
            (verdict, _) => panic!("{verdict:?}: {output}"),
        }
    };
    let right = &SAMPLE_OUT[..SAMPLE_OUT.find("Maze 2").unwrap()];
    check(right, None);
    check(&right.replace('\n', "\r\n"), None);
    check(&right.replace('\n', "  \n"), None);
    check(right.strip_suffix('\n').unwrap(), None);
    check("", Some(("1:1: expected \"Maze 1\": the headline comes first, found the end of the text", None)));
    check(
        &right.replace("Maze 1", "Maze 2"),
        Some(("1:1: expected \"Maze 1\": the headline comes first, found \"Maze 2\"", None)),
    );
    check(
        &right.replacen("\n\n", "\n", 1),
        Some(("2:1: expected an empty line after the headline, found \"+\"", None)),
    );
    check(
        &right.replace("???", "   "),
        Some((
            "4:6: expected \"???\": the robot enters this cell, but the path does not go through it (row 1, column 2), found \"   \"",
            Some((0, 1)),
        )),
    );
    check(
        &right.replace("  3", "  4"),
        Some((
            "6:6: expected \"  3\": the path goes through this cell (row 2, column 2), found \"  4\"",
            Some((1, 1)),
        )),
    );
    check(
        &right.replacen("???|", "??? ", 1),
        Some((
            "4:9: expected \"|\": a wall is on the east of this cell (row 1, column 2), found \" \"",
            Some((0, 1)),
        )),
    );
    check(
        &right.replacen("+   +", "+---+", 1),
        Some((
            "5:2: expected \"   \": no wall is on the south of this cell (row 1, column 1), found \"---\"",
            Some((0, 0)),
        )),
    );
    check(right.trim_end(), Some(("7:14: expected the end of the line, found the end of the text", None)));
    let drawing = format!("{}\n", right.trim_end());
    check(
        &drawing,
        Some(("8:1: expected two empty lines after the drawing, found the end of the text", None)),
    );
    check(
        &format!("{drawing}\nMaze 2"),
        Some(("9:1: expected two empty lines after the drawing, found \"M\"", None)),
    );
}

#[test]
fn every_mutant_of_a_right_answer_is_rejected() {
    let mut session = open();
    for seed in 0..60 {
        let mut maze = session.generate(&mut Rng::new(seed)).unwrap();
        let right = answer(maze.as_mut());
        let mut rng = Rng::new(seed);
        for _ in 0..20 {
            let mut mutant = right.clone();
            let place = rng.below(mutant.len() as u64 - 3) as usize;
            let byte = *rng.pick(b" |+-?123456789\n\0\xff").unwrap();
            if mutant[place] == byte || mutant[place] == b'\n' && byte == b' ' {
                continue;
            }
            mutant[place] = byte;
            let verdict = maze.verify(1, &mut Reader::from_bytes(&mutant), &Budget::unlimited());
            assert!(matches!(verdict, Verdict::Wrong { .. }), "{}", String::from_utf8_lossy(&mutant));
        }
    }
}
