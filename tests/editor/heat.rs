//! Heat: it counts what the makers of each pixel say, and is seen nowhere but over the picture.

use crate::grid::{drag, editor, run};
use crate::law::chance::{self, Chance};
use crate::past::wanted;
use std::collections::BTreeMap;
use undoodle::editor::{Editor, HeatBy};

/// Counts all of it.
fn counted(editor: &mut Editor) {
    while editor.heat_on(5) {}
}

#[test]
fn heat_is_the_number_and_the_age_of_the_makers_of_each_pixel() {
    let mut warm = 0;
    for seed in 0..wanted() {
        let mut chance = Chance::new(seed + 4_800);
        let mut editor = chance::editor(&mut chance);
        if chance.one_in(2) {
            while editor.idle() {}
        }
        editor.run("view.heat-often", &[], 0).unwrap();
        counted(&mut editor);
        let (document, heat) = (editor.document(), editor.heat().unwrap());
        let steps = document.history().done().map(|step| step.id());
        let age: BTreeMap<_, _> = steps.zip(1_u32..).collect();
        let ((width, height), frame) = (document.size(), editor.cel().frame);
        assert_eq!((heat.size(), heat.side()), ((width as usize, height as usize), 1));
        for (x, y) in (0..height as i32).flat_map(|y| (0..width as i32).map(move |x| (x, y))) {
            let mut makers: Vec<_> =
                document.makers(frame, x, y, usize::MAX).unwrap().iter().map(|maker| maker.step).collect();
            // A step may have changed several layers there.
            makers.dedup();
            let newest = makers.first().map_or(0, |step| age[step]);
            let told = (heat.often(x, y) as usize, heat.lately(x, y));
            assert_eq!(told, (makers.len(), newest), "seed {seed}: pixel {x}, {y}");
            warm += makers.len();
        }
    }
    assert!(warm > crate::share::least(1000), "{warm}");
}

#[test]
fn a_large_canvas_is_counted_by_squares_once_for_each_step() {
    let mut editor = Editor::new().unwrap();
    editor.new_document(2000, 600).unwrap();
    editor.resize(2000, 600);
    run(&mut editor, "view.zoom.1", &[]);
    for _ in 0..2 {
        let [from, to] = [(8.0, 8.0), (15.0, 8.0)].map(|(x, y)| editor.view().device_center(x, y));
        editor.pointer_down(from.0, from.1, 0, 0);
        editor.pointer_move(to.0, to.1, 0);
        editor.pointer_up(to.0, to.1, 0);
        editor.set_primary("#ff0000").unwrap();
    }
    run(&mut editor, "view.heat-often", &[]);
    counted(&mut editor);
    let heat = editor.heat().unwrap();
    let (width, height) = heat.size();
    assert!(heat.side() == 4 && width == 500 && height == 150, "{width}×{height}");
    assert_eq!([7, 8, 12, 16].map(|x| heat.often(x, 8)), [0, 2, 2, 0]);
}

#[test]
fn heat_goes_on_with_each_step_and_begins_anew_after_undo() {
    let mut editor = editor(&["........", "........"]);
    drag(&mut editor, &[(0, 0), (3, 0)]);
    run(&mut editor, "view.heat-lately", &[]);
    assert_eq!(editor.heat_by(), Some(HeatBy::Lately));
    counted(&mut editor);
    assert_eq!(editor.heat().unwrap().lately(0, 0), 1);
    drag(&mut editor, &[(0, 1), (3, 1)]);
    counted(&mut editor);
    assert_eq!([0, 1].map(|y| editor.heat().unwrap().lately(0, y)), [2, 1]);
    run(&mut editor, "edit.undo", &[]);
    counted(&mut editor);
    assert_eq!([0, 1].map(|y| editor.heat().unwrap().lately(0, y)), [1, 0]);
    // The same numbers tell both; the same command turns it off.
    run(&mut editor, "view.heat-often", &[]);
    assert!(editor.heat_by() == Some(HeatBy::Often) && !editor.heat_on(9));
    run(&mut editor, "view.heat-often", &[]);
    assert_eq!(editor.heat_by(), None);
}

#[test]
fn heat_is_off_at_first_and_changes_neither_the_picture_nor_what_is_exported() {
    let mut editor = editor(&["RG..", "..B."]);
    assert_eq!(editor.heat_by(), None);
    let seen = |editor: &Editor| (0..4).map(|x| editor.pixel(x, 0).unwrap()).collect::<Vec<_>>();
    let (before, file) = (seen(&editor), editor.encode("png").unwrap());
    run(&mut editor, "view.heat-often", &[]);
    counted(&mut editor);
    assert_eq!((seen(&editor), editor.encode("png").unwrap()), (before, file));
    let mut pixels = Vec::new();
    editor.heat().unwrap().draw(&mut pixels).unwrap();
    assert_eq!(pixels.len(), 4 * 4 * 2);
    // Unchanged parts are darkened, changed ones are brighter.
    assert!(pixels[8] < pixels[0] && pixels[3] > pixels[11]);
    editor.new_document(4, 4).unwrap();
    assert_eq!(editor.heat_by(), None, "another drawing begins without");
}
