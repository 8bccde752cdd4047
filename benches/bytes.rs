//! How many bytes a history takes. Each line is a figure's name and the figure;
//! `npm run bench` makes a table of them. There is no clock in here.

use std::hint::black_box;
use std::path::Path;
use undoodle::color::Color;
use undoodle::document::{Cel, Document};
use undoodle::geometry::Point;
use undoodle::history::{Header, History, Limits};
use undoodle::memory::Region;
use undoodle::tools::{Held, Sample, Setup, Stroke, tool};
use undoodle_lab::{Recording, SYSTEMS, Settings, measure, system};

/// A 20-pixel pencil stroke, with a bend, on a canvas of this side, with a ground or without: the most bytes
/// it adds as it is made, and once it is cold.
fn stroke(side: u32, ground: bool) -> (usize, usize) {
    let mut document = Document::new(side, side).unwrap();
    if ground {
        document.begin(9).unwrap();
        for y in 0..side.min(96) as i32 {
            document.fill_span(Cel::default(), y, 0..side as i32, Color::rgba(240, 230, 220, 255)).unwrap();
        }
        document.commit("Ground", Color::ADDED, 0).unwrap();
    }
    let paint = |document: &mut Document, x: i32, y: i32| {
        document.begin(1).unwrap();
        let at = |x, y| Sample::new(Point::new(x, y), Held::default(), 0);
        let setup = Setup::new(tool("pencil").unwrap());
        let mut stroke = Stroke::begin(document, setup, at(x, y)).unwrap();
        stroke.extend(document, at(x + 9, y + 4)).unwrap();
        stroke.extend(document, at(x + 19, y + 2)).unwrap();
        document.commit("Pencil", Color::ADDED, 1_763_000_000_000).unwrap().unwrap().bytes()
    };
    // Wherever it lies, and whether it is the first or not.
    let far = side as i32 - 30;
    let places = [(3, 3), (20, 30), (far, 5), (far, far), (4, 4)];
    let hot = places.into_iter().map(|(x, y)| paint(&mut document, x, y)).max().unwrap();
    // The newest four stay as they are in idle moments.
    (0..4).for_each(|i| _ = paint(&mut document, 9, 9 + i));
    while document.seal(1 << 20) {}
    let strokes = document.history().commits().filter(|commit| commit.header().label == "Pencil");
    (hot, strokes.take(places.len()).map(|commit| commit.bytes()).max().unwrap())
}

/// What an action may take for itself.
const WORKING: usize = 64 << 10;

/// A hundred thousand commits: the most that was held at any step, by a counting allocator, and the steps kept.
fn budget(commits: usize, budget: usize) -> (i64, usize) {
    let mut history =
        History::with_limits(vec![0u8; 4 << 20], Limits { budget, depth: 100, working: WORKING });
    let (mut held, mut most) = (0, 0);
    for i in 0..commits {
        let info = allocation_counter::measure(|| {
            history.begin(1).unwrap();
            for row in 0..12 {
                let at = (i * 7919 + row * 2048) % ((4 << 20) - 64);
                let bytes = history.write(Region::new(at as u64, 24)).unwrap();
                bytes.iter_mut().enumerate().for_each(|(x, byte)| *byte = (i + x * row) as u8);
            }
            history.commit(Header::new("Stroke").timed(i as u64)).unwrap();
        });
        most = most.max(held + info.bytes_max as i64);
        held += info.bytes_current;
    }
    history.validate().unwrap();
    (most, history.position())
}

fn main() {
    for side in [64, 512, 4096, 8192, 32768] {
        for (name, ground) in [("empty", false), ("ground", true)] {
            let (hot, cold) = stroke(side, ground);
            println!("stroke-{name}-{side} {cold}\nhot-stroke-{name}-{side} {hot}");
        }
    }
    let folder = Path::new("www/lab/recordings");
    for kind in ["pencil", "fills", "erasing"] {
        for side in [64, 512, 4096] {
            let text = std::fs::read_to_string(folder.join(format!("{kind}-{side}.txt"))).unwrap();
            let recording = Recording::parse(&text).unwrap();
            let settings = Settings { snapshots: if side > 1000 { 5 } else { 34 }, ..Settings::default() };
            for index in 0..SYSTEMS {
                let found = measure(&recording, index, settings, 0.0, &|| 0.0).unwrap();
                let id = system(index, &[], settings).unwrap().id();
                println!("recording-{kind}-{side}-{id} {}", found.bytes_per_step);
                println!("sealed-{kind}-{side}-{id} {}", found.sealed_bytes_per_step);
            }
        }
    }
    let (most, kept) = black_box(budget(100_000, 16 << 20));
    println!("budget-most {most}\nbudget-kept-16 {kept}\nbudget-allowed {}", (16 << 20) + WORKING);
    println!("budget-kept-4 {}", budget(100_000, 4 << 20).1);
}
