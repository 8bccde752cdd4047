//! Hands: strokes by pens that press more and less, and fingers that come and go in any order.

use undoodle::color::Color;
use undoodle::document::{Cel, Document};
use undoodle::editor::Editor;
use undoodle::geometry::Point;
use undoodle::tools::{Dynamics, Held, InkKind, Options, Pressure, Sample, Setup, Stroke, tool};
use undoodle::value::Value;

const SIDE: i32 = 48;

/// Draws a stroke through samples (x, y, pressure) and returns its rows, `#` where something is painted.
fn stroke(id: &str, options: Options, way: &[(i32, i32, u8)]) -> Vec<String> {
    let mut document = Document::new(SIDE as u32, SIDE as u32).unwrap();
    let setup = Setup { options, ..Setup::new(tool(id).unwrap()) };
    let sample = |(x, y, pressure): (i32, i32, u8), time| Sample {
        pressure: Pressure(pressure),
        ..Sample::new(Point::new(x, y), Held::default(), time)
    };
    document.begin(Stroke::TAG).unwrap();
    let mut stroke = Stroke::begin(&mut document, setup, sample(way[0], 0)).unwrap();
    for (time, at) in (1..).zip(&way[1..]) {
        stroke.extend(&mut document, sample(*at, time)).unwrap();
    }
    stroke.finish(&mut document).unwrap();
    document.commit(stroke.label(), stroke.color(), 0).unwrap();
    document.validate().unwrap();
    rows(&document)
}

fn rows(document: &Document) -> Vec<String> {
    let sign = |x, y| match document.cel_pixel(Cel::default(), x, y).unwrap().is_transparent() {
        true => '.',
        false => '#',
    };
    (0..SIDE).map(|y| (0..SIDE).map(|x| sign(x, y)).collect()).collect()
}

/// Heights of what is painted, column by column.
fn heights(rows: &[String]) -> Vec<usize> {
    let painted = |x| rows.iter().filter(|row| row.as_bytes()[x] == b'#').count();
    (0..SIDE as usize).map(painted).collect()
}

fn sized(size: u32, pressure: Dynamics) -> Options {
    Options { size, pressure, shape: Some(undoodle::raster::Shape::Square), ..Options::default() }
}

#[test]
fn pressure_makes_the_brush_larger_evenly_along_the_way() {
    let thick = heights(&stroke("pencil", sized(9, Dynamics::Size), &[(2, 20, 0), (42, 20, 255)]));
    assert_eq!((thick[2], thick[42]), (1, 9));
    assert!(thick[2..=38].windows(2).all(|pair| pair[0] <= pair[1] && pair[1] <= pair[0] + 1), "{thick:?}");
    let still = heights(&stroke("pencil", sized(9, Dynamics::Size), &[(20, 20, 10), (20, 20, 140)]));
    assert_eq!(still.iter().max(), Some(&5), "a pen that is pressed harder on its place");
}

#[test]
fn what_does_not_follow_the_pressure_is_painted_as_by_a_mouse() {
    let (light, full) = ([(3, 3, 9), (30, 12, 120), (9, 40, 1)], [(3, 3, 255), (30, 12, 255), (9, 40, 255)]);
    for id in ["pencil", "eraser", "spray", "line", "rectangle", "ellipse"] {
        let options = || sized(5, Dynamics::None);
        assert_eq!(stroke(id, options(), &light), stroke(id, options(), &full), "{id}");
        // A mouse paints as if nothing followed the pressure.
        let plain = stroke(id, options(), &full);
        for dynamics in [Dynamics::Size, Dynamics::Dither] {
            assert_eq!(stroke(id, sized(5, dynamics), &full), plain, "{id} {dynamics:?}");
        }
    }
    // The release of a shape has no pressure.
    for id in ["line", "rectangle", "ellipse"] {
        let drawn = |way: &[_]| stroke(id, sized(5, Dynamics::Size), way);
        assert_eq!(drawn(&light), drawn(&full), "{id}");
    }
}

#[test]
fn pressure_makes_the_pattern_denser() {
    let painted = |id: &str, pressure: u8| {
        let options = Options { pattern: undoodle::raster::Dither::Bayer4, ..sized(9, Dynamics::Dither) };
        let way = [(10, 20, pressure), (30, 20, pressure)];
        stroke(id, options, &way).concat().matches('#').count()
    };
    for id in ["pencil", "spray"] {
        let counts = [0, 64, 128, 192, 255].map(|pressure| painted(id, pressure));
        assert!(
            counts.is_sorted() && counts[0] == 0 && counts[1] > 0 && counts[3] < counts[4],
            "{id}: {counts:?}"
        );
    }
    assert_eq!(painted("pencil", 255), 9 * 29);
    assert!(painted("pencil", 128).abs_diff(9 * 29 / 2) < 9);
}

#[test]
fn an_eraser_follows_the_pressure_too() {
    let mut editor = Editor::new().unwrap();
    editor.resize(640, 640);
    let text = |value: &str| Value::from(value);
    let run = |editor: &mut Editor, id: &str| assert!(editor.run(id, &[], 0).unwrap(), "{id}");
    run(&mut editor, "select.all");
    run(&mut editor, "edit.fill");
    let size = ("size".to_owned(), Value::from(8));
    let shape = ("shape".to_owned(), text("square"));
    let pressure = |what| ("pressure".to_owned(), text(what));
    let mut erased = |pressure, part| {
        editor.set_tool("eraser", &[size.clone(), shape.clone(), pressure]).unwrap();
        editor.set_pressure(part);
        editor.pointer_down(325.0, 325.0, 0, 0);
        editor.pointer_up(325.0, 325.0, 0);
        let clear = (0..64 * 64).filter(|i| editor.pixel(i % 64, i / 64).unwrap().is_transparent()).count();
        if clear > 0 {
            run(&mut editor, "edit.undo");
        }
        clear
    };
    assert_eq!([1.0, 0.5, 0.01].map(|part| erased(pressure("size"), part)), [64, 16, 1]);
    assert_eq!([1.0, 0.5, 0.0].map(|part| erased(pressure("dither"), part)), [64, 32, 0]);
    assert_eq!(erased(pressure("none"), 0.5), 64);
}

#[test]
fn a_pattern_alternates_by_pressure() {
    let options = Options { ink: InkKind::Dither, ..sized(9, Dynamics::Dither) };
    let setup = |pressure| Setup {
        options: Options { pressure, ..options.clone() },
        colors: (Color::BLACK, Color::ADDED),
        ..Setup::new(tool("pencil").unwrap())
    };
    let part = |dynamics, pressure: u8| {
        let mut document = Document::new(48, 48).unwrap();
        document.begin(Stroke::TAG).unwrap();
        let sample =
            Sample { pressure: Pressure(pressure), ..Sample::new(Point::new(20, 20), Held::default(), 0) };
        Stroke::begin(&mut document, setup(dynamics), sample).unwrap();
        let of = |color| {
            (0..48 * 48)
                .filter(|i| document.cel_pixel(Cel::default(), i % 48, i / 48).unwrap() == color)
                .count()
        };
        (of(Color::BLACK), of(Color::ADDED))
    };
    assert_eq!(part(Dynamics::Dither, 0), (0, 81));
    assert_eq!(part(Dynamics::Dither, 255), (81, 0));
    let (black, blue) = part(Dynamics::None, 3);
    assert!(black + blue == 81 && black.abs_diff(blue) < 10, "{black} and {blue}");
}

/// Everything of the history that a cancelled stroke must leave as it is.
fn told(editor: &Editor) -> (usize, usize, Vec<String>, usize) {
    let history = editor.document().history();
    let line = history.line().map(|step| format!("{:?}", step.id())).collect();
    (history.position(), history.commits().count(), line, history.stats().branched)
}

fn pixels(editor: &Editor) -> Vec<Color> {
    (0..64 * 64).map(|i| editor.document().cel_pixel(editor.cel(), i % 64, i / 64).unwrap()).collect()
}

/// Pointers that press, move, pinch, go and are cancelled in any order leave whole strokes or nothing.
#[test]
fn any_order_of_pointers_leaves_whole_strokes_or_nothing() {
    let tools =
        ["pencil", "eraser", "spray", "line", "rectangle", "fill", "gradient", "lasso", "select-rectangle"];
    for seed in 0..crate::share::of(25) {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut editor = Editor::new().unwrap();
        editor.resize(640, 640);
        let mut kept = (told(&editor), pixels(&editor));
        let mut under = false;
        for time in 0..120 {
            let (x, y) = (random.f64() * 640.0, random.f64() * 640.0);
            let about = || format!("seed {seed}, input {time}");
            let mut ends = false;
            match random.u32(0..12) {
                0 | 1 => {
                    if !under && random.bool() {
                        editor.set_tool(tools[random.usize(..tools.len())], &[]).unwrap();
                    }
                    editor.set_pressure(random.f64());
                    editor.pointer_down(x, y, [0, 0, 1, 2, 5][random.usize(..5)], time);
                }
                2..=5 => editor.pointer_move(x, y, time),
                6 => {
                    ends = under;
                    editor.pointer_up(x, y, time);
                }
                7 => editor.pointer_cancel(),
                8 => editor.pinch(x, y, 1.0 + random.f64() * 300.0, random.bool()),
                9 => editor.pinch_end(random.bool()),
                10 if !under => {
                    let id = if random.bool() { "edit.undo" } else { "edit.redo" };
                    _ = editor.run(id, &[], time).unwrap();
                    kept = (told(&editor), pixels(&editor));
                }
                _ => {}
            }
            under = editor.is_painting();
            if ends && !under {
                let now = told(&editor);
                assert!(now.0 <= kept.0.0 + 1, "{}: one step at the most", about());
                if now.0 > kept.0.0 {
                    // Taking the step back shows what was there before.
                    editor.run("edit.undo", &[], time).unwrap();
                    assert!(pixels(&editor) == kept.1, "{}: a whole stroke", about());
                    editor.run("edit.redo", &[], time).unwrap();
                }
                kept = (told(&editor), pixels(&editor));
            } else if !under {
                assert_eq!(told(&editor), kept.0, "{}", about());
                assert!(pixels(&editor) == kept.1, "{}: something is left", about());
            }
            // While a stroke goes on, pages wait to be given back.
            if !under {
                editor.document().validate().unwrap();
            }
        }
    }
}

#[test]
fn a_pinch_keeps_the_place_between_the_fingers() {
    for seed in 0..40 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut editor = Editor::new().unwrap();
        editor.resize(640, 480);
        for command in ["view.mirror", "view.turn-right"] {
            if random.bool() {
                editor.run(command, &[], 0).unwrap();
            }
        }
        let before = *editor.view();
        let (x, y, distance) = (320.0 + random.f64(), 240.0 + random.f64(), 100.0 + random.f64() * 100.0);
        editor.pinch(x, y, distance, true);
        let place = before.document_place(x, y);
        for _ in 0..20 {
            let (x, y) = (270.0 + random.f64() * 100.0, 190.0 + random.f64() * 100.0);
            editor.pinch(x, y, distance * (0.7 + random.f64() * 2.0), false);
            let (shown_x, shown_y) = editor.view().device_point(place.0, place.1);
            assert!((shown_x - x).abs() <= 0.5 && (shown_y - y).abs() <= 0.5, "seed {seed}");
            // A press meanwhile does nothing.
            editor.pointer_down(x, y, 0, 0);
            assert!(!editor.is_painting());
        }
        let moved = *editor.view();
        editor.pinch_end(seed % 2 == 0);
        assert_eq!(*editor.view(), if seed % 2 == 0 { before } else { moved });
    }
}

#[test]
fn fingers_between_two_zooms_do_not_make_the_picture_flicker() {
    let mut editor = Editor::new().unwrap();
    editor.resize(640, 640);
    editor.pinch(320.0, 320.0, 100.0, true);
    let mut zooms = Vec::new();
    // The middle between 10× and 12×, and a little to both sides of it.
    for distance in [109.0, 110.0, 109.0, 111.0, 108.0, 110.0] {
        editor.pinch(320.0, 320.0, distance, false);
        zooms.push(editor.view().zoom.scale());
    }
    assert_eq!(zooms, [10.0; 6]);
    editor.pinch(320.0, 320.0, 118.0, false);
    assert_eq!(editor.view().zoom.scale(), 12.0);
    editor.pinch(320.0, 320.0, 108.0, false);
    assert_eq!(editor.view().zoom.scale(), 12.0, "and neither on the way back");
    editor.pinch(320.0, 320.0, 101.0, false);
    assert_eq!(editor.view().zoom.scale(), 10.0);
}
