//! Files to save: pictures, animations, and the texts of the judge.
//!
//! The answer is lines `{"data": base64, "written": bytes so far}`, and `{"end": {"type": media type}}` as the last,
//! without which the file is incomplete.

use std::io::{self, Write};
use std::ops::ControlFlow;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::json;
use tremaux_core::{Answer, Budget, Dataset, Outcome, OutputStyle};
use tremaux_drawing::{Animation, Drawing, gif, html, png, svg};
use web_time::Instant;

use crate::board::BoardRequest;
use crate::run::written;
use crate::{ApiError, Client, Handler};

/// Bytes of a line of data: a multiple of three, which base64 encodes without padding.
const CHUNK: usize = 3 << 14;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExportRequest {
    board: BoardRequest,
    file: File,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum File {
    /// The board with its answer: `svg` or `png`; the search as an animation: `gif` or `html`.
    Picture(Picture),
    /// The judge's `input` or the `answer` that it expects.
    Text(Text),
    /// A format of the puzzle's own, by its name.
    Format(String),
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Picture {
    Svg,
    Png,
    Gif,
    Html,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Text {
    Input,
    Answer,
}

impl File {
    fn media_type(&self) -> &'static str {
        match self {
            File::Picture(Picture::Svg) => "image/svg+xml",
            File::Picture(Picture::Png) => "image/png",
            File::Picture(Picture::Gif) => "image/gif",
            File::Picture(Picture::Html) => "text/html; charset=utf-8",
            File::Text(_) => "text/plain; charset=utf-8",
            File::Format(_) => "application/octet-stream",
        }
    }
}

impl Handler {
    /// Sends one file.
    pub(crate) fn export(&self, request: ExportRequest, client: &mut Client) -> Result<(), ApiError> {
        // The first line precedes the work, so that a client that leaves is noticed during it.
        if client.send(json!({ "written": 0 }).to_string()).is_break() {
            return Ok(());
        }
        let deadline = self.limits.time.map(|time| Instant::now() + time);
        let budget = self.budget(client);
        let mut out = Output { client, deadline, waiting: Vec::new(), written: 0, late: false };
        let result = self.write_file(&request, &budget, &mut out).and_then(|()| Ok(out.flush()?));
        if out.late {
            return Err(ApiError::unusable("the export exceeds the time limit; try a smaller board"));
        }
        if client.left() {
            return Ok(());
        }
        result?;
        client.send_json(&json!({ "end": { "type": request.file.media_type() } }));
        Ok(())
    }

    fn write_file(
        &self,
        request: &ExportRequest,
        budget: &Budget,
        out: &mut dyn Write,
    ) -> Result<(), ApiError> {
        let ExportRequest { board, file } = request;
        let mut dataset = self.dataset(board)?;
        let drawn = match file {
            File::Picture(Picture::Svg) => svg::write(&still(&mut *dataset, budget)?, out),
            File::Picture(Picture::Png) => png::write(&still(&mut *dataset, budget)?, out),
            File::Picture(Picture::Gif) => gif::animate(&self.animation(&mut *dataset, budget)?, out),
            File::Picture(Picture::Html) => html::animate(&self.animation(&mut *dataset, budget)?, out),
            File::Text(Text::Answer) => {
                let text =
                    with_answer(dataset.solve(budget), |answer| Ok(written(answer, OutputStyle::Judge)))?;
                return Ok(out.write_all(text.as_bytes())?);
            }
            File::Text(Text::Input) => {
                return Ok(self.open(&board.puzzle, &board.options)?.write(&[dataset], out)?);
            }
            File::Format(name) => return Ok(dataset.export(name, budget, out)?),
        };
        drawn.map_err(|error| ApiError::unusable(error.to_string()))
    }

    /// The search as an animation, of at most as many events as the page is sent.
    fn animation(&self, dataset: &mut dyn Dataset, budget: &Budget) -> Result<Animation, ApiError> {
        let board = dataset.draw()?;
        let mut animation = Animation::new(board);
        let mut left = self.limits.events;
        let outcome = dataset.play(budget, &mut |event| {
            if left == 0 {
                return ControlFlow::Break(());
            }
            left -= 1;
            animation.step(event.marks);
            ControlFlow::Continue(())
        });
        let last = match outcome {
            Outcome::GaveUp(_) => animation.played(),
            outcome => with_answer(outcome, |answer| Ok(answer.draw()?))?,
        };
        animation.finish(last);
        Ok(animation)
    }
}

/// The board with its answer, or without one if the search was stopped.
fn still(dataset: &mut dyn Dataset, budget: &Budget) -> Result<Drawing, ApiError> {
    let board = dataset.draw()?;
    match dataset.solve(budget) {
        Outcome::GaveUp(_) => Ok(board),
        outcome => with_answer(outcome, |answer| Ok(answer.draw()?)),
    }
}

/// Applies a function to an answer; fails if the search was stopped before there was one.
fn with_answer<T>(
    outcome: Outcome,
    function: impl FnOnce(&dyn Answer) -> Result<T, ApiError>,
) -> Result<T, ApiError> {
    match outcome {
        Outcome::Solved(answer) | Outcome::Impossible { answer, .. } => function(&*answer),
        Outcome::GaveUp(limit) => Err(ApiError::unusable(format!("no answer was found: {limit}"))),
    }
}

/// Sends bytes as lines; fails once the client has left or the time is over.
struct Output<'a, 'b> {
    client: &'a mut Client<'b>,
    deadline: Option<Instant>,
    waiting: Vec<u8>,
    written: u64,
    /// Whether it failed because the time is over.
    late: bool,
}

impl Output<'_, '_> {
    fn send(&mut self, count: usize) -> io::Result<()> {
        let data = STANDARD.encode(&self.waiting[..count]);
        self.waiting.drain(..count);
        self.written += count as u64;
        let sent = self.client.send(json!({ "data": data, "written": self.written }).to_string());
        if sent.is_break() { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(()) }
    }
}

impl Write for Output<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.late |= self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if self.late {
            return Err(io::ErrorKind::TimedOut.into());
        }
        if self.client.left() {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        self.waiting.extend_from_slice(bytes);
        while self.waiting.len() >= CHUNK {
            self.send(CHUNK)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        match self.waiting.len() {
            0 => Ok(()),
            count => self.send(count),
        }
    }
}
