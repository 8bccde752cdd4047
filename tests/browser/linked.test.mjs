/** Linked cels in the timeline: how they are joined, and their pictures. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { can } from "./browsers.mjs";
import { labels, lay } from "./grids.mjs";
import { PIXELS } from "./miniatures.mjs";
import { on } from "./screens.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

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

/** Waits until the picture of a cel of the lowest layer has a green pixel. @param {Page} page @param {number} frame */
const green = (page, frame) =>
  page.until(`green in the picture of frame ${frame + 1}`, () => page.driver.executeScript(`${PIXELS}
    const canvas = document.querySelector('.cel canvas[data-frame="' + arguments[0] + '"]');
    if (!canvas || canvas.hidden) return false;
    const { data } = pixels(canvas);
    return Array.from({ length: data.length / 4 }, (_, i) => data[i * 4 + 1] > 200 && data[i * 4] < 60 && data[i * 4 + 3] > 200).includes(true);`, frame));

test("linked cels are joined in the timeline, and their pictures follow a stroke in one of them, until they are unlinked, on a phone, too", () =>
  visit({}, async (page) => {
    await page.resize(1200, 900);
    await lay(page, ["R...", "...."]);
    await page.press("m", Key.ALT);
    assert.equal((await labels(page)).at(-1), "New linked frame");
    await page.call("setColor", "#00ff00");
    await page.drag([[1, 1], [3, 1]]);
    for (const frame of [0, 1]) await green(page, frame);
    const linked = [
      "Layer 1, frame 1, linked with frame 2; linked-after; linked-now",
      "Layer 1, frame 2, linked with frame 1; linked-before; linked-now",
    ];
    await joined(page, linked);
    await page.click("#frame-unlink");
    await joined(page, ["Layer 1, frame 1", "Layer 1, frame 2"]);
    assert.equal(await (await page.find("#frame-unlink")).isEnabled(), false);
    await page.undo();
    await joined(page, linked);
    await page.call("run", "frame.add");
    // A frame that is moved away stays joined.
    await page.call("run", "frame.move", { from: 1, to: 2 });
    await joined(page, ["Layer 1, frame 1, linked with frame 3; linked-now", "Layer 1, frame 2", "Layer 1, frame 3, linked with frame 1; linked-now"]);
    await page.click("#frame-link");
    await page.until("the form", () => page.asked());
    await page.fill({ with: "all" });
    await page.click("#form-ok");
    assert.deepEqual((await page.call("layers"))[0].links, [[0, 1, 2]]);
    await green(page, 1);

    // On a phone, in the sheet of frames.
    if (!can("emulation")) return;
    await page.call("newDocument", { width: 8, height: 8 });
    await on(page, { width: 390, height: 844 }, async () => {
      await page.click("#sheet-frames");
      await page.click("#frame-add");
      await page.click("#frame-add-linked");
      assert.deepEqual((await page.call("layers"))[0].links, [[1, 2]]);
      await page.click("#frame-unlink");
      assert.deepEqual((await page.call("layers"))[0].links, []);
      const { wide, frame } = await page.driver.executeScript("return { wide: document.documentElement.scrollWidth, frame: document.querySelector('.frame').getBoundingClientRect().height }");
      assert.ok(wide <= 390 && frame > 40, `${wide}, ${frame}`);
    });
  }));
