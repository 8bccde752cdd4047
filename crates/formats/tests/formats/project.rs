//! Project files: all of a drawing goes there and back, and files from strangers are refused in a sentence.

use flate2::Compression;
use flate2::write::DeflateEncoder;
use rawzip::{CompressionMethod, ZipArchiveWriter};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use undoodle_formats::color::Color;
use undoodle_formats::document::{Cel, Document, Drawing};
use undoodle_formats::geometry::Rect;
use undoodle_formats::memory::Memory;
use undoodle_formats::{self as formats, Opened, project};

/// A small drawing of two layers and two frames, with pixels in three cels.
fn drawing() -> Drawing<Memory> {
    let mut document = Document::new(70, 40).unwrap();
    let mut edit = |change: &dyn Fn(&mut Document)| {
        document.begin(1).unwrap();
        change(&mut document);
        document.commit("Edit", Color::ADDED, 0).unwrap();
    };
    edit(&|document| document.add_layer(1).unwrap());
    edit(&|document| document.add_frame(1).unwrap());
    for (layer, frame, color) in
        [(0, 0, Color::rgba(200, 30, 40, 255)), (1, 0, Color::rgba(1, 2, 3, 77)), (1, 1, Color::BLACK)]
    {
        edit(&|document| {
            for y in 3..35 {
                document.fill_span(Cel { layer, frame }, y, y..2 * y, color).unwrap();
            }
        });
    }
    Drawing::from_door(document.history().arena().clone())
}

fn file(name: &str) -> PathBuf {
    Path::new("../../tests/files").join(name)
}

fn read(bytes: &[u8]) -> undoodle_formats::Result<Drawing<Memory>> {
    project::File::open(bytes)?.drawing()
}

fn said(bytes: &[u8]) -> String {
    read(bytes).unwrap_err().to_string()
}

/// An entry: its name and bytes.
type Entry<'a> = (&'a str, Vec<u8>);

/// Makes an archive of compressed entries.
fn zip(entries: &[Entry<'_>]) -> Vec<u8> {
    let mut archive = ZipArchiveWriter::new(Vec::new());
    for (name, bytes) in entries {
        let file = archive.new_file(name).compression_method(CompressionMethod::DEFLATE);
        let (mut entry, config) = file.start().unwrap();
        let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::best()));
        writer.write_all(bytes).unwrap();
        let (encoder, descriptor) = writer.finish().unwrap();
        encoder.finish().unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap()
}

fn header(numbers: [u32; 4]) -> Vec<u8> {
    [&b"undoodle"[..], numbers.map(u32::to_le_bytes).as_flattened()].concat()
}

fn page(number: u64, byte: u8) -> Vec<u8> {
    [&number.to_le_bytes()[..], &[byte; 4096]].concat()
}

/// A page that names another one.
fn same(number: u64, as_page: u64) -> Vec<u8> {
    [(number | 1 << 63).to_le_bytes(), as_page.to_le_bytes()].concat()
}

/// Makes a file with these pages that is right in all else.
fn with_pages(count: usize, pages: &[u8]) -> Vec<u8> {
    let mime = b"application/x-undoodle".to_vec();
    zip(&[("mimetype", mime), ("pages", [&header([1, 8, 8, count as u32]), pages].concat())])
}

#[test]
fn a_drawing_comes_back_byte_for_byte_with_a_preview() {
    let drawing = drawing();
    let bytes = project::encode(&drawing, 0).unwrap();
    assert_eq!(&bytes[30..60], b"mimetypeapplication/x-undoodle", "the type is told by the first bytes");
    let again = read(&bytes).unwrap();
    assert_eq!(again.door(), drawing.door());
    assert_eq!(project::encode(&again, 0).unwrap(), bytes);
    let (format, opened) = formats::open(&bytes).unwrap();
    assert_eq!((format.id, opened.size(), opened.notes().to_string().as_str()), ("undoodle", (70, 40), ""));
    let image = opened.image().unwrap();
    assert_eq!((image.get(3, 3), image.get(69, 39)), (drawing.pixel(0, 3, 3).unwrap(), Color::TRANSPARENT));
}

#[test]
fn a_file_cut_or_changed_anywhere_is_refused_or_the_same_drawing() {
    let drawing = drawing();
    let bytes = project::encode(&drawing, 0).unwrap();
    let mut refused = 0;
    let mut check = |bytes: &[u8], what: &str| match read(bytes) {
        Ok(found) => assert_eq!(found.door(), drawing.door(), "{what}"),
        Err(error) => {
            refused += 1;
            let text = error.to_string();
            assert!(
                text.contains("damaged")
                    || text.contains("can't be opened")
                    || text.contains("expected")
                    || text.contains("must be"),
                "{text}"
            );
        }
    };
    (0..bytes.len()).for_each(|len| check(&bytes[..len], &format!("cut at {len}")));
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut bytes = bytes.clone();
            bytes[at] ^= 1 << bit;
            check(&bytes, &format!("bit {bit} of byte {at}"));
        }
    }
    assert!(refused > bytes.len() * 4, "times, the preview and some flags are not looked at: {refused}");
}

#[test]
fn pages_that_were_not_written_so_are_refused() {
    let broken = "this Undoodle file is damaged: its pages can't be read";
    assert_eq!(said(&with_pages(2, &[page(1, 1), page(0, 1)].concat())), broken, "out of order");
    assert_eq!(said(&with_pages(2, &[page(1, 1), page(1, 1)].concat())), broken, "twice");
    assert_eq!(said(&with_pages(1, &page(0, 0))), broken, "zeros");
    assert_eq!(said(&with_pages(2, &page(0, 1))), broken, "fewer");
    assert_eq!(said(&with_pages(1, &[page(0, 1), page(1, 1)].concat())), broken, "more");
    assert_eq!(said(&with_pages(1, &page(u64::MAX, 1))), broken, "no address");
    assert_eq!(said(&with_pages(1, &page((1 << 21) - 1, 1))), broken, "an address of no page");
    for (name, what) in [(0, "absent"), (1, "the page itself"), (2, "a later page"), (u64::MAX, "no address")]
    {
        let pages = [same(1, name), page(2, 1)].concat();
        assert_eq!(said(&with_pages(2, &pages)), broken, "names {what}");
    }
    let meaning = said(&with_pages(1, &page(0, 1)));
    assert!(meaning.starts_with("this drawing can't be opened: "), "{meaning}");
    let claim =
        |numbers| said(&zip(&[("mimetype", b"application/x-undoodle".to_vec()), ("pages", header(numbers))]));
    let later = "this file can't be opened: a later version wrote it, in format 3: this one reads format 2";
    assert_eq!(claim([3, 8, 8, 1]), later);
    assert_eq!(claim([1, 40_000, 8, 1]), "width must be from 1 to 32768, not 40000");
    assert_eq!(claim([1, 8, 0, 1]), "height must be from 1 to 32768, not 0");
    let many = "number of pages must be from 1 to 262144, not 300000";
    assert_eq!(
        said(&with_pages(300_000, &page(0, 1))),
        many,
        "a gigabyte is the most, before a byte is allocated"
    );
}

#[test]
fn pages_that_are_alike_take_the_room_of_one() {
    let sizes = [1, 40].map(|frames| {
        let mut drawing = Drawing::new(512, 512).unwrap();
        let mut random = fastrand::Rng::with_seed(1);
        let noise: Vec<_> = (0..512 * 512).map(|_| Color { bytes: random.u32(..).to_ne_bytes() }).collect();
        for frame in 0..frames {
            if frame > 0 {
                drawing.add_frame(frame).unwrap();
            }
            let mut pixels = drawing.pixels_mut(Cel { layer: 0, frame }).unwrap();
            for y in 0..512 {
                pixels.put_row(0, y, &noise[y as usize * 512..][..512]).unwrap();
            }
            // What differs is one page.
            pixels.put_row(3, 3, &[Color::rgba(1, 2, 3, frame as u8)]).unwrap();
        }
        let bytes = project::encode(&drawing, 0).unwrap();
        assert_eq!(read(&bytes).unwrap().door(), drawing.door());
        assert_eq!(project::encode(&read(&bytes).unwrap(), 0).unwrap(), bytes);
        bytes.len()
    });
    assert!(sizes[1] < sizes[0] * 5 / 4, "39 frames more of noise take {} beside {}", sizes[1], sizes[0]);
}

#[test]
fn archives_of_something_else_are_refused() {
    let other = "this file can't be opened: it is an archive of something else";
    assert_eq!(said(&zip(&[("mimetype", b"application/epub+zip".to_vec())])), other);
    assert_eq!(said(&zip(&[("word/document.xml", b"<xml/>".to_vec())])), other);
    let mime = || ("mimetype", b"application/x-undoodle".to_vec());
    assert_eq!(
        said(&zip(&[mime(), mime()])),
        other,
        "two entries of one name are two files to different readers"
    );
    let missing = said(&zip(&[mime(), ("manifest.json", b"{}".to_vec())]));
    assert_eq!(missing, "this Undoodle file is damaged: its pages are missing");
    let bytes = project::encode(&drawing(), 0).unwrap();
    let longer = [b"some bytes in front".to_vec(), bytes].concat();
    assert!(formats::open(&longer).is_err(), "files are told by their first bytes");
}

#[test]
fn a_bomb_is_refused_without_the_memory_that_it_claims() {
    let zeros = with_pages(262_144, &vec![0; 64 << 20]);
    assert!(zeros.len() < 100_000);
    let used = allocation_counter::measure(|| drop(said(&zeros)));
    assert!(used.bytes_max < 1 << 20, "{} bytes", used.bytes_max);
}

#[test]
fn files_of_every_version_open() {
    let expected = drawing();
    for name in ["version-1.undoodle", "version-1-by-python.undoodle", "version-2.undoodle"] {
        let bytes = fs::read(file(name)).unwrap();
        assert_eq!(read(&bytes).unwrap().door(), expected.door(), "{name}");
    }
}

#[test]
fn frames_that_are_mostly_alike_come_back_byte_for_byte() {
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..30 {
        let mut drawing = Drawing::new(random.u32(200..400), random.u32(100..300)).unwrap();
        let (width, height) = drawing.size();
        for frame in 0..random.u32(4..9) {
            // Some frames begin anew, so that pages of the frame before are not in them.
            match (frame, random.u8(..5)) {
                (0, _) => {}
                (_, 0) => drawing.add_frame(frame).unwrap(),
                _ => drawing.repeat_frame().unwrap(),
            }
            let mut pixels = drawing.pixels_mut(Cel { layer: 0, frame }).unwrap();
            for _ in 0..if frame == 0 { 400 } else { random.u32(..6) } {
                let (x, y) = (random.u32(..width), random.u32(..height));
                let color = [Color::TRANSPARENT, Color::BLACK, Color { bytes: random.u32(..).to_ne_bytes() }];
                let color = color[random.usize(..3)];
                let (w, h) = (random.i32(1..70), random.i32(1..70));
                let rect =
                    Rect::new(x as i32, y as i32, w.min((width - x) as i32), h.min((height - y) as i32));
                pixels.fill_rect(rect, color).unwrap();
            }
        }
        drawing.compact().unwrap();
        for bytes in [project::encode_for_reading(&drawing).unwrap(), project::encode(&drawing, 0).unwrap()] {
            let again = read(&bytes).unwrap();
            assert_eq!(again.door(), drawing.door());
            assert_eq!(again.door().bytes(), drawing.door().bytes(), "no page is held for nothing");
        }
    }
}

#[test]
fn a_copy_for_another_module_is_read_part_by_part_and_refused_where_it_is_cut() {
    let mut drawing = Drawing::new(100, 70).unwrap();
    drawing.pixels_mut(Cel::default()).unwrap().put_row(3, 40, &[Color::ADDED; 60]).unwrap();
    drawing.repeat_frame().unwrap();
    drawing.compact().unwrap();
    let copy = project::encode_for_reading(&drawing).unwrap();
    assert_eq!(copy.len(), project::Pages::of(&drawing).unwrap().bytes(), "as long as was said before");
    let (format, file) = formats::open(&copy).unwrap();
    assert_eq!((format.id, file.size(), file.notes().is_empty()), ("undoodle", (100, 70), true));
    assert!(file.history().unwrap().is_none() && file.others().unwrap().is_empty());
    assert_eq!(project::read_copy(&copy[..]).unwrap().door(), drawing.door());
    for cut in (0..copy.len()).step_by(97).chain([copy.len() - 1]) {
        assert!(project::read_copy(&copy[..cut]).is_err(), "{cut}");
    }
    let longer = [&copy[..], &[0]].concat();
    assert!(project::read_copy(&longer[..]).is_err(), "nothing comes behind the pages");
    // Whatever it claims, what is read is a sound drawing or an error.
    let mut random = fastrand::Rng::with_seed(5);
    for _ in 0..300 {
        let mut forged = copy.clone();
        for _ in 0..random.usize(1..4) {
            let most = if random.bool() { 60 } else { forged.len() };
            let at = random.usize(..most);
            forged[at] ^= 1 << random.u8(..8);
        }
        if let Ok(read) = project::read_copy(&forged[..]) {
            read.validate().unwrap();
        }
    }
}
