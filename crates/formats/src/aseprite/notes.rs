//! What a drawing does not show as an Aseprite file has it, counted while it is read.
//!
//! What is only carried, and written back as it came, is not told.
//!
//! ```
//! use undoodle_formats as formats;
//! let document = undoodle_formats::document::Document::new(4, 4)?;
//! let bytes = formats::write(formats::named("aseprite")?, &document, &formats::Export::new(0))?;
//! assert_eq!(formats::open(&bytes)?.1.notes(), "", "what is written here is read without a loss");
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

use crate::error::Message;

/// Something that is left out or shown otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Note {
    MissingTiles,
    EmptyGroup,
    UnknownBlend,
    CrowdedCel,
    StrayCel,
    StrangeCel,
    Direction,
    StrayTag,
    ManyTags,
    Name,
    Remark,
    Text,
    ManySlices,
    Chunk,
    Color,
    PixelRatio,
    GridOrigin,
    Profile,
}

/// The code of each note. Those that are there once at most have no number.
const WORDS: &[(Note, &str)] = &[
    (
        Note::MissingTiles,
        "{n} layer of tiles that the file lacks is empty \
         | {n} layers of tiles that the file lacks are empty",
    ),
    (
        Note::EmptyGroup,
        "{n} empty group was left out \
         | {n} empty groups were left out",
    ),
    (
        Note::UnknownBlend,
        "{n} layer of an unknown blend mode is normal now \
         | {n} layers of unknown blend modes are normal now",
    ),
    (
        Note::CrowdedCel,
        "{n} cel has its opacity in its pixels and no z-index, as there are more than 2046 \
         | {n} cels have their opacities in their pixels and no z-index, as there are more than 2046",
    ),
    (
        Note::StrayCel,
        "{n} cel of a missing layer or frame was left out \
         | {n} cels of missing layers or frames were left out",
    ),
    (
        Note::StrangeCel,
        "{n} cel of an unknown kind is not shown \
         | {n} cels of unknown kinds are not shown",
    ),
    (
        Note::Direction,
        "{n} tag of an unknown direction is played forward now \
         | {n} tags of unknown directions are played forward now",
    ),
    (
        Note::StrayTag,
        "{n} tag of missing frames was left out \
         | {n} tags of missing frames were left out",
    ),
    (
        Note::ManyTags,
        "{n} tag past 64 was left out \
         | {n} tags past 64 were left out",
    ),
    (
        Note::Name,
        "{n} name was changed to fit \
         | {n} names were changed to fit",
    ),
    (
        Note::Remark,
        "{n} layer's note was changed to fit \
         | {n} layers' notes were changed to fit",
    ),
    (
        Note::Text,
        "{n} text was changed to fit \
         | {n} texts were changed to fit",
    ),
    (
        Note::ManySlices,
        "{n} slice that there was no room for is not shown \
         | {n} slices that there was no room for are not shown",
    ),
    (
        Note::Chunk,
        "{n} part that there was no room for was left out \
         | {n} parts that there was no room for were left out",
    ),
    (
        Note::Color,
        "{n} colour past 256 was left out \
         | {n} colours past 256 were left out",
    ),
    (Note::PixelRatio, "pixels that are not square are shown as squares"),
    (Note::GridOrigin, "the grid's origin is not shown"),
    (Note::Profile, "its ICC colour profile is not shown"),
];

/// Numbers of what is left out or shown otherwise.
#[derive(Clone, Debug, Default)]
pub struct Notes(std::collections::BTreeMap<Note, u32>);

impl Notes {
    /// Counts some of a kind.
    pub(super) fn add(&mut self, note: Note, count: u32) {
        if count > 0 {
            let known = self.0.entry(note).or_default();
            *known = known.saturating_add(count);
        }
    }

    /// Counts one of a kind if something is so.
    pub(super) fn note(&mut self, note: Note, so: bool) {
        self.add(note, so.into());
    }

    /// Returns the phrases for people.
    pub fn phrases(&self) -> Vec<Message> {
        let phrase = |(note, code): &(Note, &'static str)| Some(Message::new(code).with(*self.0.get(note)?));
        WORDS.iter().filter_map(phrase).collect()
    }
}
