//! The pages of the documentation, taken apart.

#![allow(dead_code)] // Each test uses its part.

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::LazyLock;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// The top of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The pages at the top and those of the site, by their paths from the top.
pub static PAGES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let files = |folder: &str| {
        let entries = fs::read_dir(root().join(folder)).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let pages = names.filter(|name| name.ends_with(".md"));
        pages.map(|name| if folder == "." { name } else { format!("{folder}/{name}") }).collect::<Vec<_>>()
    };
    let mut all = [files("."), files("docs")].concat();
    all.sort();
    all
});

/// The pages whose `sh` blocks are run: they compile and write below `target`, and nothing else.
pub const WITH_SCRIPTS: [&str; 3] = ["docs/cli.md", "docs/set-a-problem.md", "docs/wrong-answer.md"];

/// A page of Markdown.
#[derive(Default)]
pub struct Page {
    /// Its path from the top.
    pub name: String,
    /// The fenced blocks: kind and text.
    pub blocks: Vec<(String, String)>,
    /// Where its links and pictures lead.
    pub links: Vec<String>,
    /// The names of the files of its pictures.
    pub pictures: Vec<String>,
    /// The headings as links name them.
    pub anchors: Vec<String>,
}

impl Page {
    /// Reads a page by its path from the top.
    pub fn read(name: &str) -> Page {
        let text = fs::read_to_string(root().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
        let mut page = Page { name: name.into(), ..Page::default() };
        let (mut block, mut heading) = (None, None);
        for event in Parser::new_ext(&text, Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::CodeBlock(kind)) => {
                    let kind = match kind {
                        CodeBlockKind::Fenced(kind) => kind.to_string(),
                        CodeBlockKind::Indented => "indented".into(),
                    };
                    block = Some((kind, String::new()));
                }
                Event::End(TagEnd::CodeBlock) => page.blocks.extend(block.take()),
                Event::Start(Tag::Link { dest_url, .. }) => page.links.push(dest_url.to_string()),
                Event::Start(Tag::Image { dest_url, .. }) => {
                    page.links.push(dest_url.to_string());
                    page.pictures.extend(dest_url.rsplit('/').next().map(String::from));
                }
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => page.anchors.extend(heading.take().map(|h| anchor(&h))),
                Event::Text(text) | Event::Code(text) => {
                    let open = block.as_mut().map(|(_, text)| text).or(heading.as_mut());
                    open.into_iter().for_each(|open| open.push_str(&text));
                }
                _ => {}
            }
        }
        page
    }
}

/// A heading as a link names it: what forges and mdbook agree on.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// A path relative to a folder, from the top instead.
pub fn join(folder: &Path, path: &str) -> String {
    let mut joined = PathBuf::new();
    for part in folder.join(path).components() {
        match part {
            Component::ParentDir => drop(joined.pop()),
            part => joined.push(part),
        }
    }
    joined.to_string_lossy().into_owned()
}
