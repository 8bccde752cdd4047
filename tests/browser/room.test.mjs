/** How much of the window the picture has, and what gives it room. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { on } from "./screens.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** Share of the window that the stage has, in percent. @param {Page} page @returns {Promise<number>} */
const share = (page) => page.driver.executeScript("const { clientWidth, clientHeight } = document.querySelector('#stage'); return (clientWidth * clientHeight * 100) / (innerWidth * innerHeight)");

/** @param {Page} page @param {string} css @returns {Promise<boolean>} */
const seen = (page, css) => page.driver.executeScript("return document.querySelector(arguments[0])?.checkVisibility() ?? false", css);

/** @param {Page} page @param {string} css @returns {Promise<{width: number, height: number}>} */
const size = (page, css) => page.driver.executeScript("const { width, height } = document.querySelector(arguments[0]).getBoundingClientRect(); return { width, height }", css);

/** Whether the whole preview lies in the window. @param {Page} page @returns {Promise<boolean>} */
const previewed = (page) => page.driver.executeScript("const { left, top, right, bottom, width } = document.querySelector('#preview').getBoundingClientRect(); return width > 0 && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight");

test("the picture has the room: 60 % of a laptop's window, 52 % with six frames, 50 % of a small one, with the preview in sight", needs("emulation"), () =>
  visit({}, async (page) => {
    /** @type {[number, number, number, number][]} */
    const windows = [[1440, 900, 60, 52], [1024, 768, 50, 50], [820, 1180, 40, 30]];
    for (const [width, height, still, film] of windows) {
      await on(page, { width, height }, async () => {
        const before = await share(page);
        assert.ok(before >= still, `${before} % at ${width}×${height}`);
        assert.ok(await previewed(page));
        for (let i = 0; i < 5; i += 1) await page.call("run", "frame.add");
        const after = await share(page);
        assert.ok(after >= film, `${after} % at ${width}×${height} with six frames`);
        assert.ok(await previewed(page));
        for (let i = 0; i < 5; i += 1) await page.undo();
      });
    }
    await on(page, { width: 1440, height: 900 }, async () => {
      await page.call("newDocument", { width: 512, height: 512 });
      await page.until("1×", async () => (await page.text("#status-zoom")) === "1×");
    });
  }));

test("a second frame unfolds the timeline, in which the layers then stand, with what shows and locks them, and undo folds it", () =>
  visit({}, async (page) => {
    await page.resize(1440, 900);
    assert.ok((await size(page, "#timeline")).height <= 36, "a strip");
    assert.deepEqual([await seen(page, ".cels-view"), await seen(page, ".layer-list"), await page.text("#frame-add")], [false, true, "Frame"]);
    await page.click("#frame-add");
    assert.deepEqual([await seen(page, ".frame.active"), await seen(page, ".cels-names .eye"), await seen(page, ".layer-list"), await seen(page, "#layer-opacity")], [true, true, false, true]);
    await page.drag([[5, 5]]);
    await page.click(".cels-names .eye");
    assert.deepEqual([(await page.call("layers"))[0].visible, await page.painted()], [false, []]);
    await page.undo();
    await page.click(".cels-names .lock");
    assert.equal((await page.call("layers"))[0].locked, true);
    // Who wants frames alone has the rows in their panel.
    await page.click("#timeline-layers");
    assert.deepEqual([await seen(page, ".cels-names .eye"), await seen(page, ".layer-list")], [false, true]);
    await page.click("#timeline-layers");
    for (let i = 0; i < 3; i += 1) await page.undo();
    assert.deepEqual([await seen(page, ".cels-view"), await seen(page, ".layer-list")], [false, true]);
    assert.ok((await size(page, "#timeline")).height <= 36, "a strip again");
    // A drawing of frames has its timeline from the first moment on.
    await page.redo();
    await page.call("kept");
    await page.driver.navigate().refresh();
    await page.until("a page", () => page.glance("return window.undoodle !== undefined && document.body.matches(':not(.starting)')"));
    assert.ok(await page.glance("return document.querySelector('#timeline').offsetHeight > 150"));
    await page.ready();
  }));

test("a folded history gives its column's room to the picture, and a press on the strip that is left opens it; the key \\ hides all panels", needs("emulation"), () =>
  visit({}, async (page) => {
    // A laptop's window has the strip at first.
    await on(page, { width: 1440, height: 900 }, async () => {
      await page.until("the strip", async () => (await size(page, "#left")).width <= 36);
    });
    await on(page, { width: 1720, height: 960 }, async () => {
      await page.until("the history on the left", () => seen(page, "#left #steps"));
      const before = await size(page, "#stage");
      await page.click("#history-toggle");
      assert.ok((await size(page, "#left")).width <= 36);
      assert.equal((await size(page, "#stage")).width, before.width + 207);
      await page.click("#panels-toggle");
      const bare = await size(page, "#stage");
      assert.ok(bare.width > before.width + 207, "the button hides all panels");
      await page.driver.navigate().refresh();
      await page.ready();
      assert.deepEqual(await size(page, "#stage"), bare, "after a reload, too");
      await page.press("\\");
      assert.ok((await size(page, "#left")).width <= 36);
      await page.click("#history-toggle");
      assert.deepEqual(await size(page, "#stage"), before);
      await page.click("#history-toggle");
      await page.click("#status-step");
      assert.deepEqual(await size(page, "#stage"), before, "the step in the status line opens it, too");

      await page.press("\\");
      assert.deepEqual([await seen(page, "#panel"), await seen(page, "#left"), await seen(page, "#timeline"), await seen(page, "#preview")], [false, false, false, false]);
      await page.drag([[5, 5]]);
      assert.deepEqual(await page.painted(), ["5,5"]);
      await page.press(Key.F7);
      assert.deepEqual([await seen(page, "#preview"), await seen(page, "#panel")], [true, false], "the preview alone");
      await page.press("\\");
      assert.deepEqual([await seen(page, "#panel"), await seen(page, "#left"), await seen(page, "#preview")], [true, true, true]);
    });
  }));
