//! Tests of `src/document/drawing/beyond.rs` and `canvas.rs`.

use std::collections::BTreeMap;
use undoodle_drawing::color::Color;
use undoodle_drawing::document::{
    Cel, Document, Door, Drawing, MAX_SIDE, Mode, Patch, REACH, Remade, Surroundings, kept,
};
use undoodle_drawing::geometry::Rect;
use undoodle_drawing::memory::Memory;

const CEL: Cel = Cel { layer: 0, frame: 0 };
const RED: Color = Color::rgba(255, 0, 0, 255);

fn step(document: &mut Document, run: impl FnOnce(&mut Document)) -> u64 {
    document.begin(1).unwrap();
    run(document);
    let bytes = document.commit("Step", Color::ADDED, 0).unwrap().map_or(0, |commit| commit.bytes());
    document.validate().unwrap();
    bytes as u64
}

/// A document with a different colour in every pixel.
fn noisy(side: u32) -> Document {
    let mut drawing = Drawing::new(side, side).unwrap();
    let mut plane = drawing.pixels_mut(CEL).unwrap();
    for y in 0..side {
        let row: Vec<Color> =
            (0..side).map(|x| Color { bytes: (y << 16 | x | 0xff00_0001).to_le_bytes() }).collect();
        plane.put_row(0, y, &row).unwrap();
    }
    Document::open(drawing).unwrap()
}

fn whole(document: &Document, at: Cel) -> BTreeMap<(i32, i32), Color> {
    let around = document.extent(at);
    let mut found = BTreeMap::new();
    let mut row = vec![Color::TRANSPARENT; around.width as usize];
    for y in around.y..around.bottom() {
        document.read_beyond(at, around.x, y, &mut row);
        let shown = (around.x..).zip(&row).filter(|(_, color)| **color != Color::TRANSPARENT);
        found.extend(shown.map(|(x, color)| ((x, y), *color)));
    }
    found
}

#[test]
fn moving_the_edge_alone_costs_the_same_for_any_drawing() {
    let costs = [64, 512].map(|side| {
        let mut document = noisy(side);
        step(&mut document, |document| document.resize(Rect::new(0, 0, 40, 50)).unwrap())
    });
    assert_eq!(costs[0], costs[1]);
    assert!(costs[0] < 256, "{} bytes", costs[0]);
}

#[test]
fn what_is_cropped_away_comes_back() {
    let mut document = noisy(100);
    let (before, bytes) = (whole(&document, CEL), document.door().arena().clone());
    step(&mut document, |document| document.resize(Rect::new(37, 5, 20, 30)).unwrap());
    assert_eq!(document.cel_bounds(CEL), Rect::new(0, 0, 20, 30));
    assert_eq!(document.extent(CEL), Rect::new(-37, -5, 100, 100));
    assert_eq!((document.beyond(), document.kept()), (1, Rect::new(-8192, -8192, 32768, 32768)));
    step(&mut document, |document| document.resize(Rect::new(-37, -5, 100, 100)).unwrap());
    assert_eq!(whole(&document, CEL), before);
    assert!(*document.door().arena() == bytes, "byte for byte");
    document.undo().unwrap();
    document.undo().unwrap();
    assert!(*document.door().arena() == bytes);
}

#[test]
fn trimming_leaves_what_is_on_the_canvas() {
    let mut document = noisy(50);
    step(&mut document, |document| document.resize(Rect::new(10, 10, 20, 20)).unwrap());
    step(&mut document, |document| assert!(document.trim().unwrap()));
    assert_eq!((document.extent(CEL), document.beyond()), (Rect::new(0, 0, 20, 20), 0));
    document.begin(1).unwrap();
    assert!(!document.trim().unwrap());
    assert!(document.commit("Nothing", Color::ADDED, 0).unwrap().is_none());
    document.undo().unwrap();
    assert_eq!(document.extent(CEL), Rect::new(-10, -10, 50, 50));
    step(&mut document, |document| document.erase(CEL).unwrap());
    assert!(document.is_empty(CEL), "clearing a cel clears all of it");
}

#[test]
fn a_selection_is_moved_beyond_the_edge_and_stays_there() {
    let mut document = noisy(32);
    let before = whole(&document, CEL);
    step(&mut document, |document| {
        document.select(&[Rect::new(0, 0, 8, 8)], Mode::Replace).unwrap();
        document.lift(CEL).unwrap();
        document.move_floating(-5, -40).unwrap();
        document.deselect().unwrap();
    });
    let moved = |at: &(i32, i32)| if at.0 < 8 && at.1 < 8 { (at.0 - 5, at.1 - 40) } else { *at };
    let after: BTreeMap<_, _> = before.iter().map(|(at, color)| (moved(at), *color)).collect();
    assert_eq!(whole(&document, CEL), after);
    step(&mut document, |document| {
        document.lift(CEL).unwrap();
        assert_eq!(document.whole_extent(CEL), Rect::new(-5, -40, 37, 72));
        document.move_floating(5, 40).unwrap();
        document.land().unwrap();
    });
    assert_eq!(document.cel_pixel(CEL, 3, 3).unwrap(), before[&(3, 3)]);
}

#[test]
fn a_canvas_that_takes_columns_from_the_other_side_forgets_what_was_there() {
    let side = MAX_SIDE - REACH;
    let mut document = Document::new(side, 4).unwrap();
    step(&mut document, |document| {
        document.fill_rect(CEL, Rect::new(0, 0, 4, 4), RED).unwrap();
        document.lift(CEL).unwrap();
        document.move_floating(-(REACH as i32), 0).unwrap();
        document.land().unwrap();
    });
    assert_eq!(document.extent(CEL), Rect::new(-(REACH as i32), 0, 4, 4));
    step(&mut document, |document| document.resize(Rect::new(0, 0, MAX_SIDE as i32, 4)).unwrap());
    assert_eq!(document.extent(CEL), Rect::EMPTY);
    document.undo().unwrap();
    assert_eq!(document.extent(CEL), Rect::new(-(REACH as i32), 0, 4, 4));
    assert_eq!(kept((MAX_SIDE, 1)), Rect::new(0, -8192, 32768, 32768));
}

#[test]
fn what_lies_beyond_the_edge_is_made_anew_with_the_rest() {
    let mut document = noisy(16);
    step(&mut document, |document| document.resize(Rect::new(8, 8, 4, 4)).unwrap());
    let rect = Rect::new(-3, 1, 2, 5);
    let pixels: Vec<Color> = (0..10).map(|n| Color::rgba(n, 9, 9, 255)).collect();
    step(&mut document, |document| {
        let around = Surroundings { rect, pixels: pixels.clone() };
        document.remake(6, 6, |_, _| Ok((Remade::Plain(RED), Some(around.clone())))).unwrap();
    });
    let found = whole(&document, CEL);
    assert_eq!(found.len(), 36 + 10);
    assert_eq!((found[&(-3, 1)], found[&(-2, 5)], found[&(5, 5)]), (pixels[0], pixels[9], RED));
}

#[test]
fn layers_are_merged_beyond_the_edge_too() {
    let mut document = Document::new(8, 8).unwrap();
    step(&mut document, |document| {
        document.add_layer(1).unwrap();
        for (layer, x, color) in [(0, -4, Color::BLACK), (1, -2, RED)] {
            let cel = Cel { layer, frame: 0 };
            document.fill_rect(cel, Rect::new(0, 0, 8, 1), color).unwrap();
            document.lift(cel).unwrap();
            document.move_floating(x, 0).unwrap();
            document.land().unwrap();
        }
        document.change_layer(1, |layer| layer.opacity = 128).unwrap();
        document.merge_layers(&[0, 1]).unwrap();
    });
    let found = whole(&document, CEL);
    assert_eq!((found[&(-4, 0)], found[&(-1, 0)]), (Color::BLACK, found[&(0, 0)]));
    assert!(found[&(-1, 0)] != RED && found[&(-1, 0)] != Color::BLACK);
}

#[test]
fn a_step_is_taken_back_beyond_the_edge() {
    let mut document = Document::new(32, 32).unwrap();
    step(&mut document, |document| document.fill_rect(CEL, Rect::new(20, 20, 4, 4), RED).unwrap());
    let id = document.history().done().next().unwrap().id();
    step(&mut document, |document| document.resize(Rect::new(0, 0, 10, 10)).unwrap());
    let draft = document.draft(1, CEL).unwrap();
    let patch = Patch::of(&document.history().commit_of(id).unwrap()).reversed();
    let conflicts = patch.apply(&mut document, &draft).unwrap();
    assert_eq!((conflicts.taken(), conflicts.left()), (16, 0));
    assert_eq!(document.extent(CEL), Rect::EMPTY);
}

/// What a cel should hold, by position on the canvas.
struct Model {
    pixels: BTreeMap<(i32, i32), Color>,
    size: (i32, i32),
}

impl Model {
    fn limit(&mut self) {
        let kept = kept((self.size.0 as u32, self.size.1 as u32));
        let inside = |x: i32, y: i32| x >= kept.x && y >= kept.y && x < kept.right() && y < kept.bottom();
        self.pixels.retain(|(x, y), _| inside(*x, *y));
    }

    fn shift(&mut self, dx: i32, dy: i32) {
        self.pixels = self.pixels.iter().map(|((x, y), color)| ((x + dx, y + dy), *color)).collect();
        self.limit();
    }
}

#[test]
fn a_cel_holds_what_a_list_of_pixels_does() {
    let mut state = 0x9e37_79b9_u32;
    let mut random = move |below: i32| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        (state % below as u32) as i32
    };
    let mut document = Document::new(40, 40).unwrap();
    let mut model = Model { pixels: BTreeMap::new(), size: (40, 40) };
    let mut states: Vec<Memory> = vec![document.door().arena().clone()];
    for _ in 0..120 {
        let far = if random(6) == 0 { 8190 } else { 60 };
        let (x, y, color) =
            (random(far) - far / 2, random(60) - 30, Color::rgba(random(255) as u8, 1, 2, 255));
        let kind = random(4);
        step(&mut document, |document| match kind {
            0 => {
                let rect = Rect::new(x % 60, y, 1 + random(40), 1 + random(40));
                document.fill_rect(CEL, rect, color).unwrap();
                let seen = rect.intersect(document.bounds());
                let rows = seen.y..seen.bottom();
                model.pixels.extend(rows.flat_map(|y| (seen.x..seen.right()).map(move |x| ((x, y), color))));
            }
            1 if !document.extent(CEL).is_empty() => {
                document.lift(CEL).unwrap();
                document.move_floating(x, y).unwrap();
                document.land().unwrap();
                model.shift(x, y);
            }
            2 => {
                let rect = Rect::new(x % 60, y, 1 + random(80), 1 + random(80));
                document.resize(rect).unwrap();
                model.size = (rect.width, rect.height);
                model.shift(-rect.x, -rect.y);
            }
            _ => {
                let (right, down) = (1 + random(80), 1 + random(80));
                document.resize(Rect::new(0, 0, right, down)).unwrap();
                model.size = (right, down);
                model.limit();
            }
        });
        assert_eq!(whole(&document, CEL), model.pixels);
        if *document.door().arena() != states[states.len() - 1] {
            states.push(document.door().arena().clone());
        }
    }
    for state in states.iter().rev().skip(1) {
        document.undo().unwrap();
        assert!(document.door().arena() == state);
    }
}

#[test]
fn moving_the_corner_costs_the_same_for_any_drawing() {
    let costs = [64, 512].map(|side| {
        let mut document = noisy(side);
        step(&mut document, |document| document.resize(Rect::new(7, 3, 40, 50)).unwrap())
    });
    assert_eq!(costs[0], costs[1]);
    assert!(costs[0] < 320, "{} bytes", costs[0]);
}
