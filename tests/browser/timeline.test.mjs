/** The timeline by hand: what is active is in view, frames and tags are dragged, pictures follow what is painted. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { labels, lay } from "./grids.mjs";
import { PIXELS } from "./miniatures.mjs";
import { seen } from "./page.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** What each frame has in its first row. @param {Page} page @returns {Promise<string>} */
async function rows(page) {
  /** @type {string[]} */
  const colors = await page.driver.executeScript("return undoodle.frames().map((_, frame) => undoodle.celPixel(0, frame, 0, 0));");
  const letters = new Map([["#00000000", "."], ["#ff0000ff", "R"], ["#00ff00ff", "G"], ["#0000ffff", "B"]]);
  return colors.map((color) => letters.get(color) ?? color).join("");
}

/** A red, a green and a blue frame. @param {Page} page */
async function three(page) {
  await lay(page, ["RRRR....", "........"]);
  for (const color of ["#00ff00", "#0000ff"]) {
    await page.call("run", "frame.add");
    await page.call("setColor", color);
    await page.drag([[0, 0], [3, 0]]);
  }
}

/** The middle of an element, and its edges. @param {Page} page @param {string} css @returns {Promise<{x: number, y: number, left: number, right: number, top: number, bottom: number}>} */
const place = (page, css) =>
  page.driver.executeScript(
    `const { left, right, top, bottom } = document.querySelector(arguments[0]).getBoundingClientRect();
     return { x: Math.round((left + right) / 2), y: Math.round((top + bottom) / 2), left, right, top, bottom };`,
    css,
  );

/** Drags from one point of the page to another by way of the middle. @param {Page} page @param {{x: number, y: number}} from @param {{x: number, y: number}} to @param {boolean} [hold] */
async function pull(page, from, to, hold = false) {
  const at = ({ x = 0, y = 0 }) => ({ x: Math.round(x), y: Math.round(y), duration: 0 });
  let actions = page.driver.actions().move(at(from)).press();
  actions = actions.move(at({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 })).move(at(to));
  await (hold ? actions : actions.release()).perform();
}

/** Whether the active frame, or a row of the layers, lies within what shows it. @param {Page} page @param {string} css @param {string} view */
async function inView(page, css, view) {
  const [inner, outer] = [await place(page, css), await place(page, view)];
  return inner.left >= outer.left - 1 && inner.right <= outer.right + 1 && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
}

/** What a picture shows in its middle, or null while it is not drawn. @param {Page} page @param {string} css @returns {Promise<number[] | null>} */
const picture = (page, css) =>
  page.driver.executeScript(
    `${PIXELS}
     const canvas = document.querySelector(arguments[0] + " canvas");
     if (!canvas || canvas.hidden) return null;
     return [...pixels(canvas).data.slice(0, 4)];`,
    css,
  );

/** Waits until a picture shows a colour. @param {Page} page @param {string} css @param {number[] | null} color */
const shows = (page, css, color) =>
  page.until(`${css} to show ${color}`, async () => JSON.stringify(await picture(page, css)) === JSON.stringify(color));

test("the active frame and layer are scrolled into view, whoever goes there, and so is the frame that is played", () =>
  visit({}, async (page) => {
    await page.resize(1100, 860);
    await page.driver.executeScript(`
      for (let i = 0; i < 24; i += 1) undoodle.run("frame.add");
      for (let i = 0; i < 9; i += 1) undoodle.run("layer.add");`);
    const active = async (/** @type {string} */ why) => {
      for (const [css, view] of [["#timeline .frame.active", ".cels-view"], [".cels-name.active", ".cels-view"]]) {
        await page.until(`${css} in view ${why}`, () => inView(page, css, view));
      }
    };
    await active("after they were added");
    await page.call("run", "frame.choose", { frame: 0 });
    await active("at the beginning");
    await page.driver.executeScript("for (let i = 0; i < 5; i += 1) undoodle.run('layer.below'); for (let i = 0; i < 19; i += 1) undoodle.run('frame.next')");
    await page.press(Key.PAGE_DOWN);
    await page.press(".");
    assert.deepEqual(await page.call("active"), { layer: 3, frame: 20 });
    await active("after keys");
    await page.press(",");
    await page.undo();
    assert.deepEqual(await page.call("active"), { layer: 8, frame: 24 });
    await active("after undo");
    const count = await page.driver.executeScript("return document.querySelectorAll('#timeline .cel').length");
    assert.ok(count < 150, `${count} of 250 cels are in the page`);

    await page.driver.executeScript("undoodle.run('frame.choose', { frame: 0 }); for (const frame of Array(25).keys()) undoodle.run('frame.duration', { frame, milliseconds: frame < 20 ? 10 : 400 })");
    await page.click("#frame-play");
    await page.until("frame 21", async () => (await page.call("active")).frame >= 20);
    await page.until("it in view", () => inView(page, "#timeline .playhead", ".cels-view"));
    assert.equal(await page.driver.executeScript("return document.querySelectorAll('#timeline :is(.frame, .cel):is(.active, .now)').length"), 0, "its mark is the only one");
    await page.press(Key.ESCAPE);
    await page.until("the first one in view", () => inView(page, '#timeline .frame.active[data-frame="0"]', ".cels-view"));
  }));

test("frames are dragged to another place, as one step, and Escape leaves them", () =>
  visit({}, async (page) => {
    await three(page);
    const [first, last] = [await place(page, '.frame[data-frame="0"]'), await place(page, '.frame[data-frame="2"]')];
    await pull(page, first, { x: last.right - 4, y: last.y });
    assert.deepEqual([await rows(page), (await page.call("active")).frame], ["GBR", 2]);
    assert.equal((await labels(page)).at(-1), "Move frame");
    await page.undo();
    assert.equal(await rows(page), "RGB");
    await pull(page, last, { x: first.left + 4, y: first.y });
    assert.equal(await rows(page), "BRG");
    await page.undo();
    const made = await page.steps();
    await pull(page, first, { x: last.right - 4, y: last.y }, true);
    assert.equal(await page.driver.executeScript("return document.querySelectorAll('.drop-frame').length"), 1, "where it would land is shown");
    await page.press(Key.ESCAPE);
    await page.release();
    await pull(page, first, { x: first.right - 4, y: first.y });
    assert.deepEqual([await rows(page), await page.steps()], ["RGB", made]);
  }));

test("pictures show their frames and cels, and follow what is painted and undone", () =>
  visit({}, async (page) => {
    await page.resize(1100, 860);
    await three(page);
    const [R, G, B] = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255]];
    for (const [frame, color] of [R, G, B].entries()) await shows(page, `.frame[data-frame="${frame}"]`, color);
    await page.call("setColor", "#ff0000");
    await page.drag([[0, 0]]);
    for (const css of ['.frame[data-frame="2"]', ".cel.active"]) await shows(page, css, R);
    await page.undo();
    for (const css of ['.frame[data-frame="2"]', ".cel.active"]) await shows(page, css, B);
    await page.call("run", "frame.move", { from: 2, to: 0 });
    for (const [frame, color] of [B, R, G].entries()) await shows(page, `.frame[data-frame="${frame}"]`, color);
    await page.call("run", "layer.visible");
    await shows(page, ".frame.active", null);
    await shows(page, ".cel.active", B);
    // Without rows in the timeline they stand in their panel.
    await page.click("#timeline-layers");
    await shows(page, ".layer.active", B);
  }));

test("tags are made by a form that counts from one, lie in lanes of their own, and are dragged as a whole and by their ends", () =>
  visit({}, async (page) => {
    await page.driver.executeScript("for (let i = 0; i < 5; i += 1) undoodle.run('frame.add')");
    await page.click("#frame-tag");
    const value = async (/** @type {string} */ name) => (await page.find(`#form-${name}`)).getProperty("value");
    assert.deepEqual([await value("from"), await value("to"), await value("direction")], ["1", "6", "forward"]);
    await page.fill({ name: "walk", from: 3, to: 2 });
    await page.click("#form-ok");
    assert.equal(await page.text("#form-error"), "the tag must start at frame 2 or earlier: it ends at frame 2");
    await page.fill({ from: 1, to: 3 });
    await page.click("#form-ok");
    await page.call("run", "frame.tag", { name: "idle", from: 2, to: 3, direction: "reverse" });
    const titles = await page.driver.executeScript("return [...document.querySelectorAll('#timeline .frame')].map(({ title }) => title)");
    assert.deepEqual(titles.slice(1, 4), ["Frame 2, 100 ms, walk", "Frame 3, 100 ms, walk, idle", "Frame 4, 100 ms, idle"]);
    assert.equal(await page.text("#timeline .tag-name"), "walk");
    const [walk, idle, frame] = [await place(page, '.tag[data-tag="0"]'), await place(page, '.tag[data-tag="1"]'), await place(page, '.frame[data-frame="0"]')];
    assert.ok(walk.bottom <= idle.top + 1 && idle.bottom <= frame.top + 1, "no tag lies on another, nor on a frame's number");
    const column = (await place(page, '.frame[data-frame="1"]')).left - frame.left;
    const tags = async () => (await page.call("tags")).map((/** @type {any} */ { name, from, to, direction }) => `${name} ${from}-${to} ${direction}`);
    const made = await page.steps();
    await pull(page, { x: walk.right - 2, y: walk.y }, { x: walk.right + 2 * column, y: walk.y });
    assert.deepEqual(await tags(), ["walk 0-4 forward", "idle 2-3 reverse"]);
    await pull(page, idle, { x: idle.x - column, y: idle.y });
    assert.deepEqual(await tags(), ["walk 0-4 forward", "idle 1-2 reverse"]);
    await pull(page, { x: walk.left + 2, y: walk.y }, { x: walk.left + 7 * column, y: walk.y });
    assert.deepEqual(await tags(), ["walk 4-4 forward", "idle 1-2 reverse"], "an end stops at the other");
    assert.equal(await page.steps(), made + 3);
    for (let i = 0; i < 3; i += 1) await page.undo();
    assert.deepEqual(await tags(), ["walk 0-2 forward", "idle 2-3 reverse"]);
    await page.tabTo('.tag[data-tag="0"]');
    await page.press(Key.ARROW_RIGHT);
    await page.press(Key.ARROW_RIGHT, Key.SHIFT);
    assert.deepEqual(await tags(), ["walk 1-4 forward", "idle 2-3 reverse"]);
    await page.press(Key.F2);
    await page.until("a field", () => page.driver.executeScript("return document.activeElement.id === 'tag-name'"));
    await page.driver.actions().sendKeys("run", Key.ENTER).perform();
    assert.deepEqual(await tags(), ["run 1-4 forward", "idle 2-3 reverse"]);
    await page.click('.tag[data-tag="0"] .tag-way');
    assert.deepEqual(await tags(), ["run 1-4 reverse", "idle 2-3 reverse"]);
    // The form is about the tag that is chosen by its name.
    await page.menu("frame.edit-tag");
    await page.until("the form", () => page.asked());
    await page.choose("#form-tag", "1");
    assert.deepEqual([await value("name"), await value("from"), await value("to"), await value("direction")], ["idle", "3", "4", "reverse"]);
    await page.fill({ name: "rest" });
    await page.click("#form-ok");
    assert.deepEqual(await tags(), ["run 1-4 reverse", "rest 2-3 reverse"]);
    await page.form("frame.delete-tag", { tag: "1" });
    assert.equal(await page.driver.executeScript("return document.querySelectorAll('#timeline .tag').length"), 1);
  }));

test("the onion skin is switched by F3 and set beside the timeline", () =>
  visit({}, async (page) => {
    await three(page);
    await page.call("run", "frame.choose", { frame: 1 });
    await page.call("run", "edit.delete");
    const at = await page.client([1, 0]);
    // The first pixels are white in the checkerboard.
    const colors = async () => seen(await page.screenshot(), at);
    const bare = await colors();
    const made = await page.steps();
    await page.press(Key.F3);
    assert.equal(await (await page.find("#onion")).getAttribute("aria-pressed"), "true");
    await page.until("ghosts", async () => String(await colors()) !== String(bare));
    await page.click("#onion-settings");
    await page.set("#onion-after", "0");
    await page.set("#onion-opacity", "100");
    await page.set("#onion-tintBefore", "#ffff00");
    // Two fifths of red and three of yellow.
    await page.until("a solid ghost of the frame before", async () => String(await colors()) === "255,153,0");
    assert.deepEqual([await page.pixel(1, 0), await page.steps()], ["#00000000", made], "it is no part of the drawing");
    await page.press(Key.ESCAPE);
    await page.until("the settings to close", async () => !(await page.driver.executeScript("return document.querySelector('.onion-settings')")));
    await page.call("run", "frame.delete", { frame: 0 });
    await page.until("no ghost", async () => String(await colors()) === String(bare));
    await page.undo();
    await page.press(Key.F3);
    await page.until("no ghosts", async () => String(await colors()) === String(bare));
  }));
