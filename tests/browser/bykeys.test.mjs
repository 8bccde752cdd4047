/** Painting by keys alone: what is painted, what is seen of the cursor, and what is said of it. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { seen } from "./page.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** Waits until something is spoken. @param {Page} page @param {string} part */
const hears = (page, part) => page.until(`“${part}” is spoken`, async () => (await page.driver.executeScript("return document.querySelector('#spoken').textContent")).includes(part));

/** Presses keys one after the other. @param {Page} page @param {string[]} keys */
async function presses(page, ...keys) {
  let actions = page.driver.actions();
  for (const key of keys) actions = actions.keyDown(key).keyUp(key);
  await actions.perform();
}

/** Returns where the status line says that the cursor is. @param {Page} page @returns {Promise<[number, number]>} */
async function cursor(page) {
  await page.call("settle");
  return /** @type {[number, number]} */ ((await page.text("#status-cursor")).split(", ").map(Number));
}

/** Goes the first way that Tab leads: to the canvas. @param {Page} page */
async function begin(page) {
  await page.until("the page is furnished", () => page.driver.executeScript("return document.querySelector('.ring') !== null"));
  await page.driver.executeScript("document.activeElement.blur()");
  await page.press(Key.TAB);
  assert.equal(await page.driver.executeScript("return document.activeElement.textContent"), "Paint with the keyboard");
  await page.press(Key.ENTER);
  await page.until("the ring", () => page.driver.executeScript("return !document.querySelector('.ring').hidden"));
}

test("Tab and Enter lead to the canvas, arrows move, Space paints, and all of it is said", () =>
  visit({}, async (page) => {
    await begin(page);
    assert.equal(await page.driver.executeScript("return document.activeElement.id"), "surface");
    await hears(page, "layer Layer 1, Pencil, painting with black, 32, 32, transparent");
    await presses(page, Key.ARROW_RIGHT, Key.ARROW_RIGHT, Key.ARROW_UP);
    await hears(page, "34, 31, transparent");
    await page.keyDown(Key.SPACE);
    await hears(page, "34, 31, black, pen down");
    await presses(page, Key.ARROW_DOWN, Key.ARROW_DOWN, Key.ARROW_RIGHT);
    await page.keyUp(Key.SPACE);
    await hears(page, "35, 33, black");
    assert.deepEqual(await page.painted(), ["34,31", "34,32", "34,33", "35,33"]);
    assert.equal(await page.steps(), 1);
    await page.undo();
    await page.message("Undid Pencil, 4 pixels");
    await hears(page, "35, 33, transparent");
  }));

/** Goes from the middle of 16 × 16 pixels to the left edge and back. @param {Page} page */
async function hearsOfEdges(page) {
  await presses(page, ...Array(5).fill(Key.ARROW_LEFT));
  await hears(page, "2 from the left edge");
  await presses(page, Key.ARROW_LEFT, Key.ARROW_LEFT);
  await hears(page, "at the left edge");
  await page.driver.executeScript("document.querySelector('#spoken').textContent = ''");
  await presses(page, Key.ARROW_LEFT);
  await hears(page, "at the left edge");
  await presses(page, ...Array(7).fill(Key.ARROW_RIGHT));
}

test("the ring stands around the cursor's pixel in two colours, hides no neighbour, and follows at any zoom and in a turned view", () =>
  visit({}, async (page) => {
    await page.call("newDocument", { width: 16, height: 16 });
    await page.call("setColor", "#20a040ff");
    await begin(page);
    // A tool that has no outline of its own.
    await page.press("g");
    const [x, y] = await cursor(page);
    const box = () => page.driver.executeScript("const { left, right, top, bottom } = document.querySelector('.ring').getBoundingClientRect(); return { left, right, top, bottom }");
    for (const key of [Key.ARROW_LEFT, Key.ARROW_UP]) await page.press(key);
    assert.deepEqual(await cursor(page), [x - 1, y - 1]);
    await hearsOfEdges(page);
    const { left, right, top, bottom } = await box();
    const side = (await page.client([x, y])).x - (await page.client([x - 1, y])).x;
    assert.ok(side > 18 && Math.abs(right - left - side) <= 1, `${right - left} around a pixel of ${side}`);
    const shot = await page.screenshot();
    const scale = shot.width / await page.driver.executeScript("return innerWidth");
    const middle = (left + right) / 2;
    const lines = [-1, 0, 1, 2].map((by) => String(seen(shot, { x: middle, y: bottom + by }, scale)));
    assert.equal(lines.indexOf("255,255,255") - lines.indexOf("0,0,0"), 1, lines.join(" "));
    for (const [across, down] of [[middle, top - 4], [middle, bottom + 3], [left - 4, (top + bottom) / 2], [right + 3, (top + bottom) / 2]]) {
      const there = seen(shot, { x: across, y: down }, scale);
      assert.ok(Math.max(...there) - Math.min(...there) < 16 && there[0] > 40 && there[0] < 250, `the checkers at ${across}, ${down}: ${there}`);
    }

    const centre = async () => {
      const { left, right, top, bottom } = await box();
      return [(left + right) / 2, (top + bottom) / 2, right - left];
    };
    for (const change of [() => page.press("1"), () => page.press("5"), () => page.press("f", Key.SHIFT), () => page.call("run", "view.turn-right")]) {
      await change();
      await page.press(Key.ARROW_RIGHT);
      const at = await page.client(await cursor(page));
      await page.until("the ring is there", async () => {
        const [across, down] = await centre();
        return Math.abs(across - at.x) <= 1 && Math.abs(down - at.y) <= 1;
      });
      const [across, , wide] = await centre();
      assert.ok(wide >= 18, `${wide}`);
      await page.press(Key.ARROW_RIGHT);
      await page.until("it goes to the right", async () => (await centre())[0] > across);
    }
  }));

test("Escape and K lead back to the canvas from a panel, K is typed where one types, and Escape ends the stroke first and the mode last", () =>
  visit({}, async (page) => {
    await begin(page);
    await page.press(Key.ARROW_RIGHT);
    /** Gives something the focus, presses a key, and returns what has the focus then. @param {string} css @param {string} key */
    const from = async (css, key) => {
      await page.driver.executeScript("document.querySelector(arguments[0]).focus()", css);
      assert.notEqual(await page.driver.executeScript("return document.activeElement.id"), "surface", css);
      await page.press(key);
      return page.driver.executeScript("return document.activeElement.id");
    };
    for (const css of ["#tools .tool[tabindex='0']", "#status-step", "#layers button"]) assert.equal(await from(css, Key.ESCAPE), "surface", css);
    for (const css of ["#layers .layer-name", "#palette-add", "#layer-opacity"]) assert.equal(await from(css, "k"), "surface", css);
    await hears(page, "33, 32");
    assert.equal(await from("#primary", "k"), "primary");
    await page.press(Key.ESCAPE);
    await page.press(Key.SPACE);
    assert.deepEqual(await page.painted(), ["33,32"], "it still paints by keys");
    await page.keyDown(Key.SPACE);
    await presses(page, Key.ARROW_RIGHT, Key.ESCAPE);
    await page.keyUp(Key.SPACE);
    assert.deepEqual([await page.painted(), await page.steps()], [["33,32"], 1]);
    await page.press(Key.ESCAPE);
    await page.message("has ended");
    const gone = "const ring = document.querySelector('.ring'); return ring.hidden || ring.getBoundingClientRect().right < 0";
    await page.until("the ring is gone", () => page.driver.executeScript(gone));
    await page.call("run", "frame.add");
    await page.press(Key.ARROW_LEFT);
    await page.until("the frame before", () => page.driver.executeScript("return document.querySelector('.frame[data-frame=\"0\"][aria-current=true], .frame.active[data-frame=\"0\"]') !== null"));
  }));

test("who comes to the canvas by Tab is told of K, and K begins and ends it", () =>
  visit({}, async (page) => {
    await page.until("the page is furnished", () => page.driver.executeScript("return document.querySelector('.ring') !== null"));
    await page.drag([[3, 3]]);
    await page.press(Key.TAB);
    await page.press(Key.TAB, Key.SHIFT);
    assert.equal(await page.driver.executeScript("return document.activeElement.id"), "surface");
    await page.message("K starts painting with the keyboard");
    // The cursor begins under the pointer, which leaves the page with its last action in some drivers.
    const isThere = await page.text("#status-cursor") !== "";
    await page.press("k");
    await hears(page, isThere ? "3, 3, black" : "32, 32, transparent");
    await page.press("k");
    await page.message("has ended");
  }));

/** Whether the canvas shows that it has the focus. @param {Page} page */
const ringed = (page) => page.driver.executeScript("return getComputedStyle(document.querySelector('#stage'), '::after').boxShadow !== 'none'");

test("the canvas shows its focus to who comes by keys or paints by them, and not to who paints by mouse", () =>
  visit({}, async (page) => {
    await page.until("the page is furnished", () => page.driver.executeScript("return document.querySelector('.ring') !== null"));
    await page.drag([[3, 3], [9, 3]]);
    assert.equal(await page.driver.executeScript("return document.activeElement.id"), "surface");
    // What is spoken of when, and that it is once, is told in `tests/page/spoken.test.mjs`.
    for (const [key, words] of [["e", "Eraser"], ["x", "painting with transparent"]]) {
      await page.press(key);
      assert.equal(await ringed(page), false, `a key for a command: ${key}`);
      await hears(page, words);
    }
    for (const key of ["x", "b"]) await page.press(key);
    await page.drag([[3, 5], [9, 5]]);
    assert.equal(await ringed(page), false);
    await page.press(Key.TAB);
    await page.press(Key.TAB, Key.SHIFT);
    assert.equal(await page.driver.executeScript("return document.activeElement.id"), "surface");
    assert.equal(await ringed(page), true, "reached by Tab");
    await page.drag([[3, 7], [9, 7]]);
    assert.equal(await ringed(page), false, "painting by mouse again");
    await page.press("k");
    await page.press(Key.ARROW_RIGHT);
    await page.until("the ring of who paints by keys", () => ringed(page));
  }));
