//! Every "none" is checked by code that shares nothing with the solver: its own moves, its own graph, its own consequences.

use std::time::{Duration, Instant};

use tremaux_core::{Budget, Rng};
use tremaux_puzzles::knight::{Board, Certificate, Cuts, ProofStep, TourQuery, TourResult, Wrap};

// ---- the question, and its graph ----

#[derive(Clone, Debug)]
struct Case {
    rows: i64,
    cols: i64,
    leapers: Vec<(i64, i64)>,
    wrap: Wrap,
    blocked: Vec<i64>,
    start: i64,
    end: Option<i64>,
    closed: bool,
}

impl Case {
    fn plain(rows: i64, cols: i64, a: i64, b: i64, wrap: Wrap, start: i64, closed: bool) -> Case {
        Case { rows, cols, leapers: vec![(a, b)], wrap, blocked: Vec::new(), start, end: None, closed }
    }

    fn query(&self) -> TourQuery {
        let leapers: Vec<(u32, u32)> = self.leapers.iter().map(|&(a, b)| (a as u32, b as u32)).collect();
        let blocked: Vec<u32> = self.blocked.iter().map(|&square| square as u32).collect();
        let board = Board::new(self.rows as u32, self.cols as u32).unwrap();
        let board = board.with_leapers(&leapers).with_wrap(self.wrap).with_blocked(&blocked);
        let query = TourQuery::from_start(board, self.start as u32).unwrap();
        let query = if self.closed { query.closed() } else { query };
        match self.end {
            Some(end) => query.to_end(end as u32),
            None => query,
        }
    }

    fn open_squares(&self) -> Vec<i64> {
        (0..self.rows * self.cols).filter(|square| !self.blocked.contains(square)).collect()
    }

    fn is_move(&self, from: i64, to: i64) -> bool {
        let fits = |difference: i64, way: i64, side: i64, ring: bool| match ring {
            true => (difference - way).rem_euclid(side) == 0 || (difference + way).rem_euclid(side) == 0,
            false => difference.abs() == way,
        };
        let down = to / self.cols - from / self.cols;
        let right = to % self.cols - from % self.cols;
        let (rings_down, rings_right) = (self.wrap == Wrap::Torus, self.wrap != Wrap::None);
        from != to
            && self
                .leapers
                .iter()
                .flat_map(|&(a, b)| [(a, b), (b, a)])
                .any(|(a, b)| fits(down, a, self.rows, rings_down) && fits(right, b, self.cols, rings_right))
    }

    fn check_tour(&self, tour: &[i64]) {
        let mut sorted = tour.to_vec();
        sorted.sort_unstable();
        assert_eq!(sorted, self.open_squares(), "{self:?}");
        assert_eq!(tour[0], self.start, "{self:?}");
        assert!(tour.windows(2).all(|pair| self.is_move(pair[0], pair[1])), "{self:?}");
        let last = tour[tour.len() - 1];
        assert!(self.end.is_none_or(|end| end == last), "{self:?}");
        assert!(!self.closed || self.is_move(last, tour[0]), "{self:?}");
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Edge {
    Open,
    Forced,
    Struck,
}

/// A graph whose Hamiltonian cycles are the tours, and what is known about its edges.
#[derive(Clone)]
struct Position {
    vertices: usize,
    special: usize,
    edges: Vec<(usize, usize)>,
    state: Vec<Edge>,
}

impl Position {
    fn new(case: &Case) -> Position {
        let squares = case.open_squares();
        let count = squares.len();
        let (mut edges, mut state) = (Vec::new(), Vec::new());
        for u in 0..count {
            for v in u + 1..count {
                if case.is_move(squares[u], squares[v]) {
                    edges.push((u, v));
                    state.push(Edge::Open);
                }
            }
        }
        if !case.closed {
            for (v, &square) in squares.iter().enumerate() {
                let must = square == case.start || case.end == Some(square);
                if must || case.end.is_none() {
                    edges.push((v, count));
                    state.push(if must { Edge::Forced } else { Edge::Open });
                }
            }
        }
        let vertices = count + usize::from(!case.closed);
        Position { vertices, special: if case.closed { 0 } else { count }, edges, state }
    }

    fn at(&self, v: usize, wanted: impl Fn(Edge) -> bool) -> Vec<usize> {
        let touches = |&e: &usize| self.edges[e].0 == v || self.edges[e].1 == v;
        (0..self.edges.len()).filter(touches).filter(|&e| wanted(self.state[e])).collect()
    }

    /// Draws the simple consequences. Returns whether they are a contradiction.
    fn is_closed(&mut self) -> bool {
        let incident: Vec<Vec<usize>> = (0..self.vertices).map(|v| self.at(v, |_| true)).collect();
        loop {
            let before = self.state.clone();
            for edges in &incident {
                let usable: Vec<usize> =
                    edges.iter().copied().filter(|&e| self.state[e] != Edge::Struck).collect();
                let forced = usable.iter().filter(|&&e| self.state[e] == Edge::Forced).count();
                if usable.len() < 2 || forced > 2 {
                    return true;
                }
                for e in usable {
                    if self.state[e] == Edge::Open && forced == 2 {
                        self.state[e] = Edge::Struck;
                    } else if edges.iter().filter(|&&e| self.state[e] != Edge::Struck).count() == 2 {
                        self.state[e] = Edge::Forced;
                    }
                }
            }
            // The ends of paths of forced edges.
            let forced_edges = self.state.iter().filter(|&&edge| edge == Edge::Forced).count();
            let mut part: Vec<usize> = (0..self.vertices).collect();
            let mut cycles = 0;
            for e in (0..self.edges.len()).filter(|&e| self.state[e] == Edge::Forced) {
                let (a, b) = (part[self.edges[e].0], part[self.edges[e].1]);
                cycles += usize::from(a == b);
                part.iter_mut().filter(|p| **p == a).for_each(|p| *p = b);
            }
            if cycles > 0 && (forced_edges < self.vertices || cycles > 1) {
                return true;
            }
            let degree =
                |v: usize, state: &[Edge]| incident[v].iter().filter(|&&e| state[e] == Edge::Forced).count();
            for e in 0..self.edges.len() {
                let (u, v) = self.edges[e];
                if self.state[e] == Edge::Open
                    && part[u] == part[v]
                    && degree(u, &self.state) < 2
                    && degree(v, &self.state) < 2
                    && forced_edges + 1 < self.vertices
                {
                    self.state[e] = Edge::Struck;
                }
            }
            if self.state == before {
                return false;
            }
        }
    }

    /// Applies cuts of the double cover. Returns whether they are a contradiction.
    fn cut(&mut self, cuts: &Cuts) -> bool {
        assert_eq!((cuts.left.len(), cuts.right.len()), (self.vertices, self.vertices));
        let need: Vec<i64> =
            (0..self.vertices).map(|v| 2 - self.at(v, |edge| edge == Edge::Forced).len() as i64).collect();
        let open: Vec<usize> = (0..self.edges.len()).filter(|&e| self.state[e] == Edge::Open).collect();
        let arcs: Vec<(usize, usize, usize)> = open
            .iter()
            .flat_map(|&e| [(e, self.edges[e].0, self.edges[e].1), (e, self.edges[e].1, self.edges[e].0)])
            .collect();
        let mut thresholds: Vec<u32> = cuts.left.iter().chain(&cuts.right).copied().collect();
        thresholds.sort_unstable();
        thresholds.dedup();
        let mut next = self.state.clone();
        let mut set = |e: usize, edge: Edge| {
            let clash = next[e] != Edge::Open && next[e] != edge;
            next[e] = edge;
            clash
        };
        let mut closed = false;
        for threshold in thresholds {
            let (s, t) = (|v: usize| cuts.left[v] <= threshold, |v: usize| cuts.right[v] <= threshold);
            let sum = |inside: &dyn Fn(usize) -> bool| -> i64 {
                (0..self.vertices).filter(|&v| inside(v)).map(|v| need[v]).sum()
            };
            let across = arcs.iter().filter(|&&(_, u, w)| s(u) && !t(w)).count() as i64;
            let slack = sum(&t) + across - sum(&s);
            closed |= slack < 0;
            if slack == 0 {
                for &(e, u, w) in &arcs {
                    if s(u) && !t(w) {
                        closed |= set(e, Edge::Forced);
                    } else if !s(u) && t(w) {
                        closed |= set(e, Edge::Struck);
                    }
                }
            }
        }
        self.state = next;
        closed || self.is_closed()
    }

    fn pieces_without(&self, removed: &[usize]) -> usize {
        let mut part: Vec<usize> = (0..self.vertices).collect();
        for (e, &(u, v)) in self.edges.iter().enumerate() {
            if self.state[e] != Edge::Struck && !removed.contains(&u) && !removed.contains(&v) {
                let (a, b) = (part[u], part[v]);
                part.iter_mut().filter(|p| **p == a).for_each(|p| *p = b);
            }
        }
        let mut pieces: Vec<usize> =
            (0..self.vertices).filter(|v| !removed.contains(v)).map(|v| part[v]).collect();
        pieces.sort_unstable();
        pieces.dedup();
        pieces.len()
    }

    /// Does the cheapest 1-tree cost more than a tour?
    fn bound_excludes(&self, weights: &[i64]) -> bool {
        let cost = |e: usize| weights[self.edges[e].0] + weights[self.edges[e].1];
        let mut order: Vec<usize> =
            (0..self.edges.len()).filter(|&e| self.state[e] != Edge::Struck).collect();
        order.sort_by_key(|&e| (self.state[e] != Edge::Forced, cost(e)));
        let mut part: Vec<usize> = (0..self.vertices).collect();
        let (mut total, mut special) = (0, 0);
        for e in order {
            let (u, v) = self.edges[e];
            if u == self.special || v == self.special {
                if special < 2 {
                    special += 1;
                    total += cost(e);
                }
            } else if part[u] != part[v] {
                let (a, b) = (part[u], part[v]);
                part.iter_mut().filter(|p| **p == a).for_each(|p| *p = b);
                total += cost(e);
            }
        }
        total > 2 * weights.iter().sum::<i64>()
    }
}

/// Is this a proof that the case has no tour?
fn proves(case: &Case, steps: &[ProofStep]) -> bool {
    let mut position = Position::new(case);
    let mut closed = position.is_closed();
    let mut others: Vec<Position> = Vec::new();
    let mut steps = steps.iter();
    loop {
        if closed {
            let Some(other) = others.pop() else { return steps.next().is_none() };
            position = other;
            closed = position.is_closed();
            continue;
        }
        closed = match steps.next() {
            None => return false,
            Some(ProofStep::Cuts(cuts)) => position.cut(cuts),
            Some(ProofStep::Pieces(removed)) => {
                let removed: Vec<usize> = removed.iter().map(|&v| v as usize).collect();
                position.pieces_without(&removed) > removed.len().max(1)
            }
            Some(ProofStep::Weights(weights)) => position.bound_excludes(weights),
            Some(&ProofStep::Split(u, v)) => {
                let (u, v) = (u.min(v) as usize, u.max(v) as usize);
                let e = position.edges.iter().position(|&edge| edge == (u, v)).unwrap();
                if position.state[e] != Edge::Open {
                    return false;
                }
                let mut other = position.clone();
                other.state[e] = Edge::Struck;
                others.push(other);
                position.state[e] = Edge::Forced;
                position.is_closed()
            }
        };
    }
}

/// Do the colours exclude a tour?
fn colours_exclude(case: &Case) -> bool {
    let squares = case.open_squares();
    let mut colour = vec![None; squares.len()];
    let first = squares.iter().position(|&square| square == case.start).unwrap();
    colour[first] = Some(false);
    let mut queue = vec![first];
    while let Some(u) = queue.pop() {
        for v in (0..squares.len()).filter(|&v| case.is_move(squares[u], squares[v])) {
            match colour[v] {
                None => {
                    colour[v] = colour[u].map(|c: bool| !c);
                    queue.push(v);
                }
                Some(_) if colour[v] == colour[u] => return false,
                Some(_) => {}
            }
        }
    }
    let own = colour.iter().filter(|&&c| c == Some(false)).count();
    let other = colour.iter().filter(|&&c| c == Some(true)).count();
    let end = case.end.and_then(|end| colour[squares.iter().position(|&square| square == end).unwrap()]);
    let fits = own == other && end != Some(false) || own == other + 1 && !case.closed && end != Some(true);
    !fits
}

fn unreachable_squares(case: &Case) -> bool {
    let squares = case.open_squares();
    let mut reached = vec![case.start];
    let mut done = 0;
    while done < reached.len() {
        let from = reached[done];
        done += 1;
        for &to in &squares {
            if case.is_move(from, to) && !reached.contains(&to) {
                reached.push(to);
            }
        }
    }
    reached.len() < squares.len()
}

fn check(case: &Case, time: Duration) -> &'static str {
    check_timed(case, time).0
}

/// Solves a case and checks what is said. Returns the kind of the answer, and the time that it took.
fn check_timed(case: &Case, time: Duration) -> (&'static str, Duration) {
    let begin = Instant::now();
    let result = case.query().solve(&Budget::unlimited().with_time(time));
    let took = begin.elapsed();
    let kind = match result {
        TourResult::Tour(tour) => {
            case.check_tour(&tour.squares().map(i64::from).collect::<Vec<_>>());
            "tour"
        }
        TourResult::Impossible(none) => {
            let accepted = match &none.certificate {
                Certificate::Theorem(source) => !source.is_empty(),
                Certificate::Colours => colours_exclude(case),
                Certificate::Unreachable => unreachable_squares(case),
                Certificate::Query => case.closed && case.open_squares().len() <= 2,
                Certificate::Proof(proof) => proves(case, &proof.steps),
                Certificate::Exhausted(_) => false,
            };
            assert!(accepted, "{case:?}: {} ({})", none.reason, none.certificate.kind());
            none.certificate.kind()
        }
        TourResult::GaveUp(_) => "gave up",
    };
    (kind, took)
}

// ---- cases ----

/// A board of 25 to 400 squares: pieces, joined edges, blocked squares, given ends, closed tours.
fn random_case(rng: &mut Rng) -> Case {
    loop {
        let rows = rng.between(3, 20) as i64;
        let cols = rng.between(3, 20) as i64;
        if !(25..=400).contains(&(rows * cols)) {
            continue;
        }
        let pieces = [(1, 2), (1, 2), (1, 2), (2, 3), (1, 4), (3, 4), (2, 5), (0, 1), (1, 3), (1, 6)];
        let mut leapers = vec![*rng.pick(&pieces).unwrap()];
        if rng.percent(10) {
            leapers = vec![(0, 3), (2, 2)];
        }
        let wrap = *rng.pick(&[Wrap::None, Wrap::None, Wrap::Cylinder, Wrap::Torus]).unwrap();
        let percent = *rng.pick(&[0, 0, 3, 8]).unwrap();
        let blocked: Vec<i64> = (0..rows * cols).filter(|_| rng.percent(percent)).collect();
        let squares: Vec<i64> = (0..rows * cols).filter(|square| !blocked.contains(square)).collect();
        let start = *rng.pick(&squares).unwrap();
        let closed = rng.percent(40);
        let end = Some(*rng.pick(&squares).unwrap());
        let end = end.filter(|&end| !closed && end != start && rng.percent(40));
        return Case { rows, cols, leapers, wrap, blocked, start, end, closed };
    }
}

/// Returns how many cases were gave up after two seconds.
fn campaign(seed: u64, count: usize) -> usize {
    let mut rng = Rng::new(seed);
    let mut kinds: Vec<&str> = Vec::new();
    let mut worst = (Duration::ZERO, None);
    for _ in 0..count {
        let case = random_case(&mut rng);
        let (kind, took) = check_timed(&case, Duration::from_secs(2));
        if took > worst.0 {
            worst = (took, Some(case.clone()));
        }
        if kind == "gave up" {
            println!("gave up: {case:?}");
        }
        kinds.push(kind);
    }
    kinds.sort_unstable();
    for kinds in kinds.chunk_by(|a, b| a == b) {
        println!("{:12} {}", kinds[0], kinds.len());
    }
    println!("worst {:?}: {:?}", worst.0, worst.1);
    kinds.iter().filter(|&&kind| kind == "gave up").count()
}

#[test]
fn random_boards_are_decided_and_every_none_is_proved() {
    assert_eq!(campaign(1, 150), 0);
}

/// Run with `--ignored --nocapture` for the table.
#[test]
#[ignore = "a campaign of 5,000 boards, some minutes"]
fn campaign_of_random_boards() {
    println!("{} gave up", campaign(2, 5000));
}

/// Boards that the search with restarts gave up.
#[test]
fn boards_that_the_search_gave_up_are_decided() {
    let cylinder =
        |rows, cols, a, b, start, closed| Case::plain(rows, cols, a, b, Wrap::Cylinder, start, closed);
    for (case, kind) in [
        (cylinder(13, 3, 2, 5, 21, false), "tour"),
        (cylinder(8, 7, 2, 5, 34, false), "tour"),
        (cylinder(10, 9, 2, 5, 82, false), "tour"),
        (cylinder(14, 9, 3, 4, 98, true), "tour"),
        (Case::plain(12, 11, 1, 4, Wrap::None, 15, false), "tour"),
        (cylinder(4, 14, 1, 2, 0, true), "theorem"),
        (cylinder(8, 5, 2, 3, 0, true), "two-factor"),
        (Case::plain(12, 12, 2, 3, Wrap::None, 0, false), "bound"),
        (Case::plain(12, 12, 2, 3, Wrap::None, 0, true), "theorem"),
        (Case { end: Some(132), ..Case::plain(4, 34, 1, 2, Wrap::None, 115, false) }, "tour"),
    ] {
        assert_eq!(check(&case, Duration::from_secs(20)), kind, "{case:?}");
    }
}

/// The checker rejects proofs that are none.
#[test]
fn wrong_certificates_are_rejected() {
    let tour = Case::plain(5, 6, 1, 2, Wrap::None, 0, true);
    let none = Case::plain(8, 5, 2, 3, Wrap::Cylinder, 0, true);
    let flat = Cuts { left: vec![0; 30], right: vec![0; 30] };
    assert!(!proves(&tour, &[]));
    assert!(!proves(&tour, &[ProofStep::Cuts(flat)]));
    assert!(!proves(&tour, &[ProofStep::Pieces(vec![0, 1, 2])]));
    assert!(!proves(&tour, &[ProofStep::Weights(vec![0; 30])]));
    assert!(!proves(&tour, &[ProofStep::Split(0, 8)]));
    assert!(!colours_exclude(&tour) && !unreachable_squares(&tour));
    let TourResult::Impossible(why) = none.query().solve(&Budget::unlimited()) else { panic!() };
    let Certificate::Proof(proof) = why.certificate else { panic!("{}", why.certificate.kind()) };
    assert!(proves(&none, &proof.steps));
    assert!(!proves(&none, &proof.steps[..proof.steps.len() - 1]));
}
