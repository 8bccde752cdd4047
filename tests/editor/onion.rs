//! Onion skin, against pixels that are worked out one by one; and that nothing but the view knows of it.

use crate::grid::{color, drag, editor, run};
use undoodle::color::Color;
use undoodle::document::{Cel, Document};
use undoodle::editor::Editor;
use undoodle::geometry::{Point, Rect};
use undoodle::render::{Ghost, Onion, Quality, Skin, View, Zoom, render, render_with};
use undoodle::value::Value;

/// Three frames of 4×1: red first, green second, blue third, each one pixel further right.
fn film(background: Color) -> Document {
    let mut document = Document::new(4, 1).unwrap();
    document.begin(1).unwrap();
    document.set_background(background).unwrap();
    for frame in 1..3 {
        document.add_frame(frame).unwrap();
    }
    for (frame, letter) in (0..3).zip(['R', 'G', 'B']) {
        let at = Rect::new(frame as i32, 0, 1, 1);
        document.fill_rect(Cel { layer: 0, frame }, at, color(letter).parse().unwrap()).unwrap();
    }
    document.commit("Film", Color::ADDED, 0).unwrap();
    document
}

fn row(document: &Document, frame: u32, skin: Option<&Skin>) -> Vec<[u8; 4]> {
    let white = [Color::rgba(255, 255, 255, 255); 2];
    let (view, mut out) = (View { zoom: Zoom::times(1), checkers: white, ..View::new(4, 1) }, Vec::new());
    render_with(document, frame, skin, &view, view.bounds(), Quality::Averaged, &mut out).unwrap();
    out.as_chunks::<4>().0.to_vec()
}

const TINT: Color = Color::rgba(255, 255, 0, 255);
const WHITE: [u8; 4] = [255; 4];

fn ghost(frame: u32, opacity: u32) -> Ghost {
    Ghost { frame, opacity, tint: TINT }
}

#[test]
fn ghosts_lie_under_the_frame_and_are_tinted() {
    let document = film(Color::TRANSPARENT);
    let plain = row(&document, 1, None);
    assert_eq!(plain, [WHITE, [0, 255, 0, 255], WHITE, WHITE]);
    let skin = |ghosts: &[Ghost], front| Skin { ghosts: ghosts.to_vec(), front, ..Skin::default() };
    // Two fifths of red and three of yellow; solid.
    let seen = row(&document, 1, Some(&skin(&[ghost(0, 100)], false)));
    assert_eq!(seen, [[255, 153, 0, 255], [0, 255, 0, 255], WHITE, WHITE]);
    // Half of it over the white of the checkerboard.
    let seen = row(&document, 1, Some(&skin(&[ghost(0, 50), ghost(2, 50)], false)));
    assert_eq!(seen[0], [255, 204, 128, 255]);
    assert_eq!(seen[1], [0, 255, 0, 255], "what is painted hides them");
    assert_eq!(seen[3], WHITE);
    assert_eq!(row(&document, 1, Some(&Skin::default())), plain, "no ghosts are no skin");
    // A ghost of the frame itself in front of it.
    let seen = row(&document, 1, Some(&skin(&[ghost(1, 100)], true)));
    assert_eq!(seen[1], [153, 255, 0, 255]);
}

#[test]
fn ghosts_lie_over_the_background() {
    let document = film(Color::rgba(0, 0, 0, 255));
    let skin = Skin { ghosts: vec![ghost(0, 100)], ..Skin::default() };
    let black = [0, 0, 0, 255];
    assert_eq!(row(&document, 1, Some(&skin)), [[255, 153, 0, 255], [0, 255, 0, 255], black, black]);
}

#[test]
fn a_layer_alone_has_ghosts_of_its_own_cels() {
    let mut document = film(Color::TRANSPARENT);
    document.begin(1).unwrap();
    document.add_layer(1).unwrap();
    document.fill_rect(Cel { layer: 1, frame: 0 }, Rect::new(3, 0, 1, 1), Color::BLACK).unwrap();
    document.commit("Layer", Color::ADDED, 0).unwrap();
    let skin = |layer| Skin { ghosts: vec![ghost(0, 100)], layer, ..Skin::default() };
    assert_eq!(row(&document, 1, Some(&skin(None)))[3], [153, 153, 0, 255]);
    assert_eq!(row(&document, 1, Some(&skin(Some(0))))[3], WHITE);
    assert_eq!(row(&document, 1, Some(&skin(Some(1))))[0], WHITE);
}

#[test]
fn what_a_rectangle_shows_does_not_depend_on_it() {
    let document = film(Color::rgba(40, 50, 60, 128));
    for zoom in ["3", "1/2"] {
        let mut view = View::new(14, 6);
        view.zoom = if zoom == "3" { Zoom::times(3) } else { Zoom::times(1).stepped(-1) };
        let skin = Skin { ghosts: vec![ghost(0, 60), ghost(2, 60)], ..Skin::default() };
        for quality in [Quality::Averaged, Quality::Sampled] {
            let shown = |rect| {
                let mut out = Vec::new();
                render_with(&document, 1, Some(&skin), &view, rect, quality, &mut out).unwrap();
                out
            };
            let whole = shown(view.bounds());
            for (x, y) in (0..14).flat_map(|x| (0..6).map(move |y| (x, y))) {
                let at = (y * 14 + x) as usize * 4;
                assert_eq!(shown(Rect::new(x, y, 1, 1)), whole[at..at + 4], "{zoom} ({x}, {y})");
            }
            let mut bare = Vec::new();
            render(&document, 1, &view, view.bounds(), quality, &mut bare).unwrap();
            // One of two pixels may have no ghost.
            assert!(bare != whole || quality == Quality::Sampled, "{zoom}");
        }
    }
}

fn seen(editor: &Editor) -> Vec<u8> {
    let mut out = Vec::new();
    editor.render(editor.view().bounds(), Quality::Averaged, &mut out).unwrap();
    out
}

/// Two frames of two layers: below, `ground` fills both frames; above, the first frame is red at (0, 0), the second green
/// at (1, 0).
fn over(ground: Color) -> Document {
    let mut document = Document::new(4, 1).unwrap();
    document.begin(1).unwrap();
    document.add_layer(1).unwrap();
    document.add_frame(1).unwrap();
    for (frame, letter) in [(0, 'R'), (1, 'G')] {
        document.fill_rect(Cel { layer: 0, frame }, Rect::new(0, 0, 4, 1), ground).unwrap();
        let at = Rect::new(frame as i32, 0, 1, 1);
        document.fill_rect(Cel { layer: 1, frame }, at, color(letter).parse().unwrap()).unwrap();
    }
    document.commit("Paint", Color::ADDED, 0).unwrap();
    document
}

#[test]
fn a_full_layer_below_the_active_one_hides_no_ghost() {
    let (blue, mixed) = ([0, 0, 255, 255], [255, 153, 0, 255]);
    let document = over(Color::rgba(0, 0, 255, 255));
    let skin = |ground, layer| Skin { ghosts: vec![ghost(0, 100)], layer, ground, front: false };
    // Two fifths of red and three of yellow, over the blue ground that no ghost covers.
    let seen = [mixed, [0, 255, 0, 255], blue, blue];
    assert_eq!(row(&document, 1, Some(&skin(1, None))), seen);
    assert_eq!(row(&document, 1, Some(&skin(1, Some(1)))), seen, "nor one of the active layer alone");
    let plain = row(&document, 1, None);
    assert_eq!(plain, [blue, [0, 255, 0, 255], blue, blue]);
    assert_eq!(
        row(&document, 1, Some(&skin(0, None))),
        plain,
        "while the full layer itself is active, it does"
    );
    // Half transparent ground lets ghosts of all layers shine through from behind, and lies under those of one layer.
    let glass = over(Color::rgba(0, 0, 255, 128));
    let behind = row(&glass, 1, Some(&skin(1, None)));
    assert_eq!(behind, row(&glass, 1, Some(&skin(0, None))));
    assert_eq!(row(&glass, 1, Some(&skin(1, Some(1))))[0], mixed);
}

#[test]
fn zoomed_out_a_full_layer_hides_no_ghost_either() {
    let document = over(Color::rgba(0, 0, 255, 255));
    let skin = Skin { ghosts: vec![ghost(0, 100)], ground: 1, ..Skin::default() };
    let view = View { zoom: Zoom::part(2), origin: Point::default(), ..View::new(2, 1) };
    let seen = |skin| {
        let mut out = Vec::new();
        render_with(&document, 1, skin, &view, view.bounds(), Quality::Averaged, &mut out).unwrap();
        out
    };
    let (with, without) = (seen(Some(&skin)), seen(None));
    assert_ne!(with[..4], without[..4], "the ghost is in the first pair of pixels");
    assert_eq!(with[4..], without[4..], "and not in the second");
}

#[test]
fn ghosts_are_the_frames_that_play_before_and_after() {
    let onion = |before, after| Onion { before, after, opacity: 100, ..Onion::default() };
    let frames = |onion: Onion, frame, round: &[u32]| -> Vec<_> {
        let side = |ghost: &Ghost| if ghost.tint == onion.tint_before { 'b' } else { 'a' };
        onion.ghosts(frame, 9, Some(round)).iter().map(|ghost| (side(ghost), ghost.frame)).collect()
    };
    assert_eq!(frames(onion(1, 1), 2, &[2, 3, 4]), [('b', 4), ('a', 3)], "the loop is closed");
    assert_eq!(frames(onion(1, 1), 4, &[2, 3, 4]), [('b', 3), ('a', 2)]);
    assert_eq!(frames(onion(1, 1), 4, &[4, 3, 2]), [('b', 2), ('a', 3)], "in the order of playing");
    assert_eq!(frames(onion(2, 2), 3, &[2, 3, 4, 3]), [('b', 2), ('a', 4)], "back and forth");
    assert_eq!(
        frames(onion(5, 5), 2, &[2, 3, 4]),
        [('b', 4), ('a', 3)],
        "no frame is two ghosts, nor its own"
    );
    assert_eq!(frames(onion(1, 1), 5, &[5]), [], "a loop of one frame has none");
    assert_eq!(frames(onion(1, 1), 2, &[2, 3]), [('b', 3)]);
    assert_eq!(frames(onion(0, 1), 2, &[2, 3]), [('a', 3)]);
}

#[test]
fn skins_keep_to_the_tag_of_the_active_frame_unless_told_otherwise() {
    let frames = ["R...", ".G..", "..B.", "...R"];
    let mut editor = editor(&["R..."]);
    for x in 1..frames.len() as i32 {
        run(&mut editor, "frame.add", &[]);
        drag(&mut editor, &[(x, 0)]);
    }
    let tag =
        |name: &str, from: u32, to: u32| [("name", name.into()), ("from", from.into()), ("to", to.into())];
    run(&mut editor, "frame.tag", &tag("a", 0, 1));
    run(&mut editor, "frame.tag", &tag("b", 2, 3));
    run(&mut editor, "frame.choose", &[("frame", 2.into())]);
    let bare = seen(&editor);
    run(&mut editor, "view.onion", &[]);
    let differs = |editor: &Editor| -> Vec<bool> {
        let (shown, view) = (seen(editor), editor.view());
        (0..4)
            .map(|x| {
                let (x, y) = view.device_center(x.into(), 0.0);
                let at = (y as usize * view.width as usize + x as usize) * 4;
                shown[at..at + 4] != bare[at..at + 4]
            })
            .collect()
    };
    // The third frame's neighbours are the fourth on either side, and nothing of the other tag.
    assert_eq!(differs(&editor), [false, false, false, true]);
    run(&mut editor, "view.onion-settings", &[("tag", false.into())]);
    assert_eq!(differs(&editor), [false, true, false, true]);
}

#[test]
fn files_and_pixels_know_nothing_of_it() {
    let mut editor = editor(&["R...", "...."]);
    run(&mut editor, "frame.add", &[]);
    drag(&mut editor, &[(2, 1)]);
    let truth = |editor: &mut Editor| {
        let pixels: Vec<_> = (0..8).map(|i| editor.pixel(i % 4, i / 4).unwrap().to_string()).collect();
        (pixels, editor.encode("png").unwrap(), editor.document().history().arena().clone())
    };
    let (before, bare) = (truth(&mut editor), seen(&editor));
    run(&mut editor, "view.onion", &[]);
    assert_ne!(seen(&editor), bare, "it is shown");
    assert!(truth(&mut editor) == before, "and it is nowhere else");
    let made = editor.document().history().position();
    run(&mut editor, "edit.copy-merged", &[]);
    run(&mut editor, "view.onion-settings", &[("before", 3.into()), ("opacity", 90.into())]);
    assert_eq!(editor.document().history().position(), made, "settings are no step");
    assert_eq!(editor.onion().0.opacity, 90);
    run(&mut editor, "view.onion", &[]);
    assert_eq!(seen(&editor), bare);
}

#[test]
fn playing_shows_the_frames_as_they_are() {
    let mut editor = editor(&["R..."]);
    run(&mut editor, "frame.add", &[]);
    let bare = seen(&editor);
    run(&mut editor, "view.onion", &[]);
    assert_ne!(seen(&editor), bare);
    run(&mut editor, "frame.play", &[]);
    assert_eq!(seen(&editor), bare);
    run(&mut editor, "edit.cancel", &[]);
    assert_ne!(seen(&editor), bare);
}

#[test]
fn settings_out_of_range_are_refused() {
    let mut editor = editor(&["."]);
    for (name, value) in [("before", Value::from(6)), ("opacity", 0.into()), ("opacity", 101.into())] {
        assert!(editor.run("view.onion-settings", &[(name.into(), value)], 0).is_err(), "{name}");
    }
    assert!(!editor.onion().1);
}
