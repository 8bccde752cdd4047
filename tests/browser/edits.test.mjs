/** Every edit through its menu and its form, and some by keys: what the picture is after it. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { visit } from "./page.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/**
 * Runs a command on a picture, and takes it back.
 * @param {Page} page
 * @param {string[]} before
 * @param {string} command
 * @param {Record<string, string | number | boolean> | null} values For its form, if it has one.
 * @param {string[]} after
 */
async function check(page, before, command, values, after) {
  await page.paint(before);
  if (values) await page.ask(command, values);
  else await page.menu(command);
  assert.deepEqual(await page.letters(), after, command);
  assert.equal(await page.steps(), 1, `${command} is one step`);
  await page.undo();
  assert.deepEqual(await page.letters(), before, `${command} undone`);
}

test("flipping and rotating, about the middle of the canvas", () =>
  visit({}, async (page) => {
    const before = ["RG.", "...", "..."];
    await check(page, before, "edit.flip-horizontal", null, [".GR", "...", "..."]);
    await check(page, before, "edit.flip-vertical", null, ["...", "...", "RG."]);
    await check(page, before, "edit.rotate-left", null, ["...", "G..", "R.."]);
    await check(page, before, "edit.rotate-right", null, ["..R", "..G", "..."]);
    await check(page, before, "edit.rotate-half", null, ["...", "...", ".GR"]);
    await check(page, before, "edit.rotate", { angle: 90, method: "Nearest" }, ["..R", "..G", "..."]);
  }));

test("scaling, outlining, filling", () =>
  visit({}, async (page) => {
    await check(page, ["....", ".RG.", "....", "...."], "edit.scale", { width: 4, height: 2, method: "Nearest" }, ["....", "RRGG", "RRGG", "...."]);
    await page.call("setColor", "#000");
    await check(page, ["...", ".R.", "..."], "edit.outline", {}, [".K.", "KRK", ".K."]);
    await check(page, ["...", ".R.", "..."], "edit.outline", { diagonal: true }, ["KKK", "KRK", "KKK"]);
    await page.paint(["...", "..."]);
    await page.press("a", Key.CONTROL);
    await page.menu("edit.fill");
    assert.deepEqual(await page.letters(), ["KKK", "KKK"]);
  }));

test("colours are replaced, inverted and adjusted", () =>
  visit({}, async (page) => {
    await check(page, ["RGR."], "edit.replace-color", { from: "#ff0000", to: "#0000ff" }, ["BGB."]);
    await check(page, ["KWK."], "edit.invert", null, ["WKW."]);
    await check(page, ["RKW."], "edit.brightness", { brightness: -100 }, ["KKK."]);
    await check(page, ["RG."], "edit.hue", { hue: 120 }, ["GB."]);
    await check(page, ["RG."], "edit.hue", { lightness: 100 }, ["WW."]);
  }));

test("an edit is looked at before it is done: Cancel leaves no step, OK exactly one", () =>
  visit({}, async (page) => {
    await page.paint(["RG"]);
    const form = () => page.find("#form-dialog");
    await page.menu("edit.hue");
    await page.fill({ hue: 120 });
    assert.deepEqual(await page.letters(), ["GB"], "seen while the form is open");
    await page.fill({ hue: -120 });
    assert.deepEqual(await page.letters(), ["BR"], "and anew with each change");
    await page.click("#form-cancel");
    assert.deepEqual([await page.letters(), await page.steps()], [["RG"], 0]);
    await page.menu("edit.hue");
    await page.fill({ hue: 120 });
    await (await form()).sendKeys(Key.ESCAPE);
    assert.deepEqual([await page.letters(), await page.steps(), await (await form()).isDisplayed()], [["RG"], 0, false]);
    await page.menu("edit.hue");
    await page.fill({ hue: 120, saturation: 50, lightness: 0 });
    await page.fill({ saturation: 0 });
    await page.click("#form-ok");
    assert.deepEqual([await page.letters(), await page.steps()], [["GB"], 1]);
  }));

test("a wrong number gets its sentence in the form, which stays open", () =>
  visit({}, async (page) => {
    await page.paint(["RG"]);
    await page.ask("image.resize", { width: 40000 });
    await page.until("a sentence", async () => (await page.text("#form-error")) === "width 40000: expected 1..=32768");
    assert.equal(await (await page.find("#form-dialog")).isDisplayed(), true);
    await page.fill({ width: 3, height: 1, anchor: "Top left" });
    await page.click("#form-ok");
    assert.deepEqual(await page.letters(), ["RG."]);
  }));

test("cut, copy and paste by keys: what is pasted floats in the middle", () =>
  visit({}, async (page) => {
    await page.paint(["RG...", ".....", "....."]);
    await page.press("m");
    await page.drag([[0, 0], [1, 0]]);
    await page.press("c", Key.CONTROL);
    await page.until("copied", async () => (await page.call("commands")).find((/** @type {{id: string}} */ { id }) => id === "edit.paste").enabled);
    await page.press("v", Key.CONTROL);
    await page.until("pasted", async () => (await page.call("selection"))?.floating);
    // Two columns in five leave one and a half on each side, and the half goes to the right.
    assert.deepEqual(await page.letters(), ["RG...", ".RG..", "....."]);
    await page.press(Key.ARROW_DOWN);
    await page.press(Key.ENTER);
    assert.deepEqual(await page.letters(), ["RG...", ".....", ".RG.."]);
    await page.press("x", Key.CONTROL);
    await page.until("cut", async () => (await page.letters())[2] === ".....");
    await page.press("a", Key.CONTROL);
    await page.press(Key.DELETE);
    assert.deepEqual(await page.painted(), []);
    const steps = await page.steps();
    for (let i = 0; i < steps; i += 1) await page.undo();
    assert.deepEqual(await page.letters(), ["RG...", ".....", "....."]);
  }));

test("the canvas is resized, cropped and scaled, and the picture remapped", () =>
  visit({}, async (page) => {
    await check(page, ["RG", "B."], "image.resize", { width: 4, height: 3, anchor: "Bottom right" }, ["....", "..RG", "..B."]);
    await check(page, ["....", ".RG.", "...."], "image.crop-content", null, ["RG"]);
    await check(page, ["RG", "B."], "image.scale", { width: 4, height: 4, method: "Nearest" }, ["RRGG", "RRGG", "BB..", "BB.."]);
    await page.paint(["RGB", "BRG"]);
    await page.press("m");
    await page.drag([[1, 0], [2, 1]]);
    await page.menu("image.crop-selection");
    assert.deepEqual(await page.letters(), ["GB", "RG"]);
    await page.undo();
    assert.deepEqual(await page.letters(), ["RGB", "BRG"]);
    await page.paint(["RGB."]);
    await page.menu("palette.from-picture");
    await page.click('#palette [data-index="1"]');
    await page.click("#palette-delete");
    await page.menu("image.remap");
    const [first, middle, last] = await page.letters().then(([row]) => row);
    assert.ok(first === "R" && last === "B" && "RB".includes(middle), "green has become one of the two that are left");
  }));

test("background, grid and tile are the drawing's, and undone with it", () =>
  visit({}, async (page) => {
    await page.paint(["R.", ".."]);
    await page.ask("image.background", { color: "#ffffff" });
    assert.deepEqual(await page.letters(), ["RW", "WW"]);
    await page.undo();
    assert.deepEqual(await page.letters(), ["R.", ".."]);
    await page.ask("image.grid", { width: 2, height: 2 });
    await page.ask("image.tile", { width: 1, height: 2 });
    assert.equal(await page.steps(), 2);
  }));
