/** Frames by hand: their order, how long each is shown, and playing them. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { labels, lay } from "./grids.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** The frames as the row shows them, by their titles, and which is the chosen one. @param {Page} page @returns {Promise<[string[], number]>} */
const shown = (page) =>
  page.driver.executeScript(`
    const buttons = [...document.querySelectorAll("#timeline .frame")];
    return [buttons.map((button) => button.title), buttons.findIndex((button) => button.getAttribute("aria-current") === "true")];`);

/** What each frame has in its first row, without choosing it. @param {Page} page @returns {Promise<string>} */
async function rows(page) {
  /** @type {string[]} */
  const colors = await page.driver.executeScript(`
    return undoodle.frames().map((_, frame) => undoodle.celPixel(0, frame, 0, 0));`);
  const letters = new Map([["#00000000", "."], ["#ff0000ff", "R"], ["#00ff00ff", "G"], ["#0000ffff", "B"]]);
  return colors.map((color) => letters.get(color) ?? color).join("");
}

/** A red, a green and a blue frame; the blue one is chosen. @param {Page} page @param {number} [milliseconds] How long each is shown. */
async function three(page, milliseconds) {
  await lay(page, ["R."]);
  // A new frame is shown as long as the one before it.
  if (milliseconds) await page.call("run", "frame.duration", { milliseconds });
  for (const color of ["#00ff00", "#0000ff"]) {
    await page.click("#frame-add");
    await page.call("setColor", color);
    await page.drag([[0, 0]]);
  }
}

/** @param {Page} page @param {number} frame */
const choose = (page, frame) => page.click(`#timeline .frame[data-frame="${frame}"]`);

/** Which of the bar's buttons can be pressed, of those that one frame alone has no use for, and does not have. @param {Page} page @returns {Promise<string>} */
const enabled = (page) =>
  page.driver.executeScript(`
    return ["delete", "play", "left", "right"].filter((name) => document.querySelector("#frame-" + name)?.disabled === false).join(" ");`);

test("buttons and keys add, copy, move, delete and choose frames, and the row shows them; a duration is typed, and taken over when one goes on", () =>
  visit({}, async (page) => {
    assert.equal(await enabled(page), "", "of one frame alone");
    await three(page);
    assert.deepEqual([await rows(page), await page.letters()], ["RGB", ["B."]]);
    assert.deepEqual(await shown(page), [["Frame 1, 100 ms", "Frame 2, 100 ms", "Frame 3, 100 ms"], 2]);
    assert.equal(await enabled(page), "delete play left", "of the last");
    const names = await page.driver.executeScript("return ['left', 'right'].map((side) => document.querySelector(`#frame-${side}`)).flatMap((button) => [button.title, button.ariaLabel])");
    assert.deepEqual(names, ["Move frame to the left", "Move frame to the left", "Move frame to the right", "Move frame to the right"]);
    await page.click("#frame-left");
    assert.deepEqual([await rows(page), (await shown(page))[1]], ["RBG", 1]);
    await choose(page, 0);
    assert.deepEqual([await page.letters(), await enabled(page)], [["R."], "delete play right"]);
    await page.click("#frame-right");
    assert.deepEqual([await rows(page), (await shown(page))[1]], ["BRG", 1]);
    await page.click("#frame-duplicate");
    assert.deepEqual([await rows(page), (await shown(page))[1]], ["BRRG", 2]);
    for (const [key, frame, seen] of /** @type {[string, number, string][]} */ ([[".", 3, "G."], [".", 0, "B."], [",", 3, "G."]])) {
      await page.press(key);
      assert.deepEqual([(await shown(page))[1], await page.letters()], [frame, [seen]]);
    }
    await page.click("#frame-delete");
    assert.equal(await rows(page), "BRR");
    await page.undo();
    assert.deepEqual([await rows(page), (await shown(page))[0].length], ["BRRG", 4], "the row follows undo");

    const durations = async () => (await page.call("frames")).map((/** @type {any} */ frame) => frame.duration);
    const field = async () => (await page.find("#frame-duration")).getProperty("value");
    await page.click("#frame-delete");
    await choose(page, 2);
    await page.type("#frame-duration", "250", Key.ENTER);
    assert.deepEqual(await durations(), [100, 100, 250]);
    // By pointer there is no Enter: another frame is chosen at once.
    await choose(page, 1);
    await page.type("#frame-duration", "40");
    await choose(page, 0);
    assert.deepEqual([await durations(), await field()], [[100, 40, 250], "100"]);
    await page.type("#frame-duration", "0", Key.ENTER);
    await page.message("must be a whole number from 1 to 65535, not “0”");
    await page.press(Key.ESCAPE);
    assert.equal(await field(), "100", "what is refused is not left standing");
    await page.undo();
    assert.deepEqual([await durations(), await field()], [[100, 100, 250], "100"], "undo leads to the frame, and the field shows it");
  }));

/**
 * What is shown with each of the screen's frames, and when, until it has changed that often.
 * @param {Page} page @param {number} changes @returns {Promise<[number, string][]>}
 */
const watched = (page, changes) =>
  page.driver.executeAsyncScript(
    `const [changes, done] = arguments;
     const seen = [];
     let changed = 0;
     const look = (now) => {
       const color = undoodle.pixel(0, 0);
       if (seen.length > 0 && seen.at(-1)[1] !== color) changed += 1;
       seen.push([now, color]);
       if (changed < changes) requestAnimationFrame(look);
       else done(seen);
     };
     requestAnimationFrame(look);`,
    changes,
  );

/**
 * That what was seen are the colours of a round in turn, each for as long as the others; a machine that
 * stops for a while is shown what is due when it goes on.
 * @param {[number, string][]} seen @param {string[]} round
 */
function inTurn(seen, round) {
  // A colour may have several places in the round, and the first may have been shown for a while already.
  const due = (/** @type {number} */ start, /** @type {number} */ turns) =>
    [Math.floor(turns), Math.ceil(turns)].map((n) => round[(start + n) % round.length]);
  let starts = [...round.keys()].filter((place) => round[place] === seen[0][1]);
  for (const [now, color] of seen) {
    const after = now - seen[0][0];
    starts = starts.filter((start) => due(start, after / LONG).includes(color));
    assert.notEqual(starts.length, 0, `${color} after ${after} ms`);
  }
}

/** How long each frame is shown while it is watched, in milliseconds. */
const LONG = 250;

const [R, G, B] = ["#ff0000ff", "#00ff00ff", "#0000ffff"];

test("playing shows the frames in turn, until it is stopped or somebody paints", () =>
  visit({}, async (page) => {
    await three(page, LONG);
    await choose(page, 1);
    const made = await page.steps();
    const playing = async () => (await (await page.find("#frame-play")).getAttribute("aria-pressed")) === "true";
    await page.click("#frame-play");
    assert.equal(await playing(), true);
    inTurn(await watched(page, 4), [R, G, B]);
    assert.equal(await page.steps(), made, "looking is no step");
    await page.click("#frame-play");
    assert.deepEqual([await playing(), (await page.call("active")).frame], [false, 1], "it goes back to where it was played from");
    await page.press(Key.ENTER);
    assert.equal(await playing(), true, "a key plays, too");
    await page.call("setColor", "#ffffff");
    await page.drag([[1, 0]]);
    assert.deepEqual([await playing(), (await labels(page)).at(-1)], [false, "Pencil"], "a press paints on the frame that was shown");
  }));

/** Notes the page's frames, what its canvases are given, and what changes in it, once `window.noted` is there. */
const NOTED = `
  const { requestAnimationFrame } = window;
  window.requestAnimationFrame = (draw) => requestAnimationFrame.call(window, (now) => {
    window.noted?.frames.add(now);
    draw(now);
  });
  for (const name of ["putImageData", "drawImage"]) {
    const paint = CanvasRenderingContext2D.prototype[name];
    CanvasRenderingContext2D.prototype[name] = function (...given) {
      const { isConnected, id, className } = this.canvas;
      if (window.noted && isConnected) (window.noted.puts[id || className] ??= new Set()).add(document.timeline.currentTime);
      return paint.apply(this, given);
    };
  }
  new MutationObserver((changes) => {
    for (const { target } of changes) window.noted?.changes.push(target.className || target.id || target.nodeName);
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });`;

/**
 * Notes what the page does until the picture was painted so many times.
 * @param {Page} page @param {number} times
 * @returns {Promise<{frames: number, surface: number, others: Record<string, number>, changes: string[], ms: number}>}
 */
const noted = (page, times) => page.glance(`
  return (async () => {
    const began = performance.now();
    const { frames, puts, changes } = window.noted = { frames: new Set(), puts: { surface: new Set(), "preview-canvas": new Set() }, changes: [] };
    while (puts.surface.size < ${times}) await new Promise((resolve) => { setTimeout(resolve, 20); });
    window.noted = undefined;
    const { surface, ...others } = puts;
    const sizes = Object.fromEntries(Object.entries(others).map(([name, painted]) => [name, painted.size]));
    return { frames: frames.size, surface: surface.size, others: sizes, changes, ms: performance.now() - began };
  })()`);

test("while a film plays nothing is worked out but its frames, and for each of them the page has one of its own", () =>
  visit({ before: NOTED }, async (page) => {
    await three(page, 100);
    await page.call("kept");
    await page.click("#frame-play");
    // Until panels have shown that it plays, and idle moments have packed the history.
    await page.until("nothing to change but what is played", async () => (await noted(page, 10)).changes.every((what) => what === "playhead"));
    const { frames, surface, others, changes, ms } = await noted(page, 20);
    assert.ok(surface <= ms / 100 + 2, `${surface} frames, each for 100 ms, were shown in ${ms} ms`);
    assert.ok(frames <= 2 * surface, `${frames} frames of the page for ${surface} of the film`);
    assert.deepEqual(Object.keys(others), ["preview-canvas"], "no other canvas is painted");
    assert.ok(others["preview-canvas"] <= surface + 1, `the preview was painted ${others["preview-canvas"]} times`);
    assert.deepEqual([...new Set(changes)], ["playhead"], "nothing else of the page changes");
    assert.ok(changes.length <= surface / 2, `and that only ${changes.length} times`);
  }));
