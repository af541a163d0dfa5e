//! The program is killed in the middle, by what no program can catch.

use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::lab::Lab;

/// Runs a command and kills it after this time, if it is not done.
fn kill_after(lab: &Lab, command: &str, time: Duration) {
    let silent = || Stdio::null();
    let mut child = lab.tremaux(command).stdout(silent()).stderr(silent()).spawn().unwrap();
    thread::sleep(time);
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Moments from the start of the program on, closer together where it is quick.
fn moments() -> impl Iterator<Item = Duration> {
    [1, 4, 9, 17, 30, 55, 100, 180].into_iter().map(Duration::from_millis)
}

#[test]
fn a_file_is_the_old_or_the_new_one() {
    let lab = Lab::new();
    lab.bash("tremaux generate maze --seed 1 --rows 500 --cols 500 > big.in");
    for (command, name) in [
        ("draw maze big.in", "a.png"),
        ("draw knight knight.in", "a.html"),
        ("convert maze big.in", "b.png"),
        ("convert maze big.in", "b.txt"),
    ] {
        lab.check(&format!("tremaux {command} -o whole-{name}"), 0, "");
        let whole = lab.read(&format!("whole-{name}"));
        for moment in moments() {
            lab.write(name, "old");
            kill_after(&lab, &format!("{command} -o {name}"), moment);
            let found = lab.read(name);
            assert!(found.as_deref() == Some(b"old") || found == whole, "{command} after {moment:?}");
        }
        lab.check(&format!("tremaux {command} -o {name}"), 0, "");
        assert_eq!(lab.read(name), whole, "what was killed is not in the way");
    }
}

#[test]
fn a_package_is_whole_or_not_there() {
    let lab = Lab::new();
    lab.check("tremaux package maze whole", 0, "");
    for moment in moments() {
        kill_after(&lab, "package maze problem", moment);
        if lab.left().contains(&"problem".to_owned()) {
            // The UUID follows from the name of the problem, too.
            lab.check("diff -r -I ^uuid: whole problem", 0, "");
            lab.check("tremaux package maze problem", 2, "problem is not empty");
        } else {
            lab.check("tremaux package maze problem", 0, "");
        }
        lab.bash("rm -r problem");
    }
}

#[test]
fn stress_leaves_whole_files() {
    let lab = Lab::new();
    lab.check("tremaux stress curling --cases 1 -- ./wrong.sh", 1, "");
    let files = ["curling-1.in", "curling-1.ans", "curling-1.out"];
    let whole = files.map(|name| lab.read(name));
    assert!(whole.iter().all(Option::is_some));
    for moment in moments() {
        lab.bash("rm -f curling-*");
        kill_after(&lab, "stress curling --cases 1 -- ./wrong.sh", moment);
        for (name, whole) in files.iter().zip(&whole) {
            let found = lab.read(name);
            assert!(found.is_none() || found == *whole, "{name} after {moment:?}");
        }
    }
}

#[test]
fn a_count_goes_on_from_its_checkpoint() {
    let lab = Lab::new();
    let board = "count --board 6x6";
    let whole = lab.check(&format!("tremaux {board}"), 0, "").out;
    let mut went_on = 0;
    for moment in [10, 50, 120, 300, 700].map(Duration::from_millis) {
        lab.bash("rm -rf saved");
        kill_after(&lab, &format!("{board} --checkpoint saved"), moment);
        went_on += usize::from(lab.read("saved/half-0").is_some());
        if lab.read("saved/half-0").is_some() {
            let words = "saved already holds a checkpoint: resume it or choose another directory";
            lab.check(&format!("tremaux {board} --checkpoint saved"), 2, words);
        }
        let resumed = lab.check(&format!("tremaux {board} --checkpoint saved --resume"), 0, "").out;
        assert_eq!(resumed, whole, "after {moment:?}");
    }
    assert!(went_on > 0, "no run came as far as a checkpoint");
    // Another count, a damaged file, none at all.
    let words = "half-0 is the checkpoint of another count: expected board 5x6";
    lab.check("tremaux count --board 5x6 --checkpoint saved --resume", 2, words);
    lab.bash("truncate -s -5 saved/half-0");
    lab.check(&format!("tremaux {board} --checkpoint saved --resume"), 2, "half-0 is damaged");
    lab.bash("truncate -s 0 saved/half-0");
    lab.check(&format!("tremaux {board} --checkpoint saved --resume"), 2, "half-0 is damaged");
}
