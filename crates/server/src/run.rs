//! A search in the open, streamed: lines of JSON, each `{"events": [...]}` or, as the last, `{"end": ...}`.
//!
//! An event is the numbers `happening, depth, count` and then `count` times `row, column, look, number`
//! (a number of -1 is none); a line holds many events in one flat list. Flat lists of numbers are half
//! as long as lists of lists, and the page reads them straight into a typed array.

use std::convert::Infallible;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tremaux_core::{Answer, Budget, Dataset, GaveUp, Outcome, OutputStyle, SearchEvent};

use crate::board::Subject;
use crate::problem::{Ask, Problem};
use crate::wire::{Picture, happening_code};
use crate::{App, Limits};

/// Bytes of a line after which it is sent.
const LINE: usize = 1 << 14;
/// Time after which a shorter one is sent.
const SOON: Duration = Duration::from_millis(50);
/// Lines that wait for the page.
const QUEUE: usize = 4;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RunAsk {
    board: Subject,
    /// Events that the page has already.
    #[serde(default)]
    skip: u64,
}

impl App {
    /// A turn to search, if there is one.
    pub(crate) fn turn_to_search(&self) -> Result<OwnedSemaphorePermit, Problem> {
        let busy = || format!("{} searches are running, which is the most", self.limits.searches);
        self.searches.clone().try_acquire_owned().map_err(|_| Problem::busy(busy()))
    }
}

impl Limits {
    /// What a search may use.
    pub(crate) fn budget(&self) -> Budget {
        Budget::unlimited().with_time(self.time).with_nodes(self.nodes)
    }
}

/// Runs a search and streams it.
pub(crate) async fn run(State(app): State<Arc<App>>, Ask(ask): Ask<RunAsk>) -> Result<Response, Problem> {
    let turn = app.turn_to_search()?;
    let RunAsk { board, skip } = ask;
    let instance = app.clone().errand(move |app| app.instance(&board)).await?;
    let (queue, lines) = mpsc::channel(QUEUE);
    let left = Arc::new(AtomicBool::new(false));
    let sender = Sender { queue, patience: app.limits.patience, left: left.clone() };
    tokio::task::spawn_blocking(move || {
        let _turn = turn;
        search(instance, skip, &app.limits, sender);
    });
    let body = Body::from_stream(Lines { lines, left });
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], body).into_response())
}

/// The lines as they come. Once it is dropped, because the page has left, the search stops.
struct Lines {
    lines: mpsc::Receiver<Bytes>,
    left: Arc<AtomicBool>,
}

impl futures_core::Stream for Lines {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context) -> Poll<Option<Self::Item>> {
        self.lines.poll_recv(cx).map(|line| line.map(Ok))
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        self.left.store(true, Ordering::Relaxed);
    }
}

/// The other end of [`Lines`].
struct Sender {
    queue: mpsc::Sender<Bytes>,
    patience: Duration,
    left: Arc<AtomicBool>,
}

impl Sender {
    /// Waits while the queue is full; breaks where the page has left or does not read.
    fn send(&self, mut line: String) -> ControlFlow<()> {
        line.push('\n');
        let sending = tokio::time::timeout(self.patience, self.queue.send(line.into()));
        match Handle::current().block_on(sending) {
            Ok(Ok(())) => ControlFlow::Continue(()),
            _ => {
                self.left.store(true, Ordering::Relaxed);
                ControlFlow::Break(())
            }
        }
    }
}

/// Searches and sends.
fn search(mut instance: Box<dyn Dataset>, skip: u64, limits: &Limits, sender: Sender) {
    let budget = limits.budget().with_cancel(sender.left.clone());
    let since = Instant::now();
    let mut feed = Feed { sender, line: String::new(), since, skip, room: limits.events, more: false };
    let played = end(instance.play(&budget, &mut |frame| feed.show(frame)));
    if feed.send_line().is_break() {
        return;
    }
    // The page has as many events as it wants; the answer is then found without showing how.
    let more = feed.more;
    let mut end = if more { end(instance.solve(&budget)) } else { played };
    end["more"] = more.into();
    let _ = feed.sender.send(json!({ "end": end }).to_string());
}

/// Packs events into lines.
struct Feed {
    sender: Sender,
    line: String,
    /// When the last line was sent.
    since: Instant,
    /// Events yet to be passed over, and to be sent.
    skip: u64,
    room: u64,
    /// Was there one that found no room?
    more: bool,
}

impl Feed {
    fn show(&mut self, frame: SearchEvent) -> ControlFlow<()> {
        if self.skip > 0 {
            self.skip -= 1;
            return ControlFlow::Continue(());
        }
        if self.room == 0 {
            self.more = true;
            return ControlFlow::Break(());
        }
        self.room -= 1;
        let line = &mut self.line;
        line.push_str(if line.is_empty() { "{\"events\":[" } else { "," });
        let (happening, count) = (happening_code(frame.kind), frame.marks.len());
        let _ = write!(line, "{happening},{},{count}", frame.depth);
        for mark in frame.marks {
            let number = mark.number.map_or(-1, i64::from);
            let look = crate::wire::look_code(mark.look);
            let _ = write!(line, ",{},{},{look},{number}", mark.cell.row, mark.cell.col);
        }
        if line.len() >= LINE || self.since.elapsed() >= SOON {
            self.send_line()
        } else {
            ControlFlow::Continue(())
        }
    }

    fn send_line(&mut self) -> ControlFlow<()> {
        self.since = Instant::now();
        if self.line.is_empty() {
            return ControlFlow::Continue(());
        }
        self.line.push_str("]}");
        self.sender.send(std::mem::take(&mut self.line))
    }
}

/// How a search ended, with all that is to be shown of it.
fn end(outcome: Outcome) -> Value {
    let (kind, reason, answer) = match outcome {
        Outcome::Solved(answer) => ("solved", String::new(), Some(answer)),
        Outcome::Impossible { reason, answer } => ("impossible", reason, Some(answer)),
        Outcome::GaveUp(GaveUp::Cancelled) => ("stopped", "the search was called off".into(), None),
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
