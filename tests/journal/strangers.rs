//! Files whose checksums are right and whose history was made by hand to do harm.

#[path = "strangers/bombs.rs"]
mod bombs;
#[path = "strangers/entries.rs"]
mod entries;
#[path = "strangers/forge.rs"]
mod forge;
#[path = "strangers/given.rs"]
mod given;
#[path = "strangers/pins.rs"]
mod pins;
#[path = "strangers/pixels.rs"]
mod pixels;
#[path = "strangers/rects.rs"]
mod rects;
#[path = "strangers/steps.rs"]
mod steps;
#[path = "strangers/trees.rs"]
mod trees;
