//! Files whose checksums are right and whose history was made by hand to do harm.
#![cfg(not(target_arch = "wasm32"))]

#[path = "strangers/forge.rs"]
mod forge;
#[path = "strangers/pins.rs"]
mod pins;
#[path = "strangers/trees.rs"]
mod trees;
#[path = "strangers/rects.rs"]
mod rects;
#[path = "strangers/entries.rs"]
mod entries;
#[path = "strangers/bombs.rs"]
mod bombs;
#[path = "strangers/pixels.rs"]
mod pixels;
