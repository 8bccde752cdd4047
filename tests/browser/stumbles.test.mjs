/** What a stranger stumbled over: names that disagreed, drags that took too much, keys and buttons that did nothing, messages that stayed. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { labels, lay } from "./grids.mjs";
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

test("a drag takes one layer of a group, though the group was just made or its row pressed, a drag of the row takes all, and commands name the group", () =>
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

    const entries = async () => {
      await page.click("[data-menu=Layer]");
      const found = await page.driver.executeScript("return ['ungroup', 'rename'].map((id) => document.querySelector(`[data-command=\"group.${id}\"]`)).map((entry) => [entry.children[1].textContent, entry.ariaDisabled === 'true'])");
      await page.press(Key.ESCAPE);
      return found;
    };
    assert.deepEqual(await entries(), [["Ungroup “Group 1”", false], ["Rename group “Group 1”…", false]], "its commands name it");
    await page.click(layer(2));
    assert.deepEqual(await entries(), [["Ungroup layers", true], ["Rename group…", true]], "a layer that is in none has none");
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

test("why something failed is said over the picture's edge until something succeeds, and a short message beside it", () =>
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
    const places = () => page.glance(`return ["#message", "#stage"].map((name) => {
      const { top, bottom } = document.querySelector(name).getBoundingClientRect();
      return { top, bottom };
    })`);
    const [failure, stage] = await places();
    assert.ok(failure.bottom < stage.bottom, `it stands over the picture's edge: ${JSON.stringify([failure, stage])}`);
    await page.press("e");
    await page.until("it goes with another tool", async () => !(await shown()));
    await page.undo();
    await page.until("what was undone", async () => (await page.text("#message")).startsWith("Undid"));
    const [short, below] = await places();
    assert.ok(short.top >= below.bottom, `what is short stands beside the picture: ${JSON.stringify([short, below])}`);
  }));
