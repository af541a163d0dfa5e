//! Requests that make boards: the list of puzzles with their samples, texts and files, random boards.

use serde::Deserialize;
use serde_json::{Value, json};
use tremaux_core::{Reader, Rng, Roles};

use crate::board::{Board, Choices, judge_text, no_board};
use crate::{ApiError, Handler, wire};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadRequest {
    puzzle: String,
    #[serde(default)]
    options: Choices,
    /// The bytes of a text or file, each as the character with its number.
    bytes: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GenerateRequest {
    puzzle: String,
    #[serde(default)]
    options: Choices,
    seed: u64,
}

impl Handler {
    /// All puzzles.
    pub(crate) fn list(&self) -> Value {
        self.puzzles.iter().map(|&puzzle| wire::puzzle(puzzle)).collect()
    }

    /// The boards of a text or file, in any format that the puzzle reads; they come back as judge text.
    pub(crate) fn read(&self, request: ReadRequest) -> Result<Value, ApiError> {
        let ReadRequest { puzzle, options, bytes } = request;
        let bytes: Option<Vec<u8>> = bytes.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect();
        let bytes = bytes.ok_or_else(|| ApiError::unusable("expected bytes, found a character above 255"))?;
        let mut session = self.open(&puzzle, &options)?;
        let mut reader = Reader::from_bytes(&bytes);
        let mut texts = Vec::new();
        let mut more = false;
        while let Some(dataset) = session.read(&mut reader)? {
            more = texts.len() == self.limits.boards;
            if more {
                break;
            }
            self.check_size(dataset.cells())?;
            texts.push(judge_text(&*dataset)?);
        }
        if texts.is_empty() {
            return Err(no_board());
        }
        let kept = self.options_after_reading(&puzzle, &options)?;
        let board = |text| self.board(&puzzle, &kept, text);
        let boards = texts.into_iter().map(board).collect::<Result<Vec<Board>, _>>()?;
        Ok(json!({ "boards": boards, "more": more }))
    }

    /// The options without those that say how an input is read: the dataset comes back in the judge's format, and
    /// moves that were to be made first are made.
    fn options_after_reading(&self, name: &str, choices: &Choices) -> Result<Choices, ApiError> {
        let specs = self.puzzle(name)?.options();
        let is_used_up =
            |name: &str| specs.iter().any(|spec| spec.name == name && spec.roles.has(Roles::FILES));
        let mut kept = choices.clone();
        kept.retain(|name, _| !is_used_up(name));
        Ok(kept)
    }

    /// A random board, the same for the same seed.
    pub(crate) fn generate(&self, request: GenerateRequest) -> Result<Board, ApiError> {
        let GenerateRequest { puzzle, options, seed } = request;
        let mut session = self.open(&puzzle, &options)?;
        self.check_size(session.generated_cells())?;
        let dataset = session.generate(&mut Rng::new(seed))?;
        let kept = self.options_after_reading(&puzzle, &options)?;
        self.board(&puzzle, &kept, judge_text(&*dataset)?)
    }
}
