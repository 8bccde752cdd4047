/**
 * What is quick to say of a change: format, lints, types and the native tests, without a browser. `npm test` says the rest.
 *
 * Tests of a lower floor are not run again where nothing that they depend on has changed since they passed here. A missing German text is a
 * warning here: somebody else may write it.
 */
import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { buildTasks } from "./build.mjs";
import { entry, root, seconds } from "./run.mjs";
import { setUpTasks } from "./setup.mjs";
import { filesIn } from "./stamps.mjs";
import { perform, say } from "./tasks.mjs";
import { passedBefore, programsWithout, stamping } from "./testing/floors.mjs";
import { nativeTests, pageTests, scriptLints } from "./testing/native.mjs";

/** @typedef {import("./tasks.mjs").Task} Task */

/** Types of the package, which www/ is checked against. */
const TYPES = ["undoodle.d.ts", "files/formats.d.ts"].map((name) => path.join(root, "pkg", name));

/** Fewer of the random attempts than `npm test` makes. */
const FEW = { UNDOODLE_ATTACKS: "4", UNDOODLE_FORGERIES: "8", UNDOODLE_JOURNALS: "4", UNDOODLE_SEEDS: "4", PROPTEST_CASES: "24" };

/** The native tests, without those of floors that would pass again. @returns {Task[]} */
function natives() {
  const before = passedBefore(FEW);
  if (before.length > 0) say(`      native tests: nothing that those of ${before.join(", ")} depend on has changed since they passed`);
  return nativeTests(["judges"], {}, FEW, () => programsWithout(before)).map((task) => (task.name === "native tests" ? stamping(task, before, FEW) : task));
}

await entry(async () => {
  const begin = performance.now();
  const there = TYPES.every((file) => existsSync(file));
  if (there) {
    const made = Math.min(...TYPES.map((file) => statSync(file).mtimeMs));
    const newer = filesIn(path.join(root, "src", "web")).filter((file) => statSync(file).mtimeMs > made);
    if (newer.length > 0) say(`      types: pkg/ is older than ${path.relative(root, newer[0])}; if they don't fit, run npm run build`);
  }
  await perform([
    ...setUpTasks({ forTests: false, forNative: true }),
    ...(there ? [] : buildTasks()),
    ...natives(),
    ...scriptLints(there ? [] : ["site"]),
    pageTests(["native tests", "types"], { UNDOODLE_GERMAN: "warn" }),
  ]);
  console.log(`\nchecked in ${seconds(begin)}; npm test makes the journeys as well`);
});
