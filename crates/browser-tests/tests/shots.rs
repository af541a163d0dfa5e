//! Pictures of the page, to be looked at: `TREMAUX_SHOTS=folder cargo test -p tremaux-browser-tests --test shots`.

use tremaux_browser_tests::with_page;
use tremaux_core::Puzzle;
use tremaux_puzzles::REGISTRY;

static NULL: &[&dyn Puzzle] = &[&tremaux_puzzles::null::Null];

#[test]
fn pictures() {
    let puzzles = if REGISTRY.is_empty() { NULL } else { REGISTRY };
    with_page(puzzles, async |page| {
        for puzzle in puzzles {
            let name = puzzle.name();
            page.resize(1400, 1000, false).await;
            page.prefer(&[("prefers-color-scheme", "light")]).await;
            page.click(&format!("#puzzles [value={name}]")).await;
            page.until("document.querySelector('#board svg') !== null").await;
            page.shot(&format!("{name}-fresh")).await;
            page.click("#last").await;
            page.until("!document.querySelector('#explanation').hidden").await;
            page.shot(&format!("{name}-light")).await;
            page.prefer(&[("prefers-color-scheme", "dark")]).await;
            let middle = "s => { s.value = s.max / 2; s.dispatchEvent(new Event('input')); return true }";
            page.get(&format!("({middle})(document.querySelector('#scrubber'))")).await;
            page.shot(&format!("{name}-dark")).await;
            page.resize(375, 812, true).await;
            page.shot(&format!("{name}-phone")).await;
            page.prefer(&[("prefers-color-scheme", "light")]).await;
            page.resize(320, 568, true).await;
            page.shot(&format!("{name}-narrow")).await;
        }
    });
}
