//! Shows the steps of a method to an observer, if there is one.

use std::ops::ControlFlow;

use tremaux_core::{EventKind, SearchEvent};
use tremaux_drawing::{Cell, CellState, Mark};

/// An observer of the events of a search; it may stop the search.
type Observer<'b> = dyn FnMut(SearchEvent) -> ControlFlow<()> + 'b;

/// The observer of a search, if there is one, and what has been shown.
pub(in super::super) struct Watch<'a, 'b> {
    observer: Option<&'a mut Observer<'b>>,
    cols: usize,
    depth: u32,
}

impl<'a, 'b> Watch<'a, 'b> {
    /// Of a search that nobody observes.
    pub fn nobody() -> Self {
        Watch { observer: None, cols: 1, depth: 0 }
    }

    /// Of a search of a board with so many columns.
    pub fn new(observer: &'a mut Observer<'b>, cols: usize) -> Self {
        Watch { observer: Some(observer), cols, depth: 0 }
    }

    /// The observer, for a search that shows its steps by itself.
    pub fn observer(&mut self) -> Option<&mut Observer<'b>> {
        self.observer.as_deref_mut()
    }

    /// The search went from one cell to another, forward or back.
    #[inline]
    pub fn step(&mut self, from: usize, to: usize, kind: EventKind) -> ControlFlow<()> {
        let Some(observer) = &mut self.observer else { return ControlFlow::Continue(()) };
        let (left, change) = match kind {
            EventKind::Retreat => (CellState::Retreat, -1),
            _ => (CellState::Path, 1),
        };
        self.depth = self.depth.saturating_add_signed(change);
        let mark = |cell: usize, look| {
            let cell = Cell::new((cell / self.cols) as u32, (cell % self.cols) as u32);
            Mark { cell, look, number: None }
        };
        let marks = [mark(from, left), mark(to, CellState::Head)];
        observer(SearchEvent { kind, depth: self.depth, marks: &marks })
    }

    /// The search has been in a cell, which is on no path yet.
    #[inline]
    pub fn visit(&mut self, cell: usize) -> ControlFlow<()> {
        let Some(observer) = &mut self.observer else { return ControlFlow::Continue(()) };
        let cell = Cell::new((cell / self.cols) as u32, (cell % self.cols) as u32);
        let marks = [Mark { cell, look: CellState::Retreat, number: None }];
        observer(SearchEvent { kind: EventKind::Advance, depth: self.depth, marks: &marks })
    }
}
