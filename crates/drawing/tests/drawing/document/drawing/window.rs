//! Tests of `src/document/drawing/window.rs`: a drawing behaves and looks the same wherever the canvas's corner lies on the planes.

use fastrand::Rng;
use std::collections::{BTreeMap, BTreeSet};
use undoodle_drawing::color::Color;
use undoodle_drawing::document::{
    Cel, Corner, Document, Door, Drawing, Finish, MAX_SIDE, Mask, Mode, Patch, Remade, Subject, Surroundings,
};
use undoodle_drawing::geometry::{Area, Bits, Point, Rect};
use undoodle_drawing::history::CommitId;
use undoodle_drawing::memory::{Arena, Region};

const NONE: Color = Color::TRANSPARENT;

/// Corners beside the edges of tiles, blocks and quadrants, and such that the canvas crosses the seam of the torus.
const CORNERS: &[(i32, i32)] =
    &[(32, 64), (5, 9), (1000, 500), (16370, 16350), (-20, 7), (11, -33), (-40, -25), (-1, -1)];

/// Returns every pixel of a cel that is not transparent, those beyond the canvas's edge included.
fn whole(document: &Document, at: Cel) -> BTreeMap<(i32, i32), Color> {
    let around = document.extent(at);
    let (mut found, mut row) = (BTreeMap::new(), vec![NONE; around.width as usize]);
    for y in around.y..around.bottom() {
        document.read_beyond(at, around.x, y, &mut row);
        found.extend((around.x..).zip(&row).filter(|(_, c)| **c != NONE).map(|(x, c)| ((x, y), *c)));
    }
    found
}

fn picture(document: &Document, frame: u32) -> Vec<Vec<Color>> {
    let ((width, height), picture) = (document.size(), document.picture(frame));
    let rows = 0..height;
    rows.map(|y| {
        let mut row = vec![NONE; width as usize];
        picture.read(0, y, 1, &mut row);
        row
    })
    .collect()
}

fn rect(random: &mut Rng) -> Rect {
    let (x, y) = (random.i32(-20..90), random.i32(-20..70));
    Rect::new(x, y, random.i32(1..60), random.i32(1..50))
}

fn color(random: &mut Rng) -> Color {
    let colors = [Color::BLACK, Color::rgba(255, 0, 0, 255), Color::rgba(0, 200, 9, 120), NONE];
    colors[random.usize(..colors.len())]
}

fn cel(random: &mut Rng, document: &Document) -> Cel {
    Cel { layer: random.u32(..document.layers()), frame: random.u32(..document.frames()) }
}

fn bits(random: &mut Rng) -> Area {
    let at = Point::new(random.i32(-40..90), random.i32(-40..70));
    Area::Bits(Bits { at, rows: std::array::from_fn(|_| random.u32(..)) })
}

/// Does one of many edits, which some seed chooses. What is refused changes nothing.
fn edit(document: &mut Document, random: &mut Rng) -> undoodle_drawing::Result<()> {
    let at = cel(random, document);
    let modes = [Mode::Replace, Mode::Add, Mode::Subtract, Mode::Intersect];
    match random.u8(..20) {
        0..3 => document.brush(at)?.fill(&bits(random), color(random)),
        3..5 => document.fill_rect(at, rect(random), color(random)),
        5 => {
            let by = random.u8(..);
            document.edit(at, rect(random), &mut |x, y, old| match (x ^ y) & 3 {
                0 => old,
                _ => Color::rgba(x as u8, y as u8, by, 255),
            })
        }
        6 => {
            let (from, to) = (color(random), color(random));
            document.map(at, rect(random), &mut |old| if old == from { to } else { old })
        }
        7 => document.select(&[rect(random)], modes[random.usize(..4)]),
        8 => document.select_areas([bits(random)], modes[random.usize(..4)]),
        9 => document.select_content(at),
        10 => document.select_inverse(),
        11 => document.deselect(),
        12 => {
            document.lift(at)?;
            document.move_floating(random.i32(-50..50), random.i32(-50..50))?;
            document.wrap_floating(random.bool())?;
            if random.bool() { document.stamp_floating() } else { document.land() }
        }
        13 => {
            let place = Rect { width: random.i32(1..50), height: random.i32(1..50), ..rect(random) };
            let row: Vec<Color> = (0..place.width).map(|_| color(random)).collect();
            document.float(at, place, |_| &row)
        }
        14 => document.erase(at),
        15 => document.trim().map(|_| ()),
        16 => {
            let all: Vec<u32> = (0..document.layers()).collect();
            if random.bool() { document.add_layer(1) } else { document.merge_layers(&all).map(|_| ()) }
        }
        17 => {
            let mut frame = rect(random);
            (frame.x, frame.y) = (random.i32(-30..30), random.i32(-30..30));
            document.resize(Rect { width: frame.width + 30, height: frame.height + 30, ..frame })
        }
        18 => document.resize(Rect::new(0, 0, random.i32(30..90), random.i32(30..90))),
        _ => {
            let around = Surroundings { rect: Rect::new(-9, -9, 12, 5), pixels: vec![color(random); 60] };
            let (size, plain) = (document.size(), color(random));
            document.remake(size.1, size.0, |old, cel| {
                let mut pixels = vec![NONE; (size.0 * size.1) as usize];
                old.read_row(cel, 0, 0, &mut pixels[..size.0 as usize]);
                // One colour all over is said of a cel that had it before.
                let made = if plain == NONE || size.0 == size.1 {
                    Remade::Pixels(pixels)
                } else {
                    Remade::Plain(plain)
                };
                Ok((made, Some(around.clone())))
            })
        }
    }
}

/// Checks that two drawings look alike in all that can be asked of them.
fn alike(one: &Document, other: &Document, random: &mut Rng, what: &str) {
    assert_eq!(one.size(), other.size(), "{what}");
    assert_eq!((one.layers(), one.frames()), (other.layers(), other.frames()), "{what}");
    assert_eq!((one.selection(), one.floating()), (other.selection(), other.floating()), "{what}");
    assert_eq!((one.beyond(), one.kept()), (other.beyond(), other.kept()), "{what}");
    let (width, height) = one.size();
    for at in one.all_cels() {
        assert_eq!(one.extent(at), other.extent(at), "{what}: {at:?}");
        assert_eq!(one.cel_bounds(at), other.cel_bounds(at), "{what}: {at:?}");
        assert_eq!(one.whole_extent(at), other.whole_extent(at), "{what}: {at:?}");
        assert_eq!(one.is_beyond(at), other.is_beyond(at), "{what}: {at:?}");
        assert!(whole(one, at) == whole(other, at), "{what}: {at:?}");
        let black = |document: &Document| document.color_bounds(at, Color::BLACK).unwrap();
        assert_eq!(black(one), black(other), "{what}: {at:?}");
    }
    for frame in 0..one.frames() {
        let rows = picture(one, frame);
        assert!(rows == picture(other, frame), "{what}: frame {frame}");
        let looks = other.picture(frame);
        let (x, y) = (random.u32(..width), random.u32(..height));
        let part = Rect::new(x as i32, y as i32, random.i32(1..40), random.i32(1..40));
        let part = part.intersect(other.bounds());
        if let Some(color) = looks.solid_in(part) {
            let columns = part.x as usize..part.right() as usize;
            let all =
                rows[part.y as usize..part.bottom() as usize].iter().flat_map(|row| &row[columns.clone()]);
            assert!(all.into_iter().all(|pixel| *pixel == color), "{what}: {part:?}");
        }
        let seen = |color: Color| if color.is_transparent() { NONE } else { color };
        let (found, wanted) = (looks.within(part).pixel(x, y), rows[y as usize][x as usize]);
        assert_eq!(seen(found), seen(wanted), "{what}: {part:?}");
        let mut steps = vec![NONE; ((width - x) as usize).div_ceil(3)];
        looks.read(x, y, 3, &mut steps);
        assert!(steps.iter().eq(rows[y as usize][x as usize..].iter().step_by(3)), "{what}");
        assert_eq!(one.makers(frame, x as i32, y as i32, 9), other.makers(frame, x as i32, y as i32, 9));
        // A long footprint is cut, and what comes first in it lies elsewhere.
        let short =
            |document: &Document| document.history().done().all(|step| step.header().extra.len() < 120);
        if short(one) && short(other) {
            let [one, other] = [one, other].map(|document| document.painters(frame, x as i32, y as i32, 9));
            assert_eq!(one, other, "{what}");
        }
    }
}

/// Positions of pixels on the canvas.
type Points = BTreeSet<(i32, i32)>;

fn points(rects: impl IntoIterator<Item = Rect>) -> BTreeSet<(i32, i32)> {
    let pixels =
        |rect: Rect| (rect.y..rect.bottom()).flat_map(move |y| (rect.x..rect.right()).map(move |x| (x, y)));
    rects.into_iter().flat_map(pixels).collect()
}

fn shown(mask: &Mask) -> BTreeSet<(i32, i32)> {
    let mut all = points(mask.rects.iter().copied());
    for (at, rows) in &mask.tiles {
        for (y, row) in (at.y..).zip(rows) {
            all.extend((0..32).filter(|x| row >> x & 1 == 1).map(|x| (at.x + x, y)));
        }
    }
    all
}

/// Returns what is told of the newest step: its exact pixels, and those that the first frame shows of it.
fn told(document: &Document) -> Option<(Vec<(Subject, Points)>, Points)> {
    let step = document.history().done().next()?;
    let exact = document.exact(&step).unwrap();
    let planes = exact.planes.into_iter().map(|plane| (plane.subject, points(plane.rects)));
    Some((planes.collect(), shown(&document.touched_by(&[step.id()], 0).unwrap())))
}

/// Checks that what looks different has been marked dirty.
fn marked(document: &mut Document, before: &[Vec<Color>], what: &str) {
    let (damage, after) = (points(document.take_damage()), picture(document, 0));
    if before.len() != after.len() || before.first().map(Vec::len) != after.first().map(Vec::len) {
        return;
    }
    for (y, (before, after)) in before.iter().zip(&after).enumerate() {
        for (x, _) in before.iter().zip(after).enumerate().filter(|(_, (before, after))| before != after) {
            assert!(damage.contains(&(x as i32, y as i32)), "{what}: {x}, {y}");
        }
    }
}

/// Takes a step of both drawings back by its patch, and compares what came of it.
fn take_back(both: &mut [Document; 2], at: usize) {
    let told = both.each_mut().map(|document| {
        let step = document.history().done().nth(at)?;
        let patch = Patch::of(&step).reversed();
        let draft = document.draft(7, Cel::default()).unwrap();
        let conflicts = patch.apply(document, &draft).unwrap();
        let places: BTreeSet<_> = document
            .places_of(&conflicts)
            .unwrap()
            .iter()
            .map(|place| place.around())
            .map(|rect| (rect.x, rect.y, rect.width, rect.height))
            .collect();
        document.keep(draft, "Take back", NONE, 0, Finish::Step).unwrap();
        Some((conflicts.taken(), conflicts.left(), conflicts.parts, places))
    });
    assert_eq!(told[0], told[1]);
}

#[test]
fn a_drawing_is_the_same_wherever_its_corner_lies() {
    for seed in 0..100 {
        let mut random = Rng::with_seed(seed);
        let (x, y) = CORNERS[random.usize(..CORNERS.len())];
        let drawing = Drawing::new(70, 55).unwrap();
        let elsewhere = drawing.laid_at(Corner::at(x, y)).unwrap();
        let mut both = [drawing, elsewhere].map(|drawing| Document::open(drawing).unwrap());
        assert_eq!(both[1].corner(), Corner::at(x, y));
        let steps = 14;
        for step in 0..steps {
            let what = format!("seed {seed}, step {step}, corner {x}, {y}");
            let turn = random.u64(..);
            let before = both.each_ref().map(|document| picture(document, 0));
            let go = random.u8(..8);
            for document in &mut both {
                match go {
                    0 => _ = document.undo().unwrap(),
                    1 => _ = document.redo().unwrap(),
                    _ => {
                        document.begin(1).unwrap();
                        match edit(document, &mut Rng::with_seed(turn)) {
                            Ok(()) => _ = document.commit("Edit", NONE, 0).unwrap(),
                            Err(_) => _ = document.cancel(),
                        }
                    }
                }
                document.validate().unwrap();
            }
            if go == 2 {
                take_back(&mut both, random.usize(..4));
            }
            for (document, before) in both.iter_mut().zip(&before) {
                marked(document, before, &what);
            }
            alike(&both[0], &both[1], &mut random, &what);
            assert!(told(&both[0]) == told(&both[1]), "{what}");
            let step = both[0].history().done().next().map(|step| step.id());
            if let Some(id) = step {
                let drawn = both.each_ref().map(|document| {
                    let step = document.history().commit_of(id).unwrap();
                    let cells = document.silhouette(&step, (9, 7)).unwrap();
                    cells.map(|cells| cells.iter().map(|cell| cell.bytes[3] / 2).collect::<Vec<_>>())
                });
                // Of the pixels of a cell, which one gives it its colour depends on the tiles.
                assert!(drawn[0] == drawn[1], "{what}: silhouette");
            }
            let states = both[0].history().done().count();
            let at = random.usize(..states + 1);
            let pasts = both.each_ref().map(|document| {
                let at = document.history().done().nth(at).map_or(document.history().base(), |s| s.id());
                let mut past = document.past(at).unwrap();
                let part = Rect::new(3, 5, 40, 30).intersect(past.drawing().bounds());
                past.show(document, 0, part).unwrap();
                let mut row = vec![NONE; part.width as usize];
                past.drawing().picture(0).read(part.x as u32, part.y as u32, 1, &mut row);
                row
            });
            assert!(pasts[0] == pasts[1], "{what}: past");
        }
        if both[0].floating().is_some() {
            continue;
        }
        let files = both.each_ref().map(|document| {
            let drawing = Drawing::from_door(document.door().arena().clone());
            drawing.laid_at(Corner::at(0, 0)).unwrap().into_door()
        });
        assert!(files[0] == files[1], "seed {seed}: laid at one corner they are the same, to the byte");
    }
}

/// Commits one edit, and returns its number and the bytes that it takes.
fn step(
    document: &mut Document,
    run: impl FnOnce(&mut Document) -> undoodle_drawing::Result<()>,
) -> (CommitId, usize) {
    document.begin(1).unwrap();
    run(document).unwrap();
    let made = document.commit("Step", NONE, 0).unwrap().map(|step| (step.id(), step.bytes())).unwrap();
    document.validate().unwrap();
    made
}

#[test]
fn a_crop_of_large_layers_writes_the_record_alone() {
    let mut document = Document::new(2048, 2048).unwrap();
    step(&mut document, |document| {
        for layer in 0..4 {
            if layer > 0 {
                document.add_layer(layer)?;
            }
            let noise = &mut |x: i32, y: i32, _| Color::rgba((x * y) as u8, x as u8, y as u8, 255);
            document.edit(Cel { layer, frame: 0 }, Rect::new(0, 0, 2048, 2048), noise)?;
        }
        Ok(())
    });
    let before = document.cel_pixel(Cel { layer: 3, frame: 0 }, 333, 444).unwrap();
    let (_, bytes) = step(&mut document, |document| document.resize(Rect::new(101, 57, 1500, 1200)));
    assert!(bytes < 1024, "{bytes} bytes");
    assert_eq!(document.cel_pixel(Cel { layer: 3, frame: 0 }, 333 - 101, 444 - 57), Ok(before));
    let (_, bytes) = step(&mut document, |document| document.resize(Rect::new(-700, -300, 3000, 3000)));
    assert!(bytes < 1024, "{bytes} bytes");
    assert_eq!(document.cel_bounds(Cel::default()), Rect::new(599, 243, 2048, 2048));
}

#[test]
fn a_stroke_before_a_crop_is_taken_back_after_it() {
    let red = Color::rgba(255, 0, 0, 255);
    let mut document = Document::new(90, 90).unwrap();
    step(&mut document, |document| document.fill_rect(Cel::default(), Rect::new(0, 0, 90, 90), Color::BLACK));
    let stroke = Rect::new(20, 30, 40, 3);
    let (id, _) = step(&mut document, |document| document.fill_rect(Cel::default(), stroke, red));
    step(&mut document, |document| document.resize(Rect::new(25, -7, 50, 60)));
    step(&mut document, |document| document.fill_rect(Cel::default(), Rect::new(5, 30, 1, 30), Color::ADDED));
    let makers = document.makers(0, 10, 38, 9).unwrap();
    assert_eq!(makers[0].step, id, "the stroke made this pixel, where it is seen now");
    let mask = document.touched_by(&[id], 0).unwrap();
    let seen = Rect::new(0, 37, 35, 3);
    assert_eq!(shown(&mask), points([seen]), "and it is shown there");
    document.take_damage();
    let patch = Patch::of(&document.history().commit_of(id).unwrap()).reversed();
    let draft = document.draft(7, Cel::default()).unwrap();
    let conflicts = patch.apply(&mut document, &draft).unwrap();
    document.keep(draft, "Take back", NONE, 0, Finish::Step).unwrap();
    assert_eq!(
        (conflicts.taken(), conflicts.left()),
        (120 - 3, 3),
        "all but the crossing, what is cropped away included"
    );
    let around: Vec<Rect> =
        document.places_of(&conflicts).unwrap().iter().map(|place| place.around()).collect();
    assert_eq!(around, [Rect::new(5, 37, 1, 3)]);
    assert!(points(document.take_damage()).is_superset(&points([seen])));
    let row = |document: &Document, y| {
        let mut row = [NONE; 50];
        document.read_row(Cel::default(), 0, y, &mut row);
        row
    };
    let mut wanted = [Color::BLACK; 50];
    wanted[5] = Color::ADDED;
    assert_eq!(row(&document, 38), wanted);
    step(&mut document, |document| document.resize(Rect::new(-25, 7, 90, 90)));
    assert_eq!(document.corner(), Corner::default());
    assert_eq!(document.cel_pixel(Cel::default(), 20, 31), Ok(Color::BLACK));
}

#[test]
fn what_is_selected_or_floats_is_not_taken_back_across_a_crop() {
    let mut document = Document::new(64, 64).unwrap();
    step(&mut document, |document| document.fill_rect(Cel::default(), Rect::new(8, 8, 9, 9), Color::BLACK));
    let (select, _) =
        step(&mut document, |document| document.select(&[Rect::new(8, 8, 4, 4)], Mode::Replace));
    step(&mut document, |document| document.deselect());
    step(&mut document, |document| document.resize(Rect::new(4, 4, 40, 40)));
    let patch = Patch::of(&document.history().commit_of(select).unwrap());
    let draft = document.draft(7, Cel::default()).unwrap();
    let conflicts = patch.apply(&mut document, &draft).unwrap();
    assert_eq!(conflicts.clashes.len(), 1, "its place on the canvas is another one now");
    assert!(document.keep(draft, "Again", NONE, 0, Finish::Step).unwrap().is_none());
    assert_eq!(document.selection(), None);
}

#[test]
fn a_canvas_as_large_as_its_planes_sees_no_tile_twice() {
    let mut document = Document::new(40, 40).unwrap();
    step(&mut document, |document| {
        document.edit(Cel::default(), Rect::new(0, 0, 40, 40), &mut |x, y, _| {
            Color::rgba(x as u8, y as u8, 9, 255)
        })
    });
    let before = document.door().arena().clone();
    step(&mut document, |document| document.resize(Rect::new(-7, 3, 40, 40)));
    assert_eq!(document.corner(), Corner::at(-7, 3));
    step(&mut document, |document| document.resize(Rect::new(-100, 0, MAX_SIDE as i32 - 5, 40)));
    assert_eq!(document.corner(), Corner::at(-128, 3), "at the edge of a tile");
    assert_eq!(document.cel_pixel(Cel::default(), 107 + 5, 4), Ok(Color::rgba(5, 7, 9, 255)));
    let mut wrong = Drawing::from_door(document.door().arena().clone()).into_door();
    let at =
        wrong.get(Region::new(0, 4096)).unwrap().windows(4).position(|word| word == 32640_u32.to_le_bytes());
    let place = Region::new(at.unwrap() as u64, 4);
    wrong.write(place).unwrap().copy_from_slice(&32641_u32.to_le_bytes());
    let said = Drawing::from_door(wrong.clone()).validate();
    assert_eq!(said, Err("a tile is seen twice on the canvas".into()));
    wrong.write(place).unwrap().copy_from_slice(&MAX_SIDE.to_le_bytes());
    let said = Drawing::from_door(wrong).validate();
    assert_eq!(said, Err("the corner of the canvas is beyond 32767".into()));
    document.undo().unwrap();
    document.undo().unwrap();
    assert!(*document.door().arena() == before);
}

#[test]
fn a_corner_that_is_too_far_is_refused_and_nothing_changes() {
    let mut document = Document::new(8, 8).unwrap();
    for (frame, message) in [
        (Rect::new(i32::MIN, 0, 8, 8), "x must be from -32768 to 32768, not -2147483648"),
        (Rect::new(0, 32769, 8, 8), "y must be from -32768 to 32768, not 32769"),
    ] {
        document.begin(1).unwrap();
        assert_eq!(document.resize(frame).unwrap_err().to_string(), message);
        assert!(document.commit("Canvas size", Color::ADDED, 0).unwrap().is_none());
    }
    document.begin(1).unwrap();
    document.resize(Rect::new(-32768, 32768, 8, 8)).unwrap();
    document.commit("Canvas size", Color::ADDED, 0).unwrap();
    document.validate().unwrap();
}
