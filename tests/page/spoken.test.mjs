/** What a live region says of the drawing: once each, not while anything is held or painted, and not what others have said. */
import assert from "node:assert/strict";
import test from "node:test";

// Node.js has no window, and its older versions no navigator.
const listeners = /** @type {Map<string, (event: any) => void>} */ (new Map());
Object.defineProperty(globalThis, "navigator", { value: { platform: "", languages: ["en"] }, configurable: true });
Object.assign(globalThis, {
  window: { addEventListener: (/** @type {string} */ type, /** @type {(event: any) => void} */ listener) => listeners.set(type, listener) },
  document: { activeElement: null },
});
const { sentence } = await import("../../www/messages.js");
const { Spoken } = await import("../../www/panels/spoken.js");
const { edgesOf, leadsAgainst } = await import("../../www/panels/edges.js");

/** A drawing of two layers and three frames, and all that was said of it. */
function listening() {
  const state = { serial: 1, layer: 0, frame: 0, tool: "pencil", primary: "#000000ff", secondary: "#ffffffff", active: false, playing: false };
  const picture = { state, drawing: { layers: [{ name: "Ink" }, { name: "Sky" }], frames: [1, 2, 3] }, tools: [{ id: "pencil", label: "Pencil" }, { id: "fill", label: "Fill" }] };
  /** @type {Map<string, (value?: any) => void>} */
  const heard = new Map();
  const engine = { picture, state, look: (/** @type {(editor?: any) => void} */ draw) => draw({ serial: () => state.serial }), on: (/** @type {string} */ name, /** @type {(value?: any) => void} */ listener) => void heard.set(name, listener) };
  /** @type {string[]} */
  const said = [];
  const region = { hidden: true, set textContent(/** @type {string} */ words) { said.push(words); }, get textContent() { return said.at(-1) ?? ""; } };
  const message = { ariaLive: /** @type {string | null} */ (null), removeAttribute() { this.ariaLive = null; } };
  const spoken = new Spoken(/** @type {any} */ (engine), /** @type {any} */ (region), /** @type {any} */ (message));
  spoken.connect();
  const change = (/** @type {Partial<typeof state>} */ now) => {
    Object.assign(state, now);
    heard.get("changed")?.();
  };
  return { spoken, message, change, tell: (/** @type {import("../../www/messages.js").Message} */ said) => heard.get("message")?.({ text: sentence(said), said }), does: (/** @type {string} */ type, event = {}) => listeners.get(type)?.(event), taken: () => said.splice(0) };
}

test("the tool, the layer, the frame and the colours are said once each, when they have rested", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { spoken, change, taken } = listening();
  /** @param {Parameters<typeof change>[0][]} changes */
  const after = (...changes) => {
    for (const one of changes) change(one);
    context.mock.timers.tick(100);
    return taken();
  };
  assert.deepEqual(after({}), [], "what is there at first is no news");
  assert.deepEqual(after({ tool: "fill" }), ["Fill"]);
  assert.deepEqual(after({ frame: 1 }, { frame: 2 }), ["frame 3"]);
  assert.deepEqual(after({ layer: 1, frame: 0 }), ["layer Sky, frame 1"]);
  assert.deepEqual(after({ primary: "#ffffffff", secondary: "#000000ff" }), ["painting with white"], "colours that change places are one thing");
  assert.deepEqual(after({ secondary: "#ff0000ff" }), ["secondary colour red"]);
  assert.deepEqual(after({}), []);
  assert.deepEqual(after({ active: true, frame: 1 }), [], "a stroke is under way");
  assert.deepEqual(after({ active: false }), ["frame 2"]);
  // Who paints by keys hears more, also in a stroke.
  spoken.more = () => ({ before: [["canvas", "64 by 64 pixels"]], behind: [["cursor", "3, 4, black"]] });
  assert.deepEqual(after({ active: true, tool: "pencil" }), ["64 by 64 pixels, Pencil, 3, 4, black"]);
  spoken.forget("cursor");
  assert.deepEqual(after({}), ["3, 4, black"]);
  spoken.more = () => undefined;
  assert.deepEqual(after({ active: false, serial: 2, tool: "fill", frame: 0 }), [""], "another drawing is no news, and what was said of the last one goes");
});

test("what a message or the focus says is not said again, and while a key is held nothing is, but the last of it when it comes up", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { spoken, change, taken, tell, does, message } = listening();
  const rest = () => {
    context.mock.timers.tick(100);
    return taken();
  };
  change({ layer: 1, frame: 1 });
  tell(["{first}, {rest}", ["Undid {label}", ["New layer"]], ["layer {layer}", "Sky"]]);
  assert.deepEqual(rest(), ["frame 2"]);
  // What is asked for anew is said, whatever was heard.
  tell(["Back on {layer}", "Sky"]);
  spoken.forget("layer");
  assert.deepEqual(rest(), ["layer Sky"]);
  change({ layer: 0 });
  rest();
  change({ layer: 1 });
  assert.deepEqual(rest(), ["layer Sky"], "a message counts once");
  Object.assign(document, { activeElement: { closest: () => true } });
  change({ frame: 2, tool: "fill" });
  assert.deepEqual(rest(), ["Fill"]);
  Object.assign(document, { activeElement: null });

  change({ frame: 1 });
  assert.deepEqual(rest(), ["frame 2"], "the first press");
  does("keydown", { repeat: true, code: "KeyZ" });
  for (const frame of [0, 1, 0]) {
    change({ frame });
    tell(["{first}, {rest}", ["Undid {label}", ["Pencil"]], ["{count} pixel | {count} pixels", frame]]);
    assert.deepEqual(rest(), []);
  }
  assert.equal(message.ariaLive, "off");
  does("keyup");
  assert.deepEqual([rest(), message.ariaLive], [["Undid Pencil, 0 pixels, frame 1"], null]);
  does("pointerdown");
  change({ primary: "#ff0000ff" });
  assert.deepEqual(rest(), [], "a slider is drawn");
  does("pointerup");
  assert.deepEqual(rest(), ["painting with red"]);
});

test("edges of the canvas are spoken of from three pixels on, and again to who goes against them", () => {
  const at = (/** @type {number} */ x, /** @type {number} */ y) => ({ cursor: { x, y }, width: 64, height: 32 });
  assert.equal(edgesOf(at(30, 16)), "");
  assert.equal(edgesOf(at(0, 16)), "at the left edge");
  assert.equal(edgesOf(at(60, 4)), "3 from the right edge");
  assert.equal(edgesOf(at(63, 29)), "at the right edge, 2 from the bottom edge");
  assert.equal(edgesOf(at(70, 16)), "", "beside the canvas");
  assert.equal(edgesOf({ ...at(0, 0), cursor: null }), "");
  assert.deepEqual(["ArrowLeft", "ArrowUp", "ArrowDown", "b"].map((key) => leadsAgainst(key, at(0, 31))), [true, false, true, false]);
});
