//! One system alone through a recording, so that none warms or spoils another's caches.
//!
//! ```
//! use undoodle_lab::{Recording, Settings, measure};
//! let recording = Recording::parse("undoodle recording 1\ncanvas 64 64\npencil #000000ff 1 3,4 9,4\n")?;
//! let found = measure(&recording, 6, Settings::default(), 0.0, &|| 0.0)?;
//! assert_eq!((found.made, found.undos, found.redos), (1, 1, 1));
//! assert!(found.sealed_bytes_per_step < 20_000.0, "a single step has a slab of 16 KiB for itself");
//! # Ok::<(), undoodle_lab::Error>(())
//! ```

use super::inside::zeroed;
use super::paint::{Painter, write};
use super::race::{Clock, TAG};
use super::{Event, Recording, SYSTEMS, Settings, Stroke, System, system};
use crate::error::{Result, in_range};
use crate::raster::Brush;

/// Maximum number of times that everything is undone and redone.
const MOST_ROUNDS: usize = 1000;

/// Cost of a recording in one system alone.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measure {
    /// Number of steps made, some of which the system may have forgotten.
    pub made: usize,
    /// Number of steps that can be undone or redone at the end.
    pub steps: usize,
    /// Bytes of the history at the end, divided by `steps`.
    pub bytes_per_step: f64,
    /// Bytes allocated besides the document at the end, in use or not.
    pub reserved: usize,
    /// Bytes of the history after all idle work, such as packing, divided by `steps`.
    pub sealed_bytes_per_step: f64,
    /// Milliseconds of all actions, from begin to commit, without computing what is painted.
    pub act_ms: f64,
    /// Of these, milliseconds of the commits alone.
    pub commit_ms: f64,
    /// Milliseconds of all undos: the recording's own, and then undoing everything, once or more often.
    pub undo_ms: f64,
    /// Number of these undos.
    pub undos: usize,
    /// Milliseconds of all redos: the recording's own, and then redoing everything, as often as undoing it.
    pub redo_ms: f64,
    /// Number of these redos.
    pub redos: usize,
}

/// Replays a recording in one system alone, then undoes everything and redoes everything.
///
/// A clock may tick too rarely to tell how long a few undos take. So everything is undone and redone again until
/// either has taken `least` milliseconds, or a thousand times.
///
/// The system is not told of cursors and colours, so it records the picture and nothing else.
///
/// # Errors
/// [`Error::Range`](crate::Error::Range) if there is no such system, or the canvas or a brush is out of
/// range; [`Error::OutOfMemory`](crate::Error::OutOfMemory).
pub fn measure(
    recording: &Recording,
    index: usize,
    settings: Settings,
    least: f64,
    clock: Clock<'_>,
) -> Result<Measure> {
    in_range("system", index as i64, 0, SYSTEMS as i64 - 1)?;
    let bytes = Painter::new(recording.width, recording.height)?.bytes();
    measure_system(recording, &mut *system(index, &zeroed("document", bytes)?, settings)?, least, clock)
}

/// Measures a system that is not one of the table's, over a document of zeros, like [`measure`].
///
/// # Errors
/// [`Error::Range`](crate::Error::Range) if the canvas or a brush is out of range.
pub fn measure_system(
    recording: &Recording,
    system: &mut dyn System,
    least: f64,
    clock: Clock<'_>,
) -> Result<Measure> {
    let painter = Painter::new(recording.width, recording.height)?;
    let mut measure = Measure::default();
    for event in &recording.events {
        match event {
            Event::Stroke(stroke) => {
                let Stroke { tool, color, size, points } = stroke;
                let (brush, color) = (Brush::new(*size)?, tool.ink(*color));
                let spans = painter.spans(system.document(), *tool, &brush, color, points);
                let bytes = painter.bytes_for(&spans, color);
                let start = clock();
                system.begin(TAG);
                write(system, &spans, &bytes);
                system.intend(painter, stroke, &brush);
                let drawn = clock();
                measure.made += usize::from(system.commit(tool.label()));
                let end = clock();
                measure.commit_ms += end - drawn;
                measure.act_ms += end - start;
            }
            Event::Undo(count) => measure.undo(system, *count, clock),
            Event::Redo(count) => measure.redo(system, *count, clock),
        }
    }
    measure.steps = system.undo_steps() + system.redo_steps();
    measure.reserved = system.reserved();
    measure.bytes_per_step = system.bytes() as f64 / measure.steps.max(1) as f64;
    for _ in 0..MOST_ROUNDS {
        measure.undo(system, usize::MAX, clock);
        measure.redo(system, usize::MAX, clock);
        if measure.undo_ms >= least && measure.redo_ms >= least {
            break;
        }
    }
    while system.idle() {}
    measure.sealed_bytes_per_step = system.bytes() as f64 / measure.steps.max(1) as f64;
    Ok(measure)
}

impl Measure {
    fn undo(&mut self, system: &mut dyn System, most: usize, clock: Clock<'_>) {
        let start = clock();
        let done = (0..most).take_while(|_| system.undo()).count();
        self.undo_ms += clock() - start;
        self.undos += done;
    }

    fn redo(&mut self, system: &mut dyn System, most: usize, clock: Clock<'_>) {
        let start = clock();
        let done = (0..most).take_while(|_| system.redo()).count();
        self.redo_ms += clock() - start;
        self.redos += done;
    }
}
