/**
 * The npm packages, exactly those of package-lock.json.
 *
 * Problem: `npm start` must work in a clone where `npm ci` was never run. Idea: npm leaves its
 * own record in node_modules; a lock file newer than that record means that something changed.
 * Invariant: nothing that runs before this step imports a package.
 */
import { existsSync, lstatSync, statSync, utimesSync } from "node:fs";
import path from "node:path";
import { Failure, quietly, root } from "../run.mjs";

const record = path.join(root, "node_modules", ".package-lock.json");

/** Whether the packages are those of the lock file. */
export function ready() {
  return existsSync(record) && statSync(record).mtimeMs >= statSync(path.join(root, "package-lock.json")).mtimeMs;
}

/** Installs them. */
export async function install() {
  const folder = path.join(root, "node_modules");
  // npm would empty the folder that a link leads to, which may be another clone's.
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Failure("node_modules is a link: remove it, so that npm makes a folder");
  }
  await quietly("npm", ["ci", "--no-audit", "--no-fund"]);
  const now = new Date();
  utimesSync(record, now, now);
}
