/** Whose copy is pasted, and what is said where the browser refuses its clipboard. The browser, the editor and other tabs are stood in for. */
import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

/** @typedef {import("../../www/types.js").Copied} Copied */
/** @typedef {{onmessage?: (event: {data: unknown}) => void, postMessage: (data: unknown) => void}} Channel */

/** A file that begins as PNG does, told from others by its end. @param {number} number */
const png = (number) => Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, number]);

const refusal = () => Promise.reject(new DOMException("", "NotAllowedError"));

/** Resolves when nothing waits any more: all that is stood in for answers at once. */
const answered = () => new Promise((resolve) => setImmediate(resolve));

/** The system's clipboard. @type {{picture: Uint8Array | undefined, text: string, allowed: boolean}} */
const system = { picture: undefined, text: "", allowed: true };
const clipboard = {
  write: async (/** @type {{parts: Record<string, Promise<Blob>>}[]} */ [{ parts }]) => {
    const blob = await parts["image/png"];
    if (!system.allowed) return refusal();
    system.picture = new Uint8Array(await blob.arrayBuffer());
    return undefined;
  },
  writeText: async (/** @type {string} */ text) => {
    if (!system.allowed) return refusal();
    [system.picture, system.text] = [undefined, text];
    return undefined;
  },
  read: async () => {
    if (!system.allowed) return refusal();
    const { picture } = system;
    return [{ types: picture ? ["image/png"] : ["text/plain"], getType: async () => new Blob([/** @type {any} */ (picture)]) }];
  },
};
const navigator = {
  platform: "",
  languages: ["en"],
  clipboard: /** @type {typeof clipboard | undefined} */ (clipboard),
  permissions: { query: async () => ({ state: system.allowed ? "granted" : "denied" }) },
};
/** @type {Set<Channel>} */
const channels = new Set();

Object.defineProperty(globalThis, "navigator", { value: navigator, configurable: true });
Object.assign(globalThis, {
  window: new EventTarget(),
  // Node's own takes its time to hand out its bytes.
  Blob: class {
    size = 9;
    constructor(/** @type {Uint8Array[]} */ [bytes]) { this.arrayBuffer = async () => bytes.slice().buffer; }
  },
  ClipboardItem: class {
    constructor(/** @type {Record<string, Promise<Blob>>} */ parts) { this.parts = parts; }
  },
  BroadcastChannel: class {
    constructor() { channels.add(/** @type {any} */ (this)); }
    postMessage(/** @type {unknown} */ data) {
      for (const other of channels) if (other !== /** @type {unknown} */ (this)) other.onmessage?.({ data });
    }
  },
});
const { connectOutside } = await import("../../www/io/outside.js");
// Templates, which are imported there, would take it for a whole one.
Object.assign(globalThis, { document: { hasFocus: () => true } });

beforeEach(() => {
  channels.clear();
  Object.assign(system, { picture: undefined, text: "", allowed: true });
});

/** A tab with an editor that copies a picture of this number. */
function tab() {
  /** @type {Map<string, (file?: null) => boolean>} */
  const instead = new Map();
  const told = {
    /** The number of the next copy; 0 is more than others get. */
    next: 1,
    /** What is pasted: what another tab has handed over, and what the system's clipboard holds. @type {[number | undefined, number | undefined][]} */
    pasted: [],
    /** @type {string[]} */
    said: [],
    offered: false,
    copied: false,
  };
  const number = (/** @type {Uint8Array | undefined} */ bytes) => bytes?.at(-1);
  const editor = {
    offer_paste: (/** @type {boolean} */ offered) => { told.offered = offered; },
    has_copied: () => told.copied,
    plan_copy: () => {
      told.copied = true;
      const copied = told.next === 0 ? { width: 2049, height: 2048 } : { width: 1, height: 1, png: png(told.next) };
      /** @type {any} */ (globalThis).undoodleCopied(copied);
      return true;
    },
    plan_paste: (/** @type {Copied | undefined} */ given, /** @type {Uint8Array | undefined} */ picture) => {
      told.pasted.push([number(given?.png ?? undefined), number(picture)]);
      return true;
    },
  };
  const call = (/** @type {(one: typeof editor) => unknown} */ action) => action(editor);
  const engine = { instead, send: call, ask: async (/** @type {(one: typeof editor) => unknown} */ question) => call(question), refuses: () => false, say: (/** @type {string} */ text) => told.said.push(text), failed: (/** @type {unknown} */ error) => { throw error; } };
  connectOutside(/** @type {any} */ (engine));
  return {
    told,
    /** @param {number} next */
    copy: async (next) => {
      told.next = next;
      instead.get("edit.copy")?.();
      await answered();
    },
    /** Pastes by the menu, or by a key whose event brings no picture, and gives what was pasted since. @param {null} [byKey] */
    paste: async (byKey) => {
      instead.get("edit.paste")?.(byKey);
      await answered();
      return told.pasted.splice(0);
    },
  };
}

/** The person turns to another program, which copies a picture. @param {number} number */
function copyElsewhere(number) {
  window.dispatchEvent(new Event("blur"));
  system.picture = png(number);
}

test("a copy goes to the system's clipboard, and a refusal is said once, until another copy was taken", async () => {
  const { told, copy } = tab();
  const refused = "Copied for Undoodle only, not for other programs: the browser does not allow it";
  await copy(1);
  assert.deepEqual([system.picture, told.said, told.offered], [png(1), [], true]);
  system.allowed = false;
  await copy(2);
  await copy(3);
  assert.deepEqual([system.picture, told.said], [png(1), [refused]]);
  system.allowed = true;
  await copy(4);
  system.allowed = false;
  await copy(5);
  assert.deepEqual(told.said, [refused, refused]);
});

test("a picture that is older than a copy which the browser refused to take is not pasted in its place", async () => {
  const { copy, paste } = tab();
  copyElsewhere(9);
  system.allowed = false;
  await copy(1);
  system.allowed = true;
  assert.deepEqual(await paste(), [[undefined, undefined]]);
  copyElsewhere(8);
  assert.deepEqual(await paste(), [[undefined, 8]], "a later one is");
});

test("a menu that can't read the system's clipboard says so, and pastes what was copied here", async () => {
  const { told, copy, paste } = tab();
  system.allowed = false;
  copyElsewhere(9);
  assert.deepEqual(await paste(), [], "there is nothing");
  await copy(1);
  window.dispatchEvent(new Event("blur"));
  assert.deepEqual(await paste(), [[undefined, undefined]]);
  assert.equal(told.said.at(-1), "A menu can't read the clipboard of other programs: the browser does not allow it. Press Ctrl+V to paste");
});

test("without the browser's clipboard everything works within the page, and that is said once", async () => {
  navigator.clipboard = undefined;
  const { told, copy, paste } = tab();
  assert.equal(told.offered, false);
  await copy(1);
  assert.deepEqual([await paste(), await paste(null)], [[[undefined, undefined]], [[undefined, undefined]]]);
  await copy(2);
  assert.deepEqual(told.said, ["Copied for Undoodle only, not for other programs: the browser can't do it"]);
  navigator.clipboard = clipboard;
});

test("a copy that is too large stays in its tab, and takes the place of the system's older picture", async () => {
  const [one, other] = [tab(), tab()];
  await one.copy(1);
  await one.copy(0);
  assert.deepEqual([system.picture, system.text], [undefined, "Undoodle: 2049 × 2048 pixels"]);
  assert.deepEqual(one.told.said, ["Copied 2049 × 2048 pixels for this tab only: others and other programs get at most 2048 × 2048"]);
  assert.deepEqual(await other.paste(null), [[1, undefined]], "the other has what came before");
});

test("the tab that copied last is pasted from, also by a tab that is opened later", async () => {
  system.allowed = false;
  const [one, other] = [tab(), tab()];
  await one.copy(1);
  assert.deepEqual(await other.paste(null), [[1, undefined]]);
  assert.deepEqual(await other.paste(null), [[undefined, undefined]], "its editor has it now");
  const late = tab();
  assert.deepEqual(await other.paste(null), [[undefined, undefined]], "a tab that is opened changes nothing here");
  assert.deepEqual(await late.paste(null), [[1, undefined]]);
  await late.copy(2);
  await one.copy(3);
  assert.deepEqual([await other.paste(null), await late.paste(null), await one.paste(null)], [[[3, undefined]], [[3, undefined]], [[undefined, undefined]]]);
  const latest = tab();
  assert.deepEqual(await latest.paste(null), [[3, undefined]], "one tab alone has copied last");
});
