//! Pictures of the page, to be looked at: `TREMAUX_SHOTS=folder cargo test -p tremaux-browser-tests --test shots`.

use tremaux_browser_tests::with_page;
use tremaux_puzzles::REGISTRY;

#[test]
fn pictures() {
    with_page(REGISTRY, async |page| {
        for puzzle in REGISTRY {
            let name = puzzle.name();
            page.resize(1400, 1000, false).await;
            page.prefer(&[("prefers-color-scheme", "light")]).await;
            page.click(&format!("#puzzles [value={name}]")).await;
            page.until(&format!("document.title === 'Tremaux: {name}'")).await;
            page.until("document.querySelector('#board svg') !== null").await;
            page.shot(&format!("{name}-fresh")).await;
            page.click("#last").await;
            page.until("!document.querySelector('#explanation').hidden").await;
            page.shot(&format!("{name}-light")).await;
            page.get("(() => { document.querySelector('#seed').value = 12; document.querySelector('#generate').click(); return true; })()").await;
            page.until("!document.querySelector('#undo').disabled").await;
            page.click("#last").await;
            page.until("document.querySelector('#stop').hidden").await;
            page.prefer(&[("prefers-color-scheme", "dark")]).await;
            let middle = "s => { s.value = s.max * 0.6; s.dispatchEvent(new Event('input')); return true }";
            page.get(&format!("({middle})(document.querySelector('#scrubber'))")).await;
            page.shot(&format!("{name}-dark")).await;
            page.resize(1120, 860, false).await;
            page.shot(&format!("{name}-small-dark")).await;
            page.prefer(&[("prefers-color-scheme", "light")]).await;
            page.shot(&format!("{name}-small-light")).await;
            page.prefer(&[("prefers-color-scheme", "dark")]).await;
            page.resize(375, 812, true).await;
            page.shot(&format!("{name}-phone")).await;
            page.prefer(&[("prefers-color-scheme", "light")]).await;
            page.resize(320, 568, true).await;
            page.shot(&format!("{name}-narrow")).await;
            page.resize(3840, 2160, false).await;
            page.shot(&format!("{name}-4k")).await;
        }
    });
}
