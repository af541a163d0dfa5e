//! The random generator of everything that is generated. Frozen: a seed printed today gives the same
//! bytes in ten years, so it is not from a library, whose streams may change.

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014): a
/// counter and a mixing function, 2^64 numbers before it repeats. Not for secrets.
///
/// ```
/// use tremaux_core::Rng;
/// let mut rng = Rng::new(42);
/// assert_eq!(rng.next_u64(), 13679457532755275413);
/// assert!(rng.below(6) < 6);
/// ```
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// The generator with this seed.
    pub fn new(seed: u64) -> Self {
        Rng(seed)
    }

    /// 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to `bound - 1`, each equally likely; 0 where `bound` is 0.
    ///
    /// Multiply and shift with rejection (Lemire, "Fast random integer generation in an interval", 2019).
    pub fn below(&mut self, bound: u64) -> u64 {
        loop {
            let product = u128::from(self.next_u64()) * u128::from(bound);
            let low = product as u64;
            // Of the 2^64 values of `low`, the first (2^64 mod bound) would be one too many.
            if low >= bound || low >= bound.wrapping_neg() % bound.max(1) {
                return (product >> 64) as u64;
            }
        }
    }

    /// A number from `low` to `high`, both included; `low` where the range is empty.
    pub fn between(&mut self, low: u64, high: u64) -> u64 {
        match high.saturating_sub(low).checked_add(1) {
            Some(width) => low + self.below(width),
            None => self.next_u64(),
        }
    }

    /// True in `percent` of a hundred cases.
    pub fn percent(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// One of the items, or `None` where there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len() as u64) as usize)
    }

    /// Puts the items into a random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u64 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_values() {
        let mut rng = Rng::new(0);
        assert_eq!(rng.next_u64(), 0xe220_a839_7b1d_cdaf); // the published first value for seed 0
        let mut rng = Rng::new(2026);
        let words: Vec<u64> = (0..3).map(|_| rng.next_u64()).collect();
        assert_eq!(words, GOLDEN_WORDS);
        let dice: Vec<u64> = (0..12).map(|_| rng.below(6)).collect();
        assert_eq!(dice, GOLDEN_DICE);
        let mut order: Vec<u8> = (0..10).collect();
        rng.shuffle(&mut order);
        assert_eq!(order, GOLDEN_ORDER);
    }

    const GOLDEN_WORDS: [u64; 3] = [15824617304438902051, 8699989649721214301, 12310341597754734734];
    const GOLDEN_DICE: [u64; 12] = [2, 4, 4, 5, 4, 2, 1, 2, 5, 1, 1, 3];
    const GOLDEN_ORDER: [u8; 10] = [9, 0, 6, 7, 5, 3, 4, 8, 2, 1];

    #[test]
    fn bounds_hold_and_every_value_comes() {
        let mut rng = Rng::new(7);
        for bound in [1, 2, 3, 10] {
            let mut seen = vec![false; bound as usize];
            (0..200).for_each(|_| seen[rng.below(bound) as usize] = true);
            assert!(seen.iter().all(|&s| s), "bound {bound}");
        }
        assert!((0..200).all(|_| (5..=7).contains(&rng.between(5, 7))));
    }

    #[test]
    fn empty_ranges_are_no_panic() {
        let mut rng = Rng::new(7);
        assert_eq!(rng.below(0), 0);
        assert_eq!(rng.between(5, 3), 5);
        rng.between(0, u64::MAX);
        assert_eq!(rng.pick::<u8>(&[]), None);
        rng.shuffle::<u8>(&mut []);
    }
}
