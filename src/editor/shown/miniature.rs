//! The miniature: the drawing at its own size, in a small canvas beside the picture.
//!
//! Problem: zoomed in, nobody sees what a sprite looks like, and an animation that is played on the canvas can't be
//! painted on. Idea: a second canvas shows the active frame at one pixel per pixel, or plays the frames around it by their
//! durations. Rectangles that change on the drawing are noted here as well, so only they are rendered again. Of a
//! large canvas it shows the part around the middle of the view, or all of it by the averages of blocks, so no rendering
//! is larger than [`MOST`] pixels a side. Frames that are played are rendered once, and [kept](super::renderings) for the rounds that follow.
//! While the picture itself plays, the miniature shows the frame that is seen there: two clocks would cost two repaints.
//!
//! The invariant: after [`Editor::miniature`] the canvas shows the frame and the part that it names, but for what it [lacks](Editor::miniature_lacks),
//! and nothing is noted while the miniature is closed.
//!
//! ```
//! use undoodle::{editor::Editor, geometry::Rect};
//! let mut editor = Editor::new()?;
//! editor.resize(640, 640);
//! editor.open_miniature(200, 200, false);
//! let mut pixels = Vec::new();
//! let first = editor.miniature(None, &mut pixels)?;
//! assert_eq!((first.area, first.stale), (Rect::new(0, 0, 64, 64), Rect::new(0, 0, 64, 64)));
//! editor.pointer_down(105.0, 205.0, 0, 0);
//! let next = editor.miniature(None, &mut pixels)?;
//! assert_eq!((next.stale, &pixels[..]), (Rect::new(10, 20, 1, 1), &[0, 0, 0, 255][..]));
//! assert!(editor.miniature(None, &mut pixels)?.stale.is_empty());
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Shown;
use super::renderings::Renderings;
use crate::color::Color;
use crate::editor::session::Session;
use crate::editor::session::play::due;
use crate::error::{Error, Result};
use crate::geometry::{Point, Rect};
use crate::render::{View, Zoom, average::averages};

/// Maximum side of the miniature, in pixels.
const MOST: i32 = 256;

/// Largest number of pixels that are averaged; of larger areas single ones stand for their blocks.
const AVERAGED: i64 = 1 << 22;

/// Largest number of pixels of all layers that are averaged in one call, which takes less than 10 milliseconds. What is left comes with the next
/// calls; of frames that are played, which can't wait, single pixels stand for their blocks if they have more.
const AT_ONCE: i64 = 1 << 20;

/// What is known of the page's small canvas.
#[derive(Debug, Default)]
pub(in crate::editor) struct Miniature {
    /// Maximum width and height in pixels; 0 while it is closed.
    size: (i32, i32),
    /// Whether all of the canvas is shown, however large it is.
    whole: bool,
    /// The index of the frame and the part of the canvas that it shows, or `None` if it shows nothing.
    shown: Option<(u32, Rect)>,
    /// Rectangle of the canvas around all that has changed since.
    stale: Rect,
    /// What frames that are played look like.
    renderings: Renderings,
}

impl Miniature {
    /// Notes that a rectangle of the canvas looks different.
    pub(in crate::editor) fn mark_dirty(&mut self, rect: Rect) {
        if self.shown.is_some() {
            self.stale = self.stale.union(rect);
        }
    }

    /// Notes that nothing of what it shows counts any more.
    pub(in crate::editor) fn forget(&mut self) {
        self.shown = None;
    }
}

/// What the miniature shows, and how long.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glimpse {
    /// Index of the frame.
    pub frame: u32,
    /// The part of the canvas that is shown.
    pub area: Rect,
    /// The part of the canvas that was rendered, as it has changed; lies in `area`, and consists of whole blocks.
    pub stale: Rect,
    /// Side of the block of the canvas that a pixel of the miniature stands for.
    pub block: i32,
    /// Milliseconds until another frame is due, or `None` if none is. 0 while the picture plays: then one is due with each repaint of that.
    pub rest: Option<f64>,
    /// Whether the pixels are those of an earlier rendering, as the frame has not changed since.
    pub again: bool,
}

impl Glimpse {
    /// Returns a part of `area` in pixels of the miniature.
    pub fn in_miniature(&self, part: Rect) -> Rect {
        let end = |at: i32| (at + self.block - 1) / self.block;
        let (x, y) = (part.x - self.area.x, part.y - self.area.y);
        let (left, top) = (x / self.block, y / self.block);
        Rect::new(left, top, end(x + part.width) - left, end(y + part.height) - top)
    }
}

impl Shown {
    /// Opens the miniature, or changes its maximum size in pixels; a size of 0 closes it. With `whole` it shows all of a
    /// canvas that is larger, scaled down by a whole number.
    pub(in crate::editor) fn open_miniature(&mut self, width: i32, height: i32, whole: bool) {
        let size = (width.clamp(0, MOST), height.clamp(0, MOST));
        let open = size.0 > 0 && size.1 > 0;
        self.window.miniature =
            Miniature { size: if open { size } else { (0, 0) }, whole, ..Miniature::default() };
    }

    /// Renders as RGBA, row by row, what of the miniature has changed. With a time in milliseconds it plays the frames of
    /// the tag around the active one, or all of them; without one it shows the active frame.
    ///
    /// # Errors
    /// Returns [`Error::Idle`] while the miniature is closed, and [`Error::OutOfMemory`] if the pixels cannot be
    /// allocated.
    pub(in crate::editor) fn miniature(
        &mut self,
        session: &Session,
        time: Option<f64>,
        out: &mut Vec<u8>,
    ) -> Result<Glimpse> {
        let (width, height) = self.window.miniature.size;
        if width == 0 {
            return Err(Error::Idle);
        }
        let (frame, rest, round) = due_frame(session, time);
        let canvas = session.document().bounds();
        let (area, block) = match self.window.miniature.whole {
            true => (canvas, block_of(canvas, (width, height))),
            false => (self.part(session, width, height), 1),
        };
        let miniature = &mut self.window.miniature;
        let known = miniature.shown.replace((frame, area)) == Some((frame, area));
        let stale = std::mem::take(&mut miniature.stale);
        let stale = if known { blocks(stale.intersect(area), block).intersect(area) } else { area };
        let stale = if round > 1 { stale } else { self.part_at_once(session, stale, block) };
        let mut glimpse = Glimpse { frame, area, stale, block, rest, again: false };
        out.clear();
        if stale.is_empty() {
            return Ok(glimpse);
        }
        // What a stroke or a preview shows may be gone in a moment, and has no stamp.
        let keeps = round > 1 && stale == area && !session.is_passing();
        let stamp = keeps.then(|| self.frame_stamps(session, frame..frame + 1)[0]);
        if let Some(stamp) = stamp
            && self.window.miniature.renderings.copy((area, block), stamp, out)
        {
            glimpse.again = true;
            return Ok(glimpse);
        }
        let done = self.render_miniature(session, &glimpse, out);
        match (&done, stamp) {
            (Err(_), _) => self.window.miniature.forget(),
            (Ok(()), Some(stamp)) => self.window.miniature.renderings.keep(stamp, out, round),
            (Ok(()), None) => {}
        }
        done.map(|()| glimpse)
    }

    /// Returns `true` if a part of the miniature is still to be rendered, as all of it would have taken long.
    pub(in crate::editor) fn miniature_lacks(&self) -> bool {
        !self.window.miniature.stale.is_empty()
    }

    /// Returns the upper part of a stale rectangle that is rendered in one call, and leaves the rest stale.
    fn part_at_once(&mut self, session: &Session, stale: Rect, block: i32) -> Rect {
        let row = i64::from(stale.width) * layers(session);
        let rows = (AT_ONCE / row.max(1) / i64::from(block)).max(1) * i64::from(block);
        if block == 1 || !is_averaged(stale) || i64::from(stale.height) <= rows {
            return stale;
        }
        let height = rows as i32;
        self.window.miniature.stale = Rect { y: stale.y + height, height: stale.height - height, ..stale };
        Rect { height, ..stale }
    }

    /// Appends the pixels of the stale part of a glimpse.
    fn render_miniature(&self, session: &Session, glimpse: &Glimpse, out: &mut Vec<u8>) -> Result<()> {
        let Glimpse { frame, stale, block, .. } = *glimpse;
        let Rect { x, y, width, height } = glimpse.in_miniature(stale);
        let bytes = width as usize * height as usize * 4;
        let refused = |_| Error::OutOfMemory { what: "miniature", bytes: bytes as u64, limit: 0 };
        out.try_reserve_exact(bytes).map_err(refused)?;
        let picture = session.document().picture(frame);
        if block > 1 && is_averaged(stale) && (pixels(stale) * layers(session) <= AT_ONCE || height == 1) {
            let view = View { zoom: Zoom::part(block), origin: Point::default(), ..self.window.view };
            let shown = Rect::new(x, y, width, height);
            let colors = averages(&picture, session.document().bounds(), &view, shown)?;
            colors.iter().for_each(|color| out.extend_from_slice(&color.bytes));
            return Ok(());
        }
        let mut row = [Color::TRANSPARENT; MOST as usize];
        let row = &mut row[..width as usize];
        for y in (stale.y..stale.bottom()).step_by(block as usize) {
            picture.read(stale.x as u32, y as u32, block as u32, row);
            row.iter().for_each(|color| out.extend_from_slice(&color.bytes));
        }
        Ok(())
    }

    /// Returns the part of the canvas around the middle of the view, at most so large.
    fn part(&self, session: &Session, width: i32, height: i32) -> Rect {
        let (canvas, view) = (session.document().bounds(), &self.window.view);
        let (x, y) = view.document_place(f64::from(view.width) / 2.0, f64::from(view.height) / 2.0);
        let (width, height) = (width.min(canvas.width), height.min(canvas.height));
        let first = |middle: f64, side: i32, all: i32| {
            (middle - f64::from(side) / 2.0).clamp(0.0, f64::from(all - side)) as i32
        };
        Rect::new(first(x, width, canvas.width), first(y, height, canvas.height), width, height)
    }
}

/// Returns the frame that is to be shown at a time, or without one; the milliseconds until another one is due; and the number of frames
/// that are shown in turn.
fn due_frame(session: &Session, time: Option<f64>) -> (u32, Option<f64>, usize) {
    let seen = session.cel().frame;
    if session.is_playing() {
        return (seen, Some(0.0), session.playing_order().len());
    }
    let order = if time.is_some() { session.playing_order() } else { Vec::new() };
    match time {
        Some(time) if order.len() > 1 => {
            let (frame, rest) = due(&order, time);
            (frame, Some(rest), order.len())
        }
        _ => (seen, None, 1),
    }
}

/// Returns the number of pixels of a rectangle.
fn pixels(rect: Rect) -> i64 {
    i64::from(rect.width) * i64::from(rect.height)
}

/// Returns the number of layers that are read for a pixel, at least one.
fn layers(session: &Session) -> i64 {
    i64::from(session.document().layers()).max(1)
}

/// Returns `true` if a rectangle is not too large to be averaged, in one call or in several.
fn is_averaged(rect: Rect) -> bool {
    pixels(rect) <= AVERAGED
}

/// Returns the side of the blocks by which a canvas fits into a size.
fn block_of(canvas: Rect, (width, height): (i32, i32)) -> i32 {
    let fits = |side: i32, room: i32| (side + room - 1) / room;
    fits(canvas.width, width).max(fits(canvas.height, height)).max(1)
}

/// Returns the blocks that a rectangle touches, from the canvas's corner on.
fn blocks(rect: Rect, block: i32) -> Rect {
    if rect.is_empty() {
        return rect;
    }
    let (left, top) = (rect.x / block * block, rect.y / block * block);
    let end = |at: i32| (at + block - 1) / block * block;
    Rect::new(left, top, end(rect.right()) - left, end(rect.bottom()) - top)
}
