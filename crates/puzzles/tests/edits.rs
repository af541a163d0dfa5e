//! Boards changed by hand, whatever the puzzle: what comes out is a board that is read back and shows the
//! change, or a refusal.

use std::collections::BTreeMap;

use tremaux_core::{Dataset, Edit, Options, Puzzle, Reader, Rng, Session, Side, Tool};
use tremaux_drawing::{Cell, CellState};
use tremaux_puzzles::REGISTRY;
use tremaux_puzzles::null::Null;

type Choices = BTreeMap<String, String>;

fn open(puzzle: &dyn Puzzle, choices: &Choices) -> Box<dyn Session> {
    let given = choices.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let options = Options::parse(puzzle.options(), given).unwrap();
    puzzle.open(&options).unwrap_or_else(|fault| panic!("{} {choices:?}: {fault}", puzzle.name()))
}

fn written(instance: &dyn Dataset) -> Vec<u8> {
    let mut text = Vec::new();
    instance.write(&mut text).unwrap();
    text
}

fn read(puzzle: &dyn Puzzle, choices: &Choices, text: &[u8]) -> Box<dyn Dataset> {
    let dataset = open(puzzle, choices).read(&mut Reader::from_bytes(text));
    dataset.unwrap_or_else(|fault| panic!("{}: {fault}", puzzle.name())).expect("a dataset")
}

fn any_edit(tools: &[Tool], rows: u32, cols: u32, rng: &mut Rng) -> Edit {
    // One row and column beyond the board now and then.
    let cell = Cell::new(rng.below(u64::from(rows) + 1) as u32, rng.below(u64::from(cols) + 1) as u32);
    match rng.pick(tools).expect("tools") {
        Tool::Block if rng.percent(60) => Edit::Cell(cell, CellState::Block),
        Tool::Block => Edit::Cell(cell, CellState::Vacant),
        Tool::Start => Edit::Cell(cell, CellState::Start),
        Tool::Goal => Edit::Cell(cell, CellState::Goal),
        Tool::Wall => {
            let side = if rng.percent(50) { Side::East } else { Side::South };
            Edit::Wall { cell, side, there: rng.percent(60) }
        }
        Tool::Size => Edit::Size(rng.below(9) as u32, rng.below(9) as u32),
    }
}

#[test]
fn boards_changed_by_hand_are_read_back() {
    let puzzles = REGISTRY.iter().copied().chain([&Null as &dyn Puzzle]);
    let editable: Vec<&dyn Puzzle> = puzzles.filter(|puzzle| !puzzle.tools().is_empty()).collect();
    // A puzzle without tools must not end the test of those after it.
    assert!(editable.len() >= 4, "only {} puzzles can be edited", editable.len());
    for puzzle in editable {
        let mut done = 0;
        for seed in 0..20 {
            let mut rng = Rng::new(seed);
            let mut choices = Choices::new();
            let mut text = written(&*open(puzzle, &choices).generate(&mut rng).unwrap());
            for _ in 0..40 {
                let mut dataset = read(puzzle, &choices, &text);
                let before = dataset.draw().unwrap();
                let edit = any_edit(puzzle.tools(), before.rows, before.cols, &mut rng);
                let Ok(changed) = dataset.edit(edit) else { continue };
                for (name, value) in changed {
                    match value {
                        Some(value) => choices.insert(name.into(), value),
                        None => choices.remove(name),
                    };
                }
                text = written(&*dataset);
                let again = read(puzzle, &choices, &text);
                assert_eq!(written(&*again), text, "{} {edit:?}", puzzle.name());
                let drawing = again.draw().unwrap();
                match edit {
                    Edit::Cell(cell, CellState::Start) => assert_eq!(drawing.look(cell), CellState::Start),
                    // Where start and goal are one cell, it shows as the start.
                    Edit::Cell(cell, CellState::Goal) => {
                        assert!(matches!(drawing.look(cell), CellState::Goal | CellState::Start))
                    }
                    Edit::Cell(cell, look) => {
                        assert_eq!((drawing.look(cell) == CellState::Block), (look == CellState::Block))
                    }
                    Edit::Size(rows, cols) => assert_eq!((drawing.rows, drawing.cols), (rows, cols)),
                    Edit::Wall { cell, side, there } => {
                        let walls = drawing.walls.unwrap();
                        let i = (cell.row * drawing.cols + cell.col) as usize;
                        assert_eq!(if side == Side::East { walls.east[i] } else { walls.south[i] }, there);
                    }
                }
                done += 1;
            }
        }
        assert!(done > 100, "{}: only {done} changes were possible", puzzle.name());
    }
}
