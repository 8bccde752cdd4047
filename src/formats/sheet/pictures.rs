//! The pictures that a sheet shows: which there are, what they are called, and their pixels.

use crate::color::{Blend, Color};
use crate::document::{Cel, Drawing, Picture, Store, Tag};
use crate::error::Result;
use crate::formats::export::Split;
use crate::formats::{Export, Film, Frames};
use crate::geometry::Rect;
use std::collections::BTreeSet;

/// The pictures of a sheet.
#[derive(Debug)]
pub(super) struct Pictures<'a> {
    pub(super) film: Film<'a>,
    /// First and last frame that is shown.
    pub(super) frames: (u32, u32),
    pub(super) list: Vec<Shot<'a>>,
    background: Color,
    scale: u32,
}

/// A picture of a sheet.
#[derive(Debug)]
pub(super) struct Shot<'a> {
    /// Its name, unlike those of all others.
    pub(super) name: String,
    /// The moment of the film that it is from.
    pub(super) moment: usize,
    /// The layer alone, and its opacity; `None` for all of the frame.
    layer: Option<(Picture<'a>, u8)>,
}

/// Returns an export whose frames ascend: a sheet has each frame once, and tags say in which direction they are played.
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
pub(super) fn within(tag: Tag, (first, last): (u32, u32)) -> Option<Tag> {
    let (from, to) = (tag.from.max(first), tag.to.min(last));
    (from <= to).then(|| Tag { from: from - first, to: to - first, ..tag })
}

impl<'a> Pictures<'a> {
    /// Lists the pictures that an export of a drawing shows.
    ///
    /// # Errors
    /// As [`Film::new`].
    pub(super) fn new(drawing: &'a Drawing<Store>, export: &Export) -> Result<Pictures<'a>> {
        let export = ascending(drawing, export);
        let film = Film::new(drawing, &export)?;
        let frames = (film.frame(0), film.frame(film.len() - 1));
        let mut list: Vec<Shot<'a>> = Vec::new();
        let mut names = BTreeSet::new();
        let mut add = |name: String, moment, layer| {
            let mut free = (2..).map(|number| format!("{name} ({number})"));
            let name =
                if names.contains(&name) { free.find(|name| !names.contains(name)) } else { Some(name) };
            let name = name.unwrap_or_default();
            names.insert(name.clone());
            list.push(Shot { name, moment, layer });
        };
        match export.split {
            Split::Whole => (0..film.len()).for_each(|moment| add(format!("frame {moment}"), moment, None)),
            Split::Layers => {
                for layer in (0..drawing.layers()).filter(|layer| drawing.is_visible(*layer)) {
                    let properties = drawing.layer(layer)?;
                    for moment in 0..film.len() {
                        let picture = drawing.cel_picture(Cel { layer, frame: film.frame(moment) });
                        let shown = Some((picture, properties.opacity));
                        add(format!("{} {moment}", properties.name), moment, shown);
                    }
                }
            }
            Split::Tags => {
                for tag in drawing.tags().into_iter().filter_map(|tag| within(tag, frames)) {
                    for moment in tag.from..=tag.to {
                        add(format!("{} {}", tag.name, moment - tag.from), moment as usize, None);
                    }
                }
            }
        }
        // Without a layer to be seen or a tag there is still a picture.
        if list.is_empty() {
            let whole = |moment| Shot { name: format!("frame {moment}"), moment, layer: None };
            list = (0..film.len()).map(whole).collect();
        }
        Ok(Pictures { film, frames, list, background: export.background, scale: export.scale })
    }

    /// Reads a row of a picture; `row` is as long as the picture is wide.
    pub(super) fn read(&self, shot: &Shot<'a>, y: u32, row: &mut [Color]) {
        let Some((picture, opacity)) = &shot.layer else { return self.film.read(shot.moment, y, row) };
        let scale = self.scale as usize;
        let width = row.len() / scale;
        picture.read(0, y / self.scale, 1, &mut row[..width]);
        for x in (0..width).rev() {
            let seen = Blend::Normal.composite(row[x], *opacity, Color::TRANSPARENT);
            row[x * scale..(x + 1) * scale].fill(Blend::Normal.composite(seen, 255, self.background));
        }
    }

    /// Returns the smallest rectangle around a picture's pixels; of an empty one, its first pixel.
    pub(super) fn bounds(&self, shot: &Shot<'a>) -> Rect {
        let (width, height) = self.film.size();
        let mut row = vec![Color::TRANSPARENT; width as usize];
        let mut found = Rect::EMPTY;
        for y in (0..height).step_by(self.scale as usize) {
            self.read(shot, y, &mut row);
            let first = row.iter().position(|color| !color.is_transparent());
            let last = row.iter().rposition(|color| !color.is_transparent());
            if let (Some(first), Some(last)) = (first, last) {
                let (first, wide) = (first as i32, (last + 1 - first) as i32);
                found = found.union(Rect::new(first, y as i32, wide, self.scale as i32));
            }
        }
        if found.is_empty() { Rect::new(0, 0, 1, 1) } else { found }
    }
}
