//! The past as a view: what it takes of the budget, what it reads, and what its index takes.

use undoodle_drawing::Error;
use undoodle_drawing::color::Color;
use undoodle_drawing::document::{Cel, Document, Finish};
use undoodle_drawing::geometry::Rect;
use undoodle_drawing::history::{CommitId, Limits};
use undoodle_drawing::memory::PageAddress;

const CEL: Cel = Cel { layer: 0, frame: 0 };

/// Fills a rectangle as one step. Returns its number.
fn fill(document: &mut Document, rect: Rect, color: Color) -> CommitId {
    document.begin(1).unwrap();
    document.fill_rect(CEL, rect, color).unwrap();
    document.commit("Fill", color, 0).unwrap().unwrap().id()
}

/// Scatters single pixels over a rectangle, so that each of its tiles has a page. Returns the step's number.
fn scatter(document: &mut Document, rect: Rect, color: Color) -> CommitId {
    document.begin(1).unwrap();
    for y in (rect.y..rect.bottom()).step_by(8) {
        for x in (rect.x..rect.right()).step_by(8) {
            document.fill_span(CEL, y, x..x + 1, color).unwrap();
        }
    }
    document.commit("Scatter", color, 0).unwrap().unwrap().id()
}

/// A document with pages in all tiles of 256×256 pixels, and the steps that made them.
fn scattered() -> (Document, [CommitId; 2]) {
    let mut document = Document::new(256, 256).unwrap();
    let all = document.bounds();
    let steps = [Color::ADDED, Color::REMOVED].map(|color| scatter(&mut document, all, color));
    (document, steps)
}

#[test]
fn a_view_that_has_no_room_is_refused_and_leaves_all_as_it_was() {
    let (mut document, [first, second]) = scattered();
    let all = document.bounds();
    let few = Rect::new(0, 0, 32, 32);
    document.set_limits(Limits { working: 260 << 10, ..document.history().limits() }).unwrap();
    let (live, here) = (document.history().arena().clone(), document.history().here());
    let mut past = document.past(second).unwrap();
    past.show(&document, 0, few).unwrap();
    let (held, before) = (past.bytes(), past.drawing().door().clone());
    assert!(matches!(past.show(&document, 0, all), Err(Error::OverBudget { .. })));
    assert!(past.bytes() == held && *past.drawing().door() == before && past.at() == second);
    past.turn(&document, first).unwrap();
    assert_eq!(past.drawing().pixel(0, 8, 8), Ok(Color::ADDED), "what is held goes on");
    // With less than it holds already, it can't turn either.
    document.set_limits(Limits { working: 20 << 10, ..document.history().limits() }).unwrap();
    let before = past.drawing().door().clone();
    assert!(matches!(past.turn(&document, second), Err(Error::OverBudget { .. })));
    assert!(*past.drawing().door() == before && past.at() == first);
    assert!(*document.history().arena() == live && document.history().here() == here);
}

#[test]
fn a_view_holds_what_was_asked_for_and_nothing_else() {
    let (document, [first, _]) = scattered();
    let mut past = document.past(first).unwrap();
    past.show(&document, 0, Rect::new(40, 40, 1, 1)).unwrap();
    let plane = document.plane_of(CEL).unwrap();
    let held: Vec<_> = past.drawing().door().places(plane).collect();
    assert_eq!(held, [PageAddress { tree: plane, level: 0, index: 33 }]);
    let other = PageAddress { tree: plane, level: 0, index: 5 };
    assert!(past.page(&document, other).unwrap().is_some());
    assert!(past.turn(&document, document.history().base()).is_ok());
    assert_eq!(past.drawing().door().places(plane).count(), 0, "pages of zeros are given back");
}

#[test]
fn a_view_of_a_huge_canvas_is_asked_for_plane_by_plane() {
    let mut document = Document::new(32768, 32768).unwrap();
    let all = document.bounds();
    let filled = fill(&mut document, all, Color::ADDED);
    fill(&mut document, Rect::new(20_000, 20_000, 5, 5), Color::REMOVED);
    let mut past = document.past(filled).unwrap();
    past.show(&document, 0, all).unwrap();
    assert_eq!(past.drawing().pixel(0, 20_002, 20_002), Ok(Color::ADDED));
    past.turn(&document, document.history().here()).unwrap();
    assert_eq!(past.drawing().pixel(0, 20_002, 20_002), Ok(Color::REMOVED));
    assert_eq!(past.drawing().pixel(0, 0, 32_767), Ok(Color::ADDED));
}

#[test]
fn states_whose_line_was_moved_are_not_taken_for_what_they_were() {
    let mut document = Document::new(64, 64).unwrap();
    let carried = fill(&mut document, Rect::new(40, 40, 9, 9), Color::ADDED);
    document.undo().unwrap();
    let mut past = document.past(carried).unwrap();
    past.show(&document, 0, document.bounds()).unwrap();
    assert_eq!(past.drawing().pixel(0, 2, 2), Ok(Color::TRANSPARENT));
    // The undone step is carried onto another one.
    document.begin(1).unwrap();
    document.fill_rect(CEL, Rect::new(0, 0, 9, 9), Color::REMOVED).unwrap();
    document.finish("Fill", Color::ADDED, 0, Finish::Carrying).unwrap();
    assert_eq!(document.history().ahead(), 1);
    assert!(matches!(past.show_cel(&document, CEL, Rect::new(0, 0, 1, 1)), Ok(())), "it is here already");
    past.turn(&document, carried).unwrap();
    assert_eq!(past.drawing().pixel(0, 2, 2), Ok(Color::REMOVED));
}

#[test]
fn the_index_takes_eight_bytes_at_most_for_a_step_and_a_tile() {
    let mut document = Document::new(512, 512).unwrap();
    let mut random = fastrand::Rng::with_seed(7);
    for step in 0..5000 {
        let (x, y) = (random.i32(0..500), random.i32(0..500));
        fill(&mut document, Rect::new(x, y, 3, 2), Color::rgba(step as u8, (step >> 8) as u8, 1, 255));
        if random.u8(..) < 40 {
            document.undo().unwrap();
        }
    }
    while document.index_steps(1 << 10) {}
    let held = document.history().stats().commits;
    let (steps, pages) = document.index_counts();
    assert_eq!(steps, held, "steps on branches, too");
    assert!(pages >= steps && pages < 3 * steps, "{pages} pages of {steps} steps");
    // Besides, a chunk has a head, and the last one some room to spare.
    let most = 8 * pages + (32 << 10);
    assert!(document.index_bytes() <= most, "{} of {most}", document.index_bytes());
    // What is gone is forgotten.
    document.forget_before(CommitId(4000));
    document.index_steps(0);
    let (held, (steps, _)) = (document.history().stats().commits, document.index_counts());
    assert!(steps >= held && steps <= held + held / 8, "{steps} of {held}");
    document.set_limits(Limits { budget: 0, depth: 0, ..document.history().limits() }).unwrap();
    document.index_steps(0);
    assert_eq!(document.index_counts(), (0, 0));
}

#[test]
fn an_index_has_a_bound_and_what_it_forgets_is_still_found() {
    let mut document = Document::new(128, 128).unwrap();
    let mut ids = Vec::new();
    for step in 0..4000 {
        ids.push(fill(
            &mut document,
            Rect::new(step % 120, 3, 2, 2),
            Color::rgba(step as u8, (step >> 8) as u8, 1, 255),
        ));
    }
    while document.seal_all(1 << 20) {}
    document.set_limits(Limits { budget: 1 << 20, ..document.history().limits() }).unwrap();
    while document.index_steps(1 << 20) {}
    assert!(document.index_bytes() <= 1 << 16, "a sixteenth of the budget: {}", document.index_bytes());
    let held: Vec<_> = document.history().done().map(|step| step.id()).collect();
    let expected: Vec<_> = held
        .into_iter()
        .filter(|id| {
            let step = ids.iter().position(|other| other == id).unwrap() as i32 % 120;
            step == 60 || step == 59
        })
        .collect();
    let found: Vec<_> =
        document.makers(0, 60, 4, usize::MAX).unwrap().iter().map(|maker| maker.step).collect();
    assert_eq!(found, expected);
}

#[test]
fn a_probe_unpacks_only_what_may_have_changed_the_pixel() {
    // Steps elsewhere lie on a disk alone, and nobody asks for them once the index knows them.
    let mut document = Document::new(512, 64).unwrap();
    let near = fill(&mut document, Rect::new(0, 0, 5, 5), Color::ADDED);
    let far = fill(&mut document, Rect::new(300, 0, 5, 5), Color::ADDED);
    for x in 0..4 {
        fill(&mut document, Rect::new(40 + x, 40, 1, 1), Color::REMOVED);
    }
    while document.index_steps(1 << 20) {}
    document.hoard(true);
    let limits = document.history().limits();
    document.keep_steps(CommitId(0)..CommitId(u64::MAX));
    document.set_limits(Limits { budget: 1, ..limits }).unwrap();
    document.set_limits(limits).unwrap();
    assert!(document.history().is_away(near) && document.history().is_away(far));
    assert_eq!(document.makers(0, 200, 5, 9), Ok(Vec::new()));
    assert_eq!(document.makers(0, 2, 2, 9), Err(Error::Away { commit: near.0 }));
    assert_eq!(document.makers(0, 301, 2, 9), Err(Error::Away { commit: far.0 }));
    // A part of another tile: the squares of a tile are told apart.
    assert_eq!(document.makers(0, 330, 2, 9), Ok(Vec::new()));
    assert_eq!(document.makers(0, 310, 20, 9), Ok(Vec::new()));
}
