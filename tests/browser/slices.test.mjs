/**
 * What takes long is done in slices: the page lives on meanwhile, what is asked of it waits in its order, and it can be
 * stopped. Here work is held at its first pause until it is told to go on, so that there is time to do something, on any machine.
 * `tests/editor/stopping.rs` holds that nothing has changed, wherever it is stopped.
 */
import "./whole.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { HELD } from "./idle.mjs";
import { maze, openPicture } from "./pictures.mjs";
import { withProfile } from "./profile.mjs";
import { SHOWN } from "./readiness.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** A browser that can't pause WebAssembly. */
const PLAIN = "delete WebAssembly.promising; delete WebAssembly.Suspending;";

/** Side of the canvas that is filled, in pixels: the editor asks for pauses while it does so. */
const SIDE = 1024;

/** Side of the picture that forms change. */
const SMALL = 512;

/** @param {number} side */
const size = (side) => ({ width: side, height: side });

/** Begins a drawing, with the tool that fills it. @param {Page} page */
async function begin(page) {
  await page.call("newDocument", size(SIDE));
  await page.call("setTool", "fill");
  await page.call("setColor", "#2266aaff");
}

/** Opens a picture, and the form that changes its brightness. @param {Page} page */
async function openForm(page) {
  await openPicture(page, SMALL, maze);
  await page.call("kept");
  await page.menu("edit.brightness");
  await page.until("the form", () => page.asked());
}

/**
 * Has the next work stay in its first pause until `goOn` or, with an error, `fail` is called in the page.
 * @param {Page} page
 */
const hold = (page) => page.glance(HOLD);

const HOLD = `
  const { undoodleDue, undoodlePause } = window;
  const free = () => Object.assign(window, { undoodleDue, undoodlePause });
  const gate = new Promise((go, refuse) => Object.assign(window, { goOn() { free(); go(); }, fail(error) { free(); refuse(error); } }));
  window.undoodleDue = () => true;
  window.undoodlePause = (stoppable) => gate.then(() => undoodlePause(stoppable));`;

/**
 * Has a page that is told so take a pause wherever one is asked for, from its very start on, and know whether its storage persists, for which
 * the start waits, only when some were taken.
 */
const BREATHING = `
  if (sessionStorage.breathing) {
    let pauses = 0;
    const some = new Promise((resolve) => { window.pausing = () => { pauses += 1; if (pauses === 3) resolve(); }; });
    const pause = () => { window.pausing(); return new Promise((resolve) => { setTimeout(resolve, 10, false); }); };
    for (const [name, value] of [["undoodleDue", () => true], ["undoodlePause", pause]]) Object.defineProperty(window, name, { get: () => value, set() {} });
    navigator.storage.persisted = () => some.then(() => false);
  }`;

/** Performs a command, and holds what comes after that: the batch that keeps it. @param {Page} page @param {string} id */
async function holdKeeping(page, id) {
  await page.glance(`
    const { undoodlePerformed } = window;
    window.undoodlePerformed = () => {
      undoodlePerformed();
      Object.assign(window, { undoodlePerformed });
      ${HOLD}
    };`);
  await page.menu(id);
  await page.until("a status that says that it is being written", async () => (await keptState(page)) === "writing");
}

/** What the status says of keeping. @param {Page} page @returns {Promise<string>} */
const keptState = (page) => page.glance("return document.querySelector('#status-kept').dataset.state");

/** @param {Page} page */
const goOn = (page) => page.glance("goOn()");

/** Begins to fill the canvas, and holds that. @param {Page} page */
async function fill(page) {
  await hold(page);
  await page.drag([[0, 0]]);
  assert.equal(await isWorking(page), true);
}

/** Whether something is under way. @param {Page} page @returns {Promise<boolean>} */
const isWorking = (page) => page.glance("try { undoodle.size(); return false; } catch (error) { return /at work/.test(error.message); }");

/** Waits for the bar that says that something takes a while. @param {Page} page */
const bar = (page) => page.until("the bar", () => page.glance("return !document.querySelector('#work').hidden"));

/** Pixels of the canvas. @param {Page} page */
const look = async (page) => [await page.pixel(0, 0), await page.pixel(500, 500), await page.pixel(1023, 1000)];

const [BEFORE, AFTER] = [Array(3).fill("#00000000"), Array(3).fill("#2266aaff")];

/** A picture that can't be packed. @param {number} seed @returns {import("./pictures.mjs").Painter} */
const noise = (seed) => (x, y) => [Math.imul(x * 7 + seed, y * 13 + 5) >>> 9 & 255, Math.imul(x, y) & 255, x & 255];

/** Pixels on the way and on a wall of the picture. @param {Page} page */
const lookAtMaze = async (page) => [await page.pixel(0, 0), await page.pixel(1, 300)];

test("what takes longer than a moment goes on in slices, and what does not is asked whether a pause is due, and never paused", needs("pausing"), () =>
  visit({}, async (page) => {
    await begin(page);
    await page.glance(`
      window.asked = window.paused = 0;
      const { undoodleDue, undoodlePause } = window;
      // A moment that no machine is too slow for.
      window.undoodleDue = () => { window.asked += 1; return false; };
      window.undoodlePause = (stoppable) => { window.paused += 1; return undoodlePause(stoppable); };
      window.undoodleReally = undoodleDue;`);
    await page.drag([[0, 0]]);
    assert.deepEqual(await look(page), AFTER);
    assert.deepEqual(await page.glance("return [asked > 0, paused]"), [true, 0]);
    await page.undo();
    assert.equal(await page.steps(), 0);
    await page.glance("window.undoodleDue = undoodleReally");
    // What is kept after the undo has a moment of its own.
    await page.until("the end of the last work's moment", () => page.glance("return undoodleReally(true)"));
    // A clock by which no machine is too quick.
    await page.glance("let now = performance.now(); performance.now = () => now += 5;");
    await page.drag([[0, 0]]);
    assert.deepEqual(await look(page), AFTER);
    assert.ok(await page.glance("return paused > 1"));
  }));

test("a fill that takes a while says so, and is stopped by Escape, by the bar's button or with its page, with nothing changed", needs("pausing"), () =>
  visit({}, async (page) => {
    await begin(page);
    // What was never changed is not kept.
    await page.drag([[0, 0]]);
    await page.undo();
    await page.call("kept");
    await fill(page);
    await bar(page);
    await page.press(Key.ESCAPE);
    await goOn(page);
    await page.message("stopped: nothing has changed");
    assert.equal(await page.glance("return document.querySelector('#work').hidden"), true);
    assert.deepEqual([await look(page), await page.steps()], [BEFORE, 0]);

    await fill(page);
    await bar(page);
    await page.glance("document.querySelector('#work-stop').click()");
    await goOn(page);
    assert.deepEqual([await look(page), await page.steps()], [BEFORE, 0]);

    await fill(page);
    await page.driver.navigate().refresh();
    await page.ready();
    assert.deepEqual([await look(page), await page.steps()], [BEFORE, 0]);
    await page.drag([[0, 0]]);
    assert.deepEqual([await look(page), await page.steps()], [AFTER, 1], "the same again, to its end");
  }));

test("panels that come while something is under way, and a window that is resized, wait for its end", needs("pausing"), () =>
  visit({ before: HELD }, async (page) => {
    await begin(page);
    const width = () => page.glance("return document.querySelector('#surface').width");
    const before = await width();
    await fill(page);
    await page.glance("window.rest()");
    await page.until("their module", () => page.glance("return performance.getEntriesByType('resource').some(({ name }) => name.includes('/studio-'))"));
    const rect = await page.driver.manage().window().getRect();
    await page.driver.manage().window().setRect({ width: rect.width - 120, height: rect.height });
    await page.glance(SHOWN);
    assert.deepEqual([await isWorking(page), await width()], [true, before]);
    assert.equal(await page.glance("return document.querySelectorAll('#layers li.layer').length"), 0);
    await goOn(page);
    await page.until("the panels", () => page.glance("return document.body.matches('.furnished')"));
    await page.until("the canvas's new size", async () => (await width()) < before);
    assert.deepEqual(await look(page), AFTER);
    assert.equal(await page.driver.executeScript("return document.querySelectorAll('#layers li.layer').length"), 1);
  }));

test("keys, strokes and copies that come meanwhile are done afterwards, in their order, and the browser's keys and the space bar are as ever", needs("pausing"), () =>
  visit({}, async (page) => {
    await begin(page);
    await fill(page);
    await page.undo();
    assert.equal(await isWorking(page), true, "the page has taken the key, but the fill is not done yet");
    await goOn(page);
    assert.deepEqual([await look(page), await page.steps()], [BEFORE, 0], "filled and undone");
    await page.redo();
    assert.deepEqual([await look(page), await page.steps()], [AFTER, 1]);

    await page.undo();
    await page.call("settle");
    const [from, to] = [await page.client([400, 300]), await page.client([480, 300])];
    // A fill, then the eraser by its key, then a stroke, all while the fill goes on.
    await fill(page);
    await page.press("e");
    await page.driver.actions().move({ ...from, duration: 0 }).press().move({ ...to, duration: 0 }).release().perform();
    assert.equal(await isWorking(page), true);
    await goOn(page);
    assert.equal(await page.steps(), 2);
    assert.deepEqual([await page.pixel(441, 300), await page.pixel(442, 310)], [BEFORE[0], AFTER[0]]);
    await page.undo();
    assert.deepEqual([await look(page), await page.steps()], [AFTER, 1], "the stroke came after the fill");

    await page.call("newDocument", size(SIDE));
    await page.call("setTool", "fill");
    await page.press("a", Key.CONTROL);
    await fill(page);
    await page.press("c", Key.CONTROL);
    await page.press(Key.DELETE);
    assert.equal(await isWorking(page), true);
    await goOn(page);
    assert.deepEqual(await look(page), BEFORE);
    await page.press("v", Key.CONTROL);
    await page.until("the copy of what was filled", async () => (await page.pixel(0, 0)) === AFTER[0]);
    assert.deepEqual(await look(page), AFTER);

    await page.call("newDocument", size(SIDE));
    await page.glance("window.addEventListener('keydown', (event) => { window.prevented = event.defaultPrevented; })");
    await fill(page);
    await page.press(Key.F8);
    assert.equal(await page.glance("return window.prevented"), false, "a key without a command");
    await page.press(" ");
    assert.equal(await isWorking(page), true);
    await goOn(page);
    assert.deepEqual(await look(page), AFTER);
    await page.call("setTool", "eraser");
    await page.drag([[400, 300], [480, 300]]);
    assert.equal(await page.steps(), 2, "the space bar was let go: nothing is panned");
  }));

test("what panels send meanwhile is done afterwards in its order, and what they ask and draw comes after it", needs("pausing"), () =>
  visit({}, async (page) => {
    await begin(page);
    const [from, to] = [await page.client([400, 300]), await page.client([480, 300])];
    await fill(page);
    // A colour, a new layer, a menu with what can't be run, and a stroke on that layer, all while the fill goes on.
    await page.glance(`
      const field = document.querySelector("#primary");
      field.value = "#ff0000";
      field.dispatchEvent(new Event("change", { bubbles: true }));
      document.querySelector("#layer-add").click();`);
    await page.press("b");
    await page.glance("document.querySelector('[data-menu=Edit]').click()");
    const why = () => page.glance("return document.querySelector('[data-command=\"edit.redo\"]')?.title ?? null");
    assert.equal(await why(), "", "the menu opens at once, and waits for what it asks");
    await page.glance("document.querySelector('[data-menu=Edit]').click()");
    await page.driver.actions().move({ ...from, duration: 0 }).press().move({ ...to, duration: 0 }).release().perform();
    assert.equal(await isWorking(page), true);
    assert.equal(await page.glance("return document.querySelectorAll('#layers li.layer').length"), 1);
    await page.glance("document.querySelector('[data-menu=Edit]').click()");
    await goOn(page);
    await page.until("the answer", async () => (await why()) === "nothing to redo");
    await page.glance("document.querySelector('[data-menu=Edit]').click()");
    assert.deepEqual([await page.steps(), await page.pixel(441, 300), await page.pixel(0, 0)], [3, "#ff0000ff", AFTER[0]]);
    assert.equal(await page.glance("return document.querySelectorAll('#layers li.layer').length"), 2);
  }));

test("a script is told to wait, and can, also for what a form does after its preview", needs("pausing"), () =>
  visit({}, async (page) => {
    await begin(page);
    await fill(page);
    const told = await page.glance("try { undoodle.pixel(0, 0); } catch (error) { return error.message; }");
    assert.equal(told, "the editor is at work; await finished() first");
    assert.equal(await page.glance("const done = undoodle.finished().then(() => undoodle.pixel(0, 0)); goOn(); return done"), "#2266aaff");

    await openForm(page);
    const press = (/** @type {string} */ meanwhile) => page.glance(`
      document.querySelector("#form-ok").click();
      const closed = undoodle.finished().then(() => !document.querySelector("#form-dialog").open);
      ${meanwhile}
      return closed;`);
    assert.equal(await press(""), true);
    await page.menu("edit.brightness");
    await page.until("the form", () => page.asked());
    await hold(page);
    await page.driver.actions().sendKeys("-50").perform();
    await page.until("a preview under way", () => isWorking(page));
    assert.equal(await press("goOn();"), true);
    assert.equal((await lookAtMaze(page))[0], "#808080ff");
  }));

test("a form's preview can be chosen anew or accepted while one is made; it is accepted once, later keys are about the picture, and Escape stops what it does", needs("pausing"), () =>
  visit({}, async (page) => {
    const before = ["#ffffffff", "#000000ff"];
    await openForm(page);
    for (const accepted of [false, true]) {
      if (accepted) {
        await page.menu("edit.brightness");
        await page.until("the form", () => page.asked());
      }
      await hold(page);
      await page.driver.actions().sendKeys("-100").perform();
      await page.until("a preview under way", () => isWorking(page));
      await page.glance(`
        const field = document.querySelector("#form-brightness");
        field.value = "-50";
        field.dispatchEvent(new Event("input", { bubbles: true }));`);
      if (accepted) await page.press(Key.ENTER);
      assert.equal(await isWorking(page), true);
      await goOn(page);
      if (!accepted) await page.press(Key.ENTER);
      await page.until("no form", async () => !await page.asked());
      assert.deepEqual([await lookAtMaze(page), await page.steps()], [["#808080ff", "#000000ff"], 1]);
      await page.undo();
      assert.deepEqual([await lookAtMaze(page), await page.steps()], [before, 0], "no preview lies over the step");
    }

    await page.menu("edit.brightness");
    await page.until("the form", () => page.asked());
    await hold(page);
    await page.driver.actions().sendKeys("-50", Key.ENTER, Key.ENTER).perform();
    await goOn(page);
    await page.until("no form", async () => !await page.asked());
    assert.equal(await page.steps(), 1);

    const { commits } = await page.call("history");
    await page.menu("image.scale");
    await page.fill(size(600));
    await hold(page);
    await page.driver.actions().sendKeys(Key.ENTER).keyDown(Key.CONTROL).sendKeys("z").keyUp(Key.CONTROL).perform();
    await goOn(page);
    await page.until("no form", async () => !await page.asked());
    await page.until("the step, taken back", async () => (await page.call("history")).commits === commits + 1 && await page.steps() === 1);
    assert.deepEqual(await page.call("size"), size(SMALL));
    await page.redo();
    assert.deepEqual(await page.call("size"), size(600));

    await page.menu("image.scale");
    await page.fill(size(700));
    await hold(page);
    await page.driver.actions().sendKeys(Key.ENTER, "e").perform();
    await page.press(Key.ESCAPE);
    await goOn(page);
    assert.equal(await page.text("#form-error"), "stopped: nothing has changed");
    assert.deepEqual([await page.asked(), await page.call("size"), await page.steps()], [true, size(600), 2]);
    await page.press(Key.ESCAPE);
    assert.equal(await page.asked(), false);
    assert.equal((await page.call("tool")).id, "pencil", "a key that waited for what was stopped is forgotten");
  }));

test("while a large step is being kept the page says so, and a panic then loses no more than that step", needs("pausing"), () =>
  withProfile(async (start) => {
    const page = await start();
    await openPicture(page, SMALL, noise(1));
    await page.call("run", "edit.brightness", { brightness: 20 });
    await page.call("kept");
    await holdKeeping(page, "edit.flip-horizontal");
    await page.press("b");
    await bar(page);
    assert.equal(await page.glance("return document.querySelector('#work-stop')"), null, "what is kept can't be stopped");
    await page.press("e");
    await goOn(page);
    await page.call("kept");
    await page.until("a status that says that it is kept", async () => (await keptState(page)) === "kept");
    assert.equal((await page.call("tool")).id, "eraser", "keys have waited");

    const before = await lookAtMaze(page);
    await holdKeeping(page, "edit.flip-vertical");
    await page.press("b");
    await page.glance("fail(new window.WebAssembly.RuntimeError('provoked'))");
    await page.until("the dialog", () => page.glance("return document.querySelector('#panic-dialog').open"));
    assert.equal(await page.glance("return document.querySelector('#panic-detail').textContent"), "provoked");
    assert.equal(await page.glance("return document.querySelector('#message').textContent"), "", "the key that waited is not heard of");
    await page.click("#panic-reload");
    await page.until("a reload", () => page.glance("return window.fail === undefined && window.undoodle !== undefined"));
    await page.ready();
    assert.deepEqual([await page.call("size"), await page.steps(), await lookAtMaze(page)], [size(SMALL), 2, before]);
  }));

test("a page begins while what it has opened is still being kept", needs("pausing"), () =>
  withProfile(async (start) => {
    const page = await start();
    await openPicture(page, SMALL, noise(1));
    await page.call("run", "edit.brightness", { brightness: 20 });
    await page.call("kept");
    await holdKeeping(page, "edit.flip-vertical");
    await page.glance("sessionStorage.breathing = 'yes'");
    await page.reload();
    assert.equal(await page.glance("return document.querySelector('#message').textContent"), "");
    assert.deepEqual(await page.call("size"), size(SMALL));
  }, { before: BREATHING }));

test("a step is kept when another drawing takes its place at once, and of two that are opened one after the other the last one is shown", () =>
  withProfile(async (start) => {
    const page = await start();
    // Two drawings whose bytes are blobs, which take their time to be read, and a small one that is open.
    const sides = [SMALL, SMALL + 16];
    await openPicture(page, sides[0], noise(sides[0]));
    await page.call("run", "edit.invert");
    await page.call("kept");
    await openPicture(page, sides[1], noise(sides[1]));
    await page.call("kept");
    // Another drawing takes its place before its step is kept.
    await page.glance("undoodle.run('edit.invert'); undoodle.newDocument({ width: 32, height: 32 })");
    await page.call("kept");
    await page.drag([[3, 3], [9, 3]]);
    await page.call("kept");
    await page.glance(`
      const read = Blob.prototype.arrayBuffer;
      const gate = new Promise((go) => { window.goOn = go; });
      window.begun = window.read = 0;
      Blob.prototype.arrayBuffer = async function () {
        window.begun += 1;
        await gate;
        return read.call(this).finally(() => { window.read += 1; });
      };`);
    for (const [i, side] of sides.entries()) {
      await page.press("o", Key.CONTROL, Key.SHIFT);
      await page.until("the list", () => page.glance("return document.querySelector('#drawings-dialog').open"));
      await page.glance(`
        const card = [...document.querySelectorAll("#drawings-kept .drawing")].find((one) => one.textContent.includes("${side} × ${side}"));
        card.querySelector(".drawing-open").click();`);
      if (i === 0) await page.until("a blob that is read", () => page.glance("return begun > 0"));
    }
    await goOn(page);
    const [, last] = sides;
    await page.until("the later one", async () => (await page.call("size")).width === last);
    await page.until("all blobs", () => page.glance("return read === begun"));
    await page.glance(SHOWN);
    assert.deepEqual([await page.call("size"), await page.steps()], [size(last), 1]);
    const shown = await page.pixel(250, 250);
    await page.reload();
    assert.deepEqual([await page.call("size"), await page.pixel(250, 250), await page.steps()], [size(last), shown, 1]);
  }));

test("a browser that can't pause does all of it at once", () =>
  visit({ before: PLAIN }, async (page) => {
    await begin(page);
    await page.drag([[0, 0]]);
    assert.equal(await isWorking(page), false);
    assert.deepEqual(await look(page), AFTER);
    await page.undo();
    assert.deepEqual(await look(page), BEFORE);
    await page.call("kept");
  }));
