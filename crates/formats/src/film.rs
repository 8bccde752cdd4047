//! What an export shows: frames in the order in which they are played, scaled, over a colour.
//!
//! GIF, APNG and sheets hold pictures, not layers. They ask here for a row of a picture and
//! know nothing of tags, scales and backgrounds. Rows are composed when they are asked for, so
//! that a film of any length takes no memory.
//!
//! ```
//! use undoodle_formats::document::Drawing;
//! use undoodle_formats::{Export, Film};
//! let drawing = Drawing::new(4, 3)?;
//! let film = Film::new(&drawing, &Export { scale: 2, ..Export::new(0) })?;
//! assert_eq!((film.size(), film.len(), film.duration(0)), ((8, 6), 1, drawing.duration(0)?));
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

use super::export::{Export, Frames, MAX_SCALE};
use super::progress;
use crate::color::{Blend, Color};
use crate::document::{Door, Drawing, MAX_SIDE, Picture, TagDirection, playing};
use crate::error::{Error, Result, in_range};
use crate::geometry::Rect;
use crate::pause;
use crate::raster::Image;

/// Work that a pixel counts for in a pause's terms: it is composed here, and packed by whoever asked.
const PIXEL: usize = 4;

/// The frames of an export.
#[derive(Debug)]
pub struct Film<'a> {
    size: (u32, u32),
    scale: u32,
    background: Color,
    /// The pictures that are shown, each once.
    pictures: Vec<Shown<'a>>,
    /// Position of the picture that is shown at each moment.
    order: Vec<usize>,
}

/// A frame of the drawing.
#[derive(Debug)]
struct Shown<'a> {
    frame: u32,
    duration: u32,
    picture: Picture<'a>,
}

/// Returns the frames that an export shows, in order.
fn order(drawing: &Drawing<impl Door>, export: &Export) -> Result<Vec<u32>> {
    let last = drawing.frames() - 1;
    Ok(match &export.frames {
        Frames::All => (0..=last).collect(),
        Frames::Shown => {
            in_range("frame", export.shown.into(), 0, last.into())?;
            vec![export.shown]
        }
        Frames::Range(first, end) => {
            in_range("first frame", i64::from(*first) + 1, 1, i64::from(last) + 1)?;
            in_range("last frame", i64::from(*end) + 1, i64::from(*first) + 1, i64::from(last) + 1)?;
            (*first..=*end).collect()
        }
        Frames::Tag(name) => {
            let tag = drawing.tags().into_iter().find(|tag| tag.name == *name);
            let tag = tag.ok_or_else(|| Error::unknown("tag", name, "one of the drawing's"))?;
            tag.direction.played(tag.from, tag.to)
        }
    })
}

impl<'a> Film<'a> {
    /// Creates the film that an export of a drawing shows.
    ///
    /// # Errors
    /// Returns [`Error::Range`] for frames that do not exist or a canvas that is too large when it is scaled, and
    /// [`Error::Unknown`] for a tag that does not exist.
    pub fn new(drawing: &'a Drawing<impl Door>, export: &Export) -> Result<Film<'a>> {
        let scale = export.scale;
        in_range("scale", scale.into(), 1, MAX_SCALE.into())?;
        let (width, height) = drawing.size();
        in_range("width of the export", i64::from(width) * i64::from(scale), 1, MAX_SIDE.into())?;
        in_range("height of the export", i64::from(height) * i64::from(scale), 1, MAX_SIDE.into())?;
        let frames = order(drawing, export)?;
        let mut once = frames.clone();
        once.sort_unstable();
        once.dedup();
        let place = |frame: &u32| once.binary_search(frame).unwrap_or(0);
        let order = frames.iter().map(place).collect();
        let shown = |frame| {
            Ok(Shown { frame, duration: drawing.duration(frame)?, picture: drawing.exported_picture(frame) })
        };
        let pictures = once.iter().map(|frame| shown(*frame)).collect::<Result<_>>()?;
        Ok(Film { size: (width, height), scale, background: export.background, pictures, order })
    }

    fn at(&self, moment: usize) -> &Shown<'a> {
        &self.pictures[self.order[moment]]
    }

    /// Creates the film of a format that plays it several times, and returns how often: 0 is over and over. Who asks for no
    /// number has a tag played as often as the tag says. One that turns is written out, as its last pass ends elsewhere.
    ///
    /// # Errors
    /// As [`Film::new`], and [`Error::Range`] for more pictures than are written out.
    pub fn played(drawing: &'a Drawing<impl Door>, export: &Export) -> Result<(Film<'a>, u16)> {
        let mut film = Film::new(drawing, export)?;
        let tag = match &export.frames {
            Frames::Tag(name) if export.loops == 0 => {
                drawing.tags().into_iter().find(|tag| tag.name == *name)
            }
            _ => None,
        };
        let Some(tag) = tag.filter(|tag| tag.repeat > 0) else { return Ok((film, export.loops)) };
        if matches!(tag.direction, TagDirection::Forward | TagDirection::Reverse) {
            return Ok((film, tag.repeat));
        }
        let pictures = i64::from(tag.repeat) * i64::from(tag.to - tag.from).max(1) + 1;
        in_range("number of pictures", pictures, 1, playing::MAX_MOMENTS as i64)?;
        // All frames of the tag are pictures of the film, in their order.
        film.order = playing::repeated(&tag).iter().map(|frame| (frame - tag.from) as usize).collect();
        Ok((film, 1))
    }

    /// Returns the number of columns and rows, scaled.
    pub fn size(&self) -> (u32, u32) {
        (self.size.0 * self.scale, self.size.1 * self.scale)
    }

    /// Returns how many pictures are shown one after another.
    #[expect(clippy::len_without_is_empty, reason = "a film shows at least one picture")]
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Returns the frame of the drawing that is shown at a moment, counted from 0.
    ///
    /// # Panics
    /// Panics at a moment past the film's end, as all that ask for one.
    pub fn frame(&self, moment: usize) -> u32 {
        self.at(moment).frame
    }

    /// Returns how long a moment's picture is shown, in milliseconds.
    pub fn duration(&self, moment: usize) -> u32 {
        self.at(moment).duration
    }

    /// Reads a row of a moment's picture; `row` is as long as the picture is wide.
    pub fn read(&self, moment: usize, y: u32, row: &mut [Color]) {
        let (scale, width) = (self.scale as usize, self.size.0 as usize);
        if y == 0 {
            progress::reach(moment, self.len());
        }
        pause::only(PIXEL * row.len());
        let picture = &self.at(moment).picture;
        picture.read(0, y / self.scale, 1, &mut row[..width]);
        for x in (0..width).rev() {
            let color = match self.background {
                // What lies over nothing stays as it is, invisible colours included.
                Color::TRANSPARENT => row[x],
                below => Blend::Normal.composite(row[x], 255, below),
            };
            row[x * scale..(x + 1) * scale].fill(color);
        }
    }

    /// Returns the smallest rectangle outside which a moment's picture equals the one before; the whole of the first one.
    ///
    /// # Errors
    /// Returns [`Error::Stopped`].
    pub fn changed(&self, moment: usize) -> Result<Rect> {
        let (width, height) = self.size();
        let Some(before) = moment.checked_sub(1) else {
            return Ok(Rect::new(0, 0, width as i32, height as i32));
        };
        let scale = self.scale as i32;
        let mut around = Rect::EMPTY;
        if self.order[before] == self.order[moment] {
            return Ok(around);
        }
        let [mut old, mut new] = [(); 2].map(|()| vec![Color::TRANSPARENT; width as usize]);
        for y in 0..self.size.1 as i32 {
            pause::point(8 * old.len())?;
            self.read(before, (y * scale) as u32, &mut old);
            self.read(moment, (y * scale) as u32, &mut new);
            let differs = |(old, new): (&Color, &Color)| old != new;
            if let Some(first) = old.iter().zip(&new).position(differs) {
                let last = old.iter().zip(&new).rposition(differs).unwrap_or(first);
                let row = Rect::new(first as i32, y * scale, (last - first) as i32 + 1, scale);
                around = around.union(row);
            }
        }
        Ok(around)
    }

    /// Returns a moment's picture.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`] if it can't be allocated.
    pub fn image(&self, moment: usize) -> Result<Image> {
        let (width, height) = self.size();
        let mut image = Image::new(width, height)?;
        for y in 0..height {
            self.read(moment, y, image.row_mut(y));
        }
        Ok(image)
    }
}
