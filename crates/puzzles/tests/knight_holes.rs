//! The worst case found by looking for it: random holes, balanced in colour, so that counting does not decide.

use std::time::{Duration, Instant};

use tremaux_core::{Budget, Rng};
use tremaux_puzzles::knight::{Board, Square, TourQuery, TourResult};

/// `count` queries on boards with so many holes: solved, proved without a search, proved by search, gave up
/// after a second each.
fn campaign(side: u32, holes: usize, closed: bool, count: u64) -> [u32; 4] {
    let mut rng = Rng::new(u64::from(side) * 1000 + holes as u64);
    let any = |rng: &mut Rng| rng.below(u64::from(side * side)) as Square;
    let mut tally = [0; 4];
    for _ in 0..count {
        let mut bored: Vec<Square> = Vec::new();
        while bored.len() < holes {
            let hole = any(&mut rng);
            let light = (hole / side + hole % side).is_multiple_of(2);
            if !bored.contains(&hole) && light == bored.len().is_multiple_of(2) {
                bored.push(hole);
            }
        }
        let board = Board::new(side, side).unwrap().with_blocked(&bored);
        let start = std::iter::repeat_with(|| any(&mut rng)).find(|&start| !board.is_blocked(start)).unwrap();
        let query = TourQuery::from_start(board, start).unwrap();
        let query = if closed { query.closed() } else { query };
        let index = match query.solve(&Budget::unlimited().with_time(Duration::from_secs(1))) {
            TourResult::Tour(_) => 0,
            TourResult::Impossible(none) if none.certificate.kind() != "exhausted" => 1,
            TourResult::Impossible(_) => 2,
            TourResult::GaveUp(_) => 3,
        };
        tally[index] += 1;
    }
    tally
}

#[test]
fn random_holes_are_all_decided() {
    for side in [8, 10] {
        for holes in [4, 12, 20] {
            assert_eq!(campaign(side, holes, false, 60)[3], 0, "{side} x {side}, {holes} holes");
        }
    }
}

/// Run with `--ignored --nocapture` for the table.
#[test]
#[ignore = "a campaign of 48,000 boards, ten seconds or more"]
fn campaign_of_random_holes() {
    println!("board   holes  kind    solved  proved at once  proved by search  gave up  seconds");
    for side in [8, 10] {
        for closed in [false, true] {
            for holes in [4, 8, 12, 16, 20, 24] {
                let begin = Instant::now();
                let [solved, at_once, searched, gave_up] = campaign(side, holes, closed, 2000);
                let (kind, seconds) = (if closed { "closed" } else { "open" }, begin.elapsed().as_secs_f64());
                println!(
                    "{side:2} x {side:2} {holes:5}  {kind:6} {solved:7} {at_once:15} {searched:17} {gave_up:9} {seconds:8.2}"
                );
            }
        }
    }
}
