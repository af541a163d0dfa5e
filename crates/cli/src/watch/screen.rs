//! The player on a terminal: keys, clock, window, status line; and the terminal as it was, whatever
//! happens.

use std::fs::File;
use std::io::{self, Write};
use std::panic;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::terminal::{
    Clear, ClearType, DisableLineWrap, EnableLineWrap, EnterAlternateScreen, LeaveAlternateScreen,
    disable_raw_mode, enable_raw_mode, size,
};
use crossterm::{execute, queue};
use rustix::event::{PollFd, PollFlags};
use rustix::io::Errno;
use tremaux_drawing::text::{Page, Style, Window};
use tremaux_drawing::{Cell, Drawing};

use super::player::{Aim, Player};
use crate::context::Status;

/// Ends the program with its terminal. One that has gone away (a closed window, a lost connection) sends no
/// more keys, and waiting for them would loop without end, at full speed.
fn end_with_the_terminal() {
    let Ok(terminal) = File::open("/dev/tty") else { return };
    // Where the system gives no more threads, the program goes without.
    let _ = thread::Builder::new().spawn(move || {
        loop {
            // Only the end of the thread matters.
            let mut wanted = [PollFd::new(&terminal, PollFlags::empty())];
            match rustix::event::poll(&mut wanted, None) {
                Ok(_) if wanted[0].revents().intersects(PollFlags::HUP | PollFlags::ERR) => {
                    process::exit(Status::Interrupted.code().into())
                }
                Ok(_) | Err(Errno::INTR) => {}
                Err(_) => return,
            }
        }
    });
}

/// Plays until the user quits or the program is asked to end.
pub(super) fn show(mut player: Player, style: Style, interrupted: &AtomicBool) -> io::Result<Status> {
    let terminal = Terminal::take()?;
    end_with_the_terminal();
    let mut watch = Watch { playing: false, speed: START_SPEED, aim: None };
    let mut clock = Instant::now();
    let mut painted = clock;
    let mut owed = 0.0;
    let mut seen = String::new();
    while !interrupted.load(Ordering::Relaxed) {
        if terminal.given_back.load(Ordering::Relaxed) {
            // By a panic in another thread. Its message must be out before the program ends.
            while !terminal.notified.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(1));
            }
            return Ok(Status::Fault);
        }
        if let Some(aim) = watch.aim {
            watch.aim = player.pursue(aim);
        }
        let passed = clock.elapsed();
        clock = Instant::now();
        if watch.playing && watch.aim.is_none() {
            owed += passed.as_secs_f64() * watch.steps_per_second();
            player.pursue(Aim::Steps(owed as u64));
            owed = owed.fract();
            watch.playing = !player.at_end();
        }
        // On the way to a far aim the pictures between are only signs of life.
        if watch.aim.is_none() || painted.elapsed() > Duration::from_millis(200) {
            paint(&player, &watch, style, &mut seen)?;
            painted = Instant::now();
        }
        let wait = match (watch.aim, watch.playing) {
            (Some(_), _) => Duration::from_millis(1),
            (None, true) => Duration::from_millis(30),
            (None, false) => Duration::from_millis(100),
        };
        if event::poll(wait)? {
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => {
                    if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c') {
                        // In raw mode the terminal sends no signal for it.
                        interrupted.store(true, Ordering::Relaxed);
                    }
                    if watch.press(key, &mut player).is_none() {
                        return Ok(Status::Done);
                    }
                }
                Event::Resize(..) => {
                    seen.clear();
                    execute!(io::stdout(), Clear(ClearType::All))?;
                }
                _ => {}
            }
        }
    }
    Ok(Status::Done)
}

/// Speeds are powers of 2: slower than this no one waits, faster no terminal paints.
const SPEEDS: std::ops::RangeInclusive<i32> = -1..=17;
const START_SPEED: i32 = 3;

struct Watch {
    playing: bool,
    /// Steps a second, as a power of 2.
    speed: i32,
    /// Where the player is on its way to.
    aim: Option<Aim>,
}

impl Watch {
    fn steps_per_second(&self) -> f64 {
        2_f64.powi(self.speed)
    }

    /// Does what a key says; nothing comes back where it says to quit.
    fn press(&mut self, key: KeyEvent, player: &mut Player) -> Option<()> {
        // Whatever was going on, a key ends it.
        self.aim = None;
        let pause = |watch: &mut Watch| watch.playing = false;
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => return None,
            KeyCode::Char(' ') => {
                self.playing = !self.playing;
                if self.playing && player.at_end() {
                    player.start();
                }
            }
            KeyCode::Char('+' | '=') => self.speed = (self.speed + 1).min(*SPEEDS.end()),
            KeyCode::Char('-') => self.speed = (self.speed - 1).max(*SPEEDS.start()),
            KeyCode::Right => {
                pause(self);
                self.aim = Some(Aim::Steps(1));
            }
            KeyCode::Left => {
                pause(self);
                player.backward();
            }
            KeyCode::Char(']') => {
                pause(self);
                self.aim = Some(Aim::Retreat);
            }
            KeyCode::Char('[') => {
                pause(self);
                player.retreat_before();
            }
            KeyCode::Home => {
                pause(self);
                player.start();
            }
            KeyCode::End => {
                pause(self);
                self.aim = Some(Aim::End);
            }
            _ => {}
        }
        Some(())
    }
}

/// Paints the board, or the part of it around the head, and the status line, if they are not those that
/// were `seen` last.
fn paint(player: &Player, watch: &Watch, style: Style, seen: &mut String) -> io::Result<()> {
    let (columns, lines) = size()?;
    let state = match (watch.aim, watch.playing) {
        (Some(_), _) => "searching",
        (None, true) => "playing",
        (None, false) => "paused",
    };
    let speed = match watch.speed {
        ..0 => "1/2".to_string(),
        speed => (1 << speed).to_string(),
    };
    let mut status = format!("{}  {state}  {speed}/s", player.status());
    let now = format!("{status} {columns} {lines}");
    if now == *seen {
        return Ok(());
    }
    *seen = now;
    let (columns, lines) = (usize::from(columns), usize::from(lines));
    let picture = player.picture();
    let page = Page::new(&picture, style).at_least(player.digits());
    let (rows, cols) = page.fitting(lines.saturating_sub(2), columns);
    let mut text = Vec::new();
    if rows == 0 || cols == 0 {
        writeln!(text, "The terminal is too small for a cell.")?;
    } else {
        let window = around(player.head(), &picture, rows, cols);
        page.write(&window, &mut text)?;
        let Window { rows: r, cols: c } = window;
        if rows < picture.rows {
            status += &format!("  rows {}-{} of {}", r.start + 1, r.end, picture.rows);
        }
        if cols < picture.cols {
            status += &format!("  columns {}-{} of {}", c.start + 1, c.end, picture.cols);
        }
    }
    let arrows = if style.ascii { "<- ->" } else { "\u{2190} \u{2192}" };
    let keys = format!("space play  {arrows} step  [ ] retreat  Home End  +- speed  q quit");
    let mut out = Vec::new();
    for (y, line) in (0..).zip(String::from_utf8_lossy(&text).lines()) {
        queue!(out, MoveTo(0, y))?;
        out.extend(line.as_bytes());
        queue!(out, Clear(ClearType::UntilNewLine))?;
    }
    queue!(out, Clear(ClearType::FromCursorDown))?;
    for (y, line) in [(lines.saturating_sub(2), &status), (lines.saturating_sub(1), &keys)] {
        queue!(out, MoveTo(0, y as u16))?;
        out.extend(line.chars().take(columns).collect::<String>().as_bytes());
        queue!(out, Clear(ClearType::UntilNewLine))?;
    }
    let mut stdout = io::stdout().lock();
    stdout.write_all(&out)?;
    stdout.flush()
}

/// The window of so many rows and columns that has the head in its middle, as far as the board goes.
fn around(head: Option<Cell>, picture: &Drawing, rows: u32, cols: u32) -> Window {
    let head = head.unwrap_or(Cell::new(0, 0));
    let range = |middle: u32, size: u32, all: u32| {
        let start = middle.saturating_sub(size / 2).min(all - size);
        start..start + size
    };
    Window { rows: range(head.row, rows, picture.rows), cols: range(head.col, cols, picture.cols) }
}

/// The terminal while it is ours. Dropping it gives the terminal back. A panic, in whichever thread, does
/// so first of all, so that its message is seen.
struct Terminal {
    given_back: Arc<AtomicBool>,
    /// Was the message of a panic written?
    notified: Arc<AtomicBool>,
}

impl Terminal {
    fn take() -> io::Result<Self> {
        enable_raw_mode()?;
        let terminal = Terminal { given_back: Arc::default(), notified: Arc::default() };
        let (given_back, notified) = (terminal.given_back.clone(), terminal.notified.clone());
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |fault| {
            give_back(&given_back);
            before(fault);
            notified.store(true, Ordering::Relaxed);
        }));
        execute!(io::stdout(), EnterAlternateScreen, Hide, DisableLineWrap)?;
        Ok(terminal)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        give_back(&self.given_back);
    }
}

fn give_back(given_back: &AtomicBool) {
    if !given_back.swap(true, Ordering::Relaxed) {
        let _ = execute!(io::stdout(), EnableLineWrap, Show, LeaveAlternateScreen);
        let _ = disable_raw_mode();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_follows_the_head_and_stays_on_the_board() {
        let picture = Drawing::new(10, 20);
        let check = |row, col, rows, cols| {
            let window = around(Some(Cell::new(row, col)), &picture, 4, 6);
            assert_eq!((window.rows, window.cols), (rows, cols));
        };
        check(0, 0, 0..4, 0..6);
        check(5, 10, 3..7, 7..13);
        check(9, 19, 6..10, 14..20);
    }
}
