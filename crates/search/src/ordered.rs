//! Moves in an order that depends on the position.

/// A move that carries the order in which its siblings are tried, at most `N` with itself.
///
/// [`next_move`](crate::Backtrack::next_move) is given the last move only. A position with a fixed order finds the
/// next move from that. An order that depends on the position (the most constrained move first) would have to
/// be computed again for each move. If an `OrderedMove` is the position's
/// [`Move`](crate::Backtrack::Move), the order is computed for the first move only, and the others are read from
/// it. The search needs no list and no stack for this, and positions with a fixed order do not pay for it.
///
/// ```
/// use tremaux_search::{Backtrack, OrderedMove, Search};
///
/// /// Different numbers from 1 to 5 with the sum 7: the largest first if the sum so far is even.
/// struct Sum(Vec<OrderedMove<u32, 5>>);
///
/// impl Sum {
///     fn numbers(&self) -> Vec<u32> { self.0.iter().map(|mv| mv.get()).collect() }
/// }
/// impl Backtrack for Sum {
///     type Move = OrderedMove<u32, 5>;
///     fn is_goal(&self) -> bool { self.numbers().iter().sum::<u32>() == 7 }
///     fn next_move(&self, last: Option<Self::Move>) -> Option<Self::Move> {
///         if let Some(last) = last {
///             return last.next();
///         }
///         let numbers = self.numbers();
///         let sum: u32 = numbers.iter().sum();
///         let fits = (1..=5).filter(|number| !numbers.contains(number) && sum + number <= 7);
///         OrderedMove::first(fits, |&number| if sum % 2 == 0 { 5 - number } else { number })
///     }
///     fn make(&mut self, mv: Self::Move) { self.0.push(mv) }
///     fn unmake(&mut self) -> Option<Self::Move> { self.0.pop() }
/// }
///
/// let mut search = Search::new(Sum(vec![]));
/// let sums: Vec<_> = search.goals(Sum::numbers).take(3).collect();
/// assert_eq!(sums, [[5, 2].to_vec(), [4, 3].to_vec(), [4, 2, 1].to_vec()]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderedMove<M, const N: usize> {
    /// In order; those from `count` on are not used.
    moves: [M; N],
    count: u8,
    at: u8,
}

impl<M: Copy, const N: usize> OrderedMove<M, N> {
    /// Returns the first of some moves in the order of their keys, the smallest first; moves with equal keys stay
    /// in the order given. `None` if there is no move.
    ///
    /// # Panics
    ///
    /// If there are more than `N` moves, or `N` is above 255: to leave one out would make an untrue proof.
    #[inline]
    pub fn first<K: Ord + Copy>(moves: impl IntoIterator<Item = M>, key: impl Fn(&M) -> K) -> Option<Self> {
        let mut moves = moves.into_iter();
        let first = moves.next()?;
        let mut sorted = ([first; N], [key(&first); N]);
        let mut count = 1;
        for mv in moves {
            let (key, mut place) = (key(&mv), count);
            while place > 0 && sorted.1[place - 1] > key {
                sorted.0[place] = sorted.0[place - 1];
                sorted.1[place] = sorted.1[place - 1];
                place -= 1;
            }
            sorted.0[place] = mv;
            sorted.1[place] = key;
            count += 1;
        }
        let count = u8::try_from(count).expect("at most 255 moves");
        Some(OrderedMove { moves: sorted.0, count, at: 0 })
    }

    /// Returns the move after this one, `None` after the last.
    #[inline]
    pub fn next(self) -> Option<Self> {
        let at = self.at + 1;
        (at < self.count).then_some(OrderedMove { at, ..self })
    }

    /// Returns the move itself.
    #[inline]
    pub fn get(&self) -> M {
        self.moves[usize::from(self.at)]
    }
}
