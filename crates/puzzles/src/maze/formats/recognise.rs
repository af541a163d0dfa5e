//! The maze of a picture: which colour is the wall, how large a cell is, whether walls are lines or blocks.

use std::collections::HashMap;

use tremaux_core::Diagnostic;

use super::super::board::{EAST, SOLID, SOUTH};
use super::draft::Draft;

/// Pixels, row by row.
pub(super) struct Picture {
    pub width: usize,
    pub pixels: Vec<[u8; 3]>,
}

/// What a pixel is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pixel {
    Dark,
    Light,
    Green,
    Red,
    Other,
}

/// The part of a picture inside its margin.
struct Plan {
    width: usize,
    height: usize,
    pixels: Vec<Pixel>,
    wall: Pixel,
}

/// How cells lie along one side of a picture: so many, a cell and its wall so long, the wall so thick.
#[derive(Clone, Copy)]
struct Scale {
    count: usize,
    pitch: f64,
    wall: f64,
}

impl Scale {
    /// The pixels of the wall before a cell, and those of the cell.
    fn wall(self, index: usize) -> (usize, usize) {
        let begin = self.pitch * index as f64;
        (begin.round() as usize, (begin + self.wall).round() as usize)
    }
    fn inside(self, index: usize) -> (usize, usize) {
        (self.wall(index).1, self.wall(index + 1).0)
    }
}

pub(super) fn recognise(picture: &Picture) -> Result<Draft, Diagnostic> {
    let pixels = sort(picture)?;
    let light = match Plan::new(picture.width, &pixels, Pixel::Dark) {
        Some(plan) => return plan.draft(),
        None => Plan::new(picture.width, &pixels, Pixel::Light),
    };
    let Some(plan) = light else {
        return Err(Diagnostic::new("the picture has no wall around it, in its dark or its light colour"));
    };
    let mut draft = plan.draft()?;
    let note = "the walls are the light colour".to_owned();
    draft.note = Some(draft.note.map_or(note.clone(), |other| format!("{note}; {other}")));
    Ok(draft)
}

/// Takes each pixel for one of the two commonest colours, or for a mark.
fn sort(picture: &Picture) -> Result<Vec<Pixel>, Diagnostic> {
    let mut counts: HashMap<[u8; 3], u64> = HashMap::new();
    for &pixel in &picture.pixels {
        *counts.entry(pixel).or_default() += 1;
    }
    let mut colors: Vec<([u8; 3], u64)> = counts.into_iter().collect();
    colors.sort_unstable_by_key(|&(color, count)| (std::cmp::Reverse(count), color));
    let distance =
        |one: [f64; 3], other: [f64; 3]| (0..3).map(|i| (one[i] - other[i]).powi(2)).sum::<f64>().sqrt();
    let wide = |color: [u8; 3]| color.map(f64::from);
    let first = wide(colors[0].0);
    let second = colors.iter().map(|color| wide(color.0)).find(|&color| distance(first, color) > 90.0);
    let Some(second) = second else {
        return Err(Diagnostic::new("the picture has one colour only, so no walls"));
    };
    let brightness = |color: [f64; 3]| color.iter().sum::<f64>();
    let (dark, light) =
        if brightness(first) < brightness(second) { (first, second) } else { (second, first) };
    let length = distance(dark, light);
    let kind = |color: [u8; 3]| {
        let color = wide(color);
        let along = (0..3).map(|i| (color[i] - dark[i]) * (light[i] - dark[i])).sum::<f64>() / length.powi(2);
        let on_line: [f64; 3] = std::array::from_fn(|i| dark[i] + along * (light[i] - dark[i]));
        let [red, green, blue] = color;
        match () {
            () if distance(on_line, color) <= 60.0 && along < 0.5 => Pixel::Dark,
            () if distance(on_line, color) <= 60.0 => Pixel::Light,
            () if green > red + 50.0 && green > blue + 20.0 => Pixel::Green,
            () if red > green + 50.0 && red > blue + 50.0 => Pixel::Red,
            () => Pixel::Other,
        }
    };
    let kinds: HashMap<[u8; 3], Pixel> = colors.iter().map(|&(color, _)| (color, kind(color))).collect();
    Ok(picture.pixels.iter().map(|pixel| kinds[pixel]).collect())
}

impl Plan {
    /// Cuts the margin off; `None` if there is no wall around what is left.
    fn new(width: usize, pixels: &[Pixel], wall: Pixel) -> Option<Plan> {
        let open = if wall == Pixel::Dark { Pixel::Light } else { Pixel::Dark };
        let height = pixels.len() / width;
        let row_is_open = |row: &usize| pixels[row * width..(row + 1) * width].iter().all(|&it| it == open);
        let col_is_open = |col: &usize| pixels[*col..].iter().step_by(width).all(|&it| it == open);
        let top = (0..height).find(|row| !row_is_open(row))?;
        let bottom = (0..height).rev().find(|row| !row_is_open(row))? + 1;
        let left = (0..width).find(|col| !col_is_open(col))?;
        let right = (0..width).rev().find(|col| !col_is_open(col))? + 1;
        let rows = pixels.chunks(width).take(bottom).skip(top);
        let pixels: Vec<Pixel> = rows.flat_map(|row| row[left..right].iter().copied()).collect();
        let plan = Plan { width: right - left, height: bottom - top, pixels, wall };
        let mut ring: Vec<bool> = Vec::new();
        for y in 0..plan.height {
            match y == 0 || y + 1 == plan.height {
                true => ring.extend((0..plan.width).map(|x| plan.is_wall(y, x))),
                false => ring.extend([plan.is_wall(y, 0), plan.is_wall(y, plan.width - 1)]),
            }
        }
        let walls = ring.iter().filter(|&&is_wall| is_wall).count();
        (10 * walls >= 7 * ring.len()).then_some(plan)
    }

    fn is_wall(&self, y: usize, x: usize) -> bool {
        self.pixels[y * self.width + x] == self.wall
    }

    fn draft(&self) -> Result<Draft, Diagnostic> {
        let across = Side::of(self.height, self.width, |y, x| self.is_wall(y, x));
        let down = Side::of(self.width, self.height, |x, y| self.is_wall(y, x));
        let lines = across.lines().zip(down.lines()).map(|(across, down)| self.edges(across, down));
        match lines {
            Some(Ok(draft)) => Ok(draft),
            faulty => match across.blocks().zip(down.blocks()) {
                Some((across, down)) => self.blocks(across, down),
                None => faulty.unwrap_or_else(|| {
                    Err(Diagnostic::new("the picture has no regular size of cells").help(
                        "walls must be lines of one thickness at equal distances, or blocks of one size",
                    ))
                }),
            },
        }
    }

    /// Which part of a rectangle is wall.
    fn share(&self, (top, bottom): (usize, usize), (left, right): (usize, usize)) -> f64 {
        // The border pixels of a rectangle may be blurred.
        let inner = |from: usize, to: usize| if to - from > 4 { (from + 1, to - 1) } else { (from, to) };
        let ((top, bottom), (left, right)) = (inner(top, bottom), inner(left, right));
        let row = |y: usize| (left..right).filter(|&x| self.is_wall(y, x)).count();
        let walls: usize = (top..bottom).map(row).sum();
        walls as f64 / ((bottom - top) * (right - left)).max(1) as f64
    }

    /// Is a rectangle wall? Fails where it is half of one.
    fn decide(&self, rows: (usize, usize), cols: (usize, usize), what: &str) -> Result<bool, Diagnostic> {
        match self.share(rows, cols) {
            share if share <= 0.1 => Ok(false),
            share if share >= 0.9 => Ok(true),
            _ => Err(Diagnostic::new(format!(
                "half {what} near pixel {}, {} of the maze",
                cols.0 + 1,
                rows.0 + 1
            ))),
        }
    }

    fn edges(&self, across: Scale, down: Scale) -> Result<Draft, Diagnostic> {
        let (rows, cols) = (down.count, across.count);
        let mut draft = Draft::new(rows, cols)?;
        let level = |row: usize, col: usize| self.decide(down.wall(row), across.inside(col), "a wall");
        let upright = |row: usize, col: usize| self.decide(down.inside(row), across.wall(col), "a wall");
        let north = (0..cols).map(|col| Ok(!level(0, col)?)).collect::<Result<Vec<bool>, Diagnostic>>()?;
        let south = (0..cols).map(|col| Ok(!level(rows, col)?)).collect::<Result<Vec<bool>, Diagnostic>>()?;
        let west = (0..rows).map(|row| Ok(!upright(row, 0)?)).collect::<Result<Vec<bool>, Diagnostic>>()?;
        let east =
            (0..rows).map(|row| Ok(!upright(row, cols)?)).collect::<Result<Vec<bool>, Diagnostic>>()?;
        for row in 0..rows {
            for col in 0..cols {
                if self.decide(down.inside(row), across.inside(col), "a cell")? {
                    return Err(Diagnostic::new(format!("row {}, column {} is filled", row + 1, col + 1)));
                }
                let code = if upright(row, col + 1)? { EAST } else { 0 }
                    | if level(row + 1, col)? { SOUTH } else { 0 };
                draft.codes[row * cols + col] = code;
            }
        }
        let inner = rows * cols > 1;
        if inner && draft.codes.iter().all(|&code| code == EAST | SOUTH) {
            return Err(Diagnostic::new("the picture has a line around every cell"));
        }
        draft.open_border(&north, &south, &west, &east);
        self.mark(&mut draft, |row, col| (down.inside(row), across.inside(col)))?;
        Ok(draft)
    }

    fn blocks(&self, across: Scale, down: Scale) -> Result<Draft, Diagnostic> {
        let (rows, cols) = (down.count, across.count);
        let mut draft = Draft::new(rows, cols)?;
        for row in 0..rows {
            for col in 0..cols {
                if self.decide(down.inside(row), across.inside(col), "a block")? {
                    draft.codes[row * cols + col] = SOLID;
                }
            }
        }
        draft.close_solid_cells();
        self.mark(&mut draft, |row, col| (down.inside(row), across.inside(col)))?;
        Ok(draft)
    }

    /// Notes a green and a red cell as start and goal.
    fn mark(
        &self,
        draft: &mut Draft,
        place: impl Fn(usize, usize) -> ((usize, usize), (usize, usize)),
    ) -> Result<(), Diagnostic> {
        let is_mark = |pixel: &&Pixel| !matches!(pixel, Pixel::Dark | Pixel::Light);
        let all = self.pixels.iter().filter(is_mark).count();
        let (mut green, mut red, mut inside, mut other) = (Vec::new(), Vec::new(), 0, 0);
        for cell in 0..draft.codes.len() {
            let ((top, bottom), (left, right)) = place(cell / draft.cols, cell % draft.cols);
            let area = ((bottom - top) * (right - left)).max(1);
            let mut counts = [0; 3];
            for y in top..bottom {
                for pixel in &self.pixels[y * self.width + left..y * self.width + right] {
                    match pixel {
                        Pixel::Green => counts[0] += 1,
                        Pixel::Red => counts[1] += 1,
                        Pixel::Other => counts[2] += 1,
                        Pixel::Dark | Pixel::Light => {}
                    }
                }
            }
            inside += counts.iter().sum::<usize>();
            let seen = counts.map(|count| 20 * count > area);
            other += usize::from(seen[2]);
            green.extend(seen[0].then_some(cell));
            red.extend(seen[1].then_some(cell));
        }
        if all == 0 {
            return Ok(());
        }
        if let ([start], [goal], 0, true) = (&green[..], &red[..], other, 10 * inside >= 9 * all) {
            let of = |cell: usize| format!("row {}, column {}", cell / draft.cols + 1, cell % draft.cols + 1);
            draft.note = Some(format!("green is the start ({}), red the goal ({})", of(*start), of(*goal)));
            draft.marks = vec![('S', *start), ('G', *goal)];
            return Ok(());
        }
        Err(Diagnostic::new("the picture has more colours than those of walls and passages")
            .found(format!("{} green, {} red and {other} other cells", green.len(), red.len()))
            .help("mark one start green and one goal red, and remove a path that is drawn in"))
    }
}

/// Where wall and passage change along one side of a picture.
struct Side {
    length: usize,
    changes: Vec<usize>,
    /// The commonest run of pixels that are alike.
    run: usize,
}

impl Side {
    fn of(lines: usize, length: usize, is_wall: impl Fn(usize, usize) -> bool) -> Side {
        let mut changed = vec![false; length + 1];
        let mut runs = vec![0u64; length + 1];
        for line in 0..lines {
            let mut begin = 0;
            for place in 1..=length {
                if place == length || is_wall(line, place) != is_wall(line, place - 1) {
                    changed[place] = place < length;
                    runs[place - begin] += 1;
                    begin = place;
                }
            }
        }
        runs[length] = 0;
        let run = (1..=length).rev().max_by_key(|&run| runs[run]).unwrap_or(length);
        Side { length, changes: (1..length).filter(|&place| changed[place]).collect(), run }
    }

    /// Walls that are lines: the fewest cells that all changes agree with.
    fn lines(&self) -> Option<Scale> {
        let wall = *self.changes.first()?;
        let fits = |count: usize| {
            let pitch = (self.length - wall) as f64 / count as f64;
            let whole = pitch.fract() == 0.0;
            let tolerance = match pitch {
                _ if whole && pitch < 16.0 => 0.0,
                ..8.0 => return None,
                ..16.0 => 0.75,
                _ => 1.0,
            };
            let wide = wall as f64;
            let fits = |&place: &usize| {
                let place = place as f64;
                let near = |offset: f64| {
                    let place = place - offset;
                    (place - (place / pitch).round() * pitch).abs() <= tolerance + 1e-9
                };
                near(0.0) || near(wide)
            };
            (pitch > wide && self.changes.iter().all(fits)).then_some(Scale { count, pitch, wall: wide })
        };
        let scale =
            (1..=self.length - wall).take_while(|count| self.length - wall > count * wall).find_map(fits)?;
        let ratio = scale.wall / (scale.pitch - scale.wall);
        (!(0.8..=1.25).contains(&ratio)).then_some(scale)
    }

    /// Walls that are blocks as large as the passages: the fewest that all changes agree with.
    fn blocks(&self) -> Option<Scale> {
        let fits = |count: &usize| {
            let pitch = self.length as f64 / *count as f64;
            let tolerance = if pitch < 5.0 { 0.0 } else { (0.15 * pitch).min(1.0) };
            self.changes.iter().all(|&place| {
                let place = place as f64;
                (place - (place / pitch).round() * pitch).abs() <= tolerance + 1e-9
            })
        };
        let count = (1..=self.length).find(fits)?;
        let pitch = self.length as f64 / count as f64;
        ((self.run as f64 - pitch).abs() <= 1.0_f64.min(0.15 * pitch).max(1e-9)).then_some(Scale {
            count,
            pitch,
            wall: 0.0,
        })
    }
}
