/** The preview: the drawing at its own size, which follows each stroke and plays while one paints. */
import assert from "node:assert/strict";
import test from "node:test";
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

/** Brings the preview into sight. @param {Page} page */
const look = (page) => page.driver.executeScript("document.querySelector('#preview-canvas').scrollIntoView({ block: 'center' })");

test("the preview shows a stroke under way at the size that is chosen, and is given no more than what changed, and out of sight nothing", () =>
  visit({ before: COUNTED }, async (page) => {
    await look(page);
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

    const width = () => page.driver.executeScript("return document.querySelector('#preview-canvas').getBoundingClientRect().width * devicePixelRatio");
    await page.until("64 pixels", async () => (await width()) === 64);
    await page.choose("#preview-scale", "3");
    await page.until("192 pixels", async () => (await width()) === 192);
    await page.driver.navigate().refresh();
    await page.ready();
    await look(page);
    await page.until("192 pixels again", async () => (await width()) === 192);
  }));

test("it plays the frames while another one is painted on, and stops when it is told to", () =>
  visit({ before: COUNTED }, async (page) => {
    await look(page);
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
    const given = await puts(page);
    assert.ok(given.every(([x, y, width, height]) => x >= 30 && y === 40 && x + width <= 34 && height === 1), JSON.stringify(given));
  }));
