//! Rust source text as the paths that it mentions, for rules about what may be mentioned.
//!
//! The text is split by the compiler's own lexer, so comments and strings never count, and macro bodies do.
#![allow(dead_code, reason = "each test uses a part")]

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A source file, real or made up for a test of a rule.
pub struct Source {
    /// From the top of the repository on, as in `crates/core/src/lib.rs`.
    pub path: PathBuf,
    pub text: String,
}

/// A path such as `std::fs::File`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    pub segments: Vec<String>,
    /// Whether a `use` brings it into scope.
    pub imported: bool,
}

impl Source {
    pub fn new(path: &str, text: &str) -> Source {
        Source { path: path.into(), text: text.to_owned() }
    }

    /// Every path of the text. The branches of a `use` are paths of their own; single words are paths, too.
    pub fn mentions(&self) -> Vec<Mention> {
        let tokens: TokenStream =
            self.text.parse().unwrap_or_else(|error| panic!("{:?}: {error}", self.path));
        let mut found = Vec::new();
        // Groups outside a path are read after it, so that no recursion follows the nesting of the text.
        let mut waiting = vec![(tokens, Vec::new(), false)];
        while let Some((tokens, prefix, imported)) = waiting.pop() {
            read(tokens, &prefix, imported, &mut found, &mut waiting);
        }
        found
    }

    /// The module of the file, as in `["knight", "verify", "claim"]`, within its crate.
    pub fn module(&self) -> Vec<String> {
        let inside = self.path.iter().skip_while(|part| *part != "src").skip(1);
        let inside: PathBuf = inside.collect::<PathBuf>().with_extension("");
        let parts = inside.iter().map(|part| part.to_string_lossy().into_owned());
        parts.filter(|part| part != "mod" && part != "lib").collect()
    }
}

type Waiting = Vec<(TokenStream, Vec<String>, bool)>;

fn read(
    tokens: TokenStream,
    prefix: &[String],
    imported: bool,
    found: &mut Vec<Mention>,
    waiting: &mut Waiting,
) {
    let mut path = prefix.to_vec();
    let mut in_use = imported;
    // Whether the last token was `::`, so that the next word goes on with the path.
    let mut joined = !prefix.is_empty();
    let mut colons = 0;
    let mut end = |path: &mut Vec<String>, in_use: bool| {
        if path.len() > prefix.len() {
            found.push(Mention { segments: path.clone(), imported: in_use });
        }
        path.truncate(prefix.len());
    };
    for token in tokens {
        match token {
            TokenTree::Ident(word) => {
                if !joined {
                    end(&mut path, in_use);
                    path.clear();
                }
                let word = word.to_string();
                if word == "use" && !imported {
                    in_use = true;
                } else {
                    path.push(word.trim_start_matches("r#").to_owned());
                }
                (joined, colons) = (false, 0);
            }
            TokenTree::Punct(sign) if sign.as_char() == ':' => {
                colons += 1;
                joined = colons == 2;
            }
            TokenTree::Punct(sign) if sign.as_char() == '*' && joined && in_use => {
                path.push("*".into());
                (joined, colons) = (false, 0);
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace && joined && in_use => {
                waiting.push((group.stream(), path.clone(), true));
                path.truncate(prefix.len());
                (joined, colons) = (false, 0);
            }
            other => {
                end(&mut path, in_use);
                if let TokenTree::Punct(sign) = &other
                    && sign.as_char() == ';'
                {
                    in_use = imported;
                }
                if let TokenTree::Group(group) = other {
                    waiting.push((group.stream(), Vec::new(), false));
                }
                joined = !prefix.is_empty();
                colons = 0;
            }
        }
    }
    end(&mut path, in_use);
}

/// The top of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The files of the repository below a directory, by extension; build output left out.
pub fn files(directory: &str, extension: &str) -> Vec<Source> {
    let root = root();
    let mut directories = vec![root.join(directory)];
    let mut found = Vec::new();
    while let Some(directory) = directories.pop() {
        for path in fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()) {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                if name != "target" && !name.starts_with('.') {
                    directories.push(path);
                }
            } else if path.extension().is_some_and(|e| e == extension) {
                let text = fs::read_to_string(&path).unwrap();
                found.push(Source { path: path.strip_prefix(&root).unwrap().into(), text });
            }
        }
    }
    found.sort_by(|one, other| one.path.cmp(&other.path));
    assert!(!found.is_empty(), "{directory} has no .{extension} files");
    found
}
