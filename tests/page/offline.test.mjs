/** The service worker: what it stores of a site whose server has got another version meanwhile, and what is shared with the app. The browser is stood in for. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import vm from "node:vm";
import { handled } from "../../scripts/site/app.mjs";

const FOLDER = "https://example.org/paint/";
const SOURCE = readFileSync(new URL("../../www/offline.js", import.meta.url), "utf8");

/**
 * A worker of a site of these files, and a server that has some.
 * @param {string[]} files
 * @param {Record<string, string>} served
 */
function worker(files, served) {
  /** @type {Map<string, Map<string, Response>>} */
  const stored = new Map();
  const caches = {
    keys: async () => [...stored.keys()],
    delete: async (/** @type {string} */ name) => stored.delete(name),
    match: async () => undefined,
    open: async (/** @type {string} */ name) => {
      const entries = stored.get(name) ?? new Map();
      stored.set(name, entries);
      return {
        match: async (/** @type {string} */ address) => entries.get(address),
        put: async (/** @type {string} */ address, /** @type {Response} */ answer) => void entries.set(address, answer),
      };
    },
  };
  const fetch = async (/** @type {string} */ address) => {
    const text = served[address.slice(FOLDER.length)];
    return new Response(text ?? "", { status: text === undefined ? 404 : 200 });
  };
  /** @type {Map<string, (event: any) => void>} */
  const listeners = new Map();
  const self = { registration: { scope: FOLDER }, addEventListener: (/** @type {string} */ type, /** @type {(event: any) => void} */ hear) => listeners.set(type, hear) };
  vm.runInNewContext(SOURCE.replace('{ version: "", files: [] }', JSON.stringify({ version: "1", files })), { self, caches, fetch, URL, Response, Headers, File });
  return {
    stored,
    /** Installs it. */
    install() {
      /** @type {Promise<unknown>[]} */
      const works = [];
      listeners.get("install")?.({ waitUntil: (/** @type {Promise<unknown>} */ work) => works.push(work) });
      return Promise.all(works);
    },
    /** What it answers a request. @param {Request} request @returns {Promise<Response> | undefined} */
    answer(request) {
      /** @type {Promise<Response> | undefined} */
      let answer;
      listeners.get("fetch")?.({ request, respondWith: (/** @type {Promise<Response>} */ given) => { answer = given; } });
      return answer;
    },
  };
}

const page = (/** @type {string} */ script) => `<!doctype html><script type="module" src="./assets/${script}"></script><link rel="icon" href="./icon.png">`;

test("a page that names a part of another version is not stored, and nothing of the site is", async () => {
  const files = ["index.html", "assets/main-1.js"];
  const right = worker(files, { "index.html": page("main-1.js"), "assets/main-1.js": "1" });
  await right.install();
  assert.deepEqual([...right.stored].map(([name, entries]) => [name, entries.size]), [["undoodle /paint/ 1", 3]]);
  const wrong = worker(files, { "index.html": page("main-2.js"), "assets/main-1.js": "1" });
  await assert.rejects(wrong.install(), { message: "index.html can't be stored: it is of another version, with assets/main-2.js" });
  assert.equal(wrong.stored.size, 0);
});

test("files that are shared with the app are kept under their names, and the page that opens them follows", async () => {
  const { answer, stored } = worker([], {});
  const body = new FormData();
  body.append("file", new File(["one"], "a/b %.png", { type: "image/png" }));
  body.append("file", new File(["two"], "two.gif", { type: "image/gif" }));
  body.append("file", "no file");
  const given = await answer(new Request(`${FOLDER}share`, { method: "POST", body }));
  assert.deepEqual([given?.status, given?.headers.get("location")], [303, `${FOLDER}index.html#shared`]);
  const kept = [...stored.get("undoodle shared /paint/") ?? []];
  assert.deepEqual(kept.map(([address]) => decodeURIComponent(address.split("/").pop() ?? "")), ["a/b %.png", "two.gif"]);
  assert.deepEqual(await Promise.all(kept.map(([, file]) => file.text())), ["one", "two"]);
  assert.equal(kept[0][1].headers.get("content-type"), "image/png");
  assert.equal(answer(new Request(`${FOLDER}elsewhere`, { method: "POST", body: "" })), undefined, "no other address is");
});

test("the system may open each format with the app that it reads, but for archives", () => {
  const accept = handled();
  const endings = Object.values(accept).flat();
  for (const ending of [".undoodle", ".png", ".aseprite", ".piskel", ".psd", ".jpeg"]) assert.ok(endings.includes(ending), ending);
  assert.ok(!endings.some((ending) => ending.includes("zip")), String(endings));
  assert.ok(!Object.keys(accept).includes("application/json"), "most files of this type are not ours");
});
