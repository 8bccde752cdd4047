/** The list of commands: found by a few letters, run by Enter, and why one can't be run. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** Waits for the list to be open, or closed. @param {Page} page @param {boolean} [open] */
const listed = (page, open = true) =>
  page.until(open ? "the list of commands" : "no list of commands", async () =>
    (await page.driver.executeScript("return document.querySelector('#commands-dialog')?.open ?? false")) === open);

/** Opens the list and types. @param {Page} page @param {string} typed */
async function find(page, typed) {
  await page.press("k", Key.CONTROL);
  await listed(page);
  if (typed) await page.driver.actions().sendKeys(typed).perform();
}

/** The entry that Enter would run, as the field says it: its label, menu or reason, and key. @param {Page} page @returns {Promise<string[]>} */
const chosen = (page) =>
  page.driver.executeScript(`
    const option = document.getElementById(document.querySelector("#commands-field").getAttribute("aria-activedescendant"));
    return option && option.getAttribute("aria-selected") === "true" ? [".command-label", ".command-menu", "kbd"].map((css) => option.querySelector(css).textContent) : ["none"];`);

/** What has the focus. @param {Page} page @returns {Promise<string>} */
const focused = (page) => page.driver.executeScript("return document.activeElement.id");

test("the list opens by / and by Ctrl+K, finds a command by a few letters, runs it by Enter, and has it first the next time", () =>
  visit({}, async (page) => {
    await page.call("newDocument", { width: 4, height: 2 });
    await page.drag([[0, 0]]);
    await find(page, "fh");
    assert.deepEqual(await chosen(page), ["Flip horizontally", "Edit", "Shift+H"]);
    await page.press(Key.ENTER);
    await page.until("a flipped picture", async () => (await page.letters())[0] === "...K");
    assert.equal(await focused(page), "surface");
    await find(page, "");
    assert.deepEqual(await chosen(page), ["Flip horizontally", "Edit", "Shift+H"]);
    await page.press(Key.ARROW_DOWN);
    assert.deepEqual((await chosen(page))[0], "New…", "then all, as the table has them");
    await page.press(Key.ARROW_UP);
    await page.press(Key.ARROW_UP);
    const count = Number(await page.driver.executeScript("return document.querySelectorAll('#commands-list [role=option]').length"));
    assert.equal(await page.text("#commands-said"), `${count} commands`);
    assert.equal(await page.driver.executeScript("return document.querySelector('#commands-list li:last-child').getAttribute('aria-selected')"), "true", "round the end");
    await page.press(Key.ESCAPE);
    await listed(page, false);
    assert.equal(await focused(page), "surface");
    await page.press("e");
    assert.equal((await page.call("tool")).id, "eraser", "keys mean the picture again");
    await page.press("b");

    await page.press("/");
    await listed(page);
    assert.equal(await page.driver.executeScript("return document.querySelector('#commands-field').value"), "", "the key is no letter of it");
    await page.press("k", Key.CONTROL);
    await listed(page, false);
    await page.type("#option-size", "1");
    await page.press("/");
    await page.driver.executeScript("");
    await listed(page, false);
    await page.press("k", Key.CONTROL);
    await listed(page);
    await page.press(Key.ESCAPE);
    await listed(page, false);
    // Other keys of the editor are letters here.
    await find(page, "e");
    await page.press(Key.ESCAPE);
    assert.equal((await page.call("tool")).id, "pencil");
  }));

test("every command of a menu is in the list, with what the menu says of it; one that can't be run says why and is not run, and one with a form opens it", () =>
  visit({}, async (page) => {
    await page.call("run", "symmetry.vertical");
    await find(page, "");
    const shown = /** @type {string[][]} */ (await page.driver.executeScript(`
      return [...document.querySelectorAll("#commands-list li")].map((option) => [
        option.querySelector(".command-label").textContent, option.querySelector(".command-menu").textContent,
        option.querySelector("kbd").textContent, option.querySelector(".command-mark svg") ? "on" : ""])`));
    const commands = /** @type {any[]} */ (await page.call("commands")).filter(({ menu, id }) => menu && id !== "help.commands");
    const tool = (await page.call("tools")).find((/** @type {any} */ { id }) => id === "pencil").command;
    for (const { id, label, menu, keys, asks, enabled, checked } of commands) {
      const row = shown.find(([name, where]) => name === (asks ? `${label}…` : label) && where.startsWith(menu));
      assert.ok(row, id);
      assert.equal(row[1] === menu, enabled, `${id}: ${row[1]}`);
      assert.deepEqual(row.slice(2), [(keys[0] ?? "").replace(/Arrow.*/, ""), checked || id === tool ? "on" : ""], id);
    }
    assert.ok(shown.some(([name]) => name === "Appearance…"), "what is the page's own, too");
    // A menu says the same of what it can't run.
    const reason = async (/** @type {string} */ menu, /** @type {string} */ id) => {
      await page.click(`[data-menu=${menu}]`);
      const title = await page.driver.executeScript("return document.querySelector(arguments[0]).getAttribute('title')", `[data-command="${id}"]`);
      await page.press(Key.ESCAPE);
      return title;
    };
    await page.press(Key.ESCAPE);
    await listed(page, false);
    await page.until("the second part", () => page.driver.executeScript("return performance.getEntriesByType('resource').some(({ name }) => name.includes('undoodle_rest'))"));
    await page.until("a reason", async () => (await reason("Edit", "edit.undo")) === "nothing to undo");
    assert.equal(await reason("Layer", "layer.add"), null);

    await find(page, "crop to sel");
    assert.deepEqual(await chosen(page), ["Crop to selection", "Image · nothing is selected", ""]);
    assert.equal(await page.driver.executeScript("return document.querySelector('#commands-list [aria-selected=true]').ariaDisabled"), "true");
    await page.press(Key.ENTER);
    assert.equal(await page.text("#commands-said"), "Crop to selection: nothing is selected");
    await page.click("#commands-list [aria-selected=true]");
    await listed(page);
    assert.equal(await page.steps(), 0);
    await page.driver.actions().sendKeys(" qqq").perform();
    assert.deepEqual(await chosen(page).catch(() => ["none"]), ["none"]);
    assert.equal(await page.text("#commands-said"), "No command has these letters");
    await page.press(Key.ENTER);
    await listed(page);
    await page.press(Key.ESCAPE);
    await listed(page, false);

    await find(page, "brightness");
    assert.equal((await chosen(page))[0], "Brightness and contrast…");
    await page.press(Key.ENTER);
    await page.until("the form", () => page.asked());
    await page.press(Key.ESCAPE);
    await page.until("no form", async () => !(await page.asked()));
    assert.equal(await focused(page), "surface");
    // A dialog of the page's own, and by pointer.
    await find(page, "appear");
    await page.click("#commands-list [aria-selected=true]");
    await page.until("its dialog", () => page.driver.executeScript("return document.querySelector('#appearance-dialog').open"));
  }));
