//! The past as a view: at every state of random documents it is what whole copies are, and nothing live moves. Who made a pixel is what a
//! comparison of all copies says.

use crate::law::chance::{Chance, editor};
use crate::taking_back::canvas;
use crate::travelled::copy;
use std::collections::BTreeMap;
use undoodle::Error;
use undoodle::color::Color;
use undoodle::document::{Cel, Document, Drawing, Maker, Past};
use undoodle::editor::Editor;
use undoodle::geometry::Rect;
use undoodle::history::{CommitId, Place};
use undoodle::memory::{Memory, Page};

/// Random documents that a run looks at; `UNDOODLE_PASTS` asks for more or for fewer.
pub fn wanted() -> u64 {
    std::env::var("UNDOODLE_PASTS").ok().and_then(|n| n.parse().ok()).unwrap_or_else(|| crate::share::of(40))
}

/// Whole copies of all states, by travelling to each.
pub fn states(document: &Document) -> BTreeMap<CommitId, Drawing<Memory>> {
    let mut document = copy(document);
    let all: Vec<_> = document.history().commits().map(|commit| commit.id()).collect();
    let all = all.into_iter().chain([document.history().base()]);
    let state = |id| {
        document.goto(id).unwrap();
        (id, Drawing::from_door(document.history().arena().clone()))
    };
    all.map(state).collect()
}

fn pick(chance: &mut Chance, states: &BTreeMap<CommitId, Drawing<Memory>>) -> CommitId {
    *states.keys().nth(chance.below(states.len())).unwrap()
}

/// A rectangle on a canvas.
fn part(chance: &mut Chance, drawing: &Drawing<Memory>) -> Rect {
    let (width, height) = drawing.size();
    let (x, y) = (chance.within(0, width as i32 - 1), chance.within(0, height as i32 - 1));
    let (right, bottom) = (chance.within(x + 1, width as i32), chance.within(y + 1, height as i32));
    Rect::new(x, y, right - x, bottom - y)
}

/// Compares what a view shows in a rectangle of a frame, and of a cel, with a whole copy.
fn same_in(
    past: &mut Past,
    document: &Document,
    whole: &Drawing<Memory>,
    frame: u32,
    rect: Rect,
    what: &str,
) {
    past.show(document, frame, rect).unwrap();
    let cel = Cel { layer: frame % whole.layers(), frame };
    past.show_cel(document, cel, rect).unwrap();
    let (width, id) = (rect.width as usize, past.at());
    for y in rect.y..rect.bottom() {
        let mut rows = [(); 4].map(|()| vec![Color::TRANSPARENT; width]);
        for (drawing, rows) in [past.drawing(), whole].into_iter().zip(rows.chunks_mut(2)) {
            drawing.picture(frame).read(rect.x as u32, y as u32, 1, &mut rows[0]);
            drawing.read_row(cel, rect.x as u32, y as u32, &mut rows[1]);
        }
        assert!(rows[0] == rows[2] && rows[1] == rows[3], "{what}: row {y} of {rect:?}, {id:?}");
    }
}

/// Compares every page of a view with a whole copy.
fn same_pages(past: &mut Past, document: &Document, whole: &Memory, what: &str) {
    let live = document.history().arena();
    let zeros: Page = [0; 512];
    for memory in [live, whole] {
        for place in memory.trees().into_iter().flat_map(|tree| memory.places(tree)) {
            let id = past.at();
            let found = past.page(document, place).unwrap().unwrap_or(&zeros);
            assert!(found == whole.page(place).unwrap_or(&zeros), "{what}: {place:?} of {id:?}");
        }
    }
}

/// Looks at all states, and goes from some to others.
fn look_around(
    document: &Document,
    states: &BTreeMap<CommitId, Drawing<Memory>>,
    chance: &mut Chance,
    what: &str,
) {
    let (live, standing) = (document.history().arena().clone(), standing(document));
    for (id, whole) in states {
        let mut past = document.past(*id).unwrap();
        assert_eq!(past.drawing().size(), whole.size());
        let frame = chance.below(whole.frames() as usize) as u32;
        let rect = part(chance, whole);
        same_in(&mut past, document, whole, frame, rect, what);
        if chance.one_in(3) {
            same_pages(&mut past, document, whole.door(), what);
        }
        let other = pick(chance, states);
        past.turn(document, other).unwrap();
        let whole = &states[&other];
        let (frame, rect) = (chance.below(whole.frames() as usize) as u32, part(chance, whole));
        same_in(&mut past, document, whole, frame, rect, what);
        if chance.one_in(3) {
            same_pages(&mut past, document, whole.door(), what);
        }
    }
    assert!(*document.history().arena() == live, "{what}: nothing live has moved");
    assert_eq!(standing, self::standing(document), "{what}");
}

/// Where a history stands, and what it holds.
fn standing(document: &Document) -> (CommitId, usize, usize, usize, Option<CommitId>) {
    let history = document.history();
    let next = history.undone().next().map(|step| step.id());
    (history.here(), history.position(), history.ahead(), history.stats().bytes, next)
}

/// The pixel of a plane in a state.
pub fn pixel(drawing: &Drawing<Memory>, plane: u32, x: i32, y: i32) -> Color {
    let frames = 0..drawing.frames();
    let cels = (0..drawing.layers()).flat_map(|layer| frames.clone().map(move |frame| Cel { layer, frame }));
    let cel = cels.into_iter().find(|cel| drawing.plane_of(*cel) == Ok(plane));
    cel.and_then(|cel| drawing.cel_pixel(cel, x, y).ok()).unwrap_or(Color::TRANSPARENT)
}

/// Who made a pixel, by a comparison of whole copies.
fn made(
    document: &Document,
    states: &BTreeMap<CommitId, Drawing<Memory>>,
    frame: u32,
    x: i32,
    y: i32,
) -> Vec<Maker> {
    let mut found = Vec::new();
    for step in document.history().done() {
        let [before, after] = [step.parent(), step.id()].map(|id| &states[&id]);
        for layer in (0..document.layers()).rev() {
            let cel = Cel { layer, frame };
            let plane = document.plane_of(cel).unwrap();
            let shown =
                document.visible_layers().contains(&layer) && document.layer(layer).unwrap().opacity > 0;
            let [old, new] = [before, after].map(|drawing| pixel(drawing, plane, x, y));
            if shown && old != new {
                found.push(Maker { step: step.id(), cel, color: new });
            }
        }
    }
    found
}

fn probe_around(
    document: &Document,
    states: &BTreeMap<CommitId, Drawing<Memory>>,
    chance: &mut Chance,
    what: &str,
) {
    let (width, height) = document.size();
    for _ in 0..30 {
        let (x, y) = (chance.within(0, width as i32 - 1), chance.within(0, height as i32 - 1));
        let frame = chance.below(document.frames() as usize) as u32;
        let expected = made(document, states, frame, x, y);
        let found = document.makers(frame, x, y, usize::MAX).unwrap();
        assert_eq!(found, expected, "{what}: pixel {x}, {y} of frame {frame}");
        let some = document.makers(frame, x, y, 2).unwrap();
        assert_eq!(some[..], expected[..expected.len().min(2)], "{what}: the newest of them");
    }
}

#[test]
fn every_state_and_every_pixel_of_random_documents_is_what_whole_copies_say() {
    for seed in 0..wanted() {
        let what = format!("seed {seed}");
        let mut chance = Chance::new(seed + 4_300);
        let mut editor = editor(&mut chance);
        if chance.one_in(2) {
            while editor.idle() {}
        }
        // A branch, and perhaps a stroke that is still under way.
        for _ in 0..chance.below(5) {
            editor.run("edit.undo", &[], 0).unwrap();
        }
        _ = editor.run("image.background", &[("color".into(), "#123456".into())], 0);
        let all = states(editor.document());
        if chance.one_in(2) {
            editor.set_tool("pencil", &[]).unwrap();
            let (width, height) = editor.document().size();
            let end = editor.view().device_center(width.into(), height.into());
            let from = editor.view().device_center(0.0, 0.0);
            editor.pointer_down(from.0, from.1, 0, 0);
            editor.pointer_move(end.0, end.1, 1);
        }
        look_around(editor.document(), &all, &mut chance, &what);
        probe_around(editor.document(), &all, &mut chance, &what);
    }
}

#[test]
fn packed_and_pinned_states_are_seen_as_any_others() {
    for seed in 0..wanted() / 2 {
        let what = format!("seed {seed}");
        let mut chance = Chance::new(seed + 4_400);
        let mut document = copy(editor(&mut chance).document());
        let mut all = states(&document);
        while document.seal_all(1 << 20) {}
        if chance.one_in(2) {
            while document.index_steps(1 << 20) {}
        }
        look_around(&document, &all, &mut chance, &what);
        probe_around(&document, &all, &mut chance, &what);
        // Of a state that is pinned, the step may be gone.
        let pinned = pick(&mut chance, &all);
        document.goto(pinned).unwrap();
        let pin = document.pin("Then", 0).unwrap();
        let last = document.history().commits().last().map(|step| step.id());
        last.map(|id| document.goto(id).unwrap());
        let here = document.history().here();
        document.forget_before(CommitId(u64::MAX));
        let kept = |id: &CommitId| document.history().has_state(*id) || *id == pin;
        all.retain(|id, _| kept(id));
        assert!(all.contains_key(&here));
        while document.index_steps(1 << 20) {}
        look_around(&document, &all, &mut chance, &what);
    }
}

#[test]
fn steps_on_a_disk_are_only_asked_for_if_they_matter() {
    let (mut asked, mut seen) = (0, 0);
    for seed in 0..wanted() / 2 {
        let what = format!("seed {seed}");
        let mut chance = Chance::new(seed + 4_500);
        let mut document = copy(editor(&mut chance).document());
        let all = states(&document);
        let ids: Vec<_> = document.history().commits().map(|step| step.id()).collect();
        let disk: BTreeMap<u64, Vec<u8>> = ids
            .iter()
            .map(|id| {
                let mut bytes = Vec::new();
                assert!(document.history().store_step(*id, &mut bytes));
                (id.0, bytes)
            })
            .collect();
        while chance.one_in(2) && document.index_steps(1 << 20) {}
        document.hoard(true);
        let limits = document.history().limits();
        document.keep_steps(CommitId(0)..CommitId(u64::MAX));
        document.set_limits(undoodle::history::Limits { budget: 3000, ..limits }).unwrap();
        document.set_limits(limits).unwrap();
        let away = |document: &Document| {
            document.history().commits().filter(|step| step.place() == Place::Disk).count()
        };
        let before = away(&document);
        for (id, whole) in &all {
            let (frame, rect) = (chance.below(whole.frames() as usize) as u32, part(&mut chance, whole));
            loop {
                let looked = document.past(*id).and_then(|mut past| {
                    past.show(&document, frame, rect)?;
                    Ok(past)
                });
                match looked {
                    Ok(mut past) => {
                        past.show(&document, frame, rect).unwrap();
                        let picture = (past.drawing().picture(frame), whole.picture(frame));
                        for y in rect.y as u32..rect.bottom() as u32 {
                            let (x, y) = (rect.x as u32, y);
                            assert_eq!(picture.0.pixel(x, y), picture.1.pixel(x, y), "{what}: {id:?}");
                        }
                        break;
                    }
                    Err(Error::Away { commit }) => {
                        asked += 1;
                        document.supply(CommitId(commit), &disk[&commit]).unwrap();
                    }
                    Err(error) => panic!("{what}: {error}"),
                }
            }
        }
        seen += before - away(&document).min(before);
        document.validate().unwrap();
    }
    assert!(
        asked > 0 && seen > 0,
        "some steps lay on the disk, and were asked for one by one: {asked}, {seen}"
    );
}

/// Draws a horizontal line in a colour. Returns the number of its step.
fn line(editor: &mut Editor, color: &str, y: i32, time: u64) -> u64 {
    editor.set_primary(color).unwrap();
    editor.set_tool("line", &[]).unwrap();
    let [from, to] = [2.0, 30.0].map(|x| editor.view().device_center(x, y.into()));
    editor.pointer_down(from.0, from.1, 0, time);
    editor.pointer_move(to.0, to.1, time);
    editor.pointer_up(to.0, to.1, time);
    editor.document().history().here().0
}

#[test]
fn a_probe_names_what_made_a_pixel_newest_first() {
    let mut editor = canvas();
    let first = line(&mut editor, "#ff0000", 5, 1000);
    line(&mut editor, "#00ff00", 9, 2000);
    editor.run("layer.add", &[], 3000).unwrap();
    let above = line(&mut editor, "#0000ff80", 5, 4000);
    let made = editor.probe(10, 5, 100).unwrap();
    let told: Vec<_> = made
        .iter()
        .map(|step| {
            (step.commit, step.label.as_str(), step.time, step.color.to_string(), step.layer, step.frame)
        })
        .collect();
    assert_eq!(
        told,
        [
            (above, "Line", 4000, "#0000ff80".to_owned(), 1, 0),
            (first, "Line", 1000, "#ff0000ff".to_owned(), 0, 0)
        ]
    );
    assert_eq!(editor.probe(10, 5, 1).unwrap().len(), 1);
    assert_eq!(editor.probe(10, 6, 100).unwrap(), []);
    assert_eq!(editor.probe(40, 0, 9).unwrap_err().to_string(), "x must be from 0 to 39, not 40");
    // What is hidden is not seen.
    editor.run("layer.visible", &[("layer".into(), 1.into())], 0).unwrap();
    assert_eq!(editor.probe(10, 5, 100).unwrap().len(), 1);
}

#[test]
fn a_region_of_the_past_has_the_colours_that_were_shown() {
    let mut editor = canvas();
    let base = editor.document().history().base().0;
    let first = line(&mut editor, "#ff0000", 5, 0);
    let second = line(&mut editor, "#00ff00", 5, 0);
    editor.run("frame.add", &[], 0).unwrap();
    let added = editor.document().history().here().0;
    editor.run("frame.choose", &[("frame".into(), 0.into())], 0).unwrap();
    let before = (editor.document().history().arena().clone(), standing(editor.document()));
    let at = |editor: &mut Editor, id| editor.past(id, Rect::new(10, 5, 1, 1)).unwrap()[0].to_string();
    for (id, color) in
        [(first, "#ff0000ff"), (base, "#00000000"), (second, "#00ff00ff"), (added, "#00ff00ff")]
    {
        assert_eq!(at(&mut editor, id), color);
    }
    editor.run("frame.choose", &[("frame".into(), 1.into())], 0).unwrap();
    let refused = editor.past(first, Rect::new(0, 0, 1, 1)).unwrap_err().to_string();
    assert_eq!(refused, "frame \"2\": it did not exist then");
    editor.run("frame.choose", &[("frame".into(), 0.into())], 0).unwrap();
    let refused = editor.past(first, Rect::new(30, 0, 11, 1)).unwrap_err().to_string();
    assert_eq!(refused, "width must be from 1 to 10, not 11");
    assert_eq!(editor.past(9999, Rect::new(0, 0, 1, 1)), Err(Error::Gone { commit: 9999 }));
    assert!((editor.document().history().arena().clone(), standing(editor.document())) == before);
    // The view that is kept for the next look knows that lines were moved.
    editor.run("edit.undo", &[], 0).unwrap();
    editor.run("edit.undo", &[], 0).unwrap();
    assert_eq!(at(&mut editor, second), "#00ff00ff");
}
