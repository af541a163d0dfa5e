//! Makes a failing input small.
//!
//! Greedy, in the manner of delta debugging (Zeller and Hildebrandt, 2002), but with the puzzle's own
//! knowledge of what a smaller dataset is: first datasets are dropped, then each that is left is replaced
//! by smaller ones, at last by two bites at once. A candidate is kept if it is as legal as the case was and the program fails on it in
//! the same class: a wrong answer must not drift into a time-out, which is another fault. Candidates that
//! were tried are not tried again. Stops where nothing smaller fails, or when shrink_budget ends.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::{Duration, Instant};

use tremaux_core::{Dataset, Diagnostic, Reader, Session};

use crate::generate::to_text;
use crate::program::datasets;
use crate::validate;

/// How long a failing input may be shrunk.
#[derive(Clone, Copy, Debug)]
pub struct ShrinkBudget {
    /// Runs of the program, or of a test of one's own.
    pub runs: u64,
    /// Time on the clock.
    pub time: Duration,
}

impl Default for ShrinkBudget {
    fn default() -> Self {
        ShrinkBudget { runs: 5000, time: Duration::from_secs(30) }
    }
}

/// Bites are tried in pairs up to this many: the runs grow with its square.
const MAX_IN_PAIRS: usize = 60;

/// Why shrinking ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShrinkEnd {
    /// Nothing smaller fails: the case is minimal.
    Minimal,
    /// ShrinkBudget ended first.
    BudgetUsedUp,
    /// Somebody called it off.
    Cancelled,
}

/// What came of trying an input.
pub(crate) enum Tried<F> {
    /// It fails as the case did: how, and on which dataset, from 1, where it is one.
    Fails { finding: F, dataset: Option<u64> },
    /// It does not, or in another way.
    Passes,
    /// Somebody called it off.
    Cancelled,
}

/// Tries an input. Fails where nothing can be tried any more.
type Examine<'s, F> = dyn Fn(&[u8]) -> Result<Tried<F>, Diagnostic> + 's;

/// Makes an input small that fails a test of one's own, within this process. A session for each input is
/// opened by `open`: it may remember what it has read. Gives the smallest failing input that was found.
/// Fails where the case cannot be read.
///
/// ```
/// use tremaux_core::{Options, Puzzle};
/// use tremaux_judge::{ShrinkBudget, ShrinkEnd, shrink};
/// # use tremaux_puzzles::null::Null;
/// let open = || Null.open(&Options::defaults(Null.options()));
/// let case = b"6\n0 0 1 0 1 0\n4\n0 1 1 0\n0\n".to_vec();
/// let two_waters = |input: &[u8]| input.windows(3).any(|three| three == b"1 1");
/// let (case, end) = shrink(&open, case, ShrinkBudget::default(), &two_waters).unwrap();
/// assert_eq!((&case[..], end), (&b"3\n0 1 1\n0\n"[..], ShrinkEnd::Minimal));
/// ```
pub fn shrink(
    open: &dyn Fn() -> Result<Box<dyn Session>, Diagnostic>,
    case: Vec<u8>,
    shrink_budget: ShrinkBudget,
    fails: &dyn Fn(&[u8]) -> bool,
) -> Result<(Vec<u8>, ShrinkEnd), Diagnostic> {
    let examine = |input: &[u8]| {
        Ok(if fails(input) { Tried::Fails { finding: (), dataset: None } } else { Tried::Passes })
    };
    let mut shrinker = Shrinker::new(open, &examine, case, ((), None), shrink_budget, &|_, _| ())?;
    let end = shrinker.shrink()?;
    Ok((shrinker.best, end))
}

/// A failing input on its way down, and how it fails.
pub(crate) struct Shrinker<'s, F> {
    open: &'s dyn Fn() -> Result<Box<dyn Session>, Diagnostic>,
    examine: &'s Examine<'s, F>,
    shrink_budget: ShrinkBudget,
    started: Instant,
    pub runs: u64,
    /// Was the case legal by the judge's rules to begin with?
    legal: bool,
    tried: HashSet<u64>,
    /// The smallest failing input so far, how it fails, and on which dataset, from 1.
    pub best: Vec<u8>,
    pub finding: F,
    dataset: Option<u64>,
    /// Receives the size of each new best, in bytes, and the runs so far.
    observe: &'s dyn Fn(usize, u64),
}

/// A piece of the work.
type Step<T> = Result<T, Stop>;

/// What stops the work before its end.
pub(crate) enum Stop {
    End(ShrinkEnd),
    Fault(Diagnostic),
}

impl From<Diagnostic> for Stop {
    fn from(fault: Diagnostic) -> Self {
        Stop::Fault(fault)
    }
}

impl<'s, F> Shrinker<'s, F> {
    pub fn new(
        open: &'s dyn Fn() -> Result<Box<dyn Session>, Diagnostic>,
        examine: &'s Examine<'s, F>,
        best: Vec<u8>,
        (finding, dataset): (F, Option<u64>),
        shrink_budget: ShrinkBudget,
        observe: &'s dyn Fn(usize, u64),
    ) -> Result<Self, Diagnostic> {
        let legal = validate(&mut *open()?, Reader::from_bytes(&best)).is_ok();
        let (started, runs, tried) = (Instant::now(), 0, HashSet::new());
        Ok(Shrinker {
            open,
            examine,
            shrink_budget,
            started,
            runs,
            legal,
            tried,
            best,
            finding,
            dataset,
            observe,
        })
    }

    /// Shrinks as far as it goes. Fails only where the program cannot be run any more.
    pub fn shrink(&mut self) -> Result<ShrinkEnd, Diagnostic> {
        match self.go_down() {
            Ok(()) => Ok(ShrinkEnd::Minimal),
            Err(Stop::End(end)) => Ok(end),
            Err(Stop::Fault(fault)) => Err(fault),
        }
    }

    fn go_down(&mut self) -> Step<()> {
        loop {
            let before = self.best.len();
            let was = hash(&self.best);
            self.drop_datasets()?;
            for index in 0..self.datasets()?.len() {
                self.shrink_dataset(index)?;
            }
            if hash(&self.best) == was && self.best.len() == before {
                return Ok(());
            }
        }
    }

    /// One dataset alone, the one that was answered wrongly first; else without halves, quarters, ...
    fn drop_datasets(&mut self) -> Step<()> {
        let all = self.datasets()?;
        let suspect = self.dataset.map_or(0, |dataset| dataset as usize - 1);
        let others = (0..all.len()).filter(|&index| index != suspect);
        for index in std::iter::once(suspect).chain(others) {
            if all.len() > 1 && self.try_without(|other| other != index)? {
                return Ok(());
            }
        }
        let mut width = all.len().div_ceil(2);
        while width > 0 {
            let mut from = 0;
            while from < self.datasets()?.len() {
                if !self.try_without(|index| (from..from + width).contains(&index))? {
                    from += width;
                }
            }
            width /= 2;
        }
        Ok(())
    }

    /// Keeps the case without the datasets that `gone` is true of, if it still fails.
    fn try_without(&mut self, gone: impl Fn(usize) -> bool) -> Step<bool> {
        let datasets = self.datasets()?.into_iter().enumerate();
        let left: Vec<_> = datasets.filter(|(index, _)| !gone(*index)).map(|(_, dataset)| dataset).collect();
        if left.is_empty() { Ok(false) } else { self.attempt(&left) }
    }

    /// Replaces a dataset by smaller ones, by one bite at a time while that goes, else by two.
    fn shrink_dataset(&mut self, index: usize) -> Step<()> {
        self.bite_off(index)?;
        while self.bite_off_two(index)? {
            self.bite_off(index)?;
        }
        Ok(())
    }

    /// One bite at a time. After a success the list of the smaller dataset is gone through from where the
    /// last one was left, and around: what has just failed is not tried first.
    fn bite_off(&mut self, index: usize) -> Step<()> {
        let mut position = 0;
        'smaller: loop {
            let mut bites: Vec<_> = self.bites(index)?.into_iter().map(Some).collect();
            let count = bites.len();
            for step in 0..count {
                let at = (position + step) % count;
                let Some(bite) = bites[at].take() else { continue };
                if self.replace(index, bite)? {
                    position = at;
                    continue 'smaller;
                }
            }
            return Ok(());
        }
    }

    /// Two bites at once: where a program fails by the length of a way, say, one alone does not always do.
    fn bite_off_two(&mut self, index: usize) -> Step<bool> {
        let bites = self.bites(index)?;
        if bites.len() > MAX_IN_PAIRS {
            return Ok(false);
        }
        for second in bites.iter().flat_map(|bite| bite.shrink_candidates()) {
            if self.replace(index, second)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Smaller datasets than one of the best case.
    fn bites(&mut self, index: usize) -> Step<Vec<Box<dyn Dataset>>> {
        Ok(self.datasets()?.get(index).map(|dataset| dataset.shrink_candidates()).unwrap_or_default())
    }

    fn replace(&mut self, index: usize, bite: Box<dyn Dataset>) -> Step<bool> {
        let mut all = self.datasets()?;
        match all.get_mut(index) {
            Some(dataset) => *dataset = bite,
            None => return Ok(false),
        }
        self.attempt(&all)
    }

    /// Keeps the candidate if it still fails in the same class.
    fn attempt(&mut self, candidate: &[Box<dyn Dataset>]) -> Step<bool> {
        let text = to_text(&*(self.open)()?, candidate)?;
        if !self.tried.insert(hash(&text)) {
            return Ok(false);
        }
        if self.runs >= self.shrink_budget.runs || self.started.elapsed() >= self.shrink_budget.time {
            return Err(Stop::End(ShrinkEnd::BudgetUsedUp));
        }
        if self.legal && validate(&mut *(self.open)()?, Reader::from_bytes(&text)).is_err() {
            return Ok(false);
        }
        self.runs += 1;
        match (self.examine)(&text)? {
            Tried::Fails { finding, dataset } => {
                (self.best, self.finding, self.dataset) = (text, finding, dataset);
                (self.observe)(self.best.len(), self.runs);
                Ok(true)
            }
            Tried::Passes => Ok(false),
            Tried::Cancelled => Err(Stop::End(ShrinkEnd::Cancelled)),
        }
    }

    fn datasets(&mut self) -> Step<Vec<Box<dyn Dataset>>> {
        Ok(datasets(&mut *(self.open)()?, &self.best)?)
    }
}

fn hash(text: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
