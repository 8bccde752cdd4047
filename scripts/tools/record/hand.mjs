/**
 * A hand that draws: strokes as people make them, from a seed.
 *
 * A stroke is a curve that turns a little as it goes; it is quick in its middle and slow at its
 * ends, so that the samples of the pointer lie far apart here and close together there. Strokes
 * come in bouts around one place, some are taken back at once and drawn better. All lengths are
 * given for a canvas of 512 pixels and follow its side.
 */

/** @typedef {[number, number]} Point */
/** @typedef {{tool: string, color: string, size: number, points: Point[]} | {undo: number} | {redo: number}} Gesture */

const INKS = ["#1b1d23", "#3a2e39", "#274060", "#7a1f1f", "#1e5631"];
const PAINTS = ["#e5484d", "#f5c542", "#46a758", "#3e63dd", "#8e4ec6", "#f76b15", "#00a2c7", "#e8e6df"];

/** Small and even enough: the same numbers everywhere, 0 up to 1. @param {number} seed */
function chance(seed) {
  let state = seed * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One hand on one canvas. */
class Hand {
  /** @param {number} seed @param {number} side */
  constructor(seed, side) {
    this.random = chance(seed);
    this.side = side;
    this.scale = side / 512;
    /** @type {Point} */
    this.center = [side / 2, side / 2];
    this.direction = 0;
    this.moveOn();
  }

  /** @param {number} low @param {number} high */
  between(low, high) {
    return low + (high - low) * this.random();
  }

  /** @template T @param {T[]} choices @returns {T} */
  one(choices) {
    return choices[Math.floor(this.random() * choices.length)];
  }

  /** Whole brush sizes; a small canvas gets small ones. @param {number} low @param {number} high */
  brush(low, high) {
    const scale = this.scale < 1 ? Math.max(this.scale, 0.35) : Math.sqrt(this.scale);
    return Math.max(1, Math.min(64, Math.round(this.between(low, high) * scale)));
  }

  /** The next bout of strokes is somewhere else, in another direction. */
  moveOn() {
    this.center = [this.between(0.15, 0.85) * this.side, this.between(0.15, 0.85) * this.side];
    this.direction = this.between(0, 2 * Math.PI);
  }

  /** Onto the canvas, in whole pixels, and nothing twice. @param {Point[]} points */
  placed(points) {
    const inside = (/** @type {number} */ value) => Math.max(0, Math.min(this.side - 1, Math.round(value)));
    const whole = points.map(([x, y]) => /** @type {Point} */ ([inside(x), inside(y)]));
    return whole.filter(([x, y], index) => index === 0 || x !== whole[index - 1][0] || y !== whole[index - 1][1]);
  }

  /** A curve of about a length. @param {number} length In pixels of a canvas of 512. @returns {Point[]} */
  stroke(length) {
    const way = Math.max(3, length * this.scale);
    const spread = 45 * this.scale;
    let [x, y] = [this.center[0] + this.between(-spread, spread), this.center[1] + this.between(-spread, spread)];
    let heading = this.direction + this.between(-0.35, 0.35);
    const turn = this.between(-1.6, 1.6) / way;
    const pace = this.between(4, 13) * Math.max(0.4, Math.min(this.scale, 2));
    /** @type {Point[]} */
    const points = [[x, y]];
    for (let done = 0; done < way;) {
      const slow = 0.25 + Math.sin((Math.PI * (done + 1)) / (way + 1));
      const step = Math.max(1, pace * slow * this.between(0.7, 1.3));
      heading += turn * step + this.between(-0.07, 0.07);
      x += Math.cos(heading) * step;
      y += Math.sin(heading) * step;
      points.push([x, y]);
      done += step;
    }
    return this.placed(points);
  }

  /** A closed outline around a middle. @param {Point} middle @param {number} radius @returns {Point[]} */
  outline([x, y], radius) {
    const [wave, lobes, phase] = [this.between(0.05, 0.25), this.one([2, 3, 4, 5]), this.between(0, 6.28)];
    const flat = this.between(0.6, 1);
    const count = Math.max(10, Math.round(this.between(18, 40)));
    const points = Array.from({ length: count }, (_, index) => {
      const angle = phase + (index * 2 * Math.PI) / count;
      const far = radius * (1 + wave * Math.sin(lobes * angle)) * this.between(0.98, 1.02);
      return /** @type {Point} */ ([x + Math.cos(angle) * far, y + Math.sin(angle) * far * flat]);
    });
    return this.placed([...points, points[0]]);
  }

  /** Back and forth over a place. @param {number} width @param {number} height @returns {Point[]} */
  scribble(width, height) {
    const turns = Math.round(this.between(3, 9));
    const [left, top] = [this.center[0] - (width * this.scale) / 2, this.center[1] - (height * this.scale) / 2];
    /** @type {Point[]} */
    const points = [];
    for (let turn = 0; turn <= turns; turn += 1) {
      const [from, to] = turn % 2 === 0 ? [0, 1] : [1, 0];
      for (const part of [0, 0.3, 0.65, 1]) {
        const along = from + (to - from) * part + this.between(-0.04, 0.04);
        points.push([left + along * width * this.scale, top + ((turn + part) / (turns + 1)) * height * this.scale + this.between(-2, 2) * this.scale]);
      }
    }
    return this.placed(points);
  }
}

/** Sketching with a thin pencil: bouts of strokes, some of them corrected. @param {number} seed @param {number} side @param {number} strokes @returns {Generator<Gesture>} */
export function* pencil(seed, side, strokes) {
  const hand = new Hand(seed, side);
  let [color, size, bout] = [hand.one(INKS), hand.brush(1, 3), 8];
  for (let made = 0; made < strokes; made += 1) {
    if (bout === 0) {
      hand.moveOn();
      [color, size, bout] = [hand.one(INKS), hand.brush(1, 3), Math.round(hand.between(4, 16))];
    }
    bout -= 1;
    const length = hand.random() < 0.3 ? hand.between(10, 35) : hand.between(35, 150);
    yield { tool: "pencil", color, size, points: hand.stroke(length) };
    const luck = hand.random();
    if (luck < 0.07) yield { undo: 1 };
    else if (luck < 0.09) {
      yield { undo: Math.min(made, 3) };
      yield { redo: 2 };
    } else if (luck < 0.13) yield { tool: "eraser", color, size: hand.brush(3, 6), points: hand.stroke(hand.between(8, 25)) };
  }
}

/** Outlines, filled with colours, and filled anew with others. @param {number} seed @param {number} side @param {number} strokes @returns {Generator<Gesture>} */
export function* fills(seed, side, strokes) {
  const hand = new Hand(seed, side);
  /** @type {Point[]} */
  const middles = [];
  for (let made = 0; made < strokes;) {
    hand.moveOn();
    const [middle] = hand.placed([hand.center]);
    const radius = hand.between(14, 80) * Math.max(hand.scale, 0.14);
    yield { tool: "pencil", color: hand.one(INKS), size: Math.max(2, hand.brush(2, 4)), points: hand.outline(middle, radius) };
    yield { tool: "fill", color: hand.one(PAINTS), size: 1, points: [middle] };
    made += 2;
    middles.push(middle);
    while (hand.random() < 0.4 && made < strokes) {
      yield { tool: "fill", color: hand.one(PAINTS), size: 1, points: [hand.one(middles)] };
      made += 1;
    }
    if (hand.random() < 0.08) {
      yield { tool: "fill", color: hand.one(PAINTS), size: 1, points: hand.placed([[2 * hand.scale, 2 * hand.scale]]) };
      made += 1;
    }
    if (hand.random() < 0.12) {
      yield { undo: 2 };
      if (hand.random() < 0.5) yield { redo: 1 };
    }
  }
}

/** Painting and erasing back and forth with wide brushes, and a mind that changes. @param {number} seed @param {number} side @param {number} strokes @returns {Generator<Gesture>} */
export function* erasing(seed, side, strokes) {
  const hand = new Hand(seed, side);
  for (let made = 0; made < strokes;) {
    hand.moveOn();
    const color = hand.one(PAINTS);
    const bout = Math.round(hand.between(2, 5));
    for (let i = 0; i < bout; i += 1, made += 1) {
      const points = hand.random() < 0.5 ? hand.scribble(hand.between(40, 130), hand.between(25, 80)) : hand.stroke(hand.between(40, 150));
      yield { tool: "pencil", color, size: hand.brush(4, 16), points };
    }
    yield { tool: "eraser", color, size: hand.brush(4, 16), points: hand.scribble(hand.between(30, 90), hand.between(20, 60)) };
    made += 1;
    if (hand.random() < 0.5) {
      const steps = Math.round(hand.between(1, bout));
      yield { undo: steps };
      if (hand.random() < 0.7) yield { redo: Math.max(1, steps - 1) };
    }
  }
}
