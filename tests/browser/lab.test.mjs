/** The Lab: one painting by hand, and every undo system follows it. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { can } from "./browsers.mjs";
import { CLEAR, everywhere, RED, rows, shown, thin, visitLab } from "./lab.mjs";
import { on } from "./screens.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** @param {Page} page @param {string[]} expected Button ids. */
async function enabled(page, expected) {
  const ids = ["undo", "redo", "undo-all", "redo-all", "clear"];
  await page.until(`enabled: ${expected}`, async () => {
    const on = await Promise.all(ids.map(async (id) => (await page.find(`#${id}`)).isEnabled()));
    return ids.filter((_, index) => on[index]).join() === expected.join();
  });
}

test("pencil, fill and eraser paint into every system, and undo, redo and clear take all of them along, by keys and by buttons", () =>
  visitLab(async (page) => {
    await thin(page);
    await enabled(page, ["clear"]);
    await page.drag([[10, 10], [30, 10], [30, 30], [10, 30], [10, 10]]);
    await enabled(page, ["undo", "undo-all", "clear"]);
    for (const row of await rows(page)) {
      assert.ok(row.agrees && row.total_bytes > 0, row.id);
      assert.deepEqual([row.undo_steps, row.redo_steps, row.lost], [1, 0, 0], row.id);
    }
    await page.undo();
    assert.deepEqual(new Set(await everywhere(page, 30, 20)), new Set([CLEAR]));
    await enabled(page, ["redo", "redo-all", "clear"]);
    await page.redo();
    await page.click("#undo");
    await page.click("#redo");
    assert.deepEqual(new Set(await everywhere(page, 30, 20)), new Set([RED]));
    await page.set("#color", "#0000ff");
    await page.press("g");
    await page.drag([[20, 20]]);
    assert.deepEqual(new Set(await everywhere(page, 11, 29)), new Set(["#0000ffff"]));
    assert.deepEqual(new Set(await everywhere(page, 9, 9)), new Set([CLEAR]));
    await page.press("e");
    await page.press("]");
    await page.press("]");
    await page.drag([[20, 20]]);
    assert.deepEqual(new Set(await everywhere(page, 21, 21)), new Set([CLEAR]));
    assert.deepEqual(new Set(await everywhere(page, 22, 22)), new Set(["#0000ffff"]));
    assert.equal(await (await page.find("#eraser")).getAttribute("aria-pressed"), "true");
    // Undo in a stroke takes back that stroke alone, and the rest of it does nothing.
    await page.drag([[22, 22], [26, 22]], { hold: true });
    assert.deepEqual(new Set(await everywhere(page, 24, 22)), new Set([CLEAR]));
    await page.undo();
    await page.moveTo([12, 22]);
    await page.release();
    assert.deepEqual(new Set([...await everywhere(page, 24, 22), ...await everywhere(page, 15, 22)]), new Set(["#0000ffff"]));
    assert.ok((await rows(page)).every((row) => row.agrees && row.undo_steps === 3));
    await page.click("#undo-all");
    assert.deepEqual(new Set(await everywhere(page, 10, 10)), new Set([CLEAR]));
    await page.click("#redo-all");
    assert.deepEqual(new Set(await everywhere(page, 22, 22)), new Set(["#0000ffff"]));
    await page.click("#clear");
    assert.deepEqual(new Set(await everywhere(page, 22, 22)), new Set([CLEAR]));
    await enabled(page, ["clear"]);
    assert.ok((await page.call("series")).every((/** @type {any} */ line) => line.bytes.length === 0));
  }));

test("fewer snapshots are chosen on the page: what was painted is done again, who has lost steps says so, and so are a new size and the questions of scripts", () =>
  visitLab(async (page) => {
    await thin(page);
    for (let y = 5; y < 45; y += 5) await page.drag([[5, y], [40, y]]);
    await page.undo();
    const snapshots = async () => (await rows(page))[2];
    assert.deepEqual([(await snapshots()).undo_steps, (await snapshots()).lost], [7, 0]);
    await page.set("#snapshots", "4");
    assert.equal((await page.call("settings")).snapshots, 4);
    const { id, name, undo_steps: done, redo_steps: undone, lost } = await snapshots();
    assert.deepEqual([id, done, undone, lost], ["snapshots", 1, 1, 6]);
    assert.deepEqual([new Set(await everywhere(page, 20, 35)), new Set(await everywhere(page, 20, 40))], [new Set([RED]), new Set([CLEAR])]);
    await page.until("four slots", async () => (await shown(page, ".ring i")).length === 4);
    await page.until("a struck row", async () => (await shown(page, "tr.losing .lost")).join() === "6 lost");
    assert.deepEqual(await shown(page, "tr.losing .name"), [name]);
    await page.click("#undo-all");
    assert.equal((await snapshots()).agrees, false);
    assert.equal((await everywhere(page, 20, 5)).filter((color) => color === RED).length, 1);
    await page.until("a picture left behind", async () => (await shown(page, "figure.behind")).length === 1);
    await page.click("#redo-all");
    await page.until("no picture left behind", async () => (await shown(page, "figure.behind")).length === 0);
    await page.set("#snapshots", "2");
    assert.equal((await page.call("settings")).snapshots, 4, "two slots are too few");
    await page.until("what is", async () => (await (await page.find("#snapshots")).getAttribute("value")) === "4");

    // Scripts ask the systems and no canvas, and absurd values are refused in one sentence.
    await page.driver.executeScript(`
      CanvasRenderingContext2D.prototype.getImageData = () => { throw new Error("read back") };
      addEventListener("pointerdown", ({ pointerId }) => { window.pointer = pointerId; }, true);`);
    // A pointer may be said to go absurdly far.
    await page.drag([[5, 5], [9, 5]], { hold: true });
    await page.driver.executeScript(`
      const { y } = undoodle.clientPoint(9, 5);
      for (const clientX of [1e9, -2e9]) {
        document.querySelector("#picture").dispatchEvent(new PointerEvent("pointermove", { pointerId: window.pointer, clientX, clientY: y }));
      }`);
    await page.release();
    assert.match(await page.call("recording"), / 16384,5 -16384,5/);
    assert.deepEqual(new Set([...await everywhere(page, 0, 5), ...await everywhere(page, 63, 5)]), new Set([RED]));
    const refused = (/** @type {string} */ script) =>
      page.driver.executeScript(`return (async () => { ${script} })().then(() => "accepted", (error) => error.message)`);
    assert.match(String(await refused("undoodle.pixel(64, 0)")), /x must be from 0 to 63, not 64/);
    assert.match(String(await refused("undoodle.pixel(0, -1)")), /y must be from 0 to 63, not -1/);
    assert.match(String(await refused("undoodle.pixel(0, 0.5)")), /y must be a whole number.*, not 0.5/);
    assert.match(String(await refused("undoodle.pixel(0, 0, 7)")), /system must be from 0 to 6, not 7/);
    assert.match(String(await refused("undoodle.measure(99, undoodle.recording())")), /system must be from 0 to \d+, not 99/);
    assert.notEqual(await refused("undoodle.measure(0, 'nonsense')"), "accepted");
    assert.match(String(await refused("await undoodle.replay('nothing')")), /recording must be one of .*, not "nothing"/);
    assert.equal(await page.call("run", "no.such.command"), false);
    await page.driver.executeScript(`
      const side = document.querySelector("#side");
      side.value = "512";
      side.dispatchEvent(new Event("change", { bubbles: true }));`);
    assert.deepEqual(await page.call("size"), { width: 512, height: 512 });
    await enabled(page, ["clear"]);
    await page.drag([[500, 300]]);
    assert.deepEqual(new Set(await everywhere(page, 500, 300)), new Set([RED]));
  }));

/** The names at the lines' ends, from the top of the chart: their texts and where they stand. @param {Page} page @returns {Promise<{text: string, top: number, bottom: number, right: number}[]>} */
const ends = (page) => page.driver.executeScript(`
  return [...document.querySelectorAll("#chart .names > span")].map((name) => {
    const { top, bottom, right } = name.getBoundingClientRect();
    return { text: name.textContent.trim().replace(/\\s+/g, " "), top, bottom, right };
  }).sort((a, b) => a.top - b.top)`);

test("the table, the chart and the pictures have every system, each line is named at its end, in the dark and on a narrow screen, too", () =>
  visitLab(async (page) => {
    /** @type {{id: string, name: string}[]} */
    const systems = await page.call("systems");
    assert.ok(systems.length >= 5);
    await page.drag([[5, 5], [50, 50]]);
    await page.drag([[50, 5], [5, 50]]);
    const names = systems.map((system) => system.name);
    assert.deepEqual(await shown(page, "#rows .name"), names);
    assert.equal((await shown(page, "figure")).length, systems.length);
    await page.until("two moves", async () => (await page.text("#move")) === "After move 2");
    const series = await page.call("series");
    const named = await ends(page);
    const most = series.toSorted((/** @type {any} */ a, /** @type {any} */ b) => b.bytes[1] - a.bytes[1]);
    const short = (/** @type {string} */ id) => systems.find((system) => system.id === id)?.name.split(" · ")[0];
    assert.deepEqual(named.map(({ text }) => text.split(" ")[0]), most.map((/** @type {any} */ { id }) => short(id)), "in the lines' order");
    named.slice(1).forEach(({ text, top }, index) => assert.ok(top >= named[index].bottom, `${text} stands over ${named[index].text}`));
    const edge = await page.driver.executeScript("return document.querySelector('#chart').getBoundingClientRect().right");
    for (const { text, right } of named) assert.ok(right <= Number(edge), text);
    // At the first move the lines are where they were then.
    const over = await page.find("#chart .u-over");
    const { width } = await over.getRect();
    await page.driver.actions().move({ origin: over, x: Math.round(2 - width / 2), y: 0, duration: 0 }).perform();
    await page.until("the first move", async () => (await page.text("#move")) === "At move 1");
    assert.notDeepEqual((await ends(page)).map(({ text }) => text), named.map(({ text }) => text));
    const totals = (await rows(page)).map((row) => row.total_bytes);
    series.forEach((/** @type {any} */ line, /** @type {number} */ index) => {
      assert.equal(line.bytes.length, 2, line.id);
      assert.ok(line.bytes[1] > 0 && totals[index] > 0, line.id);
    });
    assert.ok(await page.driver.executeScript(`
      const canvas = document.querySelector("#chart canvas");
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return data.some((byte) => byte > 0);`), "the chart is drawn");
    if (!can("emulation")) return;
    const brightest = async () => {
      const image = String(await page.driver.executeScript("return getComputedStyle(document.querySelector('#picture')).backgroundImage"));
      return Math.max(...(image.match(/rgb\([^)]*\)/g) ?? []).flatMap((color) => (color.match(/\d+/g) ?? []).map(Number)));
    };
    await on(page, { theme: "light" }, async () => assert.ok(await brightest() > 230));
    await on(page, { theme: "dark", width: 500, height: 900 }, async () => {
      assert.ok(await brightest() < 100);
      await page.drag([[5, 5], [50, 5]]);
      await page.until("a row", async () => (await shown(page, "#rows .name")).length > 0);
      const [whole, seen] = /** @type {number[]} */ (await page.driver.executeScript("return [document.documentElement.scrollWidth, innerWidth]"));
      assert.ok(whole <= seen, `${whole} in ${seen}`);
    });
  }));

/** The facts of a system by their names. @param {Page} page @param {number} index @returns {Promise<Record<string, any>>} */
const inside = async (page, index) =>
  Object.fromEntries((await page.call("inside", index)).map((/** @type {any} */ fact) => [fact.name, fact]));

test("inside each system: a sentence with a link, reserved memory, and colours, descriptions and sizes that follow undo and redo, which take the cursor to the step", () =>
  visitLab(async (page) => {
    const links = await page.driver.executeScript(`
      return [...document.querySelectorAll("#inside article")].map((card) => {
        const link = card.querySelector(".about a");
        return [card.dataset.system, card.querySelector(".about").textContent.trim().length > 40, link?.protocol, link?.target];
      })`);
    const five = ["delta-swap", "save-points", "snapshots", "xor-diffs", "commands"].map((id) => [id, true, "https:", "_blank"]);
    assert.deepEqual(links, [...five, ["script", true, null, null], ["undoodle", true, null, null]]);
    // Two queues of 2048 items of 16 KB.
    assert.match((await shown(page, "[data-system=save-points] [data-title=Reserved]"))[0], /^64\.\d MB$/);
    await thin(page);
    await page.drag([[5, 5], [40, 5]]);
    await page.set("#color", "#0000ff");
    await page.drag([[20, 20]]);
    assert.deepEqual((await inside(page, 1)).details.colors, ["#e5484dff", "#0000ffff"]);
    assert.deepEqual((await inside(page, 1)).info.colors, ["#0000ffff"]);
    assert.equal((await inside(page, 3)).colours.used, 8, "an arena of two colours");
    // 36 pixels lie in 19 words of two, one pixel in one; and each colour is in the palette's first word.
    const steps = [20, 2].map((words) => `Pencil ${words * 16} B`).join();
    await page.until("both steps", async () => (await shown(page, "[data-system=xor-diffs] li.done")).join() === steps);
    await page.undo();
    assert.deepEqual((await inside(page, 1)).details.colors, ["#e5484dff"]);
    assert.equal((await inside(page, 3)).colours.used, 4);
    await page.until("a step struck", async () => (await shown(page, "[data-system=xor-diffs] li.undone")).length === 1);
    assert.deepEqual((await inside(page, 2)).ring.slots.slice(0, 5), ["earlier", "current", "later", "empty", "empty"]);
    await page.redo();
    assert.equal((await inside(page, 3)).colours.used, 8);

    await page.click("#clear");
    await page.click("#pencil");
    await page.set("#color", "#e5484d");
    await page.drag([[10, 20], [30, 24]]);
    assert.equal((await page.call("cursor")).serial, 0);
    await page.undo();
    const frame = () => page.driver.executeScript(`
      const element = document.querySelector("#stage .cursor");
      const box = document.querySelector("#picture").getBoundingClientRect();
      const { left, top, width, height } = element.style;
      return {
        place: [left, top, width, height].map((length) => Math.round(parseFloat(length))),
        pixel: box.width / 64,
        color: getComputedStyle(element).borderTopColor,
        moving: element.getAnimations().length,
      };`);
    assert.deepEqual(await page.call("cursor"), { rect: { x: 10, y: 20, width: 21, height: 5 }, color: "#f0443eff", serial: 1 });
    const { place, pixel, color, moving } = await frame();
    assert.deepEqual(place, [10 * pixel - 5, 20 * pixel - 5, 21 * pixel + 10, 5 * pixel + 10].map(Math.round));
    assert.deepEqual([color, moving], ["rgb(240, 68, 62)", 1]);
    await page.redo();
    assert.equal((await page.call("cursor")).color, "#2f81f7ff");
    assert.equal((await frame()).color, "rgb(47, 129, 247)");
  }));

test("a step too large is warned of before it ends, can be cancelled, and else clears what came before", () =>
  visitLab(async (page) => {
    await thin(page);
    await page.drag([[5, 5], [40, 5]]);
    await page.click("#fill");
    const warnings = () => shown(page, "#warnings p");
    const lost = async () => (await rows(page)).map((row) => row.lost);
    await page.drag([[300, 300]], { hold: true });
    assert.match((await warnings()).join(), /^S5 · commands: this step takes more than 1\.0 MB and can't be undone/);
    await page.press(Key.ESCAPE);
    await page.release();
    assert.deepEqual(await warnings(), []);
    assert.deepEqual(await lost(), [0, 0, 0, 0, 0, 0, 0]);
    await page.drag([[300, 300]]);
    assert.deepEqual(await lost(), [2, 0, 0, 0, 2, 2, 0], "the arena and the stacks");
    assert.equal((await warnings()).length, 3);
    assert.deepEqual(new Set(await everywhere(page, 300, 300)), new Set([RED]), "it is done");
    assert.deepEqual(await shown(page, "tr.losing .lost"), ["2 lost", "2 lost", "2 lost"]);
    await page.drag([[8, 300]]);
    await page.set("#color", "#0000ff");
    await page.click("#pencil");
    await page.drag([[8, 300], [20, 300]]);
    assert.deepEqual(await warnings(), [], "the next step is fine");
  }, { query: "size=512&arena=1&command=1" }));
