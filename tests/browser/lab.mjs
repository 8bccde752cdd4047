/** What the journeys of the Lab share. */
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */
/** @typedef {{id: string, name: string, step_bytes: number, total_bytes: number, reserved_bytes: number, undo_steps: number, redo_steps: number, lost: number, agrees: boolean}} Row */

export const CLEAR = "#00000000";
export const RED = "#e5484dff";

/** @param {(page: Page) => Promise<void>} journey @param {{query?: string, stillness?: boolean}} [how] */
export const visitLab = (journey, { query = "size=64", stillness = false } = {}) =>
  visit({ page: `lab.html?${query}`, stillness }, journey);

/** @param {Page} page @returns {Promise<Row[]>} */
export const rows = (page) => page.call("rows");

/** The colour of one pixel in each system's picture. @param {Page} page @param {number} x @param {number} y @returns {Promise<string[]>} */
export const everywhere = (page, x, y) =>
  page.driver.executeScript("return undoodle.systems().map((_, index) => undoodle.pixel(arguments[0], arguments[1], index))", x, y);

/** @param {Page} page @param {string} css */
export const shown = (page, css) =>
  page.driver.executeScript("return [...document.querySelectorAll(arguments[0])].map((element) => element.textContent.trim().replace(/\\s+/g, ' '))", css);

/** Brushes of one pixel, so that paths are exact. @param {Page} page */
export const thin = (page) => page.set("#brush", "1");
