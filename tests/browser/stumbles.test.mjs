/** What a stranger stumbled over: names that disagreed, drags that took too much, keys and buttons that did nothing, messages that stayed. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { labels, lay } from "./grids.mjs";
import { on } from "./screens.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** The layers from the bottom up, with their groups' names. @param {Page} page @returns {Promise<string>} */
const made = (page) =>
  page.driver.executeScript(`
    const groups = new Map(undoodle.groups().map(({ id, name }) => [id, name]));
    return undoodle.layers().map(({ name, group }) => name + (group === null ? "" : "/" + groups.get(group))).join(" ");`);

/** Layers a, b and c from the bottom up; c is the active one. @param {Page} page */
async function three(page) {
  await page.resize(1100, 900);
  await lay(page, ["R...", "...."]);
  for (const [at, name] of ["a", "b", "c"].entries()) {
    if (at > 0) await page.call("run", "layer.add");
    await page.call("run", "layer.rename", { name });
  }
}

/** @param {number} layer */
const layer = (layer) => `.layer[data-layer="${layer}"] .layer-name`;

/** Drags from the middle of one element to a part of the height of another. @param {Page} page @param {string} from @param {string} to @param {number} part */
async function pull(page, from, to, part) {
  const box = (/** @type {string} */ css) => page.driver.executeScript("return document.querySelector(arguments[0]).getBoundingClientRect().toJSON()", css);
  await page.driver.executeScript("document.querySelector(arguments[0]).scrollIntoView({ block: 'center' })", to);
  const [start, end] = [await box(from), await box(to)];
  const at = (/** @type {number} */ x, /** @type {number} */ y) => ({ x: Math.round(x), y: Math.round(y), duration: 0 });
  const [x, y, goal] = [start.left + start.width / 2, start.top + start.height / 2, end.top + end.height * part];
  await page.driver.actions().move(at(x, y)).press().move(at(x, (y + goal) / 2)).move(at(x, goal)).release().perform();
}

/** Waits for a text in an element. @param {Page} page @param {string} css @param {string} text */
async function says(page, css, text) {
  let found = "";
  await page.until(`“${text}” in ${css}`, async () => {
    found = String(await page.driver.executeScript("return document.querySelector(arguments[0])?.textContent.replace(/\\s+/g, ' ').trim()", css));
    return found === text;
  }).catch(() => assert.equal(found, text));
}

test("a drag takes one layer of a group, though the group was just made or its row pressed, and a drag of the row takes all", () =>
  visit({}, async (page) => {
    await three(page);
    await page.click(layer(1));
    await page.clickWith(layer(2), Key.CONTROL);
    await page.press("g", Key.CONTROL);
    assert.equal(await made(page), "a b/Group 1 c/Group 1");
    const steps = await page.steps();
    for (const pressed of [false, true]) {
      if (pressed) await page.click(".layer-group .layer-name");
      await pull(page, layer(2), '.layer[data-layer="0"]', 0.9);
      assert.equal(await made(page), "c a b/Group 1");
      assert.equal(await page.steps(), steps + 1, "one step");
      await page.undo();
    }
    await page.click(".layer-group .layer-name");
    await pull(page, ".layer-group .layer-name", '.layer[data-layer="0"]', 0.9);
    assert.equal(await made(page), "b/Group 1 c/Group 1 a");
  }));

test("commands of a group name it, and are disabled for a layer that is in none", () =>
  visit({}, async (page) => {
    await three(page);
    await page.press("g", Key.CONTROL);
    await page.call("run", "group.rename", { name: "Hero" });
    const entries = async () => {
      await page.click("[data-menu=Layer]");
      const found = await page.driver.executeScript(`
        return [...document.querySelectorAll('[data-command^="group."]:not([data-command="group.add"])')].map((entry) => [entry.children[1].textContent, entry.ariaDisabled === "true"]);`);
      await page.press(Key.ESCAPE);
      return /** @type {[string, boolean][]} */ (found);
    };
    assert.deepEqual(await entries(), [
      "Ungroup “Hero”", "Rename group “Hero”…", "Show or hide group “Hero”", "Lock or unlock group “Hero”", "Move group “Hero” up",
      "Move group “Hero” down", "Duplicate group “Hero”", "Merge group “Hero”", "Delete group “Hero”",
    ].map((label) => [label, label === "Move group “Hero” up"]), "it is at the top already");
    await page.click(layer(0));
    const off = await entries();
    assert.deepEqual(off[1], ["Rename group…", true]);
    assert.ok(off.every(([, disabled]) => disabled));
    // The group's own row is about that group, whichever layer is active.
    await page.click(".layer-group .eye");
    assert.equal((await page.call("groups"))[0].visible, false);
  }));

test("F2 renames the layer, the group or the frame whose name was pressed last", () =>
  visit({}, async (page) => {
    await three(page);
    const focused = (/** @type {string} */ id) => page.until(`the focus in #${id}`, () => page.driver.executeScript("return document.activeElement.id === arguments[0]", id));
    const rename = async (/** @type {string} */ name) => {
      await page.press(Key.F2);
      await focused("layer-name");
      await page.driver.actions().sendKeys(name, Key.ENTER).perform();
    };
    await page.click(layer(1));
    await rename("leaves");
    assert.equal(await made(page), "a leaves c");
    await page.press("g", Key.CONTROL);
    await page.click(".layer-group .layer-name");
    await rename("Tree");
    assert.equal(await made(page), "a leaves/Tree c");
    // In the timeline a form takes the name.
    await page.call("run", "frame.add");
    const renameBelow = async (/** @type {string} */ css, /** @type {string} */ name) => {
      await page.click(css);
      await page.press(Key.F2);
      await page.until("the form", () => page.asked());
      await page.fill({ name });
      await page.click("#form-ok");
    };
    await renameBelow(".cels-name[data-layer='2']", "sky");
    assert.equal(await made(page), "a leaves/Tree sky");
    await renameBelow(".cels-group", "Bush");
    assert.equal(await made(page), "a leaves/Bush sky");
    await page.click(".frame");
    await page.press(Key.F2);
    await focused("frame-duration");
    await page.driver.actions().sendKeys("250", Key.ENTER).perform();
    assert.equal((await page.call("frames"))[0].duration, 250);
    // Another press, and it is about the layer again.
    await page.click(".cels-name[data-layer='0']");
    await page.press(Key.F2);
    await page.until("the form", () => page.asked());
    assert.equal(await page.driver.executeScript("return document.querySelector('#form-name').value"), "a");
  }));

test("the handle that turns stands where it can be reached, wherever the box is", needs("other buttons"), () =>
  visit({}, async (page) => {
    await lay(page, ["RG........", "BK........", "..........", "..........", "..........", ".........."]);
    await page.press("m");
    await page.drag([[0, 0], [1, 1]]);
    await page.press("t", Key.SHIFT);
    const reached = () => page.driver.executeScript(`
      const handle = document.querySelector("[data-handle=turn]");
      const { left, right, top, bottom } = handle.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const box = document.querySelector("#transform-box").getBoundingClientRect();
      const side = y < box.top ? "above" : y > box.bottom ? "below" : x > box.right ? "right" : x < box.left ? "left" : "inside";
      return document.elementFromPoint(x, y) === handle ? { side, x: Math.round(x), y: Math.round(y) } : { side: "covered by " + document.elementFromPoint(x, y)?.outerHTML.slice(0, 60) };`);
    const view = (/** @type {number} */ row) => page.driver.executeScript(`
      const { top } = document.querySelector("#stage").getBoundingClientRect();
      const { x, y } = undoodle.clientPoint(0, arguments[0]);
      return { x, y, top };`, row);
    assert.equal((await reached()).side, "above");
    // The wheel button drags the picture until the box is at the stage's upper edge.
    const [{ y, top }, far] = [await view(0), await page.client([8, 4])];
    await page.driver.actions().move({ ...far, duration: 0 }).press(1).move({ x: far.x + 20, y: far.y - Math.round(y - top) + 14, duration: 0 }).release(1).perform();
    const { side, x: from, y: height } = await reached();
    assert.notEqual(side, "above");
    assert.ok(["below", "left", "right"].includes(side), side);
    // It turns the box from there, too: half around its middle.
    const middle = await page.driver.executeScript("const { left, right, top, bottom } = document.querySelector('#transform-box').getBoundingClientRect(); return { x: (left + right) / 2, y: (top + bottom) / 2 }");
    await page.driver.actions().move({ x: from, y: height, duration: 0 }).press()
      .move({ x: Math.round(middle.x + (height - middle.y)), y: Math.round(middle.y - (from - middle.x)), duration: 0 })
      .move({ x: Math.round(2 * middle.x - from), y: Math.round(2 * middle.y - height), duration: 0 }).release().perform();
    await page.press(Key.ENTER);
    assert.deepEqual((await page.letters()).slice(0, 2), ["KB........", "GR........"]);
    assert.equal((await labels(page)).at(-1), "Transform");
  }));

test("why something failed is said until something succeeds", () =>
  visit({}, async (page) => {
    await page.drag([[3, 3], [20, 3]]);
    await page.click(".layer .lock");
    await page.drag([[3, 9], [20, 9]]);
    assert.equal(await page.message("locked"), 'layer "Layer 1": it is locked, so unlock it first');
    const shown = () => page.driver.executeScript("return document.querySelector('#message').matches('.shown')");
    await page.moveTo([30, 30]);
    assert.equal(await shown(), true, "a move of the pointer is nothing done");
    await page.click(".layer .lock");
    await page.until("it goes", async () => !(await shown()));
    await page.call("run", "layer.locked");
    await page.drag([[3, 9], [20, 9]]);
    await page.message("locked");
    await page.press("e");
    await page.until("it goes with another tool", async () => !(await shown()));
  }));

test("on a phone cels are linked and unlinked in the sheet of frames", needs("emulation"), () =>
  visit({}, async (page) => {
    await on(page, { width: 390, height: 844 }, async () => {
      await page.click("#sheet-frames");
      await page.click("#frame-add");
      await page.click("#frame-add-linked");
      assert.deepEqual((await page.call("layers"))[0].links, [[1, 2]]);
      await page.click("#frame-unlink");
      assert.deepEqual((await page.call("layers"))[0].links, []);
      await page.click("#frame-link");
      await page.until("the form", () => page.asked());
      await page.fill({ with: "all" });
      await page.click("#form-ok");
      assert.deepEqual((await page.call("layers"))[0].links, [[0, 1, 2]]);
      const { wide, frame } = await page.driver.executeScript("return { wide: document.documentElement.scrollWidth, frame: document.querySelector('.frame').getBoundingClientRect().height }");
      assert.ok(wide <= 390 && frame > 40, `${wide}, ${frame}`);
    });
  }));

test("a branch is gone to by what its last step was, and what made way for steps that were brought back is offered in its turn", () =>
  visit({}, async (page) => {
    await page.drag([[3, 3], [20, 3]]);
    await page.undo();
    await page.call("run", "layer.add");
    await page.undo();
    await page.drag([[3, 9], [20, 9]]);
    await page.menu("history.branch");
    await page.until("the form", () => page.asked());
    const offered = await page.driver.executeScript("return [...document.querySelectorAll('#form-branch option')].map(({ textContent }) => textContent.split(' · ').slice(0, 2).join())");
    assert.deepEqual(offered, ["New layer,Deleted layer", "Pencil,Layer 1"]);
    await page.choose("#form-branch", "0");
    await page.click("#form-ok");
    assert.deepEqual(await Promise.all([page.pixel(5, 3), page.pixel(5, 9)]), ["#000000ff", "#00000000"]);

    await page.call("newDocument", { width: 64, height: 64 });
    for (const y of [3, 6]) await page.drag([[3, y], [20, y]]);
    for (let i = 0; i < 2; i += 1) await page.undo();
    for (const y of [9, 12, 15]) await page.drag([[3, y], [20, y]]);
    for (let i = 0; i < 3; i += 1) await page.undo();
    const rows = async () => [...new Set((await page.painted()).map((place) => Number(place.split(",")[1])))];
    await says(page, "#status-aside", "2 set aside · bring back");
    await page.click("#status-aside");
    assert.deepEqual(await rows(), [3, 6]);
    await says(page, "#status-aside", "3 set aside · bring back");
    await page.click("#status-aside");
    assert.deepEqual(await rows(), [3, 6, 9, 12, 15]);
    await page.until("nothing is aside", () => page.driver.executeScript("return document.querySelector('#status-aside') === null"));
  }));

test("a form asks what it applies to as soon as there is a choice, and is about the tag that is chosen by its name", () =>
  visit({}, async (page) => {
    await lay(page, ["R...", "...."]);
    const opens = async (/** @type {string} */ id) => {
      await page.menu(id);
      await page.until("the form", () => page.asked());
    };
    for (const asks of [false, true]) {
      if (asks) await page.call("run", "frame.add");
      await opens("edit.hue");
      assert.equal(await page.driver.executeScript("return document.querySelector('#form-reach') !== null"), asks);
      await page.press(Key.ESCAPE);
    }
    for (let i = 0; i < 2; i += 1) await page.call("run", "frame.add");
    await page.call("run", "frame.tag", { name: "walk", from: 0, to: 1 });
    await page.call("run", "frame.tag", { name: "jump", from: 2, to: 3, direction: "reverse" });
    await opens("frame.edit-tag");
    await page.choose("#form-tag", "1");
    const values = () => page.driver.executeScript("return ['name', 'from', 'to', 'direction'].map((name) => document.querySelector(`#form-${name}`).value)");
    assert.deepEqual(await values(), ["jump", "3", "4", "reverse"]);
    await page.fill({ name: "leap" });
    await page.click("#form-ok");
    assert.deepEqual((await page.call("tags")).map((/** @type {any} */ { name, from }) => [name, from]), [["walk", 0], ["leap", 2]]);
  }));
