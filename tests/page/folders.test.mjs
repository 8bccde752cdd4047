/** What is an archive elsewhere, as files in a folder: unpacked as it was packed, and nothing replaced that this page has not written. */
import assert from "node:assert/strict";
import test from "node:test";
import { deflateRawSync } from "node:zlib";

import { writeFiles } from "../../www/io/folders.js";
import { filesIn, pictureIn } from "../../www/io/unpacked.js";

/** @typedef {import("../../www/panels/overwrite.js").Answer} Answer */

/** @typedef {{bytes: Uint8Array, time: number}} Kept */

const bytes = (/** @type {string} */ text) => new Uint8Array(new TextEncoder().encode(text));

/** Whoever asks has made a mistake. @returns {Promise<Answer>} */
const never = () => Promise.reject(new Error("nobody was to be asked"));

/** A folder in memory, whose clock goes on with each file that is written. @param {Map<string, Kept>} files @param {string} [full] A file that can't be written. */
function folderOf(files, full) {
  let clock = 0;
  const handle = (/** @type {string} */ name) => ({
    name,
    getFile: async () => {
      const { bytes: held, time } = /** @type {Kept} */ (files.get(name));
      return { size: held.length, lastModified: time, arrayBuffer: async () => held.slice().buffer };
    },
    createWritable: async () => {
      if (name === full) throw new DOMException("", "QuotaExceededError");
      let waiting = new Uint8Array();
      return {
        write: async (/** @type {Uint8Array<ArrayBuffer>} */ some) => { waiting = some; },
        close: async () => void files.set(name, { bytes: waiting, time: (clock += 1) }),
        abort: async () => {},
      };
    },
  });
  return /** @type {FileSystemDirectoryHandle} */ (/** @type {unknown} */ ({
    name: "game",
    getFileHandle: async (/** @type {string} */ name, /** @type {{create?: boolean}} */ { create } = {}) => {
      if (!create && !files.has(name)) throw new DOMException("", "NotFoundError");
      if (!files.has(name)) files.set(name, { bytes: new Uint8Array(), time: 0 });
      return handle(name);
    },
  }));
}

/** A zip of files, every second one packed. @param {[string, Uint8Array][]} files */
function zip(files) {
  const [parts, directory] = [/** @type {Buffer[]} */ ([]), /** @type {Buffer[]} */ ([])];
  let at = 0;
  files.forEach(([name, held], number) => {
    const [title, packed] = [Buffer.from(name), number % 2 ? deflateRawSync(held) : Buffer.from(held)];
    const [head, entry] = [Buffer.alloc(30), Buffer.alloc(46)];
    head.writeUInt32LE(0x04034b50);
    head.writeUInt16LE(title.length, 26);
    entry.writeUInt32LE(0x02014b50);
    entry.writeUInt16LE(number % 2 ? 8 : 0, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt16LE(title.length, 28);
    entry.writeUInt32LE(at, 42);
    parts.push(head, title, packed);
    directory.push(entry, title);
    at += 30 + title.length + packed.length;
  });
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt32LE(at, 16);
  return new Uint8Array(Buffer.concat([...parts, ...directory, end]));
}

test("an archive's files come out as they went in, whatever their names are", async () => {
  const archive = zip([["Hündin.json", bytes("{}")], ["Hündin.png", bytes("picture")], ["日本.png", bytes("")]]);
  const found = await filesIn(archive);
  assert.deepEqual(found, [{ name: "Hündin.json", bytes: bytes("{}") }, { name: "Hündin.png", bytes: bytes("picture") }, { name: "日本.png", bytes: bytes("") }]);
  assert.deepEqual(await pictureIn(archive), bytes("picture"));
  assert.deepEqual(await filesIn(bytes("no archive, though long enough for one")), []);
});

test("files are written without a question where none of their names is taken, and again over themselves", async () => {
  const files = new Map([["other.png", { bytes: bytes("other"), time: 0 }]]);
  const folder = folderOf(files);
  const both = [{ name: "a.json", bytes: bytes("{}") }, { name: "a.png", bytes: bytes("one") }];
  const first = await writeFiles(folder, both, new Map(), never);
  assert.deepEqual([...first.written.keys()], ["a.json", "a.png"]);
  both[1].bytes = bytes("two");
  const second = await writeFiles(folder, both, first.written, never);
  assert.deepEqual([files.get("a.png")?.bytes, files.get("other.png")?.bytes], [bytes("two"), bytes("other")]);
  assert.notDeepEqual(second.written.get("a.png"), first.written.get("a.png"));
});

test("nobody's file is replaced without an answer, and not half of what was to be written", async () => {
  const both = [{ name: "a.json", bytes: bytes("{}") }, { name: "a.png", bytes: bytes("one") }];
  const files = new Map([["a.png", { bytes: bytes("theirs"), time: 3 }]]);
  /** @type {string[]} */
  const asked = [];
  const answer = (/** @type {Answer} */ said) => async (/** @type {{title: string}} */ { title }) => {
    asked.push(title);
    return said;
  };
  const refused = (/** @type {any} */ error) => error.name === "AbortError";
  await assert.rejects(writeFiles(folderOf(files), both, new Map(), answer("")), refused);
  assert.deepEqual([...files], [["a.png", { bytes: bytes("theirs"), time: 3 }]]);
  // One that this page has written, and somebody else since.
  await assert.rejects(writeFiles(folderOf(files), both, new Map([["a.png", { size: 3, time: 1 }]]), answer("")), refused);
  assert.equal(files.size, 1);
  const other = new Map();
  Object.assign(globalThis, { window: { showDirectoryPicker: async () => folderOf(other) } });
  await writeFiles(folderOf(files), both, new Map(), answer("copy"));
  assert.deepEqual([files.size, [...other.keys()]], [1, ["a.json", "a.png"]]);
  files.set("a.json", { bytes: bytes("[]"), time: 4 });
  await writeFiles(folderOf(files), both, new Map(), answer("write"));
  assert.deepEqual([...files.values()].map((file) => file.bytes), [bytes("one"), bytes("{}")]);
  const one = "“a.png” is already in the folder “game”";
  assert.deepEqual(asked, [one, one, one, "2 of these files are already in the folder “game”"]);
});

test("a folder that is full says so", async () => {
  const both = [{ name: "a.json", bytes: bytes("{}") }, { name: "a.png", bytes: bytes("one") }];
  await assert.rejects(writeFiles(folderOf(new Map(), "a.png"), both, new Map(), never), (/** @type {any} */ error) => error.name === "QuotaExceededError");
});
