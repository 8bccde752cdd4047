/** Edits that are too large to be undone: the question, each answer to it, and the drawing after it. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** So many pixels take 256 MiB, as much as an action may copy. */
const SIDE = 8192;

/**
 * Runs in the page: opens black and white noise, a bit a pixel in its file.
 * @param {number} side
 */
async function openNoise(side) {
  const row = side / 8 + 1;
  const lines = new Uint8Array(row * side);
  let state = 1;
  for (let y = 0; y < side; y += 1) {
    for (let x = 1; x < row; x += 1) {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      lines[y * row + x] = state >>> 24;
    }
  }
  const packing = new Blob([lines]).stream().pipeThrough(new CompressionStream("deflate"));
  const table = Array.from({ length: 256 }, (_, n) => {
    let sum = n;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? 0xedb88320 ^ (sum >>> 1) : sum >>> 1;
    return sum;
  });
  /** @param {string} name @param {Uint8Array} data */
  const chunk = (name, data) => {
    const bytes = new Uint8Array(data.length + 12);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, data.length);
    bytes.set([...name].map((letter) => letter.charCodeAt(0)), 4);
    bytes.set(data, 8);
    let sum = -1;
    for (const byte of bytes.subarray(4, -4)) sum = table[(sum ^ byte) & 255] ^ (sum >>> 8);
    view.setUint32(bytes.length - 4, ~sum >>> 0);
    return bytes;
  };
  const head = new DataView(new ArrayBuffer(13));
  head.setUint32(0, side);
  head.setUint32(4, side);
  head.setUint8(8, 1);
  const file = new Blob([
    new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk("IHDR", new Uint8Array(head.buffer)),
    chunk("IDAT", new Uint8Array(await new Response(packing).arrayBuffer())),
    chunk("IEND", new Uint8Array(0)),
  ]);
  await /** @type {any} */ (window).undoodle.open(await file.arrayBuffer(), "noise.png");
}

/** @param {Page} page */
const isOpen = (page) => page.driver.executeScript("return document.querySelector('#confirm-dialog').open");

/** Some pixels, far from each other. @param {Page} page */
const look = (page) => Promise.all([[0, 0], [4000, 17], [5, 8000], [8191, 8191]].map(([x, y]) => page.pixel(x, y)));

/** @param {string} color */
const inverted = (color) => (color === "#000000ff" ? "#ffffffff" : "#000000ff");

test("an edit that can't be undone asks, is not done by Cancel, Escape or another edit, and is done by yes", () =>
  visit({}, async (page) => {
    await page.driver.manage().setTimeouts({ script: 120_000 });
    await page.driver.executeAsyncScript(`const done = arguments[1]; (${openNoise})(arguments[0]).then(done)`, SIDE);
    await page.drag([[1000, 1000], [3000, 2000]]);
    await page.drag([[1000, 3000], [3000, 4000]]);
    const before = await look(page);
    assert.ok(before.every((color) => color === "#000000ff" || color === "#ffffffff"));
    /** @param {string} why */
    const unchanged = async (why) => {
      assert.deepEqual([await look(page), await page.steps(), await page.call("asked")], [before, 2, null], why);
    };

    await page.menu("edit.invert");
    assert.equal(await page.text("#confirm-text"), "This step can't be undone, and 2 steps before it will be forgotten. Do it?");
    assert.equal(await page.call("asked"), "this step can't be undone, and 2 steps before it will be forgotten: do it?");
    assert.deepEqual([await page.text("#confirm-cancel"), await page.text("#confirm-ok")], ["Cancel", "Do it"]);
    await page.click("#confirm-cancel");
    await page.until("no question", async () => !await isOpen(page));
    await unchanged("after Cancel");

    // The form that asks is open while the question comes, and its preview has no room either.
    await page.menu("edit.brightness");
    await page.fill({ brightness: 9 });
    assert.equal(await page.text("#form-error"), "preview \"Brightness and contrast\": it is too large to be shown before it is done");
    await page.press(Key.ENTER);
    await page.until("the question after the form", async () => await isOpen(page) && !await page.asked());
    assert.equal(await page.driver.executeScript("return document.activeElement.id"), "confirm-cancel");
    await page.press(Key.ESCAPE);
    await page.until("no question", async () => !await isOpen(page));
    await unchanged("after Escape");

    assert.equal(await page.call("run", "edit.invert"), false);
    assert.equal(await isOpen(page), true, "people see what a script is asked");
    await page.call("run", "layer.visible", { layer: 0 });
    assert.deepEqual([await isOpen(page), await page.call("asked"), await page.call("answer", true)], [false, null, false]);
    await page.undo();
    assert.deepEqual(await look(page), before, "another edit withdraws the question");

    await page.menu("edit.invert");
    await page.click("#confirm-ok");
    await page.until("an inverted picture", async () => (await page.steps()) === 0);
    assert.deepEqual(await look(page), before.map(inverted));
    const { commits, bytes, touched } = await page.call("history");
    assert.deepEqual([commits, bytes, await page.call("asked")], [0, 0, null]);
    assert.ok(touched < 2 ** 20, `${touched} bytes: the copies of the refused attempts are given back`);
    await page.drag([[1000, 1000], [3000, 2000]]);
    assert.equal(await page.steps(), 1, "painting goes on");
    await page.undo();
    assert.deepEqual(await look(page), before.map(inverted));
  }));
