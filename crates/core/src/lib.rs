//! The contract between puzzles and front ends.
//!
//! A puzzle is text in, text and pictures out: [`Puzzle`] is the kind ("curling"), [`Session`] the kind
//! with its options settled, [`Instance`] one dataset, [`Answer`] what was found. All four are
//! object-safe, so that `solve`, the judge, the terminal player and the web page are written once and
//! know no puzzle by name.
//!
//! Beside the contract stand the few things that both sides need: the [`Reader`] that is also the
//! validator, [`Diagnostic`]s that tell place, expectation and finding, [`OptionSpec`]s that feed the
//! command line, the help and the web form from one slice, the [`Budget`] of a search and the frozen
//! random generator [`Rng`].

mod budget;
mod diagnostic;
mod edit;
mod options;
mod package;
mod puzzle;
mod reader;
mod rng;

pub use budget::{Budget, Limit, Meter, memory_for};
pub use diagnostic::{Diagnostic, Place};
pub use edit::{Changed, Edit, Side, Tool};
pub use options::{OptionKind, OptionSpec, Options, Stage};
pub use package::{Mistake, Package};
pub use puzzle::{Answer, FileFormat, Frame, Happening, Instance, Outcome, Puzzle, Session, Style, Verdict};
pub use reader::Reader;
pub use rng::Rng;
