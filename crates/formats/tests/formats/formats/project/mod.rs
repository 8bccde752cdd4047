//! Tests of the modules in `src/formats/project/`.

mod manifest;
