/** Where panels stand, how the page looks in each theme and window, and what stays still while somebody paints. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { seen } from "./page.mjs";
import { SHOWN } from "./readiness.mjs";
import { on } from "./screens.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** Ids of the panels in the columns, from the top down, and which of them are collapsed. @param {Page} page @returns {Promise<{left: string[], right: string[], collapsed: string[]}>} */
const columns = (page) => page.driver.executeScript(`
  const ids = (css) => [...document.querySelectorAll(css)].map(({ id }) => id);
  return { left: ids("#left > .panel"), right: ids("#panel > .panel"), collapsed: ids(".panel.collapsed") };`);

/** Chooses an entry of a panel's menu. @param {Page} page @param {string} panel @param {string} label */
async function move(page, panel, label) {
  await page.click(`#${panel} .panel-menu`);
  const at = await page.driver.executeScript("return [...document.querySelectorAll('.panel-moves button')].findIndex(({ textContent }) => textContent.trim() === arguments[0])", label);
  assert.ok(Number(at) >= 0, `${panel} has “${label}”`);
  await page.click(`.panel-moves button:nth-of-type(${Number(at) + 1})`);
}

test("panels collapse and move between the columns, and stand there after a reload", () =>
  visit({}, async (page) => {
    await page.resize(1640, 850);
    const first = await columns(page);
    assert.ok(first.left.includes("history") && first.right.includes("palette") && first.right.includes("layers"));
    await page.click("#layers .panel-toggle");
    assert.equal(await (await page.find("#layers .layer-list")).isDisplayed(), false);
    assert.equal(await (await page.find("#layers .panel-toggle")).getAttribute("aria-expanded"), "false");
    await move(page, "palette", "Move to the left side");
    await move(page, "palette", "Move up");
    const moved = await columns(page);
    assert.deepEqual([moved.left.slice(0, 2), moved.right.includes("palette"), moved.collapsed], [["palette", "history"], false, ["layers"]]);
    await page.driver.navigate().refresh();
    await page.ready();
    assert.deepEqual(await columns(page), moved);
    // Moved panels still work.
    await page.click('#palette [data-index="3"]');
    await page.drag([[5, 5]]);
    assert.equal(await page.pixel(5, 5), "#a3a2b3ff");
  }));

test("a panel is dragged by its header into either column, or moved and collapsed by keys alone, and the tools are one stop of the Tab key", () =>
  visit({}, async (page) => {
    await page.resize(1640, 850);
    /** Presses on a panel's header and lets go above the middle of another one, or at a place. @param {string} panel @param {string | {x: number, y: number}} to */
    const drag = async (panel, to) => {
      const spot = (/** @type {string} */ id) => /** @type {Promise<{x: number, y: number}>} */ (page.driver.executeScript("const { left, width, top } = document.querySelector(arguments[0]).getBoundingClientRect(); return { x: Math.round(left + width / 2), y: Math.round(top + 10) }", id));
      const end = typeof to === "string" ? await spot(`#${to}`) : to;
      await page.driver.actions().move({ ...(await spot(`#${panel} h2`)), duration: 0 }).press().move({ ...end, duration: 0 }).release().perform();
    };
    await drag("layers", "palette");
    const { right } = await columns(page);
    assert.ok(right.indexOf("layers") < right.indexOf("palette"));
    await drag("layers", "history");
    assert.deepEqual((await columns(page)).left, ["layers", "history"]);
    await drag("layers", "palette");
    await move(page, "history", "Move to the right side");
    assert.deepEqual((await columns(page)).left, []);
    await drag("layers", { x: 200, y: 400 });
    assert.deepEqual((await columns(page)).left, ["layers"], "into an empty column");
    assert.deepEqual(await page.painted(), []);

    await drag("layers", "palette");
    await page.tabTo("#layers .panel-toggle");
    await page.press(Key.ENTER);
    assert.deepEqual((await columns(page)).collapsed, ["layers"]);
    await page.press(" ");
    assert.deepEqual((await columns(page)).collapsed, []);
    await page.press(Key.ARROW_RIGHT);
    await page.press(Key.ENTER);
    const focused = () => page.driver.executeScript("return document.activeElement.textContent.trim()");
    assert.equal(await focused(), "Move up");
    while (await focused() !== "Move to the left side") await page.press(Key.ARROW_DOWN);
    await page.press(Key.ENTER);
    assert.equal((await columns(page)).left.at(-1), "layers");
    await page.press(Key.ENTER);
    await page.press(Key.ESCAPE);
    assert.equal(await page.driver.executeScript("return document.activeElement.matches('#layers .panel-menu')"), true);
    assert.equal(await page.driver.executeScript("return document.querySelectorAll('#tools [tabindex=\"0\"]').length"), 1);
    await page.tabTo("#tools .tool");
    for (const [keys, tool] of /** @type {[string[], string][]} */ ([[[Key.ARROW_DOWN, Key.ARROW_DOWN], "eraser"], [[Key.END], "probe"]])) {
      for (const key of keys) await page.press(key);
      await page.press(Key.ENTER);
      assert.equal((await page.call("tool")).id, tool);
    }
  }));

/** Holds the part of the module that painting doesn't need, until the page is told to let it come. */
const REST_HELD = `
  window.unfurnished = true;
  const [fetched, gate] = [fetch, new Promise((resolve) => { window.rest = resolve; })];
  window.fetch = async (...request) => {
    if (String(request[0]).includes("undoodle_rest")) await gate;
    return fetched(...request);
  };`;

test("panels come when all of the module is there and stay where they are, so that no press goes beside", () =>
  visit({ before: `${REST_HELD} localStorage.setItem("undoodle: harmonies open", "true");` }, async (page) => {
    const { width: wide } = await page.driver.manage().window().getRect();
    await page.driver.manage().window().setRect({ width: wide, height: 1000 });
    const places = () => /** @type {Promise<{[css: string]: number[]}>} */ (page.glance(`
      const boxes = [...document.querySelectorAll(".panel h2, .panel button")].filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest("#reference, #history-memory"));
      return Object.fromEntries(boxes.map((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        return [one.id || one.dataset.index || one.closest(".panel").id + " " + one.className, [left, top, width, height]];
      }))`));
    await page.drag([[1, 1], [4, 1]]);
    assert.equal((await page.painted()).length, 4, "one can paint before");
    assert.equal(await page.glance("return document.body.matches('.furnished')"), false);
    await page.glance("rest()");
    await page.until("the panels", () => page.glance("return document.body.matches('.furnished')"));
    await page.glance(SHOWN);
    const before = await places();
    assert.ok(["3", "layer-add", "history-pin", "history-settings", "mixer-toggle", "harmonies-toggle"].every((id) => id in before), Object.keys(before).join());
    await page.call("finished");
    await page.glance(SHOWN);
    const after = await places();
    assert.deepEqual(Object.fromEntries(Object.keys(before).map((one) => [one, after[one]])), before);
    // Whoever had aimed at a button hits it.
    const [left, top, width, height] = before["3"];
    await page.driver.actions().move({ x: Math.round(left + width / 2), y: Math.round(top + height / 2), duration: 0 }).press().release().perform();
    await page.drag([[5, 5]]);
    assert.equal(await page.pixel(5, 5), "#a3a2b3ff");
    assert.equal(await page.driver.executeScript("return document.querySelectorAll('#harmonies .swatch-button').length"), 7);
  }));

test("in a narrow window all panels stand in one column, colours, layers and the history in view, and go back in a wide one", () =>
  visit({}, async (page) => {
    /** Room between the picture and the edges of the stage. */
    const margin = () => page.driver.executeScript(`
      const stage = document.querySelector("#stage").getBoundingClientRect();
      const { width, height } = undoodle.size();
      const half = (undoodle.clientPoint(1, 0).x - undoodle.clientPoint(0, 0).x) / 2;
      const [first, last] = [undoodle.clientPoint(0, 0), undoodle.clientPoint(width - 1, height - 1)];
      return Math.min(first.x - half - stage.left, first.y - half - stage.top, stage.right - last.x - half, stage.bottom - last.y - half);`);
    const fits = () => page.until("a picture with a margin", async () => Number(await margin()) >= 23.5);
    await page.resize(1640, 850);
    await fits();
    const wide = await columns(page);
    await page.resize(1024, 768);
    // The page hears of its size with its next frame.
    await page.until("one column", async () => (await columns(page)).left.length === 0);
    await fits();
    const middle = wide.right.indexOf("layers") + 1;
    assert.deepEqual((await columns(page)).right, wide.right.toSpliced(middle, 0, ...wide.left), "the history comes before what is seldom looked at");
    assert.equal(await (await page.find("#left")).isDisplayed(), false);
    await page.driver.navigate().refresh();
    await page.ready();
    await page.drag([[3, 3], [9, 3]]);
    const inView = (/** @type {string} */ css) => page.driver.executeScript(`
      const { top, bottom, height } = document.querySelector(arguments[0]).getBoundingClientRect();
      const column = document.querySelector("#panel").getBoundingClientRect();
      return height > 0 && top >= column.top && bottom <= Math.min(column.bottom, innerHeight);`, css);
    for (const css of ["#colors h2", "#palette .swatch-button", "#layers .layer", "#history-slider", "#steps [aria-current=true]"]) {
      await page.until(`${css} in view`, () => inView(css));
    }
    await page.click("#mixer-toggle");
    assert.equal(await (await page.find("#mixer .channels")).isDisplayed(), true, "the mixer is a press away");
    await page.press("5");
    const zoom = await page.text("#status-zoom");
    await page.resize(1640, 850);
    await page.until("two columns", async () => (await columns(page)).left.length > 0);
    assert.deepEqual(await columns(page), wide);
    assert.equal(await page.text("#status-zoom"), zoom, "a zoom that somebody chose stays");
  }));

test("the theme follows the system or the person, the picture neither, what is around and behind it is the person's to set, and the system's colours hide nothing", needs("emulation"), () =>
  visit({}, async (page) => {
    await page.call("setColor", "#d02030");
    await page.drag([[20, 20]]);
    const shown = async () => {
      const shot = await page.screenshot();
      return { scheme: await page.driver.executeScript("return getComputedStyle(document.body).backgroundColor"), pixel: seen(shot, await page.client([20, 20])), behind: seen(shot, await page.client([30, 30])) };
    };
    /** @type {Awaited<ReturnType<typeof shown>>[]} */
    const looks = [];
    await on(page, { theme: "light" }, async () => { looks.push(await shown()); });
    await on(page, { theme: "dark" }, async () => {
      await page.until("a dark checkerboard", async () => seen(await page.screenshot(), await page.client([30, 30]))[0] < 0x80);
      looks.push(await shown());
      await page.menu("view.grid");
      await page.click("[data-menu=View]");
      await page.click(".menu-list > button:last-child");
      await page.choose("#appearance-theme", "light");
      await page.click("#appearance-done");
      await page.driver.navigate().refresh();
      await page.ready();
      await page.until("a light checkerboard", async () => seen(await page.screenshot(), await page.client([30, 30]))[0] > 0xd0);
      looks.push(await shown());
    });
    const [light, dark, chosen] = looks;
    assert.deepEqual([light.pixel, dark.pixel, chosen.pixel], [[0xd0, 0x20, 0x30], [0xd0, 0x20, 0x30], [0xd0, 0x20, 0x30]]);
    assert.notEqual(light.scheme, dark.scheme);
    assert.equal(light.scheme, chosen.scheme);
    await page.click("[data-menu=View]");
    await page.click(".menu-list > button:last-child");
    await page.choose("#appearance-surround", "#808080");
    await page.choose("#appearance-checkers", "plain");
    await page.click("#appearance-done");
    const around = async () => {
      const shot = await page.screenshot();
      const corner = await page.call("clientPoint", 0, 0);
      return [seen(shot, { x: corner.x - 12, y: corner.y }), seen(shot, await page.client([31, 30])), seen(shot, await page.client([32, 30]))];
    };
    await page.press("3");
    await page.until("white behind the picture", async () => (await around())[1][0] === 255);
    assert.deepEqual(await around(), [[128, 128, 128], [255, 255, 255], [255, 255, 255]]);

    // With the system's colours swatches keep theirs, and what is chosen, unsaved or kept is seen.
    await page.drag([[3, 3], [9, 3]]);
    await page.call("kept");
    await on(page, { forced: true }, async () => {
      const found = await page.driver.executeScript(`
        const style = (css) => getComputedStyle(document.querySelector(css));
        return {
          swatches: [...document.querySelectorAll("#palette [data-index]")].slice(0, 4).map((one) => getComputedStyle(one).forcedColorAdjust),
          chosen: style("#tools [aria-pressed=true]").backgroundColor,
          other: style("#tools [aria-pressed=false]").backgroundColor,
          text: style("#tools [aria-pressed=true]").color,
        };`);
      assert.deepEqual(found.swatches, ["none", "none", "none", "none"]);
      assert.ok(found.chosen !== found.other && found.chosen !== found.text, JSON.stringify(found));
      const [ground, unsaved, kept] = /** @type {string[]} */ (await page.driver.executeScript(`
        const color = (css, part) => getComputedStyle(document.querySelector(css), part).backgroundColor;
        return [color("#bar"), color(".document-name .dirty"), color("#status-kept", "::before")];`));
      assert.ok(unsaved !== ground && kept !== ground, [ground, unsaved, kept].join(" "));
    });
  }));

test("in small windows each tool's options are wholly in view, and each menu can be scrolled to its last entry", () =>
  visit({}, async (page) => {
    for (const width of [1024, 900, 720]) {
      await page.resize(width, 600);
      const hidden = await page.driver.executeScript(`
        return undoodle.tools().flatMap(({ id }) => {
          undoodle.setTool(id);
          const bar = document.querySelector("#options");
          const around = bar.getBoundingClientRect();
          const cut = [...bar.querySelectorAll("input, select, button")].filter((one) => one.checkVisibility()).filter((one) => {
            const { left, top, right, bottom } = one.getBoundingClientRect();
            return left < around.left || right > around.right || top < around.top || bottom > around.bottom;
          });
          const scrolls = bar.scrollWidth > bar.clientWidth || bar.scrollHeight > bar.clientHeight;
          return scrolls || cut.length > 0 ? [[id, scrolls, ...cut.map(({ id }) => id)].join(" ")] : [];
        })`);
      assert.deepEqual(hidden, [], `at ${width}`);
    }
    // Of a tablet's width they take one line, before anything is turned on that brings more.
    for (const width of [1024, 1280]) {
      await page.resize(width, 600);
      const high = await page.driver.executeScript(`
        return undoodle.tools().flatMap(({ id }) => {
          undoodle.setTool(id);
          return document.querySelector("#options").clientHeight > 40 ? id : [];
        })`);
      assert.deepEqual(high, [], `at ${width}`);
    }
    // A window of 1440 × 900, of which all is twice as large.
    await page.resize(720, 450);
    assert.equal(await page.driver.executeScript("return document.querySelector('#bar').scrollWidth <= innerWidth"), true, "nothing is pushed out of the bar");
    for (const name of ["Edit", "Layer", "Tool"]) {
      // The menus are in a sheet, which a command or Escape may have closed.
      if (await page.driver.executeScript("return document.body.dataset.sheet !== 'menus'")) await page.click("#sheet-menus");
      await page.click(`[data-menu=${name}]`);
      const bottom = await page.driver.executeScript(`
        const last = document.querySelector(".menu-list").lastElementChild;
        last.scrollIntoView({ block: "nearest" });
        return last.getBoundingClientRect().bottom;`);
      assert.ok(Number(bottom) <= 450, `${name}: ${bottom}`);
      await page.press(Key.ESCAPE);
    }
  }));

test("menus have lines and check marks and say what is undone, and the name beside them is changed where it stands", () =>
  visit({}, async (page) => {
    await page.drag([[3, 3], [9, 3]]);
    await page.click("[data-menu=Edit]");
    assert.match(await page.text("[data-command='edit.undo']"), /^Undo Pencil/);
    assert.ok(Number(await page.driver.executeScript("return document.querySelectorAll('.menu-list hr').length")) >= 3);
    await page.press(Key.ESCAPE);
    const checked = async () => {
      await page.click("[data-menu=View]");
      const value = await (await page.find("[data-command='view.grid']")).getAttribute("aria-checked");
      await page.press(Key.ESCAPE);
      return value;
    };
    assert.equal(await checked(), "true");
    await page.menu("view.grid");
    assert.equal(await checked(), "false");
    await page.click("[data-menu=Help]");
    assert.deepEqual(
      await page.driver.executeScript("return [...document.querySelectorAll('.menu-list a')].map((link) => [link.getAttribute('href'), link.target])"),
      [["./squares.html", "_blank"], ["./lab.html", "_blank"]],
    );
    await page.press(Key.ESCAPE);
    for (const [name, key] of [["Boat", Key.ENTER], ["Nothing of this", Key.ESCAPE]]) {
      await page.click("#document-name .name");
      await page.driver.actions().sendKeys(name, key).perform();
      assert.equal(await page.text("#document-name .name"), "Boat");
    }
    assert.equal((await page.call("tool")).id, "pencil", "the keys went to the name and not to the tools");
  }));

test("on a phone the canvas has most of the screen, and the rest is at the thumb or in sheets", needs("emulation"), () =>
  visit({}, async (page) => {
    await on(page, { width: 390, height: 844 }, async () => {
      const measure = () => page.driver.executeScript(`
        const box = (css) => document.querySelector(css).getBoundingClientRect();
        return { stage: box("#stage").height, undo: box("#compact-undo").top, wide: document.documentElement.scrollWidth, high: document.documentElement.scrollHeight };`);
      const { stage, undo, wide, high } = await measure();
      assert.ok(stage >= 844 * 0.65, `the canvas has ${stage} px`);
      assert.ok(undo >= 844 - 60 && wide <= 390 && high <= 844);
      await page.drag([[3, 3], [9, 3]]);
      const top = (/** @type {string} */ css) => page.driver.executeScript("return document.querySelector(arguments[0]).getBoundingClientRect().top", css);
      await page.click("#status-step");
      await page.until("the history in view", async () => Number(await top("#history")) >= Number(await top("#panel")) - 1 && Number(await top("#history .step-label")) < 800);
      await page.click("#sheet-panels");
      await page.click("#compact-undo");
      assert.deepEqual(await page.painted(), []);
      await page.click(".strip .strip-color:nth-of-type(3)");
      assert.equal(await page.driver.executeScript("return document.querySelector('#compact-color').getAttribute('aria-label')"), "Primary colour, #6c6b80ff");
      await page.drag([[5, 5]]);
      assert.equal(await page.pixel(5, 5), "#6c6b80ff");
      await page.click("#sheet-panels");
      assert.equal(await (await page.find("#layers .layer-list")).isDisplayed(), true);
      assert.ok(Number(await top("#layers")) < Number(await top("#colors")), "the layers come first");
      const covered = await page.driver.executeScript("return document.querySelector('#panel').getBoundingClientRect().top");
      assert.ok(Number(covered) > 200, "some of the picture stays in sight");
      await page.drag([[5, 1]]);
      assert.equal(await (await page.find("#panel")).isDisplayed(), false);
      assert.deepEqual(await page.painted(), ["5,5"], "a press beside the sheet only closes it");
      await page.click("#compact-color");
      await page.until("the colours", async () => Math.abs(Number(await top("#colors")) - Number(await top("#panel"))) < 8);
      await page.click("#sheet-panels");
      assert.equal(await (await page.find("#panel")).isDisplayed(), false);
      await page.undo();
      await page.drag([[6, 6]]);
      await page.until("what was set aside", async () => (await page.find("#status-aside")).isDisplayed());
      assert.equal(await page.driver.executeScript("return document.querySelector('#status').lastElementChild.getBoundingClientRect().right <= innerWidth"), true, "the zoom stays in view");
      assert.equal(await page.driver.executeScript("const aside = document.querySelector('#status-aside'); return aside.scrollWidth <= aside.clientWidth"), true, "what can be brought back is whole");
      await page.click("#sheet-frames");
      assert.equal(await (await page.find("#timeline")).isDisplayed(), true);
      await page.click("#sheet-menus");
      await page.menu("edit.undo");
      assert.deepEqual(await page.painted(), []);
      assert.equal(await page.glance("return document.body.dataset.sheet ?? ''"), "", "what was chosen in the sheet is seen on the picture");
    });
  }));
