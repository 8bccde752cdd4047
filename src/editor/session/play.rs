//! Playing: which frame is due.
//!
//! The tag around the active frame is played in its direction, over and over; without
//! one, all frames are. A tag that says how often it is played does not go on for ever: then all frames are played, each
//! tag [as often as it says](crate::document::playing). Who stops it is back on the frame where it was started; who paints, or
//! chooses a frame, stays on that one. Time comes in as an argument.
//!
//! A frame that comes is to be painted, and for panels it is no more than a [move](Effect::Moved): each of them would be drawn twenty times
//! a second, and the buttons for the active frame would flicker.

use super::Session;
use crate::document::{Cel, Tag, playing};
use crate::editor::{Editor, Effect};

/// How much earlier than its first tick an animation begins, in milliseconds. Times of a screen's frames vary by a tenth of one, and of what is
/// due with the third frame of a screen much would be shown with the fourth.
const EARLY: f64 = 0.5;

/// An animation being played.
#[derive(Clone, Debug)]
pub(in crate::editor) struct Play {
    /// Frame indices in playing order, each with its duration in milliseconds.
    order: Vec<(u32, f64)>,
    /// When it began, in milliseconds; `None` before the first tick.
    begun: Option<f64>,
    /// Id of the frame that was active before.
    home: Option<u16>,
}

impl Session {
    /// Returns `true` if the animation is playing.
    pub(in crate::editor) fn is_playing(&self) -> bool {
        self.play.is_some()
    }

    /// Returns how long the frame stays that an animation shows at a time, in milliseconds; 0 if the animation has not begun yet, and `None` if none is playing.
    pub(in crate::editor) fn play_rest(&self, time: f64) -> Option<f64> {
        let play = self.play.as_ref()?;
        Some(play.begun.map_or(0.0, |begun| due(&play.order, time - begun).1))
    }

    /// Returns the indices of the frames in playing order, each with its duration in milliseconds.
    pub(in crate::editor) fn playing_order(&self) -> Vec<(u32, f64)> {
        let (frames, tags) = (self.document.frames(), self.document.tags());
        let order = match self.tag_around() {
            Some(tag) if tag.repeat == 0 => tag.direction.played(tag.from, tag.to),
            _ if tags.iter().any(|tag| tag.repeat > 0) => playing::order(frames, &tags),
            _ => (0..frames).collect(),
        };
        let timed = |frame: u32| (frame, f64::from(self.document.duration(frame).unwrap_or(100)));
        order.into_iter().map(timed).collect()
    }

    /// Returns the indices of the frames of the tag around the active frame, in the order in which they are played over and
    /// over, or `None` without a tag.
    pub(in crate::editor) fn round(&self) -> Option<Vec<u32>> {
        self.tag_around().map(|tag| tag.direction.played(tag.from, tag.to))
    }

    /// Returns the tag around the active frame.
    fn tag_around(&self) -> Option<Tag> {
        let active = self.cel().frame;
        self.document.tags().into_iter().find(|tag| (tag.from..=tag.to).contains(&active))
    }
}

impl Editor {
    /// Stops playing, back on the frame where it was started. Returns `true` if it was playing.
    pub(in crate::editor) fn stop_playing(&mut self) -> bool {
        let Some(play) = self.session.play.take() else { return false };
        let cel = self.session.cel();
        let home = play.home.and_then(|id| self.session.document.frame_at(id)).unwrap_or(cel.frame);
        self.session.desk.choose(&self.session.document, Cel { frame: home, ..cel });
        self.show_changes();
        true
    }

    /// Starts playing from the active frame, or stops.
    pub(in crate::editor) fn play(&mut self) {
        if self.stop_playing() {
            return;
        }
        self.settle_transform(None);
        // A preview may add frames, which would be gone when it ends.
        self.preview_end();
        let mut order = self.session.playing_order();
        let at = order.iter().position(|(frame, _)| *frame == self.session.cel().frame).unwrap_or(0);
        order.rotate_left(at);
        let home = self.session.document.frame_id(self.session.cel().frame);
        self.session.play = Some(Play { order, begun: None, home });
    }

    /// Shows the frame that is due at a time in milliseconds. Returns `true` if the animation is playing.
    pub(in crate::editor) fn tick_play(&mut self, time: f64) -> bool {
        let Some(play) = &mut self.session.play else { return false };
        let begun = *play.begun.get_or_insert(time - EARLY);
        let (due, _) = due(&play.order, time - begun);
        let due = due.min(self.session.document.frames() - 1);
        let cel = self.session.cel();
        if due != cel.frame {
            self.session.desk.choose(&self.session.document, Cel { frame: due, ..cel });
            // Panels show the frame where it was started until it stops.
            self.show_damage();
            self.session.emit(Effect::Moved);
        }
        true
    }
}

/// Returns the frame that is due after a time in milliseconds, and how long it stays due.
pub(in crate::editor) fn due(order: &[(u32, f64)], passed: f64) -> (u32, f64) {
    let round: f64 = order.iter().map(|(_, shown)| shown).sum();
    let mut at = passed.max(0.0) % round.max(1.0);
    let mut due = (order.first().map_or(0, |(frame, _)| *frame), 1.0);
    for (frame, shown) in order {
        due = (*frame, (shown - at).max(1.0));
        if at < *shown {
            break;
        }
        at -= shown;
    }
    due
}
