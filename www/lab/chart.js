/**
 * The chart: bytes of each history after each step, on a logarithmic scale, since the systems lie
 * powers of 16 apart. From where a system has begun to lose steps its line is dotted. Each line is named at its end, with
 * what it says there, or where the pointer is; names that would lie on one another give way.
 */
import "./language.js";
import uPlot from "uplot";
import { nothing, render } from "lit/html.js";
import { bytes, colorClass, count, short, tick } from "./words.js";
import { onTheme } from "../theme.js";
import { html, say } from "../words.js";

/** @import { Engine } from "./engine.js" */

/** @typedef {(number | null)[]} Line */

const HEIGHT = 280;
const DASH = [2, 4];
/** Room for the names beside the lines' ends, and the height of one. */
const NAMES = { width: 150, height: 17 };

/** Says what a colour of the style sheet is in the theme that holds: the property itself names one for each. */
const probe = document.createElement("span");

/** Returns a colour of the style sheet. @param {string} name */
function colorOf(name) {
  if (!probe.isConnected) document.body.append(probe);
  probe.hidden = true;
  probe.style.color = `var(--${name})`;
  return getComputedStyle(probe).color;
}

/** Amounts of the grid's lines are powers of this: 1 B, 16 B, 256 B, 4 KB. */
const BASE = 16;

/** Returns which power of the base an amount is. @param {number} amount */
const power = (amount) => Math.log2(amount) / Math.log2(BASE);

/** Returns the powers around the values, or a default range while there are none. @param {number | null} min @param {number | null} max @returns {[number, number]} */
function around(min, max) {
  if (!min || !max) return [1, BASE ** 5];
  const low = BASE ** Math.floor(power(min));
  return [low, Math.max(low * BASE, BASE ** Math.ceil(power(max)))];
}

/** Returns the powers in a range: grid lines between them would be too dense. @param {number} low @param {number} high */
function powers(low, high) {
  const first = Math.round(power(low));
  const last = Math.round(power(high));
  return Array.from({ length: last - first + 1 }, (_, index) => BASE ** (first + index));
}

/**
 * Splits a line where its system began to lose steps. Both parts have that point.
 * @param {number[]} values
 * @param {number} turn
 * @param {number} length
 * @returns {[Line, Line]}
 */
function parts(values, turn, length) {
  // Zero has no place on a logarithmic scale.
  const at = (/** @type {number} */ index) => values[index] || null;
  const steps = Array.from({ length }, (_, index) => index);
  return [
    steps.map((index) => (index <= turn ? at(index) : null)),
    steps.map((index) => (index >= turn ? at(index) : null)),
  ];
}

/**
 * Returns where names stand that would like to stand at some heights: in their order, none over another, all within the chart.
 * @param {number[]} wanted
 * @param {number} height Of the chart.
 */
function apart(wanted, height) {
  const order = wanted.map((_, index) => index).sort((a, b) => wanted[a] - wanted[b]);
  const placed = [...wanted];
  let least = 0;
  for (const index of order) {
    placed[index] = Math.max(least, placed[index]);
    least = placed[index] + NAMES.height;
  }
  let most = height;
  for (const index of order.reverse()) {
    placed[index] = Math.min(most, placed[index]);
    most = placed[index] - NAMES.height;
  }
  return placed;
}

/**
 * Returns how the chart is drawn: an axis of steps, a logarithmic one of bytes, and two lines for each system.
 * @param {number} count Of systems; the last one is Undoodle.
 * @param {() => void} pointed Called when the pointer is at another step.
 * @returns {uPlot.Options}
 */
function optionsFor(count, pointed) {
  const color = (/** @type {number} */ index) => () => colorOf(colorClass(index));
  /** @type {uPlot.Axis} */
  const axis = {
    stroke: () => colorOf("quiet"),
    grid: { stroke: () => colorOf("grid"), width: 1 },
    ticks: { show: false },
    font: "12px system-ui, sans-serif",
  };
  return {
    width: 320,
    height: HEIGHT,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, points: { size: 7 }, y: false },
    scales: {
      // At least ten steps, so that the first ones don't leap across.
      x: { time: false, range: (_, __, max) => [1, Math.max(10, max ?? 0)] },
      y: { distr: 3, log: 2, range: (_, min, max) => around(min, max) },
    },
    axes: [
      { ...axis, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000], space: 60, size: 28 },
      { ...axis, size: 62, splits: (_, __, low, high) => powers(low, high), filter: (_, splits) => splits, values: (_, splits) => splits.map((value) => (value === null ? "" : tick(value))) },
    ],
    series: [
      {},
      ...Array.from({ length: count }, (_, index) => {
        const width = index === count - 1 ? 2.5 : 1.75;
        const shared = { stroke: color(index), scale: "y", points: { show: false } };
        return [{ ...shared, width }, { ...shared, width, dash: DASH }];
      }).flat(),
    ],
    padding: [null, NAMES.width, null, null],
    hooks: { setCursor: [pointed] },
  };
}

/**
 * Draws the chart.
 * @param {Engine} engine
 * @param {HTMLElement} place
 * @param {HTMLElement} told Where the move is named that the numbers are of.
 */
export function showChart(engine, place, told) {
  const systems = engine.lab.systems();
  const chart = new uPlot(optionsFor(systems.length, () => name()), [[], ...systems.flatMap(() => [[], []])], place);

  const names = document.createElement("div");
  names.className = "names";
  chart.root.append(names);

  let series = engine.lab.series();
  /** The step at which each system began to lose steps, or `Infinity`. */
  const turns = systems.map(() => Infinity);
  /** Names the lines, with their values at the pointer, or else at the end. */
  const name = () => {
    const length = Math.max(0, ...series.map(({ bytes }) => bytes.length));
    const pointed = chart.cursor.idx !== undefined && chart.cursor.idx !== null && chart.cursor.idx < length;
    const step = pointed ? /** @type {number} */ (chart.cursor.idx) : length - 1;
    told.textContent = length === 0 ? say("No moves yet") : pointed ? say`At move ${count(step + 1)}` : say`After move ${count(step + 1)}`;
    render(length === 0 ? nothing : systems.map((system, index) => html`<span
      class="${colorClass(index)} ${step >= turns[index] ? "losing" : ""}" data-system=${system.id}
      ><span class="dot"></span><span class="name">${short(say(system.name))}</span> <b>${bytes(series[index].bytes[step] ?? 0)}</b></span>`), names);
    const ends = series.map(({ bytes }) => chart.valToPos(Math.max(1, bytes.at(-1) ?? 1), "y"));
    const { offsetTop: top, offsetLeft: left, offsetWidth: width, offsetHeight: height } = chart.over;
    const heights = apart(ends, height);
    [...names.children].forEach((line, index) => {
      if (!(line instanceof HTMLElement)) return;
      line.style.left = `${left + width + 10}px`;
      line.style.top = `${top + heights[index] - NAMES.height / 2}px`;
    });
  };

  let frame = 0;
  const draw = () => {
    frame = 0;
    series = engine.lab.series();
    const length = Math.max(0, ...series.map(({ bytes }) => bytes.length));
    const lines = series.flatMap(({ bytes }, index) => parts(bytes, turns[index], length));
    chart.setData([Array.from({ length }, (_, index) => index + 1), ...lines]);
    // uPlot scales and draws in a microtask, which is before the next frame.
    queueMicrotask(name);
  };
  engine.listen((_, settled) => {
    if (!settled) return;
    engine.rows.forEach(({ lost }, index) => {
      if (lost === 0) turns[index] = Infinity;
      else if (turns[index] === Infinity) turns[index] = engine.lab.series()[index].bytes.length - 1;
    });
    if (!frame) frame = requestAnimationFrame(draw);
  });

  new ResizeObserver(([entry]) => {
    chart.setSize({ width: Math.max(200, Math.floor(entry.contentRect.width)), height: HEIGHT });
    queueMicrotask(name);
  }).observe(place);
  onTheme(() => chart.redraw(false, true));
}
