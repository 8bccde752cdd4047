/**
 * A reporter of journeys for Node's test runner: a line for each, all of each failure, and one line of sums. The sums go to the
 * file that UNDOODLE_SUMS names, too, for the sums over all browsers.
 */
import { writeFileSync } from "node:fs";
import { inspect } from "node:util";

/**
 * @typedef {object} Sums
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {Record<string, number>} reasons  How many journeys were skipped, by the reason.
 */

/** What Node.js 20 says of tests that --test-name-pattern leaves out; newer ones say nothing of them. */
const LEFT_OUT = /does not match pattern/;

/** @param {string} text */
const indented = (text) => text.replace(/^/gm, "  ");

/** @param {AsyncIterable<import("node:test/reporters").TestEvent>} events */
export default async function* report(events) {
  /** @type {Sums} */
  const sums = { passed: 0, failed: 0, skipped: 0, reasons: {} };
  /** @type {string[]} */
  const failures = [];
  for await (const { type, data } of events) {
    if (type === "test:pass") {
      const { name, skip, details } = data;
      if (skip === undefined) {
        sums.passed += 1;
        yield `✔ ${name} (${(details.duration_ms / 1000).toFixed(1)} s)\n`;
      } else if (!LEFT_OUT.test(String(skip))) {
        sums.skipped += 1;
        const reason = typeof skip === "string" ? skip : "";
        sums.reasons[reason] = (sums.reasons[reason] ?? 0) + 1;
        yield `﹣ ${name} # ${reason}\n`;
      }
    } else if (type === "test:fail") {
      sums.failed += 1;
      const { name, file, line, details } = data;
      // What was thrown stands behind the runner's own error.
      const failure = `✖ ${name} (${file}:${line})\n${indented(inspect(details.error.cause ?? details.error))}\n`;
      failures.push(failure);
      yield failure;
    } else if (type === "test:stdout" || type === "test:stderr") yield data.message;
  }
  if (process.env.UNDOODLE_SUMS) writeFileSync(process.env.UNDOODLE_SUMS, JSON.stringify(sums));
  // The end of a log is what is read first, and may be all that is kept of it.
  if (failures.length > 0) yield `\nfailed, once more:\n${failures.join("")}`;
  yield `\n${process.env.UNDOODLE_BROWSER || "chromium"}: ${sums.passed} passed, ${sums.failed} failed, ${sums.skipped} skipped\n`;
}
