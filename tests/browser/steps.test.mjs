/** The panel of the history: its list of steps, the slider, branches, pins. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { isDirty, saved } from "./disk.mjs";
import { PIXELS } from "./miniatures.mjs";
import { seen } from "./page.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** The rows that are in the page: label, level, and whether each is current or undone. @param {Page} page */
const rows = (page) => /** @type {Promise<string[]>} */ (page.driver.executeScript(`
  return [...document.querySelectorAll("#steps .step")].map((row) => [
    row.ariaLevel > 1 ? "  " : "",
    row.querySelector(".step-label").textContent,
    row.ariaCurrent === "true" ? " <" : "",
    row.classList.contains("undone") ? " (undone)" : "",
  ].join(""));`));

/** Waits until the list has these rows. @param {Page} page @param {string[]} expected */
async function shows(page, expected) {
  await page.until("the list", async () => (await rows(page)).length > 0);
  assert.deepEqual(await rows(page), expected);
}

/** Clicks a row by the number that it has in its level, from 1. @param {Page} page @param {number} number @param {number} [level] */
const choose = (page, number, level = 1) => page.click(`#steps [aria-level="${level}"][aria-posinset="${number}"] .step-label`);

/** Strokes along these rows of pixels. @param {Page} page @param {number[]} ys */
async function paint(page, ...ys) {
  for (const y of ys) await page.drag([[3, y], [20, y]]);
}

/** Of these rows of pixels, those with a stroke. @param {Page} page @param {number[]} ys */
async function strokes(page, ...ys) {
  const colors = await Promise.all(ys.map((y) => page.pixel(5, y)));
  return ys.filter((_, i) => colors[i] !== "#00000000");
}

/** Of these rows of pixels, those of which the picture shows a stroke, which looks at another state leave to be painted. @param {Page} page @param {number[]} ys */
async function shownStrokes(page, ...ys) {
  const places = await Promise.all(ys.map((y) => page.call("clientPoint", 5, y)));
  const shot = await page.screenshot();
  // The outline of what is pointed at lies over it.
  return ys.filter((_, i) => Math.max(...seen(shot, places[i])) < 128);
}

/** When the first step in the list was made. @param {Page} page @returns {Promise<string>} */
const madeAt = (page) => page.driver.executeScript("return document.querySelector('#steps time').dateTime");

test("each step is a row, and a click goes there", () =>
  visit({}, async (page) => {
    await shows(page, ["Beginning <"]);
    await paint(page, 3, 6, 9);
    await page.click("#eraser");
    await page.drag([[5, 3], [8, 3]]);
    await shows(page, ["Beginning", "Pencil", "Pencil", "Pencil", "Eraser <"]);
    assert.equal(await page.text("#history .count"), "4 / 4");
    await choose(page, 3);
    assert.deepEqual(await strokes(page, 3, 6, 9), [3, 6]);
    await shows(page, ["Beginning", "Pencil", "Pencil <", "Pencil (undone)", "Eraser (undone)"]);
    await choose(page, 1);
    assert.deepEqual(await page.painted(), []);
    await choose(page, 5);
    assert.deepEqual(await strokes(page, 3, 6, 9), [6, 9], "the eraser was there");
    // The press took no keys from the picture.
    await page.undo();
    assert.deepEqual(await strokes(page, 3, 6, 9), [3, 6, 9]);
    await shows(page, ["Beginning", "Pencil", "Pencil", "Pencil <", "Eraser (undone)"]);
  }));

test("a row says where the step was, what it takes and when it was made, that its state was saved, and the name under which it is pinned", () =>
  visit({}, async (page) => {
    const begun = Date.now();
    await paint(page, 3);
    await page.click("#layer-add");
    await page.click("#frame-add");
    await paint(page, 6);
    await shows(page, ["Beginning", "Pencil", "New layer", "New frame", "Pencil <"]);
    const titles = await page.driver.executeScript("return [...document.querySelectorAll('#steps .step')].map(({ title }) => title.split('\\n'))");
    assert.deepEqual(titles.map((/** @type {string[]} */ [label, where]) => [label, where]), [
      ["Beginning", "Oldest state"], ["Pencil", "Layer 1, frame 1"], ["New layer", "Layer 2, frame 1"], ["New frame", "Layer 2, frame 2"], ["Pencil", "Layer 2, frame 2"],
    ]);
    assert.match(titles[1][2], /^\d.* K?B$/);
    const said = await page.driver.executeScript("return [...document.querySelectorAll('#steps .step')].map((row) => [row.offsetHeight, row.innerText.replace(/\\d+:\\d+.*/, '').trim(), row.querySelectorAll('time').length])");
    const names = said.map((/** @type {any[]} */ [, name]) => name);
    assert.deepEqual(names, ["Beginning", "Pencil", "New layer", "New frame", "Pencil"], "no byte, no layer");
    assert.ok(said.every((/** @type {any[]} */ [height]) => height === 28));
    const timed = said.filter((/** @type {any[]} */ [,, times]) => times > 0).length;
    assert.ok(said[1][2] === 1 && timed <= 2, `the time where it is another minute: ${timed}`);
    const made = Date.parse(await madeAt(page));
    assert.ok(made >= begun - 1 && made <= Date.now() + 1, `${made} from ${begun} to ${Date.now()}`);
    assert.match(await page.text("#history .history-foot"), /^\d.* K?B of 256 MB$/);

    await page.call("newDocument", { width: 64, height: 64 });
    /** The places of the rows with a mark. @param {string} label */
    const marked = (label) => page.driver.executeScript("return [...document.querySelectorAll(`#steps [aria-label=\"${arguments[0]}\"]`)].map((mark) => mark.closest('.step').ariaPosInSet)", label);
    await paint(page, 3);
    await page.click("#history-pin");
    await page.fill({ name: "Outline" });
    await page.click("#form-ok");
    await paint(page, 6);
    assert.equal(await page.text("#history .pins"), "Outline");
    assert.deepEqual([await marked("Pinned: Outline"), await marked("Saved")], [["2"], []]);
    await saved(page);
    await page.until("it is saved", async () => !(await isDirty(page)));
    assert.deepEqual(await marked("Saved"), ["3"]);
    await page.click("#history .pin-name");
    assert.deepEqual(await strokes(page, 3, 6), [3]);
    await page.click("#history .pin-off");
    await page.until("no pin", async () => (await page.driver.executeScript("return document.querySelectorAll('#history .pins').length")) === 0);
    assert.deepEqual([await marked("Pinned: Outline"), await marked("Saved")], [[], ["3"]]);
  }));

test("a reload leaves the panel as it was: thumbnails, times, branches that are folded out, the limit of memory", () =>
  visit({}, async (page) => {
    await page.click("#history-memory");
    await page.until("the form", () => page.asked());
    await page.fill({ megabytes: 128 });
    await page.click("#form-ok");
    await page.until("the new limit", async () => (await page.text("#history-memory")).endsWith("of 128 MB"));
    await page.call("setColor", "#20a040");
    await page.drag([[10, 10], [30, 10], [30, 30]]);
    await page.click("#layer-add");
    await page.undo();
    await page.click("#eraser");
    await page.drag([[10, 10], [20, 10]]);
    await shows(page, ["Beginning", "Pencil", "Eraser <"]);
    await page.click("#steps .step-fold");
    const unfolded = ["Beginning", "Pencil", "  New layer (undone)", "Eraser <"];
    await shows(page, unfolded);
    const pictures = () => page.driver.executeScript(`${PIXELS}
      return [...document.querySelectorAll("#steps canvas")].map((canvas) => {
        const { data, width } = pixels(canvas);
        const at = (x, y) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)];
        // The erased line is enlarged, in the middle.
        return width === 1 ? "" : [at(4, 0), at(13, 0), at(23, 19), at(14, 9)].map(([r, g, b, alpha]) => (alpha < 90 ? "." : g > r ? "green" : r > b ? "red" : "")).join(" ");
      });`);
    const expected = ["", "green green green .", "", ". . . red"];
    await page.until("the pixels of each step in the colour that it painted, or red where it erased", async () => String(await pictures()) === String(expected));
    const time = await madeAt(page);
    await page.call("kept");
    await page.driver.navigate().refresh();
    await page.ready();
    await page.until("the branch", async () => (await rows(page)).length === unfolded.length);
    await shows(page, unfolded);
    assert.equal(await madeAt(page), time);
    await page.until("the thumbnails again", async () => String(await pictures()) === String(expected));
    await page.until("the limit", async () => (await page.text("#history-memory")).endsWith("of 128 MB"));
    await page.click("#steps .step-fold");
    await shows(page, ["Beginning", "Pencil", "Eraser <"]);
    await page.click("#history-toggle");
    await page.driver.navigate().refresh();
    await page.ready();
    assert.equal(await (await page.find("#steps")).isDisplayed(), false, "a panel that is folded by its heading stays so");
    await page.click("#history-toggle");
    await shows(page, ["Beginning", "Pencil", "Eraser <"]);
  }));

test("keys move in the list and go to a step, and the slider goes through time", () =>
  visit({}, async (page) => {
    await paint(page, 3, 6, 9);
    await page.tabTo("#steps");
    const active = () => page.driver.executeScript(`
      const list = document.querySelector("#steps");
      return document.getElementById(list.getAttribute("aria-activedescendant"))?.ariaPosInSet;`);
    assert.equal(await active(), "4", "it begins at the current step");
    await page.press(Key.ARROW_UP);
    await page.press(Key.ARROW_UP);
    assert.equal(await active(), "2");
    assert.deepEqual(await strokes(page, 3, 6, 9), [3, 6, 9], "moving alone goes nowhere");
    await page.press(Key.ENTER);
    assert.deepEqual(await strokes(page, 3, 6, 9), [3]);
    await page.press(Key.END);
    assert.equal(await active(), "4");
    await page.press(Key.HOME);
    await page.press(Key.ENTER);
    assert.deepEqual(await page.painted(), []);
    await page.press(Key.ARROW_DOWN);
    await page.press(Key.ENTER);
    assert.deepEqual(await strokes(page, 3, 6, 9), [3]);
    await page.redo();
    assert.deepEqual(await strokes(page, 3, 6, 9), [3, 6], "other keys are the picture's");
    assert.equal(await page.driver.executeScript("return document.querySelectorAll('#steps [tabindex=\"0\"], #steps button:not([tabindex])').length"), 0, "one tab stop");

    await page.redo();
    await paint(page, 12);
    const { left, top, width, height } = await page.driver.executeScript(`
      const slider = document.querySelector("#history-slider");
      slider.scrollIntoView({ block: "nearest" });
      return slider.getBoundingClientRect().toJSON();`);
    const at = (/** @type {number} */ part) => ({ x: Math.round(left + 8 + (width - 16) * part), y: Math.round(top + height / 2), duration: 50 });
    await page.driver.actions().move(at(1)).press().perform();
    // While it is dragged, the count follows.
    for (const [part, count] of /** @type {const} */ ([[0.5, "2 / 4"], [0, "0 / 4"]])) {
      await page.driver.actions().move(at(part)).perform();
      await page.until(count, async () => (await page.text("#history .count")) === count);
    }
    await page.driver.actions().move(at(0.75)).release().perform();
    await page.until("three steps", async () => (await page.steps()) === 3);
    assert.deepEqual(await strokes(page, 3, 6, 9, 12), [3, 6, 9]);
    await shows(page, ["Beginning", "Pencil", "Pencil", "Pencil <", "Pencil (undone)"]);
    await page.undo();
    const values = await page.driver.executeScript("const { value, max } = document.querySelector('#history-slider'); return [value, max]");
    assert.deepEqual(values, ["2", "4"], "it follows undo");
  }));

test("steps that were set aside fold out beneath the step that they left from", () =>
  visit({}, async (page) => {
    await paint(page, 3, 6, 9);
    await page.undo();
    await page.undo();
    await paint(page, 20);
    await shows(page, ["Beginning", "Pencil", "Pencil <"]);
    assert.equal(await page.text("#steps .step-fold"), "+2");
    await page.click("#steps .step-fold");
    await shows(page, ["Beginning", "Pencil", "  Pencil (undone)", "  Pencil (undone)", "Pencil <"]);
    await choose(page, 1, 2);
    assert.deepEqual(await strokes(page, 3, 6, 9, 20), [3, 6]);
    // What was left for it is what is aside now.
    await shows(page, ["Beginning", "Pencil", "  Pencil (undone)", "Pencil <", "Pencil (undone)"]);
    await page.click("#steps .step-fold");
    await shows(page, ["Beginning", "Pencil", "Pencil <", "Pencil (undone)"]);
    await page.tabTo("#steps");
    // The keys begin at the row that was pressed last.
    for (const key of [Key.ARROW_RIGHT, Key.ARROW_DOWN, Key.ENTER]) await page.press(key);
    assert.deepEqual(await strokes(page, 3, 6, 9, 20), [3, 20]);
    for (const key of [Key.ARROW_UP, Key.ARROW_LEFT, Key.ARROW_LEFT]) await page.press(key);
    await page.until("it is folded", async () => (await rows(page)).length === 3);
  }));

test("a stroke under way changes neither the list nor a button, and its end adds a row", () =>
  visit({}, async (page) => {
    // The first stroke enables Undo.
    await paint(page, 3);
    await page.until("the thumbnail", () => page.driver.executeScript("return document.querySelector('#steps canvas[data-shown]:not([data-shown=\"\"])') !== null"));
    await page.driver.executeScript(`
      window.changes = [];
      window.blinked = [];
      const name = ({ target }) => target.id || target.className || target.nodeName;
      const note = (list) => (records) => { list.push(...records.map(name)); };
      new MutationObserver(note(changes)).observe(document.querySelector("#steps"), { subtree: true, childList: true, attributes: true, characterData: true });
      new MutationObserver(note(blinked)).observe(document.body, { subtree: true, attributes: true, attributeFilter: ["disabled", "aria-disabled"] });`);
    await page.drag([[3, 20], [20, 20]], { hold: true });
    await page.until("the stroke is seen", async () => (await page.pixel(20, 20)) !== "#00000000");
    for (let x = 21; x < 30; x += 1) await page.moveTo([x, 20]);
    assert.deepEqual(await page.driver.executeScript("return [changes, blinked]"), [[], []]);
    await page.release();
    await shows(page, ["Beginning", "Pencil", "Pencil <"]);
    const [changes, blinked] = await page.driver.executeScript("return [changes.length, blinked]");
    assert.ok(changes > 0);
    assert.deepEqual(blinked, []);
  }));

test("of many steps only those in view are in the page, in each frame while they are scrolled, and each can be reached", () =>
  visit({}, async (page) => {
    // A panel that is folded draws nothing after each of the steps.
    await page.click("#history-toggle");
    await page.driver.executeScript("for (let step = 0; step < 200; step += 1) undoodle.run(step % 2 ? 'select.none' : 'select.all')");
    await page.click("#history-toggle");
    await page.until("all steps", async () => (await page.text("#history .count")) === "200 / 200" && (await rows(page)).length > 4);
    const numbers = () => /** @type {Promise<number[]>} */ (page.driver.executeScript("return [...document.querySelectorAll('#steps .step')].map(({ ariaPosInSet }) => Number(ariaPosInSet))"));
    assert.equal((await numbers()).at(-1), 201, "the current step is in view");
    const gaps = /** @type {string[]} */ (await page.driver.executeAsyncScript(`
      const done = arguments[0];
      const list = document.querySelector("#steps");
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const gaps = [];
      (async () => {
        const whole = list.scrollHeight - list.clientHeight;
        for (let i = 0; i <= 50; i += 1) {
          list.scrollTop = whole * (1 - i / 50);
          // The event comes with the next frame, and the rows before that is shown.
          await frame();
          await frame();
          const box = list.getBoundingClientRect();
          const rows = [...list.querySelectorAll(".step")].map((row) => row.getBoundingClientRect());
          if (rows.length > 30 || rows[0].top > box.top + 1 || rows.at(-1).bottom < box.bottom - 1) {
            gaps.push([i, rows.length, rows[0].top - box.top, box.bottom - rows.at(-1).bottom].join(" "));
          }
        }
      })().then(() => done(gaps), (error) => done([error.message]));`));
    assert.deepEqual(gaps, []);
    for (const step of [0, 77]) {
      await page.driver.executeScript("document.querySelector('#steps').scrollTop = arguments[0]", step * 28);
      await page.until(`row ${step}`, async () => (await numbers()).includes(step + 1));
      const found = await numbers();
      assert.ok(found.every((number, i) => number === found[0] + i));
      await choose(page, step + 1);
      await page.until(`step ${step}`, async () => (await page.steps()) === step);
      assert.equal((await page.call("selection")) !== null, step % 2 === 1);
    }
  }));

/** The outline of the step that is pointed at: the corners of its box in document pixels, or nothing. @param {Page} page */
const outlined = (page) => page.driver.executeScript(`
  const outline = document.querySelector(".highlight-contour.pointed");
  return outline.hasAttribute("hidden") ? "" : outline.getAttribute("viewBox");`);

/** Moves the pointer to a row, which the column may have to be scrolled for. @param {Page} page @param {number} number From 1. */
const pointAt = async (page, number) => {
  const origin = await page.find(`#steps [aria-level="1"][aria-posinset="${number}"] .step-label`);
  // Once it is there no row moves any more, so that the pointer goes from one to the next.
  await page.driver.executeScript("document.querySelector('#steps').scrollIntoView({ block: 'nearest' })");
  await page.driver.actions({ async: true }).move({ origin, duration: 20 }).perform();
};

test("a step that is pointed at, or that the keys are at, is outlined on the picture, and Shift shows the drawing before it for as long as it is held", () =>
  visit({}, async (page) => {
    await paint(page, 3, 6);
    assert.equal(await outlined(page), "");
    await pointAt(page, 2);
    await page.until("the outline", async () => (await outlined(page)) === "3 3 18 1");
    await pointAt(page, 3);
    await page.until("the other one", async () => (await outlined(page)) === "3 6 18 1");
    const width = () => page.driver.executeScript("return document.querySelector('.highlight-contour.pointed').getBoundingClientRect().width");
    const before = await width();
    await page.press("+", Key.CONTROL);
    await page.until("a larger one", async () => (await width()) > before);
    await pointAt(page, 1);
    await page.until("none", async () => (await outlined(page)) === "");
    await page.driver.executeScript("document.querySelector('#steps').focus()");
    await page.press(Key.HOME);
    await page.press(Key.ARROW_DOWN);
    await page.until("the row's outline", async () => (await outlined(page)) === "3 3 18 1");
    await page.driver.executeScript("document.querySelector('#steps').blur()");
    await page.until("none", async () => (await outlined(page)) === "");

    await page.press("-", Key.CONTROL);
    await paint(page, 9);
    await page.undo();
    const list = ["Beginning", "Pencil", "Pencil <", "Pencil (undone)"];
    await shows(page, list);
    await pointAt(page, 2);
    await page.driver.actions({ async: true }).keyDown(Key.SHIFT).perform();
    await page.until("the drawing before", async () => (await shownStrokes(page, 3, 6, 9)).length === 0);
    await pointAt(page, 3);
    await page.until("another one", async () => (await shownStrokes(page, 3, 6, 9)).join() === "3");
    // The status line and the history agree, and both say what is looked at.
    const said = async () => [await page.text("#status-step"), await page.text("#history .count"), await page.driver.executeScript("return document.querySelector('#history-slider').ariaValueText")].join("; ");
    await page.until("that an earlier step is looked at", async () => await said() === "Step 2 of 3 · looking at step 1; looking: step 1; Step 2 of 3");
    assert.deepEqual(await strokes(page, 3, 6, 9), [3, 6], "nothing has moved");
    await shows(page, list);
    await page.driver.actions({ async: true }).keyUp(Key.SHIFT).perform();
    await page.until("the drawing", async () => (await shownStrokes(page, 3, 6, 9)).join() === "3,6");
    await page.until("nothing of looking", async () => await said() === "Step 2 of 3; 2 / 3; Step 2 of 3");
    await shows(page, list);
    await page.redo();
    assert.deepEqual(await strokes(page, 3, 6, 9), [3, 6, 9]);
    // What is painted meanwhile is painted on the drawing as it is.
    await pointAt(page, 2);
    await page.driver.actions({ async: true }).keyDown(Key.SHIFT).perform();
    await page.until("the drawing before", async () => (await shownStrokes(page, 3, 6, 9)).length === 0);
    await page.driver.actions({ async: true }).move({ x: 200, y: 300, duration: 20 }).keyUp(Key.SHIFT).perform();
    await page.drag([[3, 12], [20, 12]]);
    assert.deepEqual(await strokes(page, 3, 6, 9, 12), [3, 6, 9, 12]);
  }));

test("a move is one row, before all of which Shift looks; opened it has a row for each of its steps, and undo passes through them", () =>
  visit({}, async (page) => {
    await page.drag([[3, 3], [9, 3]]);
    for (const id of ["select.content", "edit.nudge-down"]) await page.call("run", id);
    await page.press("v");
    await page.drag([[5, 4], [5, 8]]);
    for (const id of ["edit.land", "select.none"]) await page.call("run", id);
    const folded = ["Beginning", "Pencil", "Select painted pixels", "Moved 7×1", "Deselect <"];
    await shows(page, folded);
    await pointAt(page, 4);
    await page.until("the outline of all of it", async () => (await outlined(page)).startsWith("3 3 7 6"));
    await page.driver.actions({ async: true }).keyDown(Key.SHIFT).perform();
    await page.until("the drawing before the move", async () => (await shownStrokes(page, 3, 4, 8)).join() === "3");
    await page.driver.actions({ async: true }).keyUp(Key.SHIFT).perform();
    await page.until("the drawing", async () => (await shownStrokes(page, 3, 4, 8)).join() === "8");

    const open = ["Beginning", "Pencil", "Select painted pixels", "Nudge down", "Move", "Place selection", "Deselect"];
    const at = (/** @type {string[]} */ list, /** @type {number} */ here) => list.map((name, i) => name + (i === here ? " <" : i > here ? " (undone)" : ""));
    await page.click("#steps .step-move");
    await shows(page, at(open, 6));
    await choose(page, 4);
    await shows(page, at(open, 3));
    assert.deepEqual(await strokes(page, 3, 4, 8), [4]);
    await page.redo();
    await shows(page, at(open, 4));
    assert.deepEqual(await strokes(page, 3, 4, 8), [8]);
    await page.click("#steps .step-move");
    const part = () => page.driver.executeScript("return document.querySelector('#steps .step-part')?.textContent ?? ''");
    await page.until("how far undo has come", async () => await part() === "2/3");
    // By keys, too; and a new step after the move leaves it open.
    await page.driver.executeScript("document.querySelector('#steps').focus()");
    await page.press(Key.ARROW_RIGHT);
    await shows(page, at(open, 4));
    await page.press(Key.ARROW_LEFT);
    assert.equal((await rows(page)).length, folded.length);
    await page.press(Key.ARROW_RIGHT);
    await page.redo();
    await page.redo();
    await shows(page, at(open, 6));
  }));
