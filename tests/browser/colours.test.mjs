/** Colours by hand: wells and digits, the mixer, recent colours, harmonies, whole palettes, and pictures that change along. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { labels } from "./grids.mjs";
import { RIGHT, seen } from "./page.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** @param {Page} page @returns {Promise<string[]>} */
const palette = (page) => page.call("palette");

/** The two colours, as the editor has them. @param {Page} page @returns {Promise<string[]>} */
const chosen = (page) => page.driver.executeScript("return ['primary', 'secondary'].map((id) => document.getElementById(id).value)");

/** Which element has the focus, by its id or else its index among the swatches. @param {Page} page @returns {Promise<string>} */
const focused = (page) => page.driver.executeScript("const { activeElement: at } = document; return at.dataset.index ?? at.id");

/** The middle of an element, or another place in it by shares of its sides. @param {Page} page @param {string} css @param {number} [x] @param {number} [y] */
const place = (page, css, x = 0.5, y = 0.5) =>
  /** @type {Promise<{x: number, y: number}>} */ (page.driver.executeScript(`
    const element = document.querySelector(arguments[0]);
    element.scrollIntoView({ block: "nearest" });
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: Math.round(left + width * arguments[1]), y: Math.round(top + height * arguments[2]) };`, css, x, y));

/** Drags over an element, by shares of its sides. @param {Page} page @param {string} css @param {[number, number][]} way @param {{button?: number, keys?: string[], hold?: boolean}} [how] */
async function sweep(page, css, way, { button = 0, keys = [], hold = false } = {}) {
  let actions = page.driver.actions();
  for (const key of keys) actions = actions.keyDown(key);
  for (const [i, [x, y]] of way.entries()) {
    actions = actions.move({ ...await place(page, css, x, y), duration: 0 });
    if (i === 0) actions = actions.press(button);
  }
  if (!hold) actions = actions.release(button);
  for (const key of keys) actions = actions.keyUp(key);
  await actions.perform();
}

/** Waits for the panels that come with the studio. @param {Page} page */
const furnished = (page) => page.until("the mixer", () => page.driver.executeScript("return document.querySelector('#mix-square') !== null"));

/** A page with its mixer. @param {(page: Page) => Promise<void>} journey */
const visited = (journey) => visit({}, async (page) => {
  await furnished(page);
  await journey(page);
});

test("digits are typed and numbers step within their range, what is wrong stays to be mended, models keep the colour, and what no screen shows is said", () =>
  visited(async (page) => {
    // What forms digits have is told in `crates/drawing/tests/drawing/color/mod.rs`.
    await page.type("#primary", "abc8", Key.ENTER);
    assert.deepEqual([(await chosen(page))[0], await focused(page)], ["#aabbcc88", ""]);
    // The next letter is the key of a tool, not a digit.
    await page.press("e");
    assert.equal(await page.driver.executeScript("return document.querySelector('#tools [aria-pressed=true]').ariaLabel"), "Eraser");
    await page.type("#secondary", "orange", Key.ENTER);
    assert.match(await page.message("orange"), /must be #rgb, #rgba, #rrggbb or #rrggbbaa/);
    assert.equal(await focused(page), "secondary", "what is wrong stays to be mended");
    assert.equal(await page.driver.executeScript("return document.activeElement.ariaInvalid"), "true");
    await page.press(Key.ESCAPE);
    assert.deepEqual([(await chosen(page))[1], await focused(page)], ["#00000000", "surface"]);

    await page.type("#primary", "#ff8000", Key.ENTER);
    const values = async () => (await page.driver.executeScript("return [...document.querySelectorAll('.channel input')].map(({ value }) => value)"));
    assert.deepEqual(await values(), ["30", "100", "100", "100"]);
    await page.type("#mix-0", "999", Key.ENTER);
    assert.equal(await page.message("999"), "Hue must be a number from 0 to 360, not “999”");
    assert.deepEqual([await values(), (await chosen(page))[0]], [["999", "100", "100", "100"], "#ff8000"], "it stays to be mended");
    await page.type("#mix-0", "358", Key.ENTER);
    await page.type("#mix-0", Key.ARROW_UP, Key.ARROW_UP, Key.ARROW_UP, Key.ENTER);
    assert.deepEqual([await values(), (await chosen(page))[0]], [["360", "100", "100", "100"], "#ff0000"]);
    await page.type("#mix-1", Key.ARROW_DOWN, Key.ARROW_DOWN);
    assert.equal((await values())[1], "98");
    await page.driver.actions().keyDown(Key.SHIFT).sendKeys(Key.ARROW_DOWN).keyUp(Key.SHIFT).perform();
    assert.equal((await values())[1], "88");
    assert.equal(await focused(page), "mix-1");
    await page.press(Key.ENTER);
    await page.type("#mix-percent", "50", Key.ENTER);
    assert.match((await chosen(page))[0], /80$/);
    await page.type("#primary", "#336699", Key.ENTER);
    await page.choose("#mix-model", "rgb");
    assert.deepEqual(await values(), ["51", "102", "153", "100"]);
    await page.type("#mix-2", "0", Key.ENTER);
    assert.deepEqual([await values(), (await chosen(page))[0]], [["51", "102", "0", "100"], "#336600"]);
    await page.choose("#mix-model", "hsl");
    assert.deepEqual([await values(), (await chosen(page))[0]], [["90", "100", "20", "100"], "#336600"]);
    // The square by keys: to the left less saturation, up more lightness.
    await page.driver.executeScript("document.querySelector('#mix-square').focus()");
    await page.press(Key.ARROW_LEFT);
    await page.press(Key.ARROW_UP, Key.SHIFT);
    assert.deepEqual(await values(), ["90", "99", "30", "100"]);

    const beyond = () => page.driver.executeScript("return document.querySelector('.mix-beyond').checkVisibility()");
    await page.type("#primary", "#ff0000", Key.ENTER);
    await page.choose("#mix-model", "oklch");
    assert.deepEqual([await values(), await beyond()], [["63", "26", "29", "100"], false], "lightness, chroma, hue");
    const room = await page.driver.executeScript(`
      const list = document.querySelector("#mix-model");
      const context = Object.assign(document.createElement("canvas").getContext("2d"), { font: getComputedStyle(list).font });
      return list.clientWidth - context.measureText("OKLCH").width;`);
    assert.ok(Number(room) >= 22, `beside its name the list has ${room} px for its arrow`);
    const height = await page.driver.executeScript("return document.querySelector('#mix-square').clientHeight");
    assert.ok(height >= 140, `${height} pixels`);
    // In the middle of the plane is what its numbers say; at its right upper corner is nothing that a screen shows.
    await sweep(page, "#mix-square", [[0.3, 0.3]]);
    assert.deepEqual(await values(), ["70", "10", "29", "100"]);
    // Which colour it is then is told in `tests/page/oklch.test.mjs`.
    await page.type("#mix-1", "33", Key.ENTER);
    assert.deepEqual([(await values())[1], await beyond()], ["33", true]);
    await page.type("#primary", "#808080", Key.ENTER);
    assert.deepEqual([await values(), await beyond()], [["60", "0", "29", "100"], false], "a grey keeps the hue");
    assert.deepEqual(await labels(page), [], "no colour is a step");
  }));

test("a drag in the square changes the colour of a well at once and leaves no step, and the mixer folds", needs("other buttons"), () =>
  visited(async (page) => {
    await page.type("#primary", "#ff0000", Key.ENTER);
    await sweep(page, "#mix-square", [[0.2, 0.2], [1.03, 0.5]], { hold: true });
    const [held] = await chosen(page);
    assert.match(held, /^#[78].0000$/, "while the button is down");
    await page.release();
    assert.equal(await page.text("#colors .primary .well-value"), held);
    // Beyond the edge it is the edge's, and through the black corner the hue stays.
    await sweep(page, "#mix-square", [[0.5, 0.5], [0.5, 2]]);
    assert.equal((await chosen(page))[0], "#000000");
    await sweep(page, "#mix-square", [[0.5, 0.5], [1.03, -0.2]]);
    assert.equal((await chosen(page))[0], "#ff0000");
    // The right button, and Shift, are the secondary colour's, which becomes visible.
    await page.type("#secondary", "#0000ff00", Key.ENTER);
    await sweep(page, "#mix-square", [[0.5, 0.5], [1.03, -0.2]], { button: RIGHT });
    assert.deepEqual(await chosen(page), ["#ff0000", "#0000ff"]);
    await sweep(page, "#mix-square", [[0.5, 0.5], [-0.03, -0.2]], { keys: [Key.SHIFT] });
    assert.deepEqual(await chosen(page), ["#ff0000", "#ffffff"]);
    // Without keys it is that of the well that is chosen.
    await page.click("#colors .well.secondary");
    assert.equal(await page.driver.executeScript("return document.querySelector('.well.secondary').ariaPressed"), "true");
    await sweep(page, "#mix-square", [[0.5, 0.5], [0.5, 2]]);
    assert.deepEqual(await chosen(page), ["#ff0000", "#000000"]);
    await page.click("#swap");
    assert.deepEqual(await chosen(page), ["#000000", "#ff0000"]);
    await page.press("x");
    assert.deepEqual([await chosen(page), await labels(page)], [["#ff0000", "#000000"], []]);
    await page.drag([[31, 31]]);
    assert.equal(await page.pixel(31, 31), "#ff0000ff");
    await page.click("#reset-colors");
    assert.deepEqual(await chosen(page), ["#000000", "#00000000"]);
    await page.click("#mixer-toggle");
    assert.equal(await page.driver.executeScript("return document.querySelector('#mix-square')"), null);
  }));

test("everything that is pressed has 24 pixels each way; recent colours are those that were painted with, come into room that was kept for them, and are there after a reload, as is the model of the mixer", needs("other buttons"), () =>
  visited(async (page) => {
    const small = await page.driver.executeScript(`
      return [...document.querySelectorAll("button, select, input:not([type=file], [type=checkbox])")].filter((one) => one.checkVisibility({ visibilityProperty: true }))
        .map((one) => [one, one.getBoundingClientRect()]).filter(([, { width, height }]) => width > 0 && (width < 23.9 || height < 23.9))
        .map(([one, { width, height }]) => \`\${one.id || one.className} \${width} × \${height}\`);`);
    assert.deepEqual(small, []);
    await page.click("#option-vertical");
    const blue = await page.driver.executeScript(`
      const accent = getComputedStyle(document.querySelector("#tools [aria-pressed=true]")).backgroundColor;
      return [...document.querySelectorAll("body *")].filter((one) => one.checkVisibility() && getComputedStyle(one).backgroundColor === accent).map((one) => one.ariaLabel);`);
    assert.deepEqual(blue, ["Pencil"], "nothing but the tool in the hand is of the strong blue");
    await page.click("#option-vertical");

    const tops = () => page.driver.executeScript("return [...document.querySelectorAll('#harmonies, #palette, #layers')].map((one) => Math.round(one.getBoundingClientRect().top))");
    const before = await tops();
    assert.equal(before.length, 3);
    const recent = () => page.driver.executeScript("return [...document.querySelectorAll('.recent .swatch-button')].map((button) => button.style.getPropertyValue('--color'))");
    await page.type("#primary", "#123456", Key.ENTER);
    await page.type("#primary", "#ff0000", Key.ENTER);
    assert.deepEqual(await recent(), [], "chosen is not painted");
    await page.drag([[31, 31]]);
    await page.find(".recent .swatch-button");
    assert.deepEqual(await tops(), before);
    await page.choose("#mix-model", "hsl");
    await page.type("#primary", "#00ff00", Key.ENTER);
    await page.drag([[32, 31]]);
    assert.deepEqual(await recent(), ["#00ff00ff", "#ff0000ff"]);
    await page.click(".recent .swatch-button:nth-child(2)");
    assert.equal((await chosen(page))[0], "#ff0000");
    await page.driver.actions().move({ ...await place(page, ".recent .swatch-button"), duration: 0 }).press(RIGHT).release(RIGHT).perform();
    assert.equal((await chosen(page))[1], "#00ff00");
    await page.call("kept");
    await page.driver.navigate().refresh();
    await page.ready();
    await furnished(page);
    assert.deepEqual(await recent(), ["#00ff00ff", "#ff0000ff"]);
    assert.equal(await page.driver.executeScript("return document.querySelector('#mix-model').value"), "hsl");
  }));

test("harmonies are rows to choose from and to add; a whole palette is a preset, which is shown while it is chosen, or a pasted list, of which the form says what is wrong", () =>
  visited(async (page) => {
    await page.type("#primary", "#12403b", Key.ENTER);
    await page.type("#secondary", "#e2f29a", Key.ENTER);
    await page.click("#harmonies-toggle");
    const row = () => /** @type {Promise<string[]>} */ (page.driver.executeScript("return [...document.querySelectorAll('.row-colors .swatch-button')].map((button) => button.style.getPropertyValue('--color'))"));
    await page.choose("#row-kind", "ramp");
    await page.type("#row-steps", "5", Key.ENTER);
    const ramp = await row();
    assert.deepEqual([ramp.length, ramp[0], ramp[4]], [5, "#12403bff", "#e2f29aff"]);
    await page.type("#row-turn", "60", Key.ENTER);
    const bent = await row();
    assert.deepEqual([bent[0], bent[4]], [ramp[0], ramp[4]]);
    assert.notEqual(bent[2], ramp[2]);
    await page.choose("#row-kind", "triad");
    const triad = await row();
    assert.deepEqual([triad.length, triad[0]], [3, "#12403bff"]);
    const before = await palette(page);
    await page.click("#row-add");
    // The first is in the palette already.
    assert.deepEqual(await palette(page), [...before, ...triad.slice(1)]);
    assert.deepEqual(await labels(page), ["Add colours"]);
    await page.undo();
    assert.deepEqual(await palette(page), before);
    await page.click(".row-colors .swatch-button:nth-child(3)");
    assert.equal((await chosen(page))[0] + "ff", triad[2]);

    await page.click("#palette-preset");
    await page.fill({ palette: "pico-8" });
    assert.match(await page.text("#form-said"), /^16 colours\. .*CC0/);
    assert.deepEqual((await palette(page)).slice(0, 2), ["#000000ff", "#1d2b53ff"]);
    await page.click("#form-cancel");
    assert.deepEqual([await palette(page), await labels(page)], [before, ["Add colours"]]);

    await page.click("#palette-paste");
    const given = () => page.driver.executeScript("return document.querySelector('#form-list').value");
    assert.equal((await given()).split("\n").length, before.length, "it begins with what is there");
    const paste = (/** @type {string} */ text) => page.set("#form-list", text);
    await paste("#ff0000 rouge");
    assert.match(await page.text("#form-error"), /^colour must be #rgb.*, not "rouge"/);
    assert.deepEqual(await palette(page), before);
    await page.click("#form-ok");
    assert.equal(await page.asked(), true, "it can't be accepted");
    await paste("#f00, 0f0\n'#0000ff80'");
    assert.equal(await page.text("#form-error"), "");
    await page.click("#form-ok");
    assert.deepEqual([await palette(page), await labels(page)], [["#ff0000ff", "#00ff00ff", "#0000ff80"], ["Paste colours"]]);
  }));

test("a swatch is dragged to another place, by keys too, and it is said which ones are chosen and used", () =>
  visited(async (page) => {
    await page.call("run", "palette.paste", { list: "#f00 #0f0 #00f #fff" });
    const letters = async () => (await palette(page)).map((color) => ({ "#ff0000ff": "R", "#00ff00ff": "G", "#0000ffff": "B", "#ffffffff": "W" })[color]).join("");
    const [from, to] = [await place(page, '[data-index="0"]'), await place(page, '[data-index="2"]')];
    await page.driver.actions().move({ ...from, duration: 0 }).press().move({ ...to, duration: 0 }).perform();
    assert.equal(await page.driver.executeScript("return document.querySelector('[data-index=\"2\"]').classList.contains('goes-behind')"), true);
    await page.release();
    assert.equal(await letters(), "GBRW");
    assert.equal((await chosen(page))[0], "#000000", "a drag is no click");
    await page.driver.actions().move({ ...to, duration: 0 }).press().move({ ...from, duration: 0 }).sendKeys(Key.ESCAPE).release().perform();
    assert.equal(await letters(), "GBRW", "Escape leaves it where it was");
    await page.undo();
    assert.equal(await letters(), "RGBW");
    // One stop of the Tab key, arrows between swatches, Alt with an arrow moves.
    const stops = () => page.driver.executeScript("return [...document.querySelectorAll('.swatches button')].filter(({ tabIndex }) => tabIndex === 0).length");
    assert.equal(await stops(), 1);
    await page.tabTo('#palette .swatch-button[tabindex="0"]');
    await page.press(Key.END);
    assert.deepEqual([await focused(page), await stops()], ["3", 1]);
    await page.press(Key.ARROW_LEFT);
    await page.press(Key.ENTER);
    assert.deepEqual([(await chosen(page))[0], await focused(page)], ["#0000ff", "2"]);
    await page.press(Key.ARROW_LEFT, Key.ALT);
    assert.deepEqual([await letters(), await focused(page)], ["RBGW", "1"]);
    await page.press(Key.ARROW_LEFT, Key.ALT);
    assert.deepEqual([await letters(), await focused(page)], ["BRGW", "0"]);
    await page.undo();
    assert.equal(await letters(), "RBGW");

    const names = async () => (await page.driver.executeScript("return [...document.querySelectorAll('.swatches button')].map(({ ariaLabel }) => ariaLabel)")).slice(0, 3);
    await page.click('[data-index="1"]');
    await page.call("run", "palette.choose-secondary", { index: 2 });
    assert.deepEqual(await names(), ["Colour 1, #ff0000", "Colour 2, #0000ff, primary", "Colour 3, #00ff00, secondary"]);
    await page.drag([[31, 31]]);
    const used = (/** @type {string} */ expected) => page.until(`used: ${expected}`, async () =>
      expected === (await page.driver.executeScript("return [...document.querySelectorAll('.swatches .is-used')].map(({ dataset }) => dataset.index).join()")));
    await used("1");
    assert.equal((await names())[1], "Colour 2, #0000ff, primary, used");
    await page.undo();
    await used("");
  }));

test("where the system's colours replace the page's, colours are still seen", needs("emulation"), () =>
  visited(async (page) => {
    const driver = /** @type {import("selenium-webdriver/chrome.js").Driver} */ (page.driver);
    const force = (/** @type {string} */ value) => driver.sendDevToolsCommand("Emulation.setEmulatedMedia", { features: [{ name: "forced-colors", value }] });
    await force("active");
    try {
      await page.type("#primary", "#ff8000", Key.ENTER);
      assert.equal(await page.driver.executeScript("return matchMedia('(forced-colors: active)').matches"), true);
      const shot = await page.screenshot();
      assert.deepEqual(seen(shot, await place(page, ".well.primary", 0.4, 0.4)), [0xff, 0x80, 0x00]);
      assert.deepEqual(seen(shot, await place(page, '[data-index="14"]')), [0x54, 0xae, 0x4a]);
      // The right upper corner of the square is the purest colour.
      const [r, g, b] = seen(shot, await place(page, "#mix-square", 0.96, 0.1));
      assert.ok(r > 200 && g > 80 && g < 150 && b < 40, String([r, g, b]));
      // What is painted is seen under the brush, which shows its colour.
      await page.press("b");
      await page.call("setTool", "pencil", { size: 7, shape: "round" });
      await page.drag([[20, 17]]);
      assert.deepEqual(seen(await page.screenshot(), await page.client([20, 17])), [0xff, 0x80, 0x00]);
      // Lines that shadows draw: a system's colours would take them away.
      assert.deepEqual(await page.driver.executeScript("return ['.edge', '.brush'].map((css) => getComputedStyle(document.querySelector(css)).boxShadow === 'none')"), [false, false]);
    } finally {
      await force("none");
    }
  }));
