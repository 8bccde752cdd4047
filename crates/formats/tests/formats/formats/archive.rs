//! Tests of `src/archive.rs`.

use undoodle_formats::archive::{Index, Writer, deflate, store};
use undoodle_formats::budget::Budget;
use undoodle_formats::sink::Sink;

/// Makes an archive of empty entries.
pub fn made(names: &[&str]) -> Vec<u8> {
    let mut sink = Sink::new(1 << 20);
    let mut archive = Writer::new(&mut sink);
    for name in names {
        store(&mut archive, name, b"").unwrap();
    }
    archive.finish().unwrap();
    sink.bytes
}

#[test]
fn a_name_that_is_there_twice_is_refused() {
    let said =
        |names: &[&str]| Index::open("PNG sequence", &made(names)).err().map(|error| error.to_string());
    assert_eq!(said(&["a", ".b", ".b"]), None);
    let twice = "this PNG sequence file is damaged: two of its entries have one name";
    assert_eq!(said(&["a", "b", "a"]).as_deref(), Some(twice));
}

#[test]
fn an_entry_is_read_within_its_bound_and_the_budget() {
    let mut sink = Sink::new(1 << 20);
    let mut archive = Writer::new(&mut sink);
    deflate(&mut archive, "a", |out| out.write_all(&[7; 1000])).unwrap();
    archive.finish().unwrap();
    let index = Index::open("zip", &sink.bytes).unwrap();
    let mut budget = Budget::of(1500);
    assert!(index.read("a", 999, &mut budget).is_err() && budget.left() == 1500);
    assert_eq!(index.read("a", 1000, &mut budget).unwrap(), [7; 1000]);
    assert!(index.read("a", 1000, &mut budget).is_err() && index.read("b", 1, &mut budget).is_err());
    assert_eq!(budget.left(), 500);
}
