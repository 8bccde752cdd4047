//! One step in the middle taken back, by the script model and by the product, after the same painting.
//!
//! Two ways answer the same wish, and are compared by what they cost and by what they leave: the
//! [script model](super::Script) undoes everything since and runs it again without the step, the [product](super::Product)
//! applies the step's difference the other way where nothing later lies on it. So their pictures may differ, by areas that were
//! filled since and by strokes of the same colour that crossed; how many pixels that are is counted.
//!
//! ```
//! use undoodle_lab::{Recording, Settings, take_back};
//! let text = "undoodle recording 1\ncanvas 64 64\npencil #000000ff 1 3,4 9,4\npencil #ff0000ff 1 9,4 9,9\n";
//! let found = take_back(&Recording::parse(text)?, Some(1), Settings::default(), &|| 0.0)?;
//! assert_eq!((found.steps, found.differing), (2, 0), "black went, red stayed");
//! # Ok::<(), undoodle_lab::Error>(())
//! ```

use super::inside::zeroed;
use super::race::Clock;
use super::{Event, Painter, Recording, SCRIPT, SYSTEMS, Settings, System, system};
use crate::error::{Result, in_range};

/// Number of bytes in a pixel.
const PIXEL: usize = 4;

/// What it came to to take one step back, by the script model and by the product.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TakenBack {
    /// Number of steps that were done.
    pub steps: usize,
    /// Milliseconds, by the script model and by the product.
    pub ms: [f64; 2],
    /// Bytes that all steps take, by the script model and by the product after packing.
    pub bytes: [usize; 2],
    /// Number of pixels in which both pictures differ.
    pub differing: usize,
}

/// Paints a recording in the script model and in the product, and takes back the step with so many done ones after it, or the
/// middle one.
///
/// # Errors
/// [`Error::Range`](crate::Error::Range) if there is no such step, or the canvas or a brush is out of range;
/// [`Error::OutOfMemory`](crate::Error::OutOfMemory).
pub fn take_back(
    recording: &Recording,
    back: Option<usize>,
    settings: Settings,
    clock: Clock<'_>,
) -> Result<TakenBack> {
    let painter = Painter::new(recording.width, recording.height)?;
    let mut found = TakenBack::default();
    let mut pictures = [Vec::new(), Vec::new()];
    for (which, index) in [SCRIPT, SYSTEMS - 1].into_iter().enumerate() {
        let mut system = system(index, &zeroed("document", painter.bytes())?, settings)?;
        played(recording, painter, &mut *system)?;
        while system.idle() {}
        found.steps = system.undo_steps();
        let back = back.unwrap_or(found.steps / 2);
        in_range("step", back as i64, 0, found.steps as i64 - 1)?;
        found.bytes[which] = system.bytes();
        let start = clock();
        system.take_back(back);
        found.ms[which] = clock() - start;
        pictures[which] = system.document().to_vec();
    }
    let [script, product] = &pictures;
    let pixels = script.chunks(PIXEL).zip(product.chunks(PIXEL));
    found.differing = pixels.filter(|(one, other)| one != other).count();
    Ok(found)
}

/// Does in a system what a recording says.
fn played(recording: &Recording, painter: Painter, system: &mut dyn System) -> Result<()> {
    for event in &recording.events {
        match event {
            Event::Stroke(stroke) => _ = painter.act(system, stroke)?,
            Event::Undo(count) => _ = (0..*count).all(|_| system.undo()),
            Event::Redo(count) => _ = (0..*count).all(|_| system.redo()),
        }
    }
    Ok(())
}
