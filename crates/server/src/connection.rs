//! Connections that end by themselves.
//!
//! A client may connect and send half a request, or stop reading in the middle of an answer, and each connection
//! takes a socket and a task. So the number of connections is limited, the headers of a request have a deadline, and a
//! connection on which nothing moves is closed.

use std::future::Future;
use std::io::{self, ErrorKind};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep, sleep};

use crate::Limits;

/// How long requests may go on after the server was stopped.
const LAST_ANSWERS: Duration = Duration::from_secs(2);
/// Pause after a connection that could not be accepted, such as for want of file descriptors.
const PAUSE: Duration = Duration::from_millis(100);

/// Serves connections until `stop` is ready, then finishes the running requests, for two seconds at most.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    limits: &Limits,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(limits.header);
    let places = Arc::new(Semaphore::new(limits.connections));
    let graceful = GracefulShutdown::new();
    let mut stop = pin!(stop);
    loop {
        let (stream, place) = tokio::select! {
            accepted = accept(&listener, &places) => accepted,
            () = &mut stop => break,
        };
        let io =
            TokioIo::new(Connection { stream, idle: limits.idle, patience: Box::pin(sleep(limits.idle)) });
        let connection = http.serve_connection(io, TowerToHyperService::new(router.clone()));
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            let _place = place;
            // A client that misbehaves is not an error of the server.
            let _ = connection.await;
        });
    }
    drop(listener);
    let _ = tokio::time::timeout(LAST_ANSWERS, graceful.shutdown()).await;
    Ok(())
}

/// The next connection, as soon as the limit allows one more.
async fn accept(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> (TcpStream, Option<OwnedSemaphorePermit>) {
    let place = places.clone().acquire_owned().await.ok();
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return (stream, place),
            Err(_) => sleep(PAUSE).await,
        }
    }
}

/// A connection that fails once nothing has moved on it for some time.
struct Connection {
    stream: TcpStream,
    idle: Duration,
    patience: Pin<Box<Sleep>>,
}

impl Connection {
    /// Passes on the result of reading or writing; fails if it waits for too long.
    fn watch<T>(&mut self, result: Poll<io::Result<T>>, cx: &mut Context) -> Poll<io::Result<T>> {
        if result.is_ready() {
            self.patience.as_mut().reset(Instant::now() + self.idle);
            return result;
        }
        ready!(self.patience.as_mut().poll(cx));
        Poll::Ready(Err(ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Connection {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context, buffer: &mut ReadBuf) -> Poll<io::Result<()>> {
        let result = Pin::new(&mut self.stream).poll_read(cx, buffer);
        self.watch(result, cx)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.watch(result, cx)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
