//! Asks git for the commit that is being built, for `tremaux --version`.
//!
//! `TREMAUX_COMMIT` is set to, say, `2b0c6ba 2026-11-29`: the commit and its date. Where there is no git, no
//! repository, or where the repository is somebody else's and ours was only unpacked inside it, it is not
//! set, and the version is alone.

use std::path::Path;
use std::process::Command;

/// What git answers, without the end of the line; `None` where it fails.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let answer = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| answer.trim_end().to_owned())
}

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // Does the repository around us know this very file?
    if git(&["ls-files", "--error-unmatch", "build.rs"]).is_none() {
        return;
    }
    // HEAD moves when one of these files changes. They are asked for by name, since in a worktree they lie
    // elsewhere; the ones that are not there must not be watched, or each build would run this again.
    let branch = git(&["symbolic-ref", "--quiet", "HEAD"]);
    for name in ["HEAD", "logs/HEAD", "packed-refs"].into_iter().chain(branch.as_deref()) {
        let path = git(&["rev-parse", "--git-path", name]);
        if let Some(path) = path.filter(|path| Path::new(path).exists()) {
            println!("cargo:rerun-if-changed={path}");
        }
    }
    if let Some(commit) = git(&["log", "-1", "--no-show-signature", "--format=%h %cs"]) {
        println!("cargo:rustc-env=TREMAUX_COMMIT={commit}");
    }
}
