/**
 * The journeys in a browser of one's choice: `npm run journeys -- firefox` sets up Firefox and its driver if they are
 * missing, builds the site and runs all journeys; names of files in tests/browser/ choose among them:
 *
 *     npm run journeys -- webkit painting history
 */
import { readdirSync } from "node:fs";
import path from "node:path";
import { buildTasks } from "./build.mjs";
import { entry, Failure, loudly, root } from "./run.mjs";
import { browserTasks, setUpTasks } from "./setup.mjs";
import { perform } from "./tasks.mjs";
import { browserPrograms, nativeEnvironment, shell } from "./toolchain.mjs";

const ENDING = ".test.mjs";

await entry(async () => {
  const [name, ...wanted] = process.argv.slice(2);
  const names = Object.keys(browserPrograms);
  if (!names.includes(name)) throw new Failure(`browser ${name ?? ""}: expected one of ${names.join(", ")}, such as: npm run journeys -- firefox`);
  const folder = path.join(root, "tests", "browser");
  const there = readdirSync(folder).filter((file) => file.endsWith(ENDING)).map((file) => file.slice(0, -ENDING.length)).sort();
  const strange = wanted.find((file) => !there.includes(file));
  if (strange !== undefined) throw new Failure(`journeys ${strange}: expected some of ${there.join(", ")}`);

  await perform([...setUpTasks({ forTests: false }), ...browserTasks([name]), ...buildTasks()]);
  const files = (wanted.length > 0 ? wanted : there).map((file) => path.join(folder, file + ENDING));
  const env = { ...nativeEnvironment(), ...browserPrograms[name](), UNDOODLE_CHROME_SHELL: shell(), UNDOODLE_BROWSER: name };
  await loudly(process.execPath, ["--test", "--test-reporter=spec", "--test-concurrency=2", ...files], { env });
});
