//! How long a look into the past takes: a region a thousand steps back, scrubbing, who made a pixel, one step taken back, heat, and a search.
//!
//! Each line is a figure's name and the figure, in nanoseconds or, for the index, in bytes; `npm run bench` makes a table of them.
//! Arguments choose parts, such as `cargo bench --bench past -- thousand`.

mod timing;

use std::hint::black_box;
use timing::time;
use undoodle::color::Color;
use undoodle::document::{Cel, Colored, Document, Painted, Past, Patch};
use undoodle::editor::Editor;
use undoodle::geometry::{Point, Rect};
use undoodle::history::CommitId;
use undoodle::tools::{Held, Sample, Setup, Stroke, tool};
use undoodle::value::Value;
use undoodle_lab::{Event, Recording, Settings, Tool, take_back};

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

/// Another of a thousand steps at 512×512 for each frame, as an editor is asked for them and paints a viewport of 1440×900: the next one, and any.
fn peek() {
    let mut editor = Editor::new().unwrap();
    editor.resize(1440, 900);
    editor.new_document(512, 512).unwrap();
    let mut random = fastrand::Rng::with_seed(44);
    for step in 0..1000u32 {
        editor.set_primary(&format!("#{:06x}", step + 1)).unwrap();
        let mut at = || editor.view().device_center(random.i32(0..512).into(), random.i32(0..512).into());
        let (from, to) = (at(), at());
        editor.pointer_down(from.0, from.1, 0, u64::from(step));
        editor.pointer_up(to.0, to.1, u64::from(step));
    }
    while editor.idle() || editor.rest() {}
    let mut pixels = Vec::new();
    let mut paint = |editor: &mut Editor| {
        while let Some((rect, quality)) = editor.next_patch() {
            editor.render(rect, quality, &mut pixels).unwrap();
        }
    };
    paint(&mut editor);
    let mut ids: Vec<_> = editor.document().history().done().map(|step| step.id()).collect();
    ids.reverse();
    let mut look = |CommitId(id): CommitId| {
        assert!(editor.run("history.peek", &[("commit".into(), Value::from(id as i64))], 0).unwrap());
        editor.take_effects();
        paint(&mut editor);
    };
    let mut at = 0;
    time("peek-next", || {
        at = (at + 1) % ids.len();
        look(ids[at]);
    });
    time("peek-any", || look(ids[random.usize(..ids.len())]));
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

/// A stroke a thousand steps ago at 512×512, taken back: in a drawing, and as the script model does it with the same strokes.
fn thousand() {
    let all = Rect::new(0, 0, 512, 512);
    let (mut document, ids) = drawn(512, all, 1002);
    time("take-back-drawing", || {
        let patch = Patch::of(&document.history().commit_of(ids[1]).unwrap()).reversed();
        let draft = document.draft(1, Cel::default()).unwrap();
        black_box(patch.apply(&mut document, &draft).unwrap());
        document.discard(draft);
    });
    let (mut recording, mut random) = (Recording::new(512, 512), fastrand::Rng::with_seed(43));
    let mut at = || Point::new(random.i32(0..512), random.i32(0..512));
    for step in 1..1002u32 {
        let color = Color::rgba(step as u8, (step >> 8) as u8, 1, 255);
        let stroke = undoodle_lab::Stroke { tool: Tool::Pencil, color, size: 1, points: vec![at(), at()] };
        recording.events.push(Event::Stroke(stroke));
    }
    taken_back("lines-512", &recording, Some(1000));
}

/// One step taken back by the script model and by the engine, over the same bytes: the least of seven times.
fn taken_back(name: &str, recording: &Recording, back: Option<usize>) {
    let (start, settings) = (std::time::Instant::now(), Settings { snapshots: 3, ..Settings::default() });
    let clock = || start.elapsed().as_secs_f64() * 1e3;
    let mut ms = [f64::INFINITY; 2];
    let mut found = take_back(recording, back, settings, &clock).unwrap();
    for _ in 0..7 {
        found = take_back(recording, back, settings, &clock).unwrap();
        ms.iter_mut().zip(found.ms).for_each(|(least, ms)| *least = least.min(ms));
    }
    println!("take-back-{name}-steps {}", found.steps);
    println!("take-back-{name}-differing {}", found.differing);
    for ((id, ms), bytes) in ["script", "undoodle"].iter().zip(ms).zip(found.bytes) {
        println!("take-back-{name}-{id} {}", ms * 1e6);
        println!("take-back-{name}-{id}-bytes {bytes}");
    }
}

/// The middle step of each recorded painting, taken back.
fn middle() {
    let folder = std::path::Path::new("www/lab/recordings");
    for kind in ["pencil", "fills", "erasing"] {
        for side in [64, 512, 4096] {
            let text = std::fs::read_to_string(folder.join(format!("{kind}-{side}.txt"))).unwrap();
            let recording = Recording::parse(&text).unwrap();
            taken_back(&format!("{kind}-{side}"), &recording, None);
        }
    }
}

fn main() {
    let parts: [(&str, fn()); 7] = [
        ("region", region),
        ("scrub", scrub),
        ("peek", peek),
        ("probe", probe),
        ("search", search),
        ("thousand", thousand),
        ("middle", middle),
    ];
    let chosen: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    for (name, part) in parts {
        if chosen.is_empty() || chosen.iter().any(|word| word == name) {
            part();
        }
    }
}
