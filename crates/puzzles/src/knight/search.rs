//! How the exact search walks.
//!
//! The tour grows square by square and is taken back where it cannot be completed. What makes this fast is
//! not speed but sight. Of each free square we keep the number of its free neighbours, its *exits*. On the
//! rest of the tour every free square but the last is entered and left, so it needs two neighbours among
//! the free squares and the head of the tour:
//!
//! * a free square without exits is the very last one;
//! * one with a single exit, out of reach of the head, is the *end* of the tour: two of them are one too many;
//! * one with a single exit that the head can reach is entered *now*, or is the end. Often only one move
//!   is left, and it is forced;
//! * the free squares hang together: else the knight, once among them, could not visit them all.
//!
//! The end is one of a set of squares: all of them, a given one, for a closed tour the neighbours of the
//! start, on a board of two colours those of the right colour. A smaller set sees more.
//!
//! Among the moves that remain, the square with the fewest exits comes first (Warnsdorff, 1823). What to do
//! about ties decides how often that succeeds without going back; the square farthest from the centre
//! first (Roth) did best of the rules we measured, and where the first attempt wanders off, the next ones
//! break ties at random. Nothing here is a global table that deeper moves could disturb: the order of the
//! moves is a function of the position.

use tremaux_core::{GaveUp, Meter, try_collected, try_filled};
use tremaux_drawing::{Cell, CellState, Mark};
use tremaux_search::{Backtrack, Event};

use super::board::Square;
use super::factor::Factor;
use super::forced::Chains;
use super::graph::{CHECK_EVERY, Graph};
use crate::observe::Visible;

/// Forced moves are followed on boards of at most so many squares.
const MAX_CHAINED: usize = 1 << 20;

/// A test of a complete trail.
pub(super) type Accept<'a> = dyn Fn(&[Square]) -> bool + Sync + 'a;

/// What a tour must be besides complete.
pub(super) struct Rules<'a> {
    /// Where it starts.
    pub start: Square,
    /// Where it may end: one value for each square.
    pub ends: Vec<bool>,
    /// Steps that are given: pairs of step (the start is step 1) and square, by step.
    pub fixed_steps: Vec<(u32, Square)>,
    /// Which of two squares to try first where both have equally many exits: the lower rank.
    pub ranks: Vec<u32>,
    /// Ranks alone decide on the order, so that the first tour found is the first in this order.
    pub by_rank: bool,
    /// Look for contradictions among forced jumps after every move, not only after the first.
    pub deep: bool,
    /// Is this complete trail an answer? For what the search does not look at.
    pub accept: Option<&'a Accept<'a>>,
}

/// A tour in the making.
pub(super) struct Walk<'a> {
    graph: &'a Graph,
    rules: &'a Rules<'a>,
    /// The squares visited, in order; the first is the start.
    pub trail: Vec<Square>,
    visited: Vec<bool>,
    /// Free neighbours of each free square; of a visited one, those it had when it was visited.
    exits: Vec<u8>,
    /// Number of free squares, of those that the tour may end on, and of those without exits.
    free: usize,
    ends_free: usize,
    without_exits: usize,
    /// Number of the free squares with one exit, and the exclusive or of them: the square itself if there
    /// is one.
    with_one_exit: usize,
    xor_with_one_exit: Square,
    /// The free squares as a bit mask, on boards of at most 128 squares.
    mask: u128,
    /// Two jumps for every free square, on boards of two colours.
    factor: Option<Factor>,
    /// The free squares do not hang together, or have no two jumps each: there is no tour from here.
    is_dead_end: bool,
    starved: bool,
    /// For each pin, the jumps that lead to it from each square.
    distances: Vec<Vec<u32>>,
    fixed_step_of: Vec<u32>,
    reach: Reach,
    chains: Chains,
}

/// Moves that the free squares around the head leave.
enum Choice {
    None,
    Any,
    /// This square only.
    One(Square),
    /// One of the squares with a single exit.
    SingleExit,
}

impl<'a> Walk<'a> {
    /// The position with the start visited.
    ///
    /// # Errors
    ///
    /// A limit of the meter was reached, or the memory does not suffice.
    pub fn new(graph: &'a Graph, rules: &'a Rules<'a>, meter: &mut Meter) -> Result<Self, GaveUp> {
        let count = graph.len();
        let mut visited = try_filled(false, count)?;
        (0..).zip(&mut visited).for_each(|(square, visited)| *visited = !graph.is_present(square));
        let mut walk = Walk {
            graph,
            rules,
            trail: try_collected(count, [])?,
            visited,
            exits: try_filled(0, count)?,
            free: 0,
            ends_free: 0,
            without_exits: 0,
            with_one_exit: 0,
            xor_with_one_exit: 0,
            mask: 0,
            factor: None,
            is_dead_end: false,
            starved: false,
            distances: Vec::new(),
            fixed_step_of: try_filled(0, count)?,
            reach: Reach { stamps: try_filled(0, count)?, stamp: 0, queue: Vec::new() },
            chains: Chains::new(if count <= MAX_CHAINED { count } else { 0 }),
        };
        for square in graph.squares() {
            if square % CHECK_EVERY == 0 && meter.check().is_break() {
                return Err(meter.stopped());
            }
            walk.free += 1;
            walk.ends_free += usize::from(rules.ends[square as usize]);
            walk.exits[square as usize] = graph.neighbours(square).len() as u8;
            walk.count_exits(square, true);
            if count <= u128::BITS as usize {
                walk.mask |= 1 << square;
            }
        }
        for &(step, square) in &rules.fixed_steps {
            walk.fixed_step_of[square as usize] = step;
            walk.distances.push(distances(graph, square));
        }
        if let Some((factor, whole)) = Factor::new(graph, rules.start, &rules.ends, meter) {
            walk.factor = Some(factor);
            walk.starved = !whole;
        }
        walk.enter(rules.start);
        Ok(walk)
    }

    fn head(&self) -> Square {
        self.trail.last().copied().unwrap_or(self.rules.start)
    }

    fn may_end(&self, square: Square) -> bool {
        self.rules.ends[square as usize]
    }

    /// Adds a free square to the tallies of squares with few exits, or takes it off.
    #[inline]
    fn count_exits(&mut self, square: Square, add: bool) {
        let change = if add { 1 } else { usize::MAX };
        match self.exits[square as usize] {
            0 => self.without_exits = self.without_exits.wrapping_add(change),
            1 => {
                self.with_one_exit = self.with_one_exit.wrapping_add(change);
                self.xor_with_one_exit ^= square;
            }
            _ => {}
        }
    }

    fn enter(&mut self, square: Square) {
        self.count_exits(square, false);
        self.visited[square as usize] = true;
        self.mask &= !1u128.checked_shl(square).unwrap_or(0);
        self.free -= 1;
        self.ends_free -= usize::from(self.may_end(square));
        self.trail.push(square);
        for &next in self.graph.neighbours(square) {
            if !self.visited[next as usize] {
                self.count_exits(next, false);
                self.exits[next as usize] -= 1;
                self.count_exits(next, true);
            }
        }
        self.is_dead_end = !self.free_squares_connected()
            || self.free > 0
                && (self.rules.deep || self.trail.len() == 1)
                && self.visited.len() <= MAX_CHAINED
                && !self.chains.may_complete(self.graph, &self.visited, &self.rules.ends, square);
    }

    fn leave(&mut self) -> Option<Square> {
        let square = self.trail.pop()?;
        for &next in self.graph.neighbours(square) {
            if !self.visited[next as usize] {
                self.count_exits(next, false);
                self.exits[next as usize] += 1;
                self.count_exits(next, true);
            }
        }
        self.visited[square as usize] = false;
        self.mask |= 1u128.checked_shl(square).unwrap_or(0);
        self.free += 1;
        self.ends_free += usize::from(self.may_end(square));
        self.count_exits(square, true);
        self.is_dead_end = false;
        Some(square)
    }

    /// Do the free squares still hang together? Before the newest move they did, so it is enough that the
    /// free neighbours of the head find each other.
    fn free_squares_connected(&mut self) -> bool {
        let head = self.head();
        let masks = self.graph.masks();
        if masks.is_empty() {
            return self.reach.join(self.graph, &self.visited, head);
        }
        let targets = masks[head as usize] & self.mask;
        let mut seen = targets & targets.wrapping_neg();
        let mut fresh = seen;
        while fresh != 0 && targets & !seen != 0 {
            let square = fresh.trailing_zeros();
            fresh &= fresh - 1;
            let new = masks[square as usize] & self.mask & !seen;
            seen |= new;
            fresh |= new;
        }
        targets & !seen == 0
    }

    /// What the squares with few exits leave to choose. See the essay above.
    fn choice(&self) -> Choice {
        if self.is_dead_end || self.starved || self.ends_free == 0 || self.without_exits > 0 && self.free > 1
        {
            return Choice::None;
        }
        // Of the squares with one exit near the head: how many there are, and which must not be the end.
        let (mut near, mut near_xor, mut no_ends, mut no_end) = (0, 0, 0, 0);
        for &next in self.graph.neighbours(self.head()) {
            if !self.visited[next as usize] && self.exits[next as usize] == 1 {
                near += 1;
                near_xor ^= next;
                if !self.may_end(next) {
                    no_ends += 1;
                    no_end = next;
                }
            }
        }
        match (self.with_one_exit - near, near, no_ends) {
            (0, 0, _) => Choice::Any,
            (0, 1, 0) => Choice::Any,
            (0, 2, 0) => Choice::SingleExit,
            (0, 1 | 2, 1) => Choice::One(no_end),
            (1, 0 | 1, _) if !self.may_end(self.xor_with_one_exit ^ near_xor) => Choice::None,
            (1, 0, _) => Choice::Any,
            (1, 1, _) => Choice::SingleExit,
            _ => Choice::None,
        }
    }

    /// Do the given steps allow this square next?
    fn keeps_fixed_steps(&self, square: Square) -> bool {
        let step = self.trail.len() as u32 + 1;
        let fixed_steps = &self.rules.fixed_steps;
        let next = fixed_steps.partition_point(|&(fixed, _)| fixed < step);
        match fixed_steps.get(next) {
            Some(&(fixed, target)) if fixed == step => target == square,
            _ if self.fixed_step_of[square as usize] != 0 => false,
            Some(&(fixed, _)) => self.distances[next][square as usize] <= fixed - step,
            None => true,
        }
    }

    fn key(&self, square: Square) -> (u8, u32) {
        let exits = if self.rules.by_rank { 0 } else { self.exits[square as usize] };
        (exits, self.rules.ranks[square as usize])
    }
}

impl Backtrack for Walk<'_> {
    /// The square to jump to.
    type Move = Square;

    fn is_goal(&self) -> bool {
        self.free == 0
            && self.may_end(self.head())
            && self.rules.accept.is_none_or(|accept| accept(&self.trail))
    }

    fn next_move(&self, last: Option<Square>) -> Option<Square> {
        let choice = self.choice();
        let after = last.map(|square| self.key(square));
        let next = self.graph.neighbours(self.head()).iter().copied().filter(|&square| {
            !self.visited[square as usize]
                && match choice {
                    Choice::None => false,
                    Choice::Any => true,
                    Choice::One(only) => square == only,
                    Choice::SingleExit => self.exits[square as usize] == 1,
                }
                && after.is_none_or(|after| self.key(square) > after)
                && (self.rules.fixed_steps.is_empty() || self.keeps_fixed_steps(square))
        });
        next.min_by_key(|&square| self.key(square))
    }

    fn make(&mut self, square: Square) {
        let head = self.head();
        self.enter(square);
        // What is is_dead_end is left at once; the flow need not follow.
        if let Some(factor) = &mut self.factor {
            self.starved = self.is_dead_end || !factor.advance(head, square, self.mask | 1 << square);
        }
    }

    fn unmake(&mut self) -> Option<Square> {
        if self.trail.len() == 1 {
            return None;
        }
        let square = self.leave()?;
        if let Some(factor) = &mut self.factor
            && !self.starved
        {
            factor.retreat(self.trail[self.trail.len() - 1], square);
        }
        self.starved = false;
        Some(square)
    }
}

/// A breadth-first search on a board too large for a bit mask.
struct Reach {
    stamps: Vec<u32>,
    stamp: u32,
    queue: Vec<Square>,
}

impl Reach {
    /// So many squares are looked at before we believe that the rest hangs together. Only what is proved
    /// counts as is_dead_end, so the search stays exact, and a move costs the same on a board of any size.
    const MAX_VISITED: usize = 400;

    /// Do the free neighbours of `head` find each other over free squares?
    fn join(&mut self, graph: &Graph, visited: &[bool], head: Square) -> bool {
        if self.stamp == u32::MAX {
            self.stamps.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
        let mut targets = graph.neighbours(head).iter().copied().filter(|&next| !visited[next as usize]);
        let Some(first) = targets.next() else { return true };
        let mut missing = targets.count();
        self.queue.clear();
        self.queue.push(first);
        self.stamps[first as usize] = self.stamp;
        let mut done = 0;
        while missing > 0 && done < self.queue.len() && done < Self::MAX_VISITED {
            for &next in graph.neighbours(self.queue[done]) {
                if !visited[next as usize] && self.stamps[next as usize] != self.stamp {
                    self.stamps[next as usize] = self.stamp;
                    self.queue.push(next);
                    missing -= usize::from(graph.joins(head, next));
                }
            }
            done += 1;
        }
        missing == 0 || done < self.queue.len()
    }
}

/// Jumps that lead from each square to this one; `u32::MAX` out of reach.
fn distances(graph: &Graph, to: Square) -> Vec<u32> {
    let mut distances = vec![u32::MAX; graph.len()];
    distances[to as usize] = 0;
    let mut queue = vec![to];
    let mut done = 0;
    while let Some(&square) = queue.get(done) {
        done += 1;
        for &next in graph.neighbours(square) {
            if distances[next as usize] == u32::MAX {
                distances[next as usize] = distances[square as usize] + 1;
                queue.push(next);
            }
        }
    }
    distances
}

impl Visible for Walk<'_> {
    fn marks(&self, event: Event<Square>, marks: &mut Vec<Mark>) {
        let mut mark = |square: Square, look, number| {
            let cell = Cell::new(square / self.graph.cols(), square % self.graph.cols());
            marks.push(Mark { cell, look, number });
        };
        let step = self.trail.len() as u32;
        match event {
            Event::Make(square) => {
                if let Some(&before) = self.trail.iter().rev().nth(1) {
                    mark(before, CellState::Path, Some(step - 1));
                }
                mark(square, CellState::Head, Some(step));
            }
            Event::Unmake(square) => {
                mark(square, CellState::Retreat, None);
                mark(self.head(), CellState::Head, Some(step));
            }
            _ => {}
        }
    }
}
