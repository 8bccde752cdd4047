/**
 * Rows of the list of steps where several steps are one row: those of a move.
 *
 * Problem: the list finds the rows in view by arithmetic, a row for each step, and the engine knows steps only. Idea: the
 * rows that folds hide are few, so a row's number is the step's less those that are hidden before it. The invariant: each
 * step has a row, and the last step of a fold is the one that its row stands for.
 *
 * A fold that somebody has opened hides nothing; its first row folds it again.
 */

import { say } from "../language.js";

/** @import { Fold } from "../types.js" */

export class Folds {
  /** By ascending steps, each with the number of steps that it and those before it hide. @type {{fold: Fold, hidden: number}[]} */
  #folds = [];
  /** @type {Fold[]} */
  #open = [];

  /** @param {readonly Fold[]} folds By ascending steps. @param {(fold: Fold) => boolean} [isOpen] Whether somebody has opened it. */
  constructor(folds = [], isOpen = () => false) {
    let hidden = 0;
    for (const fold of folds) {
      if (isOpen(fold)) {
        this.#open.push(fold);
        continue;
      }
      hidden += fold.last - fold.first;
      this.#folds.push({ fold, hidden });
    }
  }

  /** Returns how many folds begin at or before what a function says of each. @param {(entry: {fold: Fold, hidden: number}) => boolean} before */
  #count(before) {
    let [low, high] = [0, this.#folds.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (before(this.#folds[middle])) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Number of steps that have no row of their own. */
  get hidden() {
    return this.#folds.at(-1)?.hidden ?? 0;
  }

  /** Returns the fold that a step is in. @param {number} step @returns {Fold | undefined} */
  of(step) {
    const fold = this.#folds[this.#count(({ fold: { first } }) => first <= step) - 1]?.fold;
    return fold && step <= fold.last ? fold : undefined;
  }

  /** Returns the open fold that a step is in. @param {number} step @returns {Fold | undefined} */
  openAt(step) {
    return this.#open.find(({ first, last }) => first <= step && step <= last);
  }

  /** Returns the row of a step, which is that of its fold if it is in one. @param {number} step */
  rowOf(step) {
    const count = this.#count(({ fold: { first } }) => first <= step);
    const [last, before] = [this.#folds[count - 1], this.#folds[count - 2]];
    if (!last) return step;
    return step <= last.fold.last ? last.fold.first - (before?.hidden ?? 0) : step - last.hidden;
  }

  /** Returns the step that a row stands for. @param {number} row */
  stepOf(row) {
    const count = this.#count(({ fold: { last }, hidden }) => last - hidden <= row);
    return row + (this.#folds[count - 1]?.hidden ?? 0);
  }
}

/** Returns what a fold's row says. @param {Fold} fold */
export function foldName({ pasted, width, height }) {
  if (width === 0) return pasted ? say("Pasted") : say("Moved");
  return pasted ? say`Pasted ${width}×${height}` : say`Moved ${width}×${height}`;
}
