/**
 * Drawing with the next frame, once, however often it is asked for.
 *
 * Problem: a panel that draws what happens under the pointer hears of it many times a frame, and a script that asks for the page as it is
 * must not find what the panel has not drawn yet. Idea: whoever has something to draw waits in one list, for which there is one frame; the list can
 * be gone through before. Invariant: nobody who asked is left out, and nobody draws twice for one frame.
 */

/** Those who wait, in the order in which they asked. @type {Set<Soon>} */
const waiting = new Set();
let frame = 0;

/** Has all draw who wait. Whoever asks for more meanwhile waits for the next frame. */
export function drawWaiting() {
  for (const soon of [...waiting]) {
    try {
      soon.now();
    } catch (error) {
      reportError(error);
    }
  }
}

/** Something that is drawn with the next frame. */
export class Soon {
  #draw;

  /** @param {() => void} draw */
  constructor(draw) {
    this.#draw = draw;
  }

  /** Asks for it to be drawn. */
  ask() {
    waiting.add(this);
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      drawWaiting();
    });
  }

  /** Draws it at once if it was asked for. */
  now() {
    if (waiting.delete(this)) this.#draw();
  }

  /** Has it not drawn, as it is up to date. */
  forget() {
    waiting.delete(this);
  }
}
