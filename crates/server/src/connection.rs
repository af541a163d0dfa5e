//! Connections that end by themselves.
//!
//! A client may connect and say nothing, or stop reading in the middle of an answer, and each connection
//! takes a socket and a task. So there are only so many at a time, and one on which nothing moves is closed.

use std::future::Future;
use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep, sleep};

/// Takes connections as long as there is room for one more.
pub(crate) struct Door {
    listener: TcpListener,
    room: Arc<Semaphore>,
    idle: Duration,
}

impl Door {
    /// For so many connections, each closed after so much time in which nothing moves.
    pub(crate) fn new(listener: TcpListener, connections: usize, idle: Duration) -> Self {
        Door { listener, room: Arc::new(Semaphore::new(connections)), idle }
    }
}

impl Listener for Door {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        let place = self.room.clone().acquire_owned().await.ok();
        let (stream, address) = Listener::accept(&mut self.listener).await;
        let patience = Box::pin(sleep(self.idle));
        (Connection { stream, idle: self.idle, patience, _place: place }, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// A connection, and when it is given up.
pub(crate) struct Connection {
    stream: TcpStream,
    idle: Duration,
    patience: Pin<Box<Sleep>>,
    _place: Option<OwnedSemaphorePermit>,
}

impl Connection {
    /// What came of reading or writing; a fault where it waits for too long.
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
