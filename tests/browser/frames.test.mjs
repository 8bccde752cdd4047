/** Frames by hand: their order, how long each is shown, their tags, and playing them. */
import assert from "node:assert/strict";
import test from "node:test";
import { Key } from "selenium-webdriver";
import { labels, lay } from "./grids.mjs";
import { visit } from "./visit.mjs";

/** @typedef {import("./page.mjs").Page} Page */

/** What the steps are called that have been done and not been undone. @param {Page} page */
const done = async (page) => (await labels(page)).slice(0, await page.steps());

/** The frames as the row shows them, by their titles, and which is the chosen one. @param {Page} page @returns {Promise<[string[], number]>} */
const shown = (page) =>
  page.driver.executeScript(`
    const buttons = [...document.querySelectorAll("#timeline .frame")];
    return [buttons.map((button) => button.title), buttons.findIndex((button) => button.getAttribute("aria-current") === "true")];`);

/** What each frame has in its first row, without choosing it. @param {Page} page @returns {Promise<string>} */
async function rows(page) {
  /** @type {string[]} */
  const colors = await page.driver.executeScript(`
    return undoodle.frames().map((_, frame) => undoodle.celPixel(0, frame, 0, 0));`);
  const letters = new Map([["#00000000", "."], ["#ff0000ff", "R"], ["#00ff00ff", "G"], ["#0000ffff", "B"]]);
  return colors.map((color) => letters.get(color) ?? color).join("");
}

/** A red, a green and a blue frame; the blue one is chosen. @param {Page} page @param {number} [milliseconds] How long each is shown. */
async function three(page, milliseconds) {
  await lay(page, ["R."]);
  // A new frame is shown as long as the one before it.
  if (milliseconds) await page.call("run", "frame.duration", { milliseconds });
  for (const color of ["#00ff00", "#0000ff"]) {
    await page.click("#frame-add");
    await page.call("setColor", color);
    await page.drag([[0, 0]]);
  }
}

/** @param {Page} page @param {number} frame */
const choose = (page, frame) => page.click(`#timeline .frame[data-frame="${frame}"]`);

/**
 * Does something that is one step, and sees that undo and redo show before and after again.
 * @param {Page} page @param {string} label @param {() => Promise<unknown>} run
 * @param {string} after The frames' colours.
 * @param {number} chosen
 */
async function step(page, label, run, after, chosen) {
  const [before, titles, made] = [await rows(page), (await shown(page))[0], await done(page)];
  await run();
  assert.deepEqual([await rows(page), (await shown(page))[1]], [after, chosen], label);
  assert.deepEqual(await done(page), [...made, label]);
  const changed = (await shown(page))[0];
  await page.undo();
  assert.deepEqual([await rows(page), (await shown(page))[0]], [before, titles], `${label}, undone`);
  await page.redo();
  assert.deepEqual([await rows(page), (await shown(page))[0]], [after, changed], `${label}, redone`);
  await page.undo();
}

test("frames are added, duplicated and deleted behind the chosen one, each as one step", () =>
  visit({}, async (page) => {
    await three(page);
    assert.deepEqual([await rows(page), await page.letters()], ["RGB", ["B."]]);
    assert.deepEqual(await shown(page), [["Frame 1, 100 ms", "Frame 2, 100 ms", "Frame 3, 100 ms"], 2]);
    await choose(page, 0);
    assert.deepEqual(await page.letters(), ["R."]);
    await step(page, "New frame", () => page.click("#frame-add"), "R.GB", 1);
    await choose(page, 1);
    await step(page, "Duplicate frame", () => page.click("#frame-duplicate"), "RGGB", 2);
    await choose(page, 1);
    await page.click("#frame-duplicate");
    await page.call("setColor", "#ff0000");
    await page.drag([[0, 0]]);
    assert.equal(await rows(page), "RGRB", "a copy is a frame of its own");
    await page.undo();
    await page.undo();
    await choose(page, 1);
    await step(page, "Delete frame", () => page.click("#frame-delete"), "RB", 0);
    await step(page, "Delete frame", () => page.menu("frame.delete"), "RB", 0);
  }));

test("frames move to the left and the right, and stop at the ends", () =>
  visit({}, async (page) => {
    await three(page);
    const names = await page.driver.executeScript("return ['left', 'right'].map((side) => document.querySelector(`#frame-${side}`)).flatMap((button) => [button.title, button.ariaLabel])");
    assert.deepEqual(names, ["Move frame to the left", "Move frame to the left", "Move frame to the right", "Move frame to the right"]);
    await step(page, "Move frame", () => page.click("#frame-left"), "RBG", 1);
    await choose(page, 0);
    await step(page, "Move frame", () => page.click("#frame-right"), "GRB", 1);
    const enabled = async () => [await (await page.find("#frame-left")).isEnabled(), await (await page.find("#frame-right")).isEnabled()];
    await choose(page, 0);
    assert.deepEqual(await enabled(), [false, true], "the first");
    await choose(page, 2);
    assert.deepEqual(await enabled(), [true, false], "the last");
  }));

test("one frame alone is not deleted, moved or played", () =>
  visit({}, async (page) => {
    for (const id of ["delete", "play", "left", "right"]) assert.equal(await (await page.find(`#frame-${id}`)).isEnabled(), false, id);
    await page.click("#frame-add");
    for (const id of ["delete", "play"]) assert.equal(await (await page.find(`#frame-${id}`)).isEnabled(), true, id);
  }));

test("comma and full stop go round the frames, and each frame has its own picture", () =>
  visit({}, async (page) => {
    await three(page);
    for (const [key, frame, seen] of /** @type {[string, number, string][]} */ ([
      [".", 0, "R."], [".", 1, "G."], [",", 0, "R."], [",", 2, "B."], [",", 1, "G."],
    ])) {
      await page.press(key);
      assert.deepEqual([(await shown(page))[1], await page.call("active"), await page.letters()], [frame, { layer: 0, frame }, [seen]]);
    }
    assert.equal((await done(page)).length, 4, "going there is no step");
    await page.undo();
    assert.deepEqual(await page.call("active"), { layer: 0, frame: 2 }, "undo goes to where it undoes");
  }));

test("a frame's duration is typed in the row or in its form, and taken over when one goes on", () =>
  visit({}, async (page) => {
    await three(page);
    const durations = async () => (await page.call("frames")).map((/** @type {any} */ frame) => frame.duration);
    const type = (/** @type {string[]} */ ...keys) => page.type("#frame-duration", ...keys);
    await type("250", Key.ENTER);
    assert.deepEqual(await durations(), [100, 100, 250]);
    // By pointer there is no Enter: another frame is chosen at once.
    await choose(page, 1);
    await type("40");
    await choose(page, 0);
    assert.deepEqual(await durations(), [100, 40, 250]);
    assert.equal(await (await page.find("#frame-duration")).getProperty("value"), "100");
    await page.form("frame.duration", { milliseconds: 65535 });
    assert.deepEqual(await durations(), [65535, 40, 250]);
    assert.deepEqual((await done(page)).slice(4), ["Frame duration", "Frame duration", "Frame duration"]);
    await type("0", Key.ENTER);
    assert.equal(await page.message("expected"), "milliseconds 0: expected 1..=65535");
    await page.press(Key.ESCAPE);
    assert.equal(await (await page.find("#frame-duration")).getProperty("value"), "65535", "what is refused is not left standing");
    for (const expected of [[100, 40, 250], [100, 100, 250], [100, 100, 100]]) {
      await page.undo();
      assert.deepEqual(await durations(), expected);
    }
  }));

test("frames are tagged by a form that counts from one, and tags follow their frames", () =>
  visit({}, async (page) => {
    await three(page);
    await page.click("#frame-tag");
    const value = async (/** @type {string} */ name) => (await page.find(`#form-${name}`)).getProperty("value");
    assert.deepEqual([await value("from"), await value("to"), await value("direction")], ["1", "3", "forward"]);
    await page.fill({ name: "walk", from: 2, to: 3, direction: "ping-pong" });
    await page.click("#form-ok");
    assert.deepEqual(await page.call("tags"), [{ name: "walk", from: 1, to: 2, direction: "ping-pong" }]);
    const tagged = ["Frame 1, 100 ms", "Frame 2, 100 ms, walk", "Frame 3, 100 ms, walk"];
    assert.deepEqual((await shown(page))[0], tagged);
    assert.equal((await page.text("#timeline .tag-name")), "walk");
    await page.form("frame.edit-tag", { name: "run", to: 2 });
    assert.deepEqual((await shown(page))[0], ["Frame 1, 100 ms", "Frame 2, 100 ms, run", "Frame 3, 100 ms"]);
    await page.undo();
    await choose(page, 0);
    await page.click("#frame-delete");
    assert.deepEqual(await page.call("tags"), [{ name: "walk", from: 0, to: 1, direction: "ping-pong" }]);
    await page.undo();
    await page.form("frame.delete-tag", {});
    assert.deepEqual((await shown(page))[0], ["Frame 1, 100 ms", "Frame 2, 100 ms", "Frame 3, 100 ms"]);
    await page.undo();
    assert.deepEqual((await shown(page))[0], tagged);
    const made = await done(page);
    await page.click("#frame-tag");
    await page.fill({ name: Key.DELETE });
    await page.click("#form-ok");
    assert.match(await page.text("#form-error"), /^the name is empty: expected 1/);
    await page.fill({ name: "late", from: 3, to: 2 });
    await page.click("#form-ok");
    assert.equal(await page.text("#form-error"), "the tag must start at frame 2 or earlier: it ends at frame 2");
    assert.equal(await page.asked(), true);
    await page.click("#form-cancel");
    assert.deepEqual(await done(page), made);
  }));

/**
 * What is shown with each of the screen's frames, and when, until it has changed that often.
 * @param {Page} page @param {number} changes @returns {Promise<[number, string][]>}
 */
const watched = (page, changes) =>
  page.driver.executeAsyncScript(
    `const [changes, done] = arguments;
     const seen = [];
     let changed = 0;
     const look = (now) => {
       const color = undoodle.pixel(0, 0);
       if (seen.length > 0 && seen.at(-1)[1] !== color) changed += 1;
       seen.push([now, color]);
       if (changed < changes) requestAnimationFrame(look);
       else done(seen);
     };
     requestAnimationFrame(look);`,
    changes,
  );

/**
 * That what was seen are the colours of a round in turn, each for as long as the others; a machine that
 * stops for a while is shown what is due when it goes on.
 * @param {[number, string][]} seen @param {string[]} round
 */
function inTurn(seen, round) {
  // A colour may have several places in the round, and the first may have been shown for a while already.
  const due = (/** @type {number} */ start, /** @type {number} */ turns) =>
    [Math.floor(turns), Math.ceil(turns)].map((n) => round[(start + n) % round.length]);
  let starts = [...round.keys()].filter((place) => round[place] === seen[0][1]);
  for (const [now, color] of seen) {
    const after = now - seen[0][0];
    starts = starts.filter((start) => due(start, after / LONG).includes(color));
    assert.notEqual(starts.length, 0, `${color} after ${after} ms`);
  }
}

/** How long each frame is shown while it is watched, in milliseconds. */
const LONG = 250;

const [R, G, B] = ["#ff0000ff", "#00ff00ff", "#0000ffff"];

test("playing shows the frames in turn, until it is stopped or somebody paints", () =>
  visit({}, async (page) => {
    await three(page, LONG);
    await choose(page, 1);
    const made = await done(page);
    const playing = async () => (await (await page.find("#frame-play")).getAttribute("aria-pressed")) === "true";
    await page.click("#frame-play");
    assert.equal(await playing(), true);
    inTurn(await watched(page, 4), [R, G, B]);
    assert.deepEqual(await done(page), made, "looking is no step");
    await page.click("#frame-play");
    assert.equal(await playing(), false);
    const { frame } = await page.call("active");
    assert.deepEqual([frame, await page.pixel(0, 0)], [1, G], "it goes back to where it was played from");
    await page.click("#frame-play");
    await watched(page, 1);
    await page.press(Key.ESCAPE);
    assert.deepEqual([await playing(), (await page.call("active")).frame], [false, 1], "Escape stops it too");
    await page.press(Key.ENTER);
    assert.equal(await playing(), true, "and Enter plays and stops");
    await page.press(Key.ENTER);
    assert.equal(await playing(), false);
    await page.click("#frame-play");
    await page.call("setColor", "#ffffff");
    await page.drag([[1, 0]]);
    assert.equal(await playing(), false);
    assert.deepEqual(await done(page), [...made, "Pencil"], "a press paints on the frame that was shown");
  }));

test("a tag around the chosen frame is played alone, and its way", () =>
  visit({}, async (page) => {
    await three(page, LONG);
    await page.form("frame.tag", { name: "back", from: 1, to: 3, direction: "ping-pong" });
    await page.click("#frame-play");
    inTurn(await watched(page, 5), [R, G, B, G]);
    await page.click("#frame-play");
    await page.undo();
    await page.form("frame.tag", { name: "two", from: 2, to: 3 });
    await choose(page, 1);
    await page.click("#frame-play");
    inTurn(await watched(page, 3), [G, B]);
  }));
