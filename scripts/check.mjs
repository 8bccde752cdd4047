/**
 * What is quick to say of a change: format, lints, types and the native tests, without a browser. `npm test` says the rest.
 *
 * Tests of a lower floor are not run again where nothing that they depend on has changed since they passed here. A missing German text is a
 * warning here: somebody else may write it.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { buildTasks } from "./build.mjs";
import { entry, root, seconds } from "./run.mjs";
import { setUpTasks } from "./setup.mjs";
import { filesIn } from "./stamps.mjs";
import { perform, say } from "./tasks.mjs";
import { passedBefore, programsWithout, stamping, unlessPassed } from "./testing/floors.mjs";
import { catalogue, format, lints, nativeTests, pageTests, scriptLints } from "./testing/native.mjs";

/** @typedef {import("./tasks.mjs").Task} Task */

/** Types of the package, which www/ is checked against. */
const TYPES = ["undoodle.d.ts", "files/formats.d.ts"].map((name) => path.join(root, "pkg", name));

/** Fewer of the random attempts than `npm test` makes. */
const FEW = { UNDOODLE_ATTACKS: "2", UNDOODLE_FORGERIES: "4", UNDOODLE_JOURNALS: "2", UNDOODLE_SEEDS: "2", PROPTEST_CASES: "24", UNDOODLE_SHARE: "12" };

/** The program of the editor's tests. */
const EDITOR = "editor";

/** What scripts' types depend on, and what the tests of the page's modules read. */
const TYPED = ["www", "scripts", "tests/browser", "tests/page", "tests/scripts", "benches", "pkg", "tsconfig.json", "vite.config.js", "package-lock.json"];
const READ = ["www", "scripts", "tests/page", "docs", "pkg", "index.html", "lab.html", "squares.html", "package-lock.json"];

/** Has a text that nobody has translated yet be said, and not refused. */
const GERMAN = { UNDOODLE_GERMAN: "warn" };

/** The sum of all texts in the sources in Rust: of a change that leaves these as they are, the catalogue of texts need not hear. */
function literals() {
  const sum = createHash("sha256");
  for (const file of ["src", "crates"].flatMap((name) => filesIn(path.join(root, name)))) {
    if (file.endsWith(".rs")) sum.update((readFileSync(file, "utf8").match(/"(?:[^"\\]|\\[^])*"/g) ?? []).join("\n"));
  }
  return sum.digest("hex");
}

/**
 * The native tests, without those of floors that would pass again. Those of the editor take as long as all others together, so both are run side by
 * side: at the ends of each of them a processor would wait.
 * @returns {Task[]}
 */
function natives() {
  const before = passedBefore(FEW);
  if (before.length > 0) say(`      native tests: nothing that those of ${before.join(", ")} depend on has changed since they passed`);
  return [
    nativeTests("native tests of the editor", [], { effort: FEW, which: ["--test", EDITOR] }),
    stamping(nativeTests("native tests", ["judges"], { effort: FEW, which: programsWithout([...before, EDITOR]) }), before, FEW),
  ];
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
    format,
    lints([]),
    ...natives(),
    ...scriptLints(there ? [] : ["site"]).map((task) => (task.name === "types" ? unlessPassed(task, "types", TYPED) : task)),
    unlessPassed(pageTests(["types"]), "page", READ),
    unlessPassed(catalogue(["native tests"], GERMAN), "german", READ, { ...GERMAN, texts: literals() }),
  ]);
  console.log(`\nchecked in ${seconds(begin)}; npm test makes the journeys as well`);
});
