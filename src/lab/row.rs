//! A row of the Lab's table: what the steps of one system cost.

/// What one system's steps cost: the last of each kind, and all together, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Row {
    /// Bytes that the last step added, or gave back.
    pub step_bytes: i64,
    /// From the beginning of an action to its end, without the painting's own work.
    pub commit_ms: f64,
    /// One undo.
    pub undo_ms: f64,
    /// One redo.
    pub redo_ms: f64,
    /// All actions.
    pub commit_total_ms: f64,
    /// All undos.
    pub undo_total_ms: f64,
    /// All redos.
    pub redo_total_ms: f64,
}
