//! From a request over HTTP to the lines of its answer.
//!
//! A request is answered on a thread of its own, which sends its lines through a short queue: a client that reads slowly
//! slows its own search down, a client that leaves ends it. The first item decides the status of the response.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::time::timeout;
use tremaux_handler::{ApiError, Client, Request};

use crate::App;
use crate::refusal::Refusal;

/// Lines that wait for the client.
const QUEUE: usize = 4;

/// Answers a request of the page.
pub(crate) async fn answer(
    request: Request,
    State(app): State<Arc<App>>,
    RequestBody(body): RequestBody,
) -> Result<Response, Refusal> {
    let turn = app.turn(request).await?;
    let (queue, lines) = mpsc::channel(QUEUE);
    let left = Arc::new(AtomicBool::new(false));
    // From here on, dropping `lines` ends the work: now while it waits, later as a part of the response.
    let mut lines = Lines { first: None, lines, left: left.clone() };
    let sender = Sender { queue, turn, patience: app.limits.patience, left };
    tokio::task::spawn_blocking(move || sender.work(&app, request, &body));
    match lines.lines.recv().await {
        Some(Ok(first)) => lines.first = Some(first),
        Some(Err(error)) => return Err(error.into()),
        None => return Err(ApiError::internal().into()),
    }
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines)).into_response())
}

/// The lines as they come. When it is dropped, because the client has left, the work stops.
struct Lines {
    first: Option<Bytes>,
    lines: mpsc::Receiver<Result<Bytes, ApiError>>,
    left: Arc<AtomicBool>,
}

impl futures_core::Stream for Lines {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context) -> Poll<Option<Self::Item>> {
        if let Some(first) = self.first.take() {
            return Poll::Ready(Some(Ok(first)));
        }
        self.lines.poll_recv(cx).map(|item| {
            // The status of the response is sent already: a late error is a line like the others.
            item.map(|item| Ok(item.unwrap_or_else(|error| format!("{}\n", error.to_json()).into())))
        })
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        self.left.store(true, Ordering::Relaxed);
    }
}

/// The other end of [`Lines`], on the thread that works.
struct Sender {
    queue: mpsc::Sender<Result<Bytes, ApiError>>,
    turn: Turn,
    patience: Duration,
    left: Arc<AtomicBool>,
}

impl Sender {
    fn work(mut self, app: &App, request: Request, body: &[u8]) {
        let left = self.left.clone();
        let mut send = |line: String| self.send(line);
        let mut client = Client::new(&mut send).with_flag(left);
        if let Err(error) = app.handler.handle(request, body, &mut client) {
            // A client that has left needs no error.
            let _ = Handle::current().block_on(timeout(self.patience, self.queue.send(Err(error))));
        }
    }

    /// Waits while the queue is full; breaks if the client has left or does not read. While it waits, others may
    /// work in its place.
    fn send(&mut self, mut line: String) -> ControlFlow<()> {
        line.push('\n');
        let Err(mpsc::error::TrySendError::Full(line)) = self.queue.try_send(Ok(line.into())) else {
            return if self.queue.is_closed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        };
        let turn = &mut self.turn;
        let queue = &self.queue;
        let waiting = async {
            turn.pass();
            queue.send(line).await.is_ok() && turn.take().await
        };
        match Handle::current().block_on(timeout(self.patience, waiting)) {
            Ok(true) => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    }
}

/// A place among the requests that may be worked on at the same time.
struct Turn {
    places: Arc<Semaphore>,
    place: Option<OwnedSemaphorePermit>,
}

impl Turn {
    fn pass(&mut self) {
        self.place = None;
    }

    async fn take(&mut self) -> bool {
        self.place = self.places.clone().acquire_owned().await.ok();
        self.place.is_some()
    }
}

impl App {
    /// A place for a request, if there is one. Short requests wait for it, but not indefinitely.
    async fn turn(&self, request: Request) -> Result<Turn, Refusal> {
        let full = |max: usize, what: &str| {
            Refusal::busy(format!("limit of {max} concurrent {what} reached; try again later"))
        };
        let (places, max, what) = match request {
            Request::Run => (&self.searches, self.limits.searches, "searches"),
            Request::Export => (&self.exports, self.limits.exports, "exports"),
            _ => {
                let place = timeout(self.limits.patience, self.short.clone().acquire_owned()).await;
                let place = place.ok().and_then(Result::ok);
                let place =
                    place.ok_or_else(|| Refusal::busy("the server is overloaded; try again later"))?;
                return Ok(Turn { places: self.short.clone(), place: Some(place) });
            }
        };
        let place = places.clone().try_acquire_owned().map_err(|_| full(max, what))?;
        Ok(Turn { places: places.clone(), place: Some(place) })
    }
}

/// The body of a request.
pub(crate) struct RequestBody(Bytes);

impl FromRequest<Arc<App>> for RequestBody {
    type Rejection = Refusal;

    async fn from_request(request: axum::extract::Request, app: &Arc<App>) -> Result<Self, Refusal> {
        match timeout(app.limits.header, Bytes::from_request(request, app)).await {
            Ok(Ok(bytes)) => Ok(RequestBody(bytes)),
            Ok(Err(rejection)) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "request body too large"))
            }
            Ok(Err(rejection)) => Err(Refusal::new(rejection.status(), rejection.body_text())),
            Err(_) => Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "the request took too long")),
        }
    }
}
