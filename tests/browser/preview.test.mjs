/** The preview: the drawing at its own size, which follows each stroke and plays while one paints. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { on } from "./screens.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** Counts what the preview's canvas is given, before the page's own scripts run. */
const COUNTED = `
  window.puts = [];
  const put = CanvasRenderingContext2D.prototype.putImageData;
  CanvasRenderingContext2D.prototype.putImageData = function (image, x, y) {
    if (this.canvas.id === "preview-canvas") window.puts.push([x, y, image.width, image.height]);
    return put.call(this, image, x, y);
  };`;

/** A pixel of the preview, [r, g, b, a]. @param {Page} page @param {number} x @param {number} y @returns {Promise<number[]>} */
const previewed = (page, x, y) =>
  page.driver.executeScript("return [...document.querySelector('#preview-canvas').getContext('2d').getImageData(arguments[0], arguments[1], 1, 1).data]", x, y);

/** What was painted on it since the last call. @param {Page} page @returns {Promise<number[][]>} */
const puts = (page) => page.driver.executeScript("return window.puts.splice(0)");

/** Waits until it shows a colour. @param {Page} page @param {number} x @param {number} y @param {number[]} color */
const shows = (page, x, y, color) =>
  page.until(`${color} at ${x}, ${y} of the preview`, async () => String(await previewed(page, x, y)) === String(color));

/** Width of a part of it, in device pixels. @param {Page} page @param {string} [css] @returns {Promise<number>} */
const width = (page, css = "#preview-canvas") => page.driver.executeScript("return document.querySelector(arguments[0]).getBoundingClientRect().width * devicePixelRatio", css);

/** Where the preview and the stage lie. @param {Page} page @returns {Promise<{left: number, top: number, right: number, bottom: number, stage: {left: number, top: number, right: number, bottom: number}}>} */
const places = (page) => page.driver.executeScript(`
  const box = (css) => document.querySelector(css).getBoundingClientRect().toJSON();
  return { ...box("#preview"), stage: box("#stage") };`);

test("the preview shows a stroke under way at the size that is chosen, is given no more than what changed, out of sight nothing, and plays the frames while another one is painted on", () =>
  visit({ before: COUNTED }, async (page) => {
    await page.resize(1440, 900);
    await page.until("the preview", async () => (await puts(page)).some(([, , width]) => width === 64));
    await page.call("setColor", "#d02030");
    await page.drag([[10, 20], [14, 20]], { hold: true });
    await shows(page, 12, 20, [0xd0, 0x20, 0x30, 255]);
    const given = await puts(page);
    assert.ok(given.length > 0 && given.every(([x, y, width, height]) => x >= 10 && y === 20 && x + width <= 15 && height === 1), JSON.stringify(given));
    await page.release();
    await page.undo();
    await shows(page, 12, 20, [0, 0, 0, 0]);

    await page.driver.executeScript("document.querySelector('#preview').hidden = true; document.querySelector('#preview').style.display = 'none'");
    // Whether it is in sight, the browser says after it has shown a frame without it.
    await page.driver.executeAsyncScript("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))");
    await puts(page);
    await page.drag([[10, 30], [14, 30]]);
    assert.deepEqual([(await page.painted()).length, await puts(page)], [5, []]);
    await page.driver.executeScript("document.querySelector('#preview').style.display = ''; document.querySelector('#preview').hidden = false");
    await shows(page, 12, 30, [0xd0, 0x20, 0x30, 255]);

    await page.call("newDocument", { width: 64, height: 64 });
    await page.call("setColor", "#d02030");
    await page.drag([[3, 3]]);
    await page.call("run", "frame.add");
    for (const frame of [0, 1]) await page.call("run", "frame.duration", { frame, milliseconds: 40 });
    await page.call("setColor", "#20a040");
    await page.drag([[5, 5], [9, 5]], { hold: true });
    await shows(page, 3, 3, [0xd0, 0x20, 0x30, 255]);
    await shows(page, 7, 5, [0x20, 0xa0, 0x40, 255]);
    await shows(page, 3, 3, [0xd0, 0x20, 0x30, 255]);
    assert.equal(await page.driver.executeScript("return document.querySelector('.frame.active')?.dataset.frame ?? document.querySelector('[aria-current=true][data-frame]')?.dataset.frame"), "1", "the active frame stays");
    await page.release();
    assert.equal(await page.pixel(7, 5), "#20a040ff");
    await page.click("#preview-play");
    // Stopped, it shows the active frame, and of that what is painted next and no more.
    await shows(page, 7, 5, [0x20, 0xa0, 0x40, 255]);
    await puts(page);
    await page.drag([[30, 40], [33, 40]]);
    await shows(page, 33, 40, [0x20, 0xa0, 0x40, 255]);
    const next = await puts(page);
    assert.ok(next.every(([x, y, width, height]) => x >= 30 && y === 40 && x + width <= 34 && height === 1), JSON.stringify(next));

    await page.choose("#preview-scale", "1");
    await page.until("64 pixels", async () => (await width(page)) === 64);
    await page.choose("#preview-scale", "2");
    await page.until("128 pixels", async () => (await width(page)) === 128);
    await page.driver.navigate().refresh();
    await page.ready();
    await page.until("128 pixels again", async () => (await width(page)) === 128);

    // What is larger than it can paint is shown whole where it fits, and in part where a size is chosen.
    await page.choose("#preview-scale", "0");
    await page.call("newDocument", { width: 600, height: 400 });
    /** @type {() => Promise<[number, number, number, boolean]>} */
    const measure = () => page.driver.executeScript(`
      const canvas = document.querySelector("#preview-canvas");
      const { width, height } = canvas.getBoundingClientRect();
      return [canvas.width, canvas.height, Math.round(width / height * 100) / 100, width <= canvas.parentElement.clientWidth];`);
    await page.until("all of it, with a pixel for each of the screen's and few more", async () => {
      const [across, down, form, within] = await measure();
      const shown = await width(page);
      return form === 1.5 && within && across >= shown && across < shown * 1.4 && Math.abs(across / down - 1.5) < 0.05;
    });
    await page.choose("#preview-scale", "1");
    await page.until("a part", async () => Number((await measure())[0]) < 200);
  }));

test("it floats over the stage where it was moved, F7 closes it, a small picture fits in whole pixels, and a wrapping one has copies around it", needs("emulation"), () =>
  visit({}, async (page) => {
    const share = async () => {
      const { left, top, right, bottom, stage } = await places(page);
      return [(left - stage.left) / (stage.right - stage.left - right + left), (top - stage.top) / (stage.bottom - stage.top - bottom + top)].map((at) => Math.round(at * 10) / 10);
    };
    for (const [width, height] of [[1440, 900], [1024, 768], [820, 1180]]) {
      await on(page, { width, height }, async () => {
        const { left, top, right, bottom, stage } = await places(page);
        assert.ok(right > left && left >= stage.left && top >= stage.top && right <= stage.right && bottom <= stage.bottom, `${width}×${height}`);
        assert.deepEqual(await share(), [1, 0], "the upper right corner");
        assert.ok(right - left >= 96 && right - left <= 160, `${right - left} wide`);
      });
    }
    // A phone has it among its panels.
    await on(page, { width: 390, height: 844 }, async () => {
      await page.until("a panel", () => page.driver.executeScript("return document.querySelector('#panel > #preview') !== null"));
      await page.click("#sheet-panels");
      await page.driver.executeScript("document.querySelector('#preview').scrollIntoView()");
      await page.until("it in sight", () => page.driver.executeScript("return document.querySelector('#preview-canvas').checkVisibility()"));
      await page.click("#sheet-panels");
    });

    await page.resize(1440, 900);
    const grip = await places(page);
    await page.driver.actions().move({ x: Math.round(grip.left) + 12, y: Math.round(grip.top) + 14, duration: 0 }).press()
      .move({ x: Math.round(grip.stage.left) - 20, y: Math.round(grip.stage.bottom) + 30, duration: 0 }).release().perform();
    assert.deepEqual(await share(), [0, 1]);
    await page.click("#preview-grip");
    assert.deepEqual(await share(), [0, 0], "the next corner");
    await page.driver.executeScript("document.querySelector('#preview-grip').focus()");
    for (let i = 0; i < 4; i += 1) await page.press(Key.ARROW_RIGHT);
    assert.deepEqual(await share(), [0.2, 0]);
    await page.driver.navigate().refresh();
    await page.ready();
    assert.deepEqual(await share(), [0.2, 0], "after a reload");

    await page.call("newDocument", { width: 16, height: 16 });
    await page.until("16 pixels of 9 each", async () => (await width(page)) === 144);
    await page.choose("#preview-scale", "8");
    await page.until("16 pixels of 8 each", async () => (await width(page)) === 128);
    await page.click("#preview-close");
    await page.until("it closed", () => page.driver.executeScript("return !document.querySelector('#preview-canvas').checkVisibility()"));
    assert.equal(await page.text("#message"), "", "to close it is no failure");
    await page.press(Key.F7);
    await page.choose("#preview-scale", "0");
    await page.call("setColor", "#d02030");
    await page.drag([[8, 8]]);
    assert.equal(await page.driver.executeScript("return document.querySelector('.preview-tiles').hidden"), true);
    await page.click("#option-wrap");
    // The picture at 4 pixels each, and copies of it on both sides.
    await page.until("copies", async () => (await width(page)) === 64 && (await width(page, ".preview-tiles")) === 192);
    const corners = () => page.driver.executeScript("const { width, height } = document.querySelector('.preview-tiles'); const context = document.querySelector('.preview-tiles').getContext('2d'); return [width, height, ...[8, 24, 40].map((at) => context.getImageData(at, at, 1, 1).data[0])]");
    await page.until("the dab in each", async () => String(await corners()) === String([48, 48, 0xd0, 0xd0, 0xd0]));
    await page.call("newDocument", { width: 512, height: 512 });
    await page.until("no copies of a part", () => page.driver.executeScript("return document.querySelector('.preview-tiles').hidden"));

    const shown = () => page.driver.executeScript("return document.querySelector('#preview').checkVisibility()");
    await page.press(Key.F7);
    assert.equal(await shown(), false);
    await page.driver.navigate().refresh();
    await page.ready();
    assert.equal(await shown(), false, "after a reload");
    await page.press(Key.F7);
    assert.equal(await shown(), true);
    await page.click("#preview-close");
    assert.equal(await shown(), false);
    await page.click("#preview-toggle");
    assert.equal(await shown(), true);
  }));
