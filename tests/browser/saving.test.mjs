/** Saving: what comes back, what counts as saved, which file is written, and files that can't be. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { answerPicker, chooseBytes, isDirty, onDisk, opened, saved } from "./disk.mjs";
import { visit } from "./visit.mjs";

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

test("Save writes the file that a drawing was saved to or opened from, and Save as asks for another", needs("storage manager"), () =>
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
    // A new drawing has no file yet; what is opened, by its dialog or by a drop, has the one that it came from.
    await page.call("newDocument", { width: 7, height: 7 });
    await answerPicker(page, ["third.undoodle"]);
    await page.press("s", Key.CONTROL);
    await page.until("a third file", async () => (await page.text("#document-name .name")) === "third");
    assert.deepEqual(await onDisk(page, "second.undoodle"), after);
    await page.driver.executeScript(
      `window.showOpenFilePicker = async () => [await (await navigator.storage.getDirectory()).getFileHandle("first.undoodle")];`);
    await page.press("o", Key.CONTROL);
    await opened(page, 64, 64);
    await page.drag([[3, 7], [9, 7]]);
    await page.press("s", Key.CONTROL);
    await page.until("saved again", async () => !await isDirty(page));
    assert.notDeepEqual(await onDisk(page, "first.undoodle"), after);
    await page.call("newDocument", { width: 7, height: 7 });
    // A drop that WebDriver can't make: the browser's own event, but for the files that it brings.
    await page.driver.executeScript(
      `const handle = await (await navigator.storage.getDirectory()).getFileHandle("second.undoodle");
       const file = await handle.getFile();
       const drop = new DragEvent("drop", { bubbles: true, cancelable: true });
       const items = [{ kind: "file", getAsFileSystemHandle: async () => handle }];
       Object.defineProperty(drop, "dataTransfer", { value: { types: ["Files"], files: [file], items } });
       document.body.dispatchEvent(drop);`);
    await opened(page, 64, 64);
    await page.drag([[3, 9], [9, 9]]);
    await page.press("s", Key.CONTROL);
    await page.until("saved again", async () => !await isDirty(page));
    assert.notDeepEqual(await onDisk(page, "second.undoodle"), after);
    assert.deepEqual(await page.driver.executeScript("return window.asked"), ["untitled.undoodle"], "it was asked for the third file alone");
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
