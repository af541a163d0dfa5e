//! The page over HTTP: a thin shell around the crate `handler`.
//!
//! The shell serves the files of the page, turns each request into work on a thread of its own, and sends the
//! lines of the answer as they come. A search slows down while the page reads slowly, and ends when the page
//! leaves; the module `answer` says how.
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

mod answer;
mod connection;
mod guard;
mod page;
mod refusal;

use std::future::Future;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::extract::{DefaultBodyLimit, State};
use axum::routing::{get, post};
use axum::{Router, middleware};
use tokio::sync::Semaphore;
use tremaux_core::{Diagnostic, Puzzle};
use tremaux_handler::{Handler, Request};

use answer::RequestBody;
pub use tremaux_handler::WorkLimits;

/// What requests may use.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Limits of one request.
    pub work: WorkLimits,
    /// Bytes of a request.
    pub body: usize,
    /// Searches at the same time; one more is turned away.
    pub searches: usize,
    /// Exports at the same time; one more is turned away.
    pub exports: usize,
    /// How long a request waits for its turn, and for a page that does not read.
    pub patience: Duration,
    /// Connections at the same time; one more waits.
    pub connections: usize,
    /// How long the headers of a request, and then its body, may take.
    pub header: Duration,
    /// How long nothing may move on a connection before it is closed: longer than a search may take.
    pub idle: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            work: WorkLimits::default(),
            body: 1 << 20,
            searches: 4,
            exports: 2,
            patience: Duration::from_secs(10),
            connections: 256,
            header: Duration::from_secs(5),
            idle: Duration::from_secs(60),
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
    handler: Handler,
    hosts: Vec<String>,
    limits: Limits,
    /// Requests that may still begin, by their kind.
    searches: Arc<Semaphore>,
    exports: Arc<Semaphore>,
    short: Arc<Semaphore>,
}

impl App {
    /// Short requests at the same time; one more waits.
    const MAX_SHORT: usize = 8;

    fn new(puzzles: &'static [&'static dyn Puzzle], hosts: &[String], limits: Limits) -> Arc<Self> {
        Arc::new(App {
            handler: Handler::new(puzzles, limits.work.clone()),
            hosts: hosts.iter().map(|host| host.to_ascii_lowercase()).collect(),
            searches: Arc::new(Semaphore::new(limits.searches)),
            exports: Arc::new(Semaphore::new(limits.exports)),
            short: Arc::new(Semaphore::new(Self::MAX_SHORT)),
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
    /// Takes the port.
    ///
    /// # Errors
    /// If the port is taken, or if the address is not a loopback one and no host is allowed: without a name to
    /// compare with, any page on the web could reach the server.
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

    /// Returns the number of searches that run now, as a function to call while the server runs.
    pub fn searches(&self) -> impl Fn() -> usize + Send + Sync + 'static {
        let app = self.app.clone();
        move || app.limits.searches - app.searches.available_permits()
    }

    /// Answers until `stop` is ready, then finishes the running requests, for two seconds at most.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let limits = self.app.limits.clone();
        connection::serve(listener, router(self.app), &limits, stop).await
    }

    /// As [`run`](Server::run), on threads of its own, until the flag is set.
    pub fn run_until(self, stop: &Arc<AtomicBool>) -> io::Result<()> {
        let stop = stop.clone();
        // Requests are worked on by other threads.
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

/// What [`Server::run`] serves, without a socket: for tests in the same process, or as a part of another server.
/// Needs a runtime of tokio with threads.
pub fn router_of(puzzles: &'static [&'static dyn Puzzle], hosts: &[String], limits: Limits) -> Router {
    router(App::new(puzzles, hosts, limits))
}

fn router(app: Arc<App>) -> Router {
    let mut router = page::routes();
    for request in Request::ALL {
        let answer = move |app: State<Arc<App>>, body: RequestBody| answer::answer(request, app, body);
        let path = format!("/api/{}", request.name());
        router = router.route(&path, if request == Request::Puzzles { get(answer) } else { post(answer) });
    }
    router
        .fallback(refusal::no_such_page)
        .method_not_allowed_fallback(refusal::no_such_method)
        .layer(DefaultBodyLimit::max(app.limits.body))
        .layer(middleware::from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}
