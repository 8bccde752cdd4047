/**
 * What takes long is done in slices: the page lives on meanwhile, what is asked of it waits in its order, and it can be
 * stopped. The pauses between the slices are made longer here, so that there is time to do something in them.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { HELD } from "./idle.mjs";
import { maze, openPicture } from "./pictures.mjs";
import { withProfile } from "./profile.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** Makes each pause take some time. */
const SLOW = `
  const Channel = window.MessageChannel;
  window.MessageChannel = class {
    constructor() {
      const channel = new Channel();
      const post = channel.port2.postMessage.bind(channel.port2);
      channel.port2.postMessage = (message) => setTimeout(() => post(message), 60);
      return channel;
    }
  };`;

/** The same, so slow that even what a fast machine does in a few slices takes long. */
const SLOWER = SLOW.replace("60", "300");

/** A browser that can't pause WebAssembly. */
const PLAIN = "delete WebAssembly.promising; delete WebAssembly.Suspending;";

/** Opens the maze, with the tool that fills it. @param {Page} page */
async function open(page) {
  await openPicture(page, 2048, maze);
  await page.call("setTool", "fill");
  await page.call("setColor", "#2266aaff");
  await page.call("kept");
}

/** Draws a gradient over most of a canvas that has no room for it. @param {Page} page */
async function beginGradient(page) {
  await page.driver.manage().setTimeouts({ script: 120_000 });
  await page.call("newDocument", { width: 32768, height: 32768 });
  await page.call("setTool", "gradient");
  await page.drag([[4000, 4000], [30000, 30000]]);
}

/** Whether something is under way. @param {Page} page @returns {Promise<boolean>} */
const isWorking = (page) => page.glance("try { undoodle.size(); return false; } catch (error) { return /at work/.test(error.message); }");

/** Pixels at the beginning, on a wall and at the end of the way. @param {Page} page */
const look = async (page) => [await page.pixel(0, 0), await page.pixel(1, 1000), await page.pixel(2046, 1000)];

const [BEFORE, AFTER] = [["#ffffffff", "#000000ff", "#ffffffff"], ["#2266aaff", "#000000ff", "#2266aaff"]];

test("a fill goes on in slices, says so, and is stopped by Escape with nothing changed", needs("pausing"), () =>
  visit({ before: SLOW }, async (page) => {
    await open(page);
    await page.drag([[0, 0]]);
    assert.equal(await isWorking(page), true);
    await page.until("the bar", () => page.glance("return !document.querySelector('#work').hidden"));
    await page.press(Key.ESCAPE);
    assert.deepEqual(await look(page), BEFORE);
    await page.message("stopped: nothing has changed");
    assert.equal(await page.glance("return document.querySelector('#work').hidden"), true);
    assert.equal(await page.steps(), 0);

    await page.drag([[0, 0]]);
    assert.deepEqual(await look(page), AFTER, "the same again, to its end");
    assert.equal(await page.steps(), 1);
  }));

test("panels that come while something is under way wait for its end", needs("pausing"), () =>
  visit({ before: HELD + SLOW }, async (page) => {
    await open(page);
    await page.drag([[0, 0]]);
    await page.glance("window.rest()");
    await page.until("their module", () => page.glance("return performance.getEntriesByType('resource').some(({ name }) => name.includes('/studio-'))"));
    assert.equal(await isWorking(page), true);
    await page.until("the panels", () => page.glance("return document.body.matches('.furnished')"));
    assert.deepEqual(await look(page), AFTER);
    assert.equal(await page.driver.executeScript("return document.querySelectorAll('#layers li.layer').length"), 1);
  }));

test("a fill is stopped by the bar's button", needs("pausing"), () =>
  visit({ before: SLOW }, async (page) => {
    await open(page);
    await page.drag([[0, 0]]);
    await page.until("the bar", () => page.glance("return !document.querySelector('#work').hidden"));
    await page.glance("document.querySelector('#work-stop').click()");
    assert.deepEqual([await look(page), await page.steps()], [BEFORE, 0]);
  }));

test("a gradient that the largest canvas has no room for is stopped before it is refused", needs("pausing"), () =>
  visit({ before: SLOW }, async (page) => {
    await beginGradient(page);
    await page.until("the bar", () => page.glance("return !document.querySelector('#work').hidden"));
    await page.press(Key.ESCAPE);
    await page.message("stopped: nothing has changed");
    assert.deepEqual([await page.steps(), await page.pixel(16000, 16000)], [0, "#00000000"]);
  }));

test("a gradient that the largest canvas has no room for is refused, and changes nothing", () =>
  visit({}, async (page) => {
    await beginGradient(page);
    await page.message("drawing of");
    assert.deepEqual([await page.steps(), await page.pixel(16000, 16000), await page.call("asked")], [0, "#00000000", null]);
  }));

test("what takes no longer than a moment is asked whether a pause is due, and never paused", needs("pausing"), () =>
  visit({}, async (page) => {
    await page.call("newDocument", { width: 1024, height: 1024 });
    await page.glance(`
      window.asked = window.paused = 0;
      const { undoodleDue, undoodlePause } = window;
      // A moment that no machine is too slow for.
      window.undoodleDue = () => { window.asked += 1; return false; };
      window.undoodlePause = (stoppable) => { window.paused += 1; return undoodlePause(stoppable); };
      window.undoodleReally = undoodleDue;`);
    await page.call("setTool", "fill");
    await page.drag([[3, 3]]);
    await page.undo();
    assert.equal(await page.steps(), 0);
    assert.deepEqual(await page.glance("return [asked > 0, paused]"), [true, 0]);
    await page.glance("window.undoodleDue = undoodleReally");
    assert.equal(await page.glance("return undoodleReally(true)"), true, "the last work's moment is over");
  }));

test("keys and strokes that come meanwhile are done afterwards, in their order", needs("pausing"), () =>
  visit({ before: SLOW }, async (page) => {
    await open(page);
    await page.drag([[0, 0]]);
    await page.undo();
    assert.equal(await isWorking(page), true, "the page has taken the key, but the fill is not done yet");
    assert.deepEqual([await look(page), await page.steps()], [BEFORE, 0], "filled and undone");
    await page.redo();
    assert.deepEqual([await look(page), await page.steps()], [AFTER, 1]);

    await page.undo();
    await page.call("settle");
    const [start, from, to] = [await page.client([0, 0]), await page.client([400, 300]), await page.client([480, 300])];
    // A fill, then the pencil by its key, then a stroke across the walls, all while the fill goes on.
    await page.driver.actions().move({ ...start, duration: 0 }).press().release().perform();
    await page.press("b");
    await page.driver.actions().move({ ...from, duration: 0 }).press().move({ ...to, duration: 0 }).release().perform();
    assert.equal(await isWorking(page), true);
    assert.equal(await page.steps(), 2);
    assert.equal(await page.pixel(441, 300), "#2266aaff", "where a wall was");
    assert.equal(await page.pixel(442, 310), "#2266aaff", "the way");
    await page.undo();
    assert.deepEqual([await look(page), await page.steps()], [AFTER, 1], "the stroke came after the fill");
  }));

test("a script is told to wait, and can", needs("pausing"), () =>
  visit({ before: SLOW }, async (page) => {
    await open(page);
    await page.drag([[0, 0]]);
    const told = await page.glance("try { undoodle.pixel(0, 0); } catch (error) { return error.message; }");
    assert.equal(told, "the editor is at work; await finished() first");
    assert.equal(await page.glance("return undoodle.finished().then(() => undoodle.pixel(0, 0))"), "#2266aaff");
  }));

test("a script that waits for what a form does finds the form closed, also if that had to wait for a preview", () =>
  visit({ before: SLOW }, async (page) => {
    const press = "document.querySelector('#form-ok').click(); return undoodle.finished().then(() => document.querySelector('#form-dialog').open)";
    await page.menu("edit.brightness");
    await page.until("the form", () => page.asked());
    assert.equal(await page.glance(press), false);

    await open(page);
    await page.menu("edit.brightness");
    await page.until("the form", () => page.asked());
    await page.driver.actions().sendKeys("-50").perform();
    assert.equal(await page.glance(press), false);
    assert.equal(await page.steps(), 1);
  }));

test("a form's preview can be chosen anew while one is made, and the last one is what is done", () =>
  visit({ before: SLOW }, async (page) => {
    await open(page);
    await page.menu("edit.brightness");
    await page.fill({ brightness: -100 });
    await page.fill({ brightness: -50 });
    await page.press(Key.ENTER);
    await page.until("no form", async () => !await page.asked());
    const shown = /** @type {[string[], number]} */ ([await look(page), await page.steps()]);
    await page.undo();
    await page.call("run", "edit.brightness", { brightness: -50 });
    assert.deepEqual(shown, [await look(page), 1]);
    assert.ok(shown[0][0] !== BEFORE[0] && shown[0][0] !== "#000000ff", "neither none of it nor the first that was chosen");
  }));

test("a form is accepted once, however often Enter is pressed, and Escape stops what it does", () =>
  visit({ before: SLOW }, async (page) => {
    await open(page);
    await page.menu("edit.brightness");
    await page.fill({ brightness: -50 });
    await page.driver.actions().sendKeys(Key.ENTER, Key.ENTER).perform();
    await page.until("no form", async () => !await page.asked());
    assert.equal(await page.steps(), 1);

    await page.menu("image.scale");
    await page.fill({ width: 2500, height: 2500 });
    await page.driver.actions().sendKeys(Key.ENTER, "e").perform();
    await page.press(Key.ESCAPE);
    assert.equal(await page.text("#form-error"), "stopped: nothing has changed");
    assert.deepEqual([await page.asked(), await page.call("size"), await page.steps()], [true, { width: 2048, height: 2048 }, 1]);
    await page.press(Key.ESCAPE);
    assert.equal(await page.asked(), false);
    assert.equal((await page.call("tool")).id, "fill", "a key that waited for what was stopped is forgotten");
  }));

test("what is pressed right after a form's Enter is about the picture, and the form keeps the values of that moment", () =>
  visit({ before: SLOW }, async (page) => {
    await page.drag([[3, 3], [9, 3]]);
    await page.menu("image.scale");
    await page.fill({ width: 50, height: 50 });
    await page.driver.actions().sendKeys(Key.ENTER).keyDown(Key.CONTROL).sendKeys("z").keyUp(Key.CONTROL).perform();
    await page.until("no form", async () => !await page.asked());
    await page.until("the step, taken back", async () => (await page.call("history")).commits === 2 && await page.steps() === 1);
    assert.deepEqual(await page.call("size"), { width: 64, height: 64 });
    await page.redo();
    assert.deepEqual(await page.call("size"), { width: 50, height: 50 });
  }));

test("a preview that was not shown yet when its form was accepted is not shown over the step", () =>
  visit({ before: SLOW }, async (page) => {
    await open(page);
    await page.menu("edit.brightness");
    await page.until("the form", () => page.asked());
    await page.driver.actions().sendKeys("-50", Key.ENTER).perform();
    await page.until("no form", async () => !await page.asked());
    assert.deepEqual([await look(page), await page.steps()], [["#808080ff", "#000000ff", "#808080ff"], 1]);
    await page.undo();
    assert.deepEqual([await look(page), await page.steps()], [BEFORE, 0]);
  }));

test("what is copied meanwhile is copied afterwards, before what comes then", needs("pausing"), () =>
  visit({ before: SLOW }, async (page) => {
    await open(page);
    await page.press("a", Key.CONTROL);
    await page.drag([[0, 0]]);
    await page.press("c", Key.CONTROL);
    await page.press(Key.DELETE);
    assert.equal(await isWorking(page), true);
    assert.deepEqual(await look(page), ["#00000000", "#00000000", "#00000000"]);
    await page.press("v", Key.CONTROL);
    await page.until("the copy of what was filled", async () => (await page.pixel(0, 0)) === AFTER[0]);
    assert.deepEqual(await look(page), AFTER);
  }));

test("the browser's keys and the space bar are as ever meanwhile", needs("pausing"), () =>
  visit({ before: SLOW }, async (page) => {
    await open(page);
    await page.glance("window.addEventListener('keydown', (event) => { window.prevented = event.defaultPrevented; })");
    await page.drag([[0, 0]]);
    await page.press(Key.F2);
    assert.equal(await page.glance("return window.prevented"), false, "a key without a command");
    await page.press(" ");
    assert.equal(await isWorking(page), true);
    assert.deepEqual(await look(page), AFTER);
    await page.call("setTool", "pencil");
    await page.drag([[401, 300], [481, 300]]);
    assert.equal(await page.steps(), 2, "the space bar was let go: nothing is panned");
  }));

test("the picture stays while the window is resized, and follows afterwards", needs("pausing"), () =>
  visit({ before: SLOW }, async (page) => {
    await open(page);
    const width = () => page.glance("return document.querySelector('#surface').width");
    const before = await width();
    await page.drag([[0, 0]]);
    const rect = await page.driver.manage().window().getRect();
    await page.driver.manage().window().setRect({ width: rect.width - 120, height: rect.height });
    await page.glance("return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    assert.deepEqual([await isWorking(page), await width()], [true, before]);
    await page.until("the canvas's new size", async () => (await width()) < before);
    assert.deepEqual(await look(page), AFTER);
  }));

test("while a large step is being kept the page says so, and whoever waits for that is told", needs("pausing"), () =>
  visit({ before: SLOWER }, async (page) => {
    await page.call("newDocument", { width: 2048, height: 2048 });
    await page.call("setTool", "gradient");
    await page.drag([[100, 100], [1900, 1900]]);
    const state = () => page.glance("return document.querySelector('#status-kept').dataset.state");
    await page.until("a status that says that it is being written", async () => (await state()) === "writing");
    await page.press("b");
    await page.until("the bar", () => page.glance("return !document.querySelector('#work').hidden"));
    assert.equal(await page.glance("return document.querySelector('#work-stop')"), null, "what is kept can't be stopped");
    await page.call("kept");
    await page.until("a status that says that it is kept", async () => (await state()) === "kept");
    assert.equal((await page.call("tool")).id, "pencil");
  }));

test("a step is kept when another drawing takes its place at once", () =>
  withProfile(async (start) => {
    const page = await start();
    await page.drag([[3, 3], [9, 3]]);
    await page.call("kept");
    await page.glance("undoodle.run('edit.invert'); undoodle.newDocument({ width: 32, height: 32 })");
    await page.call("kept");
    await page.press("o", Key.CONTROL, Key.SHIFT);
    await page.click("#drawings-kept .drawing:not(.current) .drawing-open");
    await page.until("the first drawing", async () => (await page.call("size")).width === 64);
    assert.deepEqual([await page.pixel(5, 3), await page.steps()], ["#ffffffff", 2]);
  }));

test("a panic while a step is being kept stops the editor at once, and what was kept comes back", needs("pausing"), () =>
  withProfile(async (start) => {
    const page = await start();
    await page.call("newDocument", { width: 2048, height: 2048 });
    await page.drag([[300, 300], [900, 300]]);
    await page.call("kept");
    // A point of the screen is some pixels wide, so the line lies near where it was meant to.
    const column = () => Promise.all(Array.from({ length: 40 }, (_, i) => page.pixel(500, 280 + i)));
    const line = await column();
    assert.ok(line.includes("#000000ff"));
    await page.call("setTool", "gradient");
    await page.drag([[100, 100], [1900, 1900]]);
    await page.until("a batch", () => page.glance("return document.querySelector('#status-kept').dataset.state === 'writing'"));
    await page.press("b");
    await page.glance("window.undoodlePause = () => Promise.reject(new window.WebAssembly.RuntimeError('provoked'))");
    await page.until("the dialog", async () => (await page.find("#panic-dialog")).isDisplayed());
    assert.equal(await page.text("#panic-detail"), "provoked");
    assert.equal(await page.glance("return document.querySelector('#message').textContent"), "", "the key that waited is not heard of");
    await page.click("#panic-reload");
    await page.ready();
    assert.deepEqual(await page.call("size"), { width: 2048, height: 2048 });
    // The gradient's own record may have been on the disk already, and a checkpoint been under way.
    if (await page.steps() === 2) await page.undo();
    assert.deepEqual([await page.steps(), await column()], [1, line]);
  }, { before: SLOWER }));

test("of two drawings that are opened one after the other the last one is shown, and keeps what is its own", () =>
  withProfile(async (start) => {
    const page = await start();
    // Two drawings whose bytes are blobs, which take their time to be read, and a small one that is open.
    for (const side of [1024, 1040]) {
      await openPicture(page, side, (x, y) => [Math.imul(x * 7 + side, y * 13 + 5) >>> 9 & 255, Math.imul(x, y) & 255, x & 255]);
      await page.call("run", "edit.invert");
      await page.call("kept");
    }
    await page.call("newDocument", { width: 32, height: 32 });
    await page.drag([[3, 3], [9, 3]]);
    await page.call("kept");
    await page.glance(`
      const read = Blob.prototype.arrayBuffer;
      Blob.prototype.arrayBuffer = async function () { await new Promise((done) => setTimeout(done, 500)); return read.call(this); };`);
    for (const side of [1024, 1040]) {
      await page.press("o", Key.CONTROL, Key.SHIFT);
      await page.until("the list", () => page.glance("return document.querySelector('#drawings-dialog').open"));
      await page.glance(`
        const card = [...document.querySelectorAll("#drawings-kept .drawing")].find((one) => one.textContent.includes("${side} × ${side}"));
        card.querySelector(".drawing-open").click();`);
    }
    await page.until("the later one", async () => (await page.call("size")).width === 1040);
    await page.driver.sleep(1500);
    assert.deepEqual([await page.call("size"), await page.steps()], [{ width: 1040, height: 1040 }, 1]);
    const shown = await page.pixel(500, 500);
    await page.reload();
    assert.deepEqual([await page.call("size"), await page.pixel(500, 500), await page.steps()], [{ width: 1040, height: 1040 }, shown, 1]);
  }));

test("a page that is left in the middle comes back as it was before or after, and whole", needs("pausing"), () =>
  withProfile(async (start) => {
    const page = await start();
    await open(page);
    await page.drag([[0, 0]]);
    assert.equal(await isWorking(page), true);
    await page.driver.navigate().refresh();
    await page.ready();
    const steps = await page.steps();
    assert.deepEqual(await look(page), steps === 0 ? BEFORE : AFTER);
    await page.call("setTool", "fill");
    await page.call("setColor", "#2266aaff");
    await page.drag([[0, 0]]);
    assert.deepEqual(await look(page), AFTER);
  }, { before: SLOW }));

test("a browser that can't pause does all of it at once", () =>
  visit({ before: PLAIN }, async (page) => {
    await open(page);
    await page.drag([[0, 0]]);
    assert.equal(await isWorking(page), false);
    assert.deepEqual(await look(page), AFTER);
    await page.undo();
    assert.deepEqual(await look(page), BEFORE);
    await page.call("kept");
  }));
