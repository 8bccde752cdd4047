/** The palette by hand: choosing, adding, changing, sorting, ramps, and colours taken from the picture. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { labels, lay } from "./grids.mjs";
import { RIGHT } from "./page.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** What a new drawing's palette begins with, and how many colours it has. */
const FIRST = ["#14121fff", "#3b3a4dff", "#6c6b80ff", "#a3a2b3ff", "#d8d7e0ff", "#ffffffff"];
const COUNT = 24;

/** @param {number} index */
const swatch = (index) => `#palette .swatch-button[data-index="${index}"]`;

/** @param {Page} page @returns {Promise<string[]>} */
const palette = (page) => page.call("palette");

/** The swatches that are chosen. @param {Page} page @returns {Promise<number[]>} */
const chosen = (page) =>
  page.driver.executeScript(`
    return [...document.querySelectorAll('#palette .swatch-button[aria-pressed="true"]')].map((button) => Number(button.dataset.index));`);

/** The colours that the swatches have on the screen's behalf. @param {Page} page @returns {Promise<string[]>} */
const drawn = (page) =>
  page.driver.executeScript(`
    return [...document.querySelectorAll("#palette .swatch-button")].map((button) => button.style.getPropertyValue("--color"));`);

/** The colours of the left and the right button, as the panel shows them. @param {Page} page */
const wells = async (page) => [await page.text("#colors .primary .well-value"), await page.text("#colors .secondary .well-value")];

/** Presses a swatch with a button and keys. @param {Page} page @param {number} index @param {{button?: number, keys?: string[]}} [how] */
async function press(page, index, { button = 0, keys = [] } = {}) {
  let actions = page.driver.actions();
  for (const key of keys) actions = actions.keyDown(key);
  actions = actions.move({ origin: await page.find(swatch(index)), duration: 0 }).press(button).release(button);
  for (const key of keys) actions = actions.keyUp(key);
  await actions.perform();
}

/** Makes the palette's first colours these, by script. @param {Page} page @param {string[]} colors */
async function begin(page, colors) {
  for (const [index, color] of colors.entries()) await page.call("run", "palette.set", { index, color });
}

/**
 * Does something that is one step, and sees that undo and redo show before and after again.
 * @param {Page} page @param {string} label @param {() => Promise<unknown>} run @param {string[]} after
 */
async function step(page, label, run, after) {
  const [before, made] = [await palette(page), (await page.call("history")).position];
  await run();
  assert.deepEqual(await palette(page), after, label);
  assert.deepEqual(await drawn(page), after, `${label}, as it is shown`);
  assert.equal((await labels(page))[made], label);
  assert.equal((await page.call("history")).position, made + 1);
  await page.undo();
  assert.deepEqual([await palette(page), await drawn(page)], [before, before], `${label}, undone`);
  await page.redo();
  assert.deepEqual(await palette(page), after, `${label}, redone`);
  await page.undo();
}

test("the left button takes a colour for itself, and the right one for itself", needs("other buttons"), () =>
  visit({}, async (page) => {
    await lay(page, ["...."]);
    assert.deepEqual([(await palette(page)).length, (await palette(page)).slice(0, 6)], [COUNT, FIRST]);
    await press(page, 3);
    assert.deepEqual([await wells(page), await chosen(page)], [["#a3a2b3", "transparent"], [3]]);
    await press(page, 1, { button: RIGHT });
    assert.deepEqual([await wells(page), await chosen(page)], [["#a3a2b3", "#3b3a4d"], [3]]);
    await page.drag([[0, 0]]);
    await page.drag([[2, 0]], { button: RIGHT });
    assert.deepEqual(await page.letters(), ["3.1."]);
    // By keys a swatch is a button as any other.
    await (await page.find(swatch(4))).sendKeys(Key.ENTER);
    assert.deepEqual([await wells(page), await chosen(page)], [["#d8d7e0", "#3b3a4d"], [4]]);
    assert.deepEqual(await labels(page), ["Pencil", "Pencil"], "choosing is no step");
  }));

test("with Shift a run of colours is chosen, in either direction", () =>
  visit({}, async (page) => {
    await press(page, 2);
    await press(page, 5, { keys: [Key.SHIFT] });
    assert.deepEqual(await chosen(page), [2, 3, 4, 5]);
    assert.equal((await wells(page))[0], "#6c6b80", "the colour stays the one that was chosen");
    await press(page, 4);
    assert.deepEqual(await chosen(page), [4]);
    await press(page, 1, { keys: [Key.SHIFT] });
    assert.deepEqual(await chosen(page), [1, 2, 3, 4]);
    assert.deepEqual(await labels(page), []);
  }));

test("the chosen colour is added at the end, and deleted again", () =>
  visit({}, async (page) => {
    const before = await palette(page);
    await page.set("#primary", "#123456");
    await step(page, "Add colour", () => page.click("#palette-add"), [...before, "#123456ff"]);
    await page.click("#palette-add");
    assert.equal(await page.text("#palette .count"), String(COUNT + 1));
    await press(page, 0);
    await press(page, COUNT);
    assert.equal((await wells(page))[0], "#123456");
    await step(page, "Delete colour", () => page.click("#palette-delete"), before);
    await press(page, 1);
    await step(page, "Delete colour", () => page.click("#palette-delete"), [...before.slice(0, 1), ...before.slice(2), "#123456ff"]);
    await page.set("#primary", "#654321");
    await step(page, "Add colour", () => page.menu("palette.add"), [...before, "#123456ff", "#654321ff"]);
  }));

test("a colour is changed by a double click, and what was painted stays", needs("double click"), () =>
  visit({}, async (page) => {
    await lay(page, ["..."]);
    await press(page, 2);
    await page.drag([[0, 0]]);
    const before = await palette(page);
    const change = async (/** @type {string} */ color, /** @type {string} */ end) => {
      await page.driver.actions().doubleClick(await page.find(swatch(2))).perform();
      await page.until("the form", () => page.asked());
      await page.fill({ color });
      await page.click(end);
      assert.equal(await page.asked(), false);
    };
    await step(page, "Change colour", () => change("#10ff20", "#form-ok"), before.with(2, "#10ff20ff"));
    const made = await labels(page);
    await change("#10ff20", "#form-cancel");
    assert.deepEqual([await palette(page), await labels(page)], [before, made]);
    await change("#10ff20", "#form-ok");
    assert.deepEqual(await page.letters(), ["2.."]);
    await press(page, 2);
    await page.drag([[1, 0]]);
    assert.deepEqual(await page.letters(), ["2#10ff20ff."]);
    // A place is counted from one.
    await page.form("palette.set", { index: 1, color: "#0000ff" });
    assert.equal((await palette(page))[0], "#0000ffff");
    // Beyond the last place it is the last one.
    await page.form("palette.set", { index: COUNT + 1, color: "#00ffff" });
    assert.equal((await palette(page)).at(-1), "#00ffffff");
  }));

test("the palette is sorted in the order that is chosen, while it is shown", () =>
  visit({}, async (page) => {
    // A palette of four: the rest is deleted.
    const four = ["#0000ffff", "#ff0000ff", "#80ff80ff", "#202020ff"];
    await begin(page, four);
    for (let i = COUNT; i > 4; i -= 1) await page.call("run", "palette.delete", { index: i - 1 });
    const [blue, red, pale, dark] = four;
    assert.deepEqual(await palette(page), four);
    /** @type {[Record<string, string | boolean>, string[]][]} */
    const orders = [
      // Greys count as red, and equals stay as they were.
      [{ by: "hue" }, [red, dark, pale, blue]],
      // A saturation of 1 for red, blue and the pale green; 0 for the grey.
      [{ by: "saturation" }, [dark, blue, red, pale]],
      [{ by: "lightness" }, [dark, blue, red, pale]],
      [{ by: "red" }, [blue, dark, pale, red]],
      [{ descending: true }, [red, pale, dark, blue]],
    ];
    const made = await labels(page);
    for (const end of [Key.ESCAPE, Key.ENTER]) {
      await page.click("#palette-sort");
      for (const [values, after] of orders) {
        await page.fill(values);
        assert.deepEqual([await palette(page), await drawn(page)], [after, after], JSON.stringify(values));
      }
      await page.press(end);
      assert.equal(await page.asked(), false);
      if (end === Key.ESCAPE) assert.deepEqual([await palette(page), await labels(page)], [four, made]);
    }
    assert.deepEqual(await palette(page), [red, pale, dark, blue]);
    assert.deepEqual(await labels(page), [...made, "Sort colours"]);
    await page.undo();
    assert.deepEqual(await palette(page), four);
  }));

test("a ramp goes evenly along the chosen run", () =>
  visit({}, async (page) => {
    const before = await palette(page);
    await begin(page, ["#000000"]);
    await page.call("run", "palette.set", { index: 4, color: "#ff8000" });
    const start = await palette(page);
    await press(page, 0);
    await press(page, 4, { keys: [Key.SHIFT] });
    // Quarters of 255 and 128: 63.75, 127.5, 191.25; 32, 64, 96.
    const ramp = ["#000000ff", "#402000ff", "#804000ff", "#bf6000ff", "#ff8000ff"];
    await page.click("#palette-ramp");
    const even = (await palette(page)).slice(0, 5);
    assert.deepEqual([even[0], even[4]], [ramp[0], ramp[4]]);
    assert.notDeepEqual(even, ramp, "at first its steps look even");
    await page.fill({ by: "rgb" });
    assert.deepEqual((await palette(page)).slice(0, 6), [...ramp, before[5]], "it is shown while it is asked about");
    await page.click("#form-cancel");
    assert.deepEqual(await palette(page), start);
    const run = async () => {
      await page.click("#palette-ramp");
      await page.fill({ by: "rgb" });
      await page.click("#form-ok");
    };
    await step(page, "Ramp between colours", run, [...ramp, ...before.slice(5)]);
    // The places are counted from one, and either may be the lower; between #6c6b80 and #ff8000 lies their middle.
    const typed = () => page.form("palette.ramp", { from: 5, to: 3, by: "rgb" });
    await step(page, "Ramp between colours", typed, start.with(3, "#b67640ff"));
  }));

test("the palette is taken from the picture, in reading order", () =>
  visit({}, async (page) => {
    const before = await palette(page);
    await lay(page, [".KR.", "RGrK"]);
    const colors = ["#000000ff", "#ff0000ff", "#00ff00ff", "#ff000080"];
    await step(page, "Colours of the picture", () => page.menu("palette.from-picture"), colors);
    await lay(page, ["...."]);
    await page.menu("palette.from-picture");
    assert.deepEqual([await palette(page), await labels(page)], [before, []], "an empty picture has none");
  }));

test("the last colour stays", () =>
  visit({}, async (page) => {
    await lay(page, [".K"]);
    await page.menu("palette.from-picture");
    assert.deepEqual(await palette(page), ["#000000ff"]);
    assert.equal(await (await page.find("#palette-delete")).isEnabled(), false);
  }));
