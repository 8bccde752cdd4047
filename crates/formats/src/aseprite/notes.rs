//! What a drawing does not keep of an Aseprite file, counted while it is read.
//!
//! ```
//! use undoodle_formats as formats;
//! let document = undoodle_formats::document::Document::new(4, 4)?;
//! let bytes = formats::write(formats::named("aseprite")?, &document, &formats::Export::new(0))?;
//! assert_eq!(formats::open(&bytes)?.1.notes(), "", "what is written here is read without a loss");
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

use crate::error::Message;

/// Something that is left out or changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Note {
    Slice,
    Tilemap,
    MissingTiles,
    NestedGroup,
    EmptyGroup,
    GroupOpacity,
    GroupBlend,
    UnknownBlend,
    Reference,
    Unmoved,
    Background,
    CelOpacity,
    ZIndex,
    Clipped,
    StrayCel,
    StrangeCel,
    Repeat,
    Direction,
    TagColor,
    StrayTag,
    ManyTags,
    Name,
    Remark,
    UserData,
    Chunk,
    Indexed,
    Grey,
    ColorName,
    Color,
    Palette,
    PixelRatio,
    GridOrigin,
    Profile,
}

/// The code of each note. Those that are there once at most have no number.
const WORDS: &[(Note, &str)] = &[
    (
        Note::Slice,
        "{n} slice was left out \
         | {n} slices were left out",
    ),
    (
        Note::Tilemap,
        "{n} tilemap was drawn as pixels \
         | {n} tilemaps were drawn as pixels",
    ),
    (
        Note::MissingTiles,
        "{n} layer of tiles that the file lacks is empty \
         | {n} layers of tiles that the file lacks are empty",
    ),
    (
        Note::NestedGroup,
        "{n} group within a group was dissolved \
         | {n} groups within groups were dissolved",
    ),
    (
        Note::EmptyGroup,
        "{n} empty group was left out \
         | {n} empty groups were left out",
    ),
    (
        Note::GroupOpacity,
        "{n} group's opacity was given to its layers \
         | {n} groups' opacities were given to their layers",
    ),
    (
        Note::GroupBlend,
        "{n} group's blend mode was left out \
         | {n} groups' blend modes were left out",
    ),
    (
        Note::UnknownBlend,
        "{n} layer of an unknown blend mode is normal now \
         | {n} layers of unknown blend modes are normal now",
    ),
    (
        Note::Reference,
        "{n} reference layer is hidden \
         | {n} reference layers are hidden",
    ),
    (
        Note::Unmoved,
        "{n} layer is no longer fixed in place \
         | {n} layers are no longer fixed in place",
    ),
    (
        Note::Background,
        "{n} background layer became a normal layer \
         | {n} background layers became normal layers",
    ),
    (
        Note::CelOpacity,
        "{n} cel's opacity was multiplied into its pixels \
         | {n} cels' opacities were multiplied into their pixels",
    ),
    (
        Note::ZIndex,
        "{n} cel's z-index was left out \
         | {n} cels' z-indices were left out",
    ),
    (
        Note::Clipped,
        "{n} cel was cut at the canvas \
         | {n} cels were cut at the canvas",
    ),
    (
        Note::StrayCel,
        "{n} cel of a missing layer or frame was left out \
         | {n} cels of missing layers or frames were left out",
    ),
    (
        Note::StrangeCel,
        "{n} cel of an unknown kind was left out \
         | {n} cels of unknown kinds were left out",
    ),
    (
        Note::Repeat,
        "{n} tag's number of repeats was left out \
         | {n} tags' numbers of repeats were left out",
    ),
    (
        Note::Direction,
        "{n} tag of an unknown direction is played forward now \
         | {n} tags of unknown directions are played forward now",
    ),
    (
        Note::TagColor,
        "{n} tag's colour was left out \
         | {n} tags' colours were left out",
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
        Note::UserData,
        "{n} piece of user data was left out \
         | {n} pieces of user data were left out",
    ),
    (
        Note::Chunk,
        "{n} part that Undoodle does not know was left out \
         | {n} parts that Undoodle does not know were left out",
    ),
    (
        Note::Indexed,
        "{n} indexed colour became RGB \
         | {n} indexed colours became RGB",
    ),
    (Note::Grey, "its grey values became RGB"),
    (
        Note::ColorName,
        "{n} colour's name was left out \
         | {n} colours' names were left out",
    ),
    (
        Note::Color,
        "{n} colour past 256 was left out \
         | {n} colours past 256 were left out",
    ),
    (
        Note::Palette,
        "{n} palette of a later frame was left out \
         | {n} palettes of later frames were left out",
    ),
    (Note::PixelRatio, "pixels that are not square are shown as squares"),
    (Note::GridOrigin, "the grid's origin was left out"),
    (Note::Profile, "its ICC colour profile was left out"),
];

/// Numbers of what is left out or changed.
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
