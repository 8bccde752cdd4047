/**
 * The one place at which this page meets wasm. Every change goes through `change`, which calls all
 * listeners; so no part of the page knows another, and none holds a state of its own.
 */
import init, { Squares } from "../../pkg/lab/lab.js";

/** @typedef {(squares: Squares) => void} Listener */

/**
 * Starts the engine with the seed in the page's address, so that its colours can be reproduced.
 * @returns {Promise<{squares: Squares, change: (act: (squares: Squares) => void) => void, listen: (listener: Listener) => void}>}
 */
export async function start() {
  await init();
  const seed = Number(new URLSearchParams(location.search).get("seed") ?? 1);
  const squares = new Squares(Number.isFinite(seed) ? seed : 1);
  /** @type {Listener[]} */
  const listeners = [];
  const tell = () => listeners.forEach((listener) => listener(squares));
  return {
    squares,
    change: (act) => {
      act(squares);
      tell();
    },
    listen: (listener) => {
      listeners.push(listener);
      listener(squares);
    },
  };
}
