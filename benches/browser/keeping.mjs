/**
 * The wait for a step that lies on the disk alone, in a browser: from undo, asked for as soon as the page is ready, until
 * the step is undone.
 */
import { startBrowser } from "../../tests/browser/browsers.mjs";
import { Page } from "../../tests/browser/page.mjs";
import { serve } from "../../tests/browser/server.mjs";

/** How often the page is loaded again. */
const LOADS = 9;

/** Returns the wait in milliseconds, a median of several loads. @returns {Promise<number>} */
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
