/** The site: from any folder, calling nobody, under one policy, and open to scripts. */
import assert from "node:assert/strict";
import test from "node:test";
import { can } from "./browsers.mjs";
import { visit } from "./visit.mjs";

/** Runs before the page's scripts: gathers what goes wrong on the page. */
const GATHERING = `
  window.complaints = [];
  const gather = (what) => window.complaints.push(String(what));
  addEventListener("error", ({ message, target }) => gather(message ?? target.src ?? target.href), true);
  addEventListener("unhandledrejection", ({ reason }) => gather(reason));
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => gather(violatedDirective + " " + blockedURI));
  for (const level of ["error", "warn"]) console[level] = (...what) => gather(what);`;

/** What pages may load, and from where. */
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; manifest-src 'self'; worker-src 'self'";

for (const page of ["index.html", "squares.html", "lab.html"]) {
  test(`${page} works from a subfolder, calls nobody else, and has nothing to complain of`, () =>
    visit({ page, folder: "/some/folder/", before: GATHERING }, async (visited) => {
      const addresses = await visited.driver.executeScript("return performance.getEntriesByType('resource').map((e) => e.name)");
      assert.ok(Array.isArray(addresses) && addresses.some((address) => address.endsWith(".wasm")));
      for (const address of addresses) assert.ok(address.startsWith(visited.url) || address.startsWith("data:"), address);
      // What it refuses, `app.test.mjs` shows on one of the pages.
      assert.equal(await visited.driver.executeScript("return document.querySelector('meta[http-equiv]').content"), POLICY);
      assert.deepEqual(await visited.driver.executeScript("return window.complaints"), []);
      // The browser's own log has its warnings, too.
      const log = can("log") ? await visited.driver.manage().logs().get("browser") : [];
      assert.deepEqual(log.map((entry) => entry.message), []);
    }));
}

test("scripts run the page's commands, get files of the drawing as it was when they called, and may change what they gave", () =>
  visit({}, async (page) => {
    /** @type {import("../../www/types.js").CommandInfo[]} */
    const commands = await page.call("commands");
    const find = (/** @type {string} */ id) => commands.find((command) => command.id === id);
    const undo = { id: "edit.undo", label: "Undo", menu: "Edit", keys: ["Ctrl+Z"], enabled: false, params: [], asks: false, preview: false, repeats: true, changes: true };
    assert.deepEqual(find("edit.undo"), undo);
    assert.deepEqual(find("edit.redo")?.keys, ["Ctrl+Shift+Z", "Ctrl+Y"]);
    assert.equal(await page.call("run", "tool.eraser"), true);
    assert.equal(await (await page.find("#eraser")).getAttribute("aria-pressed"), "true");
    await page.call("run", "tool.pencil");
    await page.drag([[7, 3], [7, 12]]);
    const { steps, base } = await page.call("history");
    const [made] = await page.call("probe", 7, 5, 1);
    assert.deepEqual([made.id, made.label, made.color, made.layer, made.frame], [steps[0].id, "Pencil", "#000000ff", 0, 0]);
    assert.ok(Math.abs(made.time - Date.now()) < 60_000, "milliseconds since 1970");
    assert.deepEqual(await page.call("past", base, { x: 7, y: 5, width: 2, height: 1 }), [["#00000000", "#00000000"]]);
    for (const [call, sentence] of [
      ["probe(7, 99)", "y must be from 0 to 63, not 99"],
      ["probe(7, 5, 0)", "most must be 1 or more, not 0"],
      ["past(-1, { x: 0, y: 0, width: 1, height: 1 })", "id must be 0 or more, not -1"],
      ["past(9999, { x: 0, y: 0, width: 1, height: 1 })", "step 9999 is no longer in the history"],
      ["past(0, { x: 0, y: 0, width: 65, height: 1 })", "width must be from 1 to 64, not 65"],
    ]) assert.equal(await page.driver.executeScript(`try { undoodle.${call}; } catch (error) { return error.message; }`), sentence);
    assert.deepEqual(await page.driver.executeScript(`
      const png = undoodle.encode();
      const made = undoodle.export("gif");
      undoodle.newDocument({ width: 3, height: 2 });
      const file = await made;
      const opening = undoodle.open(file, "some.gif");
      file.fill(0);
      await opening;
      const ofGif = undoodle.size();
      undoodle.newDocument({ width: 3, height: 2 });
      await undoodle.open(png, "again.png");
      return [png.constructor.name, ofGif, undoodle.size()];`), ["Uint8Array", { width: 64, height: 64 }, { width: 64, height: 64 }]);
    const liar = "new (class extends Uint8Array { get length() { return 2 ** 40; } get byteLength() { return -1; } get buffer() { return undefined; } })(3)";
    for (const bytes of ["new Uint8Array([1, 2, 3])", "new DataView(new ArrayBuffer(4))", liar]) {
      const said = await page.driver.executeScript(`return undoodle.open(${bytes}, "x.png").then(() => "opened", ({ message }) => message)`);
      assert.match(said, /^Undoodle can't open this file: it opens Undoodle, PNG, /, bytes);
    }
  }));
