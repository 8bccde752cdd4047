/** What scripts may hand over by mistake or by malice: one sentence, nothing changed, and the editor goes on. */
import assert from "node:assert/strict";
import test from "node:test";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/**
 * Runs in the page: calls every entry with every hostile value in every place, and gives what went
 * otherwise than it should.
 */
async function attack() {
  // Firefox runs a driver's scripts in a realm of their own, with another Error than the page's.
  const { undoodle, Error: PageError } = /** @type {{undoodle: any, Error: ErrorConstructor}} */ (/** @type {any} */ (window));
  const { proxy: revoked, revoke } = Proxy.revocable({}, {});
  revoke();
  const thrower = new Proxy({}, { get() { throw new Error("get"); }, ownKeys() { throw new Error("keys"); } });
  const spoof = Object.create(Uint8Array.prototype);
  class Liar extends Uint8Array {
    get length() { return 2 ** 40; }
    get byteLength() { return -1; }
    get buffer() { return /** @type {any} */ (undefined); }
  }
  /** @type {Record<string, unknown>} */
  const hostile = {
    number: 5, negative: -1, fraction: 0.5, nan: NaN, infinity: -Infinity, vast: 1e300, bigint: 1n, yes: true,
    none: null, missing: undefined, symbol: Symbol("s"), list: [1, 2], texts: ["#f00"], object: {}, boxed: new String("pencil"),
    function: () => "pencil", text: "no such thing", empty: "", long: "x".repeat(100_000), date: new Date(0), revoked, thrower, spoof,
    deaf: { toString() { throw new Error("toString"); }, valueOf() { throw new Error("valueOf"); } },
    getter: { get size() { throw new Error("size"); } },
    calls: { get size() { undoodle.tool(); undoodle.size(); return Symbol("size"); } },
    proto: JSON.parse('{"__proto__": 3}'), signs: { [Symbol("key")]: 1, size: [] }, many: Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`a${i}`, i])),
    bytes: new Uint8Array([1, 2, 3]), liar: new Liar(3), view: new DataView(new ArrayBuffer(4)), window,
  };
  const file = undoodle.encode();
  // For each entry: arguments that would do, and which hostile values would do in their place.
  const numbers = ["number"];
  // Objects without names of their own say as little as an empty one.
  const bare = ["object", "date", "spoof", "view"];
  /** @type {Record<string, [unknown[], string[][]]>} */
  const entries = {
    newDocument: [[{ width: 8, height: 8 }], [["window"]]],
    open: [[file, "a.png"], [[], ["missing", "text", "empty"]]],
    pixel: [[1, 1], [numbers, numbers]],
    clientPoint: [[1, 1], [["number", "negative"], ["number", "negative"]]],
    setColor: [["#f00"], [[]]],
    setTool: [["pencil", { size: 1 }], [[], ["missing", ...bare]]],
    setBrush: [[{ size: 1 }], [bare]],
    isSelected: [[1, 1], [["number", "negative"], ["number", "negative"]]],
    celPixel: [[0, 0, 1, 1], [[], [], numbers, numbers]],
    paste: [[file], [[]]],
    preview: [["edit.hue", { hue: 9 }], [[], ["missing", ...bare]]],
    run: [["layer.add", { wrong: 1 }], [["text", "empty"], ["missing", ...bare]]],
    answer: [[true], [["yes"]]],
  };
  /** What must be as it was. */
  const stand = () => {
    const { position, steps, commits, temp } = undoodle.history();
    const { width, height } = undoodle.size();
    const pixels = Array.from({ length: width * height }, (_, i) => undoodle.pixel(i % width, Math.floor(i / width)));
    const { tool, active, selection, layers, palette, asked } = undoodle;
    return JSON.stringify([position, steps.length, commits, temp, width, height, pixels, tool(), active(), selection(), layers(), palette(), asked()]);
  };
  /** @type {string[]} */
  const wrong = [];
  let before = stand();
  let refused = 0;
  /** @param {string} call @param {string} entry @param {unknown[]} values */
  const expectRefusal = async (call, entry, values) => {
    try {
      await undoodle[entry](...values);
      wrong.push(`${call}: no refusal`);
    } catch (error) {
      refused += 1;
      const said = error instanceof PageError ? error.message : `${typeof error}`;
      // Lowercase, one line, and what was expected; the names of foreign files are quoted.
      const plain = /^(?:[a-z“][^\n]*: expected [^\n]+|this is not a file[^\n]*|this (?:\w+ file is damaged|file can't be opened): [^\n]+)$/;
      if (!plain.test(said)) wrong.push(`${call}: ${said}`);
    }
    const after = stand();
    if (after !== before) wrong.push(`${call}: something changed`);
    before = after;
  };
  for (const [entry, [args, fine]] of Object.entries(entries)) {
    await expectRefusal(`${entry}()`, entry, []);
    for (const [i, does] of fine.entries()) {
      for (const [name, value] of Object.entries(hostile)) {
        if (!does.includes(name)) await expectRefusal(`${entry}, ${i}: ${name}`, entry, args.with(i, value));
      }
    }
  }
  for (const [name, value] of Object.entries(hostile)) {
    if (name !== "number") await expectRefusal(`newDocument, width: ${name}`, "newDocument", [{ width: value, height: 8 }]);
    for (const [entry, id] of [["run", "layer.add"], ["preview", "edit.hue"], ["setTool", "pencil"]]) {
      await expectRefusal(`${entry}, size: ${name}`, entry, [id, { size: value, [name]: value, sized: value }]);
    }
  }
  return { wrong, refused };
}

/** Whether the editor still paints and undoes. @param {Page} page */
async function alive(page) {
  await page.call("setColor", "#00ff00");
  await page.call("setTool", "pencil", { size: 1 });
  const before = await page.steps();
  await page.drag([[6, 6], [9, 6]]);
  assert.equal(await page.pixel(8, 6), "#00ff00ff");
  assert.equal(await page.steps(), before + 1);
  await page.undo();
  assert.equal(await page.steps(), before);
}

test("hostile values in every place of every entry are refused in a sentence and change nothing", () =>
  visit({}, async (page) => {
    await page.call("newDocument", { width: 12, height: 10 });
    await page.drag([[2, 2], [5, 2]]);
    await page.drag([[2, 4], [5, 4]]);
    await page.undo();
    await page.driver.manage().setTimeouts({ script: 120_000 });
    const { wrong, refused } = await page.driver.executeAsyncScript(
      `const done = arguments[0]; (${attack})().then(done, (error) => done({ wrong: [String(error)], refused: 0 }))`,
    );
    assert.deepEqual(wrong, []);
    assert.ok(refused > 500, `${refused} calls were refused`);
    await page.redo();
    assert.equal(await page.pixel(3, 4), "#000000ff");
    await alive(page);
  }));

test("a sentence names the value and what was expected", () =>
  visit({}, async (page) => {
    /** @type {[string, string][]} */
    const table = [
      ["setColor(1)", "colour 1: expected a text"],
      ["setColor(null)", "colour null: expected a text"],
      ["setColor()", "colour undefined: expected a text"],
      ["setColor(['#f00'])", "colour of an object: expected a text"],
      ["setColor(Symbol())", "colour Symbol(): expected a text"],
      ["setColor('x'.repeat(5000))", "colour of 5000 characters: expected at most 4096"],
      ["setTool(5)", "tool 5: expected a text"],
      ["setTool({ size: 3 })", "tool of an object: expected a text"],
      ["setTool('pencil', 3)", "options 3: expected an object of names and values"],
      ["setTool('pencil', { size: null })", "options: \"size\" null: expected a number, a text, true or false"],
      ["setBrush(5)", "brush 5: expected an object of names and values"],
      ["setBrush([5])", "brush of a list: expected an object of names and values"],
      ["run(5)", "command 5: expected a text"],
      ["run({ id: 'edit.undo' })", "command of an object: expected a text"],
      ["run('edit.undo', { get a() { throw 1; } })", "arguments: expected plain values, but reading them failed"],
      ["preview(5)", "command 5: expected a text"],
      ["paste(5)", "file 5: expected a Uint8Array or an ArrayBuffer"],
      ["paste(new Uint8Array(1025 * 2 ** 20))", "“file” has 1025.0 MB: expected at most 1024 MB"],
      ["answer()", "answer undefined: expected true or false"],
      ["answer('yes')", "answer \"yes\": expected true or false"],
      ["celPixel(-1, 0, 0, 0)", "layer -1: expected 0..=0"],
      ["celPixel(0, 7, 0, 0)", "frame 7: expected 0..=0"],
      ["pixel(1.5, 0)", "x 1.5: expected a whole number below 2147483648"],
      ["newDocument()", "size undefined: expected an object with width and height"],
      ["newDocument({ width: 1n, height: 1 })", "width 1n: expected a whole number below 2147483648"],
      ["newDocument({ width: 5 })", "height undefined: expected a whole number below 2147483648"],
    ];
    for (const [call, expected] of table) {
      const said = await page.driver.executeScript(`try { undoodle.${call}; return "done"; } catch (error) { return error.message; }`);
      assert.equal(said, expected, call);
    }
    const opened = await page.driver.executeAsyncScript(
      "const done = arguments[0]; undoodle.open(undoodle.encode(), 5).then(() => done('done'), (error) => done(error.message))",
    );
    assert.equal(opened, "name 5: expected a text");
    await alive(page);
  }));

test("what scripts get is a copy, and what they hand over is read once", () =>
  visit({}, async (page) => {
    const shown = await page.driver.executeScript(`
      const before = JSON.stringify([undoodle.tool(), undoodle.commands()]);
      undoodle.tool().options.size = 40;
      undoodle.commands().forEach((command) => { command.params.length = 0; command.keys.length = 0; });
      let reads = 0;
      undoodle.setBrush({ get size() { reads += 1; return reads; } });
      const { size } = undoodle.tool().options;
      undoodle.setBrush({ size: 1 });
      return { same: JSON.stringify([undoodle.tool(), undoodle.commands()]) === before, reads, size };`);
    assert.deepEqual(shown, { same: true, reads: 1, size: 1 });
    await page.driver.executeScript("undoodle.run('select.all'); undoodle.selection().rect.width = 1;");
    assert.equal((await page.call("selection")).rect.width, 64);
  }));
