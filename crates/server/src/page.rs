//! The files of the page, built into the program.

use std::sync::Arc;

use axum::Router;
use axum::http::header;
use axum::routing::get;

use crate::App;

/// Path, media type and text of each.
const FILES: &[(&str, &str, &str)] = &[
    ("/", "text/html; charset=utf-8", include_str!("../page/index.html")),
    ("/style.css", "text/css; charset=utf-8", include_str!("../page/style.css")),
    ("/icon.svg", "image/svg+xml", include_str!("../page/icon.svg")),
    ("/main.js", SCRIPT, include_str!("../page/main.js")),
    ("/api.js", SCRIPT, include_str!("../page/api.js")),
    ("/board.js", SCRIPT, include_str!("../page/board.js")),
    ("/drawing.js", SCRIPT, include_str!("../page/drawing.js")),
    ("/form.js", SCRIPT, include_str!("../page/form.js")),
    ("/keys.js", SCRIPT, include_str!("../page/keys.js")),
    ("/tape.js", SCRIPT, include_str!("../page/tape.js")),
    ("/player.js", SCRIPT, include_str!("../page/player.js")),
    ("/share.js", SCRIPT, include_str!("../page/share.js")),
];

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// One route per file.
pub(crate) fn routes() -> Router<Arc<App>> {
    FILES.iter().fold(Router::new(), |routes, &(path, kind, text)| {
        routes.route(path, get(move || async move { ([(header::CONTENT_TYPE, kind)], text) }))
    })
}
