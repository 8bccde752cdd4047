/** Rulers: where they stand, what they mark, and that they cost nothing while they are off or while one paints. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** A number, where its tick must be, and whether it stands before the tick. @typedef {[number, number, boolean]} Label */

/** The middle of the cursor's marks, in client coordinates. @param {Page} page @returns {Promise<number[]>} */
const marks = (page) => page.driver.executeScript(`
  const middle = (css, start, length) => {
    const box = document.querySelector(css + " .ruler-mark").getBoundingClientRect();
    return Math.round(box[start] + box[length] / 2);
  };
  return [middle(".ruler-across", "left", "width"), middle(".ruler-down", "top", "height")];`);

/** Notes what is drawn on rulers from now on: labels with their place along the ruler, and how often they are cleared. @param {Page} page */
const watch = (page) => page.driver.executeScript(`
  window.labels = { across: [], down: [] };
  window.drawn = 0;
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
    const ruler = this.canvas.parentElement;
    const { a, b, c, d, e, f } = this.getTransform();
    const box = ruler.getBoundingClientRect();
    const down = ruler.matches(".ruler-down");
    const place = down ? box.top + (b * x + d * y + f) / devicePixelRatio : box.left + (a * x + c * y + e) / devicePixelRatio;
    // A number stands beside its tick, on the side of the pixels that begin there; text down the side runs upwards.
    const before = (this.textAlign === "left") === down;
    labels[down ? "down" : "across"].push([Number(text), before ? place + 3 : place - 3, before]);
    return fillText.call(this, text, x, y);
  };
  const size = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, "width");
  Object.defineProperty(HTMLCanvasElement.prototype, "width", { ...size, set(value) {
    const ruler = this.closest(".ruler");
    if (ruler) {
      window.drawn += 1;
      labels[ruler.matches(".ruler-down") ? "down" : "across"] = [];
    }
    size.set.call(this, value);
  } });`);

/** Clears the notes, does something, and gives what was drawn when it was shown. @param {Page} page @param {() => Promise<unknown>} action */
async function labelled(page, action) {
  await page.driver.executeScript("labels.across = []; labels.down = []");
  await action();
  await page.until("labels", () => page.driver.executeScript("return labels.across.length > 0 && labels.down.length > 0"));
  await page.driver.executeAsyncScript("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))");
  return /** @type {Promise<{across: Label[], down: Label[]}>} */ (page.driver.executeScript("return labels"));
}

/** Checks that labels stand where the drawing has these columns or rows. @param {Page} page @param {Label[]} labels @param {(at: number) => [number, number]} pixel @param {"x" | "y"} side */
async function check(page, labels, pixel, side) {
  const ends = await page.driver.executeScript("return arguments[0].map(([x, y]) => undoodle.clientPoint(x, y))", labels.map(([at]) => pixel(at)));
  const befores = await page.driver.executeScript("return arguments[0].map(([x, y]) => undoodle.clientPoint(x, y))", labels.map(([at]) => pixel(at - 1)));
  for (const [i, [at, place, before]] of labels.entries()) {
    // A pixel's edge lies in the middle between two pixels' centres.
    const edge = (ends[i][side] + befores[i][side]) / 2;
    assert.ok(Math.abs(edge - place) <= 1, `${at} at ${place}, not at ${edge}`);
    assert.equal(before, ends[i][side] < edge, `the number of ${at} stands beside its pixel`);
  }
}

test("rulers count the drawing's pixels in any view, mark the cursor's and the selection, hide nothing of the picture, and are there after a reload until they are turned off", () =>
  visit({}, async (page) => {
    const stage = () => page.driver.executeScript("const { left, top } = document.querySelector('#stage').getBoundingClientRect(); return [left, top]");
    const before = await stage();
    assert.equal(await page.driver.executeScript("return document.querySelectorAll('.ruler').length"), 0);
    await watch(page);
    const first = await labelled(page, () => page.menu("view.rulers"));
    const after = await stage();
    assert.deepEqual([after[0] - before[0], after[1] - before[1]], [18, 18]);
    assert.deepEqual(first.across.map(([at]) => at), [0, 10, 20, 30, 40, 50, 60]);
    const column = (/** @type {number} */ at) => /** @type {[number, number]} */ ([at, 0]);
    const row = (/** @type {number} */ at) => /** @type {[number, number]} */ ([0, at]);
    await check(page, first.across, column, "x");
    await check(page, first.down, row, "y");
    const nearer = await labelled(page, () => page.press("5"));
    const steps = new Set(nearer.across.slice(1).map(([at], i) => at - nearer.across[i][0]));
    assert.deepEqual([...steps], [5], "16 times as large, each fifth pixel has a label");
    await check(page, nearer.across, column, "x");
    const scrolled = await labelled(page, () => page.press(Key.ARROW_RIGHT, Key.CONTROL));
    await check(page, scrolled.across, column, "x");
    const flipped = await labelled(page, () => page.press("f", Key.SHIFT));
    await check(page, flipped.across, column, "x");
    const turned = await labelled(page, () => page.call("run", "view.turn-right"));
    await check(page, turned.across, row, "x");
    await check(page, turned.down, column, "y");
    const away = await labelled(page, () => page.press("1"));
    assert.deepEqual(away.down.map(([at]) => at), [0, 50]);

    for (const command of ["view.straight", "view.fit"]) await page.call("run", command);
    for (const pixel of /** @type {[number, number][]} */ ([[5, 9], [40, 22]])) {
      await page.moveTo(pixel);
      const { x, y } = await page.client(pixel);
      await page.until("the marks", async () => {
        const [across, down] = await marks(page);
        return Math.abs(across - x) <= 1 && Math.abs(down - y) <= 1;
      });
    }
    await page.driver.executeScript("window.drawn = 0");
    await page.drag([[10, 10], [20, 30], [40, 11]], { hold: true });
    const { x } = await page.client([40, 11]);
    await page.until("the mark follows the stroke", async () => Math.abs((await marks(page))[0] - x) <= 1);
    await page.release();
    await page.until("a step", async () => (await page.steps()) === 1);
    assert.ok((await page.painted()).includes("20,30"), "the pointer paints where it points");
    assert.equal(await page.driver.executeScript("return drawn"), 0, "nothing but the marks is drawn while one paints");
    await page.press("m");
    await page.drag([[10, 10], [20, 30]]);
    await page.until("the selection is shown", () => page.driver.executeScript("return drawn > 0"));
    await page.until("it is kept", async () => (await page.text("#status-kept")) === "Kept in this browser");
    await page.driver.navigate().refresh();
    await page.ready();
    await page.until("rulers", () => page.driver.executeScript("return document.querySelectorAll('.ruler canvas').length === 2"));
    await page.menu("view.rulers");
    await page.until("none", () => page.driver.executeScript("return document.querySelectorAll('.ruler').length === 0"));
    assert.deepEqual(await stage(), before);
  }));
