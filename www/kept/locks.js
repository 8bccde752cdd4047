/**
 * Which tab has which drawing open.
 *
 * The tab that writes a drawing holds a lock, which the browser takes back when the tab is gone,
 * however it went. Another tab that wants the drawing asks for it, and the holder writes what it has
 * and lets go. Only if there is no answer is the lock taken by force.
 *
 * A browser without locks gets leases in the database, which `leases.js` brings.
 */

import { PAGE } from "./opening.js";
import { claimOf, DRAWINGS } from "./storage.js";

const CHANNEL = "undoodle";

/** Where a tab notes its drawing: a reload keeps it, and another tab does not see it. */
const MINE = "undoodle drawing";

/** Returns the id of the drawing that this tab had open before it was reloaded. */
export function recall() {
  try {
    return sessionStorage.getItem(MINE);
  } catch {
    // Storage is denied to this page.
    return null;
  }
}

/** Notes the drawing that this tab has open. @param {string} id */
export function remember(id) {
  try {
    sessionStorage.setItem(MINE, id);
  } catch {
    // A reload then opens the drawing that was changed last.
  }
}

/** How long a tab that was asked may take to let go, in milliseconds. */
const ANSWER_MS = 3000;

/** How long a tab that is being closed may hold its lock, in milliseconds. */
const CLOSING_MS = 1000;

/** @param {string} id */
const nameOf = (id) => `undoodle drawing ${id}`;

export class Locks {
  #channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(CHANNEL);
  /** What stands in for the browser's locks where it has none. @type {Promise<import("./leases.js").Leases> | undefined} */
  #leases;

  /** The drawings whose locks are held here. @type {Set<string>} */
  #mine = new Set();

  /** @param {import("./storage.js").Storage} storage */
  constructor(storage) {
    this.#channel?.addEventListener("message", ({ data }) => {
      if (this.#mine.has(data?.asked)) this.#channel?.postMessage({ holds: data.asked });
    });
    if (PAGE) this.#leases = import("./leases.js").then(({ Leases }) => new Leases(storage, { DRAWINGS, claimOf }, PAGE));
  }

  /** Calls back when another tab asks for a drawing. @param {(id: string) => void} listener */
  onAsked(listener) {
    this.#channel?.addEventListener("message", ({ data }) => {
      if (typeof data?.wanted === "string") listener(data.wanted);
    });
  }

  /**
   * Takes a drawing's lock.
   * @param {string} id
   * @param {LockOptions} how
   * @param {() => void} stolen Called when another tab has taken the lock by force.
   * @returns {Promise<(() => void) | undefined>} Lets go of the lock; `undefined` if another tab holds it.
   */
  #request(id, how, stolen) {
    if (this.#leases) return this.#leases.then((leases) => leases.request(id, how, stolen));
    return new Promise((resolve) => {
      let held = false;
      navigator.locks.request(nameOf(id), how, (lock) => {
        if (!lock) return resolve(undefined);
        held = true;
        this.#mine.add(id);
        return new Promise((release) => resolve(() => {
          this.#mine.delete(id);
          release(undefined);
        }));
      }).catch(() => {
        if (!held) return resolve(undefined);
        this.#mine.delete(id);
        stolen();
      });
    });
  }

  /** Takes a lock that is free. @param {string} id @param {() => void} stolen */
  take(id, stolen) {
    return this.#request(id, { ifAvailable: true }, stolen);
  }

  /** Takes a lock that is free, or will be within the given time. @param {string} id @param {() => void} stolen @param {number} time */
  wait(id, stolen, time) {
    return this.#request(id, { signal: AbortSignal.timeout(time) }, stolen);
  }

  /**
   * Takes a lock that is free, or that a tab lets go which is being closed: the browser gives it back only when that tab's process has heard of
   * it. A tab that stays says so when it is asked, so that nobody waits for it.
   * @param {string} id @param {() => void} stolen
   */
  async takeLeft(id, stolen) {
    const free = await this.take(id, stolen);
    if (free || !this.#channel || this.#leases) return free;
    const stays = new AbortController();
    /** @param {MessageEvent} event */
    const heard = ({ data }) => data?.holds === id && stays.abort();
    this.#channel.addEventListener("message", heard);
    const late = setTimeout(() => stays.abort(), CLOSING_MS);
    this.#channel.postMessage({ asked: id });
    const given = await this.#request(id, { signal: stays.signal }, stolen);
    clearTimeout(late);
    this.#channel.removeEventListener("message", heard);
    return given;
  }

  /**
   * Takes a lock from another tab, which writes what it has first if it is still alive.
   * @param {string} id
   * @param {() => void} stolen
   * @param {() => Promise<void>} force Called before the lock is taken by force.
   */
  async takeOver(id, stolen, force) {
    this.#channel?.postMessage({ wanted: id });
    const given = await this.wait(id, stolen, ANSWER_MS);
    if (given) return given;
    await force();
    return this.#request(id, { steal: true }, stolen);
  }

  /** Returns the ids of the drawings that are open in any tab. @param {string[]} ids @returns {Promise<Set<string>>} */
  async held(ids) {
    if (this.#leases) return (await this.#leases).held(ids);
    const { held = [] } = await navigator.locks.query();
    const names = new Set(held.map(({ name }) => name));
    return new Set(ids.filter((id) => names.has(nameOf(id))));
  }
}
