//! Files to take away: pictures, moving pictures, and the texts of the judge.

use std::ops::ControlFlow;
use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tremaux_core::{Dataset, Outcome, OutputStyle};
use tremaux_drawing::{Animation, BoardState, Drawing, gif, html, png, svg};

use crate::App;
use crate::board::Subject;
use crate::problem::{Ask, Problem};
use crate::run::written;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExportAsk {
    board: Subject,
    /// `svg` and `png` are the board with the answer on it, `gif` and `html` the search as a moving
    /// picture, `input` and `answer` what the judge gives and expects; others are the puzzle's own.
    format: String,
}

fn kind(format: &str) -> &'static str {
    match format {
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "gif" => "image/gif",
        "html" => "text/html; charset=utf-8",
        "input" | "answer" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// One file.
pub(crate) async fn export(
    State(app): State<Arc<App>>,
    Ask(ask): Ask<ExportAsk>,
) -> Result<Response, Problem> {
    let turn = app.turn_to_search()?;
    app.errand(move |app| {
        let _turn = turn;
        let file = app.file(&ask)?;
        Ok(([(header::CONTENT_TYPE, kind(&ask.format))], file).into_response())
    })
    .await
}

impl App {
    fn file(&self, ask: &ExportAsk) -> Result<Vec<u8>, Problem> {
        let mut instance = self.instance(&ask.board)?;
        let board = instance.draw()?;
        let budget = self.limits.budget();
        let mut file = Vec::new();
        let painted = match ask.format.as_str() {
            "svg" => svg::write(&self.solved(&mut *instance, board)?, &mut file),
            "png" => png::write(&self.solved(&mut *instance, board)?, &mut file),
            "gif" => gif::animate(&self.film(&mut *instance, board)?, &mut file),
            "html" => html::animate(&self.film(&mut *instance, board)?, &mut file),
            "answer" => {
                return answer(instance.solve(&budget), |answer| {
                    Ok(written(answer, OutputStyle::Judge).into())
                });
            }
            "input" => {
                self.open(&ask.board.puzzle, &ask.board.options)?.write(&[instance], &mut file)?;
                return Ok(file);
            }
            own => {
                let formats = self.puzzle(&ask.board.puzzle)?.formats();
                if !formats.iter().any(|format| format.name == own) {
                    return Err(Problem::unusable(format!("there is no format {own:?}")));
                }
                instance.export(own, &budget, &mut file)?;
                return Ok(file);
            }
        };
        painted.map_err(|error| Problem::unusable(error.to_string()))?;
        Ok(file)
    }

    /// The board with its answer, or as it is where the search was stopped.
    fn solved(&self, instance: &mut dyn Dataset, board: Drawing) -> Result<Drawing, Problem> {
        match instance.solve(&self.limits.budget()) {
            Outcome::GaveUp(_) => Ok(board),
            outcome => answer(outcome, |answer| Ok(answer.draw()?)),
        }
    }

    /// The search as it is seen, up to as many events as the page is sent at most.
    fn film(&self, instance: &mut dyn Dataset, board: Drawing) -> Result<Animation, Problem> {
        let mut film = Animation::new(board.clone());
        let mut stage = BoardState::new(board);
        let mut room = self.limits.events;
        let outcome = instance.play(&self.limits.budget(), &mut |frame| {
            if room == 0 {
                return ControlFlow::Break(());
            }
            room -= 1;
            film.step(frame.marks);
            for &mark in frame.marks {
                stage.apply(mark);
            }
            ControlFlow::Continue(())
        });
        film.finish(match outcome {
            Outcome::GaveUp(_) => stage.picture(),
            outcome => answer(outcome, |answer| Ok(answer.draw()?))?,
        });
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
        Outcome::GaveUp(limit) => Err(Problem::unusable(format!("there is no answer yet: {limit}"))),
    }
}
