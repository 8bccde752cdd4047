//! Images at their own resolution: whatever moves, scales, flips or turns a reference layer's cel, a saved file has the image itself, and shows it as it is
//! seen.

use crate::grid::{drag, run, tool};
use undoodle::color::Color;
use undoodle::document::{Bounds, Cel, Drawing, Original};
use undoodle::editor::Editor;
use undoodle::geometry::Rect;
use undoodle::value::Value;
use undoodle_formats as formats;

const SIDE: u32 = 60;
const CEL: Cel = Cel { layer: 1, frame: 0 };

/// The image: no two of its pixels are alike, and it has no symmetry.
fn color(x: u32, y: u32) -> Color {
    Color::rgba(x as u8, y as u8, (x * y % 251) as u8, 255)
}

/// Deflates bytes without making them fewer.
fn stored(bytes: &[u8]) -> Vec<u8> {
    let (mut out, mut sums) = (vec![0x78, 1], (1, 0));
    for (at, part) in bytes.chunks(60000).enumerate() {
        let len = part.len() as u16;
        out.push(u8::from((at + 1) * 60000 >= bytes.len()));
        out.extend([len.to_le_bytes(), (!len).to_le_bytes()].as_flattened());
        out.extend(part);
    }
    for byte in bytes {
        sums.0 = (sums.0 + u32::from(*byte)) % 65521;
        sums.1 = (sums.1 + sums.0) % 65521;
    }
    out.extend((sums.1 << 16 | sums.0).to_be_bytes());
    out
}

/// An editor with an Aseprite file, two frames of 40 by 40 pixels, whose reference layer shows an image of 60 by 60 at 20 by 20.
fn editor() -> Editor {
    let mut drawing = Drawing::new(40, 40).unwrap();
    drawing.add_layer(1).unwrap();
    drawing.change_layer(1, |layer| layer.reference = true).unwrap();
    let pixels: Vec<u8> = (0..SIDE).flat_map(|y| (0..SIDE).flat_map(move |x| color(x, y).bytes)).collect();
    let bounds = Bounds::of(Rect::new(5, 7, 20, 20));
    let layer = drawing.layer_id(1).unwrap();
    assert!(drawing.carry_image(layer, 9, (SIDE, SIDE), bounds, &stored(&pixels)).unwrap());
    assert!(drawing.show_original(CEL, &Original { image: 9, bounds, ..Original::NONE }).unwrap());
    let document = undoodle::document::Document::open(drawing).unwrap();
    let format = formats::named("aseprite").unwrap();
    let file = formats::write(format, &document, &formats::Export::new(0)).unwrap();
    let mut editor = opened(&file);
    editor.resize(320, 320);
    run(&mut editor, "layer.choose", &[("layer", 1.into())]);
    editor
}

fn opened(file: &[u8]) -> Editor {
    let mut editor = Editor::knowing(&formats::EVERY).unwrap();
    editor.open(file, "model.aseprite").unwrap();
    editor
}

/// All that a cel has, on the canvas and around it.
fn seen(editor: &Editor, cel: Cel) -> (Rect, Vec<Color>) {
    let around = editor.document().whole_extent(cel);
    let mut all = Vec::new();
    for y in around.y..around.bottom() {
        let mut row = vec![Color::TRANSPARENT; around.width as usize];
        editor.document().read_whole(cel, around.x, y, &mut row);
        all.extend(row);
    }
    (around, all)
}

/// The size and the packed pixels of the first image that a file has, and the bounds behind it.
fn image(file: &[u8]) -> ((u32, u32), Vec<u8>, [i32; 4]) {
    let word = |at: usize| u32::from(u16::from_le_bytes([file[at], file[at + 1]]));
    let long = |at: usize| i32::from_le_bytes(file[at..at + 4].try_into().unwrap());
    let (mut at, mut found) = (128 + 16, None);
    loop {
        let size = long(at) as usize;
        match word(at + 4) {
            0x2005 => found = Some(((word(at + 22), word(at + 24)), file[at + 26..at + size].to_vec())),
            0x2006 => {
                let (size, bytes) = found.unwrap();
                return (size, bytes, [10, 14, 18, 22].map(|side| long(at + side)));
            }
            _ => {}
        }
        at += size;
    }
}

fn lost(editor: &Editor) -> usize {
    formats::lost(editor.document(), formats::named("aseprite").unwrap(), &formats::Export::new(0))
        .unwrap()
        .len()
}

/// Saves what an edit has made, and opens it again: all looks as before. Returns where the image is seen, by pixels and parts of them.
fn kept(edit: impl FnOnce(&mut Editor)) -> [i32; 4] {
    let mut editor = editor();
    let before = (seen(&editor, CEL), editor.encode("aseprite").unwrap());
    let steps = editor.document().history().position();
    edit(&mut editor);
    let file = editor.encode("aseprite").unwrap();
    assert_eq!(lost(&editor), 0);
    let again = opened(&file);
    for frame in 0..editor.document().frames() {
        let cel = Cel { frame, ..CEL };
        assert!(seen(&again, cel) == seen(&editor, cel), "frame {frame}");
    }
    let ((width, height), bytes, bounds) = image(&file);
    assert_eq!((width, height), (SIDE, SIDE));
    // What is turned is turned at full resolution: all its pixels are there.
    let original = again.document().original(CEL);
    let at =
        |x: i32, y: i32| original.and_then(|own| again.document().original_image(1, &own)).unwrap().get(x, y);
    let upright = bytes == image(&before.1).1;
    if upright && original.is_some() {
        assert_eq!(at(7, 3), color(7, 3));
    }
    let done = editor.document().history().position() - steps;
    (0..done).for_each(|_| run(&mut editor, "edit.undo", &[]));
    assert!((seen(&editor, CEL), editor.encode("aseprite").unwrap()) == before, "undone");
    (0..done).for_each(|_| run(&mut editor, "edit.redo", &[]));
    assert!(editor.encode("aseprite").unwrap() == file, "redone");
    // So does a project file.
    let project = editor.encode_project(Some(true)).unwrap();
    let mut stored = opened(&project);
    assert!(stored.encode("aseprite").unwrap() == file, "by a project file");
    bounds
}

fn pixels(rect: [i32; 4]) -> [i32; 4] {
    rect.map(|side| side << 16)
}

fn sides(width: u32, height: u32) -> [(&'static str, Value); 2] {
    [("width", width.into()), ("height", height.into())]
}

#[test]
fn what_is_moved_shows_its_image_elsewhere() {
    assert_eq!(kept(|_| ()), pixels([5, 7, 20, 20]));
    let nudged = |editor: &mut Editor| {
        tool(editor, "move", &[]);
        run(editor, "edit.nudge-left", &[]);
    };
    assert_eq!(kept(nudged), pixels([4, 7, 20, 20]));
    assert_eq!(kept(|editor| run(editor, "edit.center", &[])), pixels([10, 10, 20, 20]));
    let dragged = |editor: &mut Editor| {
        tool(editor, "move", &[]);
        drag(editor, &[(10, 10), (2, 13)]);
    };
    assert_eq!(kept(dragged), pixels([-3, 10, 20, 20]), "beyond the edge, too");
    let landed = |editor: &mut Editor| {
        run(editor, "select.all", &[]);
        dragged(editor);
        run(editor, "select.none", &[]);
    };
    assert_eq!(kept(landed), pixels([-3, 10, 20, 20]));
    let resized = |editor: &mut Editor| {
        run(editor, "image.resize", &[&sides(50, 44)[..], &[("anchor", "bottom-right".into())]].concat());
    };
    assert_eq!(kept(resized), pixels([15, 11, 20, 20]));
    let cropped = |editor: &mut Editor| {
        run(editor, "image.resize", &[&sides(20, 20)[..], &[("anchor", "center".into())]].concat());
    };
    assert_eq!(kept(cropped), pixels([-5, -3, 20, 20]));
}

#[test]
fn what_is_scaled_is_drawn_from_the_image() {
    let scaled = |editor: &mut Editor| run(editor, "edit.scale", &sides(40, 10));
    assert_eq!(kept(scaled), pixels([-5, 12, 40, 10]));
    let full = |editor: &mut Editor| run(editor, "edit.scale", &sides(59, 60));
    assert_eq!(kept(full)[2..], pixels([0, 0, 59, 60])[2..]);
    let back = |editor: &mut Editor| {
        let before = seen(editor, CEL);
        run(editor, "edit.scale", &sides(2, 2));
        run(editor, "edit.scale", &sides(20, 20));
        assert!(seen(editor, CEL) == before, "to a tenth and back");
    };
    assert_eq!(kept(back), pixels([5, 7, 20, 20]));
    let transformed = |editor: &mut Editor| {
        let place = [("x", 3.into()), ("y", 4.into()), ("angle", 90.into())];
        run(editor, "edit.transform", &[&sides(30, 12)[..], &place].concat());
    };
    assert_eq!(kept(transformed)[2..], pixels([0, 0, 12, 30])[2..]);
    // At its own size it needs no bounds.
    let mut own = editor();
    run(&mut own, "edit.scale", &sides(SIDE, SIDE));
    let (around, all) = seen(&own, CEL);
    assert_eq!((around.width as u32, around.height as u32), (SIDE, SIDE));
    assert!(all.iter().zip(0..).all(|(pixel, at)| *pixel == color(at % SIDE, at / SIDE)));
}

#[test]
fn what_is_flipped_or_turned_is_so_at_full_resolution() {
    let flipped = |editor: &mut Editor| run(editor, "edit.flip-horizontal", &[]);
    assert_eq!(kept(flipped), pixels([15, 7, 20, 20]));
    for (id, from) in [
        ("edit.flip-horizontal", (59 - 7, 3)),
        ("edit.flip-vertical", (7, 59 - 3)),
        ("edit.rotate-left", (59 - 3, 7)),
        ("edit.rotate-right", (3, 59 - 7)),
        ("edit.rotate-half", (59 - 7, 59 - 3)),
        ("image.rotate-left", (59 - 3, 7)),
        ("image.rotate-right", (3, 59 - 7)),
        ("image.rotate-half", (59 - 7, 59 - 3)),
    ] {
        let turn = |editor: &mut Editor| run(editor, id, &[]);
        kept(turn);
        let mut editor = editor();
        let before = seen(&editor, CEL);
        turn(&mut editor);
        let again = opened(&editor.encode("aseprite").unwrap());
        let own = again.document().original(CEL).unwrap();
        let image = again.document().original_image(1, &own).unwrap();
        assert_eq!(image.get(7, 3), color(from.0, from.1), "{id}");
        let rest = if id.contains("flip") || id.contains("half") { 1 } else { 3 };
        (0..rest).for_each(|_| turn(&mut editor));
        assert!(seen(&editor, CEL) == before, "{id} and back");
    }
}

#[test]
fn the_whole_picture_is_scaled_there_and_back() {
    let mut editor = editor();
    tool(&mut editor, "move", &[]);
    run(&mut editor, "edit.nudge-left", &[("step", 2.into())]);
    let before = seen(&editor, CEL);
    for (width, height) in [(7, 3), (31, 29), (40, 40)] {
        run(&mut editor, "image.scale", &sides(width, height));
        let file = editor.encode("aseprite").unwrap();
        assert!(seen(&opened(&file), CEL) == seen(&editor, CEL));
    }
    assert!(seen(&editor, CEL) == before);
    assert_eq!(
        kept(|editor| run(editor, "image.scale", &sides(20, 80))),
        [5 << 15, 14 << 16, 10 << 16, 40 << 16]
    );
}

#[test]
fn copies_and_links_have_the_image_as_well() {
    kept(|editor| run(editor, "frame.duplicate", &[]));
    kept(|editor| {
        run(editor, "frame.duplicate", &[]);
        run(editor, "edit.scale", &sides(8, 9));
        run(editor, "frame.link", &[("with", "all".into())]);
        run(editor, "edit.flip-vertical", &[]);
    });
    let mut editor = editor();
    run(&mut editor, "layer.duplicate", &[]);
    run(&mut editor, "layer.choose", &[("layer", 1.into())]);
    run(&mut editor, "layer.delete", &[]);
    run(&mut editor, "layer.choose", &[("layer", 1.into())]);
    run(&mut editor, "edit.scale", &sides(33, 20));
    assert_eq!(lost(&editor), 0);
    assert_eq!(image(&editor.encode("aseprite").unwrap()).0, (SIDE, SIDE));
}

#[test]
fn what_is_painted_or_turned_otherwise_has_its_own_pixels() {
    for edit in [
        |editor: &mut Editor| run(editor, "edit.invert", &[]),
        |editor: &mut Editor| run(editor, "edit.rotate", &[("angle", 30.into())]),
        |editor: &mut Editor| {
            tool(editor, "pencil", &[]);
            drag(editor, &[(10, 10)]);
        },
    ] {
        let mut editor = editor();
        edit(&mut editor);
        assert_eq!(lost(&editor), 1);
        let file = editor.encode("aseprite").unwrap();
        assert!(seen(&opened(&file), CEL) == seen(&editor, CEL));
        assert_ne!(image(&file).0, (SIDE, SIDE));
        // It is scaled by its pixels, as any other.
        run(&mut editor, "edit.scale", &sides(3, 3));
        assert_eq!(lost(&editor), 1);
        (0..2).for_each(|_| run(&mut editor, "edit.undo", &[]));
        assert_eq!(lost(&editor), 0);
    }
}

/// An edit by chance.
type Random<'a> = &'a dyn Fn(&mut fastrand::Rng, &mut Editor);

#[test]
fn whatever_is_done_a_saved_file_shows_what_is_seen() {
    let edits: [Random<'_>; 12] = [
        &|chance, editor| try_run(editor, "edit.scale", &sides(chance.u32(1..70), chance.u32(1..70))),
        &|_, editor| try_run(editor, "edit.flip-horizontal", &[("reach", "all".into())]),
        &|_, editor| try_run(editor, "edit.flip-vertical", &[]),
        &|_, editor| try_run(editor, "edit.rotate-right", &[]),
        &|_, editor| try_run(editor, "image.rotate-left", &[]),
        &|chance, editor| try_run(editor, "image.scale", &sides(chance.u32(9..60), chance.u32(9..60))),
        &|chance, editor| try_run(editor, "image.resize", &sides(chance.u32(9..60), chance.u32(9..60))),
        &|chance, editor| {
            let place = [("x", chance.i32(-9..40).into()), ("y", chance.i32(-9..40).into())];
            let angle = [("angle", chance.choice([0, 90, -90, 180, 45]).unwrap().into())];
            let sides = sides(chance.u32(1..70), chance.u32(1..70));
            try_run(editor, "edit.transform", &[&sides[..], &place, &angle].concat());
        },
        &|_, editor| try_run(editor, "frame.duplicate", &[]),
        &|_, editor| try_run(editor, "edit.center", &[]),
        &|chance, editor| {
            tool(editor, "move", &[]);
            let mut place = || (chance.i32(0..40), chance.i32(0..40));
            drag(editor, &[place(), place()]);
        },
        &|_, editor| try_run(editor, "layer.duplicate", &[]),
    ];
    let mut whole = 0;
    for seed in 0..12 {
        let (mut chance, mut editor) = (fastrand::Rng::with_seed(seed), editor());
        let before = editor.encode("aseprite").unwrap();
        for _ in 0..8 {
            chance.choice(edits).unwrap()(&mut chance, &mut editor);
            let file = editor.encode("aseprite").unwrap();
            let again = opened(&file);
            for cel in editor.document().all_cels() {
                assert!(seen(&again, cel) == seen(&editor, cel), "{seed}: {cel:?}");
            }
            let own = |of: &Editor| of.document().original(CEL).is_some();
            whole += u32::from(own(&editor));
        }
        while editor.document().history().position() > 0 {
            run(&mut editor, "edit.undo", &[]);
        }
        assert!(editor.encode("aseprite").unwrap() == before, "{seed}: undone");
    }
    assert!(whole > 60, "{whole}");
}

/// Runs a command that may be refused.
fn try_run(editor: &mut Editor, id: &str, args: &[(&str, Value)]) {
    let args: Vec<_> = args.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    drop(editor.run(id, &args, 0));
    editor.document().validate().unwrap();
}
