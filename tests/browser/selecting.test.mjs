/** Selecting by hand: what keys and buttons that are held make of a selection, and how its border is seen. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { can, needs } from "./browsers.mjs";
import { lay } from "./grids.mjs";
import { RIGHT, seen } from "./page.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

const EMPTY = [".......", ".......", ".......", ".......", "......."];

test("keys and buttons that are held at the press say what becomes of a selection, and later ones shape the new one", needs("other buttons"), () =>
  visit({}, async (page) => {
    await lay(page, EMPTY);
    await page.press("m");
    await page.drag([[0, 0], [3, 2]]);
    assert.deepEqual(await page.call("selection"), { rect: { x: 0, y: 0, width: 4, height: 3 }, floating: false });
    await page.drag([[5, 3], [6, 4]], { keys: [Key.SHIFT] });
    await page.drag([[1, 1], [2, 1]], { keys: [Key.CONTROL] });
    assert.deepEqual(await page.selected(), ["####...", "#..#...", "####...", ".....##", ".....##"]);
    await page.drag([[0, 1], [5, 3]], { keys: [Key.SHIFT, Key.CONTROL] });
    await page.drag([[0, 1], [0, 2]], { button: RIGHT });
    assert.deepEqual(await page.selected(), [".......", "...#...", ".###...", ".....#.", "......."]);
    await page.drag([[6, 0]]);
    assert.equal(await page.call("selection"), null, "a click beside it deselects");
    await page.drag([[1, 1], [2, 3]], { hold: true });
    await page.keyDown(Key.SHIFT);
    assert.deepEqual(await page.selected(), [".......", ".###...", ".###...", ".###...", "......."], "a square, from now on");
    await page.release();
    await page.keyUp(Key.SHIFT);
    assert.deepEqual(await page.selected(), [".......", ".###...", ".###...", ".###...", "......."]);
  }));

/** Begins to note the offset of the dashes whenever they are drawn. */
const NOTED = `
  window.dashes = [];
  const { stroke } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.stroke = function (...path) {
    if (this.getLineDash().length > 0) window.dashes.push(this.lineDashOffset);
    return stroke.apply(this, path);
  };`;

/** Returns the offsets of the dashes that are drawn during so many frames. @param {Page} page @param {number} frames @returns {Promise<number[]>} */
const drawn = (page, frames) =>
  page.driver.executeAsyncScript(`
    let [left, done] = arguments;
    window.dashes.length = 0;
    requestAnimationFrame(function count() {
      left -= 1;
      if (left > 0) requestAnimationFrame(count);
      else done(window.dashes);
    });`, frames);

/** Frames in which the dashes go on by some pixels: they need 240 ms for two. */
const FRAMES = 60;

test("a selection's border is dashes that go round it, drawn when they are at another place, and stand still where motion is not wanted", () =>
  visit({ before: NOTED }, async (page) => {
    await lay(page, Array(5).fill("GGGGGGG"));
    await page.press("m");
    await page.drag([[1, 1], [3, 2]]);
    await page.driver.actions().move({ x: 2, y: 2, duration: 0 }).perform();
    const offsets = await drawn(page, FRAMES);
    assert.ok(new Set(offsets).size > 2, `they go on: ${offsets}`);
    const same = offsets.filter((offset, i) => offset === offsets[i - 1]);
    // What else the page has to show may come in a frame of its own.
    assert.ok(same.length <= 2, `they are drawn where they were: ${offsets}`);

    const [corner, end] = [await page.client([0, 0]), await page.client([6, 4])];
    /** Everything of the drawing that is seen, by "x,y" from its corner. */
    const look = async () => {
      await drawn(page, 2);
      const shot = await page.screenshot();
      /** @type {Map<string, number[]>} */
      const all = new Map();
      for (let y = corner.y - 8; y < end.y + 8; y += 1) {
        for (let x = corner.x - 8; x < end.x + 8; x += 1) all.set(`${x - corner.x + 8},${y - corner.y + 8}`, seen(shot, { x, y }));
      }
      return all;
    };
    const ants = await look();
    if (can("emulation")) {
      const driver = /** @type {import("selenium-webdriver/chrome.js").Driver} */ (page.driver);
      await driver.sendDevToolsCommand("Emulation.setEmulatedMedia", { features: [{ name: "prefers-reduced-motion", value: "reduce" }] });
      await page.until("dashes that are not drawn anew", async () => (await drawn(page, FRAMES)).length === 0);
      const still = await look();
      const upper = [1, 2, 3, 5, 6, 7, 9, 10, 11].map((x) => still.get(`${16 + x},16`)?.[0]);
      assert.deepEqual(upper, [0, 0, 0, 255, 255, 255, 0, 0, 0], "four black, four white");
      await driver.sendDevToolsCommand("Emulation.setEmulatedMedia", { features: [] });
    }
    // By a clock that runs four times as fast, nobody touches anything for ten seconds: on a busy machine frames are slow to come.
    await page.driver.executeScript("const now = performance.now.bind(performance), begin = now(); performance.now = () => begin + (now() - begin) * 4;");
    await page.driver.actions().move({ ...await page.client([5, 3]), duration: 0 }).move({ x: 2, y: 2, duration: 0 }).perform();
    await page.until("dashes that rest", async () => (await drawn(page, FRAMES)).length === 0);
    await page.moveTo([5, 3]);
    await page.driver.actions().move({ x: 2, y: 2, duration: 0 }).perform();
    assert.ok(new Set(await drawn(page, FRAMES)).size > 2, "they go on after a move");

    await page.press("d", Key.CONTROL);
    const bare = await look();
    const changed = [...ants].filter(([at, color]) => String(color) !== String(bare.get(at)));
    // Three pixels by two at 16×, from (16, 16) to (64, 48): one device pixel all around, and nothing else.
    const border = [...ants.keys()].filter((at) => {
      const [x, y] = at.split(",").map(Number);
      const within = x >= 16 && x <= 64 && y >= 16 && y <= 48;
      return within && (x === 16 || x === 64 || y === 16 || y === 48);
    });
    assert.deepEqual(changed.map(([at]) => at), border);
    const isCorner = (/** @type {string} */ at) => ["16,16", "64,16", "16,48", "64,48"].includes(at);
    const colors = changed.filter(([at]) => !isCorner(at)).map(([, color]) => color);
    assert.ok(colors.every(([r, g, b]) => r === g && g === b), "nothing but greys on the green");
    for (const pure of [0, 255]) assert.ok(colors.filter(([r]) => r === pure).length > colors.length / 4, String(pure));
  }));
