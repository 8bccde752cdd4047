//! The hand: what pointer, pen, fingers and keys are doing.

pub(super) mod clock;
pub(super) mod following;
pub(super) mod hovering;
pub(super) mod input;
pub(super) mod keyed;
pub(super) mod landing;
pub(super) mod presses;
pub(super) mod transform;
pub(super) mod zooming;
