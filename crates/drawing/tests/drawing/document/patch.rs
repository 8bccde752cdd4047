//! Patches one by one: what each kind of change becomes elsewhere, what is refused, and who stands in the way.

use undoodle_drawing::color::Color;
use undoodle_drawing::document::info::cel_plane;
use undoodle_drawing::document::{
    Cel, Conflicts, Document, Drawing, Finish, Mode, Part, Patch, Subject, Tag, TagDirection, Thing,
};
use undoodle_drawing::geometry::Rect;
use undoodle_drawing::history::{CommitId, Header, History, Limits};
use undoodle_drawing::memory::{Memory, PageAddress, Region};
use undoodle_drawing::{Error, Result};

const CEL: Cel = Cel { layer: 0, frame: 0 };
const RED: Color = Color::rgba(255, 0, 0, 255);

fn act(document: &mut Document, act: impl FnOnce(&mut Document) -> Result<()>) -> CommitId {
    document.begin(1).unwrap();
    act(document).unwrap();
    document.commit("Act", Color::ADDED, 0).unwrap().unwrap().id()
}

fn patch(document: &Document, id: CommitId) -> Patch<'static> {
    Patch::of(&document.history().commit_of(id).unwrap())
}

fn apply(document: &mut Document, patch: Patch<'_>) -> Conflicts {
    let draft = document.draft(7, CEL).unwrap();
    let conflicts = patch.apply(document, &draft).unwrap();
    document.keep(draft, "Patch", Color::ADDED, 0, Finish::Step).unwrap();
    document.validate().unwrap();
    conflicts
}

fn bytes(document: &Document) -> Memory {
    document.history().arena().clone()
}

fn tag(from: u32, to: u32) -> Tag {
    Tag::new("Walk", from, to, TagDirection::Forward)
}

#[test]
fn a_pixel_that_somebody_else_has_changed_is_left_with_both_sides() {
    let mut document = Document::new(64, 64).unwrap();
    let first = act(&mut document, |d| d.fill_rect(CEL, Rect::new(0, 0, 8, 8), Color::BLACK));
    let second = act(&mut document, |d| d.fill_rect(CEL, Rect::new(4, 4, 2, 2), RED));
    let back = patch(&document, first).reversed();
    let conflicts = apply(&mut document, back);
    assert_eq!((conflicts.taken(), conflicts.left(), conflicts.is_whole()), (60, 4, false));
    let plane = Subject::Image { layer: 1, name: 1 };
    assert_eq!(conflicts.theirs(plane, (4, 5), RED), Some(Color::TRANSPARENT), "it would have become empty");
    assert_eq!(conflicts.theirs(plane, (3, 5), RED), None, "it was taken");
    assert_eq!(document.standing_on(&conflicts, first).unwrap().last(), Some(&second));
}

#[test]
fn what_is_so_already_is_no_conflict() {
    let mut document = Document::new(64, 64).unwrap();
    let first = act(&mut document, |d| d.fill_rect(CEL, Rect::new(0, 0, 8, 8), Color::BLACK));
    act(&mut document, |d| d.fill_rect(CEL, Rect::new(0, 0, 4, 8), Color::TRANSPARENT));
    let back = patch(&document, first).reversed();
    let conflicts = apply(&mut document, back);
    assert_eq!((conflicts.taken(), conflicts.is_whole()), (32, true));
}

#[test]
fn a_fill_is_taken_back_around_a_later_stroke_in_few_bytes() {
    let mut document = Document::new(16384, 16384).unwrap();
    let all = Rect::new(0, 0, 16384, 16384);
    let fill = act(&mut document, |d| d.fill_rect(CEL, all, RED));
    act(&mut document, |d| d.fill_rect(CEL, Rect::new(700, 700, 3, 3), Color::BLACK));
    let back = patch(&document, fill).reversed();
    let conflicts = apply(&mut document, back);
    assert_eq!((conflicts.taken(), conflicts.left()), (16384 * 16384 - 9, 9));
    assert_eq!(document.pixel(0, 5, 5).unwrap(), Color::TRANSPARENT);
    assert_eq!(document.pixel(0, 701, 701).unwrap(), Color::BLACK);
    assert!(bytes(&document).bytes() < 200_000, "{}", bytes(&document).bytes());
}

#[test]
fn a_property_goes_with_its_layer_and_apart_from_others() {
    let mut document = Document::new(16, 16).unwrap();
    let dim = act(&mut document, |d| d.change_layer(0, |layer| layer.opacity = 9));
    act(&mut document, |d| d.change_layer(0, |layer| layer.name = "Ink".to_owned()));
    let back = patch(&document, dim).reversed();
    assert!(apply(&mut document, back).is_whole());
    let layer = document.layer(0).unwrap();
    assert_eq!((layer.opacity, &*layer.name), (255, "Ink"));
    act(&mut document, |d| d.change_layer(0, |layer| layer.opacity = 70));
    let forth = patch(&document, dim);
    let conflicts = apply(&mut document, forth);
    let clash = &conflicts.clashes[0];
    assert_eq!(clash.part, Part::Field(Thing { kind: "layer", id: 1 }, "opacity"));
    assert_eq!(clash.sides, [vec![255], vec![70], vec![9]], "as the patch found it, now, and as it would be");
}

#[test]
fn a_frame_that_a_later_tag_names_stays_and_the_tag_is_told() {
    let mut document = Document::new(16, 16).unwrap();
    let added = act(&mut document, |d| d.add_frame(1));
    let tagged = act(&mut document, |d| d.add_tag(&tag(1, 1)));
    let back = patch(&document, added).reversed();
    let conflicts = apply(&mut document, back);
    assert_eq!(document.frames(), 2);
    assert_eq!(conflicts.clashes[0].dependants, [Thing { kind: "tag", id: 1 }]);
    assert_eq!(document.standing_on(&conflicts, added).unwrap(), [tagged]);
}

#[test]
fn a_tag_follows_its_frames_and_not_their_numbers() {
    let mut document = Document::new(16, 16).unwrap();
    act(&mut document, |d| d.add_frame(1));
    act(&mut document, |d| d.add_tag(&tag(1, 1)));
    let between = act(&mut document, |d| d.add_frame(1));
    act(&mut document, |d| d.add_frame(0));
    assert_eq!(document.tags(), [tag(3, 3)]);
    let back = patch(&document, between).reversed();
    assert!(apply(&mut document, back).is_whole());
    assert_eq!((document.tags(), document.frames()), (vec![tag(2, 2)], 3));
}

#[test]
fn layers_come_and_go_among_others_in_their_order() {
    let mut document = Document::new(16, 16).unwrap();
    let ids = |d: &Document| (0..d.layers()).map(|layer| d.layer_id(layer).unwrap()).collect::<Vec<_>>();
    for at in 1..4 {
        act(&mut document, |d| d.add_layer(at));
    }
    let moved = act(&mut document, |d| d.move_layer(0, 2));
    assert_eq!(ids(&document), [2, 3, 1, 4]);
    act(&mut document, |d| d.remove_layer(3));
    act(&mut document, |d| d.add_layer(0));
    assert_eq!(ids(&document), [5, 2, 3, 1]);
    let back = patch(&document, moved).reversed();
    assert!(apply(&mut document, back).is_whole());
    assert_eq!(ids(&document), [1, 5, 2, 3], "before the layer that it lay before, and nothing else moves");
}

#[test]
fn a_larger_canvas_shrinks_and_what_was_painted_beyond_is_kept() {
    for at in [3, 30] {
        let mut document = Document::new(20, 20).unwrap();
        let grown = act(&mut document, |d| d.resize(Rect::new(0, 0, 40, 20)));
        let stroke = act(&mut document, |d| d.fill_rect(CEL, Rect::new(at, 3, 1, 1), RED));
        let back = patch(&document, grown).reversed();
        let conflicts = apply(&mut document, back);
        assert_eq!((document.size().0, conflicts.is_whole()), (20, true));
        assert_eq!(document.extent(CEL), Rect::new(at, 3, 1, 1));
        let forth = patch(&document, stroke);
        let again = apply(&mut document, forth);
        assert_eq!((again.taken(), again.left()), (0, 0), "it is so already");
    }
}

#[test]
fn a_stroke_has_no_place_without_its_layer_and_is_kept_beyond_the_canvas() {
    let without: [fn(&mut Document) -> Result<()>; 2] =
        [|d| d.resize(Rect::new(0, 0, 5, 5)), |d| d.remove_layer(1)];
    for change in without {
        let mut document = Document::new(20, 20).unwrap();
        act(&mut document, |d| d.add_layer(1));
        let second = Cel { layer: 1, frame: 0 };
        let stroke = act(&mut document, |d| d.fill_rect(second, Rect::new(4, 4, 4, 1), RED));
        document.undo().unwrap();
        act(&mut document, change);
        let forth = patch(&document, stroke);
        let conflicts = apply(&mut document, forth);
        let taken = if document.layers() == 2 { 4 } else { 0 };
        assert_eq!((conflicts.taken(), conflicts.left()), (taken, 4 - taken));
    }
}

#[test]
fn a_selection_is_one_part_with_what_floats() {
    let mut document = Document::new(20, 20).unwrap();
    act(&mut document, |d| d.fill_rect(CEL, Rect::new(0, 0, 9, 9), RED));
    let selected = act(&mut document, |d| d.select(&[Rect::new(0, 0, 4, 4)], Mode::Replace));
    let lifted = act(&mut document, |d| d.lift(CEL));
    let back = patch(&document, selected).reversed();
    let conflicts = apply(&mut document, back);
    assert_eq!(conflicts.clashes.iter().map(|clash| clash.part).collect::<Vec<_>>(), [Part::Selection]);
    assert_eq!(document.standing_on(&conflicts, selected).unwrap(), [lifted]);
    assert!(document.floating().is_some());
}

#[test]
fn an_image_is_unlinked_only_where_it_is_as_it_was() {
    let mut document = Document::new(20, 20).unwrap();
    act(&mut document, |d| d.add_frame(1));
    act(&mut document, |d| d.fill_rect(CEL, Rect::new(0, 0, 2, 2), RED));
    let linked = act(&mut document, |d| d.link(CEL, [1]));
    act(&mut document, |d| d.fill_rect(CEL, Rect::new(9, 9, 1, 1), RED));
    let back = patch(&document, linked).reversed();
    assert!(apply(&mut document, back).is_whole());
    let later = Cel { layer: 0, frame: 1 };
    assert_eq!(
        document.cel_pixel(later, 0, 0).unwrap(),
        Color::TRANSPARENT,
        "it has an image of its own again"
    );
    act(&mut document, |d| d.fill_rect(later, Rect::new(5, 5, 1, 1), Color::BLACK));
    let forth = patch(&document, linked);
    let conflicts = apply(&mut document, forth);
    assert_eq!(conflicts.clashes.iter().map(|clash| clash.part).collect::<Vec<_>>(), [Part::Link(1, 2)]);
    assert_eq!(document.cel_pixel(later, 5, 5).unwrap(), Color::BLACK, "what would have been lost is kept");
}

#[test]
fn patches_go_one_after_the_other_and_between_drawings() {
    let mut document = Document::new(20, 20).unwrap();
    let base = Drawing::from_door(bytes(&document));
    let first = act(&mut document, |d| d.fill_rect(CEL, Rect::new(0, 0, 9, 9), RED));
    let second = act(&mut document, |d| d.add_layer(1));
    let [one, two] = [first, second].map(|id| patch(&document, id));
    assert!(two.then(one).is_none(), "the second ends where the first does not begin");
    let theirs = Drawing::from_door(bytes(&document));
    document.goto(document.history().base()).unwrap();
    act(&mut document, |d| d.set_grid(8, 8));
    let both = one.then(two).unwrap();
    assert!(apply(&mut document, both).is_whole());
    let merged = bytes(&document);
    document.undo().unwrap();
    assert!(apply(&mut document, Patch::between_drawings(&base, &theirs)).is_whole());
    assert!(bytes(&document) == merged, "states of the history, or at hand");
    assert_eq!((document.layers(), document.grid()), (2, (8, 8)));
}

#[test]
fn a_patch_sees_what_its_draft_has_done_so_far() {
    let mut document = Document::new(40, 40).unwrap();
    let first = act(&mut document, |d| d.fill_rect(CEL, Rect::new(0, 0, 9, 9), RED));
    let second = act(&mut document, |d| d.fill_rect(CEL, Rect::new(4, 4, 9, 9), Color::BLACK));
    let empty = document.history().base();
    let draft = document.draft(7, CEL).unwrap();
    for id in [second, first] {
        let back = patch(&document, id).reversed();
        assert!(back.apply(&mut document, &draft).unwrap().is_whole(), "the later one is gone by then");
    }
    document.keep(draft, "Take back", Color::REMOVED, 0, Finish::Step).unwrap();
    let here = bytes(&document);
    document.goto(empty).unwrap();
    assert!(bytes(&document) == here);
}

#[test]
fn what_has_no_room_or_no_state_is_refused_and_changes_nothing() {
    let mut document = Document::new(2000, 2000).unwrap();
    // Each tile gets a few pixels, and so a page.
    let filled = act(&mut document, |d| {
        let dots = (0..2000).step_by(20).flat_map(|y| (0..2000).step_by(20).map(move |x| (x, y)));
        dots.into_iter().try_for_each(|(x, y)| d.fill_span(CEL, y, x..x + 1, RED))
    });
    let before = bytes(&document);
    let back = patch(&document, filled).reversed();
    document.set_limits(Limits { budget: 64 << 20, depth: 1, working: 4 << 20 }).unwrap();
    let draft = document.draft(7, CEL).unwrap();
    assert!(matches!(back.apply(&mut document, &draft), Err(Error::OverBudget { .. })));
    let gone = Patch::between(CommitId(900), filled);
    assert_eq!(gone.apply(&mut document, &draft), Err(Error::Gone { commit: 900 }));
    assert!(document.keep(draft, "Nothing", Color::ADDED, 0, Finish::Step).unwrap().is_none());
    assert!(bytes(&document) == before);
}

#[test]
fn a_strangers_step_that_leads_to_no_drawing_is_refused() {
    let mut history = History::new(Drawing::new(64, 64).unwrap().into_door());
    // Behind the bases of a block, where nothing may lie.
    let behind = PageAddress { tree: cel_plane(1, 1), level: 1, index: 0 }.address() + 600 * 4;
    let mut write = |byte: u8| {
        history.begin(1).unwrap();
        history.write(Region::new(behind, 4)).unwrap().fill(byte);
        history.commit(Header::new("Forged")).unwrap().unwrap().id()
    };
    let (forged, _) = (write(7), write(0));
    let mut document = Document::restore(history, &[]).unwrap();
    document.distrust();
    let before = bytes(&document);
    let forth = patch(&document, forged);
    let draft = document.draft(7, CEL).unwrap();
    assert!(matches!(forth.apply(&mut document, &draft), Err(Error::Invalid { .. })));
    assert!(document.discard(draft));
    document.validate().unwrap();
    assert!(bytes(&document) == before);
}
