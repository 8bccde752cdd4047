/**
 * A part of the page that is loaded when there is time for it, or when somebody asks for something of it.
 */

import { whenIdle } from "./io/idle.js";

/** Loads the panels, and whatever else nobody needs for the first stroke. */
export const studio = () => import("./studio.js");

/** How long an idle moment is waited for, in milliseconds: a busy machine may have none, and nobody would see the panels. */
const BUSY_MS = 5000;

export class Later {
  /** @type {() => Promise<void>} */
  #load;
  /** @type {Promise<void> | undefined} */
  #coming;
  /** Whether it is there. */
  here = false;

  /** @param {() => Promise<void>} load */
  constructor(load) {
    this.#load = load;
  }

  /** Loads it, unless it is there or on its way. What fails is tried again by the next call. @throws {Error} */
  async come() {
    this.#coming ??= this.#load().then(
      () => { this.here = true; },
      (error) => {
        this.#coming = undefined;
        throw error;
      },
    );
    await this.#coming;
  }

  /**
   * Loads it in an idle moment, or after some seconds without one, and if that fails once there is a network again.
   * @param {() => boolean} may Whether this is a moment for it.
   */
  whenIdle(may) {
    whenIdle(() => {
      if (!may()) return this.whenIdle(may);
      return this.come().catch((error) => {
        console.error(error);
        window.addEventListener("online", () => this.whenIdle(may), { once: true });
      });
    }, BUSY_MS);
  }
}
