/**
 * A step of the tests: a program whose output is shown when it has ended, and a line that runs again what failed.
 */
import { attempt, Failure, remarks } from "../run.mjs";
import { say } from "../tasks.mjs";

/** @typedef {import("../tasks.mjs").Task} Task */

/** How many of those that failed are named in the line that runs them again. */
const NAMED = 4;

/** What cargo and Node's reporters write of a test that failed. Examples in the documentation have no names. */
const FAILED = [/^test (\S+) \.\.\. FAILED$/gm, /^ *✖ (.+?) \((?:[^()]*\.mjs:\d+|[\d.]+ ?ms)\)$/gm];

/** Returns the names of the tests that a program says have failed, each once. @param {string} output */
export function failedIn(output) {
  return [...new Set(FAILED.flatMap((pattern) => [...output.matchAll(pattern)].map(([, name]) => name)))].filter((name) => !/\.test\.mjs$/.test(name));
}

/** Returns the line that runs tests again. @param {string[]} names */
export function again(names) {
  const quoted = names.slice(0, NAMED).map((name) => (/^[\w:.-]+$/.test(name) ? name : `"${name.replace(/["$`\\]/g, "\\$&")}"`));
  return `npm test -- ${quoted.join(" ")}`;
}

/**
 * Returns a step whose output is shown when it has ended. If it fails, its name and the line that runs it again are the last that
 * is said.
 * @param {string} name
 * @param {string[]} after
 * @param {number} usual seconds
 * @param {() => {program: string, args: string[], env: NodeJS.ProcessEnv}} command
 * @param {string} [line] Runs it again where its output names no test.
 * @param {(failed: string[], output: string) => string} [rerun] The line that runs those again that failed.
 * @returns {Task}
 */
export function step(name, after, usual, command, line, rerun = again) {
  return {
    name,
    after,
    seconds: usual,
    run: async (tell, how) => {
      const { program, args, env } = command();
      const { ok, output } = await attempt(program, args, { env, tell, ...how });
      const said = remarks(output);
      say(`\n── ${name}\n${said}`);
      if (ok) return said;
      const failed = failedIn(output);
      const next = failed.length > 0 ? rerun(failed, output) : line;
      throw new Failure(`failed: ${name}${next ? `; again: ${next}` : ""}`);
    },
  };
}

/** Returns a step that takes only the time of processors that no other step wants. @param {Task} task @returns {Task} */
export const yielding = (task) => ({ ...task, run: (tell) => task.run(tell, { yielding: true }) });
