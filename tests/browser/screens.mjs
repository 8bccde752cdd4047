/** Screens, themes and systems' colours that are emulated, for journeys about how the page looks. */

import { can } from "./browsers.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** @typedef {{theme?: "light" | "dark", forced?: boolean, contrast?: boolean, stillness?: boolean, width?: number, height?: number}} Screen */

/** The size that is emulated now, by drivers. @type {WeakMap<object, {width: number, height: number}>} */
const SIZES = new WeakMap();

/** Emulates a size, or none. @param {Page} page @param {{width: number, height: number} | undefined} size */
async function emulate(page, size) {
  const driver = /** @type {import("selenium-webdriver/chrome.js").Driver} */ (page.driver);
  if (size) SIZES.set(driver, size);
  else SIZES.delete(driver);
  if (size) await driver.sendDevToolsCommand("Emulation.setDeviceMetricsOverride", { ...size, deviceScaleFactor: 1, mobile: false });
  else await driver.sendDevToolsCommand("Emulation.clearDeviceMetricsOverride", {});
}

/**
 * Performs a part of a journey on a screen. Afterwards the screen is the one before. Where none can be emulated, the part
 * is performed on the browser's own; a journey that tells nothing there says that it needs emulation.
 * @param {Page} page @param {Screen} screen @param {() => Promise<void>} part
 */
export async function on(page, { theme = "light", forced = false, contrast = false, stillness = false, width, height }, part) {
  if (!can("emulation")) return part();
  const driver = /** @type {import("selenium-webdriver/chrome.js").Driver} */ (page.driver);
  const features = [
    { name: "prefers-color-scheme", value: theme },
    ...(forced ? [{ name: "forced-colors", value: "active" }] : []),
    ...(stillness ? [{ name: "prefers-reduced-motion", value: "reduce" }] : []),
    ...(contrast ? [{ name: "prefers-contrast", value: "more" }] : []),
  ];
  const has = (/** @type {number} */ wide, /** @type {number} */ high) => page.until(`a page of ${wide}×${high}`, () => page.driver.executeScript("return innerWidth === arguments[0] && innerHeight === arguments[1]", wide, high));
  const before = SIZES.get(driver);
  const [wide, high] = await page.driver.executeScript("return [innerWidth, innerHeight]");
  try {
    await driver.sendDevToolsCommand("Emulation.setEmulatedMedia", { features });
    // The page hears of it in a task of its own.
    if (stillness) await page.until("stillness", () => page.driver.executeScript("return matchMedia('(prefers-reduced-motion: reduce)').matches"));
    if (width && height) {
      await emulate(page, { width, height });
      await has(width, height);
    }
    await part();
  } finally {
    await driver.sendDevToolsCommand("Emulation.setEmulatedMedia", { features: [] });
    await emulate(page, before);
  }
  // What is pressed next is looked for where it lies by then.
  if (width && height) await has(wide, high);
}
