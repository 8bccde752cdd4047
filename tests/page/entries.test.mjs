/** Entries on their way to the disk: whatever parts they come in, and whatever holds them, their bytes are the same. */
import assert from "node:assert/strict";
import test from "node:test";
import { allowBlobs, bytesOf, lengthOf, takePuts } from "../../www/kept/entries.js";

/** What the editor calls. @type {(kind: number, number: number, part: Uint8Array, last: boolean) => void} */
const put = /** @type {any} */ (globalThis).undoodlePut;

const large = Uint8Array.from({ length: 700_000 }, (_, i) => i % 251);

/** Hands over the parts of the large entry from one to another. @param {number} first @param {number} end */
function putParts(first, end) {
  for (let part = first; part < end; part += 1) put(2, 6, large.subarray(part * 300_000, (part + 1) * 300_000), part === 2);
}

test("an entry is handed over in parts, and is a blob only if it is large and blobs were allowed", async () => {
  put(1, 5, new Uint8Array([1, 2, 3]), true);
  putParts(0, 3);
  // They are allowed between two parts of an entry.
  putParts(0, 1);
  allowBlobs();
  putParts(1, 3);
  putParts(0, 3);
  put(3, 7, new Uint8Array(), true);
  const puts = takePuts();
  assert.deepEqual(puts.map(({ kind, number, bytes }) => [kind, number, lengthOf(bytes), bytes instanceof Blob]), [
    [1, 5, 3, false], [2, 6, 700_000, false], [2, 6, 700_000, true], [2, 6, 700_000, true], [3, 7, 0, false],
  ]);
  assert.deepEqual(await Promise.all(puts.map(({ bytes }) => bytesOf(bytes))), [new Uint8Array([1, 2, 3]), large, large, large, new Uint8Array()]);
  assert.deepEqual(takePuts(), []);
});

test("a part is copied, as the module's memory goes on changing", () => {
  const memory = new Uint8Array([1, 2]);
  put(1, 1, memory, true);
  memory[0] = 9;
  assert.deepEqual(takePuts()[0].bytes, new Uint8Array([1, 2]));
});

test("a read that fails is passed on, as nobody knows what lies there", async () => {
  const gone = Object.assign(new Blob(["a"]), { arrayBuffer: () => Promise.reject(new DOMException("", "NotReadableError")) });
  await assert.rejects(bytesOf(gone), { name: "NotReadableError" });
});
