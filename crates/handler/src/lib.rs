//! Requests of the page and their answers, without sockets and threads.
//!
//! A request is a name and a body of JSON, its answer a sequence of lines of JSON. So the page works over HTTP
//! (crate `server`) and in a browser alone (crate `wasm`), and both are thin shells over [`Handler`].
//!
//! Nothing is stored between requests: each carries all that is needed to answer it. Boards travel as judge
//! text together with their drawing. The handler knows no puzzle: the page builds its forms from the options
//! of a puzzle and its tools from what the puzzle lets a person change.
//!
//! ```
//! use std::ops::ControlFlow;
//! use tremaux_handler::{Client, Handler, Request, WorkLimits};
//! use tremaux_puzzles::null::Null;
//!
//! let handler = Handler::new(&[&Null], WorkLimits::default());
//! let mut lines = Vec::new();
//! let mut send = |line: String| {
//!     lines.push(line);
//!     ControlFlow::Continue(())
//! };
//! let body = br#"{"board":{"puzzle":"null","dataset":"2\n0 0\n"}}"#;
//! handler.handle(Request::Run, body, &mut Client::new(&mut send)).unwrap();
//! assert!(lines[0].starts_with(r#"{"events":["#));
//! assert!(lines[1].contains(r#""outcome":"solved""#));
//! ```

mod board;
mod boards;
mod check;
mod client;
mod edit;
mod error;
mod export;
mod run;
mod wire;

use std::time::Duration;

use serde::de::DeserializeOwned;
use tremaux_core::{Budget, Puzzle};

pub use client::Client;
pub use error::{ApiError, ErrorKind};

/// Limits of one request.
#[derive(Clone, Debug)]
pub struct WorkLimits {
    /// Cells of a board.
    pub cells: u64,
    /// Boards taken from one text.
    pub boards: usize,
    /// Moves of a search.
    pub nodes: u64,
    /// Time of a search or an export; unlimited if `None`.
    pub time: Option<Duration>,
    /// Events in one answer; the page may ask for the following ones.
    pub events: u64,
}

impl Default for WorkLimits {
    fn default() -> Self {
        WorkLimits {
            cells: 10_000,
            boards: 100,
            nodes: 100_000_000,
            time: Some(Duration::from_secs(10)),
            events: 200_000,
        }
    }
}

/// What a request asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// All puzzles, and the palette of the boards.
    Puzzles,
    /// The boards of a text or file.
    Read,
    /// A random board.
    Generate,
    /// A board changed by hand.
    Edit,
    /// The verdict on a program's output.
    Check,
    /// A search, event by event.
    Run,
    /// A file: a picture, an animation or a text.
    Export,
}

impl Request {
    /// All requests.
    pub const ALL: [Request; 7] = [
        Request::Puzzles,
        Request::Read,
        Request::Generate,
        Request::Edit,
        Request::Check,
        Request::Run,
        Request::Export,
    ];

    /// Returns its name in addresses and messages.
    pub fn name(self) -> &'static str {
        match self {
            Request::Puzzles => "puzzles",
            Request::Read => "read",
            Request::Generate => "generate",
            Request::Edit => "edit",
            Request::Check => "check",
            Request::Run => "run",
            Request::Export => "export",
        }
    }

    /// Returns the request with this name.
    ///
    /// ```
    /// use tremaux_handler::Request;
    /// assert_eq!(Request::from_name("run"), Some(Request::Run));
    /// assert_eq!(Request::from_name("walk"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Request> {
        Request::ALL.into_iter().find(|request| request.name() == name)
    }
}

/// Answers requests about some puzzles within some limits.
pub struct Handler {
    puzzles: &'static [&'static dyn Puzzle],
    limits: WorkLimits,
}

impl Handler {
    /// A handler of requests about these puzzles.
    pub fn new(puzzles: &'static [&'static dyn Puzzle], limits: WorkLimits) -> Self {
        Handler { puzzles, limits }
    }

    /// Answers one request: sends its lines to the client, each without its newline. Ends early, without an
    /// error, if the client leaves.
    ///
    /// # Errors
    /// If the request cannot be answered. Lines that were sent before are then worth nothing.
    pub fn handle(&self, request: Request, body: &[u8], client: &mut Client) -> Result<(), ApiError> {
        match request {
            Request::Puzzles => client.send_json(&self.list()),
            Request::Read => client.send_json(&self.read(parse(body)?)?),
            Request::Generate => client.send_json(&self.generate(parse(body)?)?),
            Request::Edit => client.send_json(&self.edit(parse(body)?)?),
            Request::Check => client.send_json(&self.check(parse(body)?, client)?),
            Request::Run => self.run(parse(body)?, client)?,
            Request::Export => self.export(parse(body)?, client)?,
        }
        Ok(())
    }

    /// The limits of a search for this client.
    fn budget(&self, client: &Client) -> Budget {
        let budget = Budget::unlimited().with_nodes(self.limits.nodes).with_cancel(client.has_left());
        match self.limits.time {
            Some(time) => budget.with_time(time),
            None => budget,
        }
    }
}

fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, ApiError> {
    Ok(serde_json::from_slice(body)?)
}
