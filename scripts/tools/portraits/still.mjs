/**
 * Animations that stand still.
 *
 * Problem: what undo shows lasts for 600 milliseconds, and a screenshot comes when it comes. Idea: each animation that begins is
 * paused, and is then set to a time. Invariant: what is taken at a time is the same in each run.
 */

/** @typedef {import("../../../tests/browser/page.mjs").Page} Page */

const HOLD = `
  const { animate } = Element.prototype;
  window.held = [];
  Element.prototype.animate = function (...how) {
    const animation = animate.apply(this, how);
    animation.pause();
    animation.cancel = () => {};
    window.held.push(animation);
    return animation;
  };`;

/** Has every animation that begins from now on stand still. @param {Page} page */
export const hold = (page) => page.driver.executeScript(HOLD);

/** Waits until what undo shows has begun. @param {Page} page */
export const begun = (page) => page.until("what undo shows", () => page.driver.executeScript("return window.held.length > 0"));

/** Sets all animations that stand still to a time after their beginning. @param {Page} page @param {number} time In milliseconds. */
export const seek = (page, time) => page.driver.executeScript(`
  for (const animation of window.held) animation.currentTime = arguments[0];
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));`, time);
