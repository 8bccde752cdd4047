/** The clipboard of other programs and of other tabs: pictures out and in, who copied last, and what a browser denies. */
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
  await page.driver.get(`${page.url}icon-192.png`);
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

/** Has the page keep what tabs tell each other, from before its own scripts. */
const LISTENING = `
  window.told = [];
  new BroadcastChannel("undoodle: clipboard").onmessage = ({ data }) => data.copied && window.told.push(data.copied);`;

/** What this tab was told last, once it was told more than so many times. @param {Page} page @param {number} times @returns {Promise<PNG>} */
async function told(page, times) {
  await page.until("what was copied", () => page.driver.executeScript("return window.told.length > arguments[0]", times));
  return PNG.sync.read(Buffer.from(await page.driver.executeScript("return [...window.told.at(-1).png]")));
}

/** Faint colours, which a system's clipboard rounds. */
const FAINT = [["#fedcba03", "#12345601", "#00000000"], ["#ff000080", "#00ff0077", "#ffffffff"]];

/** The ways to paste. @param {Page} page */
const pastes = (page) => [() => page.press("v", Key.CONTROL), () => page.menu("edit.paste")];

test("copies are pictures for other programs, and what these copy later is pasted, by key and from the menu; where the browser denies that it is said, and what was copied here is pasted all the same", needs("clipboard"), () =>
  visit({}, async (page) => {
    await permit(page, "granted");
    const pasted = async () => {
      const [[x, y], [width, height]] = await floating(page);
      assert.deepEqual([width, height], [2, 3]);
      assert.deepEqual(await shown(page, x, y, width, height), FOREIGN);
      await page.undo();
      assert.equal(await page.call("selection"), null);
    };
    await copyElsewhere(page, picture(FOREIGN));
    await page.menu("edit.paste");
    await pasted();
    await permit(page, "denied");
    await page.drag([[3, 3], [9, 3]]);
    await page.menu("edit.copy");
    assert.equal(await page.message("Copied"), "Copied for Undoodle only, not for other programs: the browser does not allow it");
    await page.press("v", Key.CONTROL);
    assert.deepEqual(await floating(page), [[3, 3], [7, 1]]);
    await page.press("d", Key.CONTROL);
    await page.driver.executeScript("window.dispatchEvent(new Event('blur'))");
    await page.menu("edit.paste");
    assert.equal(await page.message("menu"), "A menu can't read the clipboard of other programs: the browser does not allow it. Press Ctrl+V to paste");
    assert.deepEqual(await floating(page), [[3, 3], [7, 1]]);
    await permit(page, "granted");
    const clear = Array(8).fill("#00000000");
    await open(page, [clear, clear, clear, ...FAINT.map((row) => ["#00000000", "#00000000", ...row, "#00000000", "#00000000", "#00000000"]), clear, clear, clear]);
    await page.press("c", Key.CONTROL);
    const becomes = (/** @type {string} */ words, /** @type {string} */ color) => page.until(words, async () => colours(await pictureOutside(page)).flat().includes(color));
    await becomes("the picture", "#ff000080");
    assert.notDeepEqual(colours(await pictureOutside(page)), FAINT, "the system's clipboard has changed the colours");
    // What comes back from there is pasted as it was copied, in its place.
    for (const paste of pastes(page)) {
      await page.press("a", Key.CONTROL);
      await page.press(Key.DELETE);
      await page.press("d", Key.CONTROL);
      await paste();
      assert.deepEqual(await floating(page), [[2, 3], [3, 2]]);
      assert.deepEqual(await shown(page, 2, 3, 3, 2), FAINT);
      await page.press("d", Key.CONTROL);
    }
    await copyElsewhere(page, picture(FOREIGN));
    await page.press("v", Key.CONTROL);
    await pasted();
    await page.menu("edit.invert");
    await page.menu("edit.copy-merged");
    await becomes("the inverted picture", "#00ffff80");
    await page.undo();
    await page.press("x", Key.CONTROL);
    await becomes("what was cut", "#ff000080");
    assert.deepEqual(await page.painted(), []);
  }));

test("from tab to tab every pixel is the same, in its place, and whoever copied last is pasted from", needs("clipboard", "tabs"), () =>
  withProfile(async (start) => {
    const page = await start();
    await permit(page, "granted");
    const faint = [["#fedcba03", "#ff00ff00", "#00000000"], ["#ff000080", "#00ff0077", "#ffffffff"]];
    await open(page, [["#00000000", "#00000000", "#00000000"], ...faint, ["#00000000", "#00000000", "#00000000"]]);
    await page.press("c", Key.CONTROL);
    await pictureOutside(page);
    // A tab that is opened later asks for what was copied.
    const first = await page.openTab();
    const second = await page.driver.getWindowHandle();
    assert.deepEqual(colours(await told(page, 0)), faint, "the colour of what is transparent, too");
    await page.press("v", Key.CONTROL);
    assert.deepEqual(await floating(page), [[0, 1], [3, 2]]);
    const seen = (/** @type {string[][]} */ rows) => rows.map((row) => row.map((color) => (color.endsWith("00") ? "#00000000" : color)));
    assert.deepEqual(seen(await shown(page, 0, 1, 3, 2)), seen(faint));
    // What floats there is copied, and the first tab pastes it, in its new place.
    await page.press(Key.ARROW_DOWN);
    await page.press("c", Key.CONTROL);
    await page.driver.switchTo().window(first);
    assert.deepEqual(colours(await told(page, 0)), faint);
    await page.press("v", Key.CONTROL);
    assert.deepEqual(await floating(page), [[0, 2], [3, 2]]);
    await page.undo();
    await copyElsewhere(page, picture(FOREIGN));
    for (const tab of [first, second]) {
      await page.driver.switchTo().window(tab);
      await page.press("v", Key.CONTROL);
      await page.until("what another program copied last", async () => String((await floating(page))[1]) === "2,3");
    }
  }, { before: LISTENING }));
