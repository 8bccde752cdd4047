/** Several layers at once, cels of many frames at once, and pixels that come back to their place. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { labels, lay } from "./grids.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** The names, the topmost first; the active one is in brackets, others that are chosen in braces. @param {Page} page @returns {Promise<string>} */
const listed = (page) =>
  page.driver.executeScript(`
    return [...document.querySelectorAll("#layers .layer")].map((row) => {
      const name = row.querySelector(".layer-name").textContent.trim();
      if (row.getAttribute("aria-current") === "true") return "[" + name + "]";
      return row.querySelector(".layer-name").getAttribute("aria-pressed") === "true" ? "{" + name + "}" : name;
    }).join(" ");`);

/** Four layers, a to d from the bottom up, each with a pixel of its own. @param {Page} page */
async function four(page) {
  await lay(page, ["R...", "...."]);
  await page.call("run", "layer.rename", { name: "a" });
  for (const [i, name] of ["b", "c", "d"].entries()) {
    await page.call("run", "layer.add");
    await page.call("run", "layer.rename", { name });
    await page.call("setColor", "#00ff00");
    await page.drag([[i + 1, 0]]);
  }
}

/** @param {number} layer */
const row = (layer) => `.layer[data-layer="${layer}"] .layer-name`;

/** @param {Page} page @param {string} css @returns {Promise<{x: number, y: number, top: number, bottom: number}>} */
const place = (page, css) =>
  page.driver.executeScript(
    `const { left, right, top, bottom } = document.querySelector(arguments[0]).getBoundingClientRect();
     return { x: Math.round((left + right) / 2), y: Math.round((top + bottom) / 2), top, bottom };`,
    css,
  );

/** @param {Page} page @param {{x: number, y: number}} from @param {{x: number, y: number}} to */
async function pull(page, from, to) {
  const at = ({ x = 0, y = 0 }) => ({ x: Math.round(x), y: Math.round(y), duration: 0 });
  await page.driver.actions().move(at(from)).press().move(at({ x: from.x, y: (from.y + to.y) / 2 })).move(at(to)).release().perform();
}

/** Does something that is one step, and sees that undo gives all layers back. @param {Page} page @param {string} label @param {() => Promise<unknown>} run @param {string} names */
async function step(page, label, run, names) {
  const [before, made] = [(await listed(page)).replace(/[[\]{}]/g, ""), await page.steps()];
  await run();
  assert.equal(await listed(page), names);
  assert.deepEqual([await page.steps(), (await labels(page))[made]], [made + 1, label]);
  await page.undo();
  assert.equal((await listed(page)).replace(/[[\]{}]/g, ""), before, `${label}, undone`);
}

test("layers are chosen together with Ctrl and Shift, and merged, moved and deleted as one step", () =>
  visit({}, async (page) => {
    await four(page);
    const choose = async () => {
      await page.click(row(0));
      await page.clickWith(row(2), Key.CONTROL);
      assert.equal(await listed(page), "d [c] b {a}");
    };
    await choose();
    await step(page, "Move layer up", () => page.click("#layer-up"), "[c] d {a} b");
    await choose();
    await step(page, "Delete layer", () => page.click("#layer-delete"), "d [b]");
    await choose();
    await step(page, "Merge down", () => page.click("#layer-merge"), "d b [a]");
    assert.deepEqual(await page.letters(), ["RGGG", "...."]);
    await page.click(row(1));
    await page.clickWith(row(3), Key.SHIFT);
    assert.equal(await listed(page), "{d} {c} [b] a");
    await page.clickWith(row(2), Key.CONTROL);
    assert.equal(await listed(page), "{d} c [b] a");
    await page.click(row(0));
    assert.equal(await listed(page), "d c b [a]", "a plain click chooses one");
    await page.clickWith(row(3), Key.SHIFT);
    assert.equal(await (await page.find("#layer-delete")).isEnabled(), false, "some layer stays");
  }));

test("layers are dragged to another place, alone or with those chosen", () =>
  visit({}, async (page) => {
    await page.resize(1100, 860);
    await four(page);
    const [top, bottom] = [await place(page, row(3)), await place(page, row(0))];
    await step(page, "Move layer", () => pull(page, bottom, { x: top.x, y: top.top + 3 }), "[a] d c b");
    await page.click(row(3));
    await step(page, "Move layer", () => pull(page, top, { x: bottom.x, y: bottom.bottom - 3 }), "c b a [d]");
    await page.click(row(0));
    await page.clickWith(row(3), Key.CONTROL);
    await step(page, "Move layer", () => pull(page, top, { x: bottom.x, y: bottom.top + 3 }), "c b [d] {a}");
    await page.click(row(3));
    const made = await page.steps();
    await pull(page, top, { x: top.x, y: top.bottom - 6 });
    assert.equal(await page.steps(), made, "what stays where it is makes no step");
  }));

test("keys go through the layers, choose several, move and rename them", () =>
  visit({}, async (page) => {
    await four(page);
    await page.tabTo(".layer.active .layer-name");
    const focused = (/** @type {string} */ name) =>
      page.until(`the focus on ${name}`, () => page.driver.executeScript("return document.activeElement.matches('.layer-name') && document.activeElement.textContent === arguments[0]", name));
    await page.press(Key.ARROW_DOWN);
    await focused("c");
    await page.press(Key.ARROW_DOWN, Key.SHIFT);
    assert.equal(await listed(page), "d [c] {b} a");
    await page.press(Key.ARROW_UP, Key.ALT);
    assert.equal(await listed(page), "[c] {b} d a");
    assert.equal((await labels(page)).at(-1), "Move layer up");
    await focused("c");
    await page.press(Key.F2);
    await page.until("a field", () => page.driver.executeScript("return document.activeElement.id === 'layer-name'"));
    await page.driver.actions().sendKeys("ink", Key.ENTER).perform();
    assert.equal(await listed(page), "[ink] {b} d a");
    await focused("ink");
  }));

/** The first row of each frame of the lowest layer. @param {Page} page @returns {Promise<string[]>} */
const film = (page) =>
  page.driver.executeScript(`
    const { width } = undoodle.size();
    const letters = { "#00000000": ".", "#ff0000ff": "R", "#00ffffff": "C", "#00ff00ff": "G", "#ff00ffff": "M" };
    return undoodle.frames().map((_, frame) => Array.from({ length: width }, (_, x) => letters[undoodle.celPixel(0, frame, x, 0)] ?? "?").join(""));`);

/** Two frames: red at the left, green in the second column; a tag on the second. @param {Page} page */
async function two(page) {
  await lay(page, ["R....", "....."]);
  await page.call("run", "frame.add");
  await page.call("setColor", "#00ff00");
  await page.drag([[1, 0]]);
  await page.call("run", "frame.add");
  await page.call("run", "frame.choose", { frame: 1 });
}

test("edits apply to all frames as long as that is chosen, each as one step", () =>
  visit({}, async (page) => {
    await two(page);
    const made = await page.steps();
    await page.choose("#edit-reach", "frames");
    await page.press("h", Key.SHIFT);
    assert.deepEqual(await film(page), ["....R", "...G.", "....."]);
    await page.press("i", Key.CONTROL);
    assert.deepEqual(await film(page), ["....C", "...M.", "....."]);
    assert.equal(await page.steps(), made + 2);
    await page.undo();
    await page.undo();
    assert.deepEqual(await film(page), ["R....", ".G...", "....."]);
    await page.menu("edit.center");
    assert.deepEqual(await film(page), [".R...", "..G..", "....."], "all by one distance");
    await page.undo();
    await page.choose("#edit-reach", "cel");
    await page.press(Key.ESCAPE);
    await page.press("h", Key.SHIFT);
    assert.deepEqual(await film(page), ["R....", "...G.", "....."]);
  }));

test("a layer's cel is copied to all frames from the menu", () =>
  visit({}, async (page) => {
    await two(page);
    const made = await page.steps();
    await page.menu("layer.clone");
    assert.deepEqual([await film(page), await page.steps()], [[".G...", ".G...", ".G..."], made + 1]);
    await page.undo();
    assert.deepEqual(await film(page), ["R....", ".G...", "....."]);
  }));

test("what was copied is pasted where it was in another frame, and in the middle of the view if that place is out of it", () =>
  visit({}, async (page) => {
    await two(page);
    await page.press("c", Key.CONTROL);
    await page.until("a copy", () => page.driver.executeScript("return undoodle.commands().find(({ id }) => id === 'edit.paste').enabled"));
    await page.press(".");
    assert.deepEqual(await page.call("active"), { layer: 0, frame: 2 });
    await page.press("v", Key.CONTROL);
    await page.until("what was pasted", async () => (await page.call("selection"))?.floating);
    await page.press(Key.ENTER);
    assert.deepEqual(await film(page), ["R....", ".G...", ".G..."]);
    // Far to the right, the place is out of view.
    await page.call("run", "select.none");
    await page.call("run", "frame.choose", { frame: 0 });
    await page.call("run", "image.resize", { width: 400, height: 2, anchor: "top-left" });
    await page.call("run", "view.zoom.5");
    for (let i = 0; i < 40; i += 1) await page.call("run", "view.scroll-right");
    await page.call("run", "edit.paste");
    const { rect } = await page.call("selection");
    assert.ok(rect.x > 200, `pasted at ${rect.x}`);
  }));
