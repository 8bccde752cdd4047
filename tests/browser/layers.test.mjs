/** Layers, by their panel: what is seen, and what may change. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { visit } from "./page.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** @param {Page} page @returns {Promise<string[]>} */
const names = async (page) => (await page.call("layers")).map((/** @type {{name: string}} */ { name }) => name);

/** The names as the panel shows them, the topmost first. @param {Page} page @returns {Promise<string[]>} */
const shown = (page) => page.driver.executeScript("return [...document.querySelectorAll('.layer-name')].map((e) => e.textContent)");

test("layers are added, chosen, renamed, duplicated, moved, deleted, and each is undone", () =>
  visit({}, async (page) => {
    await page.paint(["R.."]);
    await page.click("#layer-add");
    assert.deepEqual([await names(page), await shown(page)], [["Layer 1", "Layer 2"], ["Layer 2", "Layer 1"]]);
    await page.call("setColor", "#0000ff");
    await page.drag([[0, 0], [1, 0]]);
    assert.deepEqual(await page.letters(), ["BB."], "the upper layer covers");
    await page.click("#layer-down");
    assert.deepEqual(await page.letters(), ["RB."]);
    await page.click("#layer-up");
    assert.deepEqual(await page.letters(), ["BB."]);
    const name = await page.find('[data-layer="1"] .layer-name');
    await page.driver.actions().doubleClick(name).perform();
    await page.fill({ name: "Sky" });
    await page.click("#form-ok");
    assert.deepEqual(await names(page), ["Layer 1", "Sky"]);
    await page.click("#layer-duplicate");
    assert.deepEqual(await names(page), ["Layer 1", "Sky", "Sky copy"]);
    await page.click("#layer-delete");
    await page.click('[data-layer="0"] .layer-name');
    assert.deepEqual(await page.call("active"), { layer: 0, frame: 0 });
    await page.click("#layer-delete");
    assert.deepEqual([await names(page), await page.letters()], [["Sky"], ["BB."]]);
    const steps = await page.steps();
    for (let i = 0; i < steps; i += 1) await page.undo();
    assert.deepEqual([await names(page), await page.letters()], [["Layer 1"], ["R.."]]);
    for (let i = 0; i < steps; i += 1) await page.redo();
    assert.deepEqual([await names(page), await page.letters()], [["Sky"], ["BB."]]);
  }));

test("a hidden or locked layer is not painted on, and says so; one that keeps its alpha keeps it", () =>
  visit({}, async (page) => {
    await page.paint(["R.."]);
    await page.call("setColor", "#0000ff");
    for (const [toggle, said] of [[".lock", "locked"], [".eye", "hidden"]]) {
      await page.click(`[data-layer="0"] ${toggle}`);
      await page.drag([[0, 0], [2, 0]]);
      assert.equal(await page.message(said), `layer "Layer 1": it is ${said}`);
      assert.equal(await page.call("celPixel", 0, 0, 0, 0), "#ff0000ff");
      await page.click(`[data-layer="0"] ${toggle}`);
    }
    await page.click('[data-layer="0"] .alpha');
    await page.drag([[0, 0], [2, 0]]);
    assert.deepEqual(await page.letters(), ["B.."]);
  }));

test("opacity and blend mode change what is seen, a slider's drag as one step", () =>
  visit({}, async (page) => {
    await page.paint(["W"]);
    await page.click("#layer-add");
    await page.call("setColor", "#ff0000");
    await page.drag([[0, 0]]);
    for (const opacity of ["200", "128"]) await page.set("#layer-opacity", opacity);
    // Red at 128 of 255 over white: 255, and 255 less 128 of them.
    assert.equal(await page.pixel(0, 0), "#ff7f7fff");
    await page.undo();
    assert.equal(await page.pixel(0, 0), "#ff0000ff");
    await (await page.find("#layer-blend")).sendKeys("Difference");
    await page.until("the difference of red and white", async () => (await page.pixel(0, 0)) === "#00ffffff");
    await page.click('[data-layer="1"] .eye');
    assert.equal(await page.pixel(0, 0), "#ffffffff");
  }));

test("a layer is merged down as it is seen", () =>
  visit({}, async (page) => {
    await page.paint(["WR."]);
    await page.click("#layer-add");
    await page.call("setColor", "#00ff00");
    await page.drag([[0, 0], [2, 0]]);
    await page.call("run", "layer.blend", { blend: "multiply" });
    const before = await page.letters();
    assert.deepEqual(before, ["GKG"]);
    await page.click("#layer-merge");
    assert.deepEqual([await page.letters(), await names(page)], [before, ["Layer 1"]]);
    await page.undo();
    assert.equal(await page.call("celPixel", 1, 0, 1, 0), "#00ff00ff");
    await page.press(Key.PAGE_DOWN);
    assert.equal((await page.call("active")).layer, 0);
    await page.press(Key.PAGE_UP);
    assert.equal((await page.call("active")).layer, 1);
  }));
