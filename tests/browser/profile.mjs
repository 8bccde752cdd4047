/**
 * A profile that survives its browser, so that journeys can close it, kill it and come back.
 *
 * Starting a browser takes longer than most journeys. One that a journey has neither ended nor asked for twice waits for
 * the next journey of the file, with its profile: that has an address of its own, where nothing has been kept.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { can, startBrowser } from "./browsers.mjs";
import { atEnd } from "./ending.mjs";
import { keepFailure } from "./failures.mjs";
import { Page } from "./page.mjs";
import { NAME, prelude, serve } from "./server.mjs";
import { tidy } from "./visit.mjs";

/**
 * @typedef {object} Kept A browser that waits, and its folders.
 * @property {import("selenium-webdriver").WebDriver} driver
 * @property {import("selenium-webdriver").IRectangle} rect The window, as it was at the start.
 * @property {string} profile
 * @property {string} downloads
 */

/** The browser that waits. @type {Kept | undefined} */
let waiting;

/** Whether journeys run, and not the soak, of which each browser is killed. */
const testing = process.env.NODE_TEST_CONTEXT !== undefined;
if (testing) atEnd(async () => {
  await waiting?.driver.quit().catch(() => {});
  remove(waiting);
});

/** @param {{profile: string, downloads: string} | undefined} folders */
function remove(folders) {
  if (!folders) return;
  for (const folder of [folders.profile, folders.downloads]) rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/**
 * Returns the process that shows the page: of those that a browser has started, by itself or by others, the largest one that renders.
 * @param {number} browser
 */
function largestRenderer(browser) {
  const all = execFileSync("ps", ["-A", "-o", "pid=,ppid=,rss=,args="], { encoding: "utf8" }).split("\n").map((line) => {
    const [pid, parent, size] = line.trim().split(/\s+/).map(Number);
    return { pid, parent, size, renders: line.includes("--type=renderer") && !line.includes("--top-chrome-webui") };
  });
  const parents = new Map(all.map(({ pid, parent }) => [pid, parent]));
  const belongs = (/** @type {number | undefined} */ pid) => {
    for (; pid !== undefined; pid = parents.get(pid)) if (pid === browser) return true;
    return false;
  };
  const [largest] = all.filter(({ pid, renders }) => renders && belongs(pid)).sort((one, other) => other.size - one.size);
  if (!largest) throw new Error(`process ${browser} has none that renders`);
  return largest.pid;
}

/** Returns whether a process runs: one that is dead and not yet taken note of has let go of its files. @param {number} pid */
function runs(pid) {
  try {
    const state = execFileSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
    return state !== "" && !state.startsWith("Z");
  } catch {
    return false;
  }
}

/** Returns whether a process is there, or dead and not yet taken note of. @param {number} pid */
function isThere(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A browser with the profile. It ends with the journey, if not before. */
export class Visit extends Page {
  #ended = false;
  #crashed = false;

  /** Whether the browser runs. */
  get runs() {
    return !this.#ended;
  }

  /** Whether the browser runs, and can be used for another journey. */
  get sound() {
    return !this.#ended && !this.#crashed;
  }

  /** The folder of the profile. */
  profile = "";

  /** Ends the browser as a person does. */
  async quit() {
    if (this.#ended) return;
    this.#ended = true;
    await this.driver.quit();
  }

  /** The process of the browser. */
  async #process() {
    const capabilities = await this.driver.getCapabilities();
    const pid = capabilities.get("goog:processID") ?? capabilities.get("moz:processID");
    if (typeof pid !== "number") throw new Error("the browser does not tell its process id");
    return pid;
  }

  /** Kills the browser, which has no time for anything. */
  async kill() {
    const pid = await this.#process();
    process.kill(pid, "SIGKILL");
    this.#ended = true;
    // The driver is left, and says that its browser is gone.
    await this.driver.quit().catch(() => {});
    // On a busy machine it takes its time to die, and as long as it does the profile is its own: the next browser would end at once.
    while (runs(pid)) await sleep(10);
  }

  /** Kills the process that shows the page, while it does. What is left of the browser is good for being killed. */
  async killShown() {
    const pid = largestRenderer(await this.#process());
    process.kill(pid, "SIGKILL");
    return pid;
  }

  /** Kills the process that shows the page, and nothing else of the browser; goes on in a new tab. */
  async killPage() {
    const shown = await this.driver.getWindowHandle();
    // A driver can't leave a tab that has crashed, so the next one is there before.
    await this.driver.switchTo().newWindow("tab");
    const next = await this.driver.getWindowHandle();
    await this.driver.switchTo().window(shown);
    this.#crashed = true;
    const pid = await this.killShown();
    // Only when the browser has noticed the death are the locks of that page free.
    while (isThere(pid)) await sleep(10);
    await this.driver.switchTo().window(next);
    await this.open("index.html");
    const handles = await this.driver.getAllWindowHandles();
    if (handles.includes(shown)) {
      const crashed = await this.driver.switchTo().window(shown).then(() => this.driver.executeScript("return 1")).then(() => false, () => true);
      if (!crashed) throw new Error("the killed process did not show the page");
      await this.driver.switchTo().window(next);
    }
  }

  /** Opens the page in another tab, and switches to it. @returns {Promise<string>} The tab that was switched from. */
  async openTab() {
    const before = await this.driver.getWindowHandle();
    await this.driver.switchTo().newWindow(can("tabs") ? "tab" : "window");
    await this.open("index.html");
    return before;
  }

  /** Reloads the page. */
  async reload() {
    await this.driver.navigate().refresh();
    await this.ready();
  }
}

/**
 * Hands a journey the means to start browsers with one profile, on one address.
 * @param {(start: () => Promise<Visit>) => Promise<void>} journey
 * @param {{before?: string, first?: boolean, stored?: boolean, whole?: boolean, insecure?: boolean}} [wish] `before` is a script that runs before those
 * of the pages; `first` asks for a first visit, which is greeted; `stored` for a site that may be stored; `whole` for a browser with
 * its bars and tabs; `insecure` for an address that is no secure context.
 */
export async function withProfile(journey, { before = "", first = false, stored = false, whole = false, insecure = false } = {}) {
  const spare = whole ? undefined : waiting;
  if (spare) waiting = undefined;
  const folder = (/** @type {string} */ name) => mkdtempSync(path.join(tmpdir(), `undoodle-${name}-`));
  const { profile, downloads } = spare ?? { profile: folder("profile"), downloads: folder("downloads") };
  const server = await serve("/", prelude(before, first, stored));
  const url = insecure ? server.url.replace("127.0.0.1", NAME) : server.url;
  /** @type {Visit[]} */
  const visits = [];
  /** @type {Kept | undefined} */
  let last;
  let passed = false;
  try {
    await journey(async () => {
      const driver = visits.length === 0 && spare ? spare.driver : await startBrowser({ profile, downloads, whole, direct: true });
      const visit = new Visit(driver, url, downloads);
      visit.profile = profile;
      visits.push(visit);
      last = { driver, rect: spare?.rect ?? await driver.manage().window().getRect(), profile, downloads };
      await visit.open("index.html");
      return visit;
    });
    passed = true;
  } catch (error) {
    const shown = visits.findLast(({ sound }) => sound);
    if (shown) await keepFailure(shown.driver, error);
    throw error;
  } finally {
    server.stop();
    const [visit, ...others] = visits;
    if (testing && !whole && passed && last && visit?.sound && others.length === 0) {
      await tidy(last);
      waiting = last;
    } else {
      for (const one of visits) await one.quit();
      if (visits.length === 0) await spare?.driver.quit();
      remove({ profile, downloads });
    }
  }
}
