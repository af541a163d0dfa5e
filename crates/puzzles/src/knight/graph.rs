//! The squares as a graph: what the exact search walks on.

use tremaux_core::{GaveUp, Meter, try_collected, try_filled};

use super::board::{Board, Square};

/// The meter is checked, and memory asked for, once for so many squares.
pub(super) const CHECK_EVERY: u32 = 4096;

/// For each square the squares that one jump reaches. Boards, half-turn quotients and strips with
/// forbidden moves are all graphs of this kind.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    cols: u32,
    offsets: Vec<u32>,
    targets: Vec<Square>,
    present: Vec<bool>,
    /// The neighbours as bit masks, on boards of at most 128 squares; empty on others.
    masks: Vec<u128>,
}

impl Graph {
    /// The graph of a board.
    ///
    /// # Errors
    ///
    /// A limit of the meter was reached, or the memory does not suffice.
    pub fn of(board: &Board, meter: &mut Meter) -> Result<Graph, GaveUp> {
        Graph::new(board, |square| !board.is_blocked(square), |square| board.neighbours(square), meter)
    }

    /// A graph on those squares of a board that are `present`.
    pub fn new<I: Iterator<Item = Square>>(
        board: &Board,
        present: impl Fn(Square) -> bool,
        neighbours: impl Fn(Square) -> I,
        meter: &mut Meter,
    ) -> Result<Graph, GaveUp> {
        let count = board.squares();
        let mut graph = Graph {
            cols: board.cols(),
            offsets: try_collected(count as usize + 1, [])?,
            targets: Vec::new(),
            present: try_collected(count as usize, [])?,
            masks: Vec::new(),
        };
        graph.offsets.push(0);
        for square in 0..count {
            if square % CHECK_EVERY == 0 && meter.check().is_break() {
                return Err(meter.stopped());
            }
            graph.present.push(present(square));
            if graph.is_present(square) {
                let needed = 8 * CHECK_EVERY as usize;
                if square % CHECK_EVERY == 0 && graph.targets.try_reserve(needed).is_err() {
                    return Err(GaveUp::out_of_memory(4 * (graph.targets.len() + needed) as u64));
                }
                graph.targets.extend(neighbours(square));
            }
            graph.offsets.push(graph.targets.len() as u32);
        }
        if count <= u128::BITS {
            let mask = |square| graph.neighbours(square).iter().fold(0, |mask, &next| mask | 1 << next);
            graph.masks = (0..count).map(mask).collect();
        }
        Ok(graph)
    }

    /// Number of squares, absent ones among them.
    pub fn len(&self) -> usize {
        self.present.len()
    }

    /// Columns of the board.
    pub fn cols(&self) -> u32 {
        self.cols
    }

    /// Is the square part of the graph?
    pub fn is_present(&self, square: Square) -> bool {
        self.present[square as usize]
    }

    /// The squares that are part of the graph.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        (0..self.len() as Square).filter(|&square| self.is_present(square))
    }

    /// The squares that one jump reaches.
    #[inline]
    pub fn neighbours(&self, square: Square) -> &[Square] {
        let square = square as usize;
        &self.targets[self.offsets[square] as usize..self.offsets[square + 1] as usize]
    }

    /// Does one jump lead from one to the other?
    pub fn joins(&self, from: Square, to: Square) -> bool {
        self.neighbours(from).contains(&to)
    }

    /// The neighbours of every square as bit masks; empty on a graph of more than 128 squares.
    pub fn masks(&self) -> &[u128] {
        &self.masks
    }

    /// Colours the squares reached from `root` by turns: `Some(true)` for the colour of `root`, `None` for
    /// squares out of reach. The second value says whether no two neighbours have the same colour.
    ///
    /// # Errors
    ///
    /// A limit of the meter was reached, or the memory does not suffice.
    pub fn colours(&self, root: Square, meter: &mut Meter) -> Result<(Vec<Option<bool>>, bool), GaveUp> {
        let mut colours = try_filled(None, self.len())?;
        let mut proper = true;
        let mut queue = try_collected(self.len(), [])?;
        queue.push(root);
        colours[root as usize] = Some(true);
        let mut seen = 0u32;
        while let Some(square) = queue.pop() {
            seen += 1;
            if seen.is_multiple_of(CHECK_EVERY) && meter.check().is_break() {
                return Err(meter.stopped());
            }
            let colour = colours[square as usize];
            for &next in self.neighbours(square) {
                match colours[next as usize] {
                    None => {
                        colours[next as usize] = colour.map(|colour| !colour);
                        queue.push(next);
                    }
                    other => proper &= other != colour,
                }
            }
        }
        Ok((colours, proper))
    }
}
