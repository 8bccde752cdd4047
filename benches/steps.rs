//! How long a step takes, by undo system: recordings, all systems in turns.
//!
//! A machine that is shared, or that changes its clock's speed, is twice as fast in one
//! second as in the next. So the systems take turns within each round, and what is
//! compared are medians over many rounds of the same minute.
//!
//! Each line is a figure's name and the figure, in nanoseconds; `npm run bench` makes a table of them.
//!
//! Arguments choose recordings, such as `cargo bench --bench steps -- pencil-64 fills-64`. If a system is among them,
//! it plays these recordings alone, ten times or as often as a number says, for a profiler.

mod floor;
#[allow(dead_code)]
mod timing;

use floor::{FLOORS, floor};
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};
use timing::median;
use undoodle::color::Color;
use undoodle::document::{Cel, Document};
use undoodle::geometry::Point;
use undoodle::tools::{Held, Sample, Setup, Stroke, tool};
use undoodle_lab::{Clock, Measure, Painter, Recording, SYSTEMS, Settings, System, measure_system, system};

/// How long the rounds of one recording go on.
const LASTING: Duration = Duration::from_secs(8);

/// How many times slower than the fastest a system may be that takes part in every round.
const SLOW: f64 = 8.0;

/// What a step takes from its beginning to its end, and its undo and redo. What a system has forgotten it
/// need not undo, so each is counted by its steps.
fn step(found: &Measure) -> f64 {
    let each = |ms: f64, count: usize| ms * 1e6 / count.max(1) as f64;
    each(found.act_ms, found.made) + each(found.undo_ms, found.undos) + each(found.redo_ms, found.redos)
}

/// Creates a system: the textbook's five, the product's, and the floors.
fn any(index: usize, length: usize, settings: Settings) -> Box<dyn System> {
    match index.checked_sub(SYSTEMS) {
        None => system(index, &vec![0; length], settings).unwrap(),
        // Every byte written, as the others' are: no step pays for the first touch of the machine's memory.
        Some(index) => floor(index, black_box(vec![1; length]).into_iter().map(|_| 0).collect()),
    }
}

/// The median time of a step by system, and how far the rounds lie apart.
fn rounds(recording: &Recording, settings: Settings, clock: Clock<'_>) -> (Vec<f64>, f64) {
    let mut times = vec![Vec::new(); SYSTEMS + FLOORS];
    let length = Painter::new(recording.width, recording.height).unwrap().bytes();
    let began = Instant::now();
    let mut round = 0;
    while round < 3 || began.elapsed() < LASTING {
        let fastest = times.iter().filter_map(|all| all.first().copied()).fold(f64::INFINITY, f64::min);
        for (index, all) in times.iter_mut().enumerate() {
            if all.first().is_none_or(|first| *first < SLOW * fastest) {
                let mut system = any(index, length, settings);
                all.push(step(&measure_system(recording, &mut *system, 0.0, clock).unwrap()));
            }
        }
        round += 1;
    }
    let mut ours = times[SYSTEMS - 1].clone();
    let middle = median(&mut ours);
    let mut apart: Vec<f64> = ours.iter().map(|time| (time - middle).abs() / middle).collect();
    (times.iter_mut().map(|all| median(all)).collect(), median(&mut apart))
}

/// A drawing of a side with something painted on it, in the far corner too.
fn painted(side: u32) -> Document {
    let mut document = Document::new(side, side).unwrap();
    for at in [5, side as i32 - 9] {
        document.begin(9).unwrap();
        document.fill_span(Cel::default(), at, 0..side as i32, Color::ADDED).unwrap();
        document.commit("Ground", Color::ADDED, 0).unwrap();
    }
    document
}

/// Paints a stroke of twenty pixels in the middle of a drawing, and undoes it.
fn stroke_and_undo(document: &mut Document) {
    let (width, height) = document.size();
    let (x, y) = (width as i32 / 2 - 10, height as i32 / 2);
    let at = |x, y| Sample::new(Point::new(x, y), Held::default(), 0);
    document.begin(1).unwrap();
    let mut stroke = Stroke::begin(document, Setup::new(tool("pencil").unwrap()), at(x, y)).unwrap();
    stroke.extend(document, at(x + 19, y + 6)).unwrap();
    document.commit("Pencil", Color::ADDED, 0).unwrap();
    document.undo().unwrap();
}

/// The median time of a small stroke and its undo, on a small and on a huge drawing in turns.
fn small_strokes() {
    const TIMES: u32 = 200;
    let mut drawings = [64, 8192].map(|side| (side, painted(side), Vec::new()));
    let began = Instant::now();
    while began.elapsed() < LASTING {
        for (_, document, times) in &mut drawings {
            let round = Instant::now();
            (0..TIMES).for_each(|_| stroke_and_undo(document));
            times.push(round.elapsed().as_secs_f64() * 1e9 / f64::from(TIMES));
        }
    }
    for (side, _, mut times) in drawings {
        println!("small-{side} {}", median(&mut times));
    }
}

/// Plays a recording with one system alone, and prints how many steps it made, undid and redid.
fn play(name: &str, recording: &Recording, index: usize, settings: Settings, plays: usize) {
    let length = Painter::new(recording.width, recording.height).unwrap().bytes();
    let mut counts = (0, 0, 0);
    for _ in 0..plays {
        let found = measure_system(recording, &mut *any(index, length, settings), 0.0, &|| 0.0).unwrap();
        counts = (counts.0 + found.made, counts.1 + found.undos, counts.2 + found.redos);
    }
    println!("made-{name} {}\nundos-{name} {}\nredos-{name} {}", counts.0, counts.1, counts.2);
}

fn main() {
    let chosen: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let folder = Path::new("www/lab/recordings");
    let began = Instant::now();
    let clock = move || began.elapsed().as_secs_f64() * 1000.0;
    let alone = (0..SYSTEMS + FLOORS)
        .find(|index| chosen.iter().any(|id| *id == any(*index, 0, Settings::default()).id()));
    let plays = chosen.iter().find_map(|argument| argument.parse().ok()).unwrap_or(10);
    if chosen.is_empty() {
        small_strokes();
    }
    for kind in ["pencil", "fills", "erasing"] {
        for side in [64, 512, 4096] {
            let name = format!("{kind}-{side}");
            if !chosen.is_empty() && !chosen.contains(&name) {
                continue;
            }
            let text = std::fs::read_to_string(folder.join(format!("{name}.txt"))).unwrap();
            let recording = Recording::parse(&text).unwrap();
            let settings = Settings { snapshots: if side > 1000 { 5 } else { 34 }, ..Settings::default() };
            if let Some(index) = alone {
                play(&name, &recording, index, settings, plays);
                continue;
            }
            let (times, apart) = rounds(&recording, settings, &clock);
            for (index, time) in times.iter().enumerate() {
                println!("step-{name}-{} {time}", any(index, 0, settings).id());
            }
            println!("apart-{name} {apart}");
        }
    }
}
