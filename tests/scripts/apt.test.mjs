/** Debian's packages: what is asked for at the same time comes in one run of apt, and what can't be had keeps nobody from what can. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { install } from "../../scripts/setup/apt.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "undoodle-apt-"));
const log = path.join(folder, "log");
// In the place of apt: it writes down what it is asked for, and knows no package named "missing".
writeFileSync(path.join(folder, "apt-get"), `#!/bin/sh\necho "$@" >> "${log}"\ncase "$*" in *missing*) exit 100;; esac\n`, { mode: 0o755 });
writeFileSync(path.join(folder, "dpkg"), `#!/bin/sh\necho dpkg "$@" >> "${log}"\n`, { mode: 0o755 });
const { PATH } = process.env;
process.env.PATH = `${folder}${path.delimiter}${PATH}`;
after(() => {
  process.env.PATH = PATH;
  rmSync(folder, { recursive: true });
});

/** What apt was asked to install, a text for each run. */
function runs() {
  const lines = readFileSync(log, "utf8").trim().split("\n").filter((line) => line.includes(" install "));
  writeFileSync(log, "");
  return lines.map((line) => line.split("--no-install-recommends ")[1]);
}

const root = process.getuid?.() === 0 ? {} : { skip: "only root installs packages" };

test("what an interrupted run has left is finished first", root, async () => {
  await install(["one"], "");
  const lines = readFileSync(log, "utf8").trim().split("\n");
  assert.deepEqual([lines[0], lines[1].endsWith("update"), lines.length], ["dpkg --configure -a", true, 3]);
  runs();
});

test("what is asked for at the same time comes in one run", root, async () => {
  await Promise.all([install(["one", "two"], ""), install(["three"], "")]);
  assert.deepEqual(runs(), ["one two three"]);
  await install(["four"], "");
  assert.deepEqual(runs(), ["four"]);
});

test("what can't be had fails alone", root, async () => {
  const [one, missing, two] = await Promise.allSettled([install(["one"], ""), install(["missing"], ""), install(["two"], "")]);
  assert.deepEqual([one.status, missing.status, two.status], ["fulfilled", "rejected", "fulfilled"]);
  assert.deepEqual(runs(), ["one missing two", "one", "missing", "two"]);
});
