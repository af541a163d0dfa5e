//! The visitors that are ready, and moves in an order of the position's own.

use std::cell::Cell;
use std::ops::ControlFlow;

use tremaux_search::{
    Backtrack, Event, NodeLimit, OrderedMove, Search, SearchEnd, SearchStats, StopWhen, from_fn,
};

/// All words of `length` letters from 0 to 2, in the order that `key` gives to the letters.
struct Words {
    length: usize,
    key: fn(&[u8], u8) -> u8,
    letters: Vec<OrderedMove<u8, 3>>,
}

fn words(length: usize, key: fn(&[u8], u8) -> u8) -> Search<Words> {
    Search::new(Words { length, key, letters: Vec::new() })
}

impl Words {
    fn word(&self) -> Vec<u8> {
        self.letters.iter().map(OrderedMove::get).collect()
    }
}

impl Backtrack for Words {
    type Move = OrderedMove<u8, 3>;
    fn is_goal(&self) -> bool {
        self.letters.len() == self.length
    }
    fn next_move(&self, last: Option<Self::Move>) -> Option<Self::Move> {
        match last {
            Some(last) => last.next(),
            None => OrderedMove::first(0..3, |&letter| (self.key)(&self.word(), letter)),
        }
    }
    fn make(&mut self, mv: Self::Move) {
        self.letters.push(mv);
    }
    fn unmake(&mut self) -> Option<Self::Move> {
        self.letters.pop()
    }
}

fn check_order(key: fn(&[u8], u8) -> u8, expect: &str) {
    let mut search = words(2, key);
    let found = search.goals(|words| words.word().iter().map(|letter| (b'a' + letter) as char).collect());
    assert_eq!(found.collect::<Vec<String>>().join(" "), expect);
}

#[test]
fn moves_are_tried_in_the_order_of_their_keys() {
    check_order(|_, letter| letter, "aa ab ac ba bb bc ca cb cc");
    check_order(|_, letter| 2 - letter, "cc cb ca bc bb ba ac ab aa");
    check_order(|_, _| 0, "aa ab ac ba bb bc ca cb cc");
    check_order(|_, letter| letter % 2, "aa ac ab ca cc cb ba bc bb");
    // The letter before comes last.
    check_order(|word, letter| u8::from(word.last() == Some(&letter)), "ab ac aa ba bc bb ca cb cc");
}

#[test]
fn no_move_at_all() {
    assert_eq!(OrderedMove::<u8, 0>::first([], |_| 0), None);
    assert_eq!(OrderedMove::<u8, 1>::first([7], |_| 0).map(|mv| (mv.get(), mv.next())), Some((7, None)));
}

#[test]
#[should_panic]
fn a_move_too_many_is_not_left_out_silently() {
    OrderedMove::<u8, 2>::first(0..3, |_| 0);
}

/// Number of nodes and how the search ended.
fn with_limit(moves: u64) -> (u64, SearchEnd) {
    let mut visitor = (NodeLimit::new(moves), SearchStats::default());
    let end = words(2, |_, letter| letter).enumerate(&mut visitor);
    (visitor.1.makes, end)
}

#[test]
fn a_node_limit_is_exact() {
    for moves in [0, 1, 5, 11] {
        assert_eq!(with_limit(moves), (moves, SearchEnd::Stopped));
    }
    assert_eq!(with_limit(12), (12, SearchEnd::Exhausted), "as many as are needed are enough");
    assert_eq!(with_limit(u64::MAX), (12, SearchEnd::Exhausted));
}

#[test]
fn a_condition_stops_the_search() {
    let asked = Cell::new(0);
    let mut stop = StopWhen(|| {
        asked.set(asked.get() + 1);
        asked.get() == 7
    });
    let mut search = words(2, |_, letter| letter);
    assert_eq!(search.enumerate(&mut stop), SearchEnd::Stopped);
    assert_eq!(search.position().word(), [1, 1], "after the seventh move");
    assert_eq!(search.enumerate(&mut stop), SearchEnd::Exhausted);
    assert_eq!(asked.get(), 12, "asked after each move");
}

#[test]
fn a_closure_is_a_visitor() {
    let mut goals = 0;
    let mut visitor = from_fn(|words: &Words, event| {
        goals += u32::from(event == Event::Goal);
        if words.word() == [1, 0] { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let mut search = words(2, |_, letter| letter);
    assert_eq!(search.enumerate(&mut visitor), SearchEnd::Stopped);
    assert_eq!(
        search.enumerate(&mut (&mut visitor, ())),
        SearchEnd::Stopped,
        "at the goal, after the move to it"
    );
    assert_eq!(search.next_goal(&mut ()), SearchEnd::Found, "which is not lost");
    assert_eq!(search.position().word(), [1, 0]);
    drop(search);
    assert_eq!(goals, 4);
}
