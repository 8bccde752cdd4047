/** The site as an app that can be installed, and the policy that its pages have. */
import assert from "node:assert/strict";
import test from "node:test";
import { PNG } from "pngjs";
import { needs } from "./browsers.mjs";
import { stored, withCopy } from "./copies.mjs";
import { visit } from "./visit.mjs";

test("the browser would install it, with icons of the sizes that it names", needs("emulation"), () =>
  withCopy(async (page) => {
    await stored(page);
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
