//! Many clients at once, and requests that make no sense.

mod client;

use std::time::{Duration, Instant};

use client::{hopeless, start};
use serde_json::{Value, json};
use tremaux_core::Rng;
use tremaux_server::Limits;

/// Memory of this process, server and clients, in MiB; 0 where the system does not tell.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|kib| kib.parse::<u64>().ok()).unwrap_or(0) / 1024
}

#[test]
fn two_hundred_clients_at_once() {
    let server = start(Limits { time: Duration::from_secs(2), ..Limits::default() });
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
fn nonsense_is_refused() {
    let server = start(Limits::default());
    let deep = "[".repeat(100_000);
    let check = |path: &str, body: &[u8], expect: u16| {
        let reply = server.post_bytes(path, body);
        let start = String::from_utf8_lossy(&body[..body.len().min(60)]);
        assert_eq!(reply.status, expect, "{path} {start}: {}", reply.body);
        assert!(reply.json()["error"].is_string(), "{}", reply.body);
    };
    for path in ["/api/read", "/api/generate", "/api/edit", "/api/check", "/api/export", "/api/run"] {
        check(path, b"", 400);
        check(path, b"{", 400);
        check(path, b"\xff\xfe", 400);
        check(path, deep.as_bytes(), 422);
        check(path, format!("{{\"board\":{deep}").as_bytes(), 422);
        for wrong in ["null", "[]", "1", "\"x\"", "{}", "{\"puzzle\":1}", "{\"puzzle\":\"null\",\"more\":1}"]
        {
            check(path, wrong.as_bytes(), 422);
        }
        check(path, &vec![b' '; (1 << 20) + 1], 413);
    }
    for seed in ["-1", "1.5", "1e3", "18446744073709551616", "\"1\""] {
        check("/api/generate", format!(r#"{{"puzzle":"null","seed":{seed}}}"#).as_bytes(), 422);
    }
}

#[test]
fn requests_that_were_damaged_are_answered_and_harm_nothing() {
    let server = start(Limits { time: Duration::from_secs(1), ..Limits::default() });
    let board = json!({ "puzzle": "null", "options": {}, "dataset": "4\n0 0 1 0\n" });
    let sound: [(&str, Value); 5] = [
        ("/api/read", json!({ "puzzle": "null", "options": {}, "bytes": "4\n0 0 1 0\n0\n" })),
        ("/api/generate", json!({ "puzzle": "null", "options": { "squares": "9" }, "seed": 7 })),
        ("/api/edit", json!({ "board": board, "edits": [{ "cell": [0, 1, 1] }, { "size": [1, 5] }] })),
        ("/api/check", json!({ "board": board, "output": "1 2 4\n" })),
        ("/api/run", json!({ "board": board, "skip": 0 })),
    ];
    let mut rng = Rng::new(20_26);
    for _ in 0..400 {
        let Some((path, ask)) = rng.pick(&sound) else { continue };
        let mut bytes = ask.to_string().into_bytes();
        for _ in 0..rng.between(1, 4) {
            let at = rng.below(bytes.len() as u64) as usize;
            match rng.below(4) {
                0 => bytes[at] = rng.next_u64() as u8,
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, b"\"{}[],:0-e\\u\0"[rng.below(13) as usize]),
                _ => bytes.extend_from_within(at..),
            }
        }
        let reply = server.post_bytes(path, &bytes);
        let harmless = reply.status == 200 || (400..500).contains(&reply.status);
        assert!(harmless, "{} to {path} {}", reply.status, String::from_utf8_lossy(&bytes));
    }
    // Damage to the request line and the headers.
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
