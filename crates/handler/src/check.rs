//! Verdicts on what a program printed.

use serde::Deserialize;
use serde_json::{Value, json};
use tremaux_core::{Diagnostic, Reader, Verdict};
use tremaux_drawing::Cell;

use crate::board::BoardRequest;
use crate::{ApiError, Client, Handler};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckRequest {
    board: BoardRequest,
    /// What a program printed for the board.
    output: String,
}

impl Handler {
    /// The verdict on a program's output.
    pub(crate) fn check(&self, request: CheckRequest, client: &Client) -> Result<Value, ApiError> {
        let dataset = self.dataset(&request.board)?;
        let mut output = Reader::from_bytes(request.output.as_bytes());
        let verdict = match dataset.verify(1, &mut output, &self.budget(client)) {
            Verdict::Accepted if !output.at_end()? => {
                output.error_here("expected the end of the output").into()
            }
            verdict => verdict,
        };
        Ok(match verdict {
            Verdict::Accepted => json!({ "verdict": "accepted", "message": "accepted" }),
            Verdict::Wrong { diagnostic, cell } => wrong(&diagnostic, cell),
            Verdict::Undecided(reason) => json!({ "verdict": "undecided", "message": reason.to_string() }),
        })
    }
}

fn wrong(diagnostic: &Diagnostic, cell: Option<Cell>) -> Value {
    json!({
        "verdict": "wrong",
        "message": diagnostic.to_string(),
        "detail": diagnostic.render("output", false),
        "cell": cell.map(|cell| (cell.row, cell.col)),
    })
}
