//! What is written is read back as the same datasets.

use tremaux_core::Budget;

use crate::bytes::{Bytes, CONSTRAINTS, Subject, USED_UP, datasets, input, judged, read_back};

/// Datasets that were generated, and those of any text.
pub fn read_write_round_trips(data: &[u8]) {
    let mut bytes = Bytes(data);
    let subject = Subject::choose(&mut bytes).without(&CONSTRAINTS);
    let Some(mut session) = subject.open() else { return };
    let before = datasets(&mut *session, &mut bytes);
    let text = input(&*session, &before.all);
    let mut again = subject.without(&USED_UP).open().expect("fewer options are allowed as well");
    let mut after = read_back(&mut *again, &text);
    assert_eq!(after.len(), before.all.len());
    assert_eq!(input(&*again, &after), text);

    // A file of another format may hold more than the judge's text can.
    if !before.generated && !subject.puzzle.formats().is_empty() {
        return;
    }
    let budget = Budget::unlimited().with_nodes(2000);
    for (number, (mut one, other)) in (1..).zip(before.all.into_iter().zip(&mut after)) {
        assert_eq!(one.cells(), other.cells());
        assert_eq!(one.draw(), other.draw());
        assert_eq!(judged(&one.solve(&budget), number), judged(&other.solve(&budget), number));
    }
}
