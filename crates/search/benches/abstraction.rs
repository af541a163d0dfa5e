//! What the abstraction costs: the engine against loops written by hand, on the kinds of search that it serves. Every
//! open knight's tour of 5 x 5 from a corner (marks are removed on the way back), in a fixed order and in
//! Warnsdorff's, and a walk through a maze of a million cells (marks stay, no stack).
//!
//! `cargo bench -p tremaux-search`

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use tremaux_search::{Backtrack, OrderedMove, Search, SearchEnd, SearchStats};

const LEAPS: [(i32, i32); 8] = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];
const SIDE: i32 = 5;

fn leap(square: u8, index: u8) -> Option<u8> {
    let (rows, cols) = LEAPS[index as usize];
    let (row, col) = (square as i32 / SIDE + rows, square as i32 % SIDE + cols);
    ((0..SIDE).contains(&row) && (0..SIDE).contains(&col)).then_some((row * SIDE + col) as u8)
}

struct Knight {
    targets: [[Option<u8>; 8]; 25],
    seen: u32,
    trail: Vec<(u8, u8)>, // square, and the leap that led to it
}

impl Knight {
    fn new() -> Self {
        let targets = std::array::from_fn(|s| std::array::from_fn(|i| leap(s as u8, i as u8)));
        Knight { targets, seen: 1, trail: vec![(0, 0)] }
    }
}

impl Backtrack for Knight {
    type Move = u8;
    fn is_goal(&self) -> bool {
        self.trail.len() == 25
    }
    fn next_move(&self, last: Option<u8>) -> Option<u8> {
        let targets = &self.targets[self.trail[self.trail.len() - 1].0 as usize];
        (last.map_or(0, |i| i + 1)..8)
            .find(|&i| targets[i as usize].is_some_and(|square| self.seen >> square & 1 == 0))
    }
    fn make(&mut self, index: u8) {
        let here = self.trail[self.trail.len() - 1].0 as usize;
        if let Some(square) = self.targets[here][index as usize] {
            self.seen |= 1 << square;
            self.trail.push((square, index));
        }
    }
    fn unmake(&mut self) -> Option<u8> {
        if self.trail.len() == 1 {
            return None;
        }
        let (square, index) = self.trail.pop()?;
        self.seen &= !(1 << square);
        Some(index)
    }
}

fn count_by_recursion(targets: &[[Option<u8>; 8]; 25], square: u8, seen: u32, length: u32) -> u64 {
    if length == 25 {
        return 1;
    }
    let fresh = targets[square as usize].iter().flatten().filter(|&&next| seen >> next & 1 == 0);
    fresh.map(|&next| count_by_recursion(targets, next, seen | 1 << next, length + 1)).sum()
}

/// A knight that first goes to the square with the fewest exits.
struct Warnsdorff {
    targets: [[Option<u8>; 8]; 25],
    seen: u32,
    trail: Vec<OrderedMove<u8, 8>>, // squares
}

fn exits(targets: &[[Option<u8>; 8]; 25], square: u8, seen: u32) -> usize {
    targets[square as usize].iter().flatten().filter(|&&next| seen >> next & 1 == 0).count()
}

impl Warnsdorff {
    fn new() -> Self {
        Warnsdorff { targets: Knight::new().targets, seen: 1, trail: vec![] }
    }
}

impl Backtrack for Warnsdorff {
    type Move = OrderedMove<u8, 8>;
    fn is_goal(&self) -> bool {
        self.trail.len() == 24
    }
    fn next_move(&self, last: Option<Self::Move>) -> Option<Self::Move> {
        if let Some(last) = last {
            return last.next();
        }
        let here = self.trail.last().map_or(0, |mv| mv.get());
        let fresh = self.targets[here as usize].iter().flatten().copied();
        let fresh = fresh.filter(|&next| self.seen >> next & 1 == 0);
        OrderedMove::first(fresh, |&next| exits(&self.targets, next, self.seen))
    }
    fn make(&mut self, mv: Self::Move) {
        self.seen |= 1 << mv.get();
        self.trail.push(mv);
    }
    fn unmake(&mut self) -> Option<Self::Move> {
        let mv = self.trail.pop()?;
        self.seen &= !(1 << mv.get());
        Some(mv)
    }
}

fn count_in_order(targets: &[[Option<u8>; 8]; 25], square: u8, seen: u32, length: u32) -> u64 {
    if length == 25 {
        return 1;
    }
    let mut fresh = [(0, 0); 8];
    let mut count = 0;
    for &next in targets[square as usize].iter().flatten().filter(|&&next| seen >> next & 1 == 0) {
        fresh[count] = (exits(targets, next, seen), next);
        count += 1;
    }
    fresh[..count].sort_by_key(|&(exits, _)| exits);
    fresh[..count].iter().map(|&(_, next)| count_in_order(targets, next, seen | 1 << next, length + 1)).sum()
}

/// One byte per cell: bits 0..4 open sides (west, north, east, south), bit 4 seen, bits 5..7 how it was entered.
struct Maze {
    cells: Vec<u8>,
    side: usize,
    at: usize,
}

const SEEN: u8 = 16;

impl Maze {
    /// A binary-tree maze with some loops: from each cell a way north or west, by a fixed hash.
    fn new(side: usize) -> Self {
        let mut cells = vec![0u8; side * side];
        for i in 0..side * side {
            let (row, col) = (i / side, i % side);
            let coin = (i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 61;
            if row > 0 && (col == 0 || coin & 1 == 0 || coin == 7) {
                cells[i] |= 2;
                cells[i - side] |= 8;
            }
            if col > 0 && (row == 0 || coin & 1 == 1) {
                cells[i] |= 1;
                cells[i - 1] |= 4;
            }
        }
        let mut maze = Maze { cells, side, at: side - 1 };
        maze.cells[maze.at] |= SEEN;
        maze
    }

    fn neighbour(&self, at: usize, direction: u8) -> usize {
        match direction {
            0 => at - 1,
            1 => at - self.side,
            2 => at + 1,
            _ => at + self.side,
        }
    }
}

impl Backtrack for Maze {
    type Move = u8;
    fn is_goal(&self) -> bool {
        self.at == self.side * (self.side - 1)
    }
    fn next_move(&self, last: Option<u8>) -> Option<u8> {
        let open = self.cells[self.at];
        (last.map_or(0, |d| d + 1)..4)
            .find(|&d| open >> d & 1 == 1 && self.cells[self.neighbour(self.at, d)] & SEEN == 0)
    }
    fn make(&mut self, direction: u8) {
        self.at = self.neighbour(self.at, direction);
        self.cells[self.at] |= SEEN | direction << 5;
    }
    fn unmake(&mut self) -> Option<u8> {
        if self.at == self.side - 1 {
            return None;
        }
        let direction = self.cells[self.at] >> 5;
        self.at = self.neighbour(self.at, direction ^ 2);
        Some(direction)
    }
}

fn walk_by_hand(maze: &mut Maze) -> bool {
    let (start, goal) = (maze.at, maze.side * (maze.side - 1));
    let mut direction = 0;
    while maze.at != goal {
        let open = maze.cells[maze.at];
        while direction < 4
            && (open >> direction & 1 == 0 || maze.cells[maze.neighbour(maze.at, direction)] & SEEN != 0)
        {
            direction += 1;
        }
        if direction < 4 {
            maze.at = maze.neighbour(maze.at, direction);
            maze.cells[maze.at] |= SEEN | direction << 5;
            direction = 0;
        } else if maze.at == start {
            return false;
        } else {
            let back = maze.cells[maze.at] >> 5;
            maze.at = maze.neighbour(maze.at, back ^ 2);
            direction = back + 1;
        }
    }
    true
}

fn benches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("knight 5 x 5, 304 tours");
    group.sample_size(10);
    let targets = Knight::new().targets;
    group.bench_function("recursion", |b| {
        b.iter(|| assert_eq!(count_by_recursion(black_box(&targets), 0, 1, 1), 304))
    });
    group.bench_function("engine", |b| {
        b.iter(|| {
            let mut stats = SearchStats::default();
            assert_eq!(Search::new(Knight::new()).enumerate(&mut stats), SearchEnd::Exhausted);
            assert_eq!(stats.goals, 304);
        })
    });
    group.bench_function("ordered, recursion", |b| {
        b.iter(|| assert_eq!(count_in_order(black_box(&targets), 0, 1, 1), 304))
    });
    group.bench_function("ordered, engine", |b| {
        b.iter(|| {
            let mut stats = SearchStats::default();
            assert_eq!(Search::new(Warnsdorff::new()).enumerate(&mut stats), SearchEnd::Exhausted);
            assert_eq!(stats.goals, 304);
        })
    });
    group.finish();

    let mut group = criterion.benchmark_group("maze, 1000 x 1000 cells");
    group.sample_size(20);
    let fresh = || Maze::new(1000);
    group.bench_function("loop", |b| {
        b.iter_batched(fresh, |mut maze| assert!(walk_by_hand(&mut maze)), BatchSize::LargeInput)
    });
    group.bench_function("engine", |b| {
        b.iter_batched(
            fresh,
            |maze| {
                let mut search = Search::new(maze);
                assert_eq!(search.next_goal(&mut ()), SearchEnd::Found);
                search.into_position() // not dropped in the measured time, as the loop's is not
            },
            BatchSize::LargeInput,
        )
    });
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
