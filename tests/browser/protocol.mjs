/**
 * A line to one page of Chromium by the browser's own protocol (https://chromedevtools.github.io/devtools-protocol).
 *
 * Problem: the driver takes 3 ms of a processor for each script and 7 ms for each move of the pointer, which is more than the page takes
 * for most of them. Idea: what a journey does all the time goes to the page itself, over one socket. Invariant: whoever waits for an
 * answer gets it, or hears that the page is gone.
 */
import WebSocket from "ws";

/** The page, or the browser that shows it, is not there any more. */
export class Gone extends Error {}

export class Protocol {
  /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
  #waiting = new Map();
  #last = 0;
  /** What waits until the page is loaded; nothing waits if it is. @type {(() => void)[] | undefined} */
  #loading;
  /** Whether the page asks if it may be left. */
  #asks = false;
  /** Hears that it asks. */
  asked = () => {};
  /** @type {WebSocket} */
  #socket;

  /** @param {WebSocket} socket One that is open. @param {string} page */
  constructor(socket, page) {
    this.#socket = socket;
    this.page = page;
    socket.on("message", (text) => this.#hear(JSON.parse(String(text))));
    socket.on("close", () => this.#end("its browser has closed it"));
    socket.on("error", (error) => this.#end(error.message));
  }

  /**
   * Opens a line to a page.
   * @param {string} address The browser's host and port.
   * @param {string} page Its id, which the driver calls a window's handle.
   */
  static async to(address, page) {
    const socket = new WebSocket(`ws://${address}/devtools/page/${page}`, { perMessageDeflate: false });
    await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
    const line = new Protocol(socket, page);
    await Promise.all([line.send("Inspector.enable"), line.send("Page.enable")]);
    return line;
  }

  /** Sends a command, and resolves to what came of it. @param {string} method @param {object} [params] @returns {Promise<any>} */
  send(method, params = {}) {
    if (this.closed) return Promise.reject(new Gone("the page is gone"));
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  /** Resolves when the page is loaded: what comes before would see half of it. */
  async loaded() {
    if (this.#loading) await new Promise((resolve) => this.#loading?.push(() => resolve(undefined)));
  }

  /** Says yes if the page asks whether it may be left, as a person does who reloads it. */
  agree() {
    if (!this.#asks) return;
    this.#asks = false;
    this.send("Page.handleJavaScriptDialog", { accept: true }).catch(() => {});
  }

  /** Whether nothing can be sent any more. */
  get closed() {
    return this.#socket.readyState !== WebSocket.OPEN;
  }

  close() {
    this.#socket.close();
  }

  /** @param {{id?: number, result?: unknown, error?: {message: string}, method?: string, params?: any}} said */
  #hear({ id, result, error, method, params }) {
    if (method) this.#happened(method, params);
    if (id === undefined) return;
    const asked = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) asked?.reject(new Error(error.message));
    else asked?.resolve(result);
  }

  /** @param {string} event @param {any} params */
  #happened(event, params) {
    if (event === "Inspector.targetCrashed" || event === "Inspector.detached") {
      this.#socket.terminate();
      this.#end("it has crashed or was closed");
    }
    if (event === "Page.javascriptDialogOpening" && params.type === "beforeunload") {
      this.#asks = true;
      this.asked();
    }
    if (event === "Page.javascriptDialogClosed") this.#asks = false;
    // The page's own frame has the page's name.
    if (event === "Page.frameStartedLoading" && params.frameId === this.page) this.#loading ??= [];
    if (event === "Page.frameStoppedLoading" && params.frameId === this.page) this.#go();
    if (event === "Page.frameNavigated" && params.frame.id === this.page) this.#leave("another has taken its place");
  }

  #go() {
    const waiting = this.#loading ?? [];
    this.#loading = undefined;
    for (const go of waiting) go();
  }

  /** Tells those who wait for an answer that none comes. @param {string} why */
  #leave(why) {
    for (const { reject } of this.#waiting.values()) reject(new Gone(`the page is gone: ${why}`));
    this.#waiting.clear();
  }

  /** @param {string} why */
  #end(why) {
    this.#leave(why);
    this.#go();
  }
}
