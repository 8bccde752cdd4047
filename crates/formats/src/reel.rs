//! The pictures of an animation, put together from the parts that its file holds.
//!
//! GIF, APNG and WebP store of a picture only what changed, and say what becomes of that part before the next one is drawn:
//! it stays, is cleared, or what was there comes back. A reader draws each part here and shows the picture when it is whole;
//! it becomes a frame of a drawing. A picture that equals the one before becomes a frame linked to that one, so that pauses
//! take no memory. In most animations little changes from one picture to the next, though the part that is stored may be nearly all of it.
//! So it is noted of each row where a pixel became another one. Only that is compared with the frame before, and only what differs is
//! written onto a frame that shares all other pages with that one.
//!
//! The invariants: outside what is noted of its rows, the canvas equals the last frame. Whoever asks for more pixels than a drawing may have bytes for is refused before any are allocated, and
//! what lies outside the canvas is cut off.
//!
//! ```
//! use undoodle_formats::document::Document;
//! use undoodle_formats::{self as formats, Export, named};
//! let mut document = Document::new(2, 2)?;
//! document.begin(1)?;
//! document.add_frame(1)?;
//! document.set_duration(1, 70)?;
//! document.commit("Add", undoodle_formats::color::Color::ADDED, 0)?;
//! let gif = formats::write(named("gif")?, &document, &Export::new(0))?;
//! let read = formats::open(&gif)?.1.drawing()?;
//! assert_eq!((read.frames(), read.duration(1)?), (2, 70));
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

use super::Part;
use crate::color::{Blend, Color};
use crate::document::{Cel, Drawing, MAX_BYTES, MAX_FRAMES, MAX_SIDE, TILE};
use crate::error::{Error, Message, Result, in_range};
use crate::geometry::Rect;
use crate::memory::{Memory, PAGE, differs};
use crate::parts::counted;
use crate::pause;
use crate::raster::Image;
use crate::room::Room;
use std::borrow::Borrow;
use std::ops::Range;

/// The parts of a drawing that an animation can't hold: it has pictures and their durations.
pub(super) const LACKS: &[Part] = &[
    Part::Layers,
    Part::LayerProperties,
    Part::CelProperties,
    Part::Links,
    Part::Tags,
    Part::Slices,
    Part::Palette,
    Part::Background,
    Part::Grid,
    Part::Tile,
    Part::Beyond,
    Part::Floating,
    Part::Selection,
    Part::Carried,
];

/// Display time of a picture that its file gives none, in milliseconds, as browsers have it.
const UNTIMED: u32 = 100;

/// What becomes of a part of the canvas before the next one is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dispose {
    /// The part's pixels stay for the next picture.
    #[default]
    Keep,
    /// The part's pixels become transparent.
    Clear,
    /// The part becomes what it was before.
    Restore,
}

/// A canvas, and the drawing of the pictures that it has shown.
#[derive(Debug)]
pub struct Reel {
    drawing: Drawing<Memory>,
    canvas: Image,
    /// Number of pictures that have been shown.
    shown: u32,
    /// The part that is being drawn, and what becomes of it.
    part: (Rect, Dispose),
    /// The part's pixels before, if they come back.
    before: Vec<Color>,
    /// Memory for the frames to come.
    room: Room,
    /// Columns of each row that were changed or disposed of since the last picture was shown.
    touched: Vec<Range<u32>>,
    /// Number of pictures without a display time.
    untimed: u32,
    /// Number of pictures whose display time was too long.
    cut: u32,
}

impl Reel {
    /// Creates a transparent canvas for an animation of so many pictures; those beyond a drawing's frames don't count.
    ///
    /// # Errors
    /// Returns [`Error::Range`] for sides outside `1..=32768`, and [`Error::OutOfMemory`] for more pixels than a drawing
    /// has bytes for.
    pub fn new(width: u32, height: u32, pictures: u32) -> Result<Reel> {
        in_range("width", width.into(), 1, MAX_SIDE.into())?;
        in_range("height", height.into(), 1, MAX_SIDE.into())?;
        let pictures = u64::from(pictures.min(MAX_FRAMES));
        let bytes = 4 * u64::from(width) * u64::from(height) * pictures;
        if bytes > MAX_BYTES {
            return Err(Error::OutOfMemory { what: "animation", bytes, limit: MAX_BYTES });
        }
        let (mut touched, rows) = (Vec::new(), height as usize);
        if touched.try_reserve_exact(rows).is_err() {
            let bytes = (rows * size_of::<Range<u32>>()) as u64;
            return Err(Error::OutOfMemory { what: "animation", bytes, limit: 0 });
        }
        touched.resize(rows, NONE);
        Ok(Reel {
            drawing: Drawing::new(width, height)?,
            canvas: Image::new(width, height)?,
            shown: 0,
            part: (Rect::EMPTY, Dispose::Keep),
            before: Vec::new(),
            room: Room::default(),
            touched,
            untimed: 0,
            cut: 0,
        })
    }

    /// Begins a part of the canvas, after what was to become of the last one.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`] if the pixels that come back can't be allocated.
    pub fn begin(&mut self, part: Rect, dispose: Dispose) -> Result<()> {
        self.dispose();
        let (width, height) = self.canvas.size();
        let part = part.intersect(Rect::new(0, 0, width as i32, height as i32));
        self.part = (part, dispose);
        if dispose == Dispose::Restore {
            let count = part.width as usize * part.height as usize;
            let refused = |_| Error::OutOfMemory { what: "animation", bytes: 4 * count as u64, limit: 0 };
            self.before.try_reserve(count).map_err(refused)?;
            for y in part.y..part.bottom() {
                self.before
                    .extend_from_slice(&self.canvas.row(y as u32)[part.x as usize..part.right() as usize]);
            }
        }
        Ok(())
    }

    fn dispose(&mut self) {
        let (part, dispose) = std::mem::take(&mut self.part);
        let columns = part.x as usize..part.right() as usize;
        if dispose != Dispose::Keep {
            let rows = part.y as usize..part.bottom() as usize;
            self.touched[rows].iter_mut().for_each(|row| widen(row, part.x as u32..part.right() as u32));
        }
        match dispose {
            Dispose::Keep => {}
            Dispose::Clear => (part.y..part.bottom())
                .for_each(|y| self.canvas.row_mut(y as u32)[columns.clone()].fill(Color::TRANSPARENT)),
            Dispose::Restore => {
                for (y, row) in (part.y..).zip(self.before.chunks(part.width.max(1) as usize)) {
                    self.canvas.row_mut(y as u32)[columns.clone()].copy_from_slice(row);
                }
            }
        }
        self.before.clear();
    }

    /// Draws pixels of a row, from a column on: over what is there, or in its place.
    pub fn draw(&mut self, x: u32, y: u32, pixels: impl IntoIterator<Item = impl Borrow<Color>>, over: bool) {
        let row = self.canvas.row_mut(y).get_mut(x as usize..).unwrap_or_default();
        let (mut pixels, mut changed) = (pixels.into_iter(), NONE);
        for ((at, below), pixel) in (x..).zip(row).zip(&mut pixels) {
            let pixel = *pixel.borrow();
            // Nearly all pixels of nearly all files are opaque or invisible, where there is nothing to blend.
            let drawn = match pixel.bytes[3] {
                0 if over => continue,
                1..=254 if over => Blend::Normal.composite(pixel, 255, *below),
                _ => pixel,
            };
            if drawn != *below {
                *below = drawn;
                changed.start = if changed.is_empty() { at } else { changed.start };
                changed.end = at + 1;
            }
        }
        // Whoever makes pixels as they are asked for may note what it has made.
        pixels.for_each(drop);
        if let Some(row) = self.touched.get_mut(y as usize) {
            widen(row, changed);
        }
    }

    /// Adds a frame of the canvas as it is, shown for so many milliseconds; 0 stands for a file that does not say.
    ///
    /// # Errors
    /// Returns [`Error::Range`] if there is no room for it, [`Error::OutOfMemory`] and [`Error::Stopped`].
    pub fn show(&mut self, milliseconds: u32) -> Result<()> {
        let frame = self.shown;
        if frame == 0 {
            self.put(0, 0)?;
        } else if let Some(first) = self.first_difference(frame - 1)? {
            self.drawing.repeat_frame()?;
            self.put(frame, first)?;
        } else {
            self.drawing.add_linked_frame(frame - 1)?;
        }
        self.touched.fill(NONE);
        self.untimed += u32::from(milliseconds == 0);
        self.cut += u32::from(milliseconds > 65535);
        let duration = if milliseconds == 0 { UNTIMED } else { milliseconds.min(65535) };
        self.drawing.set_duration(frame, duration)?;
        self.shown += 1;
        Ok(())
    }

    /// Returns the first row of the canvas that differs from a frame.
    fn first_difference(&self, frame: u32) -> Result<Option<u32>> {
        let (cel, mut row) =
            (Cel { layer: 0, frame }, vec![Color::TRANSPARENT; self.canvas.size().0 as usize]);
        for (y, part) in (0..).zip(&self.touched).filter(|(_, part)| !part.is_empty()) {
            let (shown, row) = (&self.canvas.row(y)[columns(part)], &mut row[columns(part)]);
            pause::point(row.len())?;
            self.drawing.read_row(cel, part.start, y, row);
            if differ(row, shown) {
                return Ok(Some(y));
            }
        }
        Ok(None)
    }

    /// Puts what differs of the canvas from a frame into it, from a row on.
    fn put(&mut self, frame: u32, from: u32) -> Result<()> {
        let (cel, (width, height)) = (Cel { layer: 0, frame }, self.canvas.size());
        let mut row = vec![Color::TRANSPARENT; width as usize];
        let (mut pixels, mut changed) = (self.drawing.pixels_mut(cel)?, false);
        for y in from..height {
            if y == from || y.is_multiple_of(TILE) {
                self.room.take(bytes_of(&self.touched, y));
            }
            let part = &self.touched[y as usize];
            let (shown, row) = (&self.canvas.row(y)[columns(part)], &mut row[columns(part)]);
            pause::point(4 * row.len())?;
            pixels.read_row(part.start, y, row);
            if differ(row, shown) {
                // What lies between the first and the last difference is written.
                let unequal = |(a, b): (&Color, &Color)| a != b;
                let first = row.iter().zip(shown).position(unequal).unwrap_or(0);
                let last = row.iter().zip(shown).rposition(unequal).unwrap_or(0);
                let x = part.start + first as u32;
                pixels.put_row(x, y, &shown[first..=last])?;
                changed = true;
            }
            // As for a still picture, tiles of one colour give their pages back at once.
            if changed && ((y + 1).is_multiple_of(TILE) || y + 1 == height) {
                pixels.compact_row(y / TILE, width)?;
                changed = false;
            }
        }
        Ok(())
    }

    /// Returns the drawing of all pictures that were shown, and notes on their display times.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`].
    pub fn finish(mut self) -> Result<(Drawing<Memory>, Vec<Message>)> {
        self.drawing.compact()?;
        let mut notes = Vec::new();
        if self.untimed > 0 && self.shown > 1 {
            let code = "{n} frame without a duration is shown for 100 ms \
                        | {n} frames without a duration are shown for 100 ms";
            notes.push(Message::new(code).with(self.untimed));
        }
        if self.cut > 0 {
            let code = "the duration of {n} frame was cut to 65.5 s \
                        | the durations of {n} frames were cut to 65.5 s";
            notes.push(Message::new(code).with(self.cut));
        }
        Ok((self.drawing, notes))
    }
}

/// No columns of a row.
const NONE: Range<u32> = 0..0;

/// Makes columns reach to others, too.
fn widen(row: &mut Range<u32>, more: Range<u32>) {
    if Range::is_empty(row) {
        *row = more;
    } else if !more.is_empty() {
        *row = row.start.min(more.start)..row.end.max(more.end);
    }
}

/// Returns columns as places in a row.
fn columns(row: &Range<u32>) -> Range<usize> {
    row.start as usize..row.end as usize
}

/// Returns the most bytes that pages have of the tiles that were touched in rows from one on, up to the row of tiles' end.
fn bytes_of(touched: &[Range<u32>], y: u32) -> u64 {
    let mut all = NONE;
    let rows = touched.iter().skip(y as usize).take((TILE - y % TILE) as usize);
    rows.for_each(|row| widen(&mut all, row.clone()));
    u64::from(all.end.div_ceil(TILE) - all.start / TILE) * PAGE as u64
}

/// Returns `true` if two rows of the same length differ.
fn differ(one: &[Color], other: &[Color]) -> bool {
    differs(bytemuck::cast_slice(one), bytemuck::cast_slice(other))
}

/// Returns the note that frames beyond a drawing's were left out, if there are so many.
pub fn past(pictures: u32) -> Option<Message> {
    let more = pictures.saturating_sub(MAX_FRAMES);
    let code = "{n} frame past {max} was left out | {n} frames past {max} were left out";
    counted(more, code).map(|past| past.with(MAX_FRAMES))
}

/// Returns the note on an animation that ends after some rounds; 0 is without end. A drawing is played without end.
pub fn rounds(plays: u32, pictures: u32) -> Option<Message> {
    (plays > 0 && pictures > 1).then(|| Message::new("its number of loops ({n}) was left out").with(plays))
}
