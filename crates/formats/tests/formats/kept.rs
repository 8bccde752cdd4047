//! Kept or told: whatever a drawing has, a file brings it back or its writer or reader says that it does not.
//!
//! The cases are made of the tables of properties, so that a property that is added is among them without anybody's doing.
//! Each format begins with the richest drawing that it keeps without a word; then one thing of it becomes unusual, is
//! written, and is read.

mod cases;
mod strangers;

use cases::{Case, all, containers};
use std::collections::BTreeSet;
use undoodle_formats::color::Color;
use undoodle_formats::document::{Document, Drawing, Swatch, info::Info};
use undoodle_formats::memory::Memory;
use undoodle_formats::palettes::{self, PALETTES};
use undoodle_formats::{self as formats, Export, FORMATS, Format};

/// A drawing that went through a file: what came back, and everything that was said.
struct Gone {
    back: Option<Drawing<Memory>>,
    said: BTreeSet<String>,
}

/// Writes a drawing as a file of a format and reads it, if the format is read.
fn through(format: &Format, drawing: &Drawing<Memory>) -> Gone {
    let document = Document::open(drawing.clone()).unwrap();
    let export = Export::new(0);
    let lost = formats::lost(&document, format, &export).unwrap();
    let mut said: BTreeSet<_> = lost.iter().map(ToString::to_string).collect();
    let bytes = formats::write(format, &document, &export).unwrap();
    let back = format.read.map(|read| {
        let file = read(&bytes).unwrap();
        said.extend(file.notes().to_string().split("; ").filter(|note| !note.is_empty()).map(String::from));
        let back = file.drawing().unwrap();
        assert_eq!(back.validate(), Ok(()), "{}", format.id);
        back
    });
    Gone { back, said }
}

/// The richest drawing that a format keeps without a word: containers that it loses are left away.
fn base(format: &Format) -> Drawing<Memory> {
    let mut base = cases::plain();
    for container in containers() {
        let with = (container.disturb)(&base);
        if let Some(richer) = with.first()
            && through(format, richer).said.is_empty()
        {
            base = richer.clone();
        }
    }
    base
}

/// Returns `true` if a case of a drawing comes back from a format, or something is said of it that is not said of the drawing.
fn holds(format: &Format, base: &Drawing<Memory>, usual: &Gone, case: &Case) -> bool {
    (case.disturb)(base).iter().all(|drawing| {
        let Gone { back, said } = through(format, drawing);
        let told = said.difference(&usual.said).next().is_some();
        told || back.is_some_and(|back| (case.same)(drawing, &back))
    })
}

#[test]
fn every_property_comes_back_from_every_format_or_the_loss_is_told() {
    let mut silent = Vec::new();
    for format in FORMATS.iter().filter(|format| format.write.is_some()) {
        let base = base(format);
        let usual = through(format, &base);
        for case in containers().iter().chain(&all()) {
            if !holds(format, &base, &usual, case) {
                silent.push(format!("{} loses {}", format.id, case.name));
            }
        }
    }
    assert_eq!(silent, [""; 0], "without a word");
}

#[test]
fn a_project_file_and_an_aseprite_file_keep_what_they_can_hold() {
    // Were everything told and nothing kept, the test above would pass, too.
    let project = formats::named("undoodle").unwrap();
    let aseprite = formats::named("aseprite").unwrap();
    for case in containers().iter().chain(&all()) {
        for (format, silent) in [(project, true), (aseprite, false)] {
            for drawing in (case.disturb)(&base(format)) {
                let Gone { back, said } = through(format, &drawing);
                let kept = (case.same)(&drawing, &back.unwrap());
                // What others show otherwise comes home all the same.
                let lost = said.iter().any(|one| !one.starts_with("the look of"));
                assert_eq!(kept, !lost, "{} of {}: {said:?}", case.name, format.id);
                assert!(kept || !silent, "{} of {}", case.name, format.id);
            }
        }
    }
}

#[test]
fn every_palette_comes_back_from_every_palette_format_or_the_loss_is_told() {
    let plain: Vec<_> = (0..256).map(|at| Color::rgba(at as u8, 255 - at as u8, 7, 255)).collect();
    let mut cases: Vec<Vec<Color>> = [1, 2, 16, 255, 256].map(|count| plain[..count].to_vec()).into();
    for row in Swatch::rows() {
        let others = (row.disturb)(&Swatch { color: plain[1] });
        cases.extend(others.into_iter().map(|Swatch { color }| vec![plain[0], color, plain[2]]));
    }
    // Colours that stand for nothing in some formats: black, of which files are filled up, and the same one twice.
    cases.extend([
        vec![Color::BLACK; 3],
        vec![plain[9], Color::BLACK],
        vec![Color::BLACK, plain[9], plain[9]],
    ]);
    for (format, colors) in PALETTES.iter().flat_map(|format| cases.iter().map(move |case| (format, case))) {
        let (told, read) = palettes::open(&(format.write)(colors, "a \"name\"; of; sorts")).unwrap();
        assert_eq!(told.id, format.id);
        let said = [(format.loses)(colors), read.notes].concat();
        assert!(read.colors == *colors || !said.is_empty(), "{} loses some of {colors:?}", format.id);
    }
}

#[test]
fn every_table_of_properties_is_in_the_cases() {
    // A row that no drawing takes would test nothing. A layer's group is a container, a key keeps its slice, and a cel stays where it is.
    let base = base(formats::named("undoodle").unwrap());
    let without: Vec<_> =
        all().iter().filter(|case| (case.disturb)(&base).is_empty()).map(|case| case.name.clone()).collect();
    assert_eq!(
        without,
        ["layer's group", "group's parent", "slice key's slice", "cel's layer", "cel's frame"]
    );
    // What a drawing has but one of: each field is a case of its own, or says how the drawing lies in bytes.
    let bytes = ["magic", "version", "width", "height", "corner"];
    // Beside a counter of records stands the case that adds one: by the counter alone, nobody would see that a format loses them all.
    let counters = [
        ("next", "a layer"),
        ("next_group", "a group"),
        ("next_chunk", "a chunk of an Aseprite file"),
        ("next_piece", "a chunk of an Aseprite file"),
        ("next_slice", "a slice"),
        ("next_key", "a slice"),
        ("next_cel", "cel's opacity"),
    ];
    let names: Vec<_> = containers().iter().chain(&all()).map(|case| case.name.clone()).collect();
    for (counter, case) in counters {
        assert!(names.iter().any(|name| name == case), "{counter} counts what no case adds");
    }
    let parts =
        ["background", "grid", "tile", "selected", "full", "floating", "above", "offset", "bounds", "wrap"];
    let counters: Vec<_> = counters.iter().map(|(counter, _)| *counter).collect();
    let known: BTreeSet<_> = bytes.iter().chain(&counters).chain(&parts).collect();
    assert_eq!(
        Info::FIELDS.iter().collect::<BTreeSet<_>>(),
        known,
        "cases.rs needs a case for a new field, and for a new kind of record"
    );
}
