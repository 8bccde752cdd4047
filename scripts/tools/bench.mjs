/**
 * The benchmarks: what the project claims about memory and speed, measured anew, natively and in
 * the browser. Every claim is a ratio of two things measured in the same run, beside its bound.
 * A bound that is missed is said so in the table; the program only fails when it can't measure. All of it takes
 * more than an hour, so each row is said when it is there, and the table comes at the end.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { strokeKept, undoAway } from "../../benches/browser/keeping.mjs";
import { CASES, QUIET_CHANGES, WIDE_CHANGES, longTasks, longestAfterReady, undone, untilQuiet, wideBrush } from "../../benches/browser/long.mjs";
import { beside, firstUndo, grouped, played, selectedAtRest } from "../../benches/browser/page.mjs";
import { bytesUntilReady, ready } from "../../benches/browser/ready.mjs";
import { startBrowser } from "../../tests/browser/browsers.mjs";
import { Page } from "../../tests/browser/page.mjs";
import { SEEN, serve } from "../../tests/browser/server.mjs";
import { WEIGHT } from "../../tests/browser/weight.mjs";
import { Failure, root } from "../run.mjs";
import { clock } from "../tasks.mjs";
import { nativeEnvironment } from "../toolchain.mjs";

const KINDS = ["pencil", "fills", "erasing"];
const SIDES = [64, 512, 4096];
const TEXTBOOK = ["delta-swap", "save-points", "snapshots", "xor-diffs", "commands"];
const SCRIPT = "script";
const OURS = "undoodle";
/** How often a recording is played in the browser, and how many times slower than ours a system is that plays once. */
const ROUNDS = 12;
const SLOW = 10;

/** Sides of the pictures in the page, and the most milliseconds that the key of undo may take at some of them, by side and layers. */
const PAGE_SIDES = [64, 512, 2048, 4096, 16384];
const HANDLER_MS = new Map([["512 1", 1], ["4096 1", 2], ["16384 4", 2]]);

/**
 * The most times of a bare page's that a move takes, where a stroke goes over all of the largest picture with its layers, and anywhere else.
 * @param {number} side @param {number} layers
 */
const moveBound = (side, layers) => (side === 16384 && layers > 1 ? 1.5 : 1.3);

/** The same for undo, until its second frame. @param {number} side */
const undoBound = (side) => (side === 512 || side === 2048 ? 1.2 : 1.5);

/** Times of a bare page until one can paint: about eight tenths of what the quickest of other editors takes. */
const READY = 4;

/** How long a task of the page may be, and the time from one frame to the next with the key of undo held: two frames; in milliseconds. */
const [LONG, HELD] = [50, 34];

/** @typedef {{claim: string, figure: string, bound: string, kept: boolean}} Line */

/** Says what is known now, behind the time since the start. @param {string} text */
const tell = (text) => console.log(`${clock(performance.now() / 1000)}  ${text}`);

/**
 * Makes a row of what was measured, and says it.
 * @param {string} claim @param {number} figure @param {"≤" | "≥" | "<"} sign @param {number} bound @param {string} [unit] @returns {Line}
 */
function line(claim, figure, sign, bound, unit = "") {
  const kept = sign === "≤" ? figure <= bound : sign === "≥" ? figure >= bound : figure < bound;
  const word = (/** @type {number} */ value) => `${Number.isInteger(value) ? value.toLocaleString("en") : value.toFixed(2)}${unit}`;
  const row = { claim, figure: word(figure), bound: `${sign} ${word(bound)}`, kept };
  tell(`${claim}: ${row.figure}, ${row.bound}${kept ? "" : ": missed"}`);
  return row;
}

/** The figures that a program in benches/ prints. @param {string} name @param {NodeJS.ProcessEnv} env */
function figures(name, env) {
  const { status, stdout, stderr } = spawnSync("cargo", ["bench", "--workspace", "--bench", name], { cwd: root, env, encoding: "utf8" });
  if (status !== 0) throw new Failure(`benches/${name}.rs failed: ${stderr.trim().split("\n").at(-1)}`);
  return new Map(stdout.trim().split("\n").map((text) => {
    const [name, figure] = text.split(" ");
    return /** @type {[string, number]} */ ([name, Number(figure)]);
  }));
}

/** @param {Map<string, number>} figures @param {string} name */
function of(figures, name) {
  const figure = figures.get(name);
  if (figure === undefined || Number.isNaN(figure)) throw new Failure(`${name} was not measured`);
  return figure;
}

/** @param {Map<string, number>} bytes @returns {Line[]} */
function memory(bytes) {
  const most = (/** @type {string} */ prefix) => Math.max(...[...bytes].filter(([name]) => name.startsWith(prefix)).map(([, figure]) => figure));
  const lines = [
    line("bytes of a 20-pixel pencil stroke, the most on any canvas from 64² to 32768²", most("stroke-"), "≤", 512),
    line("the same while it is one of the newest, and hot", most("hot-stroke-"), "≤", 1024),
  ];
  for (const kind of KINDS) {
    const others = TEXTBOOK.map((id) => of(bytes, `recording-${kind}-512-${id}`));
    const best = Math.min(...others);
    lines.push(line(`${kind} at 512²: bytes a step of the best of S1–S5, by ours sealed`, best / of(bytes, `sealed-${kind}-512-${OURS}`), "≥", 3, "×"));
    lines.push(line(`${kind} at 512²: ours before sealing, by the best of S1–S5`, of(bytes, `recording-${kind}-512-${OURS}`) / best, "<", 1, "×"));
  }
  lines.push(line("100,000 commits: the most bytes held at any moment, by a counting allocator, of both budgets", of(bytes, "budget-most"), "≤", of(bytes, "budget-allowed")));
  return lines;
}

/** @param {Map<string, number>} bytes @param {Map<string, number>} steps @param {Map<string, number>} times @returns {Line[]} */
function speed(bytes, steps, times) {
  const ratio = (/** @type {string} */ group, /** @type {string} */ one, /** @type {string} */ other) => of(times, `${group}-${one}`) / of(times, `${group}-${other}`);
  const lines = [
    line("commit and undo of a small stroke: 8192² by 64²", of(steps, "small-8192") / of(steps, "small-64"), "≤", 1.5, "×"),
    line("repaint of the same view, four layers: 16384² by 64²", ratio("repaint", "view-16384", "view-64"), "≤", 1.3, "×"),
    line("a repaint of 256 times the damage, by 256 small ones", ratio("repaint", "damage-512", "damage-32") / 256, "≤", 1.3, "×"),
    line("stroke and undo with four layers: 16384² by 64²", ratio("huge", "stroke-16384", "stroke-64"), "≤", 1.5, "×"),
    line("repaint of all of 16384² with four layers, zoomed out to fit, in frames of 1/60 s", of(times, "repaint-fit") / (1e9 / 60), "≤", 1),
    line("fill of all of 16384² and its undo, in tenths of a second, which people notice", of(times, "huge-fill-16384") / 1e8, "≤", 1),
    line("a nudge of a lifted selection of 2048², in milliseconds", of(times, "nudge-2048") / 1e6, "≤", 1),
    line("the pencil's move and its repaint at 512² under ten groups in groups: a filled layer clipped to the painted one, by not clipped", ratio("grouped", "move-clipped", "move-filled"), "≤", 1.5, "×"),
    line("undo of 16 MiB that share nothing, by a plain copy of them", ratio("large", "undo", "copy"), "≤", 2.5, "×"),
    line("undo-all and redo-all: a step of a history four times as long, by a step of the short one (quadratic: 4×)", (ratio("long", "16", "4") * of(bytes, "budget-kept-4")) / of(bytes, "budget-kept-16"), "≤", 2, "×"),
  ];
  for (const side of SIDES) {
    for (const kind of KINDS) {
      const time = (/** @type {string} */ id) => of(steps, `step-${kind}-${side}-${id}`);
      const times = TEXTBOOK.map((id) => ({ id, time: time(id) })).sort((a, b) => a.time - b.time);
      lines.push(line(`${kind} at ${side}²: commit, undo and redo of a step, by the fastest of S1–S5 (${times[0].id}: ${(times[0].time / 1000).toFixed(2)} µs)`, time(OURS) / times[0].time, "≤", 1.1, "×"));
    }
  }
  return lines;
}

/**
 * What a step takes when the textbook's delta swap is given what this product's design can't do without, as multiples of the
 * fastest of S1–S5.
 * @param {Map<string, number>} steps
 */
function floors(steps) {
  const columns = ["delta-swap", "plain", "sparse", "own", "both", "told", OURS];
  const rows = SIDES.flatMap((side) => KINDS.map((kind) => {
    const time = (/** @type {string} */ id) => of(steps, `step-${kind}-${side}-${id}`);
    const fastest = TEXTBOOK.reduce((best, id) => (time(id) < time(best) ? id : best));
    const multiples = columns.map((id) => `${(time(id) / time(fastest)).toFixed(2)}×`);
    return `| ${kind} at ${side}² | ${fastest} | ${(time(fastest) / 1000).toFixed(2)} | ${multiples.join(" | ")} |`;
  }));
  const head = ["recording", "fastest of S1–S5", "µs a step", "S1", "S1, plain", "sparse marks", "steps by themselves", "both", "and told", "ours"];
  return [`| ${head.join(" | ")} |`, `|---|---|${"---:|".repeat(head.length - 2)}`, ...rows].join("\n");
}

/** How far the samples of times lie apart, at the middle and at the worst. @param {Map<string, number>} times */
function noise(times) {
  const all = [...times].filter(([name]) => name.startsWith("apart-")).map(([, apart]) => apart).sort((a, b) => a - b);
  return { middle: all[Math.floor(all.length / 2)] ?? NaN, worst: all.at(-1) ?? NaN };
}

/** What keeping a drawing costs. @param {Map<string, number>} keeping @returns {Line[]} */
function kept(keeping) {
  return [
    line("a record of a stroke of 20 pixels, in milliseconds", of(keeping, "stroke"), "≤", 0.3),
    line("its bytes in the store, by those in the history", of(keeping, "stroke_bytes"), "≤", 1.3, "×"),
    line("a record of a fill of 2048² noise, by the fill", of(keeping, "noise_take") / of(keeping, "noise_fill"), "≤", 0.05, "×"),
    line("its bytes in the store, by those in the history", of(keeping, "noise_bytes"), "≤", 1.3, "×"),
    line("a drawing of 100,000 steps until a stroke is painted, beyond an empty one, in milliseconds", of(keeping, "reopen") - of(keeping, "reopen_empty"), "≤", 1000),
    line("undo of a step whose bytes lie in the store, in milliseconds", of(keeping, "undo_away"), "≤", 100),
  ];
}

/** What a look into the past takes. @param {Map<string, number>} past @returns {Line[]} */
function lookedBack(past) {
  const milliseconds = (/** @type {string} */ name) => of(past, name) / 1e6;
  return [
    line("64×64 pixels of 2048², a thousand strokes all over it back, in milliseconds", milliseconds("region-all-over"), "≤", 16),
    line("the same with all of the strokes through these pixels", milliseconds("region-through"), "≤", 16),
    line("all of 512² at the next of a thousand steps, in milliseconds", milliseconds("scrub-next"), "≤", 16),
    line("all of 512² at any of a thousand steps, in milliseconds", milliseconds("scrub-any"), "≤", 16),
    line("Shift over the next of a thousand steps at 512², painted at 1440×900, in milliseconds", milliseconds("peek-next"), "≤", 16),
    line("Shift over any of a thousand steps at 512², painted at 1440×900, in milliseconds", milliseconds("peek-any"), "≤", 16),
    line("who made a pixel, the first answer among 100,000 steps, in milliseconds", milliseconds("probe-first"), "≤", 16),
    line("the same if the oldest step has made it, and 25,000 others painted within the same 8×8 pixels", milliseconds("probe-oldest"), "≤", 16),
    line("heat: the exact pixels of the 64 steps between two looks at the clock, in milliseconds", milliseconds("heat-slice"), "≤", 4),
    line("a search among 100,000 steps, until the first rows are there, in milliseconds", milliseconds("search-first"), "≤", 16),
    line("the index of 100,000 steps, in bytes: 8 for a step and a tile", of(past, "index-bytes"), "≤", of(past, "index-allowed")),
    line("a stroke of a thousand steps ago at 512² taken back, in milliseconds", milliseconds("take-back-drawing"), "≤", 50),
    line("the same by the script model, by ours", of(past, "take-back-lines-512-script") / of(past, "take-back-drawing"), "≥", 20, "×"),
    line("the same by the script model, by ours over the same bytes in the Lab", of(past, "take-back-lines-512-script") / of(past, "take-back-lines-512-undoodle"), "≥", 20, "×"),
  ];
}

/** What taking back the middle step of each recording costs the script model and the engine, and in how many pixels they differ. @param {Map<string, number>} past */
function takenBack(past) {
  const rows = SIDES.flatMap((side) => KINDS.map((kind) => {
    const found = (/** @type {string} */ what) => of(past, `take-back-${kind}-${side}-${what}`);
    const times = [found("script"), found(OURS)].map((time) => `${(time / 1e6).toFixed(2)} ms`);
    const bytes = [found("script-bytes"), found(`${OURS}-bytes`)].map((count) => Math.round(count / 1024).toLocaleString("en"));
    return `| ${kind} at ${side}² | ${found("steps")} | ${times.join(" | ")} | ${(found("script") / found(OURS)).toFixed(1)}× | ${bytes.join(" | ")} | ${found("differing").toLocaleString("en")} |`;
  }));
  const head = ["recording", "steps", "script", "ours", "script by ours", "KiB, script", "KiB, ours", "pixels that differ"];
  return [`| ${head.join(" | ")} |`, `|---|${"---:|".repeat(head.length - 1)}`, ...rows].join("\n");
}

/** What opening and saving large files costs beside their decoders, and a plain encoder. @param {Map<string, number>} files @returns {Line[]} */
function ofFiles(files) {
  const times = (/** @type {string} */ name) => of(files, name) / of(files, `${name}-plain`);
  return [
    line("a GIF of 204 pictures of 674×283 that differ by little: opened, by its decoder alone", times("open-gif"), "≤", 40, "×"),
    line("an OpenRaster of 16 nearly empty layers at 3520×2688: opened, by the decoder of its pictures alone", times("open-ora"), "≤", 3, "×"),
    line("a photo of 4096² saved as the smallest PNG, by a plain encoder", times("save-photo-4096"), "≤", 2, "×"),
    line("art of 16 colours at 4096² saved as the smallest PNG, by a plain encoder", times("save-art-4096"), "≤", 2, "×"),
    line("noise of 2048² saved as the smallest PNG, by a plain encoder", times("save-noise-2048"), "≤", 2, "×"),
    line("a sheet of 64 pictures of 128² saved, by a plain encoder", times("save-sheet"), "≤", 4, "×"),
    line("art of 16 colours at 512² saved as the smallest PNG, in milliseconds", of(files, "save-art-512") / 1e6, "≤", 100),
  ];
}

/** The same recordings through the Lab's page. @returns {Promise<Line[]>} */
async function inTheBrowser() {
  const server = await serve("/", SEEN);
  const session = await startBrowser({});
  try {
    const page = new Page(session, server.url, "");
    await page.open("lab.html?size=64");
    /** @type {{id: string}[]} */
    const systems = await page.call("systems");
    const lines = [];
    const folder = path.join(root, "www", "lab", "recordings");
    const files = readdirSync(folder).filter((name) => !name.includes("4096")).sort();
    for (const file of files) {
      const text = readFileSync(path.join(folder, file), "utf8");
      const spent = new Map();
      const bytes = new Map();
      // The browser's clock ticks every tenth of a millisecond, so many recordings are summed up, in turns.
      const rounds = file.includes("64") ? ROUNDS * 8 : ROUNDS;
      /** @type {string[]} */
      let slow = [];
      for (let round = 0; round < rounds; round += 1) {
        for (const [index, { id }] of systems.entries()) {
          if (id === SCRIPT || slow.includes(id)) continue;
          const found = await page.call("measure", index, text);
          const sums = spent.get(id) ?? { act_ms: 0, made: 0, undo_ms: 0, undos: 0, redo_ms: 0, redos: 0 };
          for (const key of Object.keys(sums)) sums[key] += found[key];
          spent.set(id, sums);
          bytes.set(id, id === OURS ? found.sealed_bytes_per_step : found.bytes_per_step);
        }
        if (round === 0) slow = TEXTBOOK.filter((id) => spent.get(id).act_ms > SLOW * Math.max(1, spent.get(OURS).act_ms));
      }
      const time = (/** @type {string} */ id) => {
        const { act_ms, made, undo_ms, undos, redo_ms, redos } = spent.get(id);
        return act_ms / made + undo_ms / undos + redo_ms / redos;
      };
      const fastest = TEXTBOOK.reduce((a, b) => (time(a) <= time(b) ? a : b));
      const best = Math.min(...TEXTBOOK.map((id) => bytes.get(id)));
      const name = file.replace(".txt", "²").replace("-", " at ");
      lines.push(line(`in the browser, ${name}: a step's time, by the fastest of S1–S5 (${fastest})`, time(OURS) / time(fastest), "≤", 1.1, "×"));
      // On 64² a step is so small that headers weigh more than pixels; the claim is about 512².
      if (file.includes("512")) lines.push(line(`in the browser, ${name}: bytes a step of the best of S1–S5, by ours sealed`, best / bytes.get(OURS), "≥", 3, "×"));
    }
    return lines;
  } finally {
    await session.quit();
    server.stop();
  }
}

/**
 * A huge drawing in the editor's page: the longest time from one frame to the next while each thing is done.
 * @returns {Promise<Line[]>}
 */
async function hugeInTheBrowser() {
  const server = await serve("/", SEEN);
  const session = await startBrowser({});
  try {
    const page = new Page(session, server.url, "");
    await page.open("index.html");
    await page.call("newDocument", { width: 16384, height: 16384 });
    for (let i = 0; i < 3; i += 1) await page.call("run", "layer.add");
    /** The longest frame while a script's steps are done, one a frame. @param {string} step @param {number} times @returns {Promise<number>} */
    const longest = (step, times) => session.executeAsyncScript(`
      const [times, done] = arguments;
      const frame = () => new Promise((resolve) => { requestAnimationFrame(resolve); });
      (async () => {
        await frame(); await frame();
        let longest = 0;
        for (let i = 0, last = await frame(); i < times; i += 1) {
          ${step};
          // The picture is put on the canvas in the first frame, and the time it took is over at the second.
          await frame();
          const now = await frame();
          longest = Math.max(longest, (now - last) / 2);
          last = now;
        }
        done(longest);
      })();`, times);
    const lines = [];
    await page.call("setTool", "fill");
    await page.drag([[8000, 8000]]);
    /** @type {[string, string][]} */
    const steps = [
      ["zooming out to fit, and in again", "undoodle.run(i % 2 ? 'view.fit' : 'view.zoom.1')"],
      ["panning, zoomed out", "undoodle.run('view.fit'); undoodle.run(i % 2 ? 'view.scroll-left' : 'view.scroll-right')"],
      ["undo and redo of a fill of the whole canvas", "undoodle.run(i % 2 ? 'edit.redo' : 'edit.undo')"],
    ];
    for (const [name, step] of steps) {
      lines.push(line(`in the browser, 16384² with four layers, ${name}: the longest frame, in tenths of a second`, (await longest(step, 20)) / 100, "≤", 1));
    }
    return lines;
  } finally {
    await session.quit();
    server.stop();
  }
}

/** The page beside a bare one that paints the same. @returns {Promise<Line[]>} */
async function besideBare() {
  const lines = [];
  for (const layers of [1, 4]) {
    for (const side of PAGE_SIDES) {
      const { ours, bare, lit } = await beside(side, layers, { lit: undoBound(side) < 1.5 });
      const what = `${side}²${layers > 1 ? ` with ${layers} layers` : ""}`;
      lines.push(line(`in the browser, ${what}: the page's time for a move of the pencil, by a bare page's (${bare.move.toFixed(2)} ms; by the clock ${(ours.moveWall / bare.moveWall).toFixed(2)}×)`, ours.move / bare.move, "≤", moveBound(side, layers), "×"));
      lines.push(line(`in the browser, ${what}: undo until its second frame, by a bare page's (${bare.undo.toFixed(1)} ms; by the clock ${(ours.undoWall / bare.undoWall).toFixed(2)}×)`, ours.undo / bare.undo, "≤", undoBound(side), "×"));
      lines.push(line(`in the browser, ${what}: undo in quick turns, 450 ms apart, until its second frame, by a bare page's (${bare.quick.toFixed(1)} ms; by the clock ${(ours.quickWall / bare.quickWall).toFixed(2)}×)`, ours.quick / bare.quick, "≤", undoBound(side), "×"));
      if (lit.quick) lines.push(line(`in the browser, ${what}: the same, by a bare page that fades a path over what was undone (${lit.quick.toFixed(1)} ms; by the other bare page's ${(lit.quick / bare.quick).toFixed(2)}×)`, ours.quick / lit.quick, "≤", undoBound(side), "×"));
      lines.push(line(`in the browser, ${what}: twenty undos by a held key, by a bare page's (${bare.held.toFixed(1)} ms each; by the clock ${(ours.heldWall / bare.heldWall).toFixed(2)}×)`, ours.held / bare.held, "≤", undoBound(side), "×"));
      lines.push(line(`in the browser, ${what}: what the main thread computes in the tenth of a second after a stroke, in milliseconds`, ours.end, "≤", LONG));
      const most = HANDLER_MS.get(`${side} ${layers}`);
      if (most !== undefined) lines.push(line(`in the browser, ${what}: what the key of undo does before the next frame, in milliseconds (a bare page's: ${bare.handler.toFixed(1)})`, ours.handler, "≤", most));
      if (layers > 1 && side >= 2048) lines.push(...frames(what, ours));
    }
  }
  for (const side of [2048, 16384]) lines.push(...frames(`${side}² with 4 layers on a large screen`, (await beside(side, 4, { wide: true })).ours));
  const { ours, bare } = await beside(512, 1, { scale: 1.25 });
  lines.push(line(`in the browser, 512² at 125 %: the page's time for a move of the pencil, by a bare page's (${bare.move.toFixed(2)} ms; by the clock ${(ours.moveWall / bare.moveWall).toFixed(2)}×)`, ours.move / bare.move, "≤", moveBound(512, 1), "×"));
  lines.push(line(`in the browser, 512² at 125 %: undo until its second frame, by a bare page's (${bare.undo.toFixed(1)} ms; by the clock ${(ours.undoWall / bare.undoWall).toFixed(2)}×)`, ours.undo / bare.undo, "≤", undoBound(512), "×"));
  return lines;
}

/** How soon one can paint. @returns {Promise<Line[]>} */
async function untilReady() {
  const [bare, ours] = await ready();
  return [
    line("in the browser, kilobytes to download before one can paint, packed by gzip", (await bytesUntilReady()) / 1000, "≤", WEIGHT / 1000),
    line(`in the browser, time until one can paint (${ours.ready.toFixed(0)} ms), by a bare page's (${bare.ready.toFixed(0)} ms)`, ours.ready / bare.ready, "≤", READY, "×"),
    line("in the browser, the longest task within two seconds after one can paint, in milliseconds by the clock", await longestAfterReady(), "≤", LONG),
    line("in the browser, time until the page is seen, by the time until one can paint", ours.painted / ours.ready, "<", 1, "×"),
  ];
}

/** What takes long on large pictures. @returns {Promise<Line[]>} */
async function takingLong() {
  const lines = [line("in the browser, brush 64 with four samples a frame, 125 pixels apart: milliseconds that 95 frames of 100 stay below", await wideBrush(), "≤", 17)];
  for (const what of CASES) {
    const tasks = await longTasks(what);
    lines.push(line(`in the browser, ${what.name}: the longest task of the page, in milliseconds that it computed`, Math.max(...tasks.map(({ computed }) => computed)), "≤", LONG));
    lines.push(line(`in the browser, ${what.name}: the longest task of the page, in milliseconds by the clock`, Math.max(...tasks.map(({ clock }) => clock)), "≤", LONG));
  }
  return lines;
}

/** What undo and redo of wide changes, and the first undo, do to the page. @returns {Promise<Line[]>} */
async function undoing() {
  const lines = [];
  for (const what of WIDE_CHANGES) {
    const { task, frame } = await undone(what);
    lines.push(line(`in the browser, undo and redo of ${what.name}: the longest task that is longer than 50 ms, in milliseconds by the clock`, task, "≤", LONG));
    lines.push(line("the same with the key held: the longest time from one frame to the next, in milliseconds", frame, "≤", HELD));
  }
  for (const what of QUIET_CHANGES) {
    const { frames: until, computed } = await untilQuiet(what);
    lines.push(line(`in the browser, undo of ${what.name}: frames until nothing follows from it any more`, until, "≤", 60));
    lines.push(line("what the main thread computes until then, in milliseconds", computed, "≤", 1000));
  }
  for (const side of [512, 2048]) lines.push(line(`in the browser, the first undo of a session at ${side}², until its second frame, by a later one`, await firstUndo(side), "≤", 1.5, "×"));
  return lines;
}

/** What the page takes while nobody does anything. @returns {Promise<Line[]>} */
async function atRest() {
  const { marching, still } = await selectedAtRest();
  const film = await played();
  return [
    line(`in the browser, a film of six frames of 512², each for 50 ms, by a bare page that shows the same (by the clock ${film.wall.toFixed(2)}×)`, film.cpu, "≤", 1.3, "×"),
    line("in the browser, all selected: the main thread's share of a processor while the dashes move, in hundredths", marching, "≤", 2),
    line("the same once nobody has touched anything for ten seconds", still, "≤", 0.5),
  ];
}

/** What groups and clipping cost the hand. @returns {Promise<Line[]>} */
async function inGroups() {
  return [line("in the browser, a move of the pencil at 512² under ten groups in groups with clipping, by one without them", await grouped(), "≤", 1.5, "×")];
}

/** @param {string} what @param {import("../../benches/browser/page.mjs").Figures} figures @returns {Line[]} */
function frames(what, { panFrames, zoomFrames }) {
  return [
    line(`in the browser, ${what}: frames a second while panning`, panFrames, "≥", 59),
    line(`in the browser, ${what}: frames a second while zooming`, zoomFrames, "≥", 59),
  ];
}

/** @param {Line[]} lines */
function table(lines) {
  const rows = lines.map(({ claim, figure, bound, kept }) => `| ${claim} | ${figure} | ${bound} | ${kept ? "yes" : "**no**"} |`);
  return ["| what | figure | bound | kept |", "|---|---:|---:|---|", ...rows].join("\n");
}

/** What can be measured by itself: `npm run bench -- page ready`. */
const PARTS = {
  /** @param {Native} native */
  memory: async ({ bytes }) => memory(bytes()),
  /** @param {Native} native */
  speed: async ({ bytes, steps, times }) => speed(bytes(), steps(), times()),
  /** @param {Native} native */
  keeping: async ({ keeping }) => kept(keeping()),
  /** @param {Native} native */
  past: async ({ past }) => lookedBack(past()),
  /** @param {Native} native */
  formats: async ({ formats }) => ofFiles(formats()),
  lab: inTheBrowser,
  huge: hugeInTheBrowser,
  page: besideBare,
  groups: inGroups,
  long: takingLong,
  undo: undoing,
  rest: atRest,
  ready: untilReady,
  disk: async () => {
    const { posted, bare } = await strokeKept();
    const took = `in the browser, the ${posted.toFixed(2)} ms from a stroke's end until its record is posted, beside a bare transaction of the same`;
    return [
      line("in the browser, undo of a step whose bytes lie on the disk, in milliseconds", await undoAway(), "≤", 100),
      line(took, posted / bare, "≤", 1.5, "×"),
    ];
  },
};

/** Figures of the programs in benches/, each of which runs once. @typedef {Record<"bytes" | "steps" | "times" | "keeping" | "past" | "formats", () => Map<string, number>>} Native */

/** @returns {Native} */
function native() {
  const env = nativeEnvironment();
  /** @type {Map<string, Map<string, number>>} */
  const found = new Map();
  const once = (/** @type {string} */ name) => () => {
    const known = found.get(name) ?? figures(name, env);
    found.set(name, known);
    return known;
  };
  return { bytes: once("bytes"), steps: once("steps"), times: once("time"), keeping: once("keeping"), past: once("past"), formats: once("formats") };
}

/** @param {string[]} words */
export async function main(words) {
  const wanted = /** @type {(keyof typeof PARTS)[]} */ (words);
  const names = /** @type {(keyof typeof PARTS)[]} */ (Object.keys(PARTS));
  const strange = wanted.find((name) => !names.includes(name));
  if (strange !== undefined) throw new Failure(`part ${strange}: expected some of ${names.join(", ")}`);
  const programs = native();
  /** @type {Line[]} */
  const lines = [];
  const parts = wanted.length > 0 ? wanted : names;
  for (const [at, name] of parts.entries()) {
    tell(`${name} is measured${at + 1 < parts.length ? `, then ${parts.slice(at + 1).join(", ")}` : ""}`);
    lines.push(...(await PARTS[name](programs)));
  }
  console.log(`\n${table(lines)}\n`);
  if (wanted.length === 0 || wanted.includes("past")) console.log(`The middle step of each recording, taken back:\n\n${takenBack(programs.past())}\n`);
  if (wanted.length > 0 && !wanted.includes("speed")) return;
  const [steps, times] = [programs.steps(), programs.times()];
  console.log(`${floors(steps)}\n`);
  const { middle, worst } = noise(times);
  const apart = Math.max(...[...steps].filter(([name]) => name.startsWith("apart-")).map(([, figure]) => figure));
  console.log(`Steps are medians of rounds in which all systems take turns; the rounds lie ${(apart * 100).toFixed(1)} % apart at the worst.`);
  console.log(`Other times natively are medians; their samples lie ${(middle * 100).toFixed(1)} % apart at the middle, ${(worst * 100).toFixed(1)} % at the worst.`);
  console.log(`${of(programs.bytes(), "budget-kept-16").toLocaleString("en")} of 100,000 commits are still there under 16 MiB.`);
}
