use tremaux_count::*;
fn main() -> Result<(), Error> {
    let a: Vec<String> = std::env::args().collect();
    let (r, c): (usize, usize) = (a[1].parse().unwrap(), a[2].parse().unwrap());
    let tours = if a[3] == "open" { Tours::Open } else { Tours::Closed };
    let mut s = Settings { memory_limit: 12_000_000_000, ..Settings::default() };
    for f in &a[4..] {
        match f.as_str() {
            "plain" => s.method.plain = true,
            "transpose" => s.method.transpose = true,
            t if t.starts_with('t') => s.threads = t[1..].parse().unwrap(),
            n => s.method.rows_above = Some(n.parse().unwrap()),
        }
    }
    let q = Question::new(Board::new(r, c)?, tours)?;
    let plan = plan(&q, &s)?;
    eprintln!("predicted {} states {}", plan.states(), Bytes(plan.bytes));
    let t = std::time::Instant::now();
    let mut last = t;
    let n = count(&q, &s, &mut |p| {
        if p.step > 0 && std::env::var("V").is_ok() {
            eprintln!(
                "{}/{} predicted {} states {} bytes {} {:?}",
                p.step,
                p.of,
                plan.steps[p.step - 1],
                p.states,
                Bytes(p.bytes),
                last.elapsed()
            );
        }
        last = std::time::Instant::now();
    })?;
    println!(
        "{r}x{c} {} {} : states {} updates {} mem {} time {:?} (glue {:?})",
        a[3],
        n.number,
        n.states,
        n.updates,
        Bytes(n.bytes),
        t.elapsed(),
        last.elapsed()
    );
    Ok(())
}
