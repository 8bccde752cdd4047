/**
 * The site as `npm run dev` compiles it, unoptimised, for journeys that are made again and again while one works.
 *
 * It lies in target/quick/, beside the site that is published, and its module is not cut in two.
 */
import path from "node:path";
import { bind, compile, compiled, SITE } from "../build.mjs";
import { root } from "../run.mjs";
import { makePages } from "../site/pages.mjs";
import { digest, filesIn, Stamp } from "../stamps.mjs";
import { nativeEnvironment, targetFolder } from "../toolchain.mjs";

/** @typedef {import("../tasks.mjs").Task} Task */

/** Folder of the site. */
const SITE_FOLDER = path.join(targetFolder, "quick", "site");

/** Folders of the modules' packages. */
const [PAINTING, FORMATS, LAB] = ["painting", "formats", "lab"].map((name) => path.join(targetFolder, "quick", "pkg", name));

/** What the journeys find in the environment, so that they are made on this site. */
export const quickSite = () => ({ UNDOODLE_SITE: `${SITE_FOLDER}${path.sep}`, UNDOODLE_BUILD: "quick" });

/** The modules as cargo has made them. */
const modules = () => [compiled("undoodle", "quick"), compiled("formats", "quick"), compiled("lab", "quick")];

const stamp = new Stamp({
  file: path.join(targetFolder, "stamps", "quick"),
  inputs: () => SITE.map((name) => path.join(root, name)).flatMap(filesIn),
  settings: () => modules().map((file) => digest([file])),
  outputs: () => filesIn(SITE_FOLDER),
});

/** Returns the tasks that build the site. @returns {Task[]} */
export function quickSiteTasks() {
  return [
    { name: "Rust to wasm, unoptimised", after: ["wasm32 target"], seconds: 40, quiet: true, run: (tell) => compile("quick", tell) },
    {
      name: "quick site",
      after: ["npm packages", "wasm-bindgen", "Rust to wasm, unoptimised"],
      seconds: 8,
      ready: () => stamp.holds(),
      run: () => stamp.make(make),
    },
  ];
}

async function make() {
  const [painting, formats, lab] = modules();
  await Promise.all([bind(painting, PAINTING), bind(formats, FORMATS), bind(lab, LAB)]);
  const env = { ...nativeEnvironment(), UNDOODLE_MODULE: path.join(PAINTING, "undoodle.js"), UNDOODLE_FORMATS: FORMATS, UNDOODLE_LAB: LAB };
  await makePages(SITE_FOLDER, env);
}
