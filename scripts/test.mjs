/**
 * The tests: all of them, or those that bear some names.
 *
 *     npm test                          # everything that must hold before a change lands
 *     npm test -- layers history        # what bears these names: native modules, crates, journeys' files and titles
 *     npm test -- "a held key repeats"  # one journey
 *
 * Two lines run beside each other. One builds the site, and then makes the journeys in Firefox and WebKitGTK, and those in Chromium: pages
 * and journeys wait for each other, and leave processors idle. The other line, all that is native and cargo's, takes what the first
 * leaves of them: if both had the same right, a page would go on drawing, and its journey looking, while they wait for a processor, which
 * costs a third more of it. They share no folder of cargo's, so neither waits for the other. The first step that fails
 * ends the run, and its name, with the line that runs it again, is the last that is said.
 */
import { buildTasks } from "./build.mjs";
import { entry, seconds } from "./run.mjs";
import { setUpTasks } from "./setup.mjs";
import { perform } from "./tasks.mjs";
import { forget, journeys, summary, wantedBrowsers } from "./testing/journeys.mjs";
import { named } from "./testing/named.mjs";
import { catalogue, documentation, format, lints, nativeTests, node, pageTests, scriptLints, testsIn } from "./testing/native.mjs";
import { fetchOthers, keepOthers } from "./testing/others.mjs";
import { fetchOwn, keepOwn } from "./testing/own.mjs";
import { step, yielding } from "./testing/step.mjs";
import { browserEnvironment, inBrowser, webTests } from "./testing/web.mjs";
import { nativeEnvironment } from "./toolchain.mjs";

/**
 * What makes cargo quick for a profile that is compiled once and whole. A crate in few parts takes half the time of one
 * in many; what is kept for the next compiling, and lines for a debugger, are of use to who runs `cargo test` by hand.
 */
const ONCE = { CARGO_INCREMENTAL: "0", CARGO_PROFILE_DEV_CODEGEN_UNITS: "2", CARGO_PROFILE_DEV_DEBUG: "false" };

/** Runs all tests. */
async function all() {
  const names = wantedBrowsers();
  await perform([
    ...setUpTasks({ forTests: true, browsers: names }),
    ...[
      format,
      fetchOthers(),
      fetchOwn(["what others wrote"]),
      lints(["format", "what another clone has compiled"], ONCE),
      nativeTests("native tests", ["judges"], { env: ONCE }),
      ...documentation(ONCE),
      keepOthers(["documentation"]),
      keepOwn(["documentation"]),
      step("rows that a newcomer adds", ["examples in the documentation"], 60, () => ({ program: process.execPath, args: ["tests/newcomer/rows.mjs"], env: { ...nativeEnvironment(), ...ONCE } }), "node tests/newcomer/rows.mjs"),
      pageTests(["types"]),
      // The texts of the tables come out of the native tests.
      catalogue(["native tests"]),
    ].map(yielding),
    ...buildTasks(),
    webTests(),
    ...scriptLints(["site"]),
    step("tests of the scripts", ["types", "Chromium and its driver"], 10, () => node(testsIn("scripts"), browserEnvironment())()),
    step("tests in the browser", ["tests of the scripts", "Rust's tests to wasm", "wasm-bindgen", "Chromium's shell"], 10, inBrowser, "npm test -- web"),
    ...names.map((name) => journeys(name, name === "chromium" ? ["tests in the browser", "journeys in firefox", "journeys in webkit"] : ["tests in the browser"])),
  ]);
  console.log(await summary(names));
}

await entry(async () => {
  const begin = performance.now();
  const words = process.argv.slice(2);
  forget();
  await (words.length > 0 ? named(words) : all());
  console.log(`\nall passed in ${seconds(begin)}`);
});
