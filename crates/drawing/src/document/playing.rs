//! Playing a whole animation: each tag as often as it says, and then the frames behind it.
//!
//! Problem: tags lie in each other, run backwards, turn, and repeat, so the frame behind a frame depends on how often one
//! has been there. Idea, as Aseprite's: whoever enters a tag's frames plays it to its end before going on. The tags that are
//! being played are a stack, each with its direction and the passes that are left; one that was played is not entered
//! again until the tag around it, or the animation, begins anew.
//!
//! The invariant: each step shows a frame or takes a pass away, so every order ends.
//!
//! ```
//! use undoodle_drawing::document::{Tag, TagDirection, playing};
//! let blink = Tag { repeat: 2, ..Tag::new("blink", 1, 2, TagDirection::Forward) };
//! assert_eq!(playing::order(4, &[blink]), [0, 1, 2, 1, 2, 3]);
//! ```

use super::{Tag, TagDirection};

/// Largest number of moments of an order, after which it begins anew.
pub const MAX_MOMENTS: usize = 1 << 16;

/// A tag that is being played.
#[derive(Clone, Copy, Debug)]
struct Pass {
    tag: usize,
    forward: bool,
    /// Passes that are left, this one included.
    left: u32,
}

/// Where an animation is.
#[derive(Debug)]
struct Player<'a> {
    frames: u32,
    /// The tags, those around others first.
    tags: Vec<&'a Tag>,
    played: Vec<bool>,
    playing: Vec<Pass>,
    frame: u32,
}

/// Returns `true` if a tag turns at its ends.
fn turns(tag: &Tag) -> bool {
    matches!(tag.direction, TagDirection::PingPong | TagDirection::PingPongReverse)
}

/// Returns the frames of an animation in the order in which they are played, tags that have no number of times once. What
/// is longer than [`MAX_MOMENTS`] is cut.
pub fn order(frames: u32, tags: &[Tag]) -> Vec<u32> {
    let mut tags: Vec<_> = tags.iter().collect();
    tags.sort_by_key(|tag| (tag.from, u32::MAX - tag.to));
    let played = vec![false; tags.len()];
    let mut player = Player { frames, tags, played, playing: Vec::new(), frame: 0 };
    let mut order = Vec::new();
    loop {
        player.enter();
        order.push(player.frame);
        if order.len() == MAX_MOMENTS || !player.step() {
            return order;
        }
    }
}

/// Returns the frames of one tag in the order in which they are played as often as it says. What is longer than
/// [`MAX_MOMENTS`] is cut.
pub fn repeated(tag: &Tag) -> Vec<u32> {
    let count = tag.to - tag.from + 1;
    let inner = Tag { from: 0, to: count - 1, ..tag.clone() };
    order(count, &[inner]).into_iter().map(|at| tag.from + at).collect()
}

impl Player<'_> {
    /// Returns the first frame of a pass, and its last.
    fn ends(&self, pass: Pass) -> (u32, u32) {
        let tag = self.tags[pass.tag];
        if pass.forward { (tag.from, tag.to) } else { (tag.to, tag.from) }
    }

    /// Goes into the tags that have the frame, as deep as there are any.
    fn enter(&mut self) {
        loop {
            let around = self.playing.last().map(|pass| self.tags[pass.tag]);
            let fits = |tag: &Tag| around.is_none_or(|around| around.from <= tag.from && tag.to <= around.to);
            let has = |at: &usize| {
                let tag = self.tags[*at];
                !self.played[*at] && (tag.from..=tag.to).contains(&self.frame) && fits(tag)
            };
            let Some(at) = (0..self.tags.len()).find(has) else { return };
            let tag = self.tags[at];
            let forward = self.playing.last().is_none_or(|pass| pass.forward);
            let along = matches!(tag.direction, TagDirection::Forward | TagDirection::PingPong);
            // Without a number it is played once: forward and backward where it turns.
            let left = if tag.repeat > 0 { tag.repeat.into() } else { 1 + u32::from(turns(tag)) };
            let pass = Pass { tag: at, forward: forward == along, left };
            self.played[at] = true;
            self.playing.push(pass);
            self.frame = self.ends(pass).0;
        }
    }

    /// Goes to the next frame. Returns `false` at the end of the animation.
    fn step(&mut self) -> bool {
        match self.playing.last() {
            Some(pass) if self.frame == self.ends(*pass).1 => self.end_pass(),
            Some(Pass { forward: false, .. }) => {
                self.frame -= 1;
                true
            }
            _ => {
                self.frame += 1;
                self.frame < self.frames
            }
        }
    }

    /// Ends a pass, and with it those of the tags around that end there, too.
    fn end_pass(&mut self) -> bool {
        // The frames that were played last: one, or those of a tag.
        let mut edge = (self.frame, self.frame);
        while let Some(pass) = self.playing.last_mut() {
            let tag = self.tags[pass.tag];
            if pass.left > 1 {
                pass.left -= 1;
                pass.forward ^= turns(tag);
                let pass = *pass;
                self.frame = self.ends(pass).0;
                // Where it turns, what was played last is not played again.
                if turns(tag) && edge != (tag.from, tag.to) {
                    self.frame = if pass.forward { edge.1 + 1 } else { edge.0 - 1 };
                }
                self.forget(tag.from, tag.to);
                return true;
            }
            self.playing.pop();
            edge = (tag.from, tag.to);
            let forward = self.playing.last().is_none_or(|pass| pass.forward);
            let next = if forward { Some(tag.to + 1) } else { tag.from.checked_sub(1) };
            let within = |frame: &u32| match self.playing.last() {
                Some(pass) => (self.tags[pass.tag].from..=self.tags[pass.tag].to).contains(frame),
                None => *frame < self.frames,
            };
            if let Some(frame) = next.filter(within) {
                self.frame = frame;
                return true;
            }
        }
        false
    }

    /// Lets tags within some frames be played again, but for those that are being played.
    fn forget(&mut self, from: u32, to: u32) {
        for (at, tag) in self.tags.iter().enumerate() {
            if from <= tag.from && tag.to <= to {
                self.played[at] = self.playing.iter().any(|pass| pass.tag == at);
            }
        }
    }
}
