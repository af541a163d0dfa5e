//! A folder with inputs, and a shell in it that knows the program.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use tempfile::TempDir;

/// A folder for one test.
pub struct Lab {
    folder: TempDir,
}

/// What came of a script.
#[derive(Debug)]
pub struct Finished {
    pub status: i32,
    pub out: String,
    pub err: String,
}

/// A search that ends no sooner than it is ended.
pub const ENDLESS: &str = "knight knight.in --board 40x40 --leaper 2,11";

/// A program to be tried that gives the same answer to everything.
const WRONG: &str = "#!/bin/sh\ncat > /dev/null\necho 1\n";

impl Lab {
    pub fn new() -> Lab {
        let folder = tempfile::tempdir().unwrap();
        let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
        for name in ["curling.in", "maze.in", "maze-one.in", "knight.in", "bad.in"] {
            fs::copy(examples.join(name), folder.path().join(name)).unwrap();
        }
        let lab = Lab { folder };
        lab.write("wrong.out", "1\n1\n1\n1\n1\n1\n");
        lab.write("wrong.sh", WRONG);
        lab.bash("chmod +x wrong.sh");
        lab
    }

    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.folder.path().join(name), text).unwrap();
    }

    pub fn read(&self, name: &str) -> Option<Vec<u8>> {
        fs::read(self.folder.path().join(name)).ok()
    }

    /// The program itself, in this folder.
    pub fn tremaux(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tremaux"));
        command.args(arguments.split_whitespace()).current_dir(self.folder.path());
        command.env("RUST_BACKTRACE", "0").env_remove("CLICOLOR_FORCE").stdin(Stdio::null());
        command
    }

    /// Runs a script in which `tremaux` is the program, two minutes at most.
    pub fn bash(&self, script: &str) -> Finished {
        let programs = Path::new(env!("CARGO_BIN_EXE_tremaux")).parent().unwrap();
        let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
        let mut child = Command::new("timeout")
            .args(["-k", "5", "120", "bash", "-c", script])
            .current_dir(self.folder.path())
            .env("PATH", path)
            .env("RUST_BACKTRACE", "0")
            .env_remove("CLICOLOR_FORCE")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (out, err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let (out, err) = thread::scope(|scope| {
            let err = scope.spawn(|| text(err));
            (text(out), err.join().unwrap())
        });
        Finished { status: child.wait().unwrap().code().unwrap_or(-1), out, err }
    }

    /// Runs a script and expects this status and these words on standard error; with none, silence.
    pub fn check(&self, script: &str, status: i32, words: &str) -> Finished {
        let finished = self.bash(script);
        assert_eq!(finished.status, status, "{script}: {finished:?}");
        assert!(
            finished.err.contains(words) && (!words.is_empty() || finished.err.is_empty()),
            "{script}: {finished:?}"
        );
        finished
    }

    /// Names in the folder that nobody put there, in order.
    pub fn left(&self) -> Vec<String> {
        let known = ["curling.in", "maze.in", "maze-one.in", "knight.in", "bad.in", "wrong.out", "wrong.sh"];
        let entries = fs::read_dir(self.folder.path()).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.filter(|name| !known.contains(&name.as_str())).collect();
        names.sort();
        names
    }
}

/// What comes out of a pipe; of what would not end, the beginning.
fn text(pipe: impl Read) -> String {
    let mut bytes = Vec::new();
    pipe.take(1 << 24).read_to_end(&mut bytes).unwrap();
    String::from_utf8_lossy(&bytes).into_owned()
}
