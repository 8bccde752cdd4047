/**
 * A client of Marionette, the protocol in which Firefox offers the commands of W3C WebDriver.
 *
 * Problem: Firefox speaks no HTTP by itself, and geckodriver, which translates, is in no package registry as a program;
 * compiling it takes minutes. Idea: selenium-webdriver asks an executor to execute its commands, and this one writes each
 * to Firefox's own port, as geckodriver would. Invariant: commands differ in their names alone. Firefox takes the parameters
 * of W3C WebDriver and answers with its values and errors.
 */
import { connect } from "node:net";
import { error } from "selenium-webdriver";
import getAttribute from "selenium-webdriver/lib/atoms/get-attribute.js";
import { Name as TYPED } from "selenium-webdriver/lib/command.js";
import { extractId, isId } from "selenium-webdriver/lib/webelement.js";

/** The names of commands, of which the types lack some. */
const Name = /** @type {Record<string, string>} */ (/** @type {unknown} */ (TYPED));

/** Firefox's names of commands, by selenium-webdriver's. @type {Map<string, string>} */
const NAMES = new Map([
  [Name.GET_TIMEOUT, "WebDriver:GetTimeouts"],
  [Name.SET_TIMEOUT, "WebDriver:SetTimeouts"],
  [Name.GET, "WebDriver:Navigate"],
  [Name.GET_CURRENT_URL, "WebDriver:GetCurrentURL"],
  [Name.GET_TITLE, "WebDriver:GetTitle"],
  [Name.GO_BACK, "WebDriver:Back"],
  [Name.GO_FORWARD, "WebDriver:Forward"],
  [Name.REFRESH, "WebDriver:Refresh"],
  [Name.EXECUTE_SCRIPT, "WebDriver:ExecuteScript"],
  [Name.EXECUTE_ASYNC_SCRIPT, "WebDriver:ExecuteAsyncScript"],
  [Name.GET_ELEMENT_ATTRIBUTE, "WebDriver:ExecuteScript"],
  [Name.GET_CURRENT_WINDOW_HANDLE, "WebDriver:GetWindowHandle"],
  [Name.GET_WINDOW_HANDLES, "WebDriver:GetWindowHandles"],
  [Name.SWITCH_TO_NEW_WINDOW, "WebDriver:NewWindow"],
  [Name.SWITCH_TO_WINDOW, "WebDriver:SwitchToWindow"],
  [Name.SWITCH_TO_FRAME, "WebDriver:SwitchToFrame"],
  [Name.SWITCH_TO_FRAME_PARENT, "WebDriver:SwitchToParentFrame"],
  [Name.CLOSE, "WebDriver:CloseWindow"],
  [Name.GET_WINDOW_RECT, "WebDriver:GetWindowRect"],
  [Name.SET_WINDOW_RECT, "WebDriver:SetWindowRect"],
  [Name.ACTIONS, "WebDriver:PerformActions"],
  [Name.CLEAR_ACTIONS, "WebDriver:ReleaseActions"],
  [Name.GET_ACTIVE_ELEMENT, "WebDriver:GetActiveElement"],
  [Name.FIND_ELEMENT, "WebDriver:FindElement"],
  [Name.FIND_ELEMENTS, "WebDriver:FindElements"],
  [Name.CLICK_ELEMENT, "WebDriver:ElementClick"],
  [Name.CLEAR_ELEMENT, "WebDriver:ElementClear"],
  [Name.SEND_KEYS_TO_ELEMENT, "WebDriver:ElementSendKeys"],
  [Name.GET_ELEMENT_TAG_NAME, "WebDriver:GetElementTagName"],
  [Name.GET_ELEMENT_VALUE_OF_CSS_PROPERTY, "WebDriver:GetElementCSSValue"],
  [Name.IS_ELEMENT_ENABLED, "WebDriver:IsElementEnabled"],
  [Name.IS_ELEMENT_SELECTED, "WebDriver:IsElementSelected"],
  [Name.IS_ELEMENT_DISPLAYED, "WebDriver:IsElementDisplayed"],
  [Name.GET_ELEMENT_TEXT, "WebDriver:GetElementText"],
  [Name.GET_ELEMENT_PROPERTY, "WebDriver:GetElementProperty"],
  [Name.GET_ELEMENT_RECT, "WebDriver:GetElementRect"],
  [Name.ACCEPT_ALERT, "WebDriver:AcceptAlert"],
  [Name.DISMISS_ALERT, "WebDriver:DismissAlert"],
  [Name.GET_ALERT_TEXT, "WebDriver:GetAlertText"],
  [Name.SET_ALERT_TEXT, "WebDriver:SendAlertText"],
  [Name.SCREENSHOT, "WebDriver:TakeScreenshot"],
  [Name.QUIT, "Marionette:Quit"],
]);

/** Parameters that Firefox wants besides those of W3C WebDriver. @type {Record<string, object>} */
const MORE = {
  [Name.EXECUTE_SCRIPT]: { newSandbox: false, sandbox: null },
  [Name.EXECUTE_ASYNC_SCRIPT]: { newSandbox: false, sandbox: null },
  [Name.SCREENSHOT]: { full: false },
  [Name.QUIT]: { flags: ["eForceQuit"] },
};

/** @typedef {[number, number, {error: string, message: string} | null, any]} Answer Its type, the command's number, an error, the result. */

/**
 * @typedef {object} Waiting A command that Firefox has not answered yet.
 * @property {(value: any) => void} resolve
 * @property {(reason: Error) => void} reject
 */

/** A connection to Firefox, which executes commands. */
export class Marionette {
  /** @type {import("node:net").Socket} */
  #socket;
  /** What was received of a message that is not whole. */
  #received = Buffer.alloc(0);
  /** @type {Map<number, Waiting>} */
  #waiting = new Map();
  #last = 0;

  /** @param {import("node:net").Socket} socket */
  constructor(socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (bytes) => this.#receive(bytes));
    socket.on("error", () => {});
    socket.on("close", () => {
      for (const { reject } of this.#waiting.values()) reject(new error.NoSuchSessionError("Firefox has ended"));
      this.#waiting.clear();
    });
  }

  /** Connects to a port of this machine. @param {number} port @returns {Promise<Marionette>} */
  static connect(port) {
    return new Promise((resolve, reject) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("error", reject);
      socket.once("connect", () => resolve(new Marionette(socket)));
    });
  }

  /** Takes up bytes, and each message that is whole by then: its length in decimals, a colon, and JSON. @param {Buffer} bytes */
  #receive(bytes) {
    this.#received = Buffer.concat([this.#received, bytes]);
    for (;;) {
      const colon = this.#received.indexOf(":");
      if (colon < 0) return;
      const end = colon + 1 + Number(this.#received.toString("latin1", 0, colon));
      if (this.#received.length < end) return;
      const message = JSON.parse(this.#received.toString("utf8", colon + 1, end));
      this.#received = this.#received.subarray(end);
      // The first message is a greeting.
      if (Array.isArray(message)) this.#answer(/** @type {Answer} */ (message));
    }
  }

  /** @param {Answer} message */
  #answer([, id, failure, result]) {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (failure === null) {
      waiting?.resolve(result);
      return;
    }
    try {
      error.throwDecodedError(failure);
    } catch (decoded) {
      waiting?.reject(/** @type {Error} */ (decoded));
    }
  }

  /** Sends a command by Firefox's name, and returns the answer. @param {string} name @param {object} parameters @returns {Promise<any>} */
  send(name, parameters) {
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) {
        reject(new error.NoSuchSessionError("Firefox has ended"));
        return;
      }
      this.#last += 1;
      this.#waiting.set(this.#last, { resolve, reject });
      const bytes = Buffer.from(JSON.stringify([0, this.#last, name, parameters]));
      this.#socket.write(Buffer.concat([Buffer.from(`${bytes.length}:`), bytes]));
    });
  }

  /** Executes a command of selenium-webdriver's. @param {import("selenium-webdriver/lib/command.js").Command} command */
  async execute(command) {
    const given = command.getName();
    const name = NAMES.get(given);
    if (name === undefined) throw new error.UnknownCommandError(`${given}: Firefox is not asked for this`);
    /** @type {Record<string, any>} */
    let parameters = { ...command.getParameters(), ...MORE[given] };
    delete parameters.sessionId;
    // selenium-webdriver has a meaning of its own of attributes, and brings a script for it.
    if (given === Name.GET_ELEMENT_ATTRIBUTE) parameters = { ...MORE[Name.EXECUTE_SCRIPT], script: `return (${getAttribute}).apply(null, arguments)`, args: [parameters.id, parameters.name] };
    // Where HTTP has the id of an element in its address, selenium-webdriver leaves it to the executor to take it out.
    else if (isId(parameters.id) && given !== Name.SWITCH_TO_FRAME) parameters.id = extractId(parameters.id);
    const answer = await this.send(name, parameters);
    // What is a list or an object of its own is not wrapped.
    return answer !== null && typeof answer === "object" && "value" in answer ? answer.value : answer;
  }

  /** selenium-webdriver has executors know more commands; there are none. */
  defineCommand() {}
}
