/** The first minute: the card of a first visit, the sample drawings and the tour. */
import assert from "node:assert/strict";
import test from "node:test";
import { PNG } from "pngjs";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { opened } from "./disk.mjs";
import { withProfile } from "./profile.mjs";
import { SHOWN } from "./readiness.mjs";
import { on } from "./screens.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** Whether there is an element. @param {Page} page @param {string} css @returns {Promise<boolean>} */
const there = (page, css) => page.driver.executeScript("return document.querySelector(arguments[0]) !== null", css);

/** Waits for the card. @param {Page} page */
const greeted = (page) => page.until("the card", () => there(page, "#welcome"));

/** Asserts that nobody is greeted. The list of drawings is there later than the card would be. @param {Page} page */
async function unwelcomed(page) {
  await page.driver.executeScript("undoodle.run('file.drawings')");
  await page.until("the list", () => page.driver.executeScript("return document.querySelector('#drawings-dialog').open"));
  assert.equal(await there(page, "#welcome"), false);
}

/** What the card or the tour has the focus in. @param {Page} page @returns {Promise<string>} */
const focused = (page) => page.driver.executeScript("return document.activeElement.id");

/** Presses an entry of the menu Help: the fourth is the tour, and the fifth the card. @param {Page} page @param {number} entry */
async function help(page, entry) {
  await page.click('[data-menu="Help"]');
  await page.click(`[aria-label="Help"] [role=menuitem]:nth-child(${entry})`);
}

/** Opens a sample from the dialog of drawings. @param {Page} page @param {string} name */
async function sample(page, name) {
  await page.menu("file.drawings");
  await page.click(`#drawings-dialog [data-sample="${name}"]`);
}

test("the card lies below the canvas's middle, goes with the first stroke of a session or for good by its button, and lies in Help", () =>
  withProfile(async (start) => {
    const page = await start();
    await greeted(page);
    assert.equal(await focused(page), "", "it takes no focus");
    const [top, middle] = await page.driver.executeScript(
      "return [document.querySelector('#welcome').getBoundingClientRect().top, undoodle.clientPoint(32, 40).y]");
    assert.ok(top > middle, `the card begins at ${top}, below ${middle}`);
    const asked = "return performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.undoodle')).length";
    assert.equal(await page.driver.executeScript(asked), 0, "no sample is loaded");
    await page.drag([[3, 3], [9, 3]]);
    assert.equal((await page.painted()).length, 7, "the first stroke is whole");
    assert.equal(await page.pixel(3, 3), (await page.call("palette"))[0], "in a colour of the palette");
    assert.equal(await there(page, "#welcome"), false);
    await page.call("newDocument", { width: 8, height: 8 });
    await page.call("kept");
    await page.reload();
    await unwelcomed(page);
    // Another session begins with it, over an empty drawing.
    const anotherSession = () => page.driver.executeScript("sessionStorage.removeItem('undoodle: drew')");
    await anotherSession();
    await page.reload();
    await greeted(page);
    await page.tabTo("#welcome-close");
    await page.press(Key.ENTER);
    assert.deepEqual([await there(page, "#welcome"), await focused(page)], [false, "stage"]);
    await page.reload();
    await unwelcomed(page);
    await page.press(Key.ESCAPE);
    await help(page, 5);
    assert.ok(await there(page, "#welcome"), "who asks for it gets it");
    assert.equal(await page.driver.executeScript("return document.activeElement.closest('#welcome') !== null"), true, "with the keyboard in it");
    // As if nobody had closed it: over a drawing that is not empty it doesn't come.
    await page.drag([[3, 3]]);
    await page.call("kept");
    await page.driver.executeScript("localStorage.removeItem('undoodle: welcomed')");
    await anotherSession();
    await page.reload();
    await unwelcomed(page);
  }, { first: true }));

test("a sample of the card opens with its layers, frames and history, and is kept", () =>
  withProfile(async (start) => {
    const page = await start();
    await greeted(page);
    await page.click("#welcome [data-sample=slime]");
    await opened(page, 32, 32);
    assert.equal(await there(page, "#welcome"), false);
    assert.match(await page.message("with its history"), /^Opened “Bouncing slime\.undoodle”, 32 × 32; with its history of \d+ steps/);
    assert.deepEqual((await page.call("layers")).map((/** @type {{name: string}} */ { name }) => name), ["Shadow", "Slime"]);
    assert.equal(await page.driver.executeScript("return undoodle.layers().length - 1"), 1);
    assert.match(await page.text("#layers [aria-current=true]"), /Slime/, "on its uppermost layer");
    assert.equal((await page.call("frames")).length, 6);
    assert.deepEqual(await page.call("tags"), [{ name: "bounce", from: 0, to: 5, direction: "forward", color: "#000000ff", repeat: 0, text: "" }]);
    assert.deepEqual((await page.call("history")).pinned.map((/** @type {{label: string}} */ { label }) => label), ["One still picture"]);
    const steps = await page.steps();
    assert.ok(steps > 50, `${steps} steps`);
    await page.call("run", "frame.choose", { frame: 5 });
    const last = await page.pixels();
    // The tag, the opacity, the palette and a duration come after the last stroke.
    for (let i = 0; i < 5; i += 1) await page.undo();
    assert.notDeepEqual(await page.pixels(), last);
    await page.call("kept");
    await page.reload();
    assert.equal(await page.steps(), steps - 5);
    for (let i = 0; i < 5; i += 1) await page.redo();
    assert.deepEqual(await page.pixels(), last);
  }, { first: true }));

/** Where the history's slider is, and what is looked at. @param {Page} page @returns {Promise<[number, string]>} */
const watched = (page) => page.driver.executeScript("return [Number(document.querySelector('#history-slider').value), document.querySelector('#history .count').textContent.trim()]");

test("the dusk of the card is painted before one's eyes, by the slider, ends by a key, and is as it was then; with reduced motion it is said how", needs("emulation"), () =>
  visit({ first: true }, async (page) => {
    await on(page, { stillness: true }, async () => {
      await greeted(page);
      await page.click("#welcome [data-sample=dusk]");
      await opened(page, 48, 48);
      assert.match(await page.message("painted again"), /^Drag the slider/);
      assert.deepEqual(await watched(page), [82, "82 / 82"], "it is not played");
    });
    await help(page, 5);
    await page.click("#welcome [data-sample=dusk]");
    let early = 0;
    await page.until("the film", async () => {
      const [at, words] = await watched(page);
      early = /^looking/.test(words) ? at : 0;
      return early > 0;
    });
    assert.doesNotMatch(await page.text("#message"), /painted again/);
    await page.until("more of it", async () => (await watched(page))[0] > early);
    await page.press(Key.SHIFT);
    assert.match(await page.message("painted again"), /^Drag the slider/);
    assert.deepEqual(await watched(page), [82, "82 / 82"]);
    const { position, branched } = await page.call("history");
    assert.deepEqual([position, branched], [82, 7], "looking leaves no step");
    assert.equal(await page.text("#layers [aria-current=true] .layer-name"), "Palm");
    // The picture is what the last step has made of it.
    const whole = await page.pixels();
    await page.call("run", "history.step", { step: 0 });
    await page.call("run", "history.step", { step: 82 });
    assert.deepEqual(await page.pixels(), whole);
  }));

/** The tour does what it tells of, on a sheet of its own that goes with a press, and leaves the drawing as it was. @param {Page} page */
async function rehearsed(page) {
  await page.click("#welcome-tour");
  await page.until("the tour", () => there(page, "#tour"));
  await page.click("#tour-next");
  const said = () => page.glance("return document.querySelector('#rehearsal p')?.textContent ?? ''");
  const outlined = () => page.glance("const contour = document.querySelector('#rehearsal .highlight-contour'); return !contour.hasAttribute('hidden') && contour.querySelector('path').getAttribute('d') !== null && contour.style.getPropertyValue('--highlight') !== ''");
  await page.click("#tour-show");
  await page.until("an undo", async () => (await said()).startsWith("Undo") && outlined());
  await page.until("a redo", async () => (await said()).startsWith("Redo") && outlined());
  await page.until("its end", async () => await said() === "");
  await page.click("#tour-next");
  await page.click("#tour-show");
  await page.until("what was undone", async () => (await said()).startsWith("Bring back"));
  const { position, commits, redo } = await page.call("history");
  assert.deepEqual([position, commits, redo, await page.painted()], [0, 0, 0, []]);
  // A press on the picture is a stroke, and ends it.
  await page.click("#tour-show");
  await page.until("the sheet", async () => (await said()).startsWith("A heart"));
  await page.drag([[30, 50], [36, 50]]);
  assert.deepEqual([await there(page, "#rehearsal"), (await page.painted()).length, await page.steps()], [false, 7, 1]);
}

test("the tour does what it tells of, and leaves the drawing as it was; on a phone it points at what is there and speaks of fingers; by keys alone it gives the focus to the canvas; by pointer one may paint meanwhile, and Escape or its button ends it", needs("emulation"), () =>
  visit({ first: true }, async (page) => {
    await greeted(page);
    await on(page, { width: 390, height: 844 }, async () => {
      await page.click("#welcome-tour");
      await page.until("the tour", () => there(page, "#tour"));
      const told = () => page.driver.executeScript(`
        const tour = document.querySelector("#tour");
        const { left, top, bottom } = tour.getBoundingClientRect();
        const x = left + parseFloat(tour.style.getPropertyValue("--arrow"));
        const at = document.elementFromPoint(x, tour.dataset.side === "above" ? bottom + 18 : top - 18)?.closest("button");
        return [at?.id ?? "", tour.textContent];`);
      const about = [];
      for (let step = 1; step <= 5; step += 1) {
        const [id, text] = await told();
        about.push(id);
        assert.doesNotMatch(text, /Ctrl|wheel|button|[Cc]lick|Space/, text);
        if (step === 2) {
          await page.click("#tour-show");
          await page.until("the sheet", () => there(page, "#rehearsal"));
          const apart = await page.driver.executeScript(`
            const [sheet, card] = ["#rehearsal > div", "#tour"].map((css) => document.querySelector(css).getBoundingClientRect());
            return sheet.bottom <= card.top || sheet.top >= card.bottom;`);
          assert.equal(apart, true, "the card lies beside what is shown");
        }
        await page.click("#tour-next");
      }
      assert.deepEqual(about.slice(1), ["compact-undo", "sheet-panels", "save", "sheet-menus"], "without a step it points at Save");
    });

    await help(page, 5);
    await rehearsed(page);
    await page.press(Key.ESCAPE);
    await page.call("newDocument", { width: 64, height: 64 });
    await help(page, 5);
    await page.tabTo("#welcome-tour");
    await page.press(Key.ENTER);
    const titles = [];
    const beside = [];
    while (await there(page, "#tour")) {
      assert.equal(await focused(page), "tour-next");
      const [title, side, inside] = await page.driver.executeScript(`
        const tour = document.querySelector("#tour");
        const { left, top, right, bottom } = tour.getBoundingClientRect();
        return [tour.querySelector("h2").textContent, tour.dataset.side, left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight];`);
      assert.equal(inside, true, `${title} is in the window`);
      titles.push(title);
      beside.push(side);
      await page.press(Key.ENTER);
    }
    assert.deepEqual(titles, ["Start painting", "Undo shows what it touched", "Nothing that you undo is lost", "Kept in this browser", "Menus and keys"]);
    assert.ok(!beside.includes("nowhere"), String(beside));
    assert.equal(await focused(page), "stage");

    await help(page, 4);
    assert.equal(await page.text("#tour-title"), "Start painting");
    await page.drag([[30, 30], [36, 30]]);
    assert.equal((await page.painted()).length, 7);
    await page.undo();
    assert.deepEqual(await page.painted(), []);
    assert.equal(await there(page, "#tour"), true);
    await page.click("#tour-next");
    assert.equal(await page.text("#tour-title"), "Undo shows what it touched");
    assert.match(await page.text("#tour p"), /Ctrl\+Z/);
    // A stroke and a menu take Escape first.
    await page.drag([[30, 30], [36, 30], Key.ESCAPE, [36, 36]]);
    assert.deepEqual([await page.painted(), await there(page, "#tour")], [[], true]);
    await page.click('[data-menu="Edit"]');
    await page.press(Key.ESCAPE);
    assert.equal(await there(page, "#tour"), true);
    await page.press(Key.ESCAPE);
    assert.equal(await there(page, "#tour"), false);
    // Escape is the editor's again.
    await page.call("run", "select.all");
    await page.press(Key.ESCAPE);
    assert.equal(await page.call("selection"), null);
    await help(page, 4);
    await page.click("#tour-skip");
    assert.equal(await there(page, "#tour"), false);
  }));

/** Drops a picture of 5 × 3 pixels as soon as the page's own script has run, long before its panels. */
const DROPPED = `
  addEventListener("DOMContentLoaded", () => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(${JSON.stringify([...PNG.sync.write(new PNG({ width: 5, height: 3 }))])})], "early.png", { type: "image/png" }));
    window.taken = !document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }));
    window.furnishedBefore = document.body.matches(".furnished");
  });`;

/** Has the bars come late, as on a busy machine. */
const LATE = `if (window.scheduler?.postTask) {
  const { postTask } = scheduler;
  scheduler.postTask = async (...how) => {
    await new Promise((resolve) => { setTimeout(resolve, 100); });
    return postTask.apply(scheduler, how);
  };
}`;

/** Has a bar find no place, and nobody wait for panels. */
const BARLESS = `document.addEventListener("readystatechange", () => {
  for (const id of ["options", "layers"]) document.getElementById(id).remove();
}, { once: true });`;

test("where the bars fail, it is said, and keys behind F2 reach the picture", () => visit({ first: true, before: BARLESS }, async (page) => {
  assert.match(await page.opening("could not start"), /options/);
  await page.press(Key.F2);
  // Those that were held behind it are the panels' and lost with them; what is pressed then is the picture's.
  await page.glance(SHOWN);
  await page.press("e");
  assert.equal((await page.call("tool")).id, "eraser");
}));

/** Has no sample be loaded while `cut` is set. */
const CUT = "const real = window.fetch; window.fetch = (to, ...more) => window.cut && String(to).endsWith('.undoodle') ? Promise.reject(new Error('no network')) : real(to, ...more);";

test("a file that is dropped in the page's first moment opens; the samples are in the dialog of drawings, what was open stays, and one that can't be loaded changes nothing", () =>
  visit({ first: true, before: DROPPED + LATE + CUT }, async (page) => {
    await opened(page, 5, 3);
    assert.equal(await page.message("Opened"), "Opened “early.png”, 5 × 3");
    assert.deepEqual(await page.driver.executeScript("return [window.taken, window.furnishedBefore]"), [true, false]);
    assert.equal(await there(page, "#welcome"), false, "nobody is greeted over it");

    await page.drag([[0, 1], [4, 1]]);
    await page.driver.executeScript("window.cut = true");
    await sample(page, "slime");
    assert.equal(await page.message("could not be loaded"), "“Bouncing slime” could not be loaded: no network");
    assert.equal((await page.painted()).length, 5);
    await page.driver.executeScript("window.cut = false");
    await sample(page, "dusk");
    await opened(page, 48, 48);
    assert.deepEqual((await page.call("layers")).map((/** @type {{name: string}} */ { name }) => name), ["Sky", "Sun", "Clouds", "Sea", "Island", "Palm"]);
    const { branches, branched } = await page.call("history");
    assert.deepEqual([branches.length, branched], [1, 7]);
    const without = await page.pixels();
    assert.equal(await page.call("run", "history.branch", { branch: 0 }), true);
    assert.equal((await page.call("layers")).at(-1).name, "Boat");
    assert.notDeepEqual(await page.pixels(), without);
    await sample(page, "cobbles");
    await opened(page, 16, 16);
    assert.equal((await page.painted()).length, 256);
    await page.menu("file.drawings");
    const names = () => page.driver.executeScript("return [...document.querySelectorAll('#drawings-kept .drawing-name')].map((name) => name.textContent.trim()).join()");
    await page.until("all of them", async () => await names() === "Mossy cobbles,Island at dusk,early");
  }));
