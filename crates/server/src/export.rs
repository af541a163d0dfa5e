//! Files to take away: pictures, moving pictures, and the texts of the judge.

use std::ops::ControlFlow;
use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tremaux_core::{Instance, Limit, Outcome, Style};
use tremaux_drawing::{Animation, Drawing, gif, html, png, svg};

use crate::App;
use crate::board::Subject;
use crate::problem::{Ask, Problem};
use crate::run::written;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExportAsk {
    board: Subject,
    format: Format,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Format {
    /// The board with the answer on it, if there is one.
    Svg,
    Png,
    /// The search as a moving picture.
    Gif,
    Html,
    /// What the judge gives and expects.
    Input,
    Answer,
}

impl Format {
    fn kind(self) -> &'static str {
        match self {
            Format::Svg => "image/svg+xml",
            Format::Png => "image/png",
            Format::Gif => "image/gif",
            Format::Html => "text/html; charset=utf-8",
            Format::Input | Format::Answer => "text/plain; charset=utf-8",
        }
    }
}

/// One file.
pub(crate) async fn export(State(app): State<Arc<App>>, Ask(ask): Ask<ExportAsk>) -> Result<Response, Problem> {
    let turn = app.turn_to_search()?;
    app.errand(move |app| {
        let _turn = turn;
        let file = app.file(&ask)?;
        Ok(([(header::CONTENT_TYPE, ask.format.kind())], file).into_response())
    })
    .await
}

impl App {
    fn file(&self, ask: &ExportAsk) -> Result<Vec<u8>, Problem> {
        let mut instance = self.instance(&ask.board)?;
        let board = instance.draw()?;
        let budget = self.limits.budget();
        let mut file = Vec::new();
        let painted = match ask.format {
            Format::Input => {
                self.open(&ask.board.puzzle, &ask.board.options)?.write(&[instance], &mut file)?;
                Ok(())
            }
            Format::Answer => {
                file = answer(instance.solve(&budget), |answer| Ok(written(answer, Style::Judge)))?.into();
                Ok(())
            }
            Format::Svg => svg::write(&self.solved(&mut *instance, board)?, &mut file),
            Format::Png => png::write(&self.solved(&mut *instance, board)?, &mut file),
            Format::Gif => gif::animate(&self.film(&mut *instance, board)?, &mut file),
            Format::Html => html::animate(&self.film(&mut *instance, board)?, &mut file),
        };
        painted.map_err(|error| Problem::unusable(error.to_string()))?;
        Ok(file)
    }

    /// The board with its answer, or as it is where the search was stopped.
    fn solved(&self, instance: &mut dyn Instance, board: Drawing) -> Result<Drawing, Problem> {
        match instance.solve(&self.limits.budget()) {
            Outcome::GaveUp(_) => Ok(board),
            outcome => answer(outcome, |answer| Ok(answer.draw()?)),
        }
    }

    /// The search as it is seen, up to as many events as the page is sent at most.
    fn film(&self, instance: &mut dyn Instance, board: Drawing) -> Result<Animation, Problem> {
        let mut film = Animation::new(board);
        let mut room = self.limits.events;
        let outcome = instance.play(&self.limits.budget(), &mut |frame| {
            if room == 0 {
                return ControlFlow::Break(());
            }
            room -= 1;
            film.step(frame.marks);
            ControlFlow::Continue(())
        });
        match outcome {
            Outcome::GaveUp(_) => {}
            outcome => film.finish(answer(outcome, |answer| Ok(answer.draw()?))?),
        }
        Ok(film)
    }
}

/// What is made of an answer; fails where the search was stopped before there was one.
fn answer<T>(
    outcome: Outcome,
    make: impl FnOnce(&dyn tremaux_core::Answer) -> Result<T, Problem>,
) -> Result<T, Problem> {
    match outcome {
        Outcome::Solved(answer) | Outcome::Impossible { answer, .. } => make(&*answer),
        Outcome::GaveUp(limit @ Limit::Memory(_)) => Err(Problem::unusable(limit.to_string())),
        Outcome::GaveUp(limit) => Err(Problem::busy(format!("no answer yet: {limit}"))),
    }
}
