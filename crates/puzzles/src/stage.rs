//! Where the engine meets the contract: budgets and spectators as visitors of a search.

use std::ops::ControlFlow;

use tremaux_core::{Frame, Happening, Meter};
use tremaux_drawing::Mark;
use tremaux_search::{Backtrack, Event, Visitor};

/// Counts every move made against a budget.
pub(crate) struct Metered<'a>(pub &'a mut Meter);

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
pub(crate) trait Visible: Backtrack {
    /// Adds the cells that look different after the event.
    fn marks(&self, event: Event<Self::Move>, marks: &mut Vec<Mark>);
}

/// Shows every event to a spectator, who may break the search off.
pub(crate) struct Spectator<'a> {
    eye: &'a mut dyn FnMut(Frame) -> ControlFlow<()>,
    depth: u32,
    marks: Vec<Mark>,
}

impl<'a> Spectator<'a> {
    pub(crate) fn new(eye: &'a mut dyn FnMut(Frame) -> ControlFlow<()>) -> Self {
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
