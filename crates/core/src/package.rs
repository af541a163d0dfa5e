//! What a problem package for other judges needs besides the datasets.

/// The texts of a problem package. All of it is the puzzle's own; who writes packages adds the
/// datasets, the answers and the form that a judge wants.
///
/// The programs are C++, one file each, because every judge has a C++ compiler.
#[derive(Clone, Copy, Debug)]
pub struct Package {
    /// The title of the problem.
    pub title: &'static str,
    /// The statement: LaTeX from `\problemname` on, without the samples.
    pub statement: &'static str,
    /// Reads an input on standard input, exits with 42 where it is legal and with 43 where not.
    pub input_validator: &'static str,
    /// The special judge: `INPUT ANSWER FEEDBACK_FOLDER < OUTPUT`, exits with 42 or 43.
    pub output_validator: &'static str,
    /// Does every blank of an output matter, as in a drawing?
    pub whitespace_sensitive: bool,
    /// A right program.
    pub solution: &'static str,
    /// The mistakes that are made with the problem.
    pub mistakes: &'static [Mistake],
    /// Inputs beside the generated ones, such as the smallest that reveals a mistake: name and text.
    pub inputs: &'static [(&'static str, &'static str)],
    /// Illegal inputs: name and text.
    pub invalid_inputs: &'static [(&'static str, &'static str)],
    /// Wrong outputs for the sample of the puzzle: name and text.
    pub invalid_outputs: &'static [(&'static str, &'static str)],
}

/// One mistake, as a difference from the right program.
#[derive(Clone, Copy, Debug)]
pub struct Mistake {
    /// Its name: lower-case letters and underscores.
    pub name: &'static str,
    /// The difference. Lines with `#` in front say what the mistake is; a run of lines with `-` in front
    /// occurs in the correct program once, and the lines with `+` in front that follow it replace it.
    pub diff: &'static str,
}

impl Mistake {
    /// The right program with this mistake. `None` where the difference does not fit the program.
    ///
    /// ```
    /// use tremaux_core::Mistake;
    /// let mistake = Mistake { name: "late", diff: "# Counts from 1.\n-i = 0;\n+i = 1;\n" };
    /// assert_eq!(mistake.apply("int i = 0;\n").unwrap(), "// Wrong on purpose. Counts from 1.\nint i = 1;\n");
    /// assert_eq!(mistake.apply("int j = 0;\n"), None);
    /// ```
    pub fn apply(&self, solution: &str) -> Option<String> {
        let mut program = solution.to_owned();
        let mut about = String::from("// Wrong on purpose.");
        let mut lines = self.diff.lines().peekable();
        while let Some(line) = lines.peek() {
            if let Some(words) = line.strip_prefix('#') {
                about += words;
                lines.next();
                continue;
            }
            let mut run = |sign: char| {
                let mut text: Vec<&str> = Vec::new();
                while let Some(line) = lines.peek().and_then(|line| line.strip_prefix(sign)) {
                    text.push(line);
                    lines.next();
                }
                text.join("\n")
            };
            let (right, wrong) = (run('-'), run('+'));
            if right.is_empty() || program.matches(&right).count() != 1 {
                return None;
            }
            program = program.replace(&right, &wrong);
        }
        Some(format!("{about}\n{program}"))
    }
}
