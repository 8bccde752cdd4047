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
const KEPT: usize = 16;

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
            self.join_two();
        }
    }

    /// Joins the two rectangles whose union has the fewest pixels that neither of them has.
    fn join_two(&mut self) {
        let rects = &self.rects;
        let pairs = (1..rects.len()).flat_map(|other| (0..other).map(move |one| (one, other)));
        let waste = |(one, other): &(usize, usize)| {
            let (one, other) = (rects[*one], rects[*other]);
            area(one.union(other)) - area(one) - area(other)
        };
        if let Some((one, other)) = pairs.min_by_key(waste) {
            let other = self.rects.swap_remove(other);
            self.rects[one] = self.rects[one].union(other);
        }
    }

    /// Returns `true` if there is no rectangle.
    pub fn is_empty(&self) -> bool {
        self.rects.is_empty()
    }

    /// Moves all rectangles, as what they lie on was moved.
    pub fn shift(&mut self, (dx, dy): (i32, i32)) {
        for rect in &mut self.rects {
            (rect.x, rect.y) = (rect.x.saturating_add(dx), rect.y.saturating_add(dy));
        }
    }

    /// Removes and returns all rectangles, from left to right.
    pub fn take(&mut self) -> Vec<Rect> {
        let mut rects = std::mem::take(&mut self.rects);
        rects.sort_unstable_by_key(|rect| (rect.x, rect.y));
        rects
    }
}
