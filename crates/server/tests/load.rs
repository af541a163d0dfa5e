//! Many clients at once, and requests that make no sense.

mod client;

use std::time::{Duration, Instant};

use client::{hopeless, start};
use serde_json::json;
use tremaux_core::Rng;
use tremaux_server::{Limits, WorkLimits};

/// Memory of this process, server and clients, in MiB; 0 if the system does not report it.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|kib| kib.parse::<u64>().ok()).unwrap_or(0) / 1024
}

#[test]
fn two_hundred_clients_at_once() {
    let server = start(Limits {
        work: WorkLimits { time: Some(Duration::from_secs(2)), ..WorkLimits::default() },
        ..Limits::default()
    });
    let row = json!({ "puzzle": "null", "dataset": "6\n0 0 1 0 1 0\n" });
    let begin = Instant::now();
    let before = memory();
    let ask = |i: usize| match i % 4 {
        0 => server.get("/main.js", "Host: localhost\r\n"),
        1 => server.post("/api/generate", &json!({ "puzzle": "null", "seed": i })),
        2 => server.post("/api/check", &json!({ "board": row, "output": "1 2 4 6" })),
        _ => server.post("/api/run", &if i % 8 == 3 { hopeless() } else { json!({ "board": row }) }),
    };
    let ask = &ask;
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..200).map(|i| scope.spawn(move || ask(i).status)).collect();
        clients.into_iter().map(|client| client.join().unwrap()).collect()
    });
    let busy = statuses.iter().filter(|&&status| status == 503).count();
    assert!(statuses.iter().all(|status| [200, 503].contains(status)), "{statuses:?}");
    assert!(busy <= 50, "only searches are turned away, not {busy} requests");
    assert!(begin.elapsed() < Duration::from_secs(40), "{:?}", begin.elapsed());
    server.until_searching(0);
    let grown = memory().saturating_sub(before);
    assert!(grown < 500, "{grown} MiB more");
    assert_eq!(server.get("/", "Host: localhost\r\n").status, 200);
    println!("200 clients: {:?}, {busy} turned away, {grown} MiB more", begin.elapsed());
}

#[test]
fn large_and_wrong_bodies_are_refused() {
    let server = start(Limits::default());
    for path in ["/api/read", "/api/generate", "/api/edit", "/api/check", "/api/export", "/api/run"] {
        for (body, expect) in [(Vec::new(), 400), (b"null".to_vec(), 422), (vec![b' '; (1 << 20) + 1], 413)] {
            let reply = server.post_bytes(path, &body);
            assert_eq!(reply.status, expect, "{path}: {}", reply.body);
            assert!(reply.json()["error"].is_string(), "{}", reply.body);
        }
    }
}

#[test]
fn damaged_headers_harm_nothing() {
    let server = start(Limits { header: Duration::from_secs(1), ..Limits::default() });
    let mut rng = Rng::new(20_26);
    let head = b"POST /api/generate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    let whole =
        [head, "Content-Length: 26\r\nConnection: close\r\n\r\n{\"puzzle\":\"null\",\"seed\":1}".as_bytes()]
            .concat();
    for _ in 0..200 {
        let mut bytes = whole.clone();
        let at = rng.below(head.len() as u64) as usize;
        bytes[at] = rng.next_u64() as u8;
        let status = server.send(&bytes).map_or(0, |reply| reply.status);
        assert!(status < 500, "{status} to {}", String::from_utf8_lossy(&bytes));
    }
    server.until_searching(0);
    assert_eq!(server.get("/", "Host: localhost\r\n").status, 200);
}
