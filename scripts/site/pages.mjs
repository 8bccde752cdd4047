/**
 * The site's pages, made by Vite in two goes.
 *
 * Problem: what all pages have in common would be in a file of its own, and each file that the editor's page waits for costs a start some
 * milliseconds. Idea: the editor's page is made by itself, with all of its program in one file, and the other pages after it, with what
 * they have in common. `vite.config.js` is told by `UNDOODLE_PAGES` which it makes. Invariant: what has been made last lists the files of both.
 */
import { quietly } from "../run.mjs";
import { packageProgram } from "../toolchain.mjs";

/** The pages that are made in each go, in order. @type {Record<string, string[]>} */
export const GOES = { editor: ["index.html"], others: ["squares.html", "lab.html"] };

/**
 * Makes the pages in a folder, which is emptied first.
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env Names the modules that are packed.
 */
export async function makePages(folder, env) {
  for (const [place, pages] of Object.keys(GOES).entries()) {
    const empties = place === 0 ? "--emptyOutDir" : "--emptyOutDir=false";
    await quietly(packageProgram("vite"), ["build", "--outDir", folder, empties], { env: { ...env, UNDOODLE_PAGES: pages } });
  }
}
