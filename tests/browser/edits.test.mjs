/**
 * The clipboard's keys, and the forms of edits: found and filled by pointer and by keys.
 *
 * Forms are filled as a hand fills them; what they show is read from the picture, and what they
 * leave from the history.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { labels, lay } from "./grids.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */
/** @typedef {import("./page.mjs").Pixel} Pixel */

/** Unlike any of its own turns and mirror images. */
const FLAG = ["........", ".RRG....", ".R......", ".B......", "........", "........"];

/** Selects a rectangle by hand. @param {Page} page @param {Pixel} from @param {Pixel} to */
async function select(page, from, to) {
  await page.press("m");
  await page.drag([from, to]);
}

/** What the form says is wrong. @param {Page} page */
const said = (page) => page.text("#form-error");

test("copy, cut and paste by their keys: what is pasted floats where it was until it lands", () =>
  visit({}, async (page) => {
    await lay(page, FLAG);
    await select(page, [1, 1], [3, 2]);
    await page.press("c", Key.CONTROL);
    assert.deepEqual([await page.letters(), (await labels(page)).length], [FLAG, 1], "copying changes nothing");
    await page.press("v", Key.CONTROL);
    await page.until("a copy that floats", async () => (await page.call("selection"))?.floating);
    assert.deepEqual(await page.letters(), FLAG);
    assert.deepEqual(await page.selected(), ["........", ".###....", ".#......", "........", "........", "........"]);
    for (let i = 0; i < 4; i += 1) await page.press(Key.ARROW_RIGHT);
    for (let i = 0; i < 2; i += 1) await page.press(Key.ARROW_DOWN);
    const moved = ["........", ".RRG....", ".R......", ".B...RRG", ".....R..", "........"];
    assert.deepEqual(await page.letters(), moved);
    await page.press(Key.ENTER);
    assert.deepEqual(await page.letters(), moved, "landing shows nothing new");
    assert.equal((await page.call("selection")).floating, false);
    const made = (await labels(page)).filter((label) => !label.startsWith("Nudge"));
    assert.deepEqual(made, ["Select rectangle", "Paste", "Place selection"]);
    await select(page, [1, 1], [2, 1]);
    await page.press("x", Key.CONTROL);
    await page.until("a cut", async () => (await page.pixel(1, 1)) === "#00000000");
    assert.deepEqual(await page.letters(), ["........", "...G....", ".R......", ".B...RRG", ".....R..", "........"]);
    await page.press("v", Key.CONTROL);
    await page.until("what was cut, afloat", async () => (await page.call("selection"))?.floating);
    assert.deepEqual(await page.letters(), moved);
  }));

/** Forms after one another show their own choices, with the chosen one in sight. @param {Page} page */
async function choicesOfEach(page) {
  await lay(page, ["KW.RB"]);
  /** What the list of a form shows. @param {string} command @param {string} css */
  const chosen = async (command, css) => {
    await page.menu(command);
    await page.until("the form", () => page.asked());
    const text = await page.driver.executeScript("const list = document.querySelector(arguments[0]); return [list.value, list.selectedOptions[0]?.text]", css);
    await page.press(Key.ESCAPE);
    return String(text);
  };
  const [alone, ramp] = [await chosen("edit.scale", "#form-method"), await chosen("palette.ramp", "#form-by")];
  assert.match(`${alone}; ${ramp}`, /^nearest,.+; look,./);
  assert.equal(await chosen("edit.scale", "#form-method"), alone, "after the ramp's");
  assert.equal(await chosen("palette.ramp", "#form-by"), ramp, "after the scale's");
}

/** What is no number of a field, or beyond its ends, gets its sentence in the form, which stays with what was typed. @param {Page} page */
async function refusedInForm(page) {
  await lay(page, ["RG"]);
  await page.menu("image.resize");
  const width = () => page.driver.executeScript("const { value, ariaInvalid } = document.querySelector('#form-width'); return [value, ariaInvalid]");
  const closed = () => page.driver.executeScript("return document.querySelector('#form-ok').disabled");
  // Other numbers are told in `tests/page/fields.test.mjs`.
  for (const typed of ["2.4", ""]) {
    await page.fill({ width: typed });
    await page.press(Key.TAB);
    await page.click("#form-ok");
    assert.deepEqual([await said(page), await width()], [`Width must be a whole number from 1 to 32768${typed ? `, not “${typed}”` : ": it is empty"}`, [typed, "true"]]);
    assert.equal(await closed(), true, "the form can't be accepted");
  }
  assert.equal(await page.driver.executeScript("const { id } = document.querySelector('#form-error'); return document.querySelector('#form-width').getAttribute('aria-describedby') === id"), true);
  await page.fill({ height: 2 });
  assert.deepEqual(await width(), ["", "true"], "it stays to be mended while another field is filled");
  await page.fill({ height: 1 });
  assert.equal(await page.asked(), true);
  assert.deepEqual([await page.letters(), await labels(page)], [["RG"], []]);
  await page.fill({ width: 3, anchor: "left" });
  assert.equal(await said(page), "", "what is right again is not blamed");
  assert.equal(await page.text("#form-ok"), "Resize");
  await page.click("#form-ok");
  assert.deepEqual([await page.letters(), await labels(page)], [["RG."], ["Canvas size"]]);
  // The preview shows what will be taken.
  await page.menu("edit.hue");
  await page.fill({ hue: 120 });
  assert.deepEqual(await page.letters(), ["GB."]);
  await page.fill({ hue: 481 });
  assert.match(await said(page), /must be a whole number from -180 to 180, not “481”$/);
  await page.press(Key.ESCAPE);
  assert.deepEqual([await page.letters(), await labels(page)], [["RG."], ["Canvas size"]]);
  // Places in a list are counted from 1, to as many as there are.
  await page.call("run", "frame.add");
  await page.menu("frame.tag");
  await page.fill({ name: "   " });
  await page.click("#form-ok");
  assert.match(await said(page), /name is empty: enter 1 to 32 letters$/);
  await page.fill({ name: "walk", from: 1, to: 99 });
  await page.click("#form-ok");
  assert.equal(await said(page), "Last frame must be a whole number from 1 to 2, not “99”");
  await page.fill({ to: 2 });
  await page.click("#form-ok");
  assert.deepEqual((await page.call("tags")).map((/** @type {{from: number, to: number}} */ { from, to }) => [from, to]), [[0, 1]]);
}

test("a form shows what it will do while it is filled, and only its end by OK is a step; one that comes after another shows its own choices, and what is no number gets its sentence", () =>
  visit({}, async (page) => {
    const before = ["........", "........", "...RRR..", "...RRR..", "...RRR..", "........"];
    await lay(page, before);
    /** @type {[Record<string, string | number | boolean>, string[]][]} */
    const looks = [
      [{}, ["........", "...KKK..", "..KRRRK.", "..KRRRK.", "..KRRRK.", "...KKK.."]],
      [{ diagonal: true, color: "#00ff00" }, ["........", "..GGGGG.", "..GRRRG.", "..GRRRG.", "..GRRRG.", "..GGGGG."]],
    ];
    for (const end of ["#form-cancel", Key.ESCAPE, "#form-ok"]) {
      await page.menu("edit.outline");
      for (const [values, shown] of looks) {
        await page.fill(values);
        assert.deepEqual(await page.letters(), shown, JSON.stringify(values));
        assert.deepEqual([await said(page), await page.steps()], ["", 0], "what is only looked at is no step");
      }
      await (end === Key.ESCAPE ? page.press(end) : page.click(end));
      assert.equal(await page.asked(), false);
      if (end !== "#form-ok") assert.deepEqual([await page.letters(), await labels(page)], [before, []], `${end} takes back what was shown`);
    }
    assert.deepEqual([await page.letters(), await labels(page)], [looks[1][1], ["Outline"]]);
    await page.undo();
    assert.deepEqual(await page.letters(), before);
    await choicesOfEach(page);
    await refusedInForm(page);
  }));

test("a form is found, filled, left and accepted by keys alone", () =>
  visit({}, async (page) => {
    await lay(page, ["KW.RB"]);
    for (const [end, after, made] of /** @type {[string, string[], string[]][]} */ ([
      [Key.ESCAPE, ["KW.RB"], []],
      [Key.ENTER, ["KW.GR"], ["Hue and saturation"]],
    ])) {
      await page.menuByKeys("edit.hue");
      await page.until("the form", () => page.asked());
      for (const digit of "120") await page.press(digit);
      assert.deepEqual(await page.letters(), ["KW.GR"]);
      await page.press(end);
      assert.equal(await page.asked(), false);
      assert.deepEqual([await page.letters(), await labels(page)], [after, made]);
    }
    await page.undo();
    assert.deepEqual(await page.letters(), ["KW.RB"], "keys mean the picture again");
  }));
