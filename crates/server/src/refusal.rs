//! Requests that are refused, as JSON with a status.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tremaux_handler::{ApiError, ErrorKind};

/// A request that is not answered.
#[derive(Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    body: Value,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, error: impl Into<String>) -> Self {
        let error = error.into();
        Refusal { status, body: json!({ "error": error, "detail": error }) }
    }

    /// More work than the server takes on.
    pub(crate) fn busy(error: impl Into<String>) -> Self {
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, error)
    }
}

impl From<ApiError> for Refusal {
    fn from(error: ApiError) -> Self {
        let status = match error.kind {
            ErrorKind::Malformed => StatusCode::BAD_REQUEST,
            ErrorKind::Unusable => StatusCode::UNPROCESSABLE_ENTITY,
            ErrorKind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Refusal { status, body: error.to_json() }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(self.body)).into_response()
    }
}

pub(crate) async fn no_such_page() -> Refusal {
    Refusal::new(StatusCode::NOT_FOUND, "page not found")
}

pub(crate) async fn no_such_method() -> Refusal {
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "method not allowed")
}
