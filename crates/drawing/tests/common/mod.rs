//! Boards that the tests draw: a knight's tour, a maze, a curling board.

#![allow(dead_code)] // Each test file uses some of them.

use tremaux_drawing::{Animation, Cell, CellState, Coordinates, Drawing, Label, Mark, Path, Walls};

/// The cells of a tour of 8 x 8 found by the rule of fewest ways on.
pub fn tour(n: u32) -> Vec<Cell> {
    let jumps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    let mut seen = vec![false; (n * n) as usize];
    let mut path = vec![Cell::new(0, 0)];
    seen[0] = true;
    let ways = |seen: &[bool], c: Cell| -> Vec<Cell> {
        jumps
            .iter()
            .map(|(a, b)| (c.row as i32 + a, c.col as i32 + b))
            .filter(|(r, c)| *r >= 0 && *c >= 0 && *r < n as i32 && *c < n as i32)
            .map(|(r, c)| Cell::new(r as u32, c as u32))
            .filter(|c| !seen[(c.row * n + c.col) as usize])
            .collect()
    };
    while let Some(next) = ways(&seen, path[path.len() - 1]).into_iter().min_by_key(|c| ways(&seen, *c).len())
    {
        seen[(next.row * n + next.col) as usize] = true;
        path.push(next);
    }
    path
}

/// A checkered board with the tour as a line and numbers.
pub fn knight() -> Drawing {
    let cells = tour(8);
    assert_eq!(cells.len(), 64);
    let mut drawing = Drawing::new(8, 8);
    drawing.checkered = true;
    drawing.coordinates = Coordinates::Algebraic;
    drawing.labels =
        cells.iter().enumerate().map(|(i, c)| Label { cell: *c, text: (i + 1).to_string() }).collect();
    drawing.set(cells[0], CellState::Start);
    drawing.set(cells[63], CellState::Head);
    drawing.paths.push(Path { cells, ..Path::default() });
    drawing
}

/// A maze without loops, the way through it and where the robot turned back.
pub fn maze(rows: u32, cols: u32) -> Drawing {
    let n = (rows * cols) as usize;
    let mut walls = Walls { east: vec![true; n], south: vec![true; n] };
    let mut seed = 12345_u64;
    let mut random = move |n: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % n
    };
    let near = move |c: Cell| {
        let mut near = Vec::new();
        if c.col > 0 {
            near.push(Cell::new(c.row, c.col - 1));
        }
        if c.row > 0 {
            near.push(Cell::new(c.row - 1, c.col));
        }
        if c.col + 1 < cols {
            near.push(Cell::new(c.row, c.col + 1));
        }
        if c.row + 1 < rows {
            near.push(Cell::new(c.row + 1, c.col));
        }
        near
    };
    let index = |c: Cell| (c.row * cols + c.col) as usize;
    let mut seen = vec![false; n];
    let mut stack = vec![Cell::new(0, 0)];
    seen[0] = true;
    while let Some(&cell) = stack.last() {
        let ways: Vec<Cell> = near(cell).into_iter().filter(|c| !seen[index(*c)]).collect();
        if ways.is_empty() {
            stack.pop();
            continue;
        }
        let next = ways[random(ways.len())];
        let (a, b) = (cell.min(next), cell.max(next));
        if a.row == b.row {
            walls.east[index(a)] = false
        } else {
            walls.south[index(a)] = false
        }
        seen[index(next)] = true;
        stack.push(next);
    }
    // West, north, east, south, as the robot does.
    let open = |a: Cell, b: Cell| {
        let (a, b) = (a.min(b), a.max(b));
        !if a.row == b.row { walls.east[index(a)] } else { walls.south[index(a)] }
    };
    let goal = Cell::new(rows - 1, cols - 1);
    let mut drawing = Drawing::new(rows, cols);
    let mut path = vec![Cell::new(0, 0)];
    drawing.set(path[0], CellState::Path);
    while let Some(&cell) = path.last() {
        if cell == goal {
            break;
        }
        let next = near(cell).into_iter().find(|c| open(cell, *c) && drawing.look(*c) == CellState::Vacant);
        match next {
            Some(next) => {
                drawing.set(next, CellState::Path);
                path.push(next);
            }
            None => {
                drawing.set(cell, CellState::Retreat);
                path.pop();
            }
        }
    }
    for cell in &path {
        drawing.set(*cell, CellState::Vacant);
    }
    drawing.set(path[0], CellState::Start);
    drawing.set(goal, CellState::Goal);
    drawing.walls = Some(walls);
    drawing.paths.push(Path { cells: path, ..Path::default() });
    drawing
}

/// The sheet of POJ 3009's third sample with its route of four throws.
pub fn curling() -> Drawing {
    let mut drawing = Drawing::new(6, 6);
    let rows = [
        [1, 0, 0, 2, 1, 0],
        [1, 1, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 3],
        [0, 0, 0, 0, 0, 0],
        [1, 0, 0, 0, 0, 1],
        [0, 1, 1, 1, 1, 1],
    ];
    for (r, row) in rows.iter().enumerate() {
        for (c, code) in row.iter().enumerate() {
            let look =
                [CellState::Vacant, CellState::Block, CellState::Start, CellState::Goal][*code as usize];
            drawing.set(Cell::new(r as u32, c as u32), look);
        }
    }
    for (row, col) in [(5, 3), (4, 0), (1, 1)] {
        drawing.set(Cell::new(row, col), CellState::Broken);
    }
    let stops = [(0, 3), (4, 3), (4, 1), (2, 1), (2, 5)];
    let cells = stops.map(|(r, c)| Cell::new(r, c)).to_vec();
    drawing.paths.push(Path { cells, numbered_arrows: true, closed: false });
    drawing
}

/// The search for the tour of 6 x 6 in a fixed order of jumps, the first `steps` steps of it, and then
/// the tour of 8 x 8 for its last board.
pub fn knight_search(n: u32, steps: usize) -> Animation {
    let mut board = Drawing::new(n, n);
    board.checkered = true;
    board.coordinates = Coordinates::Algebraic;
    let mut animation = Animation::new(board.clone());
    let jumps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    let mut path: Vec<(Cell, usize)> = vec![(Cell::new(0, 0), 0)];
    let mark = |cell, look, number| Mark { cell, look, number };
    animation.step(&[mark(Cell::new(0, 0), CellState::Head, Some(1))]);
    let mut made = 1;
    while made < steps && path.len() < (n * n) as usize {
        let depth = path.len() as u32;
        let Some((cell, tried)) = path.last_mut() else { break };
        let cell = *cell;
        if *tried == jumps.len() {
            path.pop();
            let mut marks = vec![mark(cell, CellState::Retreat, None)];
            marks.extend(path.last().map(|(cell, _)| mark(*cell, CellState::Head, Some(depth - 1))));
            animation.step(&marks);
            made += 1;
            continue;
        }
        let (a, b) = jumps[*tried];
        *tried += 1;
        let (row, col) = (cell.row as i32 + a, cell.col as i32 + b);
        if row < 0 || col < 0 || row >= n as i32 || col >= n as i32 {
            continue;
        }
        let next = Cell::new(row as u32, col as u32);
        if path.iter().all(|(cell, _)| *cell != next) {
            path.push((next, 0));
            animation.step(&[
                mark(cell, CellState::Path, Some(depth)),
                mark(next, CellState::Head, Some(depth + 1)),
            ]);
            made += 1;
        }
    }
    let mut last = board;
    let cells: Vec<Cell> = path.iter().map(|(cell, _)| *cell).collect();
    last.labels =
        cells.iter().enumerate().map(|(i, c)| Label { cell: *c, text: (i + 1).to_string() }).collect();
    last.paths.push(Path { cells, ..Path::default() });
    animation.finish(last);
    animation
}

/// The robot's walk through the maze.
pub fn maze_search(rows: u32, cols: u32) -> Animation {
    let last = maze(rows, cols);
    let Some(walls) = last.walls.clone() else { panic!("a maze has walls") };
    let mut board = Drawing::new(rows, cols);
    board.walls = Some(walls.clone());
    let (start, goal) = (Cell::new(0, 0), Cell::new(rows - 1, cols - 1));
    board.set(start, CellState::Start);
    board.set(goal, CellState::Goal);
    let mut animation = Animation::new(board);
    let mark = |cell, look, number| Mark { cell, look, number };
    let index = |c: Cell| (c.row * cols + c.col) as usize;
    let mut seen = vec![false; index(goal) + 1];
    let mut path = vec![start];
    seen[0] = true;
    animation.step(&[mark(start, CellState::Head, Some(1))]);
    while let Some(&cell) = path.last().filter(|cell| **cell != goal) {
        let Cell { row, col } = cell;
        let mut ways = Vec::new();
        if col > 0 && !walls.east[index(cell) - 1] {
            ways.push(Cell::new(row, col - 1));
        }
        if row > 0 && !walls.south[index(cell) - cols as usize] {
            ways.push(Cell::new(row - 1, col));
        }
        if col + 1 < cols && !walls.east[index(cell)] {
            ways.push(Cell::new(row, col + 1));
        }
        if row + 1 < rows && !walls.south[index(cell)] {
            ways.push(Cell::new(row + 1, col));
        }
        let depth = path.len() as u32;
        if let Some(next) = ways.into_iter().find(|c| !seen[index(*c)]) {
            seen[index(next)] = true;
            path.push(next);
            animation.step(&[
                mark(cell, CellState::Path, Some(depth)),
                mark(next, CellState::Head, Some(depth + 1)),
            ]);
        } else {
            path.pop();
            let mut marks = vec![mark(cell, CellState::Retreat, None)];
            marks.extend(path.last().map(|cell| mark(*cell, CellState::Head, Some(depth - 1))));
            animation.step(&marks);
        }
    }
    animation.finish(last);
    animation
}

/// The throws of the curling route, with a wrong one before the last, which is taken back.
pub fn curling_search() -> Animation {
    let last = curling();
    let mut board = last.clone();
    board.paths.clear();
    let blocks = [(5, 3), (4, 0), (1, 1)].map(|(row, col)| Cell::new(row, col));
    blocks.iter().for_each(|block| board.set(*block, CellState::Block));
    let stops = last.paths[0].cells.clone();
    let mut animation = Animation::new(board);
    let mark = |cell, look, number| Mark { cell, look, number };
    for (i, block) in (0..).zip(blocks) {
        let from = mark(stops[i as usize], CellState::Path, (i > 0).then_some(i));
        animation.step(&[
            from,
            mark(block, CellState::Broken, None),
            mark(stops[i as usize + 1], CellState::Head, Some(i + 1)),
        ]);
    }
    let (wrong, block) = (Cell::new(2, 0), Cell::new(1, 0));
    animation.step(&[
        mark(stops[3], CellState::Path, Some(3)),
        mark(block, CellState::Broken, None),
        mark(wrong, CellState::Head, Some(4)),
    ]);
    animation.step(&[
        mark(block, CellState::Block, None),
        mark(wrong, CellState::Retreat, None),
        mark(stops[3], CellState::Head, Some(3)),
    ]);
    animation.step(&[mark(stops[3], CellState::Path, Some(3)), mark(stops[4], CellState::Head, Some(4))]);
    animation.finish(last);
    animation
}

/// Arrows that run over each other, and a closed line with long labels.
pub fn crowded() -> Drawing {
    let mut drawing = Drawing::new(4, 9);
    let cells =
        [(1, 1), (1, 7), (1, 2), (1, 6), (3, 6), (0, 6), (0, 0), (3, 3)].map(|(r, c)| Cell::new(r, c));
    drawing.paths.push(Path { cells: cells.into(), numbered_arrows: true, closed: false });
    let square = [(2, 0), (2, 1), (3, 1), (3, 0)].map(|(r, c)| Cell::new(r, c));
    drawing.labels = square
        .iter()
        .zip(["7", "99", "512", "1234"])
        .map(|(c, t)| Label { cell: *c, text: t.into() })
        .collect();
    drawing.paths.push(Path { cells: square.into(), closed: true, ..Path::default() });
    drawing.coordinates = Coordinates::Algebraic;
    drawing
}
