//! Drives a twin, and says which action it was that failed.

use super::{Act, Source, Twin, act};
use undoodle::history::Limits;

/// Says which action it was, should one fail.
struct Told(usize, Act);

impl Drop for Told {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("action {}: {:?}", self.0, self.1);
        }
    }
}

/// Drives a twin through so many random actions.
pub fn run(source: &mut impl Source, actions: usize, check_every: usize) -> Twin {
    let mut twin = Twin::new(Limits { budget: 1 << 20, depth: 1 });
    for index in 0..actions {
        let act = act(source);
        let _told = Told(index, act.clone());
        twin.step(&act);
        if index % check_every == 0 {
            twin.check();
        }
        if index % 2000 == 1999 {
            twin.sweep();
        }
    }
    twin.check();
    twin
}
