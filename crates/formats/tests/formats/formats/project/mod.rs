//! Tests of the modules in `src/project/`.

mod manifest;
