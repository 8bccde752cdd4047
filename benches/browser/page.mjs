/**
 * The editor's page beside the bare one of benches/page/, in turns: the main thread's time for a move of the pencil, for an
 * undo, and for a step of panning and of zooming, by the browser's own count.
 *
 * Input is real input by the browser's protocol, one event a frame. Each page lives in a browser of its own, so that what one
 * of them leaves to be done isn't counted for the other. Time is told twice: what the main thread computed, by the system's count
 * of its processor time, and how long its tasks took by the clock, which holds whatever else the machine did meanwhile.
 */
import path from "node:path";
import { fileURLToPath } from "node:url";
import { startBrowser } from "../../tests/browser/browsers.mjs";
import { Page } from "../../tests/browser/page.mjs";
import { serve } from "../../tests/browser/server.mjs";

const BARE = fileURLToPath(new URL("../page/", import.meta.url));

/** Moves of a stroke, steps of panning, notches of the wheel in and out again. */
const [MOVES, STEPS, NOTCHES] = [120, 40, 4];

/**
 * How often browsers are started anew, as one may be slower than another all its life, and how often each stroke and its undo
 * are done in each of them. What takes many times as long as these is done once in each.
 */
const [STARTS, ROUNDS] = [3, 3];

/**
 * How many strokes are undone in quick turns, and by a key that is held for most of a second, and the times from one press to the next, in
 * milliseconds: what the one before has left to be shown is still on the screen, or has not begun.
 */
const [TURNS, TURN, HOLD, REPEAT] = [8, 450, 20, 33];

/** The key that undoes. */
const UNDO = { key: "z", code: "KeyZ", windowsVirtualKeyCode: 90, modifiers: 2 };

/** Time from one event to the next, in milliseconds: a frame of 60 a second. */
const FRAME = 1000 / 60;

/** @typedef {import("selenium-webdriver").WebDriver} WebDriver */
/** @typedef {{x: number, y: number, width: number, height: number}} Box In CSS pixels. */

const wait = (/** @type {number} */ ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

/** A page under measurement. */
class Subject {
  /** @param {WebDriver} driver @param {Box} box The canvas. */
  constructor(driver, box) {
    this.driver = driver;
    this.box = box;
  }

  /** @param {string} method @param {object} params @returns {Promise<any>} */
  ask(method, params = {}) {
    return /** @type {any} */ (this.driver).sendAndGetDevToolsCommand(method, params);
  }

  /**
   * Returns what the main thread spent while something was done, in milliseconds.
   * @param {() => Promise<void>} doing
   * @returns {Promise<{cpu: number, wall: number}>}
   */
  async busy(doing) {
    await wait(300);
    return this.spent(doing);
  }

  /** The same, begun at once. @param {() => Promise<void>} doing */
  async spent(doing) {
    const sums = async () => {
      const { metrics } = await this.ask("Performance.getMetrics");
      const of = (/** @type {string} */ wanted) => metrics.find((/** @type {{name: string}} */ { name }) => name === wanted).value * 1000;
      return { cpu: of("ThreadTime"), wall: of("TaskDuration") };
    };
    const before = await sums();
    await doing();
    const after = await sums();
    return { cpu: after.cpu - before.cpu, wall: after.wall - before.wall };
  }

  /** Counts the frames in a second too. @param {() => Promise<void>} doing */
  async seconds(doing) {
    let frames = NaN;
    const { cpu } = await this.busy(async () => {
      await this.driver.executeScript(`
        const seen = window.framesSeen = [];
        const look = (now) => { if (window.framesSeen === seen) { seen.push(now); requestAnimationFrame(look); } };
        requestAnimationFrame(look);`);
      await doing();
      frames = await this.driver.executeScript(`
        const seen = window.framesSeen;
        window.framesSeen = undefined;
        return (seen.length - 1) / (seen.at(-1) - seen[0]) * 1000;`);
    });
    return { cpu, frames };
  }

  /** One mouse event at a place from (0, 0) to (1, 1) of the canvas. @param {string} type @param {number} x @param {number} y @param {object} [more] */
  async mouse(type, x, y, more = {}) {
    const { box } = this;
    await this.ask("Input.dispatchMouseEvent", { type, x: box.x + box.width * x, y: box.y + box.height * y, ...more });
  }

  /** Presses a button and moves over the canvas, a move a frame. @param {[number, number]} from @param {[number, number]} to @param {number} moves @param {"left" | "middle"} button */
  async moves([x, y], [endX, endY], moves, button) {
    const held = { button, buttons: button === "left" ? 1 : 4, clickCount: 1 };
    await this.mouse("mousePressed", x, y, held);
    const begin = performance.now();
    for (let i = 1; i <= moves; i += 1) {
      await this.mouse("mouseMoved", x + ((endX - x) * i) / moves, y + ((endY - y) * i) / moves, held);
      await wait(begin + i * FRAME - performance.now());
    }
  }

  /** Lets go of the button, and waits for a tenth of a second. @param {[number, number]} at @param {"left" | "middle"} button */
  async release([x, y], button) {
    await this.mouse("mouseReleased", x, y, { button, buttons: 0, clickCount: 1 });
    await wait(100);
  }

  /** A drag over the canvas. @param {[number, number]} from @param {[number, number]} to @param {number} moves @param {"left" | "middle"} button */
  async drag(from, to, moves, button) {
    await this.moves(from, to, moves, button);
    await this.release(to, button);
  }

  /** Presses Ctrl+Z and waits for the second frame after it. */
  async undo() {
    await this.ask("Input.dispatchKeyEvent", { type: "rawKeyDown", ...UNDO });
    await this.frames();
    await this.ask("Input.dispatchKeyEvent", { type: "keyUp", ...UNDO });
  }

  /** Holds Ctrl+Z for so many presses, and waits for the second frame after the last. @param {number} times */
  async hold(times) {
    const begin = performance.now();
    for (let i = 0; i < times; i += 1) {
      await this.ask("Input.dispatchKeyEvent", { type: "rawKeyDown", ...UNDO, autoRepeat: i > 0 });
      await wait(begin + (i + 1) * REPEAT - performance.now());
    }
    await this.frames();
    await this.ask("Input.dispatchKeyEvent", { type: "keyUp", ...UNDO });
  }

  frames() {
    const expression = "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))";
    return this.ask("Runtime.evaluate", { expression, awaitPromise: true });
  }

  /** The time of the key's handlers and of the promises that they resolve, in milliseconds. @returns {Promise<number>} */
  handler() {
    return this.driver.executeAsyncScript(`
      const [done] = arguments;
      const event = new KeyboardEvent("keydown", { key: "z", code: "KeyZ", ctrlKey: true, bubbles: true, cancelable: true });
      const begin = performance.now();
      document.body.dispatchEvent(event);
      Promise.resolve().then(() => done(performance.now() - begin));`);
  }
}

/** @param {number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;

/**
 * What is measured, in milliseconds that the main thread computed, `end` in the tenth of a second after a stroke; `…Wall` are those of its tasks by the clock, `…Frames` how many
 * frames there were in a second.
 * @typedef {{move: number, moveWall: number, end: number, undo: number, undoWall: number, handler: number, quick: number, quickWall: number, held: number, heldWall: number, pan: number, panFrames: number, zoom: number, zoomFrames: number}} Figures
 */

/** Paints and undoes, and undoes another stroke by a key that is timed. @param {Subject} page @returns {Promise<Partial<Figures>>} */
async function paint(page) {
  const stroke = await page.busy(() => page.moves([0.1, 0.15], [0.9, 0.8], MOVES, "left"));
  const { cpu: end } = await page.spent(() => page.release([0.9, 0.8], "left"));
  const undo = await page.busy(() => page.undo());
  await wait(700);
  await page.drag([0.1, 0.7], [0.9, 0.25], MOVES >> 2, "left");
  await wait(500);
  const handler = await page.handler();
  await wait(700);
  return { move: stroke.cpu / MOVES, moveWall: stroke.wall / MOVES, end, undo: undo.cpu, undoWall: undo.wall, handler };
}

/** Paints some strokes, and waits until nothing follows from them: the first one after an undo has a message come, which goes eight seconds later. @param {Subject} page @param {number} count */
async function strokes(page, count) {
  for (let i = 0; i < count; i += 1) await page.drag([0.1, 0.1 + (0.4 * i) / count], [0.9, 0.3 + (0.4 * i) / count], MOVES >> 3, "left");
  await wait(900);
  const says = () => page.driver.executeScript("return document.querySelector('#message')?.hasChildNodes() ?? false");
  for (let i = 0; i < 50 && await says(); i += 1) await wait(200);
}

/** Undoes some strokes in quick turns. @param {Subject} page @returns {Promise<Pick<Figures, "quick" | "quickWall">>} */
async function undoInTurns(page) {
  await strokes(page, TURNS);
  const turns = [];
  for (let i = 0; i < TURNS; i += 1) {
    const begin = performance.now();
    turns.push(await page.spent(() => page.undo()));
    await wait(begin + TURN - performance.now());
  }
  // The first of them comes after a rest.
  return { quick: median(turns.slice(1).map(({ cpu }) => cpu)), quickWall: median(turns.slice(1).map(({ wall }) => wall)) };
}

/** Undoes some by a held key. @param {Subject} page @returns {Promise<Pick<Figures, "held" | "heldWall">>} */
async function undoHeld(page) {
  await strokes(page, HOLD);
  const held = await page.busy(() => page.hold(HOLD));
  return { held: held.cpu / HOLD, heldWall: held.wall / HOLD };
}

/** Pans and zooms. @param {Subject} page @returns {Promise<Partial<Figures>>} */
async function look(page) {
  const pan = await page.seconds(() => page.drag([0.4, 0.4], [0.6, 0.6], STEPS, "middle"));
  await page.drag([0.6, 0.6], [0.4, 0.4], 1, "middle");
  const zoom = await page.seconds(async () => {
    for (let i = 0; i < 2 * NOTCHES; i += 1) {
      await page.mouse("mouseWheel", 0.5, 0.5, { deltaX: 0, deltaY: i < NOTCHES ? -100 : 100 });
      await wait(2 * FRAME);
    }
  });
  return {
    pan: pan.cpu / STEPS,
    panFrames: pan.frames,
    zoom: zoom.cpu / (2 * NOTCHES),
    zoomFrames: zoom.frames,
  };
}

/**
 * Whether the canvases are as large as those of a large screen, device pixels per CSS pixel, and whether undo in quick turns is measured on a bare page, too, that
 * highlights what was undone.
 * @typedef {{wide?: boolean, scale?: number, lit?: boolean}} Screen
 */

/** What is found of the editor's page, of the bare one, and of undo in quick turns on the bare one where it highlights what was undone. @typedef {[Found, Found, Found]} Three */

/** All that was found of each figure, by its name. @typedef {Map<string, number[]>} Found */

/** @param {Found} all @param {Partial<Figures>} figures */
function add(all, figures) {
  for (const [key, value] of Object.entries(figures)) all.set(key, [...(all.get(key) ?? []), value]);
}

/**
 * Measures both pages with a picture of a size; medians.
 * @param {number} side
 * @param {number} layers of the editor's drawing
 * @param {Screen} [screen]
 * @returns {Promise<{ours: Figures, bare: Figures, lit: Pick<Figures, "quick" | "quickWall">}>}
 */
export async function beside(side, layers, screen = {}) {
  /** @type {Three} */
  const found = [new Map(), new Map(), new Map()];
  for (let start = 0; start < STARTS; start += 1) await inTurns(side, layers, screen, found, start);
  const [ours, bare, lit] = found.map((all) => /** @type {Figures} */ (Object.fromEntries([...all].map(([key, values]) => [key, median(values)]))));
  return { ours, bare, lit };
}

/** Has the first stroke and its undo compile what the others run. @param {Subject} subject */
async function warm(subject) {
  await subject.ask("Performance.enable");
  await subject.drag([0.1, 0.1], [0.9, 0.9], 30, "left");
  await subject.undo();
}

/**
 * Starts both browsers, and adds what is found in some rounds.
 * @param {number} side
 * @param {number} layers
 * @param {Screen} screen
 * @param {Three} found
 * @param {number} first Which of the two is started first, if it is odd.
 */
async function inTurns(side, layers, { wide = false, scale, lit = false }, found, first) {
  const [site, yardstick] = [await serve(), await serve("/", "", BARE)];
  const drivers = [await startBrowser({ scale }), await startBrowser({ scale })];
  if (first % 2) drivers.reverse();
  try {
    if (wide) for (const driver of drivers) await driver.manage().window().setRect({ width: 2242, height: 1540 });
    const [editor, plain] = drivers;
    const page = new Page(editor, site.url, "");
    await page.open("index.html");
    await page.call("newDocument", { width: side, height: side });
    // Each layer lets those below show through, so that all of them count.
    await page.call("setTool", "fill");
    for (let i = 1; i < layers; i += 1) {
      await page.drag([[side >> 1, side >> 1]]);
      await page.call("run", "layer.add");
      await page.call("run", "layer.opacity", { opacity: 128 });
    }
    await page.call("setTool", "pencil");
    const place = (/** @type {string} */ css) => `
      const { x, y, width, height } = document.querySelector("${css}").getBoundingClientRect();
      return { x, y, width, height };`;
    const box = await editor.executeScript(place("#surface"));
    const [width, height] = [Math.round(box.width * (scale ?? 1)), Math.round(box.height * (scale ?? 1))];
    const bare = `${yardstick.url}index.html?side=${side}&width=${width}&height=${height}`;
    await plain.get(bare);
    const subjects = [new Subject(editor, box), new Subject(plain, await plain.executeScript(place("canvas")))];
    for (const subject of subjects) await warm(subject);
    for (let i = 0; i < ROUNDS; i += 1) {
      for (const which of i % 2 ? [1, 0] : [0, 1]) add(found[which], await paint(subjects[which]));
    }
    for (const measure of [undoInTurns, undoHeld, look]) {
      for (const which of [0, 1]) add(found[which], await measure(subjects[which]));
    }
    if (!lit) return;
    await plain.get(`${bare}&highlight=1`);
    await warm(subjects[1]);
    add(found[2], await undoInTurns(subjects[1]));
  } finally {
    for (const driver of drivers) await driver.quit();
    site.stop();
    yardstick.stop();
  }
}

/** How many strokes are undone after the first one, and how long the page is left alone before each undo and before the first of all, in milliseconds. */
const [LATER, ALONE, FURNISHED] = [4, 900, 3000];

/**
 * Opens the editor in a browser of its own.
 * @template T
 * @param {number} side
 * @param {(page: Page, subject: Subject) => Promise<T>} measure
 */
async function opened(side, measure) {
  const site = await serve();
  const driver = await startBrowser({});
  try {
    const page = new Page(driver, site.url, "");
    await page.open("index.html");
    await page.call("newDocument", { width: side, height: side });
    const subject = new Subject(driver, await driver.executeScript("const { x, y, width, height } = document.querySelector('#surface').getBoundingClientRect(); return { x, y, width, height };"));
    await subject.ask("Performance.enable");
    return await measure(page, subject);
  } finally {
    await driver.quit();
    site.stop();
  }
}

/**
 * Returns what the first undo of a session takes until its second frame, by a later one's, as the main thread computes: medians.
 * @param {number} side
 */
export async function firstUndo(side) {
  /** @type {number[]} */
  const first = [];
  /** @type {number[]} */
  const later = [];
  for (let start = 0; start < STARTS; start += 1) {
    await opened(side, async (_, subject) => {
      for (let i = 0; i <= LATER; i += 1) {
        await subject.drag([0.1, 0.15 + 0.1 * i], [0.9, 0.2 + 0.1 * i], MOVES >> 2, "left");
        await wait(i === 0 ? FURNISHED : ALONE);
        const { cpu } = await subject.busy(() => subject.undo());
        (i === 0 ? first : later).push(cpu);
      }
    });
  }
  return median(first) / median(later);
}

/** Returns the main thread's share of a processor while all is selected and nobody does anything: at once, and after eleven seconds. */
export const selectedAtRest = () => opened(512, async (page, subject) => {
  await page.call("run", "select.all");
  await wait(1000);
  const share = async () => (await subject.busy(() => wait(4000))).cpu / 43;
  const marching = await share();
  await wait(7000);
  return { marching, still: await share() };
});

/**
 * Returns what a move of the pencil takes on the lowest of ten layers under ten groups in groups, each blended as a whole, with a
 * filled layer clipped to it, by what it takes with the layers alone, as the main thread computes: medians.
 */
export async function grouped() {
  /** @type {[number[], number[]]} */
  const found = [[], []];
  for (let turn = 0; turn < 2 * STARTS; turn += 1) {
    const plain = turn % 2;
    await opened(512, async (page, subject) => {
      for (let top = 0; top < 10; top += 1) {
        await page.call("run", "layer.choose", { layer: top });
        await page.call("run", "layer.add");
        if (plain) continue;
        if (top === 0) {
          for (const id of ["select.all", "edit.fill", "select.none"]) await page.call("run", id);
          await page.call("run", "layer.clipped", { layer: 1 });
        }
        await page.call("run", "layer.choose", { layer: 0, how: "range" });
        await page.call("run", "group.add");
        await page.call("run", "group.opacity", { opacity: 250, outer: 512 });
      }
      await page.call("run", "layer.choose", { layer: 0 });
      await wait(FURNISHED);
      for (let i = 0; i < ROUNDS; i += 1) {
        const { cpu } = await subject.busy(() => subject.drag([0.1, 0.1 + 0.1 * i], [0.9, 0.2 + 0.1 * i], MOVES, "left"));
        // What comes first is compiled meanwhile.
        if (i > 0) found[plain].push(cpu / MOVES);
      }
    });
  }
  return median(found[0]) / median(found[1]);
}

/** Frames of a film, the time that each is shown in milliseconds, its side, and how long it is watched. */
const FILM = { frames: 6, ms: 50, side: 512, watched: 4000 };

/**
 * Returns what a film takes while it is played, beside a bare page that shows the same frames at the same times: what the main thread computes, and
 * how long its tasks take by the clock; medians.
 */
export async function played() {
  /** @type {[number[], number[]]} */
  const [cpu, wall] = [[], []];
  for (let start = 0; start < STARTS; start += 1) {
    const ours = await opened(FILM.side, async (page, subject) => {
      await page.call("setTool", "fill");
      for (let frame = 0; frame < FILM.frames; frame += 1) {
        if (frame > 0) await page.call("run", "frame.add");
        await page.call("setColor", `#${String(100 + 20 * frame).repeat(2)}`);
        await page.drag([[FILM.side >> 1, FILM.side >> 1]]);
        await page.call("run", "frame.duration", { milliseconds: FILM.ms });
      }
      await page.call("kept");
      await page.call("run", "frame.play");
      await wait(FURNISHED);
      return subject.busy(() => wait(FILM.watched));
    });
    const bare = await plainly(FILM.side, `&film=${FILM.frames}&ms=${FILM.ms}`, async (subject) => {
      await wait(FURNISHED);
      return subject.busy(() => wait(FILM.watched));
    });
    cpu.push(ours.cpu / bare.cpu);
    wall.push(ours.wall / bare.wall);
  }
  return { cpu: median(cpu), wall: median(wall) };
}

/**
 * Opens the bare page in a browser of its own, with a canvas as large as the editor's.
 * @template T
 * @param {number} side @param {string} more Further parameters of its address.
 * @param {(subject: Subject) => Promise<T>} measure
 */
async function plainly(side, more, measure) {
  const yardstick = await serve("/", "", BARE);
  const driver = await startBrowser({});
  try {
    await driver.get(`${yardstick.url}index.html?side=${side}&width=878&height=467${more}`);
    const subject = new Subject(driver, { x: 0, y: 0, width: 878, height: 467 });
    await subject.ask("Performance.enable");
    return await measure(subject);
  } finally {
    await driver.quit();
    yardstick.stop();
  }
}

if (path.resolve(process.argv[1] ?? "") === fileURLToPath(import.meta.url)) {
  for (const size of process.argv.slice(2)) {
    const [side, layers = 1, wide = 0, scale = 1] = size.split("x").map(Number);
    const { ours, bare, lit } = await beside(side, layers, { wide: wide > 0, scale, lit: side === 512 || side === 2048 });
    if (lit.quick) console.log(`${size.padEnd(8)} quick by a bare page that highlights ${(ours.quick / lit.quick).toFixed(2)}, that page by the other ${(lit.quick / bare.quick).toFixed(2)}`);
    for (const key of /** @type {(keyof Figures)[]} */ (Object.keys(ours))) {
      console.log(`${size.padEnd(8)} ${key.padEnd(10)} ours ${ours[key].toFixed(2).padStart(8)}  bare ${bare[key].toFixed(2).padStart(8)}  ratio ${(ours[key] / bare[key]).toFixed(2)}`);
    }
  }
}
