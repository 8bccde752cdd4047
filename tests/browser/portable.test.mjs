/** A drawing's file that holds its history, and the file that a drawing remembers. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { answerPicker, chooseBytes, isDirty, onDisk, opened, paintAndSave } from "./disk.mjs";
import { withProfile } from "./profile.mjs";

/** The shown picture, as text to compare. @param {import("./page.mjs").Page} page */
const picture = async (page) => JSON.stringify(await page.pixels());

/** Undoes or redoes until the picture stays as it is, and gives all that were seen. @param {import("./page.mjs").Page} page @param {"undo" | "redo"} way @param {number} times */
async function travel(page, way, times) {
  const seen = [];
  for (let i = 0; i < times; i += 1) {
    await page[way]();
    seen.push(await picture(page));
  }
  return seen;
}

test("a drawing that comes back after a reload is saved with its history, and is undone to the first stroke elsewhere", needs("storage manager"), () => {
  /** @type {Buffer} */
  let file;
  /** @type {string[]} */
  let before;
  return withProfile(async (start) => {
    const page = await start();
    for (const y of [3, 9, 15, 21]) await page.drag([[3, y], [19, y + 4]]);
    await page.undo();
    await page.call("kept");
    await page.reload();
    // None of its steps is in memory now: they are fetched for the file.
    await answerPicker(page, ["whole.undoodle"]);
    await page.menu("file.save-with-history");
    assert.equal(await page.message("Saved"), "Saved “whole.undoodle” with its history");
    file = await onDisk(page, "whole.undoodle");
    await page.redo();
    before = [await picture(page), ...await travel(page, "undo", 4)];
    assert.equal(await isDirty(page), true);
  }).then(() => withProfile(async (start) => {
    const page = await start();
    await page.call("newDocument", { width: 8, height: 8 });
    await chooseBytes(page, "whole.undoodle", file);
    await opened(page, 64, 64);
    assert.match(await page.text("#message"), /with its history of 4 steps/);
    assert.equal(await isDirty(page), false);
    await page.redo();
    assert.deepEqual([await picture(page), ...await travel(page, "undo", 4)], before, "undone to the first stroke");
    await travel(page, "redo", 4);
    assert.equal(await picture(page), before[0], "and redone");
    // What came with the file is kept in this browser now.
    await page.call("kept");
    await page.reload();
    assert.deepEqual([await picture(page), ...await travel(page, "undo", 4)], before, "also after a reload");
  }));
});

test("after a reload a drawing is saved to the file that it was saved to before, and a copy of it to another", needs("storage manager"), () =>
  withProfile(async (start) => {
    const page = await start();
    await paintAndSave(page, "mine.undoodle");
    await page.call("kept");
    await page.reload();
    assert.match(await page.text("#status-kept"), /Saved to mine\.undoodle/);
    await answerPicker(page, ["other.undoodle"]);
    const before = await onDisk(page, "mine.undoodle");
    await page.drag([[3, 5], [9, 5]]);
    await page.press("s", Key.CONTROL);
    await page.until("saved again", async () => !await isDirty(page));
    assert.deepEqual(await page.driver.executeScript("return window.asked"), [], "it was not asked where");
    const after = await onDisk(page, "mine.undoodle");
    assert.notDeepEqual(after, before);
    await page.press("o", Key.CONTROL, Key.SHIFT);
    const listed = () => page.driver.executeScript("return [...document.querySelectorAll('#drawings-kept .drawing-name')].map((name) => name.textContent.trim()).join()");
    await page.until("the list", async () => await listed() === "mine");
    await page.click("#drawings-kept .drawing-duplicate");
    await page.until("a copy", async () => await listed() === "mine copy,mine");
    await page.click("#drawings-kept .drawing:not(.current) .drawing-open");
    await page.until("the copy", async () => (await page.text("#document-name .name")) === "mine copy");
    await page.press("s", Key.CONTROL);
    await page.until("asked where", async () => await page.driver.executeScript("return window.asked.length") === 1);
    assert.deepEqual(await onDisk(page, "mine.undoodle"), after);
  }));
