/**
 * The browsers that the journeys run in. Another one is added by an entry here: a function that
 * starts it with the options that journeys ask for. UNDOODLE_BROWSER chooses among them.
 */
import { Builder } from "selenium-webdriver";
import * as chrome from "selenium-webdriver/chrome.js";

/**
 * @typedef {object} Wish
 * @property {string} [downloads]  The folder that saved files go to.
 * @property {number} [scale]  Device pixels per CSS pixel.
 * @property {string} [profile]  The folder of a profile that survives the browser.
 * @property {boolean} [stillness]  Whether the person prefers reduced motion.
 */

/** What Chromium needs to run as root, without a screen and without calling home. */
const FLAGS = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--window-size=1200,800",
];

/** @type {Record<string, (wish: Wish) => Promise<import("selenium-webdriver").WebDriver>>} */
const BROWSERS = {
  chromium: async ({ downloads, profile, scale = 1, stillness = false }) => {
    const options = new chrome.Options();
    options.addArguments(...FLAGS, `--force-device-scale-factor=${scale}`);
    if (profile) options.addArguments(`--user-data-dir=${profile}`);
    if (stillness) options.addArguments("--force-prefers-reduced-motion");
    options.setChromeBinaryPath(process.env.UNDOODLE_CHROME ?? "/usr/bin/chromium");
    options.set("goog:loggingPrefs", { browser: "ALL" });
    if (downloads) options.setUserPreferences({ "download.default_directory": downloads });
    const service = new chrome.ServiceBuilder(process.env.UNDOODLE_CHROMEDRIVER ?? "/usr/bin/chromedriver");
    return new Builder().forBrowser("chrome").setChromeOptions(options).setChromeService(service).build();
  },
};

/** @param {Wish} wish */
export function startBrowser(wish) {
  const name = process.env.UNDOODLE_BROWSER ?? "chromium";
  const start = BROWSERS[name];
  if (!start) throw new Error(`UNDOODLE_BROWSER ${name}: expected one of ${Object.keys(BROWSERS).join(", ")}`);
  return start(wish);
}
