//! Tests of `src/error.rs`.

mod message;

use undoodle_drawing::Error;

#[test]
fn amounts_are_short_and_what_exceeds_a_limit_exceeds_it_in_print() {
    let said = |needed: u64, budget: u64| Error::OverBudget { needed, budget }.to_string();
    assert_eq!(
        said(5 << 20, 4 << 20),
        "the history needs 5 MB and may take 4 MB: set a larger limit, or unpin a state"
    );
    assert_eq!(
        said((4 << 20) + 1, 4 << 20),
        "the history needs 4.1 MB and may take 4 MB: set a larger limit, or unpin a state"
    );
    assert_eq!(
        said((256 << 20) + 1, 256 << 20),
        "the history needs 257 MB and may take 256 MB: set a larger limit, or unpin a state"
    );
    assert_eq!(
        said(999, 0),
        "the history needs 999 B and may take 0 B: set a larger limit, or unpin a state"
    );
    assert_eq!(
        said(1000, 1535),
        "the history needs 1 KB and may take 1.4 KB: set a larger limit, or unpin a state"
    );
    assert_eq!(
        said(u64::MAX, 1 << 40),
        "the history needs 16777216 TB and may take 1 TB: set a larger limit, or unpin a state"
    );
    let full = Error::OutOfMemory { what: "image", bytes: 1 << 30, limit: 0 };
    assert_eq!(full.to_string(), "image needs 1 GB, and there is not enough memory");
}
