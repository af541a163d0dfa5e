//! What the server answers, and whom it turns away.

mod client;

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use client::{PUZZLES, Running, hopeless, start, start_with};
use serde_json::{Value, json};
use tremaux_server::{Config, Limits, Server};

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

/// A client that says nothing once held its connection for ever.
#[test]
fn who_says_nothing_is_not_waited_for() {
    let idle = Duration::from_millis(300);
    let server = start(Limits { connections: 3, idle, ..Limits::default() });
    let begin = Instant::now();
    let silent = ["", "GET / HT", "POST /api/read HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n"];
    let mut clients = silent.map(|words| {
        let mut client = std::net::TcpStream::connect(server.address).unwrap();
        client.write_all(words.as_bytes()).unwrap();
        client.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        client
    });
    // All places are taken, but not for long.
    assert_eq!(server.get("/", "Host: localhost\r\n").status, 200);
    for client in &mut clients {
        let mut told = Vec::new();
        let closed = client.read_to_end(&mut told);
        assert!(closed.is_ok() || closed.is_err_and(|e| e.kind() == std::io::ErrorKind::ConnectionReset));
    }
    assert!(begin.elapsed() >= idle && begin.elapsed() < Duration::from_secs(20));
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

// ---- boards ----

#[test]
fn puzzles_are_listed_with_their_options_and_tools() {
    let list = serve().get("/api/puzzles", "Host: localhost\r\n").json();
    assert_eq!(list[0]["name"], "null");
    assert_eq!(list[0]["tools"], json!(["block", "size"]));
    let option = &list[0]["options"][0];
    assert_eq!(option["name"], "squares");
    assert_eq!(option["kind"], json!({ "is": "int", "min": 1, "max": 1000, "none": false }));
    assert_eq!((&option["default"], &option["generate"]), (&json!("10"), &json!(true)));
}

#[test]
fn boards_are_read_made_and_changed() {
    let server = serve();
    let check = |path: &str, ask: Value, expect: Result<&[&str], &str>| {
        let reply = server.post(path, &ask);
        let body = reply.json();
        match expect {
            Ok(datasets) => {
                let boards = body["boards"].as_array().cloned().unwrap_or_else(|| vec![body.clone()]);
                let got: Vec<&str> = boards.iter().filter_map(|board| board["dataset"].as_str()).collect();
                assert_eq!((reply.status, got.as_slice()), (200, datasets), "{ask}: {body}");
            }
            Err(error) => {
                assert_eq!(reply.status, 422, "{ask}: {body}");
                assert!(body["error"].as_str().unwrap().contains(error), "{ask}: {body}");
            }
        }
    };
    let read = |bytes: &str| json!({ "puzzle": "null", "bytes": bytes });
    check("/api/read", read("3\r\n0 1 0\n2 0 0 0"), Ok(&["3\n0 1 0\n", "2\n0 0\n"]));
    check("/api/read", read("0\n"), Err("no board"));
    check("/api/read", read("3\n0 1 x\n"), Err("2:5: expected the code of square 3"));
    check("/api/read", read("\u{ff}\u{fe}"), Err("1:1"));
    check("/api/read", read("\u{20ac}"), Err("no byte"));
    check("/api/read", read(&format!("10001\n{}", "0 ".repeat(10001))), Err("too large for the page"));
    check("/api/read", json!({ "puzzle": "chess", "bytes": "" }), Err("no puzzle \"chess\""));
    let odd = json!({ "puzzle": "null", "bytes": "", "options": { "colour": "red" } });
    check("/api/read", odd, Err("--colour: there is no such option"));

    let generate = |seed: u64, squares: &str| json!({ "puzzle": "null", "seed": seed, "options": { "squares": squares } });
    check("/api/generate", generate(3, "4"), Ok(&["4\n0 0 0 1\n"]));
    check("/api/generate", generate(3, "0"), Err("--squares"));

    let edit = |edits: Value| json!({ "board": board("3\n0 1 0\n"), "edits": edits });
    check("/api/edit", edit(json!([{ "cell": [0, 1, 0] }, { "size": [1, 4] }])), Ok(&["4\n0 0 0 0\n"]));
    check("/api/edit", edit(json!([{ "cell": [0, 0, 1] }])), Err("the first square is a stone"));
    check("/api/edit", edit(json!([{ "cell": [0, 1, 9] }])), Err("no such look"));
    check("/api/edit", edit(json!([{ "wall": [0, 1, true, true] }])), Err("expected"));
    check("/api/edit", edit(json!([{ "size": [1, 4_000_000_000_u32] }])), Err("too large for the page"));
    check("/api/edit", edit(vec![json!({ "cell": [0, 1, 0] }); 20_001].into()), Err("too many changes"));
}

#[test]
fn outputs_are_judged() {
    let server = serve();
    let check = |output: &str, verdict: &str, cell: Value| {
        let reply =
            server.post("/api/check", &json!({ "board": board("3\n0 1 0\n"), "output": output })).json();
        assert_eq!((&reply["verdict"], &reply["cell"]), (&json!(verdict), &cell), "{output:?}: {reply}");
    };
    check("1 3\n", "accepted", Value::Null);
    check("1 2 3\n", "wrong", json!([0, 1]));
    check("-1", "wrong", Value::Null);
    check("", "wrong", Value::Null);
    check("1 3 4", "wrong", Value::Null);
}

// ---- searches ----

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn numbers(lines: &[Value]) -> Vec<i64> {
    let events = lines.iter().filter_map(|line| line["events"].as_array());
    events.flatten().map(|number| number.as_i64().unwrap()).collect()
}

#[test]
fn a_search_is_streamed() {
    let server = serve();
    let check = |dataset: &str, outcome: &str, judge: &str| {
        let reply = server.post("/api/run", &json!({ "board": board(dataset) }));
        assert!(reply.head.contains("content-type: application/x-ndjson"), "{}", reply.head);
        let lines = lines(&reply.body);
        let end = &lines.last().unwrap()["end"];
        assert_eq!(
            (&end["outcome"], &end["judge"], &end["more"]),
            (&json!(outcome), &json!(judge), &json!(false))
        );
        numbers(&lines)
    };
    let stepping = check("2\n0 0\n", "solved", "1 2\n");
    // A move with two marks, then the goal with none.
    assert_eq!(stepping, [1, 1, 2, 0, 0, 5, 1, 0, 1, 6, 2, 2, 1, 0]);
    check("4\n0 1 1 0\n", "impossible", "-1\n");
}

#[test]
fn the_page_may_ask_for_the_events_behind_those_it_has() {
    let whole = serve();
    let ask = json!({ "board": board("12\n0 0 0 0 0 0 0 0 0 1 1 0\n") });
    let all = numbers(&lines(&whole.post("/api/run", &ask).body));
    let server = start(Limits { events: 50, ..Limits::default() });
    let mut parts = Vec::new();
    for skip in (0..).step_by(50) {
        let mut ask = ask.clone();
        ask["skip"] = json!(skip);
        let lines = lines(&server.post("/api/run", &ask).body);
        parts.extend(numbers(&lines));
        let end = &lines.last().unwrap()["end"];
        assert_eq!(end["outcome"], "impossible", "the answer is told even where the events are not: {end}");
        if end["more"] == json!(false) {
            break;
        }
    }
    assert_eq!(parts, all);
}

#[test]
fn a_search_that_was_stopped_says_so() {
    let server = start(Limits { time: Duration::from_millis(200), ..Limits::default() });
    let reply = server.post("/api/run", &hopeless());
    let end = lines(&reply.body).pop().unwrap();
    assert_eq!(end["end"]["outcome"], "stopped", "{end}");
    assert_eq!(end["end"]["judge"], Value::Null);
    assert!(end["end"]["reason"].as_str().unwrap().contains("time limit"), "{end}");
}

#[test]
fn a_search_ends_when_the_page_leaves() {
    let server = start(Limits { time: Duration::from_secs(3600), nodes: u64::MAX, ..Limits::default() });
    // While events flow, while none do, and while nobody reads.
    for read in [1000_usize, 30_000_000, 0] {
        let mut stream = server.begin(&hopeless());
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
fn a_page_that_does_not_read_holds_no_search_for_ever() {
    let limits = Limits { patience: Duration::from_millis(300), events: u64::MAX, ..Limits::default() };
    let server = start(Limits { time: Duration::from_secs(3600), nodes: u64::MAX, ..limits });
    let _unread = server.begin(&hopeless());
    server.until_searching(1);
    server.until_searching(0);
}

#[test]
fn one_search_too_many_is_turned_away() {
    let limits =
        Limits { searches: 2, time: Duration::from_secs(3600), nodes: u64::MAX, ..Limits::default() };
    let server = start(limits);
    let running = [server.begin(&hopeless()), server.begin(&hopeless())];
    server.until_searching(2);
    let reply = server.post("/api/run", &hopeless());
    assert_eq!(reply.status, 503);
    assert!(reply.body.contains("2 searches are running"), "{}", reply.body);
    let quick = server.post("/api/check", &json!({ "board": board("1\n0\n"), "output": "1" }));
    assert_eq!(quick.status, 200, "short work goes on");
    drop(running);
    server.until_searching(0);
    assert_eq!(server.post("/api/run", &json!({ "board": board("1\n0\n") })).status, 200);
}

#[test]
fn files_are_what_they_say() {
    let server = serve();
    let check = |format: &str, kind: &str, begins: &str| {
        let ask = json!({ "board": board("4\n0 1 0 0\n"), "format": format });
        let reply = server.post("/api/export", &ask);
        assert_eq!(reply.status, 200, "{format}: {}", reply.body);
        assert!(reply.head.contains(&format!("content-type: {kind}")), "{}", reply.head);
        assert!(reply.body.starts_with(begins), "{format}: {:.60}", reply.body);
    };
    check("svg", "image/svg+xml", "<svg ");
    check("png", "image/png", "\u{fffd}PNG");
    check("gif", "image/gif", "GIF89a");
    check("html", "text/html", "<!");
    check("input", "text/plain", "4\n0 1 0 0\n0\n");
    check("answer", "text/plain", "1 3 4\n");
    let unknown = json!({ "board": board("1\n0\n"), "format": "exe" });
    assert_eq!(server.post("/api/export", &unknown).status, 422);
    let hasty = start(Limits { time: Duration::from_millis(100), ..Limits::default() });
    for (format, status) in [("answer", 422), ("svg", 200), ("gif", 200)] {
        let mut ask = hopeless();
        ask["format"] = json!(format);
        assert_eq!(hasty.post("/api/export", &ask).status, status, "{format}");
    }
}

// ---- the end ----

#[test]
fn it_ends_when_told_even_with_a_search_running() {
    let server = Server::bind(PUZZLES, Config::local(0)).unwrap();
    let url = server.url().unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let (tell, told) = tokio::sync::oneshot::channel::<()>();
    let running = runtime.spawn(server.run(async {
        let _ = told.await;
    }));
    let address = url.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = std::net::TcpStream::connect(address).unwrap();
    let body = hopeless().to_string();
    let head = "POST /api/run HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    write!(stream, "{head}Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
    let mut first = [0; 100];
    stream.read_exact(&mut first).unwrap();
    tell.send(()).unwrap();
    let ended = runtime.block_on(async { tokio::time::timeout(Duration::from_secs(10), running).await });
    ended.expect("it ends").unwrap().unwrap();
    runtime.shutdown_background();
}
