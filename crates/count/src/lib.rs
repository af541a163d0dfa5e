//! Exact counting of knight's tours by frontier dynamic programming.
//!
//! ```
//! use tremaux_count::{Board, CountQuery, Settings, Tours, count};
//! let query = CountQuery::new(Board::new(5, 6)?, Tours::Closed)?;
//! assert_eq!(count(&query, &Settings::default(), &mut |_| ())?.number, 8);
//! # Ok::<(), tremaux_count::Error>(())
//! ```
//!
//! # How 13,267,364,410,532 tours are counted in a few seconds
//!
//! A search visits tours one by one: at a million a second, 8 x 8 takes five months. But most of what
//! it does is the same again and again. Look at a board on which the upper rows are done: every square there
//! has both its edges (a *closed* tour has two at each square). What is below does not care how the upper
//! part looks inside. It only needs to know, for each square of the boundary, how many edges it has by now
//! (its *degree* 0, 1 or 2) and, for the squares of degree 1, which two are the ends of the same path.
//! This is a *state*. All upper parts with the same state are one number: how many they are. The states of
//! 8 x 8 in mid-board fit in 0.2 GB.
//!
//! ## One step
//!
//! Squares are decided one after the other. A square of degree `d` takes the `2 - d` edges it lacks to
//! squares not decided yet, in every possible way, and leaves the boundary. An edge between
//!
//! - two squares of degree 0 *creates* a path: a new pair of ends;
//! - an end and a square of degree 0 *relabels*: the path now ends at the other square;
//! - two ends *contracts*: two paths become one. Forbidden if they were one: a cycle too early.
//!
//! The square that enters the boundary takes the slot of the one that leaves (`program` says how the order
//! manages that), so a board of width m never needs more than 2m slots.
//!
//! ## Blocks
//!
//! The usual program keeps a hash table from state to count. Here no state is ever looked up. Write the
//! degrees of all slots as a number in base 3, the *pattern*, and number the pairings of its ends from 0 to
//! `1·3·5···(2k-1) - 1`. A pattern's counts are one *block*, indexed by the number of the pairing. What a step
//! does to the pattern does not depend on the pairing, so a new block is the sum of at most 16 old blocks, each
//! renumbered by one fixed table (`step`). Blocks are stored without their zeros (`layer`).
//!
//! ## Meeting in the middle
//!
//! There is no need to go all the way down. When the upper half is done, the lower half is the same thing turned
//! by 180 degrees. A tour is an upper state and a lower state such that at each boundary square the degrees add
//! up to 2, and the two pairings together make one cycle. Counting those pairs pattern by pattern is the *gluing*
//! (`join`). So 8 x 8 takes 24 of its 64 squares. It has another virtue: a count of half boards is about the
//! square root of the answer. The halves' counts are exact in 64 bits (the largest count and the most that a step
//! can make of it are checked before each step), the products are added up in 128: no residues are needed, and
//! nothing wraps around.
//!
//! If the board is its own mirror image, so is the set of states, and of two patterns that mirror each other only
//! one is stored. Between two rows of a half this does not hold, but in the steps for the edges inside the
//! boundary, where states are most, it does.
//!
//! ## Open tours
//!
//! An open tour becomes a closed one by one more vertex, the *apex*, joined to all squares that may be its ends. It
//! has a slot of its own. The board's colours show early that some states are dead: on a board with as many
//! squares of each colour the ends differ in colour.
//!
//! ## Example: open tours of 3 x 4
//!
//! The board is laid with its longer side down, four rows `p q r`, `a b c`, `d e f`, `x y z`. The upper half decides
//! `p`, `r`, `q`; the boundary is `a b c`, the apex `A`, and `d e f`.
//!
//! - `p` moves to `c` and `e`, so it takes two of the edges to `c`, `e`, `A`: the patterns (in the order
//!   `abc A def`) `001 0 010`, `001 1 000`, `000 1 010`, each with one path and the count 1. Three states.
//! - `r` moves to `a` and `e`. From `001 0 010` (path `c-e`): `r` between `a` and `e` makes `101 0 020`, path `a-c`,
//!   for `e` now has both edges; `a` and `A` make `101 1 010`, pairs `ce aA`; `e` and `A` make `001 1 020`. The other
//!   two states likewise; those in which `p` and `r` are both ends die, for they have the same colour. `101 1 010`
//!   comes up twice, with the pairs `ce aA` and `ae cA`: one block, ranks 1 and 2. Five states.
//! - `q` moves to `d` and `f`. In all there are 15 states now; six mirror six others and are not stored: 9.
//! - Edges between the rows: `a-f`, `c-d`, and of the apex with `a`, `b`, `c`; those with `d`, `e`, `f` belong to the lower
//!   half, which is the upper one turned round. Each may be taken or not. The first two are turned into
//!   themselves: only the upper half takes them, and as the last step.
//! - Gluing. The upper pattern `101 2 121` has the complement `121 0 101`, and turned round it reads `101 0 121`, which is
//!   alive: the pairings of the two make 2 cycles. Three more patterns find a partner, with one cycle
//!   each, and each counts for its mirror image as well: 2 + 2·(1 + 1 + 1) = 8 tours.
//!
//! The unit test `three_by_four_step_by_step` checks these figures.

mod bytes;
mod checkpoint;
#[cfg(feature = "cluster")]
mod cluster;
mod engine;
mod error;
mod graph;
mod half;
mod head;
mod join;
mod layer;
mod pairing;
mod plan;
mod program;
mod query;
#[cfg(feature = "cluster")]
mod rendezvous;
mod run;
mod settings;
mod step;

pub use bytes::Bytes;
pub use checkpoint::Checkpoint;
#[cfg(feature = "cluster")]
pub use cluster::{Cluster, count_in_cluster};
pub use error::Error;
pub use plan::{Plan, plan};
pub use program::Method;
pub use query::{Board, CountQuery, Square, Tours};
pub use run::{Count, Progress, count};
pub use settings::Settings;
