/**
 * Draws a sprite by keys alone in the site that was built last, and writes docs/blindfold.md: what was pressed, and what the page has said.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export async function main() {
  const { status } = spawnSync(process.execPath, ["--test", fileURLToPath(new URL("../../tests/browser/blindfold.test.mjs", import.meta.url))], {
    env: { ...process.env, UNDOODLE_WRITE: "1" },
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
}
