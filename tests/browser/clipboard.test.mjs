/** The clipboard of other programs and of other tabs: pictures out and in, who copied last, and what a browser refuses. */
import assert from "node:assert/strict";
import test from "node:test";
import { PNG } from "pngjs";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { withProfile } from "./profile.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** Grants or denies what the page may do with the system's clipboard. @param {Page} page @param {"granted" | "denied" | "prompt"} setting */
async function permit(page, setting) {
  for (const permission of [{ name: "clipboard-read" }, { name: "clipboard-write" }, { name: "clipboard-write", allowWithoutSanitization: false }]) {
    await /** @type {import("selenium-webdriver/chrome.js").Driver} */ (page.driver).sendDevToolsCommand("Browser.setPermission", { permission, setting, origin: new URL(page.url).origin });
  }
}

/** Puts a picture on the system's clipboard as another program does, in a tab of its own. @param {Page} page @param {PNG} picture */
async function copyElsewhere(page, picture) {
  const here = await page.driver.getWindowHandle();
  await page.driver.switchTo().newWindow("tab");
  await page.driver.get(`${page.url}lab.html`);
  // A tab has the focus only when it was pressed.
  await page.driver.actions().move({ x: 2, y: 2, duration: 0 }).click().perform();
  const failed = await page.driver.executeAsyncScript(
    `const done = arguments[1];
     const blob = new Blob([new Uint8Array(arguments[0])], { type: "image/png" });
     navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]).then(() => done(""), (error) => done(String(error)));`,
    [...PNG.sync.write(picture)],
  );
  assert.equal(failed, "");
  await page.driver.close();
  await page.driver.switchTo().window(here);
}

/** What lies on the system's clipboard: a picture, or the type of something else. @param {Page} page @returns {Promise<PNG | string>} */
async function outside(page) {
  const read = await page.driver.executeAsyncScript(
    `const [done] = arguments;
     (async () => {
       const [item] = await navigator.clipboard.read();
       if (!item?.types.includes("image/png")) return item?.types.join() ?? "nothing";
       return [...new Uint8Array(await (await item.getType("image/png")).arrayBuffer())];
     })().then(done, (error) => done(String(error)));`,
  );
  return typeof read === "string" ? read : PNG.sync.read(Buffer.from(read));
}

/** Waits for a picture on the system's clipboard. @param {Page} page @returns {Promise<PNG>} */
async function pictureOutside(page) {
  /** @type {PNG | string} */
  let found = "";
  await page.until("a picture on the clipboard", async () => {
    found = await outside(page);
    return typeof found !== "string";
  });
  return /** @type {PNG} */ (/** @type {unknown} */ (found));
}

/** The colours of a picture, row by row. @param {PNG} picture */
const colours = ({ width, height, data }) => Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => `#${data.subarray((y * width + x) * 4).toString("hex", 0, 4)}`));

/** A picture of these colours. @param {string[][]} rows */
function picture(rows) {
  const made = new PNG({ width: rows[0].length, height: rows.length });
  made.data.write(rows.flat().map((color) => color.slice(1)).join(""), "hex");
  return made;
}

const FOREIGN = [["#0000ffff", "#00ff00ff"], ["#00ff00ff", "#ff0000ff"], ["#ffffffff", "#000000ff"]];

/** Opens a picture as the drawing. @param {Page} page @param {string[][]} rows */
const open = (page, rows) => page.driver.executeAsyncScript(
  "const done = arguments[1]; undoodle.open(new Uint8Array(arguments[0]), 'grid.png').then(() => done())", [...PNG.sync.write(picture(rows))],
);

/** The rectangle that floats, once it does. @param {Page} page @returns {Promise<import("./page.mjs").Pixel[]>} Its corner and its size. */
async function floating(page) {
  /** @type {{rect: {x: number, y: number, width: number, height: number}, floating: boolean} | null} */
  let selection = null;
  await page.until("something that floats", async () => {
    selection = await page.call("selection");
    return selection?.floating;
  });
  const { x, y, width, height } = /** @type {any} */ (selection).rect;
  return [[x, y], [width, height]];
}

/** The colours that are shown in a rectangle. @param {Page} page @param {number} left @param {number} top @param {number} width @param {number} height */
const shown = async (page, left, top, width, height) => (await page.pixels()).slice(top, top + height).map((row) => row.slice(left, left + width));

/** Has the page keep what tabs tell each other. @param {Page} page */
const listen = (page) => page.driver.executeScript(
  `window.told = [];
   new BroadcastChannel("undoodle: clipboard").onmessage = ({ data }) => data.copied && window.told.push(data.copied);`);

/** What was told last. @param {Page} page @returns {Promise<PNG>} */
async function toldLast(page) {
  await page.until("what was copied", () => page.driver.executeScript("return window.told.length > 0"));
  return PNG.sync.read(Buffer.from(await page.driver.executeScript("return [...window.told.at(-1).png]")));
}

const ROWS = [["#ff0000ff", "#00ff00ff", "#00000000"], ["#0000ffff", "#00000000", "#ffffffff"]];

test("a copy is a picture for other programs, whichever command has made it", needs("clipboard"), () =>
  visit({}, async (page) => {
    await permit(page, "granted");
    await open(page, ROWS);
    await page.press("c", Key.CONTROL);
    assert.deepEqual(colours(await pictureOutside(page)), ROWS);
    await copyElsewhere(page, picture(FOREIGN));
    assert.deepEqual(colours(await pictureOutside(page)), FOREIGN);
    const becomes = (/** @type {string} */ words, /** @type {string} */ first) => page.until(words, async () => colours(await pictureOutside(page))[0][0] === first);
    await page.menu("edit.copy-merged");
    await becomes("the picture of all layers", "#ff0000ff");
    await page.menu("edit.invert");
    await page.menu("edit.copy");
    await becomes("the inverted picture", "#00ffffff");
    await page.undo();
    await page.press("x", Key.CONTROL);
    await becomes("what was cut", "#ff0000ff");
    assert.deepEqual(await page.painted(), []);
  }));

test("what another program copies later is pasted, by key and from the menu", needs("clipboard"), () =>
  visit({}, async (page) => {
    await permit(page, "granted");
    await page.drag([[3, 3], [9, 3]]);
    await page.press("c", Key.CONTROL);
    await pictureOutside(page);
    await copyElsewhere(page, picture(FOREIGN));
    for (const paste of [() => page.press("v", Key.CONTROL), () => page.menu("edit.paste")]) {
      await paste();
      const [[x, y], [width, height]] = await floating(page);
      assert.deepEqual([width, height], [2, 3]);
      assert.deepEqual(await shown(page, x, y, width, height), FOREIGN);
      await page.undo();
      assert.equal(await page.call("selection"), null);
    }
  }));

test("a picture is pasted from the menu before anything was copied here", needs("clipboard"), () =>
  visit({}, async (page) => {
    await permit(page, "granted");
    await copyElsewhere(page, picture(FOREIGN));
    await page.menu("edit.paste");
    const [, size] = await floating(page);
    assert.deepEqual(size, [2, 3]);
  }));

test("what comes back from the system's clipboard is pasted as it was copied, in its place", needs("clipboard"), () =>
  visit({}, async (page) => {
    await permit(page, "granted");
    const faint = [["#fedcba03", "#12345601", "#00000000"], ["#ff000080", "#00ff0077", "#ffffffff"]];
    await open(page, faint);
    await page.press("c", Key.CONTROL);
    assert.notDeepEqual(colours(await pictureOutside(page)), faint, "the system's clipboard has changed the colours");
    for (const paste of [() => page.press("v", Key.CONTROL), () => page.menu("edit.paste")]) {
      await page.press("a", Key.CONTROL);
      await page.press(Key.DELETE);
      await page.press("d", Key.CONTROL);
      await paste();
      assert.deepEqual(await floating(page), [[0, 0], [3, 2]]);
      assert.deepEqual(await page.pixels(), faint);
      await page.press("d", Key.CONTROL);
    }
  }));

test("from tab to tab every pixel is the same, in its place, whatever the system's clipboard makes of it", needs("clipboard", "tabs"), () =>
  withProfile(async (start) => {
    const page = await start();
    await permit(page, "granted");
    const faint = [["#fedcba03", "#ff00ff00", "#00000000"], ["#ff000080", "#00ff0077", "#ffffffff"]];
    await open(page, [["#00000000", "#00000000", "#00000000"], ...faint.map((row) => [...row]), ["#00000000", "#00000000", "#00000000"]]);
    const first = await page.openTab();
    await listen(page);
    await page.driver.switchTo().window(first);
    await page.press("c", Key.CONTROL);
    await pictureOutside(page);
    const [, second] = await page.driver.getAllWindowHandles();
    await page.driver.switchTo().window(second);
    assert.deepEqual(colours(await toldLast(page)), faint, "the colour of what is transparent, too");
    await page.press("v", Key.CONTROL);
    assert.deepEqual(await floating(page), [[0, 1], [3, 2]]);
    const seen = faint.map((row) => row.map((color) => (color.endsWith("00") ? "#00000000" : color)));
    assert.deepEqual((await shown(page, 0, 1, 3, 2)).map((row) => row.map((color) => (color.endsWith("00") ? "#00000000" : color))), seen);
    // What floats here is copied, and what the first tab is told has the colour of what is transparent.
    await page.driver.switchTo().window(first);
    await listen(page);
    await page.driver.switchTo().window(second);
    await page.press("c", Key.CONTROL);
    await page.driver.switchTo().window(first);
    assert.deepEqual(colours(await toldLast(page)), faint);
  }));

test("the tab that copied last is heard of, also by a tab that is opened later, and another program after it wins", needs("clipboard", "tabs"), () =>
  withProfile(async (start) => {
    const page = await start();
    await permit(page, "denied");
    await page.drag([[3, 3], [9, 3]]);
    await page.press("c", Key.CONTROL);
    const first = await page.openTab();
    const second = await page.driver.getWindowHandle();
    await page.driver.executeScript("return new Promise((done) => setTimeout(done, 100))");
    await page.menu("edit.paste");
    assert.deepEqual(await floating(page), [[3, 3], [7, 1]], "the browser denies its clipboard, and tabs do without");
    await page.press("d", Key.CONTROL);
    await page.drag([[20, 20], [20, 24]]);
    await page.press("a", Key.CONTROL);
    await page.press("d", Key.CONTROL);
    await page.menu("edit.copy");
    await page.driver.switchTo().window(first);
    await page.press("v", Key.CONTROL);
    assert.deepEqual(await floating(page), [[3, 3], [18, 22]], "what the second tab copied");
    await page.undo();
    await permit(page, "granted");
    await copyElsewhere(page, picture(FOREIGN));
    for (const tab of [first, second]) {
      await page.driver.switchTo().window(tab);
      await page.press("v", Key.CONTROL);
      const [, size] = await floating(page);
      assert.deepEqual(size, [2, 3]);
      await page.undo();
    }
    // The tab that asks is told what a tab copied last; those that have pasted since are not asked.
    await page.openTab();
    await page.driver.executeScript("return new Promise((done) => setTimeout(done, 100))");
    await page.driver.switchTo().window(first);
    await page.press("v", Key.CONTROL);
    assert.deepEqual((await floating(page))[1], [2, 3], "a tab that is opened changes nothing here");
  }, { whole: true }));

test("a large copy of one colour is handed to the other tab, and one that is larger stays here, which is said", needs("clipboard", "tabs"), () =>
  withProfile(async (start) => {
    const page = await start();
    await permit(page, "granted");
    await page.call("newDocument", { width: 2048, height: 2048 });
    await page.call("run", "select.all");
    await page.call("run", "edit.fill");
    const first = await page.openTab();
    const second = await page.driver.getWindowHandle();
    await page.call("newDocument", { width: 2048, height: 2048 });
    await page.driver.switchTo().window(first);
    await page.press("c", Key.CONTROL);
    await pictureOutside(page);
    await page.driver.switchTo().window(second);
    await page.press("v", Key.CONTROL);
    assert.deepEqual(await floating(page), [[0, 0], [2048, 2048]]);
    assert.equal(await page.pixel(2047, 2047), "#000000ff");
    await page.driver.switchTo().window(first);
    await page.call("newDocument", { width: 2049, height: 2048 });
    await page.call("run", "select.all");
    await page.call("run", "edit.fill");
    await page.menu("edit.copy");
    assert.equal(await page.message("Copied"), "Copied 2049 × 2048 pixels for this tab only: others and other programs get at most 2048 × 2048");
    await page.until("a line of text in place of the older picture", async () => (await outside(page)) === "text/plain");
    await page.press("v", Key.CONTROL);
    assert.deepEqual(await floating(page), [[0, 0], [2049, 2048]]);
  }));

test("a refusal is said in a sentence, and what was copied is pasted all the same", needs("clipboard"), () =>
  visit({}, async (page) => {
    await permit(page, "denied");
    await page.drag([[3, 3], [9, 3]]);
    await page.menu("edit.copy");
    assert.equal(await page.message("Copied"), "Copied for Undoodle only, not for other programs: the browser does not allow it");
    await page.press("v", Key.CONTROL);
    assert.deepEqual(await floating(page), [[3, 3], [7, 1]]);
    await page.press("d", Key.CONTROL);
    await page.driver.executeScript("window.dispatchEvent(new Event('blur'))");
    await page.menu("edit.paste");
    assert.equal(await page.message("menu"), "The clipboard of other programs can't be read from a menu: the browser does not allow it. Ctrl+V pastes it");
    assert.deepEqual(await floating(page), [[3, 3], [7, 1]]);
  }));

test("a picture that is older than a copy which the browser refused to take is not pasted in its place", needs("clipboard"), () =>
  visit({}, async (page) => {
    await permit(page, "granted");
    await copyElsewhere(page, picture(FOREIGN));
    await permit(page, "denied");
    await page.drag([[3, 3], [9, 3]]);
    await page.menu("edit.copy");
    await page.message("Copied for Undoodle only");
    await permit(page, "granted");
    assert.deepEqual(colours(await pictureOutside(page)), FOREIGN);
    await page.menu("edit.paste");
    assert.deepEqual(await floating(page), [[3, 3], [7, 1]]);
  }));

test("without the browser's clipboard everything works within the page, and that is said once", () =>
  visit({ before: "Object.defineProperty(navigator, 'clipboard', { value: undefined });" }, async (page) => {
    await page.drag([[3, 3], [9, 3]]);
    await page.menu("edit.copy");
    assert.equal(await page.message("Copied"), "Copied for Undoodle only, not for other programs: the browser can't do it");
    await page.menu("edit.paste");
    assert.deepEqual(await floating(page), [[3, 3], [7, 1]]);
    await page.undo();
    await page.message("Undid");
    await page.menu("edit.copy");
    assert.match(await page.text("#message"), /^Undid/);
  }));
