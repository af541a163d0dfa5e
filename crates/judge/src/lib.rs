//! The judge: checks outputs, validates inputs, makes test data, finds and shrinks the input on which a
//! program fails, and packs a problem for other judges. Knows no puzzle by name.
//!
//! [`check`] judges an output against an input and, if there is one, the jury's answer, and tells three
//! things apart: the output is right, the output is wrong, the jury's own file is wrong. [`CheckStyle`]
//! is how that is told to the system that asks.

mod check;
mod generate;
mod package;
mod run;
mod shrink;
mod stress;
mod style;
mod subject;
mod validate;

pub use check::{Judgement, JuryFile, check};
pub use generate::{generate, generate_file};
pub use package::{PackageFormat, kinds, write_package};
pub use run::{Ending, Limits, Run, run};
pub use shrink::{Patience, ShrinkEnd, shrink};
pub use stress::{Failure, Progress, RETRIES, Report, Stress, Tally};
pub use style::{CHECK_STYLES, Channel, CheckStyle, Exits, Files, Slot, VALIDATE_STYLES, ValidateStyle};
pub use subject::{Class, Finding, right_answers};
pub use validate::validate;
