/**
 * Scripts, mouse and keys of a journey in Chromium, straight to the page.
 *
 * Problem: nine of ten commands of a journey are scripts and input, and Chromium's driver takes longer for them than the page. Idea: they
 * go over the browser's protocol; all the rest (windows, files, sizes, pens and fingers) stays the driver's. Invariant: a page can't tell
 * the difference, as the driver sends the same commands of the protocol.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { WebElement, error as errors } from "selenium-webdriver";
import { Keyboard } from "./keyboard.mjs";
import { Gone, Protocol } from "./protocol.mjs";

/** How long a script may take unless the journey says more, in milliseconds: as long as the driver has it. */
const PATIENCE = 30_000;

/** Mouse buttons by WebDriver's numbers, each with its bit among those that are held. */
const BUTTONS = /** @type {const} */ ([["left", 1], ["middle", 4], ["right", 2], ["back", 8], ["forward", 16]]);

/**
 * @typedef {object} Act One of WebDriver's actions (https://www.w3.org/TR/webdriver2/#actions).
 * @property {string} type
 * @property {string} [value]
 * @property {number} [button]
 * @property {number} [x]
 * @property {number} [y]
 * @property {number} [deltaX]
 * @property {number} [deltaY]
 * @property {number} [duration]
 * @property {unknown} [origin]
 *
 * @typedef {{type: string, parameters?: {pointerType?: string}, actions: Act[]}} Source
 *
 * @typedef {{method: string, params: object}} Told
 */

/** The mouse and the keyboard of one page. */
class Hands {
  #keyboard = new Keyboard();
  #at = { x: 0, y: 0 };
  #buttons = 0;
  /** The last press, with how many there were at its place. */
  #pressed = { button: -1, x: 0, y: 0, count: 0 };

  /** Has the next press be none of a double click: a journey's presses are one if they come in one go, whatever the clock says. */
  begin() {
    this.#pressed.count = 0;
  }

  /** What the protocol is told of an action; nothing of a pause. @param {Act} act @returns {Told[]} */
  tell(act) {
    const tell = /** @type {Record<string, () => Told | undefined>} */ ({
      pause: () => undefined,
      keyDown: () => key(this.#keyboard.press(act.value ?? "")),
      keyUp: () => key(this.#keyboard.release(act.value ?? "")),
      pointerMove: () => this.#move(act),
      pointerDown: () => this.#press(act.button ?? 0),
      pointerUp: () => this.#release(act.button ?? 0),
      scroll: () => this.#mouse("mouseWheel", { x: act.x, y: act.y, deltaX: act.deltaX, deltaY: act.deltaY }),
    })[act.type];
    if (!tell) throw new Error(`no action ${act.type}`);
    const told = tell();
    return told ? [told] : [];
  }

  /** Lets go of all that is held. @returns {Told[]} */
  letGo() {
    const buttons = BUTTONS.flatMap(([, bit], button) => (this.#buttons & bit ? this.tell({ type: "pointerUp", button }) : []));
    return [...buttons, ...this.#keyboard.held.flatMap((value) => this.tell({ type: "keyUp", value }))];
  }

  /** @param {Act} act */
  #move({ x = 0, y = 0, origin }) {
    this.#at = origin === "pointer" ? { x: this.#at.x + x, y: this.#at.y + y } : { x, y };
    const held = BUTTONS.find(([, bit]) => this.#buttons & bit)?.[0] ?? "none";
    return this.#mouse("mouseMoved", { button: held });
  }

  /** @param {number} button */
  #press(button) {
    const { x, y, count, button: last } = this.#pressed;
    const again = last === button && x === this.#at.x && y === this.#at.y;
    this.#pressed = { button, ...this.#at, count: again ? count + 1 : 1 };
    const [name, bit] = BUTTONS[button];
    this.#buttons |= bit;
    return this.#mouse("mousePressed", { button: name, clickCount: this.#pressed.count });
  }

  /** @param {number} button */
  #release(button) {
    const [name, bit] = BUTTONS[button];
    if (!(this.#buttons & bit)) return undefined;
    this.#buttons &= ~bit;
    return this.#mouse("mouseReleased", { button: name, clickCount: this.#pressed.count });
  }

  /** @param {string} type @param {object} more @returns {Told} */
  #mouse(type, more) {
    return { method: "Input.dispatchMouseEvent", params: { type, ...this.#at, buttons: this.#buttons, modifiers: this.#keyboard.modifiers, ...more } };
  }
}

/** @param {object | undefined} params @returns {Told | undefined} */
const key = (params) => params && { method: "Input.dispatchKeyEvent", params };

/** Whether all sources are a mouse, a wheel and keys. @param {Source[]} sources */
const byHand = (sources) => sources.every(({ type, parameters }) => type !== "pointer" || (parameters?.pointerType ?? "mouse") === "mouse");

/** How much of a script is told where it takes too long, in characters. */
const TOLD = 100;

/** A page that is shown, with the hands at it. */
class Straight {
  #hands = new Hands();

  /** @param {Protocol} line */
  constructor(line) {
    this.line = line;
  }

  /**
   * Runs a script, whose result comes as JSON, with the names of elements in their place.
   * @param {string} script @param {unknown[]} values
   * @param {{later: boolean, patience: number}} how Whether it calls its last argument when it is done, and how long it may take.
   */
  async run(script, values, { later, patience }) {
    const call = `(function () { ${script}\n}).apply(window, values)`;
    const whole = later ? `new Promise((resolve, reject) => { values.push(resolve); Promise.resolve(${call}).catch(reject); })` : call;
    const expression = `(async () => {
      const values = ${JSON.stringify(values)};
      const value = await ${whole};
      return JSON.stringify(value, (key, part) => part instanceof Node ? "<" + part.nodeName + ">" : part);
    })()`;
    await this.line.loaded();
    const late = new AbortController();
    const timeout = sleep(patience, undefined, { signal: late.signal }).then(() => {
      throw new errors.ScriptTimeoutError(`script timeout: ${patience} ms: ${script.trim().slice(0, TOLD)}`);
    });
    timeout.catch(() => {});
    try {
      const { result, exceptionDetails } = await Promise.race([timeout, this.line.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true })]);
      if (exceptionDetails) throw new errors.JavascriptError(`javascript error: ${exceptionDetails.exception?.description ?? exceptionDetails.exception?.value ?? exceptionDetails.text}`);
      return result.value === undefined ? null : JSON.parse(result.value);
    } finally {
      late.abort();
    }
  }

  /** Performs actions, those of a tick at once. @param {Source[]} sources */
  async perform(sources) {
    this.#hands.begin();
    const ticks = Math.max(0, ...sources.map(({ actions }) => actions.length));
    /** @type {Promise<unknown>[]} */
    let sent = [];
    for (let tick = 0; tick < ticks; tick += 1) {
      const acts = sources.flatMap(({ actions }) => actions[tick] ?? []);
      for (const act of acts) sent.push(...this.#hands.tell(act).map(({ method, params }) => this.line.send(method, params)));
      const pause = Math.max(0, ...acts.map(({ type, duration = 0 }) => (type === "pause" ? duration : 0)));
      if (pause > 0) {
        await Promise.all(sent);
        sent = [];
        await sleep(pause);
      }
    }
    await Promise.all(sent);
  }

  letGo() {
    return Promise.all(this.#hands.letGo().map(({ method, params }) => this.line.send(method, params)));
  }
}

/** Whether a script's page made way for another while it ran: the driver waits for that one. @param {unknown} error */
const left = (error) => error instanceof Gone || (error instanceof Error && !(error instanceof errors.WebDriverError) && /context|navigat|target|promise/i.test(error.message));

/**
 * Has a driver of Chromium's send scripts, mouse and keys straight to the page that it is at.
 * @template {import("selenium-webdriver").WebDriver} T
 * @param {T} driver @returns {Promise<T>}
 */
export async function straight(driver) {
  const { debuggerAddress } = (await driver.getCapabilities()).get("goog:chromeOptions");
  /** @type {Map<string, Promise<Straight>>} */
  const pages = new Map();
  /** How many commands the driver performs: it agrees by itself to leaving a page. */
  let driving = 0;
  const agree = async () => {
    for (const { line } of await Promise.all(pages.values())) if (driving === 0) line.agree();
  };
  const execute = driver.execute.bind(driver);
  const byDriver = async (/** @type {any} */ command) => {
    driving += 1;
    try {
      return await execute(command);
    } finally {
      driving -= 1;
      void agree().catch(() => {});
    }
  };
  let at = await driver.getWindowHandle();
  let patience = PATIENCE;

  const page = async () => {
    const known = pages.get(at);
    if (known && !(await known).line.closed) return known;
    const opened = Protocol.to(debuggerAddress, at).then((line) => {
      line.asked = () => void agree().catch(() => {});
      return new Straight(line);
    });
    pages.set(at, opened);
    return opened;
  };
  /** What goes straight, by the driver's names of commands. @type {Record<string, (command: any) => Promise<unknown> | undefined>} */
  const commands = {
    executeScript: (command) => run(command, false),
    executeAsyncScript: (command) => run(command, true),
    actions: (command) => (byHand(command.getParameter("actions")) ? placed(command).then(async (sources) => (await page()).perform(sources)).then(() => null) : undefined),
    clearActions: async (command) => {
      await (await page()).letGo();
      return byDriver(command);
    },
    setTimeout: (command) => {
      patience = command.getParameter("script") ?? patience;
      return byDriver(command);
    },
    switchToWindow: (command) => byDriver(command).then(() => { at = command.getParameter("handle"); }),
  };
  /** @param {any} command @param {boolean} later */
  const run = (command, later) => {
    const values = command.getParameter("args");
    if (values.some((/** @type {unknown} */ value) => value instanceof WebElement)) return undefined;
    return page().then((shown) => shown.run(command.getParameter("script"), values, { later, patience })).catch((error) => {
      if (!left(error)) throw error;
      return byDriver(command);
    });
  };
  /** Actions with places in the window instead of elements. @param {any} command @returns {Promise<Source[]>} */
  const placed = (command) => Promise.all(command.getParameter("actions").map(async (/** @type {Source} */ source) => ({
    ...source,
    actions: await Promise.all(source.actions.map(async (act) => {
      if (!(act.origin instanceof WebElement)) return act;
      const { x, y } = await driver.executeScript("arguments[0].scrollIntoView({ block: 'nearest', inline: 'nearest' }); const { left, top, width, height } = arguments[0].getBoundingClientRect(); return { x: Math.floor(left + width / 2), y: Math.floor(top + height / 2) }", act.origin);
      return { ...act, origin: "viewport", x: x + (act.x ?? 0), y: y + (act.y ?? 0) };
    })),
  })));
  return Object.assign(driver, {
    execute: async (/** @type {any} */ command) => commands[command.getName()]?.(command) ?? byDriver(command),
  });
}
