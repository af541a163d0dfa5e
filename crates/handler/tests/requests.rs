//! What the handler answers, and what it refuses.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use tremaux_core::{Puzzle, Rng};
use tremaux_handler::{Client, ErrorKind, Handler, Request, WorkLimits};
use tremaux_puzzles::null::Null;

static PUZZLES: &[&dyn Puzzle] = &[&Null];

fn handler() -> Handler {
    Handler::new(PUZZLES, WorkLimits::default())
}

/// The lines of an answer, or the error.
fn ask(handler: &Handler, request: Request, body: &[u8]) -> Result<Vec<Value>, (ErrorKind, String)> {
    let mut lines = Vec::new();
    let mut send = |line: String| {
        assert!(!line.contains('\n'), "{line}");
        lines.push(serde_json::from_str(&line).unwrap());
        ControlFlow::Continue(())
    };
    let result = handler.handle(request, body, &mut Client::new(&mut send));
    result.map_err(|error| (error.kind, error.to_json()["error"].as_str().unwrap().to_owned()))?;
    Ok(lines)
}

fn answer(request: Request, body: &Value) -> Vec<Value> {
    ask(&handler(), request, body.to_string().as_bytes())
        .unwrap_or_else(|error| panic!("{error:?} to {body}"))
}

fn board(dataset: &str) -> Value {
    json!({ "puzzle": "null", "dataset": dataset })
}

/// A row on which every way is a dead end: its search ends at a limit only.
fn hopeless() -> Value {
    board(&format!("90\n{}1 1 0\n", "0 ".repeat(87)))
}

// ---- boards ----

#[test]
fn puzzles_are_listed_with_their_options_and_tools() {
    let list = answer(Request::Puzzles, &Value::Null).remove(0);
    assert_eq!(list[0]["name"], "null");
    assert_eq!(list[0]["tools"], json!(["block", "size"]));
    let option = &list[0]["options"][0];
    assert_eq!(option["name"], "squares");
    assert_eq!(option["kind"], json!({ "is": "int", "min": 1, "max": 1000, "none": false }));
    assert_eq!((&option["default"], &option["generate"]), (&json!("10"), &json!(true)));
}

#[test]
fn boards_are_read_made_and_changed() {
    let check = |request: Request, body: Value, expect: Result<&[&str], &str>| {
        let got = ask(&handler(), request, body.to_string().as_bytes());
        match (got, expect) {
            (Ok(lines), Ok(datasets)) => {
                let one = vec![lines[0].clone()];
                let boards = lines[0]["boards"].as_array().unwrap_or(&one);
                let got: Vec<&str> = boards.iter().filter_map(|board| board["dataset"].as_str()).collect();
                assert_eq!(got, datasets, "{body}");
            }
            (Err((kind, error)), Err(expect)) => {
                assert_eq!(kind, ErrorKind::Unusable, "{body}: {error}");
                assert!(error.contains(expect), "{body}: {error}");
            }
            (got, expect) => panic!("{body}: {got:?}, expected {expect:?}"),
        }
    };
    let read = |bytes: &str| json!({ "puzzle": "null", "bytes": bytes });
    check(Request::Read, read("3\r\n0 1 0\n2 0 0 0"), Ok(&["3\n0 1 0\n", "2\n0 0\n"]));
    check(Request::Read, read("0\n"), Err("no board"));
    check(Request::Read, read("3\n0 1 x\n"), Err("2:5: expected the code of square 3"));
    check(Request::Read, read("\u{ff}\u{fe}"), Err("1:1"));
    check(Request::Read, read("\u{20ac}"), Err("expected bytes"));
    check(Request::Read, read(&format!("10001\n{}", "0 ".repeat(10001))), Err("exceeds the page's limit"));
    check(Request::Read, json!({ "puzzle": "chess", "bytes": "" }), Err("unknown puzzle \"chess\""));
    let odd = json!({ "puzzle": "null", "bytes": "", "options": { "colour": "red" } });
    check(Request::Read, odd, Err("--colour: "));

    let generate = |squares: &str| json!({ "puzzle": "null", "seed": 3, "options": { "squares": squares } });
    check(Request::Generate, generate("4"), Ok(&["4\n0 0 0 1\n"]));
    check(Request::Generate, generate("0"), Err("--squares"));

    let edit = |edits: Value| json!({ "board": board("3\n0 1 0\n"), "edits": edits });
    let grown = json!([{ "cell": [0, 1, 0] }, { "size": [1, 4] }]);
    check(Request::Edit, edit(grown), Ok(&["4\n0 0 0 0\n"]));
    check(Request::Edit, edit(json!([{ "cell": [0, 0, 1] }])), Err("the first square is a stone"));
    check(Request::Edit, edit(json!([{ "cell": [0, 1, 9] }])), Err("unknown state"));
    check(Request::Edit, edit(json!([{ "wall": [0, 1, true, true] }])), Err("expected"));
    check(Request::Edit, edit(json!([{ "size": [1, 4_000_000_000_u32] }])), Err("exceeds the page's limit"));
    check(Request::Edit, edit(vec![json!({ "cell": [0, 1, 0] }); 20_001].into()), Err("too many changes"));
}

#[test]
fn outputs_are_judged() {
    let check = |output: &str, verdict: &str, cell: Value| {
        let body = json!({ "board": board("3\n0 1 0\n"), "output": output });
        let reply = answer(Request::Check, &body).remove(0);
        assert_eq!((&reply["verdict"], &reply["cell"]), (&json!(verdict), &cell), "{output:?}: {reply}");
    };
    check("1 3\n", "accepted", Value::Null);
    check("1 2 3\n", "wrong", json!([0, 1]));
    check("-1", "wrong", Value::Null);
    check("", "wrong", Value::Null);
    check("1 3 4", "wrong", Value::Null);
}

// ---- searches ----

fn numbers(lines: &[Value]) -> Vec<i64> {
    let events = lines.iter().filter_map(|line| line["events"].as_array());
    events.flatten().map(|number| number.as_i64().unwrap()).collect()
}

#[test]
fn a_search_is_sent_event_by_event() {
    let check = |dataset: &str, outcome: &str, judge: &str| {
        let lines = answer(Request::Run, &json!({ "board": board(dataset) }));
        let end = &lines.last().unwrap()["end"];
        let got = (&end["outcome"], &end["judge"], &end["more"]);
        assert_eq!(got, (&json!(outcome), &json!(judge), &json!(false)));
        numbers(&lines)
    };
    let stepping = check("2\n0 0\n", "solved", "1 2\n");
    // A move with two marks, then the goal with none.
    assert_eq!(stepping, [1, 1, 2, 0, 0, 5, 1, 0, 1, 6, 2, 2, 1, 0]);
    check("4\n0 1 1 0\n", "impossible", "-1\n");
}

#[test]
fn the_page_may_ask_for_the_following_events() {
    let mut body = json!({ "board": board("12\n0 0 0 0 0 0 0 0 0 1 1 0\n") });
    let all = numbers(&answer(Request::Run, &body));
    let few = Handler::new(PUZZLES, WorkLimits { events: 50, ..WorkLimits::default() });
    let mut parts = Vec::new();
    for skip in (0..).step_by(50) {
        body["skip"] = json!(skip);
        let lines = ask(&few, Request::Run, body.to_string().as_bytes()).unwrap();
        parts.extend(numbers(&lines));
        let end = &lines.last().unwrap()["end"];
        assert_eq!(end["outcome"], "impossible", "the answer is sent even if its events are not: {end}");
        if end["more"] == json!(false) {
            break;
        }
    }
    assert_eq!(parts, all);
}

#[test]
fn a_search_stopped_by_a_limit_has_no_answer() {
    let limits = WorkLimits { time: Some(Duration::from_millis(200)), ..WorkLimits::default() };
    let body = json!({ "board": hopeless() }).to_string();
    let lines = ask(&Handler::new(PUZZLES, limits), Request::Run, body.as_bytes()).unwrap();
    let end = &lines.last().unwrap()["end"];
    assert_eq!((&end["outcome"], &end["judge"]), (&json!("stopped"), &Value::Null));
    assert!(end["reason"].as_str().unwrap().contains("time limit"), "{end}");
}

/// The number of lines sent to a client that leaves after the first one, and how long the work went on.
fn leave_early(request: Request, body: &Value) -> (usize, Duration) {
    let limits = WorkLimits { time: None, nodes: u64::MAX, events: u64::MAX, ..WorkLimits::default() };
    let begin = Instant::now();
    let mut count = 0;
    let mut send = |_| {
        count += 1;
        ControlFlow::Break(())
    };
    let body = body.to_string();
    Handler::new(PUZZLES, limits).handle(request, body.as_bytes(), &mut Client::new(&mut send)).unwrap();
    (count, begin.elapsed())
}

#[test]
fn work_ends_when_the_client_leaves() {
    let check = |request: Request, body: Value| {
        let (lines, time) = leave_early(request, &body);
        assert!(lines == 1 && time < Duration::from_secs(5), "{body}: {lines} lines in {time:?}");
    };
    check(Request::Run, json!({ "board": hopeless() }));
    for file in [json!({ "picture": "gif" }), json!({ "picture": "svg" }), json!({ "text": "answer" })] {
        check(Request::Export, json!({ "board": hopeless(), "file": file }));
    }
}

/// Once only a search could be stopped, and an export went on for minutes after its client had left.
#[test]
fn work_ends_when_the_flag_is_set() {
    let handler = handler();
    for (request, file) in [
        (Request::Run, Value::Null),
        (Request::Export, json!({ "picture": "gif" })),
        (Request::Export, json!({ "picture": "png" })),
    ] {
        let mut body = json!({ "board": hopeless() });
        if !file.is_null() {
            body["file"] = file;
        }
        let left = Arc::new(AtomicBool::new(false));
        let flag = left.clone();
        let watch = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            flag.store(true, Ordering::Relaxed);
            Instant::now()
        });
        let mut last = String::new();
        let mut send = |line| {
            last = line;
            ControlFlow::Continue(())
        };
        let mut client = Client::new(&mut send).with_flag(left);
        handler.handle(request, body.to_string().as_bytes(), &mut client).unwrap();
        let late = watch.join().unwrap().elapsed();
        assert!(late < Duration::from_secs(2), "{body}: {late:?}");
        assert!(!last.contains("\"end\""), "an unfinished answer has no end: {last}");
    }
}

// ---- files ----

/// The bytes of a file and its type.
fn file(handler: &Handler, board: &Value, file: &Value) -> Result<(Vec<u8>, String), String> {
    let body = json!({ "board": board, "file": file }).to_string();
    let lines = ask(handler, Request::Export, body.as_bytes()).map_err(|(_, error)| error)?;
    let data = lines.iter().filter_map(|line| line["data"].as_str());
    let bytes: Vec<u8> = data.flat_map(|text| STANDARD.decode(text).unwrap()).collect();
    let last = lines.last().unwrap();
    assert_eq!(lines.iter().rev().find_map(|line| line["written"].as_u64()), Some(bytes.len() as u64));
    Ok((bytes, last["end"]["type"].as_str().unwrap().to_owned()))
}

#[test]
fn files_are_of_their_type() {
    let check = |name: Value, media_type: &str, begins: &[u8]| {
        let (bytes, got) = file(&handler(), &board("4\n0 1 0 0\n"), &name).unwrap();
        assert_eq!(got, media_type, "{name}");
        assert!(bytes.starts_with(begins), "{name}");
    };
    check(json!({ "picture": "svg" }), "image/svg+xml", b"<svg ");
    check(json!({ "picture": "png" }), "image/png", b"\x89PNG");
    check(json!({ "picture": "gif" }), "image/gif", b"GIF89a");
    check(json!({ "picture": "html" }), "text/html; charset=utf-8", b"<!");
    check(json!({ "text": "input" }), "text/plain; charset=utf-8", b"4\n0 1 0 0\n0\n");
    check(json!({ "text": "answer" }), "text/plain; charset=utf-8", b"1 3 4\n");
    for unknown in [json!({ "format": "exe" }), json!({ "picture": "exe" }), json!({}), json!("svg")] {
        assert!(file(&handler(), &board("1\n0\n"), &unknown).is_err(), "{unknown}");
    }
}

#[test]
fn a_file_has_a_time_limit() {
    let limits = WorkLimits { time: Some(Duration::from_millis(150)), ..WorkLimits::default() };
    let hasty = Handler::new(PUZZLES, limits);
    let no_answer = file(&hasty, &hopeless(), &json!({ "text": "answer" })).unwrap_err();
    assert!(no_answer.contains("no answer was found"), "{no_answer}");
    let late = file(&hasty, &hopeless(), &json!({ "picture": "gif" })).unwrap_err();
    assert!(late.contains("time limit"), "{late}");
}

// ---- nonsense ----

#[test]
fn nonsense_is_refused() {
    let deep = "[".repeat(100_000);
    let check = |request: Request, body: &[u8], expect: ErrorKind| {
        let (kind, error) = ask(&handler(), request, body).unwrap_err();
        let start = String::from_utf8_lossy(&body[..body.len().min(60)]);
        assert_eq!(kind, expect, "{request:?} {start}: {error}");
    };
    for request in Request::ALL.into_iter().filter(|request| *request != Request::Puzzles) {
        for malformed in ["", "{", "\u{fffd}"] {
            check(request, malformed.as_bytes(), ErrorKind::Malformed);
        }
        check(request, b"\xff\xfe", ErrorKind::Malformed);
        check(request, deep.as_bytes(), ErrorKind::Unusable);
        check(request, format!("{{\"board\":{deep}").as_bytes(), ErrorKind::Unusable);
        for wrong in ["null", "[]", "1", "\"x\"", "{}", "{\"puzzle\":1}", "{\"puzzle\":\"null\",\"more\":1}"]
        {
            check(request, wrong.as_bytes(), ErrorKind::Unusable);
        }
    }
    for seed in ["-1", "1.5", "1e3", "18446744073709551616", "\"1\""] {
        let body = format!(r#"{{"puzzle":"null","seed":{seed}}}"#);
        check(Request::Generate, body.as_bytes(), ErrorKind::Unusable);
    }
}

#[test]
fn damaged_requests_are_answered() {
    let limits = WorkLimits { time: Some(Duration::from_secs(1)), ..WorkLimits::default() };
    let handler = Handler::new(PUZZLES, limits);
    let board = json!({ "puzzle": "null", "options": {}, "dataset": "4\n0 0 1 0\n" });
    let sound: [(Request, Value); 6] = [
        (Request::Read, json!({ "puzzle": "null", "options": {}, "bytes": "4\n0 0 1 0\n0\n" })),
        (Request::Generate, json!({ "puzzle": "null", "options": { "squares": "9" }, "seed": 7 })),
        (Request::Edit, json!({ "board": board, "edits": [{ "cell": [0, 1, 1] }, { "size": [1, 5] }] })),
        (Request::Check, json!({ "board": board, "output": "1 2 4\n" })),
        (Request::Run, json!({ "board": board, "skip": 0 })),
        (Request::Export, json!({ "board": board, "file": { "text": "answer" } })),
    ];
    let mut rng = Rng::new(20_26);
    for _ in 0..1000 {
        let Some((request, body)) = rng.pick(&sound) else { continue };
        let mut bytes = body.to_string().into_bytes();
        for _ in 0..rng.between(1, 4) {
            let at = rng.below(bytes.len() as u64) as usize;
            match rng.below(4) {
                0 => bytes[at] = rng.next_u64() as u8,
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, b"\"{}[],:0-e\\u\0"[rng.below(13) as usize]),
                _ => bytes.extend_from_within(at..),
            }
        }
        if let Err((kind, error)) = ask(&handler, *request, &bytes) {
            let body = String::from_utf8_lossy(&bytes);
            assert_ne!(kind, ErrorKind::Internal, "{request:?} {body}: {error}");
        }
    }
}
