/** Fingers on everything but the picture: what they hit, and what they choose. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { SHOWN } from "./readiness.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** @param {Page} page @param {string} command @param {object} args */
const send = (page, command, args) => /** @type {import("selenium-webdriver/chrome.js").Driver} */ (page.driver).sendDevToolsCommand(command, args);

/** What is pressed, and smaller than a finger, as texts. */
const SMALL = `
  const pressed = "button, select, textarea, a[href], input:not([type=file]), [role=slider], [role=treeitem], .step, .tag, .handle";
  // The page behind a dialog can't be pressed.
  return [...(document.querySelector("dialog:modal") ?? document).querySelectorAll(pressed)].flatMap((element) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return [];
    const target = ["checkbox", "radio"].includes(element.type) && element.labels?.[0] || element;
    let { width, height } = target.getBoundingClientRect();
    // A handle's room is around it.
    if (element.matches(".handle")) [width, height] = [width, height].map((side) => side - 2 * parseFloat(getComputedStyle(element, "::after").inset));
    // What is clipped to a pixel is for keys.
    if (width >= 40 && height >= 40 || width <= 1 || height <= 1) return [];
    const name = element.id || element.ariaLabel || element.textContent.trim() || element.outerHTML.slice(0, 60);
    return [element.tagName.toLowerCase() + " " + name + " of " + Math.round(width * 10) / 10 + "×" + Math.round(height * 10) / 10];
  });`;

/** Gives the page the screen of a phone or a tablet. @param {Page} page @param {number} width @param {number} height */
async function turn(page, width, height) {
  await send(page, "Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: true });
  await page.until(`a screen of ${width}×${height}`, () => page.driver.executeScript("return innerWidth === arguments[0] && innerHeight === arguments[1]", width, height));
  await page.glance(SHOWN);
}

/** A visit by fingers on a screen. Lists keep the rows that they had when the page was loaded, so nobody gets this page afterwards. @param {number} width @param {number} height @param {(page: Page) => Promise<void>} journey */
const touching = (width, height, journey) => visit({ own: true }, async (page) => {
  // With a mouse alone there is no button for choosing several.
  await page.find("#layer-blend");
  assert.equal(await page.driver.executeScript("return matchMedia('(any-pointer: coarse)').matches || document.querySelector('#layers-several') === null"), true);
  try {
    await turn(page, width, height);
    await send(page, "Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 5 });
    await page.driver.navigate().refresh();
    await page.ready();
    assert.equal(await page.driver.executeScript("return matchMedia('(pointer: coarse)').matches"), true);
    await journey(page);
  } finally {
    await send(page, "Emulation.setTouchEmulationEnabled", { enabled: false });
    await send(page, "Emulation.clearDeviceMetricsOverride", {});
  }
});

/** @param {Page} page @param {string} where */
async function allLarge(page, where) {
  const small = await page.driver.executeScript(SMALL);
  assert.deepEqual(small, [], where);
}

/** Every dialog, and the options of tools that have other controls. @param {Page} page @param {(what: string) => string} at */
async function allDialogsLarge(page, at) {
  await page.drawDialogs();
  const small = await page.driver.executeScript(`
    const small = () => { ${SMALL} };
    const dialogs = [...document.querySelectorAll("dialog")];
    return [dialogs.map(({ id }) => id), dialogs.flatMap((dialog) => {
      dialog.showModal();
      const found = small().map((one) => dialog.id + ": " + one);
      dialog.close();
      return found;
    }), ["fill", "gradient", "spray", "wand", "eyedropper"].flatMap((tool) => {
      undoodle.setTool(tool);
      return small().map((one) => "options of " + tool + ": " + one);
    })]`);
  assert.ok(small[0].includes("hands-dialog") && small[0].includes("new-dialog"));
  assert.deepEqual(small.slice(1), [[], []], at("dialogs and options"));
}

test("everything that is pressed is large enough for a finger, on phones and tablets", needs("emulation"), () =>
  touching(390, 844, async (page) => {
    const { driver } = page;
    for (const [width, height] of [[390, 844], [1024, 768], [844, 390]]) {
      const at = (/** @type {string} */ what) => `${what} at ${width}×${height}`;
      await turn(page, width, height);
      await page.call("newDocument", { width: 64, height: 64 });
      await driver.executeScript("for (const id of ['layer.add', 'group.add', 'frame.add', 'frame.add']) undoodle.run(id); undoodle.run('frame.tag', { name: 'walk', from: 0, to: 1 }); undoodle.run('history.pin')");
      await page.drag([[3, 3], [9, 9]]);
      await page.until("the whole program", () => driver.executeScript("return document.querySelector('.highlight-contour') !== null"));
      await allLarge(page, at("the page"));
      for (const sheet of ["panels", "frames", "menus"]) {
        if (await driver.executeScript("return document.getElementById(`sheet-${arguments[0]}`)?.checkVisibility() ?? false", sheet)) {
          await page.click(`#sheet-${sheet}`);
          await allLarge(page, at(sheet));
          await page.click(`#sheet-${sheet}`);
        }
      }
      await driver.executeScript("document.querySelectorAll('.panel [aria-expanded=false]').forEach((fold) => fold.click())");
      await allLarge(page, at("folded panels"));
      // A phone on its side has the dialogs of one that is held upright.
      if (height > width || width > 1000) await allDialogsLarge(page, at);
      await page.call("setTool", "select-rectangle");
      await driver.executeScript("undoodle.run('select.all'); undoodle.run('edit.cut'); undoodle.run('edit.paste')");
      await page.until("the box", () => driver.executeScript("return document.querySelector('.handle').checkVisibility()"));
      await driver.executeScript("undoodle.preview('edit.transform', { width: 30 })");
      await allLarge(page, at("the transform box"));
      await page.press(Key.ESCAPE);
    }
  }));

/** Bars and fields on a phone, in a drawing of one frame. @param {Page} page */
async function roomOnPhone(page) {
  const small = await page.driver.executeScript(`
    return [...document.querySelectorAll("input:not([type=checkbox], [type=radio], [type=range], [type=color], [type=file]), select, textarea")]
      .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16).map((field) => field.outerHTML.slice(0, 80));`);
  assert.deepEqual(small, []);
  const zooms = await page.driver.executeScript("return [getComputedStyle(document.body).touchAction, getComputedStyle(document.querySelector('#stage')).touchAction]");
  assert.deepEqual(zooms, ["manipulation", "none"], "a double tap doesn't zoom the page");

  await page.driver.executeScript("for (const id of ['frame.add', 'frame.add']) undoodle.run(id)");
  await page.click("#sheet-frames");
  const { lines, right, list, text, frame, room } = await page.driver.executeScript(`
    const buttons = [...document.querySelectorAll("#timeline > .row button")].map((button) => button.getBoundingClientRect());
    const reach = document.querySelector("#edit-reach");
    const span = Object.assign(document.createElement("span"), { textContent: reach.selectedOptions[0].text });
    span.style.position = "fixed";
    span.style.font = getComputedStyle(reach).font;
    document.body.append(span);
    const text = span.getBoundingClientRect().width;
    span.remove();
    return {
      lines: new Set(buttons.map(({ top }) => top)).size, right: Math.max(...buttons.map(({ right }) => right)), list: reach.getBoundingClientRect().width, text,
      frame: document.querySelector(".frame").getBoundingClientRect().bottom, room: document.querySelector(".cels-view").getBoundingClientRect().bottom,
    };`);
  assert.equal(lines, 2);
  assert.ok(right <= 390, `${right}`);
  // Beside its text the list has its arrow.
  assert.ok(list >= text + 30, `${list} for ${text}`);
  assert.ok(frame <= room, `${frame} of ${room}`);
  await page.driver.executeScript("undoodle.run('frame.tag', { name: 'walk', from: 0, to: 1 })");
  const below = await page.driver.executeScript("return document.querySelector('.cels-view').getBoundingClientRect().bottom - document.querySelector('.frame').getBoundingClientRect().bottom");
  assert.ok(Number(below) >= 0, `a lane of tags pushes the frames ${below} px out of the sheet`);
  await page.click("#sheet-frames");
}

/** Several layers and frames, until the picture is pressed; in a drawing of three frames, one layer and a tag. @param {Page} page */
async function chosenByTaps(page) {
  const { driver } = page;
  await driver.executeScript("for (const id of ['frame.delete-tag', 'layer.add', 'layer.add']) undoodle.run(id)");
  const chosen = (/** @type {string} */ css) => driver.executeScript("return [...document.querySelectorAll(arguments[0])].map(({ ariaPressed }) => ariaPressed === 'true')", css);
  const tap = async (/** @type {string} */ css, /** @type {number} */ at) => {
    const { x, y } = await driver.executeScript("const element = document.querySelectorAll(arguments[0])[arguments[1]]; element.scrollIntoView({ block: 'nearest', inline: 'nearest' }); const box = element.getBoundingClientRect(); return { x: box.x + box.width / 2, y: box.y + box.height / 2 }", css, at);
    await send(page, "Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
    await send(page, "Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  await page.click("#sheet-panels");
  const layers = ".layer .layer-name";
  await tap(layers, 2);
  await page.until("the lowest layer alone", async () => String(await chosen(layers)) === "false,false,true");
  await tap("#layers-several", 0);
  await tap(layers, 0);
  await page.until("two layers", async () => String(await chosen(layers)) === "true,false,true");
  await tap(layers, 1);
  await page.until("three layers", async () => String(await chosen(layers)) === "true,true,true");
  await tap(layers, 0);
  await page.until("two others", async () => String(await chosen(layers)) === "false,true,true");
  await page.click("#sheet-frames");
  assert.equal(await driver.executeScript("return document.querySelector('#frames-several').ariaPressed"), "true", "it is one button in two places");
  await tap(".frame", 0);
  await page.until("two frames", async () => String(await chosen(".frame")) === "true,false,true");
  await tap("#stage", 0);
  await page.click("#sheet-frames");
  await page.until("the button is up", () => driver.executeScript("return document.querySelector('#frames-several').ariaPressed === 'false'"));
  await tap(".frame", 1);
  await page.until("one frame", async () => String(await chosen(".frame")) === "false,true,false");
  await page.click("#sheet-frames");
}

/** A tap with the tool that lists who made a pixel, and what finds steps. @param {Page} page */
async function foundByTaps(page) {
  // The picture may move a little when the tool's options are gone.
  await page.call("setBrush", { size: 15 });
  await page.drag([[10, 30], [40, 30]]);
  await page.call("run", "tool.probe");
  const { x, y } = await page.call("clientPoint", 20, 30);
  await send(page, "Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  await send(page, "Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await page.message("Made by Pencil on layer Layer ");
  await page.until("a card over the picture", () => page.driver.executeScript("return document.querySelector('#makers.card .step')?.checkVisibility() ?? false"));
  await page.call("run", "view.heat-often");
  await page.until("the legend", () => page.driver.executeScript("return document.querySelector('#heat-legend button')?.checkVisibility() ?? false"));
  await allLarge(page, "who made a pixel, and heat");
  await page.call("run", "view.heat-often");
  await page.click("#makers .small");
  await page.call("run", "history.search", { words: "pencil" });
  await page.click("#sheet-panels");
  await page.driver.executeScript("if (document.querySelector('#history-toggle').ariaExpanded === 'false') document.querySelector('#history-toggle').click()");
  await page.until("a row", () => page.driver.executeScript("const row = document.querySelector('#found-steps .step'); row?.scrollIntoView(); return row !== null && row.checkVisibility()"));
  await allLarge(page, "the search");
  await page.click("#sheet-panels");
}

/** A tablet, upright and then on its side. @param {Page} page */
async function barsOfTablet(page) {
  // A tablet that is held upright has the bars of a phone.
  await turn(page, 768, 1024);
  const boxes = await page.driver.executeScript(`return ["#stage", "#compact-undo", "#tools", ".strip-color", "#panel"].map((css) => {
    const element = document.querySelector(css);
    const { top, width, height } = element?.getBoundingClientRect() ?? { top: 0, width: 0, height: 0 };
    return { top, area: width * height };
  })`);
  const [stage, undo, tools, strip, panel] = boxes;
  assert.ok(stage.area >= 768 * 1024 * 0.7, `${stage.area}`);
  assert.ok(undo.top > 1024 - 60 && tools.top > 1024 - 110 && strip.area > 0 && panel.area === 0, JSON.stringify(boxes));
  await page.click("#sheet-panels");
  assert.equal(await (await page.find("#layers .layer-list")).isDisplayed(), true);
  await turn(page, 1024, 768);
  await page.until("the panels beside the picture", () => page.driver.executeScript("return !document.querySelector('#compact').checkVisibility() && document.querySelector('#layers').checkVisibility()"));
  const tops = await page.driver.executeScript("return [...document.querySelectorAll('#layers .layers-head .row button')].map((button) => button.getBoundingClientRect().top)");
  assert.equal(tops.length, 7);
  assert.deepEqual([...new Set(tops)], [tops[0]], "the buttons of the layers lie in one row");
}

test("on a phone several layers and frames are chosen by taps, who made a pixel is listed by one, and bars and fields have room; a tablet that is held upright has a phone's bars", needs("emulation"), () =>
  touching(390, 844, async (page) => {
    await roomOnPhone(page);
    await chosenByTaps(page);
    await foundByTaps(page);
    await barsOfTablet(page);
  }));
