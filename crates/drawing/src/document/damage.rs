//! Which rectangles changed since somebody last asked.
//!
//! Two dabs far apart, such as a stroke and its mirror image, must not repaint all that lies
//! between them; a thousand rectangles must not cost more to look after than to paint. So
//! rectangles are kept apart while they are few and joined where joining wastes little, or where
//! what they are joined to is small.
//!
//! The invariant: every rectangle that was added is covered.
//!
//! ```
//! use undoodle_drawing::{document::Damage, geometry::Rect};
//! let mut damage = Damage::default();
//! damage.add(Rect::new(0, 0, 4, 4));
//! damage.add(Rect::new(900, 0, 4, 4));
//! damage.add(Rect::new(2, 0, 4, 4));
//! assert_eq!(damage.take(), [Rect::new(0, 0, 6, 4), Rect::new(900, 0, 4, 4)]);
//! ```

use crate::geometry::Rect;

/// Number of rectangles that are kept apart.
pub const KEPT: usize = 32;

/// Sides that a rectangle may grow to before it is held against the others, if there are as many as are kept apart.
const NEAR: i32 = 32;

/// Rectangles that changed.
#[derive(Clone, Debug, Default)]
pub struct Damage {
    rects: Vec<Rect>,
    /// What joining each two of them would [waste](waste). An undo across thousands of tiles adds thousands of
    /// rectangles, and each would be held against 32 others and these against each other, if it weren't noted.
    wastes: Wastes,
    /// What was added last, while there are as many rectangles as are kept apart: a stroke adds thousands of spans, of
    /// which neighbours are joined before they are held against the others.
    last: Rect,
    /// The most pixels of a rectangle that is joined whatever it wastes.
    small: i64,
}

/// For each two rectangles, the pixels that their union has beyond theirs.
#[derive(Clone, Debug)]
struct Wastes([[i64; KEPT + 1]; KEPT + 1]);

impl Default for Wastes {
    fn default() -> Wastes {
        Wastes([[0; KEPT + 1]; KEPT + 1])
    }
}

fn area(rect: Rect) -> i64 {
    i64::from(rect.width) * i64::from(rect.height)
}

/// Returns how many pixels the union of two rectangles has beyond theirs, negative if they share some.
fn waste(one: Rect, other: Rect) -> i64 {
    area(one.union(other)) - area(one) - area(other)
}

impl Damage {
    /// Has rectangles joined whatever that wastes, if they come to at most so many pixels: where looking after one takes as long
    /// as painting them.
    ///
    /// ```
    /// use undoodle_drawing::{document::Damage, geometry::Rect};
    /// let mut damage = Damage::default();
    /// damage.join_up_to(64);
    /// for at in 0..4 {
    ///     damage.add(Rect::new(at * 5, at, 5, 1));
    /// }
    /// assert_eq!(damage.take(), [Rect::new(0, 0, 15, 3), Rect::new(15, 3, 5, 1)]);
    /// ```
    pub fn join_up_to(&mut self, pixels: i64) {
        self.small = pixels;
    }

    /// Adds a rectangle.
    pub fn add(&mut self, rect: Rect) {
        if rect.is_empty() {
            return;
        }
        if self.rects.len() < KEPT {
            return self.put(rect);
        }
        let joined = self.last.union(rect);
        if joined.width <= NEAR && joined.height <= NEAR {
            self.last = joined;
        } else {
            let last = std::mem::replace(&mut self.last, rect);
            self.put(last);
        }
    }

    /// Puts a rectangle among the others.
    fn put(&mut self, rect: Rect) {
        if rect.is_empty() {
            return;
        }
        // Joining may make a rectangle meet others, which are then joined as well. Measured by the larger of two, what
        // is wasted would seem little, and a line would grow into the box around it.
        let mut joined = rect;
        while let Some(at) = self.note(joined) {
            joined = joined.union(self.rects[at]);
            self.remove(at);
        }
        self.rects.push(joined);
        if self.rects.len() > KEPT {
            self.join_two();
        }
    }

    /// Notes what joining the next rectangle with the others would waste, up to the first of them that it is worth
    /// being joined with. Returns the index of that one.
    fn note(&mut self, rect: Rect) -> Option<usize> {
        let (index, size) = (self.rects.len(), area(rect));
        // The last one first, as what is painted next often lies where something was painted last.
        for (at, other) in self.rects.iter().enumerate().rev() {
            let waste = waste(*other, rect);
            (self.wastes.0[index][at], self.wastes.0[at][index]) = (waste, waste);
            let apart = area(*other) + size;
            if waste <= area(*other).min(size) || apart + waste <= self.small {
                return Some(at);
            }
        }
        None
    }

    /// Removes a rectangle; the last one takes its index.
    fn remove(&mut self, at: usize) {
        self.rects.swap_remove(at);
        let last = self.rects.len();
        self.wastes.0[at] = self.wastes.0[last];
        self.wastes.0.iter_mut().for_each(|row| row[at] = row[last]);
    }

    /// Joins the two rectangles whose union has the fewest pixels that neither of them has.
    fn join_two(&mut self) {
        let mut least = (i64::MAX, 0, 0);
        for (other, row) in self.wastes.0.iter().enumerate().take(self.rects.len()) {
            for (one, waste) in row.iter().enumerate().take(other) {
                if *waste < least.0 {
                    least = (*waste, one, other);
                }
            }
        }
        let (_, one, other) = least;
        let joined = self.rects[one].union(self.rects[other]);
        self.remove(other);
        self.rects[one] = joined;
        for at in 0..self.rects.len() {
            let waste = waste(self.rects[at], joined);
            (self.wastes.0[one][at], self.wastes.0[at][one]) = (waste, waste);
        }
    }

    /// Returns `true` if there is no rectangle.
    pub fn is_empty(&self) -> bool {
        self.rects.is_empty()
    }

    /// Moves all rectangles, as what they lie on was moved.
    pub fn shift(&mut self, (dx, dy): (i32, i32)) {
        for rect in self.rects.iter_mut().chain([&mut self.last]) {
            (rect.x, rect.y) = (rect.x.saturating_add(dx), rect.y.saturating_add(dy));
        }
    }

    /// Removes and returns all rectangles, from left to right.
    pub fn take(&mut self) -> Vec<Rect> {
        let last = std::mem::take(&mut self.last);
        self.put(last);
        let mut rects = std::mem::take(&mut self.rects);
        rects.sort_unstable_by_key(|rect| (rect.x, rect.y));
        rects
    }
}
