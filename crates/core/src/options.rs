//! What can be chosen for a puzzle: one slice of [`OptionSpec`]s feeds the command line, the help, the
//! documentation and the web form; [`Options`] are the values that were chosen.

use std::collections::BTreeMap;

use crate::{Diagnostic, Roles};

/// One option of a puzzle.
///
/// ```
/// use tremaux_core::{OptionKind, OptionSpec, Roles};
/// const ORDER: OptionSpec =
///     OptionSpec::new("order", OptionKind::Text("WNES"), Roles::RULES, "order in which directions are tried")
///         .with_default("WNES");
/// assert!(ORDER.roles.meets(Roles::CHECKING));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct OptionSpec {
    /// Its name, as in `--name`.
    pub name: &'static str,
    /// What its value may be.
    pub kind: OptionKind,
    /// The value if none is given, as text; `None` if the option is then absent.
    pub default: Option<&'static str>,
    /// What it does, in one line.
    pub help: &'static str,
    /// Where it acts.
    pub roles: Roles,
}

impl OptionSpec {
    /// An option without a default.
    pub const fn new(name: &'static str, kind: OptionKind, roles: Roles, help: &'static str) -> Self {
        OptionSpec { name, kind, default: None, help, roles }
    }

    /// The same option with this value if none is given.
    #[must_use]
    pub const fn with_default(self, default: &'static str) -> Self {
        OptionSpec { default: Some(default), ..self }
    }
}

/// The families of datasets that a puzzle generates: ordinary boards, hard ones, those on which a certain mistake shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Families {
    /// The name of the option that chooses one.
    pub option: &'static str,
    /// Their names, which are the words of that option.
    pub names: &'static [&'static str],
}

impl Families {
    /// Returns the families among the options: the words of the one with the role [`Roles::FAMILY`].
    pub fn of(specs: &'static [OptionSpec]) -> Option<Self> {
        let spec = specs.iter().find(|spec| spec.roles.has(Roles::FAMILY))?;
        match spec.kind {
            OptionKind::Choice(names) => Some(Families { option: spec.name, names }),
            _ => None,
        }
    }
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
/// use tremaux_core::{OptionKind, OptionSpec, Options, Roles};
/// const SPECS: &[OptionSpec] =
///     &[OptionSpec::new("board", OptionKind::Size { max: 100 }, Roles::RULES, "rows and columns").with_default("8x8")];
/// assert_eq!(Options::defaults(SPECS).size("board"), (8, 8));
/// assert_eq!(Options::parse(SPECS, [("board", "5x6")]).unwrap().size("board"), (5, 6));
/// assert!(Options::parse(SPECS, [("board", "5y6")]).is_err());
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    specs: &'static [OptionSpec],
    values: BTreeMap<&'static str, (String, Value)>,
}

impl Options {
    /// Every option at its default.
    ///
    /// # Panics
    ///
    /// If a default is not a value of its option: a mistake of the author's.
    pub fn defaults(specs: &'static [OptionSpec]) -> Self {
        Options::parse(specs, []).unwrap_or_else(|fault| panic!("the default of {fault}"))
    }

    /// Defaults, overridden by the given names and values; a flag's value is `true` or `false`.
    ///
    /// # Errors
    ///
    /// At an unknown name, and at a value that its kind does not allow, defaults among them.
    pub fn parse<'a>(
        specs: &'static [OptionSpec],
        given: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, Diagnostic> {
        let mut texts: BTreeMap<&str, &str> = BTreeMap::new();
        for (name, text) in given {
            if !specs.iter().any(|spec| spec.name == name) {
                let known: Vec<String> = specs.iter().map(|spec| format!("--{}", spec.name)).collect();
                let fault = Diagnostic::new("unknown option").in_option(name);
                return Err(fault.help(format!("valid options: {}", known.join(", "))));
            }
            texts.insert(name, text);
        }
        let mut values = BTreeMap::new();
        for spec in specs {
            if let Some(text) = texts.get(spec.name).copied().or(spec.default) {
                let value = spec.kind.parse(text).map_err(|expected| {
                    Diagnostic::expected(expected).found(format!("{text:?}")).in_option(spec.name)
                })?;
                values.insert(spec.name, (text.to_owned(), value));
            }
        }
        Ok(Options { specs, values })
    }

    /// Returns the value of an option as it was given, or its default; `None` if it has neither.
    ///
    /// # Panics
    ///
    /// As all getters: if the puzzle has no option of this name.
    pub fn given(&self, name: &str) -> Option<&str> {
        self.get(name).map(|(text, _)| text.as_str())
    }

    /// Returns whether the flag was given.
    pub fn flag(&self, name: &str) -> bool {
        matches!(self.value(name), Some(Value::Flag(true)))
    }

    /// Returns the integer, or `None` if the option is absent or says `none`.
    pub fn int(&self, name: &str) -> Option<u64> {
        match self.value(name) {
            Some(Value::Int(number)) => *number,
            _ => None,
        }
    }

    /// Returns rows and columns; (0, 0) if the option is absent.
    pub fn size(&self, name: &str) -> (u32, u32) {
        match self.value(name) {
            Some(Value::Size(rows, cols)) => (*rows, *cols),
            _ => (0, 0),
        }
    }

    /// Returns the word or text, or `None` if the option is absent.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.value(name) {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        }
    }

    fn value(&self, name: &str) -> Option<&Value> {
        self.get(name).map(|(_, value)| value)
    }

    fn get(&self, name: &str) -> Option<&(String, Value)> {
        assert!(self.specs.iter().any(|spec| spec.name == name), "the puzzle has no option {name:?}");
        self.values.get(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn spec(name: &'static str, kind: OptionKind, default: Option<&'static str>) -> OptionSpec {
        OptionSpec { name, kind, default, help: "", roles: Roles::RULES }
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
            Ok(value) => assert_eq!(got.unwrap().values[name].1, value, "--{name} {text}"),
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
        check("colour", "red", Err("--colour: unknown option"));
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

    #[test]
    fn a_bad_default_is_a_fault_even_if_it_is_not_used() {
        const BAD: &[OptionSpec] =
            &[OptionSpec::new("side", OptionKind::Int { min: 1, max: 9, none: false }, Roles::RULES, "")
                .with_default("0")];
        let fault = Options::parse(BAD, []).unwrap_err();
        assert_eq!(fault.to_string(), "--side: expected an integer from 1 to 9, found \"0\"");
        assert!(std::panic::catch_unwind(|| Options::defaults(BAD)).is_err());
    }

    /// A misspelt name was once an option that is absent.
    #[test]
    fn a_misspelt_name_is_not_an_absent_option() {
        let misspelt = || Options::defaults(SPECS).int("thorws");
        assert!(std::panic::catch_unwind(misspelt).is_err());
    }

    #[test]
    fn the_text_is_kept_as_it_was_given() {
        let options = Options::parse(SPECS, [("board", "5X6")]).unwrap();
        assert_eq!(
            (options.given("board"), options.given("throws"), options.given("count")),
            (Some("5X6"), Some("10"), None)
        );
    }

    #[test]
    fn families_are_the_words_of_their_option() {
        const KIND: &[OptionSpec] =
            &[OptionSpec::new("kind", OptionKind::Choice(&["any", "hard"]), Roles::FAMILY, "")
                .with_default("any")];
        assert_eq!(Families::of(KIND), Some(Families { option: "kind", names: &["any", "hard"] }));
        assert_eq!(Families::of(SPECS), None);
    }
}
