/** The panel of layers: its buttons and rows, names that are edited there, and how layers are mixed. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { can } from "./browsers.mjs";
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

/** Paints one row in a colour. @param {Page} page @param {string} color @param {number} row @param {number} from @param {number} to */
async function paint(page, color, row, from, to) {
  await page.call("setColor", color);
  await page.drag([[from, row], [to, row]]);
}

/** Three layers: red at the bottom, green in the middle, blue on top, each a pixel further right. @param {Page} page */
async function three(page) {
  await lay(page, ["RRR...", "......"]);
  await page.call("run", "layer.rename", { name: "red" });
  for (const [name, color, from] of /** @type {[string, string, number][]} */ ([["green", "#00ff00", 1], ["blue", "#0000ff", 2]])) {
    await page.click("#layer-add");
    await page.call("run", "layer.rename", { name });
    await paint(page, color, 0, from, from + 2);
  }
  assert.deepEqual([await listed(page), await page.letters()], ["[blue] green red", ["RGBBB.", "......"]]);
}

/** @param {number} layer @param {string} part */
const row = (layer, part) => `.layer[data-layer="${layer}"] .${part}`;

/** Which of the panel's buttons can be pressed, of those that not every layer has a use for. @param {Page} page @returns {Promise<string>} */
const enabled = (page) =>
  page.driver.executeScript(`
    return ["up", "down", "merge", "delete"].filter((name) => !document.querySelector("#layer-" + name).disabled).join(" ");`);

test("the panel lists layers, and its buttons and keys add, copy, move, merge, delete and choose them", () =>
  visit({}, async (page) => {
    assert.equal(await enabled(page), "", "of one layer alone");
    await three(page);
    assert.equal(await enabled(page), "down merge delete", "of the topmost");
    await page.click("#layer-down");
    assert.deepEqual([await listed(page), await page.letters()], ["green [blue] red", ["RGGGB.", "......"]]);
    await page.click(row(0, "layer-name"));
    assert.deepEqual([await listed(page), await enabled(page)], ["green blue [red]", "up delete"]);
    await page.click("#layer-up");
    assert.equal(await listed(page), "green [red] blue");
    await page.click("#layer-duplicate");
    assert.equal(await listed(page), "green [red copy] red blue");
    await page.press(Key.PAGE_UP);
    assert.equal(await listed(page), "[green] red copy red blue");
    await page.press(Key.PAGE_DOWN);
    await page.click("#layer-merge");
    assert.equal(await listed(page), "green [red] blue");
    await page.menu("layer.up");
    assert.equal(await listed(page), "[red] green blue");
    await page.click("#layer-delete");
    assert.deepEqual([await listed(page), await page.letters()], ["[green] blue", [".GGGB.", "......"]]);
    await page.undo();
    assert.deepEqual([await listed(page), await page.letters()], ["[red] green blue", ["RRRGB.", "......"]], "the panel follows undo");
    // What merging can't keep is said beside the command, on the button, and afterwards.
    await page.call("run", "layer.blend", { layer: 1, blend: "multiply" });
    await page.click('[data-menu="Layer"]');
    assert.match(await page.text('[data-command="layer.merge-down"] small'), /^The merged layer looks alike, but/);
    await page.press(Key.ESCAPE);
    await page.click("#layer-merge");
    assert.match(await page.message("no longer blends"), /^The merged layer looks alike, but/);
    assert.match(await (await page.find("#layer-merge")).getAttribute("title") ?? "", /\nThe merged layer looks alike, but/);

    // The active one is scrolled to in its list, and the panels beside it stay where they are.
    await page.call("newDocument", { width: 8, height: 8 });
    await page.resize(1280, 720);
    await page.driver.executeScript("document.querySelector('#panel').scrollTop = 0; for (let i = 0; i < 14; i += 1) undoodle.run('layer.add')");
    assert.equal(await page.driver.executeScript("return document.querySelector('#panel').scrollTop"), 0);
    await page.call("run", "layer.choose", { layer: 0 });
    assert.equal(await page.driver.executeScript("return document.querySelector('#panel').scrollTop"), 0);
    assert.ok(await page.driver.executeScript("return document.querySelector('.layer-list').scrollTop > 0"));
  }));

test("a row's toggles hide and lock its layer without choosing it, a note has a mark, and a double click renames", () =>
  visit({}, async (page) => {
    await three(page);
    const pressed = async (/** @type {string} */ part) => (await page.find(row(1, part))).getAttribute("aria-pressed");
    await page.click(row(1, "eye"));
    assert.deepEqual([await page.letters(), await pressed("eye"), await listed(page)], [["RRBBB.", "......"], "false", "[blue] green red"]);
    await page.click(row(1, "layer-name"));
    await page.drag([[0, 1], [5, 1]]);
    assert.equal(await page.message("hidden"), 'layer "green": it is hidden, so show it first');
    await page.click(row(1, "eye"));
    await page.click(row(1, "lock"));
    assert.deepEqual([await page.letters(), await pressed("lock")], [["RGBBB.", "......"], "true"]);
    // A form shows the sentence where the picture would have shown the edit.
    await page.menu("edit.hue");
    assert.equal(await page.text("#form-error"), 'layer "green": it is locked, so unlock it first');
    await page.press(Key.ESCAPE);
    await page.undo();
    await page.click(row(1, "alpha"));
    assert.deepEqual([await pressed("lock"), await pressed("alpha")], ["false", "true"], "undo unlocks");
    await paint(page, "#000000", 0, 0, 5);
    assert.deepEqual(await page.letters(), ["RKBBB.", "......"]);
    const notes = () => page.driver.executeScript("return [...document.querySelectorAll('.layer')].map((row) => row.querySelector('.layer-note')?.title ?? '')");
    await page.form("layer.note", { note: "to do: shade" });
    assert.deepEqual(await notes(), ["", "to do: shade", ""]);
    await page.form("layer.note", { note: "" });
    assert.deepEqual(await notes(), ["", "", ""]);

    if (!can("double click")) return;
    const rename = async (/** @type {string[]} */ ...keys) => {
      const name = row(1, "layer-name");
      await page.driver.executeScript("arguments[0].scrollIntoView({ block: 'center' })", await page.find(name));
      // What comes sooner after the last one is its third press, by the clock of who counts by one.
      await page.driver.actions().pause(550).perform();
      await page.doubleClick(name);
      await page.until("a field", () => page.driver.executeScript("return document.activeElement.id === 'layer-name'"));
      // The old name is chosen, so that typing takes its place.
      await page.driver.actions().sendKeys(...keys).perform();
    };
    await rename("leaves", Key.ENTER);
    assert.deepEqual([await listed(page), (await labels(page)).at(-1)], ["blue [leaves] red", "Rename layer"]);
    const made = await page.steps();
    await rename("other", Key.ESCAPE);
    assert.deepEqual([await page.asked(), await listed(page), await page.steps()], [false, "blue [leaves] red", made]);
    await rename(Key.DELETE, Key.ENTER);
    await page.message("the name is empty: enter");
    assert.equal(await listed(page), "blue [leaves] red");
  }));

test("a layer is clipped to the one below from the menu, is marked, and is merged as it looks", () =>
  visit({}, async (page) => {
    await lay(page, [".RR..."]);
    await page.click("#layer-add");
    await paint(page, "#0000ff", 0, 2, 5);
    assert.deepEqual(await page.letters(), [".RBBBB"]);
    const marked = () => page.driver.executeScript("return [...document.querySelectorAll('.layer')].map((row) => row.querySelector('.layer-clipped')?.title ?? '')");
    await page.menu("layer.clipped");
    assert.deepEqual([await page.letters(), await marked()], [[".RB..."], ["Clipped to the layer below", ""]]);
    // What is painted on is seen where the base is, and the base shows more of it.
    await paint(page, "#00ff00", 0, 0, 1);
    assert.deepEqual(await page.letters(), [".GB..."]);
    await page.press(Key.PAGE_DOWN);
    await paint(page, "#ff0000", 0, 3, 3);
    assert.deepEqual(await page.letters(), [".GBB.."]);
    await page.press(Key.PAGE_UP);
    await page.click("#layer-merge");
    assert.deepEqual([await page.letters(), await marked()], [[".GBB.."], [""]]);
    await page.undo();
    assert.deepEqual([await page.letters(), await marked()], [[".GBB.."], ["Clipped to the layer below", ""]]);
  }));

test("a layer's opacity is slid, its blend mode is chosen in a list or tried in a form, and keys mean the picture again", () =>
  visit({}, async (page) => {
    await lay(page, ["WRK"]);
    await page.click("#layer-add");
    await paint(page, "#00ff00", 0, 0, 2);
    const slider = await page.find("#layer-opacity");
    const made = await page.steps();
    // What follows each other at once is one slide, and one step.
    await slider.sendKeys(Key.ARROW_LEFT, Key.ARROW_LEFT, Key.ARROW_LEFT);
    assert.deepEqual([(await page.call("layers"))[1].opacity, await page.steps()], [252, made + 1]);
    await page.undo();
    assert.equal(await (await page.find("#layer-opacity")).getProperty("value"), "255", "the slider follows undo");
    await slider.click();
    const { opacity } = (await page.call("layers"))[1];
    assert.ok(Math.abs(opacity - 128) < 16, `${opacity} in the middle of the slider`);
    await page.undo();
    // Green times white, red and black; green and each, the greater of each channel; their distance.
    await page.choose("#layer-blend", "multiply");
    assert.deepEqual(await page.letters(), ["GKK"]);
    if (can("lists")) {
      // Normal, Multiply, Screen.
      await page.click("#layer-blend");
      for (const key of [Key.HOME, Key.ARROW_DOWN, Key.ARROW_DOWN, Key.ENTER]) await page.press(key);
      assert.deepEqual(await page.letters(), ["W#ffff00ffG"]);
      await page.undo();
    }
    await page.menu("layer.blend");
    await page.fill({ blend: "difference" });
    assert.deepEqual(await page.letters(), ["#ff00ffff#ffff00ffG"]);
    assert.equal(await page.driver.executeScript("return getComputedStyle(document.querySelector('#form-dialog'), '::backdrop').backgroundColor"), "rgba(0, 0, 0, 0)", "the picture is seen");
    await page.press(Key.ESCAPE);
    await page.until("no form", async () => !(await page.asked()));
    assert.deepEqual([await page.letters(), await page.steps()], [["GKK"], made + 1]);
    await page.undo();
    assert.equal(await (await page.find("#layer-blend")).getProperty("value"), "normal", "the list follows undo");
    await page.press("e");
    assert.equal((await page.call("tool")).id, "eraser");
  }));

test("a background takes the secondary colour where it is erased, and it and a reference layer are marked", () =>
  visit({}, async (page) => {
    await lay(page, ["RRR...", "......"]);
    await page.menu("layer.to-background");
    assert.deepEqual(await page.letters(), ["RRRWWW", "WWWWWW"], "white, as the secondary colour is transparent");
    await page.call("setTool", "eraser");
    await page.drag([[0, 0], [1, 0]]);
    assert.deepEqual(await page.letters(), ["WWRWWW", "WWWWWW"]);
    await page.find(row(0, "layer-background"));
    await page.click("#layer-add");
    await page.call("setTool", "pencil");
    await paint(page, "#0000ff", 1, 0, 5);
    await page.menu("layer.reference");
    assert.deepEqual(await page.letters(), ["WWRWWW", "BBBBBB"]);
    await page.find(row(1, "layer-reference"));
    const off = async () => {
      const commands = /** @type {{id: string, enabled: boolean}[]} */ (await page.call("commands"));
      return ["layer.down", "layer.up", "group.add", "layer.opacity"].filter((id) => !commands.find((each) => each.id === id)?.enabled);
    };
    assert.deepEqual(await off(), ["layer.down", "layer.up"], "it is right above the background");
    await page.call("run", "layer.choose", { layer: 0 });
    assert.deepEqual(await off(), ["layer.down", "layer.up", "group.add", "layer.opacity"]);
    await page.call("run", "layer.choose", { layer: 1 });
    await page.menu("frame.add");
    await page.until("both marks in the timeline", () => page.driver.executeScript("return document.querySelectorAll('.cels-names :is(.layer-background, .layer-reference)').length === 2"));
    await page.undo();
    await page.undo();
    await page.until("no mark", () => page.driver.executeScript("return !document.querySelector('#layers .layer-reference')"));
  }));
