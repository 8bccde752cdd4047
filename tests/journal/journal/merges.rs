//! A merge in a store: after a reload it is still a step with two parents, from the log and from a checkpoint.

use super::recover;
use undoodle::color::Color;
use undoodle::document::{Cel, Document, Finish, Patch, StepKind, Trace};
use undoodle::history::CommitId;
use undoodle::journal::{Entries, Journal};

fn stroke(document: &mut Document, row: i32) -> CommitId {
    document.begin(7).unwrap();
    document.fill_span(Cel::default(), row, 2..30, Color::BLACK).unwrap();
    document.commit("Pencil", Color::ADDED, row as u64).unwrap().unwrap().id()
}

#[test]
fn the_second_parent_of_a_merge_comes_back_from_a_store() {
    let (mut document, mut store) = (Document::new(40, 30).unwrap(), Entries::default());
    let mut journal = Journal::begin(&mut document);
    let mut keep = |document: &mut Document, whole: bool| {
        if whole {
            journal.checkpoint();
        }
        let batch = journal.take(document).unwrap().unwrap();
        let turn = batch.turn;
        store.write(batch);
        journal.kept(turn, document);
        let (found, _, lost) = recover(&store).unwrap();
        assert!(!lost);
        found
    };
    keep(&mut document, true);
    let theirs = stroke(&mut document, 3);
    document.undo().unwrap();
    let mine = stroke(&mut document, 9);
    let parting = document.parting(theirs).unwrap();
    let draft = document.draft(1, Cel::default()).unwrap().merging(theirs);
    Patch::between(parting, theirs).apply(&mut document, &draft).unwrap();
    document.keep(draft, "Merge", Color::ADDED, 0, Finish::Step).unwrap().unwrap();
    for whole in [false, true] {
        document.pin(if whole { "one" } else { "other" }, 0).unwrap();
        let found = keep(&mut document, whole);
        let step = found.history().done().next().unwrap();
        let trace = Trace::of(&step.header());
        assert_eq!((trace.kind, trace.about, step.parent()), (StepKind::Merges, Some(theirs), mine));
        assert_eq!(found.parting(theirs).unwrap(), theirs, "it is known that all of it is here");
    }
}
