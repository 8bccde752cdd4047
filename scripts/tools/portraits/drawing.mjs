/** The drawing of the portraits: a toadstool on grass, painted by keys and drags as a hand would. */

/** @typedef {import("../../../tests/browser/page.mjs").Page} Page */
/** @typedef {import("../../../tests/browser/page.mjs").Pixel} Pixel */
/** @typedef {[key: string, color: string, ways: Pixel[][]][]} Parts Strokes and fills: a tool's key, a colour, and ways. */

/** @type {Parts} */
const CAP = [
  ["b", "#6b1f3a", [[[6, 15], [7, 10], [10, 6], [14, 4], [19, 4], [23, 6], [26, 10], [27, 15], [6, 15]]]],
  ["g", "#d9485b", [[[16, 10]]]],
  ["b", "#a92f4c", [[[7, 14], [26, 14]], [[8, 13], [25, 13]], [[25, 12], [25, 11]]]],
  ["b", "#f08a86", [[[11, 7], [14, 5]], [[10, 8], [13, 6]]]],
  ["b", "#ffe9d6", [[[11, 10], [13, 10]], [[11, 11], [13, 11]], [[12, 9], [13, 9]], [[19, 7], [21, 7]], [[19, 8], [20, 8]], [[22, 11], [23, 11]], [[17, 12], [17, 12]]]],
  ["b", "#5a3d36", [[[11, 16], [11, 24]], [[22, 16], [22, 24]], [[12, 25], [21, 25]]]],
  ["g", "#f2d3b0", [[[16, 19]]]],
  ["b", "#d3a683", [[[20, 16], [20, 24]], [[21, 16], [21, 24]], [[12, 16], [19, 16]]]],
  ["b", "#3b3a4d", [[[14, 19], [14, 20]], [[18, 19], [18, 20]], [[15, 22], [17, 22]]]],
];

/** @type {Parts} */
const GRASS = [
  ["b", "#1d7349", [[[2, 28], [29, 28]], [[4, 29], [27, 29]], [[8, 30], [23, 30]]]],
  ["b", "#54ae4a", [[[1, 27], [30, 27]], [[4, 26], [9, 26]], [[23, 26], [27, 26]], [[5, 25], [5, 25]], [[25, 25], [25, 25]]]],
  ["b", "#a5d95a", [[[3, 27], [8, 27]], [[21, 27], [24, 27]]]],
];

/** @param {Page} page @param {Parts} parts */
export async function paint(page, parts) {
  for (const [key, color, ways] of parts) {
    await page.press(key);
    await page.call("setColor", color);
    for (const way of ways) await page.drag(way);
  }
}

/** Takes the pointer off the picture, and waits until nothing is said. @param {Page} page */
export async function rest(page) {
  await page.driver.actions().move({ x: 5, y: 5, duration: 0 }).perform();
  await page.until("no message", () => page.driver.executeScript("return document.querySelector('#message').textContent === ''"));
}

/** Paints the toadstool alone. @param {Page} page */
export async function drawCap(page) {
  await page.call("newDocument", { width: 32, height: 32 });
  await paint(page, CAP);
}

/** Paints all of the drawing: two layers, four frames. @param {Page} page */
export async function draw(page) {
  await drawCap(page);
  await page.call("run", "layer.add");
  await paint(page, GRASS);
  for (let i = 0; i < 3; i += 1) await page.call("run", "frame.duplicate");
  await page.undo();
  await rest(page);
  await page.call("kept");
}
