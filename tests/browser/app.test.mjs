/** The site as an app that can be installed, and the policy that its pages have. */
import assert from "node:assert/strict";
import test from "node:test";
import { PNG } from "pngjs";
import { Key } from "selenium-webdriver";
import { needs } from "./browsers.mjs";
import { opens, row, rows, stored, withCopy } from "./copies.mjs";
import { isDirty, onDisk, opened, paintAndSave } from "./disk.mjs";
import { visit } from "./visit.mjs";

/** Shares a picture of 5 × 3 pixels with the app, as the system does: by a request that no page of the app makes. @param {import("./page.mjs").Page} page */
async function share(page) {
  await page.driver.get(`data:text/html,<form method="post" enctype="multipart/form-data" action="${page.url}share"><input type="file" name="file"></form>`);
  await page.driver.executeScript(`
    const files = new DataTransfer();
    files.items.add(new File([new Uint8Array(arguments[0])], "from a friend.png", { type: "image/png" }));
    document.querySelector("input").files = files.files;
    document.querySelector("form").submit();`, [...PNG.sync.write(new PNG({ width: 5, height: 3 }))]);
  await page.ready();
}

/** The browser would install it, with icons of the sizes that it names. @param {import("./page.mjs").Page} page */
async function installable(page) {
  const driver = /** @type {import("selenium-webdriver/chrome.js").Driver} */ (page.driver);
  /** @param {string} method @returns {Promise<any>} */
  const ask = (method) => driver.sendAndGetDevToolsCommand(method, {});
  const { url, errors, data } = await ask("Page.getAppManifest");
  assert.deepEqual(errors, []);
  assert.deepEqual((await ask("Page.getInstallabilityErrors")).installabilityErrors, []);
  const manifest = JSON.parse(data);
  assert.deepEqual(manifest.icons.map((/** @type {any} */ { purpose }) => purpose).sort(), ["any", "any", "maskable"]);
  for (const { src, sizes, purpose } of manifest.icons) {
    const answer = await fetch(new URL(src, url));
    const { width, height, data: pixels } = PNG.sync.read(Buffer.from(await answer.arrayBuffer()));
    assert.equal(`${width}x${height}`, sizes);
    assert.equal(pixels[3], purpose === "maskable" ? 255 : 0, `the corner of ${src}`);
  }
  assert.equal(new URL(manifest.start_url, url).href, `${page.url}index.html`);
}

/** Runs before the page's scripts: a browser's queue of launches, from which the journey can launch. */
const LAUNCHING = "Object.defineProperty(window, 'launchQueue', { value: { setConsumer: (consumer) => { window.launch = consumer; } } });";

test("the browser would install it; without a network, what is shared with the app becomes a drawing, and shortcuts lead to their dialogs", needs("emulation"), () =>
  withCopy(async (page, { stop }) => {
    await row(page, 3);
    await page.call("kept");
    await stored(page);
    await installable(page);
    await stop();
    await share(page);
    await opened(page, 5, 3);
    assert.match(await page.message("Opened"), /^Opened “from a friend\.png”, 5 × 3; “untitled” stays in File ▸ Drawings…$/);
    await page.call("newDocument", { width: 9, height: 9 });
    assert.deepEqual(await page.driver.executeScript(`return Promise.all([location.hash, caches.keys().then((names) => Promise.all(names.filter((name) => name.includes("shared")).map((name) => caches.open(name).then((cache) => cache.keys())))).then((all) => all.flat().length)])`),
      ["", 0], "it is taken once");

    await page.driver.executeScript("location.hash = 'shared'");
    await page.message("the shared picture has not arrived");
    await page.driver.executeScript("location.hash = 'new'");
    await page.until("the form for a new drawing", () => page.driver.executeScript("return document.querySelector('#new-dialog').open && location.hash === ''"));
    await opens(page, "squares.html");
    await opens(page, "index.html#drawings");
    await page.until("the list", () => page.driver.executeScript("return document.querySelector('#drawings-dialog').open"));
  }));

test("a file that the system opens with the app is saved again", needs("storage manager"), () =>
  visit({ before: LAUNCHING }, async (page) => {
    await paintAndSave(page, "launched.undoodle");
    const before = await onDisk(page, "launched.undoodle");
    await page.call("newDocument", { width: 9, height: 9 });
    await page.driver.executeScript("window.launch({ files: [await (await navigator.storage.getDirectory()).getFileHandle('launched.undoodle')] })");
    await opened(page, 64, 64);
    await row(page, 5);
    await page.press("s", Key.CONTROL);
    await page.until("saved", async () => !await isDirty(page));
    assert.deepEqual([await rows(page), (await onDisk(page, "launched.undoodle")).equals(before)], [[3, 5], false]);
  }));

/** Requests and scripts that no page may make, by the directive that refuses them. */
const FORBIDDEN = {
  "connect-src": ["fetch('https://example.com/').catch(() => {})", "new WebSocket('wss://example.com/')", "navigator.sendBeacon('https://example.com/', 'x')"],
  "img-src": ["new Image().src = 'https://example.com/x.png'"],
  "font-src": ["new FontFace('x', 'url(https://example.com/x.woff2)').load().catch(() => {})"],
  "script-src-elem": ["const made = document.createElement('script'); made.src = 'https://example.com/x.js'; document.head.append(made)", "const made = document.createElement('script'); made.textContent = 'window.ran = true'; document.head.append(made)"],
  "script-src-attr": ["document.body.setAttribute('onclick', 'window.ran = true'); document.body.click()"],
  "script-src": ["window.evaluate('window.ran = true')"],
  "style-src-elem": ["document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: 'https://example.com/x.css' }))", "document.head.append(Object.assign(document.createElement('style'), { textContent: 'body { color: red }' }))"],
  "frame-src": ["document.body.append(Object.assign(document.createElement('iframe'), { src: 'https://example.com/' }))"],
  "worker-src": ["new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])))", "new Worker('data:text/javascript,postMessage(1)')"],
  "object-src": ["document.body.append(Object.assign(document.createElement('object'), { data: 'https://example.com/x' }))"],
  "media-src": ["new Audio('https://example.com/x.ogg').load()"],
  "base-uri": ["document.head.append(Object.assign(document.createElement('base'), { href: 'https://example.com/' }))"],
  "form-action": ["const form = Object.assign(document.createElement('form'), { action: 'https://example.com/', target: 'x' }); document.body.append(form); form.submit()"],
};

/** Runs before the page's scripts: gathers the directives that refuse something. While a driver's own script runs, eval is allowed; in a timer of the page's it is not. */
const GATHERING = `
  window.refusals = [];
  window.evaluate = (text) => setTimeout(() => { try { (0, eval)(text); } catch {} });
  addEventListener('securitypolicyviolation', ({ effectiveDirective }) => window.refusals.push(effectiveDirective));`;

test("the policy of the pages refuses requests to elsewhere, and code that is not the site's", () =>
  visit({ before: GATHERING, stored: true }, async (page) => {
    assert.deepEqual(await page.driver.executeScript("return window.refusals"), []);
    for (const [directive, attempts] of Object.entries(FORBIDDEN)) {
      for (const attempt of attempts) {
        await page.driver.executeScript(`window.refusals.length = 0; try { ${attempt} } catch {}`);
        await page.until(`${directive} refuses ${attempt}`, async () => (/** @type {string[]} */ (await page.driver.executeScript("return window.refusals"))).some((name) => directive.startsWith(name)));
      }
    }
    assert.equal(await page.driver.executeScript("return window.ran ?? false"), false);
  }));
