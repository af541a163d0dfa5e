//! A case that is shrunk fails as before, is as legal as before, is not larger, and where it is called
//! minimal, it is: nothing that the puzzle calls smaller fails.

use std::time::Duration;

use tremaux_core::{Dataset, Reader};
use tremaux_judge::{ShrinkBudget, ShrinkEnd, shrink, validate};

use crate::bytes::{Bytes, CONSTRAINTS, Subject, USED_UP, datasets, input, read_back};

/// Some test that nobody would think of, on datasets of any puzzle.
pub fn shrunk_case_still_fails(data: &[u8]) {
    let mut bytes = Bytes(data);
    let subject = Subject::choose(&mut bytes).without(&CONSTRAINTS).without(&USED_UP);
    let test = Test { kind: bytes.below(5), byte: bytes.pick(b"0123456789 -\n"), number: bytes.below(256) };
    let shrink_budget = ShrinkBudget { runs: 1 + bytes.below(256) as u64, time: Duration::from_secs(5) };
    let Some(mut session) = subject.open() else { return };
    let datasets = datasets(&mut *session, &mut bytes).all;
    let case = input(&*session, &datasets);
    if datasets.is_empty() || !test.fails(&case) {
        return;
    }
    let open = || subject.puzzle.open(&subject.options().expect("options that were opened once"));
    let read = |text: &[u8]| read_back(&mut *open().expect("what could be opened once"), text);
    let legal = |text: &[u8]| {
        validate(&mut *open().expect("what could be opened once"), Reader::from_bytes(text)).is_ok()
    };
    let (small, end) = shrink(&open, case.clone(), shrink_budget, &|text| test.fails(text))
        .unwrap_or_else(|fault| panic!("{fault}\n{}", String::from_utf8_lossy(&case)));

    let shown = String::from_utf8_lossy(&small);
    assert!(test.fails(&small), "{shown}");
    assert!(legal(&small) || !legal(&case), "{shown}");
    let (before, after) = (read(&case), read(&small));
    let cells = |datasets: &[Box<dyn Dataset>]| datasets.iter().map(|dataset| dataset.cells()).sum::<u64>();
    assert!(after.len() <= before.len() && cells(&after) <= cells(&before), "{shown}");
    assert!(end != ShrinkEnd::Cancelled);
    if end == ShrinkEnd::Minimal {
        let still_fails = |smaller: &[Box<dyn Dataset>]| {
            let text = input(&*open().expect("what could be opened once"), smaller);
            let fails = !smaller.is_empty() && test.fails(&text) && (legal(&text) || !legal(&case));
            assert!(!fails, "not minimal:\n{shown}fails as well:\n{}", String::from_utf8_lossy(&text));
        };
        for index in 0..after.len() {
            let mut others = read(&small);
            others.remove(index);
            still_fails(&others);
            for bite in after[index].shrink_candidates() {
                let mut smaller = read(&small);
                smaller[index] = bite;
                still_fails(&smaller);
            }
        }
    }
}

/// A test of a text.
struct Test {
    kind: usize,
    byte: u8,
    number: usize,
}

impl Test {
    fn fails(&self, text: &[u8]) -> bool {
        let count = text.iter().filter(|&&byte| byte == self.byte).count();
        let sum: usize = text.iter().map(|&byte| usize::from(byte)).sum();
        match self.kind {
            0 => count > self.number % 8,
            1 => count % 2 == self.number % 2,
            2 => text.len() > self.number,
            3 => sum % 3 == self.number % 3,
            _ => text.windows(3).any(|three| three == [self.byte, b' ', b'0' + (self.number % 4) as u8]),
        }
    }
}
