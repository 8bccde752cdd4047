/** Layers by hand: their order, their names, what hides and protects them, and the way back of each. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { labels, lay } from "./grids.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** The names as the panel shows them, the topmost first; the active one is in brackets. @param {Page} page @returns {Promise<string>} */
const listed = (page) =>
  page.driver.executeScript(`
    return [...document.querySelectorAll("#layers .layer")].map((row) => {
      const name = row.querySelector(".layer-name").textContent.trim();
      return row.getAttribute("aria-current") === "true" ? "[" + name + "]" : name;
    }).join(" ");`);

/** What the steps are called that have been done and not been undone. @param {Page} page */
const done = async (page) => (await labels(page)).slice(0, (await page.call("history")).position);

/** Paints one row in a colour. @param {Page} page @param {string} color @param {number} row @param {number} from @param {number} to */
async function paint(page, color, row, from, to) {
  await page.call("setColor", color);
  await page.drag([[from, row], [to, row]]);
}

/** Three layers: red at the bottom, green in the middle, blue on top, each a pixel further right. @param {Page} page */
async function three(page) {
  await lay(page, ["RRR...", "......"]);
  await name(page, "red");
  for (const [layer, color, from] of /** @type {[string, string, number][]} */ ([["green", "#00ff00", 1], ["blue", "#0000ff", 2]])) {
    await page.click("#layer-add");
    await name(page, layer);
    await paint(page, color, 0, from, from + 2);
  }
}

/** Gives the active layer a name by its form. @param {Page} page @param {string} name */
const name = (page, name) => page.form("layer.rename", { name });

/**
 * Does something that is one step, and sees that undo and redo show before and after again.
 * @param {Page} page @param {string} label @param {() => Promise<unknown>} run
 * @param {{names?: string, after?: string[]}} expected What is not said stays as it is.
 */
async function step(page, label, run, { names, after }) {
  const [before, shown, made] = [await listed(page), await page.letters(), await done(page)];
  await run();
  const there = { names: names ?? before, after: after ?? shown };
  const now = async () => ({ names: await listed(page), after: await page.letters() });
  assert.deepEqual(await now(), there, label);
  assert.deepEqual(await done(page), [...made, label]);
  await page.undo();
  const back = await now();
  // Where it happened is shown, so another layer may be the active one.
  assert.deepEqual([back.names.replace(/[[\]]/g, ""), back.after], [before.replace(/[[\]]/g, ""), shown], `${label}, undone`);
  await page.redo();
  const again = await now();
  assert.deepEqual([again.names.replace(/[[\]]/g, ""), again.after], [there.names.replace(/[[\]]/g, ""), there.after], `${label}, redone`);
  await page.undo();
}

test("layers are added, duplicated, deleted and merged, each as one step", () =>
  visit({}, async (page) => {
    await three(page);
    assert.equal(await listed(page), "[blue] green red");
    assert.deepEqual(await page.letters(), ["RGBBB.", "......"]);
    await step(page, "New layer", () => page.click("#layer-add"), { names: "[Layer 1] blue green red" });
    await page.click('.layer[data-layer="1"] .layer-name');
    assert.equal(await listed(page), "blue [green] red");
    await step(page, "Duplicate layer", () => page.click("#layer-duplicate"), { names: "blue [green copy] green red" });
    await page.click('.layer[data-layer="1"] .layer-name');
    await step(page, "Delete layer", () => page.click("#layer-delete"), { names: "blue [red]", after: ["RRBBB.", "......"] });
    await page.click('.layer[data-layer="2"] .layer-name');
    await step(page, "Merge down", () => page.click("#layer-merge"), { names: "[green] red" });
    await page.click('.layer[data-layer="2"] .layer-name');
    await page.click("#layer-merge");
    await page.click('.layer[data-layer="0"] .eye');
    assert.deepEqual(await page.letters(), [".GBBB.", "......"], "what was merged is one layer");
  }));

test("layers move up and down, and stop at the ends", () =>
  visit({}, async (page) => {
    await three(page);
    const enabled = async () => [await (await page.find("#layer-up")).isEnabled(), await (await page.find("#layer-down")).isEnabled()];
    assert.deepEqual(await enabled(), [false, true], "the topmost");
    await step(page, "Move layer down", () => page.click("#layer-down"), { names: "green [blue] red", after: ["RGGGB.", "......"] });
    await page.click('.layer[data-layer="0"] .layer-name');
    assert.deepEqual(await enabled(), [true, false], "the lowest");
    await step(page, "Move layer up", () => page.click("#layer-up"), { names: "blue [red] green", after: ["RRBBB.", "......"] });
    await page.press(Key.PAGE_UP);
    await page.press(Key.PAGE_DOWN);
    await page.press(Key.PAGE_DOWN);
    assert.equal(await listed(page), "blue green [red]");
    await page.press(Key.PAGE_UP);
    assert.equal(await listed(page), "blue [green] red");
    await step(page, "Move layer up", () => page.menu("layer.up"), { names: "[green] blue red", after: ["RGGGB.", "......"] });
  }));

test("the last layer can't be deleted or merged", () =>
  visit({}, async (page) => {
    for (const id of ["delete", "merge", "up", "down"]) assert.equal(await (await page.find(`#layer-${id}`)).isEnabled(), false, id);
    await page.click("#layer-add");
    await page.click("#layer-delete");
    assert.equal(await (await page.find("#layer-delete")).isEnabled(), false);
  }));

test("a layer is renamed by a double click and the keyboard", needs("double click"), () =>
  visit({}, async (page) => {
    await three(page);
    const rename = async (/** @type {string[]} */ ...keys) => {
      const row = await page.find('.layer[data-layer="1"] .layer-name');
      await page.driver.executeScript("arguments[0].scrollIntoView({ block: 'center' })", row);
      // What comes sooner after the last one is its third press.
      await page.driver.actions().pause(550).doubleClick(row).perform();
      await page.until("a field", () => page.driver.executeScript("return document.activeElement.id === 'layer-name'"));
      // The old name is chosen, so that typing takes its place.
      await page.driver.actions().sendKeys(...keys).perform();
    };
    await step(page, "Rename layer", () => rename("leaves", Key.ENTER), { names: "blue [leaves] red" });
    const made = await done(page);
    await rename("leaves", Key.ESCAPE);
    assert.deepEqual([await page.asked(), await listed(page), await done(page)], [false, "blue [green] red", made]);
    await rename(Key.DELETE, Key.ENTER);
    assert.equal(await page.message("expected"), "the name is empty: expected 1 to 64 letters", "a layer has a name");
    assert.equal(await listed(page), "blue [green] red");
  }));

test("a layer's note is a mark beside its name, as long as it has one", () =>
  visit({}, async (page) => {
    await three(page);
    const notes = () => page.driver.executeScript("return [...document.querySelectorAll('.layer')].map((row) => row.querySelector('.layer-note')?.title ?? '')");
    await page.click('.layer[data-layer="1"] .layer-name');
    await step(page, "Note on layer", () => page.form("layer.note", { note: "to do: shade" }), {});
    await page.form("layer.note", { note: "to do: shade" });
    assert.deepEqual(await notes(), ["", "to do: shade", ""]);
    await page.form("layer.note", { note: "" });
    assert.deepEqual(await notes(), ["", "", ""], "a note may be empty");
    await page.undo();
    assert.deepEqual(await notes(), ["", "to do: shade", ""]);
  }));

test("a hidden layer is not seen, and not painted on", () =>
  visit({}, async (page) => {
    await three(page);
    const hide = () => page.click('.layer[data-layer="1"] .eye');
    await step(page, "Show or hide layer", hide, { after: ["RRBBB.", "......"] });
    await hide();
    assert.equal(await listed(page), "[blue] green red", "hiding a layer does not choose it");
    await page.click('.layer[data-layer="1"] .layer-name');
    const made = await done(page);
    await page.drag([[0, 1], [5, 1]]);
    assert.equal(await page.message("hidden"), 'layer "green": it is hidden');
    assert.deepEqual([await page.letters(), await done(page)], [["RRBBB.", "......"], made]);
    await hide();
    assert.deepEqual(await page.letters(), ["RGBBB.", "......"]);
  }));

test("a locked layer refuses what would change its pixels, with a sentence, and nothing else", () =>
  visit({}, async (page) => {
    await three(page);
    await page.click('.layer[data-layer="2"] .lock');
    assert.equal(await (await page.find('.layer[data-layer="2"] .lock')).getAttribute("aria-pressed"), "true");
    const [shown, made] = [await page.letters(), await done(page)];
    for (const run of [
      () => page.drag([[0, 1], [5, 1]]),
      () => page.press(Key.DELETE),
      () => page.menu("edit.invert"),
      () => page.menu("edit.flip-vertical"),
    ]) {
      await page.driver.executeScript("document.querySelector('#message').textContent = ''");
      await run();
      assert.equal(await page.message("locked"), 'layer "blue": it is locked');
      assert.deepEqual([await page.letters(), await done(page)], [shown, made]);
    }
    // A form shows the sentence where the picture would have shown the edit.
    await page.menu("edit.hue");
    assert.equal(await page.text("#form-error"), 'layer "blue": it is locked');
    await page.press(Key.ESCAPE);
    await page.click('.layer[data-layer="1"] .layer-name');
    await paint(page, "#000000", 1, 0, 5);
    assert.deepEqual(await page.letters(), ["RGBBB.", "KKKKKK"], "the others may be painted on");
    await page.undo();
    await page.undo();
    assert.equal(await (await page.find('.layer[data-layer="2"] .lock')).getAttribute("aria-pressed"), "false", "undo unlocks");
    await page.click('.layer[data-layer="2"] .layer-name');
    await paint(page, "#000000", 1, 0, 5);
    assert.deepEqual(await page.letters(), ["RGBBB.", "KKKKKK"]);
  }));

test("locked alpha lets colours change and nothing be added or taken away", () =>
  visit({}, async (page) => {
    await three(page);
    await page.click('.layer[data-layer="2"] .alpha');
    await paint(page, "#000000", 0, 0, 5);
    assert.deepEqual(await page.letters(), ["RGKKK.", "......"]);
    await page.press("e");
    await page.drag([[0, 0], [5, 0]]);
    assert.deepEqual(await page.letters(), ["RGKKK.", "......"], "nothing can be erased");
    const made = await done(page);
    assert.deepEqual(made.slice(-2), ["Lock or unlock alpha", "Pencil"], "what erased nothing is no step");
    await page.press(Key.DELETE);
    assert.equal(await page.message("alpha"), 'layer "blue": it keeps its alpha');
    assert.deepEqual(await done(page), made);
    await page.press("b");
    for (let i = 0; i < 2; i += 1) await page.undo();
    await paint(page, "#000000", 0, 0, 5);
    assert.deepEqual(await page.letters(), ["KKKKKK", "......"], "undo unlocks");
  }));

test("a layer's opacity is slid by keys, typed in its form, and undone", () =>
  visit({}, async (page) => {
    await lay(page, ["RRR"]);
    const slider = await page.find("#layer-opacity");
    await step(page, "Layer opacity", () => slider.sendKeys(Key.HOME), { after: ["..."] });
    await page.form("layer.opacity", { opacity: 128 });
    assert.deepEqual(await page.letters(), ["rrr"]);
    assert.equal(await slider.getProperty("value"), "128");
    await page.undo();
    assert.deepEqual(await page.letters(), ["RRR"]);
    // What follows each other at once is one slide, and one step.
    const made = (await page.call("history")).position;
    await slider.sendKeys(Key.ARROW_LEFT, Key.ARROW_LEFT, Key.ARROW_LEFT);
    assert.deepEqual(await page.letters(), ["#ff0000fc#ff0000fc#ff0000fc"]);
    assert.equal((await page.call("history")).position, made + 1);
    await page.undo();
    assert.deepEqual(await page.letters(), ["RRR"]);
    // The middle of the slider, by pointer: about a half, and keys mean the picture again.
    await slider.click();
    const alpha = parseInt((await page.pixel(0, 0)).slice(7), 16);
    assert.ok(Math.abs(alpha - 128) < 16, `alpha ${alpha}`);
    await page.undo();
    assert.deepEqual(await page.letters(), ["RRR"]);
  }));

test("a layer's blend mode is chosen in its list and tried in its form", () =>
  visit({}, async (page) => {
    await lay(page, ["WRK"]);
    await page.click("#layer-add");
    await paint(page, "#00ff00", 0, 0, 2);
    assert.deepEqual(await page.letters(), ["GGG"]);
    // Green times white, red and black; green and each, the greater of each channel; their distance.
    for (const [blend, after] of /** @type {[string, string[]][]} */ ([
      ["multiply", ["GKK"]],
      ["screen", ["W#ffff00ffG"]],
      ["difference", ["#ff00ffff#ffff00ffG"]],
    ])) {
      await step(page, "Blend mode", () => page.choose("#layer-blend", blend), { after });
    }
    const made = await done(page);
    await page.menu("layer.blend");
    await page.fill({ blend: "multiply" });
    assert.deepEqual(await page.letters(), ["GKK"]);
    await page.fill({ blend: "lighten" });
    assert.deepEqual(await page.letters(), ["W#ffff00ffG"]);
    await page.click("#form-cancel");
    assert.deepEqual([await page.letters(), await done(page)], [["GGG"], made]);
  }));

test("a layer's blend mode is chosen by keys in its open list", needs("lists"), () =>
  visit({}, async (page) => {
    await lay(page, ["WRK"]);
    await page.click("#layer-add");
    await paint(page, "#00ff00", 0, 0, 2);
    await page.choose("#layer-blend", "difference");
    // Normal, Multiply, Screen.
    const screened = async () => {
      await page.click("#layer-blend");
      await page.press(Key.HOME);
      await page.press(Key.ARROW_DOWN);
      await page.press(Key.ARROW_DOWN);
      await page.press(Key.ENTER);
    };
    await step(page, "Blend mode", screened, { after: ["W#ffff00ffG"] });
    await page.press("e");
    assert.equal((await page.call("tool")).id, "eraser", "keys mean the picture again");
  }));
