/**
 * Which page writes which drawing, in a browser that offers no locks: it does so in a secure context alone, and a site that is
 * reached by plain HTTP under a name has none.
 *
 * Problem: a note of who writes a drawing stays when its page has crashed, and a page that seems to be gone may only sleep. Idea: the
 * note, a lease, lies in the drawing's record. Whoever finds another page's lease asks over a channel whether that is still there. If
 * nobody answers, the lease is taken together with the claim to write, in one transaction (`storage.js` tells of claims).
 * Invariant: two pages never bear the same claim, so what a sleeping page still writes is refused, however wrong the answers were.
 *
 * @typedef {import("./storage.js").Drawing} Drawing
 * @typedef {{asks?: string[], has?: string, taken?: string, from?: string}} Told A question who has drawings; an answer; a
 * drawing that was taken from a page that did not answer.
 *
 * @typedef {typeof import("./storage.js")} Records How drawings are recorded. This module imports nothing, as one that shared others with
 * what painting needs would have those loaded as files of their own.
 */

const CHANNEL = "undoodle leases";

/** How long a page may take to answer, in milliseconds. */
const ANSWER_MS = 1000;

/** How often a lease that is waited for is looked at, in milliseconds. */
const LOOK_MS = 100;

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export class Leases {
  #storage;
  #records;
  #page;
  #channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(CHANNEL);
  /** Who hears that a lease was taken away, by the drawings whose leases this page has. @type {Map<string, () => void>} */
  #mine = new Map();

  /** @param {import("./storage.js").Storage} storage @param {Pick<Records, "DRAWINGS" | "claimOf">} records @param {string} page Name of this page. */
  constructor(storage, records, page) {
    this.#storage = storage;
    this.#records = records;
    this.#page = page;
    this.#channel?.addEventListener("message", ({ data }) => this.#hear(data));
    globalThis.addEventListener?.("pagehide", ({ persisted }) => {
      // A page that may come back keeps its leases, and is refused by the fences if others have taken them by then.
      if (!persisted) for (const id of this.#mine.keys()) void this.#give(id);
    });
  }

  /** @param {Told} told */
  #hear({ asks = [], taken, from }) {
    for (const id of asks) if (this.#mine.has(id)) this.#channel?.postMessage({ has: id });
    if (taken === undefined || from !== this.#page) return;
    const stolen = this.#mine.get(taken);
    this.#mine.delete(taken);
    stolen?.();
  }

  /**
   * Takes a drawing's lease, as `navigator.locks.request` takes a lock.
   * @param {string} id
   * @param {LockOptions} how
   * @param {() => void} stolen Called when another page has taken the lease by force.
   * @returns {Promise<(() => void) | undefined>} Lets go of the lease; `undefined` if another page has it.
   */
  async request(id, { steal = false, signal }, stolen) {
    if (this.#mine.has(id)) return undefined;
    try {
      for (let from = ""; ;) {
        const holder = await this.#take(id, from);
        if (holder === this.#page) {
          if (from) this.#channel?.postMessage({ taken: id, from });
          break;
        }
        if (!steal && signal && !signal.aborted) await pause(LOOK_MS);
        else if (!steal && (await this.#alive([id])).has(id)) return undefined;
        else from = holder;
      }
    } catch {
      // Where nothing can be read, nothing can be written either, and the page says so.
    }
    this.#mine.set(id, stolen);
    return () => {
      if (this.#mine.delete(id)) void this.#give(id);
    };
  }

  /** Returns those of the drawings that pages have open. @param {string[]} ids @returns {Promise<Set<string>>} */
  async held(ids) {
    const leased = (await this.#storage.list()).filter(({ id, holder }) => holder !== undefined && ids.includes(id));
    const others = leased.flatMap(({ id }) => (this.#mine.has(id) ? [] : id));
    const alive = others.length > 0 ? await this.#alive(others) : new Set();
    return new Set(ids.filter((id) => this.#mine.has(id) || alive.has(id)));
  }

  /** Asks which of the drawings other pages have. Resolves when all are known to be had, or nobody else answers. @param {string[]} ids @returns {Promise<Set<string>>} */
  async #alive(ids) {
    /** @type {Set<string>} */
    const alive = new Set();
    const channel = this.#channel;
    if (!channel) return alive;
    /** @type {(event: MessageEvent<Told>) => void} */
    let hear = () => {};
    const all = new Promise((resolve) => {
      hear = ({ data: { has } }) => {
        if (has !== undefined && ids.includes(has)) alive.add(has);
        if (alive.size === ids.length) resolve(undefined);
      };
    });
    channel.addEventListener("message", hear);
    channel.postMessage({ asks: ids });
    await Promise.race([all, pause(ANSWER_MS)]);
    channel.removeEventListener("message", hear);
    return alive;
  }

  /**
   * Notes that this page has a drawing, unless another one has it. Of a drawing that is not stored no other page can know.
   * @param {string} id
   * @param {string} from The page that it may be taken from.
   * @returns {Promise<string>} The page that has it now.
   */
  async #take(id, from) {
    const { DRAWINGS, claimOf } = this.#records;
    const transaction = (await this.#storage.opened()).transaction(DRAWINGS, "readwrite");
    const record = /** @type {Drawing | undefined} */ (await transaction.store.get(id));
    const holder = record?.holder ?? this.#page;
    const free = holder === this.#page || holder === from;
    if (record && free) {
      const next = { ...record, holder: this.#page, writer: holder === from ? record.writer + 1 : record.writer };
      void transaction.store.put({ ...next, claim: claimOf(next) }).catch(() => {}); // The transaction tells.
      // A fence before the page that it is taken from.
      const claim = claimOf(record);
      if (holder === from) void transaction.store.put({ id: `fence ${claim}`, claim }).catch(() => {});
    }
    await transaction.done;
    return free ? this.#page : holder;
  }

  /** Notes that this page has a drawing no more. @param {string} id */
  async #give(id) {
    try {
      const transaction = (await this.#storage.opened()).transaction(this.#records.DRAWINGS, "readwrite");
      const record = /** @type {Drawing | undefined} */ (await transaction.store.get(id));
      if (record?.holder === this.#page) await transaction.store.put({ ...record, holder: undefined });
      await transaction.done;
    } catch {
      // Whoever wants it asks, and gets no answer.
    }
  }
}
