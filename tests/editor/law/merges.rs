//! The laws of merging, on random trees of random steps: what comes out of a merge with random choices is, pixel by pixel, what a slow and plain
//! comparison of whole copies says; it is a valid drawing and one step, both lines stay, undo gives the bytes before; and the places of
//! conflicts are all pixels that were left, each once.

use super::chance::{Chance, arguments, editor, options};
use super::patches::Plain;
use super::{drag, path};
use crate::travelled::copy;
use std::collections::BTreeSet;
use undoodle::color::Color;
use undoodle::document::{
    Cel, Choices, ConflictPlace, Document, Finish, MAX_SIDE, Part, Patch, Side, Subject, Trace,
};
use undoodle::editor::{Editor, Scope, commands};
use undoodle::history::CommitId;
use undoodle::tools::TOOLS;

/// Merges that a run makes; `UNDOODLE_MERGES` asks for more or for fewer.
fn wanted() -> u64 {
    std::env::var("UNDOODLE_MERGES")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or_else(|| crate::share::of(200))
}

/// Which pixels are chosen, by chance and without a memory.
fn is_chosen(seed: u64, plane: u32, x: i32, y: i32) -> bool {
    let mixed =
        (seed ^ u64::from(plane) << 20 ^ (x as u64) << 8 ^ y as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed >> 61 < 3
}

/// Returns the pixels of places, by plane.
fn pixels(places: &[ConflictPlace]) -> (BTreeSet<(u32, i32, i32)>, u64) {
    let (mut all, mut count) = (BTreeSet::new(), 0);
    for place in places {
        let ConflictPlace::Pixels { plane: Subject::Image { layer, name }, mask, count: of, around, .. } =
            place
        else {
            continue;
        };
        count += of;
        let plane = u32::from(*layer) << 16 | u32::from(*name);
        for (at, rows) in &mask.tiles {
            for (y, row) in (at.y..).zip(rows) {
                for x in (0..32).filter(|x| row >> x & 1 == 1) {
                    assert!(around.contains(undoodle::geometry::Point::new(at.x + x, y)));
                    all.insert((plane, at.x + x, y));
                }
            }
        }
    }
    (all, count)
}

/// Makes a step by chance: a stroke or a command.
fn act(chance: &mut Chance, editor: &mut Editor) {
    if chance.one_in(2) {
        let tools: Vec<_> = TOOLS.iter().filter(|tool| tool.acts()).collect();
        let tool = chance.pick(&tools);
        let options = options(chance, editor);
        editor.set_tool(tool.id, &options).unwrap();
        let path = path(chance, editor);
        drag(editor, &path, 0, None, &mut |_| {});
        return;
    }
    let edits: Vec<_> = commands().filter(|c| c.edits() && c.scope() != Scope::History).collect();
    let command = chance.pick(&edits);
    let args = arguments(chance, editor, command);
    _ = editor.run(command.id, &args, 60_000);
}

/// A tree of random steps: another random walk from a state in the midst of one. Returns its document and the last steps of both lines.
fn tree(seed: u64) -> Option<(Document, CommitId, CommitId)> {
    let mut chance = Chance::new(seed + 77);
    let mut editor = editor(&mut chance);
    let line: Vec<_> = editor.document().history().line().map(|step| step.id()).collect();
    if line.len() < 4 {
        return None;
    }
    let theirs = *line.last().unwrap();
    let from = line[chance.below(line.len() - 2)];
    editor.run("history.goto", &[("commit".into(), (from.0 as u32).into())], 0).unwrap();
    for _ in 0..chance.below(8) + 1 {
        act(&mut chance, &mut editor);
    }
    let mine = editor.document().history().here();
    Some((copy(editor.document()), mine, theirs))
}

/// Merges two lines, and compares what comes out with whole copies. Returns how many pixels were chosen.
fn hold(seed: u64, document: &mut Document, tip: CommitId) -> Option<u64> {
    let parting = document.parting(tip).unwrap();
    if parting == tip || parting == document.history().here() {
        return None;
    }
    let here = document.history().here();
    let state = |at: CommitId| {
        document.goto(at).unwrap();
        document.history().arena().clone()
    };
    let [before, after, now] = [parting, tip, here].map(state);
    let patch = Patch::between(parting, tip);
    let none = patch.foresee(document).unwrap();
    let draft = document.draft(5, Cel::default()).unwrap();
    assert_eq!(patch.apply(document, &draft).unwrap(), none);
    let places = document.places_of(&none).unwrap();
    document.discard(draft);
    // The places are all that was left on the canvas, each once.
    let (all, count) = pixels(&places);
    assert_eq!(all.len() as u64, count, "seed {seed}: each pixel lies in one place");
    let mut choices = Choices::default();
    for place in &places {
        if let ConflictPlace::Pixels { plane: Subject::Image { layer, name }, .. } = place {
            let plane = u32::from(*layer) << 16 | u32::from(*name);
            choices.choose_within(place, &|x, y| is_chosen(seed, plane, x, y), Side::Theirs);
        }
    }
    let draft = document.draft(5, Cel::default()).unwrap().merging(tip);
    let conflicts = patch.apply_choosing(document, &draft, &choices).unwrap();
    let kept = document.keep(draft, "Merge", Color::ADDED, 0, Finish::Step).unwrap();
    let merged = kept.map(|step| Trace::of(&step.header()).about);
    document.validate().unwrap();
    let [b, a, c, made] = [&before, &after, &now, document.history().arena()].map(Plain::of);
    let refused = conflicts.clashes.iter().any(|clash| clash.part == Part::Canvas);
    let mut chosen = 0;
    let (width, height) = (made.size.0 as i32, made.size.1 as i32);
    for plane in made.planes.keys() {
        let sides = [&b, &a, &c, &made].into_iter().filter_map(|side| side.planes.get(plane));
        let places: BTreeSet<(i32, i32)> = sides.flat_map(|pixels| pixels.keys().copied()).collect();
        for (x, y) in places {
            // What lies beyond the canvas is not shown to be chosen.
            let (right, down) = made.corner.place(0, 0);
            let side = MAX_SIDE as i32;
            let at = ((x - right as i32).rem_euclid(side), (y - down as i32).rem_euclid(side));
            let seen = at.0 < width && at.1 < height;
            let [b, a, c] = [&b, &a, &c].map(|side| side.at(*plane, x, y));
            let conflict = b != a && c != b && c != a;
            let theirs = conflict && !refused && seen && is_chosen(seed, *plane, at.0, at.1);
            chosen += u64::from(theirs);
            let expected = if b != a && c == b && !refused || theirs { a } else { c };
            let found = made.at(*plane, x, y);
            assert_eq!(found, expected, "seed {seed}: pixel {x}, {y} of plane {plane:x}: {b:?} {a:?} {c:?}");
        }
    }
    if merged.is_some() {
        assert_eq!(merged, Some(Some(tip)), "seed {seed}");
        assert_eq!(document.parting(tip).unwrap(), tip, "seed {seed}: all of it is here");
        document.undo().unwrap();
    }
    assert!(document.history().arena() == &now, "seed {seed}: undo");
    assert!(
        document.history().commit_of(tip).is_ok() && document.history().here() == here,
        "seed {seed}: both lines stay"
    );
    // Whatever else is chosen, too, what comes out is valid and undone.
    places.iter().for_each(|place| choices.choose(place, Side::Theirs));
    let draft = document.draft(5, Cel::default()).unwrap();
    patch.apply_choosing(document, &draft, &choices).unwrap();
    document.validate().unwrap_or_else(|broken| panic!("seed {seed}: {broken}"));
    document.discard(draft);
    assert!(document.history().arena() == &now, "seed {seed}: discarded");
    Some(chosen)
}

#[test]
fn merges_keep_their_laws() {
    let (mut merges, mut chosen, mut seed) = (0, 0, 0);
    while merges < wanted() {
        if let Some((mut document, mine, theirs)) = tree(seed) {
            for [here, tip] in [[mine, theirs], [theirs, mine]] {
                document.goto(here).unwrap();
                let found = hold(seed, &mut document, tip);
                merges += u64::from(found.is_some());
                chosen += found.unwrap_or(0);
            }
        }
        seed += 1;
    }
    println!("{merges} merges, {chosen} pixels chosen");
    assert!(chosen > 0 || merges < 100, "choices were made");
}
