//! Tests of the modules in `src/document/drawing/`.

mod background;
mod beyond;
mod brushwork;
mod carried;
mod celrecords;
mod groups;
mod mend;
mod merging;
mod order;
mod original;
mod plane;
mod property;
mod records;
mod revalidate;
mod slices;
mod tiles;
mod validate;
mod window;
