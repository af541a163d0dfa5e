//! The shapes of answers, as JSON.

use serde::Serialize;
use serde_json::{Value, json};
use tremaux_core::{EventKind, FileFormat, OptionKind, OptionSpec, Puzzle, Roles, Tool};
use tremaux_drawing::{Cell, CellState, Coordinates, Drawing, Path};

/// A puzzle with all that the page needs for its forms and tools.
pub(crate) fn puzzle(puzzle: &dyn Puzzle) -> Value {
    let tool = |tool: &Tool| match tool {
        Tool::Block => "block",
        Tool::Wall => "wall",
        Tool::Start => "start",
        Tool::Goal => "goal",
        Tool::Size => "size",
    };
    json!({
        "name": puzzle.name(),
        "summary": puzzle.summary(),
        "sample": puzzle.sample(),
        "options": puzzle.options().iter().map(option).collect::<Vec<_>>(),
        "formats": puzzle.formats().iter().map(format).collect::<Vec<_>>(),
        "tools": puzzle.tools().iter().map(tool).collect::<Vec<_>>(),
    })
}

fn format(format: &FileFormat) -> Value {
    json!({ "name": format.name, "extension": format.extension, "help": format.help })
}

fn option(spec: &OptionSpec) -> Value {
    let kind = match spec.kind {
        OptionKind::Flag => json!({ "is": "flag" }),
        OptionKind::Int { min, max, none } => json!({ "is": "int", "min": min, "max": max, "none": none }),
        OptionKind::Size { max } => json!({ "is": "size", "max": max }),
        OptionKind::Choice(words) => json!({ "is": "choice", "words": words }),
        OptionKind::Text(form) => json!({ "is": "text", "form": form }),
    };
    json!({
        "name": spec.name,
        "kind": kind,
        "default": spec.default,
        "help": spec.help,
        "generate": !spec.roles.meets(Roles::SOLVING),
    })
}

/// A drawing. States and walls are strings of one character per cell, row by row.
#[derive(Serialize)]
pub(crate) struct Picture {
    rows: u32,
    cols: u32,
    states: String,
    walls: Option<[String; 2]>,
    checkered: bool,
    algebraic: bool,
    labels: Vec<(u32, u32, String)>,
    paths: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    cells: Vec<(u32, u32)>,
    arrows: bool,
    closed: bool,
}

impl From<&Drawing> for Picture {
    fn from(drawing: &Drawing) -> Self {
        let bits = |walls: &[bool]| walls.iter().map(|&wall| if wall { '1' } else { '0' }).collect();
        let line = |path: &Path| Line {
            cells: path.cells.iter().map(|cell: &Cell| (cell.row, cell.col)).collect(),
            arrows: path.numbered_arrows,
            closed: path.closed,
        };
        let labels = drawing.labels.iter();
        Picture {
            rows: drawing.rows,
            cols: drawing.cols,
            states: drawing.looks.iter().map(|&state| char::from(b'0' + state_code(state))).collect(),
            walls: drawing.walls.as_ref().map(|walls| [bits(&walls.east), bits(&walls.south)]),
            checkered: drawing.checkered,
            algebraic: drawing.coordinates == Coordinates::Algebraic,
            labels: labels.map(|label| (label.cell.row, label.cell.col, label.text.clone())).collect(),
            paths: drawing.paths.iter().map(line).collect(),
        }
    }
}

/// States of cells by their numbers; the page has the same list.
const STATES: [CellState; 8] = [
    CellState::Vacant,
    CellState::Block,
    CellState::Broken,
    CellState::Start,
    CellState::Goal,
    CellState::Path,
    CellState::Head,
    CellState::Retreat,
];

/// The number of a state.
pub(crate) fn state_code(state: CellState) -> u8 {
    match state {
        CellState::Vacant => 0,
        CellState::Block => 1,
        CellState::Broken => 2,
        CellState::Start => 3,
        CellState::Goal => 4,
        CellState::Path => 5,
        CellState::Head => 6,
        CellState::Retreat => 7,
    }
}

/// The state with this number.
pub(crate) fn state(code: u8) -> Option<CellState> {
    STATES.get(usize::from(code)).copied()
}

/// The number of a kind of event; the page has the same list.
pub(crate) fn kind_code(kind: EventKind) -> u8 {
    match kind {
        EventKind::Deepen => 0,
        EventKind::Advance => 1,
        EventKind::Goal => 2,
        EventKind::Cut => 3,
        EventKind::Retreat => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_keep_their_numbers() {
        for code in 0..8 {
            assert_eq!(state(code).map(state_code), Some(code));
        }
        assert_eq!(state(8), None);
    }
}
