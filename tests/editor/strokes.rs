//! Strokes against a naive twin, pixel by pixel; and what far and wide ones may cost.

use crate::naive::{Canvas, Naive};
use undoodle::color::Color;
use undoodle::document::{Cel, Document, Drawing, Mode};
use undoodle::editor::Editor;
use undoodle::geometry::{Point, Rect};
use undoodle::raster::{Brush, Dither, GradientShape, Shape};
use undoodle::tools::{Half, Held, Ink, InkKind, Options, Pressure, Sample, Setup, Stroke, tool};
use undoodle::value::Value;

const COLORS: [Color; 6] = [
    Color::TRANSPARENT,
    Color::BLACK,
    Color::ADDED,
    Color::REMOVED,
    Color::rgba(9, 200, 30, 128),
    Color::rgba(255, 255, 255, 255),
];

fn pick<T: Clone>(random: &mut fastrand::Rng, of: &[T]) -> T {
    of[random.usize(..of.len())].clone()
}

/// Often a small number, and now and then a large one.
fn size(random: &mut fastrand::Rng) -> u32 {
    if random.u32(..3) == 0 { random.u32(1..=64) } else { random.u32(1..=5) }
}

fn options(random: &mut fastrand::Rng, (width, height): (i32, i32)) -> Options {
    let sides = (random.u32(1..=9), size(random));
    let colors = (0..sides.0 * sides.1).map(|i| if i == 0 { Color::BLACK } else { pick(random, &COLORS) });
    let custom = Brush::custom(sides.0, sides.1, colors.collect()).unwrap();
    let inks = [InkKind::Normal, InkKind::Normal, InkKind::LockAlpha, InkKind::Shade, InkKind::Dither];
    Options {
        size: size(random),
        shape: pick(random, &[Some(Shape::Round), Some(Shape::Square), None]),
        custom: Some(custom),
        perfect: random.bool(),
        ink: pick(random, &inks),
        filled: random.bool(),
        centre: random.u32(..4) == 0,
        gradient: pick(random, &[GradientShape::Linear, GradientShape::Radial]),
        dither: pick(random, &[Dither::None, Dither::Bayer4]),
        pattern: pick(random, &[Dither::Bayer2, Dither::Bayer4]),
        lock_alpha: random.bool(),
        vertical: random.u32(..3) == 0,
        horizontal: random.u32(..3) == 0,
        axis_x: Half(random.i32(-40..2 * width + 40)),
        axis_y: Half(random.i32(-40..2 * height + 40)),
        wrap: random.u32(..3) == 0,
        ..Options::default()
    }
}

fn place(random: &mut fastrand::Rng, canvas: &Canvas) -> Point {
    let beside = if random.u32(..6) == 0 { 150 } else { 12 };
    Point::new(random.i32(-beside..canvas.width + beside), random.i32(-beside..canvas.height + beside))
}

/// A drawing of noise, with a selection, a lock and a tile now and then, and what it is.
fn drawing(random: &mut fastrand::Rng) -> (Document, Canvas) {
    let (width, height) = (random.i32(1..80), random.i32(1..70));
    let few = random.bool();
    let area = (width * height) as usize;
    let pixel =
        |i: usize, random: &mut fastrand::Rng| COLORS[if few { i / 40 % 3 } else { random.usize(..6) }];
    let pixels: Vec<Color> = (0..area).map(|i| pixel(i, random)).collect();
    let mut drawing = Drawing::new(width as u32, height as u32).unwrap();
    let mut plane = drawing.pixels_mut(Cel::default()).unwrap();
    let rows = (0..).zip(pixels.chunks(width as usize));
    rows.for_each(|(y, row)| plane.put_row(0, y, row).unwrap());
    let mut document = Document::open(drawing).unwrap();
    let mut canvas =
        Canvas { width, height, pixels, open: vec![true; area], keeps: false, tile: (width, height) };
    document.begin(9).unwrap();
    if random.u32(..4) == 0 {
        canvas.keeps = true;
        document.change_layer(0, |layer| layer.alpha_locked = true).unwrap();
    }
    if random.u32(..3) == 0 {
        canvas.tile = (random.i32(1..=width), random.i32(1..=height));
        document.set_tile(canvas.tile.0 as u32, canvas.tile.1 as u32).unwrap();
    }
    if random.u32(..3) == 0 {
        canvas.open.fill(false);
        let mut rect =
            || Rect::new(random.i32(-9..width), random.i32(-9..height), random.i32(1..50), random.i32(1..50));
        for rect in [rect(), rect(), Rect::new(0, 0, 1, 1)] {
            document.select(&[rect], Mode::Add).unwrap();
            let inside = |i: &usize| rect.contains(Point::new(*i as i32 % width, *i as i32 / width));
            (0..area).filter(inside).for_each(|i| canvas.open[i] = true);
        }
    }
    document.commit("Setup", Color::ADDED, 0).unwrap();
    (document, canvas)
}

fn shown(document: &Document) -> Vec<Color> {
    let (width, height) = document.size();
    let pixel = |i: u32| document.cel_pixel(Cel::default(), (i % width) as i32, (i / width) as i32).unwrap();
    (0..width * height).map(pixel).collect()
}

/// One random stroke, both ways, compared after each sample and after undo.
fn check(seed: u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    let (mut document, canvas) = drawing(&mut random);
    let tools = ["pencil", "eraser", "line", "rectangle", "ellipse", "gradient"];
    let chosen = tool(pick(&mut random, &tools)).unwrap();
    let setup = Setup {
        options: options(&mut random, (canvas.width, canvas.height)),
        colors: (pick(&mut random, &COLORS), pick(&mut random, &COLORS)),
        ramp: COLORS[1..5].to_vec(),
        secondary: random.bool(),
        ..Setup::new(chosen)
    };
    let ink = match (setup.tool.id, setup.options.ink) {
        ("eraser", _) => Ink::Plain(Color::TRANSPARENT),
        (_, InkKind::Normal) => Ink::Plain(setup.colors.0),
        (_, InkKind::LockAlpha) => Ink::LockAlpha(setup.colors.0),
        (_, InkKind::Shade) => Ink::Shade { ramp: setup.ramp.clone(), forward: !setup.secondary },
        (_, InkKind::Dither) => {
            let (color, other) = setup.colors;
            Ink::Dither { color, other, pattern: setup.options.pattern, level: Pressure::HALF }
        }
    };
    let about =
        format!("seed {seed}: {:?} {:?} on {}×{}", setup.tool.id, setup.options, canvas.width, canvas.height);
    let at = place(&mut random, &canvas);
    let mut naive = Naive::begin(setup.clone(), ink, canvas.clone(), at);
    document.begin(Stroke::TAG).unwrap();
    let mut stroke = Stroke::begin(&mut document, setup, Sample::new(at, Held::default(), 0)).unwrap();
    assert!(shown(&document) == naive.now.pixels, "{about}, pressed at {at:?}");
    for _ in 0..random.u32(1..5) {
        let to = place(&mut random, &canvas);
        stroke.extend(&mut document, Sample::new(to, Held::default(), 0)).unwrap();
        naive.extend(to);
        assert!(shown(&document) == naive.now.pixels, "{about}, from {at:?} to {to:?}");
    }
    stroke.finish(&mut document).unwrap();
    let changed = document.commit(stroke.label(), stroke.color(), 0).unwrap().is_some();
    assert_eq!(changed, naive.now.pixels != canvas.pixels, "{about}");
    assert!(shown(&document) == naive.now.pixels, "{about}");
    document.validate().unwrap();
    if changed {
        document.undo().unwrap();
    }
    assert!(shown(&document) == canvas.pixels, "{about}");
}

#[test]
fn strokes_are_what_every_pixel_by_itself_would_be() {
    (0..crate::share::of(400)).for_each(check);
}

fn editor(width: i64, height: i64, tool: &str, options: &[(&str, Value)]) -> Editor {
    let mut editor = Editor::new().unwrap();
    editor.resize(400, 400);
    editor.new_document(width, height).unwrap();
    let options: Vec<_> = options.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    editor.set_tool(tool, &options).unwrap();
    editor
}

/// Everything that makes a stroke costly.
fn wide(wrap: bool) -> [(&'static str, Value); 4] {
    [("size", 64.into()), ("vertical", true.into()), ("horizontal", true.into()), ("wrap", wrap.into())]
}

const FAR: [(f64, f64); 5] =
    [(1e300, -1e300), (f64::INFINITY, 7.0), (-1e10, 2e9), (f64::NAN, f64::NEG_INFINITY), (3e5, 2.9e5)];

#[test]
fn far_samples_take_no_more_memory_than_near_ones() {
    for tool in ["pencil", "eraser", "line", "rectangle", "ellipse"] {
        for wrap in [false, true] {
            let mut editor = editor(40, 64, tool, &wide(wrap));
            editor.pointer_down(200.0, 200.0, 0, 0);
            for (x, y) in FAR {
                let info = allocation_counter::measure(|| editor.pointer_move(x, y, 0));
                assert!(info.bytes_max < 1 << 20, "{tool} to ({x}, {y}): {} bytes", info.bytes_max);
            }
            editor.pointer_up(200.0, 200.0, 0);
            assert!(editor.document().validate().is_ok() && editor.document().history().open().is_none());
        }
    }
}

#[test]
fn a_far_sample_paints_what_the_whole_line_would() {
    let mut editor = editor(40, 30, "pencil", &[("size", 1.into())]);
    let (x, y) = editor.view().device_point(5.5, 3.5);
    editor.pointer_down(x, y, 0, 0);
    editor.pointer_move(f64::INFINITY, y, 0);
    editor.pointer_move(f64::INFINITY, f64::INFINITY, 0);
    editor.pointer_up(x, y, 0);
    let painted = |x: i32, y: i32| editor.pixel(x, y).is_ok_and(|color| color == Color::BLACK);
    assert!((0..40).all(|x| painted(x, 3) == (x >= 5)), "along the row, beyond the edge");
    // Back from the far corner: ever more on the diagonal, and the last 64 pixels of it are here.
    assert!((0..24).all(|i| painted(5 + i, 3 + i)), "along the diagonal");
}

#[test]
fn a_wide_outline_of_a_huge_canvas_is_gathered_in_pieces() {
    let mut editor = editor(32768, 32768, "rectangle", &wide(false));
    editor.pointer_down(100.0, 120.0, 0, 0);
    let before = editor.document().history().stats().touched;
    let info = allocation_counter::measure(|| editor.pointer_move(390.0, 330.0, 0));
    // Besides the squares in hand there are the pages that were painted, and what was there before.
    let pages = editor.document().history().arena().bytes();
    let kept = (editor.document().history().stats().touched - before) as u64;
    assert!(info.bytes_max < 2 * (pages + kept) + (4 << 20), "{} of {pages} + {kept}", info.bytes_max);
    editor.pointer_cancel();
    assert!(editor.document().validate().is_ok());
}
