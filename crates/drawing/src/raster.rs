//! Fills pixels with the shapes of a scene, for PNG and GIF.
//!
//! Every shape is its distance function: how far a point lies outside it (below 0: inside). A pixel
//! is covered by `0.5 - distance`, cut to 0..1 and rounded to quarters, which smooths all edges.
//! Pixels hold numbers of one fixed palette: the inks, the grounds that tints make, and the steps
//! between a ground and an ink. So a picture never needs more than 256 colours, all frames of an
//! animation share them, and equal boards give equal bytes.

use std::sync::OnceLock;

use crate::font;
use crate::model::Drawing;
use crate::palette::{CELL, Ink, Rgb, TINT_PERCENT};
use crate::scene::{self, Item, Shape};

/// The colours by number; the number of an ink is its place in [`Ink::ALL`].
pub(crate) struct Palette {
    pub colours: Vec<Rgb>,
    /// For each share, ink and colour below: the colour that results.
    blends: Vec<u8>,
}

/// Shares of the colour on top, in percent: a quarter, half, three quarters, and a tint.
const SHARES: [u32; 4] = [25, 50, 75, TINT_PERCENT];

pub(crate) fn palette() -> &'static Palette {
    static PALETTE: OnceLock<Palette> = OnceLock::new();
    PALETTE.get_or_init(|| {
        let rgb = |ink: Ink| ink.colours().0;
        let mut colours: Vec<Rgb> = Ink::ALL.map(rgb).to_vec();
        let mut grounds = vec![rgb(Ink::Paper), rgb(Ink::Shade)];
        for ink in [Ink::Start, Ink::Goal, Ink::Path, Ink::Head, Ink::Retreat, Ink::Rubble] {
            grounds.extend([Ink::Paper, Ink::Shade].map(|below| mix(rgb(below), rgb(ink), TINT_PERCENT)));
        }
        grounds.push(rgb(Ink::Block));
        colours.extend(&grounds);
        for &ground in &grounds {
            for ink in [Ink::Wall, Ink::Line, Ink::Head, Ink::Start, Ink::Goal] {
                colours.extend([25, 50, 75].map(|share| mix(ground, rgb(ink), share)));
            }
        }
        debug_assert!(colours.len() < 256, "a pixel is a byte, and GIF needs one that is no colour");
        let mut blends = Vec::new();
        for share in SHARES {
            for ink in Ink::ALL {
                let onto = colours.iter().map(|below| nearest(&colours, mix(*below, rgb(ink), share)));
                blends.extend(onto.collect::<Vec<u8>>());
            }
        }
        Palette { colours, blends }
    })
}

fn mix(below: Rgb, above: Rgb, percent: u32) -> Rgb {
    let channel =
        |i: usize| ((u32::from(below[i]) * (100 - percent) + u32::from(above[i]) * percent + 50) / 100) as u8;
    [channel(0), channel(1), channel(2)]
}

fn nearest(colours: &[Rgb], wanted: Rgb) -> u8 {
    let distance = |c: &Rgb| (0..3).map(|i| u32::from(c[i].abs_diff(wanted[i])).pow(2)).sum::<u32>();
    (0..colours.len()).min_by_key(|&i| distance(&colours[i])).unwrap_or(0) as u8
}

/// Left, top, right, bottom.
type Area = (f64, f64, f64, f64);

const NOTHING: Area = (0.0, 0.0, 0.0, 0.0);

/// Pixels of a picture, row by row.
#[derive(Clone)]
pub(crate) struct Canvas {
    pub width: usize,
    pub height: usize,
    pub pixels: Vec<u8>,
    /// Pixels a unit of the scene.
    scale: f64,
    /// The scene's point at the north-west corner.
    origin: (i32, i32),
}

impl Canvas {
    /// A canvas for the board at this many pixels a cell.
    pub(crate) fn new(drawing: &Drawing, cell: u32) -> Self {
        let (x, y, w, h) = scene::bounds(drawing);
        let scale = f64::from(cell) / f64::from(CELL);
        let (width, height) =
            ((f64::from(w) * scale).ceil() as usize, (f64::from(h) * scale).ceil() as usize);
        Canvas { width, height, pixels: vec![0; width * height], scale, origin: (x, y) }
    }

    pub(crate) fn paint(&mut self, items: &[Item]) {
        for item in items {
            self.item(item);
        }
    }

    fn item(&mut self, item: &Item) {
        let ink = item.ink;
        match &item.shape {
            &Shape::Rect { x, y, w, h, round, percent } => {
                let (hw, hh, r) = (self.size(w) / 2.0, self.size(h) / 2.0, self.size(round));
                let (cx, cy) = (self.x(x) + hw, self.y(y) + hh);
                let (iw, ih) = (hw - r.max(1.0), hh - r.max(1.0));
                let solid = (cx - iw, cy - ih, cx + iw, cy + ih);
                self.fill((cx - hw, cy - hh, cx + hw, cy + hh), ink, percent, solid, |px, py| {
                    let (dx, dy) = ((px - cx).abs() - hw + r, (py - cy).abs() - hh + r);
                    length(dx.max(0.0), dy.max(0.0)) + dx.max(dy).min(0.0) - r
                });
            }
            &Shape::Disc { at, r } => {
                let (cx, cy, r) = (self.x(at.0), self.y(at.1), self.size(r));
                self.fill((cx - r, cy - r, cx + r, cy + r), ink, 100, NOTHING, |px, py| {
                    length(px - cx, py - cy) - r
                });
            }
            &Shape::Ring { at, r, width } => {
                let (cx, cy, r, pen) = (self.x(at.0), self.y(at.1), self.size(r), self.size(width) / 2.0);
                let far = r + pen;
                self.fill((cx - far, cy - far, cx + far, cy + far), ink, 100, NOTHING, |px, py| {
                    (length(px - cx, py - cy) - r).abs() - pen
                });
            }
            Shape::Line { points, width, closed } => {
                let ends = points.iter().zip(points.iter().skip(1));
                let back = points.last().zip(points.first()).filter(|_| *closed || points.len() == 1);
                for (a, b) in ends.chain(back) {
                    let (a, b) = ((self.x(a.0), self.y(a.1)), (self.x(b.0), self.y(b.1)));
                    self.stroke(a, b, self.size(*width).max(1.0), ink);
                }
            }
            Shape::Text { at, size, text } => self.text(*at, *size, text, ink),
        }
    }

    /// Seven dots of the font are as high as a capital letter, about 0.72 of the size.
    fn text(&mut self, at: (i32, i32), size: i32, text: &str, ink: Ink) {
        let dot = self.size(size) * 0.72 / f64::from(font::DOTS.1 - 1);
        if dot < 0.7 {
            // Too small to be read: better nothing than dirt.
            return;
        }
        // Digits are narrower than the dots' square grid would make them.
        let across = dot * 0.85;
        let pen = (dot * 0.85).max(1.0);
        let advance = across * 1.15 * f64::from(font::DOTS.0);
        let width = advance * text.chars().count() as f64 - across * 1.75;
        let (left, top) = (self.x(at.0) - width / 2.0, self.y(at.1) - 3.0 * dot);
        for (i, letter) in text.chars().enumerate() {
            let left = left + advance * i as f64;
            for [x1, y1, x2, y2] in font::strokes(letter) {
                let point = |x: i32, y: i32| (left + f64::from(x) * across, top + f64::from(y) * dot);
                self.stroke(point(x1, y1), point(x2, y2), pen, ink);
            }
        }
    }

    fn stroke(&mut self, a: (f64, f64), b: (f64, f64), width: f64, ink: Ink) {
        let pen = width / 2.0;
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let square = dx * dx + dy * dy;
        let area = (a.0.min(b.0) - pen, a.1.min(b.1) - pen, a.0.max(b.0) + pen, a.1.max(b.1) + pen);
        self.fill(area, ink, 100, NOTHING, |px, py| {
            let (px, py) = (px - a.0, py - a.1);
            let share = if square == 0.0 { 0.0 } else { ((px * dx + py * dy) / square).clamp(0.0, 1.0) };
            length(px - share * dx, py - share * dy) - pen
        });
    }

    /// Paints the pixels of an area as far as the distance covers them; all of `solid` is covered.
    fn fill(&mut self, area: Area, ink: Ink, percent: u32, solid: Area, distance: impl Fn(f64, f64) -> f64) {
        let palette = palette();
        let n = palette.colours.len();
        let blends = |share: usize| &palette.blends[(share * Ink::ALL.len() + ink as usize) * n..][..n];
        // What becomes of a pixel that is covered by 0 to 4 quarters. A tint has straight sides on pixel
        // borders: all of it or nothing.
        let tables = match percent {
            100 => [None, Some(blends(0)), Some(blends(1)), Some(blends(2)), None],
            _ => [None, None, Some(blends(3)), Some(blends(3)), Some(blends(3))],
        };
        let first = |from: f64| (from - 1.0).floor().max(0.0) as usize;
        let last = |to: f64, end: usize| ((to + 1.0).ceil().max(0.0) as usize).min(end);
        let (left, right) = (first(area.0), last(area.2, self.width));
        let paint = |pixel: &mut u8, quarters: usize| match tables[quarters] {
            Some(table) => *pixel = table[usize::from(*pixel)],
            None if quarters == 4 => *pixel = ink as u8,
            None => {}
        };
        for y in first(area.1)..last(area.3, self.height) {
            let row = &mut self.pixels[y * self.width..][..self.width];
            let inside = (y as f64) > solid.1 && ((y + 1) as f64) < solid.3;
            // Pixels that are known to be covered need no distance.
            let from = if inside { (solid.0.ceil().max(0.0) as usize).clamp(left, right) } else { right };
            let to = (solid.2.max(0.0) as usize).clamp(from, right);
            for x in (left..from).chain(to..right) {
                let cover = 0.5 - distance(x as f64 + 0.5, y as f64 + 0.5);
                paint(&mut row[x], (cover.clamp(0.0, 1.0) * 4.0 + 0.5) as usize);
            }
            row[from..to].iter_mut().for_each(|pixel| paint(pixel, 4));
        }
    }

    fn size(&self, units: i32) -> f64 {
        f64::from(units) * self.scale
    }

    fn x(&self, x: i32) -> f64 {
        self.size(x - self.origin.0)
    }

    fn y(&self, y: i32) -> f64 {
        self.size(y - self.origin.1)
    }
}

/// Of a vector; `hypot` takes a care of overflow that no picture needs.
fn length(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}
