//! The session: the drawing, the desk, and what is done with both.

pub(super) mod again;
pub(super) mod asking;
pub(super) mod bindings;
pub(super) mod chosen;
pub(super) mod clipboard;
pub(super) mod desk;
pub(super) mod edit;
pub(super) mod edits;
pub(super) mod files;
pub(super) mod foreseen;
pub(super) mod game;
pub(super) mod keeping;
pub(super) mod lines;
pub(super) mod losing;
pub(super) mod newer;
pub(super) mod params;
pub(super) mod peeking;
pub(super) mod play;
pub(super) mod preview;
pub(super) mod probe;
pub(super) mod reach;
pub(super) mod remembered;
pub(super) mod restoring;
pub(super) mod run;
pub(super) mod taking_back;
