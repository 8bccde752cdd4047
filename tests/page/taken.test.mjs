/** One more commit of the page for canvases that were drawn at rest. The browser's frames are stood in for. */
import assert from "node:assert/strict";
import test from "node:test";

/** @type {(() => void)[]} */
const frames = [];
const frame = () => {
  for (const draw of frames.splice(0)) draw();
};
/** @type {{style: {transform?: string}}[]} */
const made = [];
Object.assign(globalThis, {
  requestAnimationFrame: (/** @type {() => void} */ draw) => frames.push(draw),
  document: { createElement: () => ({ style: {} }), body: { append: (/** @type {any} */ element) => made.push(element) } },
});
const { takenAtRest } = await import("../../www/taken.js");

test("an element that nobody sees moves once, with the frame after the one that shows what was drawn, and by a step each time", () => {
  for (let i = 0; i < 3; i += 1) takenAtRest();
  frame();
  const [{ style }] = made;
  assert.equal(style.transform, undefined, "not with the frame that shows it");
  frame();
  assert.equal(frames.length, 0, "nothing goes on");
  const first = style.transform;
  takenAtRest();
  frame();
  frame();
  assert.equal(made.length, 1);
  assert.notEqual(style.transform, first);
  takenAtRest();
  frame();
  frame();
  assert.equal(style.transform, first, "it goes to and fro");
});
