/** Edits that memory has no room for: kept where the disk takes them, and elsewhere the question, each answer to it, and the drawing after it. */
import "./whole.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { DENIED } from "./disk.mjs";
import { openPicture } from "./pictures.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** A picture of so many random pixels takes more than a megabyte, however it is packed. */
const SIDE = 640;

/** Bits of which no packer makes fewer. @type {import("./pictures.mjs").Painter} */
const noise = (x, y) => {
  let bits = Math.imul(x + y * SIDE + 1, 0x9e3779b1);
  bits = Math.imul(bits ^ bits >>> 16, 0x85ebca6b);
  bits = Math.imul(bits ^ bits >>> 13, 0xc2b2ae35);
  return [bits & 255, bits >>> 8 & 255, bits >>> 16 & 255];
};

/** @param {Page} page */
const isOpen = (page) => page.driver.executeScript("return document.querySelector('#confirm-dialog').open");

/** Some pixels, far from each other. @param {Page} page */
const look = (page) => Promise.all([[0, 0], [400, 17], [5, 600], [639, 639]].map(([x, y]) => page.pixel(x, y)));

test("where drawings are kept, an edit that memory has no room for is a step like any other", () =>
  visit({}, async (page) => {
    await page.call("run", "history.memory", { megabytes: 1 });
    await openPicture(page, SIDE, noise);
    await page.drag([[100, 100], [300, 200]]);
    const before = await look(page);
    await page.menu("edit.invert");
    await page.menu("edit.flip-horizontal");
    const after = await look(page);
    assert.deepEqual([await page.steps(), await isOpen(page)], [3, false]);
    await page.call("kept");
    for (const _ of [1, 2]) {
      const step = await page.steps();
      await page.undo();
      await page.until("a step back", async () => await page.steps() === step - 1);
    }
    assert.deepEqual(await look(page), before);
    for (const _ of [1, 2]) {
      const step = await page.steps();
      await page.redo();
      await page.until("a step on", async () => await page.steps() === step + 1);
    }
    assert.deepEqual(await look(page), after);
  }));

test("an edit that can't be undone asks, is not done by Cancel, Escape or another edit, and is done by yes", () =>
  visit({ before: DENIED }, async (page) => {
    await page.call("run", "history.memory", { megabytes: 1 });
    await openPicture(page, SIDE, noise);
    await page.drag([[100, 100], [300, 200]]);
    await page.drag([[100, 300], [300, 400]]);
    const before = await look(page);
    /** @param {string} why */
    const unchanged = async (why) => {
      assert.deepEqual([await look(page), await page.steps(), await page.call("asked")], [before, 2, null], why);
    };

    // The form that asks is open while the question comes.
    await page.menu("edit.hue");
    await page.set("#form-hue", "120");
    await page.press(Key.ENTER);
    await page.until("the question after the form", async () => await isOpen(page) && !await page.asked());
    assert.equal(await page.text("#confirm-text"), "This edit is too large to undo, and removes 2 earlier steps from the history. Continue?");
    assert.equal(await page.call("asked"), "This edit is too large to undo, and removes 2 earlier steps from the history. Continue?");
    assert.deepEqual([await page.text("#confirm-cancel"), await page.text("#confirm-ok")], ["Cancel", "Continue"]);
    assert.equal(await page.driver.executeScript("return document.activeElement.id"), "confirm-cancel");
    await page.press(Key.ESCAPE);
    await page.until("no question", async () => !await isOpen(page));
    await unchanged("after Escape");

    assert.equal(await page.call("run", "edit.delete"), false);
    assert.equal(await isOpen(page), true, "people see what a script is asked");
    await page.click("#confirm-cancel");
    await page.until("no question", async () => !await isOpen(page));
    await unchanged("after Cancel");

    await page.call("run", "edit.delete");
    await page.call("run", "layer.visible", { layer: 0 });
    assert.deepEqual([await isOpen(page), await page.call("asked"), await page.call("answer", true)], [false, null, false]);
    await page.undo();
    await unchanged("another edit withdraws the question");

    await page.menu("edit.delete");
    await page.click("#confirm-ok");
    await page.until("an empty picture", async () => (await page.steps()) === 0);
    assert.deepEqual([await look(page), await isOpen(page), await page.call("asked")], [Array(4).fill("#00000000"), false, null]);
    const { commits, bytes } = await page.call("history");
    assert.deepEqual([commits, bytes], [0, 0]);
    await page.drag([[100, 100], [300, 200]]);
    assert.equal(await page.steps(), 1, "painting goes on");
  }));
