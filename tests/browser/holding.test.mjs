/**
 * What holds when much is asked at once: a held key, a large canvas.
 *
 * Nothing here measures time. What is held instead is that work comes in slices: that frames are drawn between its parts.
 */
import "./whole.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** Notes the history's position in each frame, and counts the frames that are drawn while something is under way. */
const WATCH = `
  window.seen = [];
  window.between = 0;
  const watch = () => {
    try {
      window.seen.push(undoodle.history().position);
    } catch {
      window.between += 1;
    }
    requestAnimationFrame(watch);
  };
  requestAnimationFrame(watch);`;

/** Frames that were drawn since the last time while something was under way. @param {Page} page @returns {Promise<number>} */
const framesBetween = (page) => page.glance("const frames = window.between; window.between = 0; return frames;");

/** Waits until nothing is under way, and nothing is left to be kept. @param {Page} page */
const done = (page) => page.glance("return undoodle.finished().then(() => undoodle.kept())");

test("each press of a held Ctrl+Z is a step, and is seen before the presses after it", needs("held keys"), () =>
  visit({}, async (page) => {
    for (let y = 0; y < 24; y += 1) await page.drag([[y, y], [y + 9, y]]);
    await done(page);
    await page.glance(WATCH);
    // What is true after each press, whatever else listens.
    await page.glance("window.after = []; addEventListener('keydown', ({ key }) => { if (key === 'z') after.push(undoodle.history().position); })");
    let actions = page.driver.actions().keyDown(Key.CONTROL);
    for (let i = 0; i < 20; i += 1) actions = actions.keyDown("z").pause(30);
    await actions.keyUp("z").keyUp(Key.CONTROL).perform();
    assert.deepEqual(await page.glance("return after"), Array.from({ length: 20 }, (_, i) => 23 - i), "one step with each press");
    const seen = /** @type {number[]} */ (await page.glance("return seen"));
    const states = [...new Set(seen)];
    assert.deepEqual(seen, seen.toSorted((a, b) => b - a), "none is taken back");
    assert.ok(states.length > 5, `of 20 presses frames have shown ${states.length} states`);
    assert.deepEqual((await page.painted()).length, 4 * 10, "four of the strokes are left");
  }));

test("what takes long on large canvases leaves frames between its slices", needs("pausing"), () =>
  visit({}, async (page) => {
    await page.driver.manage().setTimeouts({ script: 120_000 });
    await page.glance(WATCH);
    await page.call("newDocument", { width: 5600, height: 5600 });
    await page.call("setTool", "gradient");
    await framesBetween(page);
    await page.drag([[1000, 1000], [4600, 4600]]);
    await done(page);
    assert.ok(await framesBetween(page) > 3, "a gradient");
    assert.equal(await page.steps(), 1);
    const color = await page.pixel(2800, 2800);
    await page.undo();
    await done(page);
    assert.ok(await framesBetween(page) > 3, "its undo");
    assert.equal(await page.pixel(2800, 2800), "#00000000");
    await page.redo();
    await done(page);
    assert.ok(await framesBetween(page) > 3, "its redo");
    assert.equal(await page.pixel(2800, 2800), color);
  }));
