//! Tests of `src/project/manifest.rs`.

use std::io::{Cursor, Read};
use undoodle_formats::document::Document;
use undoodle_formats::{self as formats, Export};

#[test]
fn a_manifest_is_json_whatever_the_names() {
    let document = Document::new(9, 7).unwrap();
    let bytes = formats::write(&formats::FORMATS[0], &document, &Export::new(0)).unwrap();
    let (mut archive, mut found) = (zip::ZipArchive::new(Cursor::new(&bytes)).unwrap(), String::new());
    archive.by_name("manifest.json").unwrap().read_to_string(&mut found).unwrap();
    let expected = "{\n  \"format\": 2,\n  \"width\": 9,\n  \"height\": 7,\n  \"frames\": 1,\n  \"layers\": [\"Layer 1\"],\n  \"tags\": []\n}\n";
    assert_eq!(found, expected);
}
