//! An answer with a mistake in it is rejected.
//!
//! Each mistake makes the output wrong by an argument that needs neither solver nor verifier: the output of
//! curling, of maze and of POJ's tours is determined to the last digit; a tour has each of its numbers once;
//! a way over the stones begins with 1 and ends with the last square; an output that lacks something that is
//! not blank, or has something more, is no output for these datasets. Two squares of a tour that change
//! places may make another tour: there the jumps are looked at.

use tremaux_core::{Budget, Reader};
use tremaux_judge::{CheckResult, check};

use crate::bytes::{
    BESIDE_THE_RULES, Bytes, CONSTRAINTS, Subject, USED_UP, datasets, input, judged, read_back,
};

/// The output to an input, with one mistake.
pub fn mutated_answer_is_rejected(data: &[u8]) {
    let mut bytes = Bytes(data);
    let subject =
        Subject::choose(&mut bytes).without(&CONSTRAINTS).without(&USED_UP).without(&BESIDE_THE_RULES);
    let mistake = bytes.pick(&MISTAKES);
    let places = (bytes.below(1 << 16), bytes.byte());
    let Some(mut session) = subject.open() else { return };
    let datasets = datasets(&mut *session, &mut bytes).all;
    let text = input(&*session, &datasets);
    let open = || subject.open().expect("what could be opened once");
    // Nothing but what the judge's text holds.
    let mut datasets = read_back(&mut *open(), &text);
    let budget = Budget::unlimited().with_nodes(5000);
    let answers = (1..).zip(&mut datasets).map(|(number, dataset)| judged(&dataset.solve(&budget), number));
    let Some(answers) = answers.collect::<Option<Vec<_>>>() else { return };
    let right = answers.concat();
    let judge = |output: &[u8]| {
        check(&mut *open(), Reader::from_bytes(&text), Reader::from_bytes(output), None, &budget)
    };
    let accepted = match judge(&right) {
        CheckResult::Accepted { .. } => true,
        CheckResult::Undecided { .. } => false,
        result => panic!("the right output: {result}\n{}", String::from_utf8_lossy(&right)),
    };
    let Some(wrong) = mistake(&Output { subject: &subject, text: &right }, places) else { return };
    let shown = || format!("{}\n{}", String::from_utf8_lossy(&text), String::from_utf8_lossy(&wrong));
    match judge(&wrong) {
        CheckResult::Wrong { diagnostic, .. } | CheckResult::Extra { diagnostic } => {
            assert!(!diagnostic.render("output", true).is_empty());
        }
        // The wrong output may claim what takes longer to refute.
        CheckResult::Undecided { .. } => {}
        result => panic!("{result:?} (the right one: {accepted})\n{}", shown()),
    }
}

/// A right output.
struct Output<'a> {
    subject: &'a Subject,
    text: &'a [u8],
}

/// The output with a mistake at this place and of this kind; `None` where there is no such mistake.
type Mistake = fn(&Output, (usize, u8)) -> Option<Vec<u8>>;

const MISTAKES: [Mistake; 6] = [digit, cut, more, line_missing, lines_exchanged, squares_exchanged];

impl Output<'_> {
    fn name(&self) -> &str {
        self.subject.puzzle.name()
    }

    /// The lines, without their ends.
    fn lines(&self) -> Vec<&[u8]> {
        self.text.split(|&byte| byte == b'\n').collect()
    }
}

fn is_mark(byte: &u8) -> bool {
    !byte.is_ascii_whitespace()
}

/// Another digit.
fn digit(output: &Output, (place, kind): (usize, u8)) -> Option<Vec<u8>> {
    let mut digits: Vec<usize> =
        (0..output.text.len()).filter(|&at| output.text[at].is_ascii_digit()).collect();
    if output.name() == "null" {
        // On the way, another step may do as well. The first square is always 1.
        digits.truncate(1);
    }
    let at = *digits.get(place % digits.len().max(1))?;
    let mut wrong = output.text.to_vec();
    wrong[at] = b'0' + (wrong[at] - b'0' + 1 + kind % 9) % 10;
    Some(wrong)
}

/// The end is missing, and not only brackets.
fn cut(output: &Output, (place, _): (usize, u8)) -> Option<Vec<u8>> {
    let last = output.text.iter().rposition(|byte| is_mark(byte) && *byte != b']')?;
    Some(output.text[..place % (last + 1)].to_vec())
}

/// Extra output at the end.
fn more(output: &Output, (place, _): (usize, u8)) -> Option<Vec<u8>> {
    let extra: &[&[u8]] = &[b"0", b"-1", b"1 2 3", b"+", b"x", b"\xff", b"\0"];
    Some([output.text, b"\n", extra[place % extra.len()]].concat())
}

/// A line that is not blank is missing.
fn line_missing(output: &Output, (place, _): (usize, u8)) -> Option<Vec<u8>> {
    let mut lines = output.lines();
    let marked: Vec<usize> = (0..lines.len()).filter(|&line| lines[line].iter().any(is_mark)).collect();
    lines.remove(*marked.get(place % marked.len().max(1))?);
    Some(lines.join(&b'\n'))
}

/// Two lines that differ, none of them blank, are exchanged: where the output is determined.
fn lines_exchanged(output: &Output, (place, kind): (usize, u8)) -> Option<Vec<u8>> {
    let mut lines = output.lines();
    let (one, other) = (place % lines.len(), usize::from(kind) % lines.len());
    let differ = lines[one] != lines[other] && !lines[one].is_empty() && !lines[other].is_empty();
    lines.swap(one, other);
    (differ && ["curling", "maze"].contains(&output.name())).then(|| lines.join(&b'\n'))
}

/// Two squares of a knight's tour are exchanged, and a knight cannot jump so.
fn squares_exchanged(output: &Output, (place, kind): (usize, u8)) -> Option<Vec<u8>> {
    let plain = output.subject.given.iter().all(|(name, _)| ["board", "kind", "closed"].contains(name));
    if output.name() != "knight" || !plain {
        return None;
    }
    let cols = output.subject.value("board").unwrap_or("8x8").split_once('x')?.1.parse::<i64>().ok()?;
    let mut squares: Vec<i64> = std::str::from_utf8(output.lines().first()?)
        .ok()?
        .split_whitespace()
        .map(|square| square.parse().ok())
        .collect::<Option<_>>()?;
    let (one, other) = (place % squares.len().max(1), usize::from(kind) % squares.len().max(1));
    if squares.is_empty() || squares[one] == squares[other] {
        return None;
    }
    squares.swap(one, other);
    let jumps = |pair: &[i64]| {
        let [from, to] = [pair[0] - 1, pair[1] - 1];
        (from / cols - to / cols).abs() * (from % cols - to % cols).abs() == 2
    };
    if one > 0 && other > 0 && squares.windows(2).all(jumps) {
        return None;
    }
    let line = squares.iter().map(i64::to_string).collect::<Vec<_>>().join(" ").into_bytes();
    let rest = output.lines().into_iter().skip(1);
    Some(std::iter::once(&line[..]).chain(rest).collect::<Vec<_>>().join(&b'\n'))
}
