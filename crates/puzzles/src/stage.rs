//! Where the engine meets the contract: budgets and spectators as visitors of a search.
//!
//! A puzzle whose position can write and draw itself needs [`search`] alone; one with an engine of its own
//! takes the visitors, [`Metered`] and [`Spectator`].

use std::ops::ControlFlow;

use tremaux_core::{Answer, Budget, Frame, Happening, Meter, Outcome};
use tremaux_drawing::Mark;
use tremaux_search::{Backtrack, End, Event, Visitor, depth_first};

/// Searches depth-first, within the budget and before a spectator. The position is its own answer: it stands
/// at the goal or, where there is none, where it began.
pub fn search<'a, P: Visible + Answer + 'a>(
    mut position: P,
    budget: &Budget,
    eye: &mut dyn FnMut(Frame) -> ControlFlow<()>,
) -> Outcome<'a> {
    let mut meter = budget.meter();
    match depth_first(&mut position, &mut (Metered(&mut meter), Spectator::new(eye))) {
        End::Found => Outcome::Solved(Box::new(position)),
        End::Exhausted => {
            let reason = format!("all {} moves were tried", meter.nodes());
            Outcome::Impossible { reason, answer: Box::new(position) }
        }
        End::Stopped => Outcome::GaveUp(meter.into_limit()),
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
    eye: &'a mut dyn FnMut(Frame) -> ControlFlow<()>,
    depth: u32,
    marks: Vec<Mark>,
}

impl<'a> Spectator<'a> {
    /// For a search that begins at depth 0.
    pub fn new(eye: &'a mut dyn FnMut(Frame) -> ControlFlow<()>) -> Self {
        Spectator { eye, depth: 0, marks: Vec::new() }
    }
}

impl<P: Visible> Visitor<P> for Spectator<'_> {
    fn visit(&mut self, position: &P, event: Event<P::Move>) -> ControlFlow<()> {
        let happening = match event {
            Event::Deepen(_) => Happening::Deepen,
            Event::Make(_) => Happening::Advance,
            Event::Goal => Happening::Goal,
            Event::Cut => Happening::Cut,
            Event::Unmake(_) => Happening::Retreat,
        };
        match happening {
            Happening::Advance => self.depth += 1,
            Happening::Retreat => self.depth -= 1,
            _ => {}
        }
        self.marks.clear();
        position.marks(event, &mut self.marks);
        (self.eye)(Frame { happening, depth: self.depth, marks: &self.marks })
    }
}
