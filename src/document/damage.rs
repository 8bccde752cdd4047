//! Which rectangles changed since somebody last asked.
//!
//! Two dabs far apart, such as a stroke and its mirror image, must not repaint all that lies
//! between them; a thousand rectangles must not cost more to look after than to paint. So
//! rectangles are kept apart while they are few and joined where joining wastes little.
//!
//! The invariant: every rectangle that was added is covered.
//!
//! ```
//! use undoodle::{document::Damage, geometry::Rect};
//! let mut damage = Damage::default();
//! damage.add(Rect::new(0, 0, 4, 4));
//! damage.add(Rect::new(900, 0, 4, 4));
//! damage.add(Rect::new(2, 0, 4, 4));
//! assert_eq!(damage.take(), [Rect::new(0, 0, 6, 4), Rect::new(900, 0, 4, 4)]);
//! ```

use crate::geometry::Rect;

/// Number of rectangles that are kept apart.
const KEPT: usize = 12;

/// Rectangles that changed.
#[derive(Clone, Debug, Default)]
pub struct Damage {
    rects: Vec<Rect>,
}

fn area(rect: Rect) -> i64 {
    i64::from(rect.width) * i64::from(rect.height)
}

impl Damage {
    /// Adds a rectangle.
    pub fn add(&mut self, rect: Rect) {
        if rect.is_empty() {
            return;
        }
        // Joining may make a rectangle meet others, which are then joined as well.
        let mut joined = rect;
        while let Some(at) = self
            .rects
            .iter()
            .position(|other| 2 * area(other.union(joined)) <= 3 * (area(*other) + area(joined)))
        {
            joined = joined.union(self.rects.swap_remove(at));
        }
        self.rects.push(joined);
        if self.rects.len() > KEPT {
            let all = self.rects.drain(..).fold(Rect::EMPTY, Rect::union);
            self.rects.push(all);
        }
    }

    /// Removes and returns all rectangles, from left to right.
    pub fn take(&mut self) -> Vec<Rect> {
        let mut rects = std::mem::take(&mut self.rects);
        rects.sort_unstable_by_key(|rect| (rect.x, rect.y));
        rects
    }
}
