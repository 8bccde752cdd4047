/** What a message shows of a text: whatever a file is called, its name stays short and turns nothing around. */
import assert from "node:assert/strict";
import test from "node:test";

// Node.js 20 has none.
Object.defineProperty(globalThis, "navigator", { value: { platform: "", languages: ["en"] }, configurable: true });
const { messagePanel } = await import("../../www/panels/message.js");

/** A panel on a place that notes what it is given. */
function panel() {
  /** @type {any} */ (globalThis).document = { createElement: () => Object.assign(new EventTarget(), { textContent: "" }) };
  /** @type {Map<string, (news: any) => void>} */
  const listeners = new Map();
  /** @type {{text: string, role: string, button: EventTarget | undefined}} */
  const shown = { text: "", role: "", button: undefined };
  const place = Object.assign(new EventTarget(), {
    setAttribute: (/** @type {string} */ name, /** @type {string} */ value) => { if (name === "role") shown.role = value; },
    replaceChildren: (/** @type {any[]} */ ...children) => { [shown.text = "", shown.button = undefined] = children; },
    classList: { toggle: () => {}, add: () => {}, remove: () => {}, contains: () => false },
    querySelectorAll: () => [],
    matches: () => false,
  });
  const engine = { on: (/** @type {string} */ name, /** @type {(news: any) => void} */ listener) => void listeners.set(name, listener), shows: () => {}, state: {}, picture: { state: {}, enabled: new Set(), commands: [] } };
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

test("what stays comes back behind every other message until its button is pressed", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { shown, tell } = panel();
  const ran = context.mock.fn();
  tell("offer", { text: "12 steps are lost", command: "", label: "OK", run: ran, stays: true });
  context.mock.timers.tick(1_000_000);
  assert.equal(shown.text, "12 steps are lost");
  tell("message", { text: "Undid Pencil", tone: "info" });
  assert.equal(shown.text, "Undid Pencil");
  context.mock.timers.tick(1_000_000);
  assert.equal(shown.text, "12 steps are lost");
  shown.button?.dispatchEvent(new Event("click"));
  context.mock.timers.tick(1_000_000);
  assert.deepEqual([shown.text, ran.mock.callCount()], ["", 1]);
  tell("message", { text: "Redid Pencil", tone: "info" });
  // It goes, and then it has faded.
  for (let i = 0; i < 2; i += 1) context.mock.timers.tick(1_000_000);
  assert.equal(shown.text, "", "it does not come back");
});
