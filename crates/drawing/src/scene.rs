//! From the board to shapes: the one module that decides the position of everything.
//!
//! A [`Drawing`] becomes a list of [`Item`]s, painted in their order: ground, tiles, walls, paths,
//! labels, edge. SVG writes them down, the rasteriser behind PNG and GIF fills pixels with them.
//! All coordinates are whole numbers of a cell's fortieth part, the board's north-west corner is
//! the origin, so pictures are the same bytes on every machine.

use crate::model::{Cell, CellState, Coordinates, Drawing, Path};
use crate::palette::{CELL, Ink, LOOKS, Part, TINT_PERCENT, appearance};

pub(crate) type Point = (i32, i32);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    pub ink: Ink,
    pub shape: Shape,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A filled rectangle with round corners, covering what lies below by some percent.
    Rect { x: i32, y: i32, w: i32, h: i32, round: i32, percent: u32 },
    /// A filled circle.
    Disc { at: Point, r: i32 },
    /// A circle's line.
    Ring { at: Point, r: i32, width: i32 },
    /// Straight strokes with round ends and joins.
    Line { points: Vec<Point>, width: i32, closed: bool },
    /// Centred on a point; `size` is the height of the em square.
    Text { at: Point, size: i32, text: String },
}

/// The middle of a cell.
pub(crate) const CENTRE: i32 = CELL / 2;
/// Widths of pens.
const WALL: i32 = 4;
/// The border around squares.
const BORDER: i32 = 2;
/// A line from neighbour to neighbour is alone in its cells; one that jumps crosses itself.
const STEP_LINE: i32 = 6;
const JUMP_LINE: i32 = 3;
const ARROW: i32 = 5;
/// From one arrow to another that runs in the same row or column.
const LANE: i32 = 12;
const BADGE: i32 = 9;
const MARGIN: i32 = 10;
const EDGE_TEXT: i32 = 16;

/// The picture's rectangle: x, y, width, height.
pub(crate) fn bounds(drawing: &Drawing) -> (i32, i32, i32, i32) {
    let (west, south) = match drawing.coordinates {
        Coordinates::None => (MARGIN, MARGIN),
        Coordinates::Algebraic => (MARGIN + 10 + 9 * drawing.rows.to_string().len() as i32, MARGIN + 22),
    };
    let (w, h) = (drawing.cols as i32 * CELL, drawing.rows as i32 * CELL);
    (-west, -MARGIN, w + west + MARGIN, h + south + MARGIN)
}

/// Everything, in the order in which it is painted.
pub(crate) fn still(drawing: &Drawing) -> Vec<Item> {
    let mut items = ground(drawing);
    items.extend(tiles(drawing, drawing.cells()));
    items.extend(above(drawing));
    items
}

/// What is painted over the tiles.
pub(crate) fn above(drawing: &Drawing) -> Vec<Item> {
    let mut items = walls(drawing);
    for path in drawing.paths_inside() {
        items.extend(if path.numbered_arrows { arrows(&path) } else { line(&path) });
    }
    items.extend(labels(drawing));
    items.extend(edge(drawing));
    items
}

/// What never changes under the tiles: the page, the checkered squares, the thin lines.
pub(crate) fn ground(drawing: &Drawing) -> Vec<Item> {
    let (x, y, w, h) = bounds(drawing);
    let mut items = vec![rect(Ink::Paper, x, y, w, h)];
    let (w, h) = (drawing.cols as i32 * CELL, drawing.rows as i32 * CELL);
    if drawing.checkered {
        for cell in drawing.cells().filter(|c| ground_ink(drawing, *c) == Ink::Shade) {
            items.push(rect(Ink::Shade, cell.col as i32 * CELL, cell.row as i32 * CELL, CELL, CELL));
        }
    } else if drawing.walls.is_none() {
        for row in 0..=drawing.rows as i32 {
            items.push(stroke(Ink::Grid, vec![(0, row * CELL), (w, row * CELL)], 1));
        }
        for col in 0..=drawing.cols as i32 {
            items.push(stroke(Ink::Grid, vec![(col * CELL, 0), (col * CELL, h)], 1));
        }
    }
    items
}

/// The tiles of some cells; those of one look follow each other.
pub(crate) fn tiles(drawing: &Drawing, cells: impl Iterator<Item = Cell> + Clone) -> Vec<Item> {
    let mut items = Vec::new();
    for look in LOOKS {
        for (ink, part) in appearance(look).tile {
            let here = cells.clone().filter(|cell| drawing.look(*cell) == look);
            items.extend(here.map(|cell| place(*ink, *part, cell)));
        }
    }
    items
}

/// The tile of one cell.
pub(crate) fn tile(look: CellState, cell: Cell) -> Vec<Item> {
    appearance(look).tile.iter().map(|(ink, part)| place(*ink, *part, cell)).collect()
}

fn place(ink: Ink, part: Part, cell: Cell) -> Item {
    let (x, y) = (cell.col as i32 * CELL, cell.row as i32 * CELL);
    let at = (x + CELL / 2, y + CELL / 2);
    let square = |inset, round, percent| Shape::Rect {
        x: x + inset,
        y: y + inset,
        w: CELL - 2 * inset,
        h: CELL - 2 * inset,
        round,
        percent,
    };
    let shape = match part {
        Part::Square(inset, round) => square(inset, round, 100),
        Part::Tint(inset, round) => square(inset, round, TINT_PERCENT),
        Part::Disc(r) => Shape::Disc { at, r },
        Part::Ring(r, width) => Shape::Ring { at, r, width },
        Part::Stroke([x1, y1, x2, y2], width) => {
            Shape::Line { points: vec![(x + x1, y + y1), (x + x2, y + y2)], width, closed: false }
        }
    };
    Item { ink, shape }
}

/// Thin walls, each straight run as one stroke, and the border around a board that has such walls
/// or squares.
pub(crate) fn walls(drawing: &Drawing) -> Vec<Item> {
    let (rows, cols) = (drawing.rows, drawing.cols);
    let (w, h) = (cols as i32 * CELL, rows as i32 * CELL);
    let border = |width| {
        let points = vec![(0, 0), (w, 0), (w, h), (0, h)];
        Item { ink: Ink::Wall, shape: Shape::Line { points, width, closed: true } }
    };
    if drawing.walls.is_none() {
        return if drawing.checkered { vec![border(BORDER)] } else { Vec::new() };
    }
    let mut items = vec![border(WALL)];
    for row in 1..rows {
        for (from, to) in runs(cols, |col| drawing.wall_south(Cell::new(row - 1, col))) {
            let y = row as i32 * CELL;
            items.push(stroke(Ink::Wall, vec![(from * CELL, y), (to * CELL, y)], WALL));
        }
    }
    for col in 1..cols {
        for (from, to) in runs(rows, |row| drawing.wall_east(Cell::new(row, col - 1))) {
            let x = col as i32 * CELL;
            items.push(stroke(Ink::Wall, vec![(x, from * CELL), (x, to * CELL)], WALL));
        }
    }
    items
}

/// The longest stretches of `0..n` on which `is_wall` holds, each as first and one after last.
fn runs(n: u32, is_wall: impl Fn(u32) -> bool) -> Vec<(i32, i32)> {
    let mut runs = Vec::new();
    let mut from = None;
    for i in 0..=n {
        match (from, i < n && is_wall(i)) {
            (None, true) => from = Some(i),
            (Some(start), false) => {
                runs.push((start as i32, i as i32));
                from = None;
            }
            _ => {}
        }
    }
    runs
}

/// A path as one line with round joins.
pub(crate) fn line(path: &Path) -> Vec<Item> {
    let width = if path.jumps() { JUMP_LINE } else { STEP_LINE };
    let points: Vec<Point> = path.cells.iter().map(|c| centre(*c)).collect();
    if points.is_empty() {
        return Vec::new();
    }
    vec![Item { ink: Ink::Line, shape: Shape::Line { points, width, closed: path.closed } }]
}

/// A path as arrows, each with its number in a badge. Arrows that would lie on each other run side
/// by side; a badge keeps clear of other badges and arrows as well as it can.
fn arrows(path: &Path) -> Vec<Item> {
    let stops: Vec<Point> = path.cells.iter().map(|cell| centre(*cell)).collect();
    let mut lanes: Vec<i32> = Vec::new();
    for (i, pair) in stops.windows(2).enumerate() {
        let taken = |lane| (0..i).any(|j| lanes[j] == lane && overlap(&stops[j..j + 2], pair));
        lanes.push([0, 1, -1, 2, -2].into_iter().find(|&lane| !taken(lane)).unwrap_or(0));
    }
    let arrows: Vec<Arrow> =
        stops.windows(2).zip(&lanes).filter_map(|(pair, lane)| Arrow::new(pair[0], pair[1], *lane)).collect();
    let mut items = Vec::new();
    for arrow in &arrows {
        let tip = arrow.length - 3.0;
        items.push(stroke(Ink::Line, vec![arrow.point(5.0, 0.0), arrow.point(tip, 0.0)], ARROW));
        let head = vec![arrow.point(tip - 8.0, -7.0), arrow.point(tip, 0.0), arrow.point(tip - 8.0, 7.0)];
        items.push(stroke(Ink::Line, head, ARROW));
    }
    let mut badges: Vec<Point> = Vec::new();
    for (i, arrow) in arrows.iter().enumerate() {
        // A short arrow's badge keeps clear of its head.
        let middle = if arrow.length < 60.0 { 0.36 } else { 0.5 };
        let spots =
            [middle, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8].map(|share| arrow.point(arrow.length * share, 0.0));
        let off_badges = |at: &Point| badges.iter().all(|b| distance(*b, *b, *at) > f64::from(2 * BADGE));
        let off_arrows = |at: &Point| {
            let others = arrows.iter().enumerate().filter(|(j, _)| *j != i);
            others.map(|(_, a)| distance(a.point(0.0, 0.0), a.point(a.length, 0.0), *at)).all(|d| d > 12.0)
        };
        let best = spots.iter().find(|at| off_badges(at) && off_arrows(at));
        badges.push(*best.or(spots.iter().find(|at| off_badges(at))).unwrap_or(&spots[0]));
    }
    items.extend(badges.iter().map(|&at| Item { ink: Ink::Line, shape: Shape::Disc { at, r: BADGE } }));
    items.extend(badges.iter().enumerate().map(|(i, at)| text(Ink::Paper, *at, 12, (i + 1).to_string())));
    items
}

/// A stretch from one stop to the next, moved sideways into its lane.
struct Arrow {
    from: (f64, f64),
    unit: (f64, f64),
    length: f64,
}

impl Arrow {
    /// None where both ends are the same.
    fn new(from: Point, to: Point, lane: i32) -> Option<Arrow> {
        let (dx, dy) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
        let length = dx.hypot(dy);
        let unit = (dx / length, dy / length);
        // The side of a lane must not depend on which way the arrow runs.
        let side = if unit < (0.0, 0.0) { -1.0 } else { 1.0 };
        let shift = f64::from(lane * LANE) * side;
        let from = (f64::from(from.0) - unit.1 * shift, f64::from(from.1) + unit.0 * shift);
        (length > 0.0).then_some(Arrow { from, unit, length })
    }

    /// The point so far along the arrow and so far to its right.
    fn point(&self, along: f64, across: f64) -> Point {
        let x = self.from.0 + self.unit.0 * along - self.unit.1 * across;
        let y = self.from.1 + self.unit.1 * along + self.unit.0 * across;
        (x.round() as i32, y.round() as i32)
    }
}

/// How far a point lies from the stretch between two others.
fn distance(a: Point, b: Point, point: Point) -> f64 {
    let vector = |p: Point, q: Point| (f64::from(q.0 - p.0), f64::from(q.1 - p.1));
    let ((dx, dy), (px, py)) = (vector(a, b), vector(a, point));
    let square = dx * dx + dy * dy;
    let share = if square == 0.0 { 0.0 } else { ((px * dx + py * dy) / square).clamp(0.0, 1.0) };
    (px - share * dx).hypot(py - share * dy)
}

/// Do two stretches lie on the same line and share more than an end?
fn overlap(one: &[Point], other: &[Point]) -> bool {
    let (&[a, b], &[c, d]) = (one, other) else { return false };
    let cross = |p: Point| {
        let (dx, dy) = (i64::from(b.0 - a.0), i64::from(b.1 - a.1));
        dx * i64::from(p.1 - a.1) - dy * i64::from(p.0 - a.0)
    };
    let within = |p: i32, q: i32, r: i32, s: i32| p.min(q).max(r.min(s)) < p.max(q).min(r.max(s));
    cross(c) == 0 && cross(d) == 0 && (within(a.0, b.0, c.0, d.0) || within(a.1, b.1, c.1, d.1))
}

/// The texts in the cells. Where there is a path, a patch of ground keeps it off the text.
fn labels(drawing: &Drawing) -> Vec<Item> {
    let longest = drawing.labels_inside().map(|l| l.text.chars().count()).max().unwrap_or(0);
    let size = label_size(longest);
    let mut items = Vec::new();
    if drawing.paths.iter().any(|p| !p.cells.is_empty()) {
        for ink in [Ink::Paper, Ink::Shade] {
            let here = drawing.labels_inside().filter(|l| ground_ink(drawing, l.cell) == ink);
            items.extend(here.map(|l| patch(ink, l.cell, l.text.chars().count(), size)));
        }
    }
    items.extend(drawing.labels_inside().map(|l| label(l.cell, l.text.clone(), size)));
    items
}

/// A text in a cell.
pub(crate) fn label(cell: Cell, letters: String, size: i32) -> Item {
    text(Ink::Wall, centre(cell), size, letters)
}

/// The ink of the ground under a cell.
pub(crate) fn ground_ink(drawing: &Drawing, cell: Cell) -> Ink {
    // The square at the bottom left is dark, as on a chess board.
    let dark = drawing.checkered && (drawing.rows - 1 - cell.row + cell.col).is_multiple_of(2);
    if dark { Ink::Shade } else { Ink::Paper }
}

/// Height of a label's letters when the longest has this many.
pub(crate) fn label_size(longest: usize) -> i32 {
    (54 / longest.max(1) as i32).clamp(4, 15)
}

/// What lies between a label of `n` letters and the path below it.
pub(crate) fn patch(ink: Ink, cell: Cell, n: usize, size: i32) -> Item {
    let at = centre(cell);
    let w = n as i32 * size * 6 / 10 + 4;
    let h = size + 6;
    if w <= h {
        return Item { ink, shape: Shape::Disc { at, r: h / 2 } };
    }
    let shape = Shape::Rect { x: at.0 - w / 2, y: at.1 - h / 2, w, h, round: h / 2, percent: 100 };
    Item { ink, shape }
}

/// Letters and numbers along the edge.
pub(crate) fn edge(drawing: &Drawing) -> Vec<Item> {
    if drawing.coordinates == Coordinates::None {
        return Vec::new();
    }
    let (rows, cols) = (drawing.rows as i32, drawing.cols as i32);
    let x = bounds(drawing).0 / 2 - 2;
    let ranks =
        (0..rows).map(|row| text(Ink::Wall, (x, row * CELL + CELL / 2), EDGE_TEXT, drawing.rank(row as u32)));
    let files = (0..cols).map(|col| {
        text(Ink::Wall, (col * CELL + CELL / 2, rows * CELL + 16), EDGE_TEXT, Drawing::file(col as u32))
    });
    ranks.chain(files).collect()
}

pub(crate) fn centre(cell: Cell) -> Point {
    (cell.col as i32 * CELL + CELL / 2, cell.row as i32 * CELL + CELL / 2)
}

fn rect(ink: Ink, x: i32, y: i32, w: i32, h: i32) -> Item {
    Item { ink, shape: Shape::Rect { x, y, w, h, round: 0, percent: 100 } }
}

fn stroke(ink: Ink, points: Vec<Point>, width: i32) -> Item {
    Item { ink, shape: Shape::Line { points, width, closed: false } }
}

fn text(ink: Ink, at: Point, size: i32, text: String) -> Item {
    Item { ink, shape: Shape::Text { at, size, text } }
}
