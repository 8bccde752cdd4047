/**
 * A sprite of 16 by 16 pixels and three frames, drawn and exported with keys alone and heard instead of seen.
 *
 * The walk presses keys, waits until the page's live regions have said something that has certain words in it, and writes down
 * all that they have said. It never looks at a pixel.
 */
import { Key } from "selenium-webdriver";

/** @typedef {import("./page.mjs").Page} Page */
/** @typedef {{what: string, keys: string, heard: string[]}} Step */

/** Keeps what the live regions say from now on: of the drawing, of what was done, and of the file that an open form shows. */
const LISTEN = `
  window.heard = [];
  const last = new Map();
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const region = (target instanceof Element ? target : target.parentElement)?.closest("#spoken, #message, #export-size");
      const words = region?.textContent.replace(/\\s+/g, " ").trim();
      if (words && words !== last.get(region.id)) window.heard.push(words);
      if (region) last.set(region.id, words);
    }
  }).observe(document.body, { childList: true, characterData: true, subtree: true });`;

/** Names of keys that have no letter. @type {Record<string, string>} */
const NAMES = Object.fromEntries(Object.entries({ "←": Key.ARROW_LEFT, "→": Key.ARROW_RIGHT, "↑": Key.ARROW_UP, "↓": Key.ARROW_DOWN, Tab: Key.TAB, Enter: Key.ENTER, Escape: Key.ESCAPE, Space: Key.SPACE, F6: Key.F6 }).map(([name, key]) => [name, key]));

/**
 * Presses keys, of which names stand between blanks: "→×3" is one three times, "Ctrl+Z" a chord, "Space↓" and "Space↑" hold a key
 * down and let it go, "“16”" is typed. What stands between blanks is pressed without a rest.
 * @param {Page} page @param {string} keys
 */
async function press(page, keys) {
  let actions = page.driver.actions();
  for (const word of keys.split(" ")) {
    const [, name, times = "1"] = /** @type {RegExpExecArray} */ (/^(.+?)(?:×(\d+))?$/.exec(word));
    const [, typed] = /^“(.*)”$/.exec(name) ?? [];
    const [, held] = /^(Ctrl|Shift|Alt)\+/.exec(name) ?? [];
    const key = NAMES[name.slice(held ? held.length + 1 : 0)] ?? name.slice(held ? held.length + 1 : 0).toLowerCase();
    const modifier = { Ctrl: Key.CONTROL, Alt: Key.ALT }[held ?? ""] ?? Key.SHIFT;
    for (let i = 0; i < Number(times); i += 1) {
      if (typed !== undefined) actions = actions.sendKeys(typed);
      else if (name === "Space↓") actions = actions.keyDown(Key.SPACE);
      else if (name === "Space↑") actions = actions.keyUp(Key.SPACE);
      else if (held) actions = actions.keyDown(modifier).keyDown(key).keyUp(key).keyUp(modifier);
      else actions = actions.keyDown(key).keyUp(key);
    }
  }
  await actions.perform();
}

/** The key that leads to the next area, as often as the palette needs it; a screen reader says there "Palette, group". */
const TO_PALETTE = "F6…";

/** What is done, with which keys, and the words that have to be heard before the next step. @type {[string, string, string[]][]} */
export const WALK = [
  ["Tab leads to “Paint with the keyboard” first; Enter takes it", "Tab Enter", ["64 by 64 pixels", "layer Layer 1", "Pencil", "painting with black", "Arrows move the cursor"]],
  ["Find “New…” among the commands", "Ctrl+K “new…”", []],
  ["Take it", "Enter", []],
  ["Type the size, and begin the drawing", "“16” Tab “16” Enter", ["16 by 16 pixels"]],
  ["Go to the corner at the top left", "←×16 ↑×16", ["0, 0, transparent"]],
  ["Go to where the cap of a mushroom begins", "→×2 ↓", ["2, 1, transparent"]],
  ["Take the ellipse", "Shift+U", ["Ellipse"]],
  ["Hold the pen down", "Space↓", ["pen down"]],
  ["Draw the cap to its opposite corner, and lift the pen", "→×11 ↓×8 Space↑", ["13, 9"]],
  ["Go inside of it", "←×5 ↑×4", ["8, 5, transparent"]],
  ["Go to the palette", TO_PALETTE, []],
  ["Take the red, and go back to the canvas", "→×7 Enter Escape", ["painting with "]],
  ["Fill the cap", "G Space", ["Fill", "8, 5, "]],
  ["Take that back", "Ctrl+Z", ["Undid Fill", "8, 5, transparent"]],
  ["Do it again", "Ctrl+Y", ["Redid Fill", "8, 5, "]],
  ["Take the colours of the beginning", "D", ["painting with black"]],
  ["Go to where the stem begins", "←×2 ↓×5", ["6, 10, transparent"]],
  ["Take the rectangle, and hold the pen down", "U Space↓", ["Rectangle", "6, 10, black, pen down"]],
  ["Draw the stem, and lift the pen", "→×3 ↓×4 Space↑", ["9, 14, black"]],
  ["Go back, and hear what is there", "↑×4", ["9, 10, black"]],
  ["Copy the frame, for an animation", "Alt+N", ["frame 2"]],
  ["Put a spot on the cap", "B ↑×6 Space", ["Pencil", "9, 4, black"]],
  ["Copy that frame, and put another spot beside it", "Alt+N ←×3 Space", ["frame 3", "6, 4, black"]],
  ["Go back to the first frame, which has none", ", ,", ["frame 1", "6, 4, "]],
  ["Stop painting with the keyboard", "Escape", ["Painting with the keyboard has ended"]],
  ["Go through the frames, which is heard as well", ".", ["frame 2"]],
  ["Open the form that exports", "Ctrl+E", ["px"]],
  ["Choose GIF in the list of formats", "“gif”", ["px"]],
  ["Export", "Enter", ["Downloading “untitled.gif”"]],
];

/** Walks, and returns what was pressed and heard. @param {Page} page @returns {Promise<Step[]>} */
export async function walk(page) {
  await page.until("the page is furnished", () => page.driver.executeScript("return document.querySelector('.ring') !== null"));
  // A download has no dialog of the system's.
  await page.driver.executeScript("document.activeElement.blur(); window.showSaveFilePicker = undefined");
  await page.driver.executeScript(LISTEN);
  /** @type {Step[]} */
  const steps = [];
  for (const [what, keys, words] of WALK) {
    let pressed = keys;
    if (keys === TO_PALETTE) {
      const there = () => page.driver.executeScript("return document.activeElement.closest('.swatches') !== null");
      let count = 0;
      for (; count < 10 && !await there(); count += 1) await press(page, "F6");
      pressed = `F6×${count}`;
    } else await press(page, keys);
    /** @type {string[]} */
    let heard = [];
    await page.until(`“${words.join("”, “")}” after “${what}”`, async () => {
      heard = await page.driver.executeScript("return window.heard");
      return words.every((word) => heard.some((said) => said.includes(word)));
    }).catch((error) => {
      throw new Error(`${error.message}: heard ${JSON.stringify(heard)}`);
    });
    await page.driver.executeScript("window.heard = []");
    steps.push({ what, keys: pressed, heard });
  }
  return steps;
}

/** The walk as a page of prose. @param {Step[]} steps */
export function told(steps) {
  const rows = steps.map(({ what, keys, heard }) => `| ${what} | ${keys} | ${heard.join(" · ") || "–"} |`);
  return `# A sprite drawn blindfold

A mushroom of 16 by 16 pixels and three frames, drawn with keys alone and exported as a GIF. The third column is everything that
the page's live regions have said meanwhile, which is what a screen reader speaks; what it says of fields and buttons that get the
focus is its own. Nobody has looked at a pixel before the end. \`npm run tool -- blindfold\` takes the walk anew, in the site that
was built last, and writes this page; a journey in \`tests/browser/blindfold.test.mjs\` takes it with each test.

| what | keys | heard |
|---|---|---|
${rows.join("\n")}
`;
}
