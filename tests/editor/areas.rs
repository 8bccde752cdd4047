//! Fills, wands and selections of uneven areas against one pixel at a time, and what they may cost.

use crate::grid::{drag, editor, run, steps, tool};
use undoodle::color::Color;
use undoodle::document::{Cel, Document, Mode};
use undoodle::editor::{Editor, Effect};
use undoodle::geometry::{Area, Bits, Point, Rect};
use undoodle::history::Limits;
use undoodle::value::Value;

const SIDE: i32 = 90;

/// A set of pixels, one by one.
type Mask = Vec<bool>;

fn random_areas(random: &mut fastrand::Rng) -> Vec<Area> {
    let mut areas = Vec::new();
    // Squares that do not overlap, at any place, some beyond the canvas.
    let (left, top) = (random.i32(-40..0), random.i32(-40..0));
    for (i, j) in (0..5).flat_map(|i| (0..5).map(move |j| (i, j))) {
        let at = Point::new(left + 32 * i, top + 32 * j);
        let noise = std::array::from_fn(|_| random.u32(..) & random.u32(..));
        match random.u32(..5) {
            0 => areas.push(Area::Rect(Rect::new(at.x, at.y, random.i32(1..=32), random.i32(1..=32)))),
            1 => areas.push(Area::Bits(Bits { at, rows: noise })),
            2 => areas.push(Area::Bits(Bits { at, rows: [u32::MAX; 32] })),
            3 => areas.push(Area::Bits(Bits { at, rows: std::array::from_fn(|y| noise[y] << 9 & 0xff00) })),
            _ => {}
        }
    }
    areas
}

fn mask(areas: &[Area]) -> Mask {
    let inside = |x: i32, y: i32| {
        areas.iter().any(|area| match area {
            Area::Rect(rect) => rect.contains(Point::new(x, y)),
            Area::Bits(Bits { at, rows }) => {
                let within = Rect::new(at.x, at.y, 32, 32).contains(Point::new(x, y));
                within && rows[(y - at.y) as usize] >> (x - at.x) & 1 == 1
            }
        })
    };
    (0..SIDE * SIDE).map(|i| inside(i % SIDE, i / SIDE)).collect()
}

fn selected(document: &Document) -> Mask {
    (0..SIDE * SIDE).map(|i| document.is_selected(i % SIDE, i / SIDE)).collect()
}

#[test]
fn areas_are_selected_and_filled_like_their_pixels() {
    for seed in 0..crate::share::of(40) {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut document = Document::new(SIDE as u32, SIDE as u32).unwrap();
        let mut expected = vec![false; (SIDE * SIDE) as usize];
        let mut pixels = vec![Color::TRANSPARENT; expected.len()];
        for step in 0..4 {
            document.begin(1).unwrap();
            let (mode, shape) = (Mode::ALL[random.usize(..4)], random_areas(&mut random));
            document.select_areas(shape.iter().copied(), mode).unwrap();
            for (old, new) in expected.iter_mut().zip(mask(&shape)) {
                *old = match mode {
                    Mode::Replace => new,
                    Mode::Add => *old || new,
                    Mode::Subtract => *old && !new,
                    Mode::Intersect => *old && new,
                };
            }
            assert!(selected(&document) == expected, "seed {seed}, step {step}: {mode:?}");
            let parts: Vec<Area> = document.changeable(document.bounds()).map(Area::Rect).collect();
            let any = expected.contains(&true);
            assert!(mask(&parts).iter().zip(&expected).all(|(part, selected)| *part == (*selected || !any)));
            let color = [Color::BLACK, Color::ADDED, Color::TRANSPARENT][random.usize(..3)];
            let shape = random_areas(&mut random);
            for area in &shape {
                document.fill_area(Cel::default(), area, color).unwrap();
            }
            let whole = Rect::new(random.i32(-9..80), random.i32(-9..80), 40, 25);
            let red = |_: Color| Color::REMOVED;
            match step % 2 {
                0 => document.map(Cel::default(), whole, &mut { red }).unwrap(),
                _ => document.edit(Cel::default(), whole, &mut |_, _, old| red(old)).unwrap(),
            }
            for (i, inside) in mask(&shape).into_iter().enumerate() {
                let free = expected[i] || !any;
                let at = Point::new(i as i32 % SIDE, i as i32 / SIDE);
                pixels[i] = if inside && free { color } else { pixels[i] };
                pixels[i] = if whole.contains(at) && free { Color::REMOVED } else { pixels[i] };
            }
            let shown = |i: i32| document.cel_pixel(Cel::default(), i % SIDE, i / SIDE).unwrap();
            assert!((0..SIDE * SIDE).map(shown).eq(pixels.iter().copied()), "seed {seed}, step {step}");
            document.commit("Step", Color::ADDED, 0).unwrap();
            document.validate().unwrap();
        }
        document.begin(1).unwrap();
        document.select_content(Cel::default()).unwrap();
        let painted: Mask = pixels.iter().map(|color| !color.is_transparent()).collect();
        assert!(selected(&document) == painted, "seed {seed}");
    }
}

/// A drawing of two colours in turns by chance.
fn noise(side: i64) -> Editor {
    opened(side, png::ColorType::Grayscale, png::BitDepth::One, side * side / 8)
}

fn opened(side: i64, color: png::ColorType, depth: png::BitDepth, bytes_of: i64) -> Editor {
    let mut editor = Editor::new().unwrap();
    let mut random = fastrand::Rng::with_seed(3);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, side as u32, side as u32);
    encoder.set_color(color);
    encoder.set_depth(depth);
    let data: Vec<u8> = (0..bytes_of).map(|_| random.u8(..)).collect();
    encoder.write_header().unwrap().write_image_data(&data).unwrap();
    editor.resize(side as i32, side as i32);
    editor.open(&bytes, "noise.png").unwrap();
    editor
}

#[test]
fn noise_is_selected_filled_and_deleted_without_a_rectangle_for_each_run() {
    let (side, white) = (512, Color::rgba(255, 255, 255, 255));
    let mut editor = noise(side);
    let colors = |editor: &Editor| -> Vec<Color> {
        let at = |i: i64| editor.pixel((i * 7 % side) as i32, (i * 7 / side) as i32).unwrap();
        (0..side * side / 7).map(at).collect()
    };
    let before = colors(&editor);
    assert!(before.contains(&white) && before.contains(&Color::BLACK));
    let first = editor.pixel(0, 0).unwrap();
    editor.set_primary("#2f81f7").unwrap();
    tool(&mut editor, "wand", &[("contiguous", false.into())]);
    let (x, y) = editor.view().device_point(0.5, 0.5);
    // There are some 65,000 runs: as rectangles of 16 bytes they took more than a megabyte.
    let info = allocation_counter::measure(|| editor.pointer_down(x, y, 0, 0));
    let passing = info.bytes_max as i64 - info.bytes_current;
    assert!(passing < 1 << 19, "{passing} bytes were allocated for a while");
    editor.pointer_up(x, y, 0);
    run(&mut editor, "edit.fill", &[]);
    let blue = |color: &Color| if *color == first { Color::ADDED } else { *color };
    assert!(colors(&editor) == before.iter().map(blue).collect::<Vec<_>>());
    run(&mut editor, "edit.delete", &[]);
    let gone = |color: &Color| if *color == first { Color::TRANSPARENT } else { *color };
    assert!(colors(&editor) == before.iter().map(gone).collect::<Vec<_>>());
    for _ in 0..3 {
        run(&mut editor, "edit.undo", &[]);
    }
    assert!(colors(&editor) == before && editor.document().selection().is_none());
}

#[test]
fn a_lasso_shows_its_path_and_selects_once_on_release() {
    let mut editor = editor(&[".......", ".......", ".......", ".......", "......."]);
    tool(&mut editor, "select-rectangle", &[]);
    drag(&mut editor, &[(0, 0), (1, 1)]);
    let border = editor.outline().to_vec();
    tool(&mut editor, "lasso", &[]);
    let made = steps(&editor);
    let path = [(2, 1), (6, 1), (6, 4), (2, 4)];
    let (x, y) = crate::grid::at(path[0]);
    editor.pointer_down(x, y, 0, 0);
    for (i, at) in path.iter().enumerate().skip(1) {
        let (x, y) = crate::grid::at(*at);
        editor.take_effects();
        editor.pointer_move(x, y, 0);
        // The page draws the overlay anew, and no pixel of the picture.
        let effects = editor.take_effects();
        assert!(
            effects.contains(&Effect::Moved)
                && !effects.contains(&Effect::State)
                && !effects.contains(&Effect::Repaint),
            "{effects:?}"
        );
        let lines = editor.outline().to_vec();
        assert_eq!(lines[..border.len()], border, "what was selected is selected still");
        assert_eq!(lines.len(), border.len() + 4 * i);
        let [from, to] = [path[i - 1], *at].map(crate::grid::at);
        assert_eq!(lines[lines.len() - 4..].to_vec(), [from.0, from.1, to.0, to.1].map(|v| v as i32));
    }
    // Known or not, the lines are the same.
    let grown = editor.outline().to_vec();
    editor.repaint();
    assert_eq!(editor.outline(), grown);
    assert_eq!(editor.document().selection(), Some(Rect::new(0, 0, 2, 2)));
    let (x, y) = crate::grid::at((2, 4));
    editor.pointer_up(x, y, 0);
    assert_eq!((editor.document().selection(), steps(&editor)), (Some(Rect::new(2, 1, 5, 4)), made + 1));
    assert_eq!(editor.outline().len(), 4 * 4, "the border alone");
    // Escape leaves what was selected.
    editor.pointer_down(4.0, 4.0, 0, 0);
    editor.pointer_move(30.0, 30.0, 0);
    run(&mut editor, "edit.cancel", &[]);
    assert_eq!((editor.document().selection(), editor.outline().len()), (Some(Rect::new(2, 1, 5, 4)), 16));
}

/// A drawing that is filled as a whole.
fn filled(side: i64) -> Editor {
    let mut editor = Editor::new().unwrap();
    editor.resize(100, 100);
    editor.new_document(side, side).unwrap();
    for id in ["select.all", "edit.fill", "select.none"] {
        run(&mut editor, id, &[]);
    }
    editor
}

#[test]
fn a_plain_canvas_is_selected_as_an_area_whatever_its_size() {
    for side in [8192, 32768] {
        let mut editor = filled(side);
        let info = allocation_counter::measure(|| run(&mut editor, "select.content", &[]));
        assert_eq!(editor.document().selection(), Some(Rect::new(0, 0, side as i32, side as i32)));
        assert!(editor.document().history().done().next().is_some_and(|commit| commit.bytes() < 4096));
        assert!(info.bytes_max < 1 << 20, "{} bytes", info.bytes_max);
    }
}

fn sides(side: u32, method: &str) -> Vec<(String, Value)> {
    let args: [(&str, Value); 3] =
        [("width", side.into()), ("height", side.into()), ("method", method.into())];
    args.map(|(name, value)| (name.to_owned(), value)).into()
}

#[test]
fn a_scaled_picture_that_cannot_be_held_is_refused_before_the_work() {
    for method in ["nearest", "epx"] {
        let mut editor = opened(300, png::ColorType::Rgb, png::BitDepth::Eight, 3 * 300 * 300);
        let before = (editor.document().history().arena().clone(), steps(&editor));
        let mut sentence = String::new();
        let refuse =
            || sentence = editor.preview("image.scale", &sides(8192, method)).unwrap_err().to_string();
        let info = allocation_counter::measure(refuse);
        // It is known when the rows of tiles so far take more than the budget of 256 MiB.
        assert_eq!(sentence, "preview \"Scale image\": it is too large for a preview; OK applies it");
        assert!(info.bytes_max < 1 << 20, "{} bytes", info.bytes_max);
        assert!((editor.document().history().arena().clone(), steps(&editor)) == before);
        // What is of one colour is scaled as one, and needs no room.
        let mut plain = filled(300);
        let scaled = || assert!(plain.run("image.scale", &sides(8192, method), 0).unwrap());
        let info = allocation_counter::measure(scaled);
        assert!(info.bytes_max < 1 << 20, "{} bytes", info.bytes_max);
        assert_eq!(plain.document().size(), (8192, 8192));
        assert_eq!(plain.pixel(8191, 8191).unwrap(), Color::BLACK);
        plain.document().validate().unwrap();
        run(&mut plain, "edit.undo", &[]);
        assert_eq!(plain.document().size(), (300, 300));
    }
}

#[test]
fn what_is_refused_before_the_work_is_what_would_be_refused_after_it() {
    // All that is in a drawing of 256 MiB, in one of 1 MiB.
    let limits = Limits { budget: 1 << 20, working: 1 << 20, depth: 1 };
    for method in ["nearest", "epx"] {
        let mut editor = opened(40, png::ColorType::Rgb, png::BitDepth::Eight, 3 * 40 * 40);
        editor.set_history_limits(limits).unwrap();
        let (mut kept, mut early) = (0, 0);
        for side in (352..=544).step_by(64) {
            let mut done = false;
            let tried = || done = editor.run("image.scale", &sides(side, method), 0) == Ok(true);
            let info = allocation_counter::measure(tried);
            // The scaled image alone takes four bytes for each pixel.
            let worked = info.bytes_max >= 4 * u64::from(side * side);
            assert_eq!(done, worked, "{method} {side}");
            if done {
                editor.document().validate().unwrap();
                assert_eq!(editor.document().size(), (side, side));
                run(&mut editor, "edit.undo", &[]);
            }
            (kept, early) = if done { (side, early) } else { (kept, early + 1) };
            assert_eq!(editor.document().size(), (40, 40));
        }
        // 416 by 416 pixels take 676 KiB and the addresses of their 10816 cells 106 KiB: those of 480 by 480
        // take 900 KiB and 141 KiB.
        assert_eq!((kept, early), (416, 2), "{method}");
    }
}

#[test]
fn what_floats_is_seen_as_it_will_land_at_every_step() {
    for seed in 0..40 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut document = Document::new(SIDE as u32, SIDE as u32).unwrap();
        let cel = Cel::default();
        document.begin(1).unwrap();
        let colors =
            [Color::TRANSPARENT, Color::BLACK, Color::rgba(200, 9, 90, 100), Color::rgba(7, 7, 7, 0)];
        let shift = random.usize(..7);
        let color = |x: i32, y: i32| colors[(x as usize / 3 * 5 + y as usize / 2 + shift) % 4];
        let all = document.bounds();
        document.edit(cel, all, &mut |x, y, _| color(x, y)).unwrap();
        document.select_areas(random_areas(&mut random), Mode::Replace).unwrap();
        if document.lift(cel).is_err() {
            continue;
        }
        document.edit(cel, Rect::new(9, 9, 50, 50), &mut |x, y, _| color(y, x)).unwrap();
        document.move_floating(random.i32(-50..50), random.i32(-50..50)).unwrap();
        let seen = |document: &Document| -> Vec<Color> {
            let (picture, mut all) = (document.picture(0), Vec::new());
            for (step, y) in (1..9).flat_map(|step| (0..SIDE as u32).map(move |y| (step, y))) {
                let x = (y + step) % 11;
                let mut row = vec![Color::REMOVED; (SIDE as u32 - x).div_ceil(step) as usize];
                picture.read(x, y, step, &mut row);
                // Colours of alpha 0 are not seen.
                all.extend(row.into_iter().map(|c| if c.is_transparent() { Color::TRANSPARENT } else { c }));
            }
            all
        };
        let floating = seen(&document);
        document.land().unwrap();
        assert!(seen(&document) == floating, "seed {seed}");
    }
}

#[test]
fn a_full_palette_has_the_first_colours_of_the_picture() {
    let mut editor = editor(&["RG.B"]);
    run(
        &mut editor,
        "image.resize",
        &[("width", 64.into()), ("height", 40.into()), ("anchor", "top-left".into())],
    );
    tool(&mut editor, "gradient", &[]);
    editor.set_primary("#ff0000").unwrap();
    editor.set_secondary("#00ff80").unwrap();
    let (from, to) = (editor.view().device_point(0.5, 0.5), editor.view().device_point(63.5, 39.5));
    editor.pointer_down(from.0, from.1, 0, 0);
    editor.pointer_up(to.0, to.1, 0);
    // Tile by tile, and in each row by row.
    let tiles = [(0, 0), (32, 0), (0, 32), (32, 32)].into_iter();
    let pixels =
        tiles.flat_map(|(x, y)| (y..40.min(y + 32)).flat_map(move |y| (x..x + 32).map(move |x| (x, y))));
    let mut expected: Vec<Color> = Vec::new();
    for (x, y) in pixels {
        let color = editor.pixel(x, y).unwrap();
        if !expected.contains(&color) && expected.len() < 256 {
            expected.push(color);
        }
    }
    run(&mut editor, "palette.from-picture", &[]);
    assert_eq!(editor.document().palette(), expected);
    assert!(expected.len() > 200, "{} colours", expected.len());
}
