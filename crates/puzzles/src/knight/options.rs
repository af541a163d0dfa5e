//! The options, and what they settle.

use std::sync::Arc;

use tremaux_core::{Diagnostic, OptionKind, OptionSpec, Options, Roles};

use super::board::{Board, Square, Wrap};
use super::{Dialect, TourQuery};

/// The kinds of generated datasets.
const KINDS: &[&str] = &["random", "small", "maximal", "middle", "inner", "corner", "off-diagonal"];

/// The pieces that have a name, and their moves.
const PIECE_NAMES: &[&str] = &[
    "knight", "camel", "zebra", "giraffe", "antelope", "ibex", "flamingo", "wazir", "king", "gnu", "okapi",
    "bison", "square",
];
const PIECES: [&[(u32, u32)]; PIECE_NAMES.len()] = [
    &[(1, 2)],
    &[(1, 3)],
    &[(2, 3)],
    &[(1, 4)],
    &[(3, 4)],
    &[(1, 5)],
    &[(1, 6)],
    &[(0, 1)],
    &[(0, 1), (1, 1)],
    &[(1, 2), (1, 3)],
    &[(1, 2), (2, 3)],
    &[(1, 3), (2, 3)],
    &[(0, 3), (2, 2)],
];

/// Of an option that decides which inputs there are as well as which answers are correct.
const EVERYWHERE: Roles = Roles::RULES.and(Roles::VALIDATOR).and(Roles::GENERATOR);

pub(super) const OPTIONS: &[OptionSpec] = &[
    OptionSpec::new("board", OptionKind::Size { max: 1_000_000_000 }, EVERYWHERE, "rows and columns")
        .with_default("8x8"),
    OptionSpec::new(
        "start",
        OptionKind::Text("SQ"),
        Roles::FILES,
        "start square, instead of reading input: 14, 2,6 (row,column) or f7",
    ),
    OptionSpec::new("end", OptionKind::Text("SQ"), Roles::RULES, "last square of the tour"),
    OptionSpec::new(
        "closed",
        OptionKind::Flag,
        Roles::RULES,
        "closed tour: a last move leads back to the start",
    ),
    OptionSpec::new(
        "symmetric",
        OptionKind::Flag,
        Roles::RULES,
        "closed tour with 180-degree rotational symmetry",
    ),
    OptionSpec::new(
        "blocked",
        OptionKind::Text("SQ,SQ"),
        EVERYWHERE,
        "blocked squares, as in \"a1 c3\" or \"1,2; 3,4\"",
    ),
    OptionSpec::new(
        "fixed",
        OptionKind::Text("SQ=K,SQ=K"),
        Roles::RULES,
        "squares and their steps, as in a1=1,c2=2; step 1 is the start",
    ),
    OptionSpec::new(
        "leaper",
        OptionKind::Text("A,B;C,D"),
        Roles::RULES,
        "moves of the piece: A squares along one axis, B along the other; 1,2 if absent",
    ),
    OptionSpec::new(
        "piece",
        OptionKind::Choice(PIECE_NAMES),
        Roles::RULES,
        "name of the piece, instead of --leaper",
    ),
    OptionSpec::new(
        "wrap",
        OptionKind::Choice(&["none", "cylinder", "torus"]),
        Roles::RULES,
        "joined edges: cylinder joins left and right (each row is a ring), torus also top and bottom",
    )
    .with_default("none"),
    OptionSpec::new(
        "dialect",
        OptionKind::Choice(Dialect::NAMES),
        EVERYWHERE,
        "judge whose formats are used",
    )
    .with_default("sicily"),
    OptionSpec::new("kind", OptionKind::Choice(KINDS), Roles::FAMILY, "family of datasets")
        .with_default("random"),
];

/// The options, settled.
pub(super) struct Settings {
    pub dialect: Dialect,
    pub kind: &'static str,
    /// The query, but for its start.
    pub constraints: TourConstraints,
    /// The only dataset, if it is given.
    pub start: Option<Square>,
}

/// What all datasets of a session have in common.
#[derive(Clone)]
pub(super) struct TourConstraints {
    pub board: Arc<Board>,
    pub end: Option<Square>,
    pub closed: bool,
    pub symmetric: bool,
    pub fixed_steps: Vec<(u32, Square)>,
}

impl TourConstraints {
    /// Nothing but a board.
    pub fn of(board: Board) -> TourConstraints {
        TourConstraints {
            board: Arc::new(board),
            end: None,
            closed: false,
            symmetric: false,
            fixed_steps: Vec::new(),
        }
    }

    /// The query from this start; `None` if it is blocked.
    pub fn query(&self, start: Square) -> Option<TourQuery> {
        let query = TourQuery::from_start(self.board.clone(), start)?;
        Some(TourQuery {
            end: self.end,
            closed: self.closed || self.symmetric,
            symmetric: self.symmetric,
            fixed_steps: self.fixed_steps.clone(),
            ..query
        })
    }
}

/// Reads the options; fails where they contradict each other.
pub(super) fn settle(options: &Options) -> Result<Settings, Diagnostic> {
    let dialect = Dialect::named(options.text("dialect").unwrap_or_default());
    if !dialect.takes_options() {
        let plain = Options::defaults(OPTIONS);
        let given = |name: &str| options.text(name) != plain.text(name) || options.flag(name);
        let names = ["start", "end", "closed", "symmetric", "blocked", "fixed", "leaper", "piece", "wrap"];
        if let Some(name) = names.iter().find(|name| given(name)) {
            let message = format!("not supported by dialect {}", dialect.name());
            return Err(Diagnostic::new(message).in_option(name).help("remove it, or use --dialect sicily"));
        }
    }
    let board = board(options)?;
    let square = |name| {
        let read = |text: &str| parse_square(&board, name, text);
        options.text(name).map(read).transpose()
    };
    let (start, end) = (square("start")?, square("end")?);
    let symmetric = options.flag("symmetric");
    let closed = options.flag("closed") || symmetric;
    let fixed_steps = fixed_steps(options, &board)?;
    // Step 1 is the start.
    let first = fixed_steps.first().filter(|&&(step, _)| step == 1).map(|&(_, square)| square);
    let start = start.or(first);
    if closed && end.is_some() {
        return Err(Diagnostic::new("cannot be combined with --closed or --symmetric").in_option("end"));
    }
    if symmetric && board.wrap() != Wrap::None {
        return Err(Diagnostic::new("requires --wrap none").in_option("symmetric"));
    }
    if symmetric && !fixed_steps.is_empty() {
        return Err(Diagnostic::new("cannot be combined with --symmetric").in_option("fixed"));
    }
    let kind = KINDS.iter().find(|&&kind| Some(kind) == options.text("kind")).unwrap_or(&"random");
    let constraints = TourConstraints { board: Arc::new(board), end, closed, symmetric, fixed_steps };
    Ok(Settings { dialect, kind, constraints, start })
}

fn board(options: &Options) -> Result<Board, Diagnostic> {
    let (rows, cols) = options.size("board");
    let board = Board::new(rows, cols).ok_or_else(|| {
        Diagnostic::expected(format!("at most {} squares", Board::MAX_SQUARES))
            .found(u64::from(rows) * u64::from(cols))
            .in_option("board")
    })?;
    let wrap = match options.text("wrap") {
        Some("cylinder") => Wrap::Cylinder,
        Some("torus") => Wrap::Torus,
        _ => Wrap::None,
    };
    let board = board.with_leapers(&leapers(options)?).with_wrap(wrap);
    let Some(blocked) = options.text("blocked") else { return Ok(board) };
    let blocked = board.names().list(blocked).map_err(|fault| fault.in_option("blocked"))?;
    let board = board.with_blocked(&blocked);
    match board.open_squares() {
        0 => Err(Diagnostic::new("no square of the board is left").in_option("blocked")),
        _ => Ok(board),
    }
}

/// The moves of the piece.
fn leapers(options: &Options) -> Result<Vec<(u32, u32)>, Diagnostic> {
    let Some(text) = options.text("leaper") else {
        let name = options.text("piece").unwrap_or("knight");
        let known = PIECE_NAMES.iter().position(|&piece| piece == name).unwrap_or(0);
        return Ok(PIECES[known].to_vec());
    };
    if options.text("piece").is_some() {
        return Err(Diagnostic::new("cannot be combined with --leaper").in_option("piece"));
    }
    let moves: Option<Vec<_>> =
        text.split([';', ' ']).filter(|item| !item.is_empty()).map(parse_leaper).collect();
    moves.filter(|moves| (1..=Board::MAX_LEAPERS).contains(&moves.len())).ok_or_else(|| {
        Diagnostic::expected(format!(
            "moves A,B, with distances up to 1000 that are not both 0, as in 1,2 or \"0,3;2,2\", at most {}",
            Board::MAX_LEAPERS
        ))
        .found(format!("{text:?}"))
        .in_option("leaper")
    })
}

fn parse_leaper(text: &str) -> Option<(u32, u32)> {
    let (a, b) = text.split_once(',')?;
    let distance = |text: &str| text.trim().parse::<u32>().ok().filter(|&distance| distance <= 1000);
    Some((distance(a)?, distance(b)?)).filter(|&leaper| leaper != (0, 0))
}

/// Reads a square that a tour can visit.
fn parse_square(board: &Board, option: &str, text: &str) -> Result<Square, Diagnostic> {
    let square = board.names().square(text).map_err(|fault| fault.in_option(option))?;
    match board.is_blocked(square) {
        true => Err(Diagnostic::expected("a square that is not blocked")
            .found(format!("{text:?}"))
            .in_option(option)),
        false => Ok(square),
    }
}

fn fixed_steps(options: &Options, board: &Board) -> Result<Vec<(u32, Square)>, Diagnostic> {
    let in_option = |fault: Diagnostic| fault.in_option("fixed");
    let last = board.open_squares();
    let mut fixed_steps = Vec::new();
    for (square, step) in
        board.names().values(options.text("fixed").unwrap_or_default()).map_err(in_option)?
    {
        let name = board.name(square);
        if board.is_blocked(square) {
            let fault = Diagnostic::expected("a square that is not blocked").found(name);
            return Err(in_option(fault));
        }
        let step = step.parse().ok().filter(|step| (1..=last).contains(step)).ok_or_else(|| {
            in_option(
                Diagnostic::expected(format!("the step of {name} from 1 to {last}"))
                    .found(format!("{step:?}")),
            )
        })?;
        if fixed_steps.iter().any(|&(s, q)| s == step || q == square) {
            return Err(in_option(
                Diagnostic::expected("one step for each square and one square for each step")
                    .found(format!("{name}={step}")),
            ));
        }
        fixed_steps.push((step, square));
    }
    fixed_steps.sort_unstable();
    Ok(fixed_steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(given: &[(&str, &str)], expect: Result<(u32, u32, usize), &str>) {
        let options = Options::parse(OPTIONS, given.iter().copied()).unwrap();
        let got = settle(&options).map(|settings| {
            let board = &settings.constraints.board;
            (board.squares(), board.open_squares(), settings.constraints.fixed_steps.len())
        });
        match expect {
            Ok(expect) => assert_eq!(got.unwrap(), expect, "{given:?}"),
            Err(message) => {
                let fault = got.unwrap_err().to_string();
                assert!(fault.contains(message), "{given:?}: {fault}");
            }
        }
    }

    #[test]
    fn options_are_settled() {
        check(&[], Ok((64, 64, 0)));
        check(&[("board", "3x5"), ("blocked", "1,2,a1")], Ok((15, 12, 0)));
        check(&[("board", "3x5"), ("blocked", "1,2")], Err("--blocked: \"1,2\" has two readings"));
        check(&[("board", "3x5"), ("blocked", "3,3")], Ok((15, 14, 0)));
        check(&[("board", "3x5"), ("blocked", "1,2,2")], Err("--blocked: duplicate square b3"));
        check(&[("board", "3x5"), ("blocked", "1,2;")], Ok((15, 14, 0)));
        check(&[("board", "3x5"), ("blocked", "1,2 3,5")], Ok((15, 13, 0)));
        check(&[("fixed", "1,1=1; 2,3=2;")], Ok((64, 64, 2)));
        check(&[("fixed", "1=1"), ("blocked", "1")], Err("--fixed: expected a square that is not blocked"));
        check(&[("fixed", "1=1,2=1")], Err("--fixed: expected one step for each square"));
        check(&[("fixed", "1=1,1=3")], Err("--fixed: expected one step for each square"));
        check(&[("fixed", "1=65")], Err("--fixed: expected the step of a8 from 1 to 64, found \"65\""));
        check(&[("fixed", "1")], Err("--fixed: expected a square and its value"));
        check(&[("start", "65")], Err("--start: expected a square"));
        check(&[("start", "0,1")], Err("--start: expected a square"));
        check(&[("start", "i1")], Err("--start: expected a square"));
        check(&[("start", "5"), ("blocked", "5")], Err("--start: expected a square that is not blocked"));
        check(&[("board", "1x1"), ("blocked", "1")], Err("no square of the board is left"));
        check(&[("leaper", "0,0")], Err("--leaper: expected moves A,B"));
        check(&[("leaper", "0,3;2,2")], Ok((64, 64, 0)));
        check(&[("leaper", "0,3; 2, 2")], Err("--leaper: expected moves A,B"));
        check(&[("leaper", "1,2;1,3;1,4;1,5;1,6;1,7;1,8")], Err("at most 6"));
        check(&[("leaper", "")], Err("--leaper: expected moves A,B"));
        check(&[("piece", "camel")], Ok((64, 64, 0)));
        check(&[("piece", "knight"), ("leaper", "1,2")], Err("--piece: cannot be combined with --leaper"));
        check(&[("leaper", "1")], Err("--leaper: expected moves A,B"));
        check(&[("leaper", "99999999999999999999,1")], Err("--leaper: expected moves A,B"));
        check(&[("board", "1000000000x1000000000")], Err("--board: expected at most"));
        check(&[("closed", "true"), ("end", "5")], Err("--end: cannot be combined"));
        check(&[("symmetric", "true"), ("wrap", "torus")], Err("--symmetric:"));
        check(
            &[("dialect", "poj-2488"), ("closed", "true")],
            Err("--closed: not supported by dialect poj-2488"),
        );
        check(&[("dialect", "jutge-p43694"), ("blocked", "1")], Err("--blocked: not supported by dialect"));
    }
}
