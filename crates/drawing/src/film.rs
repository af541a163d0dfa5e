//! The moving SVG. Each part that comes and goes (the tile of a look on a cell, the line between two
//! numbers, a number) is one element, and one rule of CSS says at which shares of the whole time it
//! is seen. The last board covers everything unless the style sheet hides it: so a program that
//! knows no animation, and a reader who asks for less motion, see the last board.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use crate::animation::{Animation, BoardState};
use crate::format::{Error, Format};
use crate::model::{Cell, CellState, Path};
use crate::palette::{CELL, Ink, LOOKS};
use crate::scene::{self, Item};
use crate::svg;

/// A part of the picture that comes and goes, in the order in which parts cover each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    /// A cell with a look, given by its place in `LOOKS`.
    Tile(u8, Cell),
    /// The line from a number to the next.
    Link(Cell, Cell),
    /// The board's own label, which shows while there is no number.
    Label(Cell),
    Number(Cell, u32),
}

/// Writes the animation, repeated without end.
///
/// ```
/// use tremaux_drawing::{Animation, Cell, Drawing, CellState, Mark, svg};
/// let mut search = Animation::new(Drawing::new(2, 3));
/// search.step(&[Mark { cell: Cell::new(0, 0), look: CellState::Head, number: Some(1) }]);
/// let mut picture = Vec::new();
/// svg::animate(&search, &mut picture).unwrap();
/// assert!(String::from_utf8(picture).unwrap().contains("@keyframes"));
/// ```
///
/// # Errors
/// [`Error::TooLarge`] above 65,536 cells, or what the writer reports.
pub fn animate(animation: &Animation, out: &mut dyn Write) -> Result<(), Error> {
    let (board, last) = (animation.board(), animation.last());
    if animation.frames().is_empty() {
        return svg::write(last, out);
    }
    Format::Svg.check(last)?;
    let timeline = timeline(animation);
    svg::open(last, &rules(animation, timeline.values()), out)?;
    if animation.dropped() > 0 {
        writeln!(out, "<desc>{} of {} steps are not shown</desc>", animation.dropped(), animation.steps())?;
    }
    symbols(animation, out)?;
    below(animation, out)?;
    out.write_all(b"<g class=\"film\">\n")?;
    let film: Vec<(usize, Part)> = timeline.keys().copied().enumerate().collect();
    for (i, part) in &film {
        if let Part::Tile(look, cell) = part {
            let (x, y) = (cell.col as i32 * CELL, cell.row as i32 * CELL);
            writeln!(out, "<use href=\"#t{look}\" x=\"{x}\" y=\"{y}\" {}/>", rule(*i))?;
        }
    }
    let links: Vec<(usize, Item)> = film.iter().filter_map(|(i, part)| Some((*i, link(part)?))).collect();
    for group in links.chunk_by(|a, b| svg::style(&a.1) == svg::style(&b.1)) {
        writeln!(out, "<g {}>", svg::style(&group[0].1))?;
        for (i, item) in group {
            write!(out, "<path {} d=\"", rule(*i))?;
            svg::trace(&item.shape, out)?;
            writeln!(out, "\"/>")?;
        }
        writeln!(out, "</g>")?;
    }
    svg::paint(&scene::walls(board), out)?;
    let labels: BTreeMap<Cell, &str> = board.labels.iter().map(|l| (l.cell, l.text.as_str())).collect();
    let size = scene::label_size(animation.widest());
    writeln!(out, "<g {}>", svg::style(&scene::label(Cell::new(0, 0), String::new(), size)))?;
    for (i, part) in &film {
        let (cell, text) = match part {
            Part::Number(cell, n) => (*cell, n.to_string()),
            Part::Label(cell) if labels.contains_key(cell) => (*cell, labels[cell].to_string()),
            _ => continue,
        };
        let text = svg::text_element(&scene::label(cell, text, size).shape);
        if links.is_empty() {
            writeln!(out, "<g {}>{text}</g>", rule(*i))?;
        } else {
            let (x, y) = (cell.col as i32 * CELL, cell.row as i32 * CELL);
            let patch = scene::ground_ink(board, cell).name();
            writeln!(out, "<g {}><use href=\"#{patch}\" x=\"{x}\" y=\"{y}\"/>{text}</g>", rule(*i))?;
        }
    }
    writeln!(out, "</g>\n</g>")?;
    svg::paint(&scene::edge(board), out)?;
    out.write_all(b"<g class=\"last\">\n")?;
    svg::paint(&scene::still(last), out)?;
    out.write_all(b"</g>\n</svg>\n")?;
    Ok(())
}

/// Pictures to be put on any cell: of each look, by its number in `LOOKS`, and of the ground that keeps
/// a line off a number, by the ground's name.
pub(crate) fn symbols(animation: &Animation, out: &mut dyn Write) -> io::Result<()> {
    let (corner, widest) = (Cell::new(0, 0), animation.widest());
    out.write_all(b"<defs>\n")?;
    let tiles = LOOKS.map(|look| (format!("t{}", look as u8), scene::tile(look, corner)));
    let patch = |ink| scene::patch(ink, corner, widest, scene::label_size(widest));
    let patches = [Ink::Paper, Ink::Shade].map(|ink| (ink.name().to_string(), vec![patch(ink)]));
    for (name, items) in tiles.iter().chain(&patches) {
        writeln!(out, "<g id=\"{name}\">")?;
        svg::paint(items, out)?;
        writeln!(out, "</g>")?;
    }
    out.write_all(b"</defs>\n")
}

/// What does not move under the moving parts: the ground and the cells that never change.
pub(crate) fn below(animation: &Animation, out: &mut dyn Write) -> io::Result<()> {
    let board = animation.board();
    svg::paint(&scene::ground(board), out)?;
    svg::paint(&scene::tiles(board, unchanging(animation).iter().copied()), out)
}

/// The cells that never change.
pub(crate) fn unchanging(animation: &Animation) -> Vec<Cell> {
    let changing = changing(animation);
    animation.board().cells().filter(|cell| !changing.contains(cell)).collect()
}

/// The cells that change at all.
pub(crate) fn changing(animation: &Animation) -> BTreeSet<Cell> {
    let cells = animation.frames().iter().flatten().map(|mark| mark.cell);
    cells.filter(|cell| animation.board().index(*cell).is_some()).collect()
}

/// The line from one number to the next.
fn link(part: &Part) -> Option<Item> {
    let Part::Link(a, b) = part else { return None };
    scene::line(&Path { cells: vec![*a, *b], ..Path::default() }).pop()
}

fn rule(i: usize) -> String {
    format!("style=\"animation-name:k{i}\"")
}

/// The rules of the style sheet: frames `0 ..= frames` show the board before the search and after
/// each step, then comes the last board.
fn rules<'a>(animation: &Animation, timeline: impl Iterator<Item = &'a Vec<(usize, usize)>>) -> String {
    let frames = animation.frames().len() + 1;
    let delay = u64::from(animation.centiseconds());
    let total = frames as u64 * delay + u64::from(Animation::LAST_CENTISECONDS);
    let share = |frame: usize| -> String {
        let millionths = frame as u64 * delay * 1_000_000 / total;
        let digits = format!("{}.{:04}", millionths / 10_000, millionths % 10_000);
        format!("{}%", digits.trim_end_matches('0').trim_end_matches('.'))
    };
    let mut rules = format!(
        "@media (prefers-reduced-motion: no-preference) {{\n\
         .film [style], .last {{ animation: last {}.{:02}s step-end infinite }}\n}}\n\
         @keyframes last {{ 0% {{ visibility: hidden }} {} {{ visibility: visible }} }}\n",
        total / 100,
        total % 100,
        share(frames)
    );
    for (i, stretches) in timeline.enumerate() {
        let on: Vec<String> = stretches.iter().map(|(from, _)| share(*from)).collect();
        let before = stretches.first().is_some_and(|(from, _)| *from > 0).then(|| share(0));
        let ends = stretches.iter().map(|(_, to)| *to).filter(|to| *to < frames).map(share);
        let off: Vec<String> = before.into_iter().chain(ends).collect();
        rules += &format!("@keyframes k{i}{{{}{{visibility:visible}}", on.join(","));
        if !off.is_empty() {
            rules += &format!("{}{{visibility:hidden}}", off.join(","));
        }
        rules += "}\n";
    }
    rules
}

/// For each part the stretches of frames at which it is seen: the first and one after the last.
fn timeline(animation: &Animation) -> BTreeMap<Part, Vec<(usize, usize)>> {
    let mut stage = BoardState::new(animation.board().clone());
    let mut since: BTreeMap<Part, usize> = BTreeMap::new();
    let mut seen: BTreeMap<Part, Vec<(usize, usize)>> = BTreeMap::new();
    for cell in changing(animation) {
        since.extend(parts(&stage, cell).map(|part| (part, 0)));
    }
    for (i, frame) in animation.frames().iter().enumerate() {
        let cells: BTreeSet<Cell> = frame.iter().map(|mark| mark.cell).collect();
        let all = |stage: &BoardState| -> BTreeSet<Part> {
            cells.iter().flat_map(|cell| parts(stage, *cell)).collect()
        };
        let before = all(&stage);
        for mark in frame {
            stage.apply(*mark);
        }
        let after = all(&stage);
        for part in before.difference(&after) {
            if let Some(start) = since.remove(part) {
                seen.entry(*part).or_default().push((start, i + 1));
            }
        }
        since.extend(after.difference(&before).map(|part| (*part, i + 1)));
    }
    for (part, start) in since {
        seen.entry(part).or_default().push((start, animation.frames().len() + 1));
    }
    seen
}

/// All parts that depend on a cell.
fn parts(stage: &BoardState, cell: Cell) -> impl Iterator<Item = Part> {
    let (look, number) = stage.at(cell);
    let tile = (look != CellState::Vacant).then_some(Part::Tile(look as u8, cell));
    let place = |n: Option<u32>| n.and_then(|n| stage.place(n));
    let from = place(number.and_then(|n| n.checked_sub(1))).map(|before| Part::Link(before, cell));
    let to = place(number.and_then(|n| n.checked_add(1))).map(|after| Part::Link(cell, after));
    let text = number.map_or(Part::Label(cell), |n| Part::Number(cell, n));
    [tile, from, to, Some(text)].into_iter().flatten()
}
