/** A person's file that somebody else has changed, deleted or opened: nothing is written over it without a question. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { can, needs } from "./browsers.mjs";
import { answerPicker, DENIED, encodedFile, isDirty, onDisk, opened, paintAndSave } from "./disk.mjs";
import { openPicture } from "./pictures.mjs";
import { withProfile } from "./profile.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** Does something to a file of the origin's own file system, as another program does. @param {Page} page @param {string} name @param {string} script Has its `handle` and the `folder`. */
const meddle = (page, name, script) => page.driver.executeScript(
  `return (async () => {
     const folder = await navigator.storage.getDirectory();
     const handle = await folder.getFileHandle(arguments[0], { create: true });
     ${script}
   }).apply(null, arguments);`, name);

/** Writes the bytes of another file over one. @param {Page} page @param {string} name @param {string} from */
const overwrite = (page, name, from) => meddle(page, name, `
  const bytes = await (await (await folder.getFileHandle("${from}")).getFile()).arrayBuffer();
  const writing = await handle.createWritable();
  await writing.write(bytes);
  await writing.close();`);

/** What the question says, once it is asked. @param {Page} page */
async function question(page) {
  await page.until("a question", () => page.driver.executeScript("return document.querySelector('#overwrite-dialog')?.open"));
  return page.text("#overwrite-title");
}

/** The rows that are painted. @param {Page} page */
const rows = async (page) => [...new Set((await page.painted()).map((place) => Number(place.split(",")[1])))];

/** Saves a file that holds another row, so that it can be put in the place of the first one. @param {Page} page @param {string} name */
async function saveOther(page, name) {
  await page.call("newDocument", { width: 20, height: 20 });
  await page.drag([[3, 15], [9, 15]]);
  await answerPicker(page, [name]);
  await page.press("s", Key.CONTROL);
  await page.message(`Saved “${name}”`);
  await page.call("newDocument", { width: 64, height: 64 });
}

test("a file that has changed or is gone is written after a question alone; both can be looked at, or a copy saved", needs("storage manager"), () =>
  visit({}, async (page) => {
    await saveOther(page, "other.undoodle");
    await paintAndSave(page, "mine.undoodle");
    await page.drag([[3, 5], [9, 5]]);
    await page.press("s", Key.CONTROL);
    await page.until("saved without a question", async () => !await isDirty(page));
    await overwrite(page, "mine.undoodle", "other.undoodle");
    const theirs = await onDisk(page, "other.undoodle");

    await page.drag([[3, 7], [9, 7]]);
    await page.press("s", Key.CONTROL);
    assert.equal(await question(page), "“mine.undoodle” has changed");
    assert.equal(await page.text("#overwrite-text"), "Another program has changed the file since. Its changes would be lost.");
    await page.press(Key.ESCAPE);
    assert.deepEqual([await isDirty(page), (await onDisk(page, "mine.undoodle")).equals(theirs)], [true, true], "nothing is written");

    await answerPicker(page, ["copy.undoodle"]);
    await page.press("s", Key.CONTROL);
    await question(page);
    await page.click("#overwrite-copy");
    await page.message("Saved “copy.undoodle”");
    assert.ok((await onDisk(page, "mine.undoodle")).equals(theirs));

    // The copy is the drawing's file from now on; it is gone, and is made anew.
    await meddle(page, "copy.undoodle", "await folder.removeEntry('copy.undoodle');");
    await page.drag([[3, 9], [9, 9]]);
    await page.press("s", Key.CONTROL);
    assert.equal(await question(page), "“copy.undoodle” is no longer there");
    assert.equal(await page.driver.executeScript("return document.querySelector('#overwrite-look')"), null);
    await page.click(can("deleted files") ? "#overwrite-write" : "#overwrite-cancel");
    if (can("deleted files")) {
      await page.until("saved", async () => !await isDirty(page));
      assert.ok((await onDisk(page, "copy.undoodle")).length > 0);
    }

    await overwrite(page, "copy.undoodle", "other.undoodle");
    await page.drag([[3, 11], [9, 11]]);
    await page.press("s", Key.CONTROL);
    await question(page);
    await page.click("#overwrite-look");
    await opened(page, 20, 20);
    assert.deepEqual(await rows(page), [15]);
    assert.ok((await onDisk(page, "copy.undoodle")).equals(theirs), "nothing is written");
    await page.press("o", Key.CONTROL, Key.SHIFT);
    await page.click(".drawing:not(.current) .drawing-open");
    await opened(page, 64, 64);
    assert.deepEqual(await rows(page), [3, 5, 7, 9, 11]);

    await page.press("s", Key.CONTROL);
    await question(page);
    await page.click("#overwrite-write");
    await page.until("saved", async () => !await isDirty(page));
    assert.ok(!(await onDisk(page, "copy.undoodle")).equals(theirs));

    // A file that was exported is asked about likewise.
    await answerPicker(page, ["picture.png"]);
    await page.press("e", Key.CONTROL, Key.SHIFT);
    await encodedFile(page);
    await page.click("#export-ok");
    await page.message("Exported");
    await meddle(page, "picture.png", "await folder.removeEntry('picture.png');");
    await page.press("x", Key.CONTROL, Key.SHIFT);
    assert.equal(await question(page), "“picture.png” is no longer there");
    await page.press(Key.ESCAPE);
    assert.equal(await meddle(page, "picture.png", "return (await handle.getFile()).size;"), 0, "nothing is written");
  }));

/** The window comes back. @param {Page} page */
const comes = (page) => page.driver.executeScript("window.dispatchEvent(new Event('focus'))");

/** Another program writes a newer version of a file, and the page offers it. @param {Page} page @param {string} name @param {string} from */
async function offered(page, name, from) {
  await overwrite(page, name, from);
  await comes(page);
  assert.match(await page.message("newer version by"), new RegExp(`^“${name.replace(".", "\\.")}” has a newer version by another program`));
}

test("when the window comes back, a newer version of the file is offered once, and opens as a step that undo takes back", needs("storage manager"), () =>
  visit({}, async (page) => {
    await saveOther(page, "their.undoodle");
    await paintAndSave(page, "shared.undoodle");
    await page.drag([[3, 5], [9, 5]]);
    await comes(page);
    const before = await page.steps();
    await offered(page, "shared.undoodle", "their.undoodle");
    await page.click("#message button");
    assert.equal(await page.message("Undo brings"), "“shared.undoodle” is open in its newer version; Undo brings back the older one");
    await opened(page, 20, 20);
    assert.deepEqual([await rows(page), await page.steps(), await isDirty(page)], [[15], before + 1, false]);
    await page.undo();
    await opened(page, 64, 64);
    assert.deepEqual([await rows(page), await page.steps(), await isDirty(page)], [[3, 5], before, true]);
    await page.press("s", Key.CONTROL);
    assert.equal(await question(page), "“shared.undoodle” is newer than this drawing");
    await page.click("#overwrite-cancel");
    await page.redo();
    await page.until("the saved state", async () => !await isDirty(page));
    assert.deepEqual(await rows(page), [15]);
    await comes(page);
    await page.drag([[3, 3], [9, 3]]);
    await page.press("s", Key.CONTROL);
    assert.equal(await page.message("Saved"), "Saved “shared.undoodle”", "nothing is asked: the file is as it was read");

    // Who has gone on to another drawing loses nothing of it.
    await offered(page, "shared.undoodle", "their.undoodle");
    const script = "const button = document.querySelector('#message button'); undoodle.newDocument({ width: 8, height: 8 }); button.click();";
    await page.driver.executeScript(script);
    assert.equal(await page.message("was not"), "“shared.undoodle” was not opened, since another drawing is open now");
    assert.deepEqual([await page.call("size"), await page.steps()], [{ width: 8, height: 8 }, 0]);
  }));

test("a newer version that is too large to be undone asks first, and until the answer is yes it is none that a save may replace", needs("storage manager"), () =>
  visit({ before: DENIED }, async (page) => {
    await openPicture(page, 640, (x, y) => [Math.imul(x * 7, y * 13 + 5) >>> 9 & 255, Math.imul(x, y) & 255, x & 255]);
    await answerPicker(page, ["large.undoodle"]);
    await page.press("s", Key.CONTROL);
    await page.message("Saved “large.undoodle”");
    await page.call("newDocument", { width: 64, height: 64 });
    await page.call("run", "history.memory", { megabytes: 1 });
    await paintAndSave(page, "small.undoodle");
    await page.drag([[3, 5], [9, 5]]);

    await offered(page, "small.undoodle", "large.undoodle");
    await page.click("#message button");
    const asks = () => page.driver.executeScript("return document.querySelector('#confirm-dialog').open");
    await page.until("the question", asks);
    assert.equal(await page.text("#confirm-text"), "This edit is too large to undo, and removes 2 earlier steps from the history. Continue?");
    await page.press(Key.ESCAPE);
    await page.until("no question", async () => !await asks());
    assert.deepEqual([await rows(page), await page.steps(), await isDirty(page)], [[3, 5], 2, true]);
    await page.press("s", Key.CONTROL);
    assert.equal(await question(page), "“small.undoodle” has changed");
    await page.press(Key.ESCAPE);

    await offered(page, "small.undoodle", "large.undoodle");
    await page.click("#message button");
    await page.until("the question", asks);
    await page.click("#confirm-ok");
    await page.message("newer version;");
    await opened(page, 640, 640);
    assert.equal(await isDirty(page), false);
    await page.drag([[3, 3], [9, 3]]);
    await page.press("s", Key.CONTROL);
    assert.equal(await page.message("Saved"), "Saved “small.undoodle”");
  }));

test("a file that another tab has open is not written without a question, and whoever opens it is told", needs("storage manager", "tabs"), () =>
  withProfile(async (start) => {
    const page = await start();
    await paintAndSave(page, "both.undoodle");
    const first = await page.openTab();
    await answerPicker(page, []);
    await page.driver.executeScript(`window.showOpenFilePicker = async () => [await (await navigator.storage.getDirectory()).getFileHandle("both.undoodle")];`);
    await page.press("o", Key.CONTROL);
    assert.equal(await page.message("Opened"), "Opened “both.undoodle”, 64 × 64; it is open in another tab, too, as “both”");
    await page.drag([[3, 5], [9, 5]]);
    await page.press("s", Key.CONTROL);
    assert.equal(await question(page), "“both.undoodle” is open in another tab");
    await page.click("#overwrite-write");
    await page.until("saved", async () => !await isDirty(page));
    await page.drag([[3, 7], [9, 7]]);
    await page.press("s", Key.CONTROL);
    await page.until("saved without another question", async () => !await isDirty(page));
    const theirs = await onDisk(page, "both.undoodle");
    await page.driver.switchTo().window(first);
    await page.drag([[3, 9], [9, 9]]);
    await page.press("s", Key.CONTROL);
    assert.equal(await question(page), "“both.undoodle” has changed");
    assert.equal(await page.text("#overwrite-text"), "The drawing “both” in another tab has been saved to the file since. Its changes would be lost.");
    await page.press(Key.ESCAPE);
    assert.ok((await onDisk(page, "both.undoodle")).equals(theirs), "nothing is written");
    assert.equal(await isDirty(page), true);
  }));
