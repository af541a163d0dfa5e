//! A server on a free port, and a client as plain as can be: what it sends is written out byte by byte.

// Each test binary uses a part of it.
#![allow(dead_code)]

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use serde_json::Value;
use tremaux_core::Puzzle;
use tremaux_puzzles::null::Null;
use tremaux_server::{Config, Limits, Server};

pub static PUZZLES: &[&dyn Puzzle] = &[&Null];

pub struct Running {
    pub address: SocketAddr,
    pub searches: Box<dyn Fn() -> usize + Send + Sync>,
    _runtime: tokio::runtime::Runtime,
}

/// Serves the template puzzle until it goes out of sight.
pub fn start(limits: Limits) -> Running {
    start_with(Config { hosts: vec!["desk.example".into()], limits, ..Config::local(0) })
}

pub fn start_with(config: Config) -> Running {
    let server = Server::bind(PUZZLES, config).unwrap();
    let url = server.url().unwrap();
    let address = url.trim_start_matches("http://").trim_end_matches('/').parse().unwrap();
    let searches = Box::new(server.searches());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.spawn(server.run(std::future::pending()));
    Running { address, searches, _runtime: runtime }
}

pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.body))
    }
}

impl Running {
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// Sends bytes and reads to the end of the answer.
    pub fn send(&self, bytes: &[u8]) -> io::Result<Reply> {
        let mut stream = self.connect();
        // A server that refuses a body need not read it.
        let _ = stream.write_all(bytes);
        read_reply(&mut stream)
    }

    /// Posts a body with headers besides the usual ones.
    pub fn post_with(&self, path: &str, headers: &str, body: &[u8]) -> Reply {
        let length = body.len();
        let head =
            format!("POST {path} HTTP/1.1\r\n{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n");
        self.send(&[head.as_bytes(), body].concat()).unwrap()
    }

    pub fn post(&self, path: &str, body: &Value) -> Reply {
        self.post_bytes(path, body.to_string().as_bytes())
    }

    pub fn post_bytes(&self, path: &str, body: &[u8]) -> Reply {
        self.post_with(path, "Host: localhost\r\nContent-Type: application/json\r\n", body)
    }

    pub fn get(&self, path: &str, headers: &str) -> Reply {
        self.send(format!("GET {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n").as_bytes()).unwrap()
    }

    /// Begins a request and gives back the open connection.
    pub fn begin(&self, path: &str, body: &Value) -> TcpStream {
        let mut stream = self.connect();
        let body = body.to_string();
        let head = "HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
        write!(stream, "POST {path} {head}Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
        stream
    }

    /// Waits until so many searches run.
    pub fn until_searching(&self, searches: usize) {
        let start = Instant::now();
        while (self.searches)() != searches {
            assert!(start.elapsed() < Duration::from_secs(20), "{} searches run", (self.searches)());
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

fn read_reply(stream: &mut TcpStream) -> io::Result<Reply> {
    let mut bytes = Vec::new();
    match stream.read_to_end(&mut bytes) {
        // A reset behind a complete answer: the server did not want the rest of the request.
        Err(error) if bytes.is_empty() => return Err(error),
        _ => {}
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
    let body = if chunked { unchunk(body) } else { body.into() };
    Ok(Reply { status, head: head.into(), body })
}

fn unchunk(mut body: &str) -> String {
    let mut whole = String::new();
    while let Some((length, rest)) = body.split_once("\r\n") {
        let length = usize::from_str_radix(length, 16).unwrap();
        whole.push_str(&rest[..length]);
        body = rest.get(length + 2..).unwrap_or_default();
    }
    whole
}

/// A row on which every way is a dead end: the search takes longer than anyone waits.
pub fn hopeless() -> Value {
    let row = format!("90\n{}1 1 0\n", "0 ".repeat(87));
    serde_json::json!({ "board": { "puzzle": "null", "dataset": row } })
}
