//! A page with a player, in one file that needs nothing else and opens from a disk.

use std::io::Write;

use crate::animation::Animation;
use crate::film;
use crate::format::{Error, Format};
use crate::model::{Cell, CellState, Drawing, Path};
use crate::scene;
use crate::svg;

const STYLE: &str = include_str!("player/player.css");
const SCRIPT: &str = include_str!("player/player.js");

/// Writes the page: the board, the frames and a player that steps both ways. Without frames it is the
/// board alone.
///
/// ```
/// use tremaux_drawing::{Animation, Drawing, html};
/// let mut page = Vec::new();
/// html::animate(&Animation::new(Drawing::new(2, 3)), &mut page).unwrap();
/// assert!(page.starts_with(b"<!DOCTYPE html>"));
/// ```
///
/// # Errors
/// [`Error::TooLarge`] above 65,536 cells, or what the writer reports.
pub fn animate(animation: &Animation, out: &mut dyn Write) -> Result<(), Error> {
    let last = animation.last();
    Format::Html.check(last)?;
    write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Board of {} rows and {} columns</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n",
        last.rows, last.cols
    )?;
    if animation.frames().is_empty() {
        svg::write(last, out)?;
    } else {
        stage(animation, out)?;
        out.write_all(CONTROLS.as_bytes())?;
        out.write_all(b"<script id=\"film\" type=\"application/json\">\n")?;
        frames(animation, out)?;
        write!(out, "</script>\n<script>\n{SCRIPT}</script>\n")?;
    }
    out.write_all(b"</body>\n</html>\n")?;
    Ok(())
}

/// The board with empty places for what moves.
fn stage(animation: &Animation, out: &mut dyn Write) -> Result<(), Error> {
    let board = animation.board();
    svg::open(animation.last(), "", out)?;
    film::symbols(animation, out)?;
    film::below(animation, out)?;
    writeln!(out, "<g id=\"tiles\"></g>")?;
    let pen = scene::line(&Path { cells: vec![Cell::new(0, 0)], ..Path::default() });
    for item in pen {
        writeln!(out, "<path id=\"trail\" {} d=\"\"/>", svg::style(&item))?;
    }
    svg::paint(&scene::walls(board), out)?;
    let size = scene::label_size(animation.widest());
    let label = |cell: Cell, text: &str| scene::label(cell, text.to_string(), size);
    writeln!(out, "<g {}>", svg::style(&label(Cell::new(0, 0), "")))?;
    for l in board.labels_inside() {
        let text = svg::text_element(&label(l.cell, &l.text).shape);
        writeln!(out, "<g data-cell=\"{}\">{text}</g>", index(board, l.cell))?;
    }
    writeln!(out, "<g id=\"numbers\"></g>\n</g>")?;
    svg::paint(&scene::edge(board), out)?;
    writeln!(out, "<g id=\"last\">")?;
    svg::paint(&scene::still(animation.last()), out)?;
    writeln!(out, "</g>\n</svg>")?;
    Ok(())
}

/// The frames as numbers, and what the player has to know of the board.
fn frames(animation: &Animation, out: &mut dyn Write) -> Result<(), Error> {
    let board = animation.board();
    let cells = film::changing(animation);
    let list = |numbers: Vec<u64>| numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    let look = |look: CellState| look as u64;
    writeln!(
        out,
        "{{\"rows\":{},\"cols\":{},\"checkered\":{},\"baseline\":{},\"delay\":{},\"stride\":{},\"steps\":{},\
         \"dropped\":{},",
        board.rows,
        board.cols,
        board.checkered,
        svg::baseline(scene::CENTRE, scene::label_size(animation.widest())),
        animation.centiseconds(),
        animation.steps_after(0),
        animation.steps(),
        animation.dropped()
    )?;
    writeln!(out, "\"cells\":[{}],", list(cells.iter().map(|cell| index(board, *cell)).collect()))?;
    writeln!(out, "\"looks\":[{}],", list(cells.iter().map(|cell| look(board.look(*cell))).collect()))?;
    writeln!(out, "\"frames\":[")?;
    for (i, frame) in animation.frames().iter().enumerate() {
        let marks = frame.iter().filter(|mark| board.index(mark.cell).is_some()).flat_map(|mark| {
            [index(board, mark.cell), look(mark.look), mark.number.map_or(0, |n| u64::from(n) + 1)]
        });
        let comma = if i + 1 < animation.frames().len() { "," } else { "" };
        writeln!(out, "[{}]{comma}", list(marks.collect()))?;
    }
    writeln!(out, "]}}")?;
    Ok(())
}

/// The number of a cell on the board, row by row.
fn index(board: &Drawing, cell: Cell) -> u64 {
    u64::from(cell.row) * u64::from(board.cols) + u64::from(cell.col)
}

const CONTROLS: &str = r#"<div id="player">
<input id="place" type="range" min="0" value="0" aria-label="Step">
<p id="status" role="status">step 0</p>
<div id="buttons">
<button id="first" title="To the start (Home)" aria-label="To the start">|‹</button>
<button id="back-retreat" title="To the retreat before ([)" aria-label="To the retreat before">«</button>
<button id="back" title="One step back (←)" aria-label="One step back">‹</button>
<button id="play" title="Play or pause (space)">Play</button>
<button id="forward" title="One step on (→)" aria-label="One step on">›</button>
<button id="next-retreat" title="To the next retreat (])" aria-label="To the next retreat">»</button>
<button id="end" title="To the end (End)" aria-label="To the end">›|</button>
</div>
<label id="speed-row">Speed <input id="speed" type="range" min="0" max="20" step="1"> <span id="speed-text"></span></label>
<p id="keys">space: play or pause · ← →: one step · [ ]: retreats · Home End · + −: speed</p>
</div>
"#;
