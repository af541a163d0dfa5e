//! The engine on toy puzzles, against brute force written another way.

use std::ops::ControlFlow;

use tremaux_search::{
    Backtrack, Bounded, DeepeningEnd, DeepeningSearch, Event, Search, SearchEnd, SearchStats, Visitor,
};

/// Queens that do not attack each other: `columns[r]` is the column of the queen in row r.
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

/// Stops the search at the event of the given number.
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
        let mut stats = SearchStats::default();
        let mut search = Search::new(queens(size));
        assert_eq!(search.enumerate(&mut stats), SearchEnd::Exhausted);
        assert_eq!(stats.goals, expect, "{size} queens");
        assert_eq!(stats.depth(), 0);
        assert!(search.position().columns.is_empty(), "the position is back where it began");
    }
}

#[test]
fn the_first_goal_is_the_first_in_order() {
    let mut search = Search::new(queens(8));
    assert_eq!(search.next_goal(&mut ()), SearchEnd::Found);
    assert_eq!(search.position().columns, [0, 4, 7, 5, 2, 6, 1, 3]);
}

#[test]
fn exhausted_means_that_there_is_none() {
    let mut search = Search::new(queens(3));
    for _ in 0..3 {
        assert_eq!(search.next_goal(&mut ()), SearchEnd::Exhausted, "and it stays so");
        assert!(search.position().columns.is_empty());
    }
}

#[test]
fn events_show_the_whole_walk() {
    let mut trace = Trace::default();
    let _ = Search::new(queens(3)).next_goal(&mut trace);
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
fn statistics_count_each_kind_of_event() {
    let all = |stats: SearchStats| (stats.makes, stats.unmakes, stats.goals, stats.cuts);
    let mut stats = SearchStats::default();
    assert_eq!(Search::new(queens(4)).next_goal(&mut stats), SearchEnd::Found);
    assert_eq!(all(stats), (8, 4, 1, 0));
    assert_eq!(stats.depth(), 4);
    let mut stats = SearchStats::default();
    let one_step = Line { at: 0, goal: 3, trail: Vec::new(), bound: |_| 0 };
    assert_eq!(DeepeningSearch::new(one_step, 9).next_goal(&mut stats), DeepeningEnd::Found(1));
    assert_eq!(all(stats), (1, 0, 1, 1), "cut off under the limit 0");
}

#[test]
fn a_goal_at_the_root_is_found_without_a_move() {
    let mut trace = Trace::default();
    let mut search = Search::new(queens(0));
    assert_eq!(search.next_goal(&mut trace), SearchEnd::Found);
    assert_eq!(search.next_goal(&mut trace), SearchEnd::Exhausted);
    assert_eq!(trace.0, ["Goal"]);
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
                let line = || Line { at: from, goal, trail: Vec::new(), bound };
                let shortest = breadth_first(from, goal);
                let mut search = DeepeningSearch::new(line(), 12);
                assert_eq!(search.next_goal(&mut ()), DeepeningEnd::Found(shortest));
                assert_eq!(search.position().trail.len(), shortest as usize);
                if shortest > 0 {
                    let mut search = DeepeningSearch::new(line(), shortest - 1);
                    let end = search.next_goal(&mut ());
                    assert_eq!(end, DeepeningEnd::BeyondLimit, "{from} -> {goal} in {} moves", shortest - 1);
                    assert_eq!(search.next_goal(&mut ()), DeepeningEnd::BeyondLimit, "and it stays so");
                    assert!(search.position().trail.is_empty());
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
fn exhausted_is_not_beyond_the_limit() {
    let end = |size, limit| DeepeningSearch::new(queens(size), limit).next_goal(&mut ());
    assert_eq!(end(3, 100), DeepeningEnd::Exhausted);
    assert_eq!(end(4, 3), DeepeningEnd::BeyondLimit);
    assert_eq!(end(4, 4), DeepeningEnd::Found(4));
    let hopeless = Line { at: 0, goal: 5, trail: Vec::new(), bound: |_| u32::MAX };
    assert_eq!(DeepeningSearch::new(hopeless, u32::MAX).next_goal(&mut ()), DeepeningEnd::Exhausted);
}

// ---- stopping and resuming ----

/// How a call ended, and whether its position is at a goal.
trait Resumable {
    fn call(&mut self, visitor: &mut (Trace, StopAt)) -> (String, bool);
}

impl Resumable for Search<Queens> {
    fn call(&mut self, visitor: &mut (Trace, StopAt)) -> (String, bool) {
        (format!("{:?}", self.next_goal(visitor)), self.position().is_goal())
    }
}

impl<P: Bounded<Move: std::fmt::Debug>> Resumable for DeepeningSearch<P> {
    fn call(&mut self, visitor: &mut (Trace, StopAt)) -> (String, bool) {
        (format!("{:?}", self.next_goal(visitor)), self.position().is_goal())
    }
}

/// All goals, each as the end that announced it, and all events; stopped at every `every`-th event.
fn run(mut search: impl Resumable, every: usize) -> (Vec<String>, Vec<String>) {
    let (mut ends, mut visitor) = (Vec::new(), (Trace::default(), StopAt(every)));
    while ends.len() < 1000 {
        let seen = visitor.0.0.len();
        match search.call(&mut visitor) {
            (end, _) if end == "Stopped" => {
                assert_eq!(visitor.1.0, 0, "stopped by nothing but the visitor");
                visitor.1.0 = every;
            }
            (end, at_goal) if end.starts_with("Found") => {
                assert!(at_goal);
                ends.push(end);
            }
            (end, _) => {
                ends.push(end);
                assert!(visitor.0.0.len() > seen || every > 1 || seen > 0);
                return (ends, visitor.0.0);
            }
        }
    }
    panic!("the search does not end");
}

/// `enumerate` once counted goals twice if it was called again after a stop, `depth_first` found the same goal again,
/// and ignored a stop at a goal.
fn check_resumed<R: Resumable>(search: impl Fn() -> R, goals: usize) {
    let whole = run(search(), usize::MAX);
    assert_eq!(whole.0.len(), goals + 1);
    assert_eq!(whole.1.iter().filter(|event| *event == "Goal").count(), goals);
    for every in 1..=whole.1.len() {
        assert_eq!(run(search(), every), whole, "stopped at every {every}th event");
    }
}

#[test]
fn a_stopped_search_resumes_as_if_it_had_not_been_stopped() {
    for (size, goals) in [(0, 1), (1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4)] {
        check_resumed(|| Search::new(queens(size)), goals);
        check_resumed(|| DeepeningSearch::new(queens(size), 9), goals);
    }
    // Without a useful bound there are many rounds; goals after one, five and nine moves.
    let line = || Line { at: 0, goal: 3, trail: Vec::new(), bound: |_| 0 };
    let ways: usize = (0..=7).map(|length| count_ways(0, 3, length)).sum();
    check_resumed(|| DeepeningSearch::new(line(), 7), ways);
}

/// Ways from `at` to `goal` in so many moves that do not come over the goal before.
fn count_ways(at: i32, goal: i32, moves: u32) -> usize {
    match (at == goal, moves) {
        (true, _) => usize::from(moves == 0),
        (_, 0) => 0,
        _ => {
            let next = [at + 3, at - 1].into_iter().filter(|next| (0..=12).contains(next));
            next.map(|next| count_ways(next, goal, moves - 1)).sum()
        }
    }
}

#[test]
fn solutions_come_in_order_of_length() {
    let mut search = DeepeningSearch::new(Line { at: 2, goal: 5, trail: Vec::new(), bound: |_| 0 }, 9);
    let mut found = [0; 10];
    let mut last = 0;
    loop {
        match search.next_goal(&mut ()) {
            DeepeningEnd::Found(moves) => {
                assert!(moves >= last && search.position().trail.len() == moves as usize);
                last = moves;
                found[moves as usize] += 1;
            }
            end => break assert_eq!(end, DeepeningEnd::BeyondLimit),
        }
    }
    for (moves, found) in found.into_iter().enumerate() {
        assert_eq!(found, count_ways(2, 5, moves as u32), "{moves} moves");
    }
}

#[test]
fn a_stop_leaves_the_position_at_the_event() {
    let total = run(Search::new(queens(4)), usize::MAX).1.len();
    for stop in 1..=total {
        let (mut search, mut visitor) = (Search::new(queens(4)), (SearchStats::default(), StopAt(stop)));
        while search.next_goal(&mut visitor) == SearchEnd::Found {}
        let stats = visitor.0;
        assert_eq!(
            (stats.makes + stats.unmakes + stats.goals) as usize,
            stop,
            "the first of a pair saw it too"
        );
        assert_eq!(search.position().columns.len() as u64, stats.depth());
    }
}

#[test]
fn goals_can_be_taken_one_by_one() {
    let mut search = Search::new(queens(6));
    let columns = |queens: &Queens| queens.columns.clone();
    let first = search.goals(columns).next();
    assert_eq!(first.as_deref(), Some(&[1, 3, 5, 0, 2, 4][..]));
    let others: Vec<_> = search.goals(columns).collect();
    assert_eq!(others, [[2, 5, 1, 4, 0, 3], [3, 0, 4, 1, 5, 2], [4, 2, 0, 5, 3, 1]]);
    assert_eq!(search.goals(columns).next(), None);
}

#[test]
fn a_new_search_takes_back_what_an_earlier_one_left() {
    let mut search = Search::new(queens(6));
    assert_eq!(search.next_goal(&mut ()), SearchEnd::Found);
    let mut again = Search::new(search.into_position());
    assert!(again.position().columns.is_empty());
    assert_eq!(again.goals(|_| ()).count(), 4);
    let mut deepening = DeepeningSearch::new(queens(4), 4);
    assert_eq!(deepening.next_goal(&mut ()), DeepeningEnd::Found(4));
    assert_eq!(DeepeningSearch::new(deepening.into_position(), 4).next_goal(&mut ()), DeepeningEnd::Found(4));
}
