//! What everybody should be able to use: names and roles, sizes, colours, small and large screens.

use serde_json::Value;
use tremaux_browser_tests::with_page;
use tremaux_core::Puzzle;
use tremaux_puzzles::REGISTRY;

fn puzzles() -> &'static [&'static dyn Puzzle] {
    REGISTRY
}

/// Opens everything that can be opened, so that it is looked at too.
const OPEN: &str = "document.querySelectorAll('details').forEach((part) => { part.open = true; })";

/// Faults of the document, after the rules that axe and other checkers apply.
const FAULTS: &str = r"(() => {
    const faults = [];
    const visible = (element) => element.checkVisibility() && !element.closest('[hidden], dialog:not([open])');
    const name = (element) => element.getAttribute('aria-label')
        ?? (element.labels?.length ? [...element.labels].map((label) => label.textContent).join(' ') : element.textContent);
    const report = (fault, element) => faults.push(`${fault}: ${element.outerHTML.slice(0, 90)}`);
    for (const element of document.querySelectorAll('button, input, select, textarea, summary, [role=grid], [role=gridcell], [role=toolbar], [role=radiogroup], aside, nav, pre[tabindex]')) {
        if (visible(element) && !name(element)?.trim()) report('no name', element);
    }
    const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
    ids.filter((id, i) => ids.indexOf(id) !== i).forEach((id) => faults.push(`twice: ${id}`));
    for (const attribute of ['aria-describedby', 'aria-labelledby', 'for']) {
        for (const element of document.querySelectorAll(`[${attribute}]`)) {
            if (!document.getElementById(element.getAttribute(attribute))) report(`nothing behind ${attribute}`, element);
        }
    }
    for (const grid of document.querySelectorAll('[role=grid]')) {
        if ([...grid.querySelectorAll('[role=row]')].some((row) => row.parentElement !== grid || row.children.length === 0)) report('rows', grid);
        if ([...grid.querySelectorAll('[role=gridcell]')].some((cell) => cell.parentElement.getAttribute('role') !== 'row')) report('cells', grid);
        if (grid.querySelectorAll('[tabindex=\'0\']').length !== 1) report('tab stops', grid);
    }
    for (const element of document.querySelectorAll('button, select, input:not([type=checkbox], [type=radio], [type=file]), .segmented label, .button, summary')) {
        const box = element.getBoundingClientRect();
        if (visible(element) && (box.height < 43.9 || box.width < 43.9)) report(`small, ${box.width} x ${box.height}`, element);
    }
    const luminance = (colour) => {
        const parts = colour.match(/[\d.]+/g).slice(0, 3).map((part) => part / 255);
        const [r, g, b] = parts.map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ground = (element) => {
        for (let at = element; at; at = at.parentElement) {
            const colour = getComputedStyle(at).backgroundColor;
            if (!/, 0\)$|transparent/.test(colour)) return colour;
        }
        return 'rgb(255, 255, 255)';
    };
    for (const element of document.querySelectorAll('button, h1, h2, label, p, dt, dd, small, summary, pre, th, td, output, span')) {
        const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
        if (!text || !visible(element) || element.closest(':disabled')) continue;
        const [a, b] = [luminance(getComputedStyle(element).color), luminance(ground(element))];
        const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (contrast < 4.5) report(`contrast ${contrast.toFixed(2)}`, element);
    }
    if (!document.documentElement.lang || !document.title) faults.push('no language or title');
    if (document.querySelectorAll('h1').length !== 1 || !document.querySelector('main')) faults.push('no outline');
    if (document.documentElement.scrollWidth > innerWidth) faults.push(`${document.documentElement.scrollWidth} wide in ${innerWidth}`);
    return faults;
})()";

#[test]
fn nobody_is_left_out() {
    with_page(puzzles(), async |page| {
        for scheme in ["light", "dark"] {
            page.prefer(&[("prefers-color-scheme", scheme)]).await;
            for (width, height) in [(320, 568), (768, 1024), (1400, 1000), (3840, 2160)] {
                page.resize(width, height, width < 768).await;
                for puzzle in puzzles() {
                    page.click(&format!("#puzzles [value={}]", puzzle.name())).await;
                    page.until(&format!("document.title === 'Tremaux: {}'", puzzle.name())).await;
                    page.get(OPEN).await;
                    for stage in ["fresh", "solved"] {
                        if stage == "solved" {
                            page.click("#last").await;
                            page.until("!document.querySelector('#explanation').hidden").await;
                        }
                        let faults = page.get(FAULTS).await;
                        assert_eq!(
                            faults,
                            Value::Array(vec![]),
                            "{} {stage}, {width}, {scheme}",
                            puzzle.name()
                        );
                    }
                    page.until(
                        "document.querySelector('#run').getBoundingClientRect().bottom <= innerHeight",
                    )
                    .await;
                }
            }
        }
    });
}

#[test]
fn light_and_dark_differ() {
    with_page(puzzles(), async |page| {
        let colour = async || page.get("getComputedStyle(document.body).backgroundColor").await;
        page.prefer(&[("prefers-color-scheme", "light")]).await;
        let light = colour().await;
        page.prefer(&[("prefers-color-scheme", "dark")]).await;
        let dark = colour().await;
        assert_ne!(light, dark);
        page.click("#theme").await;
        assert_eq!(colour().await, light, "the button overrules the system");
        page.go("").await;
        assert_eq!(colour().await, light, "and is remembered");
    });
}

#[test]
fn it_is_there_at_once() {
    with_page(puzzles(), async |page| {
        page.until("performance.getEntriesByName('first-contentful-paint').length === 1").await;
        let paint = page.get("performance.getEntriesByName('first-contentful-paint')[0].startTime").await;
        let files =
            "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))";
        let bytes = page.get(&format!("{files}.filter((file) => !file.name.includes('/api/')).reduce((sum, file) => sum + file.transferSize, 0)")).await;
        let foreign = page
            .get(&format!("{files}.filter((file) => !file.name.startsWith(location.origin)).length"))
            .await;
        println!("first paint after {paint} ms, {bytes} bytes with headers");
        assert_eq!(foreign, 0);
        assert!(bytes.as_f64() < Some(110_000.0), "{bytes}");
        assert!(paint.as_f64() < Some(5000.0), "{paint}");
    });
}
