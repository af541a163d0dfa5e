//! The judge: checks outputs, validates inputs, makes test data, finds and shrinks the input on which a
//! program fails, and packs a problem for other judges. Knows no puzzle by name.
//!
//! [`check`] judges an output against an input and, if there is one, the jury's answer, and distinguishes three
//! things apart: the output is right, the output is wrong, the jury's own file is wrong. [`CheckerInterface`]
//! is how that is reported to the system that asks.
//!
//! | function | answers |
//! |---|---|
//! | [`check`] | is this output right? |
//! | [`validate`] | is this input legal? |
//! | [`generate`], [`generate_file`] | what is the input of this seed? |
//! | [`right_answers`] | what is a right output for it? |
//! | [`Stress::run`] | on which input is this program wrong, and on which smallest one? |
//! | [`run`] | what does a program do with an input, within limits? |
//! | [`write_package`] | a problem package for other judges |
//!
//! # Example: data, answers, result
//!
//! ```
//! use tremaux_core::{Budget, Options, Puzzle, Reader};
//! use tremaux_judge::{CheckResult, check, generate_file, right_answers, validate};
//! use tremaux_puzzles::null::Null; // or any other puzzle
//!
//! // A session reads one input: who reads another opens another.
//! let open = || Null.open(&Options::defaults(Null.options())).unwrap();
//! let input = generate_file(&mut *open(), 7, 3).unwrap();
//! assert_eq!(validate(&mut *open(), Reader::from_bytes(&input)), Ok(3));
//!
//! let output = right_answers(&mut *open(), &input, &Budget::unlimited()).unwrap();
//! let judge = |output: &[u8]| {
//!     check(&mut *open(), Reader::from_bytes(&input), Reader::from_bytes(output), None, &Budget::unlimited())
//! };
//! assert_eq!(judge(&output), CheckResult::Accepted { datasets: 3 });
//! assert!(matches!(judge(b"-1"), CheckResult::Wrong { .. }));
//! ```

mod check;
mod generate;
mod interface;
mod package;
mod program;
mod run;
mod shrink;
mod stress;
mod validate;

pub use check::{CheckResult, JuryFile, check};
pub use generate::{generate, generate_file};
pub use interface::{
    CHECKER_INTERFACES, Channel, CheckerInterface, Exits, Files, Slot, VALIDATOR_INTERFACES,
    ValidatorInterface,
};
pub use package::{LICENSES, PackageFormat, PackageSettings, write_package};
pub use program::{FailureKind, ProgramFailure, right_answers};
pub use run::{Ending, Limits, Run, run};
pub use shrink::{ShrinkBudget, ShrinkEnd, shrink};
pub use stress::{FailingCase, Fault, Progress, RETRIES, Stress, StressOutcome, StressStats};
pub use validate::validate;
