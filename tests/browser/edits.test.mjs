/**
 * Edits: what is chosen in the menus, by pointer and by keys, and what their forms show meanwhile.
 *
 * Forms are filled as a hand fills them; what they show is read from the picture, and what they
 * leave from the history.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { labels, lay } from "./grids.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */
/** @typedef {import("./page.mjs").Pixel} Pixel */

/** Unlike any of its own turns and mirror images. */
const FLAG = ["........", ".RRG....", ".R......", ".B......", "........", "........"];
const EMPTY = Array(6).fill("........");

/** Selects a rectangle by hand. @param {Page} page @param {Pixel} from @param {Pixel} to */
async function select(page, from, to) {
  await page.press("m");
  await page.drag([from, to]);
}

/** What the form says is wrong. @param {Page} page */
const said = (page) => page.text("#form-error");

/**
 * Opens a form, watches the picture while it is filled, and sees that only OK leaves a step.
 * @param {Page} page @param {string} id
 * @param {[Record<string, string | number | boolean>, string[]][]} looks What is filled in, and what is seen then.
 */
async function preview(page, id, looks) {
  const [before, made] = [await page.letters(), await labels(page)];
  for (const end of ["#form-cancel", Key.ESCAPE, "#form-ok"]) {
    await page.menu(id);
    for (const [values, shown] of looks) {
      await page.fill(values);
      assert.deepEqual(await page.letters(), shown, `${id} with ${JSON.stringify(values)}`);
      assert.equal(await said(page), "");
      assert.deepEqual(await labels(page), made, "what is only looked at is no step");
    }
    await (end === Key.ESCAPE ? page.press(end) : page.click(end));
    assert.equal(await page.asked(), false);
    if (end === "#form-ok") break;
    assert.deepEqual(await page.letters(), before, `${id}: ${end} takes back what was shown`);
    assert.deepEqual(await labels(page), made);
  }
  const after = looks[looks.length - 1][1];
  assert.deepEqual(await page.letters(), after);
  assert.equal((await labels(page)).length, made.length + 1, `${id} is one step`);
  await page.undo();
  assert.deepEqual(await page.letters(), before);
  await page.redo();
  assert.deepEqual(await page.letters(), after);
}

// Without a selection the layer is turned about the middle of the canvas.
/** @type {{id: string, after: string[], inside?: string[], key?: string[]}[]} */
const TURNS = [
  {
    id: "edit.flip-horizontal",
    after: ["........", "....GRR.", "......R.", "......B.", "........", "........"],
    inside: ["........", ".GRR....", "...R....", "...B....", "........", "........"],
    key: ["h", Key.SHIFT],
  },
  {
    id: "edit.flip-vertical",
    after: ["........", "........", ".B......", ".R......", ".RRG....", "........"],
    inside: ["........", ".B......", ".R......", ".RRG....", "........", "........"],
    key: ["v", Key.SHIFT],
  },
  {
    id: "edit.rotate-left",
    after: ["........", "........", "........", "..G.....", "..R.....", "..RRB..."],
    inside: ["........", ".G......", ".R......", ".RRB....", "........", "........"],
  },
  {
    id: "edit.rotate-right",
    after: ["...BRR..", ".....R..", ".....G..", "........", "........", "........"],
    inside: ["........", ".BRR....", "...R....", "...G....", "........", "........"],
  },
  {
    id: "edit.rotate-half",
    after: ["........", "........", "......B.", "......R.", "....GRR.", "........"],
    inside: ["........", "...B....", "...R....", ".GRR....", "........", "........"],
  },
];

test("flips and quarter turns, of the layer and of what is selected, are one step each", () =>
  visit({}, async (page) => {
    for (const { id, after, inside } of TURNS) {
      await lay(page, FLAG);
      await page.menu(id);
      assert.deepEqual(await page.letters(), after, id);
      assert.equal((await labels(page)).length, 1, id);
      await page.undo();
      assert.deepEqual(await page.letters(), FLAG);
      await select(page, [1, 1], [3, 3]);
      await page.menu(id);
      assert.deepEqual(await page.letters(), inside, `${id} of what is selected`);
      assert.equal((await page.call("selection")).floating, true);
      assert.equal((await labels(page)).length, 2, id);
      await page.undo();
      assert.deepEqual(await page.letters(), FLAG);
    }
  }));

test("flips and quarter turns by their keys, or by the menu's, without a pointer", () =>
  visit({}, async (page) => {
    for (const { id, after, key } of TURNS) {
      await lay(page, FLAG);
      await (key ? page.press(key[0], ...key.slice(1)) : page.menuByKeys(id));
      assert.deepEqual(await page.letters(), after, id);
      assert.equal((await labels(page)).length, 1, id);
    }
  }));

/** Pastes by the menu, which asks the browser first for what other programs have copied. @param {Page} page */
async function pasteByMenu(page) {
  await page.menu("edit.paste");
  await page.until("something that floats", async () => (await page.call("selection"))?.floating);
}

test("copy and paste by their keys: what is pasted floats where it was until it lands", () =>
  visit({}, async (page) => {
    await lay(page, FLAG);
    await select(page, [1, 1], [3, 2]);
    await page.press("c", Key.CONTROL);
    assert.deepEqual([await page.letters(), (await labels(page)).length], [FLAG, 1], "copying changes nothing");
    await page.press("v", Key.CONTROL);
    await page.until("a copy that floats", async () => (await page.call("selection"))?.floating);
    assert.deepEqual(await page.letters(), FLAG);
    assert.deepEqual(await page.selected(), ["........", ".###....", ".#......", "........", "........", "........"]);
    for (let i = 0; i < 4; i += 1) await page.press(Key.ARROW_RIGHT);
    for (let i = 0; i < 2; i += 1) await page.press(Key.ARROW_DOWN);
    const moved = ["........", ".RRG....", ".R......", ".B...RRG", ".....R..", "........"];
    assert.deepEqual(await page.letters(), moved);
    await page.press(Key.ENTER);
    assert.deepEqual(await page.letters(), moved, "landing shows nothing new");
    assert.equal((await page.call("selection")).floating, false);
    const made = (await labels(page)).filter((label) => !label.startsWith("Nudge"));
    assert.deepEqual(made, ["Select rectangle", "Paste", "Drop the floating selection"]);
  }));

test("cut by its key takes away, and undo and the menu bring back", () =>
  visit({}, async (page) => {
    await lay(page, FLAG);
    await select(page, [2, 1], [3, 3]);
    await page.press("x", Key.CONTROL);
    const without = ["........", ".R......", ".R......", ".B......", "........", "........"];
    await page.until("a cut", async () => (await page.pixel(3, 1)) === "#00000000");
    assert.deepEqual(await page.letters(), without);
    await pasteByMenu(page);
    assert.deepEqual(await page.letters(), FLAG, "it comes back to where it was");
    assert.deepEqual(await labels(page), ["Select rectangle", "Cut", "Paste"]);
    await page.undo();
    assert.deepEqual(await page.letters(), without);
    await page.undo();
    assert.deepEqual(await page.letters(), FLAG);
  }));

test("copy, cut and delete without a selection mean the layer, and say so when it is empty", () =>
  visit({}, async (page) => {
    for (const [how, run] of /** @type {[string, () => Promise<void>][]} */ ([
      ["Delete", () => page.press(Key.DELETE)],
      ["Delete", () => page.press(Key.BACK_SPACE)],
      ["Delete", () => page.menu("edit.delete")],
      ["Cut", () => page.menu("edit.cut")],
      ["Cut", () => page.menuByKeys("edit.cut")],
    ])) {
      await lay(page, FLAG);
      await run();
      assert.deepEqual([await page.letters(), await labels(page)], [EMPTY, [how]]);
    }
    await page.press("c", Key.CONTROL);
    assert.match(await page.message("it is empty"), /^layer ".+": it is empty here$/);
    await pasteByMenu(page);
    assert.deepEqual(await page.letters(), FLAG, "what was cut before is still there");
  }));

test("delete and fill change what is selected and nothing beside it", () =>
  visit({}, async (page) => {
    await lay(page, FLAG);
    await select(page, [1, 1], [2, 2]);
    await page.press(Key.DELETE);
    assert.deepEqual(await page.letters(), ["........", "...G....", "........", ".B......", "........", "........"]);
    await page.press("f");
    assert.deepEqual(await page.letters(), ["........", ".KKG....", ".KK.....", ".B......", "........", "........"]);
    assert.deepEqual(await labels(page), ["Select rectangle", "Delete", "Fill selection"]);
  }));

// Where |x| + |y| ≤ 1.5·√2 a pixel's centre lies in the turned square: up to 2 steps from the middle.
const SQUARE = [".......", ".......", "..KKK..", "..KKK..", "..KKK..", ".......", "......."];
const DIAMOND = [".......", "...K...", "..KKK..", ".KKKKK.", "..KKK..", "...K...", "......."];

test("rotate shows each angle while it is typed", () =>
  visit({}, async (page) => {
    await lay(page, SQUARE);
    await preview(page, "edit.rotate", [[{ angle: 90 }, SQUARE], [{ angle: 45 }, DIAMOND], [{ method: "nearest" }, DIAMOND]]);
    await lay(page, FLAG);
    await preview(page, "edit.rotate", [[{ angle: -90 }, TURNS[2].after], [{ angle: 180 }, TURNS[4].after]]);
  }));

test("scale shows each size about the middle of what is painted", () =>
  visit({}, async (page) => {
    await lay(page, ["........", "........", "...RG...", "...BK...", "........", "........"]);
    const wide = ["........", "........", "..RRGG..", "..BBKK..", "........", "........"];
    const large = ["........", "..RRGG..", "..RRGG..", "..BBKK..", "..BBKK..", "........"];
    // What the person chose of the sides holds for the next form.
    await page.menu("edit.scale");
    await page.click("#form-linked");
    await page.click("#form-cancel");
    // Four different colours have no edge that Scale2x could smooth.
    await preview(page, "edit.scale", [[{ width: 4 }, wide], [{ height: 4 }, large], [{ method: "epx" }, large]]);
  }));

test("outline shows itself at once, with and without corners, outside and inside", () =>
  visit({}, async (page) => {
    const before = ["........", "........", "...RRR..", "...RRR..", "...RRR..", "........"];
    await lay(page, before);
    await preview(page, "edit.outline", [
      [{}, ["........", "...KKK..", "..KRRRK.", "..KRRRK.", "..KRRRK.", "...KKK.."]],
      [{ diagonal: true }, ["........", "..KKKKK.", "..KRRRK.", "..KRRRK.", "..KRRRK.", "..KKKKK."]],
      [{ inside: true }, ["........", "........", "...KKK..", "...KRK..", "...KKK..", "........"]],
      [{ color: "#00ff00" }, ["........", "........", "...GGG..", "...GRG..", "...GGG..", "........"]],
    ]);
  }));

test("colours are replaced, inverted, brightened and turned around the wheel before one's eyes", () =>
  visit({}, async (page) => {
    await lay(page, ["KW.Rr"]);
    // Half transparent red is 255 − 128 from red.
    await preview(page, "edit.replace-color", [
      [{ from: "#ff0000", to: "#0000ff" }, ["KW.Br"]],
      [{ tolerance: 126 }, ["KW.Br"]],
      [{ tolerance: 127 }, ["KW.BB"]],
    ]);
    await lay(page, ["KW.Rr"]);
    // A fifth of 255 is 51; no contrast is the middle grey.
    await preview(page, "edit.brightness", [
      [{ brightness: 20 }, ["#333333ffW.#ff3333ff#ff333380"]],
      [{ brightness: -100 }, ["KK.Kk"]],
      [{ brightness: 0, contrast: -100 }, ["#808080ff#808080ff.#808080ff#80808080"]],
    ]);
    await lay(page, ["KW.RB"]);
    await preview(page, "edit.hue", [
      [{ hue: 120 }, ["KW.GR"]],
      [{ hue: -120 }, ["KW.BG"]],
      [{ saturation: -100 }, ["KW.#808080ff#808080ff"]],
      [{ saturation: 0, lightness: 100 }, ["WW.WW"]],
    ]);
    await lay(page, ["KW.K"]);
    await page.menu("edit.invert");
    assert.deepEqual(await page.letters(), ["WK.W"]);
    await page.press("i", Key.CONTROL);
    assert.deepEqual(await page.letters(), ["KW.K"]);
    assert.deepEqual(await labels(page), ["Invert colours", "Invert colours"]);
  }));

test("a form is found, filled, left and accepted by keys alone", () =>
  visit({}, async (page) => {
    await lay(page, ["KW.RB"]);
    for (const [end, after, made] of /** @type {[string, string[], string[]][]} */ ([
      [Key.ESCAPE, ["KW.RB"], []],
      [Key.ENTER, ["KW.GR"], ["Hue and saturation"]],
    ])) {
      await page.menuByKeys("edit.hue");
      await page.until("the form", () => page.asked());
      for (const digit of "120") await page.press(digit);
      assert.deepEqual(await page.letters(), ["KW.GR"]);
      await page.press(end);
      assert.equal(await page.asked(), false);
      assert.deepEqual([await page.letters(), await labels(page)], [after, made]);
    }
    await page.undo();
    assert.deepEqual(await page.letters(), ["KW.RB"], "keys mean the picture again");
  }));

test("a number beyond an end is that end, and what is no number gets its sentence in the form, which stays", () =>
  visit({}, async (page) => {
    await lay(page, ["RG"]);
    await page.menu("image.resize");
    const width = () => page.driver.executeScript("return document.querySelector('#form-width').value");
    for (const [typed, taken] of [[0, "1"], [32769, "32768"], [-5, "1"], [2.4, "2"]]) {
      await page.fill({ width: typed });
      assert.equal(await width(), String(typed), "it stays as it is typed");
      await page.press(Key.TAB);
      assert.equal(await width(), taken, String(typed));
      assert.equal(await said(page), "");
    }
    await page.fill({ width: "" });
    await page.click("#form-ok");
    assert.equal(await said(page), "Width empty: expected a number");
    assert.equal(await page.asked(), true);
    assert.deepEqual([await page.letters(), await labels(page)], [["RG"], []]);
    await page.fill({ width: 3, anchor: "left" });
    assert.equal(await said(page), "", "what is right again is not blamed");
    assert.equal(await page.text("#form-ok"), "Resize");
    await page.click("#form-ok");
    assert.deepEqual([await page.letters(), await labels(page)], [["RG."], ["Canvas size"]]);
    // The preview shows what will be taken.
    await page.menu("edit.hue");
    await page.fill({ hue: 120 });
    assert.deepEqual(await page.letters(), ["GB."]);
    await page.fill({ hue: 481 });
    await page.press(Key.TAB);
    const half = await page.letters();
    await page.fill({ hue: 180 });
    assert.deepEqual(await page.letters(), half);
    await page.press(Key.ESCAPE);
    assert.deepEqual([await page.letters(), await labels(page)], [["RG."], ["Canvas size"]]);
  }));

test("places in a list are counted from 1, to as many as there are", () =>
  visit({}, async (page) => {
    await page.call("run", "frame.add");
    await page.menu("frame.tag");
    await page.fill({ name: "walk", from: 0, to: 99 });
    await page.press(Key.TAB);
    const places = () => page.driver.executeScript("return [document.querySelector('#form-from').value, document.querySelector('#form-to').value]");
    assert.deepEqual(await places(), ["1", "2"]);
    await page.click("#form-ok");
    assert.deepEqual((await page.call("tags")).map((/** @type {{from: number, to: number}} */ { from, to }) => [from, to]), [[0, 1]]);
    await page.menu("history.pin");
    await page.fill({ name: "   " });
    await page.press(Key.ENTER);
    assert.equal(await said(page), "the name is empty: expected 1 to 120 letters");
    assert.equal(await page.asked(), true);
  }));
