/** Firefox without a screen, started by hand and driven through its own protocol. */
import { spawn } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { WebDriver } from "selenium-webdriver";
import { Session } from "selenium-webdriver/lib/session.js";
import { Marionette } from "./marionette.mjs";
import { NAME } from "./server.mjs";
import { keepWords } from "./words.mjs";

/** How long Firefox may take to start and to end, and how often it is looked at, in milliseconds. */
const PATIENCE = 30_000;
const POLL = 20;

/** Name of the file in its profile in which Firefox tells the port that it listens on. */
const PORT = "MarionetteActivePort";

/** What Firefox needs to call nobody, ask nothing and start without detours. @type {Record<string, string | number | boolean>} */
const PREFERENCES = {
  "marionette.port": 0,
  "app.normandy.enabled": false,
  "app.update.disabledForTesting": true,
  "browser.aboutwelcome.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.homepage_override.mstone": "ignore",
  "browser.startup.page": 0,
  "browser.topsites.contile.enabled": false,
  "browser.warnOnQuit": false,
  // Processes and pages that wait for tabs which nobody opens take a fifth of the time.
  "browser.newtab.preload": false,
  "dom.ipc.processPrelaunch.enabled": false,
  "browser.sessionstore.resume_from_crash": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "extensions.autoDisableScopes": 0,
  "extensions.update.enabled": false,
  "network.dns.localDomains": NAME,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "data:,#remote-settings-dummy/v1",
  "toolkit.startup.max_resumed_crashes": -1,
  // What the pages say goes to the file of the browser's words.
  "devtools.console.stdout.content": true,
};

/** Browsers that run. @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();

process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

/**
 * Waits until the browser has written its port, and connects to it.
 * @param {string} profile
 * @param {() => boolean} ended
 */
async function reach(profile, ended) {
  for (const begin = performance.now(); performance.now() - begin < PATIENCE;) {
    if (ended()) throw new Error("Firefox has ended at its start");
    let port = 0;
    try {
      port = Number(readFileSync(path.join(profile, PORT), "utf8"));
    } catch {
      // Not yet.
    }
    if (port > 0) return Marionette.connect(port);
    await pause(POLL);
  }
  throw new Error("Firefox opens no port");
}

/**
 * Starts the browser with a window of a size in CSS pixels.
 * @param {import("./browsers.mjs").Wish} wish
 * @param {number} width
 * @param {number} height
 */
export async function startFirefox({ downloads, profile, scale = 1, stillness = false, language }, width, height) {
  const folder = profile ?? mkdtempSync(path.join(tmpdir(), "undoodle-firefox-"));
  mkdirSync(folder, { recursive: true });
  rmSync(path.join(folder, PORT), { force: true });
  const preferences = {
    ...PREFERENCES,
    "layout.css.devPixelsPerPx": String(scale),
    "ui.prefersReducedMotion": Number(stillness),
    ...(language ? { "intl.accept_languages": language } : {}),
    ...(downloads ? { "browser.download.folderList": 2, "browser.download.dir": downloads } : {}),
  };
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`);
  writeFileSync(path.join(folder, "user.js"), lines.join(""));

  const words = path.join(folder, "words.txt");
  const output = openSync(words, "a");
  const args = ["--marionette", "--remote-allow-system-access", "-headless", "-no-remote", `--width=${width}`, `--height=${height}`, "-profile", folder];
  // A crash is what some journeys are about, and nobody is to be told.
  const env = { ...process.env, MOZ_CRASHREPORTER_DISABLE: "1" };
  const child = spawn(process.env.UNDOODLE_FIREFOX ?? "firefox-esr", args, { stdio: ["ignore", output, output], env });
  closeSync(output);
  running.add(child);
  let ended = false;
  /** @type {Promise<void>} */
  const end = new Promise((resolve) => {
    const over = () => {
      ended = true;
      running.delete(child);
      resolve();
    };
    child.once("exit", over);
    child.once("error", over);
  });
  // Node.js ends although a browser runs, and takes it along.
  child.unref();
  const remove = () => {
    if (!profile) rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };

  try {
    const marionette = await reach(folder, () => ended);
    const { sessionId, capabilities } = await marionette.send("WebDriver:NewSession", {});
    const driver = new WebDriver(new Session(sessionId, capabilities), marionette);
    keepWords(driver, words);
    const quit = driver.quit.bind(driver);
    driver.quit = async () => {
      // Where nobody comes back to the profile, nothing is left to be written.
      if (profile) await quit().catch(() => {});
      else child.kill("SIGKILL");
      const impatience = setTimeout(() => child.kill("SIGKILL"), PATIENCE);
      await end;
      clearTimeout(impatience);
      remove();
    };
    return driver;
  } catch (error) {
    child.kill("SIGKILL");
    await end;
    remove();
    throw error;
  }
}
