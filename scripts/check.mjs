/**
 * What is quick to say of a change: format, lints, types and the native tests, without a browser. `npm test` says the rest.
 *
 * On a clone where it has run before it takes a minute and a half on two cores, most of it to run the native tests. A missing German text is a warning here: somebody else may write it.
 */
import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { buildTasks } from "./build.mjs";
import { entry, root, seconds } from "./run.mjs";
import { setUpTasks } from "./setup.mjs";
import { filesIn } from "./stamps.mjs";
import { perform, say } from "./tasks.mjs";
import { nativeTests, pageTests, scriptLints } from "./testing/native.mjs";

/** Types of the package, which www/ is checked against. */
const TYPES = ["undoodle.d.ts", "files/formats.d.ts"].map((name) => path.join(root, "pkg", name));

/** Fewer of the random attempts than `npm test` makes. */
const FEW = { UNDOODLE_ATTACKS: "4", UNDOODLE_FORGERIES: "8", UNDOODLE_JOURNALS: "4", UNDOODLE_SEEDS: "4", PROPTEST_CASES: "24" };

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
    ...nativeTests(["judges"], {}, FEW),
    ...scriptLints(there ? [] : ["site"]),
    pageTests(["native tests", "types"], { UNDOODLE_GERMAN: "warn" }),
  ]);
  console.log(`\nchecked in ${seconds(begin)}; npm test makes the journeys as well`);
});
