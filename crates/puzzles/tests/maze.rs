//! The maze: the judge's format, the robot's walk, its verifier.

use tremaux_core::{
    Budget, Dataset, GaveUp, Limit, Options, Outcome, OutputStyle, Puzzle, Reader, Rng, Session, Verdict,
};
use tremaux_drawing::Cell;
use tremaux_puzzles::maze::{Direction, Maze, MazePuzzle, Method, Order};

const SAMPLE: &str = include_str!("../../../tests/data/maze/sample.in");
const SAMPLE_OUT: &str = include_str!("../../../tests/data/maze/sample.out");

fn open(given: &[(&str, &str)]) -> Box<dyn Session> {
    let options = Options::parse(MazePuzzle.options(), given.iter().copied()).unwrap();
    MazePuzzle.open(&options).unwrap()
}

fn read(input: &[u8]) -> Vec<Box<dyn Dataset>> {
    let (mut session, mut reader) = (open(&[]), Reader::from_bytes(input));
    std::iter::from_fn(|| session.read(&mut reader).unwrap()).collect()
}

fn answer(outcome: Outcome, style: OutputStyle, number: u64) -> String {
    let (Outcome::Solved(answer) | Outcome::Impossible { answer, .. }) = outcome else { panic!("gave up") };
    let mut text = Vec::new();
    answer.write(style, number, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

fn solve_all(input: &[u8], style: OutputStyle) -> String {
    let solve =
        |(number, mut maze): (u64, Box<dyn Dataset>)| answer(maze.solve(&Budget::unlimited()), style, number);
    (1..).zip(read(input)).map(solve).collect()
}

// ---- the judge's format ----

#[test]
fn the_sample_is_answered_byte_for_byte() {
    assert_eq!(solve_all(SAMPLE.as_bytes(), OutputStyle::Judge), SAMPLE_OUT);
    assert!(SAMPLE_OUT.ends_with("+---+\n\n\n"));
}

#[test]
fn white_space_and_outer_walls_do_not_matter() {
    let check =
        |input: String| assert_eq!(solve_all(input.as_bytes(), OutputStyle::Judge), SAMPLE_OUT, "{input:?}");
    check(SAMPLE.replace('\n', "\r\n"));
    check(SAMPLE.replace(' ', "\t \n"));
    check(SAMPLE.trim_end().into());
    check(SAMPLE.replace("0 0 0 0 0 0\n", ""));
    check(SAMPLE.replace("1 1 0\n0 0 0\n", "1 1 1\n2 2 3\n"));
    check(SAMPLE.replace("0 1 0\n", "2 1 3\n"));
}

/// Codes that the fast path does not take once cost 128 KiB of zeros each: minutes on this board.
#[test]
fn codes_in_other_forms_are_read_in_linear_time() {
    let side = 700;
    for code in ["00", "+0", "03", "000000000"] {
        let codes = format!("{code} ").repeat(side * side);
        let input = format!("{side} {side} 1 1 1 1\n{codes}\n0 0 0 0 0 0\n");
        let begin = std::time::Instant::now();
        assert_eq!(read(input.as_bytes())[0].cells(), (side * side) as u64);
        assert!(begin.elapsed().as_secs() < 20, "{code}");
    }
}

#[test]
fn only_a_goal_out_of_reach_is_warned_of() {
    let check = |input: &str, expect: Option<&str>| {
        for mut maze in read(input.as_bytes()) {
            let outcome = maze.solve(&Budget::unlimited());
            let (Outcome::Solved(answer) | Outcome::Impossible { answer, .. }) = outcome else { panic!() };
            assert_eq!(answer.warning().as_deref(), expect);
        }
    };
    check(SAMPLE, None);
    let reason = "the goal cannot be reached: \
        the search has been in every cell that can be reached, 1 cell, and none is a goal";
    check("1 2 1 1 1 2\n1 0", Some(reason));
}

#[test]
fn start_may_be_goal_and_goals_may_be_out_of_reach() {
    let check = |input: &str, drawing: &str| {
        assert_eq!(solve_all(input.as_bytes(), OutputStyle::Judge), format!("Maze 1\n\n{drawing}\n\n\n"));
    };
    check("1 1 1 1 1 1\n0", "+---+\n|  1|\n+---+");
    check("1 3 1 2 1 2\n0 0 0", "+---+---+---+\n|      1    |\n+---+---+---+");
    check("1 3 1 1 1 3\n0 1 0", "+---+---+---+\n|??? ???|   |\n+---+---+---+");
    check("2 1 1 1 2 1\n0 0", "+---+\n|  1|\n+   +\n|  2|\n+---+");
}

#[test]
fn numbers_above_999_widen_their_row_as_printf_does() {
    let input = format!("1 1002 1 1 1 1002\n{}\n0 0 0 0 0 0\n", "0 ".repeat(1002));
    let judge = solve_all(input.as_bytes(), OutputStyle::Judge);
    assert!(judge.contains("998 999 1000 1001 1002|\n"));
    let text = solve_all(input.as_bytes(), OutputStyle::Text);
    assert!(text.contains(" 998  999 1000 1001 1002|\n"));
    assert!(
        text.ends_with(
            "path: 1001 steps; the shortest has 1001\nvisited: 1002 cells of 1002; retreats: 0\n\n"
        )
    );
}

#[test]
fn other_styles_explain() {
    let text = solve_all(SAMPLE.as_bytes(), OutputStyle::Text);
    assert!(
        text.contains("path: 4 steps; the shortest has 4\nvisited: 6 cells of 6; retreats: 1\n"),
        "{text}"
    );
    let json = solve_all(b"1 3 1 1 1 3\n0 0 0\n1 2 1 1 1 2\n1 0\n", OutputStyle::Json);
    assert_eq!(
        json,
        concat!(
            r#"{"dataset":1,"outcome":"solved","rows":1,"cols":3,"visited":3,"retreats":0,"#,
            r#""steps":2,"shortest":2,"moves":"EE"}"#,
            "\n",
            r#"{"dataset":2,"outcome":"impossible","rows":1,"cols":2,"visited":1,"retreats":0,"#,
            r#""reason":"the search has been in every cell that can be reached, 1 cell, and none is a goal"}"#,
            "\n",
        )
    );
}

#[test]
fn bad_input_is_reported_with_its_place() {
    let check = |input: &[u8], strict: bool, expect: &str| {
        let reader = Reader::from_bytes(input);
        let mut reader = if strict { reader.strict() } else { reader };
        let mut session = open(&[]);
        let fault = loop {
            match session.read(&mut reader) {
                Ok(Some(_)) => {}
                Ok(None) => panic!("read: {:?}", String::from_utf8_lossy(input)),
                Err(fault) => break fault.to_string(),
            }
        };
        assert_eq!(fault, expect, "{:?}", String::from_utf8_lossy(input));
    };
    let any = 4294967295u32;
    check(b"x", false, "unknown kind of maze file: cannot say which character is the wall");
    check(
        b"-2 3",
        false,
        &format!("1:1: expected the number of rows: an integer from 0 to {any}, found \"-2\""),
    );
    check(
        b"2",
        false,
        &format!(
            "1:2: expected the number of columns: an integer from 1 to {any}, found the end of the text"
        ),
    );
    check(b"2 3\n3", false, "2:1: expected the row of the start: an integer from 1 to 2, found \"3\"");
    check(b"2 3 1 4", false, "1:7: expected the column of the start: an integer from 1 to 3, found \"4\"");
    check(b"2 3 1 3 0", false, "1:9: expected the row of the goal: an integer from 1 to 2, found \"0\"");
    check(b"0 0 0 5", false, "1:7: expected one of the six zeros that end the input: 0, found \"5\"");
    check(
        b"0 0 0",
        false,
        "1:6: expected one of the six zeros that end the input: 0, found the end of the text",
    );
    let walls = "the walls of the cell in row 2, column 1: an integer from 0 to 3";
    check(b"2 2 1 1 2 2\n0 0\n4 0", false, &format!("3:1: expected {walls}, found \"4\""));
    check(
        b"2 2 1 1 2 2\n0 0\n00 -1",
        false,
        "3:4: expected the walls of the cell in row 2, column 2: an integer from 0 to 3, found \"-1\"",
    );
    check(b"2 2 1 1 2 2\n0 0\n\0", false, &format!("3:1: expected {walls}, found \"\\x00\""));
    check(b"2 2 1 1 2 2\n0 0\n", false, &format!("3:1: expected {walls}, found the end of the text"));
    let long = "9".repeat(30);
    check(
        format!("2 2 1 1 2 2\n0 0\n{long}").as_bytes(),
        false,
        &format!("3:1: expected {walls}, found \"{long}\""),
    );
    check(
        b"1000000000 1000000000 1 1 1 1\n",
        false,
        "1:12: a board of 1000000000 x 1000000000 cells is more than 4294967295 cells",
    );
    let first = "the walls of the cell in row 1, column 1: an integer from 0 to 3, found the end of the text";
    check(b"60000 60000 1 1 1 1", false, &format!("1:20: expected {first}"));
    check(b"1 4000000000 1 1 1 1", false, &format!("1:21: expected {first}"));
    // The judge's rules.
    check(b"", true, "1:1: expected the number of rows: an integer from 0 to 12, found the end of the text");
    check(b"13 1 1 1 1 1\n", true, "1:1: expected the number of rows: an integer from 0 to 12, found \"13\"");
    check(b"1 2  1 1 1 1\n0 0\n", true, "1:5: expected the row of the start: 1, found \" \"");
    check(b"1 2 1 1 1 1\n0 0 \n", true, "2:4: expected a newline, found \" \"");
    check(b"1 2 1 1 1 2\n1 0\n0 0 0 0 0 0\n", true, "2:3: the goal of this maze cannot be reached");
    check(
        b"1 2 1 1 1 2\n0 0\n\n\n0 0 0 0 0 0\n",
        true,
        "4:1: expected the number of rows: an integer from 0 to 12, found the end of the line",
    );
    check(
        b"1 2 1 1 1 2\n0 0\n",
        true,
        "3:1: expected the number of rows: an integer from 0 to 12, found the end of the text",
    );
    check(b"1 2 1 1 1 2\n0 0\n0 0 0 0 0 0\n\n", true, "4:1: expected the end, found the end of the line");
}

// ---- the walk ----

/// The robot of the statement: recursive, on codes alone.
struct Robot<'a> {
    rows: usize,
    cols: usize,
    codes: &'a [u8],
    goal: (usize, usize),
    order: &'a str,
    numbers: Vec<Option<usize>>,
    visits: usize,
}

impl Robot<'_> {
    fn visit(&mut self, row: usize, col: usize, number: usize) -> bool {
        let wall = |row: usize, col: usize, code: u8| self.codes[row * self.cols + col] & code != 0;
        self.numbers[row * self.cols + col] = Some(number);
        self.visits += 1;
        if (row, col) == self.goal {
            return true;
        }
        let west = (col > 0 && !wall(row, col - 1, 1)).then(|| (row, col - 1));
        let north = (row > 0 && !wall(row - 1, col, 2)).then(|| (row - 1, col));
        let east = (col + 1 < self.cols && !wall(row, col, 1)).then(|| (row, col + 1));
        let south = (row + 1 < self.rows && !wall(row, col, 2)).then(|| (row + 1, col));
        for letter in self.order.chars() {
            let step = match letter {
                'W' => west,
                'N' => north,
                'E' => east,
                _ => south,
            };
            if let Some((row, col)) = step.filter(|&(row, col)| self.numbers[row * self.cols + col].is_none())
                && self.visit(row, col, number + 1)
            {
                return true;
            }
        }
        self.numbers[row * self.cols + col] = Some(0);
        false
    }
}

#[test]
fn an_independent_robot_walks_the_same_way() {
    let mut rng = Rng::new(614);
    let mut unreachable = 0;
    for round in 0..4000 {
        let (rows, cols) = (rng.between(1, 9) as usize, rng.between(1, 9) as usize);
        let density = rng.between(0, 70);
        let wall = |rng: &mut Rng, code| if rng.percent(density) { code } else { 0 };
        let codes: Vec<u8> = (0..rows * cols).map(|_| wall(&mut rng, 1) | wall(&mut rng, 2)).collect();
        let mut end = || (rng.below(rows as u64) as usize, rng.below(cols as u64) as usize);
        let (start, goal) = (end(), end());
        let order = ["WNES", "ENWS", "SENW", "NSEW", "WSEN"][round % 5];
        let mut robot =
            Robot { rows, cols, codes: &codes, goal, order, numbers: vec![None; rows * cols], visits: 0 };
        let found = robot.visit(start.0, start.1, 1);
        unreachable += usize::from(!found);

        let cell = |(row, col): (usize, usize)| Cell::new(row as u32, col as u32);
        let mut maze =
            Maze::new(rows as u32, cols as u32, codes.clone(), cell(start), &[cell(goal)]).unwrap();
        let shortest = maze.shortest().unwrap();
        let solution = maze.solve(Method::DepthFirst, order.parse().unwrap()).unwrap();
        let path: Vec<Cell> = solution.path().collect();
        assert_eq!(solution.visited(), robot.visits as u64);
        assert_eq!(solution.steps().is_some(), found);
        assert_eq!(shortest.is_some(), found);
        let on_path = robot.numbers.iter().flatten().filter(|number| **number > 0);
        assert_eq!(path.len(), on_path.count());
        for (number, cell) in (1..).zip(&path) {
            let index = cell.row as usize * cols + cell.col as usize;
            assert_eq!(robot.numbers[index], Some(number), "round {round}");
        }

        let breadth_first = maze.solve(Method::BreadthFirst, Order::default()).unwrap();
        assert_eq!(breadth_first.steps(), shortest);
        check_other_methods(&mut maze, order.parse().unwrap(), &path);
    }
    assert!(unreachable > 100);
}

/// What the other methods promise, given the path of the robot (empty where there is none).
fn check_other_methods(maze: &mut Maze, order: Order, robot: &[Cell]) {
    let reachable = maze.shortest().unwrap().is_some();
    // The same path, though by a longer walk.
    let tremaux = maze.solve(Method::Tremaux, order).unwrap();
    assert_eq!(tremaux.path().collect::<Vec<_>>(), robot);
    let filled = maze.solve(Method::DeadEnds, order).unwrap();
    check_path(filled.maze(), &filled.path().collect::<Vec<_>>(), reachable);
    for method in [Method::WallLeft, Method::WallRight] {
        match maze.solve(method, order) {
            Ok(solution) => check_path(solution.maze(), &solution.path().collect::<Vec<_>>(), reachable),
            Err(fault) => {
                assert!(reachable && matches!(fault, GaveUp::Unsupported(_)));
                assert!(has_loops(maze), "a wall follower gets everywhere where there are no loops");
            }
        }
    }
}

/// A way from the start to a goal, through no wall and through no cell twice; or none.
fn check_path(maze: &Maze, path: &[Cell], reachable: bool) {
    let [first, .., last] = path else {
        assert_eq!(!path.is_empty(), reachable);
        assert!(path.iter().all(|&cell| cell == maze.start() && maze.goals().any(|goal| goal == cell)));
        return;
    };
    assert_eq!((*first, maze.goals().any(|goal| goal == *last)), (maze.start(), true));
    for pair in path.windows(2) {
        let side = Direction::ALL.into_iter().find(|side| step(pair[0], *side) == Some(pair[1]));
        assert!(side.is_some_and(|side| !maze.has_wall(pair[0], side)), "{pair:?}");
    }
    let distinct: std::collections::HashSet<&Cell> = path.iter().collect();
    assert_eq!(distinct.len(), path.len());
}

fn step(cell: Cell, side: Direction) -> Option<Cell> {
    Some(match side {
        Direction::West => Cell::new(cell.row, cell.col.checked_sub(1)?),
        Direction::North => Cell::new(cell.row.checked_sub(1)?, cell.col),
        Direction::East => Cell::new(cell.row, cell.col + 1),
        Direction::South => Cell::new(cell.row + 1, cell.col),
    })
}

/// Has the part of the maze that can be reached more passages than a tree?
fn has_loops(maze: &Maze) -> bool {
    let mut reached = vec![maze.start()];
    let mut sides = 0;
    let mut next = 0;
    while let Some(&cell) = reached.get(next) {
        for side in Direction::ALL.into_iter().filter(|&side| !maze.has_wall(cell, side)) {
            sides += 1;
            let there = step(cell, side).unwrap();
            if !reached.contains(&there) {
                reached.push(there);
            }
        }
        next += 1;
    }
    sides / 2 > reached.len() - 1
}

/// The columns that are left open count too: there was no memory for 4,000,000,000 x 12 cells.
#[test]
fn no_larger_mazes_are_generated_than_there_may_be() {
    for given in [[("rows", "4000000000")], [("cols", "400000000")]] {
        let options = Options::parse(MazePuzzle.options(), given).unwrap();
        let fault = MazePuzzle.open(&options).err().unwrap().to_string();
        assert_eq!(fault, format!("--{}: expected at most 4294967295 cells", given[0].0));
    }
}

#[test]
fn every_method_finds_the_one_path_of_a_perfect_maze() {
    let mut session = open(&[("loops", "0"), ("rows", "15"), ("cols", "20")]);
    for seed in 0..20 {
        let mut text = Vec::new();
        session.generate(&mut Rng::new(seed)).unwrap().write(&mut text).unwrap();
        let steps = |method: &str| {
            let mut maze = open(&[("method", method)]).read(&mut Reader::from_bytes(&text)).unwrap().unwrap();
            let json = answer(maze.solve(&Budget::unlimited()), OutputStyle::Json, 1);
            let moves = json.split("\"moves\":").nth(1).unwrap().to_owned();
            (moves, json.contains("\"retreats\":0"))
        };
        let (expect, _) = steps("dfs");
        for method in ["bfs", "dead-end", "tremaux", "wall-left", "wall-right"] {
            let (moves, straight) = steps(method);
            assert_eq!(moves, expect, "{method}");
            assert!(straight || method != "dead-end", "with the dead ends filled, only the path is left");
        }
    }
}

#[test]
fn a_wall_follower_says_where_loops_defeat_it() {
    // The goal is in the middle of a ring.
    let text = "o---o---o---o\n|           |\no   o   o   o\n|   | G     |\no   o---o   o\n| S         |\no---o---o---o\n";
    let mut maze =
        open(&[("method", "wall-left")]).read(&mut Reader::from_bytes(text.as_bytes())).unwrap().unwrap();
    let Outcome::GaveUp(limit) = maze.solve(&Budget::unlimited()) else { panic!("no loop?") };
    let expect =
        "the wall leads back to the start and by no goal, though one is 4 steps away: there are loops";
    assert_eq!(limit.to_string(), expect);
}

#[test]
fn a_path_is_numbered_right_across_many_rows() {
    // A corridor that goes down and up again and again crosses all bands of rows in both directions.
    let (rows, cols) = (150, 7);
    let mut codes = vec![1u8; rows * cols];
    for col in 0..cols - 1 {
        let row = if col % 2 == 0 { rows - 1 } else { 0 };
        codes[row * cols + col] = 0;
    }
    let end = Cell::new(rows as u32 - 1, cols as u32 - 1);
    let mut maze = Maze::new(rows as u32, cols as u32, codes, Cell::new(0, 0), &[end]).unwrap();
    let solution = maze.solve(Method::DepthFirst, Order::default()).unwrap();
    assert_eq!(solution.steps(), Some((rows * cols - 1) as u64));
    assert_eq!(solution.path().last(), Some(end));
    let drawing = answer(Outcome::Solved(Box::new(solution)), OutputStyle::Text, 1);
    let numbers =
        |line: &str| line.split(['|', ' ']).filter_map(|word| word.parse().ok()).collect::<Vec<usize>>();
    let rows_drawn: Vec<Vec<usize>> =
        drawing.lines().filter(|line| line.starts_with('|')).map(numbers).collect();
    for (row, numbers) in rows_drawn.iter().enumerate() {
        let expect = |col: usize| col * rows + if col & 1 == 0 { row } else { rows - 1 - row } + 1;
        assert_eq!(*numbers, (0..cols).map(expect).collect::<Vec<_>>());
    }
}

#[test]
fn goals_are_a_set() {
    let goals = [Cell::new(0, 3), Cell::new(0, 0)];
    let mut maze = Maze::new(1, 5, vec![0; 5], Cell::new(0, 2), &goals).unwrap();
    assert_eq!(maze.goals().collect::<Vec<_>>(), [Cell::new(0, 0), Cell::new(0, 3)]);
    assert_eq!(maze.solve(Method::DepthFirst, Order::default()).unwrap().steps(), Some(2));
    assert_eq!(maze.solve(Method::BreadthFirst, Order::default()).unwrap().steps(), Some(1));
    assert_eq!(
        maze.solve(Method::DepthFirst, "EWNS".parse().unwrap()).unwrap().path().last(),
        Some(Cell::new(0, 3))
    );
}

#[test]
fn walls_are_seen_from_both_sides() {
    let maze = Maze::new(2, 2, vec![1, 0, 2, 0], Cell::new(0, 0), &[Cell::new(1, 1)]).unwrap();
    let walls = |row, col| {
        let cell = Cell::new(row, col);
        Direction::ALL
            .into_iter()
            .filter(|&side| maze.has_wall(cell, side))
            .map(Direction::letter)
            .collect::<String>()
    };
    assert_eq!([walls(0, 0), walls(0, 1), walls(1, 0), walls(1, 1)], ["WNE", "WNE", "WS", "ES"]);
    assert_eq!(walls(2, 0), "WNES");
}

#[test]
fn a_limit_stops_the_search() {
    let mut open_board = read(format!("30 30 1 1 30 30\n{}", "0 ".repeat(900)).as_bytes()).remove(0);
    let budget = Budget::unlimited().with_nodes(10);
    assert!(matches!(
        open_board.solve(&budget),
        Outcome::GaveUp(GaveUp::Limit(Limit::Nodes { limit: 10, .. }))
    ));
    assert!(matches!(
        open_board.verify(1, &mut Reader::from_bytes(b""), &budget),
        Verdict::Undecided(GaveUp::Limit(Limit::Nodes { limit: 10, .. }))
    ));
}
