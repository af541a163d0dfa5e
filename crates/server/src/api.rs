//! The short requests: list, read, generate, edit, check.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};
use tremaux_core::{Budget, Diagnostic, Edit, Reader, Rng, Roles, Side, Verdict};
use tremaux_drawing::Cell;

use crate::board::{Board, Choices, Subject, fits, written};
use crate::problem::{Ask, Problem};
use crate::{App, wire};

type Answer = Result<Json<Value>, Problem>;

/// All puzzles.
pub(crate) async fn puzzles(State(app): State<Arc<App>>) -> Json<Value> {
    Json(app.puzzles.iter().map(|&puzzle| wire::puzzle(puzzle)).collect())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadAsk {
    puzzle: String,
    #[serde(default)]
    options: Choices,
    /// The bytes of a text or file, each as the character of that number.
    bytes: String,
}

/// The boards of a text or file, in any format that the puzzle reads; they come back as judge text.
pub(crate) async fn read(State(app): State<Arc<App>>, Ask(ask): Ask<ReadAsk>) -> Answer {
    app.errand(move |app| {
        let bytes: Option<Vec<u8>> = ask.bytes.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect();
        let bytes = bytes.ok_or_else(|| Problem::unusable("a character is no byte"))?;
        let (boards, more) = app.read_boards(&ask.puzzle, &ask.options, &bytes)?;
        Ok(Json(json!({ "boards": boards, "more": more })))
    })
    .await
}

impl App {
    fn read_boards(
        &self,
        name: &str,
        choices: &Choices,
        bytes: &[u8],
    ) -> Result<(Vec<Board>, bool), Problem> {
        let mut session = self.open(name, choices)?;
        let mut reader = Reader::from_bytes(bytes);
        let mut texts = Vec::new();
        let mut more = false;
        while let Some(instance) = session.read(&mut reader)? {
            more = texts.len() == self.limits.boards;
            if more {
                break;
            }
            fits(instance.cells(), &self.limits)?;
            texts.push(written(&*instance)?);
        }
        if texts.is_empty() {
            return Err(Problem::unusable("the input contains no board"));
        }
        let kept = self.after_reading(name, choices)?;
        let boards = texts.into_iter().map(|text| self.board(name, &kept, text)).collect::<Result<_, _>>()?;
        Ok((boards, more))
    }

    /// The options without those that say how an input is read: the dataset comes back in the judge's format, and what
    /// was to be done to it has been done.
    fn after_reading(&self, name: &str, choices: &Choices) -> Result<Choices, Problem> {
        let specs = self.puzzle(name)?.options();
        let is_kept =
            |name: &str| !specs.iter().any(|spec| spec.name == name && spec.roles.has(Roles::FILES));
        Ok(choices.iter().filter(|(name, _)| is_kept(name)).map(|(n, v)| (n.clone(), v.clone())).collect())
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GenerateAsk {
    puzzle: String,
    #[serde(default)]
    options: Choices,
    seed: u64,
}

/// A random board, the same for the same seed.
pub(crate) async fn generate(State(app): State<Arc<App>>, Ask(ask): Ask<GenerateAsk>) -> Answer {
    app.errand(move |app| {
        let mut session = app.open(&ask.puzzle, &ask.options)?;
        fits(session.generated_cells(), &app.limits)?;
        let instance = session.generate(&mut Rng::new(ask.seed))?;
        let kept = app.after_reading(&ask.puzzle, &ask.options)?;
        Ok(Json(json!(app.board(&ask.puzzle, &kept, written(&*instance)?)?)))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EditAsk {
    board: Subject,
    /// In order; all or none.
    edits: Vec<Change>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Change {
    /// Row, column, look.
    Cell(u32, u32, u8),
    /// Row, column, east (or south), there.
    Wall(u32, u32, bool, bool),
    /// Rows, columns.
    Size(u32, u32),
}

/// A board changed by hand.
pub(crate) async fn edit(State(app): State<Arc<App>>, Ask(ask): Ask<EditAsk>) -> Answer {
    app.errand(move |app| {
        if ask.edits.len() as u64 > 2 * app.limits.cells {
            return Err(Problem::unusable("these are too many changes at once"));
        }
        let mut instance = app.instance(&ask.board)?;
        let mut options = ask.board.options;
        for change in ask.edits {
            let edit = match change {
                Change::Cell(row, col, look) => {
                    let look = wire::look(look).ok_or_else(|| Problem::unusable("there is no such look"))?;
                    Edit::Cell(Cell::new(row, col), look)
                }
                Change::Wall(row, col, east, there) => {
                    let side = if east { Side::East } else { Side::South };
                    Edit::Wall { cell: Cell::new(row, col), side, there }
                }
                Change::Size(rows, cols) => {
                    fits(u64::from(rows) * u64::from(cols), &app.limits)?;
                    Edit::Size(rows, cols)
                }
            };
            for (name, value) in instance.edit(edit)? {
                match value {
                    Some(value) => options.insert(name.into(), value),
                    None => options.remove(name),
                };
            }
        }
        Ok(Json(json!(app.board(&ask.board.puzzle, &options, written(&*instance)?)?)))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckAsk {
    board: Subject,
    /// What a program printed for the board.
    output: String,
}

/// The verdict on a program's output.
pub(crate) async fn check(State(app): State<Arc<App>>, Ask(ask): Ask<CheckAsk>) -> Answer {
    app.errand(move |app| {
        let instance = app.instance(&ask.board)?;
        let budget = Budget::unlimited().with_time(app.limits.time).with_nodes(app.limits.nodes);
        let mut output = Reader::from_bytes(ask.output.as_bytes());
        let verdict = match instance.verify(1, &mut output, &budget) {
            Verdict::Accepted if !output.at_end()? => {
                output.error_here("expected the end of the output").into()
            }
            verdict => verdict,
        };
        Ok(Json(match verdict {
            Verdict::Accepted => json!({ "verdict": "accepted", "message": "accepted" }),
            Verdict::Wrong { diagnostic, cell } => wrong(&diagnostic, cell),
            Verdict::Undecided(limit) => json!({ "verdict": "undecided", "message": limit.to_string() }),
        }))
    })
    .await
}

fn wrong(diagnostic: &Diagnostic, cell: Option<Cell>) -> Value {
    json!({
        "verdict": "wrong",
        "message": diagnostic.to_string(),
        "detail": diagnostic.render("output", false),
        "cell": cell.map(|cell| (cell.row, cell.col)),
    })
}
