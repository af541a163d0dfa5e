//! The engine on toy puzzles, against brute force written another way.

use std::ops::ControlFlow;

use tremaux_search::{
    Backtrack, Bounded, Deepening, Event, SearchEnd, SearchStats, Visitor, depth_first, enumerate,
    iterative_deepening,
};

/// Queens that do not attack each other: `columns[r]` is where the queen of row r stands.
struct Queens {
    size: usize,
    columns: Vec<usize>,
}

fn queens(size: usize) -> Queens {
    Queens { size, columns: Vec::new() }
}

impl Backtrack for Queens {
    type Move = usize;
    fn is_goal(&self) -> bool {
        self.columns.len() == self.size
    }
    fn next_move(&self, last: Option<usize>) -> Option<usize> {
        let row = self.columns.len();
        let safe = |&column: &usize| {
            self.columns.iter().enumerate().all(|(r, &c)| c != column && c.abs_diff(column) != row - r)
        };
        (last.map_or(0, |column| column + 1)..self.size).find(safe)
    }
    fn make(&mut self, column: usize) {
        self.columns.push(column);
    }
    fn unmake(&mut self) -> Option<usize> {
        self.columns.pop()
    }
}

/// Records every event as a line of text.
#[derive(Default)]
struct Trace(Vec<String>);

impl<P: Backtrack<Move: std::fmt::Debug>> Visitor<P> for Trace {
    fn visit(&mut self, _: &P, event: Event<P::Move>) -> ControlFlow<()> {
        self.0.push(format!("{event:?}"));
        ControlFlow::Continue(())
    }
}

/// Breaks off at the event of the given number.
struct StopAt(usize);

impl<P: Backtrack> Visitor<P> for StopAt {
    fn visit(&mut self, _: &P, _: Event<P::Move>) -> ControlFlow<()> {
        self.0 -= 1;
        if self.0 == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn queens_are_counted_as_in_oeis_a000170() {
    for (size, expect) in [1, 1, 0, 0, 2, 10, 4, 40, 92, 352].into_iter().enumerate() {
        let mut tally = SearchStats::default();
        let mut position = queens(size);
        assert_eq!(enumerate(&mut position, &mut tally), SearchEnd::Exhausted);
        assert_eq!(tally.goals, expect, "{size} queens");
        assert_eq!(tally.depth(), 0);
        assert!(position.columns.is_empty(), "the position is back where it began");
    }
}

#[test]
fn the_first_goal_is_the_first_in_order() {
    let mut position = queens(8);
    assert_eq!(depth_first(&mut position, &mut ()), SearchEnd::Found);
    assert_eq!(position.columns, [0, 4, 7, 5, 2, 6, 1, 3]);
}

#[test]
fn exhausted_means_that_there_is_none() {
    let mut position = queens(3);
    assert_eq!(depth_first(&mut position, &mut ()), SearchEnd::Exhausted);
    assert!(position.columns.is_empty());
}

#[test]
fn events_tell_the_whole_walk() {
    let mut trace = Trace::default();
    depth_first(&mut queens(3), &mut trace);
    let expect = [
        "Make(0)",
        "Make(2)",
        "Unmake(2)",
        "Unmake(0)",
        "Make(1)",
        "Unmake(1)",
        "Make(2)",
        "Make(0)",
        "Unmake(0)",
        "Unmake(2)",
    ];
    assert_eq!(trace.0, expect);
}

#[test]
fn a_tally_counts_each_kind_of_event() {
    let all = |tally: SearchStats| (tally.makes, tally.unmakes, tally.goals, tally.cuts);
    let mut tally = SearchStats::default();
    assert_eq!(depth_first(&mut queens(4), &mut tally), SearchEnd::Found);
    assert_eq!(all(tally), (8, 4, 1, 0));
    assert_eq!(tally.depth(), 4);
    let mut tally = SearchStats::default();
    let mut one_step = Line { at: 0, goal: 3, trail: Vec::new(), bound: |_| 0 };
    assert_eq!(iterative_deepening(&mut one_step, 9, &mut tally), Deepening::Found(1));
    assert_eq!(all(tally), (1, 0, 1, 1), "cut off under the limit 0");
}

#[test]
fn a_goal_at_the_root_is_found_without_a_move() {
    let mut trace = Trace::default();
    assert_eq!(depth_first(&mut queens(0), &mut trace), SearchEnd::Found);
    assert_eq!(trace.0, ["Goal"]);
}

#[test]
fn a_visitor_stops_the_search_at_any_event() {
    let mut tally = SearchStats::default();
    depth_first(&mut queens(3), &mut tally);
    let events = (tally.makes + tally.unmakes) as usize;
    for stop in 1..=events {
        let mut both = (SearchStats::default(), StopAt(stop));
        assert_eq!(depth_first(&mut queens(3), &mut both), SearchEnd::Stopped);
        assert_eq!((both.0.makes + both.0.unmakes) as usize, stop, "the first of a pair saw it too");
    }
    assert_eq!(depth_first(&mut queens(3), &mut StopAt(events + 1)), SearchEnd::Exhausted);
}

/// From `at` to `goal` on a line, by steps of 3 or -1, never outside 0..=12.
struct Line {
    at: i32,
    goal: i32,
    trail: Vec<i32>,
    bound: fn(i32) -> u32,
}

impl Backtrack for Line {
    type Move = i32;
    fn is_goal(&self) -> bool {
        self.at == self.goal
    }
    fn next_move(&self, last: Option<i32>) -> Option<i32> {
        let rest: &[i32] = match last {
            None => &[3, -1],
            Some(3) => &[-1],
            _ => &[],
        };
        rest.iter().copied().find(|mv| (0..=12).contains(&(self.at + mv)))
    }
    fn make(&mut self, mv: i32) {
        self.at += mv;
        self.trail.push(mv);
    }
    fn unmake(&mut self) -> Option<i32> {
        let mv = self.trail.pop()?;
        self.at -= mv;
        Some(mv)
    }
}

impl Bounded for Line {
    fn lower_bound(&self) -> u32 {
        (self.bound)(self.goal - self.at)
    }
}

/// The fewest moves by breadth-first search.
fn breadth_first(from: i32, goal: i32) -> u32 {
    let mut distance = [u32::MAX; 13];
    distance[from as usize] = 0;
    let mut queue = std::collections::VecDeque::from([from]);
    while let Some(at) = queue.pop_front() {
        for next in [at + 3, at - 1] {
            if (0..=12).contains(&next) && distance[next as usize] == u32::MAX {
                distance[next as usize] = distance[at as usize] + 1;
                queue.push_back(next);
            }
        }
    }
    distance[goal as usize]
}

#[test]
fn deepening_finds_the_shortest_with_any_admissible_bound() {
    let bounds: [fn(i32) -> u32; 2] =
        [|_| 0, |gap| if gap >= 0 { (gap as u32).div_ceil(3) } else { gap.unsigned_abs() }];
    for bound in bounds {
        for from in 0..=12 {
            for goal in 0..=12 {
                let mut line = Line { at: from, goal, trail: Vec::new(), bound };
                let shortest = breadth_first(from, goal);
                assert_eq!(iterative_deepening(&mut line, 12, &mut ()), Deepening::Found(shortest));
                assert_eq!(line.trail.len(), shortest as usize);
                if shortest > 0 {
                    let mut line = Line { at: from, goal, trail: Vec::new(), bound };
                    let end = iterative_deepening(&mut line, shortest - 1, &mut ());
                    assert_eq!(end, Deepening::BeyondLimit, "{from} -> {goal} in {} moves", shortest - 1);
                    assert!(line.trail.is_empty());
                }
            }
        }
    }
}

impl Bounded for Queens {
    fn lower_bound(&self) -> u32 {
        (self.size - self.columns.len()) as u32
    }
}

#[test]
fn deepening_tells_exhausted_from_beyond_the_limit() {
    assert_eq!(iterative_deepening(&mut queens(3), 100, &mut ()), Deepening::Exhausted);
    assert_eq!(iterative_deepening(&mut queens(4), 3, &mut ()), Deepening::BeyondLimit);
    assert_eq!(iterative_deepening(&mut queens(4), 4, &mut ()), Deepening::Found(4));
    let mut hopeless = Line { at: 0, goal: 5, trail: Vec::new(), bound: |_| u32::MAX };
    assert_eq!(iterative_deepening(&mut hopeless, u32::MAX, &mut ()), Deepening::Exhausted);
}

#[test]
fn deepening_is_stopped_at_any_event() {
    let mut tally = SearchStats::default();
    let mut events = 0;
    while iterative_deepening(&mut queens(3), 9, &mut (tally, StopAt(events + 1))) == Deepening::Stopped {
        events += 1;
    }
    iterative_deepening(&mut queens(3), 9, &mut tally);
    assert_eq!(events as u64, tally.makes + tally.unmakes + tally.cuts + 1, "one Deepen event besides");
}
