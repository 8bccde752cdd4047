/**
 * What is done when all journeys have ended: browsers are closed, and folders removed.
 *
 * Node's tests have a hook for that. A program of `scripts/tools/` that opens pages is no test: it would print a summary of none, so it
 * calls `end` itself.
 */
import { after } from "node:test";

/** What is left to do in a program that is no test. @type {(() => unknown)[]} */
const left = [];

/** Notes what is to be done at the end. @param {() => unknown} action */
export function atEnd(action) {
  if (process.env.NODE_TEST_CONTEXT === undefined) left.push(action);
  else after(action);
}

/** Does what is left, the newest first. */
export async function end() {
  for (let action = left.pop(); action; action = left.pop()) await action();
}
