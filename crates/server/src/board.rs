//! Boards as they travel: the dataset as judge text, its drawing, and the options it belongs to.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tremaux_core::{Dataset, OptionKind, Options, Puzzle, Reader, Session};

use crate::problem::Problem;
use crate::wire::Picture;
use crate::{App, Limits};

/// Names and values of options, as they stand on a command line.
pub(crate) type Choices = BTreeMap<String, String>;

/// The dataset that a request is about.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Subject {
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

impl App {
    /// Opens a puzzle by its name. Boards whose size is an option are measured before there is one.
    pub(crate) fn open(&self, name: &str, choices: &Choices) -> Result<Box<dyn Session>, Problem> {
        let puzzle = self.puzzle(name)?;
        let given = choices.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let options = Options::parse(puzzle.options(), given)?;
        for spec in puzzle.options().iter().filter(|spec| matches!(spec.kind, OptionKind::Size { .. })) {
            let (rows, cols) = options.size(spec.name);
            fits(u64::from(rows) * u64::from(cols), &self.limits)?;
        }
        Ok(puzzle.open(&options)?)
    }

    pub(crate) fn puzzle(&self, name: &str) -> Result<&'static dyn Puzzle, Problem> {
        let found = self.puzzles.iter().copied().find(|puzzle| puzzle.name() == name);
        found.ok_or_else(|| Problem::unusable(format!("there is no puzzle {name:?}")))
    }

    /// The dataset of a request.
    pub(crate) fn instance(&self, subject: &Subject) -> Result<Box<dyn Dataset>, Problem> {
        let Subject { puzzle, options, dataset } = subject;
        let instance = self.open(puzzle, options)?.read(&mut Reader::from_bytes(dataset.as_bytes()))?;
        let instance = instance.ok_or_else(|| Problem::unusable("there is no board in the text"))?;
        fits(instance.cells(), &self.limits)?;
        Ok(instance)
    }

    /// The board of a dataset: what whoever asks for it next will get.
    pub(crate) fn board(&self, puzzle: &str, options: &Choices, dataset: String) -> Result<Board, Problem> {
        let subject = Subject { puzzle: puzzle.into(), options: options.clone(), dataset };
        let instance = self.instance(&subject)?;
        let drawing = Picture::from(&instance.draw()?);
        Ok(Board { dataset: written(&*instance)?, options: subject.options, drawing })
    }

    /// Does a short piece of work on a thread that may take its time. Where too much is being done
    /// already, it waits for its turn, but not for ever.
    pub(crate) async fn errand<T: Send + 'static>(
        self: Arc<Self>,
        work: impl FnOnce(&App) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let turn = tokio::time::timeout(self.limits.time, self.errands.clone().acquire_owned()).await;
        let Ok(Ok(turn)) = turn else {
            return Err(Problem::busy("the server has too much to do; try again in a moment"));
        };
        let done = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            work(&self)
        });
        done.await.unwrap_or_else(|_| Err(Problem::failed()))
    }
}

/// Fails where a board is larger than the page can show.
pub(crate) fn fits(cells: u64, limits: &Limits) -> Result<(), Problem> {
    if cells <= limits.cells {
        return Ok(());
    }
    let most = limits.cells;
    Err(Problem::unusable(format!("a board of {cells} cells is too large for the page, which shows {most}")))
}

/// The dataset as judge text.
pub(crate) fn written(instance: &dyn Dataset) -> Result<String, Problem> {
    let mut text = Vec::new();
    instance.write(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}
