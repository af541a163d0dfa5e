//! The position of the player in the search: it steps forward, steps back, and finds retreats. It knows no
//! terminal and no clock, so tests play it without either.

use std::sync::mpsc::{Receiver, TryRecvError};

use tremaux_core::EventKind;
use tremaux_drawing::{BoardState, Cell, CellState, Drawing, Mark};

/// One event of the search.
pub(super) struct Step {
    pub(super) kind: EventKind,
    pub(super) depth: u32,
    pub(super) marks: Vec<Mark>,
}

/// What the search reports.
pub(super) enum News {
    Steps(Vec<Step>),
    End(Ending),
}

/// How the search ended.
pub(super) struct Ending {
    /// In words.
    pub(super) says: String,
    /// The board with the answer, if there is one to be seen.
    pub(super) board: Option<Drawing>,
}

/// Where to go, as far as the search has come yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    Steps(u64),
    Retreat,
    End,
}

/// The steps received so far, and the board after some of them. Each step's marks have their
/// opposites once it has been made, so that a step back costs as much as a step on.
pub(super) struct Player {
    news: Receiver<News>,
    stage: BoardState,
    steps: Vec<Kept>,
    marks: Vec<Mark>,
    /// The opposites of the first marks, in the same order.
    back: Vec<Mark>,
    /// So many steps are made. One more than there are means the board with the answer.
    at: usize,
    retreats: u64,
    /// Digits of the largest number seen.
    digits: usize,
    ending: Option<Ending>,
}

/// A step whose marks lie in one long row with all others.
struct Kept {
    kind: EventKind,
    depth: u32,
    /// One after its last mark.
    end: usize,
}

/// The most steps that are kept: about 300 MB.
const MAX_STEPS: usize = 4_000_000;

impl Player {
    pub(super) fn new(board: Drawing, news: Receiver<News>) -> Self {
        Player {
            news,
            stage: BoardState::new(board),
            steps: Vec::new(),
            marks: Vec::new(),
            back: Vec::new(),
            at: 0,
            retreats: 0,
            digits: 1,
            ending: None,
        }
    }

    /// Receives what the search has reported since the last call. False where there is nothing new yet.
    fn listen(&mut self) -> bool {
        if self.ending.is_some() {
            return false;
        }
        match self.news.try_recv() {
            Ok(News::Steps(steps)) => {
                for Step { kind, depth, marks } in steps {
                    let largest = marks.iter().filter_map(|mark| mark.number).max().unwrap_or(0);
                    self.digits = self.digits.max(largest.to_string().len());
                    self.marks.extend(marks);
                    self.steps.push(Kept { kind, depth, end: self.marks.len() });
                }
                if self.steps.len() >= MAX_STEPS {
                    let says = format!("only the first {} steps are kept", self.steps.len());
                    self.ending = Some(Ending { says, board: None });
                }
            }
            Ok(News::End(ending)) => self.ending = Some(ending),
            Err(TryRecvError::Empty) => return false,
            Err(TryRecvError::Disconnected) => {
                self.ending = Some(Ending { says: "the search broke off".into(), board: None });
            }
        }
        true
    }

    /// Goes some way towards an aim. Returns what is left to do: nothing, or to come again later because
    /// the search is not so far yet or to let a key be heard.
    pub(super) fn pursue(&mut self, aim: Aim) -> Option<Aim> {
        /// Steps between two looks at the keyboard.
        const PORTION: u64 = 10_000;
        let mut made = 0;
        loop {
            match aim {
                Aim::Steps(steps) if made == steps => return None,
                Aim::Retreat if made > 0 && self.kind() == Some(EventKind::Retreat) => return None,
                _ if self.at_end() => return None,
                Aim::Steps(steps) if made == PORTION => return Some(Aim::Steps(steps - made)),
                // A retreat found is the aim; one left is not.
                _ if made == PORTION => return Some(aim),
                _ => {}
            }
            if !self.forward() {
                return match aim {
                    Aim::Steps(steps) => Some(Aim::Steps(steps - made)),
                    _ => Some(aim),
                };
            }
            made += 1;
        }
    }

    /// Makes the next step; false where it is not known yet or there is none.
    pub(super) fn forward(&mut self) -> bool {
        while self.at >= self.steps.len() {
            if self.ending.is_some() {
                let more = self.at == self.steps.len();
                self.at += usize::from(more);
                return more;
            }
            if !self.listen() {
                return false;
            }
        }
        for i in self.marks_of(self.at) {
            let opposite = self.stage.apply(self.marks[i]);
            match self.back.get_mut(i) {
                Some(known) => *known = opposite,
                None => self.back.push(opposite),
            }
        }
        self.retreats += u64::from(self.steps[self.at].kind == EventKind::Retreat);
        self.at += 1;
        true
    }

    /// Takes the last step back; false at the start.
    pub(super) fn backward(&mut self) -> bool {
        let Some(before) = self.at.checked_sub(1) else { return false };
        self.at = before;
        if before == self.steps.len() {
            return true;
        }
        for i in self.marks_of(before).rev() {
            self.stage.apply(self.back[i]);
        }
        self.retreats -= u64::from(self.steps[before].kind == EventKind::Retreat);
        true
    }

    /// Goes back to the retreat before this step, or to the start.
    pub(super) fn retreat_before(&mut self) {
        while self.backward() && self.kind() != Some(EventKind::Retreat) {}
    }

    pub(super) fn start(&mut self) {
        while self.backward() {}
    }

    fn marks_of(&self, step: usize) -> std::ops::Range<usize> {
        let start = step.checked_sub(1).map_or(0, |before| self.steps[before].end);
        start..self.steps[step].end
    }

    /// What the newest step was; nothing at the start and behind the last.
    fn kind(&self) -> Option<EventKind> {
        Some(self.steps.get(self.at.checked_sub(1)?)?.kind)
    }

    /// Is the board with the answer shown?
    pub(super) fn at_end(&self) -> bool {
        self.ending.is_some() && self.at > self.steps.len()
    }

    /// The board to be shown.
    pub(super) fn picture(&self) -> Drawing {
        let answer = self.ending.as_ref().filter(|_| self.at_end()).and_then(|ending| ending.board.clone());
        answer.unwrap_or_else(|| self.stage.picture())
    }

    /// Digits of the largest number on any board so far.
    pub(super) fn digits(&self) -> usize {
        self.digits
    }

    /// The current cell of the search.
    pub(super) fn head(&self) -> Option<Cell> {
        let marks = self.at.min(self.steps.len()).checked_sub(1).map_or(0, |step| self.steps[step].end);
        self.marks[..marks].iter().rev().find(|mark| mark.look == CellState::Head).map(|mark| mark.cell)
    }

    /// Step, depth, retreats.
    pub(super) fn status(&self) -> String {
        let at = self.at.min(self.steps.len());
        let depth = at.checked_sub(1).map_or(0, |step| self.steps[step].depth);
        let of = match &self.ending {
            Some(_) => format!(" of {}", self.steps.len()),
            None => String::new(),
        };
        let says = match &self.ending {
            Some(ending) if self.at_end() => format!("  {}", ending.says),
            _ => String::new(),
        };
        format!("step {at}{of}  depth {depth}  retreats {}{says}", self.retreats)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::sync_channel;

    /// A walk over three cells with one retreat: on, on, back, on.
    fn player() -> Player {
        let (sender, news) = sync_channel(8);
        let mark = |col, look, number| Mark { cell: Cell::new(0, col), look, number };
        let walk = [
            (EventKind::Advance, 1, vec![mark(0, CellState::Head, Some(1))]),
            (
                EventKind::Advance,
                2,
                vec![mark(0, CellState::Path, Some(1)), mark(1, CellState::Head, Some(2))],
            ),
            (
                EventKind::Retreat,
                1,
                vec![mark(1, CellState::Retreat, None), mark(0, CellState::Head, Some(1))],
            ),
            (
                EventKind::Advance,
                2,
                vec![mark(0, CellState::Path, Some(1)), mark(2, CellState::Head, Some(2))],
            ),
        ];
        let steps = walk.map(|(kind, depth, marks)| Step { kind, depth, marks });
        sender.send(News::Steps(steps.into())).unwrap();
        sender.send(News::End(Ending { says: "solved".into(), board: None })).unwrap();
        Player::new(Drawing::new(1, 3), news)
    }

    #[test]
    fn every_board_is_the_same_on_the_way_back() {
        let mut player = player();
        let mut boards = vec![(player.picture(), player.status(), player.head())];
        while player.forward() {
            boards.push((player.picture(), player.status(), player.head()));
        }
        assert_eq!(boards.len(), 6, "the start, four steps, the end");
        assert_eq!(boards[5].1, "step 4 of 4  depth 2  retreats 1  solved");
        boards.pop();
        while player.backward() {
            let (picture, _, head) = boards.pop().unwrap();
            assert_eq!((player.picture(), player.head()), (picture, head));
        }
        assert_eq!(player.status(), "step 0 of 4  depth 0  retreats 0");
    }

    #[test]
    fn aims_are_reached() {
        let check = |aim, expect: &str| {
            let mut player = player();
            assert_eq!(player.pursue(aim), None);
            assert_eq!(player.status(), expect);
        };
        check(Aim::Steps(0), "step 0  depth 0  retreats 0");
        check(Aim::Steps(2), "step 2  depth 2  retreats 0");
        check(Aim::Retreat, "step 3  depth 1  retreats 1");
        check(Aim::End, "step 4 of 4  depth 2  retreats 1  solved");
        check(Aim::Steps(9), "step 4 of 4  depth 2  retreats 1  solved");
        let mut player = player();
        player.pursue(Aim::End);
        player.retreat_before();
        assert_eq!(player.status(), "step 3 of 4  depth 1  retreats 1");
        assert_eq!(player.pursue(Aim::Retreat), None);
        assert!(player.at_end());
        player.start();
        assert_eq!(player.status(), "step 0 of 4  depth 0  retreats 0");
        player.retreat_before();
        assert_eq!(player.head(), None);
    }

    #[test]
    fn an_aim_beyond_what_is_known_is_kept() {
        let (sender, news) = sync_channel(8);
        let mut player = Player::new(Drawing::new(1, 1), news);
        assert_eq!(player.pursue(Aim::End), Some(Aim::End));
        assert_eq!(player.pursue(Aim::Steps(3)), Some(Aim::Steps(3)));
        let step = || Step { kind: EventKind::Advance, depth: 1, marks: Vec::new() };
        sender.send(News::Steps(vec![step(), step()])).unwrap();
        assert_eq!(player.pursue(Aim::Steps(3)), Some(Aim::Steps(1)));
        drop(sender);
        assert_eq!(player.pursue(Aim::End), None);
        assert_eq!(player.status(), "step 2 of 2  depth 1  retreats 0  the search broke off");
    }
}
