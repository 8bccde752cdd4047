/** What keeping a drawing costs in a browser. */
import { startBrowser } from "../../tests/browser/browsers.mjs";
import { Page } from "../../tests/browser/page.mjs";
import { serve } from "../../tests/browser/server.mjs";

/** How often the page is loaded again. */
const LOADS = 9;

/** How many strokes are painted, and how many of them pass before the browser has compiled the page's code. */
const STROKES = 700;
const FIRST = 100;

/** Strokes whose times are summed up, since the browser's clock ticks every tenth of a millisecond. */
const GROUP = 20;

/**
 * Returns the wait for a step that lies on the disk alone: from undo, asked for as soon as the page is ready, until the
 * step is undone. In milliseconds, a median of several loads. @returns {Promise<number>}
 */
export async function undoAway() {
  const server = await serve();
  const driver = await startBrowser({});
  try {
    const page = new Page(driver, server.url, "");
    await page.open("index.html");
    for (let row = 0; row <= LOADS; row += 1) await page.drag([[5, row * 5], [24, row * 5 + 3]]);
    await page.call("kept");
    /** @type {number[]} */
    const waits = [];
    for (let load = 0; load < LOADS; load += 1) {
      await driver.navigate().refresh();
      waits.push(await driver.executeAsyncScript(`
        const done = arguments[0];
        const look = async () => {
          if (window.undoodle === undefined) return setTimeout(look);
          await undoodle.ready;
          const { position } = undoodle.history();
          const began = performance.now();
          undoodle.run("edit.undo");
          const wait = () => undoodle.history().position < position ? done(performance.now() - began) : setTimeout(wait);
          wait();
        };
        look();`));
    }
    return waits.toSorted((a, b) => a - b)[LOADS >> 1] ?? NaN;
  } finally {
    await driver.quit();
    server.stop();
  }
}

/**
 * Script that runs before the page's own. It notes when the page asks the editor what is wanted, which is the first thing
 * that keeping does after a call, and when a transaction was posted, which is the last.
 */
const WATCH = `
  let began = 0;
  const times = window.keepingTimes = [];
  const { instantiateStreaming } = WebAssembly;
  WebAssembly.instantiateStreaming = async (...given) => {
    const { instance, module } = await instantiateStreaming(...given);
    const wanted = (...given) => {
      began = performance.now();
      return instance.exports.editor_wanted(...given);
    };
    return { instance: { exports: { ...instance.exports, editor_wanted: wanted } }, module };
  };
  const { commit } = IDBTransaction.prototype;
  IDBTransaction.prototype.commit = function () {
    commit.call(this);
    times.push(performance.now() - began);
  };`;

/**
 * Script that opens a database of its own and makes `bare()`, which posts what a stroke's transaction posts: a step's entry of 200
 * bytes and the record of the drawing. It returns the milliseconds of that once the transaction has ended.
 */
const BARE = `
  const asked = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const own = indexedDB.open("bare", 1);
  own.onupgradeneeded = () => {
    own.result.createObjectStore("entries");
    own.result.createObjectStore("drawings", { keyPath: "id" }).createIndex("claim", "claim", { unique: true });
  };
  const database = await asked(own);
  const [record] = await asked((await asked(indexedDB.open("undoodle"))).transaction("drawings").objectStore("drawings").getAll());
  const bare = (number) => new Promise((resolve) => {
    const began = performance.now();
    const transaction = database.transaction(["entries", "drawings"], "readwrite", { durability: "relaxed" });
    transaction.oncomplete = () => resolve(took);
    transaction.objectStore("entries").put(new Uint8Array(200), ["bare", 1, number]);
    transaction.objectStore("drawings").put({ ...record });
    transaction.commit();
    const took = performance.now() - began;
  });`;

/** The median of the means of groups of times. @param {number[]} times */
function middle(times) {
  const groups = Array.from({ length: Math.floor(times.length / GROUP) }, (_, at) => times.slice(at * GROUP, (at + 1) * GROUP));
  const means = groups.map((group) => group.reduce((sum, time) => sum + time) / GROUP);
  return means.toSorted((a, b) => a - b)[means.length >> 1] ?? NaN;
}

/**
 * Returns the time on the main thread, in milliseconds, from the end of a 20-pixel stroke until its record is posted, and that of
 * a bare transaction with the same entries, one of which follows each stroke: medians.
 * @returns {Promise<{posted: number, bare: number}>}
 */
export async function strokeKept() {
  const server = await serve("/", WATCH);
  const driver = await startBrowser({});
  try {
    // Hundreds of strokes, each of which waits for the disk twice.
    await driver.manage().setTimeouts({ script: 120_000 });
    const page = new Page(driver, server.url, "");
    await page.open("index.html");
    await page.drag([[5, 5], [24, 8]]);
    await page.call("kept");
    /** @type {{posted: number[], plain: number[]}} */
    const { posted, plain } = await driver.executeAsyncScript(`
      const [strokes, first, done] = arguments;
      (async () => {
        ${BARE}
        const canvas = document.querySelector("#surface");
        const { width, height } = undoodle.size();
        const [posted, plain] = [[], []];
        for (let i = 0; i < strokes; i += 1) {
          const send = (type, x, buttons) => {
            const { x: clientX, y: clientY } = undoodle.clientPoint(x, i * 11 % height);
            canvas.dispatchEvent(new PointerEvent(type, { clientX, clientY, pointerId: 1, isPrimary: true, buttons, bubbles: true }));
          };
          // Another colour each time, so that each stroke changes something.
          undoodle.setColor("#" + (i * 7919 + 1).toString(16).padStart(6, "0"));
          const x = i * 7 % (width - 20);
          send("pointerdown", x, 1);
          send("pointermove", x + 19, 1);
          keepingTimes.length = 0;
          send("pointerup", x + 19, 0);
          await undoodle.kept();
          posted.push(...keepingTimes);
          await new Promise((resolve) => { setTimeout(resolve); });
          plain.push(await bare(i));
          // The browser has compiled all of it by now.
          if (i === first) posted.length = plain.length = 0;
          await new Promise((resolve) => { setTimeout(resolve); });
        }
        done({ posted, plain });
      })();`, STROKES, FIRST);
    if (posted.length < STROKES - FIRST - 1) throw new Error(`${posted.length} of ${STROKES - FIRST - 1} strokes were posted`);
    return { posted: middle(posted), bare: middle(plain) };
  } finally {
    await driver.quit();
    server.stop();
  }
}
