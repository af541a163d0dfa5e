//! Every object of `solve --output json` against `docs/schema.json`.

use std::path::{Path, PathBuf};
use std::process::Command;

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

struct Schema(Schemas, SchemaIndex);

impl Schema {
    fn read() -> Self {
        let (mut compiler, mut schemas) = (Compiler::new(), Schemas::new());
        let path = root().join("docs/schema.json").canonicalize().unwrap();
        let index = compiler.compile(path.to_str().unwrap(), &mut schemas).unwrap();
        Schema(schemas, index)
    }

    fn allows(&self, object: &Value) -> Result<(), String> {
        self.0.validate(object, self.1).map_err(|error| format!("{object}\n{error}"))
    }
}

/// What the program answers, line by line, whatever its exit status is.
fn answers(arguments: &[&str]) -> Vec<Value> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tremaux"));
    command.current_dir(root()).args(["solve", arguments[0], "--output", "json"]).args(&arguments[1..]);
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect()
}

/// Every puzzle, every outcome, every option that changes the object: an outcome that is among the answers, and
/// the arguments.
const CASES: &[(&str, &[&str])] = &[
    ("solved", &["curling", "examples/curling.in"]),
    ("impossible", &["curling", "examples/curling.in"]),
    ("impossible", &["curling", "--max-throws", "2", "examples/tutorial/row.in"]),
    ("impossible", &["curling", "--max-throws", "none", "tests/data/curling/tricky_small.in"]),
    ("gave-up", &["curling", "--node-limit", "5", "examples/curling.in"]),
    ("solved", &["curling", "--hints", "examples/curling.in"]),
    ("solved", &["curling", "--routes", "count", "examples/curling.in"]),
    ("solved", &["curling", "--hints", "--routes", "count", "tests/data/curling/random_300.in"]),
    ("solved", &["maze", "examples/maze.in"]),
    ("solved", &["maze", "tests/data/maze/mit-text/apec2018.txt"]),
    ("solved", &["maze", "--method", "bfs", "tests/data/maze/images/small.png"]),
    ("impossible", &["maze", "examples/lesson/walled.in"]),
    ("gave-up", &["maze", "--node-limit", "1", "examples/maze.in"]),
    ("solved", &["knight", "examples/knight.in"]),
    ("solved", &["knight", "--board", "6x6", "--closed", "--start", "1"]),
    ("solved", &["knight", "--board", "3x4", "--start", "a1"]),
    ("solved", &["knight", "--board", "5x5", "examples/knight-5x5.in"]),
    ("impossible", &["knight", "--board", "5x5", "examples/knight-5x5.in"]),
    ("gave-up", &["knight", "--board", "4x4", "--start", "1", "--node-limit", "10"]),
];

#[test]
fn every_object_is_as_the_schema_says() {
    let schema = Schema::read();
    for (outcome, arguments) in CASES {
        let objects = answers(arguments);
        assert!(
            objects.iter().any(|object| object["outcome"] == *outcome),
            "{arguments:?}: none is {outcome}"
        );
        for object in objects {
            schema.allows(&object).unwrap_or_else(|error| panic!("{arguments:?}: {error}"));
        }
    }
}

#[test]
fn the_schema_forbids_what_is_not_printed() {
    let schema = Schema::read();
    let objects: Vec<Value> = CASES.iter().flat_map(|(_, arguments)| answers(arguments)).collect();
    assert!(objects.len() > 300);
    for object in objects {
        let fields = object.as_object().unwrap();
        for name in fields.keys() {
            let mut less = fields.clone();
            less.remove(name);
            assert!(schema.allows(&less.into()).is_err(), "without {name}: {object}");
            let mut other = fields.clone();
            other.insert(name.clone(), Value::Null);
            assert!(schema.allows(&other.into()).is_err(), "with another {name}: {object}");
        }
        let mut more = fields.clone();
        more.insert("more".into(), 1.into());
        assert!(schema.allows(&more.into()).is_err(), "with one field more: {object}");
    }
}
