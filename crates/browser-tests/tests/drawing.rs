//! Boards by hand: strokes of the pointer, keys, undo, texts and files, links.

use serde_json::{Value, json};
use tremaux_browser_tests::{Page, Pointer, with_page};
use tremaux_core::Puzzle;
use tremaux_puzzles::null::Null;
use tremaux_puzzles::{curling::Curling, knight::Knight, maze::MazePuzzle};

static ROW: &[&dyn Puzzle] = &[&Null];
static BOARDS: &[&dyn Puzzle] = &[&Curling, &MazePuzzle, &Knight];

/// The board as the page describes it.
async fn dataset(page: &Page) -> String {
    page.get("document.querySelector('#input').value").await.as_str().unwrap_or_default().to_string()
}

/// Lays down the boards of a text.
async fn lay(page: &Page, puzzle: &str, text: &str) {
    page.click(&format!("#puzzles [value={puzzle}]")).await;
    page.until(&format!("document.title === 'Tremaux: {puzzle}'")).await;
    let text = Value::from(text);
    page.get(&format!(
        "(document.querySelector('#texts').open = true, document.querySelector('#input').value = {text})"
    ))
    .await;
    page.click("#use").await;
    page.until("document.querySelector('#boards').hidden").await;
    page.get("scrollTo(0, 0)").await;
}

/// Waits until the board is this one, white space apart.
async fn until_board(page: &Page, text: &str) {
    let text = Value::from(text.split_whitespace().collect::<Vec<_>>().join(" "));
    page.until(&format!("document.querySelector('#input').value.trim().replace(/\\s+/g, ' ') === {text}"))
        .await;
}

const RINK: &str = "4 3   2 0 0 0   0 1 0 1   0 0 0 3";

#[test]
fn a_stroke_never_flips() {
    with_page(BOARDS, async |page| {
        lay(page, "curling", RINK).await;
        // Over a vacant square first: it builds, also where it comes back; blocks on its way stay.
        page.stroke(Pointer::Left, &[(1.5, 0.5), (1.5, 3.5), (1.5, 0.5), (1.5, 2.5)]).await;
        until_board(page, "4 3   2 0 0 0   1 1 1 1   0 0 0 3").await;
        // Over a block first: it wipes away.
        page.stroke(Pointer::Left, &[(1.5, 1.5), (0.5, 1.5), (2.5, 1.5), (1.5, 2.5)]).await;
        until_board(page, "4 3   2 0 0 0   1 0 0 1   0 0 0 3").await;
        // The right button wipes away from anywhere, and asks for no menu.
        page.stroke(Pointer::Right, &[(1.5, 1.5), (1.5, 3.5), (1.5, 0.5)]).await;
        until_board(page, "4 3   2 0 0 0   0 0 0 0   0 0 0 3").await;
        // A quick stroke misses no square, and goes on outside the board.
        page.stroke(Pointer::Left, &[(1.5, 0.5), (1.5, 3.5), (-1.0, 5.0), (0.5, 3.5)]).await;
        until_board(page, "4 3   2 0 0 1   1 1 1 1   0 0 0 3").await;
        page.click("#undo").await;
        until_board(page, "4 3   2 0 0 0   0 0 0 0   0 0 0 3").await;
        page.click("#redo").await;
        page.click("#clear").await;
        until_board(page, "4 3   2 0 0 0   0 0 0 0   0 0 0 3").await;
    });
}

#[test]
fn start_and_goal_are_dragged() {
    with_page(BOARDS, async |page| {
        lay(page, "curling", RINK).await;
        page.stroke(Pointer::Left, &[(0.5, 0.5), (1.5, 1.5), (2.5, 0.5)]).await;
        until_board(page, "4 3   0 0 0 0   0 1 0 1   2 0 0 3").await;
        page.stroke(Pointer::Left, &[(2.5, 3.5), (0.5, 3.5)]).await;
        until_board(page, "4 3   0 0 0 3   0 1 0 1   2 0 0 0").await;
        // Onto the goal: refused with a message, and the board is as it was.
        page.stroke(Pointer::Left, &[(2.5, 0.5), (0.5, 3.5)]).await;
        page.until("!document.querySelector('#problem').hidden").await;
        page.click("#dismiss").await;
        assert_eq!(
            page.get("document.querySelectorAll('.cell[data-state=start], .cell[data-state=goal]').length")
                .await,
            2
        );
        page.click("#tools [value=goal]").await;
        page.stroke(Pointer::Left, &[(0.5, 1.5)]).await;
        until_board(page, "4 3   0 3 0 0   0 1 0 1   2 0 0 0").await;
        // The console keeps a line on the refusal, which was meant.
        let refusals = page.console().await;
        assert!(
            refusals.iter().all(|line| line["message"].as_str().unwrap_or_default().contains("422")),
            "{refusals:?}"
        );
    });
}

#[test]
fn thin_walls_are_drawn_along_the_edges() {
    with_page(BOARDS, async |page| {
        lay(page, "maze", "3 3 1 1 3 3   0 0 0   0 0 0   0 0 0").await;
        page.stroke(Pointer::Left, &[(0.2, 1.0), (1.8, 1.0)]).await;
        until_board(page, "3 3 1 1 3 3   1 0 0   1 0 0   0 0 0").await;
        page.stroke(Pointer::Left, &[(2.0, 1.2), (2.0, 2.8)]).await;
        until_board(page, "3 3 1 1 3 3   1 0 0   1 2 2   0 0 0").await;
        page.stroke(Pointer::Left, &[(1.5, 1.0), (0.5, 1.0)]).await;
        until_board(page, "3 3 1 1 3 3   0 0 0   0 2 2   0 0 0").await;
        // The border and the middle of a cell are no place for a wall.
        page.stroke(Pointer::Left, &[(1.5, 1.5)]).await;
        page.stroke(Pointer::Left, &[(0.0, 1.5)]).await;
        page.stroke(Pointer::Right, &[(2.0, 2.5)]).await;
        until_board(page, "3 3 1 1 3 3   0 0 0   0 2 0   0 0 0").await;
    });
}

#[test]
fn a_finger_draws_and_the_hand_does_not() {
    with_page(BOARDS, async |page| {
        page.browser("Emulation.setTouchEmulationEnabled", json!({ "enabled": true })).await;
        page.resize(375, 812, true).await;
        lay(page, "curling", RINK).await;
        page.stroke(Pointer::Finger, &[(1.5, 0.5), (1.5, 2.5)]).await;
        until_board(page, "4 3   2 0 0 0   1 1 1 1   0 0 0 3").await;
        assert_eq!(
            page.get("getComputedStyle(document.querySelector('#board svg')).touchAction").await,
            "none"
        );
        page.click("#tools [value=hand]").await;
        assert_eq!(
            page.get("getComputedStyle(document.querySelector('#board svg')).touchAction").await,
            "auto"
        );
        page.stroke(Pointer::Finger, &[(2.5, 0.5), (1.5, 0.5)]).await;
        until_board(page, "4 3   2 0 0 0   1 1 1 1   0 0 0 3").await;
    });
}

#[test]
fn the_size_is_changed_and_random_boards_are_made() {
    with_page(BOARDS, async |page| {
        let resize = |rows: u32, cols: u32| {
            format!(
                "(() => {{ const [r, c] = ['rows', 'cols'].map((id) => document.getElementById(id)); r.value = {rows}; c.value = {cols}; c.dispatchEvent(new Event('change')); return true; }})()"
            )
        };
        lay(page, "curling", "2 1 2 3").await;
        page.get(&resize(2, 3)).await;
        until_board(page, "3 2   2 3 0   0 0 0").await;
        lay(page, "knight", "1").await;
        page.get(&resize(5, 6)).await;
        page.until("document.querySelector('#option-board').value === '5x6'").await;
        page.stroke(Pointer::Left, &[(1.5, 1.5)]).await;
        page.until("document.querySelector('#option-blocked').value === 'b4'").await;
        page.stroke(Pointer::Left, &[(0.5, 0.5), (2.5, 2.5)]).await;
        until_board(page, "15").await;
        page.press('g').await;
        page.until("document.querySelector('#input').value !== '15\\n'").await;
        let seeded = "(() => { document.querySelector('#making').open = true; document.querySelector('#seed').value = 7; document.querySelector('#generate').click(); return true; })()";
        lay(page, "curling", "2 1 2 3").await;
        page.get(seeded).await;
        page.until("document.querySelector('#input').value !== '2 1\\n2 3\\n'").await;
        let first = dataset(page).await;
        page.press('g').await;
        page.until(&format!("document.querySelector('#input').value !== {}", Value::from(first.as_str())))
            .await;
        page.get(seeded).await;
        until_board(page, &first).await;
    });
}

#[test]
fn the_keyboard_draws_too() {
    with_page(BOARDS, async |page| {
        use fantoccini::key::Key;
        lay(page, "curling", RINK).await;
        page.get("document.querySelector('.cell[tabindex=\"0\"]').focus()").await;
        let focused = async || page.get("document.activeElement.getAttribute('aria-label')").await;
        assert_eq!(focused().await, "row 1, column 1, start");
        for (key, place) in [
            (Key::Right, "row 1, column 2"),
            (Key::Down, "row 2, column 2, block"),
            (Key::End, "row 2, column 4, block"),
            (Key::Right, "row 2, column 4, block"),
            (Key::Home, "row 2, column 1"),
            (Key::Left, "row 2, column 1"),
            (Key::Up, "row 1, column 1, start"),
            (Key::Up, "row 1, column 1, start"),
            (Key::Down, "row 2, column 1"),
        ] {
            page.press(key.into()).await;
            let label = focused().await;
            assert_eq!(label.as_str().unwrap_or_default().replace(", vacant", ""), place);
        }
        assert_eq!(page.get("document.querySelectorAll('#board [tabindex=\"0\"]').length").await, 1);
        page.press(' ').await;
        until_board(page, "4 3   2 0 0 0   1 1 0 1   0 0 0 3").await;
        // The focus is where it was, so that the next key works.
        page.press(Key::Enter.into()).await;
        until_board(page, RINK).await;
        page.press('2').await;
        page.press(' ').await;
        until_board(page, "4 3   0 0 0 0   2 1 0 1   0 0 0 3").await;
        page.press('z').await;
        until_board(page, RINK).await;
        page.press('y').await;
        until_board(page, "4 3   0 0 0 0   2 1 0 1   0 0 0 3").await;
        lay(page, "maze", "2 2 1 1 2 2   0 0   0 0").await;
        page.get("document.querySelector('.cell[tabindex=\"0\"]').focus()").await;
        page.press(' ').await;
        until_board(page, "2 2 1 1 2 2   1 0   0 0").await;
    });
}

#[test]
fn texts_and_files_are_dropped_and_pasted() {
    with_page(BOARDS, async |page| {
        page.click("#puzzles [value=maze]").await;
        page.until("document.title === 'Tremaux: maze'").await;
        let drop = async |file: &str, bytes: &[u8]| {
            let script = "const [name, bytes] = arguments; const transfer = new DataTransfer(); \
                transfer.items.add(new File([new Uint8Array(bytes)], name)); \
                document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));";
            page.client.execute(script, vec![json!(file), json!(bytes)]).await.expect("a drop");
        };
        let data = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/maze");
        for (file, rows) in
            [("mit-text/apec2018.txt", 16), ("mit-maz/1stworld.maz", 16), ("images/tiny.png", 0)]
        {
            page.get("document.querySelector('#input').value = ''").await;
            drop(file, &std::fs::read(data.join(file)).expect("the file")).await;
            page.until("document.querySelector('#input').value !== ''").await;
            let got = page.get("Number(document.querySelector('#rows').value)").await;
            assert!(rows == 0 || got == rows, "{file}: {got} rows");
            page.click("#last").await;
            page.until("document.querySelector('#outcome').dataset.outcome === 'solved'").await;
        }
        let paste = "const transfer = new DataTransfer(); transfer.setData('text', arguments[0]); \
            document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true }));";
        page.client
            .execute(paste, vec![json!("1 2 1 1 1 2\n0 0\n1 2 1 1 1 2\n1 0\n")])
            .await
            .expect("a paste");
        until_board(page, "1 2 1 1 1 2   0 0").await;
        assert_eq!(page.text("#which").await, "1 of 2");
        page.click("#next").await;
        until_board(page, "1 2 1 1 1 2   1 0").await;
    });
}

#[test]
fn a_link_brings_the_board_back() {
    with_page(BOARDS, async |page| {
        let rink = "6 6 1 0 0 2 1 0 1 1 0 0 0 0 0 0 0 0 0 3 0 0 0 0 0 0 1 0 0 0 0 1 0 1 1 1 1 1";
        lay(page, "curling", rink).await;
        page.get("(() => { const throws = document.querySelector('#option-max-throws'); throws.value = '7'; throws.dataset.old = '1'; throws.dispatchEvent(new Event('change')); return true; })()").await;
        page.until("document.querySelector('[data-old]') === null").await;
        page.click("#forward").await;
        page.until("document.querySelector('#count-step').textContent.startsWith('1 of')").await;
        page.click("#forward").await;
        page.until("document.querySelector('#count-step').textContent.startsWith('2 of')").await;
        let board = page.get("document.querySelector('#board').innerHTML").await;
        page.click("#share").await;
        page.until("location.hash.startsWith('#v1;')").await;
        let link = page.get("location.hash").await;
        page.go(link.as_str().unwrap_or_default()).await;
        assert_eq!(page.get("document.querySelector('#board').innerHTML").await, board);
        assert_eq!(page.get("document.querySelector('#option-max-throws').value").await, "7");
        until_board(page, rink).await;
        // A broken link is reported, and the page works.
        page.go("#v1;k=curling;b=!!").await;
        page.until("!document.querySelector('#problem').hidden").await;
        page.go("#v1;k=chess;b=AA").await;
        page.until("!document.querySelector('#problem').hidden").await;
        page.until("document.querySelector('#board svg') !== null").await;
        page.console().await;
    });
}

#[test]
fn the_template_puzzle_is_served_like_any_other() {
    with_page(ROW, async |page| {
        page.stroke(Pointer::Left, &[(0.5, 1.5)]).await;
        until_board(page, "6   0 1 1 0 1 0").await;
        page.click("#last").await;
        page.until("document.querySelector('#outcome').dataset.outcome === 'impossible'").await;
        assert!(page.text("#explanation").await.contains("no solution"));
    });
}
