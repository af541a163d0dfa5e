//! Why there is no tour, in words and as a certificate that can be checked.

use std::io::{self, Write};

use super::board::{Board, Square};
use super::portfolio::{Model, Proof, ProofStep, Vertex};

/// A proof that a query has no tour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impossibility {
    /// The proof in words: a clause that completes "no solution: ...".
    pub reason: String,
    /// The proof for a program.
    pub certificate: Certificate,
}

/// What a program needs to check that there is no tour.
///
/// ```
/// use tremaux_core::Budget;
/// use tremaux_puzzles::knight::{Board, Certificate, TourQuery, TourResult};
///
/// let query = TourQuery::from_start(Board::new(5, 5).unwrap(), 1).unwrap();
/// let TourResult::Impossible(none) = query.solve(&Budget::unlimited()) else { panic!() };
/// assert_eq!(none.certificate, Certificate::Colours);
/// assert_eq!(none.certificate.kind(), "colours");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Certificate {
    /// A theorem, with its source.
    Theorem(&'static str),
    /// Every move changes the colour, and the numbers or the places of the colours do not fit.
    Colours,
    /// Some square cannot be reached from the start.
    Unreachable,
    /// The query contradicts itself.
    Query,
    /// Forced moves, a flow, cuts, a lower bound, or a search that uses them.
    Proof(Proof),
    /// A search of so many nodes, of which no record was kept.
    Exhausted(u64),
}

impl Certificate {
    /// Returns the kind of the proof as one word: `theorem`, `colours`, `unreachable`, `query`, `forced`, `two-factor`, `cut`,
    /// `bound` or `exhausted`.
    pub fn kind(&self) -> &'static str {
        match self {
            Certificate::Theorem(_) => "theorem",
            Certificate::Colours => "colours",
            Certificate::Unreachable => "unreachable",
            Certificate::Query => "query",
            Certificate::Exhausted(_) => "exhausted",
            Certificate::Proof(proof) if proof.has_splits() => "exhausted",
            Certificate::Proof(proof) => match proof.steps.last() {
                None => "forced",
                Some(ProofStep::Cuts(_)) => "two-factor",
                Some(ProofStep::Pieces(_)) => "cut",
                Some(ProofStep::Weights(_)) => "bound",
                Some(ProofStep::Split(..)) => "exhausted",
            },
        }
    }
}

impl Certificate {
    /// Writes an object: `kind`, and `source`, `nodes` or the `steps` of the proof.
    pub(super) fn json(&self, board: &Board, out: &mut dyn Write) -> io::Result<()> {
        write!(out, r#"{{"kind":"{}""#, self.kind())?;
        match self {
            Certificate::Theorem(source) => write!(out, r#","source":"{source}""#)?,
            Certificate::Exhausted(nodes) => write!(out, r#","nodes":{nodes}"#)?,
            Certificate::Proof(proof) => {
                let squares: Vec<Square> =
                    (0..board.squares()).filter(|&square| !board.is_blocked(square)).collect();
                // The extra vertex is no square: 0.
                let number = |&vertex: &Vertex| squares.get(vertex as usize).map_or(0, |square| square + 1);
                let steps: Vec<String> = proof.steps.iter().map(|step| step_json(step, number)).collect();
                write!(out, r#","steps":[{}]"#, steps.join(","))?;
            }
            Certificate::Colours | Certificate::Unreachable | Certificate::Query => {}
        }
        out.write_all(b"}")
    }
}

fn step_json(step: &ProofStep, number: impl Fn(&Vertex) -> u32) -> String {
    fn list<T: ToString>(items: impl Iterator<Item = T>) -> String {
        format!("[{}]", items.map(|item| item.to_string()).collect::<Vec<_>>().join(","))
    }
    match step {
        ProofStep::Cuts(cuts) => {
            format!(r#"{{"left":{},"right":{}}}"#, list(cuts.left.iter()), list(cuts.right.iter()))
        }
        ProofStep::Pieces(removed) => format!(r#"{{"without":{}}}"#, list(removed.iter().map(number))),
        ProofStep::Weights(weights) => format!(r#"{{"weights":{}}}"#, list(weights.iter())),
        ProofStep::Split(one, other) => {
            format!(r#"{{"split":{}}}"#, list([one, other].into_iter().map(number)))
        }
    }
}

impl Proof {
    fn has_splits(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, ProofStep::Split(..)))
    }
}

/// A theorem rules it out.
pub(super) fn theorem(source: &'static str, reason: impl Into<String>) -> Impossibility {
    Impossibility { reason: reason.into(), certificate: Certificate::Theorem(source) }
}

/// The colours rule it out.
pub(super) fn colours(reason: impl Into<String>) -> Impossibility {
    Impossibility { reason: reason.into(), certificate: Certificate::Colours }
}

/// A search of so many nodes found nothing.
pub(super) fn exhausted(nodes: u64) -> Impossibility {
    let reason = match nodes {
        0 => "the forced moves contradict each other".into(),
        _ => format!("an exhaustive search of {} found none", tremaux_core::counted(nodes, "node")),
    };
    Impossibility { reason, certificate: Certificate::Exhausted(nodes) }
}

/// The portfolio found a proof, or none that could be kept.
pub(super) fn proved(board: &Board, model: &Model, proof: Option<Proof>, nodes: u64) -> Impossibility {
    let Some(proof) = proof else { return exhausted(nodes) };
    let reason = match proof.steps.last() {
        None => "the forced moves contradict each other".into(),
        Some(_) if proof.has_splits() => {
            return Impossibility { certificate: Certificate::Proof(proof), ..exhausted(nodes) };
        }
        Some(ProofStep::Cuts(cuts)) => {
            let least = cuts.left.iter().min().copied().unwrap_or(0);
            let short = (0..).zip(&cuts.left).filter(|&(_, &rank)| rank == least).map(|(vertex, _)| vertex);
            format!(
                "too few moves join {} to other squares: each square needs two",
                names(board, model, short)
            )
        }
        Some(ProofStep::Pieces(removed)) if removed.is_empty() => {
            "the moves that are left do not join all squares".into()
        }
        Some(ProofStep::Pieces(removed)) => format!(
            "without {} the board falls into more parts than a tour allows",
            names(board, model, removed.iter().copied())
        ),
        Some(_) => {
            "a lower bound with weights of the squares (Held and Karp 1970) excludes every tour".into()
        }
    };
    Impossibility { reason, certificate: Certificate::Proof(proof) }
}

/// The names of some squares; of many, the first few and the number of all.
fn names(board: &Board, model: &Model, vertices: impl Iterator<Item = Vertex>) -> String {
    const SHOWN: usize = 12;
    let squares: Vec<Square> = vertices.filter_map(|vertex| model.square(vertex)).collect();
    let shown: Vec<String> = squares.iter().take(SHOWN).map(|&square| board.name(square)).collect();
    let more = if squares.len() > SHOWN { ", ..." } else { "" };
    format!("the {} {}{more}", tremaux_core::counted(squares.len() as u64, "square"), shown.join(", "))
}
