//! What is wrong, where, what was expected, what was found, and what to do.

use std::fmt;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

/// A fault in an input, an output or an option, with what is needed to correct it.
///
/// ```
/// use tremaux_core::Diagnostic;
/// let fault = Diagnostic::expected("rows x columns, as in 8x8").found("\"8y8\"").in_option("board");
/// assert_eq!(fault.to_string(), "--board: expected rows x columns, as in 8x8, found \"8y8\"");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    message: String,
    found: Option<String>,
    help: Option<String>,
    option: Option<String>,
    place: Option<Box<Location>>,
}

/// A place in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Location {
    /// Line, from 1.
    pub line: u64,
    /// Column, from 1, in bytes.
    pub column: u64,
    /// The line, or the part of a long one around the column, with unprintable bytes replaced.
    pub excerpt: String,
    /// The part of the excerpt that is meant, in bytes of it.
    pub span: Range<usize>,
}

impl Diagnostic {
    /// A fault in free words.
    pub fn new(message: impl Into<String>) -> Self {
        Diagnostic { message: message.into(), found: None, help: None, option: None, place: None }
    }

    /// Something else was expected: "expected ...".
    pub fn expected(what: impl fmt::Display) -> Self {
        Diagnostic::new(format!("expected {what}"))
    }

    /// What was found instead.
    #[must_use]
    pub fn found(self, what: impl fmt::Display) -> Self {
        Diagnostic { found: Some(what.to_string()), ..self }
    }

    /// What to do.
    #[must_use]
    pub fn help(self, what: impl Into<String>) -> Self {
        Diagnostic { help: Some(what.into()), ..self }
    }

    /// The option at fault, without its dashes.
    #[must_use]
    pub fn in_option(self, name: &str) -> Self {
        Diagnostic { option: Some(format!("--{name}")), ..self }
    }

    /// The place at fault.
    #[must_use]
    pub fn at(self, place: Location) -> Self {
        Diagnostic { place: Some(Box::new(place)), ..self }
    }

    /// Where it is, if it has a place in a text.
    pub fn place(&self) -> Option<&Location> {
        self.place.as_deref()
    }

    /// The first line without a place: what was expected, or what is wrong.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// For people, over several lines: the place as `name:line:column`, the line itself with the fault
    /// underlined, and what to do. `name` is that of the text; `color` asks for terminal colours.
    pub fn render(&self, name: &str, color: bool) -> String {
        self.render_as(Level::ERROR, name, color)
    }

    /// As [`render`](Diagnostic::render), for what is no error.
    pub fn render_warning(&self, name: &str, color: bool) -> String {
        self.render_as(Level::WARNING, name, color)
    }

    fn render_as(&self, level: Level, name: &str, color: bool) -> String {
        let headline = match (&self.place, &self.option) {
            (Some(_), _) => self.message.clone(),
            (None, _) => self.to_string(),
        };
        let found = self.found.as_ref().map(|found| format!("found {found}"));
        let mut group = Group::with_title(level.primary_title(headline));
        if let Some(place) = &self.place {
            let (line, column) = (place.line as usize, place.column as usize);
            let annotation = AnnotationKind::Primary.span(place.span.clone()).label(found.as_deref());
            let snippet = Snippet::source(place.excerpt.as_str()).line_start(line).annotation(annotation);
            // The renderer finds the column by itself, unless the excerpt is from the middle of a line.
            let whole = place.excerpt[..place.span.start].chars().count() + 1 == column;
            group = if whole {
                group.element(snippet.path(name))
            } else {
                group.element(Origin::path(name).line(line).char_column(column)).element(snippet)
            };
        }
        if let Some(help) = &self.help {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        let renderer = if color { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&[group])
    }
}

/// On one line, without the excerpt and the help.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Some(option) = &self.option {
            write!(f, "{option}: ")?;
        }
        if let Some(place) = &self.place {
            write!(f, "{}:{}: ", place.line, place.column)?;
        }
        f.write_str(&self.message)?;
        match &self.found {
            Some(found) => write!(f, ", found {found}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Diagnostic {}
