/** The Lab's recordings: saved, replayed, and measured in a worker. That all systems agree is held by `lab::race::tests`. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { CLEAR, everywhere, RED, rows, shown, thin, visitLab } from "./lab.mjs";

test("what was painted is saved as a recording, a recording is replayed, and measured by a worker while one paints, with a number for every time", () =>
  visitLab(async (page) => {
    await thin(page);
    await page.drag([[5, 5], [9, 5]]);
    await page.undo();
    await page.click("#save");
    const saved = () => readdirSync(page.downloads).filter((name) => name.endsWith(".txt"));
    // A browser may make the file before it writes it.
    const written = () => saved().map((name) => readFileSync(path.join(page.downloads, name), "utf8")).find((text) => text !== "");
    await page.until("a saved file", async () => written() !== undefined);
    const text = written() ?? "";
    assert.equal(text, await page.call("recording"));
    assert.match(text, /^undoodle recording 1\ncanvas 64 64\npencil #e5484dff 1 5,5(?: \d,5)*\nundo 1\n$/);

    /** @type {string[]} */
    const names = await page.call("recordings");
    assert.ok(names.includes("pencil-64") && names.includes("fills-512"));
    await page.choose("#recording", "pencil-64");
    await page.click("#replay");
    await page.until("the whole recording", async () => (await page.text("#replay")) === "Replay" && (await page.call("series"))[0].bytes.length > 50);
    assert.ok((await rows(page)).every((row) => row.undo_steps + row.redo_steps + row.lost > 50));

    // One paints and undoes while a worker measures, which can be cancelled.
    await page.click("#clear");
    await page.choose("#recording", "fills-4096");
    await page.click("#measure");
    await page.until("progress", async () => /^Measuring S\d · .+, \d of 7$/.test((await shown(page, "#recordings [role=status]")).join()));
    await page.driver.executeScript("scrollTo(0, 0)");
    await page.drag([[5, 5], [20, 5]]);
    assert.deepEqual(new Set(await everywhere(page, 12, 5)), new Set([RED]));
    await page.undo();
    assert.deepEqual(new Set(await everywhere(page, 12, 5)), new Set([CLEAR]));
    assert.equal((await shown(page, "#recordings progress")).length, 1, "it is not done yet");
    await page.click("#cancel");
    await page.until("no progress", async () => (await shown(page, "#recordings progress")).length === 0);
    assert.deepEqual(await shown(page, "#message"), [""]);
    assert.equal((await shown(page, "#measures .ratio")).length, 0);
    await page.choose("#recording", "pencil-64");
    await page.click("#measure");
    const systems = await page.call("systems");
    await page.until("ratios", async () => (await shown(page, "#measures .ratio")).length === 6 * (systems.length - 1));
    await page.until("a step taken back", async () => (await shown(page, "#taken-back")).length === 1);
    assert.match((await shown(page, "#taken-back"))[0], /^The middle one of \d+ steps taken back, later ones kept: by running the rest again (?:< )?[\d.]+ (?:ms|µs) and/);
    assert.deepEqual((await shown(page, "#measures tbody .name")), systems.map((/** @type {any} */ { name }) => name));
    const times = await shown(page, "#measures td:nth-last-child(-n + 3)");
    assert.equal(times.length, 3 * systems.length);
    for (const time of times) assert.match(time, /^[\d.]+ (?:µs|ms)(?: × (?:< )?[\d.,]+)?$/, "times below the clock's tick are repeated until it can tell them");
  }, { stillness: true }));

test("the page opens with a recording that is replayed, and whoever paints takes over", () =>
  visitLab(async (page) => {
    await page.until("a replay", async () => (await page.text("#replay")) === "Stop" && (await page.call("series"))[0].bytes.length > 3);
    assert.deepEqual(await page.call("size"), { width: 512, height: 512 });
    await thin(page);
    await page.set("#color", "#010203");
    await page.drag([[200, 300], [300, 300]]);
    assert.equal(await page.text("#replay"), "Replay");
    assert.deepEqual(new Set(await everywhere(page, 250, 300)), new Set(["#010203ff"]));
    const { length } = (await page.call("series"))[0].bytes;
    await page.undo();
    assert.equal((await page.call("series"))[0].bytes.length, length + 1, "nothing else was painted meanwhile");
  }, { query: "" }));
