/** Frames, their durations and tags, by the timeline. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { visit } from "./page.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** @param {Page} page @param {number} frame */
const choose = (page, frame) => page.click(`#timeline [data-frame="${frame}"]`);

/** Every frame's only row. @param {Page} page */
async function film(page) {
  const rows = [];
  for (let frame = 0; frame < (await page.call("frames")).length; frame += 1) {
    await choose(page, frame);
    rows.push((await page.letters())[0]);
  }
  return rows;
}

test("frames are added, duplicated, moved and deleted, and each is undone", () =>
  visit({}, async (page) => {
    await page.paint(["R.."]);
    await page.click("#frame-add");
    await page.call("setColor", "#00ff00");
    await page.drag([[1, 0]]);
    assert.deepEqual(await film(page), ["R..", ".G."]);
    await choose(page, 0);
    await page.click("#frame-duplicate");
    await page.drag([[2, 0]]);
    assert.deepEqual(await film(page), ["R..", "R.G", ".G."]);
    await choose(page, 1);
    await page.click("#frame-right");
    assert.equal((await page.call("active")).frame, 2, "the frame is followed");
    assert.deepEqual(await film(page), ["R..", ".G.", "R.G"]);
    await choose(page, 2);
    await page.click("#frame-left");
    await choose(page, 0);
    await page.click("#frame-delete");
    assert.deepEqual(await film(page), ["R.G", ".G."]);
    const steps = await page.steps();
    for (let i = 0; i < steps; i += 1) await page.undo();
    assert.deepEqual(await film(page), ["R.."]);
    for (let i = 0; i < steps; i += 1) await page.redo();
    assert.deepEqual(await film(page), ["R.G", ".G."]);
  }));

test("comma and point go through the frames, round the end; undo goes where it happened", () =>
  visit({}, async (page) => {
    await page.click("#frame-add");
    await page.click("#frame-add");
    await page.drag([[3, 3]]);
    const frame = async () => (await page.call("active")).frame;
    await page.press(".");
    assert.equal(await frame(), 0);
    await page.press(",");
    await page.press(",");
    assert.equal(await frame(), 1);
    await page.undo();
    assert.equal(await frame(), 2, "where the stroke was");
    await page.redo();
    assert.deepEqual(await page.painted(), ["3,3"]);
  }));

test("durations and tags are told, and played in their order", () =>
  visit({}, async (page) => {
    await page.paint(["R."]);
    await page.click("#frame-duplicate");
    await page.click("#frame-duplicate");
    const duration = await page.find("#frame-duration");
    await duration.sendKeys(Key.chord(Key.CONTROL, "a"), "40", Key.TAB);
    assert.deepEqual(await page.call("frames"), [{ duration: 100 }, { duration: 100 }, { duration: 40 }]);
    await page.click("#frame-tag");
    // People count from 1.
    await page.fill({ name: "blink", from: 2, to: 3, direction: "Reverse" });
    await page.click("#form-ok");
    assert.deepEqual(await page.call("tags"), [{ name: "blink", from: 1, to: 2, direction: "reverse" }]);
    assert.equal(await page.text('#timeline [data-frame="1"] .tag'), "blink");
    await page.click("#frame-play");
    const visited = new Set();
    await page.until("both frames of the tag", async () => {
      visited.add((await page.call("active")).frame);
      return visited.size === 2;
    });
    await page.click("#frame-play");
    assert.deepEqual([...visited].sort(), [1, 2], "frame 0 is not in the tag");
    const { frame } = await page.call("active");
    await page.undo();
    await page.undo();
    assert.deepEqual([await page.call("tags"), (await page.call("frames"))[2].duration], [[], 100]);
    assert.ok(frame > 0);
  }));
