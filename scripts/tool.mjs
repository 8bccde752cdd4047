/**
 * Runs a program that drives a browser or measures: `npm run bench`, and `npm run tool -- NAME` for those that are rarely needed.
 *
 * Problem: such a program imports npm packages, which a fresh clone lacks, so that it would end with a stack trace before its first
 * line. Idea: set up and build first, and import the program only then. Invariant: a tool is a file of `scripts/tools/` that
 * exports `main`, which gets the words behind its name.
 */
import { readdirSync } from "node:fs";
import path from "node:path";
import { build } from "./build.mjs";
import { entry, Failure, root } from "./run.mjs";
import { setUp } from "./setup.mjs";
import { browser } from "./toolchain.mjs";

const names = readdirSync(path.join(root, "scripts", "tools")).filter((name) => name.endsWith(".mjs")).map((name) => name.slice(0, -".mjs".length)).sort();

await entry(async () => {
  const [name, ...words] = process.argv.slice(2);
  if (!names.includes(name)) throw new Failure(`tool ${name ?? ""}: expected one of ${names.join(", ")}, such as: npm run tool -- portraits`);
  await setUp({ forTests: true });
  await build();
  const { chrome, driver } = browser();
  if (chrome === undefined || driver === undefined) throw new Failure("the browser went away after set-up");
  Object.assign(process.env, { UNDOODLE_CHROME: chrome, UNDOODLE_CHROMEDRIVER: driver });
  const { main } = await import(`./tools/${name}.mjs`);
  try {
    await main(words);
  } finally {
    // Imported as late as the program: it needs npm packages as well.
    await (await import("../tests/browser/ending.mjs")).end();
  }
});
