//! How many attempts at random a test makes: as many as are usual, or the part of them that a quick look wants.
//!
//! `UNDOODLE_SHARE` is that part, in per cent; `npm run check` sets it. What must come up among so many attempts is asked for by `least`,
//! which asks less of fewer.

/// Returns the part that is wanted, in per cent.
fn percent() -> u64 {
    std::env::var("UNDOODLE_SHARE").ok().and_then(|text| text.parse().ok()).unwrap_or(100)
}

/// Returns how many attempts are made where so many are usual: one at least.
pub fn of(usual: u64) -> u64 {
    (usual * percent() / 100).max(1)
}

/// Returns how often something has to come up that comes up more than so often in the usual number of attempts: in fewer, luck counts for more.
pub fn least(usual: usize) -> usize {
    let percent = percent() as usize;
    if percent < 100 { usual * percent / 500 } else { usual }
}
