/**
 * The tools by hand: each by its button and by its key, with what may be chosen for it.
 *
 * Lines are Bresenham's, ellipses the midpoint algorithm's; expected pictures follow from these.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { choose, labels, lay } from "./grids.mjs";
import { RIGHT } from "./page.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */
/** @typedef {import("./page.mjs").Pixel} Pixel */

const EMPTY = [".......", ".......", ".......", ".......", "......."];

/** @param {Page} page */
const primary = (page) => page.text("#colors .primary .well-value");
/** @param {Page} page */
const secondary = (page) => page.text("#colors .secondary .well-value");

const GROUND = ["........", ".RR.....", ".RR.....", "....G...", "........", "........"];
/** Right and down; what a lasso does is closed by a diagonal. @type {Pixel[]} */
const WAY = [[1, 1], [4, 1], [4, 4]];
const NOTHING = ["........", "........", "........", "........", "........", "........"];

/**
 * What differs after a drag with each tool.
 * @type {{id: string, key: string, shift?: boolean, way?: Pixel[], picture?: string[], selection?: string[], primary?: string, moved?: number[], zoom?: string}[]}
 */
const TOOLS = [
  { id: "pencil", key: "b", picture: ["........", ".KKKK...", ".RR.K...", "....K...", "....K...", "........"] },
  // A brush of one pixel sprays one dot at each step.
  { id: "spray", key: "b", shift: true, picture: ["........", ".KKKK...", ".RR.K...", "....K...", "....K...", "........"] },
  { id: "eraser", key: "e", picture: ["........", "........", ".RR.....", "........", "........", "........"] },
  { id: "line", key: "l", picture: ["........", ".KR.....", ".RK.....", "...KG...", "....K...", "........"] },
  { id: "rectangle", key: "u", picture: ["........", ".KKKK...", ".KR.K...", ".K..K...", ".KKKK...", "........"] },
  { id: "ellipse", key: "u", shift: true, picture: ["........", ".RKK....", ".KR.K...", ".K..K...", "..KK....", "........"] },
  { id: "fill", key: "g", picture: ["........", ".KK.....", ".KK.....", "....G...", "........", "........"] },
  // Between neighbours a gradient is an edge: black up to the first, transparent from the second on.
  { id: "gradient", key: "g", shift: true, way: [[3, 2], [4, 2]], picture: Array(6).fill("KKKK....") },
  { id: "eyedropper", key: "i", way: [[1, 1], [4, 3]], primary: "#00ff00" },
  { id: "select-rectangle", key: "m", selection: ["........", ".####...", ".####...", ".####...", ".####...", "........"] },
  { id: "select-ellipse", key: "m", shift: true, selection: ["........", "..##....", ".####...", ".####...", "..##....", "........"] },
  { id: "lasso", key: "q", selection: ["........", ".####...", "..###...", "...##...", "....#...", "........"] },
  { id: "wand", key: "w", selection: ["........", ".##.....", ".##.....", "........", "........", "........"] },
  { id: "move", key: "v", way: [[1, 1], [4, 2]], picture: ["........", "........", "....RR..", "....RR..", ".......G", "........"] },
  { id: "hand", key: "h", moved: [48, 48] },
  { id: "zoom", key: "z", way: [[1, 1]], zoom: "20×" },
];

for (const by of ["button", "key"]) {
  test(`each tool, chosen by its ${by}, does what it is for`, () =>
    visit({}, async (page) => {
      const known = (await page.call("tools")).map((/** @type {any} */ tool) => tool.id);
      assert.deepEqual(TOOLS.map(({ id }) => id), known, "each tool of the table is tried");
      for (const { id, key, shift, way = WAY, ...after } of TOOLS) {
        await lay(page, GROUND);
        // Away from the pencil, so that the pencil has to be chosen as well.
        await page.call("setTool", "hand");
        await (by === "button" ? page.click(`#${id}`) : page.press(key, ...(shift ? [Key.SHIFT] : [])));
        assert.equal(await page.driver.executeScript("return document.querySelectorAll('#tools [aria-pressed=true]').length"), 1);
        assert.equal(await (await page.find(`#${id}`)).getAttribute("aria-pressed"), "true", id);
        const before = await page.call("clientPoint", 1, 1);
        await page.drag(way);
        const corner = await page.call("clientPoint", 1, 1);
        const zoom = await page.text("#status-zoom");
        const moved = zoom === "16×" ? [corner.x - before.x, corner.y - before.y] : [0, 0];
        assert.deepEqual(
          { picture: await page.letters(), selection: await page.selected(), primary: await primary(page), moved, zoom },
          { picture: GROUND, selection: NOTHING, primary: "#000000", moved: [0, 0], zoom: "16×", ...after },
          id,
        );
        const left = after.picture || after.selection ? 1 : 0;
        assert.equal(await page.steps(), left, `${id} leaves ${left} steps`);
        if (!left) continue;
        await page.undo();
        assert.deepEqual([await page.letters(), await page.selected()], [GROUND, NOTHING], `${id}, undone`);
        await page.redo();
        assert.deepEqual([await page.letters(), await page.selected()], [after.picture ?? GROUND, after.selection ?? NOTHING], `${id}, redone`);
      }
    }));
}

test("the pencil leaves out the corners of its steps, and goes on from its last pixel with Shift", () =>
  visit({}, async (page) => {
    /** @type {Pixel[]} */
    const stairs = [[0, 0], [2, 0], [2, 2], [4, 2], [4, 4]];
    await lay(page, EMPTY);
    await page.drag(stairs);
    assert.deepEqual(await page.letters(), ["KKK....", "..K....", "..KKK..", "....K..", "....K.."]);
    await page.undo();
    await choose(page, "perfect");
    await page.drag(stairs);
    assert.deepEqual(await page.letters(), ["KK.....", "..K....", "...K...", "....K..", "....K.."]);
    await lay(page, EMPTY);
    await page.drag([[0, 0], [1, 0]]);
    await page.drag([[6, 0]], { keys: [Key.SHIFT] });
    await page.drag([[6, 4]], { keys: [Key.SHIFT] });
    assert.deepEqual(await page.letters(), ["KKKKKKK", "......K", "......K", "......K", "......K"]);
    await page.drag([[2, 4]]);
    assert.equal(await page.pixel(4, 4), "#00000000", "without Shift a stroke begins where it is pressed");
    assert.deepEqual(await labels(page), Array(4).fill("Pencil"));
  }));

test("a line follows the pointer, and Shift holds its angle as long as it is held", () =>
  visit({}, async (page) => {
    await lay(page, EMPTY);
    await page.press("l");
    await page.drag([[0, 0], [6, 0], [0, 4], [4, 3]], { hold: true });
    // Four across and three down: the rows are 3/4, 6/4 and 9/4, rounded.
    const free = ["K......", ".K.....", "..KK...", "....K..", "......."];
    const held = ["K......", ".K.....", "..K....", "...K...", "....K.."];
    assert.deepEqual(await page.letters(), free);
    await page.keyDown(Key.SHIFT);
    assert.deepEqual(await page.letters(), held, "at once, without a move");
    await page.release();
    await page.keyUp(Key.SHIFT);
    assert.deepEqual(await page.letters(), held);
    await page.drag([[4, 0]], { keys: [Key.SHIFT] });
    assert.deepEqual(await page.letters(), ["K...K..", ".K..K..", "..K.K..", "...KK..", "....K.."], "it goes on from the last");
    assert.deepEqual(await labels(page), ["Line", "Line"]);
  }));

test("a line is free again as soon as Shift is let go", () =>
  visit({}, async (page) => {
    await lay(page, EMPTY);
    await page.press("l");
    await page.drag([[0, 0], [4, 3], Key.SHIFT]);
    assert.deepEqual(await page.letters(), ["K......", ".K.....", "..KK...", "....K..", "......."]);
  }));

test("rectangles and ellipses are outlined or filled, from a corner or the centre, and square with Shift", () =>
  visit({}, async (page) => {
    /** @typedef {{tool: string, options?: string[], way: [Pixel, Pixel], keys?: string[], rows: string[]}} Case */
    const box = [".......", ".KKKKK.", ".K...K.", ".KKKKK.", "......."];
    const disc = ["..KKK..", ".K...K.", ".K...K.", ".K...K.", "..KKK.."];
    /** @type {Case[]} */
    const cases = [
      { tool: "rectangle", way: [[5, 3], [1, 1]], rows: box },
      { tool: "rectangle", options: ["filled"], way: [[5, 3], [1, 1]], rows: [".......", ".KKKKK.", ".KKKKK.", ".KKKKK.", "......."] },
      { tool: "rectangle", options: ["centre"], way: [[3, 2], [5, 3]], rows: box },
      { tool: "rectangle", way: [[3, 2], [5, 3]], keys: [Key.CONTROL], rows: box },
      { tool: "rectangle", way: [[1, 1], [2, 4]], keys: [Key.SHIFT], rows: [".......", ".KKKK..", ".K..K..", ".K..K..", ".KKKK.."] },
      // One row from its middle it is 3·√(1 − 1/4) = 2.6 to each side, which is as wide as the middle.
      { tool: "ellipse", way: [[0, 0], [6, 4]], rows: ["..KKK..", "KK...KK", "K.....K", "KK...KK", "..KKK.."] },
      { tool: "ellipse", options: ["filled"], way: [[3, 3], [0, 0]], rows: [".KK....", "KKKK...", "KKKK...", ".KK....", "......."] },
      { tool: "ellipse", options: ["centre"], way: [[3, 2], [5, 4]], rows: disc },
      { tool: "ellipse", way: [[1, 0], [3, 4]], keys: [Key.SHIFT], rows: disc },
      { tool: "ellipse", way: [[3, 2], [4, 4]], keys: [Key.CONTROL, Key.SHIFT], rows: disc },
    ];
    for (const [i, { tool, options = [], way, keys, rows }] of cases.entries()) {
      await lay(page, EMPTY);
      await page.click(`#${tool}`);
      for (const option of options) await choose(page, option);
      await page.drag(way, { keys });
      assert.deepEqual(await page.letters(), rows, `${tool}, case ${i}`);
      assert.equal(await page.steps(), 1);
    }
  }));

test("fill takes what is joined or all of a colour, near ones too, of the layer or the picture", () =>
  visit({}, async (page) => {
    const fenced = ["..R....", "..R.R..", "RRRR...", "...R...", "RR....."];
    await lay(page, fenced);
    await page.press("g");
    await page.drag([[0, 0]]);
    assert.deepEqual(await page.letters(), ["KKR....", "KKR.R..", "RRRR...", "...R...", "RR....."]);
    await page.undo();
    await choose(page, "contiguous");
    await page.drag([[0, 0]]);
    assert.deepEqual(await page.letters(), ["KKRKKKK", "KKRKRKK", "RRRRKKK", "KKKRKKK", "RRKKKKK"]);
    await page.undo();
    await choose(page, "contiguous");
    await choose(page, "diagonal");
    // Of the red ones, only the one at (4, 1) is joined by a corner.
    await page.drag([[2, 0]]);
    assert.deepEqual(await page.letters(), ["..K....", "..K.K..", "KKKK...", "...K...", "RR....."]);
    await lay(page, ["Rr.R"]);
    await page.press("g");
    // Opaque red and half red differ by 127 in their alpha.
    await choose(page, "tolerance", 126);
    await page.drag([[0, 0]]);
    assert.deepEqual(await page.letters(), ["Kr.R"]);
    await page.undo();
    await choose(page, "tolerance", 127);
    await page.drag([[0, 0]]);
    assert.deepEqual(await page.letters(), ["KK.R"]);
    for (const [sample, row] of [["layer", "KKKKK"], ["picture", "KKRKK"]]) {
      await lay(page, ["..R.."]);
      await page.click("#layer-add");
      await page.press("g");
      await choose(page, "sample", sample);
      await page.drag([[0, 0]]);
      await page.drag([[4, 0]]);
      assert.deepEqual(await page.letters(), [row], sample);
    }
  }));

test("gradients go from one colour to the other in a pattern, straight or round", needs("other buttons"), () =>
  visit({}, async (page) => {
    await lay(page, ["........", "........"]);
    await page.click("#gradient");
    await page.set("#secondary", "#ffffff");
    await choose(page, "dither", "2x2");
    // x/7 is white at column x; the thresholds are 1/8, 5/8 in even rows, and 7/8, 3/8 in odd ones.
    await page.drag([[0, 0], [3, 1], [7, 0]]);
    assert.deepEqual(await page.letters(), ["KKWKWWWW", "KKKWKWKW"]);
    await page.drag([[0, 0], [7, 0]], { button: RIGHT });
    assert.deepEqual(await page.letters(), ["WWKWKKKK", "WWWKWKWK"], "the other way round");
    await lay(page, [".....", ".....", ".....", ".....", "....."]);
    await page.click("#gradient");
    await page.set("#secondary", "#ffffff");
    await choose(page, "dither", "2x2");
    await choose(page, "gradient", "radial");
    // One off the middle is 1/2, a diagonal one √½ = 0.71; two off, and all beyond, 1.
    await page.drag([[2, 2], [2, 4]]);
    assert.deepEqual(await page.letters(), ["WWWWW", "WWKWW", "WKKKW", "WWKWW", "WWWWW"]);
    await lay(page, ["....."]);
    await page.click("#gradient");
    await page.set("#secondary", "#ffffff");
    await page.drag([[0, 0], [4, 0]]);
    // Quarters of 255, rounded.
    const greys = ["#000000ff", "#404040ff", "#808080ff", "#bfbfbfff", "#ffffffff"];
    assert.deepEqual(await page.pixels(), [greys], "smooth without a pattern");
  }));

test("spray goes on while the pointer rests, and all of it is one step", () =>
  visit({}, async (page) => {
    const empty = Array(9).fill(".........");
    await lay(page, empty);
    await page.press("b", Key.SHIFT);
    await choose(page, "size", 9);
    await choose(page, "density", 20);
    const sprayed = async () => (await page.letters()).join("").replaceAll(".", "").length;
    await page.drag([[4, 4]], { hold: true });
    const first = await sprayed();
    await page.driver.wait(async () => (await sprayed()) > first, 5000, "more and more is sprayed");
    await page.release();
    const all = await page.letters();
    assert.match(all[0], /^\.\.[.K]{5}\.\.$/, "within the round brush");
    assert.match(all[1], /^\.[.K]{7}\.$/);
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.deepEqual(await page.letters(), all, "nothing more after the release");
    assert.deepEqual([await labels(page), await page.steps()], [["Spray"], 1]);
    await page.undo();
    assert.deepEqual(await page.letters(), empty);
    await page.redo();
    assert.deepEqual(await page.letters(), all);
  }));

test("the eyedropper takes up a colour for either button, and Alt does with any tool", needs("other buttons"), () =>
  visit({}, async (page) => {
    await lay(page, ["RGB"]);
    await page.press("i");
    await page.drag([[0, 0], [1, 0]]);
    await page.drag([[2, 0]], { button: RIGHT });
    assert.deepEqual([await primary(page), await secondary(page)], ["#00ff00", "#0000ff"]);
    for (const tool of ["pencil", "fill", "select-rectangle", "move"]) {
      await page.click(`#${tool}`);
      await page.call("setColor", "#123456");
      await page.drag([[2, 0], [0, 0]], { keys: [Key.ALT] });
      assert.equal(await primary(page), "#ff0000", tool);
    }
    assert.deepEqual([await page.letters(), await labels(page), await page.call("selection")], [["RGB"], [], null]);
    await page.click("#layer-add");
    await page.press("i");
    await page.drag([[1, 0]]);
    assert.equal(await primary(page), "transparent", "the layer's own colour");
    await choose(page, "sample", "picture");
    await page.drag([[1, 0]]);
    assert.equal(await primary(page), "#00ff00", "the colour that is seen");
  }));

test("the zoom tool goes in by a press, out by the right button or with Ctrl", needs("other buttons"), () =>
  visit({}, async (page) => {
    await lay(page, EMPTY);
    await page.press("z");
    const zooms = [];
    for (const how of [{}, {}, { button: RIGHT }, { keys: [Key.CONTROL] }, { keys: [Key.CONTROL] }]) {
      const at = await page.client([2, 1]);
      await page.drag([[2, 1]], how);
      zooms.push(await page.text("#status-zoom"));
      const after = await page.call("clientPoint", 2, 1);
      // A pixel's middle may move by half of what its side has changed.
      assert.ok(Math.abs(after.x - at.x) <= 3 && Math.abs(after.y - at.y) <= 3, "the pixel stays under the pointer");
    }
    assert.deepEqual(zooms, ["20×", "24×", "20×", "16×", "12×"]);
  }));

test("the right button draws with the secondary colour, whatever the tool", needs("other buttons"), () =>
  visit({}, async (page) => {
    /** @type {[string, string[]][]} */
    const cases = [
      ["pencil", ["GGG", "R.G"]],
      ["eraser", ["...", "R.."]],
      ["line", ["GR.", "RGG"]],
      ["rectangle", ["GGG", "GGG"]],
      ["fill", ["GG.", "G.."]],
    ];
    for (const [tool, rows] of cases) {
      await lay(page, ["RR.", "R.."]);
      await page.set("#secondary", "#00ff00");
      await page.click(`#${tool}`);
      await page.drag([[0, 0], [2, 0], [2, 1]], { button: RIGHT });
      assert.deepEqual(await page.letters(), rows, tool);
    }
  }));

test("Enter in a field gives the keys back to the picture, and a number beyond an end is that end", () =>
  visit({}, async (page) => {
    const size = () => page.driver.executeScript("return undoodle.tool().options.size");
    const type = async (/** @type {string} */ text, /** @type {string} */ last) => {
      await page.click("#option-size");
      await page.press("a", Key.CONTROL);
      await page.driver.actions({ async: true }).sendKeys(text, last).perform();
    };
    await page.drag([[3, 3], [9, 3]]);
    await type("4", Key.ENTER);
    assert.equal(await size(), 4);
    await page.press("e");
    assert.equal((await page.call("tool")).id, "eraser");
    await page.undo();
    assert.deepEqual(await page.painted(), [], "the stroke is undone, not the text");
    await type("999", Key.ENTER);
    assert.equal(await size(), 64);
    assert.equal(await page.driver.executeScript("return document.querySelector('#option-size').value"), "64");
    await type("0", Key.TAB);
    assert.equal(await size(), 1);
    await page.click("#option-size");
    await page.press("a", Key.CONTROL);
    await page.driver.actions({ async: true }).sendKeys(Key.BACK_SPACE, Key.ENTER).perform();
    assert.equal(await page.driver.executeScript("return document.querySelector('#option-size').value"), "1", "an empty field shows what holds");
  }));

test("each tool has a size and an ink of its own, and shows the options that have an effect", () =>
  visit({}, async (page) => {
    const options = () => page.driver.executeScript("return [...document.querySelectorAll('#options [id^=option-]')].map(({ id }) => id.slice(7))");
    const size = () => page.driver.executeScript("return document.querySelector('#option-size').value");
    await page.type("#option-size", "4", Key.ENTER);
    await page.press("e");
    await page.until("the eraser's own", async () => (await size()) === "1");
    await page.type("#option-size", "3", Key.ENTER);
    await page.press("b");
    await page.until("the pencil's own", async () => (await size()) === "4");
    assert.ok(!(await options()).includes("pattern"));
    await choose(page, "ink", "dither");
    await page.until("a pattern", async () => (await options()).includes("pattern"));
    // Escape leaves the list, so that keys are the tools' again.
    await (await page.find("#option-ink")).sendKeys(Key.ESCAPE);
    await page.press("u");
    await page.until("the shapes' own", async () => (await size()) === "1");
    assert.ok(!(await options()).includes("pattern"));
    await choose(page, "filled");
    await page.press("u", Key.SHIFT);
    await page.until("the ellipse", async () => (await page.text(".option-tool")) === "Ellipse");
    assert.equal(await page.driver.executeScript("return document.querySelector('#option-filled').checked"), true, "shapes share theirs");
    await page.press("g", Key.SHIFT);
    await page.until("the gradient's options", async () => (await options()).includes("dither"));
    assert.ok(!(await options()).includes("ink"));
    assert.equal(await page.steps(), 0);
    await page.press("b");
    await page.drag([[1, 1]]);
    await page.until("it is kept", async () => (await page.text("#status-kept")) === "Kept in this browser");
    await page.driver.navigate().refresh();
    await page.ready();
    await page.until("the pencil's size", async () => (await size()) === "4");
    await page.press("e");
    await page.until("the eraser's size", async () => (await size()) === "3");
  }));
