/** Context menus: by the right button, by keys and by a finger that rests, on everything that has one. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { RIGHT } from "./page.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** Whether a menu is open. @param {Page} page @returns {Promise<boolean>} */
const isOpen = (page) => page.driver.executeScript("return document.querySelector('.context-menu:popover-open') !== null");

/** The menu that is open: what it is about, and the row that has the focus. @param {Page} page @returns {Promise<[string, string | null]>} */
const shown = (page) => page.driver.executeScript("return [document.querySelector('.context-menu:popover-open').ariaLabel, document.activeElement.dataset.command ?? null]");

/** The middle of an element. @param {Page} page @param {string} css @returns {Promise<{x: number, y: number}>} */
const middle = (page, css) => page.driver.executeScript(`
  const element = document.querySelector(arguments[0]);
  element.scrollIntoView({ block: "nearest", inline: "nearest" });
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return { x: Math.floor((left + right) / 2), y: Math.floor((top + bottom) / 2) };`, css);

/** Presses the right button on an element. @param {Page} page @param {string} css @param {string[]} keys */
async function right(page, css, ...keys) {
  await page.find(css);
  let actions = page.driver.actions();
  for (const key of keys) actions = actions.keyDown(key);
  actions = actions.move({ ...await middle(page, css), duration: 0 }).press(RIGHT).release(RIGHT);
  for (const key of keys) actions = actions.keyUp(key);
  await actions.perform();
}

/** Opens the menu of an element by the right button and runs a command of it. @param {Page} page @param {string} css @param {string} command */
async function choose(page, css, command) {
  await right(page, css);
  await page.click(`.context-menu [data-command="${command}"]`);
}

/** A drawing of three frames, two layers, a group and a tag. @param {Page} page */
async function furnish(page) {
  await page.resize(1440, 900);
  await page.drag([[3, 3], [9, 3]]);
  await page.call("run", "layer.add");
  await page.call("run", "frame.duplicate");
  await page.call("run", "frame.duplicate");
  await page.call("run", "frame.tag", { name: "walk", from: 1, to: 2 });
  await page.until("frames", () => page.driver.executeScript("return document.querySelectorAll('.frame').length === 3 && document.querySelector('.tag') !== null"));
}

/** The active layer and frame. @param {Page} page */
const active = async (page) => {
  const { layer, frame } = await page.call("active");
  return [layer, frame];
};

test("a tag gets a colour and repeats by its form, its lane shows both, and dragging leaves them", () =>
  visit({}, async (page) => {
    await page.driver.executeScript("for (let i = 0; i < 5; i += 1) undoodle.run('frame.add')");
    await page.call("run", "frame.tag", { name: "idle", from: 0, to: 0 });
    await page.call("run", "frame.tag", { name: "walk", from: 1, to: 4, direction: "ping-pong" });
    const border = (/** @type {number} */ tag) => page.driver.executeScript("return getComputedStyle(document.querySelector(`.tag[data-tag='${arguments[0]}']`)).borderLeftColor", tag);
    assert.equal(await border(0), await border(1), "without a colour they have the theme's");
    await choose(page, '.tag[data-tag="1"]', "frame.edit-tag");
    await page.until("the form", () => page.asked());
    const value = async (/** @type {string} */ name) => (await page.find(`#form-${name}`)).getProperty("value");
    assert.deepEqual([await value("tag"), await value("name"), await value("from"), await value("direction"), await value("repeat")], ["1", "walk", "2", "ping-pong", "0"]);
    await page.fill({ repeat: 3, color: "#ff8000" });
    await page.click("#form-ok");
    assert.equal(await border(1), "rgb(255, 128, 0)");
    assert.notEqual(await border(0), await border(1));
    assert.equal(await page.text('.tag[data-tag="1"] .tag-name'), "walk ×3");
    await page.tabTo('.tag[data-tag="1"]');
    await page.press(Key.ARROW_RIGHT);
    const [, walk] = await page.call("tags");
    assert.deepEqual([walk.name, walk.from, walk.to, walk.color, walk.repeat], ["walk", 2, 5, "#ff8000ff", 3]);
    await page.undo();
    await page.undo();
    assert.equal(await border(0), await border(1));
  }));

test("labels and texts are set by forms, and rows, cels and their words show them", () =>
  visit({}, async (page) => {
    await furnish(page);
    const fills = (/** @type {string} */ css) => page.driver.executeScript("return [...document.querySelectorAll(arguments[0])].map((bar) => getComputedStyle(bar).backgroundColor)", `${css} .label-bar`);
    assert.deepEqual(await fills("body"), [], "without labels there is nothing in their place");
    await choose(page, ".cels-name[data-row='0']", "layer.label");
    await page.fill({ color: "#ff8000" });
    await page.click("#form-ok");
    await choose(page, ".cels-name[data-row='0']", "group.add");
    await choose(page, ".cels-name.cels-group", "group.note");
    await page.fill({ note: "both arms" });
    await page.click("#form-ok");
    await choose(page, ".cels-name.cels-group", "group.label");
    await page.fill({ color: "#0080ff" });
    await page.click("#form-ok");
    const both = ["rgb(0, 128, 255)", "rgb(255, 128, 0)"];
    assert.deepEqual([await fills("#timeline"), await fills("#layers")], [both, both]);
    const words = (/** @type {string} */ css, /** @type {string} */ name) => page.driver.executeScript("return document.querySelector(arguments[0]).getAttribute(arguments[1])", css, name);
    assert.equal(await words("#layers .layer-group .label-bar", "aria-label"), "Label colour #0080ff");
    assert.equal(await words("#layers .layer-group .layer-note", "aria-label"), "Note: both arms");
    const cel = ".cel[data-layer='0'][data-frame='1']";
    const edge = () => page.driver.executeScript("return getComputedStyle(document.querySelector(arguments[0])).borderBottomColor", cel);
    await choose(page, cel, "frame.cel-properties");
    await page.fill({ text: "step", label: "#00ff00" });
    await page.click("#form-ok");
    assert.equal(await edge(), "rgb(0, 255, 0)");
    assert.equal(await words(cel, "title"), "Frame 2, label #00ff00, “step”");
    assert.match(await words(cel, "aria-label"), /, frame 2, label #00ff00, “step”$/u);
    const { layers, groups } = await page.driver.executeScript("return { layers: undoodle.layers(), groups: undoodle.groups() }");
    assert.deepEqual(layers[0].cels, [{ frame: 1, opacity: 255, zIndex: 0, label: "#00ff00ff", text: "step" }]);
    assert.deepEqual([layers[1].label, groups[0].label, groups[0].note], ["#ff8000ff", "#0080ffff", "both arms"]);
    await page.undo();
    assert.equal(await words(cel, "title"), "");
  }));

/** A layer's menu checks what is on, and is grey where a layer has no room to move; leaves the drawing as it was. @param {Page} page */
async function layersChecked(page) {
  const before = await page.steps();
  const state = (/** @type {string} */ command) => page.driver.executeScript("const row = document.querySelector(`.context-menu [data-command='${arguments[0]}']`); return [row.role, row.ariaChecked, row.ariaDisabled]", command);
  await right(page, ".cels-name[data-row='0']");
  assert.deepEqual([await state("layer.up"), await state("layer.down")], [["menuitem", null, "true"], ["menuitem", null, "false"]], "it is the topmost");
  assert.deepEqual([await state("layer.visible"), await state("layer.locked")], [["menuitemcheckbox", "true", "false"], ["menuitemcheckbox", "false", "false"]]);
  await page.click(".context-menu [data-command='layer.locked']");
  await right(page, ".cels-name[data-row='0']");
  assert.deepEqual((await state("layer.locked"))[1], "true");
  await page.press(Key.ESCAPE);
  await right(page, ".cels-name[data-row='1']");
  assert.deepEqual([(await state("layer.up"))[2], (await state("layer.down"))[2], (await state("layer.locked"))[1]], ["false", "true", "false"], "the lowest is another one");
  await page.click(".context-menu [data-command='group.add']");
  await right(page, ".cels-name.cels-group");
  assert.deepEqual([(await state("group.up"))[2], (await state("group.down"))[2], (await state("group.fold"))[1], (await state("group.visible"))[1]], ["false", "true", "false", "true"]);
  await page.press(Key.ESCAPE);
  await page.call("run", "history.step", { step: before });
}

test("the right button chooses a frame, a cel, a tag, a layer, a group, a swatch or a step, and its menu is about that, and checks what is on", () =>
  visit({}, async (page) => {
    await furnish(page);
    await layersChecked(page);
    await right(page, ".frame[data-frame='0']");
    assert.equal((await shown(page))[0], "Frame 1");
    assert.equal((await active(page))[1], 0);
    await page.click(".context-menu [data-command='frame.delete']");
    assert.equal((await page.call("frames")).length, 2);
    await page.undo();
    assert.equal(await isOpen(page), false);

    // Of several that are chosen, each stands for all.
    await page.click(".frame[data-frame='0']");
    await page.clickWith(".frame[data-frame='1']", Key.SHIFT);
    await choose(page, ".frame[data-frame='0']", "frame.delete");
    assert.equal((await page.call("frames")).length, 1);
    await page.undo();
    await choose(page, ".cel[data-layer='0'][data-frame='1']", "frame.clear-cels");
    assert.deepEqual([...await active(page), await page.pixel(3, 3)], [0, 1, "#00000000"]);
    await choose(page, ".tag", "frame.edit-tag");
    await page.until("the form", () => page.asked());
    assert.equal(await page.driver.executeScript("return document.querySelector('#form-name').value"), "walk");
    await page.press(Key.ESCAPE);
    await choose(page, ".tag", "frame.delete-tag");
    assert.deepEqual((await page.call("tags")), []);
    assert.equal(await page.asked(), false, "which tag is known");

    await choose(page, ".cels-name[data-row='0']", "layer.visible");
    assert.deepEqual((await page.call("layers")).map((/** @type {any} */ { visible }) => visible), [true, false]);
    await choose(page, ".cels-name[data-row='0']", "group.add");
    await choose(page, ".cels-name.cels-group", "group.locked");
    assert.deepEqual((await page.call("groups")).map((/** @type {any} */ { locked }) => locked), [true]);

    // The right button on a swatch is that of the second colour.
    await right(page, ".swatch-button[data-index='5']");
    assert.equal(await isOpen(page), false);
    const palette = await page.call("palette");
    await page.find(".swatch-button[data-index='5'].is-secondary");
    await right(page, ".swatch-button[data-index='7']", Key.CONTROL);
    await page.find(".swatch-button[data-index='7'].is-primary");
    await page.click(".context-menu [data-command='palette.delete']");
    assert.equal((await page.call("palette")).length, palette.length - 1);

    const steps = await page.steps();
    await page.click("#history-toggle");
    await right(page, "#steps .step");
    assert.equal(await page.steps(), steps, "looking for what can be done changes nothing");
    await page.click(".context-menu [data-command='history.goto']");
    assert.equal(await page.steps(), 0);

    // A shape between two presses is in nobody's way: it ends, and the step is gone to.
    await page.drag([[40, 40]]);
    await page.press("d", Key.SHIFT);
    for (const x of [20, 30]) await page.drag([[x, 20]]);
    await right(page, "#steps .step");
    await page.click(".context-menu [data-command='history.goto']");
    assert.deepEqual([await page.steps(), await page.pixel(25, 20), await page.pixel(40, 40)], [0, "#00000000", "#00000000"]);
    await page.redo();
    await page.redo();
    assert.notEqual(await page.pixel(25, 20), "#00000000");
  }));

test("the menu key and Shift+F10 open the menu of what has the focus, arrows and letters go through it, Enter chooses, Escape and Tab lead back, and it stays within the window", () =>
  visit({}, async (page) => {
    await furnish(page);
    await page.tabTo(".frame.active");
    await page.press(Key.F10, Key.SHIFT);
    assert.deepEqual(await shown(page), ["Frame 3", "frame.add"]);
    const inside = "const { left, right, top, bottom } = document.querySelector('.context-menu').getBoundingClientRect(); return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight";
    assert.equal(await page.driver.executeScript(inside), true, "the timeline lies at the window's foot");
    await page.press(Key.ARROW_UP);
    assert.deepEqual(await shown(page), ["Frame 3", "frame.delete"]);
    await page.press("d");
    assert.deepEqual(await shown(page), ["Frame 3", "frame.duplicate"]);
    // What can't be run is passed through, and says why.
    await page.press(Key.HOME);
    for (let row = 0; row < 4; row += 1) await page.press(Key.ARROW_DOWN);
    assert.deepEqual(await page.driver.executeScript("return [document.activeElement.ariaDisabled, document.activeElement.textContent.trim()]"), ["true", "Move frame to the right"]);
    await page.press(Key.ENTER);
    assert.equal(await isOpen(page), true);
    await page.press("e");
    assert.deepEqual((await page.call("tool")).id, "pencil", "keys are the menu's");
    await page.press(Key.ESCAPE);
    assert.deepEqual([await isOpen(page), await page.driver.executeScript("return document.activeElement.matches('.frame.active')")], [false, true]);
    await page.press(Key.F10, Key.SHIFT);
    await page.press("d");
    await page.press(Key.ENTER);
    assert.equal((await page.call("frames")).length, 4);
    // What had the focus is gone then, and another frame has it.
    await page.until("the new frame", () => page.driver.executeScript("return document.querySelectorAll('.frame').length === 4"));
    await page.driver.executeScript("document.querySelector('.frame.active').focus()");
    await page.press(Key.F10, Key.SHIFT);
    await page.press(Key.END);
    await page.press(Key.ENTER);
    await page.until("the focus on a frame that is left", () => page.driver.executeScript("return document.activeElement.matches('.frame.active') && document.querySelectorAll('.frame').length === 3"));

    // On the picture keys open it with any tool, and the button with those that have no use for it.
    await page.driver.executeScript("document.querySelector('#surface').focus()");
    await page.press(Key.F10, Key.SHIFT);
    assert.equal((await shown(page))[0], "The picture");
    await page.press(Key.TAB);
    assert.equal(await isOpen(page), false);
    await page.press("b");
    await page.drag([[20, 20]]);
    await page.drag([[20, 20]], { button: RIGHT });
    assert.deepEqual([await isOpen(page), await page.pixel(20, 20)], [false, "#00000000"], "the right button paints");
    const before = await page.steps();
    await page.press("v");
    await page.drag([[20, 20]], { button: RIGHT });
    assert.deepEqual([await isOpen(page), await page.steps()], [true, before]);
    await page.press(Key.ESCAPE);
    await page.press("b");
    await right(page, ".cels-name[data-row='0']");
    await page.drag([[30, 30], [34, 30]]);
    assert.equal(await isOpen(page), false, "a press beside it closes it");
    assert.equal(await page.pixel(30, 30), "#00000000", "and paints nothing");
  }));

test("a finger that rests on a layer opens its menu and presses nothing when it comes up, and one that rests on the picture paints", needs("emulation"), () =>
  visit({}, async (page) => {
    await furnish(page);
    const send = (/** @type {string} */ type, /** @type {{x: number, y: number}[]} */ touchPoints) =>
      /** @type {import("selenium-webdriver/chrome.js").Driver} */ (page.driver).sendDevToolsCommand("Input.dispatchTouchEvent", { type, touchPoints });
    const [{ visible }] = await page.call("layers");
    await send("touchStart", [await middle(page, ".cels-names li[data-layer='0'] .eye")]);
    await page.until("the menu", () => isOpen(page));
    await send("touchEnd", []);
    assert.deepEqual([await isOpen(page), (await active(page))[0], (await page.call("layers"))[0].visible], [true, 0, visible]);
    await page.press(Key.ESCAPE);
    await send("touchStart", [await page.client([30, 30])]);
    await page.until("its pixel", async () => (await page.pixel(30, 30)) !== "#00000000");
    await send("touchEnd", []);
    assert.equal(await isOpen(page), false);
  }));
