//! What the server answers, and whom it turns away.

mod client;

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use client::{PUZZLES, Running, hopeless, start, start_with};
use serde_json::{Value, json};
use tremaux_server::{Config, Limits, Server, WorkLimits};

/// Limits that no search reaches.
fn endless() -> Limits {
    let work = WorkLimits { time: None, nodes: u64::MAX, events: u64::MAX, ..WorkLimits::default() };
    Limits { work, ..Limits::default() }
}

fn board(dataset: &str) -> Value {
    json!({ "puzzle": "null", "dataset": dataset })
}

fn serve() -> Running {
    start(Limits::default())
}

// ---- who may ask ----

#[test]
fn only_this_machine_may_ask() {
    let server = serve();
    let check = |headers: &str, status: u16| {
        let reply = server.get("/", headers);
        assert_eq!(reply.status, status, "{headers}");
        for header in [
            "content-security-policy: default-src 'none'; script-src 'self'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "cross-origin-opener-policy: same-origin",
            "cross-origin-resource-policy: same-origin",
        ] {
            assert!(reply.head.contains(header), "{header} in {}", reply.head);
        }
        assert!(!reply.head.contains("unsafe"), "{}", reply.head);
    };
    for host in ["localhost", "LOCALHOST:80", "127.0.0.1:1", "[::1]:9", "desk.example"] {
        check(&format!("Host: {host}\r\n"), 200);
    }
    for host in ["evil.example", "localhost.", "127.0.0.1.evil.example", "", "10.0.0.1"] {
        check(&format!("Host: {host}\r\n"), 403);
    }
    check("", 403);
    check("Host: localhost\r\nHost: evil.example\r\n", 403);
    let absolute = b"GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    assert_eq!(server.send(absolute).unwrap().status, 403);
}

#[test]
fn only_the_page_may_post() {
    let server = serve();
    let check = |headers: &str, status: u16| {
        let body = br#"{"puzzle":"null","seed":1}"#;
        let reply = server.post_with("/api/generate", &format!("Host: localhost:7\r\n{headers}"), body);
        assert_eq!(reply.status, status, "{headers}: {}", reply.body);
    };
    let json = "Content-Type: application/json\r\n";
    check(json, 200);
    check("Content-Type: application/json; charset=utf-8\r\n", 200);
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "json"]
    {
        check(&format!("Content-Type: {kind}\r\n"), 415);
    }
    check("", 415);
    for (site, status) in [("same-origin", 200), ("none", 200), ("cross-site", 403), ("same-site", 403)] {
        check(&format!("{json}Sec-Fetch-Site: {site}\r\n"), status);
    }
    for (origin, status) in [
        ("http://localhost:7", 200),
        ("http://localhost:8", 403),
        ("http://evil.example", 403),
        ("null", 403),
        ("", 403),
    ] {
        check(&format!("{json}Origin: {origin}\r\n"), status);
    }
}

#[test]
fn other_addresses_need_an_allowed_host() {
    let everywhere = ([0, 0, 0, 0], 0).into();
    let refused = Server::bind(PUZZLES, Config { address: everywhere, ..Config::local(0) }).err().unwrap();
    assert!(refused.to_string().starts_with("--bind: 0.0.0.0"), "{refused}");
    let hosts = vec!["desk.example".into()];
    assert!(Server::bind(PUZZLES, Config { address: everywhere, hosts, ..Config::local(0) }).is_ok());
    let server = start_with(Config::local(0));
    let taken = Server::bind(PUZZLES, Config::local(server.address.port())).err().unwrap();
    assert!(taken.to_string().contains("cannot listen on 127.0.0.1"), "{taken}");
}

/// A client that sends nothing once held its connection indefinitely.
#[test]
fn silent_clients_are_not_waited_for() {
    let idle = Duration::from_millis(300);
    let server = start(Limits { connections: 3, idle, header: 100 * idle, ..Limits::default() });
    let begin = Instant::now();
    let silent = ["", "GET / HT", "POST /api/read HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n"];
    let mut clients = silent.map(|words| {
        let mut client = server.connect();
        client.write_all(words.as_bytes()).unwrap();
        client
    });
    // All places are taken, but not for long.
    assert_eq!(server.get("/", "Host: localhost\r\n").status, 200);
    for client in &mut clients {
        let closed = client.read_to_end(&mut Vec::new());
        assert!(closed.is_ok() || closed.is_err_and(|e| e.kind() == std::io::ErrorKind::ConnectionReset));
    }
    assert!(begin.elapsed() < Duration::from_secs(20));
}

// ---- the page ----

#[test]
fn the_page_is_small_and_asks_nobody_else() {
    let server = serve();
    let page = server.get("/", "Host: localhost\r\n");
    let mut bytes = page.body.len();
    let mut files = vec!["/style.css".to_string(), "/icon.svg".into(), "/main.js".into()];
    let mut next = 0;
    while let Some(file) = files.get(next).cloned() {
        let reply = server.get(&file, "Host: localhost\r\n");
        assert_eq!(reply.status, 200, "{file}");
        assert!(!reply.body.replace("http://www.w3.org/", "").contains("http://"), "{file}");
        assert!(!reply.body.contains("https://"), "{file}");
        bytes += reply.body.len();
        for part in reply.body.split("from \"./").skip(1) {
            let name = format!("/{}", part.split('"').next().unwrap());
            if !files.contains(&name) {
                files.push(name);
            }
        }
        next += 1;
    }
    assert!(next > 8, "the modules are found: {files:?}");
    assert!(bytes < 100_000, "{bytes} bytes");
    assert!(!page.body.contains(" style=") && !page.body.contains(" onclick="), "nothing is inline");
    assert_eq!(server.get("/nothing", "Host: localhost\r\n").status, 404);
    assert_eq!(server.get("/api/run", "Host: localhost\r\n").status, 405);
    assert_eq!(server.get("/../Cargo.toml", "Host: localhost\r\n").status, 404);
}

// ---- searches ----

#[test]
fn a_search_is_streamed() {
    let reply = serve().post("/api/run", &json!({ "board": board("2\n0 0\n") }));
    assert!(reply.head.contains("content-type: application/x-ndjson"), "{}", reply.head);
    let lines: Vec<Value> = reply.body.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["events"][0], 1);
    assert_eq!(lines[1]["end"]["outcome"], "solved");
}

#[test]
fn a_search_ends_when_the_page_leaves() {
    let server = start(endless());
    // While events flow, while none do, and while nobody reads.
    for read in [1000_usize, 30_000_000, 0] {
        let mut stream = server.begin("/api/run", &hopeless());
        server.until_searching(1);
        let mut some = vec![0; 4096];
        let mut left = read;
        stream.set_read_timeout(Some(Duration::from_millis(300))).unwrap();
        while left > 0 {
            match stream.read(&mut some) {
                Ok(count) if count > 0 => left = left.saturating_sub(count),
                _ => break,
            }
        }
        drop(stream);
        let start = Instant::now();
        server.until_searching(0);
        assert!(start.elapsed() < Duration::from_secs(5), "freed after {:?}", start.elapsed());
    }
}

#[test]
fn a_page_that_does_not_read_holds_no_search_indefinitely() {
    let server = start(Limits { patience: Duration::from_millis(300), ..endless() });
    let _unread = server.begin("/api/run", &hopeless());
    server.until_searching(1);
    server.until_searching(0);
}

#[test]
fn one_search_too_many_is_turned_away() {
    // Without events to send, searches keep their places.
    let mut hopeless = hopeless();
    hopeless["skip"] = json!(u64::MAX);
    let server = start(Limits { searches: 2, ..endless() });
    let running = [server.begin("/api/run", &hopeless), server.begin("/api/run", &hopeless)];
    server.until_searching(2);
    let reply = server.post("/api/run", &hopeless);
    assert_eq!(reply.status, 503);
    assert!(reply.body.contains("limit of 2 concurrent searches"), "{}", reply.body);
    let quick = server.post("/api/check", &json!({ "board": board("1\n0\n"), "output": "1" }));
    assert_eq!(quick.status, 200, "short work goes on");
    drop(running);
    server.until_searching(0);
    assert_eq!(server.post("/api/run", &json!({ "board": board("1\n0\n") })).status, 200);
}

/// Four exports that nobody waited for once blocked every search for a minute and a half.
#[test]
fn exports_end_when_the_page_leaves_and_block_no_search() {
    let server = start(Limits { exports: 2, ..endless() });
    let mut export = hopeless();
    export["file"] = json!({ "picture": "gif" });
    let running = [server.begin("/api/export", &export), server.begin("/api/export", &export)];
    until_busy(&server, "/api/export", &export);
    assert_eq!(server.post("/api/run", &json!({ "board": board("1\n0\n") })).status, 200);
    drop(running);
    let small = json!({ "board": board("1\n0\n"), "file": { "picture": "gif" } });
    let begin = Instant::now();
    while server.post("/api/export", &small).status != 200 {
        assert!(begin.elapsed() < Duration::from_secs(10), "the exports go on");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Waits until a request is turned away because too many run.
fn until_busy(server: &Running, path: &str, body: &Value) {
    let begin = Instant::now();
    loop {
        let mut stream = server.begin(path, body);
        let mut status = [0; 12];
        stream.read_exact(&mut status).unwrap();
        if status == *b"HTTP/1.1 503" {
            return;
        }
        assert!(begin.elapsed() < Duration::from_secs(20), "never busy");
    }
}

/// Clients that do not read once blocked all searches for a minute.
#[test]
fn clients_that_do_not_read_block_no_search() {
    let server = start(Limits { searches: 2, patience: Duration::from_secs(60), ..endless() });
    let unread: Vec<_> = (0..8)
        .map(|_| {
            let stream = server.begin("/api/run", &hopeless());
            server.until_searching(1);
            server.until_searching(0);
            stream
        })
        .collect();
    let begin = Instant::now();
    assert_eq!(server.post("/api/run", &json!({ "board": board("1\n0\n") })).status, 200);
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
    drop(unread);
}

/// Three hundred half-sent requests once kept everybody else out for a minute.
#[test]
fn half_sent_requests_end_soon() {
    let header = Duration::from_millis(400);
    let server = start(Limits { connections: 20, header, ..Limits::default() });
    let head = "POST /api/read HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n";
    let mut clients: Vec<_> = (0..60)
        .map(|i| {
            let mut client = server.connect();
            client.write_all([head, "GET / HTTP/1.1\r\nHost: loc", ""][i % 3].as_bytes()).unwrap();
            client
        })
        .collect();
    let begin = Instant::now();
    // One byte more does not buy more time.
    for client in &mut clients {
        let _ = client.write_all(b"a");
    }
    assert_eq!(server.get("/", "Host: localhost\r\n").status, 200);
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
}

// ---- the end ----

#[test]
fn it_ends_on_request_even_with_a_search_running() {
    let server = Server::bind(PUZZLES, Config::local(0)).unwrap();
    let url = server.url().unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let running = runtime.spawn(server.run(async {
        let _ = stopped.await;
    }));
    let address = url.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = std::net::TcpStream::connect(address).unwrap();
    let body = hopeless().to_string();
    let head = "POST /api/run HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    write!(stream, "{head}Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
    let mut first = [0; 100];
    stream.read_exact(&mut first).unwrap();
    stop.send(()).unwrap();
    let ended = runtime.block_on(async { tokio::time::timeout(Duration::from_secs(10), running).await });
    ended.expect("it ends").unwrap().unwrap();
    runtime.shutdown_background();
}
