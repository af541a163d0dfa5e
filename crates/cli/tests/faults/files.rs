//! Files and folders that are not what they should be, or not for us.

use std::path::Path;

use crate::lab::Lab;

#[test]
fn inputs_that_cannot_be_read() {
    let lab = Lab::new();
    lab.bash("mkdir folder; ln -s nowhere link");
    for (file, words) in [
        ("folder", "cannot read on: Is a directory"),
        ("link", "cannot open link: No such file"),
        ("maze.in/x", "cannot open maze.in/x: Not a directory"),
        ("nowhere", "cannot open nowhere: No such file"),
    ] {
        for command in ["solve maze", "draw maze -o a.svg", "watch maze", "convert maze -o a.png"] {
            lab.check(&format!("tremaux {command} {file}"), 2, words);
        }
        lab.check(&format!("tremaux validate maze {file}"), if file == "folder" { 1 } else { 2 }, words);
        let jury = if file == "folder" { 4 } else { 2 };
        lab.check(&format!("tremaux check maze {file} wrong.out"), jury, words);
        let team = if file == "folder" { 1 } else { 2 };
        lab.check(&format!("tremaux check maze maze.in {file}"), team, words);
    }
    lab.check("tremaux stress maze -- ./nowhere", 2, "cannot run \"./nowhere\"");
    lab.check("tremaux stress maze -- ./maze.in", 2, "cannot run \"./maze.in\": Permission denied");
}

#[test]
fn outputs_that_cannot_be_written() {
    let lab = Lab::new();
    lab.bash("mkdir a.svg a.png; touch file; mkdir full; touch full/file");
    let table = [
        ("draw maze maze.in -o nowhere/a.svg", 2, "cannot write nowhere/a.svg: No such file"),
        ("draw maze maze.in -o a.svg", 2, "cannot write a.svg: Is a directory"),
        ("convert maze maze-one.in -o nowhere/a.png", 2, "cannot write nowhere/a.png: No such file"),
        ("convert maze maze-one.in -o a.png", 2, "cannot write a.png: Is a directory"),
        ("package curling file", 2, "cannot write file: "),
        ("package curling file/problem", 2, "cannot write file/problem: "),
        ("package curling full", 2, "full is not empty"),
        ("stress curling --save nowhere -- ./wrong.sh", 2, "cannot write nowhere: No such file"),
        ("stress curling --save file -- ./wrong.sh", 2, "cannot write file: Not a directory"),
        ("count --board 5x5 --checkpoint file", 4, "cannot use the checkpoint file: "),
        (
            "check curling --style testlib curling.in wrong.out wrong.out nowhere/report",
            3,
            "cannot write nowhere/report",
        ),
        (
            "check curling --style kattis curling.in wrong.out nowhere < wrong.out",
            4,
            "cannot write nowhere/judgemessage.txt",
        ),
    ];
    for (command, status, words) in table {
        lab.check(&format!("tremaux {command}"), status, words);
    }
    assert_eq!(lab.left(), ["a.png", "a.svg", "file", "full"]);
    assert_eq!(lab.bash("ls full a.svg a.png").out, "a.png:\n\na.svg:\n\nfull:\nfile\n");
}

#[test]
fn links_pipes_and_modes_stay() {
    let lab = Lab::new();
    lab.bash("mkdir real; echo old > real/a.svg; chmod 640 real/a.svg; ln -s real/a.svg a.svg; mkfifo a.png");
    lab.check("tremaux draw maze maze.in -o a.svg && test -L a.svg && grep -q '<svg' real/a.svg", 0, "");
    assert_eq!(lab.bash("stat -c %a real/a.svg").out, "640\n");
    // A link that leads nowhere yet once became a file.
    lab.bash("ln -s new.svg real/link; ln -s real/link b.svg; ln -s loop.svg loop.svg");
    lab.check("tremaux draw maze maze.in -o b.svg && test -L b.svg && grep -q '<svg' real/new.svg", 0, "");
    lab.check("tremaux draw maze maze.in -o loop.svg", 2, "cannot write loop.svg: ");
    lab.check("test -L loop.svg && rm loop.svg b.svg real/new.svg real/link", 0, "");
    let piped =
        lab.check("cat a.png | head -c 4 | tail -c 3 & tremaux draw maze maze.in -o a.png; wait", 0, "");
    assert_eq!(piped.out, "PNG");
    lab.check("tremaux package curling deep/down/problem && test -e deep/down/problem/problem.yaml", 0, "");
    assert_eq!(lab.left(), ["a.png", "a.svg", "deep", "real"]);
    assert_eq!(lab.bash("ls -A real deep/down").out, "deep/down:\nproblem\n\nreal:\na.svg\n");
}

/// Root may do everything, so then it is somebody else who tries.
#[test]
fn permissions() {
    let lab = Lab::new();
    lab.bash(
        "mkdir locked open; cp curling.in secret.in; chmod 000 secret.in; chmod 777 open .; touch old.svg",
    );
    lab.bash(
        "echo old > locked/old.svg; chmod 555 locked; chmod 444 old.svg; chmod a+r *.in; chmod 000 secret.in",
    );
    let other = if lab.bash("id -u").out.trim() == "0" {
        // The program may be in a folder that nobody else can enter.
        lab.bash(&format!("cp {} tremaux", env!("CARGO_BIN_EXE_tremaux")));
        "setpriv --reuid=65534 --regid=65534 --clear-groups env PATH=$PWD:$PATH"
    } else {
        "env"
    };
    let check = |command: &str, status: i32, words: &str| {
        lab.check(&format!("{other} tremaux {command}"), status, words);
    };
    check("solve curling secret.in", 2, "cannot open secret.in: Permission denied");
    check("check curling secret.in wrong.out", 2, "cannot open secret.in: Permission denied");
    check("draw maze maze.in -o locked/a.svg", 2, "cannot write locked/a.svg: Permission denied");
    check("draw maze maze.in -o locked/old.svg", 2, "cannot write locked/old.svg: Permission denied");
    check("draw maze maze.in -o old.svg", 2, "cannot write old.svg: Permission denied");
    check("convert maze maze-one.in -o locked/a.png", 2, "cannot write locked/a.png: Permission denied");
    check("package curling locked/problem", 2, "cannot write locked/problem: Permission denied");
    check("stress curling --save locked -- cat", 2, "cannot write locked: Permission denied");
    check(
        "count --board 5x5 --checkpoint locked/saved",
        4,
        "cannot use the checkpoint locked/saved: Permission",
    );
    check("draw maze maze.in -o open/a.svg", 0, "");
    assert!(Path::new(&lab.bash("echo $PWD/open/a.svg").out.trim()).exists());
    assert_eq!(lab.bash("ls -A locked; cat locked/old.svg").out, "old.svg\nold\n");
}
