/** The transform box: handles, the bar, and what Enter, Escape and other actions make of it. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { labels, lay } from "./grids.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

const BLOCK = ["..........", ".RG.......", ".BK.......", "..........", "..........", ".........."];

/** The middle of a handle in client coordinates. @param {Page} page @param {string} name @returns {Promise<{x: number, y: number}>} */
async function handle(page, name) {
  await page.until("the box", () => page.driver.executeScript("return !document.querySelector('#transform-box').hidden"));
  return page.driver.executeScript(`
    const { left, right, top, bottom } = document.querySelector('[data-handle="${name}"]').getBoundingClientRect();
    return { x: Math.round((left + right) / 2), y: Math.round((top + bottom) / 2) };`);
}

/**
 * Pulls a handle by pixels of the drawing.
 * @param {Page} page @param {string} name @param {[number, number]} by
 * @param {{keys?: string[], hold?: boolean}} [how]
 */
async function pull(page, name, [dx, dy], { keys = [], hold = false } = {}) {
  const from = await handle(page, name);
  const [one, other] = [await page.client([0, 0]), await page.client([dx, dy])];
  const to = { x: from.x + other.x - one.x, y: from.y + other.y - one.y };
  let actions = page.driver.actions().move({ ...from, duration: 0 }).press();
  for (const key of keys) actions = actions.keyDown(key);
  actions = actions.move({ x: Math.round((from.x + to.x) / 2), y: Math.round((from.y + to.y) / 2), duration: 0 }).move({ ...to, duration: 0 });
  if (!hold) actions = actions.release();
  for (const key of keys) actions = actions.keyUp(key);
  await actions.perform();
}

/** Selects the block and begins to transform it. @param {Page} page */
async function begin(page) {
  await lay(page, BLOCK);
  await page.press("m");
  await page.drag([[1, 1], [2, 2]]);
  await page.press("t", Key.SHIFT);
}

test("handles scale and turn what is selected, its inside moves, all pulls are one step, and Enter lands it", () =>
  visit({}, async (page) => {
    await begin(page);
    const steps = await page.steps();
    const rows = async () => String((await page.letters()).slice(1, 5));
    await pull(page, "right", [4, 0]);
    await page.until("a wide block", async () => (await page.letters())[1] === ".RRRGGG...");
    await pull(page, "right", [-4, 0]);
    await pull(page, "bottom-right", [2, 0]);
    await page.until("twice the size", async () => (await rows()) === ".RRGG.....,.RRGG.....,.BBKK.....,.BBKK.....");
    await page.drag([[2, 2], [6, 2]]);
    await page.until("it moved", async () => (await rows()) === ".....RRGG.,.....RRGG.,.....BBKK.,.....BBKK.");
    const [top, right] = [await handle(page, "turn"), await handle(page, "right")];
    const middle = { x: top.x, y: right.y };
    await page.driver.actions().move({ ...top, duration: 0 }).press().move({ x: middle.x + 60, y: middle.y, duration: 0 }).release().perform();
    const turned = ".....BBRR.,.....BBRR.,.....KKGG.,.....KKGG.";
    await page.until("a quarter turn", async () => (await rows()) === turned);
    assert.equal(await page.driver.executeScript("return document.querySelector('#transform-angle').value"), "90");
    assert.equal(await page.steps(), steps, "looking is no step");
    await page.press(Key.ENTER);
    assert.deepEqual([await rows(), (await labels(page)).slice(steps)], [turned, ["Transform"]]);
    assert.equal((await page.call("selection")).floating, false);
    await page.undo();
    assert.deepEqual(await page.letters(), BLOCK, "one undo takes all of it back");
  }));

test("Escape takes back the transform, then what floats or was copied by Alt, then the selection", () =>
  visit({}, async (page) => {
    await lay(page, BLOCK);
    await page.press("m");
    await page.drag([[1, 1], [2, 2]]);
    await page.drag([[1, 1], [5, 3]]);
    const moved = await page.letters();
    assert.equal(moved[3], ".....RG...");
    await pull(page, "right", [2, 0]);
    await page.until("a wide block", async () => (await page.letters())[3] === ".....RRGG.");
    await page.press(Key.ESCAPE);
    assert.deepEqual(await page.letters(), moved);
    assert.equal((await page.call("selection")).floating, true);
    await page.press(Key.ESCAPE);
    assert.deepEqual(await page.letters(), BLOCK, "it is where it was");
    assert.deepEqual(await page.call("selection"), { rect: { x: 1, y: 1, width: 2, height: 2 }, floating: false });
    await page.press(Key.ESCAPE);
    assert.equal(await page.call("selection"), null);
    // A drag with Alt leaves a copy.
    await page.press("m");
    await page.drag([[1, 1], [2, 2]]);
    await page.drag([[1, 1], [5, 3]], { keys: [Key.ALT] });
    assert.deepEqual(await page.letters(), [...BLOCK.slice(0, 3), ".....RG...", ".....BK...", BLOCK[5]]);
    await page.press(Key.ESCAPE);
    assert.deepEqual(await page.letters(), BLOCK);
  }));

test("the bar says the size and takes it typed, in pixels, per cent and degrees, with linked sides, and so does the form that scales", () =>
  visit({}, async (page) => {
    await begin(page);
    const values = () => page.driver.executeScript("return ['x', 'y', 'width', 'height', 'angle', 'percent-x', 'percent-y'].map((name) => Number(document.querySelector('#transform-' + name).value))");
    await page.until("the bar", async () => String(await values()) === "1,1,2,2,0,100,100");
    await page.type("#transform-percent-x", "20");
    // Whatever has the bar drawn meanwhile, such as that the drawing is kept, leaves what is being typed.
    await page.call("run", "view.grid");
    await page.call("settle");
    await page.driver.actions().sendKeys("0", Key.TAB).perform();
    await page.until("both sides", async () => String(await values()) === "1,1,4,4,0,200,200");
    assert.deepEqual((await page.letters()).slice(1, 3), [".RRGG.....", ".RRGG....."]);
    await page.click("#transform-linked");
    await page.type("#transform-height", "2", Key.TAB);
    await page.until("one side", async () => String(await values()) === "1,1,4,2,0,200,100");
    await page.type("#transform-angle", "180", Key.ENTER);
    await page.until("it has landed", async () => (await page.call("selection")).floating === false);
    assert.deepEqual((await page.letters()).slice(1, 4), [".KKBB.....", ".GGRR.....", ".........."]);
    assert.equal((await labels(page)).at(-1), "Transform");

    // The form that scales, too.
    await lay(page, ["RG........", "BK........", "..........", ".........."]);
    await page.press("m");
    await page.drag([[0, 0], [1, 1]]);
    await page.menu("edit.scale");
    await page.type("#form-percent", "200", Key.TAB);
    const sides = () => page.driver.executeScript("return ['width', 'height'].map((name) => Number(document.querySelector('#form-' + name).value))");
    await page.until("twice the size", async () => String(await sides()) === "4,4");
    await page.type("#form-width", "3", Key.TAB);
    await page.until("the other side", async () => String(await sides()) === "3,3");
    await page.click("#form-linked");
    await page.type("#form-height", "5", Key.TAB);
    await page.until("one side alone", async () => String(await sides()) === "3,5");
    await page.click("#form-linked");
    await page.type("#form-height", "4", Key.TAB);
    await page.until("the width too", async () => String(await sides()) === "4,4");
    await page.click("#form-ok");
    // It keeps its middle: two pixels of four would lie beyond the corner.
    assert.deepEqual(await page.call("selection"), { rect: { x: -1, y: -1, width: 4, height: 4 }, floating: true });
    assert.equal((await labels(page)).at(-1), "Scale");
  }));
