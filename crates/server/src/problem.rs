//! What went wrong with a request, told to the page: `{"error": one line, "detail": several}`.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde_json::json;
use tremaux_core::Diagnostic;

/// A request that is not answered.
#[derive(Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    error: String,
    detail: Option<String>,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, error: impl Into<String>) -> Self {
        Problem { status, error: error.into(), detail: None }
    }

    /// A board, text or option that cannot be used.
    pub(crate) fn unusable(error: impl Into<String>) -> Self {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, error)
    }

    /// A fault of the server itself.
    pub(crate) fn failed() -> Self {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "the server failed at this; please report the board")
    }

    /// More work than the server takes on.
    pub(crate) fn busy(error: impl Into<String>) -> Self {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, error)
    }
}

impl From<Diagnostic> for Problem {
    fn from(fault: Diagnostic) -> Self {
        Problem { detail: Some(fault.render("input", false)), ..Problem::unusable(fault.to_string()) }
    }
}

impl From<std::io::Error> for Problem {
    fn from(error: std::io::Error) -> Self {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string())
    }
}

impl From<JsonRejection> for Problem {
    fn from(rejection: JsonRejection) -> Self {
        let error = match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => "that is more than the server takes".into(),
            _ => rejection.body_text(),
        };
        Problem::new(rejection.status(), error)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = json!({ "error": self.error, "detail": self.detail.as_ref().unwrap_or(&self.error) });
        (self.status, Json(body)).into_response()
    }
}

/// The JSON body of a request; anything else is a [`Problem`].
pub(crate) struct Ask<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Ask<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let Json(ask) = Json::from_request(request, state).await?;
        Ok(Ask(ask))
    }
}

pub(crate) async fn no_such_page() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "there is no such page")
}

pub(crate) async fn no_such_method() -> Problem {
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "this page cannot be asked in this way")
}
