/**
 * WebKitGTK, by its own driver. It has no mode without a screen, so each browser gets a screen in memory (Xvfb),
 * and a home of its own, in which GTK finds its settings and the folder for downloads.
 */
import { spawn } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { Builder } from "selenium-webdriver";
import { keepWords } from "./words.mjs";

/** How long a program may take to start, and how often it is looked for, in milliseconds. */
const PATIENCE = 30_000;
const POLL = 50;

/** Processes that have been started and not ended. @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();

/** Ends a process. @param {import("node:child_process").ChildProcess} child */
function end(child) {
  running.delete(child);
  child.kill("SIGKILL");
}

process.on("exit", () => {
  for (const child of running) end(child);
});

/**
 * Starts a program that ends with this one.
 * @param {string} program
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} options
 */
function start(program, args, options) {
  const child = spawn(program, args, { stdio: "ignore", ...options });
  running.add(child);
  child.unref();
  return child;
}

/** Starts a screen in memory, and returns its name. @param {number} width @param {number} height */
async function startScreen(width, height) {
  const args = ["-displayfd", "3", "-screen", "0", `${width}x${height}x24`, "-nolisten", "tcp"];
  const screen = start(process.env.UNDOODLE_XVFB ?? "Xvfb", args, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const pipe = /** @type {import("node:stream").Readable} */ (screen.stdio[3]);
  const number = await new Promise((resolve, reject) => {
    let text = "";
    screen.on("error", reject);
    screen.on("exit", () => reject(new Error("Xvfb has ended")));
    pipe.on("data", (chunk) => {
      text += chunk;
      if (text.endsWith("\n")) resolve(Number(text));
    });
  });
  pipe.destroy();
  return { screen, display: `:${number}` };
}

/** A port that nobody listens on. @returns {Promise<number>} */
const freePort = () => new Promise((resolve, reject) => {
  const server = createServer();
  server.on("error", reject);
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    server.close(() => (address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port"))));
  });
});

/** Waits until the driver answers. @param {string} url */
async function answers(url) {
  for (const begin = performance.now(); performance.now() - begin < PATIENCE;) {
    if (await fetch(`${url}/status`).then(({ ok }) => ok, () => false)) return;
    await new Promise((resolve) => { setTimeout(resolve, POLL); });
  }
  throw new Error("WebKitWebDriver does not answer");
}

/**
 * Writes what GTK and the browser look for in a home.
 * @param {string} home
 * @param {import("./browsers.mjs").Wish} wish
 */
function furnish(home, { downloads, stillness = false }) {
  mkdirSync(path.join(home, "gtk-3.0"));
  writeFileSync(path.join(home, "gtk-3.0", "settings.ini"), `[Settings]\ngtk-enable-animations=${stillness ? 0 : 1}\n`);
  if (downloads) writeFileSync(path.join(home, "user-dirs.dirs"), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
}

/**
 * Starts the browser with a window of a size in CSS pixels.
 * @param {import("./browsers.mjs").Wish} wish
 * @param {number} width
 * @param {number} height
 */
export async function startWebKit(wish, width, height) {
  const { scale = 1 } = wish;
  const home = mkdtempSync(path.join(tmpdir(), "undoodle-webkit-"));
  furnish(home, wish);
  const { screen, display } = await startScreen(1400 * scale, 1100 * scale);
  const port = await freePort();
  const words = path.join(home, "words.txt");
  const output = openSync(words, "a");
  const service = start(process.env.UNDOODLE_WEBKITDRIVER ?? "WebKitWebDriver", [`--port=${port}`], {
    stdio: ["ignore", output, output],
    env: {
      ...process.env,
      DISPLAY: display,
      GDK_BACKEND: "x11",
      GDK_SCALE: String(scale),
      HOME: home,
      XDG_CONFIG_HOME: home,
      XDG_CACHE_HOME: home,
      XDG_DATA_HOME: home,
      // As root there is no sandbox, and no bus of the person's session is to be asked.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
      DBUS_SESSION_BUS_ADDRESS: "disabled:",
      MESA_SHADER_CACHE_DISABLE: "true",
      // There is no graphics card to share buffers with: trying takes twice the time.
      WEBKIT_DISABLE_DMABUF_RENDERER: "1",
    },
  });
  closeSync(output);
  const stop = () => {
    // A browser that is left over ends with its screen.
    for (const child of [service, screen]) end(child);
    // The browser's last process may write for a moment longer than its driver lives.
    return rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  try {
    const url = `http://127.0.0.1:${port}`;
    await answers(url);
    const binary = process.env.UNDOODLE_MINIBROWSER ?? "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";
    const capabilities = { browserName: "MiniBrowser", "webkitgtk:browserOptions": { binary, args: ["--automation", "--enable-write-console-messages-to-stdout=true"] } };
    const driver = await new Builder().usingServer(url).withCapabilities(capabilities).build();
    keepWords(driver, words);
    await driver.manage().window().setRect({ x: 0, y: 0, width, height });
    const quit = driver.quit.bind(driver);
    driver.quit = () => quit().finally(stop);
    return driver;
  } catch (error) {
    await stop();
    throw error;
  }
}
