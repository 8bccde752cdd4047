/** What a message shows of a text: whatever a file is called, its name stays short and turns nothing around. */
import assert from "node:assert/strict";
import test from "node:test";

// Node.js 20 has none.
Object.defineProperty(globalThis, "navigator", { value: { platform: "", languages: ["en"] }, configurable: true });
const { messagePanel } = await import("../../www/panels/message.js");

/** A panel on a place that notes what it is given. */
function panel() {
  /** @type {Map<string, (news: any) => void>} */
  const listeners = new Map();
  const shown = { text: "", role: "" };
  const place = Object.assign(new EventTarget(), {
    setAttribute: (/** @type {string} */ name, /** @type {string} */ value) => { if (name === "role") shown.role = value; },
    replaceChildren: (/** @type {string[]} */ ...children) => { [shown.text = ""] = children; },
    classList: { toggle: () => {}, add: () => {}, remove: () => {}, contains: () => false },
    querySelectorAll: () => [],
    matches: () => false,
  });
  const engine = { on: (/** @type {string} */ name, /** @type {(news: any) => void} */ listener) => void listeners.set(name, listener), shows: () => {}, state: {}, picture: { state: {}, enabled: new Set() } };
  messagePanel(/** @type {any} */ (engine), /** @type {any} */ (place));
  return { shown, tell: (/** @type {string} */ name, /** @type {unknown} */ news) => listeners.get(name)?.(news) };
}

test("a name is cut where it is too long, and signs that turn or break lines are blanks", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { shown, tell } = panel();
  const said = (/** @type {string} */ text) => {
    tell("message", { text, tone: "info" });
    return shown.text;
  };
  assert.equal(said("Opened “walk.png”, 2 × 1"), "Opened “walk.png”, 2 × 1");
  assert.equal(said(`Opened “${"y".repeat(80)}”`), `Opened “${"y".repeat(80)}”`);
  assert.equal(said(`Opened “\u202e${"y".repeat(5000)}.bmp”, 2 × 1`), `Opened “ ${"y".repeat(79)}…”, 2 × 1`);
  // A letter of two units is one letter.
  assert.equal(said(`„${"🐌".repeat(81)}“ geöffnet`), `„${"🐌".repeat(80)}…“ geöffnet`);
  assert.equal(said(`“a\n\tb\u2066c”`), "“a b c”");
});
