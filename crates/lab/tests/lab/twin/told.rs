//! Says which action it was that failed.

use super::Act;

/// Says which action it was, should one fail.
pub struct Told(pub usize, pub Act);

impl Drop for Told {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("action {}: {:?}", self.0, self.1);
        }
    }
}
