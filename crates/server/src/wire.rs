//! What travels: the shapes of answers, as JSON.

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

/// A drawing. Looks and walls are strings of one character a cell, row by row.
#[derive(Serialize)]
pub(crate) struct Picture {
    rows: u32,
    cols: u32,
    looks: String,
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
        let at = |cell: &Cell| (cell.row, cell.col);
        let line = |path: &Path| Line {
            cells: path.cells.iter().map(at).collect(),
            arrows: path.numbered_arrows,
            closed: path.closed,
        };
        Picture {
            rows: drawing.rows,
            cols: drawing.cols,
            looks: drawing.looks.iter().map(|&look| char::from(b'0' + look_code(look))).collect(),
            walls: drawing.walls.as_ref().map(|walls| [bits(&walls.east), bits(&walls.south)]),
            checkered: drawing.checkered,
            algebraic: drawing.coordinates == Coordinates::Algebraic,
            labels: drawing
                .labels
                .iter()
                .map(|label| (label.cell.row, label.cell.col, label.text.clone()))
                .collect(),
            paths: drawing.paths.iter().map(line).collect(),
        }
    }
}

/// Looks as numbers; the page has the same list.
pub(crate) fn look_code(look: CellState) -> u8 {
    match look {
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

/// The look with this number.
pub(crate) fn look(code: u8) -> Option<CellState> {
    let looks = [CellState::Vacant, CellState::Block, CellState::Broken, CellState::Start, CellState::Goal];
    let looks = looks.into_iter().chain([CellState::Path, CellState::Head, CellState::Retreat]);
    looks.into_iter().find(|&look| look_code(look) == code)
}

/// Happenings as numbers; the page has the same list.
pub(crate) fn happening_code(happening: EventKind) -> u8 {
    match happening {
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
    fn looks_keep_their_numbers() {
        for code in 0..8 {
            assert_eq!(look(code).map(look_code), Some(code));
        }
        assert_eq!(look(8), None);
    }
}
