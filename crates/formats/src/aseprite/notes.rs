//! What a drawing does not keep of an Aseprite file, counted while it is read.
//!
//! ```
//! use undoodle_formats as formats;
//! let document = undoodle_formats::document::Document::new(4, 4)?;
//! let bytes = formats::write(formats::named("aseprite")?, &document, &formats::Export::new(0))?;
//! assert_eq!(formats::open(&bytes)?.1.notes(), "", "what is written here is read without a loss");
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

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

/// The words for each note behind its number, for one and for several. Those that are there once at most have no number.
const WORDS: &[(Note, &str, &str)] = &[
    (Note::Slice, "slice was left out", "slices were left out"),
    (Note::Tilemap, "tilemap was drawn as pixels", "tilemaps were drawn as pixels"),
    (
        Note::MissingTiles,
        "layer of tiles that the file lacks is empty",
        "layers of tiles that the file lacks are empty",
    ),
    (Note::NestedGroup, "group within a group was dissolved", "groups within groups were dissolved"),
    (Note::EmptyGroup, "empty group was left out", "empty groups were left out"),
    (
        Note::GroupOpacity,
        "group's opacity was given to its layers",
        "groups' opacities were given to their layers",
    ),
    (Note::GroupBlend, "group's blend mode was left out", "groups' blend modes were left out"),
    (
        Note::UnknownBlend,
        "layer of an unknown blend mode is normal now",
        "layers of unknown blend modes are normal now",
    ),
    (Note::Reference, "reference layer is hidden", "reference layers are hidden"),
    (Note::Unmoved, "layer is no longer fixed in place", "layers are no longer fixed in place"),
    (Note::Background, "background layer became a normal layer", "background layers became normal layers"),
    (
        Note::CelOpacity,
        "cel's opacity was multiplied into its pixels",
        "cels' opacities were multiplied into their pixels",
    ),
    (Note::ZIndex, "cel's z-index was left out", "cels' z-indices were left out"),
    (Note::Clipped, "cel was cut at the canvas", "cels were cut at the canvas"),
    (
        Note::StrayCel,
        "cel of a missing layer or frame was left out",
        "cels of missing layers or frames were left out",
    ),
    (Note::StrangeCel, "cel of an unknown kind was left out", "cels of unknown kinds were left out"),
    (Note::Repeat, "tag's number of repeats was left out", "tags' numbers of repeats were left out"),
    (
        Note::Direction,
        "tag of an unknown direction is played forward now",
        "tags of unknown directions are played forward now",
    ),
    (Note::TagColor, "tag's colour was left out", "tags' colours were left out"),
    (Note::StrayTag, "tag of missing frames was left out", "tags of missing frames were left out"),
    (Note::ManyTags, "tag past 64 was left out", "tags past 64 were left out"),
    (Note::Name, "name was changed to fit", "names were changed to fit"),
    (Note::Remark, "layer's note was changed to fit", "layers' notes were changed to fit"),
    (Note::UserData, "piece of user data was left out", "pieces of user data were left out"),
    (
        Note::Chunk,
        "part that Undoodle does not know was left out",
        "parts that Undoodle does not know were left out",
    ),
    (Note::Indexed, "indexed colour became RGB", "indexed colours became RGB"),
    (Note::Grey, "", "its grey values became RGB"),
    (Note::ColorName, "colour's name was left out", "colours' names were left out"),
    (Note::Color, "colour past 256 was left out", "colours past 256 were left out"),
    (Note::Palette, "palette of a later frame was left out", "palettes of later frames were left out"),
    (Note::PixelRatio, "", "pixels that are not square are shown as squares"),
    (Note::GridOrigin, "", "the grid's origin was left out"),
    (Note::Profile, "", "its ICC colour profile was left out"),
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
    pub fn phrases(&self) -> Vec<String> {
        let phrase = |(note, one, several): &(Note, &str, &str)| {
            let count = self.0.get(note)?;
            Some(match count {
                _ if one.is_empty() => (*several).to_owned(),
                1 => format!("1 {one}"),
                _ => format!("{count} {several}"),
            })
        };
        WORDS.iter().filter_map(phrase).collect()
    }
}
