/**
 * The journeys in a browser of one's choice: `npm run journeys -- firefox` sets up Firefox if it is missing, builds the site
 * and makes all journeys; names of files in tests/browser/ choose among them, and Chromium is meant where no browser is named:
 *
 *     npm run journeys -- painting history
 *     npm run journeys -- webkit painting
 *     npm run journeys -- --quick --times 10 steps
 *
 * With `--quick` they are made on a site that is compiled in seconds; with `--times N` over and over, to find those that fail by chance.
 */
import { readdirSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { buildTasks } from "./build.mjs";
import { entry, Failure, loudly, root } from "./run.mjs";
import { browserTasks, setUpTasks } from "./setup.mjs";
import { perform } from "./tasks.mjs";
import { alone, journeysIn } from "./testing/journeys.mjs";
import { quickSite, quickSiteTasks } from "./testing/quick.mjs";
import { browserPrograms } from "./toolchain.mjs";

const ENDING = ".test.mjs";

await entry(async () => {
  const { values: { quick, times }, positionals } = parseArgs({ allowPositionals: true, options: { quick: { type: "boolean", default: false }, times: { type: "string", default: "1" } } });
  const names = Object.keys(browserPrograms);
  const [name, wanted] = names.includes(positionals[0]) ? [positionals[0], positionals.slice(1)] : ["chromium", positionals];
  const folder = path.join(root, "tests", "browser");
  const there = readdirSync(folder).filter((file) => file.endsWith(ENDING)).map((file) => file.slice(0, -ENDING.length)).sort();
  const strange = wanted.find((file) => !there.includes(file));
  if (strange !== undefined) throw new Failure(`journeys ${strange}: expected a browser (${names.join(", ")}) or some of ${there.join(", ")}`);
  if (!/^[1-9]\d*$/.test(times)) throw new Failure(`times ${times}: expected a whole number from 1 on`);

  await perform([...setUpTasks({ forTests: false }), ...browserTasks([name]), ...(quick ? quickSiteTasks() : buildTasks())]);
  const files = (wanted.length > 0 ? wanted : there).map((file) => path.join(folder, file + ENDING));
  const { program, args, env } = journeysIn(name, ["--test-concurrency=2", ...(name === "chromium" ? alone(files) : files)], quick ? quickSite() : {});
  for (let time = 1; time <= Number(times); time += 1) {
    if (Number(times) > 1) console.log(`\n── time ${time} of ${times}`);
    await loudly(program, args, { env }).catch(() => {
      throw new Failure(`failed: journeys in ${name}; again: npm run journeys -- ${[...positionals, ...(quick ? ["--quick"] : []), ...(times === "1" ? [] : ["--times", times])].join(" ")}`.trimEnd());
    });
  }
});
