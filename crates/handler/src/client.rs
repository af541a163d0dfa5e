//! The other end of a request: takes the lines of the answer, and may leave.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;

/// Takes the lines of an answer.
pub struct Client<'a> {
    send: &'a mut dyn FnMut(String) -> ControlFlow<()>,
    left: Arc<AtomicBool>,
}

impl<'a> Client<'a> {
    /// A client that takes lines with a function, which breaks when it wants no more.
    pub fn new(send: &'a mut dyn FnMut(String) -> ControlFlow<()>) -> Self {
        Client { send, left: Arc::default() }
    }

    /// The same, with a flag that is set by another thread when the client leaves between two lines.
    #[must_use]
    pub fn with_flag(self, left: Arc<AtomicBool>) -> Self {
        Client { left, ..self }
    }

    /// Sends one line; breaks if the client has left.
    pub(crate) fn send(&mut self, line: String) -> ControlFlow<()> {
        if self.left() {
            return ControlFlow::Break(());
        }
        let sent = (self.send)(line);
        if sent.is_break() {
            self.left.store(true, Ordering::Relaxed);
        }
        sent
    }

    /// Sends a value as the last line.
    pub(crate) fn send_json(&mut self, value: &impl Serialize) {
        // A client that has left needs no line, and after the last line nothing remains to be stopped.
        let _ = self.send(serde_json::json!(value).to_string());
    }

    /// Whether the client has left.
    pub(crate) fn left(&self) -> bool {
        self.left.load(Ordering::Relaxed)
    }

    /// The flag that is set when the client leaves.
    pub(crate) fn has_left(&self) -> Arc<AtomicBool> {
        self.left.clone()
    }
}
