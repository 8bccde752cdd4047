/**
 * The site as `npm run dev` compiles it, unoptimised, for journeys that are made again and again while one works.
 *
 * It lies in target/quick/, beside the site that is published, and its module is not cut in two.
 */
import path from "node:path";
import { bind, compile, SITE } from "../build.mjs";
import { quietly, root } from "../run.mjs";
import { digest, filesIn, Stamp } from "../stamps.mjs";
import { nativeEnvironment, packageProgram, targetFolder } from "../toolchain.mjs";

/** @typedef {import("../tasks.mjs").Task} Task */

/** Folder of the site. */
const SITE_FOLDER = path.join(targetFolder, "quick", "site");

/** Folders of the two modules' packages. */
const [PAINTING, FORMATS] = ["painting", "formats"].map((name) => path.join(targetFolder, "quick", "pkg", name));

/** What the journeys find in the environment, so that they are made on this site. */
export const quickSite = () => ({ UNDOODLE_SITE: `${SITE_FOLDER}${path.sep}`, UNDOODLE_BUILD: "quick" });

/** Modules as they are. @type {Record<string, string>} */
const compiled = {};

const stamp = new Stamp({
  file: path.join(targetFolder, "stamps", "quick"),
  inputs: () => SITE.map((name) => path.join(root, name)).flatMap(filesIn),
  settings: () => Object.values(compiled).map((file) => digest([file])),
  outputs: () => filesIn(SITE_FOLDER),
});

/** Returns the tasks that build the site. @returns {Task[]} */
export function quickSiteTasks() {
  return [
    { name: "Rust to wasm, unoptimised", after: ["wasm32 target"], seconds: 40, quiet: true, run: async (tell) => { compiled.painting = await compile("quick", tell); } },
    { name: "formats to wasm, unoptimised", after: ["Rust to wasm, unoptimised"], seconds: 30, quiet: true, run: async (tell) => { compiled.formats = await compile("quick-files", tell); } },
    {
      name: "quick site",
      after: ["npm packages", "wasm-bindgen", "formats to wasm, unoptimised"],
      seconds: 8,
      ready: () => stamp.holds(),
      run: () => stamp.make(make),
    },
  ];
}

async function make() {
  await Promise.all([bind(compiled.painting, PAINTING), bind(compiled.formats, FORMATS, "formats")]);
  const env = { ...nativeEnvironment(), UNDOODLE_MODULE: path.join(PAINTING, "undoodle.js"), UNDOODLE_FORMATS: FORMATS };
  await quietly(packageProgram("vite"), ["build", "--outDir", SITE_FOLDER, "--emptyOutDir"], { env });
}
