//! Who may ask.
//!
//! A server on the loopback interface is within reach of every page that the same browser shows. Two
//! things keep those out:
//!
//! - A foreign page may point a name of its own at 127.0.0.1 (DNS rebinding) and is then of the same
//!   origin as the server; only the name it asks for gives it away. So a request must ask for a loopback
//!   name, or for one that was allowed.
//! - A foreign page may send a form without asking first. So a POST must be JSON, which no form can send,
//!   and where the browser says which page asks, it must be this one.
//!
//! In the other direction, the headers forbid the page everything that it does not need: scripts, styles
//! and pictures come from here, nothing is inline, nobody may frame it.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::App;
use crate::problem::Problem;

const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (header::CACHE_CONTROL, "no-cache"),
];

/// Turns away who may not ask, and adds the headers to every answer.
pub(crate) async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let mut response = match stranger(&app, &request) {
        Some(why) => Problem::new(StatusCode::FORBIDDEN, why).into_response(),
        None => next.run(request).await,
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Why the request is turned away, if it is.
fn stranger(app: &App, request: &Request) -> Option<&'static str> {
    let Some(authority) = sole(request.headers(), &header::HOST) else {
        return Some("a request names one host");
    };
    let is_ours = |authority: &str| is_allowed(authority, &app.hosts);
    if !is_ours(authority) || request.uri().authority().is_some_and(|to| !is_ours(to.as_str())) {
        return Some("this host is not served here; --allow-host NAME allows one");
    }
    if request.method() != Method::POST {
        return None;
    }
    let site = request.headers().get("sec-fetch-site").map(HeaderValue::as_bytes);
    let origin = request.headers().get(header::ORIGIN).map(HeaderValue::as_bytes);
    let is_own_page = |origin: &[u8]| {
        let origin = std::str::from_utf8(origin).unwrap_or_default();
        origin.split_once("://").is_some_and(|(_, from)| from == authority)
    };
    if site.is_some_and(|site| site != b"same-origin" && site != b"none")
        || origin.is_some_and(|origin| !is_own_page(origin))
    {
        return Some("another page may not ask");
    }
    None
}

/// The value of a header that is there once.
fn sole<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// Is this `host` or `host:port` a loopback name, or one of those allowed (in lower case)?
fn is_allowed(authority: &str, hosts: &[String]) -> bool {
    let name_ends = authority.rfind(']').map_or_else(|| authority.find(':'), |bracket| Some(bracket + 1));
    let (host, port) = authority.split_at(name_ends.unwrap_or(authority.len()));
    let host = host.to_ascii_lowercase();
    let is_port = |digits: &str| digits.parse::<u16>().is_ok() && digits.bytes().all(|b| b.is_ascii_digit());
    (port.is_empty() || port.strip_prefix(':').is_some_and(is_port))
        && (matches!(host.as_str(), "localhost" | "127.0.0.1" | "[::1]") || hosts.contains(&host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loopback_names_and_allowed_ones() {
        let check = |authority: &str, expect: bool| {
            assert_eq!(is_allowed(authority, &["desk.example".into()]), expect, "{authority}");
        };
        for good in ["localhost", "LocalHost:1", "127.0.0.1:8080", "[::1]", "[::1]:80", "Desk.Example:80"] {
            check(good, true);
        }
        for bad in [
            "",
            ":80",
            "evil.example",
            "localhost.",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "localhost:",
            "localhost:x",
            "localhost:+1",
            "localhost:99999",
            "localhost:1:2",
            "a@localhost",
            "localhost@evil.example",
            "[::1]x",
            "[::1",
            "::1",
            "127.0.0.2",
            "desk.example.evil",
        ] {
            check(bad, false);
        }
    }
}
