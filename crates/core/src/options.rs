//! What can be chosen for a puzzle: one slice of [`OptionSpec`]s feeds the command line, the help, the
//! documentation and the web form; [`Options`] are the values that were chosen.

use std::collections::BTreeMap;

use crate::Diagnostic;

/// One option of a puzzle.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Its name, as in `--name`.
    pub name: &'static str,
    /// What its value may be.
    pub kind: OptionKind,
    /// The value where none is given, as text; `None` where the option is then absent.
    pub default: Option<&'static str>,
    /// What it does, in one line.
    pub help: &'static str,
    /// Where it applies.
    pub stage: Stage,
}

/// Where an option applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The rules and the formats: every command takes it.
    Puzzle,
    /// Only where datasets are made up.
    Generate,
}

/// What the value of an option may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// There or not; has no value.
    Flag,
    /// An integer in a range, both ends included; or the word `none` where `none` is true.
    Int {
        /// The least.
        min: u64,
        /// The greatest.
        max: u64,
        /// Is the word `none` allowed?
        none: bool,
    },
    /// Rows x columns, as in `8x8`, each from 1 to `max`.
    Size {
        /// The greatest number of rows and of columns.
        max: u32,
    },
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A text that the puzzle itself reads; the string names its form for the help.
    Text(&'static str),
}

impl OptionKind {
    /// The form of the value for the help, as in `N` or `RxC`; `None` for a flag.
    pub fn placeholder(&self) -> Option<String> {
        match self {
            OptionKind::Flag => None,
            OptionKind::Int { none: false, .. } => Some("N".into()),
            OptionKind::Int { none: true, .. } => Some("N|none".into()),
            OptionKind::Size { .. } => Some("RxC".into()),
            OptionKind::Choice(words) => Some(words.join("|")),
            OptionKind::Text(form) => Some((*form).into()),
        }
    }

    fn parse(&self, text: &str) -> Result<Value, String> {
        match *self {
            OptionKind::Flag => match text {
                "true" => Ok(Value::Flag(true)),
                "false" => Ok(Value::Flag(false)),
                _ => Err("true or false".into()),
            },
            OptionKind::Int { none: true, .. } if text == "none" => Ok(Value::Int(None)),
            OptionKind::Int { min, max, none } => match text.parse() {
                Ok(number) if (min..=max).contains(&number) => Ok(Value::Int(Some(number))),
                _ => Err(format!("an integer from {min} to {max}{}", if none { ", or none" } else { "" })),
            },
            OptionKind::Size { max } => {
                let side = |text: &str| text.parse().ok().filter(|side| (1..=max).contains(side));
                let sides = text.split_once(['x', 'X']).and_then(|(r, c)| Some((side(r)?, side(c)?)));
                sides
                    .map(|(rows, cols)| Value::Size(rows, cols))
                    .ok_or_else(|| format!("rows x columns, as in 8x8, each from 1 to {max}"))
            }
            OptionKind::Choice(words) => match words.iter().find(|&&word| word == text) {
                Some(word) => Ok(Value::Text((*word).into())),
                None => Err(format!("one of {}", words.join(", "))),
            },
            OptionKind::Text(_) => Ok(Value::Text(text.into())),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Value {
    Flag(bool),
    Int(Option<u64>),
    Size(u32, u32),
    Text(String),
}

/// The options of one puzzle with the values chosen for them, each checked against its kind.
///
/// ```
/// use tremaux_core::{OptionKind, OptionSpec, Options, Stage};
/// const SPECS: &[OptionSpec] = &[OptionSpec {
///     name: "board", kind: OptionKind::Size { max: 100 }, default: Some("8x8"), help: "the board", stage: Stage::Puzzle,
/// }];
/// assert_eq!(Options::defaults(SPECS).size("board"), (8, 8));
/// assert_eq!(Options::parse(SPECS, [("board", "5x6")]).unwrap().size("board"), (5, 6));
/// assert!(Options::parse(SPECS, [("board", "5y6")]).is_err());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    values: BTreeMap<&'static str, Value>,
}

impl Options {
    /// Every option at its default.
    pub fn defaults(specs: &'static [OptionSpec]) -> Self {
        let parse = |spec: &OptionSpec| Some((spec.name, spec.kind.parse(spec.default?).ok()?));
        Options { values: specs.iter().filter_map(parse).collect() }
    }

    /// Defaults, overridden by the given names and values; a flag's value is `true` or `false`. Fails at
    /// an unknown name and at a value that its kind does not allow.
    pub fn parse<'a>(
        specs: &'static [OptionSpec],
        given: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, Diagnostic> {
        let mut options = Options::defaults(specs);
        for (name, text) in given {
            let Some(spec) = specs.iter().find(|spec| spec.name == name) else {
                let known: Vec<String> = specs.iter().map(|spec| format!("--{}", spec.name)).collect();
                return Err(Diagnostic::new("there is no such option")
                    .in_option(name)
                    .help(format!("the options are {}", known.join(", "))));
            };
            let value = spec.kind.parse(text).map_err(|expected| {
                Diagnostic::expected(expected).found(format!("{text:?}")).in_option(name)
            })?;
            options.values.insert(spec.name, value);
        }
        Ok(options)
    }

    /// Was the flag given?
    pub fn flag(&self, name: &str) -> bool {
        matches!(self.values.get(name), Some(Value::Flag(true)))
    }

    /// The integer, or `None` where the option is absent or says `none`.
    pub fn int(&self, name: &str) -> Option<u64> {
        match self.values.get(name) {
            Some(Value::Int(number)) => *number,
            _ => None,
        }
    }

    /// Rows and columns; (0, 0) where the option is absent.
    pub fn size(&self, name: &str) -> (u32, u32) {
        match self.values.get(name) {
            Some(Value::Size(rows, cols)) => (*rows, *cols),
            _ => (0, 0),
        }
    }

    /// The word or text, or `None` where the option is absent.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.values.get(name) {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn spec(name: &'static str, kind: OptionKind, default: Option<&'static str>) -> OptionSpec {
        OptionSpec { name, kind, default, help: "", stage: Stage::Puzzle }
    }

    const SPECS: &[OptionSpec] = &[
        spec("closed", OptionKind::Flag, None),
        spec("throws", OptionKind::Int { min: 1, max: 99, none: true }, Some("10")),
        spec("count", OptionKind::Int { min: 0, max: 9, none: false }, None),
        spec("board", OptionKind::Size { max: 50 }, Some("8x8")),
        spec("method", OptionKind::Choice(&["dfs", "bfs"]), Some("dfs")),
        spec("order", OptionKind::Text("WNES"), None),
    ];

    fn check(name: &str, text: &str, expect: Result<Value, &str>) {
        let got = Options::parse(SPECS, [(name, text)]);
        match expect {
            Ok(value) => assert_eq!(got.unwrap().values[name], value, "--{name} {text}"),
            Err(message) => assert_eq!(got.unwrap_err().to_string(), message),
        }
    }

    #[test]
    fn values_are_checked_against_their_kinds() {
        check("closed", "true", Ok(Value::Flag(true)));
        check("throws", "1", Ok(Value::Int(Some(1))));
        check("throws", "none", Ok(Value::Int(None)));
        check("throws", "0", Err("--throws: expected an integer from 1 to 99, or none, found \"0\""));
        check("count", "none", Err("--count: expected an integer from 0 to 9, found \"none\""));
        check("count", "-1", Err("--count: expected an integer from 0 to 9, found \"-1\""));
        let long = "9".repeat(30);
        check("count", &long, Err(&format!("--count: expected an integer from 0 to 9, found \"{long}\"")));
        check("board", "5x6", Ok(Value::Size(5, 6)));
        for bad in ["5", "5x", "x5", "0x5", "5x51", "5x6x7", "-1x5", ""] {
            let message = "--board: expected rows x columns, as in 8x8, each from 1 to 50, found ";
            check("board", bad, Err(&format!("{message}{bad:?}")));
        }
        check("method", "bfs", Ok(Value::Text("bfs".into())));
        check("method", "BFS", Err("--method: expected one of dfs, bfs, found \"BFS\""));
        check("order", "ENWS", Ok(Value::Text("ENWS".into())));
        check("colour", "red", Err("--colour: there is no such option"));
    }

    #[test]
    fn defaults_are_there() {
        let options = Options::defaults(SPECS);
        assert_eq!(options.int("throws"), Some(10));
        assert_eq!(options.size("board"), (8, 8));
        assert_eq!(options.text("method"), Some("dfs"));
        assert_eq!(
            (options.flag("closed"), options.int("count"), options.text("order")),
            (false, None, None)
        );
    }
}
