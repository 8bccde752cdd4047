//! The pictures of an export that has many in a file: which there are, what they are called, and their pixels.
//!
//! Sprite sheets and sequences show frames, or each layer, tag or slice by itself. A picture of a slice is the part of the canvas that the slice's
//! rectangle has at the frame; where the slice is not there, or beyond the canvas, there is no picture. Whatever they are split by, the
//! pictures are one list, and a tag is a run of places in it: [`Pictures::runs`] says which. So whoever plays a run of the
//! list sees what the tag plays in the drawing, in every split, and with empty pictures left out.
//!
//! ```
//! use undoodle_formats::document::Document;
//! use undoodle_formats::{self as formats, Export, Split};
//! let export = Export { name: "hero".into(), split: Split::Layers, ..Export::new(0) };
//! let document = Document::new(3, 2)?;
//! let file = formats::write(formats::named("sequence")?, &document, &export)?;
//! assert!(file.windows(21).any(|name| name == b"hero-Layer 1-0001.png"));
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

use super::export::Split;
use super::patterns::{Given, Naming, file_name};
use super::{Export, Film, Frames};
use crate::color::{Blend, Color};
use crate::document::{Cel, Drawing, Picture, Store, Tag, TagDirection};
use crate::error::Result;
use crate::geometry::Rect;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The pictures of an export.
#[derive(Debug)]
pub(super) struct Pictures<'a> {
    pub(super) film: Film<'a>,
    pub(super) list: Vec<Shot<'a>>,
    /// Tags, whose frames are places in the list. Split by layers or slices, there is one for each tag of each of them, or for each of
    /// them if there are no tags.
    pub(super) runs: Vec<Tag>,
    /// Number of empty pictures that were left out.
    pub(super) empty: u32,
    background: Color,
    scale: u32,
}

/// A picture of an export.
#[derive(Debug)]
pub(super) struct Shot<'a> {
    /// Its name, unlike those of all others.
    pub(super) name: String,
    /// The moment of the film that it is from.
    pub(super) moment: usize,
    /// The part of the film's picture that it is, in the film's pixels.
    pub(super) area: Rect,
    /// The slice that it is a picture of.
    pub(super) slice: Option<Sliced>,
    /// Position of the tag, the layer or the slice that it is a picture of.
    part: usize,
    /// The tag that its name has, as a position in the drawing's list.
    tag: Option<usize>,
    layer: Option<Alone<'a>>,
}

/// A slice that a picture is of.
#[derive(Clone, Debug)]
pub(super) struct Sliced {
    pub(super) id: u16,
    name: String,
}

/// A layer that a picture shows alone.
#[derive(Debug)]
struct Alone<'a> {
    name: String,
    picture: Picture<'a>,
    opacity: u8,
}

/// What pictures are called by default, by what they are split by.
pub(super) struct Patterns {
    /// Whether the names are those of files.
    pub(super) files: bool,
    pub(super) whole: &'static str,
    pub(super) layers: &'static str,
    pub(super) tags: &'static str,
    pub(super) slices: &'static str,
}

impl Patterns {
    fn of(&self, split: Split) -> &'static str {
        match split {
            Split::Whole => self.whole,
            Split::Layers => self.layers,
            Split::Tags => self.tags,
            Split::Slices => self.slices,
        }
    }
}

/// What an export calls its pictures and its files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// The pattern of pictures that is used if none is chosen.
    pub pattern: &'static str,
    /// Names of the pictures, in their order.
    pub pictures: Vec<String>,
    /// Names of the files that have all pictures; none if each picture is a file.
    pub files: Vec<String>,
}

/// Returns an export whose frames ascend: each frame is there once, and tags say in which direction they are played.
pub(super) fn ascending(drawing: &Drawing<Store>, export: &Export) -> Export {
    let mut export = export.clone();
    if let Frames::Tag(name) = &export.frames
        && let Some(tag) = drawing.tags().into_iter().find(|tag| tag.name == *name)
    {
        export.frames = Frames::Range(tag.from, tag.to);
    }
    export
}

/// Returns a tag whose frames are counted from a first frame, as far as they are shown.
fn within(tag: &Tag, (first, last): (u32, u32)) -> Option<Tag> {
    let (from, to) = (tag.from.max(first), tag.to.min(last));
    (from <= to).then(|| Tag { from: from - first, to: to - first, ..tag.clone() })
}

/// Returns the position of the shortest tag around a frame.
fn around(tags: &[Tag], frame: u32) -> Option<usize> {
    let has = |(_, tag): &(usize, &Tag)| (tag.from..=tag.to).contains(&frame);
    tags.iter().enumerate().filter(has).min_by_key(|(_, tag)| tag.to - tag.from).map(|(at, _)| at)
}

impl<'a> Pictures<'a> {
    /// Lists the pictures that an export of a drawing shows. Its frames ascend where they are split.
    ///
    /// # Errors
    /// As [`Film::new`].
    pub(super) fn new(
        drawing: &'a Drawing<Store>,
        export: &Export,
        patterns: &Patterns,
    ) -> Result<Pictures<'a>> {
        let film = Film::new(drawing, export)?;
        let (background, scale) = (export.background, export.scale);
        let mut pictures = Pictures { film, list: Vec::new(), runs: Vec::new(), empty: 0, background, scale };
        let tags = drawing.tags();
        pictures.list_all(drawing, export.split, &tags)?;
        if export.nonempty {
            pictures.leave_out_empty();
        }
        let pattern = if export.names.is_empty() { patterns.of(export.split) } else { &export.names };
        pictures.name(&export.name, pattern, patterns.files, &tags);
        Ok(pictures)
    }

    /// Returns how many pixels a pixel of the drawing is wide.
    pub(super) fn scale(&self) -> u32 {
        self.scale
    }

    /// Returns the names of the pictures, with an ending.
    pub(super) fn names(&self, export: &Export, patterns: &Patterns, ending: &str) -> Names {
        let pictures = self.list.iter().map(|shot| format!("{}{ending}", shot.name)).collect();
        Names { pattern: patterns.of(export.split), pictures, files: Vec::new() }
    }

    /// Lists all pictures, without names.
    fn list_all(&mut self, drawing: &'a Drawing<Store>, split: Split, tags: &[Tag]) -> Result<()> {
        let count = self.film.len();
        let shown = (self.film.frame(0), self.film.frame(count - 1));
        let frames = |film: &Film<'_>, moment| film.frame(moment);
        let area = self.whole();
        let shot = |moment, part, tag, layer| Shot {
            name: String::new(),
            moment,
            area,
            slice: None,
            part,
            tag,
            layer,
        };
        match split {
            Split::Layers => {
                for layer in (0..drawing.layers()).filter(|layer| drawing.is_exported(*layer)) {
                    let properties = drawing.layer(layer)?;
                    let first = self.list.len() as u32;
                    for moment in 0..count {
                        let frame = frames(&self.film, moment);
                        let picture = drawing.cel_look(Cel { layer, frame });
                        let (name, opacity) = (properties.name.clone(), properties.opacity);
                        let alone = Some(Alone { name, picture, opacity });
                        self.list.push(shot(moment, layer as usize, around(tags, frame), alone));
                    }
                    self.add_runs(&properties.name, first, tags);
                }
            }
            Split::Tags => {
                for (at, tag) in tags.iter().enumerate() {
                    let Some(tag) = within(tag, shown) else { continue };
                    let first = self.list.len() as u32;
                    for moment in tag.from..=tag.to {
                        self.list.push(shot(moment as usize, at, Some(at), None));
                    }
                    self.runs.push(Tag { from: first, to: self.list.len() as u32 - 1, ..tag });
                }
            }
            Split::Slices => self.list_slices(drawing, tags)?,
            Split::Whole => {}
        }
        // Without a layer to be seen, a tag or a slice there is still a picture.
        if self.list.is_empty() {
            let all = |moment| shot(moment, 0, around(tags, frames(&self.film, moment)), None);
            self.list = (0..count).map(all).collect();
            self.runs = tags.iter().filter_map(|tag| within(tag, shown)).collect();
        }
        Ok(())
    }

    /// Lists the pictures of slices, without names.
    fn list_slices(&mut self, drawing: &'a Drawing<Store>, tags: &[Tag]) -> Result<()> {
        let (whole, scale) = (self.whole(), self.scale as i32);
        for (part, id) in drawing.slices().iter().enumerate() {
            let (first, name) = (self.list.len() as u32, drawing.slice(*id)?.name);
            let keys = drawing.slice_keys(*id);
            for moment in 0..self.film.len() {
                let frame = self.film.frame(moment);
                let place = keys.partition_point(|key| key.frame <= frame);
                let bounds = place.checked_sub(1).map_or(Rect::EMPTY, |last| keys[last].bounds);
                let canvas = Rect { width: whole.width / scale, height: whole.height / scale, ..whole };
                let Rect { x, y, width, height } = bounds.intersect(canvas);
                let area = Rect::new(scale * x, scale * y, scale * width, scale * height);
                if area.is_empty() {
                    continue;
                }
                let (slice, tag) = (Some(Sliced { id: *id, name: name.clone() }), around(tags, frame));
                self.list.push(Shot { name: String::new(), moment, area, slice, part, tag, layer: None });
            }
            self.add_runs(&name, first, tags);
        }
        Ok(())
    }

    /// Adds the runs of a layer or a slice, whose pictures begin at a place: one for each tag, or one if there are none.
    fn add_runs(&mut self, name: &str, first: u32, tags: &[Tag]) {
        let own = &self.list[first as usize..];
        if own.is_empty() {
            return;
        }
        if tags.is_empty() {
            let to = self.list.len() as u32 - 1;
            self.runs.push(Tag::new(name, first, to, TagDirection::Forward));
            return;
        }
        for tag in tags {
            let of = |shot: &Shot<'_>| (tag.from..=tag.to).contains(&self.film.frame(shot.moment));
            let (Some(from), Some(to)) = (own.iter().position(of), own.iter().rposition(of)) else {
                continue;
            };
            let (from, to) = (first + from as u32, first + to as u32);
            self.runs.push(Tag { name: format!("{name} {}", tag.name), from, to, ..tag.clone() });
        }
    }

    /// Returns the rectangle of the film's whole picture.
    fn whole(&self) -> Rect {
        let (width, height) = self.film.size();
        Rect::new(0, 0, width as i32, height as i32)
    }

    /// Leaves out pictures without a pixel, but for the first if all are empty.
    fn leave_out_empty(&mut self) {
        let mut row = vec![Color::TRANSPARENT; self.film.size().0 as usize];
        let mut kept: Vec<bool> = self.list.iter().map(|shot| self.has_pixels(shot, &mut row)).collect();
        if !kept.contains(&true) {
            kept[0] = true;
        }
        // Number of pictures that are kept before each, and at the end.
        let mut before = vec![0];
        before.extend(kept.iter().scan(0, |count, kept| {
            *count += u32::from(*kept);
            Some(*count)
        }));
        let run = |tag: Tag| {
            let (from, end) = (before[tag.from as usize], before[tag.to as usize + 1]);
            (from < end).then(|| Tag { from, to: end - 1, ..tag })
        };
        self.runs = std::mem::take(&mut self.runs).into_iter().filter_map(run).collect();
        let mut at = 0..kept.len();
        self.list.retain(|_| at.next().is_some_and(|at| kept[at]));
        self.empty = (kept.len() - self.list.len()) as u32;
    }

    fn has_pixels(&self, shot: &Shot<'a>, row: &mut [Color]) -> bool {
        let Rect { x, y, .. } = shot.area;
        (y..shot.area.bottom()).step_by(self.scale as usize).any(|y| {
            self.read(shot, y as u32, row);
            row[x as usize..shot.area.right() as usize].iter().any(|color| !color.is_transparent())
        })
    }

    /// Names all pictures by a pattern.
    fn name(&mut self, name: &str, pattern: &str, files: bool, tags: &[Tag]) {
        let (mut given, mut of) = (Given::new(files), (usize::MAX, 0));
        for (index, shot) in (0..).zip(&mut self.list) {
            // Pictures of a layer, a tag or a slice are counted by themselves.
            of = if of.0 == shot.part { (of.0, of.1 + 1) } else { (shot.part, 0) };
            let (tag, layer) = (shot.tag.map(|at| &tags[at]), shot.layer.as_ref());
            let naming = Naming {
                name,
                tag: tag.map_or("", |tag| &tag.name),
                layer: layer.map_or("", |layer| &layer.name),
                slice: shot.slice.as_ref().map_or("", |slice| &slice.name),
                frame: of.1,
                tag_frame: tag.map_or(of.1, |tag| self.film.frame(shot.moment) - tag.from),
                index,
            };
            let name = naming.by(pattern);
            shot.name = given.unlike(if files { file_name(&name) } else { name });
        }
    }

    /// Reads a row of what a picture is part of; `row` is as long as the film is wide.
    pub(super) fn read(&self, shot: &Shot<'a>, y: u32, row: &mut [Color]) {
        let Some(Alone { picture, opacity, .. }) = &shot.layer else {
            return self.film.read(shot.moment, y, row);
        };
        let scale = self.scale as usize;
        let width = row.len() / scale;
        picture.read(0, y / self.scale, 1, &mut row[..width]);
        for x in (0..width).rev() {
            let seen = Blend::Normal.composite(row[x], *opacity, Color::TRANSPARENT);
            row[x * scale..(x + 1) * scale].fill(Blend::Normal.composite(seen, 255, self.background));
        }
    }

    /// Returns the smallest rectangle around a picture's pixels, in the film's pixels; of an empty one, its first pixel.
    pub(super) fn bounds(&self, shot: &Shot<'a>) -> Rect {
        let Rect { x, y, .. } = shot.area;
        let mut row = vec![Color::TRANSPARENT; self.film.size().0 as usize];
        let mut found = Rect::EMPTY;
        for y in (y..shot.area.bottom()).step_by(self.scale as usize) {
            self.read(shot, y as u32, &mut row);
            let row = &row[x as usize..shot.area.right() as usize];
            let first = row.iter().position(|color| !color.is_transparent());
            let last = row.iter().rposition(|color| !color.is_transparent());
            if let (Some(first), Some(last)) = (first, last) {
                let (first, wide) = (x + first as i32, (last + 1 - first) as i32);
                found = found.union(Rect::new(first, y, wide, self.scale as i32));
            }
        }
        if found.is_empty() { Rect::new(x, y, 1, 1) } else { found }
    }

    /// Returns for each picture the position of the first one that has the same pixels, within given rectangles of the
    /// pictures: its own where none before it is equal.
    pub(super) fn equal(&self, parts: &[Rect]) -> Vec<usize> {
        let mut known: BTreeMap<(i32, i32, u64), Vec<usize>> = BTreeMap::new();
        let mut rows = [(); 2].map(|()| vec![Color::TRANSPARENT; self.film.size().0 as usize]);
        let mut found = Vec::with_capacity(parts.len());
        for (at, part) in parts.iter().enumerate() {
            let [row, other] = &mut rows;
            let mut hasher = DefaultHasher::new();
            for y in 0..part.height {
                self.part_of(at, parts, y, row).hash(&mut hasher);
            }
            let alike = known.entry((part.width, part.height, hasher.finish())).or_default();
            let same = alike.iter().copied().find(|before| {
                let mut rows = 0..part.height;
                rows.all(|y| self.part_of(at, parts, y, row) == self.part_of(*before, parts, y, other))
            });
            found.push(same.unwrap_or(at));
            if same.is_none() {
                alike.push(at);
            }
        }
        found
    }

    /// Reads a row of the rectangle of a picture.
    fn part_of<'r>(&self, at: usize, parts: &[Rect], y: i32, row: &'r mut [Color]) -> &'r [Color] {
        let part = parts[at];
        self.read(&self.list[at], (part.y + y) as u32, row);
        &row[part.x as usize..part.right() as usize]
    }
}
