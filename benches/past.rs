//! How long a look into the past takes: a region a thousand steps back, scrubbing, who made a pixel, heat, and a search.
//!
//! Each line is a figure's name and the figure, in nanoseconds or, for the index, in bytes; `npm run bench` makes a table of them.

mod timing;

use std::hint::black_box;
use timing::time;
use undoodle::color::Color;
use undoodle::document::{Cel, Colored, Document, Painted, Past};
use undoodle::editor::Editor;
use undoodle::geometry::{Point, Rect};
use undoodle::history::CommitId;
use undoodle::tools::{Held, Sample, Setup, Stroke, tool};
use undoodle::value::Value;

/// Paints a stroke of a pencil in a colour that no other step has.
fn stroke(document: &mut Document, from: Point, to: Point, time: u64) {
    let at = |point| Sample::new(point, Held::default(), 0);
    document.begin(1).unwrap();
    let color = Color::rgba(time as u8, (time >> 8) as u8, 1 + (time >> 16) as u8, 255);
    let setup = Setup { colors: (color, Color::TRANSPARENT), ..Setup::new(tool("pencil").unwrap()) };
    let mut stroke = Stroke::begin(document, setup, at(from)).unwrap();
    stroke.extend(document, at(to)).unwrap();
    document.commit("Pencil", Color::ADDED, time).unwrap();
}

/// Packs all steps and notes what they touch, as idle moments do.
fn rest(document: &mut Document) {
    while document.index_steps(1 << 20) {}
    while document.seal_all(1 << 20) {}
}

/// A drawing with strokes at random places of a rectangle, each in another colour; the steps, oldest first.
fn drawn(side: u32, within: Rect, steps: usize) -> (Document, Vec<CommitId>) {
    let (mut document, mut random) = (Document::new(side, side).unwrap(), fastrand::Rng::with_seed(43));
    let mut at = || Point::new(random.i32(within.x..within.right()), random.i32(within.y..within.bottom()));
    // Something is there: strokes change an even ground, and an uneven one where they cross.
    document.begin(1).unwrap();
    document.fill_rect(Cel::default(), Rect::new(0, 0, side as i32, side as i32), Color::REMOVED).unwrap();
    document.commit("Ground", Color::ADDED, 0).unwrap();
    for step in 1..steps {
        let (from, to) = (at(), at());
        stroke(&mut document, from, to, step as u64);
    }
    rest(&mut document);
    let mut ids: Vec<_> = document.history().done().map(|step| step.id()).collect();
    ids.reverse();
    (document, ids)
}

/// Reads what a view shows in a rectangle.
fn read(past: &Past, rect: Rect, row: &mut [Color]) {
    let picture = past.drawing().picture(0);
    for y in rect.y..rect.bottom() {
        picture.read(rect.x as u32, y as u32, 1, row);
        black_box(&row);
    }
}

/// 64×64 pixels at 2048×2048, a thousand steps back: strokes all over the canvas, and all of them through the region.
fn region() {
    let around = Rect::new(1000, 1000, 64, 64);
    for (name, within) in [("all-over", Rect::new(0, 0, 2048, 2048)), ("through", around)] {
        let (document, ids) = drawn(2048, within, 1001);
        let mut row = vec![Color::TRANSPARENT; 64];
        time(&format!("region-{name}"), || {
            let mut past = document.past(ids[0]).unwrap();
            past.show(&document, 0, around).unwrap();
            read(&past, around, &mut row);
        });
    }
}

/// Another of a thousand steps at 512×512 for each look: the next one, and any.
fn scrub() {
    let all = Rect::new(0, 0, 512, 512);
    let (document, ids) = drawn(512, all, 1000);
    let (mut random, mut row) = (fastrand::Rng::with_seed(1), vec![Color::TRANSPARENT; 512]);
    let mut past = document.past(ids[0]).unwrap();
    past.show(&document, 0, all).unwrap();
    let mut look = |id| {
        past.turn(&document, id).unwrap();
        past.show(&document, 0, all).unwrap();
        read(&past, all, &mut row);
    };
    let mut at = 0;
    time("scrub-next", || {
        at = (at + 1) % ids.len();
        look(ids[at]);
    });
    time("scrub-any", || look(ids[random.usize(..ids.len())]));
}

/// Who made a pixel among a hundred thousand steps: the first answer, and the first hundred.
fn probe() {
    let (mut document, mut random) = (Document::new(512, 512).unwrap(), fastrand::Rng::with_seed(2));
    let mut at = |low: i32, high: i32| Point::new(random.i32(low..high), random.i32(low..high));
    // The first step alone has made a pixel, near to many others: all but the first leave its row and column alone.
    stroke(&mut document, Point::new(3, 3), Point::new(3, 3), 0);
    for step in 0..99_999 {
        let (from, by) = (at(4, 480), at(0, 12));
        let from = if step % 4 == 0 { Point::new(4 + from.x % 4, 4 + from.y % 4) } else { from };
        stroke(&mut document, from, Point::new(from.x + by.x, from.y + by.y), step);
    }
    let began = std::time::Instant::now();
    while document.index_steps(1 << 20) {}
    println!("index-step {}", began.elapsed().as_nanos() as f64 / 1e5);
    let (steps, pages) = document.index_counts();
    println!("index-bytes {}", document.index_bytes());
    println!("index-allowed {}", 8 * pages + (64 << 10));
    assert_eq!(steps, 100_000);
    rest(&mut document);
    for (name, x, most) in [("first", 200, 1), ("oldest", 3, 1), ("hundred", 200, 100)] {
        time(&format!("probe-{name}"), || {
            black_box(document.makers(0, x, x, most).unwrap());
        });
    }
    // What heat asks of a slice of steps, and a search for a colour of all of them.
    let steps: Vec<_> = document.history().done().map(|step| step.id()).collect();
    let (mut painted, mut at) = (Painted::new(&document, 0), 0);
    time("heat-slice", || {
        for _ in 0..64 {
            at = (at + 1) % steps.len();
            black_box(painted.by(&document, steps[at]).unwrap());
        }
    });
    let (mut colored, began) = (Colored::default(), std::time::Instant::now());
    for step in &steps {
        black_box(colored.pass(&document, *step, Color::BLACK).unwrap());
    }
    println!("search-color {}", began.elapsed().as_nanos());
}

/// A search among a hundred thousand steps by words: the first rows, and all of them.
fn search() {
    let mut editor = Editor::new().unwrap();
    for step in 0..100_000_u64 {
        let opacity = Value::from((step % 256) as u32);
        editor.run("layer.opacity", &[("opacity".into(), opacity)], step * 5000).unwrap();
    }
    let begin = |editor: &mut Editor| {
        editor.run("history.search-end", &[], 0).unwrap();
        editor.run("history.search", &[("words".into(), "layer".into())], 0).unwrap();
    };
    time("search-first", || {
        begin(&mut editor);
        editor.search_on(256);
        black_box(editor.found_rows(0, 20));
    });
    time("search-all", || {
        begin(&mut editor);
        while editor.search_on(256) {}
        black_box(editor.found());
    });
}

fn main() {
    region();
    scrub();
    probe();
    search();
}
