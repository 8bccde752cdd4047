//! Pointer, wheel, fingers and the space bar, as the page forwards them.
//!
//! What may take long, a press or a release, is planned instead: see [`work`](super::work).

use super::Editor;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
impl Editor {
    /// Moves the pointer.
    pub fn pointer_move(&mut self, x: f64, y: f64, time: f64) {
        self.editor.pointer_move(x, y, self.at(time));
    }

    /// Cancels the gesture and its stroke.
    pub fn pointer_cancel(&mut self) {
        self.moving = None;
        self.editor.pointer_cancel();
    }

    /// Notes that the cursor has left the viewport.
    pub fn pointer_leave(&mut self) {
        self.moving = None;
        self.editor.pointer_leave();
    }

    /// Returns `true` while arrows move a cursor and the space bar paints.
    pub fn is_by_keys(&self) -> bool {
        self.editor.is_by_keys()
    }

    /// Returns `true` while the space bar holds the pen down.
    pub fn is_pen_down(&self) -> bool {
        self.editor.is_pen_down()
    }

    /// Sets how hard the pen is pressed, from 0 to 1, until the gesture ends.
    pub fn set_pressure(&mut self, pressure: f64) {
        self.editor.set_pressure(pressure);
    }

    /// Follows two fingers that hold the drawing: the middle between them, and their distance. `anew` says that they have just
    /// taken hold of it.
    pub fn pinch(&mut self, x: f64, y: f64, distance: f64, anew: bool) {
        self.catch_up();
        self.editor.pinch(x, y, distance, anew);
    }

    /// Lets go of the drawing that two fingers hold. With `back`, shows it as it was before they came.
    pub fn pinch_end(&mut self, back: bool) {
        self.editor.pinch_end(back);
    }

    /// Zooms by notches of the wheel: positive ones zoom in.
    pub fn wheel(&mut self, x: f64, y: f64, notches: f64) {
        self.catch_up();
        self.editor.wheel(x, y, notches);
    }

    /// Scrolls by device pixels; positive ones move the picture to the right and down.
    pub fn scroll(&mut self, x: f64, y: f64, dx: f64, dy: f64) {
        self.catch_up();
        self.editor.scroll(x, y, dx, dy);
    }
}
