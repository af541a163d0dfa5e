//! Which requests are accepted.
//!
//! A server on the loopback interface can be reached by every page that the same browser shows. Two rules
//! refuse those pages:
//!
//! - A foreign page may point a name of its own at 127.0.0.1 (DNS rebinding) and then has the same origin as
//!   the server; only the host name in the request differs. So a request must name a loopback host, or one
//!   that was allowed.
//! - A foreign page may send a form without a preflight request. So a POST must be JSON, which no form can
//!   send, and if the browser names the origin of the request, it must be this server.
//!
//! In the other direction, the headers forbid the page everything that it does not need: scripts, styles
//! and pictures come from this server, nothing is inline, no page may frame it.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::App;
use crate::refusal::Refusal;

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

/// Refuses what may not be asked, and adds the headers to every response.
pub(crate) async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let mut response = match rejection_reason(&app, &request) {
        Some((status, reason)) => Refusal::new(status, reason).into_response(),
        None => next.run(request).await,
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Why a request is refused, if it is.
fn rejection_reason(app: &App, request: &Request) -> Option<(StatusCode, &'static str)> {
    let forbidden = |reason| Some((StatusCode::FORBIDDEN, reason));
    let Some(authority) = sole(request.headers(), &header::HOST) else {
        return forbidden("expected one Host header");
    };
    let is_ours = |authority: &str| is_allowed(authority, &app.hosts);
    if !is_ours(authority) || request.uri().authority().is_some_and(|to| !is_ours(to.as_str())) {
        return forbidden("host not allowed; start the server with --allow-host NAME");
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
        return forbidden("cross-origin request refused");
    }
    if !is_json(request.headers()) {
        return Some((StatusCode::UNSUPPORTED_MEDIA_TYPE, "expected a request of type application/json"));
    }
    None
}

/// Whether the body of a request is said to be JSON.
fn is_json(headers: &HeaderMap) -> bool {
    let media_type = sole(headers, &header::CONTENT_TYPE).and_then(|value| value.split(';').next());
    media_type.is_some_and(|media_type| media_type.trim().eq_ignore_ascii_case("application/json"))
}

/// The value of a header that occurs once.
fn sole<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// Whether `host` or `host:port` is a loopback name, or one of those allowed (in lower case).
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
