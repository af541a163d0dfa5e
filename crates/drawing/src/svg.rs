//! SVG: plain paths and texts with their light colours as attributes, so that every viewer and
//! editor shows them, and one style sheet that changes the colours on a dark page.

use std::io::{self, Write};

pub use crate::film::animate;
use crate::format::{Error, Format};
use crate::model::Drawing;
use crate::palette::{Ink, Rgb};
use crate::scene::{self, Item, Shape};

/// Writes the still picture.
///
/// ```
/// use tremaux_drawing::{Drawing, svg};
/// let mut picture = Vec::new();
/// svg::write(&Drawing::new(2, 3), &mut picture).unwrap();
/// assert!(picture.starts_with(b"<svg xmlns=\"http://www.w3.org/2000/svg\""));
/// ```
///
/// # Errors
/// [`Error::TooLarge`] above 65,536 cells, or what the writer reports.
pub fn write(drawing: &Drawing, out: &mut dyn Write) -> Result<(), Error> {
    Format::Svg.check(drawing)?;
    open(drawing, "", out)?;
    paint(&scene::still(drawing), out)?;
    out.write_all(b"</svg>\n")?;
    Ok(())
}

/// The opening tag, the description and the style sheet, with more rules at its end.
pub(crate) fn open(drawing: &Drawing, rules: &str, out: &mut dyn Write) -> io::Result<()> {
    let (x, y, w, h) = scene::bounds(drawing);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"{x} {y} {w} {h}\" \
         role=\"img\">\n<title>Board of {} rows and {} columns</title>\n<style>\n{FONT}\n\
         @media (prefers-color-scheme: dark) {{",
        drawing.rows, drawing.cols
    )?;
    for ink in Ink::ALL {
        let (name, (_, dark)) = (ink.name(), ink.colours());
        writeln!(out, ".{name} {{ fill: {0} }} .{name}-line {{ stroke: {0} }}", hex(dark))?;
    }
    writeln!(out, "}}\n{rules}</style>")
}

/// Digits of equal width keep columns of numbers even.
const FONT: &str = "text { font-family: ui-sans-serif, system-ui, \"Segoe UI\", Roboto, \"DejaVu Sans\", Arial, \
     sans-serif; font-variant-numeric: tabular-nums; text-anchor: middle }";

/// Writes items in their order; neighbours of the same ink and pen share an element.
pub(crate) fn paint(items: &[Item], out: &mut dyn Write) -> io::Result<()> {
    for group in items.chunk_by(|a, b| a.ink == b.ink && Pen::of(&a.shape) == Pen::of(&b.shape)) {
        let style = style(&group[0]);
        if let Pen::Text(_) = Pen::of(&group[0].shape) {
            writeln!(out, "<g {style}>")?;
            for item in group {
                writeln!(out, "{}", text_element(&item.shape))?;
            }
            writeln!(out, "</g>")?;
        } else {
            write!(out, "<path {style} d=\"")?;
            for item in group {
                trace(&item.shape, out)?;
            }
            writeln!(out, "\"/>")?;
        }
    }
    Ok(())
}

/// The attributes that say how an item is painted; they serve a group of such items as well.
pub(crate) fn style(item: &Item) -> String {
    let (name, colour) = (item.ink.name(), hex(item.ink.colours().0));
    match Pen::of(&item.shape) {
        Pen::Fill(100) => format!("class=\"{name}\" fill=\"{colour}\""),
        Pen::Fill(percent) => format!("class=\"{name}\" fill=\"{colour}\" fill-opacity=\".{percent:02}\""),
        Pen::Stroke(width) => format!(
            "class=\"{name}-line\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\""
        ),
        Pen::Text(size) => format!("class=\"{name}\" fill=\"{colour}\" font-size=\"{size}\""),
    }
}

pub(crate) fn text_element(shape: &Shape) -> String {
    let Shape::Text { at: (x, y), size, text } = shape else { return String::new() };
    format!("<text x=\"{x}\" y=\"{}\">{}</text>", baseline(*y, *size), escape(text))
}

/// The baseline of a text whose middle is at `y`: the middle of a digit lies about 0.36 em higher.
pub(crate) fn baseline(y: i32, size: i32) -> i32 {
    y + (size * 36 + 50) / 100
}

#[derive(PartialEq, Eq)]
enum Pen {
    Fill(u32),
    Stroke(i32),
    Text(i32),
}

impl Pen {
    fn of(shape: &Shape) -> Pen {
        match shape {
            Shape::Rect { percent, .. } => Pen::Fill(*percent),
            Shape::Disc { .. } => Pen::Fill(100),
            Shape::Ring { width, .. } | Shape::Line { width, .. } => Pen::Stroke(*width),
            Shape::Text { size, .. } => Pen::Text(*size),
        }
    }
}

/// The shape in the language of a path's `d`.
pub(crate) fn trace(shape: &Shape, out: &mut dyn Write) -> io::Result<()> {
    match shape {
        Shape::Rect { x, y, w, h, round: 0, .. } => write!(out, "M{x} {y}h{w}v{h}h-{w}z"),
        Shape::Rect { x, y, w, h, round: r, .. } => {
            let (right, down) = (w - 2 * r, h - 2 * r);
            let arc = |x: i32, y: i32| format!("a{r} {r} 0 0 1 {x} {y}");
            write!(out, "M{} {y}h{right}{}v{down}{}", x + r, arc(*r, *r), arc(-r, *r))?;
            write!(out, "h{}{}v{}{}z", -right, arc(-r, -r), -down, arc(*r, -r))
        }
        Shape::Disc { at: (x, y), r } | Shape::Ring { at: (x, y), r, .. } => {
            write!(out, "M{} {y}a{r} {r} 0 1 0 {} 0a{r} {r} 0 1 0 -{} 0z", x - r, 2 * r, 2 * r)
        }
        Shape::Line { points, closed, .. } => {
            for (i, (x, y)) in points.iter().enumerate() {
                let verb = match i {
                    0 => "M",
                    // After a move, further points are lines without saying so.
                    1 => "L",
                    _ => " ",
                };
                write!(out, "{verb}{x} {y}")?;
            }
            // A line of one point shows as a dot, for its ends are round.
            out.write_all(if *closed {
                b"z".as_slice()
            } else if points.len() == 1 {
                b"h0"
            } else {
                b""
            })
        }
        Shape::Text { .. } => Ok(()),
    }
}

pub(crate) fn hex([r, g, b]: Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// The only way by which a foreign text enters SVG or HTML.
pub(crate) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            // XML has no way at all to hold these.
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}
