//! What is shown: the window, and what panels have been told.

pub(super) mod ants;
pub(super) mod backlog;
pub(super) mod miniature;
pub(super) mod moves;
pub(super) mod news;
pub(super) mod panels;
pub(super) mod showing;
pub(super) mod sights;
pub(super) mod skin;
pub(super) mod stamps;
pub(super) mod steps;
pub(super) mod used;
pub(super) mod window;
