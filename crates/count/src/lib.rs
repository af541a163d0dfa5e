//! Exact counting of knight's tours by frontier dynamic programming.
#![allow(missing_docs)]
mod checkpoint;
mod error;
mod glue;
mod half;
mod layer;
mod pairing;
mod plan;
mod program;
mod question;
mod run;
mod step;

pub use checkpoint::Checkpoint;
pub use error::{Bytes, Error};
pub use plan::{Plan, plan};
pub use program::Method;
pub use question::{Board, Question, Square, Tours};
pub use run::{Count, Progress, Settings, count};
