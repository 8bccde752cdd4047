//! A patch that asks the index which steps to read does what one does that reads all of them.

use undoodle_drawing::color::Color;
use undoodle_drawing::document::{Cel, Document, Patch};
use undoodle_drawing::geometry::Rect;
use undoodle_drawing::history::CommitId;

/// Paints squares, whole tiles, spans of tiles and whole canvases, on two layers, and adds layers in between.
fn painted(seed: u64, side: u32, steps: usize, indexed: bool) -> (Document, Vec<CommitId>) {
    let (mut document, mut random) = (Document::new(side, side).unwrap(), fastrand::Rng::with_seed(seed));
    let colors = [Color::BLACK, Color::ADDED, Color::REMOVED, Color::TRANSPARENT];
    for step in 0..steps {
        let at = |random: &mut fastrand::Rng, by: i32| random.i32(0..side as i32 / by) * by;
        let by = if random.u8(0..4) == 0 { 32 } else { 1 };
        let (x, y) = (at(&mut random, by), at(&mut random, by));
        let mut size = || random.i32(1..4) * by + random.i32(0..5) * i32::from(by == 1);
        let mut rect = Rect::new(x, y, size(), size());
        if random.u8(0..40) == 0 {
            rect = Rect::new(0, 0, side as i32, side as i32);
        }
        document.begin(1).unwrap();
        if step % 23 == 5 {
            document.add_layer(0).unwrap();
        }
        let cel = Cel { layer: random.u32(0..document.layers().min(2)), frame: 0 };
        document.fill_rect(cel, rect, random.choice(colors).unwrap()).unwrap();
        document.commit("Fill", Color::ADDED, 0).unwrap();
        while indexed && step % 7 == 0 && document.index_steps(1 << 20) {}
    }
    while indexed && document.index_steps(1 << 20) {}
    let ids = document.history().done().map(|step| step.id()).collect();
    (document, ids)
}

#[test]
fn a_patch_is_the_same_whether_the_index_knows_the_steps_or_not() {
    for seed in 0..12 {
        let side = [128, 512, 1100][seed as usize % 3];
        let [mut plain, mut indexed] = [false, true].map(|indexed| painted(seed, side, 70, indexed));
        assert_eq!(plain.1, indexed.1);
        while indexed.0.seal_all(1 << 20) {}
        for (number, id) in plain.1.clone().into_iter().enumerate() {
            let patch = Patch::of(&plain.0.history().commit_of(id).unwrap());
            let patch = if number % 5 == 0 { patch } else { patch.reversed() };
            let [one, other] = [&plain.0, &indexed.0].map(|document| patch.foresee(document).unwrap());
            assert!(one == other, "seed {seed}, step {number}: foreseen");
            let standing = [&plain.0, &indexed.0].map(|document| document.standing_on(&one, id).unwrap());
            assert_eq!(standing[0], standing[1], "seed {seed}, step {number}: who stands on it");
            let after = [&mut plain.0, &mut indexed.0].map(|document| {
                let draft = document.draft(7, Cel::default()).unwrap();
                patch.apply(document, &draft).unwrap();
                let after = document.history().arena().clone();
                document.discard(draft);
                after
            });
            assert!(after[0] == after[1], "seed {seed}, step {number}: what it leaves");
        }
    }
}
