//! Where the engine meets the contract: budgets and spectators as visitors of a search.
//!
//! A puzzle whose position can write and draw itself needs [`search`] alone; one with an engine of its own
//! takes the visitors, [`Metered`] and [`Spectator`].

use std::ops::ControlFlow;

use tremaux_core::{Answer, Budget, EventKind, Meter, Outcome, SearchEvent};
use tremaux_drawing::Mark;
use tremaux_search::{Backtrack, Event, Search, SearchEnd, Visitor};

/// Searches depth-first, within the budget and before a spectator. The position is its own answer: it is
/// at the goal or, where there is none, where it began.
pub fn search<'a, P: Visible + Answer + 'a>(
    position: P,
    budget: &Budget,
    observer: &mut dyn FnMut(SearchEvent) -> ControlFlow<()>,
) -> Outcome<'a> {
    let mut meter = budget.meter();
    let mut search = Search::new(position);
    let end = search.next_goal(&mut (Metered(&mut meter), Spectator::new(observer)));
    let position = search.into_position();
    match end {
        SearchEnd::Found => Outcome::Solved(Box::new(position)),
        SearchEnd::Exhausted => {
            let reason = format!("all {} moves were tried", meter.nodes());
            Outcome::Impossible { reason, answer: Box::new(position) }
        }
        SearchEnd::Stopped => Outcome::GaveUp(meter.stopped()),
    }
}

/// Counts every move made against a budget.
pub struct Metered<'a>(pub &'a mut Meter);

impl<P: Backtrack> Visitor<P> for Metered<'_> {
    #[inline]
    fn visit(&mut self, _: &P, event: Event<P::Move>) -> ControlFlow<()> {
        match event {
            Event::Make(_) => self.0.tick(),
            _ => ControlFlow::Continue(()),
        }
    }
}

/// A search that can be looked at: says which cells an event changes.
pub trait Visible: Backtrack {
    /// Adds the cells that look different after the event. By default none do: only the outcome is seen.
    fn marks(&self, event: Event<Self::Move>, marks: &mut Vec<Mark>) {
        let _ = (event, marks);
    }
}

/// Shows every event to a spectator, who may break the search off.
pub struct Spectator<'a> {
    observer: &'a mut dyn FnMut(SearchEvent) -> ControlFlow<()>,
    depth: u32,
    marks: Vec<Mark>,
}

impl<'a> Spectator<'a> {
    /// For a search that begins at depth 0.
    pub fn new(observer: &'a mut dyn FnMut(SearchEvent) -> ControlFlow<()>) -> Self {
        Spectator { observer, depth: 0, marks: Vec::new() }
    }
}

impl<P: Visible> Visitor<P> for Spectator<'_> {
    fn visit(&mut self, position: &P, event: Event<P::Move>) -> ControlFlow<()> {
        let kind = match event {
            Event::Deepen(_) => EventKind::Deepen,
            Event::Make(_) => EventKind::Advance,
            Event::Goal => EventKind::Goal,
            Event::Cut => EventKind::Cut,
            Event::Unmake(_) => EventKind::Retreat,
        };
        match kind {
            EventKind::Advance => self.depth += 1,
            EventKind::Retreat => self.depth -= 1,
            _ => {}
        }
        self.marks.clear();
        position.marks(event, &mut self.marks);
        (self.observer)(SearchEvent { kind, depth: self.depth, marks: &self.marks })
    }
}
