/** Files that the page reads and writes: its input, downloads, and files that the browser can write again. */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Key } from "selenium-webdriver";

/** A browser that denies storage; `tests/page/storage.test.mjs` has the other ways in which there is none. */
export const DENIED = "IDBFactory.prototype.open = () => { throw new DOMException('', 'SecurityError'); };";

/** @typedef {import("./page.mjs").Page} Page */

export const FOLDER = fileURLToPath(new URL("../png/", import.meta.url));

/** A BMP of 2 × 1 pixels of 24 bits, blue and yellow, which the browser decodes. */
export const BITMAP = (() => {
  const bytes = Buffer.alloc(62);
  bytes.write("BM", 0, "latin1");
  [[2, 62], [10, 54], [14, 40], [18, 2], [22, 1], [34, 8]].forEach(([at, value]) => bytes.writeUInt32LE(value, at));
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  bytes.set([255, 0, 0, 0, 255, 255], 54);
  return bytes;
})();

/** Opens a file through the page's own input. @param {Page} page @param {string} name */
export async function choose(page, name) {
  await (await page.find("#file")).sendKeys(path.join(FOLDER, name));
}

/** @param {Page} page @param {number} width @param {number} height */
export const opened = (page, width, height) =>
  page.until(`a picture of ${width}×${height}`, async () => {
    const size = await page.call("size");
    return size.width === width && size.height === height;
  });

/**
 * Waits for a downloaded file and gives its bytes.
 * @param {Page} page
 * @param {string} ending
 */
export async function downloaded(page, ending) {
  // Firefox makes an empty file of that name first, and then writes to another one beside it.
  const done = () => {
    const names = readdirSync(page.downloads);
    if (names.some((name) => name.endsWith(".part"))) return [];
    return names.filter((name) => name.endsWith(ending) && statSync(path.join(page.downloads, name)).size > 0);
  };
  await page.until(`a downloaded ${ending}`, async () => done().length > 0);
  return readFileSync(path.join(page.downloads, done()[0]));
}

/** Opens the form that exports, by key, in a browser that can't write files, and waits for its file. @param {Page} page */
export async function exportForm(page) {
  await page.driver.executeScript("window.showSaveFilePicker = undefined");
  await page.press("e", Key.CONTROL, Key.SHIFT);
  await encodedFile(page);
}

/** Waits until the form that exports shows the file that was asked for last, and gives what it says of its size. @param {Page} page @returns {Promise<string>} */
export async function encodedFile(page) {
  await page.until("an encoded file", () => page.driver.executeScript(`
    const picture = document.querySelector("#export-dialog[open] .export-shown[aria-busy=false] img");
    return picture?.complete && picture.naturalWidth > 0 && document.querySelector("#export-size").textContent.includes("px");`));
  return page.text("#export-size");
}

/** Chooses in the form that exports, as a person who leaves the field. @param {Page} page @param {string} id @param {string} value */
export async function chooseExport(page, id, value) {
  await page.driver.executeScript(`
    const field = document.querySelector("#export-" + arguments[0]);
    if (field.type === "checkbox") field.click();
    else {
      field.value = arguments[1];
      for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
    }`, id, value);
  await encodedFile(page);
}

/** Exports by key in the format that was chosen last, and gives the file. @param {Page} page @param {string} [ending] */
export async function exported(page, ending = ".png") {
  await exportForm(page);
  await page.click("#export-ok");
  return downloaded(page, ending);
}

/** Saves by key in a browser that can't write files, and gives the download. @param {Page} page */
export async function saved(page) {
  await page.driver.executeScript("window.showSaveFilePicker = undefined");
  await page.press("s", Key.CONTROL);
  return downloaded(page, ".undoodle");
}

/**
 * Answers the browser's dialog for saving, which WebDriver can't: with files of the origin's own file system, which
 * are written as those on the disk are. `choices` are their names, or what the dialog throws.
 * @param {Page} page
 * @param {string[]} choices
 */
export async function answerPicker(page, choices) {
  await page.driver.executeScript(
    `const choices = [...arguments[0]];
     window.asked = [];
     window.showSaveFilePicker = async (options) => {
       window.asked.push(options.suggestedName);
       const choice = choices.shift();
       if (choice === "cancel") throw new DOMException("The user aborted a request.", "AbortError");
       const folder = await navigator.storage.getDirectory();
       return folder.getFileHandle(choice, { create: true });
     };`,
    choices,
  );
}

/** Answers the browser's dialog for folders with one of the origin's own file system, and tells how often it was asked. @param {Page} page @param {string} name */
export async function answerFolder(page, name) {
  await page.driver.executeScript(
    `window.folders = 0;
     window.showSaveFilePicker = async () => { throw new Error("a folder was to be asked for"); };
     window.showDirectoryPicker = async () => {
       window.folders += 1;
       return (await navigator.storage.getDirectory()).getDirectoryHandle(arguments[0], { create: true });
     };`,
    name,
  );
}

/** The files of a folder of the origin's own file system, by their names. @param {Page} page @param {string} name @returns {Promise<Map<string, Buffer>>} */
export async function inFolder(page, name) {
  const files = /** @type {[string, number[]][]} */ (await page.driver.executeScript(
    `const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(arguments[0]);
     const files = [];
     for await (const [name, handle] of folder.entries()) {
       try {
         files.push([name, [...new Uint8Array(await (await handle.getFile()).arrayBuffer())]]);
       } catch (error) {
         // One that is being replaced is not there for a moment.
         if (!["NotFoundError", "NotReadableError"].includes(error.name)) throw error;
       }
     }
     return files.sort();`,
    name,
  ));
  return new Map(files.map(([file, bytes]) => [file, Buffer.from(bytes)]));
}

/** Paints a row and saves it to a new file, which the dialog is answered with. @param {Page} page @param {string} name */
export async function paintAndSave(page, name) {
  await page.drag([[3, 3], [9, 3]]);
  await answerPicker(page, [name]);
  await page.press("s", Key.CONTROL);
  await page.message("Saved");
}

/** The bytes of a file of the origin's own file system; waits for one that isn't there yet. @param {Page} page @param {string} name @returns {Promise<Buffer>} */
export async function onDisk(page, name) {
  /** @type {number[] | null} */
  let bytes = null;
  // A file that is being replaced is not there for a moment.
  await page.until(`the file ${name}`, async () => {
    bytes = await page.driver.executeScript(
      `const folder = await navigator.storage.getDirectory();
       try {
         return [...new Uint8Array(await (await (await folder.getFileHandle(arguments[0])).getFile()).arrayBuffer())];
       } catch (error) {
         if (!["NotFoundError", "NotReadableError"].includes(error.name)) throw error;
         return null;
       }`,
      name,
    );
    return bytes !== null;
  });
  return Buffer.from(/** @type {number[]} */ (/** @type {unknown} */ (bytes)));
}

/** Whether the page shows that there is something no file has. @param {Page} page */
export const isDirty = async (page) => page.driver.executeScript("return document.querySelector('#document-name .dirty') !== null");

/** Whether the browser would ask before the page is left. @param {Page} page */
export const warns = async (page) => page.driver.executeScript("return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))");

/** Hands a project file to the page's own input. @param {Page} page @param {string} name @param {Uint8Array} bytes */
export async function chooseBytes(page, name, bytes) {
  const file = path.join(page.downloads, name);
  writeFileSync(file, bytes);
  await (await page.find("#file")).sendKeys(file);
}
