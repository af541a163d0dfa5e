//! Why a request is not answered: `{"error": one line, "detail": several lines}`.

use std::io;

use serde_json::{Value, json};
use tremaux_core::Diagnostic;

/// Whose fault it is that a request is not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The body is not JSON.
    Malformed,
    /// The board, text or option cannot be used.
    Unusable,
    /// A fault of this program.
    Internal,
}

/// Why a request is not answered, in words for the person at the page.
#[derive(Clone, Debug)]
pub struct ApiError {
    /// Whose fault it is.
    pub kind: ErrorKind,
    error: String,
    detail: Option<String>,
}

impl ApiError {
    fn new(kind: ErrorKind, error: impl Into<String>) -> Self {
        ApiError { kind, error: error.into(), detail: None }
    }

    /// A board, text or option that cannot be used.
    pub(crate) fn unusable(error: impl Into<String>) -> Self {
        ApiError::new(ErrorKind::Unusable, error)
    }

    /// Any failure of this program.
    pub fn internal() -> Self {
        ApiError::new(ErrorKind::Internal, "internal error; please report this board")
    }

    /// Returns the error as the page reads it.
    ///
    /// ```
    /// assert!(tremaux_handler::ApiError::internal().to_json()["error"].is_string());
    /// ```
    pub fn to_json(&self) -> Value {
        json!({ "error": self.error, "detail": self.detail.as_ref().unwrap_or(&self.error) })
    }
}

impl From<Diagnostic> for ApiError {
    fn from(fault: Diagnostic) -> Self {
        ApiError { detail: Some(fault.render("input", false)), ..ApiError::unusable(fault.to_string()) }
    }
}

impl From<io::Error> for ApiError {
    fn from(error: io::Error) -> Self {
        ApiError::new(ErrorKind::Internal, error.to_string())
    }
}

impl From<serde_json::Error> for ApiError {
    fn from(error: serde_json::Error) -> Self {
        let kind = if error.is_data() { ErrorKind::Unusable } else { ErrorKind::Malformed };
        ApiError {
            detail: Some(error.to_string()),
            ..ApiError::new(kind, "the page sent an invalid request")
        }
    }
}
