/** What scripts may hand over by mistake or by malice: one sentence, nothing changed, and the editor goes on. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { Editor, initSync } from "../../pkg/undoodle.js";
import { scripting } from "../../www/scripting.js";

initSync({ module: readFileSync(new URL("../../pkg/undoodle_bg.wasm", import.meta.url)) });

/** The surface on an editor as it is at the start, with a page around it that does nothing by itself. */
function surface() {
  const editor = new Editor(0);
  const engine = {
    call: (/** @type {(one: Editor) => unknown} */ action) => action(editor),
    picture: {
      get state() { return editor.state(); },
      get commands() { return editor.commands(); },
      tools: editor.tools(),
      toolOptions: editor.tool_options(),
    },
    refuses: () => false,
    keep: () => {},
    settle: () => {},
  };
  const canvas = { width: 100, height: 100, getBoundingClientRect: () => ({ left: 0, top: 0, width: 100, height: 100 }) };
  const drawings = { create: (/** @type {number} */ width, /** @type {number} */ height) => editor.new_document(width, height) };
  const given = /** @type {any[]} */ ([engine, canvas, Promise.resolve(), {}, drawings]);
  const [one, two, three, four, five] = given;
  return { editor, undoodle: /** @type {any} */ (scripting(one, two, three, four, five)) };
}

/** Presses and releases the pencil at a pixel of a drawing that lies at the viewport's corner. @param {Editor} editor @param {number} x @param {number} y */
function dab(editor, x, y) {
  const { x: left, y: top } = editor.device_point(x, y);
  editor.plan_down(left, top, 0, 0);
  editor.perform_at_once();
  editor.plan_up(left, top, 0);
  editor.perform_at_once();
}

/** Calls every entry with every hostile value in every place, and gives what went otherwise than it should. @param {any} undoodle */
async function attack(undoodle) {
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
    bytes: new Uint8Array([1, 2, 3]), liar: new Liar(3), view: new DataView(new ArrayBuffer(4)), globalThis,
  };
  const file = undoodle.encode();
  // For each entry: arguments that would do, and which hostile values would do in their place.
  const numbers = ["number"];
  // Objects without names of their own say as little as an empty one.
  const bare = ["object", "date", "spoof", "view"];
  /** @type {Record<string, [unknown[], string[][]]>} */
  const entries = {
    newDocument: [[{ width: 8, height: 8 }], [[]]],
    // What is in bytes, other parts of the page read.
    open: [[file, "a.png"], [["bytes", "liar", "view"], ["missing", "text", "empty"]]],
    pixel: [[1, 1], [numbers, numbers]],
    clientPoint: [[1, 1], [["number", "negative"], ["number", "negative"]]],
    setColor: [["#f00"], [[]]],
    setTool: [["pencil", { size: 1 }], [[], ["missing", ...bare]]],
    setBrush: [[{ size: 1 }], [bare]],
    isSelected: [[1, 1], [["number", "negative"], ["number", "negative"]]],
    celPixel: [[0, 0, 1, 1], [[], [], numbers, numbers]],
    paste: [[file], [[]]],
    preview: [["edit.hue", { hue: 9 }], [[], ["missing", ...bare]]],
    run: [["layer.add", { wrong: 1 }], [[], ["missing", ...bare]]],
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
      const said = error instanceof Error ? error.message : `${typeof error}`;
      // Lowercase, one line, and what was expected; the names of foreign files are quoted.
      const plain = /^(?:[a-z“][^\n]*: a file may have [^\n]+|[a-z][^\n]* (?:must (?:be|have)|may take) [^\n]+, (?:not|but) [^\n]+|Undoodle can't open this file[^\n]*|this (?:\w+ file is damaged|file can't be opened): [^\n]+)$/;
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

/** Whether the editor still paints and undoes. @param {Editor} editor @param {any} undoodle */
function alive(editor, undoodle) {
  undoodle.setColor("#00ff00");
  undoodle.setTool("pencil", { size: 1 });
  const { position } = undoodle.history();
  dab(editor, 8, 6);
  assert.deepEqual([undoodle.pixel(8, 6), undoodle.history().position], ["#00ff00ff", position + 1]);
  undoodle.run("edit.undo");
  assert.equal(undoodle.history().position, position);
}

test("hostile values in every place of every entry are refused in a sentence and change nothing", async () => {
  const { editor, undoodle } = surface();
  undoodle.newDocument({ width: 12, height: 10 });
  dab(editor, 3, 2);
  dab(editor, 3, 4);
  undoodle.run("edit.undo");
  const { wrong, refused } = await attack(undoodle);
  assert.deepEqual(wrong, []);
  assert.ok(refused > 500, `${refused} calls were refused`);
  undoodle.run("edit.redo");
  assert.equal(undoodle.pixel(3, 4), "#000000ff");
  alive(editor, undoodle);
});

test("a sentence names the value and what was expected", async () => {
  const { editor, undoodle } = surface();
  /** @type {[() => unknown, string][]} */
  const table = [
    [() => undoodle.setColor(1), "colour must be a text, not 1"],
    [() => undoodle.setColor(null), "colour must be a text, not null"],
    [() => undoodle.setColor(), "colour must be a text, not undefined"],
    [() => undoodle.setColor(['#f00']), "colour must be a text, not an object"],
    [() => undoodle.setColor(Symbol()), "colour must be a text, not Symbol()"],
    [() => undoodle.setColor('x'.repeat(5000)), "colour must have at most 4096 characters, not 5000"],
    [() => undoodle.setTool(5), "tool must be a text, not 5"],
    [() => undoodle.setTool({ size: 3 }), "tool must be a text, not an object"],
    [() => undoodle.setTool('pencil', 3), "options must be an object of names and values, not 3"],
    [() => undoodle.setTool('pencil', { size: null }), "options: \"size\" must be a number, a text, true or false, not null"],
    [() => undoodle.setBrush(5), "brush must be an object of names and values, not 5"],
    [() => undoodle.setBrush([5]), "brush must be an object of names and values, not a list"],
    [() => undoodle.run(5), "command must be a text, not 5"],
    [() => undoodle.run({ id: 'edit.undo' }), "command must be a text, not an object"],
    [() => undoodle.run('edit.undo', { get a() { throw 1; } }), "arguments must be plain values, but reading them failed"],
    [() => undoodle.preview(5), "command must be a text, not 5"],
    [() => undoodle.paste(5), "file must be a Uint8Array or an ArrayBuffer, not 5"],
    [() => undoodle.paste(new Uint8Array(1025 * 2 ** 20)), "“file” has 1025.0 MB: a file may have at most 1024 MB"],
    [() => undoodle.answer(), "answer must be true or false, not undefined"],
    [() => undoodle.answer('yes'), "answer must be true or false, not \"yes\""],
    [() => undoodle.celPixel(-1, 0, 0, 0), "layer must be 0, not -1"],
    [() => undoodle.celPixel(0, 7, 0, 0), "frame must be 0, not 7"],
    [() => undoodle.pixel(1.5, 0), "x must be a whole number below 2147483648, not 1.5"],
    [() => undoodle.newDocument(), "size must be an object with width and height, not undefined"],
    [() => undoodle.newDocument({ width: 1n, height: 1 }), "width must be a whole number below 2147483648, not 1n"],
    [() => undoodle.newDocument({ width: 5 }), "height must be a whole number below 2147483648, not undefined"],
    [() => undoodle.newDocument({ width: 0, height: 5 }), "width must be from 1 to 32768, not 0"],
    [() => undoodle.setColor("reddish"), "colour must be #rgb, #rgba, #rrggbb or #rrggbbaa, not \"reddish\""],
    [() => undoodle.setTool("pencil", { size: 65 }), "size must be from 1 to 64, not 65"],
    [() => undoodle.run("layer.opacity", { opacity: 256 }), "opacity must be from 0 to 255, not 256"],
    [() => undoodle.run("layer.opacity", { colour: 1 }), "argument must be one of the command's, not \"colour\""],
    [() => undoodle.run("edit.fil"), "command must be the id of a command, not \"edit.fil\""],
    [() => undoodle.run(""), "command must be the id of a command, not \"\""],
    [() => undoodle.preview("edit.fil"), "command must be an edit that can be run now, not \"edit.fil\""],
    [() => undoodle.pixel(64, 0), "x must be from 0 to 63, not 64"],
  ];
  for (const [call, expected] of table) assert.throws(call, { message: expected }, String(call));
  await assert.rejects(undoodle.open(undoodle.encode(), 5), { message: "name must be a text, not 5" });
  assert.equal(undoodle.run("layer.delete", { layer: 7 }), false, "it is not enabled with one layer");
  alive(editor, undoodle);
});

test("what scripts get is a copy, and what they hand over is read once", () => {
  const { undoodle } = surface();
  const seen = () => JSON.stringify([undoodle.tool(), undoodle.commands()]);
  const before = seen();
  undoodle.tool().options.size = 40;
  for (const command of undoodle.commands()) [command.params.length, command.keys.length] = [0, 0];
  assert.equal(seen(), before);
  let reads = 0;
  undoodle.setBrush({ get size() { reads += 1; return reads; } });
  assert.deepEqual([reads, undoodle.tool().options.size], [1, 1]);
  undoodle.run("select.all");
  undoodle.selection().rect.width = 1;
  assert.equal(undoodle.selection().rect.width, 64);
});
