//! Tours counted by trying every path: shares nothing with the crate.

/// A board as the set of its free squares, and the leaper's two legs.
pub struct Plain {
    pub rows: i32,
    pub cols: i32,
    pub legs: (i32, i32),
    pub blocked: Vec<(usize, usize)>,
}

impl Plain {
    /// The number of directed open tours from each square to each (`ends[s][t]`, squares row by row), and of
    /// those that one more move would close.
    pub fn tours(&self) -> (Vec<Vec<u64>>, u64) {
        let squares: Vec<(i32, i32)> =
            (0..self.rows).flat_map(|r| (0..self.cols).map(move |c| (r, c))).collect();
        let free: Vec<bool> =
            squares.iter().map(|&(r, c)| !self.blocked.contains(&(r as usize, c as usize))).collect();
        let (a, b) = self.legs;
        let near = |s: (i32, i32), t: (i32, i32)| {
            let (x, y) = ((s.0 - t.0).abs(), (s.1 - t.1).abs());
            s != t && ((x, y) == (a, b) || (y, x) == (a, b))
        };
        let moves: Vec<Vec<usize>> = squares
            .iter()
            .map(|&s| (0..squares.len()).filter(|&t| free[t] && near(s, squares[t])).collect())
            .collect();
        let mut ends = vec![vec![0; squares.len()]; squares.len()];
        let total = free.iter().filter(|&&f| f).count();
        for start in (0..squares.len()).filter(|&s| free[s]) {
            let mut seen = vec![false; squares.len()];
            seen[start] = true;
            walk(&moves, &mut seen, start, total - 1, &mut ends[start]);
        }
        let closable = (0..squares.len()).flat_map(|s| moves[s].iter().map(move |&t| (s, t)));
        let closed = closable.map(|(s, t)| ends[s][t]).sum();
        (ends, closed)
    }
}

fn walk(moves: &[Vec<usize>], seen: &mut [bool], at: usize, left: usize, ends: &mut [u64]) {
    if left == 0 {
        ends[at] += 1;
        return;
    }
    for &to in &moves[at] {
        if !seen[to] {
            seen[to] = true;
            walk(moves, seen, to, left - 1, ends);
            seen[to] = false;
        }
    }
}
