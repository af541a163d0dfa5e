//! Writes a problem package for other judges: statement, samples, secret data, validators, submissions.
//!
//! The two forms in use differ in names and in a few keys: `legacy` is what most judges read today,
//! `2025-09` its successor, which also tests the validators by data of its own.

use std::path::PathBuf;
use std::time::Duration;

use tremaux_core::{Budget, Diagnostic, Families, Options, Package, Puzzle, Reader, Session};

use crate::{generate_file, right_answers, validate};

/// The form of a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackageFormat {
    /// `legacy`, the form of most judges.
    Legacy,
    /// `2025-09`.
    V2025,
}

impl PackageFormat {
    /// The forms with their names.
    pub const ALL: [(&'static str, PackageFormat); 2] =
        [("2025-09", PackageFormat::V2025), ("legacy", PackageFormat::Legacy)];
}

/// What a package says and holds, besides what the puzzle gives.
///
/// ```
/// use tremaux_judge::{PackageFormat, PackageSettings};
/// let fresh = PackageSettings { seed: 7, files: 3, ..PackageSettings::default() };
/// assert_eq!((fresh.format, fresh.count), (PackageFormat::V2025, 15));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackageSettings {
    /// The format.
    pub format: PackageFormat,
    /// What the secret data are generated from: equal seeds give equal data.
    pub seed: u64,
    /// The secret files of each family.
    pub files: usize,
    /// The datasets of each of these files.
    pub count: u64,
    /// The families of the secret files; all of them if empty.
    pub families: Vec<String>,
    /// The title of the problem; that of the puzzle if absent.
    pub title: Option<String>,
    /// Who holds the rights.
    pub author: String,
    /// The licence, as the package format names it.
    pub license: String,
    /// The time limit for a submission, in seconds. The format `legacy` has no place for it in its `problem.yaml`: there
    /// it is written to `domjudge-problem.ini`.
    pub time_limit: u32,
    /// The memory limit for a submission, in mebibytes; the judge's own if absent.
    pub memory_limit: Option<u32>,
}

impl Default for PackageSettings {
    fn default() -> Self {
        PackageSettings {
            format: PackageFormat::V2025,
            seed: 0,
            files: 2,
            count: 15,
            families: Vec::new(),
            title: None,
            author: "the authors of Tremaux".into(),
            license: LICENSES[0].into(),
            time_limit: 4,
            memory_limit: None,
        }
    }
}

/// The licences that the package formats name.
pub const LICENSES: [&str; 6] = ["cc0", "cc by", "cc by-sa", "educational", "public domain", "permission"];

/// Makes a package of this name, which is that of the problem: lower-case letters and digits. Each file is
/// given to `write`, by its path in the package. Gives the number of files.
pub fn write_package<E: From<Diagnostic>>(
    puzzle: &dyn Puzzle,
    name: &str,
    settings: &PackageSettings,
    write: impl FnMut(PathBuf, &[u8]) -> Result<(), E>,
) -> Result<usize, E> {
    let Some(package) = puzzle.package() else {
        return Err(Diagnostic::new(format!("{} has no package", puzzle.name())).into());
    };
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()) {
        return Err(Diagnostic::expected("a folder named by lower-case letters and digits")
            .found(format!("{name:?}"))
            .help("judges take the name of the folder for that of the problem")
            .into());
    }
    let mut writer = Writer { write, files: 0, digest: FNV_OFFSET };
    writer.digest(name.as_bytes());
    let is_new = settings.format == PackageFormat::V2025;
    let statement = if is_new { "statement" } else { "problem_statement" };
    let text = settings.title.as_deref().map_or(package.statement.into(), |title| titled(package, title));
    writer.write(format!("{statement}/problem.en.tex"), text)?;
    writer.write("input_validators/validate.cpp", package.input_validator)?;
    let validator = if is_new { "output_validator" } else { "output_validators" };
    writer.write(format!("{validator}/validate.cpp"), package.output_validator)?;
    writer.write("submissions/accepted/solution.cpp", package.solution)?;
    for mistake in package.mistakes {
        let misfit = || Diagnostic::new(format!("the mistake {} does not fit the solution", mistake.name));
        let program = mistake.apply(package.solution).ok_or_else(misfit)?;
        writer.write(format!("submissions/wrong_answer/{}.cpp", mistake.name), program)?;
    }
    write_data(&mut writer, puzzle, package, settings)?;
    let uuid = writer.uuid();
    writer.write("problem.yaml", problem_yaml(package, &uuid, settings))?;
    if !is_new {
        writer.write("domjudge-problem.ini", format!("timelimit='{}'\n", settings.time_limit))?;
    }
    if is_new && package.whitespace_sensitive {
        let words = "output_validator_args: [case_sensitive, space_change_sensitive]\n";
        writer.write("data/test_group.yaml", words)?;
    }
    if is_new {
        write_validator_tests(&mut writer, puzzle, package)?;
    }
    Ok(writer.files)
}

fn problem_yaml(package: &Package, uuid: &str, settings: &PackageSettings) -> String {
    let PackageSettings { author, license, time_limit, memory_limit, .. } = settings;
    let title = settings.title.as_deref().unwrap_or(package.title);
    let (title, author) = (quoted(title), quoted(author));
    let common = format!("name: {title}\nuuid: {uuid}\nlicense: {license}\nrights_owner: {author}\n");
    let memory = memory_limit.map_or(String::new(), |mebibytes| format!("  memory: {mebibytes}\n"));
    match settings.format {
        PackageFormat::V2025 => format!(
            "problem_format_version: 2025-09\ntype: pass-fail\n{common}limits:\n  time_limit: {time_limit}.0\n{memory}"
        ),
        PackageFormat::Legacy => {
            let limits = if memory.is_empty() { "" } else { "limits:\n" };
            format!("problem_format_version: legacy\n{common}validation: custom\n{limits}{memory}")
        }
    }
}

/// The statement under another title.
fn titled(package: &Package, title: &str) -> String {
    let escape = |c: char| if "&%$#_{}".contains(c) { format!("\\{c}") } else { c.to_string() };
    let title: String =
        title.chars().filter(|c| !c.is_control() && !"\\~^".contains(*c)).map(escape).collect();
    let old = format!("\\problemname{{{}}}", package.title);
    package.statement.replacen(&old, &format!("\\problemname{{{title}}}"), 1)
}

/// A text in YAML, whatever is in it.
fn quoted(text: &str) -> String {
    let escaped: String = text
        .chars()
        .filter(|c| !c.is_control())
        .flat_map(|c| ['\\'].into_iter().filter(move |_| matches!(c, '"' | '\\')).chain([c]))
        .collect();
    format!("\"{escaped}\"")
}

/// The name of a family, and the option and the word that choose it.
type Family = (&'static str, Option<(&'static str, &'static str)>);

/// The families of the secret files, each with the value of the option that chooses it.
fn families(puzzle: &dyn Puzzle, chosen: &[String]) -> Result<Vec<Family>, Diagnostic> {
    let Some(Families { option, names }) = puzzle.families() else {
        return if chosen.is_empty() {
            Ok(vec![("random", None)])
        } else {
            Err(Diagnostic::new(format!("{} has one family of data only", puzzle.name())))
        };
    };
    if let Some(unknown) = chosen.iter().find(|name| !names.contains(&name.as_str())) {
        let expected = Diagnostic::expected(format!("one of {}", names.join(", ")));
        return Err(expected.found(format!("{unknown:?}")).in_option(option));
    }
    let wanted = names.iter().filter(|&&name| chosen.is_empty() || chosen.iter().any(|own| own == name));
    Ok(wanted.map(|&name| (name, Some((option, name)))).collect())
}

/// The samples, the inputs of the puzzle's own and generated ones of every kind, each with its answer.
fn write_data<E: From<Diagnostic>>(
    writer: &mut Writer<impl FnMut(PathBuf, &[u8]) -> Result<(), E>>,
    puzzle: &dyn Puzzle,
    package: &Package,
    settings: &PackageSettings,
) -> Result<(), E> {
    let open = || puzzle.open(&Options::defaults(puzzle.options()));
    writer.write_case("sample/1", puzzle.sample().as_bytes(), &mut *open()?)?;
    let mut number = 0;
    for (name, text) in package.inputs {
        number += 1;
        writer.write_case(&format!("secret/{number:02}-{name}"), text.as_bytes(), &mut *open()?)?;
    }
    let families = families(puzzle, &settings.families)?;
    for (kind, given) in families.into_iter().flat_map(|family| std::iter::repeat_n(family, settings.files)) {
        number += 1;
        let options = Options::parse(puzzle.options(), given)?;
        // A seed of its own for each file: two kinds may be alike.
        let seed = settings.seed.wrapping_mul(SEED_STEP).wrapping_add(number);
        let text = generate_file(&mut *puzzle.open(&options)?, seed, settings.count)?;
        // A kind that reaches beyond the judge's limits is of no use here.
        if validate(&mut *open()?, Reader::from_bytes(&text)).is_ok() {
            writer.write_case(&format!("secret/{number:02}-{kind}"), &text, &mut *open()?)?;
        }
    }
    Ok(())
}

/// What the validators must reject, and what they must take.
fn write_validator_tests<E: From<Diagnostic>>(
    writer: &mut Writer<impl FnMut(PathBuf, &[u8]) -> Result<(), E>>,
    puzzle: &dyn Puzzle,
    package: &Package,
) -> Result<(), E> {
    for (name, text) in package.invalid_inputs {
        writer.write(format!("data/invalid_input/{name}.in"), text)?;
    }
    let mut session = puzzle.open(&Options::defaults(puzzle.options()))?;
    let sample = puzzle.sample().as_bytes();
    let answer = answers(&mut *session, sample)?;
    let respaced = [answer.as_slice(), b"\n\n"].concat();
    let invalid = package
        .invalid_outputs
        .iter()
        .map(|(name, text)| (format!("data/invalid_output/{name}"), text.as_bytes()));
    let valid = [("data/valid_output/empty_lines_behind".to_owned(), respaced.as_slice())];
    for (path, output) in invalid.chain(valid) {
        writer.write(format!("{path}.in"), sample)?;
        writer.write(format!("{path}.ans"), &answer)?;
        writer.write(format!("{path}.out"), output)?;
    }
    Ok(())
}

fn answers(session: &mut dyn Session, input: &[u8]) -> Result<Vec<u8>, Diagnostic> {
    right_answers(session, input, &Budget::unlimited().with_time(Duration::from_secs(60)))
}

/// The distance of the seeds of two packages' first files.
const SEED_STEP: u64 = 0x9e37_79b9_7f4a_7c15;

const FNV_OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const FNV_PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

struct Writer<W> {
    write: W,
    files: usize,
    /// FNV-1a of the contents so far.
    digest: u128,
}

impl<W: FnMut(PathBuf, &[u8]) -> Result<(), E>, E: From<Diagnostic>> Writer<W> {
    fn write_case(&mut self, path: &str, input: &[u8], session: &mut dyn Session) -> Result<(), E> {
        self.write(format!("data/{path}.in"), input)?;
        self.write(format!("data/{path}.ans"), answers(session, input)?)
    }

    fn digest(&mut self, bytes: &[u8]) {
        let length = (bytes.len() as u64).to_le_bytes();
        for &byte in length.iter().chain(bytes) {
            self.digest = (self.digest ^ u128::from(byte)).wrapping_mul(FNV_PRIME);
        }
    }

    /// Identifies the problem by its name and what was written so far: the same in both formats. A UUID of
    /// version 8 (RFC 9562).
    fn uuid(&self) -> String {
        let digits = format!("{:032x}", self.digest & !(0xf << 76 | 3 << 62) | 8 << 76 | 2 << 62);
        let parts = [0..8, 8..12, 12..16, 16..20, 20..32].map(|part| &digits[part]);
        parts.join("-")
    }

    fn write(&mut self, path: impl Into<PathBuf>, bytes: impl AsRef<[u8]>) -> Result<(), E> {
        self.files += 1;
        self.digest(bytes.as_ref());
        (self.write)(path.into(), bytes.as_ref())
    }
}
