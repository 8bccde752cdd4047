//! Tests of `src/document/drawing/background.rs` and `src/document/patch/ground.rs`.

use undoodle_drawing::color::{Blend, Color};
use undoodle_drawing::document::{Cel, Conflicts, Document, Drawing, Finish, Join, Part, Patch};
use undoodle_drawing::geometry::Rect;
use undoodle_drawing::{Error, Result};

const WHITE: Color = Color::rgba(255, 255, 255, 255);
const RED: Color = Color::rgba(255, 0, 0, 255);
const BLUE: Color = Color::rgba(0, 0, 255, 255);

/// Runs a step that ends as those of the editor do.
fn step(document: &mut Document, edit: impl FnOnce(&mut Document) -> Result<()>) -> Result<()> {
    document.begin(1)?;
    let done = edit(document).and_then(|()| document.fill_background(BLUE));
    match done {
        Ok(()) => document.commit("Step", Color::ADDED, 0).map(|_| ()),
        Err(error) => {
            document.cancel();
            Err(error)
        }
    }
}

/// A canvas of several tiles with two frames and two layers, of which the upper one became the background.
fn grounded() -> Document {
    let mut document = Document::new(100, 70).unwrap();
    step(&mut document, |document| {
        document.add_layer(1)?;
        document.add_frame(1)?;
        document.fill_rect(
            Cel { layer: 1, frame: 0 },
            Rect::new(10, 10, 50, 50),
            Color::rgba(255, 0, 0, 128),
        )?;
        document.change_layer(1, |layer| (layer.opacity, layer.blend) = (128, Blend::Multiply))
    })
    .unwrap();
    step(&mut document, |document| document.make_background(1, WHITE)).unwrap();
    document
}

fn at(document: &Document, frame: u32, x: i32, y: i32) -> Color {
    document.cel_pixel(Cel { layer: 0, frame }, x, y).unwrap()
}

fn is_opaque(document: &Document) -> bool {
    let (width, height) = document.size();
    let opaque = |frame: u32, x: u32, y: u32| at(document, frame, x as i32, y as i32).bytes[3] == 255;
    (0..document.frames()).all(|frame| (0..height).all(|y| (0..width).all(|x| opaque(frame, x, y))))
}

#[test]
fn a_layer_becomes_the_lowest_and_is_laid_over_the_colour() {
    let mut document = grounded();
    let layer = document.layer(0).unwrap();
    assert_eq!((layer.name.as_str(), layer.opacity, layer.blend), ("Layer 2", 255, Blend::Normal));
    assert_eq!((document.background_layer(), at(&document, 1, 3, 3)), (Some(0), WHITE));
    assert_eq!(at(&document, 0, 20, 20), Color::rgba(255, 191, 191, 255), "with the opacity that it had");
    assert!(is_opaque(&document));
    let again = step(&mut document, |document| document.make_background(1, WHITE));
    assert!(matches!(again, Err(Error::Refused { .. })), "there is one already");
    step(&mut document, |document| document.release_background()).unwrap();
    step(&mut document, |document| document.erase(Cel::default())).unwrap();
    assert_eq!(at(&document, 0, 20, 20), Color::TRANSPARENT, "it is a layer as any other");
    for _ in 0..3 {
        document.undo().unwrap();
    }
    assert_eq!((document.background_layer(), document.layer(1).unwrap().opacity), (None, 128));
}

#[test]
fn what_becomes_transparent_has_the_colour() {
    let mut document = grounded();
    let cel = Cel::default();
    step(&mut document, |document| document.fill_rect(cel, Rect::new(30, 30, 5, 5), Color::TRANSPARENT))
        .unwrap();
    assert_eq!([29, 30, 34, 35].map(|x| at(&document, 0, x, 32) == BLUE), [false, true, true, false]);
    step(&mut document, |document| {
        document.fill_rect(cel, Rect::new(0, 0, 64, 64), Color::rgba(255, 0, 0, 51))
    })
    .unwrap();
    assert_eq!(at(&document, 0, 1, 1), Color::rgba(51, 0, 204, 255), "translucent colours lie over it");
    step(&mut document, |document| document.erase(Cel { layer: 0, frame: 1 })).unwrap();
    assert_eq!((at(&document, 1, 99, 69), at(&document, 0, 99, 69)), (BLUE, WHITE));
    step(&mut document, |document| document.add_frame(1)).unwrap();
    assert_eq!((document.frames(), at(&document, 1, 50, 50)), (3, BLUE), "a new frame is empty nowhere");
    step(&mut document, |document| {
        document.lift(cel)?;
        document.move_floating(7, 3)?;
        document.land()
    })
    .unwrap();
    assert_eq!((at(&document, 0, 3, 2), at(&document, 0, 8, 4)), (BLUE, Color::rgba(51, 0, 204, 255)));
    step(&mut document, |document| document.resize(Rect::new(-40, -40, 200, 200))).unwrap();
    assert!(is_opaque(&document), "a larger canvas");
    let before = document.history().arena().clone();
    let steps = document.history().position();
    (0..steps).for_each(|_| _ = document.undo().unwrap());
    (0..steps).for_each(|_| _ = document.redo().unwrap());
    assert_eq!(*document.history().arena(), before);
}

#[test]
fn the_background_stays_where_it_is_and_opaque() {
    let mut document = grounded();
    let mut refused = |edit: &dyn Fn(&mut Document) -> Result<()>| {
        let done = step(&mut document, |document| edit(document));
        assert!(matches!(done, Err(Error::Refused { .. })), "{done:?}");
    };
    refused(&|document| document.move_layers(&[0], 1, Join::Near, 0));
    refused(&|document| document.step_layers(&[1], false));
    refused(&|document| document.group_layers(&[0, 1]).map(|_| ()));
    refused(&|document| document.add_layer(0));
    refused(&|document| document.change_layer(0, |layer| layer.opacity = 254));
    refused(&|document| document.change_layer(0, |layer| layer.blend = Blend::Screen));
    refused(&|document| document.change_layer(0, |layer| layer.reference = true));
    refused(&|document| document.change_cel(Cel::default(), |cel| cel.opacity = 3));
    step(&mut document, |document| document.duplicate_layer(0)).unwrap();
    assert_eq!([0, 1].map(|at| document.layer(at).unwrap().background), [true, false], "a copy is none");
    step(&mut document, |document| {
        document.fill_rect(Cel { layer: 1, frame: 0 }, Rect::new(0, 0, 9, 9), RED)
    })
    .unwrap();
    step(&mut document, |document| document.merge_down(1)).unwrap();
    assert_eq!((document.background_layer(), at(&document, 0, 1, 1)), (Some(0), RED));
}

/// Two layers, and a step that makes the first the background; then that is taken back, and the second becomes it.
fn two_backgrounds() -> (Document, Patch<'static>) {
    let mut document = Document::new(8, 8).unwrap();
    step(&mut document, |document| document.add_layer(1)).unwrap();
    step(&mut document, |document| document.make_background(0, WHITE)).unwrap();
    let made = document.history().done().next().unwrap().id();
    let patch = Patch::of(&document.history().commit_of(made).unwrap());
    document.undo().unwrap();
    step(&mut document, |document| document.make_background(1, BLUE)).unwrap();
    (document, patch)
}

fn bring(document: &mut Document, patch: Patch<'_>) -> Conflicts {
    let draft = document.draft(7, Cel::default()).unwrap();
    let conflicts = patch.apply(document, &draft).unwrap();
    document.keep(draft, "Patch", Color::ADDED, 0, Finish::Step).unwrap();
    document.validate().unwrap();
    conflicts
}

#[test]
fn of_two_backgrounds_that_come_together_the_one_of_now_stays_and_the_other_is_told() {
    let (mut document, patch) = two_backgrounds();
    let flags = |document: &Document| -> Vec<(String, bool)> {
        let layers = (0..document.layers()).map(|at| document.layer(at).unwrap());
        layers.map(|layer| (layer.name, layer.background)).collect()
    };
    let before = [("Layer 2".to_owned(), true), ("Layer 1".to_owned(), false)];
    assert_eq!(flags(&document), before);
    let conflicts = bring(&mut document, patch);
    assert_eq!(flags(&document), before);
    let told: Vec<_> = conflicts.clashes.iter().map(|clash| clash.part).collect();
    assert!(matches!(told[..], [Part::Field(_, "background")]), "{told:?}");
    assert_eq!(document.cel_pixel(Cel { layer: 1, frame: 0 }, 3, 3), Ok(WHITE), "its pixels are taken");
}

#[test]
fn a_background_that_is_brought_back_beside_another_is_a_layer_as_any_other() {
    let mut document = grounded();
    step(&mut document, |document| document.remove_layer(0)).unwrap();
    let removed = document.history().done().next().unwrap().id();
    let back = Patch::of(&document.history().commit_of(removed).unwrap()).reversed();
    step(&mut document, |document| document.make_background(0, RED)).unwrap();
    bring(&mut document, back);
    let flags: Vec<_> = (0..2).map(|at| document.layer(at).unwrap().background).collect();
    assert_eq!((flags.iter().filter(|flag| **flag).count(), document.has_background()), (1, true));
}

#[test]
fn two_backgrounds_are_no_drawing() {
    let mut drawing = Drawing::new(8, 8).unwrap();
    drawing.add_layer(1).unwrap();
    for layer in [0, 1] {
        drawing.change_layer(layer, |layer| layer.background = true).unwrap();
    }
    assert_eq!(drawing.validate(), Err("there are two backgrounds".into()));
}
