//! Searches on the page: run, play, step in both directions, check, export, leave.

use std::time::{Duration, Instant};

use fantoccini::key::Key;
use serde_json::{Value, json};
use tremaux_browser_tests::{Page, with_page};
use tremaux_core::Puzzle;
use tremaux_puzzles::REGISTRY;
use tremaux_puzzles::null::Null;

static ROW: &[&dyn Puzzle] = &[&Null];

/// Every puzzle of the program and the template.
fn all() -> &'static [&'static dyn Puzzle] {
    Vec::leak(REGISTRY.iter().copied().chain(ROW.iter().copied()).collect())
}

async fn step(page: &Page) -> u64 {
    let text = page.text("#count-step").await.replace(',', "");
    text.split(' ').next().and_then(|number| number.parse().ok()).unwrap_or(0)
}

async fn until_step(page: &Page, step: u64) {
    let now = "document.querySelector('#count-step').textContent.replaceAll(',', '').split(' ')[0]";
    page.until(&format!("{now} === '{step}'")).await;
}

/// Lays a random board of a puzzle down.
async fn random(page: &Page, puzzle: &dyn Puzzle, seed: u32) {
    let name = puzzle.name();
    page.click(&format!("#puzzles [value={name}]")).await;
    page.until(&format!("document.title === 'Tremaux: {name}'")).await;
    let before = page.get("document.querySelector('#board').innerHTML").await;
    page.get(&format!("(() => {{ document.querySelector('#making').open = true; document.querySelector('#seed').value = {seed}; document.querySelector('#generate').click(); return true; }})()")).await;
    page.until(&format!("document.querySelector('#board').innerHTML !== {before}")).await;
}

/// Lays down a row on which every way is a dead end.
async fn hopeless(page: &Page) {
    let row = Value::from(format!("90\n{}1 1 0\n", "0 ".repeat(87)));
    page.get(&format!(
        "(document.querySelector('#texts').open = true, document.querySelector('#input').value = {row})"
    ))
    .await;
    page.click("#use").await;
    page.until("document.querySelector('#cols').value === '90'").await;
}

const BOARD: &str = "document.querySelector('#board').innerHTML";

#[test]
fn back_and_forward_show_the_same() {
    with_page(all(), async |page| {
        for puzzle in all() {
            random(page, *puzzle, 5).await;
            let rest = page.get(BOARD).await;
            let mut seen = Vec::new();
            for i in 1..=12 {
                if page.get("document.querySelector('#forward').disabled").await == true {
                    break;
                }
                page.click("#forward").await;
                until_step(page, i).await;
                page.until("document.querySelector('#stop').hidden").await;
                seen.push(page.get(BOARD).await);
            }
            assert!(!seen.is_empty(), "{}", puzzle.name());
            for i in (1..seen.len()).rev() {
                page.click("#back").await;
                assert_eq!(page.get(BOARD).await, seen[i - 1], "{} step {i}", puzzle.name());
            }
            page.click("#back").await;
            assert_eq!(page.get(BOARD).await, rest, "{}", puzzle.name());
            // A jump to the end and back passes over all of them at once.
            page.click("#last").await;
            page.click("#first").await;
            assert_eq!(page.get(BOARD).await, rest, "{}", puzzle.name());
        }
    });
}

#[test]
fn every_key_does_what_the_legend_says() {
    with_page(ROW, async |page| {
        let press = async |key: char| page.press(key).await;
        press(Key::Right.into()).await;
        until_step(page, 1).await;
        press('.').await;
        until_step(page, 2).await;
        press(Key::Left.into()).await;
        until_step(page, 1).await;
        press(',').await;
        until_step(page, 0).await;
        press(Key::End.into()).await;
        until_step(page, 4).await;
        press(Key::Home.into()).await;
        until_step(page, 0).await;
        press('k').await;
        page.until("document.querySelector('#outcome').dataset.outcome === 'solved'").await;
        until_step(page, 4).await;
        press('r').await;
        until_step(page, 4).await;
        let pace = page.text("#pace").await;
        press('-').await;
        assert_ne!(page.text("#pace").await, pace);
        press('+').await;
        assert_eq!(page.text("#pace").await, pace);
        press('d').await;
        let theme = page.get("document.documentElement.dataset.theme").await;
        press('d').await;
        assert_ne!(page.get("document.documentElement.dataset.theme").await, theme);
        press('?').await;
        page.until("document.querySelector('#help').open").await;
        let lines = page.get("document.querySelectorAll('#help tr').length").await;
        assert!(lines.as_u64() >= Some(20), "{lines}");
        // Behind the legend no key works.
        press(Key::Home.into()).await;
        until_step(page, 4).await;
        press(Key::Escape.into()).await;
        page.until("!document.querySelector('#help').open").await;
        press('2').await;
        assert_eq!(page.get("document.querySelector('#tools :checked').value").await, "hand");
        press('1').await;
        assert_eq!(page.get("document.querySelector('#tools :checked').value").await, "block");
        // Nor while one types.
        page.get("(document.querySelector('#texts').open = true, document.querySelector('#input').focus())")
            .await;
        press('d').await;
        until_step(page, 4).await;
        // On a row with dead ends there are retreats to go to.
        page.get("(document.querySelector('#input').value = '6 0 0 0 1 1 0', document.activeElement.blur())")
            .await;
        page.click("#use").await;
        page.until("document.querySelector('#input').value === '6\\n0 0 0 1 1 0\\n'").await;
        page.get("document.activeElement.blur()").await;
        press('n').await;
        page.until("document.querySelector('#outcome').dataset.outcome === 'impossible'").await;
        press('n').await;
        until_step(page, 3).await;
        assert!(page.text("#now").await.contains("back to row 1, column 2"), "{}", page.text("#now").await);
        press(Key::End.into()).await;
        press('p').await;
        until_step(page, 4).await;
        press('s').await;
        page.until("location.hash.startsWith('#v1;')").await;
        press('g').await;
        page.until("document.querySelector('#cols').value === '10'").await;
        press('z').await;
        page.until("document.querySelector('#cols').value === '6'").await;
        press('y').await;
        page.until("document.querySelector('#cols').value === '10'").await;
        // Single keys can be switched off, for those who speak to their machine.
        page.get(
            "(() => { const box = document.querySelector('#letters'); box.checked = false; return true; })()",
        )
        .await;
        press('z').await;
        assert_eq!(page.get("document.querySelector('#cols').value").await, "10");
        // Escape stops a search that runs.
        hopeless(page).await;
        page.get("document.activeElement.blur()").await;
        page.click("#run").await;
        page.until("!document.querySelector('#stop').hidden").await;
        press(Key::Escape.into()).await;
        page.until("document.querySelector('#stop').hidden").await;
        assert!(page.text("#outcome").await.contains("Gave up"), "{}", page.text("#outcome").await);
    });
}

#[test]
fn the_speed_changes_while_it_runs() {
    with_page(ROW, async |page| {
        hopeless(page).await;
        let speed = |notch: u32| {
            format!(
                "(() => {{ const s = document.querySelector('#speed'); s.value = {notch}; s.dispatchEvent(new Event('input')); return true; }})()"
            )
        };
        page.get(&speed(0)).await;
        page.click("#run").await;
        page.until("document.querySelector('#count-step').textContent.includes(' of ')").await;
        tokio::time::sleep(Duration::from_millis(500)).await;
        let slow = step(page).await;
        assert!(slow <= 10, "{slow} steps in half a second at one a second");
        page.get(&speed(100)).await;
        tokio::time::sleep(Duration::from_millis(500)).await;
        let fast = step(page).await;
        assert!(fast > slow + 200, "{fast} steps after half a second at ten thousand a second");
        page.click("#run").await;
        let paused = step(page).await;
        tokio::time::sleep(Duration::from_millis(200)).await;
        assert_eq!(step(page).await, paused, "paused");
    });
}

#[test]
fn closing_the_page_frees_the_search() {
    with_page(ROW, async |page| {
        hopeless(page).await;
        page.click("#last").await;
        let start = Instant::now();
        while (page.searches)() == 0 {
            assert!(start.elapsed() < Duration::from_secs(10), "the search begins");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        page.client.goto("about:blank").await.expect("an empty page");
        let start = Instant::now();
        while (page.searches)() > 0 {
            assert!(start.elapsed() < Duration::from_secs(3), "the search ends");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    });
}

#[test]
fn more_steps_are_fetched() {
    with_page(ROW, async |page| {
        hopeless(page).await;
        page.click("#last").await;
        page.until("!document.querySelector('#more').hidden").await;
        page.until("document.querySelector('#count-step').textContent.endsWith('of 200,000')").await;
        page.click("#more").await;
        page.until("document.querySelector('#count-step').textContent.endsWith('of 400,000')").await;
        assert!(page.text("#outcome").await.contains("Gave up"), "{}", page.text("#outcome").await);
    });
}

#[test]
fn an_output_is_checked_on_the_board() {
    with_page(ROW, async |page| {
        let check = async |output: &str, verdict: &str, flags: u32| {
            page.get(&format!("(document.querySelector('#checking').open = true, document.querySelector('#output').value = {})", Value::from(output)))
                .await;
            page.click("#check").await;
            page.until(&format!("document.querySelector('#verdict').textContent.includes('{verdict}')"))
                .await;
            assert_eq!(page.get("document.querySelectorAll('.wrong').length").await, flags, "{output}");
        };
        check("1 2 4 6", "Accepted", 0).await;
        check("1 3 4 6", "square 3 is water", 1).await;
        check("1 2 4 6\n7", "the end of the output", 0).await;
    });
}

#[test]
fn exports_are_what_they_say() {
    with_page(all(), async |page| {
        for puzzle in all() {
            random(page, *puzzle, 3).await;
            page.get("document.querySelector('#exporting').open = true").await;
            let script = "
                const [format, done] = arguments;
                const click = HTMLAnchorElement.prototype.click;
                HTMLAnchorElement.prototype.click = async function () {
                    HTMLAnchorElement.prototype.click = click;
                    const file = await (await originalFetch(this.href)).blob();
                    const text = await file.text();
                    let sound = text.length > 0;
                    if (/^picture (png|gif|svg)$/.test(format)) {
                        const image = new Image();
                        image.src = this.href;
                        await image.decode();
                        sound &&= image.naturalWidth > 20;
                    }
                    if (format === 'picture html') sound = /^<!doctype html>/i.test(text) && text.includes('<script>');
                    done([this.download, sound]);
                };
                document.querySelector('#problem').hidden = true;
                document.querySelector(`#exports [value='${format}']`).click();
                const timer = setInterval(() => {
                    if (document.querySelector('#problem').hidden) return;
                    clearInterval(timer);
                    done(['', 'refused', document.querySelector('#problem-line').textContent]);
                }, 50);
                setTimeout(() => clearInterval(timer), 20000);";
            // The policy of the page lets it read its own files only as pictures.
            let script = script.replace("originalFetch(this.href)).blob()", "kept.get(this.href))");
            let keep = "window.kept ??= new Map(); window.make ??= URL.createObjectURL; \
                URL.createObjectURL = (blob) => { const url = make(blob); kept.set(url, blob); return url; };";
            page.client.execute(keep, vec![]).await.expect("a hook");
            let formats = page
                .get("[...document.querySelectorAll('#exports button')].map((button) => button.value)")
                .await;
            assert!(formats.as_array().map_or(0, Vec::len) >= 6, "{formats}");
            for format in formats.as_array().into_iter().flatten() {
                let got = page.client.execute_async(&script, vec![format.clone()]).await;
                let got = got.unwrap_or_else(|e| panic!("{} {format}: {e}", puzzle.name()));
                if got[1] == "refused" && format.as_str().is_some_and(|name| name.starts_with("format ")) {
                    // A format that refuses this board; the refusal is in the console.
                    page.console().await;
                    continue;
                }
                assert_eq!(got[1], true, "{} {format}: {got}", puzzle.name());
                let name = got[0].as_str().unwrap_or_default();
                assert!(name.starts_with(&format!("{}.", puzzle.name())), "{name}");
            }
        }
    });
}

#[test]
fn less_motion_starts_paused() {
    with_page(ROW, async |page| {
        page.prefer(&[("prefers-reduced-motion", "reduce")]).await;
        page.click("#run").await;
        page.until("document.querySelector('#outcome').dataset.outcome === 'solved'").await;
        assert_eq!(step(page).await, 0);
        assert_eq!(page.text("#run span").await, "Play");
        page.browser("Emulation.setEmulatedMedia", json!({ "features": [] })).await;
    });
}
