//! Boards as they travel: the dataset as judge text, its drawing, and the options it belongs to.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tremaux_core::{Dataset, OptionKind, Options, Puzzle, Reader, Session};

use crate::wire::Picture;
use crate::{ApiError, Handler};

/// Names and values of options, as on a command line.
pub(crate) type Choices = BTreeMap<String, String>;

/// The board that a request is about.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BoardRequest {
    pub puzzle: String,
    #[serde(default)]
    pub options: Choices,
    pub dataset: String,
}

/// A board for the page.
#[derive(Serialize)]
pub(crate) struct Board {
    pub dataset: String,
    options: Choices,
    drawing: Picture,
}

impl Handler {
    /// Opens a puzzle by its name. A board whose size is an option is measured before it is made.
    pub(crate) fn open(&self, name: &str, choices: &Choices) -> Result<Box<dyn Session>, ApiError> {
        let puzzle = self.puzzle(name)?;
        let given = choices.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let options = Options::parse(puzzle.options(), given)?;
        for spec in puzzle.options().iter().filter(|spec| matches!(spec.kind, OptionKind::Size { .. })) {
            let (rows, cols) = options.size(spec.name);
            self.check_size(u64::from(rows) * u64::from(cols))?;
        }
        Ok(puzzle.open(&options)?)
    }

    pub(crate) fn puzzle(&self, name: &str) -> Result<&'static dyn Puzzle, ApiError> {
        let found = self.puzzles.iter().copied().find(|puzzle| puzzle.name() == name);
        found.ok_or_else(|| ApiError::unusable(format!("unknown puzzle {name:?}")))
    }

    /// The dataset of a request.
    pub(crate) fn dataset(&self, board: &BoardRequest) -> Result<Box<dyn Dataset>, ApiError> {
        let BoardRequest { puzzle, options, dataset } = board;
        let dataset = self.open(puzzle, options)?.read(&mut Reader::from_bytes(dataset.as_bytes()))?;
        let dataset = dataset.ok_or_else(no_board)?;
        self.check_size(dataset.cells())?;
        Ok(dataset)
    }

    /// The board of a dataset, as the page gets it when it asks for it next.
    pub(crate) fn board(&self, puzzle: &str, options: &Choices, dataset: String) -> Result<Board, ApiError> {
        let request = BoardRequest { puzzle: puzzle.into(), options: options.clone(), dataset };
        let dataset = self.dataset(&request)?;
        let drawing = Picture::from(&dataset.draw()?);
        Ok(Board { dataset: judge_text(&*dataset)?, options: request.options, drawing })
    }

    /// Fails if a board is larger than the page can show.
    pub(crate) fn check_size(&self, cells: u64) -> Result<(), ApiError> {
        let max = self.limits.cells;
        if cells <= max {
            return Ok(());
        }
        Err(ApiError::unusable(format!("a board of {cells} cells exceeds the page's limit of {max}")))
    }
}

pub(crate) fn no_board() -> ApiError {
    ApiError::unusable("the input contains no board")
}

/// The dataset as judge text.
pub(crate) fn judge_text(dataset: &dyn Dataset) -> Result<String, ApiError> {
    let mut text = Vec::new();
    dataset.write(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}
