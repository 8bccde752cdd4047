//! Files to documents and back.
//!
//! Files come from strangers. A decoder checks the sizes a file claims before it
//! allocates for them, and builds a document of its own, so that a file that
//! turns out broken leaves everything as it was.

pub mod png;
