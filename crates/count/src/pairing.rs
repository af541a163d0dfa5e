//! Pairings of path ends, their ranks, and what a new edge does to them.
//!
//! A path system seen from the frontier is a list of `2k` path ends (the slots of degree 1, in slot
//! order) and a perfect matching of that list: which end belongs to the same path as which. There are
//! `(2k-1)!! = 1·3·5···(2k-1)` matchings. They are numbered in mixed radix: the lowest end chooses its
//! partner among the `2k-1` others, the lowest end still free among the `2k-3` left, and so on; the
//! choice of end 0 is the most significant digit. Two things follow, and everything else leans on them:
//! a pattern's counts fit an array indexed by rank, and all pairings that give end 0 one certain partner
//! are contiguous in it.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// The most pairs a pattern may have. `(2·10-1)!!` = 654,729,075 still fits a rank of 32 bits.
pub(crate) const MAX_PAIRS: usize = 10;
/// Rewirings of at most so many pairs are looked up in tables; beyond, they are worked out one by one.
const TABLED_PAIRS: usize = 7;
const ENDS: usize = 2 * TABLED_PAIRS + 2;

const PAIRINGS: [u32; MAX_PAIRS + 1] = {
    let mut product = [1; MAX_PAIRS + 1];
    let mut k = 1;
    while k <= MAX_PAIRS {
        product[k] = product[k - 1] * (2 * k as u32 - 1);
        k += 1;
    }
    product
};

/// The number of ways to pair `2k` ends.
#[inline]
pub(crate) fn pairings(k: usize) -> u32 {
    PAIRINGS[k]
}

/// `mate[i]` is the other end of the path that ends at `i`.
type Mates = [u8; 2 * MAX_PAIRS];

fn unrank(k: usize, mut rank: u32) -> Mates {
    let mut mates = [0; 2 * MAX_PAIRS];
    let mut free: u32 = (1 << (2 * k)) - 1;
    for left in (0..k).rev() {
        let low = free.trailing_zeros();
        free &= free - 1;
        let block = pairings(left);
        let mut rest = free;
        for _ in 0..rank / block {
            rest &= rest - 1;
        }
        rank %= block;
        let partner = rest.trailing_zeros();
        free &= !(1 << partner);
        mates[low as usize] = partner as u8;
        mates[partner as usize] = low as u8;
    }
    mates
}

fn rank(k: usize, mates: &Mates) -> u32 {
    let mut free: u32 = (1 << (2 * k)) - 1;
    let mut rank = 0;
    for left in (0..k).rev() {
        let low = free.trailing_zeros();
        free &= free - 1;
        let partner = mates[low as usize];
        rank += (free & ((1 << partner) - 1)).count_ones() * pairings(left);
        free &= !(1 << partner);
    }
    rank
}

/// A change of the list of ends; every position counts ends, not slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rewire {
    /// The path that ended at position `a` now ends at position `b` of the new list.
    Relabel(usize, usize),
    /// A new path, its ends at positions `a < b` of the new list.
    Create(usize, usize),
    /// The paths that ended at `a` and `b` become one. Forbidden where they are one already: a cycle.
    Contract(usize, usize),
    /// The first `a` ends change places back to front, and so do those from `b` on.
    Reflect(usize, usize),
}

impl Rewire {
    /// The number of pairs afterwards.
    pub(crate) fn pairs_after(self, k: usize) -> usize {
        match self {
            Rewire::Relabel(..) | Rewire::Reflect(..) => k,
            Rewire::Create(..) => k + 1,
            Rewire::Contract(..) => k - 1,
        }
    }

    /// The rank after the change, or one past the last rank where it would close a cycle. One past the
    /// last goes to one past the last, so that changes can be chained and a sum over sources needs no
    /// branch: it lets forbidden states fall into a waste slot.
    pub(crate) fn image(self, k: usize, old: u32) -> u32 {
        let after = self.pairs_after(k);
        let waste = pairings(after);
        if old == pairings(k) {
            return waste;
        }
        let mates = unrank(k, old);
        // `place[i]` is where old position i ends up.
        let mut place = [0u8; 2 * MAX_PAIRS];
        let mut new = [0u8; 2 * MAX_PAIRS];
        match self {
            Rewire::Relabel(a, b) => {
                let others = (0..2 * k).filter(|&p| p != b);
                (0..2 * k).filter(|&p| p != a).zip(others).for_each(|(i, p)| place[i] = p as u8);
                place[a] = b as u8;
            }
            Rewire::Create(a, b) => {
                (0..2 * after)
                    .filter(|&p| p != a && p != b)
                    .enumerate()
                    .for_each(|(i, p)| place[i] = p as u8);
                (new[a], new[b]) = (b as u8, a as u8);
            }
            Rewire::Contract(a, b) => {
                if mates[a] as usize == b {
                    return waste;
                }
                (0..2 * k).filter(|&p| p != a && p != b).enumerate().for_each(|(p, i)| place[i] = p as u8);
            }
            Rewire::Reflect(a, b) => {
                for (i, p) in place.iter_mut().enumerate().take(2 * k) {
                    let back_to_front = if i < a { a - 1 - i } else { b + 2 * k - 1 - i };
                    *p = if (a..b).contains(&i) { i } else { back_to_front } as u8;
                }
            }
        }
        let joined = |mate: usize| match self {
            Rewire::Contract(a, b) if mate == a => mates[b] as usize,
            Rewire::Contract(a, b) if mate == b => mates[a] as usize,
            _ => mate,
        };
        for i in 0..2 * k {
            if matches!(self, Rewire::Contract(a, b) if i == a || i == b) {
                continue;
            }
            new[place[i] as usize] = place[joined(mates[i] as usize)];
        }
        rank(after, &new)
    }
}

/// All rewirings of few pairs as tables from rank to rank, each built when first asked for.
pub(crate) struct Rewirings {
    tables: Vec<OnceLock<Box<[u32]>>>,
    bytes: AtomicU64,
}

/// One rewiring of `k` pairs, ready to be applied to many ranks.
#[derive(Clone, Copy)]
pub(crate) enum Link<'a> {
    Table(&'a [u32]),
    Direct(Rewire, usize),
}

impl Link<'_> {
    #[inline]
    pub(crate) fn image(&self, rank: u32) -> u32 {
        match self {
            Link::Table(table) => table[rank as usize],
            Link::Direct(rewire, k) => rewire.image(*k, rank),
        }
    }
}

impl Rewirings {
    pub(crate) fn new() -> Self {
        let tables = (0..4 * (TABLED_PAIRS + 1) * ENDS * ENDS).map(|_| OnceLock::new()).collect();
        Rewirings { tables, bytes: AtomicU64::new(0) }
    }

    /// Bytes of all tables built so far.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// The rewiring, to be applied to about so many ranks: a table that does not exist yet has to pay.
    pub(crate) fn link(&self, rewire: Rewire, k: usize, uses: usize) -> Link<'_> {
        let after = rewire.pairs_after(k);
        if k.max(after) > TABLED_PAIRS {
            return Link::Direct(rewire, k);
        }
        let (kind, a, b) = match rewire {
            Rewire::Relabel(a, b) => (0, a, b),
            Rewire::Create(a, b) => (1, a, b),
            Rewire::Contract(a, b) => (2, a, b),
            Rewire::Reflect(a, b) => (3, a, b),
        };
        let cell = &self.tables[((kind * (TABLED_PAIRS + 1) + k) * ENDS + a) * ENDS + b];
        if cell.get().is_none() && 64 * uses < pairings(k) as usize {
            return Link::Direct(rewire, k);
        }
        Link::Table(cell.get_or_init(|| {
            let table = self.table(rewire, k);
            self.bytes.fetch_add(size_of_val(&*table) as u64, Ordering::Relaxed);
            table
        }))
    }

    /// Every rewiring is a chain of swaps of neighbouring ends, with a contraction of ends 0 and 1 at its end
    /// or a creation there at its beginning (which leaves the rank as it is). Chaining tables is ten times as
    /// fast as working out each image.
    fn table(&self, rewire: Rewire, k: usize) -> Box<[u32]> {
        let chain = |links: &[Link<'_>]| {
            (0..=pairings(k)).map(|rank| links.iter().fold(rank, |rank, link| link.image(rank))).collect()
        };
        let relabel = |a, b, k| self.link(Rewire::Relabel(a, b), k, pairings(k) as usize);
        match rewire {
            Rewire::Relabel(a, b) if a == b => (0..=pairings(k)).collect(),
            Rewire::Relabel(a, b) if a + 1 < b => chain(&[relabel(a, a + 1, k), relabel(a + 1, b, k)]),
            Rewire::Relabel(a, b) if b + 1 < a => chain(&[relabel(a, a - 1, k), relabel(a - 1, b, k)]),
            Rewire::Create(a, b) if (a, b) != (0, 1) => {
                let create = self.link(Rewire::Create(0, 1), k, pairings(k) as usize);
                chain(&[create, relabel(1, b, k + 1), relabel(0, a, k + 1)])
            }
            Rewire::Contract(a, b) if (a.min(b), a.max(b)) != (0, 1) => {
                let (a, b) = (a.min(b), a.max(b));
                let contract = self.link(Rewire::Contract(0, 1), k, pairings(k) as usize);
                chain(&[relabel(a, 0, k), relabel(b, 1, k), contract])
            }
            _ => (0..=pairings(k)).map(|rank| rewire.image(k, rank)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_number_the_pairings() {
        for k in 0..=6 {
            for r in 0..pairings(k) {
                let mates = unrank(k, r);
                assert_eq!(rank(k, &mates), r);
                assert!((0..2 * k).all(|i| mates[mates[i] as usize] as usize == i && mates[i] as usize != i));
            }
        }
    }

    #[test]
    fn rewiring_by_hand() {
        // Of two pairs: rank 0 is 01|23, rank 1 is 02|13, rank 2 is 03|12.
        let cases = [
            (Rewire::Create(0, 1), 1, 0, 0),   // ab -> new, new, a, b
            (Rewire::Create(0, 3), 1, 0, 2),   // the new pair outside the old one
            (Rewire::Create(0, 2), 1, 0, 1),   // across it
            (Rewire::Contract(0, 1), 2, 0, 1), // 01 is one path: the waste slot
            (Rewire::Contract(0, 1), 2, 1, 0),
            (Rewire::Contract(0, 1), 2, 3, 1), // waste stays waste
            (Rewire::Relabel(0, 3), 2, 0, 2),  // a b c d with ab|cd -> b c d a
            (Rewire::Reflect(2, 2), 2, 1, 1),
            (Rewire::Reflect(2, 4), 2, 1, 2), // 0<->1: 02|13 -> 12|03
            (Rewire::Reflect(0, 1), 2, 0, 2), // 1 2 3 -> 3 2 1: 01|23 -> 03|12
        ];
        for (rewire, k, from, to) in cases {
            assert_eq!(rewire.image(k, from), to, "{rewire:?} of {k} pairs, rank {from}");
        }
    }

    #[test]
    fn tables_agree_with_the_direct_way() {
        let rewirings = Rewirings::new();
        let k = 3;
        for (a, b) in (0..=2 * k).flat_map(|a| (0..=2 * k).map(move |b| (a, b))) {
            let all = [
                (a < b && b < 2 * k + 2).then_some(Rewire::Create(a, b)),
                (a.max(b) < 2 * k && a != b).then_some(Rewire::Contract(a, b)),
                (a.max(b) < 2 * k).then_some(Rewire::Relabel(a, b)),
                (a <= b).then_some(Rewire::Reflect(a, b)),
            ];
            for rewire in all.into_iter().flatten() {
                let link = rewirings.link(rewire, k, 1000);
                assert!(
                    (0..=pairings(k)).all(|rank| link.image(rank) == rewire.image(k, rank)),
                    "{rewire:?}"
                );
            }
        }
    }
}
