//! What keeping a drawing costs: time for each step, bytes in the store, time until it is back.
//!
//! Prints one figure a line: its name and a number. Times are medians, in milliseconds.

#[allow(dead_code)]
mod timing;

use std::hint::black_box;
use std::time::Instant;
use undoodle::Error;
use undoodle::color::Color;
use undoodle::document::{Cel, Document};
use undoodle::geometry::Rect;
use undoodle::history::CommitId;
use undoodle::journal::{Batch, Entries, Journal, Recovery};

/// Steps of the drawing that is brought back.
const STEPS: u64 = 100_000;

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1000.0
}

fn median(mut times: Vec<f64>) -> f64 {
    timing::median(&mut times)
}

fn say(name: &str, figure: f64) {
    println!("{name} {figure}");
}

/// A stroke of 20 pixels at a place that follows from its number.
fn stroke(document: &mut Document, number: u64, side: i32) {
    let (x, y) = ((number * 37 % (side as u64 - 20)) as i32, (number * 101 % side as u64) as i32);
    let color = Color::rgba(number as u8, (number >> 8) as u8, 7, 255);
    document.begin(1).unwrap();
    document.fill_span(Cel::default(), y, x..x + 20, color).unwrap();
    document.commit("Pencil", Color::ADDED, number).unwrap().unwrap();
}

fn take(journal: &mut Journal, document: &mut Document) -> Batch {
    journal.take(document).unwrap().unwrap()
}

/// The bytes that a store gets for a step beside those that the history holds for it.
fn bytes(batch: &Batch, document: &Document) -> f64 {
    batch.bytes() as f64 / document.history().done().next().unwrap().bytes() as f64
}

fn strokes() {
    let mut document = Document::new(512, 512).unwrap();
    let mut journal = Journal::begin(&mut document);
    take(&mut journal, &mut document);
    let (mut times, mut ratio) = (Vec::new(), 0.0);
    for number in 0..2000 {
        stroke(&mut document, number, 512);
        let begin = Instant::now();
        let batch = black_box(take(&mut journal, &mut document));
        times.push(milliseconds(begin));
        ratio = bytes(&batch, &document);
    }
    say("stroke", median(times));
    say("stroke_bytes", ratio);
}

fn noise() {
    let mut document = Document::new(2048, 2048).unwrap();
    let mut state = 1u32;
    let mut row: Vec<Color> = Vec::new();
    document.begin(1).unwrap();
    for y in 0..2048 {
        row.clear();
        row.extend((0..2048).map(|_| {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            Color { bytes: (state | 0xff00_0000).to_le_bytes() }
        }));
        document.edit(Cel::default(), Rect::new(0, y, 2048, 1), &mut |x, _, _| row[x as usize]).unwrap();
    }
    document.commit("Noise", Color::ADDED, 0).unwrap();
    let mut journal = Journal::begin(&mut document);
    take(&mut journal, &mut document);
    let (mut fills, mut takes, mut ratio) = (Vec::new(), Vec::new(), 0.0);
    for time in 0..7 {
        let begin = Instant::now();
        document.begin(1).unwrap();
        let all = Rect::new(0, 0, 2048, 2048);
        if time % 2 == 0 {
            document.fill_rect(Cel::default(), all, Color::BLACK).unwrap();
            document.commit("Fill", Color::ADDED, time).unwrap().unwrap();
            fills.push(milliseconds(begin));
            let begin = Instant::now();
            let batch = black_box(take(&mut journal, &mut document));
            takes.push(milliseconds(begin));
            ratio = bytes(&batch, &document);
            document.undo().unwrap();
            take(&mut journal, &mut document);
        } else {
            document.cancel();
        }
    }
    say("noise_fill", median(fills));
    say("noise_take", median(takes));
    say("noise_bytes", ratio);
}

/// Brings a drawing back and paints on it; the milliseconds until the stroke is painted.
fn reopen(store: &Entries, side: i32) -> (f64, Document, Journal) {
    let begin = Instant::now();
    let mut recovery = Recovery::new(store.checkpoint_and_log()).unwrap();
    while let Some(key) = recovery.advance().unwrap() {
        recovery.supply(key, store.get(key));
    }
    let (mut document, journal) = recovery.finish().unwrap();
    stroke(&mut document, 1, side);
    (milliseconds(begin), document, journal)
}

fn recovery() {
    let side = 512;
    let (mut document, mut store) = (Document::new(side, side).unwrap(), Entries::default());
    let mut journal = Journal::begin(&mut document);
    store.write(take(&mut journal, &mut document));
    let empty = median((0..5).map(|_| reopen(&store, side as i32).0).collect());
    let mut checkpoints = Vec::new();
    for number in 0..STEPS {
        stroke(&mut document, number, side as i32);
        if journal.is_long(&document) {
            journal.checkpoint();
        }
        let begin = Instant::now();
        let batch = take(&mut journal, &mut document);
        if batch.whole {
            checkpoints.push(milliseconds(begin));
        }
        let turn = batch.turn;
        store.write(batch);
        journal.kept(turn, &mut document);
    }
    say("reopen_empty", empty);
    say("reopen", median((0..3).map(|_| reopen(&store, side as i32).0).collect()));
    say("checkpoint_last", median(checkpoints.split_off(checkpoints.len() - 9)));
    let (_, mut document, journal) = reopen(&store, side as i32);
    let mut times = Vec::new();
    for _ in 0..2000 {
        let begin = Instant::now();
        let Err(Error::Away { commit }) = document.undo().map(|_| ()) else { continue };
        let key = journal.volume_of(CommitId(commit)).unwrap();
        journal.supply(&mut document, key, store.get(key), Some(CommitId(commit))).unwrap();
        document.undo().unwrap();
        times.push(milliseconds(begin));
    }
    say("undo_away", median(times));
}

fn main() {
    strokes();
    noise();
    recovery();
}
