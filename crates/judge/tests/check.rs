//! The special judge: verdicts, the three ways, the styles of other systems.

mod common;

use std::ffi::OsString;
use std::fs;

use common::{junk_files, open, puzzles};
use tremaux_core::{Budget, Diagnostic, GaveUp, Outcome, OutputStyle, Reader};
use tremaux_judge::{
    CHECKER_INTERFACES, CheckResult, CheckerInterface, JuryFile, check, generate, generate_file,
};
use tremaux_puzzles::null::Null;

/// Two rows of stepping stones: the first can be crossed, the second cannot.
const INPUT: &[u8] = b"5\n0 0 1 0 0\n4\n0 1 1 0\n0\n";

fn judge(input: &[u8], output: &[u8], answer: Option<&[u8]>) -> CheckResult {
    let (input, output, answer) =
        (Reader::from_bytes(input), Reader::from_bytes(output), answer.map(Reader::from_bytes));
    check(&mut *open(&Null), input, output, answer, &Budget::unlimited())
}

fn verdict(output: &str) -> String {
    match judge(INPUT, output.as_bytes(), None) {
        result @ CheckResult::Accepted { .. } => format!("accepted {result}"),
        result @ CheckResult::Wrong { .. } => format!("wrong {result}"),
        result @ CheckResult::Extra { .. } => format!("extra {result}"),
        other => format!("{other:?}"),
    }
}

#[test]
fn outputs_are_judged_with_place_and_reason() {
    for right in ["1 2 4 5\n-1\n", "1 2 4 5 -1", "\r\n1  2\t4 5\r\n\n -1 \r\n\n"] {
        assert_eq!(verdict(right), "accepted 2 datasets");
    }
    assert_eq!(verdict("1 3 5\n-1\n"), "wrong dataset 1: 1:3: square 3 is water");
    assert_eq!(
        verdict("-1\n-1\n"),
        "wrong dataset 1: 1:1: there is a way across, but the output says that there is none"
    );
    let range = "expected the square after 4: an integer from 1 to 5, found";
    assert_eq!(verdict("1 2 4"), format!("wrong dataset 1: 1:6: {range} the end of the text"));
    assert_eq!(verdict("1 2 4 5\n1 3"), "wrong dataset 2: 2:3: square 3 is water");
    assert_eq!(
        verdict("1 2 4 5\n-1\n-1\n"),
        "extra 3:1: expected end of output after the last answer, found \"-\""
    );
}

#[test]
fn a_wrong_file_of_the_jury_is_never_held_against_the_output() {
    let at_fault = |input: &[u8], output: &str, answer: &str| match judge(
        input,
        output.as_bytes(),
        Some(answer.as_bytes()),
    ) {
        CheckResult::JuryWrong { file, .. } => Some(file),
        _ => None,
    };
    let (right, wrong) = ("1 2 4 5\n-1\n", "1 3 5\n-1\n");
    assert_eq!(at_fault(INPUT, right, right), None);
    assert_eq!(at_fault(INPUT, wrong, right), None);
    for answer in [wrong, "", "-1 -1", "1 2 4 5\n-1\n7\n"] {
        assert_eq!(at_fault(INPUT, right, answer), Some(JuryFile::Answer), "{answer:?}");
    }
    assert_eq!(at_fault(INPUT, wrong, wrong), Some(JuryFile::Answer));
    for input in [&b"5\n0 0 x"[..], b"5\n1 0 0 0 0\n0\n", b"\xff"] {
        assert_eq!(at_fault(input, right, right), Some(JuryFile::Input));
    }
}

/// The jury's answer to generated datasets.
fn solved(puzzle: &dyn tremaux_core::Puzzle, seed: u64, count: u64) -> Vec<u8> {
    let mut answers = Vec::new();
    for (number, dataset) in (1..).zip(&mut generate(&mut *open(puzzle), seed, count).unwrap()) {
        match dataset.solve(&Budget::unlimited()) {
            Outcome::Solved(answer) | Outcome::Impossible { answer, .. } => {
                answer.write(OutputStyle::Judge, number, &mut answers).unwrap();
            }
            Outcome::GaveUp(limit) => panic!("{limit}"),
        }
    }
    answers
}

#[test]
fn right_answers_are_accepted_however_they_end() {
    for puzzle in puzzles() {
        for seed in 0..4 {
            let input = generate_file(&mut *open(puzzle), seed, 3).unwrap();
            let answer = solved(puzzle, seed, 3);
            let text = String::from_utf8(answer.clone()).unwrap();
            for output in [
                text.clone(),
                text.replace('\n', "\r\n"),
                format!("{text}\n \n"),
                text.strip_suffix('\n').unwrap().into(),
            ] {
                let (input, output) = (Reader::from_bytes(&input), Reader::from_bytes(output.as_bytes()));
                let jury = Some(Reader::from_bytes(&answer));
                let got = check(&mut *open(puzzle), input, output, jury, &Budget::unlimited());
                assert_eq!(got, CheckResult::Accepted { datasets: 3 }, "{} {seed}", puzzle.name());
            }
        }
    }
}

#[test]
fn junk_is_no_output_and_no_panic() {
    for puzzle in puzzles() {
        let input = generate_file(&mut *open(puzzle), 3, 2).unwrap();
        let answer = solved(puzzle, 3, 2);
        let behind = junk_files().into_iter().map(|junk| [answer.clone(), junk].concat());
        for output in junk_files()
            .into_iter()
            .chain(behind)
            .filter(|output| !output.trim_ascii().eq(answer.trim_ascii()))
        {
            let (input, text) = (Reader::from_bytes(&input), Reader::from_bytes(&output));
            let got = check(&mut *open(puzzle), input, text, None, &Budget::unlimited());
            let wrong = matches!(got, CheckResult::Wrong { .. } | CheckResult::Extra { .. });
            assert!(wrong, "{}: {:?} is {got:?}", puzzle.name(), output.escape_ascii().to_string());
        }
    }
}

fn every_judgement() -> [CheckResult; 5] {
    let diagnostic = Diagnostic::new("<no> & \"yes\"");
    [
        CheckResult::Accepted { datasets: 2 },
        CheckResult::Wrong { dataset: 2, diagnostic: diagnostic.clone(), cell: None },
        CheckResult::Extra { diagnostic: diagnostic.clone() },
        CheckResult::JuryWrong { file: JuryFile::Answer, diagnostic },
        CheckResult::Undecided { dataset: 1, limit: GaveUp::Cancelled },
    ]
}

#[test]
fn exit_statuses_of_the_styles() {
    let table = [
        ("tremaux", [0, 1, 1, 4, 3]),
        ("testlib", [0, 1, 2, 3, 3]),
        ("kattis", [42, 43, 43, 4, 3]),
        ("oj", [0, 1, 1, 4, 3]),
        ("cph", [0, 1, 1, 4, 3]),
        ("rime", [0, 1, 1, 4, 3]),
    ];
    assert_eq!(table.len(), CHECKER_INTERFACES.len());
    for (name, exits) in table {
        let style = CheckerInterface::by_name(name).unwrap();
        assert_eq!(every_judgement().map(|result| style.exit(&result)), exits, "{name}");
    }
}

fn words(text: &str) -> Vec<OsString> {
    text.split_whitespace().map(OsString::from).collect()
}

#[test]
fn arguments_of_the_styles() {
    let sorted = |style: &str, arguments: &str| {
        let files = CheckerInterface::by_name(style).unwrap().sort(&words(arguments)).ok()?;
        let name =
            |path: Option<std::path::PathBuf>| path.map_or("-".into(), |path| path.display().to_string());
        Some(format!("{} {} {}", files.input.display(), name(files.output), name(files.answer)))
    };
    let check = |style, arguments, expect: Option<&str>| {
        assert_eq!(sorted(style, arguments).as_deref(), expect, "{style} {arguments}");
    };
    check("tremaux", "in out", Some("in out -"));
    check("tremaux", "in out ans", Some("in out ans"));
    check("tremaux", "in", None);
    check("tremaux", "in out ans more", None);
    check("testlib", "in out ans", Some("in out ans"));
    check("testlib", "in out ans report -appes", Some("in out ans"));
    check("testlib", "in out ans report -apes", None);
    check("testlib", "in out", None);
    check("kattis", "in ans feedback/", Some("in - ans"));
    check("oj", "in actual expected", Some("in actual expected"));
    check("cph", "in out", Some("in out -"));
    check("cph", "in out ans", None);
    check("rime", "--outfile out --infile in --difffile ans", Some("in out ans"));
    check("rime", "in out ans", None);
    check("rime", "--infile in --difffile ans --outfile", None);
}

#[test]
fn messages_of_the_styles() {
    let folder = tempfile::tempdir().unwrap();
    let report = folder.path().join("report");
    let [_, wrong, ..] = every_judgement();
    let reported = |style: &str, arguments: &[OsString], result: &CheckResult| {
        let style = CheckerInterface::by_name(style).unwrap();
        let mut err = Vec::new();
        style.report(result, &style.sort(arguments).unwrap(), &mut err).unwrap();
        String::from_utf8(err).unwrap()
    };
    let three = words("in out ans");
    let line = "wrong answer dataset 2: <no> & \"yes\"\n";
    assert_eq!(reported("testlib", &three, &wrong), line);
    assert_eq!(reported("oj", &three, &wrong), line);
    assert_eq!(reported("tremaux", &three, &wrong), "");
    let first_words: Vec<String> =
        every_judgement().iter().map(|result| reported("testlib", &three, result)).collect();
    for (message, word) in
        first_words.iter().zip(["ok ", "wrong answer ", "wrong output format ", "FAIL ", "FAIL "])
    {
        assert!(message.starts_with(word), "{message}");
    }

    let with_report = [three.clone(), vec![report.clone().into()]].concat();
    assert_eq!(reported("testlib", &with_report, &wrong), "");
    assert_eq!(fs::read_to_string(&report).unwrap(), line);
    reported("testlib", &[with_report, words("-appes")].concat(), &wrong);
    let xml = "<?xml version=\"1.0\" encoding=\"utf-8\"?><result outcome=\"wrong-answer\">wrong answer dataset 2: &lt;no&gt; &amp; &quot;yes&quot;</result>\n";
    assert_eq!(fs::read_to_string(&report).unwrap(), xml);

    let kattis = [words("in ans"), vec![folder.path().into()]].concat();
    fs::write(folder.path().join("judgemessage.txt"), "before\n").unwrap();
    assert_eq!(reported("kattis", &kattis, &wrong), "");
    let message = fs::read_to_string(folder.path().join("judgemessage.txt")).unwrap();
    assert_eq!(message, format!("before\n{line}"));
    let team = fs::read_to_string(folder.path().join("teammessage.txt")).unwrap();
    assert_eq!(team, "The answer to dataset 2 is wrong.\n");
}

/// Answers that are wrong in one token: left out, written twice, another number, in the place of the next.
fn mutants(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    for (start, _) in text.char_indices().filter(|(at, c)| {
        !c.is_whitespace() && text[..*at].chars().next_back().is_none_or(char::is_whitespace)
    }) {
        let length = text[start..].find(char::is_whitespace).unwrap_or(text.len() - start);
        tokens.push(start..start + length);
    }
    let replaced =
        |range: std::ops::Range<usize>, by: String| [&text[..range.start], &by, &text[range.end..]].concat();
    let mut mutants = Vec::new();
    let step = tokens.len().div_ceil(60).max(1);
    for (token, next) in tokens.iter().zip(tokens.iter().skip(1)).step_by(step) {
        let (word, other) = (&text[token.clone()], &text[next.clone()]);
        mutants.push(replaced(token.clone(), String::new()));
        mutants.push(replaced(token.clone(), format!("{word} {word}")));
        mutants.push(replaced(
            token.clone(),
            match word.parse::<i64>() {
                Ok(number) => (number + 1).to_string(),
                Err(_) => format!("{word}x"),
            },
        ));
        if word != other {
            let between = &text[token.end..next.start];
            mutants.push(replaced(token.start..next.end, format!("{other}{between}{word}")));
        }
    }
    mutants
}

#[test]
fn a_right_answer_with_one_wrong_token_is_wrong() {
    for puzzle in tremaux_puzzles::REGISTRY {
        for seed in 0..6 {
            let input = generate_file(&mut *open(*puzzle), seed, 3).unwrap();
            let answer = String::from_utf8(solved(*puzzle, seed, 3)).unwrap();
            let mutants = mutants(&answer);
            assert!(mutants.len() >= 4);
            for mutant in mutants {
                let (input, output) = (Reader::from_bytes(&input), Reader::from_bytes(mutant.as_bytes()));
                let got = check(&mut *open(*puzzle), input, output, None, &Budget::unlimited());
                let wrong = matches!(got, CheckResult::Wrong { .. } | CheckResult::Extra { .. });
                assert!(wrong, "{} {seed}: {got:?}\n{mutant}", puzzle.name());
            }
        }
    }
}
