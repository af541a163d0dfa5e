//! How the processes of a cluster find each other, and make sure that they count the same.
//!
//! Process `i` connects to all processes before it and accepts those after it. On each connection both sides
//! send a [`Head`]. If one differs, or a process number is used twice, the processes that are part of it end with an
//! error, and before they end they pass the reason on for a few seconds, so that no third one waits in vain.

use crate::Error;
use crate::cluster::Cluster;
use crate::head::{Head, MAGIC, field};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Time between two attempts to connect.
const RETRY: Duration = Duration::from_millis(50);
/// Time for a connection, and for the answer to a head. Longer than [`HEAD`], so that a process that waits for the
/// answer outlasts strangers that are heard before it and say nothing.
const ANSWER: Duration = Duration::from_secs(2);
/// Time for the head of a process that has connected: it sends it at once.
const HEAD: Duration = Duration::from_millis(500);
/// Time in which a process that ends with an error passes the reason on.
const FAREWELL: Duration = Duration::from_secs(3);
/// No head is longer.
const MAX_HEAD: u64 = 1 << 20;

/// The connections to all other processes (`None` for this one), once all have agreed on `head`.
pub(crate) fn connect(
    cluster: &Cluster,
    head: &Head,
    cancel: &AtomicBool,
) -> Result<Vec<Option<TcpStream>>, Error> {
    let address = &cluster.hosts[cluster.process];
    let listen = || {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        Ok(listener)
    };
    let listener = listen()
        .map_err(|error: io::Error| Error::Cluster(format!("cannot listen on {address}: {error}")))?;
    let head = head.clone().with("processes", cluster.hosts.len());
    let peers = cluster.hosts.iter().map(|_| Peer::Awaited).collect();
    let mut meeting = Meeting { cluster, listener, head, peers, stop: None };
    let mut deadline = None;
    loop {
        if cancel.load(Ordering::Relaxed) {
            return Err(Error::Cancelled);
        }
        meeting.accept();
        meeting.call();
        meeting.notice_losses();
        if let Some(reason) = &meeting.stop {
            let end = *deadline.get_or_insert_with(|| Instant::now() + FAREWELL);
            if meeting.is_over() || Instant::now() > end {
                return Err(Error::Cluster(reason.clone()));
            }
        } else if meeting.is_over() {
            return Ok(meeting.peers.into_iter().map(Peer::stream).collect());
        }
        thread::sleep(RETRY);
    }
}

enum Peer {
    Awaited,
    Connected(TcpStream),
    /// It knows why there will be no count.
    Answered,
}

impl Peer {
    fn stream(self) -> Option<TcpStream> {
        match self {
            Peer::Connected(stream) => Some(stream),
            Peer::Awaited | Peer::Answered => None,
        }
    }
}

struct Meeting<'a> {
    cluster: &'a Cluster,
    listener: TcpListener,
    head: Head,
    peers: Vec<Peer>,
    /// Why there will be no count.
    stop: Option<String>,
}

impl Meeting<'_> {
    /// Whether nobody is waited for.
    fn is_over(&self) -> bool {
        let awaited = |(i, peer): (usize, &Peer)| i != self.cluster.process && matches!(peer, Peer::Awaited);
        !self.peers.iter().enumerate().any(awaited)
    }

    /// What this process says of itself.
    fn own_head(&self) -> String {
        let head = self.head.clone().with("process", self.cluster.process);
        match &self.stop {
            Some(reason) => head.with("stop", reason).text(),
            None => head.text(),
        }
    }

    /// Stores a connection, or the reason why there will be no count.
    fn settle(&mut self, process: usize, agreed: Result<TcpStream, String>) {
        self.peers[process] = match (agreed, &self.stop) {
            (Ok(stream), None) => Peer::Connected(stream),
            (Ok(_), Some(_)) => Peer::Answered,
            (Err(reason), _) => {
                self.stop.get_or_insert(reason);
                Peer::Answered
            }
        };
    }

    /// Whether the head of a process is that of the same count.
    fn compare(&self, process: usize, head: &str) -> Result<(), String> {
        if let Some(reason) = field(head, "stop") {
            return Err(format!("process {process} stopped: {reason}"));
        }
        match self.head.difference(head) {
            Some(difference) => Err(format!("process {process} does not count the same: {difference}")),
            None => Ok(()),
        }
    }

    /// Accepts processes after this one.
    fn accept(&mut self) {
        while let Ok((stream, _)) = self.listener.accept() {
            // A peer that sends no head is not a process of a count: nobody waits for it.
            let Ok(head) = receive(&stream, HEAD) else { continue };
            let process = field(&head, "process").and_then(|number| number.parse::<usize>().ok());
            let known = process.filter(|&p| p > self.cluster.process && p < self.peers.len());
            let Some(process) = known else {
                let mut reason =
                    self.head.difference(&head).unwrap_or_else(|| "unknown process number".into());
                reason.insert_str(0, "a process does not count the same: ");
                let _ = send(&stream, &self.head.clone().with("stop", &reason).text());
                if head.starts_with(MAGIC) {
                    self.stop.get_or_insert(reason);
                }
                continue;
            };
            if matches!(self.peers[process], Peer::Connected(_)) {
                // The first one counts; the second has the wrong number.
                let reason = format!("process number {process} is used twice");
                let _ = send(&stream, &self.head.clone().with("stop", reason).text());
                continue;
            }
            let agreed = self.compare(process, &head);
            if let Err(reason) = &agreed {
                self.stop.get_or_insert(reason.clone());
            }
            let answered = send(&stream, &self.own_head());
            if answered.is_ok() {
                self.settle(process, agreed.map(|()| stream));
            }
        }
    }

    /// Calls the processes before this one that did not answer yet.
    fn call(&mut self) {
        for process in 0..self.cluster.process {
            if matches!(self.peers[process], Peer::Awaited) {
                let address = &self.cluster.hosts[process];
                // Until it is started, nothing listens there.
                let Ok(stream) = call(address) else { continue };
                let agreed = match send(&stream, &self.own_head()).and_then(|()| receive(&stream, ANSWER)) {
                    Ok(head) if head.starts_with(MAGIC) => self.compare(process, &head).map(|()| stream),
                    Ok(_) => Err(format!("{address} is no process of this version of the program")),
                    Err(error) => Err(format!("{address} is no process of a count: {error}")),
                };
                self.settle(process, agreed);
            }
        }
    }

    /// Finds processes that ended while this one waits for others.
    fn notice_losses(&mut self) {
        for process in 0..self.peers.len() {
            let Peer::Connected(stream) = &self.peers[process] else { continue };
            let lost = stream.set_nonblocking(true).is_err()
                || match stream.peek(&mut [0]) {
                    Ok(read) => read == 0,
                    Err(error) => error.kind() != ErrorKind::WouldBlock,
                };
            if lost {
                self.settle(process, Err(format!("process {process} ended before the count began")));
            }
        }
    }
}

fn call(address: &str) -> io::Result<TcpStream> {
    let mut error = io::Error::from(ErrorKind::NotFound);
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, ANSWER) {
            Ok(stream) => return Ok(stream),
            Err(fault) => error = fault,
        }
    }
    Err(error)
}

fn send(mut stream: &TcpStream, head: &str) -> io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(ANSWER))?;
    stream.write_all(head.as_bytes())?;
    stream.set_write_timeout(None)
}

/// Reads a head, waiting so long for each part. One byte at a time: what follows it is not for this module.
fn receive(stream: &TcpStream, patience: Duration) -> io::Result<String> {
    stream.set_nonblocking(false)?;
    stream.set_read_timeout(Some(patience))?;
    let mut head = String::new();
    let mut lines = BufReader::with_capacity(1, stream).take(MAX_HEAD);
    while lines.read_line(&mut head)? > 0 {
        // What does not begin like a head has no end to wait for.
        if head.ends_with("\n\n") || !head.starts_with(&MAGIC[..13]) {
            break;
        }
    }
    stream.set_read_timeout(None)?;
    if head.is_empty() { Err(ErrorKind::UnexpectedEof.into()) } else { Ok(head) }
}
