//! The completions, asked of the shells themselves. Where zsh or fish is not installed, it is left out; the gate
//! installs both. PowerShell and elvish are not asked: their scripts come from the same tree of commands.

mod common;

use std::process::Command;

/// Each of these programs gets the folder of the script as `$1` and an unfinished command line as `$2`, and
/// prints the line or the last word completed.
const BASH: &str = r#"
    source "$1/tremaux.bash"
    compopt() { :; } # works only while the line is being edited
    read -ra COMP_WORDS <<< "$2"
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    function=$(complete -p tremaux | sed 's/.*-F \([^ ]*\).*/\1/')
    "$function" tremaux "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
    printf '%s\n' "${COMPREPLY[@]}"
"#;

/// Completion exists only in a shell that edits a line, so one is started on a terminal of its own; as soon as
/// it has a line to edit, it completes it and ends.
const ZSH: &str = r#"
    zmodload zsh/zpty
    zpty shell 'TERM=dumb zsh -f -i'
    zpty -w shell "fpath=(${(q)1} \$fpath); autoload -Uz compinit; compinit -u -D
        zle-line-init() {
            BUFFER=${(qq)2}; CURSOR=\$#BUFFER
            zle complete-word
            print -r -- \"com\"pleted[\$BUFFER]; exit
        }
        zle -N zle-line-init"
    zpty -r -m shell text '*completed\[*\]*'
    print -r -- ${${text##*completed\[}%%\]*}
"#;

const FISH: &str = r#"
    source $argv[2]/tremaux.fish
    complete -C $argv[3]
"#;

/// Lines and what their last word becomes.
const LINES: &[(&str, &str)] = &[
    ("tremaux sol", "solve"),
    ("tremaux comp", "completions"),
    ("tremaux solve cur", "curling"),
    ("tremaux solve maze --meth", "--method"),
    ("tremaux solve maze --method wall-l", "wall-left"),
    ("tremaux generate knight --bo", "--board"),
    ("tremaux solve knight --time", "--time-limit"),
    ("tremaux count --clo", "--closed"),
    ("tremaux check curling --st", "--style"),
    ("tremaux draw maze - -o Cargo.t", "Cargo.toml"),
];

/// Expects that a shell completes all lines. `name` is the file it looks for.
fn check(shell: &str, options: &[&str], program: &str, name: &str) {
    if Command::new(shell).arg("--version").output().is_err() {
        eprintln!("{shell} is not installed: its completions are not tested");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let script = common::tremaux(&format!("completions {shell}"), b"").stdout;
    std::fs::write(folder.path().join(name), script).unwrap();
    for (line, expected) in LINES {
        let run = Command::new(shell)
            .args(options)
            .args(["-c", program, shell])
            .args([folder.path().to_str().unwrap(), line])
            .output()
            .unwrap();
        let (out, err) = common::texts(&run);
        let first = out.lines().next().unwrap_or_default();
        // fish adds the help behind a tab, zsh the `=` that may follow an option.
        let line_or_word = first.split('\t').next().unwrap_or_default().trim_end_matches([' ', '=']);
        assert_eq!(line_or_word.split(' ').next_back(), Some(*expected), "{shell}: {line}: {out}{err}");
    }
}

#[test]
fn bash_completes_commands_puzzles_options_values_and_files() {
    check("bash", &["--norc"], BASH, "tremaux.bash");
}

#[test]
fn zsh_completes_commands_puzzles_options_values_and_files() {
    check("zsh", &["-f"], ZSH, "_tremaux");
}

#[test]
fn fish_completes_commands_puzzles_options_values_and_files() {
    check("fish", &["--no-config"], FISH, "tremaux.fish");
}
