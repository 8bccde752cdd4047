//! Tests of the modules in `src/memory/`.

mod compare;
mod pages;
mod radix;
