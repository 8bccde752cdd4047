/**
 * What takes long is done in slices: the page lives on meanwhile, what is asked of it waits in its order, and it can be
 * stopped. The pauses between the slices are made longer here, so that there is time to do something in them.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
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

/** A browser that can't pause WebAssembly. */
const PLAIN = "delete WebAssembly.promising; delete WebAssembly.Suspending;";

/** Opens the maze, with the tool that fills it. @param {Page} page */
async function open(page) {
  await openPicture(page, 2048, maze);
  await page.call("setTool", "fill");
  await page.call("setColor", "#2266aaff");
  await page.call("kept");
}

/** Whether something is under way. @param {Page} page @returns {Promise<boolean>} */
const isWorking = (page) => page.glance("try { undoodle.size(); return false; } catch (error) { return /at work/.test(error.message); }");

/** Pixels at the beginning, on a wall and at the end of the way. @param {Page} page */
const look = async (page) => [await page.pixel(0, 0), await page.pixel(1, 1000), await page.pixel(2046, 1000)];

const [BEFORE, AFTER] = [["#ffffffff", "#000000ff", "#ffffffff"], ["#2266aaff", "#000000ff", "#2266aaff"]];

test("a fill goes on in slices, says so, and is stopped by Escape with nothing changed", () =>
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

test("a fill is stopped by the bar's button", () =>
  visit({ before: SLOW }, async (page) => {
    await open(page);
    await page.drag([[0, 0]]);
    await page.until("the bar", () => page.glance("return !document.querySelector('#work').hidden"));
    await page.glance("document.querySelector('#work-stop').click()");
    assert.deepEqual([await look(page), await page.steps()], [BEFORE, 0]);
  }));

test("keys and strokes that come meanwhile are done afterwards, in their order", () =>
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

test("a script is told to wait, and can", () =>
  visit({ before: SLOW }, async (page) => {
    await open(page);
    await page.drag([[0, 0]]);
    const told = await page.glance("try { undoodle.pixel(0, 0); } catch (error) { return error.message; }");
    assert.equal(told, "the editor is at work; await finished() first");
    assert.equal(await page.glance("return undoodle.finished().then(() => undoodle.pixel(0, 0))"), "#2266aaff");
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

test("a page that is left in the middle comes back as it was before or after, and whole", () =>
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
  }, SLOW));

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
