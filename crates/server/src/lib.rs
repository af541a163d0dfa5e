//! The workbench as a local web page, over any puzzle of the contract.
//!
//! The page asks for the puzzles, makes its forms from their options and its tools from what they let a
//! person change; boards travel as judge text with their drawing. Nothing is stored: each request brings
//! all that is needed to answer it, so that requests are independent and a page outlives the server.
//!
//! A search runs on a thread of its own and sends its events in batches, as lines of JSON, through a
//! short queue: a page that reads slowly slows the search down, a page that is closed ends it.
//!
//! The page is served to this machine alone; the module `guard` says what that takes.
//!
//! ```
//! use tremaux_puzzles::null::Null;
//! use tremaux_server::{Config, Server};
//!
//! let server = Server::bind(&[&Null], Config::local(0))?; // any free port
//! assert!(server.url().unwrap().starts_with("http://127.0.0.1:"));
//! // From here, `server.run_until(&stop)` answers until the flag is set.
//! # Ok::<(), tremaux_core::Diagnostic>(())
//! ```

mod api;
mod board;
mod connection;
mod export;
mod guard;
mod page;
mod problem;
mod run;
mod wire;

use std::future::Future;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};
use axum::{Router, middleware};
use tokio::sync::Semaphore;
use tremaux_core::{Diagnostic, Puzzle};

use connection::Door;

/// What requests may use.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of a request.
    pub body: usize,
    /// Cells of a board. The page draws each as an element of its own.
    pub cells: u64,
    /// Boards taken from one text.
    pub boards: usize,
    /// Searches at the same time; one more is turned away.
    pub searches: usize,
    /// Moves of a search.
    pub nodes: u64,
    /// Time of a search, and of waiting for a turn at anything else.
    pub time: Duration,
    /// Events sent in one answer; the page may ask for those behind them.
    pub events: u64,
    /// How long a search waits for a page that does not read.
    pub patience: Duration,
    /// Connections at the same time; one more waits.
    pub connections: usize,
    /// How long nothing may move on a connection before it is closed: longer than any search may take.
    pub idle: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            body: 1 << 20,
            cells: 10_000,
            boards: 100,
            searches: 4,
            nodes: 100_000_000,
            time: Duration::from_secs(10),
            events: 200_000,
            patience: Duration::from_secs(30),
            connections: 256,
            idle: Duration::from_secs(90),
        }
    }
}

/// Where the page is served, and to whom.
#[derive(Clone, Debug)]
pub struct Config {
    /// Address and port; port 0 takes a free one.
    pub address: SocketAddr,
    /// Names of this machine, besides the loopback ones, under which the page may be asked for.
    pub hosts: Vec<String>,
    /// What requests may use.
    pub limits: Limits,
}

impl Config {
    /// On the loopback interface.
    pub fn local(port: u16) -> Self {
        Config { address: ([127, 0, 0, 1], port).into(), hosts: Vec::new(), limits: Limits::default() }
    }
}

struct App {
    puzzles: &'static [&'static dyn Puzzle],
    hosts: Vec<String>,
    limits: Limits,
    /// Searches that may still begin.
    searches: Arc<Semaphore>,
    /// Short pieces of work that may still begin.
    errands: Arc<Semaphore>,
}

impl App {
    fn new(puzzles: &'static [&'static dyn Puzzle], hosts: &[String], limits: Limits) -> Arc<Self> {
        Arc::new(App {
            puzzles,
            hosts: hosts.iter().map(|host| host.to_ascii_lowercase()).collect(),
            searches: Arc::new(Semaphore::new(limits.searches)),
            errands: Arc::new(Semaphore::new(8)),
            limits,
        })
    }
}

/// A server that listens and does not answer yet.
pub struct Server {
    listener: TcpListener,
    app: Arc<App>,
}

impl Server {
    /// Takes the port. Fails where it is taken, and where the address is not a loopback one and no host
    /// is allowed: without a name to compare with, any page on the web could reach the server.
    pub fn bind(puzzles: &'static [&'static dyn Puzzle], config: Config) -> Result<Self, Diagnostic> {
        let Config { address, hosts, limits } = config;
        if !address.ip().is_loopback() && hosts.is_empty() {
            return Err(Diagnostic::new(format!("{} can be reached from other machines", address.ip()))
                .in_option("bind")
                .help("name the host under which they reach it, with --allow-host NAME"));
        }
        let refused = |error: io::Error| Diagnostic::new(format!("cannot listen on {address}: {error}"));
        let listener = TcpListener::bind(address).map_err(|error| {
            refused(error).help("another port may be free: --port N, or --port 0 for any")
        })?;
        listener.set_nonblocking(true).map_err(refused)?;
        Ok(Server { listener, app: App::new(puzzles, &hosts, limits) })
    }

    /// Where the page is: `http://127.0.0.1:8080/`.
    pub fn url(&self) -> io::Result<String> {
        Ok(format!("http://{}/", self.listener.local_addr()?))
    }

    /// Number of searches that run now, as a function to call while the server runs.
    pub fn searches(&self) -> impl Fn() -> usize + Send + Sync + 'static {
        let app = self.app.clone();
        move || app.limits.searches - app.searches.available_permits()
    }

    /// Answers until `stop` is ready, then finishes what it is at, for two seconds at most.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let door = Door::new(listener, self.app.limits.connections, self.app.limits.idle);
        let (begin_end, mut ending) = tokio::sync::watch::channel(());
        let stop = async move {
            stop.await;
            drop(begin_end);
        };
        let serving = axum::serve(door, router(self.app)).with_graceful_shutdown(stop);
        let out_of_time = async {
            while ending.changed().await.is_ok() {}
            tokio::time::sleep(Duration::from_secs(2)).await;
        };
        tokio::select! {
            result = async { serving.await } => result,
            () = out_of_time => Ok(()),
        }
    }

    /// As [`run`](Server::run), on threads of its own, until the flag is set.
    pub fn run_until(self, stop: &Arc<AtomicBool>) -> io::Result<()> {
        let stop = stop.clone();
        // All that takes time is done on threads of its own.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let result = runtime.block_on(self.run(async move {
            while !stop.load(Ordering::Relaxed) {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }));
        runtime.shutdown_background();
        result
    }
}

/// What [`Server::run`] answers, without a socket: to be asked in the same process, or to be part of another
/// server. Needs a runtime of tokio with threads.
pub fn answers(puzzles: &'static [&'static dyn Puzzle], hosts: &[String], limits: Limits) -> Router {
    router(App::new(puzzles, hosts, limits))
}

fn router(app: Arc<App>) -> Router {
    page::routes()
        .route("/api/puzzles", get(api::puzzles))
        .route("/api/read", post(api::read))
        .route("/api/generate", post(api::generate))
        .route("/api/edit", post(api::edit))
        .route("/api/check", post(api::check))
        .route("/api/export", post(export::export))
        .route("/api/run", post(run::run))
        .fallback(problem::no_such_page)
        .method_not_allowed_fallback(problem::no_such_method)
        .layer(DefaultBodyLimit::max(app.limits.body))
        .layer(middleware::from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}
