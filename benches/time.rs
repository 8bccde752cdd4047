//! How long the engine takes, always beside something it is to be compared with.
//! `npm run bench` makes a table of the ratios.

mod timing;

use std::hint::black_box;
use timing::time;
use undoodle::color::Color;
use undoodle::document::{Cel, Document};
use undoodle::editor::Editor;
use undoodle::geometry::Rect;
use undoodle::history::{Header, History, Limits, Step};
use undoodle::memory::Region;
use undoodle::render::{Quality, View, Zoom, render};
use undoodle::value::Value;

/// Undo of a large run of bytes that share nothing, and a copy of as many.
fn large() {
    const LEN: usize = 16 << 20;
    let mut random = fastrand::Rng::with_seed(1);
    let noise: Vec<u8> = std::iter::repeat_with(|| random.u8(..)).take(LEN).collect();
    let mut history = History::with_limits(
        vec![0u8; LEN],
        Limits { budget: 1 << 30, working: 1 << 30, ..Limits::default() },
    );
    history.begin(1).unwrap();
    history.write(Region::new(0, LEN)).unwrap().copy_from_slice(&noise);
    history.commit(Header::new("Noise")).unwrap();
    let mut copy = vec![0u8; LEN];
    time("large-copy", || black_box(&mut copy).copy_from_slice(black_box(&noise)));
    time("large-undo", || {
        // There and back in turns: both are the same exchange.
        if history.position() > 0 {
            black_box(history.undo().unwrap());
        } else {
            black_box(history.redo().unwrap());
        }
    });
}

/// A nudge of a lifted photo, which merges with the nudge before.
fn nudge() {
    for side in [64u32, 2048] {
        let mut random = fastrand::Rng::with_seed(1);
        let noise: Vec<u8> =
            std::iter::repeat_with(|| random.u8(..)).take((4 * side * side) as usize).collect();
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, side, side);
        encoder.set_color(png::ColorType::Rgba);
        encoder.write_header().unwrap().write_image_data(&noise).unwrap();
        let mut editor = Editor::new().unwrap();
        editor.resize(1200, 800);
        editor.open(&file, "photo.png").unwrap();
        assert!(editor.run("select.all", &[], 0).unwrap() && editor.run("edit.nudge-right", &[], 0).unwrap());
        editor.take_effects();
        let mut right = true;
        time(&format!("nudge-{side}"), || {
            right = !right;
            assert!(editor.run(if right { "edit.nudge-right" } else { "edit.nudge-left" }, &[], 0).unwrap());
            editor.take_effects();
        });
    }
}

/// A long history under its budget, and one of a quarter of that: everything undone and redone.
fn long() {
    for mebibytes in [4, 16] {
        // The same hundred thousand commits as in bytes.rs, which counts the steps that are kept.
        let limits = Limits { budget: mebibytes << 20, depth: 100, ..Limits::default() };
        let mut history = History::with_limits(vec![0u8; 4 << 20], limits);
        for i in 0..100_000 {
            history.begin(1).unwrap();
            for row in 0..12 {
                let at = (i * 7919 + row * 2048) % ((4 << 20) - 64);
                let bytes = history.write(Region::new(at as u64, 24)).unwrap();
                bytes.iter_mut().enumerate().for_each(|(x, byte)| *byte = (i + x * row) as u8);
            }
            history.commit(Header::new("Stroke").timed(i as u64)).unwrap();
        }
        time(&format!("long-{mebibytes}"), || {
            while matches!(history.undo(), Ok(Step::Moved(_))) {}
            while matches!(history.redo(), Ok(Step::Moved(_))) {}
        });
    }
}

/// A document of four layers with strokes all over a corner of it, which is seen, and over the whole of it.
fn layered(side: u32) -> Document {
    let mut document = Document::new(side, side).unwrap();
    document.begin(1).unwrap();
    (0..3).for_each(|_| document.add_layer(1).unwrap());
    for layer in 0..4 {
        let (cel, color) = (Cel { layer, frame: 0 }, Color::rgba(layer as u8 * 60, 90, 200, 255));
        for i in 0..64 {
            let (x, y) = ((i * 37 + layer as i32 * 5) % 64, i);
            document.fill_rect(cel, Rect::new(x, y, 9, 1), color).unwrap();
            let far = side as i32 / 64;
            document.fill_rect(cel, Rect::new(x * far, y * far, far, 3), color).unwrap();
        }
    }
    document.commit("Ground", Color::ADDED, 0).unwrap();
    document
}

/// Repaints: the same view of a small and of a huge document; a dab's and one of 256 times its area.
fn repaint() {
    let mut out = Vec::new();
    for side in [64u32, 16384] {
        let document = layered(side);
        let mut view = View::new(512, 512);
        view.zoom = Zoom::times(8);
        time(&format!("repaint-view-{side}"), || {
            render(&document, 0, &view, black_box(view.bounds()), Quality::Sampled, &mut out).unwrap();
        });
        if side == 64 {
            continue;
        }
        for damage in [32, 512] {
            let rect = Rect::new(0, 0, damage, damage);
            time(&format!("repaint-damage-{damage}"), || {
                render(&document, 0, &view, black_box(rect), Quality::Sampled, &mut out).unwrap();
            });
        }
        let mut view = View::new(1200, 800);
        view.fit(document.bounds());
        time("repaint-fit", || {
            render(&document, 0, &view, black_box(view.bounds()), Quality::Sampled, &mut out).unwrap()
        });
    }
}

/// What a hand does on a canvas of 16384×16384 with four layers, against the same on one of 64×64.
fn huge() {
    for side in [64i64, 16384] {
        let mut editor = Editor::new().unwrap();
        editor.resize(1200, 800);
        editor.new_document(side, side).unwrap();
        (0..3).for_each(|_| assert!(editor.run("layer.add", &[], 0).unwrap()));
        editor.set_tool("fill", &[]).unwrap();
        time(&format!("huge-fill-{side}"), || {
            editor.pointer_down(600.0, 400.0, 0, 0);
            editor.pointer_up(600.0, 400.0, 0);
            assert!(editor.run("edit.undo", &[], 0).unwrap());
            editor.take_effects();
        });
        editor.set_tool("pencil", &[]).unwrap();
        editor.run("view.zoom.4", &[], 0).unwrap();
        time(&format!("huge-stroke-{side}"), || {
            editor.pointer_down(600.0, 400.0, 0, 0);
            editor.pointer_move(640.0, 420.0, 0);
            editor.pointer_up(700.0, 400.0, 0);
            assert!(editor.run("edit.undo", &[], 0).unwrap());
            editor.take_effects();
        });
    }
}

/// A move of the pencil and what it repaints under ten groups in groups, each blended as a whole and with a layer of its own, against
/// the same layers without groups, and against groups that layers pass through; and with a filled layer above the painted one, clipped to it or not.
fn grouped() {
    for (name, opacity) in [
        ("none", None),
        ("through", Some(255)),
        ("whole", Some(250)),
        ("filled", Some(250)),
        ("clipped", Some(250)),
    ] {
        let mut editor = Editor::new().unwrap();
        editor.resize(1200, 800);
        editor.new_document(512, 512).unwrap();
        for top in 0..10u32 {
            let mut run = |id: &str, args: &[(&str, Value)]| {
                let args: Vec<_> =
                    args.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
                assert!(editor.run(id, &args, 0).unwrap(), "{id}");
            };
            if top > 0 {
                run("layer.choose", &[("layer", top.into())]);
            }
            run("layer.add", &[]);
            if top == 0 && (name == "filled" || name == "clipped") {
                run("select.all", &[]);
                run("edit.fill", &[]);
                run("select.none", &[]);
            }
            if top == 0 && name == "clipped" {
                run("layer.clipped", &[("layer", 1.into())]);
            }
            if let Some(opacity) = opacity {
                run("layer.choose", &[("layer", 0.into()), ("how", "range".into())]);
                run("group.add", &[]);
                run("group.opacity", &[("opacity", opacity.into()), ("outer", 512.into())]);
            }
        }
        editor.run("layer.choose", &[("layer".into(), 0.into())], 0).unwrap();
        editor.set_tool("pencil", &[]).unwrap();
        let (mut out, mut x) = (Vec::new(), 0);
        editor.pointer_down(600.0, 400.0, 0, 0);
        time(&format!("grouped-move-{name}"), || {
            x = (x + 7) % 64;
            editor.pointer_move(600.0 + f64::from(x), 400.0, 0);
            editor.render(Rect::new(590, 390, 84, 20), Quality::Sampled, &mut out).unwrap();
            editor.take_effects();
        });
        editor.pointer_up(600.0, 400.0, 0);
    }
}

fn main() {
    large();
    grouped();
    repaint();
    huge();
    nudge();
    long();
}
