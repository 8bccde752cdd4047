/**
 * Canvases that were given pictures at rest, taken over by the browser at rest.
 *
 * Problem: Chromium copies what a canvas shows for its compositor with the next commit of the page, and works on it once more with the
 * one after that. A small picture that is made in an idle moment after a stroke has no other commit until the person undoes, and then the
 * frame that shows the undo pays for all of them. Idea: when they are drawn and shown, an element that nobody sees moves by a pixel, which makes a commit
 * and nothing else. Invariant: there is one more commit for all that is drawn within a frame, and none while nothing is drawn.
 */

/** How the element looks: it must be on the screen, or moving it makes no commit, and a thousandth of a pixel's colour is none. */
const UNSEEN = { position: "fixed", left: "0", top: "0", width: "1px", height: "1px", background: "gray", opacity: "0.001", pointerEvents: "none", willChange: "transform" };

const element = document.createElement("div");
element.ariaHidden = "true";
Object.assign(element.style, UNSEEN);
document.body.append(element);

let at = 0;
let waits = false;

function commit() {
  waits = false;
  at = 1 - at;
  element.style.transform = `translate(${at}px, 0)`;
}

/** Has canvases taken over that are drawn now: with the frame after the one that shows them. */
export function takenAtRest() {
  if (waits) return;
  waits = true;
  requestAnimationFrame(() => requestAnimationFrame(commit));
}
