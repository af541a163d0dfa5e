//! A recording of a terminal in the format asciicast, version 2, which `asciinema play` shows: a line
//! with the size, then a line for each frame with its time and the lines that changed.

use std::io::Write;

use crate::animation::{Animation, BoardState};
use crate::format::{Error, Format};
use crate::model::Drawing;
use crate::text::{Page, Style};

/// Writes the whole animation with the colours of a terminal.
///
/// # Errors
/// [`Error::TooLarge`] above 10,000 cells, or what the writer reports.
pub fn animate(animation: &Animation, out: &mut dyn Write) -> Result<(), Error> {
    Format::Cast.check(animation.last())?;
    let width = animation.widest();
    let screen = |drawing: &Drawing, style: Style, status: String| -> Result<Vec<String>, Error> {
        let mut page = Vec::new();
        Page::new(drawing, style).at_least(width).write_all(&mut page)?;
        let mut lines: Vec<String> = String::from_utf8_lossy(&page).lines().map(str::to_string).collect();
        lines.push(status);
        Ok(lines)
    };
    let steps = animation.steps();
    let left_out = match animation.dropped() {
        0 => String::new(),
        dropped => format!(", {dropped} not shown"),
    };
    let status = |step: u64| format!("step {step} of {steps}{left_out}");
    let style = Style { ascii: false, color: true };

    let plain = screen(animation.last(), Style::default(), status(steps))?;
    let columns = plain.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    writeln!(out, "{{\"version\":2,\"width\":{},\"height\":{}}}", columns + 1, plain.len())?;

    let mut stage = BoardState::new(animation.board().clone());
    let mut seen: Vec<String> = Vec::new();
    let mut time = 0;
    let mut show = |lines: Vec<String>| -> Result<(), Error> {
        // The cursor is hidden and the screen cleared before the first frame.
        let mut text = if seen.is_empty() { "\x1b[?25l\x1b[2J".to_string() } else { String::new() };
        for (i, line) in lines.iter().enumerate().filter(|(i, line)| seen.get(*i) != Some(line)) {
            text += &format!("\x1b[{};1H{line}\x1b[K", i + 1);
        }
        seen = lines;
        writeln!(out, "[{}.{:02},\"o\",{}]", time / 100, time % 100, serde_json::Value::from(text))?;
        time += u64::from(animation.centiseconds());
        Ok(())
    };
    if steps > 0 {
        show(screen(&stage.picture(), style, status(0))?)?;
    }
    for (i, frame) in animation.frames().iter().enumerate() {
        for mark in frame {
            stage.apply(*mark);
        }
        show(screen(&stage.picture(), style, status(animation.steps_after(i)))?)?;
    }
    show(screen(animation.last(), style, status(steps))?)
}
