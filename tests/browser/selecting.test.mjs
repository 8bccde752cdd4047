/** Selecting by hand: what is selected, what stays inside of it, what floats, and how its border is seen. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { choose, labels, lay } from "./grids.mjs";
import { RIGHT, seen } from "./page.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */
/** @typedef {import("./page.mjs").Pixel} Pixel */

const EMPTY = [".......", ".......", ".......", ".......", "......."];
const ALL = ["#######", "#######", "#######", "#######", "#######"];

/** Waits until what has changed is on the screen. @param {Page} page */
const shown = (page) =>
  page.driver.executeAsyncScript("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))");

test("rectangles, ellipses, lassos and wands select, and a click beside deselects", () =>
  visit({}, async (page) => {
    await lay(page, ["R.R....", "RRR....", ".......", "..R....", "......."]);
    await page.press("m");
    await page.drag([[5, 4], [0, 0], [3, 2]]);
    assert.deepEqual(await page.selected(), [".......", ".......", "...###.", "...###.", "...###."], "from the press to the last pixel");
    assert.deepEqual(await page.call("selection"), { rect: { x: 3, y: 2, width: 3, height: 3 }, floating: false });
    await page.drag([[6, 0]]);
    assert.equal(await page.call("selection"), null);
    await page.click("#select-ellipse");
    await page.drag([[0, 0], [3, 3]]);
    assert.deepEqual(await page.selected(), [".##....", "####...", "####...", ".##....", "......."]);
    await page.press("q");
    // From corner to corner; the way back to the first is straight.
    await page.drag([[6, 0], [6, 4], [2, 4]]);
    assert.deepEqual(await page.selected(), ["......#", ".....##", "....###", "...####", "..#####"]);
    await page.press("w");
    await page.drag([[0, 0]]);
    assert.deepEqual(await page.selected(), ["#.#....", "###....", ".......", ".......", "......."]);
    await choose(page, "contiguous");
    await page.drag([[0, 0]]);
    assert.deepEqual(await page.selected(), ["#.#....", "###....", ".......", "..#....", "......."]);
    assert.deepEqual(await labels(page), [
      "Select rectangle", "Select rectangle", "Select ellipse", "Lasso", "Magic wand", "Magic wand",
    ]);
    for (let i = 0; i < 4; i += 1) await page.undo();
    assert.deepEqual(await page.selected(), EMPTY);
    await page.undo();
    assert.deepEqual(await page.selected(), [".......", ".......", "...###.", "...###.", "...###."], "a selection is undone as well");
  }));

/** @type {[string, (page: Page, mode: string, way: Pixel[]) => Promise<void>][]} */
const WAYS = [
  ["option", async (page, mode, way) => {
    await choose(page, "mode", mode);
    await page.drag(way);
  }],
  ["keys", async (page, mode, way) => {
    const keys = { add: [Key.SHIFT], subtract: [Key.CONTROL], intersect: [Key.SHIFT, Key.CONTROL] }[mode];
    await page.drag(way, { keys });
  }],
];
for (const [name, select] of WAYS) {
  test(`selections are replaced, added to, taken from and intersected by ${name}`, () =>
    visit({}, async (page) => {
      await lay(page, EMPTY);
      await page.press("m");
      await page.drag([[6, 4], [6, 4]]);
      await select(page, "replace", [[0, 0], [3, 2]]);
      assert.deepEqual(await page.selected(), ["####...", "####...", "####...", ".......", "......."]);
      await select(page, "add", [[5, 3], [6, 4]]);
      assert.deepEqual(await page.selected(), ["####...", "####...", "####...", ".....##", ".....##"]);
      await select(page, "subtract", [[1, 1], [2, 1]]);
      assert.deepEqual(await page.selected(), ["####...", "#..#...", "####...", ".....##", ".....##"]);
      await select(page, "intersect", [[0, 1], [5, 3]]);
      assert.deepEqual(await page.selected(), [".......", "#..#...", "####...", ".....#.", "......."]);
      await page.press("w");
      // The wand takes all that is empty, and so leaves nothing or everything.
      await select(page, "subtract", [[6, 0]]);
      assert.deepEqual([await page.call("selection"), await page.selected()], [null, EMPTY]);
    }));
}

test("the right button takes away, and keys that are held after the press shape", needs("other buttons"), () =>
  visit({}, async (page) => {
    await lay(page, EMPTY);
    await page.press("a", Key.CONTROL);
    await page.press("m");
    await page.drag([[1, 1], [5, 2]], { button: RIGHT });
    assert.deepEqual(await page.selected(), ["#######", "#.....#", "#.....#", "#######", "#######"]);
    await page.press("d", Key.CONTROL);
    await page.drag([[1, 1], [2, 3]], { hold: true });
    assert.deepEqual(await page.selected(), [".......", ".##....", ".##....", ".##....", "......."]);
    await page.keyDown(Key.SHIFT);
    assert.deepEqual(await page.selected(), [".......", ".###...", ".###...", ".###...", "......."], "a square, from now on");
    await page.release();
    await page.keyUp(Key.SHIFT);
    assert.deepEqual(await labels(page), ["Select all", "Select rectangle", "Deselect", "Select rectangle"]);
    await page.press("d", Key.CONTROL);
    await choose(page, "centre");
    await page.drag([[3, 2], [5, 3]]);
    assert.deepEqual(await page.selected(), [".......", ".#####.", ".#####.", ".#####.", "......."]);
  }));

test("all, none and the rest are selected by keys and by the menu", () =>
  visit({}, async (page) => {
    await lay(page, ["RR.....", "R......", ".......", ".......", "......."]);
    await page.press("a", Key.CONTROL);
    assert.deepEqual(await page.selected(), ALL);
    await page.press("d", Key.CONTROL);
    assert.equal(await page.call("selection"), null);
    await page.press("m");
    await page.drag([[0, 0], [3, 4]]);
    await page.press("i", Key.CONTROL, Key.SHIFT);
    assert.deepEqual(await page.selected(), ["....###", "....###", "....###", "....###", "....###"]);
    await page.press("d", Key.CONTROL);
    await page.press("i", Key.CONTROL, Key.SHIFT);
    assert.deepEqual(await page.selected(), ALL, "the rest of nothing");
    await page.click("[data-menu=Select]");
    await page.click("[data-command='select.content']");
    assert.deepEqual(await page.selected(), ["##.....", "#......", ".......", ".......", "......."]);
    assert.deepEqual(await labels(page), [
      "Select all", "Deselect", "Select rectangle", "Invert selection", "Deselect", "Invert selection", "Select painted pixels",
    ]);
  }));

test("whatever paints stays inside of what is selected", () =>
  visit({}, async (page) => {
    const ground = Array(5).fill("WWWWWWW");
    /** @type {[string, Pixel[], string[]][]} */
    const cases = [
      ["pencil", [[0, 2], [6, 2]], ["WWWWWWW", "WWWWWWW", "WWKKKWW", "WWWWWWW", "WWWWWWW"]],
      ["eraser", [[3, 0], [3, 4]], ["WWWWWWW", "WWW.WWW", "WWW.WWW", "WWW.WWW", "WWWWWWW"]],
      ["line", [[1, 0], [5, 4]], ["WWWWWWW", "WWWWWWW", "WWWKWWW", "WWWWWWW", "WWWWWWW"]],
      ["rectangle", [[2, 1], [4, 4]], ["WWWWWWW", "WWWKWWW", "WWKWKWW", "WWWWWWW", "WWWWWWW"]],
      ["ellipse", [[3, 1], [3, 3]], ["WWWWWWW", "WWWKWWW", "WWWKWWW", "WWWKWWW", "WWWWWWW"]],
      ["fill", [[0, 0]], ["WWWWWWW", "WWWKWWW", "WWKKKWW", "WWWKWWW", "WWWWWWW"]],
      ["gradient", [[3, 2], [4, 2]], ["WWWWWWW", "WWWKWWW", "WWKK.WW", "WWWKWWW", "WWWWWWW"]],
    ];
    for (const [tool, way, rows] of cases) {
      await lay(page, ground);
      // An ellipse of three by three is a cross.
      await page.click("#select-ellipse");
      await page.drag([[2, 1], [4, 3]]);
      await page.click(`#${tool}`);
      await page.drag(way);
      assert.deepEqual(await page.letters(), rows, tool);
    }
    await page.press(Key.DELETE);
    assert.deepEqual(await page.letters(), ["WWWWWWW", "WWW.WWW", "WW...WW", "WWW.WWW", "WWWWWWW"]);
  }));

test("what is moved floats, arrows nudge it, Enter lays it down, and undo takes all of it back", () =>
  visit({}, async (page) => {
    const before = ["RR.....", "RRG....", ".......", ".......", "......."];
    await lay(page, before);
    await page.press("m");
    await page.drag([[1, 0], [2, 1]]);
    await page.press("v");
    await page.drag([[5, 4], [6, 4], [7, 6]]);
    const moved = ["R......", "R......", "...R...", "...RG..", "......."];
    assert.deepEqual(await page.letters(), moved);
    assert.deepEqual(await page.selected(), [".......", ".......", "...##..", "...##..", "......."]);
    assert.deepEqual(await page.call("selection"), { rect: { x: 3, y: 2, width: 2, height: 2 }, floating: true });
    await page.driver.actions().sendKeys(Key.ARROW_RIGHT, Key.ARROW_RIGHT).perform();
    await page.press(Key.ARROW_DOWN);
    const nudged = ["R......", "R......", ".......", ".....R.", ".....RG"];
    assert.deepEqual(await page.letters(), nudged);
    await page.press(Key.ENTER);
    assert.equal((await page.call("selection")).floating, false);
    assert.deepEqual(await page.letters(), nudged, "what is seen stays");
    assert.deepEqual(
      await labels(page),
      ["Select rectangle", "Move", "Nudge down", "Drop the floating selection"],
      "nudges are one step, called by the last",
    );
    await page.undo();
    assert.equal((await page.call("selection")).floating, true);
    await page.undo();
    assert.deepEqual(await page.letters(), moved);
    await page.undo();
    assert.deepEqual(await page.letters(), before);
    assert.deepEqual(await page.selected(), [".##....", ".##....", ".......", ".......", "......."]);
    await page.undo();
    assert.deepEqual([await page.call("selection"), await page.steps()], [null, 0]);
    for (let i = 0; i < 4; i += 1) await page.redo();
    assert.deepEqual([await page.letters(), (await page.call("selection")).floating], [nudged, false]);
  }));

test("what floats beyond the edge comes back whole, and lands when something is painted", () =>
  visit({}, async (page) => {
    await lay(page, ["RGB...."]);
    await page.press("m");
    await page.drag([[0, 0], [2, 0]]);
    // A press inside of the selection takes hold of it, whatever selected it.
    await page.drag([[0, 0], [-2, 0]]);
    assert.deepEqual(await page.letters(), ["B......"]);
    await page.drag([[0, 0], [4, 0]]);
    assert.deepEqual(await page.letters(), ["..RGB.."]);
    await page.press("b");
    await page.drag([[0, 0], [6, 0]]);
    assert.deepEqual([await page.letters(), (await page.call("selection")).floating], [["..KKK.."], false]);
    // The landing is a step of its own, before the stroke.
    for (const floats of [false, true]) {
      await page.undo();
      assert.deepEqual([await page.letters(), (await page.call("selection")).floating], [["..RGB.."], floats]);
    }
    await page.press("d", Key.CONTROL);
    assert.deepEqual([await page.letters(), await page.call("selection")], [["..RGB.."], null]);
    const [place, made] = [await page.call("clientPoint", 0, 0), await labels(page)];
    await page.press(Key.ARROW_RIGHT);
    const after = await page.call("clientPoint", 0, 0);
    assert.ok(after.x < place.x && after.y === place.y, "without a selection an arrow scrolls");
    assert.deepEqual(await labels(page), made);
  }));

for (const stillness of [false, true]) {
  test(`a selection's border is dashes that ${stillness ? "stand still where motion is not wanted" : "go round it"}`, () =>
    visit({ stillness }, async (page) => {
      await lay(page, Array(5).fill("GGGGGGG"));
      await page.press("m");
      await page.drag([[1, 1], [3, 2]]);
      await page.driver.actions().move({ x: 2, y: 2, duration: 0 }).perform();
      const [corner, end] = [await page.client([0, 0]), await page.client([6, 4])];
      /** Everything of the drawing that is seen, by "x,y" from its corner. */
      const look = async () => {
        await shown(page);
        const shot = await page.screenshot();
        /** @type {Map<string, number[]>} */
        const all = new Map();
        for (let y = corner.y - 8; y < end.y + 8; y += 1) {
          for (let x = corner.x - 8; x < end.x + 8; x += 1) all.set(`${x - corner.x + 8},${y - corner.y + 8}`, seen(shot, { x, y }));
        }
        return all;
      };
      const ants = await look();
      if (stillness) {
        // In so long they would have gone on by half of their period.
        await page.driver.executeAsyncScript("const done = arguments[0]; setTimeout(done, 240)");
        assert.deepEqual(await look(), ants);
        const first = [1, 2, 3, 5, 6, 7, 9, 10, 11].map((x) => ants.get(`${16 + x},16`)?.[0]);
        assert.deepEqual(first, [0, 0, 0, 255, 255, 255, 0, 0, 0], "four black, four white");
      } else {
        await page.until("dashes that have gone on", async () => {
          const now = await look();
          return [...now].some(([at, color]) => String(color) !== String(ants.get(at)));
        });
      }
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
}

test("the border is drawn when its dashes are at another place, and not in each frame", () =>
  visit({}, async (page) => {
    await page.press("m");
    await page.drag([[2, 2], [20, 12]]);
    const [drawn, frames] = await page.driver.executeScript(`
      const drawn = [];
      const { stroke } = CanvasRenderingContext2D.prototype;
      CanvasRenderingContext2D.prototype.stroke = function (...path) {
        if (this.getLineDash().length > 0) drawn.push(this.lineDashOffset);
        return stroke.apply(this, path);
      };
      return new Promise((resolve) => {
        let frames = 0;
        const count = () => {
          frames += 1;
          if (drawn.length < 12) requestAnimationFrame(count);
          else resolve([drawn, frames]);
        };
        requestAnimationFrame(count);
      });`);
    const same = drawn.filter((/** @type {number} */ offset, /** @type {number} */ i) => offset === drawn[i - 1]);
    // What else the page has to show may come in a frame of its own.
    assert.ok(same.length <= 2, `${drawn} in ${frames} frames`);
  }));
