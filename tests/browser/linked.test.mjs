/** Linked cels by hand: what is painted in one frame is painted in all that share its image, until one is unlinked. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { labels, lay } from "./grids.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** The first row of each frame of the lowest layer. @param {Page} page @returns {Promise<string[]>} */
const film = (page) =>
  page.driver.executeScript(`
    const { width } = undoodle.size();
    const letters = { "#00000000": ".", "#ff0000ff": "R", "#00ff00ff": "G" };
    return undoodle.frames().map((_, frame) => Array.from({ length: width }, (_, x) => letters[undoodle.celPixel(0, frame, x, 0)] ?? "?").join(""));`);

/** The names of the cels of the lowest layer, and how they are joined. @param {Page} page @returns {Promise<string[]>} */
const cels = (page) =>
  page.driver.executeScript(`
    return [...document.querySelectorAll('.cel:has([data-layer="0"])')].map((cel) =>
      [cel.ariaLabel, ...["linked-before", "linked-after", "linked-now"].filter((name) => cel.classList.contains(name))].join("; "));`);

/** @param {Page} page @param {string[]} expected */
async function joined(page, expected) {
  await page.call("settle");
  assert.deepEqual(await cels(page), expected);
}

/** A red pixel, a frame that is linked to it, and green in the hand. @param {Page} page */
async function pose(page) {
  await page.resize(1200, 900);
  await lay(page, ["R...", "...."]);
  await page.press("n", Key.SHIFT);
  await page.call("setColor", "#00ff00");
}

test("what is painted in a linked frame is painted in all, and undo shows it wherever one is", () =>
  visit({}, async (page) => {
    await pose(page);
    assert.deepEqual([(await labels(page)).at(-1), await page.call("active")], ["New linked frame", { layer: 0, frame: 1 }]);
    await page.drag([[2, 0]]);
    assert.deepEqual(await film(page), ["R.G.", "R.G."]);
    await page.click('.frame[data-frame="0"]');
    assert.deepEqual(await page.letters(), ["R.G.", "...."], "it is seen");
    await page.undo();
    assert.deepEqual(await film(page), ["R...", "R..."]);
    assert.deepEqual(await page.call("active"), { layer: 0, frame: 1 }, "undo leads to where it was painted");
    await page.redo();
    assert.deepEqual(await film(page), ["R.G.", "R.G."]);
    await joined(page, [
      "Layer 1, frame 1, linked with frame 2; linked-after; linked-now",
      "Layer 1, frame 2, linked with frame 1; linked-before; linked-now",
    ]);
    assert.deepEqual((await page.call("layers"))[0].links, [[0, 1]]);
  }));

test("an unlinked cel has a copy of its own, as one step", () =>
  visit({}, async (page) => {
    await pose(page);
    const made = await page.steps();
    await page.click("#frame-unlink");
    assert.deepEqual([await page.steps(), (await labels(page)).at(-1)], [made + 1, "Unlink cel"]);
    await joined(page, ["Layer 1, frame 1", "Layer 1, frame 2"]);
    assert.equal(await (await page.find("#frame-unlink")).isEnabled(), false);
    await page.drag([[2, 0]]);
    assert.deepEqual(await film(page), ["R...", "R.G."]);
    await page.undo();
    await page.undo();
    await page.drag([[3, 0]]);
    assert.deepEqual(await film(page), ["R..G", "R..G"], "undone, they share it again");
  }));

test("cels are linked with the next frame or with all, and the active one's image stays", () =>
  visit({}, async (page) => {
    await pose(page);
    await page.click("#frame-unlink");
    for (let i = 0; i < 2; i += 1) await page.call("run", "frame.add");
    await page.drag([[3, 0]]);
    assert.deepEqual(await film(page), ["R...", "R...", "....", "...G"]);
    const before = await page.steps();
    await page.click("#frame-link");
    await page.until("the form", () => page.asked());
    await page.fill({ with: "all" });
    await page.click("#form-ok");
    assert.deepEqual([await film(page), await page.steps()], [["...G", "...G", "...G", "...G"], before + 1]);
    await page.undo();
    assert.deepEqual(await film(page), ["R...", "R...", "....", "...G"]);
    await page.click('.frame[data-frame="0"]');
    await page.form("frame.link", {});
    await joined(page, [
      "Layer 1, frame 1, linked with frame 2; linked-after; linked-now",
      "Layer 1, frame 2, linked with frame 1; linked-before; linked-now",
      "Layer 1, frame 3",
      "Layer 1, frame 4",
    ]);
    // A frame that is moved away keeps its image.
    await page.call("run", "frame.move", { from: 1, to: 3 });
    await joined(page, [
      "Layer 1, frame 1, linked with frame 4; linked-now",
      "Layer 1, frame 2",
      "Layer 1, frame 3",
      "Layer 1, frame 4, linked with frame 1; linked-now",
    ]);
  }));

test("the pictures of all linked cels follow a stroke in one of them", () =>
  visit({}, async (page) => {
    await pose(page);
    const green = (/** @type {number} */ frame) =>
      page.driver.executeScript(`
        const canvas = document.querySelector('.cel canvas[data-frame="' + arguments[0] + '"]');
        if (!canvas || canvas.hidden) return false;
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        return Array.from({ length: data.length / 4 }, (_, i) => data[i * 4 + 1] > 200 && data[i * 4] < 60 && data[i * 4 + 3] > 200).includes(true);`, frame);
    await page.drag([[1, 1], [3, 1]]);
    for (const frame of [0, 1]) await page.until(`green in the picture of frame ${frame + 1}`, () => green(frame));
  }));

test("links are kept in a project file", () =>
  visit({}, async (page) => {
    await pose(page);
    await page.driver.executeAsyncScript(`
      const done = arguments[0];
      undoodle.open(undoodle.encode("undoodle"), "pose.undoodle").then(() => done(), (error) => done(String(error)));`);
    assert.deepEqual((await page.call("layers"))[0].links, [[0, 1]]);
    await page.drag([[3, 0]]);
    assert.deepEqual(await film(page), ["R..G", "R..G"]);
  }));

test("the timeline's bar has room for its buttons in any window", () =>
  visit({}, async (page) => {
    for (const width of [700, 760, 820, 880, 940, 1000, 1060, 1120, 1280]) {
      await page.resize(width, 820);
      const beyond = await page.driver.executeScript(`
        const row = document.querySelector("#timeline > .row");
        const { right } = row.getBoundingClientRect();
        return [...row.querySelectorAll("button, input, select")].filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > right + 0.5).map(({ id }) => id);`);
      assert.deepEqual(beyond, [], `in a window ${width} pixels wide`);
    }
  }));
