//! Tests of what no caller sees.

mod capture;
mod delta;
mod encode;
mod fingerprint;
mod groups;
mod hot;
mod piece;
mod ranges;
mod ring;
mod slabs;
