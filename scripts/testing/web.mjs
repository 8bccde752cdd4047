/**
 * The tests of Rust that run inside a browser, on the library that the page gets.
 */
import { Failure } from "../run.mjs";
import { browser, shell, wasmEnvironment, wasmTarget } from "../toolchain.mjs";

/** What the tests of Rust in a browser are compiled of, in the same run of cargo as the library that the page gets. */
export const IN_BROWSER = ["--test", "web"];

/** Programs that tests which start a browser by themselves find in the environment. */
export function browserEnvironment() {
  const { chrome, driver } = browser();
  if (chrome === undefined || driver === undefined) throw new Failure("the browser went away after set-up");
  return { UNDOODLE_CHROME: chrome, UNDOODLE_CHROMEDRIVER: driver, UNDOODLE_CHROME_SHELL: shell() };
}

/** The command of the tests of Rust inside the browser. */
export const inBrowser = () => ({
  program: "cargo",
  args: ["test", "--profile", "release", "--target", wasmTarget, ...IN_BROWSER],
  // Cargo splits the runner at blanks, which the way to the clone may have; it runs tests in the clone's folder.
  env: { ...wasmEnvironment("release"), ...browserEnvironment(), CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER: "node scripts/rusttests.mjs" },
});
