//! Counts one board and prints a row of the table in `docs/counting.md`.
//!
//! ```text
//! cargo run --release -p tremaux-count --example measure -- 8x8 closed
//! cargo run --release -p tremaux-count --example measure -- 7x9 open threads=1 above=5 plain
//! ```
//!
//! The options after the kind choose another way to the same number: `above=N` cuts the board after N rows,
//! `plain` uses no symmetry, `transpose` lays the boundary along the longer side. `memory=SIZE` allows more
//! than 8 GB.

use std::time::Instant;
use tremaux_count::{Board, Bytes, CountQuery, Settings, Tours, count, plan};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [board, kind, options @ ..] = &arguments[..] else {
        return Err("expected a board and a kind".into());
    };
    let (rows, cols) = board.split_once('x').ok_or("expected a board as in 8x8")?;
    let tours = match kind.as_str() {
        "closed" => Tours::Closed,
        "open" => Tours::Open,
        _ => return Err("expected closed or open".into()),
    };
    let mut settings = Settings::default();
    for option in options {
        match option.split_once('=').unwrap_or((option, "")) {
            ("plain", _) => settings.method.ignore_symmetry = true,
            ("transpose", _) => settings.method.transpose = true,
            ("above", rows) => settings.method.rows_above = Some(rows.parse()?),
            ("threads", number) => settings.threads = number.parse()?,
            ("memory", size) => settings.memory_limit = size.parse::<Bytes>()?.0,
            _ => return Err(format!("unknown option {option}").into()),
        }
    }
    let query = CountQuery::new(Board::new(rows.parse()?, cols.parse()?)?, tours)?;
    let predicted = plan(&query, &settings)?;
    let begin = Instant::now();
    let mut halves = begin.elapsed();
    let count = count(&query, &settings, &mut |_| halves = begin.elapsed())?;
    let (all, rate) = (begin.elapsed().as_secs_f64(), count.updates as f64 / halves.as_secs_f64() / 1e6);
    println!(
        "| {board} {} | {} | {} | {:.2} M | {:.2} M | {:.1} M | {rate:.0} M/s | {} | {:.1} | {all:.2} s |",
        [kind.clone()].iter().chain(options).cloned().collect::<Vec<_>>().join(" "),
        count.number,
        settings.threads,
        predicted.states() as f64 / 1e6,
        count.states as f64 / 1e6,
        count.updates as f64 / 1e6,
        Bytes(count.bytes),
        count.bytes as f64 / count.states.max(1) as f64,
    );
    Ok(())
}
