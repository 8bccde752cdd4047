/** The question whether the browser's storage takes blobs, and what comes of each answer. Its database is stood in for. */
import assert from "node:assert/strict";
import test from "node:test";
import { tryBlobs } from "../../www/kept/blobs.js";
import { takePuts } from "../../www/kept/entries.js";

/** What the editor calls. @type {(kind: number, number: number, part: Uint8Array, last: boolean) => void} */
const put = /** @type {any} */ (globalThis).undoodlePut;

/**
 * A storage whose database answers a write with this. Returns what happened in it, too.
 * @param {() => Promise<void>} answer
 */
function storage(answer) {
  /** @type {string[]} */
  const happened = [];
  const transaction = {
    done: Promise.reject(new DOMException("", "AbortError")),
    abort: () => happened.push("aborted"),
    store: {
      put(/** @type {unknown} */ value) {
        happened.push(value instanceof Blob ? "a blob" : "bytes");
        return answer();
      },
    },
  };
  const database = { transaction: () => transaction };
  return { happened, storage: /** @type {import("../../www/kept/storage.js").Storage} */ (/** @type {unknown} */ ({ opened: async () => database })) };
}

/** Hands over a large entry. Returns whether it is a blob. */
function isBlob() {
  put(2, 6, new Uint8Array(700_000), true);
  const [{ bytes }] = takePuts();
  return bytes instanceof Blob;
}

test("large entries stay plain bytes where the storage refuses blobs or can't be opened, and are blobs where it takes one, which it does not keep", async () => {
  const refusing = storage(() => Promise.reject(new DOMException("Error preparing Blob/File data to be stored in object store", "UnknownError")));
  await tryBlobs(refusing.storage);
  assert.deepEqual([isBlob(), refusing.happened], [false, ["a blob"]]);
  await tryBlobs(/** @type {any} */ ({ opened: () => Promise.reject(new Error("denied")) }));
  assert.equal(isBlob(), false);
  const taking = storage(async () => {});
  await tryBlobs(taking.storage);
  assert.deepEqual([isBlob(), taking.happened], [true, ["a blob", "aborted"]]);
});
