//! A row of the Lab's table: what the steps of one system cost.

/// Cost of one system's steps: the last of each kind, and all together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Row {
    /// Bytes that the last step added, negative if it freed some.
    pub step_bytes: i64,
    /// Milliseconds of the last action, from begin to commit, without computing what is painted.
    pub commit_ms: f64,
    /// Milliseconds of the last undo.
    pub undo_ms: f64,
    /// Milliseconds of the last redo.
    pub redo_ms: f64,
    /// Milliseconds of all actions.
    pub commit_total_ms: f64,
    /// Number of these actions.
    pub commits: usize,
    /// Milliseconds of all undos.
    pub undo_total_ms: f64,
    /// Number of these undos.
    pub undos: usize,
    /// Milliseconds of all redos.
    pub redo_total_ms: f64,
    /// Number of these redos.
    pub redos: usize,
}
