//! Polygons, filled: what a lasso holds.
//!
//! The corners are centres of pixels. In each row, the places where edges cross the
//! line through the pixels' centres are sorted; from every odd one to the next lies
//! the inside (the even-odd rule). An edge crosses from its upper end to above its
//! lower one, so that a corner counts once. The outline's own pixels always belong
//! to it, as [`line`](super::line) draws them from each point to the next: a lasso
//! drawn back and forth holds at least what was drawn. Rows are made one after
//! another, each from the edges that touch it.
//!
//! ```
//! use undoodle_drawing::{geometry::{Point, Rect}, raster::polygon};
//! let corners = [(0, 0), (4, 0), (0, 2)].map(|(x, y)| Point::new(x, y));
//! assert!(polygon(&corners, Rect::new(0, 0, 9, 9))?.eq([(0, 0..5), (1, 0..4), (2, 0..2)]));
//! assert!(polygon(&corners, Rect::new(1, 1, 9, 9))?.eq([(1, 1..4), (2, 1..2)]));
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::Span;
use crate::error::{Error, Result};
use crate::geometry::{Point, Rect};
use std::ops::Range;

/// Largest distance of a corner from zero, in pixels; corners beyond it are cut to it.
const FAR: i32 = 1 << 17;

/// An edge, in the direction in which it was drawn.
#[derive(Clone, Copy)]
struct Edge {
    from: Point,
    to: Point,
}

impl Edge {
    fn top(self) -> i32 {
        self.from.y.min(self.to.y)
    }

    fn left(self) -> i32 {
        self.from.x.min(self.to.x)
    }

    fn bottom(self) -> i32 {
        self.from.y.max(self.to.y)
    }

    /// Returns the first pixel at or right of where the edge crosses the middle of a row.
    fn crossing(self, y: i32) -> Option<i32> {
        let (high, low) = if self.from.y < self.to.y { (self.from, self.to) } else { (self.to, self.from) };
        let ahead = i64::from(y - high.y) * i64::from(low.x - high.x);
        // Rounded up: the negative rounded down, and negative again.
        (high.y <= y && y < low.y).then(|| high.x - (-ahead).div_euclid(i64::from(low.y - high.y)) as i32)
    }

    /// Returns the columns of the edge's line in a row that it touches. After `i` steps
    /// along its longer side, Bresenham's line has made ⌊(2·i·short + long) /
    /// (2·long)⌋ along the shorter, which is solved here for the row.
    fn columns(self, y: i32) -> Range<i32> {
        let (dx, dy) = (i64::from(self.to.x - self.from.x), i64::from(self.to.y - self.from.y));
        let (across, down, row) = (dx.abs(), dy.abs(), i64::from((y - self.from.y).abs()));
        let (first, last) = if down == 0 {
            (0, across)
        } else if across >= down {
            let begin = |row: i64| ((2 * row - 1) * across + 2 * down - 1).div_euclid(2 * down);
            (begin(row).max(0), (begin(row + 1) - 1).min(across))
        } else {
            let step = (2 * row * across + down) / (2 * down);
            (step, step)
        };
        if dx < 0 {
            self.from.x - last as i32..self.from.x - first as i32 + 1
        } else {
            self.from.x + first as i32..self.from.x + last as i32 + 1
        }
    }
}

/// Returns what of a filled polygon lies in a rectangle: the polygon with these corners, closed from
/// the last to the first, with its outline. Spans are sorted by row, then column, and neither
/// overlap nor touch. Coordinates are cut to ±2¹⁷.
///
/// # Errors
/// Returns [`Error::OutOfMemory`] if the edges can't be allocated.
pub fn polygon(points: &[Point], clip: Rect) -> Result<impl Iterator<Item = Span>> {
    let near = |p: &Point| Point::new(p.x.clamp(-FAR, FAR), p.y.clamp(-FAR, FAR));
    let bytes = points.len() as u64 * size_of::<Edge>() as u64;
    let mut edges: Vec<Edge> = Vec::new();
    let refused = |_| Error::OutOfMemory { what: "polygon", bytes, limit: 0 };
    edges.try_reserve_exact(points.len()).map_err(refused)?;
    let next = points.iter().cycle().skip(1);
    edges.extend(points.iter().zip(next).map(|(from, to)| Edge { from: near(from), to: near(to) }));
    // There and back again may differ by a pixel; a stroke is its way there, and holds nothing.
    let stroke = points.len() == 2;
    if stroke {
        edges.truncate(1);
    }
    // Edges beyond the rows or to the right cross none of the pixels that are asked for.
    edges.retain(|edge| {
        edge.top() < clip.bottom()
            && edge.bottom() >= clip.y
            && edge.left() < clip.right()
            && !clip.is_empty()
    });
    edges.sort_unstable_by_key(|edge| edge.top());
    let first = edges.first().map_or(0, |edge| edge.top().max(clip.y));
    let end = edges.iter().map(|edge| edge.bottom() + 1).max().unwrap_or(0).min(clip.bottom());
    let (mut waiting, mut active) = (edges.into_iter().peekable(), Vec::<Edge>::new());
    let (mut crossings, mut pieces) = (Vec::new(), Vec::new());
    Ok((first..end).flat_map(move |y| {
        active.retain(|edge| edge.bottom() >= y);
        active.extend(std::iter::from_fn(|| waiting.next_if(|edge| edge.top() <= y)));
        crossings.clear();
        crossings.extend(active.iter().filter(|_| !stroke).filter_map(|edge| edge.crossing(y)));
        crossings.sort_unstable();
        pieces.clear();
        pieces.extend(active.iter().map(|edge| edge.columns(y)));
        // To the right of all edges that were left out, the last crossing may have no partner.
        let pairs = crossings.chunks(2).map(|pair| pair[0]..pair.get(1).copied().unwrap_or(clip.right()));
        pieces.extend(pairs);
        let mut spans = Vec::new();
        merge(y, &mut pieces, &mut spans);
        spans.into_iter().filter_map(move |(y, columns): Span| {
            let columns = columns.start.max(clip.x)..columns.end.min(clip.right());
            (!columns.is_empty()).then_some((y, columns))
        })
    }))
}

/// Adds pieces of one row as spans; what overlaps or touches becomes one.
fn merge(y: i32, pieces: &mut Vec<Range<i32>>, spans: &mut Vec<Span>) {
    pieces.sort_unstable_by_key(|piece| piece.start);
    for piece in pieces.drain(..).filter(|piece| !piece.is_empty()) {
        match spans.last_mut() {
            Some((row, last)) if *row == y && piece.start <= last.end => last.end = last.end.max(piece.end),
            _ => spans.push((y, piece)),
        }
    }
}
