/** Saving while another drawing is opened: what is written to a file is the drawing that the file belongs to. */
import assert from "node:assert/strict";
import test from "node:test";

/** The page's saving, whose editor and keeper are stood in for, and a file that hears what is written to it. */
async function saving() {
  const body = { classList: { toggle: () => {} } };
  const document = Object.assign(new EventTarget(), { visibilityState: "visible", body });
  const window = Object.assign(new EventTarget(), { showSaveFilePicker: async () => handle });
  Object.assign(globalThis, { window, document });
  /** @type {string[]} */
  const written = [];
  const handle = {
    name: "mine.undoodle",
    createWritable: async () => ({
      write: async (/** @type {Uint8Array} */ bytes) => written.push(new TextDecoder().decode(bytes)),
      close: async () => {},
      abort: async () => {},
    }),
    getFile: async () => new Blob([written.at(-1) ?? ""]),
    queryPermission: async () => "granted",
    requestPermission: async () => "granted",
  };
  const state = { serial: 1, name: "mine", dirty: true, withHistory: true };
  const format = { id: "undoodle", label: "Undoodle", mime: "application/x-undoodle", endings: ["undoodle"], opens: true };
  // One entry is wanted for each file.
  let supplied = true;
  const editor = {
    wanted_for_file: () => {
      supplied = !supplied;
      return supplied ? [] : [{ kind: 3, number: 0 }];
    },
    supply_for_file: () => true,
    encode_project: () => new TextEncoder().encode(`drawing ${state.serial}`),
    steps_left_out: () => 0,
    mark_saved: () => true,
    rename: () => {},
  };
  const engine = {
    state, stopped: false, picture: { drawing: { frames: [] } },
    static: { formats: [format] }, formats: [format],
    on: () => {},
    look: (/** @type {(one: typeof editor) => unknown} */ draw) => void draw(editor),
    ask: async (/** @type {(one: typeof editor) => unknown} */ action) => action(editor),
    say: () => {},
  };
  const supply = { done: async () => new Uint8Array() };
  const keeper = { drawing: { record: { file: handle } }, safe: true, watch: () => {}, keepFile: () => {}, supply: { read: () => supply.done() } };
  const picker = Object.assign(new EventTarget(), { setAttribute: () => {} });
  const originals = { ask: async () => ({ answer: "write" }), watch: () => {} };
  const { Files } = await import("../../www/io/files.js");
  const files = new Files(.../** @type {[any, any, any, any, any]} */ ([engine, {}, keeper, originals, picker]));
  return { files, state, written, supply, keeper };
}

test("a drawing that is opened while another one's steps are fetched for its file is not written there", async () => {
  const { files, state, written, supply } = await saving();
  await files.save();
  assert.deepEqual(written, ["drawing 1"]);
  supply.done = async () => {
    state.serial = 2;
    return new Uint8Array();
  };
  await files.save();
  assert.deepEqual(written, ["drawing 1"]);
});

test("what waits after a failure of the browser's storage is tried at once by whoever saves", async () => {
  const { files, keeper } = await saving();
  let tried = 0;
  Object.assign(keeper, { secure: async () => { tried += 1; } });
  await files.save();
  assert.equal(tried, 0);
  keeper.safe = false;
  await files.save();
  assert.equal(tried, 1);
});
