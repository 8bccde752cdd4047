/** Groups of layers by hand: made, folded, hidden, locked, renamed, dragged and stepped, in the panel and in the timeline. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { labels, lay } from "./grids.mjs";
import { SHOWN } from "./readiness.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */
/** @typedef {{x: number, y: number, top: number, bottom: number, height: number}} Box */

/**
 * The rows of the panel, the topmost first: layers by their names, those of a group behind a dot, groups in capitals as they are named, with + if
 * folded. The active one is in brackets, others that are chosen in braces.
 * @param {Page} page @returns {Promise<string>}
 */
const listed = (page) =>
  page.driver.executeScript(`
    return [...document.querySelectorAll("#layers :is(.layer, .layer-group)")].map((row) => {
      const title = row.querySelector(".layer-name").cloneNode(true);
      title.querySelector(".layer-inside")?.remove();
      const name = title.textContent.trim();
      const text = (row.matches(".member") ? "." : "") + name + (row.matches(".folded") ? "+" : "");
      return row.matches(".active") ? "[" + text + "]" : row.matches(".chosen") ? "{" + text + "}" : text;
    }).join(" ");`);

/** The layers from the bottom up, with their groups' names. @param {Page} page @returns {Promise<string>} */
const made = (page) =>
  page.driver.executeScript(`
    const groups = new Map(undoodle.groups().map(({ id, name }) => [id, name]));
    return undoodle.layers().map(({ name, group }) => name + (group === null ? "" : "/" + groups.get(group))).join(" ");`);

/** @param {number} layer */
const layer = (layer) => `.layer[data-layer="${layer}"] .layer-name`;
/** @param {string} [part] */
const group = (part = ".layer-name") => `.layer-group ${part}`;

/** Layers a to d from the bottom up, each with a pixel of its own; b and c are the group H, and a is the active one. @param {Page} page */
async function four(page) {
  await page.resize(1100, 900);
  await lay(page, ["R...", "...."]);
  for (const [at, name] of ["a", "b", "c", "d"].entries()) {
    if (at > 0) {
      await page.driver.executeScript("undoodle.run('layer.add'); undoodle.setColor(arguments[0])", ["#ff0000", "#00ff00", "#0000ff", "#000000"][at]);
      await page.drag([[at, 0]]);
    }
    await page.call("run", "layer.rename", { name });
  }
  await page.driver.executeScript(`
    undoodle.run("layer.choose", { layer: 1 });
    undoodle.run("layer.choose", { layer: 2, how: "toggle" });
    undoodle.run("group.add");
    undoodle.run("group.rename", { name: "H" });
    undoodle.run("layer.choose", { layer: 0 });
    document.querySelector("#layers").scrollIntoView();`);
  assert.deepEqual([await listed(page), await page.letters()], ["d H .c .b [a]", ["RGBK", "...."]]);
}

/** Does something that is one step, and takes it back. @param {Page} page @param {string} label @param {() => Promise<unknown>} run @param {string} names */
async function step(page, label, run, names) {
  const [before, steps] = [await made(page), await page.steps()];
  await run();
  assert.equal(await made(page), names);
  assert.deepEqual([await page.steps(), (await labels(page))[steps]], [steps + 1, label]);
  await page.undo();
  assert.equal(await made(page), before, `${label}, undone`);
}

/** @param {Page} page @param {string} css @returns {Promise<Box>} */
const place = (page, css) =>
  page.driver.executeScript(
    `const { left, right, top, bottom, height } = document.querySelector(arguments[0]).getBoundingClientRect();
     return { x: (left + right) / 2, y: (top + bottom) / 2, top, bottom, height };`,
    css,
  );

/** Drags from the middle of one element, or of the name in it, to a part of the height of another. @param {Page} page @param {string} from @param {string} to @param {number} part @param {boolean} [hold] */
async function pull(page, from, to, part, hold = false) {
  const at = ({ x = 0, y = 0 }) => ({ x: Math.round(x), y: Math.round(y), duration: 0 });
  const [start, end] = [await place(page, from.startsWith(".layer") ? `${from} .layer-name` : from), await place(page, to)];
  const goal = { x: end.x, y: end.top + end.height * part };
  const actions = page.driver.actions().move(at(start)).press().move(at({ x: start.x, y: (start.y + goal.y) / 2 })).move(at(goal));
  await (hold ? actions : actions.release()).perform();
}

/** Waits for the focus on the row of a layer or a group. @param {Page} page @param {string} css */
const focused = (page, css) =>
  page.until(`the focus on ${css}`, () => page.driver.executeScript("return document.activeElement === document.querySelector(arguments[0])", css));

/** The chosen layers, the active one too. @param {Page} page @returns {Promise<number[]>} */
const chosen = (page) => page.driver.executeScript(`
  return [...document.querySelectorAll("#layers .layer:is(.active, .chosen)")].map(({ dataset: { layer } }) => Number(layer)).sort();`);

/** A group is folded and unfolded; in the layers of {@link four}. @param {Page} page */
async function foldedByHand(page) {
  const steps = await page.steps();
  await page.click(group(".folding"));
  assert.equal(await listed(page), "d H+ [a]");
  await page.press(Key.PAGE_UP);
  assert.equal(await listed(page), "d [H+] a");
  assert.match(await page.text(group()), /^H\s*· b$/, "it says which of its layers is active");
  assert.equal(await page.steps(), steps, "folding is no step");
  await page.click(group(".folding"));
  await page.click(layer(0));
  assert.equal(await listed(page), "d H .c .b [a]");
}

/** A group is renamed in its row, and a row that a step takes away is neither renamed nor dropped; in the layers of {@link four}. @param {Page} page */
async function renamedInPlace(page) {
  const rename = async (/** @type {() => Promise<unknown>} */ open, /** @type {string[]} */ ...keys) => {
    await open();
    await page.until("a field", () => page.driver.executeScript("return document.activeElement.id === 'layer-name'"));
    await page.driver.actions().sendKeys(...keys).perform();
  };
  const double = () => page.doubleClick(group());
  await step(page, "Rename group", () => rename(double, "Hero", Key.ENTER), "a b/Hero c/Hero d");
  await page.click(group());
  await rename(() => page.press(Key.F2), "Hero", Key.ESCAPE);
  assert.equal(await made(page), "a b/H c/H d");
  await rename(() => page.press(Key.F2), Key.DELETE, Key.ENTER);
  assert.equal(await page.message("enter 1 to"), "the name is empty: enter 1 to 64 letters");

  // A row that a step takes away is neither renamed nor dropped.
  const [here, all] = [await page.steps(), (await page.call("history")).steps.length];
  await page.doubleClick(layer(3));
  await page.until("a field", () => page.driver.executeScript("return document.activeElement.id === 'layer-name'"));
  await page.driver.actions().sendKeys("other").perform();
  // As a press on a step does, which takes the focus from no field.
  await page.call("run", "history.step", { step: 0 });
  await page.driver.executeScript("document.activeElement.blur()");
  assert.deepEqual([await made(page), (await page.call("history")).steps.length], ["Layer 1", all]);
  await page.call("run", "history.step", { step: here });
  assert.equal(await made(page), "a b/H c/H d");
  const [row, other] = [await page.find(layer(3)), await page.find(layer(0))];
  await page.driver.actions().move({ origin: row }).press().move({ origin: other }).perform();
  await page.call("run", "history.step", { step: 0 });
  await page.driver.actions().release().perform();
  const { position, steps } = await page.call("history");
  assert.deepEqual([position, steps.length, await made(page)], [0, all, "Layer 1"]);
}

/** Scrolls the timeline's rows to their top, once the active one has been scrolled to. @param {Page} page */
async function toTop(page) {
  await page.glance(SHOWN);
  await page.driver.executeScript("document.querySelector('.cels-view').scrollTop = 0");
}

/** A group's row shows, hides, locks and chooses its layers, and the panel's buttons mean the group; in the layers of {@link four}. @param {Page} page */
async function meantByRow(page) {
  await page.click(group(".eye"));
  assert.deepEqual(await page.letters(), ["R..K", "...."]);
  assert.equal(await page.driver.executeScript("return document.querySelectorAll('.layer.dim').length"), 2, "its layers are dimmed");
  await page.click(layer(2));
  await page.drag([[0, 1], [3, 1]]);
  assert.equal(await page.message("hidden"), 'layer "c": it is hidden by its group "H"');
  await page.click(group(".eye"));
  await page.click(group(".lock"));
  const lock = async () => (await page.find(group(".lock"))).getAttribute("aria-pressed");
  assert.equal(await lock(), "true");
  // A flash is gone again soon.
  await page.driver.executeScript(`
    window.flashed = false;
    new MutationObserver(() => { window.flashed ||= document.querySelector(".layer-group .flash") !== null; }).observe(document.querySelector("#layers"), { childList: true, subtree: true });`);
  await page.undo();
  assert.equal(await lock(), "false", "undo unlocks");
  await page.until("the flash of its row", () => page.driver.executeScript("return window.flashed"));

  await page.click(group());
  assert.equal(await listed(page), "d {H} [.c] {.b} a", "all of its layers are chosen");
  await step(page, "Move layer up", () => page.click("#layer-up"), "a d b/H c/H");
  await page.click(group());
  await step(page, "Duplicate group", () => page.click("#layer-duplicate"), "a b/H c/H b/H copy c/H copy d");
  await page.click(layer(0));
  const toggles = async (/** @type {string} */ row) => {
    for (const expected of [[0, 1, 2], [0]]) {
      await page.clickWith(row, Key.CONTROL);
      assert.deepEqual(await chosen(page), expected, row);
    }
  };
  await toggles(group());
  await page.clickWith(layer(1), Key.CONTROL);
  await page.clickWith(group(), Key.CONTROL);
  assert.deepEqual(await chosen(page), [0, 1, 2], "those that are missing");
  await step(page, "Group layers", () => page.click("#layer-group"), "a/Group 1 b/H c/H d");

  // With a second frame the rows stand in the timeline.
  await page.call("run", "frame.add");
  await page.call("run", "layer.choose", { layer: 0 });
  await toTop(page);
  await toggles(".cels-group");
  // The top row is scrolled to.
  await page.call("run", "layer.choose", { layer: 3 });
  await page.click(".cels-names [data-group] .eye");
  await page.click(".cels-names [data-group] .lock");
  assert.deepEqual((await page.call("groups")).map((/** @type {any} */ { visible, locked }) => [visible, locked]), [[false, true]]);
}

/** Layers are dragged into a group and out of it, and a group as one, in the panel and in the timeline; in the layers of {@link four}. @param {Page} page */
async function draggedLayers(page) {
  const at = (/** @type {number} */ layer) => `.layer[data-layer="${layer}"]`;
  await step(page, "Move layer", () => pull(page, at(3), at(2), 0.75), "a b/H d/H c/H");
  await step(page, "Move layer", () => pull(page, at(0), ".layer-group", 0.75), "b/H c/H a/H d");
  await step(page, "Move layer", () => pull(page, at(0), ".layer-group", 0.25), "b/H c/H a d");
  await step(page, "Move layer", () => pull(page, at(1), at(0), 0.25), "a b c/H d");
  await step(page, "Move group", () => pull(page, ".layer-group", at(0), 0.9), "b/H c/H a d");
  const steps = await page.steps();
  await pull(page, ".layer-group", at(1), 0.4);
  await pull(page, at(2), ".layer-group", 0.75);
  assert.deepEqual([await page.steps(), await made(page)], [steps, "a b/H c/H d"], "what stays where it is makes no step");

  const line = () => page.driver.executeScript("const line = document.querySelector('#layers .drop-layer'); return line && line.matches('.inside')");
  await pull(page, at(3), at(2), 0.75, true);
  assert.equal(await line(), true, "the line is set in where a layer would join the group");
  await page.press(Key.ESCAPE);
  await page.release();
  assert.deepEqual([await line(), await page.steps()], [null, steps]);

  await page.click(group(".folding"));
  await step(page, "Move layer", () => pull(page, at(3), ".layer-group", 0.5), "a b/H c/H d/H");
  assert.equal((await listed(page)).includes("+"), false, "the group has been unfolded");

  await page.call("run", "frame.add");
  const cels = (/** @type {number} */ layer) => `.cels-name[data-layer="${layer}"]`;
  const choose = async (/** @type {number} */ layer) => {
    await toTop(page);
    await page.click(cels(layer));
  };
  await choose(3);
  await step(page, "Move layer", () => pull(page, cels(3), ".cels-group", 0.75), "a b/H c/H d/H");
  await choose(3);
  await step(page, "Move group", () => pull(page, ".cels-group", cels(3), 0.25), "a d b/H c/H");
}

/** Goes back to the layers of {@link four}, with their group unfolded. @param {Page} page @param {number} steps */
async function asAtFirst(page, steps) {
  await page.driver.executeScript(`
    undoodle.run("history.step", { step: arguments[0] });
    undoodle.run("layer.choose", { layer: 0 });
    document.querySelector("#layers").scrollIntoView();`, steps);
  assert.equal(await listed(page), "d H .c .b [a]");
}

test("a group's row shows, hides, locks and chooses its layers; a group is folded and renamed, and a row that a step takes away is neither renamed nor dropped", needs("double click"), () =>
  visit({}, async (page) => {
    await four(page);
    const steps = await page.steps();
    await meantByRow(page);
    await asAtFirst(page, steps);
    await foldedByHand(page);
    await renamedInPlace(page);
  }));

test("layers are dragged into a group and out of it, and a line shows where; keys lead through groups, fold them, step layers and groups, and make and dissolve them", () =>
  visit({}, async (page) => {
    await four(page);
    const first = await page.steps();
    await draggedLayers(page);
    await asAtFirst(page, first);
    await page.tabTo(".layer.active .layer-name");
    await page.press(Key.ARROW_UP);
    await focused(page, layer(1));
    await page.press(Key.ARROW_LEFT);
    await focused(page, group());
    assert.equal(await listed(page), "d {H} {.c} [.b] a");
    await page.press(Key.ARROW_LEFT);
    assert.equal(await listed(page), "d [H+] a");
    await focused(page, group());
    await page.press(Key.ARROW_UP, Key.ALT);
    assert.equal(await made(page), "a d b/H c/H");
    await focused(page, group());
    await page.press(Key.ARROW_DOWN, Key.ALT);
    await page.press(Key.ARROW_DOWN);
    await focused(page, layer(0));
    await page.press(Key.ARROW_UP, Key.ALT);
    assert.deepEqual([await made(page), await listed(page)], ["a/H b/H c/H d", "d H .c .b [.a]"], "it enters the group, which unfolds");
    await focused(page, layer(0));
    for (let i = 0; i < 3; i += 1) await page.press(Key.ARROW_UP, Key.ALT);
    assert.deepEqual([await made(page), await listed(page)], ["b/H c/H a d", "d [a] H .c .b"], "and leaves it at the other end");
    await page.press(Key.ARROW_DOWN);
    await focused(page, group());
    await page.press(Key.ARROW_RIGHT);
    await focused(page, layer(1));
    await page.press("g", Key.CONTROL, Key.SHIFT);
    assert.equal(await made(page), "b c a d");
    await page.undo();

    await page.call("run", "group.up", { layer: 0 });
    await page.call("run", "frame.add");
    // The row of the active layer is scrolled to.
    await toTop(page);
    await page.click(".cels-fold");
    await page.click('.cels-name[data-layer="0"]');
    await page.tabTo(".cel.active");
    await page.press(Key.ARROW_UP);
    assert.deepEqual(await page.call("active"), { layer: 3, frame: 1 }, "folded layers are passed over");
    await page.press(Key.ARROW_DOWN, Key.ALT);
    assert.deepEqual([await made(page), await listed(page)], ["a b/H c/H d/H", "H [.d] .c .b a"]);
    await focused(page, ".cel.active");
    await page.press("g", Key.CONTROL);
    assert.equal(await made(page), "a b/H c/H d/Group 1");
  }));
