//! Clipped layers among those that are merged: what they are clipped to before and after it.
//!
//! A layer and those that are clipped to it are a run, which is seen as one. Three cases lose nothing: all are clipped to one layer,
//! and so is what has become of them; a base and layers that are clipped to it become a base that looks as they did; a whole run counts as one layer
//! among others. Else a clipped layer is cut to its base as far as its alpha goes, and that is told ([`Loss::Clipping`](super::Loss::Clipping)).

use super::super::Drawing;
use super::super::door::Door;
use crate::error::Result;

/// How layers that are merged lie in one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Run {
    /// All are clipped to this layer.
    Within(u32),
    /// The lowest is what the others are clipped to.
    Based,
}

impl<D: Door> Drawing<D> {
    /// Returns how layers, from the bottom up, lie in one run, or `None` if they don't.
    pub(super) fn run_of(&self, layers: &[u32]) -> Option<Run> {
        let (lowest, others) = layers.split_first()?;
        let (run, base) = match self.clip_base(*lowest) {
            Some(base) => (Run::Within(base), base),
            None => (Run::Based, *lowest),
        };
        others.iter().all(|layer| self.clip_base(*layer) == Some(base)).then_some(run)
    }

    /// Checks that layers which are merged without their base are not hidden with it.
    pub(super) fn check_bases(&self, layers: &[u32], run: Option<Run>) -> Result<()> {
        if matches!(run, Some(Run::Within(_))) {
            return Ok(());
        }
        layers.iter().filter_map(|layer| self.clip_base(*layer)).try_for_each(|base| self.check_visible(base))
    }

    /// Returns `true` if one of some layers is clipped to another one after the layers of no single run become one at a place, or is cut before.
    pub(super) fn loses_clipping(&self, painted: &[u32], layers: &[u32], place: u32) -> bool {
        painted.iter().any(|layer| {
            let Some(base) = self.clip_base(*layer) else { return false };
            match (layers.contains(layer), layers.contains(&base)) {
                (true, with) => !with,
                (false, with) => with || (base + 1..*layer).contains(&place),
            }
        })
    }
}
