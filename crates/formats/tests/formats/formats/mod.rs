//! Tests of `src/mod.rs`.

mod archive;
mod aseprite;
mod budget;
mod export;
mod film;
mod gif;
mod ico;
mod json;
mod kinds;
mod ora;
mod palettes;
mod patterns;
mod piskel;
mod png;
mod project;
mod pxo;
mod reel;
mod sequence;
mod sheet;
mod webp;

use std::collections::HashSet;
use undoodle_formats::{Export, FORMATS, OPTIONS, named, open, write};

#[test]
fn every_format_is_told_by_its_contents_and_has_names_of_its_own() {
    let (mut ids, mut endings) = (HashSet::new(), HashSet::new());
    for format in FORMATS {
        assert!(ids.insert(format.id) && !format.endings.is_empty());
        assert!(format.endings.iter().all(|ending| endings.insert(*ending)));
        assert!(std::ptr::eq(named(format.id).unwrap(), format));
        assert!(format.options.iter().all(|id| OPTIONS.iter().any(|option| option.id == *id)));
        let document = undoodle_formats::document::Document::new(5, 4).unwrap();
        if format.write.is_none() || format.read.is_none() {
            continue;
        }
        let bytes = write(format, &document, &Export::new(0)).unwrap();
        let is: Vec<_> = FORMATS.iter().filter(|other| (other.is)(&bytes)).map(|other| other.id).collect();
        assert_eq!(is, [format.id], "a file is in one format");
        let (told, file) = open(&bytes).unwrap();
        assert_eq!((told.id, file.size(), file.notes().to_string().as_str()), (format.id, (5, 4), ""));
        assert_eq!(file.drawing().unwrap().size(), (5, 4));
        assert_eq!(file.image().unwrap().size(), (5, 4));
    }
}

#[test]
fn what_is_no_file_of_ours_is_refused_with_what_would_open() {
    let said = |bytes: &[u8]| open(bytes).err().map(|error| error.to_string()).unwrap_or_default();
    assert_eq!(said(b""), "this file can't be opened: it is empty");
    let (text, opens) = (said(b"BM"), FORMATS.iter().filter(|one| one.read.is_some()));
    assert!(text.starts_with("Undoodle can't open this file: it opens Undoodle, PNG, "), "{text}");
    opens.for_each(|one| assert!(text.contains(one.label), "{text}: {}", one.label));
    assert!(said(b"\x89PNG").starts_with("this PNG file is damaged: "));
    assert_eq!(
        named("psd").unwrap_err().to_string(),
        "format must be one of those that Undoodle writes, not \"psd\""
    );
}

#[test]
fn a_drawing_that_is_taken_out_of_a_file_is_not_copied() {
    let document = undoodle_formats::document::Document::new(300, 300).unwrap();
    let file = write(named("gif").unwrap(), &document, &Export::new(0)).unwrap();
    let opened = open(&file).unwrap().1;
    let copied = allocation_counter::measure(|| assert_eq!(opened.drawing().unwrap().size(), (300, 300)));
    let taken = allocation_counter::measure(|| assert_eq!(opened.into_drawing().unwrap().size(), (300, 300)));
    assert!(copied.count_total > 0, "a look leaves the drawing where it is");
    assert_eq!(taken.count_total, 0);
}
