//! Forced edges and struck edges, and what follows from them.
//!
//! A vertex with two edges left uses both. A vertex with two forced edges uses no others, so those are struck. Forced
//! edges form chains; the edge that would close a chain before it has every vertex is struck. A vertex with fewer than
//! two edges left, or with three forced ones, is a contradiction: there is no tour.

use super::model::{Model, Vertex};

/// What is known about an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    Open,
    Forced,
    Struck,
}

/// There is no tour under the assumptions made so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Contradiction;

/// What is known about all edges. Every change can be undone.
pub(super) struct Chains<'a> {
    pub model: &'a Model,
    status: Vec<Status>,
    /// For each vertex, its edges that are not struck, and its forced edges.
    usable: Vec<u32>,
    forced: Vec<u8>,
    /// For an end of a chain the other end; a vertex without forced edges is a chain by itself.
    mate: Vec<Vertex>,
    forced_count: usize,
    /// Vertices that lost an edge.
    pending: Vec<Vertex>,
    trail: Vec<Change>,
}

enum Change {
    Edge(u32),
    Mate(Vertex, Vertex),
}

impl<'a> Chains<'a> {
    /// Forces what the question requires; nothing is followed up yet.
    pub fn new(model: &'a Model) -> Result<Self, Contradiction> {
        let vertices = 0..model.len() as Vertex;
        let mut chains = Chains {
            model,
            status: vec![Status::Open; model.edge_count()],
            usable: vertices.clone().map(|vertex| model.arcs(vertex).len() as u32).collect(),
            forced: vec![0; model.len()],
            mate: vertices.clone().collect(),
            forced_count: 0,
            pending: vertices.collect(),
            trail: Vec::new(),
        };
        for &edge in model.required() {
            chains.force(edge)?;
        }
        Ok(chains)
    }

    pub fn status(&self, edge: u32) -> Status {
        self.status[edge as usize]
    }

    /// Returns the number of edges of a vertex that are not struck.
    pub fn usable(&self, vertex: Vertex) -> u32 {
        self.usable[vertex as usize]
    }

    /// Returns the number of forced edges of a vertex.
    pub fn forced(&self, vertex: Vertex) -> u8 {
        self.forced[vertex as usize]
    }

    /// Is every edge decided, so that the forced ones are a tour?
    pub fn is_complete(&self) -> bool {
        self.forced_count == self.model.len()
    }

    /// Uses an edge.
    pub fn force(&mut self, edge: u32) -> Result<(), Contradiction> {
        match self.status(edge) {
            Status::Forced => return Ok(()),
            Status::Struck => return Err(Contradiction),
            Status::Open => {}
        }
        let (one, other) = self.model.edge(edge);
        let closes = self.mate[one as usize] == other;
        if self.forced(one) == 2
            || self.forced(other) == 2
            || closes && self.forced_count + 1 < self.model.len()
        {
            return Err(Contradiction);
        }
        self.status[edge as usize] = Status::Forced;
        self.trail.push(Change::Edge(edge));
        self.forced[one as usize] += 1;
        self.forced[other as usize] += 1;
        self.forced_count += 1;
        let (end, other_end) = (self.mate[one as usize], self.mate[other as usize]);
        self.set_mate(end, other_end);
        self.set_mate(other_end, end);
        if !closes
            && self.forced_count + 1 < self.model.len()
            && let Some(edge) = self.model.edge_between(end, other_end)
            && self.status(edge) == Status::Open
        {
            self.strike(edge)?;
        }
        for vertex in [one, other] {
            if self.forced(vertex) == 2 {
                for arc in self.model.arcs(vertex) {
                    if self.status(arc.edge) == Status::Open {
                        self.strike(arc.edge)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Rules an edge out.
    pub fn strike(&mut self, edge: u32) -> Result<(), Contradiction> {
        match self.status(edge) {
            Status::Struck => return Ok(()),
            Status::Forced => return Err(Contradiction),
            Status::Open => {}
        }
        self.status[edge as usize] = Status::Struck;
        self.trail.push(Change::Edge(edge));
        let (one, other) = self.model.edge(edge);
        for vertex in [one, other] {
            self.usable[vertex as usize] -= 1;
            self.pending.push(vertex);
        }
        Ok(())
    }

    /// Follows everything up.
    pub fn settle(&mut self) -> Result<(), Contradiction> {
        while let Some(vertex) = self.pending.pop() {
            let usable = self.usable(vertex);
            if usable < 2 {
                self.pending.clear();
                return Err(Contradiction);
            }
            if usable > 2 || self.forced(vertex) == 2 {
                continue;
            }
            for arc in self.model.arcs(vertex) {
                if self.status(arc.edge) == Status::Open
                    && let Err(contradiction) = self.force(arc.edge)
                {
                    self.pending.clear();
                    return Err(contradiction);
                }
            }
        }
        Ok(())
    }

    fn set_mate(&mut self, vertex: Vertex, mate: Vertex) {
        let before = std::mem::replace(&mut self.mate[vertex as usize], mate);
        self.trail.push(Change::Mate(vertex, before));
    }

    /// Returns a mark to go back to.
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Undoes everything since the mark.
    pub fn undo(&mut self, mark: usize) {
        self.pending.clear();
        while self.trail.len() > mark {
            match self.trail.pop() {
                Some(Change::Edge(edge)) => {
                    let (one, other) = self.model.edge(edge);
                    let forced = self.status(edge) == Status::Forced;
                    self.status[edge as usize] = Status::Open;
                    self.forced_count -= usize::from(forced);
                    for vertex in [one, other] {
                        match forced {
                            true => self.forced[vertex as usize] -= 1,
                            false => self.usable[vertex as usize] += 1,
                        }
                    }
                }
                Some(Change::Mate(vertex, before)) => self.mate[vertex as usize] = before,
                None => {}
            }
        }
    }

    /// Returns the tour that the forced edges form, once [complete](Self::is_complete).
    pub fn cycle(&self) -> Vec<Vertex> {
        let mut cycle: Vec<Vertex> = Vec::with_capacity(self.model.len());
        let (mut here, mut came_by) = (0, u32::MAX);
        while cycle.len() < self.model.len() {
            cycle.push(here);
            let forced = |edge: u32| self.status(edge) == Status::Forced && edge != came_by;
            let Some(arc) = self.model.arcs(here).iter().find(|arc| forced(arc.edge)) else { break };
            (here, came_by) = (arc.to, arc.edge);
        }
        cycle
    }
}
