//! A file of Piskel, OpenRaster, Pixelorama, a sheet or a sequence from a stranger is a valid drawing, or refused.
//!
//! The checksums of a zip keep out what is damaged by chance, so the fuzzer may also choose what is in one: the first byte
//! says which, and the rest is the contents of the entry that describes the others.
#![no_main]

use libfuzzer_sys::fuzz_target;
use undoodle::formats::{self, Opened, sheet};

/// A zip of entries as they are. Checksums of 0 would be refused, so they are right.
fn zip(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let crc = |bytes: &[u8]| {
        !bytes.iter().fold(!0u32, |crc, byte| {
            (0..8).fold(crc ^ u32::from(*byte), |crc, _| crc >> 1 ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 })
        })
    };
    let (mut file, mut directory) = (Vec::new(), Vec::new());
    for (name, bytes) in entries {
        let at = file.len() as u32;
        let [length, sum] = [bytes.len() as u32, crc(bytes)];
        let mut header = vec![20, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        for number in [sum, length, length, name.len() as u32] {
            header.extend(number.to_le_bytes());
        }
        file.extend([b"PK\x03\x04", &header[..], name.as_bytes(), bytes].concat());
        directory.extend([b"PK\x01\x02\x14\0", &header[..], &[0; 10], &at.to_le_bytes(), name.as_bytes()].concat());
    }
    let [count, length, at] = [entries.len(), directory.len(), file.len()].map(|number| (number as u32).to_le_bytes());
    let end = [b"PK\x05\x06\0\0\0\0", &count[..2], &count[..2], &length, &at, &[0; 2]].concat();
    [file, directory, end].concat()
}

fn check(file: &dyn Opened) {
    let drawing = file.drawing().unwrap();
    assert_eq!(drawing.validate(), Ok(()));
    assert_eq!(file.size(), drawing.size());
}

fuzz_target!(|bytes: &[u8]| {
    let Some((kind, rest)) = bytes.split_first() else { return };
    let picture = || {
        let drawing = undoodle::document::Drawing::new(8, 6).unwrap();
        formats::png::encode(&drawing, 0).unwrap()
    };
    let made = match kind % 5 {
        0 => rest.to_vec(),
        1 => zip(&[("stack.xml", rest), ("a.png", &picture())]),
        2 => zip(&[("data.json", rest), ("image_data/frames/1/layer_1", &[9; 16])]),
        3 => zip(&[("a.json", rest), ("a.png", &picture())]),
        _ => zip(&[("a.png", rest), ("b.png", &picture())]),
    };
    if let Ok((_, file)) = formats::open(&made) {
        check(&*file);
    }
    if let Ok(file) = sheet::read_with(&picture(), rest) {
        check(&file);
    }
});
