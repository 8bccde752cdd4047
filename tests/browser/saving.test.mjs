/** Saving and exporting: what comes back, what counts as saved, and files that can't be written. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { answerPicker, chooseBytes, exported, exportForm, isDirty, onDisk, opened, paintAndSave, saved } from "./disk.mjs";
import { visit } from "./visit.mjs";

test("an export says what it leaves out, and never counts as saved", () =>
  visit({}, async (page) => {
    await page.drag([[3, 3], [9, 3]]);
    for (const id of ["layer.add", "frame.add", "palette.add"]) await page.call("run", id);
    await page.call("preview", "edit.hue", { lightness: 50 });
    await exported(page);
    const said = await page.message("Downloading");
    assert.equal(said, "Downloading “untitled.png”; the PNG leaves out the division into 2 layers, 1 other frame and the palette");
    assert.equal(await isDirty(page), true);
    for (let i = 0; i < 3; i += 1) await page.undo();
    await exportForm(page);
    assert.equal(await page.text("#export-lost"), "");
    await page.click("#export-ok");
    await page.until("nothing left out", async () => (await page.text("#message")) === "Downloading “untitled.png”");
    assert.equal(await isDirty(page), true, "a picture is not the drawing, even if it shows all of it");
  }));

test("a saved drawing comes back with its layers, frames and names", () =>
  visit({}, async (page) => {
    await page.drag([[3, 3], [9, 3]]);
    await page.call("run", "layer.add");
    await page.call("run", "layer.rename", { name: "Sky" });
    await page.call("run", "frame.add");
    await page.call("setColor", "#22884466");
    await page.drag([[20, 20], [30, 30]]);
    const file = await saved(page);
    assert.equal(await page.message("Downloading"), "Downloading “untitled.undoodle”");
    assert.equal(await isDirty(page), false);
    const told = async () => ({ layers: await page.call("layers"), frames: await page.call("frames"), colors: await page.call("palette") });
    const before = await told();
    await page.call("newDocument", { width: 1, height: 1 });
    await chooseBytes(page, "meadow.undoodle", file);
    await opened(page, 64, 64);
    assert.equal(await page.message("Opened"), "Opened “meadow.undoodle”, 64 × 64");
    assert.deepEqual(await told(), before);
    assert.equal(before.layers[1].name, "Sky");
    assert.equal(await page.call("celPixel", 0, 0, 5, 3), "#000000ff");
    assert.equal(await page.call("celPixel", 1, 1, 25, 25), "#22884466");
  }));

test("Save writes the same file again, and Save as asks for another", needs("storage manager"), () =>
  visit({}, async (page) => {
    await page.drag([[3, 3], [9, 3]]);
    await answerPicker(page, ["cancel", "first.undoodle", "second.undoodle"]);
    await page.press("s", Key.CONTROL);
    await page.until("a question", async () => (await page.driver.executeScript("return window.asked.length")) === 1);
    assert.equal(await isDirty(page), true, "nothing was chosen");
    await page.press("s", Key.CONTROL);
    assert.equal(await page.message("Saved"), "Saved “first.undoodle”");
    assert.equal(await isDirty(page), false);
    assert.equal(await page.text("#document-name .name"), "first");
    const before = await onDisk(page, "first.undoodle");
    await page.drag([[3, 5], [9, 5]]);
    await page.press("s", Key.CONTROL);
    await page.until("saved again", async () => !await isDirty(page));
    const after = await onDisk(page, "first.undoodle");
    assert.notDeepEqual(after, before);
    await page.press("s", Key.CONTROL, Key.SHIFT);
    await page.until("another name", async () => (await page.text("#document-name .name")) === "second");
    assert.deepEqual(await onDisk(page, "second.undoodle"), after);
    assert.deepEqual(await page.driver.executeScript("return window.asked"), ["untitled.undoodle", "untitled.undoodle", "first.undoodle"]);
    await page.call("newDocument", { width: 7, height: 7 });
    await answerPicker(page, ["third.undoodle"]);
    await page.press("s", Key.CONTROL);
    assert.deepEqual((await page.until("a third file", async () => (await page.text("#document-name .name")) === "third"), await onDisk(page, "second.undoodle")), after, "a new drawing has no file yet");
  }));

test("a drawing that was opened is saved to the file that it came from", needs("storage manager"), () =>
  visit({}, async (page) => {
    await paintAndSave(page, "mine.undoodle");
    await page.call("newDocument", { width: 5, height: 5 });
    await page.driver.executeScript(
      `window.showOpenFilePicker = async () => {
         const folder = await navigator.storage.getDirectory();
         return [await folder.getFileHandle("mine.undoodle")];
       };`);
    await page.press("o", Key.CONTROL);
    await opened(page, 64, 64);
    const before = await onDisk(page, "mine.undoodle");
    await page.drag([[3, 5], [9, 5]]);
    await page.press("s", Key.CONTROL);
    await page.until("saved again", async () => !await isDirty(page));
    assert.notDeepEqual(await onDisk(page, "mine.undoodle"), before);
    assert.deepEqual(await page.driver.executeScript("return window.asked"), ["untitled.undoodle"], "it was not asked again");
  }));

test("what is painted while a file is written stays unsaved, and a file that can't be written says why", needs("storage manager"), () =>
  visit({}, async (page) => {
    await page.drag([[3, 3], [9, 3]]);
    await answerPicker(page, ["slow.undoodle"]);
    await page.driver.executeScript(
      `const write = FileSystemFileHandle.prototype.createWritable;
       FileSystemFileHandle.prototype.createWritable = function (...how) {
         return new Promise((go, stop) => { window.disk = { go: () => go(write.apply(this, how)), stop }; });
       };`);
    await page.press("s", Key.CONTROL);
    await page.until("writing", async () => page.driver.executeScript("return window.disk !== undefined"));
    await page.drag([[3, 5], [9, 5]]);
    await page.driver.executeScript("window.disk.go()");
    assert.equal(await page.message("Saved"), "Saved “slow.undoodle”");
    assert.equal(await isDirty(page), true, "a stroke is not in the file");
    await page.undo();
    assert.equal(await isDirty(page), false, "what is in the file is here again");
    await page.redo();
    const before = await onDisk(page, "slow.undoodle");
    await page.driver.executeScript("window.disk = undefined");
    await page.press("s", Key.CONTROL);
    await page.until("writing", async () => page.driver.executeScript("return window.disk !== undefined"));
    await page.driver.executeScript("window.disk.stop(new DOMException('', 'QuotaExceededError'))");
    assert.equal(await page.message("could not"), "“slow.undoodle” could not be saved: the disk is full");
    assert.equal(await isDirty(page), true);
    assert.deepEqual(await onDisk(page, "slow.undoodle"), before, "the file is as it was");
    await page.driver.executeScript("window.disk = undefined");
    await page.press("s", Key.CONTROL);
    await page.until("writing", async () => page.driver.executeScript("return window.disk !== undefined"));
    await page.drag([[3, 7], [9, 7]]);
    // Asked for while the other is written, so it is done after it.
    await page.press("s", Key.CONTROL);
    await page.driver.executeScript("const { go } = window.disk; window.disk = undefined; go()");
    await page.until("writing again", async () => page.driver.executeScript("return window.disk !== undefined"));
    await page.driver.executeScript("window.disk.go()");
    await page.until("all saved", async () => !await isDirty(page));
  }));
