/**
 * Two kinds of failure. An ordinary error is one sentence, with nothing changed. A panic of the module leaves the editor in
 * an unknown state: from then on no call may reach it.
 */

import { say } from "./language.js";
import { saidBy } from "./messages.js";

/** Returns `true` if an error is a panic of the module. @param {unknown} error */
export function isPanic(error) {
  // A stack overflow inside of the module arrives as a RangeError in some browsers.
  return error instanceof WebAssembly.RuntimeError
    || (error instanceof RangeError && /call stack/.test(error.message));
}

/** Returns `true` if an error only says that a person has stopped something. @param {unknown} error */
export function isAbort(error) {
  return error instanceof Error && error.name === "AbortError";
}

/** Returns the error's message for people. @param {unknown} error */
export function sentence(error) {
  return say(saidBy(error));
}
