//! What a saved or received piece of a count belongs to: the query and the method, field by field.
//!
//! A head is text, one field on a line, so that a difference can be named and a later version can read the
//! fields of this one.

use crate::{CountQuery, Method, Tours};

/// The first line of every head; the number is that of the format.
pub(crate) const MAGIC: &str = "tremaux count, format 2";

/// Fields with their values, in a fixed order.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    fields: Vec<(&'static str, String)>,
}

impl Head {
    pub(crate) fn new(query: &CountQuery, method: Method) -> Head {
        let board = query.board();
        let (a, b) = board.leaper();
        let square = |(row, col): (usize, usize)| format!("{},{}", row + 1, col + 1);
        let blocked: Vec<String> = board.blocked().map(square).collect();
        let tours = match query.tours {
            Tours::Closed => "closed".to_owned(),
            Tours::Open => "open".to_owned(),
            Tours::From(s) => format!("from {}", square(s)),
            Tours::Between(s, t) => format!("from {} to {}", square(s), square(t)),
        };
        let cut = method.rows_above.map_or("middle".to_owned(), |rows| rows.to_string());
        let yes_no = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
        let none = |text: String| if text.is_empty() { "none".to_owned() } else { text };
        Head { fields: vec![] }
            .with("board", format!("{}x{}", board.rows(), board.cols()))
            .with("leaper", format!("{a},{b}"))
            .with("blocked", none(blocked.join(" ")))
            .with("tours", tours)
            .with("directed", yes_no(query.directed))
            .with("transpose", yes_no(method.transpose))
            .with("rows above", cut)
            .with("symmetry", yes_no(!method.ignore_symmetry))
    }

    /// The same head with one more field.
    pub(crate) fn with(mut self, name: &'static str, value: impl ToString) -> Head {
        self.fields.push((name, value.to_string()));
        self
    }

    /// The text of the head; an empty line ends it.
    pub(crate) fn text(&self) -> String {
        let lines: String = self.fields.iter().map(|(name, value)| format!("{name}: {value}\n")).collect();
        format!("{MAGIC}\n{lines}\n")
    }

    /// The first difference of another head's text, in words. Fields that only the text has are no difference.
    pub(crate) fn difference(&self, text: &str) -> Option<String> {
        if text.lines().next() != Some(MAGIC) {
            return Some("it is of another version of the program".to_owned());
        }
        self.fields.iter().find_map(|(name, value)| match field(text, name) {
            Some(found) if found == value => None,
            Some(found) => Some(format!("expected {name} {value}, found {found}")),
            None => Some(format!("expected {name} {value}, found nothing")),
        })
    }
}

/// The value of a field of a head's text.
pub(crate) fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;

    #[test]
    fn every_field_makes_a_difference() {
        let board = || Board::new(5, 6).unwrap();
        let head = |board: Board, tours, method| Head::new(&CountQuery::new(board, tours).unwrap(), method);
        let one = head(board(), Tours::Open, Method::default());
        assert_eq!(one.difference(&one.text()), None);
        assert_eq!(one.difference(&one.clone().with("half", 1).text()), None);
        let others = [
            (head(Board::new(6, 5).unwrap(), Tours::Open, Method::default()), "board 5x6, found 6x5"),
            (
                head(board().with_leaper(0, 1).unwrap(), Tours::Open, Method::default()),
                "leaper 1,2, found 0,1",
            ),
            (
                head(board().with_blocked(&[(0, 1)]).unwrap(), Tours::Open, Method::default()),
                "blocked none, found 1,2",
            ),
            (head(board(), Tours::From((0, 0)), Method::default()), "tours open, found from 1,1"),
            (head(board(), Tours::Between((0, 0), (4, 5)), Method::default()), "found from 1,1 to 5,6"),
            (
                head(board(), Tours::Open, Method { transpose: true, ..Method::default() }),
                "transpose no, found yes",
            ),
            (
                head(board(), Tours::Open, Method { rows_above: Some(1), ..Method::default() }),
                "rows above middle, found 1",
            ),
            (
                head(board(), Tours::Open, Method { ignore_symmetry: true, ..Method::default() }),
                "symmetry yes, found no",
            ),
        ];
        for (other, words) in others {
            let difference = one.difference(&other.text()).unwrap();
            assert!(difference.contains(words), "{difference}");
        }
        let directed =
            Head::new(&CountQuery::new(board(), Tours::Open).unwrap().directed(), Method::default());
        assert!(one.difference(&directed.text()).is_some());
        assert!(one.difference("tremaux count checkpoint, version 1\n").unwrap().contains("another version"));
        assert!(one.clone().with("half", 0).difference(&one.clone().with("half", 1).text()).is_some());
    }
}
