/**
 * The worker of file formats, as the page sees it.
 *
 * It is started for a file or for a form, answers orders one after another, and is ended by whoever has started it: so a
 * stranger's file never shares a module with the next one, and what takes too long is stopped at once.
 */

import { Refusal } from "../messages.js";

/** @import { Answer, Cut, Frames, Lost, LostColors, Named, Order, Progress, Psd, Read, ReadColors, Sheet, Source, Write, WriteColors } from "./converting.js" */
/** @import { Names, ReadFile, ReadPalette } from "../../pkg/files/formats.js" */

export class Converter {
  #worker = new Worker(new URL("./converting.js", import.meta.url), { type: "module" });
  #number = 0;
  /** @type {Map<number, {resolve: (result: any) => void, reject: (error: Error) => void, tell: (share: number) => void}>} */
  #waiting = new Map();
  /** Why it has ended. @type {Error | undefined} */
  #ended;

  /** Whether it answers no more. */
  get ended() {
    return this.#ended !== undefined;
  }

  constructor() {
    this.#worker.onerror = () => this.#stop(new Error("the part of the program that knows file formats can't be loaded"));
    this.#worker.onmessage = (/** @type {MessageEvent<Progress | Answer>} */ { data }) => {
      const waiting = this.#waiting.get(data.number);
      if (!waiting) return;
      if ("share" in data) return void waiting.tell(data.share);
      this.#waiting.delete(data.number);
      if (!("error" in data)) waiting.resolve(data.result);
      else if (data.panic) this.#stop(new Error("reading or writing this format has failed: nothing has changed"), waiting);
      else waiting.reject(new Refusal(data.error));
    };
  }

  /**
   * Asks for something, and returns what came of it.
   * @overload @param {Read | Frames | Psd | Sheet | Cut} order @param {(share: number) => void} [tell] @returns {Promise<ReadFile>}
   */
  /** @overload @param {Source} order @returns {Promise<void>} */
  /** @overload @param {Write} order @param {(share: number) => void} [tell] @returns {Promise<Uint8Array<ArrayBuffer>>} */
  /** @overload @param {Lost | LostColors} order @returns {Promise<import("../types.js").Message[]>} */
  /** @overload @param {Named} order @returns {Promise<Names | undefined>} */
  /** @overload @param {ReadColors} order @returns {Promise<ReadPalette>} */
  /** @overload @param {WriteColors} order @returns {Promise<Uint8Array<ArrayBuffer>>} */
  /** @param {Order} order @param {(share: number) => void} [tell] Hears how far it is, from 0 to 1. @returns {Promise<any>} */
  ask(order, tell = () => {}) {
    // Its worker would never answer.
    if (this.#ended) return Promise.reject(this.#ended);
    const number = ++this.#number;
    const result = new Promise((resolve, reject) => this.#waiting.set(number, { resolve, reject, tell }));
    this.#worker.postMessage({ number, order });
    return result;
  }

  /** Ends it. Whoever waits hears that it was stopped. */
  end() {
    this.#stop(new DOMException("stopped: nothing has changed", "AbortError"));
  }

  /** @param {Error} why @param {{reject: (error: Error) => void}} [first] */
  #stop(why, first) {
    this.#ended ??= why;
    this.#worker.terminate();
    first?.reject(why);
    for (const { reject } of this.#waiting.values()) reject(why);
    this.#waiting.clear();
  }
}
