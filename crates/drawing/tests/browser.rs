//! The page's player and the moving SVG in a browser: both must show the same board at every step, and
//! the player the same on the way back.

mod common;

use std::process::Command;

use tremaux_drawing::{Animation, html, svg};

const CHECK: &str = include_str!("browser.js");

fn check(name: &str, animation: &Animation) {
    let Some(chromium) = ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|program| {
        Command::new(program).arg("--version").output().is_ok_and(|run| run.status.success())
    }) else {
        assert!(std::env::var("CI").as_deref() != Ok("true"), "Chromium is needed for this test");
        eprintln!("skipped: Chromium is not installed");
        return;
    };
    let (mut page, mut moving) = (Vec::new(), Vec::new());
    html::animate(animation, &mut page).unwrap();
    svg::animate(animation, &mut moving).unwrap();
    let page = String::from_utf8(page).unwrap();
    let added = format!("{}<script>{CHECK}</script></body>", String::from_utf8(moving).unwrap());
    let folder = std::env::temp_dir().join(format!("tremaux-browser-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("page.html");
    std::fs::write(&file, page.replace("</body>", &added)).unwrap();
    let run = Command::new(chromium)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--disable-background-networking",
        ])
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .args(["--timeout=60000", "--dump-dom"])
        .arg(format!("file://{}", file.display()))
        .output()
        .unwrap();
    let _ = std::fs::remove_dir_all(&folder);
    let dom = String::from_utf8_lossy(&run.stdout).into_owned();
    let title =
        dom.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>")).map(|(title, _)| title);
    assert_eq!(title, Some(format!("right in {} frames", animation.frames().len() + 2).as_str()), "{name}");
}

#[test]
fn player_and_moving_svg_show_the_same() {
    check("jumps", &common::knight_search(5, 120));
    check("steps", &common::maze_search(7, 7));
    check("arrows", &common::curling_search());
}
