//! Whatever the page's server is asked, it answers, soon, and never with a fault of its own.

use std::sync::OnceLock;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use serde_json::{Map, Value, json};
use tokio::runtime::Runtime;
use tower::ServiceExt;
use tremaux_core::Dataset;
use tremaux_puzzles::REGISTRY;
use tremaux_server::{Limits, WorkLimits};

use crate::bytes::{Bytes, CONSTRAINTS, Subject, datasets, in_memory};

/// How long an answer may take, on a busy machine; each piece of work has a limit far below.
const PATIENCE: Duration = Duration::from_secs(60);

/// Any request; requests as the page sends them; and those with some of their bytes changed.
pub fn page_requests_never_5xx(data: &[u8]) {
    let mut bytes = Bytes(data);
    let kind = bytes.below(4);
    let (path, mut body) = match kind {
        0 => {
            let length = bytes.below(40);
            let path: String =
                (0..length).map(|_| char::from(bytes.pick(b"/api.%?&=readgnuchkxpot"))).collect();
            (format!("/{path}"), bytes.0.to_vec())
        }
        _ => {
            let (path, ask) = ask(&mut bytes);
            (path.into(), ask.to_string().into_bytes())
        }
    };
    if kind == 1 {
        for _ in 0..bytes.between(1..=4) {
            let at = bytes.below(body.len() + 1);
            let new: Vec<u8> = (0..bytes.below(3)).map(|_| bytes.pick(b"\"\\{}[]:,0-9ex \xff\0")).collect();
            let gone = at..(at + bytes.below(3)).min(body.len());
            body.splice(gone, new);
        }
    }
    let plain = kind > 0 || bytes.flag();
    let method = if plain { "POST" } else { bytes.pick(&["GET", "HEAD", "PUT", "OPTIONS", "X", "DELETE"]) };
    let host = if plain { "localhost" } else { bytes.pick(&["localhost:80", "[::1]", "evil.example", ""]) };
    let content =
        if plain { "application/json" } else { bytes.pick(&["text/plain", "application/json", ""]) };
    let request = Request::builder().method(method).uri(&path);
    let request = request.header("host", host).header("content-type", content).body(Body::from(body.clone()));
    if let Ok(request) = request {
        let shown = || format!("{method} {path} {}", String::from_utf8_lossy(&body));
        check(&path, request, &shown);
    }
}

/// Path and body of a request that the page might send.
fn ask(bytes: &mut Bytes) -> (&'static str, Value) {
    let paths = ["/api/read", "/api/generate", "/api/edit", "/api/check", "/api/export", "/api/run"];
    let path = bytes.pick(&paths);
    let subject = Subject::choose(bytes);
    let puzzle = subject.puzzle;
    let seed = bytes.below(1 << 16);
    let choices: Map<String, Value> =
        subject.given.iter().map(|(name, value)| ((*name).into(), value.clone().into())).collect();
    let edits: Vec<Value> = (0..bytes.below(4)).map(|_| edit(bytes)).collect();
    let pictures = ["svg", "png", "gif", "html"].map(|name| json!({ "picture": name }));
    let texts = ["input", "answer"].map(|name| json!({ "text": name }));
    let formats = puzzle.formats().iter().map(|format| json!({ "format": format.name }));
    let files: Vec<Value> = pictures.into_iter().chain(texts).chain(formats).collect();
    let file = files[bytes.below(files.len())].clone();
    let number = bytes.below(2000);
    // The last of the choices: a text, or what the puzzle makes of a seed.
    let text = match bytes.below(3) {
        0 => puzzle.sample().into(),
        1 => String::from_utf8_lossy(bytes.0).into_owned(),
        _ => {
            let made =
                subject.without(&CONSTRAINTS).open().map(|mut session| datasets(&mut *session, bytes).all);
            let one = |dataset: &dyn Dataset| in_memory(|text| dataset.write(text));
            let text = made.and_then(|made| made.first().map(|dataset| one(&**dataset)));
            String::from_utf8_lossy(&text.unwrap_or_default()).into_owned()
        }
    };
    let board = json!({ "puzzle": puzzle.name(), "options": choices, "dataset": text });
    let body = match path {
        "/api/read" => json!({ "puzzle": puzzle.name(), "options": choices, "bytes": text }),
        "/api/generate" => json!({ "puzzle": puzzle.name(), "options": choices, "seed": seed }),
        "/api/edit" => json!({ "board": board, "edits": edits }),
        "/api/check" => json!({ "board": board, "output": String::from_utf8_lossy(bytes.0) }),
        "/api/export" => json!({ "board": board, "file": file }),
        _ => json!({ "board": board, "skip": number }),
    };
    (path, body)
}

fn edit(bytes: &mut Bytes) -> Value {
    let side = |bytes: &mut Bytes| match bytes.below(16) {
        15 => bytes.pick(&[0, 20, 65_535, u32::MAX]),
        side => side as u32,
    };
    let (row, col) = (side(bytes), side(bytes));
    match bytes.below(3) {
        0 => json!({ "cell": [row, col, bytes.below(9)] }),
        1 => json!({ "wall": [row, col, bytes.flag(), bytes.flag()] }),
        _ => json!({ "size": [row, col] }),
    }
}

/// The server, without a socket.
fn server() -> &'static (Runtime, Router) {
    static SERVER: OnceLock<(Runtime, Router)> = OnceLock::new();
    SERVER.get_or_init(|| {
        let limits = Limits {
            work: WorkLimits {
                cells: 400,
                boards: 10,
                nodes: 5000,
                time: Some(Duration::from_secs(5)),
                events: 500,
            },
            body: 1 << 16,
            patience: Duration::from_secs(5),
            ..Limits::default()
        };
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_time().build();
        (runtime.expect("threads can be had"), tremaux_server::router_of(REGISTRY, &[], limits))
    })
}

fn check(path: &str, request: Request<Body>, shown: &dyn Fn() -> String) {
    let (runtime, router) = server();
    let answer = async {
        let Ok(response) = router.clone().oneshot(request).await;
        let status = response.status();
        (status, to_bytes(response.into_body(), 1 << 26).await)
    };
    let answer = runtime.block_on(async { tokio::time::timeout(PATIENCE, answer).await });
    let Ok((status, body)) = answer else { panic!("no answer within {PATIENCE:?} to {}", shown()) };
    let body = body.unwrap_or_else(|error| panic!("{error} in the answer to {}", shown()));
    let text = String::from_utf8_lossy(&body);
    // Searches that others have begun are a reason to turn one away.
    let fine = !status.is_server_error() || status == StatusCode::SERVICE_UNAVAILABLE;
    assert!(fine, "{status} {text} to {}", shown());
    if !status.is_success() || !path.starts_with("/api/") || path == "/api/export" {
        return;
    }
    let lines: Result<Vec<Value>, _> = text.lines().map(serde_json::from_str).collect();
    let lines = lines.unwrap_or_else(|error| panic!("{error} in {text} to {}", shown()));
    let whole = lines.last().is_some_and(|last| path != "/api/run" || last["end"].is_object());
    assert!(whole, "{text} breaks off, to {}", shown());
}
