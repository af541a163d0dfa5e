//! One half of the board as a list of steps, each a list of choices that act on the degrees of slots.

use crate::graph::Graph;

/// One way to decide a step: which edges are taken, seen from the pattern that results.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    /// Slots whose degree must then be at least 1, at least 2.
    pub at_least: [u32; 2],
    /// Slots whose degree must then be 0, at most 1.
    pub at_most: [u32; 2],
    /// The pattern before minus the pattern after: of the low slots, of the high ones.
    pub delta: [i64; 2],
    /// The slots that the taken edges join, one after the other.
    pub joins: Vec<(usize, usize)>,
}

/// On a board of two colours every edge has an end of each. So the degrees of one colour's slots exceed
/// those of the other's by a number that depends only on the squares decided and on the apex's edges.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Balance {
    /// The slots of each colour.
    pub colours: [u32; 2],
    /// By how much the first colour's degrees exceed the second's, the apex's edges left out.
    pub excess: i32,
}

/// What is done to every state at once.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub choices: Vec<Choice>,
    /// Of two patterns that mirror each other only the smaller is stored: before, and after the step.
    pub folded: [bool; 2],
    pub balance: Option<Balance>,
    /// The slot of an apex with edges to squares of both colours. Where it has two edges, they must go to
    /// different colours: the balance decides, though the state does not know where the edges go.
    pub ends: u32,
    /// The slots that any choice touches.
    pub touched: u32,
    /// All slots, if a tour may be complete after the step: the other half decides no square, and all squares
    /// that are left have a slot.
    pub closes: Option<u32>,
    /// How many rows' edges are decided by then, about.
    pub rows: f64,
}

impl Step {
    /// Changes nothing.
    pub(crate) fn still(folded: bool) -> Step {
        let choice = Choice { at_least: [0, 0], at_most: [0, 0], delta: [0, 0], joins: vec![] };
        Step {
            choices: vec![choice],
            folded: [folded; 2],
            balance: None,
            ends: 0,
            touched: 0,
            closes: None,
            rows: 0.0,
        }
    }
}

/// A vertex of a half, when it is decided.
struct Decision {
    vertex: usize,
    slot: usize,
    /// The neighbours that are still undecided, and their slots then.
    neighbours: Vec<(usize, usize)>,
}

/// The order in which one half's vertices are decided, and the slot of each.
pub(crate) struct Elimination(Vec<Decision>);

impl Elimination {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Assigns slots from the last step to the first, starting from the layout wanted at the end: so the
    /// vertex that leaves gets the slot of the one that enters.
    pub(crate) fn new(graph: &Graph, order: Vec<usize>, layout: &[usize], slots: &mut usize) -> Elimination {
        let undecided = usize::MAX;
        let mut when = vec![undecided; graph.adjacent.len()];
        order.iter().enumerate().for_each(|(i, &v)| when[v] = i);
        let enters =
            |v: usize| graph.adjacent[v].iter().map(|&w| when[w]).min().unwrap_or(undecided).min(when[v]);

        let mut slot = vec![usize::MAX; graph.adjacent.len()];
        layout.iter().enumerate().for_each(|(s, &v)| slot[v] = s);
        let mut free: Vec<usize> = (layout.len()..*slots).collect();
        let mut steps = Vec::with_capacity(order.len());
        for (i, &v) in order.iter().enumerate().rev() {
            let neighbours: Vec<usize> = graph.adjacent[v].iter().copied().filter(|&w| when[w] > i).collect();
            let with_slots = neighbours.iter().map(|&w| (w, slot[w])).collect();
            free.extend(
                neighbours.iter().filter(|&&w| Some(w) != graph.apex && enters(w) == i).map(|&w| slot[w]),
            );
            slot[v] = free.pop().unwrap_or_else(|| {
                *slots += 1;
                *slots - 1
            });
            steps.push(Decision { vertex: v, slot: slot[v], neighbours: with_slots });
            if enters(v) == i {
                free.push(slot[v]);
            }
        }
        steps.reverse();
        Elimination(steps)
    }
}

/// What turns decisions about vertices and edges into steps.
pub(crate) struct Compiler<'a> {
    pub graph: &'a Graph,
    pub layout: &'a [usize],
    pub slots: usize,
    pub low: usize,
    pub folded: bool,
}

impl Compiler<'_> {
    /// One step for each vertex of the half: it gets its missing edges to undecided neighbours. `alone` says
    /// that the other half has no vertices.
    pub(crate) fn vertices(&self, half: &Elimination, alone: bool) -> Vec<Step> {
        let forced = |v: usize| self.graph.apex.filter(|_| self.graph.forced.contains(&v));
        let step = |(i, Decision { vertex, slot, neighbours }): (usize, &Decision)| {
            let must = forced(*vertex);
            let to: Vec<usize> = neighbours.iter().map(|&(_, s)| s).collect();
            let pairs = (0..to.len()).flat_map(|j| (0..j).map(move |k| (j, k)));
            let subsets = [vec![]]
                .into_iter()
                .chain((0..to.len()).map(|j| vec![j]))
                .chain(pairs.map(|(j, k)| vec![j, k]));
            let choices = subsets
                .filter(|set| must.is_none_or(|apex| set.iter().any(|&j| neighbours[j].0 == apex)))
                .map(|set| self.vertex_choice(*slot, &set.iter().map(|&j| to[j]).collect::<Vec<_>>()))
                .collect();
            let touched = to.iter().fold(1 << slot, |mask, s| mask | 1 << s);
            // The last vertex is the first step whose result is symmetric again.
            let folded = [false, self.folded && i + 1 == half.0.len()];
            let rows = (i + 1) as f64 / self.graph.cols as f64;
            let (balance, ends) = (self.balance(half, i + 1), self.ends());
            let closes = if alone { self.all_slots(half, i + 1) } else { None };
            Step { choices, folded, balance, ends, touched, closes, rows }
        };
        half.0.iter().enumerate().map(step).collect()
    }

    /// The vertex in `slot` takes edges to `to` and leaves; where `to` names its own slot, that is the
    /// square that enters in its place.
    fn vertex_choice(&self, slot: usize, to: &[usize]) -> Choice {
        let enters = to.contains(&slot);
        let mut change = vec![(slot, 2 - to.len() as i64 - enters as i64)];
        change.extend(to.iter().filter(|&&s| s != slot).map(|&s| (s, -1)));
        let joins = match *to {
            [s] if s != slot => vec![(slot, s)],
            [s, t] => vec![(s, t)],
            _ => vec![],
        };
        Choice {
            at_least: [to.iter().fold(0, |mask, s| mask | 1 << s), 0],
            at_most: if enters { [0, 1 << slot] } else { [1 << slot, 0] },
            delta: self.delta(&change),
            joins,
        }
    }

    /// One step for a few edges between undecided vertices: each is taken or not.
    pub(crate) fn edges(&self, half: &Elimination, edges: &[(usize, usize)], alone: bool, rows: f64) -> Step {
        let slot = |v: usize| self.layout.iter().position(|&w| w == v).unwrap_or_default();
        let forced = |&(u, v): &(usize, usize)| self.graph.apex == Some(v) && self.graph.forced.contains(&u);
        let must = edges.iter().enumerate().filter(|(_, e)| forced(e)).fold(0, |mask, (i, _)| mask | 1 << i);
        let choice = |subset: usize| {
            let taken = (0..edges.len()).filter(|i| subset >> i & 1 == 1).map(|i| edges[i]);
            let joins: Vec<(usize, usize)> = taken.map(|(u, v)| (slot(u), slot(v))).collect();
            let mut at_least = [0, 0];
            for s in joins.iter().flat_map(|&(s, t)| [s, t]) {
                at_least[1] |= at_least[0] & 1 << s;
                at_least[0] |= 1 << s;
            }
            let change: Vec<_> = joins.iter().flat_map(|&(s, t)| [(s, -1), (t, -1)]).collect();
            Choice { at_least, at_most: [0, 0], delta: self.delta(&change), joins }
        };
        let choices = (0..1 << edges.len()).filter(|subset| subset & must == must).map(choice).collect();
        let touched = edges.iter().fold(0, |mask, &(u, v)| mask | 1 << slot(u) | 1 << slot(v));
        let balance = self.balance(half, half.0.len());
        let closes = if alone { self.all_slots(half, half.0.len()) } else { None };
        Step { choices, folded: [self.folded; 2], balance, ends: self.ends(), touched, closes, rows }
    }

    fn delta(&self, change: &[(usize, i64)]) -> [i64; 2] {
        let mut delta = [0, 0];
        for &(slot, by) in change {
            let high = slot >= self.low;
            delta[high as usize] += by * 3i64.pow((slot - if high { self.low } else { 0 }) as u32);
        }
        delta
    }

    /// The slots of the vertices that are left after so many of the half, unless two of them share one.
    fn all_slots(&self, half: &Elimination, decided: usize) -> Option<u32> {
        let later = half.0[decided..].iter().map(|decision| decision.slot);
        (0..self.layout.len()).chain(later).try_fold(0, |mask, slot| {
            let bit = 1 << slot;
            (mask & bit == 0).then_some(mask | bit)
        })
    }

    fn ends(&self) -> u32 {
        match self.graph.majority {
            None => self.layout.iter().position(|&v| Some(v) == self.graph.apex).map_or(0, |slot| 1 << slot),
            Some(_) => 0,
        }
    }

    /// The balance after so many vertices of the half.
    fn balance(&self, half: &Elimination, decided: usize) -> Option<Balance> {
        let colour = self.graph.colour.as_ref()?;
        let excess = half.0[..decided].iter().map(|d| if colour[d.vertex] { 2 } else { -2 }).sum();
        let mut balance = Balance { colours: [0, 0], excess };
        // The slots hold other vertices in the middle of a half: go back to where they are then.
        let mut at: Vec<Option<usize>> = vec![None; self.slots];
        self.layout.iter().enumerate().for_each(|(s, &v)| at[s] = Some(v));
        for decision in half.0[decided..].iter().rev() {
            at[decision.slot] = Some(decision.vertex);
        }
        for (slot, v) in at.iter().enumerate().filter_map(|(s, v)| Some((s, (*v)?))) {
            if Some(v) != self.graph.apex {
                balance.colours[colour[v] as usize] |= 1 << slot;
            }
        }
        Some(balance)
    }
}
