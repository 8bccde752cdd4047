/** Fields: input methods, numbers of any language, and a name that is typed before the names are there. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { lay } from "./grids.mjs";
import { HELD } from "./idle.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/**
 * Types half a word by an input method into the field that has the focus, chooses by Enter, and closes the list by Escape: as
 * Chromium and Firefox tell of it, and as WebKit does, after the composition. Returns whether the field has the text and the focus.
 * @param {Page} page @param {string} text
 * @returns {Promise<boolean>}
 */
const compose = (page, text) => page.driver.executeScript(`
  const field = document.activeElement;
  field.value = arguments[0];
  for (const key of ["Enter", "Escape"]) {
    field.dispatchEvent(new KeyboardEvent("keydown", { key, isComposing: true, keyCode: 229, bubbles: true, cancelable: true }));
    field.dispatchEvent(new KeyboardEvent("keydown", { key, isComposing: false, keyCode: 229, bubbles: true, cancelable: true }));
  }
  return field.isConnected && document.activeElement === field && field.value === arguments[0] && !field.ariaInvalid;`, text);

test("Enter and Escape of an input method are its own, in each kind of field", () =>
  visit({}, async (page) => {
    await lay(page, ["R..."]);
    const named = async (/** @type {string} */ text) => {
      assert.ok(await compose(page, "にほ"), text);
      await page.driver.executeScript("document.activeElement.value = arguments[0]", text);
      await page.press(Key.ENTER);
    };
    await page.press(Key.F2);
    await page.until("the field", () => page.driver.executeScript("return document.activeElement.id === 'layer-name'"));
    await named("日本");
    assert.equal((await page.call("layers"))[0].name, "日本");
    await page.call("run", "frame.add");
    await page.call("run", "frame.tag", { name: "walk", from: 0, to: 1 });
    await page.driver.executeScript("document.querySelector('.tag').dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))");
    await named("歩く");
    assert.equal((await page.call("tags"))[0].name, "歩く");
    await page.click("#document-name button");
    await named("猫");
    assert.equal(await page.text("#document-name"), "猫");
    // Colours and numbers are composed, too: full-width digits.
    for (const [css, half, whole, holds] of /** @type {[string, string, string, () => Promise<unknown>][]} */ ([
      ["#primary", "００ｆ", "００ｆｆ００", async () => (await page.text("#colors .primary .well-value")) === "#00ff00"],
      ["#option-size", "１", "１２", async () => (await page.call("tool")).options.size === 12],
      ["#frame-duration", "４", "４５０", async () => (await page.call("frames"))[1].duration === 450],
    ])) {
      await page.driver.executeScript("document.querySelector(arguments[0]).focus()", css);
      assert.ok(await compose(page, half), css);
      await page.type(css, whole, Key.ENTER);
      await page.until(`${css} is read`, holds);
    }
    await page.menu("layer.rename");
    await page.until("the form", () => page.asked());
    await page.driver.executeScript("document.querySelector('#form-name').focus()");
    assert.ok(await compose(page, "にほ"));
    assert.equal(await page.asked(), true);
    await page.press(Key.ESCAPE);
  }));

test("a comma is a comma in any browser, what is no number is said, and Enter gives the keys back to the picture", () =>
  visit({}, async (page) => {
    await lay(page, ["R...", "....", "....", "...."]);
    await page.menu("edit.rotate");
    await page.fill({ method: "nearest", angle: "22,5" });
    assert.equal(await page.driver.executeScript("return document.querySelector('#form-angle').value"), "22,5", "it stays as it is typed");
    await page.fill({ angle: "22,x" });
    await page.until("the sentence", async () => (await page.text("#form-error")).startsWith("Degrees clockwise must be a number from -360 to 360, not “22,x”"));
    await page.fill({ angle: "٩٠" });
    await page.until("the sentence is gone", async () => (await page.text("#form-error")) === "");
    await page.press(Key.ENTER);
    await page.until("the picture is turned", async () => (await page.letters())[0] === "...R");
    await page.type("#option-size", "abc", Key.ENTER);
    assert.match(await page.message("abc"), /^Size must be a whole number from 1 to \d+, not “abc”$/);
    assert.equal(await page.driver.executeScript("return document.querySelector('#option-size').value"), "1");
    await page.type("#option-size", Key.ARROW_UP, Key.ARROW_UP);
    assert.equal((await page.call("tool")).options.size, 3);
    await page.type("#option-size", Key.BACK_SPACE, Key.ENTER);
    assert.equal(await page.driver.executeScript("return document.querySelector('#option-size').value"), "3", "an empty field shows what holds");
    await page.type("#option-size", "4", Key.ENTER);
    await page.press("e");
    assert.equal((await page.call("tool")).id, "eraser");
    await page.undo();
    assert.equal((await page.letters())[0], "R...", "the turn is undone, not the text");
  }));

test("a name that is typed right after the start reaches the layer, and chooses no tool", () =>
  visit({ before: HELD }, async (page) => {
    await page.driver.actions().sendKeys(Key.F2, "blegqumvw", Key.ENTER).perform();
    await page.until("the layer's name", async () => (await page.call("layers"))[0].name === "blegqumvw");
    assert.equal((await page.call("tool")).id, "pencil");
  }));
