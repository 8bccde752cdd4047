/**
 * What journeys with tools begin with: a small drawing, and everything chosen as it is at the start.
 */
import { Key } from "selenium-webdriver";

/** @typedef {import("./page.mjs").Page} Page */

/**
 * Opens a drawing of letters at 16×, with room beside it.
 * @param {Page} page @param {string[]} rows
 */
export async function lay(page, rows) {
  await page.paint(rows);
  await page.driver.executeScript(() => {
    const { undoodle } = /** @type {any} */ (window);
    undoodle.run("view.zoom.5");
    undoodle.run("color.reset");
    // The axes lie in the middle of each new drawing.
    const chosen = undoodle.toolOptions().filter((/** @type {any} */ { name }) => !name.startsWith("axis"));
    const start = Object.fromEntries(chosen.map((/** @type {any} */ { name, start }) => [name, start]));
    // Each tool has some of them for itself.
    for (const { id } of undoodle.tools()) undoodle.setTool(id, start);
    undoodle.setTool("pencil");
  });
}

/**
 * Chooses an option of the tool by its control: a box is ticked or cleared, an entry clicked, a number typed.
 * @param {Page} page @param {string} name @param {string | number} [value]
 */
export async function choose(page, name, value) {
  if (value === undefined) return page.click(`#option-${name}`);
  if (typeof value === "string") return page.choose(`#option-${name}`, value);
  await page.type(`#option-${name}`, String(value), Key.ENTER);
}

/** What the steps of the history are called. @param {Page} page @returns {Promise<string[]>} */
export async function labels(page) {
  return (await page.call("history")).steps.map((/** @type {any} */ step) => step.label);
}
