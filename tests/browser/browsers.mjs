/**
 * The browsers that the journeys run in. UNDOODLE_BROWSER chooses one of them; Chromium is the default.
 *
 * Problem: drivers differ in what they can do, and a journey that needs what a driver lacks tells nothing
 * about the page. Idea: each browser has a table of the abilities that it lacks, with the reasons. A journey names
 * the abilities it needs: `test("…", needs("quota"), …)`. Invariant: a journey is skipped only by this table, and
 * its report shows the reason.
 */
import { fileURLToPath } from "node:url";
import { Builder } from "selenium-webdriver";
import * as chrome from "selenium-webdriver/chrome.js";
import { startFirefox } from "./firefox.mjs";
import { keepSaid, saidFile, withSaid } from "./said.mjs";
import { NAME } from "./server.mjs";
import { straight } from "./straight.mjs";
import { startWebKit } from "./webkit.mjs";

/**
 * @typedef {object} Wish
 * @property {string} [downloads]  The folder that saved files go to.
 * @property {number} [scale]  Device pixels per CSS pixel.
 * @property {string} [profile]  The folder of a profile that survives the browser.
 * @property {boolean} [stillness]  Whether the person prefers reduced motion.
 * @property {string} [language]  The person's language, as a tag; the driver's own otherwise.
 * @property {boolean} [whole]  Whether it takes the browser with its bars and tabs; Chromium has a shell without these, which costs less.
 * @property {boolean} [direct]  Whether scripts, mouse and keys go straight to the page where that is quicker, as fast as it takes them.
 * @property {string} [trace]  The categories of Chromium's trace that its "performance" log holds.
 */

/**
 * What a journey can ask of a browser and its driver:
 * - `profile`: what is stored outlives the browser, if the journey names a profile;
 * - `killing`: the driver tells the browser's process id;
 * - `killing pages`: the process of one page can be found and killed, and the browser goes on;
 * - `quota`: the storage limit of an origin can be set;
 * - `clearing`: the storage of an origin can be cleared while a page has it open;
 * - `held keys`: a key that is down can go down again;
 * - `repeat flag`: such a key press says that it is a repetition;
 * - `other buttons`, `double click`, `wheel`: the pointer can do more than press the left button;
 * - `fractions`: a CSS pixel can have one and a half device pixels;
 * - `lists`: keys reach a list that was opened by a click;
 * - `storage manager`: the page has `navigator.storage`, with files and the promise to keep what is stored;
 * - `deleted files`: the handle of a file of the origin's own file system that was deleted makes it anew, as those of the disk do;
 * - `blobs`: its storage keeps blobs;
 * - `last writes`: what a page writes to IndexedDB while it is being left arrives;
 * - `tabs`: a tab that the driver opens is shown, so that it gets animation frames;
 * - `pausing`: WebAssembly can be paused, so that long work leaves frames between its slices;
 * - `emulation`: the size of the screen, the theme and the system's colours can be emulated;
 * - `languages`: the browser starts in another language;
 * - `clipboard`: the driver can permit or deny what a page does with the system's clipboard;
 * - `waiting workers`: a service worker that waits goes on doing so when the only page is reloaded;
 * - `names`: a name that is no secure context leads to this machine;
 * - `log`: the driver hands out the browser's console;
 * - `cut`: the site's module is cut in two, as that of the published site is.
 *
 * @typedef {"profile" | "killing" | "killing pages" | "quota" | "clearing" | "held keys"
 *   | "repeat flag" | "other buttons" | "double click" | "wheel" | "fractions" | "lists"
 *   | "storage manager" | "deleted files" | "blobs" | "last writes" | "tabs" | "pausing" | "emulation" | "languages" | "clipboard" | "waiting workers" | "names" | "log" | "cut"} Ability
 */

/**
 * @typedef {object} Browser
 * @property {(wish: Wish) => Promise<import("selenium-webdriver").WebDriver>} start
 * @property {Partial<Record<Ability, string>>} lacks  Reasons, by the abilities that are missing.
 */

/** Size of the window, in CSS pixels. */
const [WIDTH, HEIGHT] = [1200, 800];

/** What Chromium needs to run as root, without a screen and without calling home. */
const CHROMIUM_FLAGS = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // The address bar's suggestions are pages of their own, which take longer to start than all the rest of a browser.
  "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup",
  `--host-resolver-rules=MAP ${NAME} 127.0.0.1`,
  `--window-size=${WIDTH},${HEIGHT}`,
  // What a run wishes of its own: all journeys together take a tenth less where WebAssembly is not optimised while it runs.
  ...(process.env.UNDOODLE_CHROME_FLAGS ?? "").split(" ").filter(Boolean),
];

/**
 * Starts Chromium for its driver, which throws away what the browser itself says: by that alone one sees why it has ended. Given a
 * profile, the shell starts with no tab, and the driver waits for one in vain.
 */
const TOLD = fileURLToPath(new URL("chromium.sh", import.meta.url));

/**
 * Has a browser save files to a folder, as long as the tab is there that it shows. Other browsers than Chromium have been told when they started.
 * A preference would not do: Chromium's shell has none, and the whole browser asks in its bars about files of a site without a certificate.
 * @param {import("selenium-webdriver").WebDriver} driver @param {string} folder
 */
export async function saveTo(driver, folder) {
  if ("sendDevToolsCommand" in driver) await /** @type {chrome.Driver} */ (driver).sendDevToolsCommand("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
}

/** Makes a window as much higher as its bars are high: pages have the same room in each browser. @param {chrome.Driver} driver */
async function withoutBars(driver) {
  const high = Number(await driver.executeScript("return innerHeight"));
  if (high < HEIGHT) await driver.manage().window().setRect({ width: WIDTH, height: HEIGHT + (HEIGHT - high) });
}

/** @param {Wish} wish */
async function startChromium({ downloads, profile, scale = 1, stillness = false, language, whole = false, direct = false, trace }) {
  const options = new chrome.Options();
  options.addArguments(...CHROMIUM_FLAGS, `--force-device-scale-factor=${scale}`);
  if (profile) options.addArguments(`--user-data-dir=${profile}`);
  if (stillness) options.addArguments("--force-prefers-reduced-motion");
  if (language) options.addArguments(`--lang=${language}`, `--accept-lang=${language}`);
  const shell = whole ? undefined : process.env.UNDOODLE_CHROME_SHELL;
  options.setChromeBinaryPath(TOLD);
  options.set("goog:loggingPrefs", { browser: "ALL", ...(trace && { performance: "ALL" }) });
  // The types ask for preferences that drivers have given up.
  if (trace) options.setPerfLoggingPrefs(/** @type {any} */ ({ traceCategories: trace }));
  const file = saidFile();
  const service = new chrome.ServiceBuilder(process.env.UNDOODLE_CHROMEDRIVER ?? "/usr/bin/chromedriver").setEnvironment({
    ...process.env,
    UNDOODLE_PROGRAM: shell || (process.env.UNDOODLE_CHROME ?? "/usr/bin/chromium"),
    UNDOODLE_TAB: shell && profile ? "about:blank" : "",
    UNDOODLE_SAID: file,
  });
  const driver = /** @type {chrome.Driver} */ (await new Builder().forBrowser("chrome").setChromeOptions(options).setChromeService(service).build()
    .catch((/** @type {unknown} */ error) => { throw withSaid(error, file); }));
  keepSaid(driver, file);
  if (downloads) await saveTo(driver, downloads);
  if (!shell) await withoutBars(driver);
  return direct ? straight(driver) : driver;
}

const NO_PROTOCOL = "its driver has no command for this";
const OWN_LISTS = "its open lists are windows that the driver's keys don't reach";

/** @type {Record<string, Browser>} */
const BROWSERS = {
  chromium: { start: startChromium, lacks: {} },
  firefox: {
    start: (wish) => startFirefox(wish, WIDTH, HEIGHT),
    lacks: {
      "killing pages": "its driver has it end with a page that has crashed",
      quota: NO_PROTOCOL,
      clearing: NO_PROTOCOL,
      "repeat flag": NO_PROTOCOL,
      lists: OWN_LISTS,
      "deleted files": "it refuses to write a file that was deleted",
      emulation: NO_PROTOCOL,
      clipboard: NO_PROTOCOL,
      "waiting workers": "it takes a new version when the only page is reloaded, as nobody needs the old one in between",
      log: NO_PROTOCOL,
    },
  },
  webkit: {
    start: (wish) => startWebKit(wish, WIDTH, HEIGHT),
    lacks: {
      profile: "its driver starts it with a profile that ends with it",
      killing: "its driver does not tell its process id",
      "killing pages": "its driver ends with a page that has crashed",
      quota: NO_PROTOCOL,
      clearing: NO_PROTOCOL,
      "held keys": "its driver ignores a key that is down already",
      "repeat flag": NO_PROTOCOL,
      "other buttons": "its driver presses any button and releases the left one",
      wheel: NO_PROTOCOL,
      fractions: "GTK scales by whole numbers",
      "double click": "its driver counts clicks by the clock, and a busy machine makes two of a double one",
      lists: OWN_LISTS,
      "storage manager": "it has no navigator.storage",
      "deleted files": "it has no navigator.storage",
      blobs: "its driver opens private windows, whose storage refuses them",
      "last writes": "it may drop what a page writes while it is being left",
      tabs: "its driver does not show a tab that it opens",
      pausing: "it has no JavaScript Promise Integration yet, and does long work in one go",
      emulation: NO_PROTOCOL,
      languages: "its language is that of the system",
      clipboard: NO_PROTOCOL,
      names: "its names are those of the system",
      log: NO_PROTOCOL,
    },
  },
};

/** What a browser or its driver can't do, and why. @param {string} name */
export const lacking = (name) => Object.entries(BROWSERS[name].lacks).map(([ability, why]) => ({ ability, why }));

/** Name of the browser that the journeys run in. */
export const browserName = process.env.UNDOODLE_BROWSER || "chromium";

const chosen = BROWSERS[browserName];
/** Which build of the site the journeys are made on: the published one by default. */
const quick = process.env.UNDOODLE_BUILD === "quick";
if (chosen && quick) Object.assign(chosen.lacks, { cut: "the quick build is not cut in two", pausing: "only what is cut in two is paused" });
if (!chosen) throw new Error(`UNDOODLE_BROWSER ${browserName}: expected one of ${Object.keys(BROWSERS).join(", ")}`);

/** Starts the browser. @param {Wish} wish */
export const startBrowser = (wish) => chosen.start(wish);

/** Returns `true` if the browser and its driver have an ability. @param {Ability} ability */
export const can = (ability) => chosen.lacks[ability] === undefined;

/**
 * Returns the options of a journey that needs these abilities: it is skipped in a browser that lacks one.
 * @param {Ability[]} abilities
 * @returns {{skip?: string}}
 */
export function needs(...abilities) {
  const missing = abilities.find((ability) => !can(ability));
  return missing ? { skip: `${browserName} lacks “${missing}”: ${chosen.lacks[missing]}` } : {};
}
