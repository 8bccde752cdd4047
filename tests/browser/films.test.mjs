/** Several frames and cels at once: chosen by the pointer and by keys, and moved, copied, deleted and timed together. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { labels, lay } from "./grids.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

const COLORS = { R: "#ff0000", G: "#00ff00", B: "#0000ff", K: "#000000" };

/** What the cels of a layer have in their first pixel. @param {Page} page @param {number} [layer] @returns {Promise<string>} */
async function film(page, layer = 0) {
  /** @type {string[]} */
  const colors = await page.driver.executeScript("return undoodle.frames().map((_, frame) => undoodle.celPixel(arguments[0], frame, 0, 0));", layer);
  return colors.map((color) => Object.entries(COLORS).find(([, of]) => color === `${of}ff`)?.[0] ?? ".").join("");
}

/** Numbers of the chosen frames, and of the active one behind a stroke, as the page shows them. @param {Page} page @returns {Promise<string>} */
const chosen = (page) =>
  page.driver.executeScript(`
    const frames = [...document.querySelectorAll("#timeline .frame")];
    const of = (some) => frames.filter(some).map(({ dataset }) => Number(dataset.frame) + 1).join(" ");
    return of((frame) => frame.ariaPressed === "true") + " / " + of((frame) => frame.ariaCurrent === "true");`);

/** The chosen cels, as the layer and the frame of each. @param {Page} page @returns {Promise<string>} */
const cels = (page) =>
  page.driver.executeScript("return [...document.querySelectorAll('#timeline .cel[aria-pressed=true]')].map(({ dataset }) => dataset.layer + dataset.frame).sort().join(' ')");

/** @param {number} frame */
const frame = (frame) => `.frame[data-frame="${frame}"]`;

/** @param {number} layer @param {number} frame */
const cel = (layer, frame) => `.cel[data-layer="${layer}"][data-frame="${frame}"]`;

/** A film of four frames, one of each colour, and with `layers` a second one above it of the colours backwards. @param {Page} page @param {number} [layers] */
async function shoot(page, layers = 1) {
  await page.resize(1100, 860);
  await lay(page, ["R...", "...."]);
  for (const color of ["#00ff00", "#0000ff", "#000000"]) {
    await page.call("run", "frame.add");
    await page.call("setColor", color);
    await page.drag([[0, 0]]);
  }
  if (layers === 1) return;
  await page.call("run", "layer.add");
  for (const [of, color] of ["#000000", "#0000ff", "#00ff00", "#ff0000"].entries()) {
    await page.call("run", "frame.choose", { frame: of });
    await page.call("setColor", color);
    await page.drag([[0, 0]]);
  }
}

/** @param {Page} page @param {string} from @param {string} to @param {{held?: string, part?: number, hold?: boolean}} [how] Where in the width of the other it ends. */
async function pull(page, from, to, { held, part = 0.5, hold = false } = {}) {
  const box = (/** @type {string} */ css) => page.driver.executeScript("return document.querySelector(arguments[0]).getBoundingClientRect().toJSON()", css);
  const [start, end] = [await box(from), await box(to)];
  const at = (/** @type {number} */ x, /** @type {number} */ y) => ({ x: Math.round(x), y: Math.round(y), duration: 0 });
  const [x, y] = [start.left + start.width / 2, start.top + start.height / 2];
  const [right, down] = [end.left + end.width * part, end.top + end.height / 2];
  let actions = page.driver.actions().move(at(x, y)).press().move(at((x + right) / 2, (y + down) / 2)).move(at(right, down));
  if (held) actions = actions.keyDown(held);
  await (hold ? actions : actions.release()).perform();
  if (held) await page.driver.actions().keyUp(held).perform();
}

/** Does something that is one step of this name. @param {Page} page @param {string} label @param {() => Promise<unknown>} run @param {string} after @param {string} [before] */
async function step(page, label, run, after, before = "RGBK") {
  const made = await page.steps();
  await run();
  assert.equal(await film(page), after, label);
  assert.deepEqual([await page.steps(), (await labels(page))[made]], [made + 1, label]);
  await page.undo();
  assert.equal(await film(page), before, `${label}, undone`);
}

test("frames are chosen together with Ctrl and Shift, and buttons, drags and the duration mean all of them; keys go through them, choose several, move and delete them", () =>
  visit({}, async (page) => {
    await shoot(page);
    const choose = async () => {
      await page.click(frame(0));
      await page.clickWith(frame(2), Key.CONTROL);
      await page.until("two frames", async () => (await chosen(page)) === "1 3 / 3");
    };
    await choose();
    await step(page, "Duplicate frame", () => page.click("#frame-duplicate"), "RGBRBK");
    await choose();
    await step(page, "Move frame", () => page.click("#frame-right"), "GRBK");
    await choose();
    await step(page, "Move frame", () => pull(page, frame(2), frame(3), { part: 0.9 }), "GKRB");
    await choose();
    await page.type("#frame-duration", "40", Key.ENTER);
    assert.deepEqual((await page.call("frames")).map((/** @type {any} */ { duration }) => duration), [40, 100, 40, 100]);
    await page.click(frame(1));
    await page.clickWith(frame(3), Key.SHIFT);
    await page.until("a range", async () => (await chosen(page)) === "2 3 4 / 2");
    await page.clickWith(frame(2), Key.CONTROL);
    await page.until("one less", async () => (await chosen(page)) === "2 4 / 2");
    await page.click(frame(3));
    await page.until("one alone", async () => (await chosen(page)) === "4 / 4");
    await page.clickWith(frame(0), Key.SHIFT);
    await page.until("all", async () => (await chosen(page)) === "1 2 3 4 / 4");
    assert.equal(await (await page.find("#frame-delete")).isEnabled(), false, "some frame stays");

    await page.click(frame(1));
    await page.tabTo(".frame.active");
    await page.press(Key.ARROW_RIGHT, Key.SHIFT);
    await page.until("two", async () => (await chosen(page)) === "2 3 / 2");
    await page.press(Key.END, Key.SHIFT);
    await page.until("to the end", async () => (await chosen(page)) === "2 3 4 / 2");
    await page.press(Key.ARROW_LEFT, Key.SHIFT);
    await page.until("one less", async () => (await chosen(page)) === "2 3 / 2");
    await page.press(Key.ARROW_LEFT, Key.ALT);
    assert.equal(await film(page), "GBRK");
    await page.press(Key.ARROW_LEFT, Key.ALT);
    assert.equal(await film(page), "GBRK", "there is no room");
    await page.press(Key.DELETE);
    assert.equal(await film(page), "RK");
    assert.equal(await page.driver.executeScript("return document.activeElement.matches('.frame.active')"), true, "the focus stays in the row");
    await page.press(Key.END);
    await page.until("the last", async () => (await chosen(page)) === "2 / 2");
    await page.press(Key.ARROW_RIGHT);
    await page.press(Key.ARROW_LEFT);
    await page.until("the focus on the first", () => page.driver.executeScript("return document.activeElement.dataset.frame === '0'"));
    assert.equal((await page.call("active")).frame, 0, "to the right it stopped at the end");
  }));

test("cels are chosen as a block, erased, dragged, copied, and what edits apply to", () =>
  visit({}, async (page) => {
    await shoot(page, 2);
    await page.choose("#edit-reach", "chosen");
    const rows = async () => [await film(page, 1), await film(page, 0)];
    assert.deepEqual(await rows(), ["KBGR", "RGBK"]);
    await page.click(cel(1, 0));
    await page.clickWith(cel(0, 1), Key.SHIFT);
    await page.until("a block", async () => (await cels(page)) === "00 01 10 11");
    const made = await page.steps();
    await page.tabTo(".cel.active");
    await page.press(Key.DELETE);
    assert.deepEqual([await rows(), await page.steps()], [["..GR", "..BK"], made + 1]);
    await page.undo();
    await page.until("the block", async () => (await cels(page)) === "00 01 10 11");
    await pull(page, cel(0, 1), cel(0, 3), { hold: true });
    assert.equal(await page.driver.executeScript("return document.querySelectorAll('.cel.goal').length"), 4, "where they would land is shown");
    await page.press(Key.ESCAPE);
    await page.release();
    assert.deepEqual([await rows(), await page.steps()], [["KBGR", "RGBK"], made], "Escape leaves them");
    await pull(page, cel(0, 1), cel(0, 3));
    assert.deepEqual([await rows(), await page.steps(), (await labels(page)).at(-1)], [["..KB", "..RG"], made + 1, "Move cels"]);
    await page.until("the block there", async () => (await cels(page)) === "02 03 12 13");
    await page.undo();
    await page.click(cel(0, 0));
    await pull(page, cel(0, 0), cel(1, 1), { held: Key.ALT });
    assert.deepEqual([await rows(), (await labels(page)).at(-1)], [["KRGR", "RGBK"], "Copy cels"]);
    await page.undo();
    await pull(page, cel(0, 2), cel(1, 3));
    await page.until("all between", async () => (await cels(page)) === "02 03 12 13");
    assert.deepEqual(await rows(), ["KBGR", "RGBK"], "from a cel that is not chosen a drag chooses");
    await page.press("h", Key.SHIFT);
    assert.deepEqual(await rows(), ["KB..", "RG.."], "a flip of the four leaves their first pixels empty");
  }));
