//! A search, event by event: lines `{"events": [...]}` and, as the last, `{"end": ...}`.
//!
//! An event is the numbers `kind, depth, count` and then `count` times `row, column, state, number` (a number
//! of -1 is none); a line holds many events in one flat list. Flat lists are half as long as lists of lists,
//! and the page reads them into a typed array.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use tremaux_core::{Answer, GaveUp, Outcome, OutputStyle, SearchEvent};
use web_time::Instant;

use crate::board::BoardRequest;
use crate::wire::{Picture, kind_code, state_code};
use crate::{ApiError, Client, Handler};

/// A line is sent when it has this many bytes,
const LINE: usize = 1 << 14;
/// or this long after the previous one.
const INTERVAL: Duration = Duration::from_millis(50);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RunRequest {
    board: BoardRequest,
    /// Number of events that the page has already.
    #[serde(default)]
    skip: u64,
}

impl Handler {
    /// Searches and sends the events.
    pub(crate) fn run(&self, request: RunRequest, client: &mut Client) -> Result<(), ApiError> {
        let mut dataset = self.dataset(&request.board)?;
        let budget = self.budget(client);
        let mut feed = Feed {
            client,
            line: String::new(),
            since: Instant::now(),
            skip: request.skip,
            events_left: self.limits.events,
            more: false,
        };
        let played = end(dataset.play(&budget, &mut |event| feed.add(event)));
        if feed.flush().is_break() {
            return Ok(());
        }
        // The page has as many events as it takes; the answer is then found without showing how.
        let mut end = if feed.more { end(dataset.solve(&budget)) } else { played };
        end["more"] = feed.more.into();
        client.send_json(&json!({ "end": end }));
        Ok(())
    }
}

/// Packs events into lines.
struct Feed<'a, 'b> {
    client: &'a mut Client<'b>,
    line: String,
    /// When the previous line was sent.
    since: Instant,
    /// Number of events yet to be skipped, and to be sent.
    skip: u64,
    events_left: u64,
    /// Whether an event exceeded the limit.
    more: bool,
}

impl Feed<'_, '_> {
    fn add(&mut self, event: SearchEvent) -> ControlFlow<()> {
        if self.skip > 0 {
            self.skip -= 1;
            return ControlFlow::Continue(());
        }
        if self.events_left == 0 {
            self.more = true;
            return ControlFlow::Break(());
        }
        self.events_left -= 1;
        let line = &mut self.line;
        line.push_str(if line.is_empty() { "{\"events\":[" } else { "," });
        // Writing to a string cannot fail.
        let _ = write!(line, "{},{},{}", kind_code(event.kind), event.depth, event.marks.len());
        for mark in event.marks {
            let number = mark.number.map_or(-1, i64::from);
            let _ = write!(line, ",{},{},{},{number}", mark.cell.row, mark.cell.col, state_code(mark.look));
        }
        if line.len() >= LINE || self.since.elapsed() >= INTERVAL {
            self.flush()
        } else {
            ControlFlow::Continue(())
        }
    }

    fn flush(&mut self) -> ControlFlow<()> {
        self.since = Instant::now();
        if self.line.is_empty() {
            return ControlFlow::Continue(());
        }
        self.line.push_str("]}");
        self.client.send(std::mem::take(&mut self.line))
    }
}

/// How a search ended, with all that is shown of it.
fn end(outcome: Outcome) -> Value {
    let (kind, reason, answer) = match outcome {
        Outcome::Solved(answer) => ("solved", String::new(), Some(answer)),
        Outcome::Impossible { reason, answer } => ("impossible", reason, Some(answer)),
        Outcome::GaveUp(GaveUp::Cancelled) => ("stopped", "the search was cancelled".into(), None),
        Outcome::GaveUp(limit) => ("stopped", limit.to_string(), None),
    };
    let text = |style| answer.as_ref().map(|answer| written(&**answer, style));
    let drawing = answer.as_ref().and_then(|answer| answer.draw().ok());
    json!({
        "outcome": kind,
        "reason": reason,
        "text": text(OutputStyle::Text),
        "judge": text(OutputStyle::Judge),
        "drawing": drawing.as_ref().map(Picture::from),
        "warning": answer.as_ref().and_then(|answer| answer.warning()),
    })
}

/// The answer as a text.
pub(crate) fn written(answer: &dyn Answer, style: OutputStyle) -> String {
    let mut text = Vec::new();
    match answer.write(style, 1, &mut text) {
        Ok(()) => String::from_utf8_lossy(&text).into_owned(),
        Err(error) => error.to_string(),
    }
}
